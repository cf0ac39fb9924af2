"""Texts without what changes nothing in what they say: brackets, marks, the way suits are written, the order of a list."""

from __future__ import annotations

import re

from app.study.making import bare
from decision_trees.notation import PIPS, SUIT_NAMES

RAW = re.compile(r"(?<![A-Za-z0-9])(?:[SHDC](?:10|[2-9TJQKA])|[1-7](?:[SHDC]|N))(?![A-Za-z0-9])")
"""Cards and calls as they are typed in: H3, 2D; people are shown ♥3, 2♦."""
_RANK = "(?:10|[2-9AKQJ])"
SIGN = re.compile(f"[{''.join(PIPS.values())}]{_RANK}")
"""A card by the sign of its suit: ♥3."""
WORD = re.compile(f"(?:{'|'.join(SUIT_NAMES.values())}){_RANK}")
"""A card by the name of its suit: 红心3."""
CODE = re.compile(r"(?<![A-Za-z0-9])[A-Z]-\d+(?![0-9])")
"""What open questions, errata and gaps are called among us: D-04, G-27."""

_BRACKETS = re.compile(r"（[^（）]*）|\([^()]*\)")
_LIST = re.compile("[；;、]|，(?:再|并|或)")
_SUITED = re.compile(r"(?<![A-Za-z0-9])([SHDC])(10|[2-9TJQKA])(?![A-Za-z0-9])")
_BID = re.compile(r"(?<![A-Za-z0-9])([1-7])([SHDC])(?![A-Za-z0-9])")
_SAME_WORDS = (("口头警告", "警告"), ("可给予", "给予"), ("可以", "可"), ("请", ""), ("还没有", "未"), ("尚未", "未"))


def signs(text: str) -> str:
    """A text with every suit as its sign."""
    for letter, word in SUIT_NAMES.items():
        text = text.replace(word, PIPS[letter])
    return bids(_SUITED.sub(lambda m: PIPS[m[1]] + m[2].replace("T", "10"), text))


def bids(text: str) -> str:
    """A text with every bid as people are shown it: 2♦, not 2D."""
    return _BID.sub(lambda m: m[1] + PIPS[m[2]], text)


def unbracketed(text: str) -> str:
    """A text without what stands in brackets."""
    before = ""
    while before != text:
        before, text = text, _BRACKETS.sub("", text)
    return text


def parts(text: str) -> tuple[str, ...]:
    """What a text lists, each in the same form however it is written."""
    plain = signs(unbracketed(text))
    for words, short in _SAME_WORDS:
        plain = plain.replace(words, short)
    return tuple(part for part in map(bare, _LIST.split(plain)) if part)


def same(one: str, other: str) -> bool:
    """Do two texts say the same but for brackets, notation or order?"""
    said, again = parts(one), parts(other)
    return bool(said) and sorted(said) == sorted(again)
