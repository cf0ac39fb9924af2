"""The handbook in the form in which the page itself searches it while Python starts (assets/web/shell.js): plain and small.

Written when the handbook is compiled: labels, titles and texts with their references, the sayings, English and pinyin names,
and the table of the scripts. What the page finds is only a beginning; the app searches anew when it is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from decision_trees.games import games

if TYPE_CHECKING:
    from rules_data.handbook import Handbook
    from rules_data.model import Provision
    from rules_data.script import Script
    from search.pinyin import Name

LIGHT_FILE = "light.json"
LIKELY, LONGEST = 1.0, 6  # names that are written by their sound: no parts of titles, and no sentences


def light_data(
    handbook: Handbook, sayings: Iterable[tuple[str, Iterable[str]]], names: Iterable[Name]
) -> dict[str, Any]:
    """Return what the page needs. ``sayings`` are what people say, with the ids it leads to; ``names`` can be heard."""
    order = list(games())
    books = [book for book in handbook.books.values() if not book.witness_of]
    rows: list[list[Any]] = []
    places: dict[str, int] = {}

    def add(provision: Provision, book: int, level: int) -> None:
        places[provision.id] = len(rows)
        heading = (provision.heading or "") if not provision.title_supplied else ""
        rows.append(
            [book, provision.number, provision.label, level, provision.title or "", heading, provision.text or ""]
        )
        for child in provision.children:
            add(child, book, level + 1)

    for number, book in enumerate(books):
        for provision in book.provisions:
            add(provision, number, 0)
    said: dict[str, dict[int, None]] = {}
    for text, targets in sayings:
        said.setdefault(text, {}).update((places[target], None) for target in targets if target in places)
    return {
        "games": [[game, games()[game].name] for game in order],
        "books": [[book.id, book.short, order.index(book.game)] for book in books],
        "rows": rows,
        "references": {str(places[id_]): found for id_ in places if (found := _references(handbook, id_, places))},
        "sayings": [[text, list(found)] for text, found in said.items() if found],
        "names": [[each.text, each.reading] for each in names if each.weight > LIKELY and len(each.text) <= LONGEST],
        "scripts": _scripts(handbook.script),
    }


def _references(handbook: Handbook, id_: str, places: Mapping[str, int]) -> list[list[int]]:
    """Where in a text another provision is named: start, end, the first it leads to."""
    return [
        [span.start, span.end, places[span.targets[0]]]
        for span in handbook.spans(id_)
        if span.kind == "reference" and span.targets and span.targets[0] in places
    ]


def _scripts(script: Script) -> dict[str, Any]:
    """Characters of one script and those of the other in the same order, and the phrases written in a way of their own."""
    han = [chr(code) for code in range(0x4E00, 0xA000)]

    def pairs(convert: Callable[[str], str]) -> list[str]:
        found = [(c, other) for c in han if (other := convert(c)) != c]
        return ["".join(c for c, _ in found), "".join(other for _, other in found)]

    return {"hans": pairs(script.simplified), "hant": pairs(script.traditional), "phrases": script.phrases}
