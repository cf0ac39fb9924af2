"""What comes of a correction, or of a ruling taken back, before it is written: counts, rulings to look at again, tables.

It is written into a supposed journal, and what that comes to is held against what the real one comes to: so what is said is what
will be.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from app.base.plain_text import joined
from app.journal.records import Place
from app.ruling import deal_sheet
from app.ruling.assignment import context, pair_words, place_words
from app.ruling.built_on import changed_by, left_by
from app.ruling.counts_now import changed_counts
from app.ruling.homes import of_one_incident
from app.ruling.scene import Scene
from app.ruling.tally import tally
from app.ruling.whose_deal import said_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from app.journal.entries import Entry
    from app.journal.journal import Journal
    from app.ruling.built_on import Resting

NONE, UNKNOWN = "没有累计", "说不准"


@dataclass(frozen=True, slots=True)
class WouldChange:
    """What would be otherwise."""

    counts: tuple[str, ...] = ()  # 第2轮 3号 红队：本轮违例 2 次 → 本轮违例 1 次
    marked: tuple[Resting, ...] = ()  # to be looked at again
    unmarked: tuple[Entry, ...] = ()  # no longer to be looked at again
    tables: tuple[str, ...] = ()  # 71桌 第2轮：不再有 庄家 北家

    def __bool__(self) -> bool:
        return bool(self.counts or self.marked or self.unmarked or self.tables)


def would_change(
    journal: Journal, entry: Entry, write: Callable[[Journal], object], kept: Mapping[str, Any], *, begins: bool
) -> WouldChange:
    """What would be otherwise once something is written of a ruling; ``kept`` are the deals of this window.

    ``begins``: whether the window then keeps a deal of which it has kept nothing so far.
    Raises JournalError where it could not be written.
    """
    then = journal.supposing()
    write(then)
    own = of_one_incident(journal, entry)
    before, after = _marks(journal, own), _marks(then, own)
    return WouldChange(
        tuple(_counts(journal, then, own)),
        tuple(mark for name, mark in after.items() if name not in before),
        tuple(mark.entry for name, mark in before.items() if name not in after),
        tuple(_tables(journal, then, own, kept, begins)),
    )


def _marks(journal: Journal, own: Iterable[Entry]) -> dict[str, Resting]:
    found: dict[str, Resting] = {}
    for each in own:
        now = journal.entry(each.id)
        marks = (*changed_by(journal, now), *changed_counts(journal, now))
        found |= {mark.entry.id: mark for mark in marks if not mark.upheld}
    return {name: found[name] for name in sorted(found)}


def _counts(journal: Journal, then: Journal, own: Iterable[Entry]) -> Iterator[str]:
    scenes: dict[Scene, None] = {}
    for each in own:
        for body in (journal.entry(each.id).body, then.entry(each.id).body):
            place = Place(None, body.place.round, body.place.game, body.place.deal)
            scenes |= {Scene(each.event, body.game, place, (pair,)): None for pair in body.offenders}
    event = journal.event(next(iter(scenes)).event).body if scenes else None
    for scene in scenes:
        now, later = (_counted(one, scene) for one in (journal, then))
        if now != later and event is not None:
            where = " ".join(filter(None, (place_words(scene.place), pair_words(event, scene.pair))))
            yield f"{where}：{now} → {later}"


def _counted(journal: Journal, scene: Scene) -> str:
    found = tally(scene, context(journal, scene, ()))
    return UNKNOWN if found is None else "、".join(found.words()) or NONE


def _tables(journal: Journal, then: Journal, own: list[Entry], kept: Mapping[str, Any], begins: bool) -> Iterator[str]:
    later = deepcopy(dict(kept))
    places: dict[Scene, None] = {}
    for each in own:
        for one in (journal, then):
            places |= {_at(left.scene): None for left in left_by(one, one.entry(each.id))}
        deal_sheet.follow(later, left_by(then, then.entry(each.id)), "", begin=begins)
    for scene in places:
        before, after = (_known(one, scene) for one in (kept, later))
        gone = [f"{label} {value}" for label, value in before.items() if label not in after]
        new = [f"{label} {value}" for label, value in after.items() if label not in before]
        other = [f"{label} {value}" for label, value in after.items() if before.get(label, value) != value]
        said = [f"不再有 {joined(gone, 6)}"] if gone else []
        said += [f"改为 {joined(other, 6)}"] if other else []
        said += [f"知道 {joined(new, 6)}"] if new else []
        if said:
            yield f"{place_words(scene.place) or '没写桌号的牌局'}：{'；'.join(said)}"


def _at(scene: Scene) -> Scene:
    return Scene(scene.event, scene.game, replace(scene.place, game=None, deal=None))


def _known(kept: Mapping[str, Any], scene: Scene) -> dict[str, str]:
    known = deal_sheet.known_at(kept, scene) | deal_sheet.begun_at(kept, scene)
    return dict(said_of(scene.game, known))
