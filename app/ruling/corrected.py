"""What a correction of a ruling changed, in words: 3桌 → 6桌."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.ruling.assignment import pair_words
from app.ruling.wording import LEVELS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.journal.entries import Remark
    from app.journal.records import EventBody, RulingBody

NOTHING = "未记"
PLACES = (
    ("table", "桌号", "{}桌"),
    ("round", "轮次", "第{}轮"),
    ("game", "局次", "第{}局"),
    ("deal", "副次", "第{}副"),
)
TEXTS = {"title": "情形", "ruling": "裁决", "player": "违规者", "remark": "备注"}
UNSAID = {"game": "项目", "tree": "情形", "outcome": "裁决", "counts": "计次", "chain": "接续的裁决", "cites": "依据"}


def changes(correction: Remark, event: EventBody) -> tuple[str, ...]:
    """Return what a correction changed, one after the other; nothing where it left everything as it was."""
    if correction.before is None or correction.after is None:
        return ()
    return tuple(dict.fromkeys(_changes(correction.before, correction.after, event)))


def _changes(before: RulingBody, after: RulingBody, event: EventBody) -> Iterator[str]:
    for name, label, words in PLACES:
        old, new = getattr(before.place, name), getattr(after.place, name)
        if old != new:
            known = [words.format(each) if each not in (None, "") else "" for each in (old, new)]
            yield _turned(label, *known) if not all(known) else " → ".join(known)
    if before.offenders != after.offenders:
        sides = ("、".join(pair_words(event, pair) for pair in body.offenders) for body in (before, after))
        yield _turned("违规方", *sides)
    if before.level != after.level:
        yield _turned("程度", *(LEVELS.get(body.level, body.level) for body in (before, after)))
    for name, label in TEXTS.items():
        if getattr(before, name) != getattr(after, name):
            yield _turned(label, getattr(before, name) or "", getattr(after, name) or "")
    for name, label in UNSAID.items():
        if getattr(before, name) != getattr(after, name):
            yield f"{label}改过"


def _turned(label: str, old: str, new: str) -> str:
    return f"{label}：{old or NOTHING} → {new or NOTHING}"
