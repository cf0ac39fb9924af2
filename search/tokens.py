"""Cuts Chinese text into words and characters, as jieba does, with a small dictionary compiled from the law texts.

jieba itself (5 MB of dictionary, 0.9 s, 60 MB of memory) is read only while the handbook is built, to choose the words of the
small dictionary and how often each is said. Of its ways of cutting only one is used here, the likeliest path through known
words without guessing new ones, and that is a few lines; that they cut as jieba does is tested.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from math import log
from types import ModuleType

from rules_data.numerals import to_int

HAN = re.compile(r"[㐀-䶿一-鿿]+")
"""A run of Chinese characters."""

LATIN = re.compile(r"[a-z][a-z'-]*[a-z]|[a-z]|\d+(?:\.\d+)?")
"""A word or a number among Chinese characters (of normalised text)."""


def normalise(text: str) -> str:
    """Bring full-width and half-width characters, case and white space to one form (positions may shift)."""
    return " ".join(unicodedata.normalize("NFKC", text).lower().split())


class _Folding(dict[int, int]):
    """What each character is folded to; worked out when it is first met."""

    def __missing__(self, code: int) -> int:
        character = chr(code)
        half = character if "!" <= character <= "~" else unicodedata.normalize("NFKC", character)
        folded = half.lower()
        self[code] = found = ord(folded) if len(folded) == 1 else code
        return found


FOLDING = _Folding()


def fold(text: str) -> str:
    """Lower-case and half-width text of exactly the same length, so that positions stay valid."""
    return text.translate(FOLDING)


def _import_jieba() -> ModuleType:
    """Import jieba without the parts that cost 0.1 s and 14 MB and are not used here (build time only)."""
    if "jieba" in sys.modules:
        return sys.modules["jieba"]
    absent = [name for name in ("pkg_resources", "jieba.finalseg") if name not in sys.modules]
    if "pkg_resources" in absent:
        sys.modules["pkg_resources"] = None  # type: ignore[assignment]  # makes its import fail, for which jieba is prepared
    if "jieba.finalseg" in absent:
        sys.modules["jieba.finalseg"] = ModuleType("jieba.finalseg")
    try:
        import jieba
    finally:
        for name in absent:
            sys.modules.pop(name, None)
    module: ModuleType = jieba
    return module


def prefix_dictionary(words: Mapping[str, int]) -> dict[str, int]:
    """Return the dictionary in jieba's inner form: every prefix of a word is an entry too, with frequency 0."""
    entries: dict[str, int] = {}
    for word, frequency in words.items():
        entries[word] = max(frequency, 1)
        for end in range(1, len(word)):
            entries.setdefault(word[:end], 0)
    return entries


_FIRST, _LAST = chr(0x4E00), chr(0x9FD5)  # the characters that jieba looks up: other Chinese characters stand alone
_REMEMBERED = 256  # texts whose cut is remembered: those of one query are cut several times


@dataclass(frozen=True, slots=True)
class Segmenter:
    """Finds words in text with the small dictionary."""

    entries: Mapping[str, int]
    total: float  # logarithm of the sum of all frequencies
    _cuts: dict[str, list[str]] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_entries(cls, entries: dict[str, int]) -> Segmenter:
        """Make a segmenter from a dictionary in the form of :func:`prefix_dictionary`."""
        return cls(entries, log(max(sum(entries.values()), 1)))

    def knows(self, word: str) -> bool:
        """Whether the word is in the dictionary."""
        return self.entries.get(word, 0) > 0

    def words(self, text: str) -> list[str]:
        """Cut text into words that follow each other: what a query is made of. Punctuation is left out."""
        known = self._cuts.get(text)
        if known is not None:
            return known.copy()
        found: list[str] = []
        for han, run in runs(text):
            if not han:
                found.append(run)
            elif min(run) >= _FIRST and max(run) <= _LAST:
                self._cut(run, found)
            else:
                for known_ones, piece in groupby(run, lambda character: _FIRST <= character <= _LAST):
                    if known_ones:
                        self._cut("".join(piece), found)
                    else:
                        found += piece
        if len(self._cuts) >= _REMEMBERED:
            self._cuts.clear()
        self._cuts[text] = found.copy()
        return found

    def _cut(self, run: str, into: list[str]) -> None:
        """The likeliest way through a run of characters, worked out from its end; of equal ways the longer word first."""
        entries, total, end = self.entries, self.total, len(run)
        best: list[tuple[float, int]] = [(0.0, end)] * (end + 1)
        for start in range(end - 1, -1, -1):
            ways: list[tuple[float, int]] = []
            for after in range(start + 1, end + 1):
                frequency = entries.get(run[start:after])
                if frequency is None:
                    break
                if frequency:
                    ways.append((log(frequency) - total + best[after][0], after))
            best[start] = max(ways) if ways else (0.0 - total + best[start + 1][0], start + 1)
        start = 0
        while start < end:
            after = best[start][1]
            into.append(run[start:after])
            start = after

    def every_word(self, text: str) -> list[str]:
        """All dictionary words at every place of the text, overlapping: what a provision is indexed under.

        So 藏牌墩 is found by 藏牌墩 and by 藏牌, however the query was cut. Words and numbers in Latin letters included.
        """
        found: list[str] = []
        for han, run in runs(text):
            if not han:
                found.append(run)
                continue
            for start in range(len(run)):
                for end in range(start + 1, len(run) + 1):
                    piece = run[start:end]
                    frequency = self.entries.get(piece)
                    if frequency is None:
                        break
                    if frequency and len(piece) > 1:
                        found.append(piece)
        return found


def stem(word: str) -> str:
    """An English word without its ending, so that declares, declaring and declared are one. Not a word itself."""
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: -len(ending)]
            break
    word = word.removesuffix("e") if len(word) > 3 else word
    return word[:-1] + "i" if len(word) > 3 and word.endswith("y") else word


def stems(phrase: str) -> str:
    """The words of an English phrase, without their endings."""
    return " ".join(stem(word) for word in english_words(phrase.lower()))


def english_words(text: str) -> list[str]:
    """Words and numbers of lower-case English; a sign belongs to its word (ave+), a hyphen does not."""
    return re.findall(r"[a-zü]+(?:'[a-zü]+)*(?:[+-](?![a-zü\d]))?|\d+(?:\.\d+)?", text)


def runs(text: str) -> Iterator[tuple[bool, str]]:
    """Yield (is Chinese, run) for the runs of Chinese characters and the Latin words and numbers of a text."""
    folded = fold(text)
    position = 0
    while position < len(folded):
        han = HAN.match(folded, position)
        if han:
            yield True, han.group()
            position = han.end()
            continue
        latin = LATIN.match(folded, position)
        if latin:
            yield False, latin.group()
            position = latin.end()
            continue
        position += 1


def grams(text: str) -> list[str]:
    """Single characters and pairs of neighbouring Chinese characters: the weak field in which every word finds something."""
    found: list[str] = []
    for han, run in runs(text):
        if han:
            found += run
            found += (run[i : i + 2] for i in range(len(run) - 1))
    return found


_NUMERAL = r"(?:\d+|[一二两三四五六七八九十百]+|半)"
_UNIT = r"(?:秒|分钟|小时|分|张|墩|副|级|次|圈|局|个|轮|对|线|阶|倍|%|imp)"
_QUANTITY = re.compile(rf"({_NUMERAL})\s*(?:[-—~至到]+\s*({_NUMERAL})\s*)?({_UNIT})")
_LETTER_CARD = re.compile(r"[akqj](?![a-z])")
_APART = re.compile(r"^[一二三四五六七八九]{2}$")


def quantities(text: str) -> list[str]:
    """Numbers with their units (三十秒 and 30 秒 are ``30秒``; 20-30秒 is every number between), and a card's letter with
    what is done (过a)."""
    folded = fold(text)
    found: list[str] = []
    for match in _QUANTITY.finditer(folded):
        first, last, unit = match.groups()
        if last is None and _APART.match(first) and to_int(first[0]) + 1 == to_int(first[1]):
            low, high = to_int(first[0]), to_int(first[1])  # 七八分钟
        else:
            low = _as_number(first)
            high = low if last is None else _as_number(last)
        if 0 <= low <= high <= low + 60:
            found += (f"{number}{unit}" for number in range(low, high + 1))
    for match in _LETTER_CARD.finditer(folded):
        if "㐀" <= (before := folded[match.start() - 1 : match.start()]) <= "鿿":
            found.append(before + match.group())
    return found


def _as_number(numeral: str) -> int:
    if numeral == "半":
        return -1
    try:
        return int(numeral) if numeral.isdigit() else to_int(numeral)
    except ValueError:
        return -1


def choose_words(texts: Iterable[str], own: Iterable[str], common: int = 2500) -> dict[str, int]:
    """Choose the words of the small dictionary (build time only: reads jieba's big dictionary).

    ``texts`` are law texts, sayings and titles: every word of the big dictionary that occurs in them is taken. ``own`` are the
    game's own words (terms, other names), which win over any other way of cutting. ``common`` is how many of the most
    frequent everyday words are added, so that the rest of a question is cut naturally and can be set aside.
    """
    big = _import_jieba().Tokenizer()
    frequencies: dict[str, int] = big.gen_pfdict(big.get_dict_file())[
        0
    ]  # directly: initialize() would leave a cache file behind
    chosen: dict[str, int] = {}
    for text in texts:
        for han, run in runs(text):
            if not han:
                continue
            for start in range(len(run)):
                for end in range(start + 1, len(run) + 1):
                    piece = run[start:end]
                    frequency = frequencies.get(piece)
                    if frequency is None:
                        break
                    if frequency:
                        chosen[piece] = frequency
    everyday = (
        (count, word) for word, count in frequencies.items() if count and 2 <= len(word) <= 4 and HAN.fullmatch(word)
    )
    for count, word in sorted(everyday, reverse=True)[:common]:
        chosen.setdefault(word, count)
    for word in own:
        for han, run in runs(word):
            if han and 2 <= len(run) <= 8:
                chosen[run] = max(chosen.get(run, 0), 20_000)
    return chosen
