"""What the rulings of an event come to in the ladder of penalties: incidents, each counted once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from app.journal.entries import Entry

_REACH = ("round", "game", "deal")


Find = Callable[[str], Entry | None]


def incident(entry: Entry, find: Find) -> str:
    """The ruling an incident began with: rulings that follow each other up are one."""
    seen = {entry.id}
    root = entry.id
    following = entry.body.chain
    while following is not None and following not in seen:
        root = following
        seen.add(following)
        before = find(following)
        following = before.body.chain if before is not None else None
    return min(seen) if following is not None else root


def history(entries: Iterable[Entry], game: str, find: Find, *, leaving_out: str | None = None) -> list[dict[str, Any]]:
    """The records the history facts of a game take, the earliest first; ``find`` knows rulings that were withdrawn, too.

    Within one incident a pair has of each kind the most that one ruling counts, not the sum: the ruling on the play and the
    one that looks at the ladder speak of the same violation.
    """
    rulings = sorted((e for e in entries if e.body.game == game and e.withdrawn is None), key=lambda e: e.id)
    ruling = find(leaving_out) if leaving_out is not None else None
    left_out = incident(ruling, find) if ruling is not None else leaving_out
    counted: dict[tuple[str, str, str], int] = defaultdict(int)
    where: dict[tuple[str, str], dict[str, Any]] = defaultdict(dict)
    for entry in rulings:
        root = incident(entry, find)
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
