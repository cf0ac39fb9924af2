"""The competition of an event out of the journal, worked out once for as long as nothing is written."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from app.tools.competition.competition import Competition
from app.tools.competition.opening import opened

if TYPE_CHECKING:
    from app.journal.entries import Event
    from app.journal.journal import Journal

_KEPT = 4
_known: dict[tuple[object, ...], Competition | None] = {}


def competition_of(book: Journal, event: str) -> tuple[Event, Competition | None]:
    """An event and its competition; None where it has no plan yet. Raises what the journal raises."""
    found = book.event(event)
    records = book.competition(event)
    body = found.body
    if body.game is not None and (beside := book.beside(event, body.game)):
        body = replace(body, settled={**beside, **body.settled})
    key = (id(book), event, repr(body), tuple(record.id for record in records))
    if key not in _known:
        while len(_known) >= _KEPT:
            _known.pop(next(iter(_known)))
        _known[key] = opened(body, records)
    return found, _known[key]
