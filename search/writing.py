"""Writes the index that :mod:`search.index` reads (build time only)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from whoosh.fields import ID, STORED, FieldType, Schema
from whoosh.formats import Frequency

from search.index import WeighedWords


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
class IndexEntry:
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


def write(folder: Path, entries: Iterable[IndexEntry], sayings: Iterable[SayingEntry]) -> None:
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
