"""Two referees on one incident: rulings of two devices that may speak of the same, and what was answered when both were asked.

Until somebody answers, one count is held: the two count as one incident (:func:`app.journal.incidents.history`), and both referees
are asked. The answer is a record, a note on the later of the two; the last answer counts. All of it is reckoned from the set of
records, so that every device asks the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from app.journal.entries import Entry
from app.journal.incidents import Find, incident

NEAR = 15 * 60  # seconds between two rulings that may be of one incident
SAME, ANSWER = "same", "answer"  # of a note: the other ruling, and yes or no
YES, NO = "yes", "no"
QUESTION = "同一件事吗"


@dataclass(frozen=True, slots=True)
class Double:
    """Two rulings that may speak of one incident."""

    earlier: Entry
    later: Entry
    answer: str = ""  # yes, no, or nobody has answered yet

    @property
    def one(self) -> bool:
        """Whether they count as one incident: they do until somebody says that they are two."""
        return self.answer != NO


def doubles(
    entries: Iterable[Entry], find: Find, device: Callable[[str], str], family: Callable[[str], str]
) -> list[Double]:
    """The rulings that may speak of one incident, two by two, the earliest first.

    ``device`` says which wrote a ruling, ``family`` to which trees its own belongs. Rulings that follow each other up are of one
    incident anyway.
    """
    at_tables: dict[tuple[str, str | None], list[Entry]] = defaultdict(list)
    for each in sorted(entries, key=lambda each: each.id):
        if each.withdrawn is None and not each.strange:
            at_tables[each.event, each.body.place.table].append(each)
    found: list[Double] = []
    asked: set[tuple[str, str]] = set()
    for standing in at_tables.values():
        for place, later in enumerate(standing):
            for earlier in reversed(standing[:place]):
                if apart(earlier.at, later.at) > NEAR:
                    break
                if not _alike(earlier, later, family) or device(earlier.id) == device(later.id):
                    continue
                roots = (incident(earlier, find), incident(later, find))
                if roots[0] != roots[1] and roots not in asked:
                    asked.add(roots)
                    found.append(Double(earlier, later, answer_of(earlier, later)))
    return sorted(found, key=lambda each: each.later.id)


def _alike(one: Entry, other: Entry, family: Callable[[str], str]) -> bool:
    """Whether two rulings are at one table, in one deal as far as that is said, against one offender, of one family, and near."""
    here, there = one.body, other.body
    if here.game != there.game or family(here.tree) != family(there.tree):
        return False
    if here.place.table is None or here.place.table != there.place.table:
        return False
    for name in ("round", "game", "deal"):
        known = {getattr(here.place, name), getattr(there.place, name)} - {None}
        if len(known) > 1:
            return False
    if not set(here.offenders) & set(there.offenders):
        return False
    if here.player is not None and there.player is not None and here.player != there.player:
        return False
    return 0 <= apart(one.at, other.at) <= NEAR


def apart(one: str, other: str) -> float:
    """Return how many seconds two times of records are apart; -1 where one cannot be read."""
    try:
        return abs((datetime.fromisoformat(one) - datetime.fromisoformat(other)).total_seconds())
    except (ValueError, TypeError, OverflowError):
        return -1.0


def answer_of(one: Entry, other: Entry) -> str:
    """What was answered last of two rulings; nothing where nobody was asked yet."""
    said = [
        (note.id, str(note.body.get(ANSWER)))
        for here, there in ((one, other), (other, one))
        for note in here.notes
        if note.body.get(SAME) == there.id and note.body.get(ANSWER) in (YES, NO)
    ]
    return max(said, default=("", ""))[1]


def answer_body(other: Entry, same: bool, words: str) -> Mapping[str, Any]:
    """The body of a note that answers of another ruling whether both speak of one incident."""
    return {"text": words, SAME: other.id, ANSWER: YES if same else NO}


def as_one(found: Iterable[Double], find: Find) -> dict[str, str]:
    """By the ruling an incident began with: the ruling it counts as, where several count as one incident."""
    roots: dict[str, str] = {}

    def top(root: str) -> str:
        while roots.get(root, root) != root:
            root = roots[root]
        return root

    for each in found:
        if each.one:
            one, other = sorted((top(incident(each.earlier, find)), top(incident(each.later, find))))
            roots[other] = one
    return {root: top(root) for root in roots}
