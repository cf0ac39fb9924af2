"""Which deal a ruling of the journal is of: the one it was given in, until a correction says that it was at another table.

A correction of the place names the deal the ruling goes to (:data:`app.journal.records.SHEET`); where it does not, as versions
before it was written do not, the deal is that of the rulings given there, reckoned alike on every device that has the journal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from app.journal.incidents import incident
from app.journal.records import SHEET
from app.ruling.deal_sheet import unnamed_at
from app.ruling.scene import Scene

if TYPE_CHECKING:
    from app.journal.entries import Entry
    from app.journal.journal import Journal
    from app.journal.records import Place

TABLE = "table"  # of a receipt


@dataclass(frozen=True, slots=True)
class Home:
    """A deal a ruling was of, since it was given or since a correction."""

    deal: str
    place: Place
    by: str = ""  # the correction; empty for the deal it was given in


def table_of(journal: Journal, entry: Entry) -> Mapping[str, Any] | None:
    """What the receipt of a ruling says of its table; None where it does not say which deal it was."""
    receipt = journal.receipt(entry.id)
    part = receipt.get(TABLE) if receipt is not None else None
    whole = isinstance(part, Mapping) and all(isinstance(part.get(name), str) for name in ("deal", "ruling"))
    return part if whole else None


def homes(journal: Journal, entry: Entry) -> tuple[Home, ...]:
    """The deals a ruling was taken to be of, one after the other; the last counts. None where its receipt does not say any."""
    part = table_of(journal, entry)
    if part is None:
        return ()
    moves = [each for each in entry.corrections if each.before is not None and each.after is not None]
    found = [Home(part["deal"], next((each.before.place for each in moves if each.before), entry.body.place))]
    back = journal.corrections_taken_back(entry.id)
    said = sorted([*((each, "") for each in moves), *back], key=lambda each: each[0].id)
    for now in sorted({each.id for each, _ in said} | {by for _, by in said if by}):
        place, named = found[0].place, ""
        for each, by in said:
            if each.id <= now and not (by and by <= now) and isinstance(each.body.get("place"), Mapping):
                place, named = _placed(place, each.body["place"]), str(each.body.get(SHEET) or "")
        if elsewhere(found[-1].place, place):
            found.append(Home(named or deal_at(journal, entry, place, found), place, now))
        else:
            found[-1] = replace(found[-1], place=place)
    return tuple(found)


def _placed(place: Place, said: Mapping[str, Any]) -> Place:
    """A place as a correction says it; what is no place is passed over."""
    table = said.get("table", place.table)
    numbers = {name: said.get(name, getattr(place, name)) for name in ("round", "game", "deal")}
    sound = {name: value for name, value in numbers.items() if value is None or type(value) is int}
    return replace(place, table=table if table is None or isinstance(table, str) else place.table, **sound)


def home_at(found: tuple[Home, ...], record: str) -> Home:
    """The deal a ruling was taken to be of when another record was written."""
    return next((each for each in reversed(found) if each.by <= record), found[0])


def elsewhere(before: Place, after: Place) -> bool:
    """Whether two places are of different deals: another table, or another number where both say one."""
    if before.table != after.table:
        return True
    pairs = ((getattr(before, name), getattr(after, name)) for name in ("round", "game", "deal"))
    return any(one is not None and other is not None and one != other for one, other in pairs)


def deal_at(journal: Journal, entry: Entry, place: Place, before: list[Home]) -> str:
    """The deal at a place, by the rulings that were given there: the one before a ruling, or else the one after it."""
    for each in before:
        if not elsewhere(each.place, place):
            return each.deal
    there: dict[str, str] = {}
    for each_entry in journal.entries(entry.event, table=place.table, kind=entry.body.game):
        if each_entry.id == entry.id or elsewhere(each_entry.body.place, place) or _moved(each_entry):
            continue
        if (part := table_of(journal, each_entry)) is not None:
            there[each_entry.id] = part["deal"]
    near = max((each for each in there if each < entry.id), default=min(there, default=""))
    if near:
        return there[near]
    name = unnamed_at(Scene(entry.event, entry.body.game, place))
    return f"{name}#{place.game or ''}.{place.deal or ''}" if any(each.deal == name for each in before) else name


def _moved(entry: Entry) -> bool:
    return any(
        each.before is not None and each.after is not None and elsewhere(each.before.place, each.after.place)
        for each in entry.corrections
    )


def of_one_incident(journal: Journal, entry: Entry) -> list[Entry]:
    """A ruling and the others of its incident that were given where it was, withdrawn ones too: they go where it goes."""
    root = incident(entry, journal.find)
    return [
        each
        for each in reversed(journal.entries(entry.event, table=entry.body.place.table, kind=entry.body.game))
        if each.id == entry.id or (each.body.place == entry.body.place and incident(each, journal.find) == root)
    ]
