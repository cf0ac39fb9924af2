"""The head of the journal on paper: read by a program that is not ours, typed from the paper, and held against the journal."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zxingcpp
from PIL import Image, ImageDraw
from pypdf import PdfReader
from pypdf.generic import ContentStream

from app.base.opened import handbook, trees
from app.journal.entries import Entry, Event
from app.journal.heads import code_of, read_code
from app.journal.journal import Journal
from app.journal.records import NO_EVENT, EventBody
from app.journal.sqlite_store import open_store
from app.papers.report import ruling_report
from app.papers.ruling_form import ruling_form
from tests.app.journal.attacks import RECEIPT, File
from tests.app.journal.attacks import ruling as violation

Make = Callable[..., tuple[Entry, dict[str, Any], Any]]
Pages = Callable[[bytes], list[str]]
AT = "2026-11-21T14:20:00+08:00"
PIXELS = 10  # of a millimetre


def scanned(paper: bytes) -> list[str]:
    """What a camera reads in the upper right corner of the first page: its black rectangles drawn, and nothing else of it."""
    page = PdfReader(io.BytesIO(paper)).pages[0]
    image = Image.new("L", (210 * PIXELS, 60 * PIXELS), 255)
    draw = ImageDraw.Draw(image)
    scale = PIXELS * 25.4 / 72
    content = page.get_contents()
    assert content is not None
    shade, waiting = 0.0, []
    for numbers, operator in ContentStream(content, None).operations:
        if operator == b"g":
            shade = float(numbers[0])
        elif operator == b"re":
            waiting.append([float(each) for each in numbers])
        elif operator in (b"f", b"F", b"f*"):
            for x, y, wide, high in waiting if shade == 0 else ():
                top = float(page.mediabox.height) - max(y, y + high)
                box = (x * scale, top * scale, (x + wide) * scale - 1, (top + abs(high)) * scale - 1)
                draw.rectangle(tuple(map(round, box)), fill=0)
            waiting = []
        elif operator in (b"n", b"S", b"B", b"s", b"b"):
            waiting = []
    found = zxingcpp.read_barcodes(image)
    assert all(each.position.top_left.x > 165 * PIXELS for each in found), "it stands in the corner"
    return [each.text for each in found]


@pytest.fixture
def book(tmp_path: Path) -> Journal:
    made = Journal(open_store(tmp_path / "journal.sqlite"), "甲")
    for number in range(1, 5):
        made.save_ruling(NO_EVENT, violation(number), RECEIPT)
    return made


def test_a_form_and_a_report_carry_the_head_and_the_journal_is_held_against_it(
    tmp_path: Path, book: Journal, ruling: Make, event: Event, pages: Pages
) -> None:
    store = book.store
    code = code_of(store.head())  # type: ignore[attr-defined]
    entry, receipt, _ = ruling("guandan.guandan.announced_twice.first")
    form = ruling_form(entry, event, handbook(), receipt=receipt, library=trees(), head=code)
    report = ruling_report([entry], event, handbook(), printed_at=AT, head=code)
    assert len(pages(form)) == 1, "a plain warning stands on one page all the same"
    for paper in (form, report):
        assert scanned(paper) == [code.qr]
        for page in pages(paper):
            (typed,) = re.findall(r"日志头([0-9A-Z-]+)：", page)
            assert read_code(typed) == read_code(code.text)
    book.save_ruling(NO_EVENT, violation(5), RECEIPT)
    found = store.verify((read_code(code.text), read_code(scanned(form)[0])))  # type: ignore[attr-defined]
    assert found.sound and sum(f"给出的头 {code.text}：相符" in each for each in found.anchors) == 2
    store.close()

    file = File(
        tmp_path / "journal.sqlite"
    )  # one who has the key as well: what is signed anew fits, the paper does not
    file.run("UPDATE records SET author = '乙' WHERE seq = 2")
    file.checked()
    file.close()
    again = open_store(tmp_path / "journal.sqlite")
    faults = again.verify((read_code(scanned(form)[0]),)).faults
    again.close()
    assert any(f"给出的头 {code.text} 对不上" in each for each in faults)


def test_without_a_head_nothing_of_it_stands_there(ruling: Make, event: Event, pages: Pages) -> None:
    entry, receipt, _ = ruling("guandan.guandan.announced_twice.first")
    paper = ruling_form(entry, event, handbook(), receipt=receipt, library=trees())
    assert scanned(paper) == [] and "日志头" not in "".join(pages(paper))


def test_a_long_title_stands_clear_of_the_code(book: Journal, ruling: Make) -> None:
    entry, receipt, _ = ruling("guandan.guandan.announced_twice.first")
    event = Event("01K", EventBody("第三十九届全国掼牌公开赛暨长三角城市群友好邀请赛团体甲组决赛阶段第二赛区" * 2))
    code = code_of(book.store.head())  # type: ignore[attr-defined]
    paper = ruling_form(entry, event, handbook(), receipt=receipt, library=trees(), head=code)
    assert scanned(paper) == [code.qr]
    ends: list[float] = []

    def note(text: str, _: Any, matrix: Any, font: Any, size: float) -> None:
        high = matrix[5] * 25.4 / 72
        if text.strip() and 297 - high < 32:
            ends.append(matrix[4] * 25.4 / 72 + len(text.strip()) * size * 25.4 / 72)

    PdfReader(io.BytesIO(paper)).pages[0].extract_text(visitor_text=note)
    assert ends and max(ends) < 190 - 17
