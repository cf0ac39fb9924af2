"""Tribute and return (贡牌与还牌): rule 10; supplement 3.2 to 3.4."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from decision_trees.functions import RuleInputError
from decision_trees.guandan.cards import Card, Rank, compare, is_wild, strength
from decision_trees.guandan.quantities import at_least, at_most
from decision_trees.guandan.regime import Regime
from decision_trees.guandan.seats import Seat


def candidates(hand: Sequence[Card], level: Rank) -> tuple[Card, ...]:
    """The cards one of which must be paid: the strongest of the hand, wild cards left out (10.1).

    Raises :class:`RuleInputError` when nothing but wild cards is there.
    """
    payable = [c for c in hand if not is_wild(c, level)]
    if not payable:
        raise RuleInputError("这手牌里除红心参谋外没有牌可贡。")
    best = max(strength(c.rank, level) for c in payable)
    return tuple(sorted({c for c in payable if strength(c.rank, level) == best}, key=str))


def return_is_legal(hand: Sequence[Card], card: Card, to_partner: bool, level: Rank, regime: Regime) -> bool:
    """Whether the card may be returned from this hand (10.1; supplement 3.3).

    A level card is above A whatever its face, so it is never one of 10 or lower (D-15). With the supplement the limit
    holds towards opponents as well, and a hand with nothing so low returns its weakest card.
    """
    if card not in hand:
        raise RuleInputError(f"手里没有{card.chinese}，不能还。")

    def low(c: Card) -> bool:
        return c.rank is not level and not c.rank.is_joker and c.rank <= at_most("return-to-partner")

    if not regime.has_supplement and not to_partner:
        return True
    if regime.has_supplement and not any(low(c) for c in hand):
        return all(compare(card, c, level) <= 0 for c in hand)
    return low(card)


def resists(payers: Sequence[Sequence[Card]]) -> bool:
    """Whether the payer, or the two payers together, hold the big jokers that free them (抗贡, 10.3; supplement 3.4).

    Raises :class:`RuleInputError` when there are not one or two payers, or more big jokers than two packs have.
    """
    if len(payers) not in (1, 2):
        raise RuleInputError("应贡者是一位（单贡）或两位（双贡）。")
    held = sum(c.rank is Rank.BIG_JOKER for hand in payers for c in hand)
    if held > at_most("decks"):
        raise RuleInputError(f"两位应贡者共有 {held} 张大王，两副牌只有 {at_most('decks')} 张。")
    return held >= at_least("resist-single" if len(payers) == 1 else "resist-double")


@dataclass(frozen=True, slots=True)
class DoubleTribute:
    """Where the cards of a double tribute go, and who leads."""

    pays_to: Mapping[Seat, Seat]  # payer to receiver
    leader: Seat

    @property
    def returns_to(self) -> dict[Seat, Seat]:
        """Receiver to payer."""
        return {receiver: payer for payer, receiver in self.pays_to.items()}


def double_tribute(upper: Seat, second: Seat, cards: Mapping[Seat, Card], level: Rank) -> DoubleTribute:
    """Double tribute (10.2; supplement 3.2): the higher card to the first, who pays it leads.

    Equal cards are paid clockwise, to the player on the payer's left, and the first's right-hand player leads.
    Raises :class:`RuleInputError` when the seats or cards cannot be.
    """
    if upper.partner is not second:
        raise RuleInputError("双贡时上游和二游应是同一方的两位选手。")
    if set(cards) != set(upper.side.opponents.seats):
        raise RuleInputError(f"贡牌的应是{upper.side.opponents.chinese}的两位选手，各贡一张。")
    for seat, card in cards.items():
        if is_wild(card, level):
            raise RuleInputError(f"{seat.chinese}不能贡{card.chinese}，红心参谋不用来进贡。")
    if resists([[card] for card in cards.values()]):
        raise RuleInputError("两位应贡者各有一个大王，抗贡成立，不用进贡。")
    one, other = cards
    order = compare(cards[one], cards[other], level)
    if order == 0:
        return DoubleTribute({payer: payer.previous for payer in cards}, upper.next)
    high, low = (one, other) if order > 0 else (other, one)
    return DoubleTribute({high: upper, low: second}, high)
