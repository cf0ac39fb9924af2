"""The handbook in the form in which the page itself searches it while Python starts (assets/web/finding.js): plain and small.

Written when the handbook is compiled: labels, titles and texts with their references, the sayings, English and pinyin names,
and the table of the scripts. What the page finds is only a beginning; the app searches anew when it is there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from decision_trees.games import games
from search import clause_number
from search.ranking import Ranking
from search.understanding import ASKING, INTENTS, game_names, understand

if TYPE_CHECKING:
    from rules_data.handbook import Handbook
    from rules_data.model import Book, Provision
    from rules_data.script import Script
    from search.index import Index
    from search.language import Language
    from search.pinyin import Name

LIGHT_FILE = "light.json"
PENALTY_OF = "怎么罚"
LIKELY, LONGEST = 1.0, 6  # names that are written by their sound: no parts of titles, and no sentences
TERM = 2.0  # from this likelihood on a name is a term, of which a penalty may be asked
FOREMOST = 2  # provisions that a name leads to, beside the first of each game
LONGEST_TITLE = 8
MOST = 4  # places of a saying


@dataclass(frozen=True)
class Foremost:
    """What the engine finds first: the page has it of everything that has a name."""

    index: Index
    language: Language
    ids: Sequence[str]  # of the documents, by number

    def __call__(self, query: str) -> list[str]:
        """Provisions for a query, best first: a few, and the first of each game."""
        documents, books = self.language.documents, self.language.books
        understood = understand(query, self.language, self.index)
        if understood.numbers:
            return []
        scores, _ = Ranking(self.index, self.language, understood).run()
        listed = [n for n in scores if documents.kinds[n] == "p" and not books[documents.books[n]].witness]
        found: list[int] = []
        seen: set[str] = set()
        for place, number in enumerate(sorted(listed, key=scores.__getitem__, reverse=True)):
            game = documents.game(number)
            if place < FOREMOST or game not in seen:
                found.append(number)
            seen.add(game)
            if place >= FOREMOST and len(seen) == len(documents.game_names):
                break
        return [self.ids[number] for number in found]


def light_data(
    handbook: Handbook,
    sayings: Iterable[tuple[str, Iterable[str]]],
    names: Iterable[Name],
    titles: Iterable[str],
    foremost: Foremost,
) -> dict[str, Any]:
    """Return what the page needs. ``sayings`` are what people say, with the ids it leads to; ``names`` can be heard."""
    order = list(games())
    books = [book for book in handbook.books.values() if not book.witness_of]
    rows, places = _rows(books)
    likely = sorted((n for n in names if n.weight > LIKELY and len(n.text) <= LONGEST), key=lambda name: -name.weight)
    said = _said(likely, titles, sayings, foremost, places)
    leading = sorted(  # lists that are alike beside each other: so they compress well
        ((text, list(go)[:MOST]) for text, go in said.items() if go), key=lambda each: each[1]
    )
    shown = {character for row in rows for text in row[2:] for character in str(text)}
    return {
        "games": [[game, games()[game].name] for game in order],
        "called": [[_called(game_names(), each), _called(clause_number.game_names(), each)] for each in order],
        "books": [[book.id, book.short, order.index(book.game)] for book in books],
        "rows": rows,
        "references": {str(places[id_]): found for id_ in places if (found := _references(handbook, id_, places))},
        "sayings": ["\n".join(text for text, _ in leading), [go for _, go in leading]],
        "asking": ASKING.pattern,
        "penalty": [INTENTS["penalty"].pattern, PENALTY_OF],
        "same": [[word, same] for word, same in foremost.language.canonical.items() if word not in said],
        "names": ["\n".join(name.text for name in likely), "\n".join(name.reading for name in likely)],
        "sounds": _sounds(likely, foremost.language.pinyin.characters),
        "scripts": _scripts(handbook.script, shown),
    }


def _rows(books: Iterable[Book]) -> tuple[list[list[Any]], dict[str, int]]:
    """Every provision with what is shown of it, and where it stands in the list."""
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
    return rows, places


def _said(
    names: Sequence[Name],
    titles: Iterable[str],
    sayings: Iterable[tuple[str, Iterable[str]]],
    foremost: Foremost,
    places: Mapping[str, int],
) -> dict[str, dict[int, None]]:
    """What people say with the places it leads to, the first first: to where the engine goes, as far as it has a name."""

    def found(query: str) -> dict[int, None]:
        return {places[id_]: None for id_ in foremost(query) if id_ in places}

    said = {text: found(text) for text in _named(names, titles)}
    for name in names:
        asked = f"{name.text}{PENALTY_OF}"
        if name.weight >= TERM and (go := found(asked)) and next(iter(go)) != next(iter(said[name.text]), None):
            said[asked] = go
    for text, targets in sayings:
        if text.isascii() and text not in said:
            said[text] = found(text)
        said.setdefault(text, {}).update((places[target], None) for target in targets if target in places)
    return said


def _called(names: Iterable[tuple[re.Pattern[str], str]], game: str) -> str:
    """How a game is called: a pattern."""
    return next(pattern.pattern for pattern, of in names if of == game)


def _named(names: Sequence[Name], titles: Iterable[str]) -> dict[str, None]:
    """Names, short titles, and the first letters that several names have in common."""
    first = Counter("".join(syllable[0] for syllable in name.reading.split()) for name in names)
    found = [*(name.text for name in names), *(each for each in titles if len(each) <= LONGEST_TITLE)]
    return dict.fromkeys([*found, *(letters for letters, number in first.items() if number > 1)])


def _sounds(names: Iterable[Name], characters: Mapping[str, str]) -> list[list[str]]:
    """The syllables of names, each with the usual characters that sound so, by which names are typed by ear."""
    wanted = {syllable for name in names for syllable in name.reading.split()}
    found: dict[str, str] = {}
    for character, readings in characters.items():
        for syllable in readings.split():
            if syllable in wanted and _usual(character):
                found[syllable] = found.get(syllable, "") + character
    return [[syllable, found[syllable]] for syllable in sorted(found)]


def _usual(character: str) -> bool:
    """Whether a character is one of the 3,755 of the first level of GB 2312, which are in everyday use."""
    return _in_use(character, "gb2312", 0xD7FE)


def _in_use(character: str, encoding: str, last: int) -> bool:
    """Whether a character is one of those that an encoding has first: they are in everyday use."""
    code = character.encode(encoding, errors="ignore")
    return len(code) == 2 and int.from_bytes(code) <= last


def _references(handbook: Handbook, id_: str, places: Mapping[str, int]) -> list[list[int]]:
    """Where in a text another provision is named: start, end, the first it leads to."""
    return [
        [span.start, span.end, places[span.targets[0]]]
        for span in handbook.spans(id_)
        if span.kind == "reference" and span.targets and span.targets[0] in places
    ]


def _scripts(script: Script, shown: Set[str]) -> dict[str, Any]:
    """Characters of one script and those of the other in the same order, and the phrases written in a way of their own.

    To be shown those in everyday use are enough and those of the texts, to be typed those in everyday use in Traditional.
    """
    han = [chr(code) for code in range(0x4E00, 0xA000)]

    def pairs(convert: Callable[[str], str], wanted: Callable[[str], bool]) -> list[str]:
        found = [(c, other) for c in han if wanted(c) and (other := convert(c)) != c]
        return ["".join(c for c, _ in found), "".join(other for _, other in found)]

    typed = pairs(script.simplified, lambda c: c in shown or _in_use(c, "big5", 0xC67E))
    written = pairs(script.traditional, lambda c: c in shown or _usual(c))
    return {"hans": typed, "hant": written, "phrases": script.phrases}
