"""A plan of study on paper: a line a day, with room to tick it off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.base.words import GAMES
from app.papers.sheet import BODY, SMALL, Sheet

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.study.plan import StudyPlan


def study_plan(plan: StudyPlan, say: Callable[[str], str] = str) -> bytes:
    """Return a plan as PDF."""
    until = f"{plan.until.year}年{plan.until.month}月{plan.until.day}日"

    name = f"{GAMES[plan.game]} 学习计划"
    sheet = Sheet(name, say(f"{name} · 考试 {until}"), say)
    sheet.title(say(name), say(f"考试：{until}"))
    sheet.text(say(plan.remark()), SMALL, grey=True)
    month = 0
    for day in plan.days:
        if day.day.month != month:
            month = day.day.month
            sheet.heading(f"{day.day.year}年{month}月")
        sheet.text(say(day.line()), BODY, mark="□")
    return sheet.finish()
