"""When two options say the same: brackets, notation, order and a few other words apart."""

from __future__ import annotations

import re
from collections import Counter
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from app.ruling.wording import shaped
from app.study.making import bare

if TYPE_CHECKING:
    from collections.abc import Iterable

CLOSE = 0.74  # of the wording two sentences share: the same in other words, where nothing that matters differs
WORDS = 0.6  # of the pairs of letters of a text that another holds: it asks the same
PART = 0.6  # of the wording of two choices, one of which is said a little otherwise

_BRACKETS = re.compile(r"（[^（）]*）|\([^()]*\)")
_MATTERS = re.compile(
    r"\d+|[♠♥♦♣]|[东南西北](?:家|北方|西方)?|[不未没无非]|[一两二三四五六七八九十]|[上下对]家|同伴|黑桃|红心|方块|梅花"
)
_RAW = re.compile(r"(?<![A-Za-z0-9])(?:[SHDC](?:10|[2-9TJQKA])|[1-7][SHDC]|[BL]J)(?![A-Za-z0-9])")
_CLAUSE = re.compile(
    "(?:第[0-9一二三四五六七八九十百]+条|附件[一二三四五六七八九十])(?:[A-Z]款|[一二三四五六七八九十]+)?[0-9]*"
)
_PIECES = re.compile("[；;]")


def plain(text: str) -> str:
    """A text without brackets, marks and its notation: what is left is what it says."""
    return bare(_BRACKETS.sub("", shaped(text)))


def raw(text: str) -> str | None:
    """The first card or call that stands as its code: SJ, 3H; None where none does."""
    found = _RAW.search(text)
    return found[0] if found else None


def weighty(text: str) -> Counter[str]:
    """What makes a ruling another one though its words are nearly the same: numbers, suits, seats, a not."""
    return Counter(_MATTERS.findall(_CLAUSE.sub("", _BRACKETS.sub("", shaped(text)))))


def same(one: str, other: str) -> bool:
    """Do two sentences say the same?"""
    first, second = plain(one), plain(other)
    if first == second or sorted(first) == sorted(second):
        return True
    if weighty(one) != weighty(other):
        return False
    return SequenceMatcher(None, first, second, autojunk=False).ratio() >= CLOSE


def pieces(text: str) -> list[str]:
    """What can be chosen, of a list in one line."""
    return [each for each in _PIECES.split(text) if each.strip()]


def same_choice(one: str, other: str) -> bool:
    """May two ways to choose be the same: 收回 and 收回，换打别的牌, 接受 and 接受（接着叫牌）?"""
    first, second = plain(one), plain(other)
    if first == second:
        return True
    short, long = sorted((first, second), key=len)
    if ("不" in first) != ("不" in second):
        return False
    if len(short) >= 2 and short in long:
        return True
    return SequenceMatcher(None, first, second, autojunk=False).ratio() >= PART


def shares(one: Iterable[str], other: Iterable[str]) -> bool:
    """Has a list of choices one that the other list has too?"""
    others = list(other)
    return any(same_choice(a, b) for a in one for b in others)


def alike_words(one: str, other: str) -> bool:
    """Are most of the words of one in the other? 抓得的12张是0分吗, 他的12张是0分吗."""
    pairs = [{text[i : i + 2] for i in range(len(text) - 1)} for text in (plain(one), plain(other))]
    shorter = min(len(pairs[0]), len(pairs[1]))
    return bool(shorter) and len(pairs[0] & pairs[1]) >= WORDS * shorter


def told_twice(text: str, others: Iterable[str]) -> bool:
    """Does one of the others say what this text says?"""
    return any(same(text, each) for each in others)
