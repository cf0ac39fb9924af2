"""Terms and what they mean, asked in both directions with the words of the text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from random import Random

from app.study.clauses import labels
from app.study.making import TERMS, Draft, Kind, Subject
from app.study.model import Option
from app.window.library import handbook
from rules_data.model import GameId, Term

_UNSAID = re.compile("没有下定义|没有写")  # a meaning that tells by what it does not say

LONGEST = 70
"""Characters of a meaning that is asked for."""

_SOURCES = re.compile(r"（(?:[^（）]*(?:第[一二三四五六七八九十]|附[件录]|T-)[^（）]*)）")
"""What our own wording of a meaning names as its source: the answer would be given away."""


def meaning(term: Term) -> str:
    """What a term means: as printed where the text defines it, else the sense that its uses show."""
    if term.meaning:
        return _SOURCES.sub("", term.meaning).strip()
    texts = [handbook().provision(id_).text for id_ in term.defined_in]
    printed = next((t for t in texts if t and t.strip()), "")
    return re.sub(r"\s+", "", printed)


def names(term: Term) -> tuple[str, ...]:
    """Everything a term is called."""
    return (term.term, *term.aka)


@cache
def known(game: GameId) -> tuple[Term, ...]:
    """The terms of a game whose meaning is short enough to be asked and does not name them."""
    found = []
    for term in handbook().terms:
        words = meaning(term)
        if (
            term.game == game
            and words
            and not _UNSAID.search(words)
            and len(words) <= LONGEST
            and not any(n in words for n in names(term))
        ):
            found.append(term)
    return tuple(found)


def _of(game: GameId, subject: str) -> Term | None:
    id_ = subject.rpartition("/")[2]
    return next((term for term in known(game) if term.id == id_), None)


def subjects(kind: str) -> Callable[[GameId], Iterator[Subject]]:
    """The terms of a game, for one of the two directions."""

    def listed(game: GameId) -> Iterator[Subject]:
        for term in known(game):
            yield Subject(f"term:{game}/{term.id}", term.term, TERMS, (kind,))

    return listed


def _others(game: GameId, term: Term, rng: Random) -> list[Term]:
    """Other terms, those that sound alike first, then those of the same chapter."""
    home = {id_.partition("/")[0] for id_ in (*term.defined_in, *term.used_in)}
    rest = [t for t in known(game) if t.id != term.id and not set(names(t)) & set(names(term))]
    rng.shuffle(rest)

    def far(other: Term) -> tuple[bool, bool]:
        within = term.term in other.term or other.term in term.term  # a wider or narrower word: both may fit
        places = {id_.partition("/")[0] for id_ in (*other.defined_in, *other.used_in)}
        return within or not set(term.term) & set(other.term), not home & places

    rest.sort(key=far)
    return rest[:8]


def _cites(term: Term) -> tuple[str, ...]:
    return term.defined_in or term.used_in


def _why(term: Term) -> str:
    return f"{term.term}：{meaning(term)}（{labels(_cites(term)[:2])}）"


def means(game: GameId, subject: str, rng: Random) -> Draft | None:
    """Ask what a term means."""
    term = _of(game, subject)
    if term is None:
        return None
    wrong = [
        Option(meaning(t), f"这是“{t.term}”（{labels(_cites(t)[:1])}）。", _cites(t)) for t in _others(game, term, rng)
    ]
    right = Option(meaning(term), "", _cites(term))
    return Draft(TERMS, f"“{term.term}”是什么意思？", right, wrong, _why(term), _cites(term), difficulty=0.3)


def called(game: GameId, subject: str, rng: Random) -> Draft | None:
    """Ask which term has a meaning."""
    term = _of(game, subject)
    if term is None:
        return None
    words = meaning(term)
    others = [t for t in _others(game, term, rng) if not any(n in words for n in names(t))]
    wrong = [Option(t.term, f"{t.term}：{meaning(t)}", _cites(t)) for t in others]
    stem = f"“{words}”说的是哪一个术语？"
    return Draft(TERMS, stem, Option(term.term, "", _cites(term)), wrong, _why(term), _cites(term), difficulty=0.3)


MEANING = Kind("meaning", "术语的意思", subjects("meaning"), means)
TERM = Kind("term", "意思的术语", subjects("term"), called)
