"""Pinyin of queries: full (cangpai, cang pai, cáng pái), initials (cp), and characters typed by ear (藏排 for 藏牌).

The table of characters and the readings of names are compiled when the handbook is built (there with pypinyin); at run time
this module only looks things up.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

_LETTERS = re.compile(r"[a-zü]+")
_OPENING = re.compile(r"(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?")


class Name(NamedTuple):
    """A word or phrase that can be found by its sound."""

    text: str
    reading: str  # syllables separated by spaces: "cang pai"
    weight: float  # how likely this name is meant when several sound alike


@dataclass(frozen=True, slots=True)
class Heard:
    """A name recognised by its sound."""

    text: str
    start: int  # in syllables (or, for initials, letters) of the query
    length: int
    weight: float
    how: str  # "full", "prefix", "initials"


def without_tones(text: str) -> str:
    """Turn cáng pái, cang2 pai2 or Cang'Pai into ``cang pai`` (ü as v)."""
    plain = unicodedata.normalize("NFD", text.lower())
    plain = "".join("ü" if c == "\u0308" else c for c in plain if not unicodedata.combining(c) or c == "\u0308")
    plain = plain.replace("uü", "v").replace("ü", "v")
    return re.sub(r"(?<=[a-z])[1-5]", " ", plain).replace("'", " ").strip()


@dataclass(frozen=True)
class Pinyin:
    """The compiled table and the names that can be heard."""

    characters: Mapping[str, str]  # syllables separated by spaces, the commonest first: "chang zhang"
    names: Sequence[Name]

    @cached_property
    def syllables(self) -> frozenset[str]:
        """All syllables of the table."""
        return frozenset(" ".join(self.characters.values()).split())

    @cached_property
    def _by_reading(self) -> dict[str, list[Name]]:
        table: dict[str, list[Name]] = {}
        for name in self.names:
            table.setdefault(name.reading, []).append(name)
        return table

    @cached_property
    def _by_initials(self) -> dict[str, list[Name]]:
        table: dict[str, list[Name]] = {}
        for name in self.names:
            initials = "".join([syllable[0] for syllable in name.reading.split()])
            if len(initials) > 1:
                table.setdefault(initials, []).append(name)
        for names in table.values():
            names.sort(key=lambda n: -n.weight)
        return table

    @cached_property
    def _by_fuzzy(self) -> dict[str, list[Name]]:
        table: dict[str, list[Name]] = {}
        for reading, names in self._by_reading.items():
            table.setdefault(_southern(reading), []).extend(names)
        return table

    @cached_property
    def _joined(self) -> list[tuple[str, Name]]:
        return sorted(
            ((name.reading.replace(" ", ""), name) for name in self.names),
            key=lambda pair: (pair[0], -pair[1].weight),
        )

    def split(self, letters: str) -> list[str] | None:
        """Split a run of letters into whole syllables, the fewest possible; None when it cannot be split."""
        best: list[list[str] | None] = [[]] + [None] * len(letters)
        for end in range(1, len(letters) + 1):
            for start in range(max(0, end - 6), end):
                head = best[start]
                if head is not None and letters[start:end] in self.syllables:
                    known = best[end]
                    if known is None or len(head) + 1 < len(known):
                        best[end] = [*head, letters[start:end]]
        return best[len(letters)]

    def by_letters(self, query: str) -> list[Heard]:
        """Names meant by a query typed in Latin letters: whole pinyin, the beginning of it, or initials."""
        plain = without_tones(query)
        pieces = _LETTERS.findall(plain)
        if not pieces or not re.fullmatch(r"[a-zü\s\-]+", plain):
            return []
        joined = "".join(pieces)
        found: list[Heard] = []
        syllables: list[str] | None = []
        for piece in pieces:
            part = self.split(piece)
            syllables = None if syllables is None or part is None else syllables + part
        if syllables is None:
            syllables = self.split(joined)
        if syllables and len(joined) > 1:
            found += self.by_syllables([(s,) for s in syllables])
            if not found:
                found += self.by_syllables([(s,) for s in syllables], southern=True)
        if not found and len(joined) >= 3:
            found += self._completions(joined)
        if not found or len(joined) <= 5:
            found += [Heard(n.text, 0, len(joined), n.weight, "initials") for n in self._initials(joined)]
        return found

    def _initials(self, letters: str) -> list[Name]:
        names = self._by_initials.get(letters) or self._by_initials.get(re.sub(r"(?<=[zcs])h", "", letters)) or []
        if not names:
            for tail in ("zmf", "zmb", "zmp", "zmcl", "zm", "sm"):  # 怎么罚, 怎么办, 怎么判, 怎么处理
                if letters.endswith(tail) and len(letters) > len(tail) + 1:
                    return self._by_initials.get(letters[: -len(tail)], [])[:6]
        return names[:6]

    def _completions(self, letters: str) -> Iterator[Heard]:
        """Names whose pinyin begins with the letters, for results while somebody is typing."""
        position = bisect_left(self._joined, letters, key=lambda pair: pair[0])
        seen: dict[str, Name] = {}
        while position < len(self._joined) and self._joined[position][0].startswith(letters):
            seen.setdefault(self._joined[position][1].text, self._joined[position][1])
            position += 1
        best = sorted(seen.values(), key=lambda n: (-n.weight, len(n.text)))[:5]
        return iter([Heard(n.text, 0, len(letters), n.weight, "prefix") for n in best])

    def by_syllables(self, syllables: Sequence[tuple[str, ...]], southern: bool = False) -> list[Heard]:
        """The longest names that sound like parts of a sequence of syllables (each with its possible readings)."""
        table = self._by_fuzzy if southern else self._by_reading
        found: list[Heard] = []
        start = 0
        while start < len(syllables):
            longest = self._longest(syllables[start : start + 2], southern)
            for length in range(min(longest, len(syllables) - start), 1, -1):
                names: dict[str, Name] = {}
                for reading in _spoken(syllables[start : start + length]):
                    for name in table.get(_southern(reading) if southern else reading, ()):
                        names.setdefault(name.text, name)
                if names:
                    ordered = sorted(names.values(), key=lambda n: -n.weight)[:4]
                    found += [Heard(n.text, start, length, n.weight, "full") for n in ordered]
                    start += length - 1
                    break
            start += 1
        return found

    def _longest(self, first_two: Sequence[tuple[str, ...]], southern: bool) -> int:
        """How many syllables the longest name has that begins with these; at most ten are heard together."""
        longest = self._longest_fuzzy if southern else self._longest_plain
        spoken = _spoken(first_two)
        return max(longest.get(_southern(two) if southern else two, 0) for two in spoken)

    @cached_property
    def _longest_plain(self) -> dict[str, int]:
        return _longest_by_beginning(self._by_reading)

    @cached_property
    def _longest_fuzzy(self) -> dict[str, int]:
        return _longest_by_beginning(self._by_fuzzy)

    def of(self, text: str) -> list[tuple[str, ...]] | None:
        """Possible readings of each character; None when a character is not in the table."""
        readings = [self.characters.get(c) for c in text]
        return None if None in readings else [tuple(r.split()) for r in readings if r is not None]


def _spoken(syllables: Sequence[tuple[str, ...]], limit: int = 12) -> list[str]:
    """All combinations of readings, at most ``limit``."""
    spoken = [""]
    for readings in syllables:
        spoken = [f"{head} {r}" if head else r for head in spoken for r in readings][:limit]
    return spoken


def _longest_by_beginning(readings: Iterable[str]) -> dict[str, int]:
    """Of the first two syllables of any reading, how many syllables the longest has that begins so; at most ten."""
    longest: dict[str, int] = {}
    for reading in readings:
        second = reading.find(" ", reading.find(" ") + 1)
        beginning = reading if second < 0 else reading[:second]
        length = min(10, reading.count(" ") + 1)
        if length > longest.get(beginning, 0):
            longest[beginning] = length
    return longest


def _southern(reading: str) -> str:
    """One form for sounds that many speakers do not tell apart: zh/z, ch/c, sh/s, n/ng."""
    reading = re.sub(r"\b([zcs])h", r"\1", reading)
    return re.sub(r"([aeiou]n)g\b", r"\1", reading)


def by_first_readings(names: Iterable[tuple[str, float]], characters: Mapping[str, str]) -> Iterator[Name]:
    """Names with the commonest reading of each character; those with a character that has none are left out."""
    for text, weight in names:
        if reading := first_reading(text, characters):
            yield Name(text, reading, weight)


def first_reading(text: str, characters: Mapping[str, str]) -> str:
    """The commonest reading of each character, without tones; nothing where one has none."""
    readings = [characters[c].partition(" ")[0] for c in text if c in characters]
    return " ".join(readings) if len(readings) == len(text) else ""


def readings_of_names(names: Iterable[tuple[str, float]], overrides: Mapping[str, str]) -> tuple[Name, ...]:
    """Give each Chinese name its readings (build time only: uses pypinyin)."""
    from pypinyin import Style, pinyin

    weights: dict[str, float] = {}
    for text, weight in names:
        weights[text] = max(weight, weights.get(text, 0.0))
    result = []
    for text, weight in weights.items():
        options = [list(dict.fromkeys(o)) for o in pinyin(text, style=Style.NORMAL, heteronym=False, errors="ignore")]
        if not options or len(options) != len(text):
            continue
        plain = [o[0].replace("ü", "v") for o in options]
        for word, reading in overrides.items():
            at = text.find(word)
            while at >= 0:
                plain[at : at + len(word)] = reading.split()
                at = text.find(word, at + 1)
        result.append(Name(text, " ".join(plain), weight))
    return tuple(result)


def character_table(characters: Iterable[str]) -> dict[str, str]:
    """Readings of each character as :class:`Pinyin` has them, without tones (build time only: uses pypinyin)."""
    from pypinyin import Style, pinyin

    table: dict[str, str] = {}
    for character in sorted(set(characters)):
        options = pinyin(character, style=Style.NORMAL, heteronym=True, errors="ignore")
        if options:
            plain = (o.replace("ü", "v") for o in options[0])
            table[character] = " ".join(list(dict.fromkeys(o for o in plain if o.isascii() and o.isalpha()))[:3])
    return {c: r for c, r in table.items() if r}


def common_characters() -> list[str]:
    """The 6,763 characters of GB 2312, which nearly everything that people type is made of."""
    found = []
    for first in range(0xB0, 0xF8):
        for second in range(0xA1, 0xFF):
            try:
                found.append(bytes((first, second)).decode("gb2312"))
            except UnicodeDecodeError:
                continue
    return found
