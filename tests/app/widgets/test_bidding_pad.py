"""The pad of an auction asks for the dealer only where nothing says who deals."""

from __future__ import annotations

import pytest

from app.ruling.bidding import Bidding
from app.widgets.bidding_pad import BiddingPad, begun
from tests.app.ruling.test_deal_sheet import walk
from tests.app.screens.window import drawn, sitting


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


@pytest.mark.parametrize(
    ("dealer", "calls", "result"),
    [
        (
            "N",
            ["1S", "P", "4S", "X", "P", "P", "P"],
            "定约4♠加倍，北家做庄，东家首引",
        ),  # who named spades first; his left (41A)
        ("S", ["1NT", "P", "2D", "P", "2H", "P", "4H", "P", "P", "P"], "定约4♥，南家做庄，西家首引"),
        ("W", ["1C", "X", "XX", "P", "P", "P"], "定约1♣再加倍，西家做庄，北家首引"),
        ("E", ["P", "P", "P", "P"], "四家都不叫，这副牌不打"),  # 22A
        ("N", ["1S", "P", "P"], ""),
        ("N", ["P", "P", "P"], ""),  # the fourth may still call
        ("N", ["1S", "P", "P", "P", "2H"], ""),  # a call after the end is what is asked about
    ],
)
def test_an_auction_that_has_ended_says_what_it_came_to(dealer: str, calls: list[str], result: str) -> None:
    bidding = Bidding.read({"dealer": dealer, "calls": calls})
    assert bidding is not None and bidding.result == result
    session, asked = sitting(), walk("bridge.opening_lead_face_up")
    asked.selection("auction").put(bidding.as_fact())
    said = "".join(drawn(session, BiddingPad, asked, "auction").texts)
    assert ("轮到" in said) == (not result) and (f"叫牌结束：{result}" in said) == bool(result)
