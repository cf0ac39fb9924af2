"""Every kind of bad input that the task names: one clear sentence each, and nothing lost."""

from __future__ import annotations

import io
import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from pypdf import PdfWriter

from app.brought.bringing import NotBrought, first_version, pasted, source_of
from app.brought.kept import BookLog
from app.brought.opened import Opened
from app.journal.side_log import in_memory
from rules_data.brought.making import About
from rules_data.brought.reading import Unreadable, as_lines, read_text
from rules_data.handbook import build
from rules_data.importer import printed
from rules_data.loader import BOOKS, DataError
from rules_data.numerals import to_chinese
from tests.rules_data.brought.making import AT, GUANDAN, brought, same, text_of

ABOUT = About(game="guandan", base="guandan-2017")


def sentence(fault: object) -> str:
    """What is said of it: one sentence, in Chinese."""
    said = str(fault)
    assert "\n" not in said and said.count("。") == 1 and said.endswith("。") and re.search(r"[\u4e00-\u9fff]", said), (
        said
    )
    return said


def squeezed(text: str) -> str:
    return "".join(text.split())


def scanned() -> bytes:
    writer = PdfWriter()
    for _ in range(3):
        writer.add_blank_page(200, 200)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "made", "said"),
    [
        ("规程.txt", lambda: bytes(range(256)) * 40, "不是纯文本"),
        ("规程.txt", lambda: b"", "是空的"),
        ("规程.txt", lambda: "　\n\t\n".encode(), "里面没有字"),
        ("规程.txt", lambda: b"\xe8\xa7\x84" * 16_700_000, "超过 10 MB"),
        ("规程.pdf", scanned, "扫描的 PDF"),
        ("规程.txt", lambda: ("比赛要守规矩" * 60).encode(), "只有一行"),
    ],
    ids=["binary", "empty", "blank", "50 MB", "scanned", "one line without numbers"],
)  # fmt: skip
def test_what_cannot_be_a_book(name: str, made: Callable[[], bytes], said: str) -> None:
    with pytest.raises(NotBrought) as fault:
        first_version(source_of(name, made()), ABOUT, {}, at=AT, by="", simplified=same)
    assert said in sentence(fault.value) and name in str(fault.value)


ARTICLES = [
    f"第{to_chinese(n)}条 选手照第{to_chinese(n % 10 + 1)}条和本规程第{to_chinese(n)}条入座，听从裁判。"
    for n in range(1, 11)
]


@pytest.mark.parametrize("between", ["", " ", "　"])
def test_a_text_of_one_line_is_parted_before_its_numbers_and_that_is_said(between: str) -> None:
    text = "江城杯掼蛋公开赛竞赛规程" + between.join(["", *ARTICLES])
    assert len(text) > 250 and "\n" not in text
    outline = read_text(text, "own-x")
    assert [p.number for p in outline.provisions] == ["title", *(str(n) for n in range(1, 11))]
    assert (
        outline.provisions[3].text == "选手照第四条和本规程第三条入座，听从裁判。"
    )  # what is only spoken of parts nothing
    (said,) = outline.remarks
    assert "只有一行" in sentence(said)
    assert squeezed(printed(outline.provisions, outline.trailing)) == squeezed(text)
    kept = source_of("规程.txt", text.encode())
    assert kept.original == text.encode() and kept.text == text  # as it was brought, byte for byte


def test_articles_that_run_on_in_one_line_of_several_are_parted_and_that_is_said() -> None:
    text = "江城杯掼蛋公开赛竞赛规程\n" + "".join(ARTICLES) + "\n附则：照旧。"
    outline = read_text(text, "own-x")
    assert [p.number for p in outline.provisions] == ["title", *(str(n) for n in range(1, 11))]
    assert "连在一行里" in sentence(outline.remarks[0])
    assert squeezed(printed(outline.provisions, outline.trailing)) == squeezed(text)


@pytest.mark.parametrize(
    "line",
    [
        "本规程第一条、第二条、第三条与规则不一致的，以本规程为准；第四条、第五条只用于决赛，其余照《掼蛋规则》办理，"
        "裁判长有最后的解释权，选手不得在场上争辩，违者警告一次，再犯的照第六条处理，情节严重的取消比赛资格。",
        "选手应当：一、守时；二、安静。" + "不得争吵。" * 20,
        "第一条 " + "甲。" * 80,
    ],
)
def test_what_is_only_spoken_of_parts_no_line(line: str) -> None:
    assert len(line) > 60 and as_lines(f"规程\n{line}\n第九条 其他") == ["规程", line, "第九条 其他"]
    assert read_text(f"规程\n{line}\n第九条 其他", "own-x").remarks == ()


@pytest.mark.parametrize("number", [to_chinese, str], ids=["Chinese", "figures"])
def test_ten_thousand_articles_are_read_each_under_its_number_and_that_is_said(number: Callable[[int], str]) -> None:
    text = "万条规程\n" + "\n".join(f"第{number(n)}条 选手须在第{n % 90}桌就座。" for n in range(1, 10_001))
    began = time.process_time()
    outline = read_text(text, "own-x")
    took = time.process_time() - began
    by = {p.number: p for p in outline.provisions}
    assert len(by) == 10_001 and outline.doubts == ()
    for n, label in ((999, "第九百九十九条"), (1000, "第一千条"), (1001, "第一千零一条"), (10_000, "第一万条")):
        assert (by[str(n)].label, by[str(n)].text) == (label, f"选手须在第{n % 90}桌就座。")
    assert "读出 10000 条" in sentence(outline.remarks[0])
    assert squeezed(printed(outline.provisions, outline.trailing)) == squeezed(text)
    assert took < 5  # a third of a second where nothing else runs


def test_more_articles_than_that_are_refused() -> None:
    with pytest.raises(Unreadable) as fault:
        read_text("规程\n" + "\n".join(f"第{n}条 就座。" for n in range(1, 10_002)), "own-x")
    assert "10000 条以上" in sentence(fault.value)


def test_a_number_beyond_what_is_read_is_said() -> None:
    outline = read_text("规程\n第一条 甲。\n第一百万条 乙。\n第千万百条 丙。", "own-x")
    assert [(d.line, sentence(d.why + "。")) for d in outline.doubts] == [
        (3, "像编号而不认得，已当作正文。"), (4, "像编号而不认得，已当作正文。"),
    ]  # fmt: skip


def test_the_same_book_twice() -> None:
    first = first_version(pasted(text_of(GUANDAN)), ABOUT, {}, at=AT, by="", simplified=same)
    with pytest.raises(NotBrought) as fault:
        first_version(pasted(text_of(GUANDAN)), ABOUT, {first.book.id: first}, at=AT, by="", simplified=same)
    assert "已经添加过了" in sentence(fault.value)


def test_numbering_that_jumps_back_is_said_and_both_are_there() -> None:
    outline = read_text(
        "规程\n第一条 宗旨\n第二条 时间\n周三。\n第三条 人数\n第二条 地点\n楼上。\n第九条 其他\n", "own-x"
    )
    by = {p.number: p for p in outline.provisions}
    assert by["2"].title == "时间" and by["2-2"].title == "地点"
    assert {d.line: sentence(d.why + "。") for d in outline.doubts} == {
        6: "编号“第二条”在这里已经用过，条款号记作 2-2。", 8: outline.doubts[1].why + "。",
    }  # fmt: skip
    assert "第九条" in outline.doubts[1].why or "接不上" in outline.doubts[1].why


def test_clause_numbers_that_another_book_has_too_are_found_in_both_each_with_its_book() -> None:
    one, log = brought(GUANDAN), in_memory(BookLog())
    log.put(one, source_of(one.name, text_of(GUANDAN).encode()))
    there = Opened(log)
    hits = {hit.id: hit.book for hit in there.engine().search("第七条", game="guandan").hits}
    assert hits["guandan-2017:7"] == "guandan-2017" and hits[f"{one.book.id}:7"] == one.book.id
    handbook = there.handbook()
    assert handbook.provision("guandan-2017:7").label == "第七条"
    assert handbook.provision(f"{one.book.id}:7").label == "第七条"
    assert handbook.book_of(f"{one.book.id}:7").short == "江城杯掼蛋公开赛竞赛规程"
    assert log.source(one.source).text == text_of(GUANDAN)  # type: ignore[union-attr]


def test_two_editions_with_the_same_term_id_are_a_sentence_at_build_and_no_assertion(tmp_path: Path) -> None:
    """The same law once more as another book of its game: each of its terms is said with where the first stands."""
    for name in ("shengji-40", "shengji-41"):
        shutil.copytree(BOOKS / "shengji-40", tmp_path / name)
    book = tmp_path / "shengji-41" / "book.yaml"
    book.write_text(book.read_text(encoding="utf-8").replace("shengji-40", "shengji-41"), encoding="utf-8")
    with pytest.raises(DataError) as fault:
        build(root=tmp_path)
    said = fault.value.problems
    terms = (BOOKS / "shengji-40" / "terms.yaml").read_text(encoding="utf-8")
    assert len(said) == len(re.findall(r"^- id:", terms, re.M)) > 5
    assert all("在同一项目的另一本书里已经有了（shengji-40/terms.yaml:" in sentence(each.what) for each in said)
    assert all(each.file.parent.name == "shengji-41" and each.line and "请改成不同的编号" in each.do for each in said)
