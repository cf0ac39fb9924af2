"""What a receipt says of books that users brought: which version was in force, and the words of the clauses that changed the law.

So a phone without the book, or with a later text of it, still shows what the ruling was made under.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rules_data.brought.model import Brought
    from rules_data.handbook import Handbook

OWN = "own_books"  # of a receipt
SAYS = {"replaces": "改了", "adds": "补充了", "repeals": "说不再适用的是"}


def own_part(
    handbook: Handbook, books: Mapping[str, Brought], in_force: Iterable[str], cites: Iterable[str]
) -> list[dict[str, Any]]:
    """For the receipt of a ruling by these clauses: each book in force that changes one of them; nothing where none does."""
    from rules_data.brought.amending import changes

    made: dict[str, dict[str, Any]] = {}
    for cite, applied in changes(handbook, cites, frozenset(in_force)):
        by = applied.amendment.by[0]
        one = books.get(by.partition(":")[0])
        if one is None:
            continue
        said = made.setdefault(
            one.book.id,
            {"book": one.book.id, "title": one.book.title, "version": one.version, "source": one.source, "changes": []},
        )
        said["changes"].append(
            {
                "cite": cite,
                "cited": handbook.provision(cite).label,
                "effect": applied.amendment.effect,
                "by": by,
                "label": handbook.provision(by).label,
                "says": applied.amendment.supplement_says,
            }
        )
    return list(made.values())


def own_lines(receipt: Mapping[str, Any]) -> Iterator[str]:
    """What a receipt says of such books, a sentence a change; what a later version writes otherwise is passed over."""
    books = receipt.get(OWN)
    for one in books if isinstance(books, list) else ():
        listed = one.get("changes") if isinstance(one, Mapping) else None
        for each in listed if isinstance(listed, list) else ():
            names = ("cited", "effect", "label", "says")
            if not isinstance(each, Mapping) or not all(isinstance(each.get(name), str) for name in names):
                continue
            says = SAYS.get(each["effect"], "改了")
            yield f"《{one.get('title')}》第 {one.get('version')} 版{each['label']}{says}{each['cited']}：{each['says']}"
