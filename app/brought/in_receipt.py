"""What a receipt says of books that users brought: which version was in force, and the words of the clauses that changed the law.

So a phone without the book, or with a later text of it, still shows what the ruling was made under.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rules_data.brought.comparing import Differing
    from rules_data.brought.model import Brought
    from rules_data.brought.settling import Point, Setting
    from rules_data.handbook import Handbook
    from rules_data.layers import Applied

OWN = "own_books"  # of a receipt
SAYS = {"replaces": "改了", "adds": "补充了", "repeals": "说不再适用的是"}


def own_part(
    handbook: Handbook,
    books: Mapping[str, Brought],
    in_force: Iterable[str],
    cites: Iterable[str],
    used: Iterable[tuple[Point, Setting]] = (),
    editions: Iterable[tuple[Brought, Differing]] = (),
) -> list[dict[str, Any]]:
    """For the receipt of a ruling by these clauses: each book in force that changes one of them, or by which something was settled
    that the ruling went by; nothing where none does."""
    from rules_data.brought.amending import changes

    made: dict[str, dict[str, Any]] = {}

    def part(one: Brought) -> dict[str, Any]:
        if one.book.id not in made:
            made[one.book.id] = named_book(one)
        return made[one.book.id]

    for cite, applied in changes(handbook, cites, frozenset(in_force)):
        by = applied.amendment.by[0]
        one = books.get(by.partition(":")[0])
        if one is None:
            continue
        part(one)["changes"].append(_changes(handbook, cite, applied))
    for cite in cites:
        one = books.get(cite.partition(":")[0])
        if one is not None and one.own_game is not None:
            part(one).setdefault("clauses", []).append(clause_part(handbook, cite))
    for point, setting in used:
        one = books.get(setting.book)
        if one is not None:
            part(one).setdefault("settles", []).append(_settles(handbook, point, setting))
    for one, found in editions:
        from app.brought.editions import edition_part

        part(one)["edition"] = edition_part(handbook, one, found)
    return list(made.values())


def named_book(one: Brought) -> dict[str, Any]:
    """A book as a receipt names it: with what tells its version from every other."""
    from app.brought.sharing import digest_of

    return {
        "book": one.book.id,
        "title": one.book.title,
        "version": one.version,
        "source": one.source,
        "digest": digest_of(one),
        "changes": [],
    }


def clause_part(handbook: Handbook, cite: str) -> dict[str, str]:
    """A clause as it was printed, with all below it, in one line."""
    provision = handbook.provision(cite)
    parts = (part for p in provision.walk() for part in (p.heading, p.text) if part)
    says = " ".join(" ".join(parts).split()).removeprefix(provision.label).lstrip()
    return {"by": cite, "label": provision.label, "says": says}


def _changes(handbook: Handbook, cite: str, applied: Applied) -> dict[str, str]:
    """What is said of a clause that a book changes."""
    by = applied.amendment.by[0]
    return {
        "cite": cite,
        "cited": handbook.provision(cite).label,
        "effect": applied.amendment.effect,
        "by": by,
        "label": handbook.provision(by).label,
        "says": applied.amendment.supplement_says,
    }


def _settles(handbook: Handbook, point: Point, setting: Setting) -> dict[str, str]:
    """What is said of a point that a book settles."""
    return {
        "point": point.id,
        "asked": point.said,
        "option": setting.option,
        "text": point.shown(setting.option),
        "by": setting.by,
        "label": handbook.provision(setting.by).label,
        "says": setting.sentence,
    }


def own_lines(receipt: Mapping[str, Any]) -> Iterator[str]:
    """What a receipt says of such books, a sentence a change and a setting; what a later version writes otherwise is left out."""
    books = receipt.get(OWN)
    for one in books if isinstance(books, list) else ():
        where = f"《{one.get('title')}》第 {one.get('version')} 版" if isinstance(one, Mapping) else ""
        for each in changes_in(one):
            yield f"{where}{each['label']}{SAYS.get(each['effect'], '改了')}{each['cited']}：{each['says']}"
        edition = one.get("edition") if isinstance(one, Mapping) else None
        if isinstance(edition, Mapping) and isinstance(edition.get("said"), str):
            yield f"{where}{edition['said']}"
            for each in _listed(edition, "differ", "label", "old", "new"):
                yield f"{each['label']}　树照的：{each['old']}　本赛事的：{each['new'] or '没有这一条'}"
        for each in clauses_in(one):
            yield f"{where}{each['label']}：{each['says']}"
        for each in settles_in(one):
            yield f"{where}{each['label']}定了“{each['asked']}”：{each['text']}。原文：{each['says']}"


def changes_in(one: object) -> Iterator[Mapping[str, str]]:
    """What a receipt says of a book's changes to clauses of the ruling."""
    return _listed(one, "changes", "cited", "effect", "label", "says")


def settles_in(one: object) -> Iterator[Mapping[str, str]]:
    """What a receipt says a book has settled for the ruling."""
    return _listed(one, "settles", "asked", "text", "label", "says")


def clauses_in(one: object) -> Iterator[Mapping[str, str]]:
    """The clauses of a game's own rules that a ruling was given by, as they were printed."""
    return _listed(one, "clauses", "by", "label", "says")


def _listed(one: object, name: str, *names: str) -> Iterator[Mapping[str, str]]:
    """The entries of a list of a book that have these words."""
    listed = one.get(name) if isinstance(one, Mapping) else None
    for each in listed if isinstance(listed, list) else ():
        if isinstance(each, Mapping) and all(isinstance(each.get(word), str) for word in names):
            yield each
