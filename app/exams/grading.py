"""What examiners gave for answers that were written out: each marker's points, where two of them differ, and what counts.

A part is marked by its key points, by one marker or by two who do not see each other's marks. Two who are no further apart
than :data:`APART` agree, and their mean counts; otherwise somebody decides, and his marks count alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from app.exams.proposing import chosen

if TYPE_CHECKING:
    from app.study.model import Question
    from app.study.parts import Part

APART = 0.15  # of a part's marks, by which two markers may differ and still agree
STEPS = (0.0, 0.5, 1.0)  # what can be given for a point
LONGEST_NOTE = 500
State = Literal["none", "one", "agreed", "differ", "decided"]


@dataclass(frozen=True, slots=True)
class Grade:
    """What one marker gave for one part of one candidate's answer; his last one counts."""

    who: int
    item: int
    part: int
    points: tuple[float, ...]  # for each key point 0, 0.5 or 1
    by: str
    note: str = ""
    final: bool = False  # a decision between two who differ
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class Graded:
    """What counts for a part, and how it came about."""

    share: float | None  # of the part's marks; None: nobody has marked it, or two differ
    state: State
    grades: tuple[Grade, ...] = ()  # the last of each marker


def share_of(part: Part, points: Sequence[float]) -> float:
    """The share of a part's marks that its points come to."""
    whole = sum(point.weight for point in part.points)
    return sum(point.weight * got for point, got in zip(part.points, points, strict=True)) / whole


def graded(part: Part, grades: Iterable[Grade]) -> Graded:
    """What counts of all that was given for a part."""
    last: dict[tuple[str, bool], Grade] = {(each.by, each.final): each for each in grades}
    own = tuple(each for each in last.values() if not each.final)
    finals = [each for each in last.values() if each.final]
    if finals:
        decided = max(finals, key=lambda each: each.at)
        return Graded(share_of(part, decided.points), "decided", (*own, decided))
    shares = [share_of(part, each.points) for each in own]
    if len(shares) < 2:
        return Graded(shares[0] if shares else None, "one" if shares else "none", own)
    if max(shares) - min(shares) > APART + 1e-9:
        return Graded(None, "differ", own)
    return Graded(sum(shares) / len(shares), "agreed", own)


def parts_of(question: Question, texts: Mapping[int, str], grades: Sequence[Grade]) -> tuple[Graded, ...]:
    """What counts for every part of a question: what marks itself, what examiners gave, nothing for what is empty."""
    found = []
    for at, part in enumerate(question.parts):
        text = texts.get(at, "")
        if part.form != "text":
            found.append(Graded(chosen(part, text).share, "agreed"))
        elif not text.strip() and question.oral is None:
            found.append(Graded(0.0, "agreed"))
        else:
            found.append(graded(part, (each for each in grades if each.part == at)))
    return tuple(found)


def whole_share(question: Question, parts: Sequence[Graded]) -> float | None:
    """The share of a question's marks; None while a part is undecided."""
    if any(each.share is None for each in parts):
        return None
    whole = sum(part.weight for part in question.parts)
    return sum(part.weight * (each.share or 0.0) for part, each in zip(question.parts, parts, strict=True)) / whole


def grade_from(record: Mapping[str, Any]) -> Grade:
    """A mark as a record holds it."""
    return Grade(
        record["who"], record["item"], record["part"], tuple(map(float, record["points"])), record["by"],
        record.get("note", ""), bool(record.get("final", False)), record["at"],
    )  # fmt: skip
