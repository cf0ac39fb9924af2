"""The deal as it came to the table: how many cards each hand has (13, 14), and an auction that must be repeated (15C)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from decision_trees.bridge import limit
from decision_trees.bridge.boards import Board
from decision_trees.bridge.call_in_question import seats_and_calls
from decision_trees.bridge.reading import read
from decision_trees.bridge.seats import Seat
from decision_trees.functions import RuleInputError, rule

HandCountsCase = Literal["all_right", "one_short", "over_and_short", "other_wrong"]


def counts_case(counts: Sequence[int]) -> HandCountsCase:
    """Which law the numbers of cards fall under: none, 14 (three right, one short), 13C's pair of hands, or 13 otherwise.

    Raises :class:`RuleInputError` for a number no hand can have.
    """
    right = limit("hand-cards")
    pack = right * len(Seat)
    for seat, count in zip(Seat, counts, strict=True):
        if not 0 <= count <= pack:
            raise RuleInputError(f"{seat.chinese}的张数应为 0 至 {pack}，现在是 {count}。")
    off = sorted(c - right for c in counts if c != right)
    if not off:
        return "all_right"
    if len(off) == 1 and off[0] < 0:
        return "one_short"
    if len(off) == 2 and off[0] < 0 and off[0] + off[1] == 0:
        return "over_and_short"
    return "other_wrong"


@rule("bridge.hand_counts", "bridge-1999:13", "bridge-1999:13C", "bridge-1999:14", title="四家牌张数目有什么不对")
def hand_counts(north: int, east: int, south: int, west: int) -> dict[str, Any]:
    """What is wrong with the numbers of cards: law 14 when three hands are right and one is short, else 13.

    Cards played count with the hand they came from. ``wrong``: the seats whose number is wrong; ``short``: the one of
    law 14. Raises RuleInputError for a number no hand can have.
    """
    counts = (north, east, south, west)
    case = counts_case(counts)
    right = limit("hand-cards")
    wrong = [seat.value for seat, count in zip(Seat, counts, strict=True) if count != right]
    return {"case": case, "wrong": wrong, "short": wrong[0] if case == "one_short" else None}


@rule("bridge.dealt", "bridge-1999:2", title="这副牌的发牌人和局况")
def dealt(board: int | None = None, auction: dict[str, Any] | None = None) -> dict[str, Any]:
    """Dealer and vulnerability of the deal, by the board (2); the dealer also by the auction entered.

    Null for what neither of them tells. Raises RuleInputError for what is no board or no auction.
    """
    found = Board.of(board) if board is not None else None
    dealer = found.dealer.value if found else None
    if auction is not None:
        dealer = read("auction", auction, {})["dealer"]
    return {"dealer": dealer, "vulnerable": found.vulnerable if found else None}


@rule("bridge.dealt_by_the_board", "bridge-1999:2", title="牌号和竞叫的发牌人合不合")
def dealt_by_the_board(board: int, auction: dict[str, Any]) -> dict[str, Any]:
    """Whether the auction begins with him who deals by the number of the board (2).

    Raises RuleInputError where another deals it, and for what is no board or no auction.
    """
    marked, said = Board.of(board).dealer, Seat(read("auction", auction, {})["dealer"])
    if marked is not said:
        raise RuleInputError(
            f"{board}号牌由{marked.chinese}发牌，竞叫过程却由{said.chinese}发牌：请改正其中一项；"
            "牌套上标明的发牌人不同的，照牌套：不填牌号，只填局况。"
        )
    return {"dealer": said.value}


@rule("bridge.auction_repeated", "bridge-1999:15C", title="第二次竞叫与第一次是否相同")
def auction_repeated(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """Does the second auction repeat the first, as far as that went (15C)?

    Both are ``{dealer, calls}``. Calls beyond the length of the first auction are free. ``differs_at``: the first call,
    counted from 1, that differs; ``by``: who made it the second time; ``was`` and ``now``: the two calls, in Chinese,
    with who made them. Raises RuleInputError for what is no auction.
    """
    before, again = seats_and_calls(first, "第一次竞叫"), seats_and_calls(second, "第二次竞叫")
    for at, (old, new) in enumerate(zip(before, again, strict=False), 1):
        if old != new:
            was, now = (f"{seat.chinese}{call.chinese}" for seat, call in (old, new))
            return {"repeated": False, "differs_at": at, "by": new[0].value, "was": was, "now": now}
    return dict.fromkeys(("differs_at", "by", "was", "now")) | {"repeated": True}
