"""How picked cards stand."""

from __future__ import annotations

from app.ruling.pack import JOKERS
from app.widgets.card_picker import lift


def test_a_chosen_card_of_a_suit_stands_higher_and_jokers_stay_in_line() -> None:
    suit = ("SA", "SK", "SQ")
    assert lift(suit, True) != lift(suit, False)
    assert lift(JOKERS, True) == lift(JOKERS, False) == lift(suit, False)
