"""Thousands of queries of every kind, for showing that two ways of searching give the same.

Nobody judged what they should find: the judged queries are among them, the rest is whatever the texts, the trees and the
synonym files themselves call things, and what a person types on the way to it or by mistake.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import yaml

from decision_trees.games import games
from decision_trees.library import open_library
from rules_data.handbook import open_handbook
from search.engine import Engine
from search.tokens import HAN
from search.wordlists import read_everyday, read_synonyms
from tests.search.test_judged import Loader, judged_queries

HOLDOUT = Path(__file__).with_name("judged_holdout.yaml")
GAMES = (*games(), None)


class Asked(NamedTuple):
    """A query with what the searcher narrowed it to."""

    query: str
    game: str | None = None
    book: str | None = None
    kind: str | None = None
    limit: int = 20


def judged() -> Iterator[Asked]:
    """The judged queries as they are asked, of both sets."""
    yield from (Asked(one.query, one.game, limit=10) for one in judged_queries())
    for one in yaml.load(HOLDOUT.read_text(encoding="utf-8"), Loader=Loader):
        yield Asked(one["query"], one.get("game"))


def texts(engine: Engine) -> Iterator[tuple[str, str]]:
    """(kind, query): what the handbook, the trees and the synonym files call things."""
    handbook, library, everyday = open_handbook(), open_library(), read_everyday()
    for book in handbook.books.values():
        for provision in book.walk():
            yield "title", provision.title or ""
            yield "heading", provision.heading or ""
            yield "label", provision.label
            yield "id", provision.id
            yield "number", provision.number
            yield "beginning", (provision.text or "")[:24]
        for table in book.tables:
            yield "table", table.title
    for term in handbook.terms:
        yield "term", term.term
        yield from (("aka", name) for name in (*term.aka, *term.english))
    for synonym in read_synonyms(handbook):
        yield from (("saying", text) for text in (*synonym.say, *synonym.means))
    for tree in library.trees.values():
        yield "tree", tree.title
        yield from (("heard", text) for text in tree.heard)
    for case in library.cases.values():
        yield "case", case.title
        yield "situation", case.situation
    for group in everyday.same:
        yield from (("everyday", word) for word in group)
    yield from (("everyday", word) for word in (*everyday.near, *everyday.noise, *everyday.weak, *everyday.english))
    for name in engine.language.pinyin.names:
        yield "pinyin", name.reading.replace(" ", "")
        yield "syllables", name.reading
        yield "initials", "".join(s[0] for s in name.reading.split())


def nonsense(engine: Engine, count: int = 300) -> Iterator[tuple[str, str]]:
    """Queries nobody means: characters, letters, numbers and signs at random, in each script and mixed."""
    chance = random.Random(15)
    characters = "".join(engine.language.pinyin.characters)
    letters, signs = (
        "abcdefghijklmnopqrstuvwxyz",
        " ,.?!:()[]*-+/\\\"'%#@~^&。,?!:;()【】「」〔〕…—😀🂡ａＡ１①ΩΩ㐀鿿\x00\t",
    )
    words = [word for word, count in engine.language.segmenter.entries.items() if count]
    for _ in range(count):
        yield "characters", "".join(chance.choices(characters, k=chance.randint(1, 8)))
        yield "letters", "".join(chance.choices(letters, k=chance.randint(1, 12)))
        yield "signs", "".join(chance.choices(signs, k=chance.randint(1, 6)))
        yield "digits", str(chance.randint(0, 10 ** chance.randint(1, 5)))
        yield "words", "".join(chance.sample(words, chance.randint(2, 6)))
        yield "everything", "".join(
            chance.choice((chance.choice(words), chance.choice(characters), chance.choice(letters), chance.choice(signs),
                           str(chance.randint(0, 99))))
            for _ in range(chance.randint(2, 9))
        )  # fmt: skip


def typed(query: str) -> Iterator[str]:
    """A query as it stands in the field while it is typed."""
    yield from (query[:end] for end in range(1, len(query)))


def every_query(engine: Engine) -> list[Asked]:
    """All of them, each once, always in the same order."""
    chance = random.Random(14)
    traditional = open_handbook().script.traditional
    found: dict[Asked, None] = dict.fromkeys(judged())
    for one in list(found):
        found.update(dict.fromkeys(one._replace(query=query, limit=20) for query in typed(one.query)))
    for kind, query in (*texts(engine), *nonsense(engine)):
        if not query:
            continue
        found[Asked(query)] = None
        if HAN.search(query):
            found[Asked(traditional(query))] = None
            if kind in {"title", "saying", "heard"} and chance.random() < 0.15:
                found[Asked(query + chance.choice(("怎么罚", "是什么意思", "可以吗", "多久", " penalty")))] = None
        if chance.random() < 0.06:
            found.update(dict.fromkeys(map(Asked, typed(query))))
    books = list(open_handbook().books)
    for one in list(found):
        if chance.random() < 0.15:
            found[one._replace(game=chance.choice(GAMES))] = None
        if chance.random() < 0.05:
            found[one._replace(book=chance.choice(books))] = None
        if chance.random() < 0.1:
            kinds = ("provision", "term", "table", "tree", "case")
            found[one._replace(kind=chance.choice(kinds), limit=chance.choice((3, 20, 100)))] = None
    return list(found)
