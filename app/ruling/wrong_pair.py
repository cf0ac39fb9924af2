"""Rulings given to the wrong pair: which they are once it is known who really sits there, and their way to the right one.

A ruling goes with its count, by a correction of the journal; what was written stays.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.journal.incidents import incident
from app.ruling.assignment import context, pair_words
from app.ruling.scene import Scene
from app.ruling.seating import seating_at
from app.ruling.tally import tally
from decision_trees.games import games

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from app.journal.entries import Entry
    from app.journal.journal import Journal
    from app.journal.records import Place
    from app.ruling.seating import Seating

SEAT = "offender"  # under which a receipt has his seat
REASON = "实际坐的不一样"
WRONG = "判错了对"


@dataclass(frozen=True)
class Move:
    """A ruling that goes from one pair to another."""

    record: str
    title: str
    pair: str
    right: str


def misplaced(journal: Journal, scene: Scene, before: Seating | None, now: Seating) -> list[Move]:
    """The rulings at a table in its round that are against another pair than the one that really sits where the offender sat.

    Where no seat was said, he is taken to have sat where his pair was thought to sit ``before``.
    """
    found: list[Move] = []
    for entry in journal.entries(scene.event, table=scene.place.table, withdrawn=False):
        body = entry.body
        if body.game != scene.game or body.place.round != scene.place.round or len(body.offenders) != 1:
            continue
        pair = body.offenders[0]
        seat = _seat(journal, entry)
        side = before.side_of(pair) if before is not None else None
        right = now.pair_of(seat) if seat is not None else now.pairs.get(side or "")
        if right is not None and right != pair:
            found.append(Move(entry.id, body.title, pair, right))
    return found[::-1]


def _seat(journal: Journal, entry: Entry) -> str | None:
    seats = (journal.receipt(entry.id) or {}).get("seats")
    seat = seats.get(SEAT) if isinstance(seats, dict) else None
    return seat if isinstance(seat, str) else None


def other_pair(journal: Journal, entry: Entry) -> str | None:
    """The pair a ruling would be against if it was given to the wrong one of the two at its table; None where nobody can say."""
    body = entry.body
    if len(body.offenders) != 1 or entry.withdrawn is not None:
        return None
    seating = seating_at(journal, Scene(entry.event, body.game, body.place))
    if seating is None or seating.side_of(body.offenders[0]) is None:
        return None
    others = [pair for pair in seating.pairs.values() if pair != body.offenders[0]]
    return others[0] if len(others) == 1 else None


def at_place(journal: Journal, entry: Entry, place: Place) -> tuple[str, ...]:
    """Whom a ruling is against if it was given at another place than was written: who sits there where the offender sat.

    A pair that sits there too was meant; so was one that sits at neither place. Nobody, where his seat there cannot be told.
    """
    body = entry.body
    before, now = (seating_at(journal, Scene(entry.event, body.game, each)) for each in (body.place, place))
    if now is None or before == now or len(body.offenders) != 1 or now.side_of(body.offenders[0]) is not None:
        return body.offenders
    seat, side = _seat(journal, entry), before.side_of(body.offenders[0]) if before is not None else None
    if seat is None and side is None:
        return body.offenders
    right = now.pair_of(seat) if seat is not None else now.pairs.get(side or "")
    return (right,) if right is not None else ()


def seat_of_another(journal: Journal, entry: Entry, place: Place, offenders: tuple[str, ...]) -> str:
    """Say that a ruling is against somebody whose seat is not of the pair it would be corrected to; nothing where it is."""
    seat, seating = _seat(journal, entry), seating_at(journal, Scene(entry.event, entry.body.game, place))
    theirs = seating.pair_of(seat) if seating is not None and seat is not None else None
    if seat is None or theirs is None or theirs in offenders or offenders == entry.body.offenders:
        return ""
    event, name = journal.event(entry.event).body, games()[entry.body.game].seats.get(seat, seat)
    said = "、".join(pair_words(event, pair) for pair in offenders) or "没有写违规方"
    return (
        f"裁的是{name}，那是{pair_words(event, theirs)}的座位，不是{said}的；"
        "坐的和记的不一样，点裁决里的“实际坐的不一样”；裁错了人，撤回重判"
    )


def together(journal: Journal, entry: Entry, right: str) -> list[Move]:
    """A ruling and all that was ruled of the same incident against the same pair, on their way to another."""
    about = incident(entry, journal.find)
    same = [
        each
        for each in journal.entries(entry.event, withdrawn=False)
        if each.body.offenders == entry.body.offenders and incident(each, journal.find) == about
    ]
    return [Move(each.id, each.body.title, each.body.offenders[0], right) for each in same[::-1]]


def move(journal: Journal, moves: Iterable[Move], reason: str = REASON) -> None:
    """Take rulings to the right pair: all of them or none. Raises JournalError where they cannot be written."""
    journal.correct_all({each.record: {"offenders": [each.right]} for each in moves}, reason)


def counted(journal: Journal, scene: Scene, pairs: Collection[str]) -> Iterator[str]:
    """What the journal counts now of each of some pairs at a place: 3号 蓝队：本轮违例 2 次."""
    event = journal.event(scene.event).body
    for pair in dict.fromkeys(pairs):
        there = Scene(scene.event, scene.game, scene.place, (pair,))
        found = tally(there, context(journal, there, ()))
        if found is not None:
            yield f"{pair_words(event, pair)}：{'；'.join(found.words()) or '没有累计'}"
