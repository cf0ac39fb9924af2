"""What the rulings of an event come to in the ladder of penalties: incidents, each counted once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from app.journal.entries import Entry

_REACH = ("round", "game", "deal")
_WITHIN = {"event": (), "round": ("round",), "game": ("round", "game"), "deal": ("round", "game", "deal")}
NOBODY: Mapping[str, str] = {}


def lapsed(entry: Entry) -> frozenset[str]:
    """The kinds that a ruling takes back of its incident: the right to penalise it was lost (``lapsed`` of a ladder)."""
    from app.base.opened import trees

    ladder = trees().ladders.get(entry.body.game)
    return ladder.lapses(entry.body.tree, entry.body.outcome) if ladder is not None else frozenset()


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


def history(
    entries: Iterable[Entry],
    game: str,
    find: Find,
    *,
    leaving_out: str | None = None,
    as_one: Mapping[str, str] = NOBODY,
    known: Collection[str] = (),
) -> list[dict[str, Any]]:
    """The records the history facts of a game take, the earliest first; ``find`` knows rulings that were withdrawn, too.

    Within one incident a pair has of each kind the most that one ruling counts, not the sum: the ruling on the play and the
    one that looks at the ladder speak of the same violation. What was put down before the right to penalise it was found lost does
    not count (:func:`lapsed`). ``as_one`` names for some incidents another that they count as: two
    referees ruled on one, or nobody has said yet that they did not (:mod:`app.journal.doubles`). Where a ruling is left out, so are
    the incidents after its own: they are no earlier ones, though it is ruled anew after them; ``known`` are rulings it knew of.
    """
    rulings = sorted((e for e in entries if e.body.game == game and e.withdrawn is None), key=lambda e: e.id)
    ruling = find(leaving_out) if leaving_out is not None else None
    left_out = incident(ruling, find) if ruling is not None else leaving_out
    left_out = as_one.get(left_out, left_out) if left_out is not None else None
    knew = {as_one.get(root := incident(each, find), root) for id_ in known if (each := find(id_)) is not None}
    counted: dict[tuple[str, str, str], int] = defaultdict(int)
    where: dict[tuple[str, str], dict[str, Any]] = defaultdict(dict)
    for entry in rulings:
        root = incident(entry, find)
        root = as_one.get(root, root)
        if root == left_out or (left_out is not None and root > left_out and root not in knew):
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
            for kind in lapsed(entry):
                counted.pop((root, pair, kind), None)
    return [
        {"kind": kind, "pair": pair, **where[root, pair]}
        for (root, pair, kind), number in counted.items()
        for _ in range(number)
    ]


def counting(
    entries: Iterable[Entry],
    pairs: Collection[str],
    find: Find,
    leaving_out: str | None = None,
    known: Collection[str] = (),
) -> list[str]:
    """The rulings that count against one of some pairs now, by their names: what a ruling made now knows of them.

    Of a ruling that is left out, as in :func:`history`, its incident does not count, nor do those after it.
    """
    knew = {incident(each, find) for id_ in known if (each := find(id_)) is not None}
    ruling = find(leaving_out) if leaving_out is not None else None
    left_out = incident(ruling, find) if ruling is not None else leaving_out
    return sorted(
        each.id
        for each in entries
        if each.withdrawn is None
        and each.body.counts
        and set(each.body.offenders) & set(pairs)
        and (root := incident(each, find)) != left_out
        and (left_out is None or root < left_out or root in knew)
    )


@dataclass(frozen=True, slots=True)
class Outdated:
    """A ruling that counted without some that are earlier: they had not arrived when it was made."""

    entry: Entry
    missing: tuple[Entry, ...]  # the earliest first


def outdated(
    entries: Iterable[Entry],
    find: Find,
    known: Callable[[Entry], Collection[str] | None],
    within: Mapping[str, str],
    as_one: Mapping[str, str] = NOBODY,
) -> list[Outdated]:
    """The rulings of a game that stand and counted on less than there was before them.

    ``known`` names the rulings that counted when one was made, None where that was not noted; ``within`` says for each kind of
    count within what it is counted. A ruling in another round, or whose round nobody said, is not held against one within it.
    """
    standing = sorted((each for each in entries if each.withdrawn is None), key=lambda each: each.id)
    roots = {each.id: as_one.get(root := incident(each, find), root) for each in standing}
    by_root: dict[str, set[str]] = defaultdict(set)  # what an incident counts
    against: dict[str, list[Entry]] = defaultdict(list)  # by pair, what counts at all
    for each in standing:
        by_root[roots[each.id]] |= {kind for kind, _ in each.body.counts}
        for pair in each.body.offenders if each.body.counts else ():
            against[pair].append(each)
    found = []
    for entry in standing:
        if not entry.body.offenders or roots[entry.id] != entry.id or (had := known(entry)) is None:
            continue
        kinds = by_root[entry.id]
        missing = {
            each.id: each
            for pair in entry.body.offenders
            for each in against[pair]
            if each.id < entry.id
            and each.id not in had
            and roots[each.id] != roots[entry.id]
            and any(kind in kinds and _within(entry, each, within.get(kind, "event")) for kind, _ in each.body.counts)
        }
        if missing:
            found.append(Outdated(entry, tuple(missing[id_] for id_ in sorted(missing))))
    return found


def _within(one: Entry, other: Entry, scope: str) -> bool:
    """Whether two rulings lie in one round, game or deal, as far as a kind is counted within it."""
    here, there = one.body.place, other.body.place
    values = [(getattr(here, name), getattr(there, name)) for name in _WITHIN[scope]]
    return one.body.game == other.body.game and all(a is not None and a == b for a, b in values)
