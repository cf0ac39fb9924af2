"""Cards while they are picked: the deck of each game, how many of a card there are, which are level, wild or trumps."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from decision_trees import tables
from decision_trees.functions import reading_of
from decision_trees.games import SUITS, every_game
from decision_trees.notation import JOKER_NAMES, PIPS, SUIT_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from decision_trees.model import Fact
    from rules_data.model import GameId

JOKERS = ("BJ", "LJ")
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
LEVEL, TRUMPS = "level", ("trump", "trump_suit")  # what trees call these facts
GROUPED = 5  # from so many cards on they are said by suits

Mark = Literal["level", "wild", "trump"]
MARKS: Mapping[Mark, str] = {"level": "级", "wild": "参", "trump": "将"}
MARK_NAMES: Mapping[Mark, str] = {"level": "级牌", "wild": "红心参谋", "trump": "将牌"}


@dataclass(frozen=True)
class Pack:
    """What can be picked in a game."""

    game: GameId
    copies: int  # of each card
    most: int  # in one hand
    jokers: bool
    suits: tuple[str, ...] = SUITS
    level: str | None = None
    trump: str | None = None

    ten: str = "10"  # as the game writes it

    def code(self, suit: str, rank: str) -> str:
        """Return a card as the game writes it: ten is T in bridge."""
        return suit + (self.ten if rank == "10" else rank)

    def mark(self, card: str) -> Mark | None:
        """Return what a card is in this deal, as far as it is known."""
        reader = reading_of(self.game)
        told = getattr(reader, "mark", None)
        return told(card, self.level, self.trump) if told is not None and self.level else None

    def with_card(self, chosen: Sequence[str], card: str) -> tuple[tuple[str, ...], str]:
        """Return the cards after a tap on one, and why it was not taken: each tap one more, past the last none."""
        if chosen.count(card) >= self.copies:
            return tuple(other for other in chosen if other != card), ""
        if len(chosen) >= self.most:
            return tuple(chosen), f"一手牌最多{self.most}张，先点掉一张再选。"
        return (*chosen, card), ""


@cache
def pack(game: GameId, level: str | None = None, trump: str | None = None) -> Pack:
    """Return the cards of a game."""
    cards = every_game()[game].pack
    return Pack(
        game, _number(cards.copies), _number(cards.hand), bool(cards.jokers), cards.suits, level, trump, cards.ten
    )


def _number(written: int | str) -> int:
    """A number of the register: itself, or where the law says it."""
    return written if isinstance(written, int) else int(tables.value(*written.split("/")))


def pack_of(game: GameId, facts: Mapping[str, Any]) -> Pack:
    """Return the cards of a game, with the level and the trump suit where the facts say them."""
    cards = every_game()[game].pack
    level = facts.get(LEVEL) if cards.level else None
    trump = next((facts[each] for each in TRUMPS if facts.get(each)), None) if cards.trump else None
    return pack(
        game,
        level.strip().upper() if isinstance(level, str) and level.strip().upper() in RANKS else None,
        trump if trump in SUITS else None,
    )


def elsewhere(name: str, facts: Mapping[str, Any], declared: Mapping[str, Fact]) -> dict[str, tuple[str, int]]:
    """Return the cards that other facts name: the label of the fact, and how many of the card."""
    found: dict[str, tuple[str, int]] = {}
    for other, fact in declared.items():
        value = facts.get(other)
        if other == name or fact.kind not in ("card", "cards") or value is None:
            continue
        for card, count in Counter([value] if isinstance(value, str) else value).items():
            found.setdefault(card, (fact.label, count))
    return found


def is_rank(fact: Fact) -> bool:
    """Whether a fact in words is a rank, as the level of a deal is."""
    return fact.kind == "text" and bool(fact.examples) and all(each in RANKS for each in fact.examples)


def marks_cards(game: GameId, fact: str) -> bool:
    """Whether a fact tells which cards are level cards or trumps, so that it is entered before cards are."""
    cards = every_game()[game].pack
    return (cards.level and fact == LEVEL) or (cards.trump and fact in TRUMPS)


def name(card: str) -> str:
    """Return the name of a card: 红心10, 大王."""
    if card in JOKER_NAMES:
        return JOKER_NAMES[card]
    return SUIT_NAMES[card[0]] + ("10" if card[1:] == "T" else card[1:])


def cards_in_words(cards: Sequence[str]) -> str:
    """Return cards in a few signs: ♥10 ♠A, and many of them by suits: ♠AK5 ♥Q."""
    if len(cards) < GROUPED:
        return " ".join(JOKER_NAMES.get(card) or PIPS[card[0]] + card[1:].replace("T", "10") for card in cards)
    return " ".join(_by_suit(cards))


def _by_suit(cards: Sequence[str]) -> Iterator[str]:
    for suit in SUITS:
        held = Counter(card[1:].replace("T", "10") for card in cards if card not in JOKERS and card[0] == suit)
        if held:
            ranks = sorted(held, key=RANKS.index)
            yield PIPS[suit] + "".join(rank + (f"×{held[rank]} " if held[rank] > 1 else "") for rank in ranks).strip()
    for joker in JOKERS:
        if count := cards.count(joker):
            yield JOKER_NAMES[joker] + (f"×{count}" if count > 1 else "")


def read_cards(value: Any) -> tuple[str, ...]:
    """Return the cards of a fact; none where it is not a list of them."""
    return tuple(value) if isinstance(value, list | tuple) else ()
