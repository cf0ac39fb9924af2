"""Claims and concessions (laws 68-71), with the fewest and most tricks a side takes by any legal play (69B, 71A).

This is no double-dummy analysis: nobody tries to win. All four players' legal plays together are searched for the most
and for the fewest tricks, as law 71A asks for ("by any legal play of the remaining cards").

Within a trick the order of play does not matter for that, since every legal combination of four cards counts. What is left
of a suit is written as the owners of its cards from the highest to the lowest; equal adjacent cards of one hand are then one
letter after another, and dropping any of them gives the same position. Side suits may be exchanged for one another.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from decision_trees.bridge.cards import Card, Rank, Suit, parse_hand, tricks_in_deal
from decision_trees.bridge.seats import Seat, SeatCode, Side
from decision_trees.bridge.tricks import Play, TrumpCode, following, parse_plays, parse_trump, winning_so_far
from decision_trees.functions import RuleInputError, rule

LONGEST_HAND = 8
"""Cards a hand may have here. Up to six take less than two seconds; a whole deal would not end."""


_OURS = "ab"


_PLAYERS = "abxy"


Owners = str
"""Owners of a suit's remaining cards, highest first: a and b are the side looked at, x and y the other."""


Position = tuple[tuple[Owners, ...], Owners, str]
"""Side suits in sorted order, the trump suit (empty when there is none), and the player to lead."""


@dataclass(frozen=True, slots=True)
class TrickRange:
    """Fewest and most tricks a side takes of those that remain, over every legal play of all four hands."""

    side: Side
    fewest: int
    most: int
    remaining: int

    @property
    def because(self) -> str:
        """The reason in a sentence."""
        return (
            f"余下{self.remaining}墩，四家一切合法打法下，{self.side.chinese}最少得{self.fewest}墩，最多得{self.most}墩"
            "（第71条A款）。"
        )


@functools.lru_cache(maxsize=1 << 16)
def _choices(suit: Owners, player: str) -> tuple[int, ...]:
    """Positions of a player's cards in a suit, one of each run of equals."""
    return tuple(i for i, owner in enumerate(suit) if owner == player and (i == 0 or suit[i - 1] != player))


def _without(suit: Owners, gone: set[int]) -> Owners:
    return "".join(owner for i, owner in enumerate(suit) if i not in gone)


@functools.lru_cache(maxsize=1 << 15)
def _played(suit: Owners) -> tuple[tuple[Owners, str], ...]:
    """What a trick led in this suit can leave of it, and who then has its highest card; all with a card of it follow."""
    ways = set()
    for cards in itertools.product(*(_choices(suit, p) for p in _PLAYERS if p in suit)):
        ways.add((_without(suit, set(cards)), suit[min(cards)]))
    return tuple(ways)


@functools.lru_cache(maxsize=1 << 15)
def _discarded(
    suits: tuple[Owners, ...], trump: Owners, players: tuple[str, ...]
) -> tuple[tuple[tuple[Owners, ...], Owners, str], ...]:
    """What discards and ruffs of these players can leave of the suits not led, and who ruffed highest, if any."""
    everywhere = [
        [(k, i) for k, suit in enumerate((*suits, trump)) for i in _choices(suit, player)] for player in players
    ]
    ways = set()
    for cards in itertools.product(*everywhere):
        gone: dict[int, set[int]] = {}
        for k, i in cards:
            gone.setdefault(k, set()).add(i)
        left = tuple(sorted(_without(suit, gone[k]) if k in gone else suit for k, suit in enumerate(suits)))
        ruffs = gone.get(len(suits))
        if ruffs:
            ways.add((left, _without(trump, ruffs), trump[min(ruffs)]))
        else:
            ways.add((left, trump, ""))
    return tuple(ways)


@functools.lru_cache(maxsize=1 << 15)
def _lost_trumps(trump: Owners) -> int:
    """Tricks the other side's trumps must win: those of one hand that no higher trump of ours can be played against."""
    worst = 0
    for player in _PLAYERS[2:]:
        ours = lost = 0
        for owner in trump:
            if owner in _OURS:
                ours += 1
            elif owner == player:
                if ours:
                    ours -= 1
                else:
                    lost += 1
        worst = max(worst, lost)
    return worst


def _after_a_trick(position: Position) -> list[Position]:
    """Every position one legal trick can lead to, those first where our side won it."""
    suits, trump, leader = position
    after: set[Position] = set()
    for k, suit in enumerate(suits):
        if leader not in suit or suit in suits[:k]:
            continue
        rest = suits[:k] + suits[k + 1 :]
        for left, trumps, ruffer in _discarded(rest, trump, tuple(p for p in _PLAYERS if p not in suit)):
            for remains, highest in _played(suit):
                after.add((tuple(sorted((*left, remains))), trumps, ruffer or highest))
    if leader in trump:
        for left, _, _ in _discarded(suits, "", tuple(p for p in _PLAYERS if p not in trump)):
            for remains, highest in _played(trump):
                after.add((left, remains, highest))
    return sorted(after, key=lambda p: p[2])


class _Search:
    """Most tricks side a-b can take; positions met before are remembered with the bounds found for them."""

    def __init__(self) -> None:
        self._at_least: dict[Position, int] = {}
        self._at_most: dict[Position, int] = {}
        self._after: dict[Position, list[Position]] = {}

    def reaches(self, position: Position, remaining: int, wanted: int) -> bool:
        """Can our side take so many of the remaining tricks?"""
        if wanted <= 0:
            return True
        if wanted > remaining - _lost_trumps(position[1]) or wanted > self._at_most.get(position, remaining):
            return False
        if wanted <= self._at_least.get(position, 0):
            return True
        after = self._after.get(position)
        if after is None:
            after = self._after[position] = _after_a_trick(position)
        for following_position in after:
            won = following_position[2] in _OURS
            if self.reaches(following_position, remaining - 1, wanted - won):
                self._at_least[position] = wanted
                return True
        self._at_most[position] = wanted - 1
        return False


def _position(hands: Mapping[Seat, Sequence[Card]], leader: Seat, trump: Suit | None, side: Side) -> Position:
    names = dict(zip((*side.seats, *side.opponents.seats), _PLAYERS, strict=True))
    owners: dict[Suit, Owners] = {}
    for suit in Suit:
        cards = [(card.rank, names[seat]) for seat, hand in hands.items() for card in hand if card.suit is suit]
        owners[suit] = "".join(name for _, name in sorted(cards, reverse=True))
    trumps = owners.pop(trump) if trump else ""
    return (tuple(sorted(owners.values())), trumps, names[leader])


def _most(starts: Sequence[tuple[Position, int]], remaining: int) -> int:
    """Most tricks over several positions, each with tricks already won on the way to it."""
    search = _Search()
    best = 0
    for position, won in starts:
        for wanted in range(remaining, best - won, -1):
            if search.reaches(position, remaining, wanted):
                best = wanted + won
                break
    return best


def _check_hands(hands: Mapping[Seat, Sequence[Card]], leader: Seat, trick: Sequence[Play]) -> int:
    """Tricks that remain, the current one included. Raises when the cards cannot be."""
    missing = [s.chinese for s in Seat if s not in hands]
    if missing:
        raise RuleInputError(f"缺少{'、'.join(missing)}的牌，要给出四家剩余的牌。")
    owner: dict[Card, Seat] = {}
    for seat, card in [(s, c) for s in Seat for c in hands[s]] + [(p.seat, p.card) for p in trick]:
        if card in owner:
            raise RuleInputError(f"{card.chinese}出现了两次（{owner[card].chinese}、{seat.chinese}）。")
        owner[card] = seat
    for turns, play in enumerate(trick):
        if play.seat is not leader.after(turns):
            raise RuleInputError(
                f"这一墩由{leader.chinese}引牌，第{turns + 1}张应由{leader.after(turns).chinese}打出。"
            )
        if play.card not in following((*hands[play.seat], play.card), trick[0].card.suit).cards:
            raise RuleInputError(
                f"{play.seat.chinese}有{trick[0].card.suit.chinese}而打了{play.card.chinese}，先按藏牌处理。"
            )
    if len(trick) >= len(Seat):
        raise RuleInputError("这一墩四家已经打完，请从下一墩算起。")
    played = {p.seat for p in trick}
    lengths = {s: len(hands[s]) + (s in played) for s in Seat}
    if len(set(lengths.values())) > 1:
        counts = "、".join(f"{s.chinese}{len(hands[s])}张" for s in Seat)
        raise RuleInputError(f"四家剩余的牌张数不相等：{counts}。")
    remaining = lengths[leader]
    if remaining > LONGEST_HAND:
        raise RuleInputError(f"每家有{remaining}张，太多了，这里最多算每家{LONGEST_HAND}张的残局。")
    return remaining


def trick_range(
    hands: Mapping[Seat, Sequence[Card]],
    leader: Seat,
    trump: Suit | None,
    side: Side,
    trick: Sequence[Play] = (),
) -> TrickRange:
    """Fewest and most of the remaining tricks this side can take by any legal play of all four hands (71A, 69B).

    ``hands``: what each seat still holds; ``leader``: who leads, or led, to the current trick; ``trick``: the cards already
    played to it. Raises :class:`RuleInputError` when the cards cannot be.
    """
    remaining = _check_hands(hands, leader, trick)
    if remaining == 0:
        return TrickRange(side, 0, 0, 0)
    outcomes: list[tuple[dict[Seat, tuple[Card, ...]], Seat]] = []
    if trick:
        outcomes = _completions(hands, trick, trump)

    def most(of: Side) -> int:
        if not trick:
            return _most([(_position(hands, leader, trump, of), 0)], remaining)
        starts = dict.fromkeys((_position(left, w, trump, of), int(w.side is of)) for left, w in outcomes)
        return _most(list(starts), remaining - 1)

    return TrickRange(side, remaining - most(side.opponents), most(side), remaining)


def _completions(
    hands: Mapping[Seat, Sequence[Card]], trick: Sequence[Play], trump: Suit | None
) -> list[tuple[dict[Seat, tuple[Card, ...]], Seat]]:
    """Every way to complete a trick in progress: the hands left and the winner."""
    seats = [trick[0].seat.after(n) for n in range(len(trick), len(Seat))]
    led = trick[0].card.suit
    ways = []
    for cards in itertools.product(*(following(hands[s], led).cards for s in seats)):
        plays = (*trick, *(Play(s, c) for s, c in zip(seats, cards, strict=True)))
        left = {s: tuple(c for c in hands[s] if c not in cards) for s in Seat}
        ways.append((left, winning_so_far(plays, trump).seat))
    return ways


def trick_range_of(
    hands: dict[str, list[str]],
    leader: str,
    trump: str,
    side: str,
    trick: list[dict[str, Any]] | None,
) -> TrickRange:
    """Fewest and most tricks of a side over every legal play, from what a rule function is given."""
    held = {Seat.parse(s): parse_hand(cards, Seat.parse(s).chinese) for s, cards in hands.items()}
    return trick_range(held, Seat.parse(leader), parse_trump(trump), Side(side), parse_plays(trick or []))


@rule(
    "bridge.min_max_tricks_any_legal_play",
    "bridge-1999:71A",
    "bridge-1999:69B",
    "bridge-1999:44C",
    "bridge-1999:44D",
    title="任何合法打法下的最少和最多赢墩",
)
def min_max_tricks_any_legal_play(
    hands: dict[str, list[str]],
    leader: SeatCode,
    trump: TrumpCode,
    side: Literal["NS", "EW"],
    trick: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """Fewest and most tricks a side takes by any legal play of all four hands (71A, 69B).

    ``leader``: who leads, or led, to the current trick; ``trick``: its cards already played, no longer in the hands.
    Raises RuleInputError for cards that cannot be and for hands too long to be worked out.
    """
    found = trick_range_of(hands, leader, trump, side, trick)
    return {"min": found.fewest, "max": found.most}


@dataclass(frozen=True, slots=True)
class ClaimRuling:
    """A yes or no about a claim or concession, by which clauses."""

    holds: bool
    laws: tuple[str, ...]
    because: str  # in Chinese


def tricks_restored(found: TrickRange, conceded: int) -> tuple[int, ClaimRuling]:
    """Of conceded tricks, those no legal play of the four hands could lose, by the cards that remain (71A)."""
    if not 0 <= conceded <= found.remaining:
        raise RuleInputError(f"余下{found.remaining}墩，承认的墩数应在0至{found.remaining}之间，现在是{conceded}。")
    back = max(0, found.fewest - (found.remaining - conceded))
    if back:
        return back, ClaimRuling(
            True, ("71A",), f"{found.because[:-1]}；所承认的{conceded}墩中有{back}墩不可能丢失，应取消（第71条A款）。"
        )
    return 0, ClaimRuling(
        False, ("71A",), f"{found.because[:-1]}；所承认的{conceded}墩都有合法打法会丢失，第71条A款不适用。"
    )


def _sure_tricks(hand: tuple[Card, ...], trump: str, on_lead: bool) -> int:
    """Tricks a hand takes however all four play: its trumps from the ace down, an ace led to the last trick at notrump."""
    suit = parse_trump(trump)
    if suit is None:
        return int(on_lead and len(hand) == 1 and hand[0].rank is Rank.ACE)
    ranks = {c.rank for c in hand if c.suit is suit}
    return next(n for n, rank in enumerate((*sorted(Rank, reverse=True), None)) if rank not in ranks)


@rule("bridge.concession_by_any_legal_play", "bridge-1999:71A", title="承认了而不可能丢失的墩")
def concession_by_any_legal_play(
    hands: dict[str, list[str]],
    leader: SeatCode,
    trump: TrumpCode,
    side: Literal["NS", "EW"],
    conceded: int,
    trick: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """Of the tricks a side conceded, those that no legal play of all four hands could lose (71A).

    ``conceded``: of the tricks that remain; ``trick``: cards already played to the current one. Raises RuleInputError
    for cards that cannot be, or more tricks than remain.
    """
    back, why = tricks_restored(trick_range_of(hands, leader, trump, side, trick), conceded)
    return {
        "restored": back,
        "holds": why.holds,
        "because": why.because,
        "laws": [f"bridge-1999:{law}" for law in why.laws],
    }


@rule("bridge.tricks_given_back", "bridge-1999:71A", "bridge-1999:71B", title="取消承认归还几墩")
def tricks_given_back(
    restored: int | None = None,
    conceded: int | None = None,
    what: Literal["won", "contract", "remaining"] | None = None,
) -> dict[str, Any]:
    """How many tricks go back to a side whose concession is cancelled (71A): those that could not be lost (``restored``).

    Of a trick that had been won (``what``) when no more than it was ``conceded``: that one. Null where that is not known, as where
    only the contract was conceded (71B).
    """
    if restored is None and what == "won" and conceded == 1:
        return {"tricks": 1}
    return {"tricks": restored}


@rule("bridge.concession_that_cannot_lose", "bridge-1999:71A", title="照已知的牌承认是否应取消")
def concession_that_cannot_lose(
    trump: TrumpCode,
    side: Literal["NS", "EW"],
    conceded: int,
    north: list[str] | None = None,
    east: list[str] | None = None,
    south: list[str] | None = None,
    west: list[str] | None = None,
    leader: SeatCode | None = None,
) -> dict[str, Any]:
    """Of conceded tricks, those that no legal play could lose, from the hands that are known (71A).

    With all four and the leader: worked out. With fewer ``holds`` is true where one hand of the side takes a conceded
    trick by itself, and null (to be judged) where that does not show; ``restored`` is null unless every trick is sure.
    Raises RuleInputError when more is conceded than remains.
    """
    given = {"N": north, "E": east, "S": south, "W": west}
    hands = {seat: hand for seat, hand in given.items() if hand}
    if len(hands) == len(given) and leader is not None:
        return concession_by_any_legal_play(hands, leader, trump, side, conceded)
    for seat, hand in hands.items():
        if Seat(seat).side != side:
            continue
        cards = parse_hand(hand, Seat(seat).chinese)
        if conceded > len(cards):
            raise RuleInputError(f"{Seat(seat).chinese}余下{len(cards)}张牌，承认的墩数不能是{conceded}。")
        sure = _sure_tricks(tuple(cards), trump, leader == seat)
        if sure > len(cards) - conceded:
            return {"restored": conceded if sure == len(cards) else None, "holds": True}
    return {"restored": None, "holds": None}


@rule("bridge.tricks_as_conceded", "bridge-1999:68B", "bridge-1999:68D", title="照承认庄家方最后得几墩")
def tricks_as_conceded(
    side: Literal["declarer", "defenders"] | None = None,
    conceded: int | None = None,
    left: int | None = None,
    so_far: int | None = None,
    before: int | None = None,
    in_the_end: int | None = None,
) -> dict[str, Any]:
    """Tricks of declarer's side in the end as a concession leaves them, where it is known how many are conceded (68B, 68D).

    Of the ``left`` tricks not played ``side`` gives up ``conceded`` and, as play has stopped, has the others. ``so_far`` is what
    declarer's side had won, ``before`` what the conceding side had. What defenders give up declarer has with or without
    ``left``. ``in_the_end`` is what somebody counted, where the concession does not tell it; null where nothing does. Raises
    RuleInputError for more tricks than there are.
    """
    if conceded is not None and left is not None and conceded > left:
        raise RuleInputError(f"还没有打完的只有{left}墩，承认输掉的不能是{conceded}墩。")
    if so_far is None and before is not None and side is not None:
        so_far = before if side == "declarer" else None if left is None else tricks_in_deal() - left - before
    kept = left - conceded if left is not None and conceded is not None else None  # by whoever gives up the others
    won = conceded if side == "defenders" else kept
    if side is None or so_far is None or won is None:
        return {"tricks": in_the_end}
    if so_far < 0 or so_far + (won if left is None else left) > tricks_in_deal():
        raise RuleInputError(f"已打完的、承认的和没有打完的加起来，一副牌没有这么多墩（只有{tricks_in_deal()}墩）。")
    return {"tricks": so_far + won}


@rule("bridge.tricks_with_claim", "bridge-1999:68A", "bridge-1999:68B", title="照声称计算的得墩")
def tricks_with_claim(side: Literal["declarer", "defenders"], before: int, claimed: int) -> dict[str, Any]:
    """Tricks of declarer's side as a claim leaves them: what is not claimed is conceded (68A, 68B).

    ``before``: tricks the claiming side had won; ``claimed``: of the rest. Raises RuleInputError for more than there
    are.
    """
    if before < 0 or claimed < 0 or before + claimed > tricks_in_deal():
        raise RuleInputError(f"已得{before}墩又声称{claimed}墩，一副牌只有{tricks_in_deal()}墩。")
    won = before + claimed
    return {"declarer_tricks": won if side == "declarer" else tricks_in_deal() - won}


@rule("bridge.tricks_as_claimed", "bridge-1999:68A", "bridge-1999:68B", title="照声称庄家方最后得几墩")
def tricks_as_claimed(
    side: Literal["declarer", "defenders"] | None = None,
    before: int | None = None,
    claimed: int | None = None,
    so_far: int | None = None,
    in_the_end: int | None = None,
) -> dict[str, Any]:
    """Tricks of declarer's side in the end as a claim leaves them (68A, 68B), by what is known of the claim itself.

    ``side`` claimed ``claimed`` tricks more, having won ``before``; for declarer's side ``so_far``, the tricks it had won
    when play stopped, is that number too. ``in_the_end`` is what somebody counted, and counts only where the claim does
    not tell it; null where nothing does. Raises RuleInputError for more tricks than there are.
    """
    if before is None and side == "declarer":
        before = so_far
    if side is None or before is None or claimed is None:
        return {"tricks": in_the_end}
    return {"tricks": tricks_with_claim(side, before, claimed)["declarer_tricks"]}
