"""Worked cases as questions see them: what is ruled, what would be if one thing were otherwise, what rests on open questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from random import Random
from typing import Any

from app.ruling.wording import shaped
from app.window.library import handbook, trees
from decision_trees.engine import Asked, Known, Ruled, Settled, Step, advance
from decision_trees.entered import possible_answers
from decision_trees.functions import RuleInputError
from decision_trees.model import Case, Fact
from decision_trees.reach import facts_of
from decision_trees.values import show
from rules_data.model import GameId

ENOUGH = 6
"""Other rulings that are looked for."""
DEEP = 3
"""Further questions that are answered to come to another ruling."""


@dataclass(frozen=True, slots=True)
class Otherwise:
    """What would be ruled if something of a case were otherwise."""

    ruled: Ruled
    told: str  # what is otherwise: “下家已叫”是“否”


@cache
def cases_of(game: GameId) -> tuple[Case, ...]:
    """The worked cases that are taught."""
    return tuple(case for case in trees().cases.values() if case.teach != "no" and case.tree.partition(".")[0] == game)


@cache
def by_tree(game: GameId) -> Mapping[str, tuple[Case, ...]]:
    """The cases that are taught, by tree."""
    out: dict[str, list[Case]] = {}
    for case in cases_of(game):
        out.setdefault(case.tree, []).append(case)
    return {tree: tuple(cases) for tree, cases in out.items()}


def step(case: Case, facts: Mapping[str, Any], settled: Mapping[str, str] | None = None) -> Step | None:
    """Where facts lead in the case's tree; None where they cannot be."""
    library = trees()
    with suppress(RuleInputError):
        return advance(
            library.tree(case.tree),
            facts,
            trees=library.trees,
            books=handbook().books,
            settled=case.settled if settled is None else settled,
        )
    return None


@lru_cache(maxsize=512)
def _ruled(id_: str) -> Ruled | None:
    case = trees().cases[id_]
    found = step(case, case.facts)
    return found if isinstance(found, Ruled) and found.outcome_id == case.expect.outcome else None


def ruled(case: Case) -> Ruled | None:
    """The ruling of a case; None where the text decides nothing."""
    return _ruled(_key(case))


def _key(case: Case) -> str:
    return case.id if case.id in trees().cases else f"{case.tree.partition('.')[0]}.{case.id}"


def stands(case: Case, found: Ruled) -> bool:
    """Is the ruling the same however the open questions are answered that the event has not settled?"""
    return all(_unmoved(case, found, question) for question in found.settled if question.source != "event")


def _unmoved(case: Case, found: Ruled, question: Settled) -> bool:
    book, _, number = question.id.partition("/")
    options = next(q.options for q in handbook().books[book].open_questions if q.id == number)
    for option in options:
        if option.key == question.answer:
            continue
        other = step(case, case.facts, {**case.settled, question.id: option.key})
        if other is None:  # these facts are not told of where it is answered so
            continue
        if not isinstance(other, Ruled) or said(other) != said(found):
            return False
    return True


def said(found: Ruled) -> tuple[object, ...]:
    """All that a ruling says, to see whether another says the same."""
    outcome = found.outcome
    return (
        outcome.ruling,
        outcome.do,
        tuple(sorted(outcome.tell.items())),
        tuple(figure.text for figure in found.figures),
    )


def settled_by(case: Case) -> tuple[tuple[str, Any], ...]:
    """The open questions that a case settles, as a question notes them."""
    return tuple(sorted(case.settled.items()))


def otherwise(case: Case, rng: Random) -> Iterator[Otherwise]:
    """Yield other rulings of the case's tree, each with the one thing that would have to be otherwise."""
    found = ruled(case)
    if found is None:
        return
    declared = facts_of(found.entry, trees().trees)
    changes = [
        (known, value)
        for known in found.known
        if known.name in declared and known.source != "chosen"
        for value in _others(declared[known.name], known)
    ]
    rng.shuffle(changes)
    seen = {found.outcome_id}
    for known, value in changes:
        if len(seen) > ENOUGH:
            return
        fact = declared[known.name]
        told = f"“{fact.label}”是“{shaped(show(fact, value))}”"
        for other, more in _reached(case, {**case.facts, known.name: value}, DEEP):
            if other.outcome_id in seen:
                continue
            seen.add(other.outcome_id)
            yield Otherwise(other, f"{told}{more}")


def _others(fact: Fact, known: Known) -> tuple[Any, ...]:
    """The values a fact could have instead."""
    if fact.kind not in ("bool", "choice", "number"):
        return ()
    return tuple(value for value in possible_answers(fact) if value != known.value)[:8]


def _reached(case: Case, facts: Mapping[str, Any], deep: int) -> Iterator[tuple[Ruled, str]]:
    found = step(case, facts)
    if isinstance(found, Ruled):
        yield found, ""
    elif isinstance(found, Asked) and deep and found.fact.kind in ("bool", "choice"):
        for answer in possible_answers(found.fact)[:4]:
            for other, more in _reached(case, {**facts, found.name: answer}, deep - 1):
                yield other, f"，“{found.fact.label}”是“{shaped(show(found.fact, answer))}”{more}"
