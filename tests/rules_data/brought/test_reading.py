"""Texts that people bring: what is read of them by hand, what is not understood, and that nothing is lost.

The expected numbers are read off the texts by eye.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_data.brought.model import As, Mend
from rules_data.brought.reading import Outline, Unreadable, as_lines, read_text
from rules_data.importer import printed
from rules_data.model import Provision

TEXTS = Path(__file__).with_name("texts")


def text_of(name: str) -> str:
    return (TEXTS / name).read_text(encoding="utf-8")


def by_number(outline: Outline) -> dict[str, Provision]:
    return {p.number: p for top in outline.provisions for p in top.walk()}


def squeezed(text: str) -> str:
    return "".join(text.replace("\ufeff", "").split())


def read(text: str, *mends: Mend) -> tuple[Outline, dict[str, Provision]]:
    outline = read_text(text, "own-x", mends)
    assert squeezed(printed(outline.provisions, outline.trailing)) == squeezed(text)
    return outline, by_number(outline)


def mend(text: str, line: int, what: As) -> Mend:
    return Mend(line=line, text=as_lines(text)[line - 1], what=what)


def test_a_regulation_in_chapters_and_articles() -> None:
    outline, by = read(text_of("guandan.txt"))
    articles = [p.number for p in by.values() if p.kind == "article"]
    assert articles == [str(n) for n in range(1, 16)]
    assert [p.title for p in by.values() if p.kind == "chapter"] == [
        "总则",
        "报名与赛程",
        "规则的变更",
        "纪律",
        "申诉与其他",
    ]
    assert by["4.1"].label == "第四条一" and by["4.1"].text == "每队两人，报名费每队二百元，在领队会上缴纳。"
    assert by["10"].title == "着装" and by["10"].text == "参赛选手须穿运动鞋，佩戴参赛证，不得穿拖鞋、背心入场。"
    assert by["3"].heading == "第三条" and by["3"].text == "本规程自2026年12月1日起施行。"  # a sentence, no title
    assert by["closing"].text == "江城市棋牌运动协会\n2026年11月15日"
    assert outline.doubts == ()


def test_a_table_with_tabulators_is_data_and_stays_as_printed() -> None:
    outline, by = read(text_of("guandan.txt"))
    (table,) = outline.tables
    assert table.at == ("own-x:5.3t1",) and by["5.3t1"].table == table.id
    assert [c.title for c in table.columns] == ["日期", "时间", "内容"]
    assert table.rows[0] == ("12月5日", "9:00", "领队会") and len(table.rows) == 4
    assert by["5.3t1"].text is not None and by["5.3t1"].text.split("\n")[0] == "日期\t时间\t内容"
    assert by["5.4"].text == "淘汰赛打成平级的，加打一副，以该副胜方为本轮胜方。"  # goes on after the table


def test_numbers_with_points_and_a_table_with_bars() -> None:
    outline, by = read(text_of("bridge.md"))
    assert [n for n in by if "." not in n and n.isdigit()] == ["1", "2", "3", "4", "5"]
    assert by["2.2.1"].label == "2.2.1" and by["2.2.1"].text == "约定卡用规定的格式填写，放在桌上供对方查阅。"
    assert [p.number for p in by["3"].children] == ["3.1", "3.2", "3.3"]
    (table,) = outline.tables
    assert table.rows == (("5分钟以内", "警告"), ("5至10分钟", "1 VP"), ("10分钟以上", "2 VP"))
    assert outline.doubts == ()


def test_a_supplement_numbered_as_bridge_texts_are() -> None:
    outline, by = read(text_of("bridge_letters.txt"))
    assert outline.doubts == ()
    assert [p.number for p in outline.provisions if p.kind == "chapter"] == ["1", "2", "3"]
    assert [p.number for p in by["1.1.2"].children] == ["1.1.2.A", "1.1.2.B"]
    assert by["1.1.2.B.b"].label == "一(一)2B(b)" and by["1.1.2.B.b"].text == "通知贴在赛场门口。"
    assert [p.number for p in by["2"].children] == ["2.1", "2.2", "2.3", "76B", "79C", "25B2b1", "16C2b"]
    assert [p.number for p in by["76B"].children] == ["76B1", "76B2"] and by["76B2"].label == "第76条B款2"
    assert by["25B2b1"].label == "第25条B款2(b)(1)" and by["25B2b1"].text == "不得再收回。"
    assert by["79C"].text == "改为该节结束后20分钟。"  # the colon belongs to the number
    assert [p.number for p in by["3"].children] == ["3.A", "3.B"] and by["3.B"].text == "约定卡放在桌上。"
    assert [p.label for p in by["3.A"].children] == ["三Aa", "三Ab"]


@pytest.mark.parametrize("sign", [". ", ".", "、", "款 "])
def test_articles_in_figures_with_lettered_points_are_cited_as_the_law_is(sign: str) -> None:
    text = f"补充规定\n第1条 罚则\nA{sign}警告\n1. 一次。\n(a) 口头。\nB{sign}罚分\n第2条 其他\nA{sign}屏风用于决赛。\n"
    outline, by = read(text)
    assert outline.doubts == () and outline.style == "letters"
    assert [n for n in by if n != "title"] == ["1", "1A", "1A1", "1A1a", "1B", "2", "2A"]
    assert [by[n].label for n in ("1A1a", "2A")] == ["第1条A款1(a)", "第2条A款"]


def test_points_beyond_the_letters_of_the_law() -> None:
    letters = [f"{chr(65 + i)}. 第{i}件。" for i in range(11)]
    outline, by = read("\n".join(["补充规定", "第1条 罚则", *letters, "(i) 甲。", "(ii) 乙。"]))
    assert outline.doubts == () and by["1K"].text == "第10件。"
    assert [(p.number, p.text) for p in by["1K"].children] == [("1K.i", "甲。"), ("1K.ii", "乙。")]
    outline, by = read("补充规定\n第1条 罚则\nJ. 一件。\n")  # begins nowhere
    assert [p.number for p in by["1"].children] == []


def test_a_bold_heading_of_a_converter_is_a_heading() -> None:
    _, by = read("## 补充规定\n1. 甲。\n## **其他**\n2. 乙。\n")
    assert by["h1"].heading == "其他"


def test_a_sheet_of_points_and_a_line_that_goes_on() -> None:
    text = text_of("shengji.txt")
    outline, by = read(text)
    assert [p.number for p in by.values() if p.kind == "article"] == [str(n) for n in range(1, 10)]
    (doubt,) = outline.doubts
    assert (doubt.line, doubt.text) == (8, "庄家自己也不得再看。")  # the line above ends with a comma
    mended, by = read(text, mend(text, 8, "continues"))
    assert mended.doubts == ()
    assert by["4"].text == "庄家扣底须在两分钟内扣完。底牌扣好后任何人不得再看，庄家自己也不得再看。"


def test_what_a_person_says_of_lines() -> None:
    text = "约定\n一、牌\n两副。\n比赛细则\n二、时间\n迟到的等\n十分钟。\n输家付茶钱。\n名次 奖品\n第一 茶叶\n"
    _, plain = read(text)
    assert "h1" not in plain and "t1" not in "".join(plain)
    said = [
        mend(text, 4, "heading"),
        mend(text, 7, "continues"),
        mend(text, 8, "own"),
        mend(text, 9, "row"),
        mend(text, 10, "row"),
    ]
    outline, by = read(text, *said)
    assert by["h1"].heading == "比赛细则"
    assert next(p.number for p in by["h1"].children) == "h1.2" and by["h1.2"].text == "迟到的等十分钟。"
    own = next(p for p in by.values() if p.text == "输家付茶钱。")
    assert own.kind == "paragraph"
    assert outline.tables[0].rows == (("第一", "茶叶"),)
    assert all(line.mended for line in outline.lines if line.line in (4, 7, 8, 9, 10))


def test_a_number_that_is_text_is_text_when_somebody_says_so() -> None:
    text = "约定\n一、牌\n2. 是级牌。\n二、时间\n"
    outline, _ = read(text)
    assert [d.line for d in outline.doubts] == [3]  # begins with 2: not known what it goes on from
    outline, by = read(text, mend(text, 3, "text"))
    assert outline.doubts == () and by["1"].text == "2. 是级牌。"


def test_what_was_said_goes_with_its_line_when_the_text_changes() -> None:
    text = text_of("shengji.txt")
    said = mend(text, 8, "continues")
    changed = text.replace("一、用两副牌", "（试行）\n一、用两副牌")
    outline, by = read(changed, said)
    assert outline.unused == () and by["4"].text is not None and by["4"].text.endswith("再看，庄家自己也不得再看。")
    outline, _ = read(changed.replace("庄家自己也不得再看。", "庄家也是。"), said)
    assert outline.unused == (said,)


def test_numbers_that_jump_back_are_said_and_kept_apart() -> None:
    text = "规程\n第一条 宗旨\n为了比赛。\n第二条 时间\n周三。\n第一条 地点\n楼上。\n"
    outline, by = read(text)
    assert by["1-2"].title == "地点" and by["1"].title == "宗旨"
    assert [d.line for d in outline.doubts] == [6]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "里面没有字"),
        (" \n\t\n", "里面没有字"),
        ("第一条 只有一行。", "只有一行"),
        ("规程\n" + "一行\n" * 40_001, "不像一本规程"),
        ("规程\n" + "".join(f"第{n}条 某事。\n一、甲\n二、乙\n" * 12 for n in range(1, 999)), "10000 条以上"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(text: str, said: str) -> None:
    with pytest.raises(Unreadable) as fault:
        read_text(text, "own-x")
    sentence = str(fault.value)
    assert said in sentence and "\n" not in sentence and sentence.endswith("。")


LINES = st.sampled_from(
    [
        "第一章 总则",
        "第一条 宗旨",
        "第二条 时间。",
        "一、甲",
        "二、乙：",
        "（一）丙",
        "1. 丁",
        "(2) 戊",
        "1.1 己",
        "1.1.1 庚",
        "3 辛",
        "甲\t乙",
        "丙\t丁\t戊",
        "| 子 | 丑 |",
        "|---|---|",
        "# 标题",
        "## 1 总则",
        "**粗**",
        "- 点",
        "目录",
        "",
        "说一句话。",
        "没有说完",
        "2026年1月1日",
        "附录一 表",
        "①辛",
    ]
)
SAID = st.sampled_from(["heading", "continues", "own", "row", "text"])


@settings(max_examples=120, deadline=None)
@given(st.lists(LINES, min_size=2, max_size=30), st.dictionaries(st.integers(1, 30), SAID, max_size=6))
def test_nothing_is_ever_lost_or_named_twice(lines: list[str], said: dict[int, As]) -> None:
    text = "\n".join(lines)
    if sum(bool(line.strip()) for line in lines) < 2:
        return
    mends = [Mend(line=n, text=lines[n - 1], what=what) for n, what in said.items() if n <= len(lines)]
    outline, _ = read(text, *mends)
    numbers = [p.number for top in outline.provisions for p in top.walk()]
    assert len(numbers) == len(set(numbers))
    again = read_text(text, "own-x", mends)
    assert again == outline  # the same text, the same book
    places = {p.id for top in outline.provisions for p in top.walk()}
    assert all(line.provision in places or line.what == "blank" for line in outline.lines)
    assert all(not line.text.strip() for line in outline.lines if line.what == "blank")
