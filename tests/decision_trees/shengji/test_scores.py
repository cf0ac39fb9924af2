"""The bottom, the result of a deal, levels, standard scores (the table of levels; 1.13, 13, 14, 16, 17, 26p3, A1)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError, call
from decision_trees.shengji.cards import RANKS

_BANKER, _DEFENDER = {"offender": "banker", "points": 40}, {"offender": "defender", "points": 40}


@pytest.mark.parametrize(
    ("trick_points", "bottom", "last", "penalties", "expected"),
    [
        (35, "S5 H10 C2 D3 C7 C9", "defender", None, (15, 65, None)),
        (35, "S5 H10 C2 D3 C7 C9", "banker", None, (15, 35, None)),  # 保底: nothing
        (40, "SK HK DK CK S10 H10", "defender", None, (60, 160, None)),  # the highest without penalties
        (0, "BJ LJ C2 D3 C7 C9", "defender", [], (0, 0, None)),
        (35, "C2 D3 C7 C9 S2 S3", "banker", [_BANKER], (0, 75, None)),  # wrong bottom: 35 + 40
        (45, "C2 D3 C7 C9 S2 S3", "banker", [_DEFENDER], (0, 5, None)),  # a defender's revoke: 45 - 40
        (45, "C2 D3 C7 C9 S2 S3", "banker", [_DEFENDER, _BANKER], (0, 45, None)),
        (20, "C2 D3 C7 C9 S2 S3", "banker", [_DEFENDER], (0, -20, 0)),  # D-17
        (40, "SK HK DK CK S10 H10", "defender", [_BANKER], (60, 200, 160)),
    ],
)
def test_final_total(
    trick_points: int, bottom: str, last: str, penalties: Any, expected: tuple[int, int, int | None]
) -> None:
    asked = {"trick_points": trick_points, "bottom": bottom, "last_trick_side": last}
    out = call("shengji.final_total", asked | ({} if penalties is None else {"penalties": penalties}))
    in_bottom, total, clamped = expected
    extra = {} if clamped is None else {"clamped": clamped}
    assert out == {"bottom_points": in_bottom, "defenders_total": total} | extra


@pytest.mark.parametrize("total", range(0, 165, 5))
@pytest.mark.parametrize(("banker", "following", "partner"), [("S", "E", "N"), ("W", "S", "E")])
def test_every_total_of_the_table(total: int, banker: str, following: str, partner: str) -> None:
    """0; 5-35; 40-75; 80-115; 120-160 as printed."""
    band = (total >= 5) + (total >= 40) + (total >= 80) + (total >= 120)
    assert call("shengji.deal_result", {"defenders_total": total, "banker": banker}) == {
        "banker_side_delta": (2, 1, 0, 0, 0)[band],
        "defender_side_delta": (0, 0, 0, 1, 2)[band],
        "change": band >= 2,
        "next_banker": following if band >= 2 else partner,
    }


def test_a_total_beyond_the_table_counts_as_its_end() -> None:
    for beyond, end in ((-40, 0), (165, 160), (240, 160)):
        ends = [call("shengji.deal_result", {"defenders_total": t, "banker": "N"}) for t in (beyond, end)]
        assert ends[0] == ends[1]


@pytest.mark.parametrize(
    ("level", "delta", "expected"),
    [
        ("2", 0, {"level": "2"}),
        ("9", 1, {"level": "10"}),
        ("10", 2, {"level": "Q"}),
        ("Q", 2, {"level": "A"}),
        ("K", 1, {"level": "A"}),
        ("K", 2, {"needs_ruling": True}),  # D-18
        ("A", 1, {"level": "A+"}),  # 1.21: past A, the game is over
        ("A", 2, {"level": "A+"}),
        ("A", 0, {"level": "A"}),
    ],
)
def test_advance_level(level: str, delta: int, expected: dict[str, Any]) -> None:
    assert call("shengji.advance_level", {"level": level, "delta": delta}) == expected


@pytest.mark.parametrize("diff", range(0, 15))
def test_standard_scores_by_difference(diff: int) -> None:
    within = min(diff, 10)
    expected = {"diff": within, "winner": 10 + within, "loser": 10 - within}
    assert call("shengji.standard_score", {"diff": diff}) == expected
    if diff < len(RANKS):
        for a, b in ((RANKS[0], RANKS[diff]), (RANKS[diff], RANKS[0])):
            assert call("shengji.standard_score", {"a": a, "b": b}) == expected


@pytest.mark.parametrize(
    ("offenders", "levels", "count", "expected"),
    [
        ("EW", {"NS": "9", "EW": "10"}, 2, ("NS", {"NS": "J", "EW": "10"}, False)),
        ("NS", {"NS": "9", "EW": "10"}, 3, ("EW", {"NS": "9", "EW": "Q"}, True)),  # the third time
        ("NS", {"EW": "2", "NS": "2"}, 1, ("EW", {"EW": "4", "NS": "2"}, False)),
    ],
)
def test_illegal_info(offenders: str, levels: dict[str, str], count: int, expected: tuple[Any, ...]) -> None:
    out = call("shengji.illegal_info", {"offender_side": offenders, "levels": levels, "count": count})
    assert out == dict(zip(("beneficiary", "levels", "disqualified"), expected, strict=True))


def test_illegal_info_beyond_ace_is_open() -> None:
    asked = {"offender_side": "NS", "levels": {"NS": "2", "EW": "K"}, "count": 1}
    out = call("shengji.illegal_info", asked)
    assert (out["levels"], out["needs_ruling"]) == ({"NS": "2", "EW": None}, True)


_TOTAL = {"trick_points": 35, "bottom": "S5 H10 C2 D3 C7 C9", "last_trick_side": "defender"}


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("final_total", _TOTAL | {"trick_points": 33}),
        ("final_total", _TOTAL | {"trick_points": -5}),
        ("final_total", _TOTAL | {"trick_points": 90}),  # with 15 in the bottom more than there are
        ("final_total", _TOTAL | {"bottom": "S5 H10 C2 D3 C7 C9 CJ"}),
        ("final_total", _TOTAL | {"last_trick_side": "N"}),
        ("final_total", _TOTAL | {"penalties": [{"offender": "N", "points": 40}]}),
        ("final_total", _TOTAL | {"penalties": [{"offender": "banker"}]}),
        ("final_total", _TOTAL | {"penalties": [{"offender": "banker", "points": 7}]}),  # pret: no row for 42
        ("final_total", _TOTAL | {"bottom": "S5 S5 C2 D3 C7 C9"}),  # 1.1: there is one S5
        ("final_total", _TOTAL | {"penalties": [{"offender": "banker", "points": -10}]}),
        ("final_total", _TOTAL | {"penalties": [{"offender": "banker", "points": 10, "why": "x"}]}),
        ("deal_result", {"defenders_total": 42, "banker": "S"}),
        ("deal_result", {"defenders_total": 40, "banker": "X"}),
        ("advance_level", {"level": "1", "delta": 1}),
        ("advance_level", {"level": "2", "delta": -1}),
        ("standard_score", {}),
        ("standard_score", {"a": "2"}),
        ("standard_score", {"diff": -1}),
        ("standard_score", {"diff": 1, "a": "2", "b": "3"}),
        ("illegal_info", {"offender_side": "N", "levels": {"NS": "2", "EW": "2"}, "count": 1}),
        ("illegal_info", {"offender_side": "NS", "levels": {"NS": "2"}, "count": 1}),
        ("illegal_info", {"offender_side": "NS", "levels": {"NS": "2", "EW": "2"}, "count": 0}),
    ],
)
def test_input_that_cannot_be(name: str, given: dict[str, Any]) -> None:
    with pytest.raises(RuleInputError, match=r"。$"):
        call(f"shengji.{name}", given)


@pytest.mark.parametrize(
    ("total", "banker", "ns", "ew", "after"),
    [
        (65, "S", "7", "5", ("E", "7", "5")),  # 40-75: the defenders take the stage, nobody goes up; the next of S is E
        (0, "N", "7", "7", ("S", "9", "7")),  # nothing: two levels, the partner is banker
        (85, "W", "9", "10", ("S", "10", "10")),  # 80-115: on the stage and a level up
        (20, "E", "4", "A", (None, "4", None)),  # past A: the game is over (1.21)
        (125, "S", "8", "K", (None, "8", None)),  # from K over A: not settled (D-18)
        (65, "S", None, "5", ("E", None, None)),
    ],
)
def test_after_a_deal(total: int, banker: str, ns: str | None, ew: str | None, after: tuple[Any, ...]) -> None:
    """Who is banker next and what both sides play (table of levels; 1.13, 16, 17)."""
    known = {"level_ns": ns, "level_ew": ew}
    found = call(
        "shengji.after_deal",
        {"defenders_total": total, "banker": banker} | {n: v for n, v in known.items() if v is not None},
    )
    assert (found["banker"], found["level_ns"], found["level_ew"]) == after
