"""Which cards somebody may lead or play now, as far as his cards are known: penalties, penalty cards, following suit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from decision_trees.bridge.cards import Card, Suit, parse_cards, parse_hand
from decision_trees.bridge.codes import SeatCode, SuitCode, TrumpCode
from decision_trees.bridge.compliance import Demand
from decision_trees.bridge.following_suit import Led, requirement_of
from decision_trees.bridge.penalty_cards import PenaltyCard, PenaltyClass, is_small, lead_choice, plays_open_to_holder
from decision_trees.bridge.seats import Seat
from decision_trees.bridge.tricks import FREE, Play, Requirement, parse_trump, winning_so_far
from decision_trees.bridge.withdrawn_calls import suits_in
from decision_trees.functions import RuleInputError, rule

_B = "bridge-1999:"


def _major(cards: Sequence[Card]) -> list[PenaltyCard]:
    return [PenaltyCard(c, PenaltyClass.MAJOR) for c in cards]


def _codes(cards: Sequence[Card]) -> list[str]:
    return [str(c) for c in cards]


def _majors(cards: list[str] | None, major: bool | None) -> tuple[Card, ...]:
    """Major penalty cards before somebody: an honor or two cards are; one small card only where it was said (50B)."""
    lying = parse_cards(cards or [], "他面前的罚张里")
    sure = len(lying) > 1 or any(not is_small(c.rank) for c in lying)
    return lying if (sure if major is None else major) else ()


def _under(
    requirement: Requirement, own: Sequence[Card], hand: Sequence[Card] | None, led: Suit | None
) -> dict[str, Any]:
    """What a defender may play under a penalty, with major penalty cards of his ``own``; ``hand`` None: not known (50D1, 59)."""
    if hand is not None:
        cards = (*hand, *(c for c in own if c not in hand))
        if not cards:
            raise RuleInputError("手里没有牌了。")
        found = plays_open_to_holder(cards, _major(own), led, requirement)
        due = [c for c in found.cards if c in own]
        able = requirement.kind == "none" or "59" not in found.laws
        keeps = [c for c in own if c not in due]
        case = "own" if due else "unable" if not able else "able_keeps" if keeps else "able"
        return {"case": case, "able": able, "cards": _codes(found.cards), "own": _codes(due or keeps)}
    meets = requirement.met_by(own, led) if requirement.kind not in ("highest", "lowest") else ()
    if meets:
        return {"case": "own", "able": True, "cards": None, "own": _codes(meets)}
    case = "unknown_own" if own else "unknown"
    return {"case": case, "able": None, "cards": None, "own": _codes(own)}


@rule("bridge.lead_after_choice", _B + "50D1", _B + "50D2a", _B + "50D2b", _B + "51B1", _B + "51B2", _B + "59")
def lead_after_choice(
    penalty_cards: list[str],
    choice: Literal["require", "forbid", "free"],
    suits: str | None = None,
    leader_penalty_cards: list[str] | None = None,
    leader_hand: list[str] | None = None,
    leader_major: bool | None = None,
) -> dict[str, Any]:
    """After declarer's choice before a defender leads: which penalty cards are picked up, what he may lead (50D, 51B, 59).

    ``penalty_cards`` lie before his partner; ``leader_penalty_cards`` before himself: a major one that he can legally lead he
    must lead (``leader_major``: whether they are, where one small card leaves it open). ``suits`` chosen (红心、方块) are by
    default all suits of the penalty cards. ``case``: own (he must lead one of ``own``), able, able_keeps (``own`` stay
    penalty cards), unable (any card, 59); or, his hand not being known, unknown_own (``own`` where he cannot comply) and
    unknown.
    """
    partners = _major(parse_cards(penalty_cards, "罚张里"))
    if not partners:
        raise RuleInputError("没有写哪些牌是罚张。")
    lying = [c.card for c in partners]
    chosen = list(suits_in(suits)) if suits else sorted({c.suit for c in lying}, key=lambda s: -s.order)
    wanted = FREE if choice == "free" else Requirement(choice, tuple(chosen))
    picked_up = lead_choice(partners, wanted).picked_up
    own = _majors(leader_penalty_cards, leader_major)
    hand = parse_hand(leader_hand, "引牌人") if leader_hand else None
    return {
        "picked_up": _codes(picked_up),
        "remain": _codes([c for c in lying if c not in picked_up]),
        "suits": "、".join(s.chinese for s in chosen),
        **_under(wanted, own, hand, None),
    }


@rule("bridge.plays_under_demand", _B + "44C", _B + "50D1", _B + "57A", _B + "57B", _B + "59")
def plays_under_demand(
    demand: Demand,
    suit: SuitCode,
    hand: list[str] | None = None,
    led: Led | None = None,
    own_penalty_cards: list[str] | None = None,
    own_major: bool | None = None,
) -> dict[str, Any]:
    """What may be led or played under a lead or play penalty, 照判罚可以打的牌; unable: any legal card (59).

    ``suit`` is the suit demanded or forbidden, for highest and lowest the suit led; ``led`` the suit he has to follow, none
    or not given when he leads. His own major penalty card comes next
    after the penalty (50D1). ``case`` as for bridge.lead_after_choice; ``cards`` he may play, null where the hand is unknown.
    """
    follows = Suit(suit) if demand in ("highest", "lowest") else Suit(led) if led not in (None, "none") else None
    held = parse_hand(hand) if hand else None
    return _under(requirement_of(demand, suit), _majors(own_penalty_cards, own_major), held, follows)


@rule("bridge.cards_open", _B + "44A", _B + "44C", _B + "44D", _B + "50D1", _B + "59")
def cards_open(
    hand: list[str],
    led: Led,
    demand: Demand | None = None,
    suit: SuitCode | None = None,
    penalty_cards: list[str] | None = None,
) -> dict[str, Any]:
    """The cards somebody may lead or play, 可以合法打出的牌: following suit, then a penalty, then major penalty cards.

    ``led`` is none when he leads. ``highest`` first; ``count`` of them. Raises :class:`RuleInputError` for cards that cannot be.
    """
    held = parse_hand(hand)
    own = parse_cards(penalty_cards or [], "罚张里")
    cards = (*held, *(c for c in own if c not in held))
    if not cards:
        raise RuleInputError("手里没有牌了。")
    found = plays_open_to_holder(cards, _major(own), None if led == "none" else Suit(led), requirement_of(demand, suit))
    ordered = sorted(found.cards, key=lambda c: (-c.suit.order, -c.rank))
    return {"cards": _codes(ordered), "count": len(ordered)}


@rule("bridge.penalty_cards_of", _B + "50A", _B + "50B")
def penalty_cards_of(
    seat: SeatCode,
    partner: bool = False,
    north: list[str] | None = None,
    east: list[str] | None = None,
    south: list[str] | None = None,
    west: list[str] | None = None,
) -> dict[str, Any]:
    """The penalty cards lying before somebody, 他面前的罚张, or before his ``partner``; null where none were entered."""
    him = Seat(seat).partner if partner else Seat(seat)
    lying = {"N": north, "E": east, "S": south, "W": west}[him.value]
    return {"cards": _codes(parse_cards(lying, "罚张里")) if lying else None}


@rule("bridge.surely_major", _B + "50B")
def surely_major(cards: list[str] | None = None) -> dict[str, Any]:
    """Are penalty cards of one defender major whatever happened, 一定是重罚张: an honor or two cards are (50B).

    One small card may be minor: then, and where none were entered, no.
    """
    return {"major": bool(_majors(cards, None))}


@rule("bridge.trick_so_far", _B + "44B", _B + "44E", _B + "44F", _B + "44G")
def trick_so_far(trick: list[str], leader: SeatCode | None = None, trump: TrumpCode | None = None) -> dict[str, Any]:
    """The trick in progress, 这一墩: the suit led, whose turn it is, who is winning; complete: who leads next (44B-G).

    ``trick``: its cards in the order played. Seats are null while the leader is not known, the winner while trumps are not.
    """
    cards = parse_cards(trick, "这一墩里")
    if len(cards) > len(Seat):
        raise RuleInputError(f"一墩牌四家各出一张，这里写了{len(cards)}张。")
    first = Seat(leader) if leader is not None else None
    winner = None
    if first is not None and trump is not None and cards:
        winner = winning_so_far([Play(first.after(n), c) for n, c in enumerate(cards)], parse_trump(trump)).seat
    complete = len(cards) == len(Seat)
    following = winner if complete else first.after(len(cards)) if first is not None else None
    return {
        "led": cards[0].suit.value if cards else "none",
        "complete": complete,
        "winner": winner.value if winner is not None else None,
        "next": following.value if following is not None else None,
    }
