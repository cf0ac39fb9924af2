"""The font of icons cut down to those the app draws: of eight thousand it needs about a hundred."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable
from pathlib import Path

NUMBERS = "flet/controls/material/icons.json"
_NAMED = re.compile(r"\bIcons\.([A-Z][A-Z0-9_]*)")
_FORMS = ("OUTLINED", "ROUNDED", "SHARP")
OF_FLUTTER = (  # what its controls draw by themselves
    "ADD", "ARROW_BACK", "ARROW_BACK_IOS", "ARROW_BACK_IOS_NEW", "ARROW_DOWNWARD", "ARROW_DROP_DOWN", "ARROW_DROP_UP",
    "ARROW_FORWARD", "ARROW_LEFT", "ARROW_RIGHT", "ARROW_UPWARD", "CALENDAR_TODAY", "CANCEL", "CHECK", "CHEVRON_LEFT",
    "CHEVRON_RIGHT", "CLEAR", "CLOSE", "CONTENT_COPY", "CONTENT_CUT", "CONTENT_PASTE", "DELETE", "DONE", "EDIT", "ERROR",
    "ERROR_OUTLINE", "EXPAND_LESS", "EXPAND_MORE", "FIRST_PAGE", "INFO", "KEYBOARD", "KEYBOARD_ARROW_DOWN",
    "KEYBOARD_ARROW_LEFT", "KEYBOARD_ARROW_RIGHT", "KEYBOARD_ARROW_UP", "LAST_PAGE", "MENU", "MORE_HORIZ", "MORE_VERT",
    "REMOVE", "SCHEDULE", "SEARCH", "SELECT_ALL", "SHARE", "UNFOLD_MORE", "VISIBILITY", "VISIBILITY_OFF", "WARNING",
)  # fmt: skip


def named_icons(sources: Iterable[bytes]) -> set[str]:
    """Return the names of the icons that Python sources draw."""
    return {name for source in sources for name in _NAMED.findall(source.decode())}


def numbers(all_of_them: bytes, names: Iterable[str]) -> bytes:
    """Return Flet's list of icons by name, of these alone: each start reads it."""
    known: dict[str, int] = json.loads(all_of_them)
    return json.dumps({name: known[name] for name in sorted(names) if name in known}, separators=(",", ":")).encode()


def cut_down(font: Path, names: Iterable[str]) -> bytes:
    """Return the font with these icons and those of Flutter's own controls; the whole font where it lacks one of them."""
    from fontTools.subset import Options, Subsetter  # type: ignore[import-untyped]
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

    opened = TTFont(font, recalcTimestamp=False)  # the same icons make the same file
    glyphs = [_glyph(name) for name in {*names, *OF_FLUTTER}]
    if not set(glyphs) <= set(opened.getGlyphOrder()):
        return font.read_bytes()
    subsetter = Subsetter(Options(glyph_names=False, hinting=False, notdef_outline=True))
    subsetter.populate(glyphs=glyphs)
    subsetter.subset(opened)
    made = io.BytesIO()
    opened.save(made)
    return made.getvalue()


def _glyph(name: str) -> str:
    """GAVEL is gavel_baseline, GAVEL_OUTLINED gavel_outlined; a name may begin with a number, which is a word in Python."""
    plain, _, form = name.rpartition("_")
    return f"{plain}_{form}".lower() if form in _FORMS else f"{name}_baseline".lower()
