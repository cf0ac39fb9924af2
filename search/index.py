"""Reads the index: every provision, term and table (or tree and case), then every saying, by the words each is found by.

A document is indexed under the words of its title, its place, its text and what people call it, each word with a weight
worked out when the index is built; so reading the postings of a word gives its weight in every document at once.

The index is built and judged as a Whoosh index (:mod:`search.whoosh_index`); what is read here is one file compiled from it
(:mod:`search.compact`) that opens in a few milliseconds and needs no library: the same words, documents and weights.
"""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

INDEX_FILE = "texts.index"
FIELDS = ("words", "grams", "said")
"""The words, the single characters and pairs of them, and the words of sayings."""

SATURATION = 0.9  # how soon more of the same word stops counting
_REMEMBERED = 3000  # words of a field whose postings stay in memory
_SHOWN = 500  # documents of which what is shown stays in memory


class Strengths(dict[int, complex]):
    """What the weights of a field are worth to a query, by the code of the weight; worked out when first asked for.

    The real part is the saturated weight times the ``strength`` with which the word is taken, the imaginary part is how far
    the document is thereby covered: two sums in one, since every posting of every word of a query passes through here.
    """

    __slots__ = ("_strength", "_weights")

    def __init__(self, weights: Sequence[float], strength: float) -> None:
        super().__init__()
        self._weights = weights
        self._strength = strength

    def __missing__(self, code: int) -> complex:
        weight = self._weights[code]
        value = self._strength * weight / (weight + SATURATION)
        self[code] = worth = complex(value, min(1.0, 2 * value))
        return worth


class Field:
    """The postings of all words of one field."""

    __slots__ = ("_codes", "_places", "_remembered", "_starts", "_steps", "_strengths", "_weights")

    def __init__(
        self,
        words: Sequence[str],
        counts: Iterable[int],
        steps: Sequence[int],
        codes: Sequence[int],
        weights: list[float],
    ) -> None:
        self._places = dict(zip(words, range(len(words)), strict=True))
        self._starts = array("I", accumulate(counts, initial=0))
        self._steps = steps
        self._codes = codes
        self._weights = weights
        self._strengths: dict[float, Strengths] = {}
        self._remembered: dict[str, Postings] = {}

    def __contains__(self, word: str) -> bool:
        return word in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def postings(self, word: str) -> Postings:
        """Where a word occurs; nothing when it is not known."""
        found = self._remembered.get(word)
        if found is None:
            place = self._places.get(word)
            if place is None:
                return NOWHERE
            start, end = self._starts[place], self._starts[place + 1]
            found = Postings(list(accumulate(self._steps[start:end])), self._codes[start:end], self)
            if len(self._remembered) >= _REMEMBERED:
                self._remembered.clear()
            self._remembered[word] = found
        return found

    def weights(self, codes: Iterable[int]) -> list[float]:
        """The weights that codes stand for."""
        return list(map(self._weights.__getitem__, codes))

    def strengths(self, strength: float) -> Strengths:
        """What weights are worth when a word is taken with this strength."""
        table = self._strengths.get(strength)
        if table is None:
            table = self._strengths[strength] = Strengths(self._weights, strength)
        return table


class Postings:
    """The documents a word occurs in, in order, with its weight in each."""

    __slots__ = ("_codes", "_field", "_weights", "_worth", "documents")

    def __init__(self, documents: Sequence[int], codes: Sequence[int], field: Field | None) -> None:
        self.documents = documents
        self._codes = codes
        self._field = field
        self._weights: Sequence[float] | None = None
        self._worth: dict[float, Sequence[complex]] = {}

    def __len__(self) -> int:
        return len(self.documents)

    @property
    def weights(self) -> Sequence[float]:
        """The weight of the word in each document."""
        if self._weights is None:
            self._weights = self._field.weights(self._codes) if self._field else []
        return self._weights

    def worth(self, strength: float) -> Sequence[complex]:
        """What the word is worth in each document (see :class:`Strengths`)."""
        found = self._worth.get(strength)
        if found is None:
            table = self._field.strengths(strength) if self._field else {}
            found = self._worth[strength] = list(map(table.__getitem__, self._codes))
        return found


NOWHERE = Postings((), (), None)


class Index:
    """An index opened for reading, by any number of threads."""

    __slots__ = ("_ends", "_fields", "_ids", "_numbers", "_read", "_shown")

    def __init__(self, fields: Mapping[str, Field], ids: bytes, shown: bytes, lengths: Iterable[int]) -> None:
        self._fields = fields
        self._ids = ids
        self._numbers: dict[str, int] | None = None
        self._shown = shown
        self._ends = array("I", accumulate(lengths, initial=0))
        self._read: dict[int, Any] = {}

    @classmethod
    def open(cls, file: Path) -> Index:
        """Open the index in a file. Raises FileNotFoundError when there is none."""
        content = memoryview(file.read_bytes())
        head_end = bytes(content[:4096]).index(b"\n")
        at = head_end + 1
        parts: dict[str, memoryview] = {}
        for name, size in json.loads(bytes(content[:head_end])):
            parts[name] = content[at : at + size]
            at += size
        fields = {
            name: Field(
                str(parts[f"{name}.vocabulary"], "utf-8").split("\n"),
                _numbers(parts[f"{name}.counts"]),
                _numbers(parts[f"{name}.steps"]),
                _numbers(parts[f"{name}.codes"]),
                _weights(parts[f"{name}.weights"]),
            )
            for name in FIELDS
        }
        return cls(fields, bytes(parts["ids"]), bytes(parts["shown"]), _numbers(parts["lengths"]))

    def field(self, name: str) -> Field:
        """The field ``words``, ``grams`` or ``said``."""
        return self._fields[name]

    def postings(self, name: str, word: str) -> Postings:
        """Documents and weights of a word in a field."""
        return self._fields[name].postings(word)

    def has(self, name: str, word: str) -> bool:
        """Whether a word occurs in a field at all."""
        return word in self._fields[name]

    def number_of(self, id: str) -> int | None:
        """The number of the document with this id."""
        if self._numbers is None:
            self._numbers = {one: number for number, one in enumerate(self._ids.decode().split("\n"))}
        return self._numbers.get(id)

    def saying(self, number: int) -> str:
        """The text of a saying."""
        text: str = self.shown(number)
        return text

    def shown(self, document: int) -> Any:
        """What is shown of a document (a mapping), or the text of a saying."""
        found = self._read.get(document)
        if found is None:
            if len(self._read) >= _SHOWN:
                self._read.clear()
            found = json.loads(self._shown[self._ends[document] : self._ends[document + 1]])
            self._read[document] = found
        return found


def _numbers(planes: memoryview) -> array[int]:
    """Numbers below 65,536, of which first all low halves were written and then all high halves: so they compress well."""
    half = len(planes) // 2
    together = bytearray(len(planes))
    together[0::2] = planes[:half]
    together[1::2] = planes[half:]
    numbers = array("H")
    numbers.frombytes(together)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _weights(written: memoryview) -> list[float]:
    numbers = array("f")
    numbers.frombytes(written)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tolist()
