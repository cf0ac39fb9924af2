"""A question in parts on paper: what each part asks with lines to write on, and its key with the points and their marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.exams.paper import LETTERS, marks_text
from app.papers.sheet import SMALL

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.exams.paper import Item
    from app.papers.sheet import Sheet
    from app.study.parts import Part

INDENT = 7.0  # mm
_FORMS = {
    "several": "（选出全部对的，多选、漏选扣分）",
    "order": "（写出次序）",
    "one": "",
    "fill": "",
    "text": "",
}


def numbered(at: int) -> str:
    """The number of a part: (1)."""
    return f"({at + 1})"


def part_marks(item: Item) -> tuple[float, ...]:
    """What each part of an item is worth."""
    whole = sum(part.weight for part in item.question.parts)
    return tuple(item.marks * part.weight / whole for part in item.question.parts)


def print_parts(sheet: Sheet, item: Item, say: Callable[[str], str] = str) -> None:
    """Print what the parts of a question ask, each with room for its answer."""
    for at, (part, marks) in enumerate(zip(item.question.parts, part_marks(item), strict=True)):
        told = f"{part.ask}{_FORMS[part.form]}（{marks_text(round(marks, 2))} 分）"
        sheet.keep(30)
        sheet.text(say(told), mark=numbered(at), indent=INDENT)
        for place, option in enumerate(part.options):
            sheet.text(option, mark=f"{LETTERS[place]}.", indent=2 * INDENT)
        sheet.blanks(part.lines if part.form == "text" else 1)


def right_words(part: Part) -> str:
    """What is right: the letters, what may stand in the blank, or the answer in full."""
    if part.form == "text":
        return part.model
    if part.form == "fill":
        return "；也可写作".join(part.accepted)
    joint = " → " if part.form == "order" else ""
    return joint.join(LETTERS[at] for at in part.right)


def print_key(sheet: Sheet, item: Item, say: Callable[[str], str] = str) -> None:
    """Print the model answer of each part, and its key points with what each is worth."""
    for at, (part, marks) in enumerate(zip(item.question.parts, part_marks(item), strict=True)):
        sheet.keep(24)
        sheet.text(say(f"{part.ask}（{marks_text(round(marks, 2))} 分）"), mark=numbered(at), indent=INDENT)
        sheet.text(say(right_words(part)), indent=2 * INDENT, bold=True)
        whole = sum(point.weight for point in part.points)
        for point in part.points:
            worth = marks_text(round(marks * point.weight / whole, 2))
            sheet.text(say(f"{point.text}　（{worth} 分）"), SMALL, mark="·", indent=2 * INDENT)
        if part.model and part.form != "text":
            sheet.text(say(part.model), SMALL, indent=2 * INDENT, grey=True)
