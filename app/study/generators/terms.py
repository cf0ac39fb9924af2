"""Terms and what they mean, asked in both directions with the words of the text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from random import Random

from app.base.opened import handbook
from app.study.clauses import labels
from app.study.fairness.nearness import akin, spoken
from app.study.fairness.saying import bids
from app.study.fairness.words import empty
from app.study.making import TERMS, Draft, Kind, Subject
from app.study.model import Option, Question
from rules_data.model import GameId, Term

_UNSAID = re.compile("没有下定义|没有写")  # a meaning that tells by what it does not say

NEAR = 1  # other terms of the same field that a question needs
FEWEST_OFFERED = 3
LONGEST = 70
"""Characters of a meaning that is asked for."""

_SOURCES = re.compile(r"（(?:[^（）]*(?:第[一二三四五六七八九十]|附[件录]|[A-Z]-\d)[^（）]*)）")
"""What our own wording of a meaning names as its source: the answer would be given away."""


def meaning(term: Term) -> str:
    """What a term means: as printed where the text defines it, else the sense that its uses show."""
    if term.meaning:
        return bids(_SOURCES.sub("", term.meaning)).strip()
    texts = [handbook().provision(id_).text for id_ in term.defined_in]
    printed = next((t for t in texts if t and t.strip()), "")
    return re.sub(r"\s+", "", printed)


def names(term: Term) -> tuple[str, ...]:
    """Everything a term is called."""
    return (term.term, *term.aka)


def named(name: str, words: str) -> bool:
    """Do words name a term, or say all its characters: 重洗, 把牌重新洗过?"""
    return name in words or set(name) - set("的") <= set(words)


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
            and not empty(term)
            and len(words) <= LONGEST
            and not any(named(n, words) for n in names(term))
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


def _others(game: GameId, term: Term, rng: Random, said: Callable[[Term], str]) -> list[Term]:
    """Other terms of the same field, those that sound alike first; none where too few are near."""
    own = meaning(term)
    rest = [
        t
        for t in known(game)
        if t.id != term.id
        and not set(names(t)) & set(names(term))
        and not any(n in own for n in names(t))  # a kind of it, or a part
    ]
    rng.shuffle(rest)

    def far(other: Term) -> tuple[bool, bool]:
        within = term.term in other.term or other.term in term.term  # a wider or narrower word: both may fit
        return within, not set(term.term) & set(other.term)

    rest.sort(key=far)
    near = [each for each in rest if akin(term, each)]
    rest = [each for each in rest if each not in near]
    if len(near) < NEAR:
        return []
    again = spoken(term, own)  # what the answer repeats of the word, another option has to repeat as well
    echo = [each for each in near + rest if again and again & set(said(each))][:1]
    return list(dict.fromkeys((*echo, *near[:8], *rest[: FEWEST_OFFERED - 1])))


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
        Option(meaning(t), f"这是“{t.term}”（{labels(_cites(t)[:1])}）。", _cites(t))
        for t in _others(game, term, rng, meaning)
    ]
    right = Option(meaning(term), "", _cites(term))
    return Draft(TERMS, f"“{term.term}”是什么意思？", right, wrong, _why(term), _cites(term), difficulty=0.3)


def called(game: GameId, subject: str, rng: Random) -> Draft | None:
    """Ask which term has a meaning."""
    term = _of(game, subject)
    if term is None:
        return None
    words = meaning(term)
    wrong = [Option(t.term, f"{t.term}：{meaning(t)}", _cites(t)) for t in _others(game, term, rng, lambda t: t.term)]
    stem = f"“{words}”说的是哪一个术语？"
    return Draft(TERMS, stem, Option(term.term, "", _cites(term)), wrong, _why(term), _cites(term), difficulty=0.3)


def again(question: Question) -> Iterator[str]:
    """The meaning does not name its term, and is of none of the other terms that are offered."""
    term = _of(question.game, question.subject)
    if term is None:
        yield "没有这个术语。"
        return
    words = meaning(term)
    if any(named(name, words) for name in names(term)):
        yield "意思里说出了术语。"
    others = [option.text for i, option in enumerate(question.options) if i != question.right]
    for other in known(question.game):
        offered = other.term in others or meaning(other) in others
        if offered and any(name in words for name in names(other)):
            yield f"“{other.term}”是“{term.term}”的一种，也说得通。"


MEANING = Kind("meaning", "术语的意思", subjects("meaning"), means, again)
TERM = Kind("term", "意思的术语", subjects("term"), called, again)
