"""Earlier rulings on the same irregularity, for a hall to rule alike: those of this event first, the nearest facts first.

How near two rulings are is told by the answers of their receipts that do not hang on where somebody sat or which cards he held:
the same irregularity is one ruling however the table is turned.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.journal.receipts import readable
from app.journal.records import NO_EVENT

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from app.journal.entries import Entry
    from app.journal.journal import Journal
    from decision_trees.engine import Ruled
    from decision_trees.model import Fact, Tree

LISTED = 8  # at most
LOOKED_AT = 60  # the latest, whose receipts are read
_COMPARED = frozenset({"bool", "choice", "number"})


@dataclass(frozen=True, slots=True)
class Precedent:
    """A ruling given before on the same irregularity, and how it differs from the one that is to be given."""

    entry: Entry
    here: bool  # of the same event
    alike: int  # answers both have, and alike
    differs: tuple[str, ...]  # the answers they do not share: 下家已叫：那次是，这次否
    same_outcome: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """The rulings of a journal on one irregularity that stand, the latest first."""

    here: tuple[Entry, ...]  # of the event
    elsewhere: tuple[Entry, ...]  # of all other events

    @property
    def title(self) -> str:
        """How many there are, in one line; empty where there are none."""
        parts = [f"本赛事{len(self.here)}次"] if self.here else []
        return "、".join([*parts, *([f"日志里别的赛事{len(self.elsewhere)}次"] if self.elsewhere else [])])


def standing(journal: Journal, event: str, tree: Tree, *, leaving_out: Collection[str | None] = ()) -> Standing:
    """The rulings of the journal on a tree, but those left out; withdrawn ones do not count. No receipt is read.

    ``event`` is where a ruling is to be given; without an event there is no “this event”. Raises
    :class:`app.journal.store.JournalError` where the journal cannot be read.
    """
    here: list[Entry] = []
    elsewhere: list[Entry] = []
    for each in journal.entries(withdrawn=False):
        if each.body.tree == tree.id and not each.strange and each.id not in leaving_out:
            (here if event != NO_EVENT and each.event == event else elsewhere).append(each)
    return Standing(tuple(here), tuple(elsewhere))


def nearest(journal: Journal, found: Standing, tree: Tree, ruled: Ruled) -> tuple[Precedent, ...]:
    """Those of the same event first, the nearest to a ruling first: the receipts of the latest are read.

    Raises :class:`app.journal.store.JournalError` where the journal cannot be read.
    """
    now = {known.name: (known.value, known.shown) for known in ruled.known}
    latest = [(each, True) for each in found.here] + [(each, False) for each in found.elsewhere]
    compared = [
        _compared(each, journal.receipt(each.id), tree, now, ruled, here=here) for each, here in latest[:LOOKED_AT]
    ]
    compared.sort(
        key=lambda each: (not each.here, len(each.differs) - each.alike)
    )  # the later ones came first, and stay so
    return tuple(compared[:LISTED])


def _compared(
    entry: Entry,
    receipt: Mapping[str, Any] | None,
    tree: Tree,
    now: Mapping[str, tuple[Any, str]],
    ruled: Ruled,
    *,
    here: bool,
) -> Precedent:
    then = {}
    if receipt is not None:
        then = {each["name"]: (each.get("value"), each["shown"]) for each in readable(receipt)[0]["facts"]}
    shared = [name for name, fact in tree.facts.items() if fact.kind in _COMPARED and name in then and name in now]
    differs = tuple(_differing(tree.facts, shared, then, now))
    return Precedent(entry, here, len(shared) - len(differs), differs, entry.body.outcome == ruled.outcome_id)


def _differing(
    facts: Mapping[str, Fact],
    names: Iterable[str],
    then: Mapping[str, tuple[Any, str]],
    now: Mapping[str, tuple[Any, str]],
) -> Iterator[str]:
    for name in names:
        if then[name][0] != now[name][0]:
            yield f"{facts[name].label}：那次{then[name][1]}，这次{now[name][1]}"
