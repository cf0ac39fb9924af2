"""How often something was put down against a side at one table, as its rulings made it: warnings, violations, fouls.

What counts as what is written in ``ladder.yaml``; there, too, where a table keeps the number of each side (``at_table``). A ruling
is told the number as it was before its own incident, and one incident adds of each kind the most that one of its rulings puts
down: the ruling on the play and the one that looks at the count speak of the same violation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from decision_trees.deal import Left
from decision_trees.model import AtTable, ByPerson, Deal, Effect
from decision_trees.steps import Ruled

BOTH = "双方"
OFFENDERS = "offender.side"


def counted_by(
    ruled: Ruled, deal: Deal, told: Mapping[str, Any] | None = None, settled: Mapping[str, str] | None = None
) -> Iterator[Left]:
    """What a ruling puts down at its table: how many of each kind, on the side, or the person, it is against.

    ``told``: what the table knew before; with it, what is put down a certain time is put down as what it turns into as well.
    """
    if deal.ladder is None:
        return
    numbers = deal.ladder.of_ruling(ruled)
    turned: dict[tuple[str, str], int] = {}  # what another kind has become: the kind, and on whom
    for kind, number in numbers.items():
        kept = deal.ladder.at_table.get(kind)
        if kept is None or kept.turns is None or told is None:
            continue
        for whose in _against(ruled, kind, deal, kept, settled):
            before = told.get(_kept(deal, kept, whose, settled))
            if before is not None and before < kept.turns.at <= before + number:
                turned[kept.turns.into, whose] = 1
    for kind in dict.fromkeys((*numbers, *(into for into, _ in turned))):
        kept = deal.ladder.at_table.get(kind)
        if kept is None:
            continue
        against = dict.fromkeys(_against(ruled, kind, deal, kept, settled), numbers[kind]) if kind in numbers else {}
        for whose in dict.fromkeys((*against, *(one for into, one in turned if into == kind))):
            number = max(against.get(whose, 0), turned.get((kind, whose), 0))
            yield Left(_kept(deal, kept, whose, settled), "more", number)


def counted_before(ruled: Ruled, deal: Deal, settled: Mapping[str, str] | None = None) -> dict[str, int]:
    """What was said, in making a ruling, of how often it was before: it was not known at the table."""
    out: dict[str, int] = {}
    for kept in deal.ladder.at_table.values() if deal.ladder is not None else ():
        by_person = _by_person(kept, settled)
        asked = by_person.before if by_person is not None else kept.before
        whose = _seat(ruled, OFFENDERS) if by_person is not None else _side(ruled, OFFENDERS, deal)
        for known in ruled.known if whose is not None else ():
            if known.name in asked and known.source != "derived" and whose is not None:
                out[_kept(deal, kept, whose, settled)] = known.value
    return out


def kept_at(ruled: Ruled, kind: str, deal: Deal) -> str | None:
    """The fact that holds how often a kind was put down against the side a ruling is about; None where none does."""
    kept = deal.ladder.at_table.get(kind) if deal.ladder is not None else None
    side = _side(ruled, OFFENDERS, deal)
    return _of_side(deal, kept.at, side) if kept is not None and side is not None else None


def _of_side(deal: Deal, at: str, side: str) -> str:
    return next(fact for seat, fact in deal.at_seats[at].items() if seat in side)


def _by_person(kept: AtTable, settled: Mapping[str, str] | None) -> ByPerson | None:
    """How persons are counted, where they always are or an event has decided that they are."""
    one = kept.by_person
    decided = one is not None and all((settled or {}).get(q) == a for q, a in one.settled.items())
    return one if decided else None


def _kept(deal: Deal, kept: AtTable, whose: str, settled: Mapping[str, str] | None) -> str:
    """The fact that holds the number of a side or, where persons are counted, of a seat."""
    by_person = _by_person(kept, settled)
    return _of_side(deal, kept.at if by_person is None else by_person.at, whose)


def _against(ruled: Ruled, kind: str, deal: Deal, kept: AtTable, settled: Mapping[str, str] | None) -> Collection[str]:
    """Whom something is put down against: the sides, or the persons where persons are counted."""
    sides = _sides(ruled, kind, deal)
    return sides if _by_person(kept, settled) is None else _persons(ruled, kind, deal)


def _persons(ruled: Ruled, kind: str, deal: Deal) -> Collection[str]:
    """The seats that something is put down against; nobody where only a side is known."""
    ladder = deal.ladder
    written = zip(ruled.tree.outcomes[ruled.outcome_id].effects, ruled.outcome.effects, strict=True)
    kinds = [(one, said) for one, said in written if ladder is not None and ladder.counts_as(ruled, said) == kind]
    found: list[str] = []
    for one, said in kinds:
        seat = _seat(ruled, one.who or "")
        named = [each for each, name in deal.seats.items() if name in (said.who or "")]
        found += [seat] if seat is not None else named
    if not kinds and (seat := _seat(ruled, OFFENDERS)) is not None:
        found = [seat]
    return dict.fromkeys(found)


def _seat(ruled: Ruled, who: str) -> str | None:
    """The seat of somebody named by a role's path, or of whose side it is."""
    place = ruled.seats.get(who.removesuffix(".side"))
    return place if place is not None and len(place) == 1 else None


def _sides(ruled: Ruled, kind: str, deal: Deal) -> Collection[str]:
    """The sides that something is put down against; where it is implied by the tree that looks at the count, the offender's."""
    ladder = deal.ladder
    written = zip(ruled.tree.outcomes[ruled.outcome_id].effects, ruled.outcome.effects, strict=True)
    found = [
        side
        for one, said in written
        if ladder is not None and ladder.counts_as(ruled, said) == kind
        for side in _named(ruled, one, said, deal)
    ]
    if not found and (side := _side(ruled, OFFENDERS, deal)) is not None:
        found = [side]
    return dict.fromkeys(found)


def _named(ruled: Ruled, written: Effect, said: Effect, deal: Deal) -> Collection[str]:
    """The sides an effect is on: whose it is by their role, or as it says in words."""
    if written.who is None:
        return ()
    if (side := _side(ruled, written.who, deal)) is not None:
        return (side,)
    words = said.who or ""
    if words == BOTH:
        return tuple(deal.sides)
    named = {side: (name, *(deal.seats[seat] for seat in side)) for side, name in deal.sides.items()}
    return tuple(side for side, names in named.items() if any(name in words for name in names))


def _side(ruled: Ruled, who: str, deal: Deal) -> str | None:
    """The side of somebody named by a role's path; None where it is not known."""
    place = ruled.seats.get(who) or (ruled.seats.get(who.removesuffix(".side")) if who.endswith(".side") else None)
    return next((side for side in deal.sides if place is not None and place in (side, *side)), None)
