"""The three regulations of the tests, brought as somebody brings them."""

from __future__ import annotations

from pathlib import Path

from rules_data.brought.making import About, digest, make
from rules_data.brought.model import Brought

TEXTS = Path(__file__).with_name("texts")
GUANDAN, BRIDGE, SHENGJI = "guandan.txt", "bridge.md", "shengji.txt"
LETTERS = "bridge_letters.txt"  # a supplement as bridge texts are numbered
GAMES = {
    GUANDAN: ("guandan", "guandan-2017"),
    BRIDGE: ("bridge", "bridge-1999"),
    SHENGJI: ("shengji", "shengji-40"),
    LETTERS: ("bridge", "bridge-1999"),
}
AT = "2026-11-20T08:00:00Z"


def same(text: str) -> str:
    """The text as it is: these are in Simplified characters."""
    return text


def text_of(name: str) -> str:
    return (TEXTS / name).read_text(encoding="utf-8")


def brought(name: str, text: str = "", event: str = "") -> Brought:
    """One of the three, or another text in its place."""
    text = text or text_of(name)
    game, base = GAMES[name]
    about = About(game=game, base=base, event=event)
    return make(text, digest(text.encode()), name, about, at=AT, by="裁判甲", simplified=same)
