"""What a finished auction says about a withdrawn call: who defends, and which related suits the offender named (law 26)."""

from __future__ import annotations

import re
from typing import Any

from decision_trees.bridge.auction import Auction, Contract, Flag
from decision_trees.bridge.calls import Bid, parse_call
from decision_trees.bridge.cards import Suit
from decision_trees.bridge.irregular_calls import made_calls
from decision_trees.bridge.reading import read
from decision_trees.bridge.seats import Seat
from decision_trees.functions import RuleInputError, rule
from decision_trees.notation import SUITS, any_of, half_width

_B = "bridge-1999:"

_NONE = ("无", "没有", "不关联", "NONE")


def suits_in(text: str) -> tuple[Suit, ...]:
    """The suits a person wrote, each once: ``红心、黑桃``, ``♥♠``, ``H S``; none for 无. Raises for anything else."""
    plain = half_width(text).strip()
    if plain in _NONE:
        return ()
    words = any_of(SUITS)
    if not plain or re.sub(rf"{words}|[\s,、;/和与及+]", "", plain):
        raise RuleInputError(f"看不懂花色“{text}”，应写成“红心、黑桃”或“♥♠”，不关联特定花色的写“无”。")
    return tuple(dict.fromkeys(Suit(SUITS[w]) for w in re.findall(words, plain)))


def _names(suits: tuple[Suit, ...]) -> str:
    return "、".join(s.chinese for s in suits)


def finished(auction: dict[str, Any]) -> tuple[Auction, Contract]:
    """An entered auction and its contract (22B). Raises :class:`RuleInputError` while it goes on or when it was passed out."""
    made = made_calls(auction)
    standing = Auction(Seat(read("auction", auction, {})["dealer"]))
    if made:
        last = made[-1]
        if last.flags != (Flag.LEGAL,):
            raise RuleInputError(f"最后{last.said}违规，还没有裁定，不知道由谁做庄。")
        standing = last.before.with_call(last.call)
    if standing.contract is None:
        raise RuleInputError(
            "这副牌四家都不叫，没有打牌。" if standing.is_passed_out else "竞叫还没有结束，不知道由谁做庄。"
        )
    return standing, standing.contract


def over(auction: dict[str, Any]) -> tuple[Auction, Contract] | None:
    """An entered auction and its contract; None while it goes on, its last call is in question, or it was passed out."""
    made = made_calls(auction)
    if not made or made[-1].flags != (Flag.LEGAL,):
        return None
    standing = made[-1].before.with_call(made[-1].call)
    return None if standing.contract is None else (standing, standing.contract)


@rule("bridge.related_suits", _B + "26A", _B + "26B")
def related_suits(suits: str) -> dict[str, Any]:
    """How many suits a withdrawn call relates to, 关联的花色: none, one or several (26A, 26B)."""
    found = suits_in(suits)
    return {"related": ("none", "one")[len(found)] if len(found) < 2 else "several", "suits": _names(found)}


@rule("bridge.suits_of_call", _B + "26A", _B + "26B", _B + "29C")
def suits_of_call(call: str, natural: bool) -> dict[str, Any]:
    """The suit a natural call relates to, 自然叫牌关联的花色, in words; 无 at no trumps or for a pass (26A, 26B).

    A conventional call relates to the suits it shows, which the call does not tell: ``suits`` is null (29C).
    """
    made = parse_call(call, over_seven=True)
    if not natural:
        return {"suits": None}
    suit = made.strain.suit if isinstance(made, Bid) else None
    return {"suits": "无" if suit is None else suit.chinese}


@rule("bridge.suits_named", _B + "26A1", _B + "26A2")
def suits_named(auction: dict[str, Any], offender: str, suits: str) -> dict[str, Any]:
    """Which of the related suits the offender named legally in the auction, 叫出有关联的花色 (26A1, 26A2).

    ``named``: all, part or none of them; ``left``: those he did not name; null while the auction goes on. A cancelled call
    names nothing.
    """
    related = suits_in(suits)
    found = over(auction)
    if found is None:
        return {"named": None, "left": _names(related)}
    seat = Seat.parse(offender)
    named = {c.call.strain.suit for c in found[0].calls if c.seat is seat and isinstance(c.call, Bid)}
    left = tuple(s for s in related if s not in named)
    return {
        "named": "all" if not left else "none" if left == related else "part",
        "left": _names(left),
    }


@rule("bridge.lead_penalty_to_come", _B + "26A1", _B + "26A2", _B + "26B")
def lead_penalty_to_come(withdrawn: str, suits: str | None = None, left: str | None = None) -> dict[str, Any]:
    """What declarer may choose once offender's partner first gains the lead, 将有的引牌判罚 (26A1, 26A2, 26B).

    ``withdrawn``: how the call was withdrawn; ``suits``: what it relates to; ``left``: those of them the offender did not
    name legally. ``choice`` is suit or one_of (require or forbid, one or several related suits), any (forbid any one suit),
    named or exempt (no penalty); null where that is not known, or depends on how the event settled an open question.
    """
    if withdrawn == "exempt":
        return {"choice": "exempt", "suits": None, "left": None}
    if withdrawn != "bid" or suits is None:
        return dict.fromkeys(("choice", "suits", "left"))
    related = suits_in(suits)
    liable = related if left is None else suits_in(left or "无")
    known = not related or left is not None
    choice = "any" if not related else ("named", "suit", "one_of")[min(len(liable), 2)] if known else None
    return {"choice": choice, "suits": _names(related), "left": _names(liable)}


@rule("bridge.offender_defends", _B + "26", _B + "22B", _B + "def/庄家")
def offender_defends(auction: dict[str, Any], offender: str) -> dict[str, Any]:
    """Did the offender become a defender (26)? And is his partner on the opening lead (26A2, 26B)? Null while it goes on."""
    found = over(auction)
    if found is None:
        return dict.fromkeys(("defends", "declarer", "partner_has_opening_lead"))
    contract = found[1]
    seat = Seat.parse(offender)
    return {
        "defends": seat.side is not contract.declarer.side,
        "declarer": contract.declarer.value,
        "partner_has_opening_lead": contract.opening_leader is seat.partner,
    }
