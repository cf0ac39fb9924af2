"""Text out of .pdf files made here: with text, scanned, with a password, without a character map."""

from __future__ import annotations

import io

import pytest
from fpdf import FPDF
from pypdf import PdfWriter

from app.brought.pdf_file import NotPdf, _garbled, _joined, _without_furniture, text_of_pdf
from app.papers.sheet import FONT


def paper(pages: list[list[str]]) -> bytes:
    """A PDF with these lines on its pages, in a font with a character map."""
    pdf = FPDF(format="A4")
    pdf.add_font("song", fname=FONT)
    for lines in pages:
        pdf.add_page()
        pdf.set_font("song", size=12)
        for line in lines:
            pdf.cell(0, 8, line, new_x="LMARGIN", new_y="NEXT")
    return bytes(pdf.output())


def test_a_scanned_file_says_what_to_do() -> None:
    writer = PdfWriter()
    for _ in range(3):
        writer.add_blank_page(200, 200)
    out = io.BytesIO()
    writer.write(out)
    with pytest.raises(NotPdf, match="扫描的 PDF"):
        text_of_pdf(out.getvalue())


def test_a_file_with_a_password_says_so() -> None:
    writer = PdfWriter()
    writer.add_blank_page(200, 200)
    writer.encrypt("geheim", algorithm="RC4-40")
    out = io.BytesIO()
    writer.write(out)
    with pytest.raises(NotPdf, match="密码"):
        text_of_pdf(out.getvalue())


@pytest.mark.parametrize("data", [b"%PDF-1.7\n", b"%PDF-1.7\n" + bytes(range(256)) * 20, b""])
def test_a_broken_file_is_one_sentence(data: bytes) -> None:
    with pytest.raises(NotPdf) as fault:
        text_of_pdf(data)
    assert str(fault.value).endswith("。") and "\n" not in str(fault.value)


def test_what_has_no_character_map_is_no_text() -> None:
    assert _garbled("\ue001\ue002\ue003" * 50)
    assert _garbled("ÁÈÍÓÚ" * 80)
    assert not _garbled("第一条 比赛采用本规程，选手应当遵守规则。" * 20)


def test_numbers_and_heads_of_pages_are_left_out() -> None:
    pages = [["江城杯规程", f"第{n}条 内容{n}。", f"— {n} —"] for n in ("1", "2", "3")]
    assert _without_furniture(pages) == ["第1条 内容1。", "第2条 内容2。", "第3条 内容3。"]


def test_lines_that_the_page_broke_are_put_together() -> None:
    lines = [
        "第一条 参赛选手应当在比赛开始以前十分钟到达赛场并且向裁判报到，逾期不到的按照弃",
        "权处理。",
        "第二条 着装",
        "一、不得穿拖鞋。",
    ]
    assert _joined(lines) == [lines[0] + lines[1], *lines[2:]]


def test_text_comes_out_as_it_was_printed() -> None:
    data = paper([["规程", "第一条 宗旨", "为了办好比赛，制定本规程。", "第二条 时间", "周六上午九点开始。"]])
    text = text_of_pdf(data)
    assert "第一条 宗旨" in text and "周六上午九点开始。" in text
