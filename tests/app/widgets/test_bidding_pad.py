"""The pad of an auction asks for the dealer only where nothing says who deals."""

from __future__ import annotations

import pytest

from app.widgets.bidding_pad import begun
from tests.app.ruling.test_deal_sheet import walk


@pytest.mark.parametrize(("board", "dealer"), [(1, "N"), (2, "E"), (3, "S"), (4, "W"), (5, "N"), (16, "W"), (22, "E")])
def test_who_deals_a_board_is_not_asked(board: int, dealer: str) -> None:
    """Law 2 and the definition of 牌套: North deals 1, East 2, South 3, West 4, and so round."""
    found = begun(walk("bridge.insufficient_bid", board=board), None)
    assert found is not None and found.dealer.value == dealer and not found.calls


def test_without_a_board_it_is_asked_and_what_was_entered_stays() -> None:
    asked = walk("bridge.insufficient_bid")
    assert begun(asked, None) is None
    entered = begun(walk("bridge.insufficient_bid", board=5), {"dealer": "S", "calls": ["P"]})
    assert entered is not None and entered.dealer.value == "S" and len(entered.calls) == 1
