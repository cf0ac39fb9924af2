"""The paper itself: pages, tables, characters the font lacks."""

from __future__ import annotations

import io
from collections.abc import Callable

from pypdf import PdfReader

from app.papers.sheet import Letters, Sheet, fitted

Pages = Callable[[bytes], list[str]]


def places(data: bytes) -> list[tuple[int, float, float, str]]:
    """Where each piece of text stands: page, x and y in mm from the upper left."""
    found: list[tuple[int, float, float, str]] = []
    for number, page in enumerate(PdfReader(io.BytesIO(data)).pages, 1):

        def note(text: str, _: object, tm: list[float], *__: object, number: int = number) -> None:
            if text.strip():
                found.append((number, tm[4] * 25.4 / 72, 297 - tm[5] * 25.4 / 72, text))

        page.extract_text(visitor_text=note)
    return found


def test_a_page_with_nothing_on_it(pages: Pages) -> None:
    assert pages(Sheet("空").finish()) == ["第1页，共1页"]


def test_suits_and_marks_are_printed(pages: Pages) -> None:
    sheet = Sheet("花色")
    sheet.text("♠♥♦♣ 1♥-2NT ①②③ “引号”《书名》……—— ■□ 2ⁿ āǎ")
    assert "♠♥♦♣1♥-2NT①②③“引号”《书名》……——■□2ⁿāǎ" in pages(sheet.finish())[0]
    assert not sheet.missing


def test_a_long_text_goes_on_over_pages_and_stays_on_them(pages: Pages) -> None:
    sheet = Sheet("长", "页脚")
    sheet.text("裁决" * 3000, mark="1.")
    data = sheet.finish()
    found = pages(data)
    assert len(found) > 2 and "".join(found).count("裁决") == 3000
    for number, page in enumerate(found, 1):
        assert f"第{number}页，共{len(found)}页" in page and "页脚" in page
    assert all(19.9 < x < 190 and (18 < y < 276 or 283 < y < 290) for _, x, y, _ in places(data))


def test_a_row_higher_than_a_page_is_parted_under_its_headings(pages: Pages) -> None:
    sheet = Sheet("表")
    sheet.table(("序号", "内容"), (1, 4), [("1", "长" * 3000), ("2", "短")])
    found = pages(sheet.finish())
    assert len(found) > 1 and "".join(found).count("长") == 3000
    assert all("序号内容" in page for page in found)


def test_headings_and_signatures_are_not_left_alone(pages: Pages) -> None:
    for filled in range(30, 46):
        sheet = Sheet("题")
        for _ in range(filled):
            sheet.text("行")
        sheet.heading("标题")
        sheet.text("正文")
        sheet.signatures([("裁判员", ""), ("裁判长", ""), ("一方", ""), ("另一方", "")])
        found = pages(sheet.finish())
        assert any("标题正文" in page for page in found)
        assert any("裁判员" in page and "另一方" in page for page in found)


def test_characters_the_font_lacks_are_said_and_no_box_is_printed(pages: Pages) -> None:
    sheet = Sheet("缺字")
    sheet.text("选手张𠮷与李😀，张𠮷再次")
    text = "".join(pages(sheet.finish()))
    assert "选手张〓与李〓，张〓再次" in text
    assert "下列2个字" in text and "U+20BB7" in text and "U+1F600" in text
    assert "\0" not in text and "�" not in text


def test_rarer_names_are_printed(pages: Pages) -> None:
    sheet = Sheet("名")
    sheet.text("王玥赵喆堃犇祎珺翀赟彧㛃䶮")
    assert "王玥赵喆堃犇祎珺翀赟彧㛃䶮" in pages(sheet.finish())[0] and not sheet.missing


def test_what_cannot_be_seen_is_left_out(pages: Pages) -> None:
    sheet = Sheet("控制")
    sheet.text("甲\x00\x1b\u200b\ufe0f乙\r\n丙\t丁")
    assert "甲乙丙丁" in pages(sheet.finish())[0] and not sheet.missing


def test_the_font_is_embedded_with_what_is_used_only() -> None:
    sheet = Sheet("字体")
    sheet.title("裁决单", "某赛")
    data = sheet.finish()
    assert len(data) < 60_000
    fonts = PdfReader(io.BytesIO(data)).pages[0]["/Resources"]["/Font"]  # type: ignore[index]
    descriptors = [f.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"] for f in fonts.values()]
    assert descriptors and all("/FontFile2" in each for each in descriptors)


def test_a_paper_set_smaller_is_the_same_and_reads_the_font_once(pages: Pages) -> None:
    made: list[Sheet] = []

    def compose(letters: Letters) -> Sheet:
        sheet = Sheet("略长", letters=letters)
        for n in range(45):
            sheet.text(f"第{n}行：裁判长、申诉委员会")
        made.append(sheet)
        return sheet

    together = pages(fitted(compose))
    assert len(together) == 1 and made[0].pages == 2, "it is a page too long at first"
    assert {id(sheet.font) for sheet in made} == {id(made[0].font)} and len(made) > 2
    alone = Sheet("略长", letters=Letters(next(each.letters.scale for each in made[2:] if each.pages == 1)))
    for n in range(45):
        alone.text(f"第{n}行：裁判长、申诉委员会")
    assert alone.font is not made[0].font and pages(alone.finish()) == together
