"""Tribute and return (10, 19; supplement 3.2 to 3.4, 4.6)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError
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


def _pay(hand: str, level: str, cards: str) -> Case:
    return "tribute.candidates", {"hand": hand.split(), "level": level}, {"cards": cards.split()}


def _return(hand: str, card: str, to: str, regime: str, legal: bool, level: str = "2") -> Case:
    given = {"hand": hand.split(), "card": card, "to": to, "level": level, "regime": regime}
    return "tribute.return_legal", given, {"legal": legal}


def _resist(payers: list[str], resist: bool) -> Case:
    return "tribute.resist", {"payers": [p.split() for p in payers], "regime": BASE}, {"resist": resist}


def _double(upper: str, second: str, cards: dict[str, str], level: str, pays: dict[str, str], leader: str) -> Case:
    given = {"upper": upper, "second": second, "cards": cards, "level": level}
    back = {to: payer for payer, to in pays.items()}
    return "tribute.double", given, {"pays_to": pays, "returns_to": back, "leader": leader}


def _wrong(order: str, offender: str, finish: str, place: int, advance: int) -> Case:
    given = {"actual_order": list(order), "offender": offender, "regime": BASE}
    out: dict[str, Any] = {"finish_order": list(finish)} if len(finish) == 4 else {}
    out |= {"upper": finish[0], "partner_place": place, "advance": advance, "double_down": place == 2}
    return "penalty.wrong_tribute_after_start", given, out


def _goes_to(given: dict[str, str], said: str | None, returns: str | None, leader: str | None, by: str | None) -> Case:
    return "tribute.goes_to", given, {"said": said, "returns": returns, "leader": leader, "returner": by}


def _kept(paid: str, level: str | None, kept: str | None, back: str | None) -> Case:
    given = {"given": paid.split()} | ({"level": level} if level else {})
    return "tribute.kept_of_given", given, {"kept": kept, "back": back.split() if back is not None else None}


WORKED: list[Case] = [
    # 10.1, 10.2, 3.8.1: east first, the south last; after a double down north is next to east and south before him
    _goes_to(
        {"first": "E", "second": "N", "last": "S"}, "南家贡的归东家，东家还给南家，由南家领出", "东家还给南家", "S", "E"
    ),
    _goes_to({"first": "E", "second": "N"}, None, None, None, None),
    _goes_to(
        {"first": "E", "second": "W", "next_card": "SA", "previous_card": "LJ", "level": "9"},
        "南家贡的小王归东家，北家贡的黑桃A归西家，东家还给南家，西家还给北家，由南家领出",
        "东家还给南家，西家还给北家",
        "S",
        None,
    ),
    _goes_to(
        {"first": "E", "second": "W", "next_card": "SA", "previous_card": "HA", "level": "9"},
        "北家贡的黑桃A归东家，南家贡的红心A归西家，东家还给北家，西家还给南家，由北家领出",
        "东家还给北家，西家还给南家",
        "N",
        None,
    ),
    # supplement 3.4: who lays the big jokers open; whose of the two hands it is that has both is not known
    ("tribute.show_jokers", {"first": "E", "second": "W", "hand": ["BJ"], "other": ["BJ"]}, {"said": "北家、南家各"}),
    ("tribute.show_jokers", {"first": "E", "second": "W", "hand": ["BJ", "BJ"]}, {"said": "北家、南家中有大王的"}),
    ("tribute.show_jokers", {"first": "E", "second": "N", "last": "S"}, {"said": "南家"}),
    ("tribute.show_jokers", {"first": "E"}, {"said": None}),
    (
        "tribute.show_jokers",
        {"first": "E", "hand": ["SA"], "other": ["BJ", "BJ"], "payer": "N", "double": True},
        {"said": "南家"},
    ),
    # 10.2: the higher to the first, who pays it leads; equal ones to the left, the first's right-hand player leads; at 8 the 8
    # is above the ace, so that without the level nothing can be told
    (
        "tribute.both_owe",
        {"first": "E", "hand": ["SA"], "other": ["LJ"], "payer": "N"},
        {
            "said": "南家贡小王给东家，北家贡黑桃A给西家；东家还给南家，西家还给北家；由南家领出",
            "next": "黑桃A",
            "previous": "小王",
            "who": "S",
        },
    ),
    (
        "tribute.both_owe",
        {"first": "E", "hand": ["S8", "SA"], "other": ["SK", "H8"], "level": "8"},
        {
            "said": "北家、南家一家贡黑桃8、一家贡黑桃K：东家拿黑桃8，还给贡它的人，西家拿黑桃K，还给贡它的人；由贡黑桃8的领出",
            "next": None,
            "previous": None,
            "who": None,
        },
    ),
    (
        "tribute.both_owe",
        {"first": "E", "hand": ["S8", "SA"], "other": ["SK", "H8"]},
        {"said": None, "next": None, "previous": None, "who": None},
    ),
    (
        "tribute.both_owe",
        {"first": "S", "hand": ["LJ"], "other": ["LJ", "SA"]},
        {
            "said": "东家贡一张给南家，西家贡一样大的一张给北家；南家还给东家，北家还给西家；两张一样大，由东家领出",
            "next": None,
            "previous": None,
            "who": "E",
        },
    ),
    ("tribute.wild_paid_by", {"first": "W", "level": "5", "next_card": "H5", "previous_card": "SA"}, {"said": "南家"}),
    ("tribute.wild_paid_by", {"first": "W", "level": "5", "next_card": "S5"}, {"said": None}),
    ("tribute.may_pay", {"payer": "W", "first": "E"}, {"payer": "W"}),  # 10.1: his partner may have been last
    # 10.1: the highest but wild cards is the tribute, whatever else was given goes back
    _kept("LJ SA", "8", "LJ", "SA"),
    _kept("LJ SA", None, "LJ", "SA"),
    _kept("H8 SA S8", "8", "S8", "H8 SA"),
    _kept("SA HA", "8", None, None),
    _kept("SA S8", None, None, None),  # at 8 the level card is above A
    # 10.1: the strongest, wild cards left out; other level cards are above A
    _pay("SA HA SK H2", "2", "HA SA"),
    _pay("SA CA S5 C5 H5", "5", "C5 S5"),
    _pay("LJ LJ SA", "2", "LJ"),
    _pay("H2 S3 D3 S3", "2", "D3 S3"),
    _pay("BJ LJ SA", "A", "BJ"),
    _pay("SA HA SK", "A", "SA"),
    # 10.1, 19.2; supplement 3.3; level cards: D-15
    _return("S3 SJ", "SJ", "partner", BASE, False),
    _return("S3 S10", "S10", "partner", BASE, True),
    _return("S3 SJ BJ", "BJ", "opponent", BASE, True),
    _return("S3 SJ", "SJ", "opponent", BOTH, False),
    _return("S3 SJ", "S3", "opponent", BOTH, True),
    _return("SJ SQ SA", "SJ", "opponent", BOTH, True),
    _return("SJ SQ SA", "SQ", "partner", BOTH, False),
    _return("SJ CJ SA", "CJ", "partner", BOTH, True),
    _return("S5 SJ", "S5", "partner", BASE, False, "5"),
    _return("S5 SJ", "SJ", "partner", BOTH, True, "5"),
    _return("S5 SJ", "S5", "partner", BOTH, False, "5"),
    # 10.3
    _resist(["BJ S3"], False),
    _resist(["BJ BJ"], True),
    _resist(["LJ LJ BJ"], False),
    _resist(["BJ S3", "BJ S4"], True),
    _resist(["BJ BJ", "S4"], True),
    _resist(["S3", "BJ BJ LJ"], True),
    _resist(["BJ LJ", "LJ"], False),
    ("tribute.both_big_jokers", {}, {"resist": False}),
    ("tribute.both_big_jokers", {"hand": ["BJ", "S3"]}, {"resist": False}),
    ("tribute.both_big_jokers", {"hand": ["BJ", "S3", "BJ"]}, {"resist": True}),
    ("tribute.payer_resists", {}, {"resist": False}),
    ("tribute.payer_resists", {"hand": ["BJ", "S3", "BJ"], "first": "N", "second": "E"}, {"resist": True}),
    ("tribute.payer_resists", {"hand": ["BJ", "S3"], "first": "N", "second": "E"}, {"resist": False}),
    ("tribute.payer_resists", {"hand": ["BJ", "S3"], "other": ["BJ"], "first": "N", "second": "S"}, {"resist": True}),
    ("tribute.payer_resists", {"hand": ["BJ", "S3"], "other": ["LJ"], "first": "N", "second": "S"}, {"resist": False}),
    ("tribute.payer_resists", {"hand": ["BJ", "S3"], "other": ["BJ"], "first": "N", "second": "E"}, {"resist": False}),
    ("tribute.payer_resists", {"hand": ["BJ", "S3"], "first": "N", "second": "S"}, {"resist": None}),
    ("tribute.payer_resists", {"first": "N", "second": "S"}, {"resist": None}),
    ("tribute.two_shown", {}, {"state": "fine"}),
    ("tribute.two_shown", {"first": "N", "second": "S", "next_card": "BJ", "level": "5"}, {"state": "fine"}),
    ("tribute.two_shown", {"first": "N", "second": "E"}, {"state": "single"}),
    ("tribute.two_shown", {"next_card": "BJ", "previous_card": "BJ"}, {"state": "resisted"}),
    ("tribute.two_shown", {"next_card": "H5", "previous_card": "BJ", "level": "5"}, {"state": "wild"}),
    ("tribute.two_shown", {"next_card": "S5", "previous_card": "BJ", "level": "5"}, {"state": "fine"}),
    # 10.2; supplement 3.2
    _double("S", "N", {"E": "LJ", "W": "SA"}, "2", {"E": "S", "W": "N"}, "E"),
    _double("S", "N", {"E": "SA", "W": "HA"}, "2", {"E": "S", "W": "N"}, "E"),
    _double("N", "S", {"E": "SA", "W": "HA"}, "2", {"E": "S", "W": "N"}, "W"),
    _double("E", "W", {"S": "SK", "N": "S5"}, "5", {"N": "E", "S": "W"}, "N"),
    _double("E", "W", {"S": "S5", "N": "D5"}, "5", {"N": "E", "S": "W"}, "N"),
    _double("W", "E", {"S": "LJ", "N": "LJ"}, "5", {"N": "E", "S": "W"}, "S"),
    # 19.4: the payer is last, the others move up
    _wrong("WSNE", "W", "SNEW", 2, 3),
    _wrong("SWNE", "S", "WNES", 3, 2),
    _wrong("SENW", "S", "ENWS", 3, 2),
    _wrong("SWEN", "S", "WENS", 2, 3),
    _wrong("SENW", "W", "SENW", 3, 2),
    _wrong("SEWN", "E", "SWNE", 3, 2),
    _wrong("SENW", "N", "SEWN", 4, 1),
    _wrong("SEN", "E", "SNWE", 2, 3),
    _wrong("SN", "N", "S", 4, 1),  # the others were not played out (D-53)
    _wrong("SN", "S", "N", 4, 1),
    _wrong("SNEW", "N", "S", 4, 1),
    _wrong("SN", "E", "SNWE", 2, 3),
    (
        "penalty.wrong_tribute_after_start",
        {"actual_order": ["W", "S", "N", "E"], "offender": "W", "regime": BOTH},
        {"upper": None, "partner_place": 2, "advance": 3, "double_down": True},
    ),
    # 10.1, 19.1: the highest must be paid
    ("tribute.wrong", {"hand": ["SA", "SK", "H2"], "card": "SK", "level": "2"}, {"wrong": True}),
    ("tribute.wrong", {"hand": ["SA", "SK", "H2"], "card": "SA", "level": "2"}, {"wrong": False}),
    ("tribute.wrong", {"hand": ["SA", "S2", "H2"], "card": "SA", "level": "2"}, {"wrong": True}),
    # 10.1, 8.1: what is owed as one says it; a level card is above the ace, of two aces either may be paid, twins are one
    ("tribute.owed", {"hand": ["S8", "H8", "DA", "C3"], "level": "8"}, {"said": "黑桃8"}),
    ("tribute.owed", {"hand": ["SA", "HA", "SK"], "level": "2"}, {"said": "红心A或黑桃A"}),
    ("tribute.owed", {"hand": ["SA", "SA", "SK"], "level": "2"}, {"said": "黑桃A"}),
    # 10.1: ten counts as ten or lower; D-15
    ("tribute.return_kind", {"card": "S10", "level": "2"}, {"kind": "low"}),
    ("tribute.return_kind", {"card": "SJ", "level": "2"}, {"kind": "high"}),
    ("tribute.return_kind", {"card": "S5", "level": "5"}, {"kind": "level_low"}),
    ("tribute.return_kind", {"card": "LJ", "level": "5"}, {"kind": "high"}),
    # supplement 3.3: with nothing so low, the lowest of the hand
    (
        "tribute.return_hand",
        {"hand": ["SJ", "S5", "SA"], "card": "S5", "level": "5"},
        {"has_low": False, "smallest": False, "smallest_by_face": True},
    ),
    (
        "tribute.return_hand",
        {"hand": ["SJ", "SQ", "SA"], "card": "SJ", "level": "5"},
        {"has_low": False, "smallest": True, "smallest_by_face": True},
    ),
]


@cases(WORKED)
def test_worked_case(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    check_answer(name, given, answer)


REFUSED: list[Refusal] = [
    ("tribute.may_pay", {"payer": "E", "first": "E"}, "不用进贡"),
    ("tribute.may_pay", {"payer": "W", "first": "E", "second": "W"}, "南北方的两家"),
    ("tribute.candidates", {"hand": ["H2"], "level": "2"}, "没有牌可贡"),
    (
        "tribute.return_legal",
        {"hand": ["S3"], "card": "S4", "to": "partner", "level": "2", "regime": BASE},
        "手里没有黑桃4",
    ),
    ("tribute.resist", {"payers": [], "regime": BASE}, "应贡者是一位"),
    ("tribute.resist", {"payers": [["BJ", "BJ"], ["BJ"]], "regime": BASE}, "只有 2 张"),
    ("tribute.double", {"upper": "S", "second": "E", "cards": {"N": "SA", "W": "SK"}, "level": "2"}, "同一方"),
    ("tribute.double", {"upper": "S", "second": "N", "cards": {"N": "SA", "W": "SK"}, "level": "2"}, "东西方"),
    ("tribute.double", {"upper": "S", "second": "N", "cards": {"E": "H2", "W": "SK"}, "level": "2"}, "红心参谋"),
    ("tribute.double", {"upper": "S", "second": "N", "cards": {"E": "BJ", "W": "BJ"}, "level": "2"}, "抗贡成立"),
    (
        "penalty.wrong_tribute_after_start",
        {"actual_order": ["S", "E"], "offender": "S", "regime": BASE},
        "名次应写出",
    ),
]


@refusals(REFUSED)
def test_bad_input_is_refused_with_one_sentence(name: str, given: dict[str, Any], words: str) -> None:
    check_refused(name, given, words)


def test_what_may_be_returned() -> None:
    hand = ["C4", "D10", "HK", "S5"]
    own = ask("tribute.returns", hand=hand, level="5", regime="base", returner="S", to="N")
    assert own == {"case": "some", "cards": ["C4", "D10"], "among": "中的一张"}  # the level card is above A (8.1; D-15)
    assert (
        ask("tribute.returns", hand=["C4", "SA"], level="5", regime="base", returner="S", to="N")["among"] == "这一张"
    )
    assert ask("tribute.returns", hand=hand, level="5", regime="base", returner="S", to="E")["case"] == "any"
    assert ask("tribute.returns", hand=["HK", "SA"], level="5", regime="supplement", returner="S", to="E")["cards"] == [
        "HK"
    ]


def test_the_higher_card_of_two_goes_to_the_first() -> None:
    out = ask("tribute.two", upper="S", next_card="SA", previous_card="LJ", level="2")
    assert [out[k] for k in ("case", "high", "low", "leader")] == ["unequal", "W", "E", "W"]  # who pays it leads (10.2)
    same = ask("tribute.two", upper="S", next_card="SA", previous_card="HA", level="2")
    assert [same[k] for k in ("case", "high", "leader")] == ["equal", None, "E"]  # the first's right-hand player leads


@pytest.mark.parametrize(
    ("player", "places", "due"),
    [
        ("N", {"first": "E", "second": "S", "last": "W"}, False),
        ("W", {"first": "E", "second": "S", "last": "W"}, None),  # he pays, unless he resists
        ("E", {"first": "E"}, False),
        ("S", {"first": "E", "second": "W", "last": "N"}, None),  # after a double down both losers pay
        ("S", {"lost_by": "E"}, False),  # nobody pays after a foul (16.3)
        ("S", {}, None),
    ],
)
def test_who_pays_nothing_by_the_places_before(player: str, places: dict[str, str], due: bool | None) -> None:
    assert ask("tribute.not_due", player=player, **places) == {"due": due}


@pytest.mark.parametrize(
    ("player", "known", "partner"),
    [
        ("E", {"first": "E", "second": "S", "last": "W"}, True),
        ("E", {"first": "E", "second": "W"}, False),
        ("W", {"first": "E", "second": "W"}, False),
        ("E", {"first": "E", "last": "N"}, False),
        ("E", {"to": "W"}, True),
        ("E", {"first": "E"}, None),
    ],
)
def test_a_card_is_returned_to_the_partner_only_where_he_was_last(
    player: str, known: dict[str, str], partner: bool | None
) -> None:
    assert ask("tribute.to_partner", player=player, **known) == {"partner": partner}


def test_two_hands_of_a_deal_are_of_two_packs() -> None:
    """2: two packs, so each card twice at most, jokers too."""
    assert ask("tribute.two_packs", hand=["SA", "SA", "BJ"], other=["HA", "BJ"]) == {"count": 5}
    with pytest.raises(RuleInputError, match="共有 3 张"):
        ask("tribute.two_packs", hand=["SA", "SA"], other=["SA"])


def test_the_card_that_was_shown_and_must_be_his_first_single() -> None:
    assert ask("tribute.shown_by", seat="E", east=["BJ"], west=["SA"]) == {"card": "BJ"}  # 17.5
    assert ask("tribute.shown_by", seat="S", east=["BJ"]) == {"card": None}
    assert ask("tribute.shown_by", seat="W", west=["SA", "BJ"]) == {"card": None}, "which of them?"


def test_a_joker_is_owed_and_higher_at_any_level() -> None:
    assert ask("tribute.owed", hand=["SA", "LJ"])["said"] == "小王"
    assert ask("tribute.wrong", hand=["SA", "LJ"], card="SA")["wrong"] is True
    assert ask("tribute.wrong", hand=["SA", "S9"], card="SA")["wrong"] is None  # a nine may be the level card (7.1)
    two = {"upper": "N", "next_card": "LJ", "previous_card": "BJ"}
    assert ask("tribute.high_and_low", **two) == {"high": "E", "low": "W", "leader": "E"}
    assert ask("tribute.high_and_low", upper="N", next_card="SA", previous_card="S9") == {
        "high": None,
        "low": None,
        "leader": None,
    }


def test_jokers_are_shown_only_with_the_supplement() -> None:
    shown = [
        ask("tribute.may_show_jokers", **given)["shown"] for given in ({}, {"regime": BASE}, {"regime": "supplement"})
    ]
    assert shown == [None, False, None]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"first": "W", "second": "S", "last": "N"}, "北家"),
        ({"first": "W", "second": "S"}, None),
        ({"first": "S", "second": "N", "offender": "E"}, "东家、西家中贡得大的一家（一样大的由东家）"),
        (
            {"first": "S", "second": "N", "offender": "E", "hand": ["LJ", "SA"]},
            "东家、西家中贡得大的一家（一样大的由东家）",
        ),
        ({"first": "S", "second": "N", "offender": "E", "hand": ["BJ", "SA"]}, "东家"),
        ({"first": "S", "second": "N", "offender": "E", "hand": ["LJ"], "other": ["BJ"]}, "西家"),
        ({"first": "S", "second": "N", "hand": ["BJ"]}, "东家、西家中贡得大的一家（一样大的由东家）"),
    ],
)
def test_who_leads_once_a_wrong_tribute_is_put_right(given: dict[str, object], said: str | None) -> None:
    """The loser of the last deal; after a double down who pays the higher card, the upper's next where they are the same (10.2)."""
    assert ask("tribute.leads_once_right", **given) == {"said": said}


def test_after_a_deal_adjudged_lost_no_tribute_is_due() -> None:
    assert ask("tribute.none_due", offender="N")["none"] is True  # 16.3
    assert ask("tribute.none_due")["none"] is False
