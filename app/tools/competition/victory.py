"""Victory points: an event's own table, from how far apart the IMPs of a match are to what winner and loser get.

The law texts hold no such scale, so none is known here: the organiser writes the one of the event.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from app.tools.competition.meetings import PlanError

if TYPE_CHECKING:
    from app.journal.competition import Number

    Table = tuple[tuple[Number, Number, Number], ...]

HOW = (
    "每行一段：IMP差 胜方VP 负方VP，如 0-2 10 10；最后一段写 24以上 20 0，或 24+ 20 0。"
    "从0写起，一段接一段；条文没有这张表，按规程填。"
)
MOST_LINES = 200
_RANGE = re.compile(r"(\d{1,4})(?:[-–—~至到](\d{1,4})|(以上|及以上|\+))?")
_POINTS = re.compile(r"\d{1,4}(?:\.\d{1,4})?")
_APART = re.compile(r"[\s,，;；:：、]+")


def read_table(text: str) -> Table:
    """Read a table as it is written, one range a line: where each begins, what the winner and what the loser gets.

    Raises :class:`PlanError` with one sentence for the first line that cannot be.
    """
    rows: list[tuple[Number, Number, Number]] = []
    expected, closed = 0, False
    lines = [line.strip() for line in text.splitlines()]
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        said = f"VP表第{number}行“{line[:24]}”："
        if closed:
            raise PlanError(f"{said}前一行已写到“以上”，后面不能再有；请改正或删去。")
        if len(rows) == MOST_LINES:
            raise PlanError(f"VP表至多{MOST_LINES}行；请合并相同的段。")
        cells = _APART.split(line)
        span = _RANGE.fullmatch(cells[0])
        if len(cells) != 3 or span is None or not all(_POINTS.fullmatch(cell) for cell in cells[1:]):
            raise PlanError(f"{said}看不懂，应写IMP差、胜方VP、负方VP，如 0-2 10 10。")
        first, last = int(span[1]), int(span[2] or span[1])
        if first != expected:
            gap = f"{expected}没有写到" if first > expected else f"{first}前面已经写过"
            raise PlanError(f"{said}应从{expected}起，IMP差{gap}；请改成一段接一段。")
        if last < first:
            raise PlanError(f"{said}一段的起点大于终点；请改正。")
        rows.append((first, _number(cells[1]), _number(cells[2])))
        expected, closed = last + 1, bool(span[3])
    if not rows:
        raise PlanError("VP表是空的；请写上各段，或不用VP表。")
    if not closed:
        raise PlanError(f"VP表最后一段要写到“以上”，如 {expected}以上 20 0；不然差得更多的没有VP。")
    check_table(tuple(rows))
    return tuple(rows)


def check_table(table: Table) -> None:
    """Raise :class:`PlanError` for what no table of victory points is, with one sentence."""
    if not table:
        return
    if any(len(row) != 3 for row in table) or table[0][0] != 0:
        raise PlanError("VP表每段是IMP差、胜方VP、负方VP三个数，从0写起；请改正。")
    if table[0][1] != table[0][2]:
        raise PlanError("IMP差0是平局，双方的VP应一样；请另写 0 一段。")
    before = table[0]
    for row in table:
        first, winner, loser = row
        if winner < loser:
            raise PlanError(f"IMP差{first:g}起：胜方的VP（{winner:g}）少于负方（{loser:g}）；请改正。")
        if row is not table[0] and first <= before[0]:
            raise PlanError(f"VP表的IMP差应越写越大，{first:g}在{before[0]:g}以后；请改正。")
        if winner < before[1] or loser > before[2]:
            raise PlanError(f"IMP差{first:g}起：差得更多，胜方的VP不应更少，负方的不应更多；请改正。")
        before = row


def points_of(table: Table, home: float, away: float) -> tuple[Number, Number]:
    """What the two of a match get for their IMPs."""
    apart = abs(home - away)
    _, winner, loser = next(row for row in reversed(table) if row[0] <= apart)
    return (winner, loser) if home >= away else (loser, winner)


def written(table: Table) -> str:
    """A table as it is written."""
    lines = []
    for row, after in zip(table, [*table[1:], None], strict=True):
        first = int(row[0])
        span = (
            f"{first}以上" if after is None else f"{first}-{int(after[0]) - 1}" if after[0] - 1 > first else str(first)
        )
        lines.append(f"{span} {row[1]:g} {row[2]:g}")
    return "\n".join(lines)


def _number(text: str) -> Number:
    value = float(text)
    return int(value) if value.is_integer() else value
