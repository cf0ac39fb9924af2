"""What the rulings of an event come to in the ladder of penalties: incidents, each counted once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from app.journal.entries import Entry

_REACH = ("round", "game", "deal")


def incident(entry: Entry, by_id: Mapping[str, Entry]) -> str:
    """The ruling an incident began with: rulings that follow each other up are one."""
    seen = {entry.id}
    root = entry.id
    following = entry.body.chain
    while following is not None and following not in seen:
        root = following
        seen.add(following)
        before = by_id.get(following)
        following = before.body.chain if before is not None else None
    return min(seen) if following is not None else root


def history(entries: Iterable[Entry], game: str, *, leaving_out: str | None = None) -> list[dict[str, Any]]:
    """The records the history facts of a game take, the earliest first.

    Within one incident a pair has of each kind the most that one ruling counts, not the sum: the ruling on the play and the
    one that looks at the ladder speak of the same violation.
    """
    known = sorted(entries, key=lambda e: e.id)
    by_id = {e.id: e for e in known}  # an incident goes on over a ruling that was withdrawn
    rulings = [e for e in known if e.body.game == game and e.withdrawn is None]
    left_out = incident(by_id[leaving_out], by_id) if leaving_out in by_id else leaving_out
    counted: dict[tuple[str, str, str], int] = defaultdict(int)
    where: dict[tuple[str, str], dict[str, Any]] = defaultdict(dict)
    for entry in rulings:
        root = incident(entry, by_id)
        if root == left_out:
            continue
        body = entry.body
        place = {n: v for n in _REACH if isinstance(v := getattr(body.place, n), int) and v >= 1}
        for pair in body.offenders:
            there = where[root, pair]
            for name, value in place.items():
                there.setdefault(name, value)
            if body.player is not None and len(body.offenders) == 1:  # of two pairs, nobody knows whose he is
                there.setdefault("player", body.player)
            for kind, number in body.counts:
                counted[root, pair, kind] = max(counted[root, pair, kind], number)
    return [
        {"kind": kind, "pair": pair, **where[root, pair]}
        for (root, pair, kind), number in counted.items()
        for _ in range(number)
    ]
