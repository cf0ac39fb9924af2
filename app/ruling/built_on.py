"""Which rulings of a deal rest on one that was taken back, and what they would be without it: reckoned from their receipts.

The receipt of a ruling given at a table says how the table stood before and after, and what was answered and confirmed in it
(:func:`table_part`); so the rulings of a deal can be given again, one after the other, on any device that has the journal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from app.base.opened import law, trees
from app.journal.receipts import figures
from app.journal.records import KEEPS
from app.ruling.deal_sheet import LeftHere, changes_of_walk, ended_on, known_in, state_of
from app.ruling.homes import home_at, homes, table_of
from app.ruling.remembered import confirmed
from app.ruling.scene import Scene
from decision_trees.chain import Given, Played, differing, fallen, play, ruled_at, same_step, taken_back
from decision_trees.deal import TableState
from decision_trees.engine import Ruled
from decision_trees.functions import RuleInputError
from decision_trees.receipt import next_of
from decision_trees.values import read, show

if TYPE_CHECKING:
    from app.journal.entries import Entry
    from app.journal.journal import Journal
    from app.ruling.homes import Home
    from app.ruling.ruling import Ruling
    from decision_trees.model import Deal
    from decision_trees.steps import Step

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
    homes: tuple[Home, ...]  # the deals it was taken to be of

    def here(self, record: str) -> bool:
        """Whether it was taken to be of this deal when another record was written."""
        return home_at(self.homes, record).deal == self.deal

    @property
    def at_hand(self) -> bool:
        """Whether it counts here: it is of this deal, and was not taken back."""
        return not self.given.absent and self.entry.withdrawn is None

    @property
    def since(self) -> str:
        """The record from which on it was of the deal it is of now: itself, or a correction."""
        return max(self.entry.id, self.homes[-1].by)

    def when(self, journal: Journal, record: str) -> Given:
        """It as it stood here when another record was written: one that is taken back now may not have been known to be."""
        gone = self.entry.withdrawn is None and journal.taken_back_at(self.entry.id, record)
        return replace(self.given, withdrawn=gone, absent=not self.here(record))


def of_one_deal(journal: Journal, entry: Entry) -> list[Kept]:
    """The rulings of the deal a ruling is of, the earliest first; none where its receipt does not say which deal it was.

    Those that were taken to be of it once and are of another are there too, as absent.
    """
    found = homes(journal, entry)
    return _of_deal(journal, entry, found[-1]) if found else []


def _of_deal(journal: Journal, entry: Entry, home: Home) -> list[Kept]:
    """The rulings of a deal in which one is or was, the earliest first."""
    found: dict[str, Kept] = {}
    table = home.place.table
    for each in reversed(journal.entries(entry.event, kind=entry.body.game)):
        if each.id != entry.id and table not in (each.body.place.table, *_tables_before(journal, each)):
            continue
        theirs = homes(journal, each)
        if all(one.deal != home.deal for one in theirs) or each.body.tree not in trees().trees:
            continue
        there = table_of(journal, each) or {}
        absent = theirs[-1].deal != home.deal
        if absent and there["ruling"] in found:  # changed and given again elsewhere
            continue
        found.pop(there["ruling"], None)  # changed since: the last counts, in its place
        given = _given(journal, there, each, theirs[-1])
        found[there["ruling"]] = Kept(each, replace(given, absent=absent), home.deal, theirs)
    return _as_upheld(list(found.values()))


def _tables_before(journal: Journal, entry: Entry) -> set[Any]:
    """The tables a ruling was taken to be at before the last correction."""
    places = [each.body.get("place") for each, _ in journal.corrections_taken_back(entry.id)]
    before = {each.before.place.table for each in entry.corrections if each.before is not None}
    return before | {str(each.get("table")) for each in places if isinstance(each, Mapping)}


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


def _given(journal: Journal, part: Mapping[str, Any], entry: Entry, home: Home) -> Given:
    """How a ruling was given; one that is of another deal by now does there what it did, and tells it only what was said on it."""
    said, settled = part.get("said"), part.get("settled")
    facts, still = said if isinstance(said, Mapping) else {}, _names(part.get("still"))
    elsewhere: tuple[str, ...] = ()  # known where it was taken to be
    if home.deal != part["deal"]:
        before = {each["name"]: each["value"] for each in part.get("before") or () if each.get("name") in still}
        own = {**before, **facts}
        facts, still = {**told(journal.receipt(entry.id) or {}), **own}, ()
        elsewhere = tuple(name for name in facts if name not in own)
    return Given(
        str(part["ruling"]),
        entry.body.tree,
        facts,
        settled if isinstance(settled, Mapping) else {},
        still,
        _names(part.get("over")),
        incident=str(part.get("incident") or part["ruling"]),
        follows=str(part.get("follows") or ""),
        charged=part.get("charged") is True,
        told_all=True,
        handed_on=elsewhere,
        withdrawn=entry.withdrawn is not None,
    )


def told(receipt: Mapping[str, Any]) -> dict[str, Any]:
    """All a ruling was told, by its receipt."""
    facts, sheet = (
        [each for each in found if isinstance(each, Mapping) and "value" in each]
        for found in (receipt.get("facts") or (), receipt.get("sheet") or ())
    )
    given = [each for each in facts if each.get("source") in ("given", "corrected", "chosen")]
    return {str(each.get("name")): each["value"] for each in (*given, *sheet)}


def _keeps(entry: Entry, on: str) -> bool:
    """Whether somebody has put on record that a ruling stands though something it rested on is no more."""
    return any(note.body.get(KEEPS) == on for note in entry.notes)


def _names(value: object) -> tuple[str, ...]:
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list | tuple) else ()


How = Literal["withdrawn", "left", "came", "moved", "counted", "back"]
"""Why a ruling is another now: one it rested on was taken back, is of another deal; one came to its deal; it came there
itself; what it counted counts otherwise; one was taken back when it was given, and is not now."""


@dataclass(frozen=True, slots=True)
class Resting:
    """A ruling that rests on one taken back or moved: it, the one it rested on, and what it would be now."""

    entry: Entry
    on: Entry
    now: str
    given: Given  # how it was given
    deal: str  # and in which deal
    falls: bool = False  # it follows that one up, and what it did to the table is undone with it
    how: How = "withdrawn"
    why: str = ""  # of what was counted: as which it was made, and which it is now

    @property
    def keeps(self) -> str:
        """What a record that it stands all the same names."""
        return self.on.corrections[-1].id if self.how == "moved" and self.on.corrections else self.on.id

    @property
    def upheld(self) -> bool:
        """Whether somebody has put on record that it stands all the same."""
        return _keeps(self.entry, self.keeps)


def resting_on(journal: Journal, entry: Entry) -> list[Resting]:
    """The rulings that stand and would be others without one: because it was taken back, or if it were."""
    if entry.withdrawn is not None:
        return changed_by(journal, entry)
    rulings = of_one_deal(journal, entry)
    mine = next((each for each in rulings if each.entry.id == entry.id), None)
    if mine is None:
        return []
    others = [each.given for each in rulings]
    by_name = {each.given.id: each for each in rulings}
    with_it = _falling(others, mine.given.id)
    falling = [
        Resting(by_name[each.id].entry, entry, FALLS, each, mine.deal, True)
        for each in others
        if each.id in with_it and by_name[each.id].at_hand
    ]
    return falling + [
        Resting(by_name[each.was.given.id].entry, entry, _words(each.now), each.was.given, mine.deal)
        for each in differing(others, mine.given.id, law())
        if each.was.given.id not in with_it and by_name[each.was.given.id].at_hand
    ]


def changed_by(journal: Journal, entry: Entry) -> list[Resting]:
    """The rulings that stand and are others now because one was taken back, or is of another deal than was written first."""
    found: dict[str, Resting] = {}
    theirs = homes(journal, entry)
    if len(theirs) == 1 and not journal.ever_taken_back(entry.id):  # it always stood where it was given
        return []
    for deal, home in {each.deal: each for each in theirs}.items():
        for each in _of_deal(journal, entry, home):
            if each.at_hand and each.entry.id != entry.id and each.deal == deal:
                marks = [mark for mark in rested_on(journal, each.entry) if mark.on.id == entry.id]
                found |= {mark.entry.id: mark for mark in marks}
    return [found[each] for each in sorted(found)]


def rested_on(journal: Journal, entry: Entry) -> list[Resting]:
    """The rulings without which one that stands would be another than it was: taken back, or moved to or from its deal.

    It is among them itself where it was moved to another deal, and would be another there.
    """
    if entry.withdrawn is not None:
        return []
    rulings = of_one_deal(journal, entry)
    mine = next((each for each in rulings if each.entry.id == entry.id), None)
    if mine is None:
        return []
    earlier = [each for each in rulings[: rulings.index(mine)] if each.when(journal, mine.since) != each.given]
    was = [each.when(journal, mine.since) for each in rulings]
    followed = [each for each in earlier if not each.at_hand and mine.given.id in _falling(was, each.given.id)]
    bare = _bare(mine.given)
    falls = [Resting(entry, each.entry, FALLS, bare, mine.deal, True, _how(each, mine)) for each in followed]
    if falls:
        return falls
    now = _with(rulings, mine, bare, {})
    if _as_recorded(journal, entry, now):  # it was given, or given again, as the deal stands now
        return []
    out = []
    if mine.homes[0].deal != mine.deal and not same_step(ruled_at(mine.given, TableState(), law()).step, now.step):
        out.append(Resting(entry, entry, _words(now), bare, mine.deal, how="moved"))
    for each in earlier:
        if not same_step(_with(rulings, mine, bare, {each.given.id: each.when(journal, mine.since)}).step, now.step):
            out.append(Resting(entry, each.entry, _words(now), bare, mine.deal, how=_how(each, mine)))
    known = [each for each in out if each.how == "withdrawn" and journal.taken_back_at(each.on.id, mine.since)]
    return [
        each for each in out if each not in known
    ] or out  # what was taken back before it is no reason where there is another


def _how(each: Kept, mine: Kept) -> How:
    if each.given.absent:
        return "left"
    if each.entry.withdrawn is not None:
        return "withdrawn"
    return "back" if each.here(mine.since) else "came"


def _bare(given: Given) -> Given:
    """How a ruling was given, without what only the deal knew that it was taken to be of."""
    return replace(given, facts={n: v for n, v in given.facts.items() if n not in given.handed_on}, handed_on=())


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


def words(step: Step | None) -> str:
    """What a ruling says where it stands now, with what is worked out for it."""
    return _words(Played(Given("", "", {}), TableState(), {}, step, "照现在的情况走不下去。", TableState()))


def known_before(journal: Journal, entry: Entry, *, then: bool) -> dict[str, Any]:
    """What the table of a ruling knew before it: ``then``, by its receipt, or by the rulings of its deal as they are now."""
    part, deal = table_of(journal, entry), trees().deals.get(entry.body.game)
    if part is None or deal is None:
        return {}
    if then:
        values = {each["name"]: each["value"] for each in part.get("before") or ()}
        return {name: value for name, value in values.items() if name in deal.facts and not deal.facts[name].grows}
    rulings = of_one_deal(journal, entry)
    mine = next((each for each in rulings if each.entry.id == entry.id), None)
    return _with(rulings, mine, mine.given, {}).before.known(deal, mine.given.incident) if mine is not None else {}


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


def _with(rulings: Iterable[Kept], mine: Kept, bare: Given, others: Mapping[str, Given]) -> Played:
    """A ruling as it comes out in its deal as that stands now, but for some of the others."""
    own = {mine.given.id: replace(bare, withdrawn=False)}
    given = [own.get(each.given.id) or others.get(each.given.id, each.given) for each in rulings]
    return next(each for each in play(given, law()) if each.given.id == mine.given.id)


def given_again(journal: Journal, entry: Entry) -> Resting | None:
    """A ruling as it can be gone through again on its own account; None where its receipt does not say how it was given."""
    mine = next((each for each in of_one_deal(journal, entry) if each.entry.id == entry.id), None)
    return Resting(entry, entry, "", _bare(mine.given), mine.deal) if mine is not None else None


def left_by(journal: Journal, entry: Entry) -> list[LeftHere]:
    """What a ruling, and each that follows it up, changes in the deals it is or was of, as the journal has it now.

    Of one that is taken back only what was said of the table stays, of one that is of another deal nothing. Empty where its receipt
    does not say which deal it was.
    """
    out: list[LeftHere] = []
    for deal, home in {each.deal: each for each in homes(journal, entry)}.items():
        rulings = _of_deal(journal, entry, home)
        mine = next((each for each in rulings if each.entry.id == entry.id), None)
        if mine is None:
            continue
        standing = [replace(each.given, withdrawn=False, absent=False) for each in rulings]
        names = {mine.given.id, *_falling(standing, mine.given.id)}
        scene = Scene(entry.event, entry.body.game, home.place)
        order = [each.given.id for each in rulings]
        for each, kept in zip(play([each.given for each in rulings], law()), rulings, strict=True):
            name = each.given.id
            if name in names:
                later = frozenset(order[order.index(name) + 1 :])
                changes = tuple(change for change in each.after.changes if change.by == name)
                out.append(LeftHere(deal, name, changes, scene, later, kept.given.absent))
    return out
