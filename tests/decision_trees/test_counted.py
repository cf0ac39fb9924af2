"""How often something was put down at a table: once an incident, against the right side, and never by the ruling that asks."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.chain import Given, play
from decision_trees.counted import counted_by
from decision_trees.deal import Change, Left, TableState, given_at, plain_state, state_from
from decision_trees.engine import Asked, Ruled, advance
from decision_trees.functions import MoreNeeded
from decision_trees.guandan.penalties import count_before, count_carried
from decision_trees.law import Law
from decision_trees.library import open_library
from decision_trees.model import Deal, Fact
from decision_trees.shengji.history import count_before as warned_before
from rules_data.handbook import open_handbook

LIBRARY, BOOKS = open_library(), open_handbook().books
COUNTED = Deal(facts={"fouls": Fact(kind="number", label="犯规", lasts="table", counted=True)})


def fouls(*changes: Change, before: str = "") -> Any:
    found = TableState(changes).values(COUNTED, before).get("fouls")
    return found.value if found is not None else None


def foul(by: str, incident: str, number: int = 1) -> Change:
    return Change("fouls", "more", number, by, incident, True)


def test_one_incident_counts_the_most_that_one_of_its_rulings_says() -> None:
    assert fouls(foul("1", "a"), foul("2", "a")) == 1
    assert fouls(foul("1", "a"), foul("2", "a", 2), foul("3", "a")) == 2
    assert fouls(foul("1", "a"), foul("2", "b"), foul("3", "a")) == 2


def test_a_ruling_is_told_it_without_its_own_incident() -> None:
    changes = (foul("1", "a"), foul("2", "b"), foul("3", "b"))
    assert (fouls(*changes), fouls(*changes, before="b"), fouls(*changes, before="a")) == (2, 1, 1)
    assert fouls(foul("1", "a"), before="a") is None
    state = TableState((foul("1", "a"),))
    assert given_at(state, COUNTED, COUNTED.facts, {}, incident="a") == {}
    assert given_at(state, COUNTED, COUNTED.facts, {}, incident="b") == {"fouls": 1}


def test_what_is_said_of_before_is_counted_on() -> None:
    said = Change("fouls", "is", 2, "2", "a")
    assert fouls(foul("1", "a"), said, foul("2", "a")) == 3
    assert fouls(foul("1", "a"), said) == 3, "what the incident has put down already is added to what was before it"
    assert fouls(foul("1", "a"), said, foul("2", "a"), before="a") == 2
    kept = TableState((foul("1", "a"), said))
    assert state_from(plain_state(kept)) == kept


def given(
    number: int, tree: str, facts: dict[str, Any], follows: int | None = None, incident: int | None = None
) -> Given:
    return Given(str(number), tree, facts, incident=str(incident or number), follows=str(follows or ""))


SLOW = {"regime": "base", "offender": "N", "last_play_by": "E", "seconds": 33, "warned": True}


def test_the_ruling_that_looks_does_not_take_its_own_violation_for_an_earlier_one() -> None:
    first, second = play(
        [given(1, "guandan.slow_play", SLOW), given(2, "guandan.violation_count", {}, 1, 1)], Law(LIBRARY.trees, BOOKS)
    )
    assert first.after.known(LIBRARY.deals["guandan"])["violations_ns"] == 1
    assert isinstance(second.step, Asked) and second.step.name == "violations_this_round"


def test_the_next_one_knows_it() -> None:
    rulings = [given(1, "guandan.slow_play", SLOW), given(2, "guandan.violation_count", {"offender": "S"})]
    step = play(rulings, Law(LIBRARY.trees, BOOKS))[1].step
    assert isinstance(step, Ruled) and step.outcome_id == "becomes_foul"
    other = [rulings[0], given(2, "guandan.violation_count", {"offender": "E"})]
    step = play(other, Law(LIBRARY.trees, BOOKS))[1].step
    assert isinstance(step, Asked), "of the other side nobody has said anything"


def test_a_follow_up_is_told_by_the_table_and_not_by_the_ruling_before_it() -> None:
    step = advance(LIBRARY.tree("guandan.slow_play"), {**SLOW, "violations_ns": 1}, Law(LIBRARY.trees, BOOKS))
    assert isinstance(step, Ruled)
    assert all("violations_ns" not in follow.facts for follow in step.outcome.follow_ups)


WHO: list[tuple[str, dict[str, Any], dict[str, int]]] = [
    ("guandan.slow_play", SLOW, {"violations_ns": 1}),
    ("guandan.slow_play", {k: v for k, v in SLOW.items() if k != "offender"}, {}),  # nobody knows whose it is
    ("shengji.lateness", {"ns_late": "warning", "ew_late": "warning"}, {"warnings_ns": 1, "warnings_ew": 1}),
    ("shengji.lateness", {"ns_late": "none", "ew_late": "warning"}, {"warnings_ew": 1}),
    ("shengji.lateness", {"ns_late": "warning", "ew_late": "forfeit"}, {"warnings_ns": 1}),
]


@pytest.mark.parametrize(("tree", "facts", "counts"), WHO)
def test_it_is_put_down_against_whom_it_is_given(tree: str, facts: dict[str, Any], counts: dict[str, int]) -> None:
    step = advance(LIBRARY.tree(tree), facts, Law(LIBRARY.trees, BOOKS))
    assert isinstance(step, Ruled)
    deal = LIBRARY.deals[tree.partition(".")[0]]
    assert list(counted_by(step, deal)) == [Left(name, "more", number) for name, number in counts.items()]


def test_the_second_warning_is_a_violation_too() -> None:
    """Of a side, and of a person where an event counts persons (shengji 19.2p2)."""
    facts = {"action": "lead", "seconds": 25, "sanction_slow": "warning", "offender": "W", "banker": "S"}
    law = Law(LIBRARY.trees, BOOKS)
    step = advance(LIBRARY.tree("shengji.slow_play"), facts, law)
    assert isinstance(step, Ruled)
    deal = LIBRARY.deals["shengji"]
    first, second, third = (list(counted_by(step, deal, {"warnings_ew": n})) for n in (0, 1, 2))
    assert first == third == [Left("warnings_ew", "more", 1)]
    assert second == [Left("warnings_ew", "more", 1), Left("violations_ew", "more", 1)]
    persons = {"shengji-40/D-29": "player"}
    told = {"warnings_ew": 1, "warnings_west": 1}
    assert list(counted_by(step, deal, {"warnings_ew": 1}, persons)) == [Left("warnings_west", "more", 1)]
    both = [Left("warnings_west", "more", 1), Left("violations_west", "more", 1)]
    assert list(counted_by(step, deal, told, persons)) == both


@pytest.mark.parametrize("game", ["guandan", "shengji"])
def test_what_the_ladder_counts_of_a_case_the_table_counts_too(game: str) -> None:
    """Wherever it is known whose it is: the offender's seat is."""
    deal = LIBRARY.deals[game]
    assert deal.ladder == LIBRARY.ladders[game]
    tried = 0
    for case in LIBRARY.cases.values():
        if case.tree.partition(".")[0] != game or case.expect.outcome.startswith("undecided"):
            continue
        step = advance(LIBRARY.tree(case.tree), case.facts, Law(LIBRARY.trees, BOOKS, case.settled))
        if not isinstance(step, Ruled) or "offender" not in step.seats:
            continue
        counted = {kind: n for kind, n in deal.ladder.of_ruling(step).items() if kind in deal.ladder.at_table}
        left = {each.fact: each.value for each in counted_by(step, deal)}
        for kind, number in counted.items():
            facts = set(deal.at_seats[deal.ladder.at_table[kind].at].values())
            assert {left[name] for name in facts & left.keys()} == {number}, (case.id, kind)
            tried += 1
        assert bool(left) == bool(counted), case.id
    assert tried > 50


RECORD = [{"kind": "violation", "pair": "3", "round": 2, "game": 1}]


def test_the_journal_counts_where_it_can() -> None:
    within: dict[str, Any] = {"pair": "3", "in_round": 2, "side": "NS", "ns": 4}
    assert count_before("violation", RECORD, **within) == {"count": 1}
    assert count_before("violation", RECORD, **{**within, "in_round": 3}) == {"count": 0}
    assert count_before("violation", RECORD, **{**within, "in_round": None}) == {"count": 4}, "in which round?"
    assert count_before("foul", RECORD, **within) == {"count": 4}, "in which game?"
    assert count_before("foul", RECORD, **within, in_game=1) == {"count": 0}
    assert count_before("violation", None, **within) == {"count": 4}
    assert count_before("violation", side="EW", ns=4, ew=0) == {"count": 0}
    assert warned_before("warning", offender="W", ns=2, ew=1) == {"count": 1}
    assert warned_before("warning", [{"kind": "warning", "pair": "3", "round": 2}], "3", 2, "W", 0, 0) == {"count": 1}


def test_nothing_is_known_where_neither_counts() -> None:
    with pytest.raises(MoreNeeded, match="日志和这一桌都没有") as fault:
        count_before("violation", RECORD, in_round=2)
    assert fault.value.inputs == ("history",)
    with pytest.raises(MoreNeeded, match="日志和这一桌都没有"):
        count_before("violation", side="NS", ew=1)
    with pytest.raises(MoreNeeded, match="日志和这一桌都没有"):
        warned_before("violation", offender="S", ew=1)
    with pytest.raises(MoreNeeded, match="日志和这一桌都没有"):
        warned_before("violation", ns=1, ew=1)


def test_another_game_begins_from_nothing() -> None:
    assert count_carried(2, False) == count_carried(2) == {"count": 2}
    assert count_carried(2, True) == count_carried(None, True) == {"count": 0}
    assert count_carried(None) == {"count": None}
