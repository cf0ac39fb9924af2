"""Whether a question and its answers, or else the answers alone, have room at the bottom of the screen, where the thumb is."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from app.ruling.remembered import unconfirmed
from app.widgets.basics import lines
from app.widgets.numbers import COUNTABLE, LARGE_KEYS
from app.window import theme

if TYPE_CHECKING:
    from app.ruling.ruling import Posed
    from app.ruling.walk import Walk
    from app.window.session import Session

TALL = (
    "auction",
    "cards",
    "card",
    "call",
    "seat",
    "text",
    "history",
    "time",
)  # pads and tables, and what needs a keyboard
ABOVE = 260  # px of the bar, the place, the deal and a row of chips, with letters of plain size
ANSWERS = 0.45  # of the height of the window that answers may take from the question above them
STILL = 60  # px of what is remembered of the table and asked beside the question
BUTTON, GAP, LINE = 60, 12, 1.4  # px of an answer of one line and between two; of the size of its letters


def fits(session: Session, walk: Walk, posed: Posed) -> bool:
    """Tell whether the question is small enough to stand below what is known, without scrolling."""
    if posed.fact.kind in TALL or (walk.keyed and posed.typable):
        return False
    width = min(session.layout.pane or theme.READING_WIDTH, theme.READING_WIDTH) - 32
    said = [(posed.ask, 23.0), (posed.help or "", theme.BODY), *((line, theme.BODY) for line in posed.explain)]
    needed = 90 + sum(_lines(session, text, size, width) for text, size in said)
    needed += 70 if posed.who or posed.explain else 0
    needed += sum(_button(session, usual.say, None, min(width, theme.WIDEST)) for usual in walk.usual())
    needed += _answers(session, posed, width) + len(unconfirmed(walk)) * STILL * session.settings.text_scale
    if not walk.begun and (names := walk.entries()):
        needed += _button(session, f"先录入{walk.labels(names)}（可跳过）", None, width)
    return needed <= (session.page.height or 800) - ABOVE * max(1.0, session.settings.text_scale)


def answers_fit(session: Session, walk: Walk, posed: Posed) -> bool:
    """Tell whether at least the answers can stay at the bottom, while the question and what is known scroll above them."""
    if posed.fact.kind in TALL or (walk.keyed and posed.typable):
        return False
    width = min(session.layout.pane or theme.READING_WIDTH, theme.READING_WIDTH) - 32
    needed = _answers(session, posed, width) + (2 * (BUTTON + GAP) if posed.entry else 0)
    return needed <= ANSWERS * (session.page.height or 800)


def _lines(session: Session, text: str, size: float, width: float) -> float:
    """px that a text needs."""
    return lines(session, text, size, width) * session.px(size) * LINE


def _button(session: Session, text: str, about: str | None, width: float) -> float:
    inside = width - 56
    high = _lines(session, text, theme.LAW, inside) + (_lines(session, about, theme.SMALL, inside) if about else 0)
    return max(BUTTON, high + 34) + GAP


def _answers(session: Session, posed: Posed, width: float) -> float:
    fact = posed.fact
    if fact.kind == "choice":
        return sum(_button(session, option.text, option.help, width) for option in fact.options.values())
    if fact.kind == "number":
        low, high = fact.minimum, fact.maximum
        if low is None or high is None or high - low >= COUNTABLE:
            return 220.0
        keys = int(high - low) + 1
        key, row = (84, 68) if keys <= LARGE_KEYS else (66, 60)
        return ceil(keys / max(1, width // key)) * row * max(1.0, session.settings.text_scale)
    return _button(session, "是", None, width)
