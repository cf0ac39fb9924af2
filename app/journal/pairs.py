"""Whom a ruling may be against: the pairs of this table first, then all of them by number, in an order that never moves."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.base.plain_text import LINE, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from app.journal.entries import Entry
    from app.journal.records import EventBody, Place

NAMED = 12  # of more pairs only the numbers are shown: a referee looks for a number


@dataclass(frozen=True)
class Pairs:
    """The pairs to choose among, with what to call them."""

    here: Mapping[str, str]  # at this table
    others: Mapping[str, str]


def pairs_at(
    event: EventBody,
    game: str,
    place: Place,
    entries: Iterable[Entry],
    parties: Iterable[str],
    seated: Iterable[str] = (),
) -> Pairs:
    """The pairs at a place of an event, by who is ``seated`` and by what was ruled there in this round, and the others by number.

    Where the event has no list, the parties of the game (its sides) stand for its pairs, and whoever was named before follows.
    Only what was ruled in this ``game`` is looked at: table 3 of another game is another table, and other pairs sit there.
    """
    standing = [entry.body for entry in entries if entry.withdrawn is None and entry.body.game == game]
    seen = {
        pair
        for body in standing
        if place.table and (body.place.table, body.place.round) == (place.table, place.round)
        for pair in body.offenders
    }
    if event.entrants:
        few = len(event.entrants) <= NAMED
        named = {
            key: shown(f"{each.number} {each.name}".strip() if few else key, LINE)
            for each in event.entrants
            if (key := each.number or each.name)
        }
        order = sorted(named, key=by_number)
        seen |= set(seated)
        return Pairs({p: named[p] for p in order if p in seen}, {p: named[p] for p in order if p not in seen})
    here = dict.fromkeys(
        (*(f"{place.table}桌{side}" if place.table else side for side in parties), *sorted(seen, key=by_number))
    )
    others = sorted({pair for body in standing for pair in body.offenders} - here.keys(), key=by_number)
    return Pairs({p: shown(p, LINE) for p in here}, {p: shown(p, LINE) for p in others})


def by_number(name: str) -> tuple[tuple[int, int, str], ...]:
    """A key to sort names by their numbers: 2 before 10, A2 before A10."""
    parts = re.split(r"(\d+)", name)
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts if part)
