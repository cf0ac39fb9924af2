"""Breaking Chinese text into lines: between any two characters, but no mark that closes starts a line, none that opens ends it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CLOSING = "，。、；：？！）】》〉」』〕’”…—～·,.;:!?)]}%℃°"
OPENING = "（【《〈「『〔‘“([{"
_UNITS = re.compile(r"[ \t]+|[0-9A-Za-z+/_@#&=*♠♥♦♣\u00c0-\u024f.\-–]+|.", re.DOTALL)


def units(text: str) -> Iterator[str]:
    """Yield what must stay together: a word, a number, a character with the marks that belong to it."""
    held = ""  # what has not been given out yet
    opened = False  # it waits for what follows
    for match in _UNITS.finditer(text):
        unit = match[0]
        if held and not unit.isspace() and (opened or unit[0] in CLOSING) and not held.isspace():
            held += unit
        else:
            if held:
                yield held
            held = unit
        opened = held[-1] in OPENING
    if held:
        yield held


def lines(text: str, room: float, width: Callable[[str], float]) -> list[str]:
    """Break a text into lines no wider than ``room``; an empty text is one empty line."""
    return [line for paragraph in text.split("\n") for line in _paragraph(paragraph, room, width)]


def _paragraph(text: str, room: float, width: Callable[[str], float]) -> Iterator[str]:
    line, used = "", 0.0
    for unit in units(text):
        needed = width(unit)
        if used + needed <= room:
            line, used = line + unit, used + needed
            continue
        if line.strip():
            yield line.rstrip()
        line, used = "", 0.0
        if unit.isspace():
            continue
        for character in unit if needed > room else (unit,):  # longer than a line: break it anywhere
            needed = width(character)
            if used + needed > room and line:
                yield line
                line, used = "", 0.0
            line, used = line + character, used + needed
    yield line.rstrip()
