"""Tricks with every hand open and nobody erring: exact, for the few cards that are left; a whole deal where ``endplay`` is there.

A card is a number: its suit times sixteen and its rank. Hands are worked from the leader on; what is remembered of a position
are the cards still held and who leads.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SEATS = "NESW"
SUITS = "CDHS"
RANKS = "23456789TJQKA"
MOST = 5  # cards in a hand
WHOLE = 13


def coded(card: str) -> int:
    """Return a card as a number."""
    return SUITS.index(card[0]) * 16 + RANKS.index(card[1:].replace("10", "T"))


def best_play(hands: Mapping[str, Sequence[str]], leader: str, trump: str) -> int:
    """Return the tricks North-South take when all four hands are open and nobody errs.

    ``hands`` by seat, all of one length of at most five; ``trump`` C, D, H, S or NT.
    """
    trumps = SUITS.find(trump) if trump != "NT" else -1
    found: int = _solve(tuple(tuple(sorted(map(coded, hands[seat]))) for seat in SEATS), SEATS.index(leader), trumps)
    return found


@lru_cache(maxsize=400_000)
def _solve(hands: tuple[tuple[int, ...], ...], leader: int, trumps: int) -> int:
    if not hands[0]:
        return 0
    return _play(hands, leader, leader, -1, -1, -1, trumps)


def _play(
    hands: tuple[tuple[int, ...], ...], leader: int, seat: int, led: int, best: int, winner: int, trumps: int
) -> int:
    """The tricks of North-South from here, ``seat`` to play; ``best`` is the card that wins so far."""
    hand = hands[seat]
    legal = [card for card in hand if card >> 4 == led] if led >= 0 else []
    ours = seat % 2 == 0
    left = len(hand)
    found = -1
    for card in _different(legal or hand, hands, best):
        now_best, now_winner = best, winner
        if best < 0 or _wins(card, best, trumps):
            now_best, now_winner = card, seat
        rest = tuple(
            tuple(other for other in held if other != card) if at == seat else held for at, held in enumerate(hands)
        )
        following = (seat + 1) % 4
        if following == leader:
            tricks = (now_winner % 2 == 0) + _solve(rest, now_winner, trumps)
        else:
            tricks = _play(rest, leader, following, card >> 4 if led < 0 else led, now_best, now_winner, trumps)
        if found < 0 or (tricks > found if ours else tricks < found):
            found = tricks
        if found == (left if ours else 0):
            break
    return found


def _wins(card: int, best: int, trumps: int) -> bool:
    if card >> 4 == best >> 4:
        return card > best
    return card >> 4 == trumps


def _different(cards: Sequence[int], hands: tuple[tuple[int, ...], ...], best: int) -> list[int]:
    """Of cards in one hand with none of another's between them only the lowest, for they do the same.

    The card that wins the trick so far is still between others, though nobody holds it.
    """
    others = ({card for held in hands for card in held} | {best}) - set(cards)
    out: list[int] = []
    before = -9
    for card in sorted(cards):
        between = any(before < other < card for other in others)
        if before < 0 or before >> 4 != card >> 4 or between:
            out.append(card)
        before = card
    return out


def whole_deal_can_be_solved() -> bool:
    """Whether the library for whole deals is installed."""
    return find_spec("endplay") is not None


def whole_deal(hands: Mapping[str, Sequence[str]]) -> dict[str, dict[str, int]]:
    """Return the tricks of every declarer in every denomination, all hands open: ``{"NT": {"N": 9, ...}, ...}``.

    Raises ModuleNotFoundError where ``endplay`` is not installed.
    """
    from endplay.dds import calc_dd_table
    from endplay.types import Deal, Denom, Player

    def holding(seat: str) -> str:
        return ".".join(
            "".join(
                sorted((c[1:].replace("10", "T") for c in hands[seat] if c[0] == suit), key=RANKS.index, reverse=True)
            )
            for suit in "SHDC"
        )

    table = calc_dd_table(Deal("N:" + " ".join(holding(seat) for seat in SEATS)))
    strains = {"C": Denom.clubs, "D": Denom.diamonds, "H": Denom.hearts, "S": Denom.spades, "NT": Denom.nt}
    players = {"N": Player.north, "E": Player.east, "S": Player.south, "W": Player.west}
    return {
        strain: {seat: int(table[denom, player]) for seat, player in players.items()}
        for strain, denom in strains.items()
    }
