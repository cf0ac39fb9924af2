"""Places at the table, whose card and whose trick a revoke was, tricks with a claim: worked out by hand from the law."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError, call


@pytest.mark.parametrize(("place", "seat"), [("lho", "W"), ("partner", "N"), ("rho", "E")])
def test_play_runs_clockwise(place: str, seat: str) -> None:
    assert call("bridge.seat_beside", {"seat": "S", "place": place}) == {"seat": seat, "side": "NS"}


@pytest.mark.parametrize(("led_from", "seat", "other"), [("hand", "E", "W"), ("dummy", "W", "E")])
def test_declarer_leads_from_his_hand_or_dummys(led_from: str, seat: str, other: str) -> None:
    found = call("bridge.declarers_hand", {"declarer": "E", "led_from": led_from})
    assert found == {"seat": seat, "other": other}


@pytest.mark.parametrize(("on_lead", "seat"), [("E", "W"), ("W", "E"), ("N", None), (None, None)])
def test_the_hand_not_on_lead_is_the_one_led_from(on_lead: str | None, seat: str | None) -> None:
    given = {"declarer": "E"} if on_lead is None else {"declarer": "E", "on_lead": on_lead}
    assert call("bridge.declarers_hand", given)["seat"] == seat


@pytest.mark.parametrize(
    ("on_lead", "declarers", "defenders"),
    [("S", "declarer_side", "declarer_side"), ("N", "declarer_side", "declarer_side"), ("W", "defender", "partner")],
)
def test_whose_lead_it_was(on_lead: str, declarers: str, defenders: str) -> None:
    found = call("bridge.whose_lead", {"on_lead": on_lead, "declarer": "S"})
    assert found == {"declarers": declarers, "defenders": defenders}


def test_the_player_on_lead_did_not_lead_out_of_turn() -> None:
    with pytest.raises(RuleInputError, match="没有越序"):
        call("bridge.whose_lead", {"on_lead": "W", "declarer": "S", "leader": "W"})


def test_the_next_to_play_is_the_player_on_the_left() -> None:
    assert call("bridge.plays_after", {"first": "W", "other": "N"}) == {"next": True}
    assert call("bridge.plays_after", {"first": "W", "other": "E"}) == {"next": False}


@pytest.mark.parametrize(
    ("offender", "penalty_cards", "player"),
    [("S", [], "declarer"), ("N", [], "dummy"), ("E", [], "defender"), ("E", ["C3"], "defender_exposed")],
)
def test_whose_card_a_revoke_was(offender: str, penalty_cards: list[str], player: str) -> None:
    given = {"offender": offender, "declarer": "S", "played": "C3", "penalty_cards": penalty_cards}
    assert call("bridge.revoker", given) == {"player": player}


def test_whether_a_defenders_card_lay_exposed_is_not_guessed() -> None:
    assert call("bridge.revoker", {"offender": "E", "declarer": "S", "played": "C3"}) == {"player": None}


def won(**more: Any) -> str | None:
    given = {"trick": ["H2", "S3", "HK", "HA"], "leader": "W", "trump": "NT", "declarer": "S", **more}
    found: str | None = call("bridge.revoke_trick_won", given)["by"]
    return found


def test_who_won_the_revoke_trick_is_seen_from_the_revoker() -> None:
    """West leads H2, North discards S3, East HK, South HA: at no trump South wins, with spades trumps North does (44E, F)."""
    assert won(offender="N", trump="S") == "offender"
    assert won(offender="E") == "opponents"
    assert won(offender="N") == "partner"
    assert won(offender="S", trump="S") == "dummy"  # declarer's revoke, dummy's trick (D-07)
    assert won(offender="N", trick=["H2", "S3"]) is None


@pytest.mark.parametrize(
    ("side", "before", "claimed", "tricks"), [("declarer", 7, 4, 11), ("declarer", 7, 6, 13), ("defenders", 3, 2, 8)]
)
def test_what_is_not_claimed_is_conceded(side: str, before: int, claimed: int, tricks: int) -> None:
    given = {"side": side, "before": before, "claimed": claimed}
    assert call("bridge.tricks_with_claim", given) == {"declarer_tricks": tricks}  # 68B


def test_a_deal_has_thirteen_tricks() -> None:
    with pytest.raises(RuleInputError, match="13墩"):
        call("bridge.tricks_with_claim", {"side": "declarer", "before": 9, "claimed": 5})


def test_another_penalty_card_joins_those_lying() -> None:
    assert call("bridge.penalty_cards_with", {"card": "HK", "lying": ["D3"]}) == {"cards": ["D3", "HK"]}
    assert call("bridge.penalty_cards_with", {"card": "HK"}) == {"cards": ["HK"]}
    assert call("bridge.penalty_cards_with", {"card": "D3", "lying": ["D3"]}) == {"cards": ["D3"]}


def test_what_is_not_kept_of_a_defective_trick_is_taken_back() -> None:
    assert call("bridge.surplus_cards", {"played": ["H7", "H2"], "kept": ["H7"]}) == {"cards": ["H2"]}  # 67B2


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
