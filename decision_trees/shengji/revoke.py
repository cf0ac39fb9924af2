"""Revoke (藏张, 藏牌): a card of the class led withheld (25, 28b.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from decision_trees.functions import RuleInputError
from decision_trees.shengji.cards import Card
from decision_trees.shengji.following import check_following, class_led
from decision_trees.shengji.regulations import amount, card_count, printed
from decision_trees.shengji.trumps import Trumps

Noticed = Literal["same_trick", "before_next_lead", "after_next_lead"]
"""When it was noticed: in the same trick, after it but before anybody led to the next, or after that lead."""

Status = Literal["correctable", "last_two", "established"]


def withheld(hand: Sequence[Card], led: Sequence[Card], play: Sequence[Card], trumps: Trumps) -> tuple[Card, ...]:
    """Cards any of which should have been played and were not (25p1), the highest first; none: no revoke."""
    check_following(hand, led, play, trumps)  # raises when these cards cannot be
    suit = class_led(led, trumps)
    held = [c for c in hand if trumps.class_of(c) == suit]
    played = [c for c in play if trumps.class_of(c) == suit]
    if len(played) >= min(len(held), len(led)):
        return ()
    return tuple(sorted((c for c in held if c not in played), key=trumps.height, reverse=True))


@dataclass(frozen=True, slots=True)
class RevokeStatus:
    """Can it still be put right, is it established, or is it among the last two cards; what it then costs."""

    status: Status
    penalty: int
    because: str
    open_questions: tuple[str, ...] = ()


def revoke_status(noticed: Noticed, before: int, played: int, now: int | None = None) -> RevokeStatus:
    """What a revoke noticed at this time is (25p2, 25p3, 28b.3; D-11, D-14).

    ``before``: cards in the hand before the wrong play, ``played`` in it, ``now`` in the hand when it was noticed. In the
    same trick, and until somebody leads to the next (D-11), it is corrected; the card wrongly played is then an exposed card
    (25p2), which has its own penalty. Afterwards it is established and costs 40 (28b.3), but not with two cards left, which
    is counted before that play; when it is two only after it, or when noticed, the text does not say (D-14).
    """
    most = card_count("hand")
    if not 1 <= played <= before <= most or before == 1:
        raise RuleInputError(f"藏牌时手中应有2至{most}张、打出其中至少1张，现在写的是{before}张、打出{played}张。")
    if now is not None and not 0 <= now <= before - played:
        raise RuleInputError(f"出那一手之后手中只剩{before - played}张，发现时不会有{now}张。")
    if noticed != "after_next_lead":
        return RevokeStatus("correctable", 0, "下一圈还没有领出，允许改正（第二十五条第2段）。")
    last = printed("28b.3", r"最后剩(.)张牌时")
    if before == last:
        return RevokeStatus("last_two", 0, "最后剩两张牌时不作藏牌处理（具体罚分规则3）。")
    unclear = ("D-14",) if last in (before - played, now) else ()
    because = "下一圈已领出，藏张成立（第二十五条第3段）。"
    return RevokeStatus("established", amount("revoke").each, because, unclear)
