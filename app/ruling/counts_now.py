"""Rulings that rest on how often it was before: what was counted when they were made, what is counted now, what they would be.

The receipt of a ruling says what was recorded against its pair and by which rulings; where one of those was taken back,
corrected to another pair or round, or another arrived late, the ruling is walked again with the count as it is now.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from app.base.opened import handbook, trees
from app.journal.incidents import history, incident
from app.journal.journal import BEFORE, COUNTED
from app.ruling.after_ladder import Final, after_ladder
from app.ruling.assignment import adopted, history_of, of_the_place
from app.ruling.built_on import Resting, changed_by, given_again, known_before, rested_on, told, words
from app.ruling.homes import homes, table_of
from app.ruling.ruling import OF_THE_PLACE, Ruling
from app.ruling.scene import Scene
from app.ruling.standing import Context, stand
from app.ruling.tally import WITHIN, counts_of, tally
from decision_trees.chain import Given, same_step
from decision_trees.engine import Ruled
from decision_trees.functions import RuleInputError

if TYPE_CHECKING:
    from app.journal.entries import Entry
    from app.journal.journal import Journal
    from app.journal.records import RulingBody
    from app.ruling.tally import Tally
    from decision_trees.steps import Step

WENT = "它是那一裁决累计来的，那一裁决已撤回；仍要照它办的，记明维持。"
NO_MORE = "不再有："
Records = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Walked:
    """A ruling as it comes out with one count."""

    step: Step | None  # None where the facts cannot be
    final: Final | None
    counts: Tally | None

    def same(self, other: Walked) -> bool:
        """Whether it comes to the same: the ruling, and what the ladder adds."""
        steps = [(one.step, *(one.final.looked if one.final is not None else ())) for one in (self, other)]
        return len(steps[0]) == len(steps[1]) and all(map(same_step, *steps))

    @property
    def brought(self) -> list[str]:
        """What the ladder adds, in its own words."""
        return [each.outcome.ruling for each in self.final.looked] if self.final is not None else []

    @property
    def words(self) -> str:
        """What is announced."""
        return words(self.final.step if self.final is not None else self.step)


def counted_on(journal: Journal, entry: Entry, without: Collection[str] = ()) -> list[Resting]:
    """The rulings one that stands counted otherwise than they count now, where it would be another ruling with the present count.

    Of a ruling that the ladder brought, those of the ruling it was brought by. ``without``: as if these records were taken back.
    """
    if entry.withdrawn is not None:
        return []
    main = _main(journal, entry)
    if main is None:
        return []
    if main.withdrawn is not None:
        given = Given(entry.id, entry.body.tree, {})
        return [Resting(entry, main, WENT, given, "", True)] if entry.id != main.id else []
    was, now = _then(journal, main), _now(journal, main, without)
    if was is None or (was[0] == now[0] and now[1] is not None and _alike(was[1], now[1])):
        return []
    before, after = _walked(journal, main, *was, then=True), _walked(journal, main, *now, then=False)
    if before.same(after):
        return []
    causes = _causes(journal, main, was[0].pair, now[0].pair, without) or [main]
    why = _why(before, after, "撤回以后" if without else "现在")
    given, deal = _given(journal, main)
    now_said = "\n".join((after.words, *(f"{NO_MORE}{each}" for each in before.brought if each not in after.brought)))
    return [Resting(main, each, now_said, given, deal, how="counted", why=why) for each in causes]


def changed_counts(journal: Journal, entry: Entry, without: Collection[str] = ()) -> list[Resting]:
    """The rulings that stand and counted one otherwise than it counts now, or than it would ``without`` some records."""
    root = incident(entry, journal.find)
    pairs = {*entry.body.offenders, *(p for each in entry.corrections if each.before for p in each.before.offenders)}
    found: dict[str, Resting] = {}
    for each in journal.entries(entry.event, kind=entry.body.game, withdrawn=False):
        theirs = incident(each, journal.find)
        if theirs == root or not pairs & _pairs(each) or (theirs < root and each.id < entry.id):
            continue
        if not _own_count(journal, each):
            continue
        marks = counted_on(journal, each, without)
        found |= {mark.entry.id: mark for mark in marks if incident(mark.on, journal.find) == root}
    return [found[each] for each in sorted(found)]


def marks(journal: Journal, entries: Iterable[Entry], most: int | None = None) -> dict[str, list[Resting]]:
    """Of ``entries``, the rulings that would be others now that some of them were corrected or taken back, unless upheld; and why.

    The ``most`` that were changed last are looked at: each costs a look at the rulings of its pair and its table.
    """
    changed = [each for each in entries if each.withdrawn is not None or each.corrections]
    found: dict[str, list[Resting]] = defaultdict(list)
    for each in sorted(changed, key=lambda each: each.withdrawal or each.corrections[-1].id, reverse=True)[:most]:
        for mark in (*changed_by(journal, each), *changed_counts(journal, each)):
            if not mark.upheld:
                brought = [one.id for one in brought_by(journal, mark.entry) if one.withdrawn is None]
                for name in (mark.entry.id, *brought):  # what the ladder brought by it stands or falls with it
                    found[name].append(mark)
    return {name: once(each) for name, each in found.items()}


def once(found: Iterable[Resting]) -> list[Resting]:
    """Marks, each cause once: what is said of its count says what the deal comes to without it, too."""
    given = list(found)
    counted = {each.on.id for each in given if each.how == "counted"}
    return [each for each in given if each.how == "counted" or each.on.id not in counted]


def doubted_at(journal: Journal, scene: Scene, deal: str) -> dict[str, Entry]:
    """The rulings of a deal that are to be looked at again, each under the name by which its table keeps what it changed.

    Until they are ruled again or upheld, what they did to the table stands.
    """
    found: dict[str, Entry] = {}
    for each in journal.entries(scene.event, table=scene.place.table, kind=scene.game, withdrawn=False):
        of, part = homes(journal, each), table_of(journal, each)
        if part is None or of[-1].deal != deal:
            continue
        if not all(mark.upheld for mark in (*rested_on(journal, each), *counted_on(journal, each))):
            found[part["ruling"]] = each
    return found


def brought_by(journal: Journal, entry: Entry) -> list[Entry]:
    """The rulings that the ladder brought by one, withdrawn ones too: they fall with it."""
    if not _own_count(journal, entry):
        return []
    found: list[Entry] = []
    for each in _of_incident(journal, entry):
        if each.id > entry.id:
            if _own_count(journal, each) or each.body.tree not in _ladder(each):
                break
            found.append(each)
    return found


def _pairs(entry: Entry) -> set[str]:
    return {*entry.body.offenders, *(p for each in entry.corrections if each.before for p in each.before.offenders)}


def _ladder(entry: Entry) -> set[str]:
    ladder = trees().ladders.get(entry.body.game)
    return {each.tree for each in ladder.implied} if ladder is not None else set()


def _own_count(journal: Journal, entry: Entry) -> bool:
    """Whether a ruling was made with a count of its own, and not brought by the ladder."""
    return isinstance((journal.receipt(entry.id) or {}).get(COUNTED), list)


def _of_incident(journal: Journal, entry: Entry) -> list[Entry]:
    root = incident(entry, journal.find)
    entries = journal.entries(entry.event, kind=entry.body.game)
    return [each for each in reversed(entries) if incident(each, journal.find) == root]


def _main(journal: Journal, entry: Entry) -> Entry | None:
    """The ruling whose count one rests on: itself, or that which the ladder brought it by; None where that was not noted."""
    if _own_count(journal, entry):
        return entry
    if entry.body.tree not in _ladder(entry) or entry.body.chain is None:
        return None
    before = [each for each in _of_incident(journal, entry) if each.id < entry.id and _own_count(journal, each)]
    return before[-1] if before else None


# What was counted, and what is


def _body_at(entry: Entry, record: str) -> RulingBody:
    """What a ruling said when another record was written."""
    later = (each.before for each in entry.corrections if each.id > record and each.before is not None)
    return next(later, entry.body)


def _then(journal: Journal, main: Entry) -> tuple[Scene, Records | None] | None:
    """Where a ruling was given as it was written, and what was recorded against its pair then; None where nobody can say."""
    body, receipt = _body_at(main, main.id), journal.receipt(main.id) or {}
    scene = Scene(main.event, body.game, body.place, body.offenders)
    noted = receipt.get(BEFORE)
    if noted is None:
        noted = next((each.get("value") for each in receipt.get("facts") or () if each.get("name") == "history"), None)
    if isinstance(noted, list):
        return scene, [each for each in noted if isinstance(each, Mapping)]
    if not scene.pair:
        return scene, None
    counted = [replace(each, body=_body_at(each, main.id), withdrawn=None) for each in _counted(journal, main)]
    return scene, [r for r in history(counted, body.game, journal.find) if r["pair"] == scene.pair]


def _counted(journal: Journal, main: Entry) -> list[Entry]:
    return [each for id_ in journal.counted_by(main.id) if (each := journal.find(id_)) is not None]


def _now(journal: Journal, main: Entry, without: Collection[str]) -> tuple[Scene, Records | None]:
    scene = Scene(main.event, main.body.game, main.body.place, main.body.offenders)
    return scene, history_of(journal, scene, main.id, without)


def _alike(one: Records | None, other: Records | None) -> bool:
    if one is None or other is None:
        return one is other
    return _plain(one) == _plain(other)


def _plain(records: Iterable[Mapping[str, Any]]) -> list[tuple[str, ...]]:
    names = ("kind", "round", "game", "deal", "player")
    return sorted(tuple(str(each.get(name)) for name in names) for each in records)


def _causes(journal: Journal, main: Entry, pair: str, now: str, without: Collection[str]) -> list[Entry]:
    """The rulings that counted otherwise then: by what they record, one for each incident."""
    if pair != now:  # it is itself against another pair
        return [main]
    own, game, counted = incident(main, journal.find), main.body.game, _counted(journal, main)
    known = {incident(each, journal.find) for each in counted}
    then: dict[str, list[Entry]] = defaultdict(list)
    for each in counted:
        then[incident(each, journal.find)].append(replace(each, body=_body_at(each, main.id), withdrawn=None))
    today: dict[str, list[Entry]] = defaultdict(list)
    for each in journal.entries(main.event, pair=now, kind=game, withdrawn=False):
        root = incident(each, journal.find)
        if root != own and each.body.counts and (root < own or root in known) and each.id not in without:
            today[root].append(each)
    found: list[Entry] = []
    for root in sorted({*then, *today}):
        sides = [
            [r for r in history(each.get(root, ()), game, journal.find) if r["pair"] == now] for each in (then, today)
        ]
        if not _alike(*sides):
            first = min(then.get(root) or today[root], key=lambda each: each.id)
            found += [each for each in [journal.find(first.id)] if each is not None]
    return found


# What comes of it


def _walked(journal: Journal, main: Entry, scene: Scene, records: Records | None, *, then: bool) -> Walked:
    """A ruling as its tree says it with a count, and what the ladder adds."""
    receipt = journal.receipt(main.id) or {}
    handed = frozenset() if then else _handed_counts(journal, main)
    known = known_before(journal, main, then=then) if records is None or handed else {}
    if records is not None:  # of the table only how often it was there: that changes with the count
        known = {name: value for name, value in known.items() if name in handed}
    event = journal.event(main.event).body
    chosen = adopted(event, scene.game, {book.id for book in handbook().books.values() if book.amends})
    context = Context({**chosen, **known, **of_the_place(scene, records)}, dict(event.settled))
    facts = {n: v for n, v in told(receipt).items() if n not in (*OF_THE_PLACE, *known, *handed)}
    settled = {each["id"]: each["answer"] for each in receipt.get("open_questions") or () if each.get("answer")}
    try:
        standing = stand(main.body.tree, facts, settled, context)
    except (RuleInputError, KeyError):
        return Walked(None, None, None)
    counts, step = tally(scene, context), standing.step
    if not isinstance(step, Ruled):
        return Walked(step, None, counts)
    return Walked(step, after_ladder(Ruling(main.body.tree, standing, context, scene=scene), step), counts)


def _handed_counts(journal: Journal, main: Entry) -> frozenset[str]:
    """How often it was before, as far as a ruling had that from its table and nobody said it on the ruling itself."""
    part, deal = table_of(journal, main), trees().deals.get(main.body.game)
    if part is None or deal is None:
        return frozenset()
    said = part.get("said")
    return frozenset(name for name, fact in deal.facts.items() if fact.counted and name not in (said or ()))


def _why(before: Walked, after: Walked, when: str) -> str:
    """Say as which of its kind a ruling was made, and which it is: 按本轮第2次违例判的；现在这是第1次."""
    made = dict(counts_of(before.final.made)) if before.final is not None else {}
    parts = list(_ordinals(made, before.counts, after.counts, when))
    return "；".join(parts) or "判它时数的次数和现在的不一样"


def _ordinals(made: Mapping[str, int], before: Tally | None, after: Tally | None, when: str) -> Iterator[str]:
    if before is None or after is None:
        return
    for kind, counted in before.ladder.kinds.items():
        was, now = before.counts.get(kind), after.counts.get(kind)
        if was is None or now is None or was == now:
            continue
        within = WITHIN[counted.within]
        if kind in made:
            yield f"按{within}第{was + made[kind]}次{counted.title}判的；{when}这是第{now + made[kind]}次"
        else:
            yield f"判它时{within}有{counted.title}{was}次；{when}是{now}次"


def _given(journal: Journal, main: Entry) -> tuple[Given, str]:
    """How a ruling was given, to be gone through again, and in which deal; empty where nobody said in which."""
    again = given_again(journal, main)
    if again is not None:
        return again.given, again.deal
    facts = {n: v for n, v in told(journal.receipt(main.id) or {}).items() if n not in OF_THE_PLACE}
    return Given(main.id, main.body.tree, facts), ""
