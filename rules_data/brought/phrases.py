"""Phrases by which regulations are understood, as the law data writes them beside an option.

A phrase is words in the order in which a sentence has them, parted by spaces; little may stand between them, and no end of a
sentence. ``甲|乙`` is one of several; ``{n}`` a number, in figures or in Chinese; ``{minutes}`` so long (二十分钟, 1.5小时);
``甲&乙`` has nothing between the two but a space; ``-词`` is a word that may stand nowhere in the sentence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from rules_data.numerals import CHINESE, to_int

BETWEEN = 24  # characters that may stand between two words
_SPACE = "[ \u3000]?"  # 12 VP, 30 分钟
_N = rf"(?<![\d.])(?P<n>\d{{1,3}}|[{CHINESE}]{{1,5}}){_SPACE}"
_HOURS = rf"(?P<half>半)个?小时|(?P<hours>\d(?:\.\d)?|[{CHINESE}]{{1,2}}){_SPACE}个?(?P<more>半)?小时"
_MINUTES = rf"(?:{_HOURS}|(?<![\d.])(?P<minutes>\d{{1,3}}|[{CHINESE}]{{1,5}}){_SPACE}分钟)"
_HOUR = 60


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase that can be looked for."""

    pattern: re.Pattern[str]
    without: tuple[str, ...]
    needs: tuple[
        tuple[str, ...], ...
    ]  # characters of which a sentence must have one of each row, to be looked at at all

    def found(self, sentence: str, after: int = 0) -> re.Match[str] | None:
        """Where a sentence says so; ``after``: it must go on beyond this character."""
        if any(word in sentence for word in self.without):
            return None
        return next((m for m in self.pattern.finditer(sentence) if m.end() > after), None)


@cache
def phrase(written: str) -> Phrase:
    """A phrase as it is written. Raises ``ValueError`` for one without words."""
    words = [word for word in written.split() if not word.startswith("-")]
    if not words:
        raise ValueError(f"no words: {written!r}")
    between = f"[^。；;\n]{{0,{BETWEEN}}}?"
    return Phrase(
        re.compile(between.join(map(_word, words))),
        tuple(word[1:] for word in written.split() if word.startswith("-")),
        tuple(row for word in words for part in word.split("&") if all(row := _needed(part))),
    )


def _needed(words: str) -> tuple[str, ...]:
    """Of each of several words the longest characters that it has itself: of {n}轮 the 轮; nothing of a number alone."""
    return tuple(max(re.split(r"\{n\}|\{minutes\}", each), key=len) for each in words.split("|"))


def _word(word: str) -> str:
    return _SPACE.join(map(_one_of, word.split("&")))


def _one_of(words: str) -> str:
    parts = (re.escape(each).replace(r"\{n\}", _N).replace(r"\{minutes\}", _MINUTES) for each in words.split("|"))
    return f"(?:{'|'.join(parts)})"


def number_in(found: re.Match[str]) -> int | None:
    """The number a phrase has found; minutes for a length of time. None: it is none that can be read."""
    got = found.groupdict()
    try:
        if (plain := got.get("n") or got.get("minutes")) is not None:
            return to_int(plain)
        if got.get("half"):
            return _HOUR // 2
        if (hours := got.get("hours")) is not None:
            whole = float(hours) if hours[0].isdigit() else float(to_int(hours))
            return round((whole + (0.5 if got.get("more") else 0)) * _HOUR)
    except ValueError:
        return None
    return None
