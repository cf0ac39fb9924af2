"""Text out of .docx files, made here as Word makes them: numbered lists, merged cells, heads of pages, revisions, footnotes."""

from __future__ import annotations

import io
import random
import zipfile

import pytest

from rules_data.brought.reading import read_text
from rules_data.brought.word_file import NotWord, text_of

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def word(body: str, **parts: str) -> bytes:
    """A .docx with this body; other parts by the names of their files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", f"<w:document {W}><w:body>{body}</w:body></w:document>")
        for name, content in parts.items():
            archive.writestr(f"word/{name}.xml", content)
    return out.getvalue()


def p(text: str, list_: tuple[str, int] | None = None, style: str = "") -> str:
    numbered = f'<w:numPr><w:ilvl w:val="{list_[1]}"/><w:numId w:val="{list_[0]}"/></w:numPr>' if list_ else ""
    styled = f'<w:pStyle w:val="{style}"/>' if style else ""
    return f"<w:p><w:pPr>{styled}{numbered}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def level(at: int, shape: str, text: str, start: int = 1) -> str:
    return (
        f'<w:lvl w:ilvl="{at}"><w:start w:val="{start}"/><w:numFmt w:val="{shape}"/><w:lvlText w:val="{text}"/></w:lvl>'
    )


NUMBERING = (
    f"<w:numbering {W}>"
    f'<w:abstractNum w:abstractNumId="0">{level(0, "chineseCounting", "第%1条")}{level(1, "chineseCounting", "%2、")}'
    f"{level(2, 'decimal', '(%3)')}</w:abstractNum>"
    f'<w:abstractNum w:abstractNumId="1">{level(0, "decimal", "%1.")}{level(1, "decimal", "%1.%2")}</w:abstractNum>'
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>'
    '<w:num w:numId="3"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>'
    "</w:numbering>"
)
STYLES = (
    f'<w:styles {W}><w:style w:styleId="Law"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
    '<w:style w:styleId="Own"><w:basedOn w:val="Law"/></w:style></w:styles>'
)


def test_numbers_that_word_puts_before_paragraphs_are_text() -> None:
    body = (
        p("比赛规程")
        + p("宗旨", ("1", 0)) + p("为了比赛。")
        + p("时间", ("1", 0)) + p("周六；", ("1", 1)) + p("周日：", ("1", 1)) + p("上午；", ("1", 2)) + p("下午。", ("1", 2))
        + p("地点", ("1", 0)) + p("楼上。", ("1", 1))
    )  # fmt: skip
    text = text_of(word(body, numbering=NUMBERING))
    assert text.splitlines() == [
        "比赛规程", "第一条 宗旨", "为了比赛。", "第二条 时间", "一、周六；", "二、周日：", "(1)上午；", "(2)下午。",
        "第三条 地点", "一、楼上。",
    ]  # fmt: skip
    by = {each.number: each for top in read_text(text, "own-x").provisions for each in top.walk()}
    assert by["2.2.2"].text == "下午。" and by["3"].title == "地点"


def test_numbers_with_points_lists_that_begin_anew_and_numbers_of_styles() -> None:
    body = (
        p("总则", ("2", 0))
        + p("目的", ("2", 1))
        + p("2分钟内", ("2", 0))
        + p("新的一列", ("3", 0))
        + p("条文", style="Own")
        + p("又一条", style="Law")
    )
    text = text_of(word(body, numbering=NUMBERING, styles=STYLES))
    assert text.splitlines() == ["1. 总则", "1.1 目的", "2. 2分钟内", "1. 新的一列", "第一条 条文", "第二条 又一条"]


def cell(text: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{p(text)}</w:tc>"


def test_a_table_with_merged_cells() -> None:
    table = (
        "<w:tbl>"
        f"<w:tr>{cell('轮次')}{cell('时间')}{cell('地点')}</w:tr>"
        f"<w:tr>{cell('1')}{cell('上午', '<w:vMerge w:val=&quot;restart&quot;/>'.replace('&quot;', chr(34)))}{cell('一楼')}</w:tr>"
        f"<w:tr>{cell('2')}{cell('', '<w:vMerge/>')}{cell('二楼')}</w:tr>"
        f"<w:tr>{cell('3')}{cell('另行通知', '<w:gridSpan w:val=' + chr(34) + '2' + chr(34) + '/>')}</w:tr>"
        "</w:tbl>"
    )
    text = text_of(word(p("规程") + p("第一条 赛程") + table + p("第二条 其他")))
    assert text.split("\n")[2:6] == ["轮次\t时间\t地点", "1\t上午\t一楼", "2\t\t二楼", "3\t另行通知\t"]
    outline = read_text(text, "own-x")
    assert outline.tables[0].rows == (("1", "上午", "一楼"), ("2", "", "二楼"), ("3", "另行通知", ""))
    assert outline.doubts == ()


def test_heads_of_pages_and_what_was_deleted_are_left_out_and_footnotes_come_after() -> None:
    deleted = "<w:p><w:del><w:r><w:delText>作废的话</w:delText></w:r></w:del><w:ins><w:r><w:t>加上的话</w:t></w:r></w:ins></w:p>"
    noted = '<w:p><w:r><w:t>见注</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>'
    line = f'<w:footnote w:type="separator" w:id="0">{p("x")}</w:footnote>'
    notes = f'<w:footnotes {W}>{line}<w:footnote w:id="2">{p("说明")}</w:footnote></w:footnotes>'
    head = f"<w:hdr {W}>{p('页眉')}</w:hdr>"
    text = text_of(word(p("规程") + deleted + noted, footnotes=notes, header1=head))
    assert text.splitlines() == ["规程", "加上的话", "见注[注2]", "[注2] 说明"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"PK\x03\x04 no archive", "打不开"),
        (word("")[:-30], "打不开"),
        (word(""), "里面没有文字"),
        (word("<w:p><w:drawing/></w:p>"), "里面没有文字"),
    ],
    ids=["no archive", "cut off", "empty", "a picture"],
)
def test_what_is_no_document_is_one_sentence(data: bytes, said: str) -> None:
    with pytest.raises(NotWord) as fault:
        text_of(data)
    assert said in str(fault.value) and str(fault.value).endswith("。")


def test_another_archive_and_a_bomb_are_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
    with pytest.raises(NotWord, match="不是 Word"):
        text_of(out.getvalue())
    entities = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]><x/>'
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", entities)
    with pytest.raises(NotWord, match="太大或写法不寻常"):
        text_of(out.getvalue())
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b" " * 41_000_000)
    with pytest.raises(NotWord, match="太大或写法不寻常"):
        text_of(out.getvalue())


def test_a_table_within_a_cell_and_cells_within_a_control_are_read_once() -> None:
    """A form drawn with tables in tables, as Word's templates are: its inner rows are text of the cell they stand in."""
    inner = f"<w:tbl><w:tr><w:tc>{p('时限')}</w:tc><w:tc>{p('30秒')}</w:tc></w:tr></w:tbl>"
    control = f"<w:sdt><w:sdtContent><w:tc>{p('附件')}</w:tc></w:sdtContent></w:sdt>"
    outer = f"<w:tbl><w:tr><w:tc>{p('第一项')}{inner}</w:tc>{control}</w:tr></w:tbl>"
    assert text_of(word(outer)).split() == ["第一项", "时限", "30秒", "附件"]


def test_tables_nested_deep_are_read_in_the_time_of_their_length() -> None:
    """Twenty in each other: were every row read once more for each table around it, a million would be."""
    nested = p("里面")
    for depth in range(20):
        nested = f"<w:tbl><w:tr><w:tc>{p(f'第{depth}层')}{nested}</w:tc></w:tr></w:tbl>"
    assert text_of(word(nested)).split().count("里面") == 1


@pytest.mark.parametrize("number", ["x", "-1", "²", "٣", "9" * 5000, "99999999", ""])
def test_numbers_that_are_none_leave_the_text(number: str) -> None:
    """Of levels, of beginnings, of columns: as no version of Word writes them."""
    level = f'<w:lvl w:ilvl="{number}"><w:start w:val="{number}"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1、"/></w:lvl>'
    override = f'<w:lvlOverride w:ilvl="{number}"><w:startOverride w:val="{number}"/></w:lvlOverride>'
    numbering = (
        f'<w:numbering {W}><w:abstractNum w:abstractNumId="0">{level}</w:abstractNum>'
        f'<w:num w:numId="1"><w:abstractNumId w:val="0"/>{override}</w:num></w:numbering>'
    )
    of = f'<w:pPr><w:numPr><w:ilvl w:val="{number}"/><w:numId w:val="1"/></w:numPr></w:pPr>'
    cell = f'<w:tc><w:tcPr><w:gridSpan w:val="{number}"/></w:tcPr>{p("一格")}</w:tc>'
    text = text_of(
        word(f"<w:p>{of}<w:r><w:t>一条</w:t></w:r></w:p><w:tbl><w:tr>{cell}</w:tr></w:tbl>", numbering=numbering)
    )
    assert "一条" in text and "一格" in text and len(text) < 200


def test_a_document_damaged_anywhere_is_read_or_refused_in_one_sentence() -> None:
    sound, chance, refused = word(p("第一条 总则") * 30, numbering=f"<w:numbering {W}/>"), random.Random(23), 0
    for at in range(0, len(sound), 2):
        wrong = bytearray(sound)
        wrong[at] = chance.randrange(256)
        try:
            assert text_of(bytes(wrong))
        except NotWord as fault:
            assert str(fault).endswith("。") and "\n" not in str(fault)
            refused += 1
    assert refused > 50
