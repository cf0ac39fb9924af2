"""A book somebody brought -> the files of a folder of ``rules_data/books``, for a maintainer to adopt."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from typing import Any

from rules_data.brought.model import Brought
from rules_data.brought.yaml_text import dump
from rules_data.model import Amendment, Book, Table, Term
from rules_data.records import plain
from rules_data.references import references_in
from rules_data.writer import file_groups, provision_record

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class BadName(ValueError):
    """A book cannot be named so; the message says what names are."""


def exported(
    brought: Brought,
    text: str,
    id_: str = "",
    known: Collection[str] = (),
    sound: Callable[[str], str] = lambda term: "",
) -> dict[str, str]:
    """The files of the folder, by their paths in it. ``id_``: what the book is to be called; nothing: as it is here.

    ``known`` holds the ids of the provisions of all other books; ``sound`` says the pinyin of a term. Raises :class:`BadName`.
    """
    book = renamed(brought.book, id_) if id_ else brought.book
    files = {
        "source.txt": text,
        "book.yaml": dump(_head(book, brought)),
    }
    for name, group in file_groups(book.provisions).items():
        files[f"provisions/{name}"] = dump([provision_record(p) for p in group])
    if book.tables:
        files["tables.yaml"] = dump([_local(_table(table), book.id) for table in book.tables])
    if book.terms:
        files["terms.yaml"] = dump([_term(term, book.id, sound) for term in book.terms])
    if book.amendments:
        files["amendments.yaml"] = dump([_local(_amendment(each), book.id) for each in book.amendments])
    unresolved = list(_unresolved(book, {p.id for p in book.walk()} | set(known)))
    if unresolved:
        files["unresolved.yaml"] = dump(unresolved)
    return files


def renamed(book: Book, id_: str) -> Book:
    """The book under another id. Raises :class:`BadName`."""
    from rules_data.records import revive

    if not _ID.fullmatch(id_) or len(id_) > 60:
        raise BadName(f"书的代号“{id_}”不合用，请只用小写字母、数字和连字符，如 guandan-2017。")
    old = f"{book.id}:"

    def each(value: Any) -> Any:
        if isinstance(value, str):
            return f"{id_}:{value[len(old) :]}" if value.startswith(old) else value
        if isinstance(value, dict):
            return {key: inner if key in ("text", "heading") else each(inner) for key, inner in value.items()}
        return [each(inner) for inner in value] if isinstance(value, list) else value

    return revive(Book, each(plain(book)) | {"id": id_})


def _head(book: Book, brought: Brought) -> dict[str, Any]:
    head: dict[str, Any] = {
        name: getattr(book, name)
        for name in (
            "id",
            "game",
            "title",
            "short",
            "edition",
            "issuer",
            "in_force_since",
            "script",
            "numbering",
            "about",
        )
    }
    if book.amendments and brought.base:
        head["amends"] = brought.base
    if book.trailing_discards:
        head["trailing_discards"] = [{"name": d.name, "text": d.text} for d in book.trailing_discards]
    return head


def _table(table: Table) -> dict[str, Any]:
    out: dict[str, Any] = plain(table)
    return out


def _amendment(amendment: Amendment) -> dict[str, Any]:
    out: dict[str, Any] = plain(amendment)
    return out


def _term(term: Term, book: str, sound: Callable[[str], str]) -> dict[str, Any]:
    pinyin = term.pinyin or sound(term.term)
    english = list(term.english) or [pinyin.replace(" ", "")]  # until a maintainer knows a better one
    out: dict[str, Any] = {"id": term.id, "term": term.term, "english": english, "pinyin": pinyin}
    if term.meaning:
        out["meaning"] = term.meaning
    out["defined_in"] = [each.removeprefix(f"{book}:") for each in term.defined_in]
    return out


def _local(record: dict[str, Any], book: str) -> dict[str, Any]:
    """A record with the book left out of its own ids, as the files have it."""
    prefix = f"{book}:"
    return {
        name: [each.removeprefix(prefix) if isinstance(each, str) else each for each in value]
        if name in ("at", "by", "base")
        else value
        for name, value in record.items()
    }


def _unresolved(book: Book, known: Collection[str]) -> Iterable[dict[str, Any]]:
    """The references printed that lead nowhere inside the book: most of them mean the law."""
    found = dict.fromkeys(
        (r.source, r.printed) for p in book.walk() for r in references_in(p, book, known) if not r.targets
    )
    for source, printed in found:
        yield {
            "at": source.partition(":")[2],
            "printed": printed,
            "reason": "本书里没有这一条，多半指所依据的规则；请整理时核对。",
        }
