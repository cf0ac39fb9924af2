"""What the marking page shows: what is still to be marked, and one answer at a time with its model, key points and proposal.

A marker sees no name, and what another marker gave only when he has given his own; where two differ it says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.exams.drawing import whole_stem
from app.exams.grading import share_of
from app.exams.printed_parts import part_marks, right_words
from app.exams.proposing import proposed
from app.exams.room import RoomError

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.exams.clauses_named import Reader
    from app.exams.grading import Grade, Graded
    from app.exams.room import Room
    from app.study.parts import Part

SAID = {"none": "没有评", "one": "一人评过", "agreed": "已评", "differ": "两人相差", "decided": "已定"}


def overview(room: Room, by: str) -> dict[str, Any]:
    """Everything that was written, and how far each answer is marked; nobody's name, and none of the other marker's marks."""
    rows = []
    for at, item in enumerate(room.paper.items):
        if not item.question.parts or item.question.oral is not None:
            continue  # what was said aloud is marked where it is heard
        for one in room.present:
            states = [each.state for each in room.grades_of(one, at)]
            mine = {each.part for each in room.grades if (each.who, each.item, each.by) == (one.id, at, by)}
            texts = [part for part in _texts(item.question.parts) if one.written.get(at, {}).get(part, "").strip()]
            worst = next((each for each in ("differ", "none", "one") if each in states), "agreed")
            rows.append({"who": one.id, "item": at, "state": worst, "words": SAID[worst], "mine": mine >= set(texts)})
    ended = room.ended is not None
    return {"do": "marking", "title": room.paper.title, "ended": ended, "rows": rows if ended else []}


def sheet(
    room: Room, who: object, item: object, by: str, read: Reader, label: Callable[[str], str] = str
) -> dict[str, Any]:
    """One candidate's answer to one question, as a marker sees it; ``label`` names a clause. Raises :class:`RoomError`."""
    one = room.by_id(who)
    items = room.paper.items
    if room.ended is None:
        raise RoomError("先结束考试，再评分。")
    if (
        isinstance(item, bool)
        or not isinstance(item, int)
        or not 0 <= item < len(items)
        or not items[item].question.parts
    ):
        raise RoomError("没有这道书写的题。")
    question = items[item].question
    texts = [one.written.get(item, {}).get(at, "") for at in range(len(question.parts))]
    found = proposed(question, texts, read)
    counted = room.grades_of(one, item)
    parts = []
    for at, (part, marks) in enumerate(zip(question.parts, part_marks(items[item]), strict=True)):
        given = [each for each in counted[at].grades if each.part == at]
        own = next((each for each in given if each.by == by and not each.final), None)
        worth = [marks * point.weight / sum(each.weight for each in part.points) for point in part.points]
        parts.append({
            "ask": part.ask, "form": part.form, "text": texts[at], "model": right_words(part), "marks": round(marks, 2),
            "points": [[point.text, each] for point, each in zip(part.points, worth, strict=True)],
            "proposed": [got.share for got in found[at].points],
            "by": [
                "、".join(map(label, got.by.split("、"))) if point.cites and got.by else got.by
                for point, got in zip(part.points, found[at].points, strict=False)  # one that marks itself has no points
            ],
            "share": found[at].share, "doubts": list(found[at].doubts),
            "mine": list(own.points) if own is not None else None, "note": own.note if own is not None else "",
            "others": [_shown(part, each, marks) for each in given if each is not own] if own is not None else [],
            "state": counted[at].state if _may_see(own, counted[at]) else "none", "got": _got(own, counted[at], marks),
        })  # fmt: skip
    return {
        "do": "sheet",
        "who": one.id,
        "item": item,
        "stem": whole_stem(question),
        "why": question.why,
        "parts": parts,
    }


def _texts(parts: tuple[Part, ...]) -> list[int]:
    return [at for at, part in enumerate(parts) if part.form == "text"]


def _may_see(own: Grade | None, counted: Graded) -> bool:
    return own is not None or not counted.grades


def _got(own: Grade | None, counted: Graded, marks: float) -> float | None:
    return None if counted.share is None or not _may_see(own, counted) else round(counted.share * marks, 2)


def _shown(part: Part, grade: Grade, marks: float) -> dict[str, Any]:
    return {
        "by": grade.by, "points": list(grade.points), "final": grade.final, "note": grade.note,
        "got": round(share_of(part, grade.points) * marks, 2),
    }  # fmt: skip
