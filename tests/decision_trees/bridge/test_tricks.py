"""Tricks (44), and who can do what a lead or play penalty demands (57, 59)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError, call
from tests.decision_trees.bridge.asking import Case, Refusal, cases, check_answer, check_refused, refusals


def _trick(cards: str, trump: str, winner: str, first: str = "W") -> Case:
    """Cards in order of play, clockwise from the first seat."""
    order = "NESW" * 2
    seats = order[order.index(first) :][:4]
    plays = [{"seat": s, "card": c} for s, c in zip(seats, cards.split(), strict=True)]
    return "trick_winner", {"trick": plays, "trump": trump}, {"winner": winner}


def _plays(cards: str) -> list[dict[str, str]]:
    return [{"seat": c[0], "card": c[1:]} for c in cards.split()]


WORKED: list[Case] = [
    # 44F: no trump in it, the highest card of the suit led wins
    _trick("HK H3 H2 HA", "NT", "S"),
    _trick("HK H3 H2 HQ", "NT", "W"),
    _trick("H2 SA DA CA", "NT", "W"),  # nobody follows: the deuce led wins
    _trick("H2 SA DA CA", "H", "W"),
    _trick("D9 DT C2 C3", "NT", "N"),  # a ten beats a nine
    _trick("ST S9 SJ SQ", "NT", "S"),
    _trick("C2 HA C3 SA", "NT", "E"),
    _trick("S10 S9 S8 S7", "NT", "W"),  # "10" may be written for T
    # 44E: the highest trump wins
    _trick("HA C2 H3 H4", "C", "N"),
    _trick("HA C2 C3 H4", "C", "E"),
    _trick("HA C9 C3 CT", "C", "S"),
    _trick("HA D2 S2 C2", "S", "E"),
    _trick("CA C2 CK C3", "C", "W"),  # trumps led
    _trick("C2 HA DA SA", "C", "W"),
    _trick("HA HK S2 HQ", "S", "S", "N"),  # N, E, S, W: south ruffs
    _trick("D5 D6 D7 D8", "S", "W", "N"),
    _trick("D5 DA D7 D8", "H", "S", "E"),
    # the order of play need not be clockwise when somebody played out of turn: the first card is the lead
    (
        "trick_winner",
        {
            "trick": [
                {"seat": "W", "card": "H4"},
                {"seat": "E", "card": "SA"},
                {"seat": "N", "card": "H5"},
                {"seat": "S", "card": "H3"},
            ],
            "trump": "NT",
        },
        {"winner": "N"},
    ),
]


@cases(WORKED)
def test_worked_case(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    check_answer(name, given, answer)


REFUSED: list[Refusal] = [
    ("trick_winner", {"trick": _plays("WHK NH3 EH2 SHK"), "trump": "NT"}, "两张红心K"),
    ("trick_winner", {"trick": _plays("WHK NH3 EH2 WHA"), "trump": "NT"}, "两次"),
    ("trick_winner", {"trick": _plays("WHK NH3 EH2"), "trump": "NT"}, "4家"),
    ("trick_winner", {"trick": _plays("WHK NH3 EH2 XHA"), "trump": "NT"}, "方位"),
    ("trick_winner", {"trick": _plays("WHK NH3 EH2 SH1"), "trump": "NT"}, "H1"),
    ("trick_winner", {"trick": _plays("WHK NH3 EH2 SHA"), "trump": "N"}, "trump"),
    ("trick_winner", {"trick": [{"seat": "W"}], "trump": "NT"}, "card"),
]


@refusals(REFUSED)
def test_bad_input_is_refused_with_one_sentence(name: str, given: dict[str, Any], words: str) -> None:
    check_refused(name, given, words)


@pytest.mark.parametrize(
    ("hand", "demand", "suit", "fulfil"),
    [
        (["H2", "S3", "SK"], "lead", "S", ["S3", "SK"]),
        (["H2", "D4"], "lead", "S", []),  # does not hold the suit demanded
        (["H2", "D4"], "not_lead", "H", ["D4"]),
        (["HA", "H7"], "not_lead", "H", []),  # holds only the suit forbidden
        (["H2", "HT", "H9", "SA"], "highest", "H", ["HT"]),
        (["H2", "HT", "H9", "SA"], "lowest", "H", ["H2"]),
        (["SA", "D4"], "highest", "H", []),
        (["H2", "S3"], "not_play", "S", ["H2"]),
        (["S3", "S4"], "not_play", "S", []),
    ],
)
def test_who_can_comply(hand: list[str], demand: str, suit: str, fulfil: list[str]) -> None:
    assert call("bridge.can_comply", {"hand": hand, "demand": demand, "suit": suit}) == {
        "able": bool(fulfil),
        "fulfil": fulfil,
    }


@pytest.mark.parametrize(
    "given",
    [
        {"hand": [], "demand": "lead", "suit": "S"},
        {"hand": ["S3", "S3"], "demand": "lead", "suit": "S"},
        {"hand": ["S3"], "demand": "lead", "suit": "NT"},
        {"hand": ["S3"], "demand": "claim", "suit": "S"},
    ],
)
def test_input_that_cannot_be(given: dict[str, object]) -> None:
    with pytest.raises(RuleInputError):
        call("bridge.can_comply", given)


@pytest.mark.parametrize(
    ("trick", "leader", "seat", "card"),
    [
        ("H2 D3 HQ HK", "S", "E", "HK"),
        ("H2 D3 HQ HK", "S", "W", "D3"),
        ("H2 D3", "S", "N", None),
        ("C7", "E", "E", "C7"),
    ],
)
def test_a_trick_tells_which_card_a_player_put_into_it(trick: str, leader: str, seat: str, card: str | None) -> None:
    assert call("bridge.card_in_trick", {"trick": trick.split(), "leader": leader, "seat": seat}) == {"card": card}


def test_the_trick_in_progress_tells_whose_turn_it_is_and_who_leads_next() -> None:
    trick = {"trick": ["H2", "HK"], "leader": "W"}
    found = {"led": "H", "led_to_him": "H", "complete": False, "winner": "N", "next": "E"}
    assert call("bridge.trick_so_far", trick) == found
    whole = {"trick": ["H2", "HK", "S3", "HA"], "leader": "W", "trump": "S"}
    assert call("bridge.trick_so_far", whole) == {**found, "complete": True, "winner": "E", "next": "E"}
    assert call("bridge.trick_so_far", {**whole, "trump": "NT"})["next"] == "S"


def test_who_led_the_trick_had_no_suit_to_follow() -> None:
    trick = {"trick": ["H2", "HK"], "leader": "W"}
    assert call("bridge.trick_so_far", {**trick, "seat": "W"})["led_to_him"] == "none"
    assert call("bridge.trick_so_far", {**trick, "seat": "N"})["led_to_him"] == "H"
    assert call("bridge.trick_so_far", {"trick": ["H2"], "seat": "W"})["led_to_him"] == "H"


def test_a_side_is_no_seat_that_plays_a_card() -> None:
    with pytest.raises(RuleInputError, match="“seat”不能是 'NS'，应为 N、E、S、W 之一"):
        call("bridge.card_in_trick", {"trick": ["H2", "HK"], "leader": "N", "seat": "NS"})
    with pytest.raises(RuleInputError, match="“leader”不能是 'EW'"):
        call("bridge.card_in_trick", {"trick": ["H2", "HK"], "leader": "EW", "seat": "N"})


def test_who_played_on_after_him_is_told_with_the_cards() -> None:  # 62C1
    trick = {"trick": ["DJ", "C5", "D3", "DK"], "leader": "S", "seat": "W"}
    assert call("bridge.played_on", trick)["names"] is None  # South may have led to the next
    assert call("bridge.played_on", trick | {"trump": "H"}) == {"names": "北家", "said": "（北家♦3）"}  # East won it
    assert (
        call("bridge.played_on", trick | {"trump": "D", "trick": ["DA", "C5", "D3", "DK"]})["names"] is None
    )  # South did


def test_a_corrected_trick_is_told_without_the_trumps_where_they_decide_nothing() -> None:
    """44E to 44G: all follow the spade led, so the king wins whatever is trumps; a heart among them wins only as a trump."""
    trick = ["S3", "H2", "SQ", "SK"]  # South leads
    found = call("bridge.trick_corrected", {"trick": trick, "leader": "S", "seat": "W", "card": "S9"})
    assert found == {"cards": ["S3", "S9", "SQ", "SK"], "state": "complete", "next": "E"}
    ruffed = {"trick": ["S3", "C5", "HQ", "SK"], "leader": "S", "seat": "W", "card": "S9"}
    assert call("bridge.trick_corrected", ruffed)["next"] is None
    assert call("bridge.trick_corrected", {**ruffed, "trump": "H"})["next"] == "N"
    assert call("bridge.trick_corrected", {**ruffed, "trump": "NT"})["next"] == "E"
    going = {"trick": ["DK", "C3", "D5"], "leader": "E", "seat": "S", "card": "D4"}
    assert (
        call("bridge.trick_corrected", going)["state"] == "going"
        and call("bridge.trick_corrected", going)["next"] == "N"
    )


def test_a_trick_in_which_all_follow_needs_no_trumps() -> None:  # 44F: the best of the suit led, trumps or not
    follow = {"trick": ["C4", "C9", "CK", "C2"], "leader": "S"}
    assert call("bridge.trick_so_far", follow)["next"] == "N"
    assert call("bridge.trick_so_far", follow | {"trick": ["C4", "C9", "CK", "D2"]})["next"] is None
    assert call("bridge.trick_so_far", follow | {"trick": ["C4", "C9"]})["winner"] == "W"
