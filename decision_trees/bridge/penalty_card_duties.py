"""Penalty cards as they lie on the table: what the holder must play, what his partner may be asked to lead (laws 50-52)."""

from __future__ import annotations

import re
from typing import Any, Literal

from decision_trees.bridge.cards import Card, Suit, parse_cards, parse_hand
from decision_trees.bridge.penalty_cards import PenaltyCard, PenaltyClass, is_small, plays_open_to_holder
from decision_trees.bridge.tricks import FREE, Requirement, complying
from decision_trees.functions import RuleInputError, rule
from decision_trees.notation import SUITS, any_of, half_width

_B = "bridge-1999:"

Led = Literal["none", "S", "H", "D", "C"]
"""The suit led to the trick; none: he is the one to lead."""

_DEMAND = re.compile(rf"(不引|引|不打)({any_of(SUITS)})")


def _requirement(text: str | None, led: Suit | None) -> Requirement:
    """What 引红心, 不引红心, 最大, 最小 or 不打方块 asks of him now; nothing when it is about leading and he follows, or the
    other way round."""
    if text is None:
        return FREE
    if text in ("最大", "最小"):
        return FREE if led is None else Requirement("highest" if text == "最大" else "lowest")
    m = _DEMAND.fullmatch(half_width(text).strip())
    if m is None:
        raise RuleInputError(f"看不懂判罚的要求“{text}”，应写成 引红心、不引红心、最大、最小 或 不打方块。")
    if (m[1] == "不打") != (led is not None):
        return FREE
    return Requirement("require" if m[1] == "引" else "forbid", (Suit(SUITS[m[2]]),))


def _on_table(hand: list[str], penalty_cards: list[str]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The whole hand, the penalty cards included whether or not they were entered with it, and the penalty cards."""
    on_table = parse_cards(penalty_cards, "罚张里")
    if not on_table:
        raise RuleInputError("没有写哪些牌是罚张。")
    held = parse_hand(hand)
    return (*held, *(c for c in on_table if c not in held)), on_table


@rule("bridge.penalty_cards_due", _B + "50D1", _B + "51A", _B + "44C", _B + "59")
def penalty_cards_due(
    hand: list[str], penalty_cards: list[str], led: Led, requirement: str | None = None
) -> dict[str, Any]:
    """Which major penalty cards must their holder play now (50D1)? With two or more, declarer designates one (51A).

    Following suit and a lead or play penalty come first; ``requirement`` is that penalty (引红心, 不引红心, 最大, 最小,
    不打方块). Returns ``count``, the ``cards`` due and their ``names`` in Chinese. Raises :class:`RuleInputError` for cards
    that cannot be.
    """
    cards, on_table = _on_table(hand, penalty_cards)
    led_suit = None if led == "none" else Suit(led)
    penalty = [PenaltyCard(c, PenaltyClass.MAJOR) for c in on_table]
    open_to_him = plays_open_to_holder(cards, penalty, led_suit, _requirement(requirement, led_suit)).cards
    due = [c for c in open_to_him if c in on_table]
    return {"count": len(due), "cards": [str(c) for c in due], "names": "、".join(c.chinese for c in due)}


@rule("bridge.penalty_card_suits", _B + "50D2a", _B + "51B1", _B + "51B2")
def penalty_card_suits(penalty_cards: list[str]) -> dict[str, Any]:
    """Before the partner leads: one penalty card, several of one suit, or of several suits (50D2, 51B)?

    ``pattern`` is one_card, one_suit or several_suits; ``names`` the suits in Chinese, from the highest.
    """
    cards = parse_cards(penalty_cards, "罚张里")
    if not cards:
        raise RuleInputError("没有写哪些牌是罚张。")
    suits = sorted({c.suit for c in cards}, key=lambda s: -s.order)
    pattern = "several_suits" if len(suits) > 1 else "one_suit" if len(cards) > 1 else "one_card"
    return {"pattern": pattern, "suits": [s.value for s in suits], "names": "、".join(s.chinese for s in suits)}


@rule("bridge.penalty_card_missed", _B + "50C", _B + "50D1", _B + "52A", _B + "52B")
def penalty_card_missed(
    hand: list[str],
    penalty_cards: list[str],
    penalty_class: Literal["minor", "major"],
    played: str,
    led: Led,
    requirement: str | None = None,
) -> dict[str, Any]:
    """Should a defender have played his penalty card instead of ``played`` (50C, 50D1)? ``hand`` is before he played.

    ``duty``: ``major_due`` (he could and must play a major penalty card), ``minor_below_honor`` (with a minor penalty card
    he played another small card of its suit, 50C), ``suit_not_followed`` (44C, not a matter of the penalty card),
    ``not_due`` (something came before it) or ``minor_free`` (50C leaves the card he played open).
    """
    cards, on_table = _on_table([*hand, *([] if played in hand else [played])], penalty_cards)
    card, led_suit = Card.parse(played), None if led == "none" else Suit(led)
    if card in on_table:
        raise RuleInputError(f"{card.chinese}就是罚张，他打的正是罚张。")
    asked = _requirement(requirement, led_suit)
    if card not in complying(cards, led_suit, FREE).cards:
        return {"duty": "suit_not_followed"}
    if penalty_class == "major":
        penalty = [PenaltyCard(c, PenaltyClass.MAJOR) for c in on_table]
        open_to_him = plays_open_to_holder(cards, penalty, led_suit, asked).cards
        return {"duty": "major_due" if any(c in on_table for c in open_to_him) else "not_due"}
    if len(on_table) > 1:
        raise RuleInputError("同一防家有两张或更多的罚张，都是重罚张（第50条B款）。")
    minor = on_table[0]
    if not is_small(minor.rank):
        raise RuleInputError(f"{minor.chinese}是大牌，不可能是轻罚张（第50条B款）。")
    below = card.suit is minor.suit and is_small(card.rank)
    if below and minor in complying(cards, led_suit, asked).cards:
        return {"duty": "minor_below_honor"}
    return {"duty": "not_due" if below else "minor_free"}


@rule("bridge.barred_by_minor_penalty_card", _B + "50C")
def barred_by_minor_penalty_card(hand: list[str], penalty_cards: list[str]) -> dict[str, Any]:
    """The other small cards a minor penalty card's holder may not play before it (50C), as ``cards`` and ``names``."""
    cards, on_table = _on_table(hand, penalty_cards)
    if len(on_table) > 1 or not is_small(on_table[0].rank):
        raise RuleInputError("轻罚张只能是一张9或9以下的牌（第50条B款）。")
    minor = on_table[0]
    barred = sorted(
        (c for c in cards if c != minor and c.suit is minor.suit and is_small(c.rank)), key=lambda c: -c.rank
    )
    return {"cards": [str(c) for c in barred], "names": "、".join(c.chinese for c in barred) or "没有别的小牌"}


@rule("bridge.penalty_cards_with", _B + "50A", _B + "50B")
def penalty_cards_with(card: str, lying: list[str] | None = None) -> dict[str, Any]:
    """The penalty cards before a defender once another card becomes one, 连同原有的罚张: two or more are all major (50B)."""
    cards = parse_cards(lying or [], "罚张里")
    new = Card.parse(card)
    return {"cards": [str(c) for c in (*(c for c in cards if c != new), new)]}
