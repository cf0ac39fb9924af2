"""The text of a .docx file: paragraphs with the numbers Word puts before them, tables as rows with tabulators.

What stands at the head and foot of pages is no part of the text and is left out, as is what was deleted under revision; the
file itself stays beside the text byte for byte. Standard library only.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from xml.etree import ElementTree

from rules_data.numerals import LARGEST, to_chinese

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_LARGEST = 40_000_000
"""Bytes of one part of the file once it is unpacked."""
_SKIPPED = {f"{_W}{name}" for name in ("del", "moveFrom", "instrText", "delText", "rPr", "pPr")} | {f"{_MC}Fallback"}
_DEEPEST = 60
_LEVELS, _LAST, _WIDEST = 8, 9_999, 60
"""The deepest level of a list, which Word counts from 0; the last number one may begin with; the most columns of a cell."""
_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
_STEMS = "甲乙丙丁戊己庚辛壬癸"


class NotWord(ValueError):
    """No .docx that can be read; the message goes on from the name of the file and says what to do."""


@dataclass(frozen=True, slots=True)
class _Level:
    """How one level of a numbered list is numbered."""

    shape: str
    text: str  # 第%1条
    start: int


@dataclass(slots=True)
class _Numbering:
    """The numbered lists of a file, and how far each has come."""

    levels: Mapping[str, Mapping[int, _Level]] = field(default_factory=dict)  # by list
    shared: Mapping[str, str] = field(default_factory=dict)  # of each list, the one it counts with
    styles: Mapping[str, tuple[str, int]] = field(default_factory=dict)  # of a style of paragraphs, its list and level
    _count: dict[tuple[str, int], int] = field(default_factory=dict)

    def next(self, name: str, at: int) -> str:
        """The number of the next paragraph at a level of a list, as it is printed; nothing for a bullet."""
        levels = self.levels.get(name, {})
        level = levels.get(at)
        if level is None:
            return ""
        together = self.shared.get(name, name)
        for deeper in [key for key in self._count if key[0] == together and key[1] > at]:
            del self._count[deeper]
        self._count[together, at] = self._count.get((together, at), level.start - 1) + 1
        text = level.text
        for above in range(at + 1):
            of = levels.get(above)
            if of is not None:
                number = self._count.get((together, above), of.start)
                text = text.replace(f"%{above + 1}", _shaped(number, of.shape))
        return "-" if level.shape == "bullet" else text


def text_of(data: bytes) -> str:
    """The text of a .docx file. Raises :class:`NotWord`."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
            if "word/document.xml" not in names:
                raise NotWord("不是 Word 的 .docx 文件，请在 Word 或 WPS 里“另存为”.docx，再添加。")
            document = _part(archive, "word/document.xml")
            numbering = _numbering(archive, names)
            notes = list(_notes(archive, names))
    except NotWord:
        raise
    except Exception as e:  # whatever a damaged archive makes its parts raise: zlib.error, EOFError, ValueError, ...
        raise NotWord("打不开：文件坏了或有密码，请重新“另存为”.docx，再添加。") from e
    body = document.find(f"{_W}body")
    lines = [*_blocks(body, numbering, 0), *notes] if body is not None else []
    if not any(line.strip() for line in lines):
        raise NotWord("里面没有文字（可能都是图片）：请粘贴文字，或用系统的“提取文字”。")
    return "\n".join(lines) + "\n"


def _part(archive: zipfile.ZipFile, name: str) -> ElementTree.Element:
    info = archive.getinfo(name)
    with archive.open(info) as stream:
        content = stream.read(_LARGEST + 1)
    if len(content) > _LARGEST or b"<!DOCTYPE" in content[:2000] or b"<!ENTITY" in content[:100_000]:
        raise NotWord("太大或写法不寻常，不像一本规程，请另存一次再添加。")
    return ElementTree.fromstring(content)


def _numbering(archive: zipfile.ZipFile, names: set[str]) -> _Numbering:
    if "word/numbering.xml" not in names:
        return _Numbering()
    root = _part(archive, "word/numbering.xml")
    kinds: dict[str, dict[int, _Level]] = {}
    for kind in root.iter(f"{_W}abstractNum"):
        kinds[kind.get(f"{_W}abstractNumId", "")] = {
            _whole(level.get(f"{_W}ilvl", "0"), _LEVELS): _level(level) for level in kind.iter(f"{_W}lvl")
        }
    lists: dict[str, dict[int, _Level]] = {}
    shared: dict[str, str] = {}
    for one in root.iter(f"{_W}num"):
        name = one.get(f"{_W}numId", "")
        kind_of = _value(one, "abstractNumId")
        lists[name] = dict(kinds.get(kind_of, {}))
        shared[name] = f"abstract {kind_of}"
        for override in one.iter(f"{_W}lvlOverride"):
            at = _whole(override.get(f"{_W}ilvl", "0"), _LEVELS)
            started, whole = _value(override, "startOverride"), override.find(f"{_W}lvl")
            if whole is not None:
                lists[name][at] = _level(whole)
            elif started and at in lists[name]:
                lists[name][at] = _Level(lists[name][at].shape, lists[name][at].text, _whole(started, _LAST))
                shared[name] = name  # begins anew
    return _Numbering(lists, shared, _styles(archive, names))


def _level(level: ElementTree.Element) -> _Level:
    start = _value(level, "start")
    return _Level(_value(level, "numFmt") or "decimal", _value(level, "lvlText"), _whole(start, _LAST, 1))


def _whole(written: str, most: int, otherwise: int = 0) -> int:
    """A whole number as Word writes it, ``most`` at most; another for what is none."""
    return min(int(written), most) if re.fullmatch("[0-9]{1,9}", written) else otherwise


def _styles(archive: zipfile.ZipFile, names: set[str]) -> dict[str, tuple[str, int]]:
    if "word/styles.xml" not in names:
        return {}
    found: dict[str, tuple[str, int]] = {}
    based: dict[str, str] = {}
    for style in _part(archive, "word/styles.xml").iter(f"{_W}style"):
        name = style.get(f"{_W}styleId", "")
        based[name] = _value(style, "basedOn")
        numbered = _numbered(style.find(f"{_W}pPr"))
        if numbered is not None:
            found[name] = numbered
    for name in based:
        above, steps = name, 0
        while above and above not in found and steps < 12:
            above, steps = based.get(above, ""), steps + 1
        if above in found:
            found.setdefault(name, found[above])
    return found


def _numbered(properties: ElementTree.Element | None) -> tuple[str, int] | None:
    """The list and the level that a paragraph's properties name."""
    numbers = properties.find(f"{_W}numPr") if properties is not None else None
    if numbers is None:
        return None
    return _value(numbers, "numId"), _whole(_value(numbers, "ilvl"), _LEVELS)


def _value(element: ElementTree.Element, name: str) -> str:
    child = element.find(f"{_W}{name}")
    return child.get(f"{_W}val", "") if child is not None else ""


def _blocks(element: ElementTree.Element, numbering: _Numbering, depth: int) -> Iterator[str]:
    """The lines of what stands in the body or in a cell, in order."""
    if depth > _DEEPEST:
        return
    for child in element:
        if child.tag == f"{_W}p":
            yield from _paragraph(child, numbering).split("\n")
        elif child.tag == f"{_W}tbl":
            yield from _rows(child, numbering, depth)
            yield ""
        elif child.tag not in _SKIPPED:
            yield from _blocks(child, numbering, depth + 1)


def _paragraph(paragraph: ElementTree.Element, numbering: _Numbering) -> str:
    properties = paragraph.find(f"{_W}pPr")
    text = "".join(_runs(paragraph, 0)).strip()
    numbered = _numbered(properties)
    if numbered is None and properties is not None:
        numbered = numbering.styles.get(_value(properties, "pStyle"))
    if numbered is None or numbered[0] in ("", "0") or not text:
        return text
    number = numbering.next(*numbered)
    close = not number or number[-1] in "、．)）:："  # 1. and a figure would be one number
    return f"{number}{text}" if close else f"{number} {text}"


def _runs(element: ElementTree.Element, depth: int) -> Iterator[str]:
    if depth > _DEEPEST:
        return
    for child in element:
        if child.tag == f"{_W}t":
            yield child.text or ""
        elif child.tag == f"{_W}tab":
            yield " "
        elif child.tag in (f"{_W}br", f"{_W}cr"):
            yield "\n"
        elif child.tag == f"{_W}noBreakHyphen":
            yield "-"
        elif child.tag == f"{_W}footnoteReference":
            yield f"[注{child.get(f'{_W}id', '')}]"
        elif child.tag not in _SKIPPED:
            yield from _runs(child, depth + 1)


def _rows(table: ElementTree.Element, numbering: _Numbering, depth: int) -> Iterator[str]:
    """A row a line; a cell over several columns is followed by empty ones, one that goes on from the row above is empty."""
    for row in _of(table, f"{_W}tr"):
        cells: list[str] = []
        for cell in _of(row, f"{_W}tc"):
            properties = cell.find(f"{_W}tcPr")
            across, goes_on = 1, False
            if properties is not None:
                across = max(_whole(_value(properties, "gridSpan"), _WIDEST, 1), 1)
                merged = properties.find(f"{_W}vMerge")
                goes_on = merged is not None and merged.get(f"{_W}val", "continue") == "continue"
            text = " ".join(line for line in _blocks(cell, numbering, depth + 1) if line.strip())
            cells += ["" if goes_on else text.replace("\t", " "), *[""] * (across - 1)]
        yield "\t".join(cells)


def _of(element: ElementTree.Element, tag: str, depth: int = 0) -> Iterator[ElementTree.Element]:
    """The rows of a table or the cells of a row, also those in a control for content; none of a table in a cell."""
    for child in element:
        if child.tag == tag:
            yield child
        elif child.tag not in (*_SKIPPED, f"{_W}tbl", f"{_W}tr", f"{_W}tc") and depth < _DEEPEST:
            yield from _of(child, tag, depth + 1)


def _notes(archive: zipfile.ZipFile, names: set[str]) -> Iterator[str]:
    """The footnotes, after the text."""
    if "word/footnotes.xml" not in names:
        return
    for note in _part(archive, "word/footnotes.xml").iter(f"{_W}footnote"):
        text = " ".join(line for line in _blocks(note, _Numbering(), 0) if line.strip())
        if note.get(f"{_W}type") is None and text:
            yield f"[注{note.get(f'{_W}id', '')}] {text}"


def _shaped(number: int, shape: str) -> str:
    """A number of a list as it is printed."""
    chinese = ("chineseCounting", "chineseCountingThousand", "japaneseCounting", "taiwaneseCounting", "ideographDigital",
               "taiwaneseCountingThousand", "koreanCounting")  # fmt: skip
    if shape in chinese and 1 <= number <= LARGEST:
        return to_chinese(number)
    if shape in ("upperLetter", "lowerLetter") and 1 <= number <= 26:
        return chr((64 if shape == "upperLetter" else 96) + number)
    if shape.startswith("decimalEnclosedCircle") and 1 <= number <= 20:
        return _CIRCLED[number - 1]
    if shape == "ideographTraditional" and 1 <= number <= 10:
        return _STEMS[number - 1]
    if shape in ("upperRoman", "lowerRoman") and 1 <= number <= 39:
        roman = "X" * (number // 10) + ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[number % 10]
        return roman if shape == "upperRoman" else roman.lower()
    return f"{number:02d}" if shape == "decimalZero" else str(number)
