"""The deal as it came to the table: how many cards each hand has (13, 14), and an auction that must be repeated (15C)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from decision_trees import tables
from decision_trees.bridge.calls import Call, parse_call
from decision_trees.bridge.seats import Seat
from decision_trees.functions import RuleInputError, rule

BOOK = "bridge-1999"

CountsCase = Literal["all_right", "one_short", "over_and_short", "other_wrong"]


def counts_case(counts: Sequence[int]) -> CountsCase:
    """Which law the numbers of cards fall under: none, 14 (three right, one short), 13C's pair of hands, or 13 otherwise.

    Raises :class:`RuleInputError` for a number no hand can have.
    """
    right = int(tables.value(BOOK, "limits", "hand-cards"))
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


@rule("bridge.hand_counts", "bridge-1999:13", "bridge-1999:13C", "bridge-1999:14")
def hand_counts(north: int, east: int, south: int, west: int) -> dict[str, Any]:
    """What is wrong with the numbers of cards, 牌张数目: law 14 when three hands are right and one is short, else 13.

    Cards played count with the hand they came from. ``wrong``: the seats whose number is wrong; ``short``: the one of law 14.
    """
    counts = (north, east, south, west)
    case = counts_case(counts)
    right = int(tables.value(BOOK, "limits", "hand-cards"))
    wrong = [seat.value for seat, count in zip(Seat, counts, strict=True) if count != right]
    return {"case": case, "wrong": wrong, "short": wrong[0] if case == "one_short" else None}


@dataclass(frozen=True, slots=True)
class _Made:
    """A call and who made it."""

    seat: Seat
    call: Call

    @property
    def said(self) -> str:
        return f"{self.seat.chinese}{self.call.chinese}"


def _calls(auction: dict[str, Any], what: str) -> tuple[_Made, ...]:
    """The calls of an auction in the order they were made, with who made them."""
    if not isinstance(auction.get("calls"), list | tuple):
        raise RuleInputError(f"{what}应写作 dealer(发牌人)和 calls(各叫牌)。")
    turn = Seat.parse(str(auction.get("dealer")))
    made: list[_Made] = []
    for item in auction["calls"]:
        if isinstance(item, dict):
            turn = Seat.parse(item["seat"]) if "seat" in item else turn
            item = item.get("call")
        made.append(_Made(turn, parse_call(item, over_seven=True)))
        turn = turn.lho
    return tuple(made)


@rule("bridge.auction_repeated", "bridge-1999:15C")
def auction_repeated(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """Does the second auction repeat the first so far, 第二次竞叫与第一次是否相同 (15C).

    Both are ``{dealer, calls}``. Calls beyond the length of the first auction are free. ``differs_at``: the first call,
    counted from 1, that differs; ``by``: who made it the second time; ``was`` and ``now``: the two calls, in Chinese, with
    who made them.
    """
    before, again = _calls(first, "第一次竞叫"), _calls(second, "第二次竞叫")
    for at, (old, new) in enumerate(zip(before, again, strict=False), 1):
        if old != new:
            return {"repeated": False, "differs_at": at, "by": new.seat.value, "was": old.said, "now": new.said}
    return dict.fromkeys(("differs_at", "by", "was", "now")) | {"repeated": True}


@rule("bridge.called_since", "bridge-1999:17C", "bridge-1999:21B1", "bridge-1999:21B2")
def called_since(auction: dict[str, Any], seat: str) -> dict[str, Any]:
    """Who has called since a player's last call, 他叫牌以后谁又叫了: his LHO, his partner, his RHO (21B1, 21B2).

    Raises :class:`RuleInputError` when he has not called yet.
    """
    player = Seat.parse(seat)
    made = _calls(auction, "竞叫过程")
    own = [at for at, m in enumerate(made) if m.seat is player]
    if not own:
        raise RuleInputError(f"{player.chinese}还没有叫过牌，没有可更改的叫牌。")
    since = {m.seat for m in made[own[-1] + 1 :]}
    return {
        "call": str(made[own[-1]].call),
        "lho": player.lho in since,
        "partner": player.partner in since,
        "rho": player.rho in since,
    }
