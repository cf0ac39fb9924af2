"""The index as it is built and judged: a Whoosh index. What people use is compiled from it (:mod:`search.compact`).

Needed only to build and to test: that reading the compiled file gives the same is shown word by word and query by query.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from whoosh.analysis.acore import Token
from whoosh.analysis.analyzers import Analyzer
from whoosh.fields import ID, STORED, FieldType, Schema
from whoosh.formats import Frequency

from search.documents import IndexEntry, SayingEntry
from search.index import NOWHERE, Field, Postings


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


def weighed(words: Mapping[str, float]) -> str:
    """Write words and weights as :class:`WeighedWords` reads them."""
    return "\n".join(f"{word}\t{weight:.4g}" for word, weight in words.items())


def schema() -> Schema:
    """Fields of the index: the id, the words, the characters and pairs of characters, and what is shown of a hit.

    ``said`` holds the words of sayings; a saying is a document of its own, after all others.
    """

    def words() -> FieldType:
        return FieldType(format=Frequency(), analyzer=WeighedWords(), scorable=False)

    return Schema(id=ID(unique=True), words=words(), grams=words(), said=words(), shown=STORED)


def write(folder: Path, entries: Iterable[IndexEntry], sayings: Iterable[SayingEntry]) -> WhooshIndex:
    """Write a new index into a folder, in one segment, documents and then sayings numbered in the order given; open it."""
    from whoosh.index import create_in

    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    index: Any = create_in(str(folder), schema())
    writer = index.writer(limitmb=128, compound=False)  # separate files are mapped, not read
    for entry in entries:
        writer.add_document(
            id=entry.id, words=weighed(entry.words), grams=weighed(entry.grams), shown=dict(entry.shown)
        )
    for saying in sayings:
        writer.add_document(said=weighed(saying.words), shown=saying.text)
    writer.commit(optimize=True)
    index.close()
    return WhooshIndex.open(folder)


@dataclass(slots=True)
class WhooshIndex:
    """A Whoosh index opened for reading: to the search it is as good as an :class:`search.index.Index`, only slower."""

    reader: Any
    _postings: dict[tuple[str, str], Postings] = field(default_factory=dict, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @classmethod
    def open(cls, folder: Path) -> WhooshIndex:
        """Open the index in a folder. Raises FileNotFoundError when there is none."""
        from whoosh.index import EmptyIndexError, open_dir

        try:
            opened: Any = open_dir(str(folder), readonly=True)
        except EmptyIndexError:
            raise FileNotFoundError(f"no search index in {folder}") from None
        return cls(opened.reader())

    def __len__(self) -> int:
        return int(self.reader.doc_count_all())

    def postings(self, name: str, word: str) -> Postings:
        """Documents and weights of a word in the field ``words``, ``grams`` or ``said``."""
        key = (name, word)
        known = self._postings.get(key)
        if known is None:
            with self._lock:
                known = self._postings[key] = self._read(name, word)
        return known

    def _read(self, name: str, word: str) -> Postings:
        if (name, word) not in self.reader:
            return NOWHERE
        documents: list[int] = []
        weights: list[float] = []
        matcher = self.reader.postings(name, word)
        while matcher.is_active():
            documents.append(matcher.id())
            weights.append(matcher.weight())
            matcher.next()
        return Postings(documents, range(len(documents)), Field((), (), (), (), weights))

    def has(self, name: str, word: str) -> bool:
        """Whether a word occurs in a field at all."""
        return (name, word) in self.reader

    def words(self, name: str) -> list[str]:
        """Every word of a field, in order."""
        return [text.decode() for text in self.reader.lexicon(name)]

    def ids(self) -> list[str]:
        """The ids of the documents that have one, in the order of their numbers."""
        found = {int(self.reader.postings("id", id).id()): id for id in self.words("id")}
        assert sorted(found) == list(range(len(found)))
        return [found[number] for number in sorted(found)]

    def number_of(self, id: str) -> int | None:
        """The number of the document with this id."""
        with self._lock:
            if ("id", id) not in self.reader:
                return None
            return int(self.reader.postings("id", id).id())

    def saying(self, number: int) -> str:
        """The text of a saying."""
        text: str = self.shown(number)
        return text

    def shown(self, document: int) -> Any:
        """What is shown of a document (a mapping), or the text of a saying."""
        with self._lock:
            return self.reader.stored_fields(document)["shown"]
