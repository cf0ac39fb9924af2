"""Where a text has a space too many: between characters, or a character and a figure, a card, a call, a placeholder."""

from __future__ import annotations

import re

_HAN = "\u4e00-\u9fff，。：；（）、“”？！"
_STRAY = re.compile(
    rf"[{_HAN}]+ +[\u4e00-\u9fff0-9♠♥♦♣{{+−]+|(?:[0-9}}♠♥♦♣]|[♠♥♦♣][AKQJ]|[0-9]NT) +[{_HAN}]+"  # not of IMP 换算
)


def stray_space(text: str) -> str | None:
    """Where a space stands between a character and a figure, a card, a call, a placeholder or another character."""
    found = _STRAY.search(text)
    return found[0] if found else None
