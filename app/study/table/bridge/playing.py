"""Players at cards: they lead, follow, win cheaply and ruff by simple rules, from what they see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.study.table.bridge.bidding import RANKS, after, is_bid, partner_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from app.study.table.bridge.position import Trick


@dataclass(frozen=True, slots=True)
class View:
    """What a player knows: his own cards, dummy's once it is open, and all that was called and played."""

    seat: str
    hand: tuple[str, ...]
    legal: tuple[str, ...]  # empty in the auction
    calls: tuple[tuple[str, str], ...]
    dealt: tuple[str, ...]  # his thirteen
    declarer: str
    trump: str
    trick: Trick | None
    tricks: tuple[Trick, ...]
    dummy: tuple[str, ...]
    barred: bool = False
    may_double: bool = True


def rank(card: str) -> int:
    """2 is 0, the ace 12."""
    return RANKS.index(card[1])


def choose(view: View) -> str:
    """The card to play."""
    cards = view.legal
    if len(cards) == 1:
        return cards[0]
    trick = view.trick
    if trick is None or not trick.plays:
        ours = view.seat in (view.declarer, partner_of(view.declarer))
        return _lead_ours(view) if ours else _lead(view)
    return _follow(view, trick)


def _by_suit(cards: Iterable[str]) -> dict[str, list[str]]:
    out: dict[str, list[str]] = {}
    for card in sorted(cards, key=rank, reverse=True):
        out.setdefault(card[0], []).append(card)
    return out


def _lead(view: View) -> str:
    """A defender: partner's suit, the top of a sequence, else a low card of the longest side suit."""
    suits = _by_suit(view.legal)
    trumps = view.trump
    mate = next(
        (call[1:] for who, call in view.calls if who == partner_of(view.seat) and is_bid(call) and call[1:] in suits),
        None,
    )
    if not view.tricks and mate is not None and mate != trumps:
        held = suits[mate]
        return held[0] if len(held) <= 2 else held[-1]
    side = {suit: held for suit, held in suits.items() if suit != trumps} or suits
    for held in sorted(side.values(), key=len, reverse=True):
        if len(held) >= 2 and rank(held[0]) - rank(held[1]) == 1 and rank(held[0]) >= RANKS.index("J"):
            return held[0]
    if trumps != "NT":
        for held in side.values():
            if len(held) == 1 and rank(held[0]) < RANKS.index("K") and not view.tricks:
                return held[0]
    best = max(side.values(), key=lambda held: (len(held), -rank(held[0])))
    return best[3] if len(best) > 3 and not view.tricks else best[-1]


def _out(view: View) -> set[str]:
    """The cards not seen by declarer: with the defenders."""
    seen = {card for trick in view.tricks for _, card in trick.plays} | set(view.hand) | set(view.dummy)
    if view.trick is not None:
        seen |= {card for _, card in view.trick.plays}
    return {suit + r for suit in "SHDC" for r in RANKS} - seen


def _lead_ours(view: View) -> str:
    """Declarer: trumps while they are out, then winners, then low toward the other hand's high cards."""
    suits = _by_suit(view.legal)
    out = _out(view)
    trumps = view.trump
    if trumps in suits and any(card[0] == trumps for card in out):
        highest = max((rank(card) for card in out if card[0] == trumps), default=-1)
        both = [card for card in (*view.hand, *view.dummy) if card[0] == trumps]
        if len(both) > 5 or any(rank(card) > highest for card in suits[trumps]):
            held = suits[trumps]
            return held[0] if rank(held[0]) > highest else held[-1]
    for suit, held in sorted(suits.items(), key=lambda each: -len(each[1])):
        if suit == trumps:
            continue
        against = max((rank(card) for card in out if card[0] == suit), default=-1)
        if rank(held[0]) > against:
            return held[0]
    side = {suit: held for suit, held in suits.items() if suit != trumps} or suits
    other = _by_suit(view.dummy if view.seat == view.declarer else view.hand)

    def promise(each: tuple[str, list[str]]) -> tuple[int, int]:
        suit, held = each
        theirs = other.get(suit, [])
        return (rank(theirs[0]) if theirs else -1) + len(held) + len(theirs), len(held)

    return max(side.items(), key=promise)[1][-1]


def _follow(view: View, trick: Trick) -> str:
    cards = sorted(view.legal, key=rank)
    winner = trick.winner(view.trump)
    best = trick.played(winner) or ""
    ours = winner == partner_of(view.seat)
    place = len(trick.plays)
    follows = cards[0][0] == trick.led
    winning = [card for card in cards if _beats(card, best, view.trump)]
    if follows:
        if not winning or (ours and (place == 3 or rank(best) >= RANKS.index("Q"))):
            return cards[0]
        if place == 3:
            return winning[0]
        if place == 1 and rank(best) < RANKS.index("T") and not _certain(view, winning[-1]):
            return cards[0]
        return winning[-1] if place == 2 or _certain(view, winning[-1]) else cards[0]
    if winning and not ours:
        return winning[0]
    return _discard(view, cards)


def _certain(view: View, card: str) -> bool:
    """Is no higher card of the suit outside his hand and dummy's?"""
    return all(rank(other) < rank(card) for other in _out(view) if other[0] == card[0])


def _beats(card: str, best: str, trump: str) -> bool:
    if card[0] == best[0]:
        return rank(card) > rank(best)
    return card[0] == trump


def _discard(view: View, cards: Sequence[str]) -> str:
    """The lowest card of the longest side suit."""
    side = [card for card in cards if card[0] != view.trump] or list(cards)
    lengths: Mapping[str, int] = {suit: sum(card[0] == suit for card in view.hand) for suit in "SHDC"}
    return min(side, key=lambda card: (rank(card) >= RANKS.index("J"), -lengths[card[0]], rank(card)))


def seat_after(seat: str) -> str:
    """The next in rotation."""
    return after(seat)
