"""The pages for people: the README is a door, and what a page says to type does what the page says.

A page is tried in an empty folder, from its first block to its last. A block that names a file is written; the commands of a
``sh`` block are run and end as they should, 0 or the status a remark names; the lines of a ``text`` block are seen in what the
block before said.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from app.cli.main import cli
from app.exams.paper import from_json
from app.exams.room import Room
from app.exams.room_log import RoomLog
from app.publishing.serving import HEADERS

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
PAGES = sorted((ROOT / "docs").glob("*.md"))
OTHERS = [ROOT / name for name in ("ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "decision_trees/README.md")]
DOOR = 140  # lines; what is more goes into a page
BLOCK = re.compile(r"^```(\S*)(?: (\S+))?\n(.*?)^```$", re.M | re.S)
STATUS = re.compile(r"退出状态为 (\d+)")

NOT_RUN = {
    ".venv/bin/pip install -e '.[desktop]'": "changes the environment the tests run in",
    ".venv/bin/zhicai desktop": "opens a window: tests/app/frame/test_desktop.py",
    "pip wheel --no-deps .": "takes minutes; the workflow package of .github does it, tests/test_parts.py runs what is in one",
    "python3 -m venv 一处": "fetches libraries: tests/app/publishing/one_file.py makes the same of those that are here",
    "一处/bin/pip install zhicai-*.whl shiv": "the same",
    "一处/bin/shiv --site-packages 一处/lib/python3.11/site-packages -c zhicai -o zhicai.pyz": "the same",
    "zhicai check": "runs every case, many seconds: each commit does, and tests/app/cli/test_main.py",
    "zhicai exam serve 考试.json --list 名单.csv": "never ends: tests/app/exams/test_room_server.py and test_killed.py",
    "zhicai hall check 会场赛 http://hall.invalid:8610": "asks the network: tests/app/hall/test_checking.py",
    "zhicai study together --game 桥牌": "never ends: tests/app/exams/test_table_room.py",
    "zhicai hall serve 会场赛": "never ends: tests/app/cli/test_halls.py",
    "zhicai hall join http://192.0.2.7:8610 码": "asks another computer: tests/app/cli/test_halls.py",
    "zhicai hall sync": "the same",
    "zhicai hall state": "the same",
    "zhicai hall leave 会场赛": "the same",
    "zhicai journal casebook 案例 --named hall2026": "needs rulings with what they rest on: tests/app/cli/test_journal.py",
    "zhicai publish 网站文件夹": "takes minutes: tests/app/publishing/test_publishing.py",
    "zhicai publish 网站文件夹 --base /zhicai/ --serve": "never ends: tests/browser/test_published.py",
    "pip install 'zhicai[apk]'": "changes the environment the tests run in",
    "zhicai publish --apk zhicai.apk": "takes minutes: tests/app/cli/test_android.py does all but the site",
    "zhicai publish --apk 裁判.apk --name 某省裁判手册 --id cn.example.referee --site https://referee.example/": (
        "takes minutes: tests/app/cli/test_android.py does all but the site"
    ),
    "zhicai study plan 2026-12-20 --game 桥牌 --pdf 计划.pdf": "its date will be past: tests/app/cli/test_study_plan.py",
    "zhicai publish --phone 文件夹": "takes long: tests/app/publishing/test_phone.py",
}
"""Commands of the pages which are not run, and why. Those of the README that make an environment are the suite's beginning."""

LANGUAGES = {
    "nginx": "a server this suite does not have; its headers are compared",
    "caddy": "a server this suite does not have; its headers are compared",
    "": "a drawing of the tree of folders",
}
"""Blocks that are neither commands, nor files, nor what is seen, and why they are not tried."""


def a_journal(_: Path) -> None:
    """A journal with a record, as somebody has who saved something."""
    Path("参赛.csv").write_text("1,甲队\n2,乙队\n", encoding="utf-8")
    typed("event", "new", "友谊赛", "桥牌", "参赛.csv")


def a_room_that_was_sat(folder: Path) -> None:
    """What ``zhicai exam serve`` leaves behind: two candidates, every answer of the first right, every other of the second."""
    made = from_json((folder / "考试.json").read_text(encoding="utf-8"))
    room, log = Room(made, "ABC234", {"01": "考生甲", "02": "考生乙"}), RoomLog(folder / "考试-考场")

    def done(*records: Any) -> None:
        for each in records:
            room.apply(each)
            log.save_now([each])

    now = 1000.0
    done(room.opening())
    for number, name in room.listed.items():
        done(room.enter(number, name, now, "192.168.1.7", number))
    done(room.start(now))
    for one in room.candidates.values():
        for asked in room.version_of(one):
            letter = "ABCD"[asked.options.index(made.items[asked.item].question.right)]
            if one.number == "01" or asked.number % 2:
                done(room.answer(one, asked.number, letter, now + asked.number))
    done(*room.end(now + 60))
    log.close()


BEFORE: dict[str, Callable[[Path], None]] = {
    "zhicai journal verify": a_journal,
    "zhicai exam results 考试.json 考试-考场 --folder 报告 --sheets": a_room_that_was_sat,
}
"""What has to be there before a command, where no command that is run makes it."""


def typed(*words: str) -> Any:
    return CliRunner().invoke(cli, list(words))


def commands(block: str) -> list[tuple[str, int]]:
    """The commands of a block, each with the status it ends with."""
    found = []
    for line in block.splitlines():
        command, _, remark = line.partition(" #")
        status = STATUS.search(remark)
        if command.strip():
            found.append((command.strip(), int(status[1]) if status else 0))
    return found


def squeezed(text: str) -> str:
    return re.sub(r"\s+", " ", text)


@pytest.mark.parametrize("page", [README, *PAGES], ids=lambda page: page.name)
def test_a_page_is_tried_as_it_is_written(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ZHICAI_DATA", str(tmp_path / "data"))
    said = ""
    for language, name, block in BLOCK.findall(page.read_text(encoding="utf-8")):
        if name:
            Path(name).write_text(block, encoding="utf-8")
        elif language == "text":
            for line in block.splitlines():
                assert squeezed(line).strip() in said, f"{page.name}: {line}\n{said}"
        elif language == "sh":
            said = ""
            for command, status in commands(block):
                if command in NOT_RUN or command.startswith("python3 -m venv .venv && "):
                    continue
                assert command.startswith("zhicai "), f"{page.name}: {command}: run it, or say in NOT_RUN why it is not"
                if command in BEFORE:
                    BEFORE[command](tmp_path)
                done = typed(*shlex.split(command)[1:])
                assert done.exit_code == status, f"{page.name}: {command}\n{done.output}"
                assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
                said += squeezed(done.output)
        else:
            assert language in LANGUAGES, f"{page.name}: ```{language}: run it, or say in LANGUAGES why it is not"


def test_what_is_not_run_still_stands_in_a_page() -> None:
    blocks = [block for page in [README, *PAGES] for block in BLOCK.findall(page.read_text(encoding="utf-8"))]
    there = {command for language, _, block in blocks if language == "sh" for command, _ in commands(block)}
    assert [command for command in [*NOT_RUN, *BEFORE] if command not in there] == []
    assert set(LANGUAGES) <= {language for language, name, _ in blocks if not name}
    for why in NOT_RUN.values():
        assert [path for path in re.findall(r"tests/[\w/.]+\.py", why) if not (ROOT / path).exists()] == []


def test_the_readme_is_a_door() -> None:
    lines = README.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= DOOR, (
        f"README.md has {len(lines)} lines: put it into a page of docs/ and name the page in a line"
    )
    for page in PAGES:
        rows = [line for line in lines if line.startswith("|") and f"(docs/{page.name})" in line]
        assert len(rows) == 1, f"a page of docs/ has its line in the README: {page.name}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_is_in_chinese_first_and_ends_in_english(page: Path) -> None:
    chinese, _, english = page.read_text(encoding="utf-8").partition("\n---\n\n# ")
    assert re.match(r"# [\u4e00-\u9fff]", chinese)
    assert re.match(r".*, in English\n", english) and len(english) > 300


@pytest.mark.parametrize("page", [README, *PAGES, *OTHERS], ids=lambda page: f"{page.parent.name}/{page.name}")
def test_commands_within_sentences_are_there_with_their_options(page: Path) -> None:
    root: Any = typer.main.get_command(cli)
    for written in re.findall(r"`(?:\.venv/bin/)?zhicai ([^`]*)`", page.read_text(encoding="utf-8")):
        words, command = written.split(), root
        while words and hasattr(command, "commands") and not words[0].startswith("-"):
            name = words.pop(0)
            assert name in command.commands, f"{page.name}: `zhicai {written}`: no command {name}"
            command = command.commands[name]
        options = {each for param in command.params for each in (*param.opts, *param.secondary_opts)}
        for word in words:
            if re.match(r"--?[a-z]", word):
                assert word in {*options, "--help"}, f"{page.name}: `zhicai {written}`: no option {word}"


def test_every_command_is_told_of_on_a_page() -> None:
    text = "\n".join(page.read_text(encoding="utf-8") for page in [README, *PAGES])
    root: Any = typer.main.get_command(cli)
    for name, command in root.commands.items():
        for each in [f"{name} {sub}" for sub in getattr(command, "commands", ())] or [name]:
            assert re.search(rf"zhicai {each}\b", text), f"zhicai {each} stands on no page of docs/"


@pytest.mark.parametrize(("server", "pattern"), [("nginx", r'add_header (\S+) "(\S+)" always'), ("caddy", None)])
def test_the_server_blocks_send_what_the_trial_server_sends(server: str, pattern: str | None) -> None:
    (block,) = [
        block
        for language, _, block in BLOCK.findall((ROOT / "docs" / "publisher.md").read_text(encoding="utf-8"))
        if language == server
    ]
    if pattern is None:
        block, pattern = re.findall(r"^    header \{\n(.*?)^    \}", block, re.M | re.S)[0], r"(\S+) (\S+)\n"
    sent = dict(re.findall(pattern, block))
    assert len(sent) == 5 and sent.items() <= HEADERS.items()
