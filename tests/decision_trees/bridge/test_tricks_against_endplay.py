"""Trick winners and legal plays against endplay, an independent bridge library, over random legal deals.

In the suite 500; 2,000 by ``python -m tests.decision_trees.bridge.test_tricks_against_endplay``.
"""

from __future__ import annotations

import random

import pytest

from decision_trees import functions
from decision_trees.bridge.cards import Card, Rank, Suit
from decision_trees.bridge.seats import Seat
from decision_trees.bridge.tricks import Play, following, trick_winner

endplay = pytest.importorskip("endplay.types")

DEALS, MANY = 500, 2000
THROUGH_THE_REGISTRY = 50  # of them, asked by name with JSON as well


def _pbn(hands: dict[Seat, list[Card]]) -> str:
    def one(hand: list[Card]) -> str:
        suits = ("".join(c.rank.letter for c in hand if c.suit is suit) for suit in reversed(Suit))
        return ".".join(suits)

    return "N:" + " ".join(one(hands[seat]) for seat in Seat)


def _deal(at: random.Random) -> dict[Seat, list[Card]]:
    pack = [Card(suit, rank) for suit in Suit for rank in Rank]
    at.shuffle(pack)
    return {seat: pack[i * 13 : (i + 1) * 13] for i, seat in enumerate(Seat)}


def _code(card: object) -> str:
    """``HK`` of endplay's card."""
    return card.suit.name[0].upper() + card.rank.abbr  # type: ignore[attr-defined,no-any-return]


def test_whole_deals_played_at_random() -> None:
    play_at_random(DEALS)


def play_at_random(deals: int) -> None:
    """Hold every trick of so many deals against the other library."""
    at = random.Random(1999)
    denominations = {None: "nt", Suit.S: "spades", Suit.H: "hearts", Suit.D: "diamonds", Suit.C: "clubs"}
    players = {Seat.N: "north", Seat.E: "east", Seat.S: "south", Seat.W: "west"}
    tricks = plays_checked = 0
    for number in range(deals):
        hands, trump, leader = _deal(at), at.choice([None, *Suit]), at.choice(list(Seat))
        theirs = endplay.Deal(_pbn(hands))
        theirs.trump = getattr(endplay.Denom, denominations[trump])
        theirs.first = getattr(endplay.Player, players[leader])
        for _ in range(13):
            trick: list[Play] = []
            for turn in range(4):
                seat = leader.after(turn)
                led = trick[0].card.suit if trick else None
                legal = following(hands[seat], led).cards
                assert {str(c) for c in legal} == {_code(c) for c in theirs.legal_moves()}
                plays_checked += 1
                if number < THROUGH_THE_REGISTRY:
                    given = {"hand": [str(c) for c in hands[seat]], "on_lead": led is None}
                    if led is not None:
                        given["led"] = led.value
                    assert functions.call("bridge.legal_plays", given)["legal"] == [str(c) for c in legal]
                card = at.choice(legal)
                hands[seat].remove(card)
                trick.append(Play(seat, card))
                theirs.play(str(card))
            leader = trick_winner(trick, trump).seat
            assert players[leader] == theirs.first.name
            tricks += 1
            if number < THROUGH_THE_REGISTRY:
                given = {
                    "trick": [{"seat": p.seat.value, "card": str(p.card)} for p in trick],
                    "trump": trump.value if trump else "NT",
                }
                assert functions.call("bridge.trick_winner", given) == {"winner": leader.value}
    assert (tricks, plays_checked) == (deals * 13, deals * 52)


if __name__ == "__main__":
    play_at_random(MANY)
    print(f"{MANY} deals: the same tricks, the same legal plays")
