"""``zhicai book``: what is typed, what is said, what is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from app.brought.kept import BookLog
from app.brought.opened import Opened
from app.cli.main import cli
from app.journal.side_log import in_memory
from tests.rules_data.brought.making import BRIDGE, GUANDAN, SHENGJI, TEXTS, brought, text_of


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("ZHICAI_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    Opened(in_memory(BookLog())).books()  # the games go with their books


def run(*words: str, given: bytes | None = None) -> Any:
    return CliRunner().invoke(cli, list(words), input=given)


def added(name: str, *more: str) -> Any:
    done = run("book", "add", str(TEXTS / name), *more)
    assert done.exit_code == 0, done.output
    return done


def test_three_books_are_added_listed_and_shown() -> None:
    said = added(GUANDAN, "--by", "裁判甲").output
    assert "《2026年江城杯掼蛋公开赛竞赛规程》第 1 版" in said and "施行日期：2026年12月1日" in said
    added(BRIDGE)
    assert "第 8 行没有读懂：上一行没有说完" in added(SHENGJI).output
    listed = run("book", "list").output.splitlines()
    assert [line.split()[1] for line in listed] == ["掼蛋", "桥牌", "升级"]
    shown = run("book", "show", "江城杯").output
    assert "裁判甲" in shown and "第十二条 茶歇" in shown
    assert run("book", "show", "江城杯", "--source").output == text_of(GUANDAN)


def test_they_are_searched_and_read_with_the_law() -> None:
    before = run("search", "茶歇").output
    assert "江城杯" not in before and run("law", "第十五条", "--game", "掼蛋").exit_code == 0
    added(GUANDAN)
    assert "第十二条  茶歇" in run("search", "茶歇").output
    law = run("law", "第十二条", "--game", "掼蛋").output
    assert (
        law.startswith("掼蛋规则") and "江城杯掼蛋公开赛竞赛规程第十二条" in law
    )  # the law first, the regulation beside it
    run("book", "withdraw", "江城杯")
    assert "茶歇" not in run("search", "茶歇").output.replace("没有找到“茶歇”", "")
    assert "第十二条 茶歇" in run("book", "show", "江城杯").output  # stays readable


def test_a_new_text_is_a_new_version_and_the_old_one_stays(data: Path) -> None:
    added(SHENGJI)
    changed = text_of(SHENGJI).replace("罚10分", "罚20分")
    (data / "新约定.txt").write_text(changed, encoding="utf-8")
    done = run("book", "add", "新约定.txt", "--instead", "周三", "--by", "乙")
    assert "第 2 版" in done.output
    assert run("book", "diff", "周三").output.splitlines() == [
        "《东风俱乐部周三升级活动约定》第 1 版与第 2 版：1 处不同。",
        "改 五：甩牌",
        "甩牌失败的，收回后出其中最小的一张，并罚〔-10-〕〔+20+〕分。",
    ]
    assert "罚10分" in run("book", "show", "周三", "--version", "1").output
    same = run("book", "add", "新约定.txt", "--instead", "周三")
    assert same.exit_code == 2 and "没有改动" in same.output


def test_an_exported_folder_is_checked_without_a_complaint(data: Path) -> None:
    added(BRIDGE)
    assert run("book", "export", "队式赛", "--into", "导出", "--as", "jiangcheng-2026").exit_code == 0
    assert (data / "导出" / "jiangcheng-2026" / "book.yaml").is_file()
    checked = run("check", "导出")
    assert checked.exit_code == 0, checked.output
    again = run("book", "export", "队式赛", "--into", "导出", "--as", "jiangcheng-2026")
    assert again.exit_code == 2 and "没有覆盖" in again.output


def test_a_text_from_the_standard_input() -> None:
    done = run("book", "add", "-", "--game", "升级", given=text_of(SHENGJI).encode("gb18030"))
    assert done.exit_code == 0 and "东风俱乐部" in done.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["book", "add", "没有.txt"], "没有文件"),
        (["book", "add", "空.txt"], "是空的"),
        (["book", "add", "一行.txt", "--game", "桥牌"], "只有一行"),
        (["book", "add", "图.txt"], "不是纯文本"),
        (["book", "add", "无题.txt"], "看不出是哪个项目"),
        (["book", "add", "旧.doc"], "另存为”.docx"),
        (["book", "show", "没有的"], "没有规则书“没有的”"),
        (["book", "diff", "周三"], "前面没有别的版本"),
        (["book", "show", "周三", "--version", "9"], "只有 1 版"),
        (["book", "export", "周三", "--as", "江城"], "不合用"),
    ],
)
def test_bad_input_is_one_sentence_and_nothing_is_kept(words: list[str], said: str, data: Path) -> None:
    added(SHENGJI)
    (data / "空.txt").write_bytes(b"")
    (data / "一行.txt").write_text("打牌要守规矩\n", encoding="utf-8")
    (data / "图.txt").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    (data / "无题.txt").write_text("会议纪要\n一、时间\n周三。\n", encoding="utf-8")
    (data / "旧.doc").write_bytes(b"\xd0\xcf\x11\xe0" + bytes(600))
    done = run(*words)
    assert done.exit_code == 2, done.output
    (line,) = done.stderr.strip().splitlines()
    assert said in line and line.endswith("。")
    assert len(run("book", "list").output.splitlines()) == 1


def test_what_it_settles_is_listed_confirmed_refused_and_taken_back() -> None:
    added(GUANDAN)
    listed = run("book", "settings", "江城杯").output
    assert "没有确认  淘汰赛打成平级，怎么分出胜负？ 看来：加打一副（第五条四）" in listed
    assert "这里：淘汰赛打成平级的，加打一副，以该副胜方为本轮胜方。" in listed
    lines = [line for line in listed.splitlines() if not line.startswith(" ")]
    number = str(1 + next(at for at, line in enumerate(lines) if "淘汰赛打成平级" in line))
    appeals = str(1 + next(at for at, line in enumerate(lines) if "只说到这一点" in line))
    assert "已确认  淘汰赛打成平级" in run("book", "settings", "江城杯", "--confirm", number, "--by", "甲").output
    shown = run("book", "show", "江城杯").output
    assert "第 2 版" in shown and "甲  确认：淘汰赛打成平级，怎么分出胜负？ 加打一副" in shown
    assert "没有定  淘汰赛打成平级" in run("book", "settings", "江城杯", "--refuse", number).output
    assert "没有确认  淘汰赛打成平级" in run("book", "settings", "江城杯", "--back", number).output
    unclear = run("book", "settings", "江城杯", "--confirm", appeals)
    assert unclear.exit_code == 2 and "请用 --option 写定为哪一项：arbitration-receives" in unclear.stderr
    assert (
        "已确认  对判罚的申诉"
        in run("book", "settings", "江城杯", "--confirm", appeals, "--option", "chief-referee-first").output
    )
    wrong = run("book", "settings", "江城杯", "--confirm", number, "--option", "没有")
    assert wrong.exit_code == 2 and "extra-deal（加打一副）" in wrong.stderr
    assert run("book", "settings", "江城杯", "--confirm", "99").exit_code == 2


def test_another_edition_stands_beside_the_law(data: Path) -> None:
    text = "淮安掼蛋竞赛规则（2026年版）\n"
    text += "第一条 新设 比赛中不得使用电子设备。\n"
    text += "第二条 牌型 赛事另有公告的，从公告。\n"
    (data / "新版.txt").write_text(text, encoding="utf-8")
    assert run("book", "add", "新版.txt", "--game", "掼蛋").exit_code == 0
    alone = run("book", "edition", "淮安")
    assert alone.exit_code == 2 and "没有说是哪一本规则的另一版" in alone.stderr
    said = run("book", "edition", "淮安", "--of", "掼蛋规则", "--by", "甲").output
    assert "《淮安掼蛋竞赛规则》2017版与《淮安掼蛋竞赛规则（2026年版）》" in said
    mended = run("book", "edition", "淮安", "--align", "22.1=2").output
    assert "改 第二十二条一→第二条" in mended
    wrong = run("book", "edition", "淮安", "--align", "22.1=99")
    assert wrong.exit_code == 2 and "对不上" in wrong.stderr
    other = run("book", "edition", "淮安", "--of", "麻将规则")
    assert other.exit_code == 2 and "没有规则书“麻将规则”" in other.stderr


def test_the_same_book_twice() -> None:
    added(SHENGJI)
    done = run("book", "add", str(TEXTS / SHENGJI))
    assert done.exit_code == 2 and "已经添加过了" in done.stderr
    run("book", "withdraw", brought(SHENGJI).book.id)
    assert "第 3 版" in added(SHENGJI).output


def test_two_books_with_the_same_clause_numbers_are_told_apart() -> None:
    added(GUANDAN)
    said = run("search", "第七条", "--game", "掼蛋", "--kind", "provision").output
    assert "参谋" in said and "正常出牌时间改为15秒" in said


def test_a_plan_takes_the_rounds_and_deals_that_somebody_confirmed(data: Path) -> None:
    (data / "规程.txt").write_text(
        "友谊杯掼蛋赛竞赛规程\n第一条 比赛共进行3轮，每轮打8副。\n第二条 时间\n周三。\n", "utf-8"
    )
    (data / "名单.csv").write_text("".join(f"{n},{n}队\n" for n in range(1, 9)), "utf-8")
    run("book", "add", "规程.txt")
    run("event", "new", "友谊赛", "掼蛋", "名单.csv")
    said = run("event", "plan", "友谊赛", "积分编排", "--bye", "2,13").output
    assert "没有确认，没有照它排" in said and "照《" not in said
    run("book", "settings", "友谊杯", "--confirm", "1", "--confirm", "2")
    said = run("event", "plan", "友谊赛", "积分编排", "--bye", "2,13").output
    assert "比赛共几轮 3轮" in said and "每局打几副 8副" in said
    for _ in range(2):
        run("event", "pair", "友谊赛")
    with_three = [run("event", "rounds", "友谊赛", "--round", str(n)).exit_code for n in (1, 4)]
    assert with_three == [0, 2]


def test_a_story_of_a_game_by_its_text_is_answered_by_its_clauses(data: Path) -> None:
    added("doudizhu.txt", "--new-game", "斗地主", "--by", "甲")
    said = run("hear", "还没轮到他，他抢先把牌打出来了", "--game", "斗地主").output
    assert "没有一棵裁决树裁这件事：怎样判，由你照条文定。" in said
    assert said.splitlines()[2].startswith("相近的条款  第七条") or said.splitlines()[2].startswith(
        "相近的条款  第六条"
    )
    record = json.loads(run("hear", "还没轮到他，他抢先把牌打出来了", "--game", "斗地主", "--json").output)
    assert record["trees"] == [] and any(each.endswith((":6", ":7")) for each in record["nearest"])


def test_a_game_by_its_text_is_marked_counted_and_exported(data: Path) -> None:
    added("doudizhu.txt", "--new-game", "斗地主", "--by", "甲")
    assert run("book", "add", str(TEXTS / "doudizhu.txt"), "--new-game", "桥牌").exit_code == 2
    assert run("book", "list").output.split()[1] == "斗地主"
    assert "第七条" in run("search", "收回所出的牌", "--game", "斗地主").output
    said = run("book", "marks", "斗地主", "--confirm", "3", "--refuse", "5").output
    assert "3. 已确认  可以 选手（第四条）" in said and "5. 不是  不得 选手（第六条）" in said
    assert "没有确认" in run("book", "marks", "斗地主", "--back", "3").output.splitlines()[2]
    run("book", "marks", "斗地主", "--confirm", "3", "--confirm", "1")
    assert "3 级" in run("book", "ladder", "斗地主", "--confirm", "1", "--within", "本轮").output
    assert run("book", "marks", "斗地主", "--confirm", "99").exit_code == 2
    out = run("book", "export", "斗地主", "--into", "out", "--as", "club", "--game-as", "doudizhu").output
    assert "decision_trees" in out and (data / "out" / "doudizhu" / "game.yaml").exists()
    assert all(
        (data / "out" / "doudizhu" / name).exists() == there
        for name, there in (("rights.yaml", True), ("clocks.yaml", False))
    )
    terms = (data / "out" / "club" / "terms.yaml").read_text("utf-8")
    assert "term: 地主" in terms and "pinyin: di zhu" in terms and 'defined_in: ["1"]' in terms
    assert "没有发现错误" in run("check", "out").output
    assert "game: doudizhu" in (data / "out" / "club" / "book.yaml").read_text("utf-8")
    assert run("book", "export", "斗地主", "--into", "out", "--as", "other", "--game-as", "斗地主").exit_code == 2
