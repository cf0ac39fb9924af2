"""Revoke (藏张, 藏牌): a card of the class led withheld (25, 28b.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from decision_trees.functions import rule
from decision_trees.shengji.cards import Card, Written, check_once, parse_cards, texts
from decision_trees.shengji.following import check_following, check_played, class_led, is_bomb, withheld_from_bomb
from decision_trees.shengji.penalty_points import imposed, penalty
from decision_trees.shengji.trumps import Trumps


def withheld(hand: Sequence[Card], led: Sequence[Card], play: Sequence[Card], trumps: Trumps) -> tuple[Card, ...]:
    """Cards any of which should have been played and were not (25p1), the highest first; none: no revoke."""
    check_following(hand, led, play, trumps)  # raises when these cards cannot be
    suit = class_led(led, trumps)
    held = [c for c in hand if trumps.class_of(c) == suit]
    played = [c for c in play if trumps.class_of(c) == suit]
    if len(played) >= min(len(held), len(led)):
        return ()
    return tuple(sorted((c for c in held if c not in played), key=trumps.height, reverse=True))


@rule("shengji.revoke_points", "shengji-40:28b.3", "shengji-40:25p3", title="藏牌的罚分")
def revoke_points(grade: Literal["2", "3", "4"] | None = None, table_4: int | None = None) -> dict[str, Any]:
    """Penalty points of an established revoke, and how they are said: 28b.3, or a ``grade`` of table 4 (25p3; D-10).

    ``table_4``: the points the event supplies for the grade, which the text has lost (D-01).
    """
    return imposed(penalty("revoke", 1)) if grade is None else imposed(table_4, int(grade))


def _told_of_bomb(owed: Sequence[Card] | None) -> dict[str, Any]:
    """What :func:`withheld_of` says of a play to a bomb, by the cards owed (4); None where that turns on the reading (D-26-4)."""
    return {
        "revoke": None if owed is None else bool(owed),
        "cards": texts(owed or ()),
        "said": "、".join(c.chinese for c in owed or ()) or None,
        "wrong": None,
        "lowest": None,
        "lowers": "one" if owed else None,
        "lowest_said": _lowest_said(owed or (), settled=False),
        "to_play": None,
        "way": "bomb" if owed else "no",
    }


@rule("shengji.withheld", "shengji-40:25p1", "shengji-40:10p1", "shengji-40:10p3", title="是不是藏牌，应打出哪些牌")
def withheld_of(
    hand: Written, led: Written, play: Written, level: str, trump: str, heavy: Written | None = None
) -> dict[str, Any]:
    """Is a play a revoke, and which cards of the hand, as it was before, should have been played (25p1, 10p1, 10p3)?

    ``said``: the same cards by their Chinese names; null when there are none. ``wrong``: the cards played instead,
    where it is clear which; null otherwise. ``lowest``: the cards that count as the lowest from now on (28b.3), where
    every card withheld was owed; null where the offender had a choice (D-13); ``lowers`` is ``all`` then or ``one``, and
    ``lowest_said`` says so in words. ``to_play``: what he plays instead, in words.
    To a bomb a card of every suit held is
    owed (4): ``revoke`` is null where it turns on how trumps follow one (D-26-4). ``way``: ``yes``, ``bomb`` or ``no``.
    ``heavy``: the heavy penalty cards lying before him: those of the class led go first (24.2p2), so that they are what is owed.
    Raises RuleInputError for cards that cannot be.
    """
    of, lying = Trumps.parse(level, trump), parse_cards(heavy or [], "重罚张")
    held = tuple(dict.fromkeys([*parse_cards(hand, "这手牌"), *lying]))
    first, played = parse_cards(led, "领出的牌"), parse_cards(play, "打出的牌")
    if is_bomb(first):
        check_played(held, first, played)
        return _told_of_bomb(withheld_from_bomb(held, first, played, of))
    cards: Sequence[Card] = withheld(held, first, played, of)
    suit = class_led(first, of)
    outside = [c for c in played if of.class_of(c) != suit]
    due = min(sum(of.class_of(c) == suit for c in held), len(first))
    missing = due - (len(played) - len(outside))
    wrong = texts(outside) if cards and len(outside) == missing else None
    first_due = [card for card in cards if card in lying]
    if first_due and len(first_due) >= missing:
        cards = first_due
    return {
        "revoke": bool(cards),
        "cards": [str(c) for c in cards],
        "said": "、".join(c.chinese for c in cards) or None,
        "wrong": wrong,
        "lowest": texts(cards) if cards and len(cards) == missing else None,
        "lowers": None if not cards else "all" if len(cards) == missing else "one",
        "lowest_said": _lowest_said(cards, settled=len(cards) == missing),
        "to_play": _to_play(cards, missing, first_due),
        "way": "yes" if cards else "no",
    }


def _lowest_said(cards: Sequence[Card], settled: bool) -> str | None:
    """Which cards count as the lowest of their class from now on (28b.3), in words; None where none was withheld."""
    said = "、".join(card.chinese for card in cards)
    if not cards:
        return None
    lowest = "作这一门最小的牌"
    return (
        f"应出而未出的{said}以后打出时{lowest}" if settled else f"能跟的是{said}，哪一张以后打出时{lowest}，由裁判长定"
    )


def _to_play(cards: Sequence[Card], missing: int, first: Sequence[Card]) -> str | None:
    """What a revoke is put right with, in words: these cards, or so many of these; None where nothing is owed.

    ``first``: the heavy penalty cards among them, which go first (24.2p2).
    """
    said = "、".join(card.chinese for card in cards)
    if not cards or len(cards) == missing:
        return said or None
    if not first or len(first) >= missing:
        return f"{said}中的{missing}张"
    others = "、".join(card.chinese for card in cards if card not in first)
    return f"重罚张{'、'.join(card.chinese for card in first)}，和{others}中的{missing - len(first)}张"


@rule("shengji.smallest_cards", "shengji-40:28b.3", title="各家打出时作最小的牌")
def smallest_cards(
    south: Written | None = None,
    east: Written | None = None,
    north: Written | None = None,
    west: Written | None = None,
) -> dict[str, Any]:
    """The cards of established revokes that count as the lowest of their class, of whoever holds them (28b.3); null for none.

    Raises RuleInputError for a card that is there twice.
    """
    found = [card for held in (south, east, north, west) if held for card in parse_cards(held, "作最小的牌")]
    check_once(found, "作最小的牌里")
    return {"cards": texts(found) or None}
