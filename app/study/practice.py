"""The next question: what is due comes first, then what is new; or what somebody wants to practise besides."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from app.study import bank
from app.study.generators import claims
from app.study.twins import twin_now

if TYPE_CHECKING:
    from app.study.bank import Subject
    from app.study.model import Question
    from app.study.schedule import State

SEEDS = 1_000_000


@dataclass(frozen=True, slots=True)
class Next:
    """A question, and why it comes now."""

    question: Question
    why: str  # 复习, 新题, 加练, 易混


@dataclass(frozen=True, slots=True)
class Plan:
    """What today has left."""

    due: int
    new: int

    @property
    def left(self) -> int:
        """How many questions."""
        return self.due + self.new


@cache
def _subjects(game: str) -> Mapping[str, Subject]:
    return {subject.id: subject for subject in bank.subjects(game)}


def subject(game: str, id_: str) -> Subject | None:
    """What is to be known, as it is told people; None where there is no question about it any more."""
    return _subjects(game).get(id_)


@cache
def _askable(game: str, id_: str) -> bool:
    """Whether there is a question about a subject that was only met in scenarios."""
    return made(_subjects(game)[id_], Random(id_)) is not None


def plan(state: State, now: datetime, game: str) -> Plan:
    """What is left to be done today in a game."""
    known = _subjects(game)
    due = sum(card.subject in known and (card.asked or _askable(game, card.subject)) for card in state.due(now, [game]))
    unmet = len(known) - sum(each in known for each in state.cards)
    return Plan(due, min(state.new_left(now, [game]), max(0, unmet)))


def coming(
    state: State, now: datetime, game: str, rng: Random, topic: str | None = None, more: bool = False
) -> Next | None:
    """The question that comes now; None where the day's are done.

    With a topic only what belongs to it is asked, as much as one likes; with ``more`` the day goes on beyond its plan.
    """
    known = {id_: each for id_, each in _subjects(game).items() if topic in (None, each.topic)}
    free = topic is not None or more
    twin = twin_now([each for each in state.answers if each.game == game], now)
    if twin in known and (found := made(known[twin], rng)) is not None:
        return Next(found, "易混")
    due = [card for card in state.due(now, [game]) if card.subject in known]
    for card in due:
        if card.due <= now and (found := made(known[card.subject], rng, missed=not card.known)) is not None:
            return Next(found, "复习")
    if free or state.new_left(now, [game]):
        unmet = [each for id_, each in known.items() if id_ not in state.cards]
        if (found := _any(unmet, rng)) is not None:
            return Next(found, "新题")
    for card in due:  # got wrong minutes ago, and nothing else is left
        if (found := made(known[card.subject], rng)) is not None:
            return Next(found, "再答一次")
    if not free:
        return None
    met = [card for card in state.cards.values() if card.subject in known]
    for card in sorted(met, key=lambda card: (card.last, card.subject)):
        if (found := made(known[card.subject], rng)) is not None:
            return Next(found, "加练")
    return None


def _any(subjects: Collection[Subject], rng: Random) -> Question | None:
    """A question about one of some subjects; each topic is as likely as another, so that many terms do not hide few trees."""
    topics: dict[str, list[Subject]] = {}
    for each in subjects:
        topics.setdefault(each.topic, []).append(each)
    while topics:
        topic = rng.choice(sorted(topics))
        chosen = topics[topic].pop(rng.randrange(len(topics[topic])))
        if not topics[topic]:
            del topics[topic]
        if (found := made(chosen, rng)) is not None:
            return found
    return None


_without: set[tuple[str, str]] = set()  # kind and subject of which no question could be made: it takes long to find out


def made(about: Subject, rng: Random, missed: bool = False) -> Question | None:
    """A question about a subject that was not asked before; None where none can be made.

    Of what was ``missed`` last time it asks first why not: what players wrongly claim of it, and what answers them.
    """
    kinds = [kind for kind in about.kinds if (kind, about.id) not in _without]
    rng.shuffle(kinds)
    if missed:
        kinds.sort(key=lambda kind: kind != claims.ID)
    for kind in kinds:
        try:
            return bank.make(kind, about.id, rng.randrange(SEEDS))
        except bank.NoQuestionError:
            _without.add((kind, about.id))
    return None
