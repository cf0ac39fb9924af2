"""What is written for other programs is read back by other people's parsers."""

from __future__ import annotations

import csv
import html
import io
import xml.etree.ElementTree as ET

import pytest
from moodle_xml_parser.parser import parse_bytes
from pygiftparser import parser as gift_parser

from app.exams.gift import GiftError, as_gift, read_gift
from app.exams.moodle import as_moodle_xml
from app.exams.own_questions import as_csv, own_question, read_csv, read_own
from app.exams.paper import Item, Paper, PaperError
from tests.app.exams.samples import paper

NASTY = Item(
    own_question(
        "bridge", "若 a=b{c}，#1 ~ 成立：\n<b>哪个</b>对？\\", ("=四 & 五", "~五%50%", "#六", "-> 七: {八}"), 2,
        why="因为 1=1；\n而且 #2。", whys=("不#对", "", "", ""),
    ), 1.5,
)  # fmt: skip


def test_gift_is_read_by_another_parser() -> None:
    made = paper(4)
    found = gift_parser.parseFile(io.StringIO(as_gift(made.items, made.title)))
    assert len(found) == 4 and all(each.valid for each in found)
    for item, each in zip(made.items, found, strict=True):
        assert item.question.stem in each.text
        rights = [answer.answer for answer in each.answers.answers if answer.fraction == 100]
        assert rights == [item.question.answer.text]
        assert len(each.answers.answers) == 4
        assert item.question.why in each.generalFeedback


def test_gift_is_read_back_whatever_stands_in_it() -> None:
    (raw,) = read_gift(as_gift((NASTY,)))
    question = NASTY.question
    assert raw.stem == question.stem and raw.right == 2 and raw.why == question.why
    assert [text for text, _ in raw.options] == [option.text for option in question.options]
    assert raw.options[0][1] == "不#对"


def test_moodle_xml_is_read_by_another_parser() -> None:
    made = Paper("卷", 10, (*paper(3).items, NASTY))
    found = parse_bytes(as_moodle_xml(made, lambda cite: f"条款{cite}"))["multichoice"]
    assert [each.default_grade for each in found] == [2.0, 2.0, 2.0, 1.5]
    for item, each in zip(made.items, found, strict=True):
        said = [option.answer for option in each.options if option.score_fraction == 100]
        assert [html.unescape(text) for text in said] == [item.question.answer.text]
        assert len(each.options) == len(item.question.options) and each.single
        assert html.unescape(each.general_feedback).startswith(item.question.why.split("\n")[0])
    assert "条款bridge-1999:27A" in found[0].general_feedback
    written = ET.fromstring(as_moodle_xml(made)).findall("question/questiontext/text")[3].text or ""
    assert "&lt;b&gt;" in written, "what an examiner typed is text, not markup"


def test_csv_is_read_by_a_spreadsheet_and_by_ourselves() -> None:
    items = (*paper(3).items, NASTY)
    data = as_csv(items)
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
    assert [row["答案"] for row in rows] == ["B", "C", "D", "C"]
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row.values())
    assert read_own("题.csv", data, "bridge") == tuple(
        Item(
            own_question(
                "bridge", each.question.stem, tuple(o.text for o in each.question.options), each.question.right,
                why=each.question.why, cites=each.question.cites,
            ), each.marks,
        ) for each in items
    )  # fmt: skip


GIFT = """// 说明
$CATEGORY: 顶/竞叫

::一::谁先叫？{
  =发牌人#对
  // 注
  ~左手方
  ~%-50%同伴
  ####见第17条
}

不足叫可以补正。{T}

[plain]叫牌由谁开始？{F#不对}

第{=二#哦 ~三}墩"""


def test_gift_of_others_is_read() -> None:
    found = read_gift(GIFT)
    assert [each.stem for each in found] == ["谁先叫？", "不足叫可以补正。", "叫牌由谁开始？", "第 ＿＿ 墩"]
    first, truth, lie, gap = found
    assert first.title == "一" and first.category == "竞叫" and first.why == "见第17条" and first.line == 4
    assert first.options == (("发牌人", "对"), ("左手方", ""), ("同伴", "")) and first.right == 0
    assert (truth.right, lie.right) == (0, 1) and lie.options[0] == ("正确", "不对")
    assert gap.options == (("二", "哦"), ("三", ""))


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("题{=a ~b}\n\n没有括号\n", 3, "花括号"),
        ("题{=a ~b", 1, "没有合上"),
        ("题{}", 1, "问答题"),
        ("题{#5}", 1, "数值题"),
        ("题{=a =b}", 1, "填空题"),
        ("题{~a ~b}", 1, "没有正确答案"),
        ("题{=a =b ~c}", 1, "有 2 个正确答案"),
        ("题{=a -> b =c -> d}", 1, "配对题"),
        ("题{\n=a\n~%50%b\n~c}", 3, "部分分"),
        ("题{=a ~a}", 1, "两个选项一样"),
        ("题{=a ~b} 题{=c ~d}", 1, "两对花括号"),
        ("{=a ~b}", 1, "没有题干"),
        ("// 只有注", 1, "没有题目"),
    ],
)
def test_gift_that_cannot_be_taken_is_refused_with_its_line_and_what_to_do(text: str, line: int, said: str) -> None:
    with pytest.raises(GiftError, match=said) as e:
        read_gift(text)
    assert e.value.line == line and str(e.value).startswith(f"第 {line} 行：") and "；" in str(e.value)


HEAD = "题干,选项A,选项B,选项C,答案,分值,项目\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("题,选项A\n", "第 1 行：没有“题干”"),
        ("题干,选项A,选项B,答案,题干\n", "第 1 行：“题干”写了两列"),
        ("题干,选项A,选项B,答案,备考\n", "第 1 行：不认识“备考”"),
        (HEAD + "一,甲,乙,丙,D,,\n", "第 2 行：答案“D”应是 ABC"),
        (HEAD + "一,甲,乙,丙,,,\n", "第 2 行：没有写答案"),
        (HEAD + "一,甲,乙,丙,A,,\n\n二,甲,甲,,A,,\n", "第 4 行：选项“甲”写了两次"),
        (HEAD + '"一\n续",甲,乙,丙,A,,\n二,甲,乙,,A,很多,\n', "第 4 行：分值“很多”"),
        (HEAD + "一,甲,乙,丙,A,1,围棋\n", "第 2 行：没有“围棋”"),
        (HEAD + "一,甲,乙,丙,A,1,桥牌,多\n", "第 2 行：有 8 格"),
        (HEAD + '一,"甲,乙,丙,A,1,桥牌\n', "第 2 行：表格写法有误"),
        (HEAD, "没有题目"),
    ],
)
def test_a_table_that_cannot_be_taken_is_refused_with_its_line(text: str, said: str) -> None:
    with pytest.raises(PaperError, match=said):
        read_csv(text, "bridge")


def test_a_table_as_chinese_spreadsheets_save_it_is_read() -> None:
    text = HEAD + "谁先叫？,发牌人,同伴,,A,3,桥牌\n"
    (item,) = read_own("题库.CSV", text.encode("gb18030"), "guandan")
    assert item.question.stem == "谁先叫？" and item.question.game == "bridge" and item.marks == 3
    with pytest.raises(PaperError, match="不是文字"):
        read_own("a.csv", b"\xff\xfe\x00\x00\x80", "bridge")
