"""What the page for examining by word of mouth shows: who is still to be called, the script, the clock, the points to be marked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.exams.oral import Sitting, script_of
from app.exams.printed_parts import part_marks, right_words

if TYPE_CHECKING:
    from app.exams.room import Candidate, Room

WAITING, GOING, HEARD, MARKED = "waiting", "going", "heard", "marked"
SAID = {WAITING: "还没有考", GOING: "正在考", HEARD: "考完，还没有评完", MARKED: "已评"}


def orals(room: Room, by: str) -> dict[str, Any]:
    """Every candidate with every question that is put to him by word of mouth, and how far it is."""
    rows = []
    for at, item in enumerate(room.paper.items):
        if item.question.oral is None:
            continue
        for one in room.present:
            state = _state(room, one, at, by)
            rows.append(
                {
                    "who": one.id,
                    "name": one.name,
                    "number": one.number,
                    "item": at,
                    "state": state,
                    "words": SAID[state],
                }
            )
    open_now = room.started is not None and room.ended is None
    return {"do": "orals", "title": room.paper.title, "open": open_now, "rows": rows}


def _state(room: Room, one: Candidate, item: int, by: str) -> str:
    sitting = one.oral.get(item, Sitting())
    if sitting.began is None:
        return WAITING
    if sitting.ended is None:
        return GOING
    parts = room.paper.items[item].question.parts
    mine = {each.part for each in room.grades if (each.who, each.item, each.by) == (one.id, item, by)}
    return MARKED if len(mine) == len(parts) else HEARD


def oral_sheet(room: Room, who: object, item: object, by: str, now: float) -> dict[str, Any]:
    """One candidate's question as the examiner plays it, with the points as he marked them. Raises ``RoomError``."""
    one = room.by_id(who)
    room.oral_script(item)
    assert isinstance(item, int)
    asked = room.paper.items[item]
    parts = []
    for at, (part, marks) in enumerate(zip(asked.question.parts, part_marks(asked), strict=True)):
        given = [each for each in room.grades if (each.who, each.item, each.part, each.by) == (one.id, item, at, by)]
        whole = sum(point.weight for point in part.points)
        parts.append({
            "ask": part.ask, "model": right_words(part), "marks": round(marks, 2),
            "points": [[point.text, marks * point.weight / whole] for point in part.points],
            "mine": list(given[-1].points) if given else None, "note": given[-1].note if given else "",
        })  # fmt: skip
    sitting = one.oral.get(item, Sitting())
    return {
        "do": "oral", "who": one.id, "name": one.name, "item": item, "number": room.number(one, item),
        "why": asked.question.why, "parts": parts, **script_of(asked.question, sitting, now),
    }  # fmt: skip
