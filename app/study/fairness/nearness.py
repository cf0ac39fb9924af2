"""How near terms are to each other: a wrong meaning from quite another field is no choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache

from app.base.opened import handbook
from app.study.clauses import article
from app.study.making import runs
from rules_data.model import GameId, Term

EVERYWHERE = set("牌的赛一")  # in the names of so many terms that they tell nothing
FEW = 4  # terms of a game that have a run of characters in common: with more it is a word of every field
PLACES = 3  # articles in which a term is spoken of: with more it belongs to none


def words(term: Term) -> str:
    """What a term is explained with, to see what it has in common with another."""
    printed = "".join((handbook().provision(id_).text or "") for id_ in term.defined_in[:1])
    return term.meaning or printed


@cache
def _counted(game: GameId) -> Mapping[str, int]:
    """How many terms of a game have a run of two characters in what they mean."""
    counted = Counter(run for term in handbook().terms if term.game == game for run in runs(words(term), 2))
    return dict(counted)


@cache
def _places(term: Term) -> frozenset[str]:
    found = {article(id_) for id_ in (*term.defined_in, *term.used_in)}
    return frozenset(found) if len(found) <= PLACES else frozenset(article(id_) for id_ in term.defined_in)


def akin(one: Term, other: Term) -> bool:
    """May one be taken for the other: by name, by where the text speaks of it, or by a word that few terms need?"""
    if (set(one.term) & set(other.term)) - EVERYWHERE:
        return True
    if _places(one) & _places(other):
        return True
    shared = runs(words(one), 2) & runs(words(other), 2)
    counted = _counted(one.game)
    return any(counted.get(run, 0) <= FEW for run in shared)


def spoken(one: Term, other_words: str) -> set[str]:
    """The characters of a term's name that a meaning repeats."""
    return {c for c in one.term if c in other_words} - EVERYWHERE
