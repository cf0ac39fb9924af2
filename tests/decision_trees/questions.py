"""Questions whose answer changes nothing: whatever is answered, with all else as in the case, it is ruled the same."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from decision_trees.engine import Asked, Ruled, Step, Undecided
from decision_trees.functions import RuleInputError
from decision_trees.model import Case, Fact, Question, Tree
from decision_trees.reach import reached

Go = Callable[[Mapping[str, Any], Mapping[str, str]], Step]
Said = tuple[Any, ...]
Key = tuple[str, str, str]  # tree, node, fact
Kind = Literal["needed", "needless", "forced"]
"""Every answer comes to the same where a question is needless; only one answer can be where it is forced."""

REQUIRED: dict[tuple[str, str], str] = {}
"""Questions that are put whatever comes of them, as a clause says: tree and node, and why."""

OFTEN = 3  # cases in which one answer makes a question needless, to say so
STEPS = 400  # looked at for one question of one case; where they do not suffice, it is taken to be needed
UNLISTED = ("text", "auction", "call", "card", "cards", "time", "history")  # kinds whose values are examples
FEW = 3  # drawn values of what has many and was not answered in the case


@dataclass(frozen=True, slots=True)
class Put:
    """A question as it was put in a case."""

    case: str
    key: Key
    answered: Mapping[str, Any]  # before it
    settled: bool  # the event had decided an open question of its own
    kind: Kind


class _TooMany(Exception):
    pass


@dataclass(slots=True)
class _Look:
    """One question looked at: where every way after an answer ends."""

    go: Go
    case: Case
    rng: random.Random
    left: int = STEPS

    def ends(
        self, facts: Mapping[str, Any], settled: Mapping[str, str], way: tuple[Any, ...] = ()
    ) -> Iterator[tuple[tuple[Any, ...], Said]]:
        """What is ruled on every way on from here, by what the case does not say on it; nothing where it cannot be so."""
        self.left -= 1
        if self.left < 0:
            raise _TooMany
        try:
            step = self.go(facts, settled)
        except RuleInputError:
            return
        if isinstance(step, Undecided):
            for option in step.question.options:
                yield from self.ends(facts, {**settled, step.id: option.key}, (*way, step.id, option.key))
        elif isinstance(step, Asked):
            if step.name in self.case.facts:
                told = {**facts, step.name: self.case.facts[step.name]}
                if found := list(self.ends(told, settled, way)):
                    yield from found
                    return
            for answer in answers(step.fact, step.question, random.Random(step.name), FEW):
                yield from self.ends({**facts, step.name: answer}, settled, (*way, step.name, repr(answer)))
        else:
            yield from self._chosen(step, facts, settled, way)

    def _chosen(
        self, step: Ruled, facts: Mapping[str, Any], settled: Mapping[str, str], way: tuple[Any, ...]
    ) -> Iterator[tuple[tuple[Any, ...], Said]]:
        """A ruling, or what comes of what somebody chooses after it."""
        choice = step.outcome.choice
        if choice is None or choice.fact in facts:
            yield way, said_by(step)
            return
        chosen = self.case.facts.get(choice.fact)
        onward = chosen in choice.options and choice.options[chosen].to is not None
        if onward and (found := list(self.ends({**facts, choice.fact: chosen}, settled, way))):
            yield from found
            return
        yield way, said_by(step)
        for key, option in choice.options.items():
            if option.to is not None:
                yield from self.ends({**facts, choice.fact: key}, settled, (*way, choice.fact, key))


def put(case: Case, go: Go, trees: Mapping[str, Tree], seed: int = 0, besides: Collection[Key] = ()) -> Iterator[Put]:
    """Every question put on the way in a worked case, and whether its answer makes a difference; not those of ``besides``."""
    questions = {question.fact for one in reached(trees[case.tree], trees) for question in one.questions.values()}
    for step, facts, settled in _way(case, go, trees):
        key = step.tree.id, step.node, step.name
        if key not in besides:
            look = _Look(go, case, random.Random(f"{seed} {case.id} {step.name}"))
            known = {**{each.name: each.value for each in step.known}, **facts}
            answered = {name: value for name, value in known.items() if name in questions}
            yield Put(case.id, key, answered, bool(case.settled), _kind(look, step, facts, settled))


def _kind(look: _Look, step: Asked, facts: Mapping[str, Any], settled: Mapping[str, str]) -> Kind:
    first: dict[tuple[Any, ...], Said] | None = None
    possible = 0
    try:
        for answer in answers(step.fact, step.question, look.rng, None):
            ends = dict(look.ends({**facts, step.name: answer}, settled))
            if ends and first is not None and not _same(first, ends):
                return "needed"
            first = ends or first
            possible += bool(ends)
    except _TooMany:
        return "needed"
    if step.fact.kind in UNLISTED and possible < 2:
        return "needed"  # too few are known to say so
    return "needless" if possible > 1 else "forced"


def _same(one: Mapping[tuple[Any, ...], Said], other: Mapping[tuple[Any, ...], Said]) -> bool:
    """Is the same ruled on the same ways on, or the same on all?"""
    if one == other:
        return True
    if one.keys() == other.keys():
        return False
    every = iter((*one.values(), *other.values()))
    first = next(every)
    return all(each == first for each in every)


def _way(case: Case, go: Go, trees: Mapping[str, Tree]) -> Iterator[tuple[Asked, dict[str, Any], dict[str, str]]]:
    """The questions that are asked in a case, with what is known by then; what is never asked was entered before."""
    over = list(reached(trees[case.tree], trees))
    later = {question.fact for one in over for question in one.questions.values()}
    later |= {each.choice.fact for one in over for each in one.outcomes.values() if each.choice is not None}
    later |= {name for one in over for name, fact in one.facts.items() if fact.later}
    entered = {name for name in case.facts if name not in later}
    while True:
        facts: dict[str, Any] = {name: value for name, value in case.facts.items() if name in entered}
        found = []
        try:
            step = go(facts, case.settled)
            while (name := _wanted(step)) in case.facts and name not in facts:
                if isinstance(step, Asked):
                    found.append((step, dict(facts), dict(case.settled)))
                facts[name] = case.facts[name]
                step = go(facts, case.settled)
        except RuleInputError:
            pass
        left = case.facts.keys() - facts.keys()
        if not left:
            yield from found
            return
        entered |= left


def _wanted(step: Step) -> str:
    """The fact that is wanted next: asked, or chosen by somebody."""
    if isinstance(step, Asked):
        return step.name
    return step.outcome.choice.fact if isinstance(step, Ruled) and step.outcome.choice is not None else ""


def answers(fact: Fact, question: Question, rng: random.Random, few: int | None) -> list[Any]:
    """The answers a question can have: all of them where they can be listed; else the boundaries, and some of them."""
    if fact.kind == "bool":
        return [True, False]
    if fact.kind == "choice":
        return list(fact.options)
    if fact.kind == "seat":
        return list("NESW")
    if fact.kind == "number":
        low = int(fact.minimum or 0)
        high = int(fact.maximum) if fact.maximum is not None else low + 200
        bounds = [low, high]
        for each in question.ranges:
            for edge in (each.at_least, each.at_most):
                bounds += [int(edge) + by for by in (-1, 0, 1)] if edge is not None else []
        drawn = rng.sample(range(low, high + 1), min(high + 1 - low, 60 if few is None else few))
        return [each for each in dict.fromkeys([*bounds, *drawn]) if low <= each <= high]
    if fact.kind == "time":
        return ["09:00", "12:30", "21:45"]
    if fact.kind == "text":
        return list(fact.examples) or ["记录"]
    out = list(fact.examples)
    return out if few is None else out[:few]


def said_by(step: Ruled) -> Said:
    """All that a ruling says, and what it leaves on the table."""
    follow_ups = tuple((follow.tree, follow.when, follow.cites) for follow in step.outcome.follow_ups)
    figures = tuple((each.name, each.text) for each in step.figures)
    outcome = replace(step.outcome, follow_ups=())
    return repr((step.tree.id, step.outcome_id)), outcome, follow_ups, figures, step.next, step.stays, step.leaves


@dataclass(frozen=True, slots=True)
class Idle:
    """A question whose answer made no difference whenever it was put, at all or where an answer before it was this one."""

    key: Key
    times: int
    case: str  # one of them
    where: tuple[str, Any] | None = None

    def __str__(self) -> str:
        where = f"where {self.where[0]} is {self.where[1]}, " if self.where is not None else ""
        return (
            f"{self.key[0]} {self.key[1]} asks {self.key[2]} {where}{self.times} times for nothing, as in {self.case}"
        )


def idle(asked: Iterable[Put]) -> list[Idle]:
    """The questions that are needless in all cases in which they are put, but those a clause has the referee put.

    What an event has decided of its own counts only where a question is put in no other case: elsewhere it is to be asked
    only in such an event.
    """
    out = []
    for key, every in _by_question(asked).items():
        plain = [each for each in every if not each.settled] or every
        if key[:2] not in REQUIRED and all(each.kind != "needed" for each in plain):
            out.append(Idle(key, len(plain), plain[0].case))
    return out


def idle_where(asked: Iterable[Put]) -> list[Idle]:
    """The questions that are needless whenever an answer before them was a certain one, as far as there are enough cases."""
    out = []
    for key, every in _by_question(asked).items():
        if all(each.kind != "needed" for each in every):
            continue
        by: defaultdict[tuple[str, str], list[Put]] = defaultdict(list)
        for each in every:
            for name, value in each.answered.items():
                by[name, str(value)].append(each)
        out += [
            Idle(key, len(some), some[0].case, where)
            for where, some in by.items()
            if len(some) >= OFTEN and all(each.kind != "needed" for each in some)
        ]
    return out


def _by_question(asked: Iterable[Put]) -> dict[Key, list[Put]]:
    by: defaultdict[Key, list[Put]] = defaultdict(list)
    for each in asked:
        by[each.key].append(each)
    return dict(sorted(by.items()))
