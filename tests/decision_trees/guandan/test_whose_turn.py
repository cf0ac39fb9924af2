"""Whose turn it is: the model of the table against what laws 6 and 9 say of it, and against what every ruling says."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from decision_trees.chain import play, rulings_of
from decision_trees.engine import Ruled, advance
from decision_trees.functions import RuleInputError
from decision_trees.guandan.seats import Seat
from decision_trees.guandan.whose_turn import Table, Turn, finished_of, taken_back, turn
from decision_trees.law import Law
from decision_trees.library import open_library
from decision_trees.view import View, view
from rules_data.handbook import open_handbook
from tests.decision_trees.test_walks import walk

LIBRARY = open_library()
BOOKS = open_handbook().books
TREES = sorted(id_ for id_, tree in LIBRARY.trees.items() if tree.game == "guandan" and not tree.part)
WALKS = 40
S, E, N, W = Seat.S, Seat.E, Seat.N, Seat.W


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (Table(None, leader=S), Turn("lead", S)),
        (Table(S), Turn("play", E, S)),  # anticlockwise (6.1)
        (Table(S, acted=N), Turn("play", W, S)),
        (Table(S, acted=W), Turn("lead", S)),  # nobody beat it (6.3)
        (Table(S, finished=(E,)), Turn("play", N, S)),
        (Table(S, acted=W, finished=(S,)), Turn("lead", N)),  # 借风 (9)
        (Table(S, acted=W, finished=(N, S)), None),  # the second to finish: the text does not say who leads
        (Table(S, finished=(S, E, N)), Turn("none", None)),
        (Table(S, stopped={E: 1}), Turn("play", N, S)),
        (Table(S, acted=N, stopped={W: 1}), Turn("lead", S)),
        (Table(S, finished=(S,), stopped={E: 1}), Turn("play", N, S)),
        (
            Table(S, acted=W, stopped={S: 1}, may_lead=frozenset({S})),
            Turn("lead", S),
        ),  # only barred from following (18.3.1)
        (Table(S, acted=W, stopped={S: 1, E: 1}), Turn("lead", N)),  # neither does who is stopped after him (16.2)
    ],
)
def test_the_table_says_whose_turn_it_is(table: Table, expected: Turn | None) -> None:
    assert turn(table) == expected


def test_after_a_play_out_of_turn_he_whose_turn_it_was_acts() -> None:
    assert turn(taken_back(Table(S, acted=W, stopped={W: 1}), E)) == Turn("play", E, S)


# -- against what the rulings say ---------------------------------------------------------------------------------------
STOPPED_ONCE = {
    "guandan.slow_play": ("violation",),
    "guandan.wrong_play_by_follower": (
        "withdrawn", "next_plays_once", "next_plays_round", "withdrawn_over", "next_leads_once", "next_leads_round",
    ),
}  # fmt: skip
WAITING = ("stopped_south", "stopped_east", "stopped_north", "stopped_west")


def by_the_table(step: Ruled, facts: Mapping[str, Any], settled: Mapping[str, str]) -> Turn | None:
    """Whose turn it is after a ruling, by the model; None where it says nothing."""
    at = view(step.entry, facts, Law(LIBRARY.trees, BOOKS, settled))
    seat = at.seat("offender")
    if seat is None:
        return None
    offender = Seat(seat)
    out = tuple(
        each
        for each in finished_of([_value(at, name) for name in ("first", "second", "third")])
        if each is not offender
    )
    waiting = {
        Seat(each): 1 for each, name in zip("SENW", WAITING, strict=True) if _value(at, name) is not None
    }  # of earlier rulings
    follows_not = frozenset(
        Seat(each) for each, name in zip("SENW", WAITING, strict=True) if (_value(at, name) or "").startswith("跟")
    )
    if (demoted := _value(at, "demoted")) is not None:
        waiting[Seat(demoted)] = 2 * len(Seat)  # his cards are void (19.4)
    if step.outcome_id in STOPPED_ONCE.get(step.tree.id, ()):
        by = at.seat("last_play_by")
        return (
            turn(
                Table(
                    Seat(by),
                    acted=offender.previous,
                    finished=out,
                    stopped={**waiting, offender: 1},
                    may_lead=follows_not,
                )
            )
            if by is not None
            else None
        )
    if step.tree.id == "guandan.play_out_of_turn" and step.outcome_id in (
        "order_restored",
        "supplement_once",
        "supplement_round",
    ):
        due = at.seat("due")
        if due is None or Seat(due) in out:
            return None
        # whose play is to be beaten is not asked: of a circle in which the player on his left has acted
        return turn(Table(Seat(due).previous, finished=out, stopped=waiting))
    return None


def _value(at: View, name: str) -> str | None:
    known = at.known(name)
    return known.value if known is not None else None


def disagreement(step: Ruled, facts: Mapping[str, Any], settled: Mapping[str, str]) -> str | None:
    """What the ruling and the model of the table say otherwise; None where they agree, empty where one of them is silent."""
    said = step.next
    if said is None or said.seat not in list(Seat) or said.act not in ("lead", "play"):
        return ""
    model = by_the_table(step, facts, settled)
    if model is None:
        return ""
    if model.seat == said.seat and (model.act == said.act or "play" in (model.act, said.act)):
        return None
    return f"{step.tree.id}/{step.outcome_id} {dict(facts)}: {said.act} {said.seat} “{said.text}”, {model}"


def test_the_cases_agree() -> None:
    found: list[str | None] = []
    for case in LIBRARY.cases.values():
        tree = LIBRARY.trees[case.tree]
        if tree.game == "guandan":
            step = advance(tree, case.facts, Law(LIBRARY.trees, BOOKS, case.settled))
            if isinstance(step, Ruled):
                found.append(disagreement(step, case.facts, case.settled))
    assert [each for each in found if each] == []
    assert sum(each is None for each in found) >= 15  # both spoke so often at least


def test_the_chains_agree() -> None:
    def each() -> Iterator[str | None]:
        for chain in LIBRARY.chains.values():
            if chain.id.startswith("guandan."):
                for played in play(rulings_of(chain), Law(LIBRARY.trees, BOOKS)):
                    if isinstance(played.step, Ruled):
                        yield disagreement(played.step, played.told, played.given.settled)

    assert [one for one in each() if one] == []


@pytest.mark.parametrize("tree_id", TREES)
def test_random_walks_agree(tree_id: str) -> None:
    rng = random.Random(f"turn {tree_id}")
    for _ in range(WALKS):
        try:
            step, facts, settled = walk(LIBRARY.trees[tree_id], rng)
        except RuleInputError:
            continue
        assert not disagreement(step, facts, settled)
