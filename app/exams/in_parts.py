"""Every kind of question that only stands on papers: what it is called, and the questions of it, one after the other."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING

from app.exams import calculations, collected, oral, set_by_hand, written_rulings

if TYPE_CHECKING:
    from app.study.model import Question
    from rules_data.model import GameId

TITLES: Mapping[str, str] = {
    **written_rulings.KINDS, **oral.TITLES, **collected.TITLES, **calculations.TITLES, **set_by_hand.TITLES,
}  # fmt: skip
"""The kinds, and what an examiner calls them."""


def kind_named(name: str) -> str | None:
    """The kind of a name, its id or its title; None where it is none of these."""
    return next((each for each, title in TITLES.items() if name and name in (each, title)), None)


def kinds_of(game: GameId) -> tuple[str, ...]:
    """The kinds of which a game has questions."""
    by_hand = set_by_hand.kinds_of(game)
    return tuple(each for each in TITLES if each not in set_by_hand.TITLES or each in by_hand)


def made(game: GameId, kind: str, topic: str, seed: int, family: Collection[str] = ()) -> Iterator[Question]:
    """Yield questions of a kind, of one topic or (empty) of all, or about some trees, in an order by chance."""
    if kind in written_rulings.KINDS:
        yield from written_rulings.written(game, kind, topic, seed, family)
    elif kind in oral.TITLES:
        yield from oral.asked_aloud(game, topic, seed, family)
    elif kind in collected.TITLES:
        wanted = {f"tree:{tree}" for tree in family}
        yield from (
            each for each in collected.collected(game, kind, topic, seed) if not family or each.subject in wanted
        )
    elif kind in set_by_hand.TITLES:
        if not family:
            yield from set_by_hand.set_by_hand(game, kind, topic, seed)
    elif not topic and not family:
        yield from calculations.calculations(game, kind, seed)
