"""Results of a round out of a pasted list, a CSV or a workbook: bad rows are said one by one, good ones taken.

``3 A 9`` is table 3, ``1-8 A 9`` and ``1 8 A 9`` are those two; ``弃权`` or ``迟到`` instead of a level is a forfeit of that side.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.events.tabular import GridError, Row, from_file, from_text
from app.journal.competition import ResultBody
from app.tools.competition import scoring
from app.tools.competition.meetings import Meeting, PlanError, Round
from app.tools.competition.scoring import Rules

if TYPE_CHECKING:
    from app.tools.competition.competition import Competition

HOW = {
    "levels": "每行一桌：桌号 甲方级数 乙方级数，如 3 A 9；过A写 A+。也可写编号：1-8 A 9；级分写 1-8 18:8。",
    "standard": "每行一桌：桌号 甲方级数 乙方级数，如 3 A 9；也可写编号：1-8 A 9；标准分写 1-8 14:6。",
    "winner": "每行一桌：桌号 1 0 是甲方胜，0 1 是乙方胜；也可写编号：1-8 1 0。",
    "points": "每行一桌：桌号 甲方得分 乙方得分，如 3 12.5 7.5；也可写编号：1-8 12.5 7.5。",
}
_FORFEIT = re.compile(r"(弃权|棄權|迟到|遲到|判负|判負|退出)")
_LEVEL = {"过A": "A+", "過A": "A+", "A+": "A+", "T": "10"}
_LEVELS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "A+")
_TABLE = re.compile(r"(?:第)?([A-Za-z]{0,3}\d{1,4}[A-Za-z]?)(?:桌|台|号桌)?")
_HEADINGS = {"桌号", "台号", "桌", "编号", "甲方", "乙方", "主队", "客队", "table", "甲", "乙"}


@dataclass(frozen=True, slots=True)
class Read:
    """What was read of a list, and what of it could not be."""

    results: tuple[ResultBody, ...]
    faults: tuple[str, ...]


def from_pasted(competition: Competition, round_: Round, text: str) -> Read:
    """Read results that were typed or pasted."""
    return _read(competition, round_, lambda: from_text(text.replace("：", ":")))


def from_bytes(competition: Competition, round_: Round, data: bytes) -> Read:
    """Read results from a file, CSV or XLSX."""
    return _read(competition, round_, lambda: from_file(data))


def _read(competition: Competition, round_: Round, rows: Callable[[], tuple[list[Row], bool]]) -> Read:
    try:
        found, _ = rows()
    except GridError as fault:
        return Read((), (str(fault),))
    results: dict[str, ResultBody] = {}
    faults: list[str] = []
    for row in found:
        cells = [cell.strip() for cell in row.cells if cell.strip()]
        if not cells or (row is found[0] and any(cell in _HEADINGS for cell in cells)):
            continue
        try:
            body = _row(competition.rules, round_, cells)
        except PlanError as fault:
            faults.append(f"第{row.number}行“{' '.join(cells)[:24]}”：{fault}")
            continue
        if body.meeting in results:
            faults.append(f"第{row.number}行：这两对前面已有一行，只收了前一行。")
            continue
        results[body.meeting] = body
    if not results and not faults:
        faults.append("没有成绩；请粘贴或选择一份有内容的成绩单。")
    return Read(tuple(results.values()), tuple(faults))


def _row(rules: Rules, round_: Round, cells: list[str]) -> ResultBody:
    meeting, home, rest = _whose(round_, cells)
    if len(rest) == 1 and ":" in rest[0]:
        rest = rest[0].split(":")
    if len(rest) != 2:
        raise PlanError("要写双方各一个成绩，如 A 9。")
    if meeting.home != home:
        rest = rest[::-1]
    return result(rules, meeting, rest[0], rest[1])


def _whose(round_: Round, cells: list[str]) -> tuple[Meeting, str | None, list[str]]:
    """The meeting of a row, whose result stands first, and the rest of the cells."""
    playing = [meeting for meeting in round_.meetings if meeting.is_known]
    names = {str(n) for m in playing for n in (m.home, m.away)}
    for at in range(1, len(cells[0])):
        one, mark, other = cells[0][:at], cells[0][at], cells[0][at + 1 :]
        if mark in "-－—:" and one in names and other in names:
            return _of_two(playing, one, other), one, cells[1:]
    if len(cells) >= 4 and cells[0] in names and cells[1] in names:
        return _of_two(playing, cells[0], cells[1]), cells[0], cells[2:]
    table = _TABLE.fullmatch(cells[0])
    if table is not None:
        for meeting in playing:
            if meeting.table == table[1]:
                return meeting, meeting.home, cells[1:]
    raise PlanError(f"这一轮没有“{cells[0]}”桌，也没有这两对；请写桌号或“编号-编号”。")


def _of_two(playing: list[Meeting], one: str, other: str) -> Meeting:
    for meeting in playing:
        if {meeting.home, meeting.away} == {one, other}:
            return meeting
    raise PlanError(f"{one}号与{other}号这一轮不相遇；请核对对阵。")


def result(rules: Rules, meeting: Meeting, home: str, away: str) -> ResultBody:
    """A result from what is written of both sides. Raises :class:`PlanError` with one sentence."""
    about: dict[str, Any] = {"meeting": meeting.id, "home": str(meeting.home), "away": str(meeting.away)}
    gone = [bool(_FORFEIT.search(each)) for each in (home, away)]
    if any(gone):
        said = home if gone[0] else away
        ground = rules.law.ground_heard(said)
        return ResultBody(**about, forfeit="both" if all(gone) else "home" if gone[0] else "away", ground=ground)
    levels = [_LEVEL.get(each.upper(), each.upper()) for each in (home, away)]
    if rules.plan.scoring in ("levels", "standard") and all(each in _LEVELS for each in levels):
        body = ResultBody(**about, levels=((levels[0], levels[1]),))
    else:
        try:
            scores = float(home), float(away)
        except ValueError:
            raise PlanError(f"看不懂“{home} {away}”，应是级数（2至10、J、Q、K、A、A+）或得分。") from None
        body = ResultBody(**about, scores=((_plain(scores[0]), _plain(scores[1])),))
    scoring.outcome(rules, meeting, body)
    return body


def _plain(number: float) -> int | float:
    return int(number) if number.is_integer() else number
