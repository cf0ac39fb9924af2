"""Whose turn it is: the model of the table against what 1.10, 1.20 and 9 say of it, and against what every ruling says."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from decision_trees.chain import play, rulings_of
from decision_trees.engine import Ruled, advance
from decision_trees.functions import RuleInputError
from decision_trees.law import Law
from decision_trees.library import open_library
from decision_trees.shengji.seats import Seat
from decision_trees.shengji.whose_turn import Happened, Table, Turn, after_ruling, turn
from decision_trees.view import View, view
from rules_data.handbook import open_handbook
from tests.decision_trees.test_walks import walk

LIBRARY = open_library()
BOOKS = open_handbook().books
TREES = sorted(id_ for id_, tree in LIBRARY.trees.items() if tree.game == "shengji" and not tree.part)
WALKS = 40


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ((), Turn("lead", Seat.S)),
        (("H9",), Turn("play", Seat.E)),  # anticlockwise (1.10)
        (("H9", "HJ", "H3"), Turn("play", Seat.W)),
        (("H9", "HJ", "H3", "H10"), Turn("lead", Seat.E)),
        (("H9", "C3", "HJ", "H10"), Turn("lead", Seat.E)),  # clubs are trumps
        (("H9", "C3", "S6", "H10"), Turn("lead", Seat.N)),  # a level card is above trumps that are none
        (("H9", "D6", "S6", "H10"), Turn("lead", Seat.E)),  # of equal level cards the first
        (("H9", "S6", "C6", "HA"), Turn("lead", Seat.N)),  # the level card of the trump suit
        (("BJ", "LJ", "C6", "C3"), Turn("lead", Seat.S)),
        (("H9", "DA", "DK", "S10"), Turn("lead", Seat.S)),  # nobody followed
    ],
)
def test_the_trick_says_whose_turn_it_is(cards: tuple[str, ...], expected: Turn) -> None:
    plays = tuple((card,) for card in cards)
    assert turn(Table(Seat.S, plays, "C", "6")) == expected


def test_a_card_that_counts_as_the_smallest_loses() -> None:
    plays = (("H9",), ("HJ",), ("HA",), ("H3",))
    assert turn(Table(Seat.W, plays, "C", "6", frozenset({(Seat.E, "HA")}))) == Turn("lead", Seat.S)


def test_what_a_ruling_does_to_a_play() -> None:
    assert after_ruling(Seat.E, [], proper=Seat.N) == Turn("play", Seat.N)
    assert after_ruling(Seat.E, [Happened("play_required", Seat.E, "改出应跟的牌")]) == Turn("play", Seat.E)
    assert after_ruling(Seat.E, [Happened("card_played", Seat.E)]) == Turn("play", Seat.N)
    assert after_ruling(Seat.E, [Happened("card_withdrawn", Seat.E, "多出的牌收回")]) == Turn("play", Seat.N)
    assert after_ruling(Seat.E, []) is None


# -- against what the rulings say ---------------------------------------------------------------------------------------
PROPER = {
    "shengji.lead_out_of_turn": "right_leader",
    "shengji.play_out_of_turn": "due",
    "shengji.draw_out_of_turn": "due",
}
OPEN_LEAD = (
    "shengji.heavy_exposed_card",
    "shengji.failed_throw_rest",
)  # what is required there is required for later too


def by_the_table(step: Ruled, facts: Mapping[str, Any], settled: Mapping[str, str]) -> Turn | None:
    """Whose turn it is after a ruling, by the model; None where it says nothing."""
    at = view(step.entry, facts, Law(LIBRARY.trees, BOOKS, settled))
    if step.tree.id == "shengji.trick_winner":
        return _trick(step, at)
    seat = at.seat("offender")
    if (
        step.tree.id == "shengji.exposed_card"
    ):  # nobody has played: who was to go on does; what is required is for later
        going_on = at.seat("whose_turn")
        return Turn("play", Seat(going_on)) if going_on is not None else None
    if seat is None or step.tree.id in OPEN_LEAD:
        return None
    offender = Seat(seat)
    proper = at.seat(PROPER[step.tree.id]) if step.tree.id in PROPER else None
    if step.tree.id in PROPER and proper is None:
        return None
    if proper is not None and Seat(proper) is offender:
        return Turn("play", offender.next)  # it was his turn, and he has acted
    events = []
    for effect in step.tree.outcomes[step.outcome_id].effects:
        whose = step.seats.get(effect.who or "")
        events.append(Happened(effect.kind, Seat(whose) if whose in list(Seat) else None, effect.what or ""))
    after = after_ruling(offender, events, Seat(proper) if proper is not None else None)
    going_on = at.seat("whose_turn")
    if after == Turn("play", offender.next) and going_on in (offender.partner, offender.previous):
        return Turn("play", Seat(going_on))  # the next has played already, and each plays once a trick (1.20, 9p2)
    return after


def _trick(step: Ruled, at: View) -> Turn | None:
    if step.outcome_id != "won" or _source(at, "winner") not in ("", "derived"):
        return None
    names = ("led", "second", "third", "fourth")
    plays = [known.value for name in names if (known := at.known(name)) is not None]
    leader, trump, level = at.seat("leader"), at.known("trump"), at.known("level")
    if leader is None or trump is None or level is None or len(plays) < len(names):
        return None
    low = set()
    for name, seat in (("south", Seat.S), ("east", Seat.E), ("north", Seat.N), ("west", Seat.W)):
        if (known := at.known(f"smallest_{name}")) is not None:
            low |= {(seat, card) for card in known.value}
    return turn(Table(Seat(leader), tuple(map(tuple, plays)), trump.value, level.value, frozenset(low)))


def _source(at: View, name: str) -> str:
    known = at.known(name)
    return known.source if known is not None else ""


def disagreement(step: Ruled, facts: Mapping[str, Any], settled: Mapping[str, str]) -> str | None:
    """What the ruling and the model of the table say otherwise; None where they agree, empty where one of them is silent."""
    said = step.next
    if said is None or said.seat not in list(Seat) or said.act not in ("lead", "play", "draw"):
        return ""
    model = by_the_table(step, facts, settled)
    if model is None:
        return ""
    if model.seat == said.seat:
        return None
    return f"{step.tree.id}/{step.outcome_id} {dict(facts)}: {said.act} {said.seat} “{said.text}”, {model}"


def test_the_cases_agree() -> None:
    found: list[str | None] = []
    for case in LIBRARY.cases.values():
        tree = LIBRARY.trees[case.tree]
        if tree.game == "shengji":
            step = advance(tree, case.facts, Law(LIBRARY.trees, BOOKS, case.settled))
            if isinstance(step, Ruled):
                found.append(disagreement(step, case.facts, case.settled))
    assert [each for each in found if each] == []
    assert sum(each is None for each in found) >= 60  # both spoke so often at least


def test_the_chains_agree() -> None:
    def each() -> Iterator[str | None]:
        for chain in LIBRARY.chains.values():
            if chain.id.startswith("shengji."):
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
