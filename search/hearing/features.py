"""What of a story counts: its characters in short runs and with gaps, with seats, suits and numbers as their kind.

Learning and hearing cut a sentence alike, so both call :func:`features` and nothing else.
"""

from __future__ import annotations

import re
import unicodedata

SEAT, SUIT, NUMBER = "S", "H", "N"
"""What stands for a seat, a suit, a number or rank: capital letters, as nothing else is one any more."""

FARTHEST = 11  # characters from the first of a pair to the second

_MISHEARD = (  # what dictation makes of the words of the table, and the word
    ("红星|红桃|红心", "红心"),
    ("草花|没花|梅花", "梅花"),
    ("方片|方快|方块|方砖", "方块"),
    ("黑星|黑桃", "黑桃"),
    ("派斯|派司|趴斯|帕斯|派死|拍死|pass", "不叫"),
    ("明首|名手", "明手"),
    ("首饮", "首引"),
    ("几牌", "级牌"),
    ("摔牌", "甩牌"),
    ("口底", "扣底"),
)
_MEANT = tuple((re.compile(heard), meant) for heard, meant in _MISHEARD)
_BARE = re.compile(r"[^\w%+]")
_SEATS = re.compile("[东南西北](?=家|方|[^东南西北]|$)家?")
_SUITS = re.compile("黑桃|红心|方块|梅花")
_NUMBERS = re.compile(r"[akqj]|\d+|[一二两三四五六七八九十百]+")


def plain(text: str) -> str:
    """The story without case, width, spaces and punctuation, with what was misheard put right."""
    text = unicodedata.normalize("NFKC", text).lower()
    for heard, meant in _MEANT:
        text = heard.sub(meant, text)
    return _BARE.sub("", text)


def by_kind(text: str) -> str:
    """What :func:`plain` returns with seats, suits and numbers replaced by their kind."""
    return _NUMBERS.sub(NUMBER, _SUITS.sub(SUIT, _SEATS.sub(SEAT, text)))


def runs(text: str) -> set[str]:
    """The short runs of characters of a story: of what it speaks at all."""
    said = plain(text)
    kinds = by_kind(said)
    found = {kinds[at : at + length] for length in (1, 2, 3, 4) for at in range(len(kinds) - length + 1)}
    found.update(f"'{said[at : at + length]}" for length in (2, 3) for at in range(len(said) - length + 1))
    return found


def features(text: str) -> set[str]:
    """What counts of a story: its runs, and pairs of characters some way apart, in their order."""
    kinds = by_kind(plain(text))
    pairs = {f"{kinds[at]}.{kinds[at + gap]}" for gap in range(2, FARTHEST + 1) for at in range(len(kinds) - gap)}
    return runs(text) | pairs
