"""The index on disk: a Whoosh index of one document per provision, term, table (and tree, and case), then one per saying.

A document is indexed under the words of its title, its place, its text and what people call it, each word with a weight
worked out when the index is built; so reading the postings of a word gives its weight in every document at once.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from whoosh.analysis.acore import Token
from whoosh.analysis.analyzers import Analyzer
from whoosh.fields import ID, STORED, FieldType, Schema
from whoosh.formats import Frequency

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


@dataclass(frozen=True, slots=True)
class Postings:
    """The documents a word occurs in, with its weight in each."""

    documents: array[int]
    weights: array[float]

    def __len__(self) -> int:
        return len(self.documents)


_NOWHERE = Postings(array("H"), array("f"))


@dataclass(slots=True)
class Index:
    """An index opened for reading."""

    reader: Any
    _postings: dict[tuple[str, str], Postings] = field(default_factory=dict)

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
        if ("id", id) not in self.reader:
            return None
        return int(self.reader.postings("id", id).id())

    def shown(self, document: int) -> Any:
        """What is shown of a document (a mapping), or the text of a saying."""
        return self.reader.stored_fields(document)["shown"]

    def close(self) -> None:
        """Release the files."""
        self.reader.close()


@dataclass(frozen=True, slots=True)
class Entry:
    """A document ready to be written."""

    id: str
    words: Mapping[str, float]
    grams: Mapping[str, float]
    shown: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SayingEntry:
    """A saying ready to be written: each word with its share of the saying."""

    text: str
    words: Mapping[str, float]


def write(folder: Path, entries: Iterable[Entry], sayings: Iterable[SayingEntry]) -> None:
    """Write a new index into a folder, in one segment, documents and then sayings numbered in the order given."""
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
