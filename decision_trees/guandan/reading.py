"""What a referee types at the table — seats, cards, the record — brought to the JSON the rule functions take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from decision_trees import card_text, history
from decision_trees.guandan.cards import Card, is_wild, parse_cards, parse_level
from decision_trees.guandan.penalties import KINDS
from decision_trees.guandan.seats import Seat


def read(kind: str, value: Any, known: Mapping[str, Any]) -> Any:
    """The JSON value of a seat, card, cards or the record, from typed text or from JSON; other kinds as they are.

    At most two of a card, as both packs have it. Raises :class:`RuleInputError`, with one sentence, for what cannot be.
    """
    if kind == "seat":
        return Seat.written(value)
    if kind == "card":
        return card_text.card(value)
    if kind == "cards":
        return [str(c) for c in parse_cards(card_text.cards(value))]
    if kind == "history":
        return history.read(value, KINDS)
    return value


def mark(card: str, level: str | None, trump: str | None) -> Literal["wild", "level"] | None:
    """What a card is in this deal: a wild card (rule 7.2), a level card, or nothing special."""
    if level is None:
        return None
    parsed, rank = Card.parse(card), parse_level(level)
    return "wild" if is_wild(parsed, rank) else "level" if parsed.rank is rank else None
