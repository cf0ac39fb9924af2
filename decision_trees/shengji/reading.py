"""What a referee types at the table — seats, cards, the record — brought to the JSON the rule functions take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from decision_trees import card_text, history
from decision_trees.shengji.cards import Card, parse_cards
from decision_trees.shengji.history import KINDS
from decision_trees.shengji.seats import Seat
from decision_trees.shengji.trumps import Trumps


def read(kind: str, value: Any, known: Mapping[str, Any]) -> Any:
    """The JSON value of a seat, card, cards or the record, from typed text or from JSON; other kinds as they are.

    Every card once, as the one pack has it. Raises :class:`RuleInputError`, with one sentence, for what cannot be.
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


def mark(card: str, level: str | None, trump: str | None) -> Literal["level", "trump"] | None:
    """What a card is in this deal: a level card, another trump, or nothing special (rule 4)."""
    parsed = Card.parse(card)
    if level is None:
        return None
    if parsed.rank == level:
        return "level"
    return "trump" if trump is not None and Trumps.parse(level, trump).is_trump(parsed) else None
