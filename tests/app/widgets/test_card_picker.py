"""How picked cards stand."""

from __future__ import annotations

from app.ruling.pack import JOKERS
from app.widgets.card_picker import lift, several_packs


def test_a_chosen_card_of_a_suit_stands_higher_and_jokers_stay_in_line() -> None:
    suit = ("SA", "SK", "SQ")
    assert lift(suit, True) != lift(suit, False)
    assert lift(JOKERS, True) == lift(JOKERS, False) == lift(suit, False)


def test_how_often_a_card_is_tapped_is_said_for_as_many_packs_as_a_game_has() -> None:
    assert several_packs(2).startswith("两副牌：")
    assert several_packs(4) == "四副牌：同一张每点一下多一张，满四张再点就取消。"
