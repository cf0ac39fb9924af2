"""Reads the index: a Whoosh index of one document per provision, term, table (and tree, and case), then one per saying.

A document is indexed under the words of its title, its place, its text and what people call it, each word with a weight
worked out when the index is built; so reading the postings of a word gives its weight in every document at once.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from whoosh.analysis.acore import Token
from whoosh.analysis.analyzers import Analyzer

_REMEMBERED = 3000  # words whose postings stay in memory


class WeighedWords(Analyzer):
    """Reads ``word<TAB>weight`` lines: words that were cut and weighed beforehand."""

    def __call__(self, value: str, **kwargs: Any) -> Iterator[Token]:
        """Yield one token per line, its weight as its boost."""
        token = Token(**kwargs)
        for line in value.split("\n"):
            text, _, weight = line.partition("\t")
            if text:
                token.text = text
                token.boost = float(weight)
                yield token


class Postings:
    """The documents a word occurs in, with its weight in each."""

    __slots__ = ("documents", "weights")

    def __init__(self, documents: array[int], weights: array[float]) -> None:
        self.documents = documents
        self.weights = weights

    def __len__(self) -> int:
        return len(self.documents)


_NOWHERE = Postings(array("H"), array("f"))


@dataclass(slots=True)
class Index:
    """An index opened for reading, by any number of threads: the files under it are read one at a time."""

    reader: Any
    _postings: dict[tuple[str, str], Postings] = field(default_factory=dict, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @classmethod
    def open(cls, folder: Path) -> Index:
        """Open the index in a folder. Raises FileNotFoundError when there is none."""
        from whoosh.index import EmptyIndexError, open_dir

        try:
            opened: Any = open_dir(str(folder), readonly=True)
        except EmptyIndexError:
            raise FileNotFoundError(f"no search index in {folder}") from None
        return cls(opened.reader())

    def postings(self, name: str, word: str) -> Postings:
        """Documents and weights of a word in the field ``words``, ``grams`` or ``said``."""
        key = (name, word)
        known = self._postings.get(key)
        if known is None:
            with self._lock:
                known = self._read(name, word)
            if len(self._postings) >= _REMEMBERED:
                self._postings.clear()
            self._postings[key] = known
        return known

    def _read(self, name: str, word: str) -> Postings:
        if (name, word) not in self.reader:
            return _NOWHERE
        documents, weights = array("H"), array("f")
        matcher = self.reader.postings(name, word)
        while matcher.is_active():
            documents.append(matcher.id())
            weights.append(matcher.weight())
            matcher.next()
        return Postings(documents, weights)

    def number_of(self, id: str) -> int | None:
        """The number of the document with this id."""
        with self._lock:
            if ("id", id) not in self.reader:
                return None
            return int(self.reader.postings("id", id).id())

    def shown(self, document: int) -> Any:
        """What is shown of a document (a mapping), or the text of a saying."""
        with self._lock:
            return self.reader.stored_fields(document)["shown"]

    def close(self) -> None:
        """Release the files."""
        self.reader.close()
