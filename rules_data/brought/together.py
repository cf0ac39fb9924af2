"""The compiled handbook and the books that users brought, read as one. The compiled one is left as it is."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules_data.annotate import TermFinder, spans_of
from rules_data.handbook import Handbook
from rules_data.model import Book, Provision, Reference
from rules_data.records import plain
from rules_data.references import references_in


def together(handbook: Handbook, books: Sequence[Book], bases: Mapping[str, str | None]) -> Handbook:
    """A handbook with these books after its own. ``bases``: the book whose clauses each speaks of, where there is one."""
    if not books:
        return handbook
    annotations = dict(handbook.annotations)
    finders: dict[str, TermFinder] = {}
    for book in books:
        if book.game not in finders:
            terms = (*handbook.terms, *(term for each in books for term in each.terms))
            finders[book.game] = TermFinder(term for term in terms if term.game == book.game)
        base = handbook.books.get(bases.get(book.id) or "")
        annotations.update(annotated(book, base, finders[book.game]))
    return handbook.with_books({book.id: book for book in books}, annotations)


def annotated(book: Book, base: Book | None, terms: TermFinder) -> Iterator[tuple[str, dict[str, Any]]]:
    """The references and the terms in the provisions of a book."""
    own = {p.id for p in book.walk()}
    law = {p.id for p in base.walk()} if base is not None else set()
    for provision in book.walk():
        found = _references(provision, book, base, own, law)
        spans = spans_of(provision, found, (), terms)
        if found or spans:
            yield provision.id, {"references": plain(found), "spans": plain(spans)}


def _references(
    provision: Provision, book: Book, base: Book | None, own: Collection[str], law: Collection[str]
) -> tuple[Reference, ...]:
    """What a provision cites: a clause of the law where the law is named before it, else of the book itself."""
    found = {(r.part, r.start): r for r in references_in(provision, book, own)}
    if base is not None:
        for r in references_in(provision, replace(base, unresolved=()), law):
            text = getattr(provision, r.part) or ""
            if r.form == "absolute" and of_the_law(text, r.start):
                found[r.part, r.start] = r
    return tuple(r for _, r in sorted(found.items()) if r.targets)


def of_the_law(text: str, start: int) -> bool:
    """Whether the words before a clause number name the rules, and not this book itself."""
    before = text[max(0, start - 12) : start].rstrip("之的中　 ")
    own = ("本规程", "本办法", "本细则", "本规定", "本补充规定", "本约定", "本章程", "规程")
    return before.endswith(("规则", "规则》", "法规", "》", "規則", "規則》")) and not before.endswith(own)
