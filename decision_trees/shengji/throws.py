"""Throws (甩牌): several cards of one class led at once (8, 23.1, 28b.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from decision_trees.functions import RuleInputError
from decision_trees.shengji.cards import Card, check_once
from decision_trees.shengji.exposed_cards import is_heavy
from decision_trees.shengji.regulations import amount, card_count
from decision_trees.shengji.seats import Seat
from decision_trees.shengji.trumps import Trumps


def check_throw(throw: Sequence[Card], trumps: Trumps) -> None:
    """A throw is two cards or more of one class (8)."""
    if len(throw) < 2:
        raise RuleInputError(f"甩牌至少两张，现在是{len(throw)}张。")
    if trumps.one_class(throw) is None:
        names = "、".join(c.chinese for c in throw)
        raise RuleInputError(f"{names}不是同一门，不是甩牌；按出错牌处理（第八条、第二十三条）。")


@dataclass(frozen=True, slots=True)
class ThrowCheck:
    """Does a throw stand, and if not, what is beaten and by whom (8, 23.1)."""

    throw: tuple[Card, ...]
    thrower: Seat
    beaten: tuple[Card, ...]  # as thrown
    blockers: tuple[Seat, ...]  # by letter

    @property
    def valid(self) -> bool:
        """Nobody has a higher card of the class (8)."""
        return not self.beaten

    @property
    def chooser(self) -> Seat:
        """Who chooses what is led instead when there is a choice: the next player, alone (23.1p2, 28.4.3)."""
        return self.thrower.next

    @property
    def partner_blocks(self) -> bool:
        """The thrower's partner has a higher card: 23.1p2 then lets the next player choose among all cards (D-05)."""
        return self.thrower.partner in self.blockers


def check_others(others: Mapping[Seat, Sequence[Card]], thrower: Seat, throw: Sequence[Card]) -> None:
    """The hands of the three other players, every card once."""
    for seat in Seat:
        if (seat is thrower) is (seat in others):
            raise RuleInputError(
                f"{seat.chinese}是甩牌者，其他三家里不应有。"
                if seat is thrower
                else f"缺少{seat.chinese}的牌，要其他三家。"
            )
    check_once([*throw, *(c for cards in others.values() for c in cards)], "甩出的和三家手里的牌中")


def check_against(
    throw: Sequence[Card], thrower: Seat, others: Mapping[Seat, Sequence[Card]], trumps: Trumps
) -> ThrowCheck:
    """Is a throw good: has none of the three others, the partner too, a higher card of its class (8, 23.1p1)?

    A card of equal height does not beat (11.1). Raises when it is no throw.
    """
    check_throw(throw, trumps)
    check_others(others, thrower, throw)
    beaten = tuple(t for t in throw if any(trumps.beats(c, t) for cards in others.values() for c in cards))
    blockers = (s for s, cards in others.items() if any(trumps.beats(c, t) for c in cards for t in throw))
    return ThrowCheck(tuple(throw), thrower, beaten, tuple(sorted(blockers, key=lambda s: s.value)))


def smallest(cards: Sequence[Card], trumps: Trumps) -> Card:
    """The lowest of the cards beaten, which article 8 has led; of equals the first thrown."""
    return min(cards, key=trumps.height)


@dataclass(frozen=True, slots=True)
class LedInstead:
    """What is led instead of a failed throw: one card when the clauses agree, otherwise what each of them gives."""

    settled: Card | None
    smallest: Card  # article 8
    choice: tuple[Card, ...]  # what the next player chooses among by 23.1p2, D-05 left aside
    if_partner_counts: tuple[Card, ...]  # the same, should 23.1p2 on the partner apply (D-05)
    open_questions: tuple[str, ...]


def led_instead(check: ThrowCheck, trumps: Trumps) -> LedInstead:
    """What is led instead of a failed throw (8, 23.1p2; D-04 and D-05 have no default)."""
    if check.valid:
        raise RuleInputError("甩牌成立，没有甩错的牌。")
    open_questions = (["D-04"] if len(check.beaten) > 1 else []) + (["D-05"] if check.partner_blocks else [])
    return LedInstead(
        None if open_questions else check.beaten[0],
        smallest(check.beaten, trumps),
        check.beaten,
        check.throw if check.partner_blocks else check.beaten,
        tuple(open_questions),
    )


def throw_penalty(throw: Sequence[Card], trumps: Trumps) -> int:
    """Penalty points of a failed throw (28b.2; D-03).

    Ten for every card thrown, but the first to win (第一进手张), taken as the highest, as an exposed card: 20 when heavy. At
    most 80 in all.
    """
    check_throw(throw, trumps)
    return points_of_failed(len(throw), is_heavy(trumps.highest(throw), trumps))


def points_of_failed(thrown: int, heavy: bool) -> int:
    """The same by the number of cards thrown, and whether the highest of them is heavy (28b.2; D-03)."""
    if not 2 <= thrown <= card_count("hand"):
        raise RuleInputError(f"甩牌是2至{card_count('hand')}张，现在是{thrown}张。")
    each = amount("failed_throw")
    first = amount("failed_throw_first_heavy" if heavy else "failed_throw_first_light")
    return each.capped(each.each * (thrown - 1) + first.each)
