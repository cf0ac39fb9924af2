"""What examiners and learners hand to ``exam`` and ``study``, odd as it may be: read, or refused in one Chinese sentence."""

from __future__ import annotations

import copy
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from app.cli.main import cli
from app.exams.gift import as_gift
from app.exams.marking import marked, read_answers
from app.exams.moodle import as_moodle_xml
from app.exams.own_questions import as_csv, decoded, read_own
from app.exams.paper import PaperError, as_json, from_json
from app.exams.report import result_sheet
from app.exams.room import Candidate, Room
from app.papers.wording import label
from app.study.answers import imported
from rules_data.handbook import open_handbook
from tests.app.cli.test_odd_input import HUGE, refused
from tests.app.exams.samples import paper

KEPT = Path(__file__).parents[2] / "kept" / "e09170f"
ODD: tuple[Any, ...] = (
    "bridge-1999:999Z", "", None, 3, -1, True, [], {}, "\ud800", [["x"]], 10**30, float("nan"), "𝕏", {"a": 1}, "\x00", "bridge",
)  # fmt: skip


def zhicai(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words), prog_name="zhicai")


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a JSON value, of long lists the first ones."""
    found = [path] if path else []
    if isinstance(value, dict):
        return found + [each for key in value for each in places(value[key], (*path, key))]
    if isinstance(value, list):
        return found + [each for at in range(min(3, len(value))) for each in places(value[at], (*path, at))]
    return found


def test_a_paper_changed_anywhere_is_refused_or_can_be_used_for_everything() -> None:
    """An unknown clause is named by its id: a paper outlives the books it was made from."""
    whole, handbook = json.loads((KEPT / "paper.json").read_bytes()), open_handbook()
    chance, used = random.Random(4), 0
    for place in [*places(whole), *(chance.choice(places(whole)) for _ in range(300))]:
        changed = copy.deepcopy(whole)
        inner = changed
        for key in place[:-1]:
            inner = inner[key]
        inner[place[-1]] = chance.choice(ODD)
        try:
            made = from_json(json.dumps(changed))
        except PaperError as fault:
            assert len(str(fault)) < 400 and "\n" not in str(fault)
            continue
        used += 1
        room = Room(made, "")
        assert made.id and as_json(made).encode() and as_gift(made.items, made.title).encode() and as_csv(made.items)
        assert as_moodle_xml(made, lambda cite: label(cite, handbook))
        assert json.dumps(
            [room.shown(Candidate(1, "1", "甲", "", 0, 0.0), each) for each in made.version(0).asked]
        ).encode()
    assert used > 50


def test_a_paper_whose_clauses_are_unknown_is_printed_exported_and_marked(tmp_path: Path) -> None:
    made = json.loads(as_json(paper(3)))
    for item in made["items"]:
        item["question"]["cites"] = ["bridge-1999:999Z", "nobook:1", "bridge-1999", ""]
        item["question"]["options"][0]["cites"] = ["nobook:1"]
    file = tmp_path / "p.json"
    file.write_text(json.dumps(made), encoding="utf-8")
    handbook, read = open_handbook(), from_json(file.read_text(encoding="utf-8"))
    (one,) = read_answers(read, "编号,姓名,1,2,3\n1,甲,A,B,C\n")
    assert result_sheet(read, marked(read, one), lambda cite: label(cite, handbook), "1").startswith(b"%PDF")
    for words in (
        ("print", str(file), "--folder", str(tmp_path)),
        ("export", str(file), str(tmp_path / "o.xml")),
    ):
        result = zhicai("exam", *words)
        assert result.exit_code == 0, result.output
    assert "999Z" in (tmp_path / "o.xml").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", HUGE.values(), ids=HUGE)
def test_odd_json_is_one_sentence_for_papers_and_answers_too(text: str, tmp_path: Path) -> None:
    odd = tmp_path / "odd.json"
    odd.write_text(text, encoding="utf-8")
    refused(zhicai("exam", "export", str(odd), str(tmp_path / "o.csv")), "odd.json")
    refused(zhicai("study", "import", str(odd)), "答题记录")
    head = '{"zhicai": "answers", "format": 1}\n'
    assert imported(head + text + "\n").refused == (() if not text.strip() else (2,))


def test_cells_and_lines_of_any_length_are_read_or_refused_in_linear_time(tmp_path: Path) -> None:
    made = paper(3)
    file = tmp_path / "p.json"
    file.write_text(as_json(made), encoding="utf-8")
    long = "长" * 200_000
    tables = {
        "answers.csv": f"编号,姓名,1,2,3\n1,{long},A,B,C\n",
        "quote.csv": '编号,姓名,1,2,3\n1,"甲,A,B,C\n' + "x,y\n" * 50_000,
    }
    for name, text in tables.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        refused(zhicai("exam", "results", str(file), str(tmp_path / name), "--folder", str(tmp_path)), "第", "131072")
    (tmp_path / "blueprint.csv").write_text(f"项目,主题,题数\n桥牌,{long},1\n", encoding="utf-8")
    compose = ("exam", "compose", str(tmp_path / "made.json"), "--title", "x")
    refused(zhicai(*compose, "--blueprint", str(tmp_path / "blueprint.csv")), "细目表第 2 行", "131072")
    (tmp_path / "own.csv").write_text(f"题干,选项A,选项B,答案\n{long},甲,乙,A\n", encoding="utf-8")
    refused(zhicai(*compose, "--own", str(tmp_path / "own.csv")), "第 2 行", "131072")

    took = []
    for number in (1, 4):  # four times as long must not take sixteen times as long
        text = "".join(f"::q{at}::{'长' * 2000}{{=甲 ~乙}}\n\n" for at in range(100 * number))
        begun = time.process_time()
        assert len(read_own("own.gift", text.encode(), "bridge")) == 100 * number
        took.append(time.process_time() - begun)
        line = "编号,姓名,1,2,3\n" + "".join(f"{at},甲,A,B,C\n" for at in range(5000 * number))
        assert len(read_answers(made, decoded(line.encode()))) == 5000 * number
    assert took[1] < 10 * took[0] + 0.5


def test_a_command_that_is_no_text_is_refused_as_it_can_be_shown() -> None:
    for word in (b"ab\xff", b"--ab\xff\xfe"):
        done = subprocess.run([sys.executable.encode(), b"-m", b"app.cli", word], capture_output=True, check=False)
        assert done.returncode == 2
        said = done.stderr.decode()
        assert "ab\ufffd”" in said and "udcf" not in said and "Traceback" not in said


def test_words_that_are_no_text_are_refused_by_name(tmp_path: Path) -> None:
    """Bytes as an old terminal sends them; a path may hold them."""
    own = tmp_path / "own.csv"
    own.write_text("题干,选项A,选项B,答案\n甲？,甲,乙,A\n", encoding="utf-8")
    folder = os.fsencode(tmp_path)
    made = folder + b"/\xff.json"
    command = [sys.executable.encode(), b"-m", b"app.cli", b"exam", b"compose", made, b"--own", os.fsencode(own)]
    done = subprocess.run([*command, b"--title", b"x", b"--note", b"a\xffb"], capture_output=True, check=False)
    assert done.returncode == 2 and b"Traceback" not in done.stderr
    assert "--note" in done.stderr.decode() and "UTF-8" in done.stderr.decode()
    here = ("exam", "compose", str(tmp_path / "other.json"), "--own", str(own))
    refused(zhicai(*here, "--title", "\udcc4\udce3"), "--title", "UTF-8")
    refused(zhicai(*here, "--title", "x", "--game", "\udcff"), "--game", "UTF-8")
    refused(zhicai("exam", "correct", str(own), str(own), "1", "--reason", "\udcff", "--by", "x"), "--reason", "UTF-8")
    done = subprocess.run([*command, b"--title", b"x"], capture_output=True, check=False)
    assert done.returncode == 0 and os.path.exists(made), done.stderr


def test_no_more_questions_are_checked_than_can_be() -> None:
    refused(zhicai("study", "check", "--number", str(10**30)), "--number")
    refused(zhicai("study", "check", "--number", "1" * 5000), "--number")
    refused(zhicai("exam", "compose", "x.json", "--title", "x", "--minutes", str(10**30)), "--minutes")
