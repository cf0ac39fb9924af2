"""What came of a living table: what was missed, what was ruled otherwise, how long it took, and the clause."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.base.opened import trees

if TYPE_CHECKING:
    from app.study.table.living import Finding, LivingTable
    from app.study.table.model import Score

VERDICTS = {"right": "裁对了", "wrong": "裁错了", "missed": "没有看见", "groundless": "没有违规而裁了"}


@dataclass(frozen=True, slots=True)
class Line:
    """One irregularity in the debrief."""

    verdict: str
    title: str
    when: str  # 第 12 个动作看得见，3 秒叫停
    ruled: str  # what was ruled
    right: str  # what the tree rules
    cites: tuple[str, ...]
    because: tuple[str, ...] = ()  # questions answered otherwise than it was


@dataclass(frozen=True, slots=True)
class Debrief:
    """What came of a table."""

    score: Score
    lines: tuple[Line, ...]

    @property
    def text(self) -> str:
        """In one sentence."""
        if not self.lines:
            return "这一桌没有违规，也没有裁决。"
        counted = [(VERDICTS[each], sum(1 for line in self.lines if line.verdict == each)) for each in VERDICTS]
        return "，".join(f"{words} {number} 次" for words, number in counted if number) + "。"


def debriefed(table: LivingTable[Any]) -> Debrief:
    """What came of a table, so far."""
    return Debrief(table.score(), tuple(_line(each) for each in table.findings))


def _line(each: Finding) -> Line:
    seconds = f"，{each.took / 1000:.0f} 秒叫停" if each.took else ""
    when = f"第 {each.shown_at} 个动作看得见{seconds}" if each.shown_at else ""
    if each.called:
        when += "，有人叫了裁判"
    ruled = each.ruled.outcome.ruling if each.ruled is not None else ""
    right = each.right.outcome.ruling if each.right is not None else ""
    cites = each.right.cites if each.right is not None else each.ruled.cites if each.ruled is not None else ()
    because = tuple(f"{label}：答了“{given}”，应是“{due}”" for label, given, due in each.answered)
    if each.verdict == "wrong" and each.right is not None and each.tree != each.right.entry.id:
        title = trees().tree(each.tree).title if each.tree else "别的"
        because = (f"照“{title}”裁，应照“{each.right.entry.title}”", *because)
    return Line(each.verdict, each.title, when, ruled, right, cites, because)
