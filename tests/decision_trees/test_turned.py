"""The table turned by a quarter, a half and three quarters turns every ruling with it, and changes nothing else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from decision_trees import functions
from decision_trees.cases import said_by
from decision_trees.engine import Ruled, Step, advance
from decision_trees.functions import RuleInputError
from decision_trees.games import games
from decision_trees.law import Law
from decision_trees.library import open_library
from decision_trees.model import Fact
from decision_trees.reach import facts_of
from rules_data.handbook import open_handbook

LIBRARY, BOOKS = open_library(), open_handbook().books
ROUND = "NESW"  # by the compass, whichever way a game is played
WORDS = {"N": "北", "E": "东", "S": "南", "W": "西"}
NAMES = ("north", "east", "south", "west")
FOR_HIS_SIDE = {"deprived"}
"""Roles of a side, in whose place one of its seats stands."""

FIXED = {  # North passes the boards on (bridge 8A2); the supplement names seats for the first deal (guandan-supplement:2.1.1)
    "bridge.wrong_board": {"score_stands"},
    "guandan.deal_start": {"first_supplement"},
    "guandan.improper_shuffle": {"first_supplement"},
    "guandan.lateness": {"on_time", "one_level", "two_levels", "both_by_band", "both_no_advance"},  # then it begins
    "guandan.special_card_turned": {
        "again_supplement", "counted_supplement", "counted_from_next_supplement", "first_drawer_leads",
        "first_drawer_leads_from_next",
    },
}  # fmt: skip


def seat(letter: str, turns: int) -> str:
    return ROUND[(ROUND.index(letter) + turns) % 4]


def side(name: str, turns: int) -> str:
    return {"NS": "EW", "EW": "NS"}.get(name, name) if turns % 2 else name


def renamed(name: str, turns: int) -> str:
    """A fact that is one at each seat, or of each side, as it is called after the turn."""

    def put(word: str) -> str:
        if word in NAMES:
            return NAMES[(NAMES.index(word) + turns) % 4]
        return side(word.upper(), turns).lower() if word in ("ns", "ew") else word

    return "_".join(put(word) for word in name.split("_"))


def board(number: int, turns: int) -> int:
    """The board of the sixteen that has the dealer and the sides vulnerable turned (bridge 2)."""
    at = functions.call("bridge.board", {"number": number})
    wanted = (seat(at["dealer"], turns), side(at["vulnerable"], turns))
    found = ((each, functions.call("bridge.board", {"number": each})) for each in range(1, 17))
    return next(each for each, other in found if (other["dealer"], other["vulnerable"]) == wanted)


def turned(fact: Fact, name: str, value: Any, turns: int) -> Any:
    if fact.kind == "seat" and isinstance(value, str):
        return seat(value, turns)
    if fact.kind == "auction" and isinstance(value, Mapping):
        return {**value, "dealer": seat(value["dealer"], turns)}
    if fact.kind == "auction" and isinstance(value, str):
        value = re.sub("[北东南西]", lambda m: words(m[0], turns), value)
        return re.sub(r"(?<!\S)[NESW](?=[\s:]|$)", lambda m: seat(m[0], turns), value)
    if fact.kind == "text" and isinstance(value, str):
        return words(side(value, turns), turns)
    if fact.kind == "history":
        return recorded(value, turns)
    if fact.kind == "choice" and isinstance(value, str) and {"NS", "EW"} <= set(fact.options):
        return side(value, turns)
    if name == "board":
        return board(value, turns)
    return value


def recorded(value: Any, turns: int) -> Any:
    """What was recorded before, of sides and seats that have turned."""
    if isinstance(value, Mapping):
        return {name: recorded(each, turns) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [recorded(each, turns) for each in value]
    return words(side(value, turns), turns) if isinstance(value, str) else value


def told(tree: str, facts: Mapping[str, Any], turns: int) -> dict[str, Any] | None:
    """The facts of a case after a turn; None where one of them is of one side only."""
    declared = facts_of(LIBRARY.trees[tree], LIBRARY.trees)
    out = {}
    for name, value in facts.items():
        new = renamed(name, turns)
        if name in declared and new not in declared:
            return None
        out[new] = turned(declared[name], name, value, turns) if name in declared else value
    return out


def words(text: str, turns: int) -> str:
    """What is said, turned; 东西 in any other sense than a side is not in a ruling."""
    letters = {word: letter for letter, word in WORDS.items()}

    def put(m: re.Match[str]) -> str:
        if m[0] in ("南北", "东西"):
            return {"南北": "东西", "东西": "南北"}[m[0]] if turns % 2 else m[0]
        return WORDS[seat(letters[m[0]], turns)]

    return re.sub("南北|东西|[东南西北]", put, text)


def step(tree: str, facts: Mapping[str, Any], settled: Mapping[str, str]) -> Step:
    return advance(LIBRARY.trees[tree], facts, Law(LIBRARY.trees, BOOKS, settled))


def summed(ruled: Ruled, turns: int) -> tuple[Any, ...]:
    """A ruling in what a turn may not change: what, who, and every character said, in whatever order sides are named."""
    who = sorted(
        (role, seat(at, turns) if len(at) == 1 else side(at, turns))
        for role, at in ruled.seats.items()
        if role not in FOR_HIS_SIDE
    )
    effects = Counter(
        (each.kind, words(str(each.who), turns), str(each.amount), each.duration) for each in ruled.outcome.effects
    )
    after = ruled.next
    acts = (
        None if after is None else (after.act, seat(after.seat, turns) if after.seat and len(after.seat) == 1 else "")
    )
    return (
        ruled.tree.id,
        ruled.outcome_id,
        ruled.outcome.level,
        who,
        effects,
        acts,
        ruled.cites,
        Counter(words(said_by(ruled), turns)),
    )


@pytest.mark.parametrize("game", games())
def test_every_case_turned_is_ruled_alike(game: str) -> None:
    tried, differ = 0, []
    for case in LIBRARY.cases.values():
        if LIBRARY.trees[case.tree].game != game:
            continue
        try:
            at_first = step(case.tree, case.facts, case.settled)
        except RuleInputError:
            continue
        if not isinstance(at_first, Ruled) or at_first.outcome_id in FIXED.get(at_first.tree.id, ()):
            continue
        for turns in (1, 2, 3):
            facts = told(case.tree, case.facts, turns)
            if facts is None:
                continue
            try:
                now = step(case.tree, facts, case.settled)
            except RuleInputError as fault:
                differ.append(f"{case.id} turned {turns}: {fault}")
                continue
            tried += 1
            if not isinstance(now, Ruled) or summed(now, 0) != summed(at_first, turns):
                differ.append(f"{case.id} turned {turns}")
    assert differ == []
    assert tried > 1000, f"{tried} turns"


def test_a_turn_that_is_not_followed_is_noticed() -> None:
    """A ruling that kept its seats when the table turned would be found."""
    case = next(each for each in LIBRARY.cases.values() if each.id == "bridge.established_revoke.won_nothing")
    ruled = step(case.tree, {**case.facts, "offender": "E", "declarer": "S"}, {})
    assert isinstance(ruled, Ruled)
    assert summed(ruled, 0) != summed(ruled, 1)


def test_boards_are_turned_with_dealer_and_vulnerability() -> None:
    """Board 1: North deals, nobody vulnerable; turned by a quarter East deals and nobody is: board 14 (bridge 2)."""
    assert (board(1, 1), board(2, 1), board(4, 2)) == (14, 3, 10)
