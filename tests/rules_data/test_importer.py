"""Importing texts nobody has seen before: small hand-made rules in the numbering styles of Chinese rule texts."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_data.importer import Hints, Imported, Insert, guess_style, import_text, match_mark, printed
from rules_data.loader import read_yaml, validate
from rules_data.model import NumberingStyle, Provision
from rules_data.writer import write_provisions


def _walk(imported: Imported) -> Iterable[Provision]:
    for top in imported.provisions:
        yield from top.walk()


def _characters(text: str) -> str:
    return "".join(text.replace("\ufeff", "").split())


def _ids(text: str, hints: Hints | None = None) -> dict[str, Provision]:
    """Import, make sure nothing is lost, and give the provisions by number."""
    imported = import_text(text, "mine", hints)
    assert _characters(printed(imported.provisions, imported.trailing)) == _characters(text)
    out = {p.number: p for p in _walk(imported)}
    assert len(out) == len(list(_walk(imported)))
    assert all(p.id.startswith("mine:") for p in out.values())
    return out


MAHJONG = """麻将竞赛规则(试行)
第一章 总则
第一条 宗旨
为规范比赛,制定本规则。
第二条 适用范围
本规则适用于下列比赛:
一、全国比赛;
二、地方比赛,包括:
1、省级比赛;
2、市级比赛,分为:
(1)市区;
(2)县城。
三、邀请赛。
第二章 比赛办法
第三条 时间
每局十五分钟。
第四条 牌张
一、共一百四十四张。
"""


def test_articles_with_cn_digit_and_bracketed_items() -> None:
    by = _ids(MAHJONG)
    assert list(by) == [
        "title", "ch1", "1", "2", "2.1", "2.2", "2.2.1", "2.2.2", "2.2.2.1", "2.2.2.2", "2.3", "ch2", "3", "4", "4.1",
    ]  # fmt: skip
    assert by["title"].text == "麻将竞赛规则(试行)"
    assert (by["2"].kind, by["2"].title, by["2"].text) == ("article", "适用范围", "本规则适用于下列比赛:")
    assert (by["ch2"].kind, by["ch2"].title) == ("chapter", "比赛办法")
    assert by["2.1"].text == "全国比赛;" and by["2.1"].heading == "一、"
    assert by["2.2.2.2"].text == "县城。"
    assert by["2.2.2"].label == "第二条二(2)" and by["3"].label == "第三条"
    assert [c.number for c in by["2.2"].children] == ["2.2.1", "2.2.2"]


LETTERS = """第1条:牌
一副牌共五十二张。
A.花色
花色分四等。
1.高花
黑桃和红心。
2.低花
(a)方块;
(b)梅花。
B.大牌
A、K、Q、J、10。
第2条:座位
由抽签决定。
"""


def test_articles_with_letters_digits_and_bracketed_letters() -> None:
    by = _ids(LETTERS)
    assert guess_style(LETTERS) == "letters"
    assert list(by) == ["1", "1A", "1A1", "1A2", "1A2a", "1A2b", "1B", "2"]
    assert by["1A2b"].label == "第1条A款2(b)"
    assert by["1"].text == "一副牌共五十二张。" and by["1"].title == "牌"
    assert by["1A1"].text == "黑桃和红心。" and by["1B"].text == "A、K、Q、J、10。"


def test_letters_under_articles_without_a_colon() -> None:
    """第1条 followed by a space, as most people write it."""
    by = _ids(LETTERS.replace(":", " "))
    assert list(by) == ["1", "1A", "1A1", "1A2", "1A2a", "1A2b", "1B", "2"]
    assert by["2"].title == "座位" and by["2"].text == "由抽签决定。"


LETTERS_ONLY = """A.总则
本规则适用于各级比赛。
1.目的
统一各地打法。
2.范围
(a)全国比赛;
(b)地方比赛。
B.判罚
1.警告
口头警告一次。
"""


def test_letters_without_articles() -> None:
    by = _ids(LETTERS_ONLY)
    assert list(by) == ["A", "A.1", "A.2", "A.2.a", "A.2.b", "B", "B.1"]
    assert by["A"].title == "总则" and by["A.2.b"].text == "地方比赛。"
    assert "附件" not in "".join(p.label for p in by.values()), "this text is nobody's 附件"


PLAIN = """一、比赛时间
1.上午九时开始,迟到以弃权论。
2.下午二时开始,迟到以弃权论。
二、比赛办法
采用积分编排制。
1.共七轮。
2.每轮一局。
三、奖励
前三名发给奖杯。
"""


def test_cn_and_digits_only() -> None:
    by = _ids(PLAIN)
    assert list(by) == ["1", "1.1", "1.2", "2", "2.1", "2.2", "3"]
    assert by["2"].text == "采用积分编排制。" and by["2.1"].text == "共七轮。"
    assert by["3"].title == "奖励" and by["3"].text == "前三名发给奖杯。"
    assert "附件" not in "".join(p.label for p in by.values())
    assert by["1"].label == "一" and by["1.2"].label.startswith("一")


def test_an_annex_is_called_one() -> None:
    by = _ids("附件\n" + PLAIN)
    assert by["2.1"].label == "附件二1"


FULL_WIDTH = """第１章　总则
第１节　目的
第１条　宗旨
本规则规定比赛办法。
（１）公平；
（２）公正。
第２节　范围
第２条　适用
适用于各级比赛。
第２章　比赛
第１节　时间
第３条　轮次
（一）预赛；
（二）决赛：
１．半决赛；
２．总决赛。
"""


def test_chapters_sections_and_full_width_brackets_and_digits() -> None:
    by = _ids(FULL_WIDTH)
    assert list(by)[:9] == ["ch1", "ch1.s1", "1", "1.1", "1.2", "ch1.s2", "2", "ch2", "ch2.s1"]
    assert list(by)[9:] == ["3", "3.1", "3.2", "3.2.1", "3.2.2"]
    assert by["1.2"].heading == "（２）" and by["1.2"].text == "公正。"
    assert by["3.2.2"].text == "总决赛。"
    assert by["ch2.s1"].label == "第一节" and by["3"].label == "第三条"


CONTENTS = """目 录
第一章 总则
第一条 宗旨
第二章 比赛
第二条 时间
第一章 总则
第一条 宗旨
为了比赛。
第二章 比赛
第二条 时间
九点开始。
"""


def test_contents_in_front_are_not_the_rules() -> None:
    by = _ids(CONTENTS)
    assert list(by) == ["toc", "ch1", "1", "ch2", "2"]
    assert by["toc"].kind == "contents" and by["toc"].text == "第一章 总则\n第一条 宗旨\n第二章 比赛\n第二条 时间"
    assert by["2"].text == "九点开始。"


@pytest.mark.parametrize("text", [MAHJONG, LETTERS, LETTERS_ONLY, PLAIN, FULL_WIDTH, CONTENTS])
def test_windows_line_ends_and_byte_order_mark_change_nothing(text: str) -> None:
    plain = import_text(text, "mine")
    assert import_text(text.replace("\n", "\r\n"), "mine") == plain
    assert import_text("\ufeff" + text, "mine") == plain
    assert import_text("\n\n  " + text.replace("\n", "\n\n　　"), "mine").provisions == plain.provisions


@pytest.mark.parametrize("text", [MAHJONG, LETTERS, LETTERS_ONLY, PLAIN, FULL_WIDTH, CONTENTS])
def test_nothing_is_doubted_in_a_clean_text(text: str) -> None:
    assert import_text(text, "mine").doubts == ()


@pytest.mark.parametrize("text", [MAHJONG, LETTERS, PLAIN, FULL_WIDTH])
def test_what_is_written_down_reads_back_the_same(text: str, tmp_path: Path) -> None:
    """The YAML a person goes on with is the import, exactly."""
    imported = import_text(text, "mine")
    read: list[Provision] = []
    for file in write_provisions(imported.provisions, tmp_path):
        read += validate(read_yaml(file), tuple[Provision, ...])
    assert [p.id for top in read for p in top.walk()] == [p.number for p in _walk(imported)]
    again = [(p.label, p.kind, p.heading, p.title, p.text) for top in read for p in top.walk()]
    assert again == [(p.label, p.kind, p.heading, p.title, p.text) for p in _walk(imported)]


# -- doubts ------------------------------------------------------------------------------------------------------------------
def _doubts(text: str) -> dict[int, str]:
    return {d.line: d.why for d in import_text(text, "mine").doubts}


def test_a_number_left_out_is_doubted_with_its_line() -> None:
    doubts = _doubts("第一条 甲\n一、乙\n\n三、丙\n")
    assert list(doubts) == [4] and "三、" in doubts[4]


def test_an_article_left_out_is_doubted() -> None:
    text = "第一条 甲\n内容\n第三条 丙\n内容\n"
    assert list(_ids(text)) == ["1", "3"]
    assert list(_doubts(text)) == [3]


def test_an_article_printed_twice_is_doubted_and_kept() -> None:
    text = "第一条 甲\n内容\n第一条 乙\n内容\n第一条 丙\n内容\n第二条 丁\n内容\n"
    by = _ids(text)
    assert list(by) == ["1", "1-2", "1-3", "2"] and by["1-2"].title == "乙"
    assert list(_doubts(text)) == [3, 5]


def test_numbers_of_a_kind_the_importer_does_not_know_are_doubted() -> None:
    text = "第一条 甲\n1.1 小项\n内容\nⅡ 大项\n(iv) 小项\nk. 小项\n"
    assert list(_doubts(text)) == [2, 4, 5, 6]
    assert "1.1 小项" in (_ids(text)["1"].text or "")


@pytest.mark.parametrize(
    "line",
    ["10张以下须报牌", "2017年1月", "100分以上", "3.5米", "A、K、Q、J、10", "12:30开始", "2比1获胜", "K牌", "20.5厘米"],
)
def test_numbers_in_a_sentence_are_not_doubted(line: str) -> None:
    text = f"第一条 甲\n{line}\n"
    by = _ids(text)
    assert list(by) == ["1"] and by["1"].text == line
    if line not in ("3.5米", "20.5厘米"):  # a decimal at the head of a line may be 3.5 or item 3.5: a person looks
        assert _doubts(text) == {}


# -- corners -----------------------------------------------------------------------------------------------------------------
def test_more_than_ninety_nine_articles() -> None:
    by = _ids(
        "第九十九条 甲\n内容\n第一百条 乙\n内容\n第一百零一条 丙\n内容\n第一百一十条 丁\n内容\n第一百二十三条 戊\n内容\n"
    )
    assert list(by) == ["99", "100", "101", "110", "123"]
    assert [p.label for p in by.values()] == [
        "第九十九条",
        "第一百条",
        "第一百零一条",
        "第一百一十条",
        "第一百二十三条",
    ]


def test_a_note_before_the_first_article() -> None:
    by = _ids("(注:本规则试行)\n第1条:牌\nA.花色\n无。\n(注:花色分四种)\n")
    assert list(by) == ["title", "1", "1A", "1n"]


def test_circled_and_half_bracketed_numbers() -> None:
    by = _ids("第十条 甲\n1、乙\n①丙\n②丁\n2、戊\n1）己\n2）庚\n")
    assert list(by) == ["10", "10.1", "10.1.1", "10.1.2", "10.2", "10.2.1", "10.2.2"]


def test_numbers_restart_under_each_parent() -> None:
    by = _ids("第一条 甲\n一、乙\n1、丙\n2、丁\n二、戊\n1、己\n第二条 庚\n1、辛\n")
    assert list(by) == ["1", "1.1", "1.1.1", "1.1.2", "1.2", "1.2.1", "2", "2.1"]


def test_appendices() -> None:
    by = _ids("第一条 甲\n内容\n附录一 表格\n表头\n附录二 图\n图例\n")
    assert list(by) == ["1", "A1", "A2"] and by["A2"].kind == "appendix" and by["A2"].text == "图例"


def test_marks_of_a_converter_are_put_aside_and_kept() -> None:
    text = "## 第一章 总则\n#### 第一条 宗旨\n- 一、公平;\n- 二、公正。\n**第二条 其他**\n内容\n"
    by = _ids(text)
    assert list(by) == ["ch1", "1", "1.1", "1.2", "2"]
    assert [d.text for d in by["1.1"].discards] == ["-"] and by["1.1"].text == "公平;"
    assert by["2"].title == "其他"


@pytest.mark.parametrize("text", ["", "\n \n", "\ufeff"])
def test_nothing_gives_nothing(text: str) -> None:
    assert import_text(text, "mine").provisions == ()


def test_text_without_any_number() -> None:
    by = _ids("这里没有编号。\n第二行也没有。\n")
    assert list(by) == ["title"]


def test_hints_that_fit_nothing_are_told() -> None:
    with pytest.raises(ValueError, match=r"没有找到位置.*x1"):
        import_text(MAHJONG, "mine", Hints(inserts=(Insert(before="不存在的开头", id="x1", kind="note"),)))
    with pytest.raises(ValueError, match="不存在的切口"):
        import_text(MAHJONG, "mine", Hints(split=("不存在的切口",)))


def test_hints_mend_what_the_outline_cannot_see() -> None:
    text = "第一条 甲\n一、乙。二、丙\n内容\n万、丁\n注意:戊\n"
    hints = Hints(
        split=("二、丙",),
        numbers={"万、": "三、"},
        inserts=(Insert(before="注意", id="1n", kind="note", under="1"),),
        lost={"1.2": "图已丢失"},
    )
    by = _ids(text, hints)
    assert list(by) == ["1", "1.1", "1.2", "1.3", "1n"]
    assert (by["1.3"].heading or "").startswith("万、")
    assert by["1.2"].lost == "图已丢失" and by["1n"].text == "注意:戊"


@pytest.mark.parametrize(
    ("line", "mark"),
    [
        ("第二十八条 具体罚分规则", ("article", "二十八")),
        ("第64条:藏牌", ("article", "64")),
        ("第一章", ("chapter", "一")),
        ("第二节 裁决", ("section", "二")),
        ("第一部分 罚张", ("part", "一")),
        ("附录十:", ("appendix", "十")),
        ("十四. 轮", ("cn", "十四")),
        ("（三）缺席", ("cn-paren", "三")),
        ("1、省级", ("digit", "1")),
        ("12.奖励", ("digit", "12")),
        ("3）上家", ("digit-right", "3")),
        ("(2)县城", ("paren-digit", "2")),
        ("(b)地方", ("paren-letter", "b")),
        ("B.大牌", ("letter", "B")),
        ("⑨九", ("circled", "⑨")),
    ],
)
def test_marks(line: str, mark: tuple[str, str]) -> None:
    found = match_mark(line)
    assert found is not None and found[:2] == mark
    assert found[3] + found[2] == line


@pytest.mark.parametrize(
    "line",
    [
        "第三条路不通",
        "第78条B款所列的单位",
        "第30条、31条",
        "第17副至32副",
        "一副牌",
        "10张以下",
        "3.5米",
        "A、K、Q、J、10",
    ],
)
def test_not_marks(line: str) -> None:
    assert match_mark(line) is None


# -- whatever the text, nothing is lost and nothing raises ---------------------------------------------------------------------
_PRINTED_MARKS = (
    "第一章|第二章|第一节|第二部分|第一条|第二条|第1条:|第60张:|第百条|第零条|附录一|附录二:|目录|一、|二、|十.|（一）|(二)|1、|2.|3、|0、|1．|"
    "(1)|（2）|1）|2)|A.|B.|(A)|C、|(a)|(b)|①|②|⑳|(注:|（注：|##|-|**|####|例一:|\u3000|\t"
)
_MARKS = st.sampled_from(_PRINTED_MARKS.split("|"))
_WORDS = st.sampled_from(
    ["", "总则", "公平;", "内容。", "标题", "见第二条。", "**", "如下:", "- 甲", "甲 | 乙", "K、Q", "\u200b"]
)
_LINES = st.lists(st.tuples(_MARKS, _WORDS, st.sampled_from(["\n", "\r\n", "\n\n", "\u2028", "\x0c"])), max_size=14)


@settings(max_examples=250, deadline=None, derandomize=True)
@given(lines=_LINES, style=st.sampled_from([None, "letters", "points", "parts", "mixed"]), paragraphs=st.booleans())
def test_nothing_is_lost_from_any_text(
    lines: list[tuple[str, str, str]], style: NumberingStyle | None, paragraphs: bool
) -> None:
    text = "".join(mark + word + end for mark, word, end in lines)
    imported = import_text(text, "mine", Hints(style=style, paragraphs=paragraphs) if style else None)
    assert _characters(printed(imported.provisions, imported.trailing)) == _characters(text)
    ids = [p.id for p in _walk(imported)]
    assert len(ids) == len(set(ids))
    assert all(p.label for p in _walk(imported))
    count = len(text.splitlines())
    assert all(1 <= d.line <= count and d.why for d in imported.doubts)
