"""Revokes (61-64)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError, call
from tests.decision_trees.bridge.asking import Case, Refusal, cases, check_answer, check_refused, refusals


def _established(
    offender: str, trick: int, since: str, established: bool, must: bool, law: str, dec: str = "S"
) -> Case:
    """``since`` as ``N:lead E:play``; declarer is south."""
    events = [dict(zip(("seat", "act"), e.split(":"), strict=True)) for e in since.split()]
    given = {"declarer": dec, "offender": offender, "revoke_trick": trick, "since": events}
    return "revoke_established", given, {"established": established, "must_correct": must, "law": law}


def _transfer(own: bool, side: bool, after: int, legal: int, tricks: int, law: str, exception: str = "") -> Case:
    given: dict[str, Any] = {
        "offender_won_revoke_trick": own,
        "side_won_revoke_trick": side,
        "side_tricks_after": after,
        "offender_legal_card_tricks_after": legal,
    }
    if exception:
        given["exception"] = exception
    return "revoke_transfer", given, {"transfer": tricks, "law": law}


def won(**more: Any) -> str | None:
    given = {"trick": ["H2", "S3", "HK", "HA"], "leader": "W", "trump": "NT", "declarer": "S", **more}
    found: str | None = call("bridge.revoke_trick_won", given)["by"]
    return found


WORKED: list[Case] = [
    _established("W", 4, "", False, True, "62A"),
    # a defender revoked: what declarer and dummy do to the next trick does not count
    _established("W", 4, "S:lead", False, True, "62A"),
    _established("W", 4, "N:lead", False, True, "62A"),
    _established("W", 4, "S:lead N:play", False, True, "62A"),
    _established("W", 4, "S:claim", False, True, "62A"),
    _established("W", 4, "S:name", False, True, "62A"),
    # 63A1: the offender or his partner leads or plays, legally or not
    _established("W", 4, "S:lead W:play", True, False, "63A1"),
    _established("W", 4, "N:lead E:play", True, False, "63A1"),
    _established("W", 4, "W:lead", True, False, "63A1"),
    _established("W", 4, "E:lead", True, False, "63A1"),
    # 63A2: names the card he will lead or play
    _established("W", 4, "W:name", True, False, "63A2"),
    _established("E", 4, "W:name", True, False, "63A2"),
    # 63A3: claims, concedes, or acquiesces (errata E-007)
    _established("W", 4, "W:claim", True, False, "63A3"),
    _established("W", 4, "E:concede", True, False, "63A3"),
    _established("W", 4, "S:claim E:acquiesce", True, False, "63A3"),
    _established("W", 4, "S:concede W:acquiesce", True, False, "63A3"),
    _established("W", 4, "S:acquiesce", False, True, "62A"),
    # the first of several that counts is named
    _established("W", 4, "W:name W:lead", True, False, "63A2"),
    _established("W", 4, "S:lead E:concede W:play", True, False, "63A3"),
    # declarer revoked: a lead from either of his hands establishes it, a defender's lead does not
    _established("S", 4, "S:lead", True, False, "63A1"),
    _established("S", 4, "N:lead", True, False, "63A1"),
    _established("S", 4, "W:lead", False, True, "62A"),
    _established("S", 4, "W:lead E:play", False, True, "62A"),
    _established("S", 4, "W:lead N:play", True, False, "63A1"),
    _established("S", 4, "S:name", True, False, "63A2"),
    _established("S", 4, "S:claim", True, False, "63A3"),
    # dummy revoked (64B3 moves no trick, but it is established all the same)
    _established("N", 4, "", False, True, "62A"),
    _established("N", 4, "S:lead", True, False, "63A1"),
    _established("N", 4, "W:lead", False, True, "62A"),
    # the twelfth trick: corrected even if established (62D1)
    _established("W", 12, "", False, True, "62A"),
    _established("W", 12, "S:lead", False, True, "62A"),
    _established("W", 12, "W:play", True, True, "62D1"),
    _established("W", 12, "E:concede", True, True, "62D1"),
    _established("S", 12, "N:play", True, True, "62D1"),
    _established("W", 11, "W:play", True, False, "63A1"),
    _established("W", 1, "W:play", True, False, "63A1"),
    # another declarer: the sides turn round
    _established("W", 4, "E:lead", True, False, "63A1", dec="W"),
    _established("N", 4, "E:lead", False, True, "62A", dec="W"),
    # 64A1: the revoke trick and one of any later ones (E-005), never more
    _transfer(True, True, 3, 0, 2, "64A1"),
    _transfer(True, True, 1, 0, 2, "64A1"),
    _transfer(True, True, 1, 1, 2, "64A1"),
    _transfer(True, True, 5, 2, 2, "64A1"),
    _transfer(True, True, 0, 0, 1, "64A1"),
    _transfer(True, True, 12, 0, 2, "64A1"),
    # 64A2: one trick; one more when the offender won a later trick with a card he could legally have played (E-004)
    _transfer(False, True, 0, 0, 1, "64A2"),
    _transfer(False, True, 4, 0, 1, "64A2"),
    _transfer(False, True, 1, 1, 2, "64A2"),
    _transfer(False, True, 3, 1, 2, "64A2"),
    _transfer(False, True, 3, 3, 2, "64A2"),
    _transfer(False, False, 1, 0, 1, "64A2"),
    _transfer(False, False, 1, 1, 1, "64A2"),  # one trick in all: no second to move
    _transfer(False, False, 2, 1, 2, "64A2"),
    _transfer(False, False, 2, 2, 2, "64A2"),
    _transfer(False, False, 6, 0, 1, "64A2"),
    # 64B1
    _transfer(False, False, 0, 0, 0, "64B1"),
    # 64B2-6
    _transfer(True, True, 3, 1, 0, "64B2", "64B2"),
    _transfer(True, True, 3, 0, 0, "64B3", "64B3"),
    _transfer(False, True, 3, 0, 0, "64B4", "64B4"),
    _transfer(True, True, 0, 0, 0, "64B5", "64B5"),
    _transfer(True, True, 1, 0, 0, "64B6", "64B6"),
    _transfer(False, False, 0, 0, 0, "64B2", "64B2"),
]


@cases(WORKED)
def test_worked_case(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    check_answer(name, given, answer)


REFUSED: list[Refusal] = [
    ("revoke_established", {"declarer": "S", "offender": "W", "revoke_trick": 13, "since": []}, "13"),
    ("revoke_established", {"declarer": "S", "offender": "W", "revoke_trick": 0, "since": []}, "第0墩"),
    (
        "revoke_established",
        {"declarer": "S", "offender": "W", "revoke_trick": 3, "since": [{"seat": "W", "act": "sneeze"}]},
        "sneeze",
    ),
    (
        "revoke_established",
        {"declarer": "S", "offender": "W", "revoke_trick": 3, "since": [{"seat": "Q", "act": "lead"}]},
        "方位",
    ),
    (*_transfer(True, False, 0, 0, 0, "")[:2], "一真一假"),
    (*_transfer(True, True, 1, 2, 0, "")[:2], "0至1"),
    (*_transfer(True, True, 13, 0, 0, "")[:2], "12"),
    (*_transfer(True, True, -1, 0, 0, "")[:2], "-1"),
    (*_transfer(True, True, 1, 0, 0, "", "64B1")[:2], "64B1"),
]


@refusals(REFUSED)
def test_bad_input_is_refused_with_one_sentence(name: str, given: dict[str, Any], words: str) -> None:
    check_refused(name, given, words)


@pytest.mark.parametrize(
    ("data", "what"),
    [
        ({"hand": ["H7", "SA", "C3"], "card": "C3", "led": "H"}, "suit"),
        ({"hand": ["H7", "SA"], "card": "C3", "led": "H"}, "suit"),  # the card played need not be in the hand
        ({"hand": ["SA", "C3"], "card": "C3", "led": "H"}, "none"),  # 44D
        ({"hand": ["H7", "H2"], "card": "H2", "led": "H"}, "none"),
        ({"hand": ["H7", "D2"], "card": "D2", "led": "none", "demand": "lead", "suit": "H"}, "penalty"),
        ({"hand": ["S7", "D2"], "card": "D2", "led": "none", "demand": "lead", "suit": "H"}, "none"),  # 59
        ({"hand": ["S7", "S2"], "card": "S2", "led": "none", "demand": "not_lead", "suit": "S"}, "none"),  # 59
        ({"hand": ["HK", "H2"], "card": "H2", "led": "H", "demand": "highest"}, "penalty"),
        ({"hand": ["C3", "D2"], "card": "D2", "led": "H", "demand": "not_play", "suit": "D"}, "penalty"),
        ({"hand": ["H3", "C2"], "card": "C2", "led": "H", "demand": "highest"}, "suit"),  # 44C comes first
        # a penalty card that lies there: 50D1 and 50C, of one small card either
        ({"hand": ["CK", "H2"], "card": "H2", "led": "D", "penalty_cards": ["CK"], "majors": ["CK"]}, "penalty_card"),
        ({"hand": ["H2"], "card": "H2", "led": "D", "penalty_cards": ["CK"], "majors": ["CK"]}, "penalty_card"),
        ({"hand": ["CK", "H2"], "card": "CK", "led": "D", "penalty_cards": ["CK"], "majors": ["CK"]}, "none"),
        ({"hand": ["CK", "D2"], "card": "D2", "led": "D", "penalty_cards": ["CK"], "majors": ["CK"]}, "none"),  # 44C
        ({"hand": ["C5", "C7"], "card": "C7", "led": "D", "penalty_cards": ["C5"]}, "penalty_card"),
        ({"hand": ["C5", "H2"], "card": "H2", "led": "D", "penalty_cards": ["C5"]}, None),
        ({"hand": ["C5", "D2"], "card": "D2", "led": "D", "penalty_cards": ["C5"]}, "none"),
    ],
)
def test_failure_to_follow(data: dict[str, Any], what: str | None) -> None:
    assert call("bridge.failure_to_follow", data)["what"] == what


def test_the_suit_of_a_demand_must_be_said() -> None:
    with pytest.raises(RuleInputError, match="哪一门花色"):
        call("bridge.failure_to_follow", {"hand": ["H7"], "card": "H7", "led": "none", "demand": "lead"})


def test_no_trick_moves_twice() -> None:
    assert call("bridge.revokes_together", {"first": 2, "second": 1}) == {"transfer": 3}
    assert call("bridge.revokes_together", {"first": 2, "second": 1, "counted_twice": 1}) == {"transfer": 2}
    with pytest.raises(RuleInputError, match="重复"):
        call("bridge.revokes_together", {"first": 2, "second": 1, "counted_twice": 2})


@pytest.mark.parametrize(
    ("offender", "penalty_cards", "player"),
    [("S", [], "declarer"), ("N", [], "dummy"), ("E", [], "defender"), ("E", ["C3"], "defender_exposed")],
)
def test_whose_card_a_revoke_was(offender: str, penalty_cards: list[str], player: str) -> None:
    given = {"offender": offender, "declarer": "S", "played": "C3", "penalty_cards": penalty_cards}
    assert call("bridge.revoker", given) == {"player": player}


def test_whether_a_defenders_card_lay_exposed_is_not_guessed() -> None:
    assert call("bridge.revoker", {"offender": "E", "declarer": "S", "played": "C3"}) == {"player": None}


def test_who_won_the_revoke_trick_is_seen_from_the_revoker() -> None:
    """West leads H2, North discards S3, East HK, South HA: at no trump South wins, with spades trumps North does (44E, F)."""
    assert won(offender="N", trump="S") == "offender"
    assert won(offender="E") == "opponents"
    assert won(offender="N") == "partner"
    assert won(offender="S", trump="S") == "dummy"  # declarer's revoke, dummy's trick (D-07)
    assert won(offender="N", trick=["H2", "S3"]) is None


def test_the_revokers_partner_may_not_play_what_seeing_the_revoke_suggests() -> None:  # 62D2
    ask = "bridge.twelfth_trick_of_partner"
    assert call(ask, {"hand": ["SA", "DK"], "led": "H", "suggested": "DK"})["cards"] == ["SA"]
    assert call(ask, {"hand": ["SA", "DK"], "led": "D", "suggested": "DK"})["cards"] == [
        "DK"
    ]  # he follows suit first (44C)
    assert call(ask, {"hand": ["SA", "DK"], "led": "H"})["case"] == "open"
    for hand in (["SA", "S2"], ["SA"]):
        with pytest.raises(RuleInputError, match="两张不同花色"):
            call(ask, {"hand": hand, "led": "H"})
    with pytest.raises(RuleInputError, match="不在同伴剩下的牌里"):
        call(ask, {"hand": ["SA", "DK"], "led": "H", "suggested": "C2"})


@pytest.mark.parametrize(
    ("offender", "leader", "hand", "binds"),
    [
        ("W", "S", ["C9", "H3"], True),  # West follows South, East plays after him and has two suits
        ("W", "S", ["H9", "H3"], False),  # one suit: nothing to choose by what he saw
        ("W", "S", None, None),
        ("W", "E", ["C9", "H3"], False),  # East led: he had played before West revoked
        ("W", None, ["C9", "H3"], None),
        ("S", "W", ["C9", "H3"], False),  # declarer's: 62D2 is of a defender
        ("N", "W", None, False),
    ],
)
def test_who_is_restricted_at_the_twelfth_trick(
    offender: str, leader: str | None, hand: list[str] | None, binds: bool | None
) -> None:
    given = {"offender": offender, "declarer": "S", "leader": leader, "hand": hand}
    known = {name: value for name, value in given.items() if value is not None}
    assert call("bridge.twelfth_trick_binds", known) == {"binds": binds}
