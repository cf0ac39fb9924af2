"""Time limits: of a play, of taking and discarding the bottom (27p2), of being late (20)."""

from __future__ import annotations

import math
import re
from typing import Any, Literal

from decision_trees.functions import RuleInputError, rule
from decision_trees.shengji.regulations import time_limit

_J = "shengji-40:"

Action = Literal["lead", "first_lead", "follow", "discard", "bottom"]
Lateness = Literal["none", "warning", "forfeit"]


def limit_for(action: Action) -> int:
    """Seconds allowed (27p2): to lead, to follow or discard, to take and put away the bottom."""
    kinds = {"lead": "lead", "first_lead": "lead", "follow": "follow", "discard": "follow", "bottom": "bottom"}
    return time_limit(kinds[action])


def is_delay(action: Action, seconds: float) -> bool:
    """Is it a delay (拖延): more than the limit, which itself still is in time (27p2)?"""
    _check(seconds, "秒数")
    return seconds > limit_for(action)


def lateness(minutes: float) -> Lateness:
    """A side late by so many minutes: more than 5 a warning, more than 15 a forfeit (20)."""
    _check(minutes, "迟到分钟数")
    if minutes > time_limit("late_forfeit"):
        return "forfeit"
    return "warning" if minutes > time_limit("late_warning") else "none"


def _check(number: float, what: str) -> None:
    if not math.isfinite(number) or number < 0:
        raise RuleInputError(f"{what}不能是{number:g}。")


@rule("shengji.lateness", _J + "20")
def lateness_of(A: float, B: float) -> dict[str, Any]:
    """What follows for either side from being so many minutes late (20)."""
    return {"A": lateness(A), "B": lateness(B)}


@rule("shengji.time_check", _J + "27p2")
def time_check(action: Action, seconds: float) -> dict[str, Any]:
    """The time limit of an action, and whether so many seconds are a delay (27p2)."""
    return {"limit": limit_for(action), "delay": is_delay(action, seconds)}


@rule("shengji.late_by", _J + "20")
def late_by(started: str, arrived: str) -> dict[str, Any]:
    """按钟表，从裁判长宣布开始到入座迟到多久，怎样处理（第二十条）；时刻写作 9:00 或 9:15:40。"""
    seconds = _seconds(arrived, "入座的时刻") - _seconds(started, "宣布开始的时刻")
    if seconds < 0:
        raise RuleInputError(f"入座的时刻{arrived}早于宣布开始的时刻{started}，没有迟到的请写同一时刻。")
    minutes, rest = divmod(seconds, 60)
    return {
        "minutes": minutes,
        "seconds": rest,
        "said": f"{minutes}分{rest}秒" if rest else f"{minutes}分钟",
        "late": lateness(seconds / 60),
    }


def _seconds(text: str, what: str) -> int:
    found = re.fullmatch(r"\s*(\d{1,2})[:：](\d{2})(?:[:：](\d{2}))?\s*", text)
    hours, minutes, seconds = (int(part or 0) for part in found.groups()) if found else (24, 0, 0)
    if hours > 23 or minutes > 59 or seconds > 59:
        raise RuleInputError(f"{what}应写作 9:00 或 9:15:40，现在是“{text}”。")
    return (hours * 60 + minutes) * 60 + seconds
