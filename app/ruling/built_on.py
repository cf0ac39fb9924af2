"""Which rulings of a deal rest on one that was taken back, and what they would be without it: reckoned from their receipts.

The receipt of a ruling given at a table says how the table stood before and after, and what was answered and confirmed in it
(:func:`table_part`); so the rulings of a deal can be given again, one after the other, on any device that has the journal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from app.base.opened import law, trees
from app.journal.receipts import figures
from app.journal.records import KEEPS
from app.ruling.deal_sheet import changes_of_walk, ended_on, known_in, state_of
from app.ruling.remembered import confirmed
from decision_trees.chain import Given, differing, fallen, play, same_step, taken_back
from decision_trees.engine import Ruled
from decision_trees.functions import RuleInputError
from decision_trees.receipt import next_of
from decision_trees.values import read, show

if TYPE_CHECKING:
    from app.journal.entries import Entry
    from app.journal.journal import Journal
    from app.ruling.ruling import Ruling
    from decision_trees.chain import Played
    from decision_trees.deal import Change, TableState
    from decision_trees.model import Deal

TABLE = "table"  # of a receipt
FALLS = "它是那一裁决的后续，它在桌上的后果一并收回；仍要照它办的，记明维持。"


def table_part(kept: Mapping[str, Any], walk: Ruling) -> dict[str, Any] | None:
    """What the receipt of a ruling says of its table; None where nobody has said which deal it is about."""
    deal = trees().deals.get(walk.game)
    if deal is None or walk.scene.sheet is None:
        return None
    before = state_of(kept, walk.scene).forgetting(walk.id)
    at_table, _ = known_in(kept, walk.scene, walk.id)
    around = {
        name: value for name, value in walk.context.facts.items() if name not in at_table and name in walk.declared()
    }
    still, given = confirmed(walk), around | dict(walk.standing.facts)
    return {
        "deal": walk.scene.sheet,
        "ruling": walk.id,
        "incident": walk.incident.id,
        "charged": walk.charged,
        "follows": walk.follows,
        "said": {name: value for name, value in given.items() if name not in still},
        "settled": walk.readings,
        "still": list(still),
        "over": list(ended_on(kept, walk.scene, walk.id)),
        "before": list(_said(before, deal, walk.game)),
        "after": list(_said(before.after(changes_of_walk(walk)), deal, walk.game)),
    }


def _said(state: TableState, deal: Deal, game: str) -> Iterator[dict[str, Any]]:
    for name, each in state.values(deal).items():
        fact = deal.facts[name]
        try:
            shown = show(fact, read(game, name, fact, each.value, {}))
        except RuleInputError:  # kept by another version
            continue
        yield {"name": name, "label": fact.label, "value": each.value, "shown": shown}


@dataclass(frozen=True, slots=True)
class Kept:
    """One ruling of a deal as the journal has it, and how it was given."""

    entry: Entry
    given: Given
    deal: str


def of_one_deal(journal: Journal, entry: Entry) -> list[Kept]:
    """The rulings of the deal a ruling was given in, the earliest first; none where its receipt does not say which deal it was."""
    here = _table(journal, entry)
    if here is None:
        return []
    found: dict[str, Kept] = {}
    for each in reversed(journal.entries(entry.event, table=entry.body.place.table, kind=entry.body.game)):
        there = here if each.id == entry.id else _table(journal, each)
        if there is None or there["deal"] != here["deal"] or each.body.tree not in trees().trees:
            continue
        found.pop(there["ruling"], None)  # changed since: the last counts, in its place
        found[there["ruling"]] = Kept(each, _given(there, each), there["deal"])
    return _as_upheld(list(found.values()))


def _as_upheld(rulings: list[Kept]) -> list[Kept]:
    """The rulings of a deal; those marked that stand on record though one they follow up was taken back."""
    by_name = {each.given.id: each for each in rulings}
    out = []
    for each in rulings:
        followed: set[str] = set()
        at = by_name.get(each.given.follows)
        while at is not None and at.entry.id not in followed:
            followed.add(at.entry.id)
            at = by_name.get(at.given.follows)
        upheld = any(note.body.get(KEEPS) in followed for note in each.entry.notes)
        out.append(replace(each, given=replace(each.given, upheld=upheld)))
    return out


def _table(journal: Journal, entry: Entry) -> Mapping[str, Any] | None:
    receipt = journal.receipt(entry.id)
    part = receipt.get(TABLE) if receipt is not None else None
    whole = isinstance(part, Mapping) and all(isinstance(part.get(name), str) for name in ("deal", "ruling"))
    return part if whole else None


def _given(part: Mapping[str, Any], entry: Entry) -> Given:
    said, settled = part.get("said"), part.get("settled")
    return Given(
        str(part["ruling"]),
        entry.body.tree,
        said if isinstance(said, Mapping) else {},
        settled if isinstance(settled, Mapping) else {},
        _names(part.get("still")),
        _names(part.get("over")),
        incident=str(part.get("incident") or part["ruling"]),
        follows=str(part.get("follows") or ""),
        charged=part.get("charged") is True,
        told_all=True,
        withdrawn=entry.withdrawn is not None,
    )


def _names(value: object) -> tuple[str, ...]:
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list | tuple) else ()


@dataclass(frozen=True, slots=True)
class Resting:
    """A ruling that rests on one taken back: it, the one it rested on, and what it would be now."""

    entry: Entry
    on: Entry
    now: str
    given: Given  # how it was given
    deal: str  # and in which deal
    falls: bool = False  # it follows that one up, and what it did to the table is undone with it

    @property
    def upheld(self) -> bool:
        """Whether somebody has put on record that it stands all the same."""
        return any(note.body.get(KEEPS) == self.on.id for note in self.entry.notes)


def resting_on(journal: Journal, entry: Entry) -> list[Resting]:
    """The rulings that stand and would be others without one: because it was taken back, or if it were."""
    rulings = of_one_deal(journal, entry)
    mine = next((each for each in rulings if each.entry.id == entry.id), None)
    if mine is None:
        return []
    others = [each.given if each is not mine else replace(each.given, withdrawn=False) for each in rulings]
    by_name = {each.given.id: each for each in rulings}
    with_it = _falling(others, mine.given.id)
    falling = [
        Resting(by_name[each.id].entry, entry, FALLS, each, mine.deal, True)
        for each in others
        if each.id in with_it and by_name[each.id].entry.withdrawn is None
    ]
    return falling + [
        Resting(by_name[each.was.given.id].entry, entry, _words(each.now), each.was.given, mine.deal)
        for each in differing(others, mine.given.id, law())
        if each.was.given.id not in with_it
        and by_name[each.was.given.id].entry.withdrawn is None
        and (entry.withdrawn is None or not _as_recorded(journal, by_name[each.was.given.id].entry, each.now))
    ]


def rested_on(journal: Journal, entry: Entry) -> list[Resting]:
    """The rulings taken back without which one that stands would be another than it was."""
    if entry.withdrawn is not None:
        return []
    rulings = of_one_deal(journal, entry)
    mine = next((each for each in rulings if each.entry.id == entry.id), None)
    if mine is None:
        return []
    earlier = [each for each in rulings[: rulings.index(mine)] if each.entry.withdrawn is not None]
    standing = [replace(each.given, withdrawn=False) for each in rulings]
    followed = [each for each in earlier if mine.given.id in _falling(standing, each.given.id)]
    falls = [Resting(entry, each.entry, FALLS, mine.given, mine.deal, True) for each in followed]
    if falls:
        return falls
    gone, out = {each.given.id for each in earlier}, []
    now = _without(rulings, mine, gone)
    if _as_recorded(journal, entry, now):  # it was given, or given again, without them
        return []
    for each in earlier:
        if not same_step(_without(rulings, mine, gone - {each.given.id}).step, now.step):
            out.append(Resting(entry, each.entry, _words(now), mine.given, mine.deal))
    return out


def _falling(rulings: Iterable[Given], ruling: str) -> set[str]:
    """The rulings that follow one up, and fall with it unless somebody puts on record that they stand."""
    without = taken_back([replace(each, upheld=False) for each in rulings], ruling)
    return {each.id for each in fallen(without) if each.withdrawn} - {ruling}


def _as_recorded(journal: Journal, entry: Entry, now: Played) -> bool:
    """Does a ruling say now what the journal has it say? What a receipt from before it said who acts next leaves out is not held
    against it.
    """
    receipt = journal.receipt(entry.id) or {}
    then = {entry.body.ruling, *figures(receipt, entry.body.ruling)}
    return then == {now.text, *_worked_out(now, whole="next" in receipt)}


def _words(played: Played) -> str:
    """What a ruling says now, with what is worked out for it."""
    return "\n".join((played.text, *_worked_out(played, whole=True)))


def _worked_out(played: Played, *, whole: bool) -> list[str]:
    """The sentences worked out for a ruling; ``whole``: with what stays and who acts next."""
    step = played.step
    if not isinstance(step, Ruled):
        return []
    said = [figure.text for figure in step.figures]
    if not whole and step.next is not None and step.next.figure is not None:
        said.append(step.next.text)
    after = {"next": next_of(step), "stays": list(step.stays)} if whole else {}
    return figures({"ruling": played.text, "figures": [{"text": text} for text in said], **after}, played.text)


def _without(rulings: Iterable[Kept], mine: Kept, gone: Collection[str]) -> Played:
    """A ruling as it comes out when some of the others of its deal are taken back."""
    given = [replace(each.given, withdrawn=each.given.id in gone) for each in rulings]
    return next(each for each in play(given, law()) if each.given.id == mine.given.id)


def given_again(journal: Journal, entry: Entry) -> Resting | None:
    """A ruling as it can be gone through again on its own account; None where its receipt does not say how it was given."""
    mine = next((each for each in of_one_deal(journal, entry) if each.entry.id == entry.id), None)
    return Resting(entry, entry, "", mine.given, mine.deal) if mine is not None else None


def left_by(journal: Journal, entry: Entry) -> list[tuple[str, str, tuple[Change, ...]]]:
    """What a ruling, and each that follows it up, changes at its table as the journal has it now: the deal, its name, the changes.

    Of one that is taken back only what was said of the table stays. Empty where its receipt does not say which deal it was.
    """
    rulings = of_one_deal(journal, entry)
    mine = next((each for each in rulings if each.entry.id == entry.id), None)
    if mine is None:
        return []
    names = {mine.given.id, *_falling([replace(each.given, withdrawn=False) for each in rulings], mine.given.id)}
    played = play([each.given for each in rulings], law())
    return [
        (mine.deal, each.given.id, tuple(change for change in each.after.changes if change.by == each.given.id))
        for each in played
        if each.given.id in names
    ]
