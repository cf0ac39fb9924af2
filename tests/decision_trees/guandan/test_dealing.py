"""Shuffling, cutting, drawing, counting and the first lead (3.8, 5, 16.3; supplement 2.1, 4.1)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import MoreNeeded
from tests.decision_trees.guandan.asking import (
    BASE,
    BOTH,
    Case,
    Refusal,
    ask,
    cases,
    check_answer,
    check_refused,
    refusals,
)


def _flip(cutter: str, flipped: str, regime: str, count: int | None, first: str = "") -> Case:
    out = {"recut": True} if count is None else {"recut": False, "count": count, "first_drawer": first}
    return "deal.first_drawer", {"cutter": cutter, "flipped": flipped, "regime": regime}, out


def _next(finish: str, regime: str, shuffler: str | None, cutter: str, first: str) -> Case:
    given = {"finish_order": list(finish), "regime": regime}
    return "deal.setup_next", given, {"shuffler": shuffler, "cutter": cutter, "first_drawer": first}


def _foul(offender: str, offence: str, regime: str, seats: str) -> Case:
    roles = dict(zip(("shuffler", "cutter", "first_drawer", "leader"), seats or [None] * 4, strict=True))
    given = {"offender": offender, "offence": offence, "regime": regime}
    return "deal.setup_after_listed_foul", given, {"tribute": False, **roles}


def _counts(s: int, e: int, n: int, w: int, regime: str, handling: str, side: str = "") -> Case:
    out: dict[str, Any] = {"handling": handling}
    if side:
        out |= {"losing_side": side, "next_tribute": False}
    return "deal.count_check", {"counts": {"S": s, "E": e, "N": n, "W": w}, "regime": regime}, out


def _leader(leader: str | None, **given: Any) -> Case:
    return "deal.leader", {"regime": BASE, **given}, {"leader": leader}


WORKED: list[Case] = [
    # 5.1.2, supplement 2.1.1
    _flip("S", "SA", BASE, 1, "S"),
    _flip("S", "D2", BASE, 2, "E"),
    _flip("E", "C4", BASE, 4, "S"),
    _flip("N", "H5", BASE, 5, "N"),
    _flip("W", "SJ", BASE, 11, "E"),
    _flip("S", "CQ", BASE, 12, "W"),
    _flip("S", "DK", BASE, 13, "S"),
    _flip("S", "BJ", BASE, None),
    _flip("S", "LJ", BOTH, None),
    _flip("S", "H2", BASE, 2, "E"),
    _flip("S", "H2", BOTH, None),
    _flip("S", "S2", BOTH, 2, "E"),
    _flip("S", "H3", BOTH, 3, "N"),
    # 5.1.3; supplement 2.1.2 and 2.1.3
    _next("SENW", BASE, "W", "S", "W"),
    _next("WSEN", BASE, "N", "W", "N"),
    _next("SENW", BOTH, "W", "S", "W"),
    _next("ESWN", BOTH, "S", "E", "N"),
    _next("SEN", BASE, "W", "S", "W"),  # the fourth is what is left
    _next("SN", BASE, None, "S", "E"),
    _next("SNEW", BASE, None, "S", "E"),
    _next("SN", BOTH, "W", "S", "E"),
    _next("WE", BOTH, "N", "W", "S"),
    # supplement 2.1.4; the base rules say only that the opponents name the leader
    _foul("E", "还错牌", BOTH, "ENWS"),
    _foul("N", "抓错牌", BOTH, "NWSE"),
    _foul("W", "报错牌", BOTH, "WSEN"),
    _foul("W", "非法信号", BOTH, ""),
    _foul("S", "贡错牌", BASE, ""),
    # 5.2; supplement 4.1
    _counts(27, 27, 27, 27, BASE, "继续"),
    _counts(27, 27, 27, 27, BOTH, "继续"),
    _counts(27, 28, 27, 26, BOTH, "判双下", "EW"),
    _counts(25, 27, 29, 27, BOTH, "判双下", "NS"),
    _counts(28, 26, 27, 27, BOTH, "重洗重抓"),
    _counts(28, 28, 26, 26, BOTH, "重洗重抓"),
    _counts(27, 26, 27, 27, BOTH, "换牌后重洗重抓"),  # the supplement has nothing for one hand short
    _counts(28, 27, 28, 27, BOTH, "换牌后重洗重抓"),
    # who leads: 3.8, 10, 16.3; supplement 2.1.4
    _leader("W", tribute="single", finish_order=["S", "E", "N", "W"]),
    _leader("N", tribute="single", finish_order=["S", "E", "W", "N"]),  # the partner is last
    _leader("S", tribute="resisted", finish_order=["S", "E", "N", "W"]),
    _leader("S", tribute="resisted", finish_order=["S", "N"]),
    _leader("W", tribute="double", finish_order=["S", "N"], cards={"E": "SA", "W": "LJ"}, level="2"),
    _leader("E", tribute="double", finish_order=["S", "N"], cards={"E": "SA", "W": "HA"}, level="2"),
    _leader("W", tribute="double", finish_order=["N", "S"], cards={"E": "SA", "W": "HA"}, level="2"),
    _leader("S", tribute="none_after_double_down", regime=BOTH, offender="E", offence="贡错牌"),
    _leader(None, tribute="none_after_double_down", offender="E", offence="贡错牌"),
    _leader(None, tribute="none_after_double_down", regime=BOTH, offender="E", offence="非法信号"),
    # 5.1.2: who cuts is 1, or the next player is
    ("deal.counted_to", {"cutter": "S", "flipped": "C4"}, {"count": 4, "start": "S", "first_drawer": "W"}),
    (
        "deal.counted_to",
        {"cutter": "S", "flipped": "C4", "from_next": True},
        {"count": 4, "start": "E", "first_drawer": "S"},
    ),
    ("deal.counted_to", {"cutter": "S", "flipped": "BJ"}, {"count": None, "start": None, "first_drawer": None}),
    # 5.1.3, 10.1, 10.2, 16.3: how the deal before ended, and which tribute follows
    ("deal.kind", {}, {"kind": None}),
    ("deal.kind", {"first": "S"}, {"kind": None}),
    ("deal.kind", {"first": "S", "second": "N"}, {"kind": "double_down"}),
    ("deal.kind", {"first": "S", "second": "E"}, {"kind": "later"}),
    ("deal.kind", {"first": "S", "second": "N", "offender": "N"}, {"kind": "after_penalty"}),
    ("deal.kind", {"first": "S", "second": "N", "begins": True}, {"kind": "first"}),
    ("deal.tribute_kind", {"first": "S", "second": "N"}, {"kind": "double"}),
    ("deal.tribute_kind", {"first": "S", "last": "N"}, {"kind": "single"}),
    ("deal.tribute_kind", {"first": "S", "last": "N", "offender": "N"}, {"kind": "penalty"}),
    ("deal.tribute_kind", {}, {"kind": None}),
]


@cases(WORKED)
def test_worked_case(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    check_answer(name, given, answer)


REFUSED: list[Refusal] = [
    ("deal.first_drawer", {"cutter": "S", "flipped": "S1", "regime": BASE}, "没有“S1”这张牌"),
    ("deal.first_drawer", {"cutter": "S", "flipped": "S3", "regime": "x"}, "regime"),
    ("deal.setup_next", {"finish_order": ["S", "E"], "regime": BASE}, "双下可以只写上游和二游"),
    ("deal.setup_next", {"finish_order": ["S", "S", "E", "W"], "regime": BASE}, "同一方位出现两次"),
    ("deal.count_check", {"counts": {"S": 27, "E": 27, "N": 27}, "regime": BASE}, "缺少西家的张数"),
    ("deal.count_check", {"counts": {"S": -1, "E": 27, "N": 27, "W": 27}, "regime": BASE}, "手牌张数应为"),
    ("deal.leader", {"regime": BASE, "tribute": "single"}, "名次"),
    ("deal.leader", {"regime": BASE, "tribute": "single", "finish_order": ["S", "N"]}, "名次与贡牌不符"),
    ("deal.leader", {"regime": BASE, "tribute": "double", "finish_order": ["S", "N"]}, "请给出 cards"),
    ("deal.leader", {"regime": BOTH, "tribute": "none_after_double_down"}, "请写明违规者"),
]


@refusals(REFUSED)
def test_bad_input_is_refused_with_one_sentence(name: str, given: dict[str, Any], words: str) -> None:
    check_refused(name, given, words)


def test_the_next_deal_with_and_without_the_supplement() -> None:
    # 5.1.3: the last shuffles and draws; supplement 2.1.2: the player before the first shuffles
    base = ask("deal.next", first="E", second="S", third="W", regime="base")
    both = ask("deal.next", first="E", second="S", third="W", regime="base+supplement")
    assert (base["shuffler"], base["cutter"], base["first_drawer"], base["leader"]) == ("N", "E", "N", "N")
    assert (both["shuffler"], both["cutter"], both["first_drawer"], both["leader"]) == ("S", "E", "N", "N")
    assert (base["case"], both["case"]) == ("single_any", "single_low")  # 10.1; supplement 3.3
    partner_last = ask("deal.next", first="S", second="E", third="W", regime="base")
    assert partner_last["case"] == "single_low"  # to one's partner ten or lower (10.1)


def test_the_next_deal_after_a_double_down() -> None:
    base = ask("deal.next", first="N", second="S", regime="base")
    assert (base["shuffler"], base["cutter"], base["first_drawer"]) == (None, "N", "W")
    both = ask("deal.next", first="N", second="S", regime="supplement")
    assert (both["shuffler"], both["payers"]) == ("E", ["E", "W"])


def test_the_deal_after_an_adjudged_one() -> None:
    listed = ask("deal.next_adjudged", offender="E", regime="supplement", listed=True)
    assert [listed[k] for k in ("shuffler", "cutter", "first_drawer", "leader")] == ["E", "N", "W", "S"]
    named = ask("deal.next_adjudged", offender="E", regime="base", listed=True)
    assert (named["case"], named["side"], named["choosers"]) == ("named", "NS", ["S", "N"])
    pair = ask("deal.next_adjudged", offender="EW", regime="supplement")
    assert (pair["case"], pair["side"]) == ("named", "NS")
    with pytest.raises(MoreNeeded):
        ask("deal.next_adjudged", offender="EW", regime="supplement", listed=True)
    seated = ask("deal.next_adjudged", offender="EW", seat="W", regime="supplement", listed=True)
    assert [seated[k] for k in ("shuffler", "cutter", "first_drawer", "leader")] == ["W", "S", "E", "N"]


def test_the_deal_after_any_adjudged_one_where_the_event_lists_every_offence() -> None:
    assert ask("deal.adjudged_next", offender="N", regime="supplement") == {"said": None}
    assert ask("deal.adjudged_next", offender="N", regime="base", listed=True) == {"said": None}
    assert ask("deal.adjudged_next", offender="N", regime="supplement", listed=True, over="没有下一副") == {
        "said": "没有下一副"
    }
    seated = ask("deal.adjudged_next", offender="N", regime="supplement", listed=True)["said"]
    assert seated == "下一副不贡牌，北家洗牌，西家切牌，南家首先抓牌，东家首圈领出"
    assert "违规者的上家首圈领出" in ask("deal.adjudged_next", regime="supplement", listed=True)["said"]


def test_the_side_with_a_card_too_many_and_one_too_few() -> None:
    assert ask("deal.short_side", counts={"S": 26, "N": 28, "E": 27, "W": 27}) == {"side": "NS"}
    assert ask("deal.short_side", counts={"S": 26, "N": 27, "E": 28, "W": 27}) == {"side": None}
    assert ask("deal.short_side", counts={"S": 26, "N": 28, "E": 27, "W": 27}, offender="S") == {"side": "NS"}


def test_who_leads_off_by_the_places_of_the_deal_before() -> None:
    assert ask("deal.leads_off", first="N", second="E", last="W") == {"seat": "W", "past": None}
    assert ask("deal.leads_off", first="N", second="S", last="W")["seat"] is None  # the higher of two tributes (10.2)
    assert ask("deal.leads_off", offender="W", listed=True, regime="supplement")["seat"] == "N"  # supplement 2.1.4
    assert ask("deal.leads_off", offender="W", listed=False, regime="supplement")["seat"] is None  # 16.3: named


def test_who_is_stopped_does_not_lead_off() -> None:
    places = {"first": "N", "second": "E", "last": "W"}
    assert ask("deal.leads_off", **places, held="西家") == {"seat": "S", "past": "西家还停着，"}  # 16.2
    assert ask("deal.leads_off", **places, held="南家、西家") == {"seat": "E", "past": "西家、南家还停着，"}
    assert ask("deal.leads_off", **places, held="北家") == {"seat": "W", "past": None}
    double = ask("deal.next", first="N", second="S", regime="base", held="西家、北家")
    assert (double["equal_leader"], double["resisted_leader"]) == ("S", "S")  # 10.2, 10.3, 16.2
    assert ask("deal.next", first="N", second="S", third="E", regime="base")["shuffler"] == "W"  # 5.1.3


def test_who_drew_the_card_that_was_turned_up_leads_the_first_circle() -> None:
    assert ask("deal.first_leader", drew="W") == {"leader": "W"}  # 3.8.1


def test_whether_a_card_was_turned_up() -> None:
    assert ask("deal.turned", flipped="H7") == {"turned": True}  # 5.1.2
    assert ask("deal.turned") == {"turned": False}
