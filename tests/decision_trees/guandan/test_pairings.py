"""Round robins, pairing by score, eliminations (26 to 28; appendices 5 to 8): the appendices, and trying everything."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest

from decision_trees.functions import RuleInputError
from decision_trees.pairing import MOST_SWISS, first_round, swiss_round
from rules_data.handbook import open_handbook
from tests.decision_trees.guandan.asking import Refusal, ask, check_refused, refusals

REFUSED: list[Refusal] = [
    ("schedule.round", {"method": "berger", "pairs": 8, "round": 8}, "没有第 8 轮"),
    ("schedule.round", {"method": "berger", "pairs": 1, "round": 1}, "至少要两对"),
    ("schedule.bye", {"method": "x", "pairs": 7, "round": 1}, "method"),
    ("swiss.pair", {"standing": ["A", "A"], "already_met": []}, "出现两次"),
    ("swiss.pair", {"standing": ["A", "B"], "already_met": ["AB"]}, "看不懂“AB”"),
    ("swiss.pair", {"standing": ["A", "B"], "already_met": ["A-B"]}, "排不出来"),
    ("knockout.single", {"pairs": 1}, "至少要两对"),
    ("knockout.double", {"pairs": 0}, "至少要两对"),
]


@refusals(REFUSED)
def test_bad_input_is_refused_with_one_sentence(name: str, given: dict[str, Any], words: str) -> None:
    check_refused(name, given, words)


def first_of_all(names: list[str], met: set[frozenset[str]]) -> list[tuple[str, str]] | None:
    """The first complete pairing, every choice of a higher name tried from the top before any of a lower one."""
    if not names:
        return []
    high = names[0]
    for low in names[1:]:
        if frozenset((high, low)) not in met:
            rest = first_of_all([n for n in names if n not in (high, low)], met)
            if rest is not None:
                return [(high, low), *rest]
    return None


@pytest.mark.parametrize("seed", range(120))
def test_it_is_the_first_pairing_there_is(seed: int) -> None:
    rng = random.Random(seed)
    names = [f"p{i}" for i in range(rng.choice([2, 4, 6, 8, 10, 20]))]
    share = rng.choice([0.2, 0.5, 0.75, 0.9]) if len(names) < 20 else 0.3
    met = {frozenset((a, b)) for a in names for b in names if a < b and rng.random() < share}
    expected = first_of_all(names, met)
    if expected is None:
        with pytest.raises(RuleInputError, match="排不出来"):
            swiss_round(names, met)
    else:
        assert list(swiss_round(names, met)) == expected


def test_the_last_choices_are_made_anew_where_going_straight_on_ends() -> None:
    # of 40, the last two have met, and everybody below the 24th has met the last: she must meet somebody higher
    names = [f"p{i}" for i in range(40)]
    met = {frozenset((names[-1], name)) for name in names[24:39]}
    found = swiss_round(names, met)
    assert list(found) == first_of_all(names, met)
    assert {name for two in found for name in two} == set(names)
    assert next(two for two in found if names[-1] in two)[0] in names[:24]


def test_as_many_pairs_as_there_may_be_are_paired() -> None:
    names = [str(n) for n in range(MOST_SWISS)]
    assert swiss_round(names, set()) == tuple(zip(names[::2], names[1::2], strict=True))


@pytest.mark.parametrize("pairs", [7, 8])
@pytest.mark.parametrize("method", ["berger", "rotation"])
def test_rounds_as_in_the_appendices(method: str, pairs: int) -> None:
    table = open_handbook().table("guandan-2017", f"schedule-{method}-{pairs}")
    for round_ in range(1, 8):
        printed = [f"{home}-{away}" for r, _, home, away in table.rows if r == round_]
        assert ask("schedule.round", method=method, pairs=pairs, round=round_)["pairings"] == printed


@pytest.mark.parametrize("pairs", range(2, 41))
@pytest.mark.parametrize("method", ["berger", "rotation"])
def test_everybody_meets_everybody_once(method: str, pairs: int) -> None:
    totals = ask("schedule.totals", pairs=pairs, cycle="single")
    met, byes = [], []
    for round_ in range(1, totals["rounds"] + 1):
        meetings = ask("schedule.round", method=method, pairs=pairs, round=round_)["pairings"]
        numbers = [int(n) for m in meetings for n in m.split("-")]
        assert sorted(n for n in numbers if n) == list(range(1, pairs + 1))
        met += [frozenset(m.split("-")) for m in meetings if "0" not in m.split("-")]
        byes.append(ask("schedule.bye", method=method, pairs=pairs, round=round_)["bye"])
    assert len(met) == totals["matches"] == len(set(met)) == pairs * (pairs - 1) // 2
    assert sorted(byes) == list(range(1, pairs + 1)) if pairs % 2 else set(byes) == {None}


def test_byes_of_seven() -> None:
    for method, byes in (("berger", [1, 5, 2, 6, 3, 7, 4]), ("rotation", [1, 6, 4, 2, 7, 5, 3])):
        assert [ask("schedule.bye", method=method, pairs=7, round=r)["bye"] for r in range(1, 8)] == byes


@pytest.mark.parametrize(
    ("pairs", "cycle", "rounds", "matches"),
    [(7, "single", 7, 21), (8, "single", 7, 28), (8, "double", 14, 56), (5, "double", 10, 20), (2, "single", 1, 1)],
)
def test_totals(pairs: int, cycle: str, rounds: int, matches: int) -> None:
    assert ask("schedule.totals", pairs=pairs, cycle=cycle) == {"rounds": rounds, "matches": matches}


def test_swiss_against_trying_everything() -> None:
    at = random.Random(28)
    impossible = 0
    for _ in range(300):
        names = [f"P{i}" for i in range(1, at.choice([4, 6, 8, 10]) + 1)]
        all_ = list(combinations(names, 2))
        met = {frozenset(m) for m in at.sample(all_, at.randint(0, len(all_) * 3 // 4))}
        expected = first_of_all(names, met)
        if expected is None:
            impossible += 1
            with pytest.raises(RuleInputError, match="排不出来"):
                swiss_round(names, met)
        else:
            assert sorted(swiss_round(names, met)) == sorted(expected)
    assert impossible


def test_swiss_a_whole_event_without_a_second_meeting() -> None:
    at = random.Random(1)
    names = [f"P{i}" for i in range(30)]
    met: set[frozenset[str]] = set()
    for _ in range(9):
        at.shuffle(names)
        drawn = swiss_round(names, met)
        assert sorted(n for p in drawn for n in p) == sorted(names)
        assert not met & {frozenset(p) for p in drawn}
        met |= {frozenset(p) for p in drawn}


def test_swiss_odd_numbers_need_a_bye() -> None:
    with pytest.raises(RuleInputError, match="谁轮空"):
        ask("swiss.pair", standing=["A", "B", "C"], already_met=[])
    assert ask("swiss.pair", standing=["A", "B", "C"], already_met=["A-B"], bye="B")["pairings"] == ["A-C"]


def test_swiss_four() -> None:
    standing = ["A", "B", "C", "D"]
    assert ask("swiss.pair", standing=standing, already_met=[])["pairings"] == ["A-B", "C-D"]
    assert ask("swiss.pair", standing=standing, already_met=["A-B"])["pairings"] == ["A-C", "B-D"]
    assert ask("swiss.pair", standing=standing, already_met=["C-D"])["pairings"] == ["A-C", "B-D"]
    assert ask("swiss.pair", standing=standing, already_met=["A-B", "B-D"])["pairings"] == ["A-D", "B-C"]


@pytest.mark.parametrize(
    ("pairs", "bracket", "byes", "rounds", "first"),
    [(2, 2, 0, 1, 1), (3, 4, 1, 2, 1), (16, 16, 0, 4, 8), (17, 32, 15, 5, 1), (32, 32, 0, 5, 16), (20, 32, 12, 5, 4)],
)
def test_single_elimination(pairs: int, bracket: int, byes: int, rounds: int, first: int) -> None:
    out = {"bracket": bracket, "byes": byes, "rounds": rounds, "matches": pairs - 1, "first_round_matches": first}
    assert ask("knockout.single", pairs=pairs) == out


def test_double_elimination() -> None:
    out = {"winners_matches": 7, "losers_matches": 6, "final_matches_min": 1}
    assert ask("knockout.double", pairs=8) == out


def test_first_round_from_a_bracket_the_event_supplies() -> None:
    meetings = first_round(["A", "B", "C"], [1, 4, 3, 2])
    assert meetings == (("A", None), ("C", "B"))
    with pytest.raises(RuleInputError, match="各写一次"):
        first_round(["A", "B", "C"], [1, 2, 3])
    with pytest.raises(RuleInputError, match="轮空应分给实力较优者"):
        first_round(["A", "B", "C", "D", "E"], [1, 2, 3, 4, 5, 6, 7, 8])
