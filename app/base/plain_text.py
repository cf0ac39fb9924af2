"""Texts that come from elsewhere, as they can be put on a screen: nothing that hides or turns others, no more than fits."""

from __future__ import annotations

import unicodedata

LINE = 120  # characters of a name or a title
WHOLE = 4_000  # of a text on a page of its own
_INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")  # categories: controls, direction, halves, private, none
_KEPT = chr(0x200D) + chr(0xFE0F)  # parts of one picture, which no font of ours need have


def shown(text: object, most: int = WHOLE, *, lines: bool = False) -> str:
    """Return a text as it can be shown; a longer one is cut off and says how long it is. ``lines``: line breaks stay."""
    whole = str(text)
    cut = whole[:most]
    if not cut.isprintable():
        cut = "".join(_seen(c, lines) for c in cut)
    return cut if len(whole) <= most else f"{cut}……（共 {len(whole)} 字）"


def _seen(character: str, lines: bool) -> str:
    if character in "\n\r\t\u2028\u2029":
        return "\n" if lines and character == "\n" else " "
    return "" if unicodedata.category(character) in _INVISIBLE and character not in _KEPT else character


def joined(names: tuple[str, ...] | list[str], most: int = 12) -> str:
    """Return names in one line; of many only the first."""
    said = "、".join(shown(name, 40) for name in names[:most])
    return f"{said}等 {len(names)} 个" if len(names) > most else said
