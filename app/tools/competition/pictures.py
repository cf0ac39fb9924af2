"""Brackets and the plan of the tables as boxes, lines and words in one unit, for a screen, a paper and a page alike."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.tools.competition.meetings import BYE, Meeting, Round
from app.tools.competition.tables import at_compass, score_of, side_names

if TYPE_CHECKING:
    from app.tools.competition.competition import Competition

BOX, HIGH = 100.0, 34.0
ACROSS, DOWN = 26.0, 8.0  # between boxes
HEAD = 18.0
TABLE = 120.0
PER_ROW = 4


@dataclass(frozen=True, slots=True)
class Box:
    """A box with lines of words: the words, and whether they stand out."""

    x: float
    y: float
    width: float
    height: float
    lines: tuple[tuple[str, bool], ...]
    mark: str = ""  # in its lower corner
    seats: tuple[str, str, str, str] = ("", "", "", "")  # at its sides: north, east, south, west


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture."""

    width: float
    height: float
    boxes: tuple[Box, ...] = ()
    lines: tuple[tuple[float, float, float, float], ...] = ()
    words: tuple[tuple[float, float, str], ...] = ()  # headings: left, top


def bracket(found: Competition) -> Drawing | None:
    """The bracket as far as it has come; None where there is none."""
    meetings = [m for m in found.meetings() if m.in_bracket]
    if not meetings:
        return None
    upper = [m for m in meetings if m.part != "losers"]
    lower = [m for m in meetings if m.part == "losers"]
    boxes: dict[str, Box] = {}
    lines: list[tuple[float, float, float, float]] = []
    words: list[tuple[float, float, str]] = []
    first = min(m.round for m in meetings)
    bottom = _part(found, upper, first, 0.0, boxes, lines)
    if lower:
        words.append((0.0, bottom + DOWN, "负区"))
        bottom = _part(found, lower, first, bottom + HEAD, boxes, lines)
    rounds = sorted({m.round for m in meetings})
    words += [((r - first) * (BOX + ACROSS), 0.0, each.title) for r in rounds if (each := found.round(r)) is not None]
    width = max(box.x + box.width for box in boxes.values())
    return Drawing(width, bottom, tuple(boxes.values()), tuple(lines), tuple(words))


def _part(
    found: Competition,
    meetings: list[Meeting],
    first: int,
    top: float,
    boxes: dict[str, Box],
    lines: list[tuple[float, float, float, float]],
) -> float:
    """Place the meetings of a part round after round, each between those it is fed from; returns how far down it reaches."""
    bottom = top + HEAD
    free: dict[int, float] = {}
    for meeting in meetings:
        x = (meeting.round - first) * (BOX + ACROSS)
        fed = [boxes[each] for each in meeting.feeders if each in boxes and boxes[each].y >= top]
        y = free.get(meeting.round, top + HEAD)
        if fed:
            y = max(y, sum(box.y for box in fed) / len(fed))
        boxes[meeting.id] = Box(x, y, BOX, HIGH, _sides(found, meeting), _mark(found, meeting))
        free[meeting.round] = y + HIGH + DOWN
        bottom = max(bottom, y + HIGH)
        for box in fed:
            middle = x - ACROSS / 2
            start, end = box.y + box.height / 2, y + HIGH / 2
            lines += [(box.x + box.width, start, middle, start), (middle, start, middle, end), (middle, end, x, end)]
    return bottom


def _sides(found: Competition, meeting: Meeting) -> tuple[tuple[str, bool], ...]:
    winner = found.outcome(meeting).winner
    said = []
    for side, entrant, source in (
        ("home", meeting.home, meeting.sources[0]),
        ("away", meeting.away, meeting.sources[1]),
    ):
        text = found.said(entrant) if entrant is not None else source or "待定"
        said.append((text, winner == side and entrant != BYE and entrant is not None))
    return tuple(said)


def _mark(found: Competition, meeting: Meeting) -> str:
    score = score_of(found, meeting)
    return " ".join(part for part in (meeting.stage if meeting.part == "third" else "", score) if part)


COURSE = 24
"""Entrants of a chart at most: more lines cannot be told apart."""
_STEP, _LINE, _NAMES = 46.0, 15.0, 88.0


def course(found: Competition) -> Drawing | None:
    """The rank of everybody after each round that is over; None where there is nothing to compare yet."""
    done = [each.number for each in found.rounds if each.meetings and not found.waiting(each)]
    if found.is_knockout or found.plan.format == "groups" or len(done) < 2 or not 2 < len(found.entrants) <= COURSE:
        return None
    places: dict[str, list[int]] = {}
    for number in done:
        for at, row in enumerate(found.standings(number)):
            places.setdefault(row.entrant, []).append(at)
    lines: list[tuple[float, float, float, float]] = []
    words = [(_NAMES + at * _STEP - 12, 0.0, f"{number}轮后") for at, number in enumerate(done)]
    middle = HEAD + 7
    for entrant, own in places.items():
        for at, (before, after) in enumerate(itertools.pairwise(own)):
            lines.append(
                (_NAMES + at * _STEP, middle + before * _LINE, _NAMES + (at + 1) * _STEP, middle + after * _LINE)
            )
        words.append((0.0, HEAD + own[0] * _LINE, cut(found.said(entrant), 7.5)))
        words.append(
            (
                _NAMES + (len(done) - 1) * _STEP + 6,
                HEAD + own[-1] * _LINE,
                f"{own[-1] + 1}　{cut(found.said(entrant), 7.5)}",
            )
        )
    width = _NAMES + (len(done) - 1) * _STEP + 6 + _NAMES + 16
    return Drawing(width, HEAD + len(places) * _LINE + 6, (), tuple(lines), tuple(words))


def table_plan(found: Competition, each: Round, clockwise: bool, per_row: int = PER_ROW) -> Drawing:
    """Where the tables of a round stand and who sits where: the first named sit as the first side, north and south."""
    boxes: list[Box] = []
    known = [meeting for meeting in each.meetings if meeting.is_known]
    step_x, step_y = TABLE + 4 * DOWN, TABLE * 0.8
    first, second = side_names(found)
    compass = at_compass(found)
    for number, meeting in enumerate(known):
        line, place = divmod(number, per_row)
        home, away = found.said(meeting.home), found.said(meeting.away)
        boxes.append(
            Box(
                place * step_x + 22, HEAD + line * step_y + 16, TABLE - 30, TABLE * (0.36 if compass else 0.55),
                (
                    (f"{meeting.table}桌", True), ("顺时针" if clockwise else "逆时针", False),
                    *(() if compass else ((f"{first} {home}", False),)), (f"{second} {away}", False),
                ),
                seats=(home, away, home, away) if compass else ("", "", "", ""),
            )
        )  # fmt: skip
    width = max((box.x + box.width + 26 for box in boxes), default=step_x)
    height = max((box.y + box.height + 24 for box in boxes), default=step_y)
    words = ((0.0, 0.0, f"{each.title}　甲方坐{first}，乙方坐{second}" if first != "甲方" else each.title),)
    return Drawing(width, height, tuple(boxes), (), words)


def svg(drawing: Drawing, name: str) -> str:
    """The picture as SVG, with nothing from outside; ``name`` is what a screen reader says of it."""
    from html import escape

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {drawing.width + 4:g} {drawing.height + 4:g}" '
        f'role="img" aria-label="{escape(name)}" style="min-width:{drawing.width:g}px;max-width:{drawing.width * 1.7:g}px">'
    ]
    for x1, y1, x2, y2 in drawing.lines:
        parts.append(f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" class="r"/>')
    for x, y, text in drawing.words:
        parts.append(f'<text x="{x:g}" y="{y + 10:g}" class="h">{escape(text)}</text>')
    for box in drawing.boxes:
        parts.append(
            f'<rect x="{box.x:g}" y="{box.y:g}" width="{box.width:g}" height="{box.height:g}" rx="3" class="b"/>'
        )
        for number, (text, bold) in enumerate(box.lines):
            weight = ' font-weight="700"' if bold else ""
            parts.append(
                f'<text x="{box.x + 4:g}" y="{box.y + 13 + 14 * number:g}"{weight}>{escape(cut(text, 13))}</text>'
            )
        if box.mark:
            parts.append(
                f'<text x="{box.x + box.width - 3:g}" y="{box.y + box.height - 3:g}" text-anchor="end" class="m">'
                f"{escape(box.mark)}</text>"
            )
        for x, y, text in seat_words(box):
            parts.append(f'<text x="{x:g}" y="{y + 8:g}" text-anchor="middle" class="m">{escape(cut(text, 10))}</text>')
    return "".join([*parts, "</svg>"])


def seat_words(box: Box) -> list[tuple[float, float, str]]:
    """The words at the sides of a table: their middle, their top, and what they are."""
    if not any(box.seats):
        return []
    north, east, south, west = box.seats
    middle = box.x + box.width / 2
    return [
        (middle, box.y - 12, f"北 {north}"),
        (middle, box.y + box.height + 2, f"南 {south}"),
        (box.x - 10, box.y + box.height / 2 - 6, f"西 {_number(west)}"),
        (box.x + box.width + 12, box.y + box.height / 2 - 6, f"东 {_number(east)}"),
    ]


def _number(said: str) -> str:
    return said.partition(" ")[0]


def cut(text: str, most: float) -> str:
    """A text that is not longer than so many Chinese characters."""
    wide = 0.0
    for at, character in enumerate(text):
        wide += 0.55 if ord(character) < 256 else 1.0
        if wide > most:
            return text[:at] + "…"
    return text
