"""Tribute and return (贡牌与还牌): rules 10 and 19.4; supplement 3.2 to 3.4 and 4.6.2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from decision_trees.functions import MoreNeeded, RuleInputError, rule
from decision_trees.guandan import levels
from decision_trees.guandan.cards import SUITED, Card, Rank, compare, is_wild, parse_cards, parse_level, strength
from decision_trees.guandan.finishing import Finish, is_double_down, made_last, parse_finish
from decision_trees.guandan.numbers import Regime, RegimeCode, at_least, at_most
from decision_trees.guandan.seats import Seat, SeatCode, held_seats, in_place_of, leading_words

_B, _S = "guandan-2017:", "guandan-supplement:"
T = TypeVar("T")


def at_each_level(level: str | None, find: Callable[[Rank], T | None]) -> T | None:
    """What is found at a level, or, where that is not known, at every one alike; None where it depends on it."""
    if level is not None:
        return find(parse_level(level))
    found = [find(rank) for rank in SUITED]
    return found[0] if all(each == found[0] for each in found) else None


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


def seat_cards(given: Mapping[SeatCode, str]) -> dict[Seat, Card]:
    """The cards paid, by who paid them."""
    parse_cards(given.values(), "贡牌")
    return {Seat.parse(seat): Card.parse(card) for seat, card in given.items()}


@rule("guandan.tribute.candidates", _B + "10.1", title="可以进贡哪几张")
def tribute_candidates(hand: list[str], level: str) -> dict[str, Any]:
    """The cards one of which must be paid: the highest of the hand, wild cards left out (10.1).

    Raises :class:`RuleInputError` for cards there cannot be, or when only wild cards are there.
    """
    found = candidates(parse_cards(hand, "手牌"), parse_level(level))
    return {"cards": [str(card) for card in found]}


@rule("guandan.tribute.owed", _B + "10.1", title="应贡哪一张，怎样说")
def tribute_owed(hand: list[str], level: str | None = None) -> dict[str, Any]:
    """The card that must be paid as one says it; of several equally high ones any (10.1).

    Without the level only what is the same at each, such as a joker; else None. Raises :class:`RuleInputError` for cards there
    cannot be, or when only wild cards are there.
    """
    cards = parse_cards(hand, "手牌")

    def owed(rank: Rank) -> str | None:
        payable = any(not is_wild(card, rank) for card in cards)
        return "或".join(dict.fromkeys(c.chinese for c in candidates(cards, rank))) if payable or level else None

    return {"said": at_each_level(level, owed)}


@rule("guandan.tribute.return_legal", _B + "10.1", _B + "19.2", _S + "3.3", title="还这张牌是否合规")
def tribute_return_legal(
    hand: list[str], card: str, to: Literal["partner", "opponent"], level: str, regime: RegimeCode
) -> dict[str, Any]:
    """Whether a card may be returned (10.1, 19.2; supplement 3.3).

    ``hand``: his cards with the one returned; ``to``: partner or opponent. A level card is none of ten or lower (D-15). Raises
    :class:`RuleInputError` for cards there cannot be.
    """
    legal = return_is_legal(
        parse_cards(hand, "手牌"), Card.parse(card), to == "partner", parse_level(level), Regime(regime)
    )
    return {"legal": legal}


@rule("guandan.tribute.resist", _B + "10.3", _S + "3.4", title="抗贡是否成立")
def tribute_resist(payers: list[list[str]], regime: RegimeCode) -> dict[str, Any]:
    """Whether big jokers free from tribute: both in one hand, or one in each of two payers' hands (10.3; supplement 3.4).

    ``payers``: the hand of each who would have to pay; both texts say the same. Raises :class:`RuleInputError` for more payers
    or jokers than there are.
    """
    return {"resist": resists([parse_cards(hand, "应贡者的手牌") for hand in payers])}


@rule("guandan.tribute.both_big_jokers", _B + "10.3", title="写明的手牌里有没有两个大王")
def tribute_both_big_jokers(hand: list[str] | None = None) -> dict[str, Any]:
    """Whether one payer's hand holds both big jokers, which frees from tribute, single or double (10.3).

    A hand not written frees nobody. Raises :class:`RuleInputError` for cards there cannot be.
    """
    return {"resist": bool(hand) and resists([parse_cards(hand or [], "应贡者的手牌")])}


@rule("guandan.tribute.none_due", _B + "16.3", _S + "2.1.4", title="上一副判双下，这一副贡不贡牌")
def tribute_none_due(offender: SeatCode | None = None) -> dict[str, Any]:
    """Whether no tribute is due in this deal, as the last one was adjudged lost by ``offender`` (16.3; supplement 2.1.4).

    ``none`` is false where nobody is known to have lost it so.
    """
    return {"none": offender is not None}


@rule("guandan.tribute.payer_resists", _B + "10.3", title="贡错的人本来是不是不用进贡")
def tribute_payer_resists(
    hand: list[str] | None = None,
    other: list[str] | None = None,
    first: SeatCode | None = None,
    second: SeatCode | None = None,
) -> dict[str, Any]:
    """Whether one who paid need not have: by his own big jokers, after a double down by his partner's with them (10.3).

    ``other``: the hand of the other who had to pay; ``first`` and ``second`` of the deal before. ``resist`` is None where the
    other's hand decides and is not written; after a single last, a hand not written frees nobody. Raises
    :class:`RuleInputError` for cards there cannot be.
    """
    own = parse_cards(hand or [], "应贡者的手牌")
    if resists([own]):
        return {"resist": True}
    double = other is not None
    if first is not None and second is not None:
        double = Seat(second) is Seat(first).partner
    if double and other is not None:
        return {"resist": resists([own, parse_cards(other, "另一位应贡者的手牌")])}
    return {"resist": None if double else False}


@rule("guandan.tribute.show_jokers", _S + "3.4", _B + "10.3", title="抗贡由谁亮出大王")
def tribute_show_jokers(
    first: SeatCode,
    second: SeatCode | None = None,
    last: SeatCode | None = None,
    hand: list[str] | None = None,
    other: list[str] | None = None,
    payer: SeatCode | None = None,
    double: bool = False,
) -> dict[str, Any]:
    """Who lays the big jokers open that free from tribute, in words (supplement 3.4, 10.3); None where it cannot be told.

    After a ``double`` down both losers, where each has one, or the one who has both; ``payer``: whose the ``hand`` is, where it is
    known. Otherwise the last. Raises :class:`RuleInputError` for cards there cannot be.
    """
    upper = Seat(first)
    if double or (second is not None and Seat(second) is upper.partner):
        losers = "、".join(seat.chinese for seat in (upper.next, upper.previous))
        hands = [parse_cards(each or [], "应贡者的手牌") for each in (hand, other)]
        held = [sum(card.rank is Rank.BIG_JOKER for card in cards) for cards in hands]
        if all(held):
            return {"said": f"{losers}各"}
        if payer is not None and resists([[card for cards in hands for card in cards]]):
            his = loser(upper, payer)
            return {"said": (his if held[0] else his.partner).chinese}
        return {"said": f"{losers}中有大王的"}
    return {"said": Seat(last).chinese if last is not None else None}


def loser(upper: Seat, payer: SeatCode) -> Seat:
    """One of the two who pay after a double down (10.2). Raises :class:`RuleInputError` for the first or his partner."""
    seat = Seat(payer)
    if seat.side is upper.side:
        raise RuleInputError(f"双贡时应贡的是{upper.side.opponents.chinese}的两家，不是{seat.chinese}。")
    return seat


def _both_told(
    upper: Seat, his: Seat | None, cards: tuple[str, str], order: int, held: str | None
) -> tuple[str, str | None]:
    """In words what both losers pay and whose it becomes, and who leads where it is known (10.2), as :func:`tribute_both_owe`.

    ``cards``: first that of ``his`` hand; ``order``: above 0 where it is the higher, 0 where they are equal.
    """
    second = upper.partner
    if order == 0:
        one, two = ("一张", "一样大的一张") if his is None else cards if his is upper.next else cards[::-1]
        said = (
            f"{upper.next.chinese}贡{one}给{upper.chinese}，{upper.previous.chinese}贡"
            f"{two}给{second.chinese}；{upper.chinese}还给{upper.next.chinese}，{second.chinese}还给"
            f"{upper.previous.chinese}；两张一样大，由{leading_words(upper.next, held)}领出"
        )
        return said, in_place_of(upper.next, (), held_seats(held, leading=True)).value
    high, low = cards if order > 0 else cards[::-1]
    if his is None:
        losers = "、".join(seat.chinese for seat in (upper.next, upper.previous))
        said = (
            f"{losers}一家贡{high}、一家贡{low}：{upper.chinese}拿{high}，还给贡它的人，{second.chinese}拿{low}，"
            f"还给贡它的人；由贡{high}的领出"
        )
        return said, None
    leads = his if order > 0 else his.partner
    said = (
        f"{leads.chinese}贡{high}给{upper.chinese}，{leads.partner.chinese}贡{low}给{second.chinese}；"
        f"{upper.chinese}还给{leads.chinese}，{second.chinese}还给{leads.partner.chinese}；由{leading_words(leads, held)}领出"
    )
    return said, in_place_of(leads, (), held_seats(held, leading=True)).value


@rule("guandan.tribute.both_owe", _B + "10.1", _B + "10.2", title="双贡两家各应贡哪一张，归谁，由谁领出")
def tribute_both_owe(
    first: SeatCode,
    hand: list[str],
    other: list[str],
    level: str | None = None,
    payer: SeatCode | None = None,
    held: str | None = None,
) -> dict[str, Any]:
    """What each loser of a double down owes by the two hands, whose it becomes and who leads, in words (10.1, 10.2).

    ``payer``: whose ``hand`` is, where it is known; without it whoever pays a card is named by the card. ``next`` and
    ``previous``: what the players after and before the first owe; ``held``: who is stopped still (:func:`turn_held`), and does
    not lead (16.2); ``who``: what is known of who leads, a seat or None. All None without the level
    where it matters. Raises :class:`RuleInputError` for cards there cannot be, a hand of wild cards only, or a payer who is none.
    """
    upper, hands = Seat(first), (parse_cards(hand, "应贡者的手牌"), parse_cards(other, "另一位应贡者的手牌"))
    his = None if payer is None else loser(upper, payer)

    def owed(rank: Rank) -> tuple[tuple[str, ...], int] | None:
        if level is None and any(all(is_wild(card, rank) for card in cards) for cards in hands):
            return None
        found = [candidates(cards, rank) for cards in hands]
        words = tuple("或".join(card.chinese for card in cards) for cards in found)
        return words, compare(found[0][0], found[1][0], rank)

    both = at_each_level(level, owed)
    if both is None:
        return dict.fromkeys(("said", "next", "previous", "who"))
    (one, two), order = both
    after = (None, None) if his is None else (one, two) if his is upper.next else (two, one)
    said, who = _both_told(upper, his, (one, two), order, held)
    return {"next": after[0], "previous": after[1], "said": said, "who": who}


@rule("guandan.tribute.may_show_jokers", _S + "3.4", title="抗贡要不要亮出大王")
def tribute_may_show_jokers(regime: RegimeCode | None = None) -> dict[str, Any]:
    """Whether big jokers may lie shown to resist tribute: only with the supplement (supplement 3.4); None where it may be so."""
    return {"shown": False if regime is not None and not Regime(regime).has_supplement else None}


@rule("guandan.tribute.not_due", _B + "10.1", _B + "10.2", _B + "16.3", title="这人本来不应贡牌吗")
def tribute_not_due(
    player: SeatCode,
    first: SeatCode | None = None,
    second: SeatCode | None = None,
    last: SeatCode | None = None,
    lost_by: SeatCode | None = None,
) -> dict[str, Any]:
    """Whether a player pays nothing by the places of the deal before (10.1, 10.2).

    Only the last pays, after a double down both losers. ``lost_by``: whose foul lost that deal; nobody pays then (16.3).
    ``due`` is False, or None where he may have to pay: who resists is seen in the hands.
    """
    if lost_by is not None or player in (first, second):
        return {"due": False}
    double = first is not None and second is not None and Seat(second) is Seat(first).partner
    return {"due": False if last is not None and not double and player != last else None}


@rule("guandan.tribute.shown_by", _B + "17.5", title="他亮出而须先出的牌")
def shown_by(
    seat: SeatCode,
    south: list[str] | None = None,
    east: list[str] | None = None,
    north: list[str] | None = None,
    west: list[str] | None = None,
) -> dict[str, Any]:
    """The card a player has shown without having to pay, which his first single must be (17.5); null for none, or several."""
    his = {"S": south, "E": east, "N": north, "W": west}[seat] or ()
    return {"card": his[0] if len(his) == 1 else None}


@rule("guandan.tribute.to_partner", _B + "10.1", _B + "10.2", title="还牌是不是还给搭档")
def tribute_to_partner(
    player: SeatCode,
    to: SeatCode | None = None,
    first: SeatCode | None = None,
    second: SeatCode | None = None,
    last: SeatCode | None = None,
) -> dict[str, Any]:
    """Whether a card is returned to the partner: only where he was last and has paid (10.1, 10.2).

    After a double down opponents pay. ``to``: who got the card, where it is known; the others are places of the deal before.
    ``partner`` is None where it cannot be told.
    """
    if to is not None:
        return {"partner": Seat(to).side is Seat(player).side}
    if first is not None and second is not None and Seat(second) is Seat(first).partner:
        return {"partner": False}
    if player == first and last is not None:
        return {"partner": Seat(last) is Seat(player).partner}
    return {"partner": None}


@rule("guandan.tribute.double", _B + "10.2", _S + "3.2", title="双贡怎样分、由谁领出")
def tribute_double(upper: SeatCode, second: SeatCode, cards: dict[SeatCode, str], level: str) -> dict[str, Any]:
    """Where the cards of a double tribute go, to whom cards are returned, who leads (10.2; supplement 3.2).

    ``cards``: what each payer pays. Raises :class:`RuleInputError` for seats or cards that cannot be.
    """
    found = double_tribute(Seat(upper), Seat(second), seat_cards(cards), parse_level(level))
    return {
        "pays_to": {payer.value: to.value for payer, to in found.pays_to.items()},
        "returns_to": {giver.value: to.value for giver, to in found.returns_to.items()},
        "leader": found.leader.value,
    }


@rule("guandan.tribute.wrong", _B + "10.1", _B + "19.1", title="是不是贡错牌")
def tribute_wrong(hand: list[str], card: str, level: str | None = None) -> dict[str, Any]:
    """Whether a wrong card was paid: not the highest of the hand, wild cards left out (10.1, 19.1).

    ``hand``: his cards before paying. Without the level only what is the same at each; else None. Raises
    :class:`RuleInputError` when the card was not among them.
    """
    cards, paid = parse_cards(hand, "手牌"), Card.parse(card)
    if paid not in cards:
        raise RuleInputError(f"手里没有{paid.chinese}，不能贡。")

    def wrong(rank: Rank) -> bool | None:
        payable = any(not is_wild(each, rank) for each in cards)
        return paid not in candidates(cards, rank) if payable or level else None

    return {"wrong": at_each_level(level, wrong)}


def _is_low(card: Card) -> bool:
    return not card.rank.is_joker and card.rank <= at_most("return-to-partner")


def _kind(card: Card, level: Rank) -> str:
    if not _is_low(card):
        return "high"
    return "level_low" if card.rank is level else "low"


@rule("guandan.tribute.return_kind", _B + "10.1", _B + "19.2", _S + "3.3", title="还的牌是不是10以下")
def tribute_return_kind(card: str, level: str) -> dict[str, Any]:
    """What kind of card was returned (10.1, 19.2; supplement 3.3; D-15).

    ``low``: of ten or lower, ``level_low``: its face is, but it is a level card, ``high``: above. Raises
    :class:`RuleInputError` for a card or level there is not.
    """
    return {"kind": _kind(Card.parse(card), parse_level(level))}


@rule("guandan.tribute.return_hand", _S + "3.3", _B + "8.1", title="还的是不是最小的牌")
def tribute_return_hand(hand: list[str], card: str, level: str) -> dict[str, Any]:
    """Whether a hand has a card of ten or lower, and whether its lowest was returned (supplement 3.3; 8.1).

    ``smallest`` goes by 8.1, where level cards are high; ``smallest_by_face`` by the face. Raises :class:`RuleInputError` when
    the card is not in the hand.
    """
    cards, returned, rank = parse_cards(hand, "手牌"), Card.parse(card), parse_level(level)
    if returned not in cards:
        raise RuleInputError(f"手里没有{returned.chinese}，不能还。")
    return {
        "has_low": any(_kind(c, rank) == "low" for c in cards),
        "smallest": all(compare(returned, c, rank) <= 0 for c in cards),
        "smallest_by_face": all(returned.rank <= c.rank for c in cards),
    }


@rule("guandan.tribute.returns", _B + "10.1", _B + "19.2", _S + "3.3", title="可以还哪几张")
def tribute_returns(
    regime: RegimeCode,
    hand: list[str] | None = None,
    level: str | None = None,
    returner: SeatCode | None = None,
    to: SeatCode | None = None,
    to_partner: bool = False,
) -> dict[str, Any]:
    """The cards that may be returned (10.1, 19.2; supplement 3.3); with the supplement it is the same to whom.

    ``hand``: before returning, without the card received; ``to_partner``: it is known to be to his partner. ``case``: ``any``
    card, ``some``, listed, or ``none``; ``among``: in words, that one of several is to be returned.
    Raises :class:`MoreNeeded` where it is not known to whom, which hand or which level, and matters, :class:`RuleInputError` for
    cards there cannot be.
    """
    adopted = Regime(regime)
    if (returner is None or to is None) and not (to_partner or adopted.has_supplement):
        raise MoreNeeded("还要知道谁还给谁，请填上。")
    partner = to_partner or (returner is not None and to is not None and Seat(returner).partner is Seat(to))
    if not partner and not adopted.has_supplement and (hand is None or level is None):
        return {"case": "any", "cards": None, "among": None}
    if hand is None:
        raise MoreNeeded("还要知道还牌的人手里有哪些牌。", "hand")
    if level is None:
        raise MoreNeeded("还要知道打几。", "level")
    cards, rank = parse_cards(hand, "手牌"), parse_level(level)
    legal = [c for c in dict.fromkeys(cards) if return_is_legal(cards, c, partner, rank, adopted)]
    if not partner and not adopted.has_supplement:
        return {"case": "any", "cards": [str(c) for c in legal]}
    return {
        "case": "some" if legal else "none",
        "cards": [str(c) for c in legal],
        "among": "中的一张" if len({str(c) for c in legal}) > 1 else "这一张",
    }


@rule("guandan.tribute.two_shown", _B + "10.1", _B + "10.2", _B + "10.3", title="双贡的两张牌有没有问题")
def tribute_two_shown(
    first: SeatCode | None = None,
    second: SeatCode | None = None,
    next_card: str | None = None,
    previous_card: str | None = None,
    level: str | None = None,
) -> dict[str, Any]:
    """Whether what is known of a double tribute can be one (10.1 to 10.3); what is not known is taken to be right.

    ``state``: ``single`` the second was not the first's partner, ``resisted`` both cards are big jokers, ``wild`` one is a wild
    card, else ``fine``. Raises :class:`RuleInputError` for a card or level there is not.
    """
    cards = [Card.parse(c) for c in (next_card, previous_card) if c is not None]
    if first is not None and second is not None and Seat(second) is not Seat(first).partner:
        state = "single"
    elif resists([[card] for card in cards] if len(cards) == 2 else [[], []]):
        state = "resisted"
    elif level is not None and any(is_wild(card, parse_level(level)) for card in cards):
        state = "wild"
    else:
        state = "fine"
    return {"state": state}


@rule("guandan.tribute.wild_paid_by", _B + "10.1", title="双贡时谁贡出了红心参谋")
def wild_paid_by(
    first: SeatCode, level: str, next_card: str | None = None, previous_card: str | None = None
) -> dict[str, Any]:
    """Who of the players after and before the first paid a wild card (10.1), in words; None for nobody.

    Raises
    :class:`RuleInputError` for a card or level there is not.
    """
    paid = {Seat(first).next: next_card, Seat(first).previous: previous_card}
    by = [seat.chinese for seat, card in paid.items() if card and is_wild(Card.parse(card), parse_level(level))]
    return {"said": "、".join(by) or None}


@rule("guandan.tribute.two", _B + "10.2", _S + "3.2", title="双贡的大牌小牌各归谁")
def tribute_two(
    upper: SeatCode, next_card: str, previous_card: str, level: str, held: str | None = None
) -> dict[str, Any]:
    """A double tribute from the two cards alone: which is higher, whose it becomes, who leads (10.2; supplement 3.2).

    ``next_card`` and ``previous_card`` are paid by the players after and before the first. ``case``: ``unequal`` or ``equal``.
    ``held``: who is stopped still (:func:`turn_held`), and does not lead (16.2). Raises :class:`RuleInputError` for cards that
    cannot be.
    """
    seat = Seat(upper)
    cards = seat_cards({seat.next.value: next_card, seat.previous.value: previous_card})
    found = double_tribute(seat, seat.partner, cards, parse_level(level))
    order = compare(Card.parse(next_card), Card.parse(previous_card), parse_level(level))
    high, low = (seat.next, seat.previous) if order > 0 else (seat.previous, seat.next)
    return {
        "case": "unequal" if order else "equal",
        "upper": seat.value,
        "second": seat.partner.value,
        "next": seat.next.value,
        "previous": seat.previous.value,
        "high": high.value if order else None,
        "low": low.value if order else None,
        "high_card": str(cards[high]) if order else None,
        "low_card": str(cards[low]) if order else None,
        "leader": in_place_of(found.leader, (), held_seats(held, leading=True)).value,
    }


@rule("guandan.tribute.high_and_low", _B + "10.2", _S + "3.2", title="双贡谁贡的大、谁贡的小")
def tribute_high_and_low(
    upper: SeatCode, next_card: str, previous_card: str, level: str | None = None, held: str | None = None
) -> dict[str, Any]:
    """Who pays the higher and who the lower card of a double tribute (10.2); None where they are equal.

    ``leader``: who leads, one stopped still (``held``, :func:`turn_held`) passed over (10.2, 16.2). Without the level only what is
    the same at each, as of a joker and another card; else None. Raises :class:`RuleInputError` for cards that cannot be.
    """

    def higher(rank: Rank) -> tuple[str | None, str | None, str | None] | None:
        if level is None and any(is_wild(Card.parse(card), rank) for card in (next_card, previous_card)):
            return None
        found = tribute_two(upper, next_card, previous_card, rank.code, held)
        return found["high"], found["low"], found["leader"]

    high, low, leader = at_each_level(level, higher) or (None, None, None)
    return {"high": high, "low": low, "leader": leader}


def _one_goes_to(upper: Seat, payer: Seat, held: str | None) -> dict[str, Any]:
    """Whose the one tribute and the one return become, and who leads (10.1), as :func:`tribute_goes_to` says it."""
    returns = f"{upper.chinese}还给{payer.chinese}"
    return {
        "said": f"{payer.chinese}贡的归{upper.chinese}，{returns}，由{leading_words(payer, held)}领出",
        "returns": returns,
        "leader": in_place_of(payer, (), held_seats(held, leading=True)).value,
        "returner": upper.value,
    }


@rule("guandan.tribute.goes_to", _B + "10.1", _B + "10.2", _B + "3.8.1", title="贡牌、还牌各归谁，由谁领出")
def tribute_goes_to(
    first: SeatCode,
    second: SeatCode | None = None,
    last: SeatCode | None = None,
    next_card: str | None = None,
    previous_card: str | None = None,
    level: str | None = None,
    held: str | None = None,
) -> dict[str, Any]:
    """Who pays and returns to whom, and who leads, by the places of the deal before (10.1, 10.2, 3.8.1).

    After a double down ``next_card`` and ``previous_card``, paid by the players after and before the first, decide. ``said`` and
    ``returns`` are words, ``leader`` and ``returner`` seats; each None where it cannot be told. ``held``: who is stopped still
    (:func:`turn_held`), and does not lead (16.2). Raises :class:`RuleInputError` for cards that cannot be.
    """
    upper = Seat(first)
    partner = upper.partner
    if second is None or Seat(second) is not partner:
        if last is None or second is None:
            return dict.fromkeys(("said", "returns", "leader", "returner"))
        return _one_goes_to(upper, Seat(last), held)
    if next_card is not None and previous_card is not None and level is not None:
        found = tribute_two(first, next_card, previous_card, level)
        paid = {upper.next: Card.parse(next_card).chinese, upper.previous: Card.parse(previous_card).chinese}
        high, low = Seat(found["high"] or upper.next.value), Seat(found["low"] or upper.previous.value)
        said = f"{high.chinese}贡的{paid[high]}归{upper.chinese}，{low.chinese}贡的{paid[low]}归{partner.chinese}"
        returns = f"{upper.chinese}还给{high.chinese}，{partner.chinese}还给{low.chinese}"
        return {
            "said": f"{said}，{returns}，由{leading_words(high, held)}领出",
            "returns": returns,
            "leader": in_place_of(high, (), held_seats(held, leading=True)).value,
            "returner": None,
        }
    said = (
        f"{upper.chinese}拿大的、还给贡大牌者，{partner.chinese}拿小的、还给贡小牌者，由贡大牌者领出"
        f"（一样大的由{leading_words(upper.next, held)}领出）"
    )
    return {
        "said": said,
        "returns": f"{upper.chinese}还给贡大牌者，{partner.chinese}还给贡小牌者",
        "leader": None,
        "returner": None,
    }


@rule("guandan.tribute.leads_once_right", _B + "10.1", _B + "10.2", _B + "3.8.1", title="贡错改正以后由谁领出")
def tribute_leads_once_right(
    first: SeatCode,
    second: SeatCode | None = None,
    last: SeatCode | None = None,
    offender: SeatCode | None = None,
    hand: list[str] | None = None,
    other: list[str] | None = None,
    held: str | None = None,
) -> dict[str, Any]:
    """Who leads once a wrong tribute is put right (10.1, 10.2, 3.8.1): ``said`` in words, None where the places are not known.

    After a double down the higher tribute leads, so a big joker in the offender's ``hand`` or in the ``other`` payer's settles
    it (two of them would be no tribute at all); else both payers are named, and who leads where they pay the same. ``held``: who
    is stopped still (:func:`turn_held`), and does not lead (16.2). Raises :class:`RuleInputError` for cards there cannot be.
    """
    upper = Seat(first)
    if second is None or Seat(second) is not upper.partner:
        return {"said": None if second is None or last is None else leading_words(Seat(last), held)}
    jokers = tuple(
        any(card.rank is Rank.BIG_JOKER for card in parse_cards(cards or [], "贡牌前的手牌")) for cards in (hand, other)
    )
    if offender is not None and jokers[0] is not jokers[1]:
        payer = Seat(offender)
        return {"said": leading_words(payer if jokers[0] else payer.partner, held)}
    after, before = upper.next.chinese, upper.previous.chinese
    said = f"{after}、{before}中贡得大的一家（一样大的由{after}）"
    waiting = [seat for seat in (upper.next, upper.previous) if seat in held_seats(held, leading=True)]
    stopped = "、".join(seat.chinese for seat in waiting)
    return {"said": f"{said}（{stopped}还停着，该他时由下一家）" if waiting else said}


@rule("guandan.tribute.kept_of_given", _B + "10.1", title="多贡的几张里留哪一张")
def tribute_kept_of_given(given: list[str], level: str | None = None) -> dict[str, Any]:
    """Of several cards paid, the highest but wild cards, which is the tribute; the others go back (10.1).

    ``kept`` and ``back`` are None where two are equally high, or where it depends on the level and that is not known. Raises
    :class:`RuleInputError` for cards there cannot be.
    """
    cards = parse_cards(given, "贡出的牌")

    def highest(rank: Rank) -> tuple[Card, ...] | None:
        return candidates(cards, rank) if any(not is_wild(card, rank) for card in cards) else None

    found = at_each_level(level, highest)
    if found is None or len(found) != 1:
        return {"kept": None, "back": None}
    back = list(cards)
    back.remove(found[0])
    return {"kept": str(found[0]), "back": [str(card) for card in back]}


@rule("guandan.penalty.wrong_tribute_after_start", _B + "19.4", _S + "4.6.2", title="开打后发现贡错牌怎样判")
def penalty_wrong_tribute_after_start(
    actual_order: list[str], offender: SeatCode, regime: RegimeCode
) -> dict[str, Any]:
    """What a wrong tribute found after play began does to the order (19.4), or with the supplement to the deal (4.6.2).

    ``actual_order``: as it was played. With the supplement it is adjudged a double down: ``advance`` levels for the opponents,
    and no order. Raises :class:`RuleInputError` for an order there cannot be.
    """
    played, seat = parse_finish(actual_order), Seat(offender)
    if Regime(regime).has_supplement:  # no order of finishing, only its result
        return {"upper": None, "partner_place": 2, "advance": levels.steps(2), "double_down": True}
    double_down = is_double_down(played)
    found = made_last(Finish(*(played[:2] if double_down else played)), seat)
    order = [s.value for s in found.places if s is not None]
    place = found.partner_place
    assert place is not None  # he is last, or all four are known
    return {
        **({"finish_order": order} if len(order) == len(Seat) else {}),
        "upper": found.first.value,
        "partner_place": place,
        "advance": levels.steps(place),
        "double_down": found.is_double_down,
    }


@rule("guandan.tribute.two_packs", _B + "2", title="两手牌合起来有没有多出来的")
def two_packs(hand: list[str], other: list[str]) -> dict[str, Any]:
    """Two hands of one deal together: no card more often than both packs have it (2). Raises RuleInputError where there is."""
    copies = Counter(parse_cards(hand, "一手牌")) + Counter(parse_cards(other, "另一手牌"))
    for card, count in copies.items():
        if count > at_most("decks"):
            raise RuleInputError(f"两手牌里共有 {count} 张{card.chinese}，两副牌里同一张只有 {at_most('decks')} 张。")
    return {"count": copies.total()}


@rule("guandan.tribute.may_pay", _B + "10.1", _B + "10.2", title="应贡的会不会是这一家")
def may_pay(payer: SeatCode, first: SeatCode, second: SeatCode | None = None) -> dict[str, Any]:
    """Whether a player can be one who pays, by the places of the deal before (10.1, 10.2).

    Never the first, nor, after a double down, his partner. Raises :class:`RuleInputError` where he cannot.
    """
    if second is not None and Seat(second) is Seat(first).partner:
        return {"payer": loser(Seat(first), payer).value}
    if payer == first:
        raise RuleInputError(f"{Seat(first).chinese}是上一副的上游，不用进贡。")
    return {"payer": payer}
