"""Text out of .pdf files made here: with text, scanned, with a password, without a character map."""

from __future__ import annotations

import io
import sys

import pytest
from fpdf import FPDF
from pypdf import PdfWriter

from app.brought.bringing import NotBrought, source_of
from app.brought.pdf_file import NotPdf, _garbled, _joined, _without_furniture, text_of_pdf
from app.papers.sheet import FONT
from tests.rules_data.brought.making import text_of


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


def without_map(data: bytes) -> bytes:
    """The same paper with the maps from its glyphs to characters taken out, as some printers and old programs leave it."""
    writer = PdfWriter(clone_from=io.BytesIO(data))
    taken = 0
    for page in writer.pages:
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
            taken += font.get_object().pop("/ToUnicode", None) is not None
    assert taken
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


@pytest.mark.parametrize("pages", [1, 3])
@pytest.mark.parametrize("lines", [5, 30], ids=["short", "long"])
def test_a_real_file_without_a_character_map_says_so_and_is_not_called_scanned(lines: int, pages: int) -> None:
    whole = text_of("guandan.txt").replace("\t", " ").split("\n")
    data = paper([whole[:lines]] * pages)
    assert whole[2].strip() in text_of_pdf(data)  # with its map it is read
    with pytest.raises(NotPdf) as fault:
        text_of_pdf(without_map(data))
    assert "没有字符对照" in str(fault.value) and str(fault.value).count("。") == 1
    with pytest.raises(NotBrought, match=r"《规程\.pdf》里的文字没有字符对照"):
        source_of("规程.pdf", without_map(data))


def test_where_nothing_reads_pdf_it_is_said_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the site, and in a bare wheel: one sentence each."""
    monkeypatch.setitem(sys.modules, "pypdf", None)
    with pytest.raises(NotBrought) as fault:
        source_of("规程.pdf", paper([["规程"]]))
    assert "没有装读它的 pypdf" in str(fault.value) and str(fault.value).endswith("。")
    monkeypatch.setattr(sys, "platform", "emscripten")
    with pytest.raises(NotBrought) as fault:
        source_of("规程.pdf", paper([["规程"]]))
    assert str(fault.value) == "《规程.pdf》是 PDF，网页里不读：请复制文字粘贴到这里，或另存为 .docx，或在电脑上打开。"


def test_on_a_phone_that_has_nothing_to_read_it_with_it_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "app.brought.pdf_file", None)
    with pytest.raises(NotBrought, match="手机上不读"):
        source_of("规程.pdf", b"%PDF-1.7")


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
