"""Time limits: of a play, of taking and discarding the bottom (27p2), of being late (20)."""

from __future__ import annotations

import math
import re
from typing import Any, Literal

from decision_trees import notation
from decision_trees.functions import RuleInputError, rule
from decision_trees.shengji.numbers import time_limit

MINUTE = 60  # seconds, as an hour has minutes

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


@rule("shengji.lateness", "shengji-40:20", title="双方迟到怎样处理")
def lateness_of(A: float, B: float) -> dict[str, Any]:
    """What follows for either side from being so many minutes late: ``none``, ``warning`` or ``forfeit`` (20).

    ``A``, ``B``: minutes of the two sides; the limit itself still is in time. Raises RuleInputError for a number below
    0.
    """
    return {"A": lateness(A), "B": lateness(B)}


@rule("shengji.time_check", "shengji-40:27p2", title="这个动作的时限，超时没有")
def time_check(action: Action, seconds: float) -> dict[str, Any]:
    """The time limit of an action in seconds, and whether so many seconds are a delay (27p2).

    ``action``: ``lead`` and ``first_lead`` have one limit, ``follow`` and ``discard`` another, ``bottom`` is to take
    and put away the bottom: the ``stage`` is then that all is drawn. The limit itself still is in time. Raises RuleInputError for
    a number of seconds below 0.
    """
    return {
        "limit": limit_for(action),
        "delay": is_delay(action, seconds),
        "stage": "drawn" if action == "bottom" else None,
    }


@rule("shengji.late_by", "shengji-40:20", title="迟到多久，怎样处理")
def late_by(started: str | None = None, arrived: str | None = None, late_for: str | None = None) -> dict[str, Any]:
    """How late somebody came, and what follows: ``none``, ``warning`` or ``forfeit`` (20).

    ``started`` and ``arrived``: times of day, ``9:00`` or ``9:15:40``, of the announced start and of sitting down; or
    ``late_for``: a time in Chinese minutes and seconds, as ``said`` gives it. All is null where neither is given.
    Raises RuleInputError for what is no time, and for arriving before the start.
    """
    if late_for is not None:
        seconds = _duration(late_for)
    elif started is not None and arrived is not None:
        seconds = _seconds(arrived, "入座的时刻") - _seconds(started, "宣布开始的时刻")
        if seconds < 0:
            raise RuleInputError(f"入座的时刻{arrived}早于宣布开始的时刻{started}，没有迟到的请写同一时刻。")
    else:
        return dict.fromkeys(("minutes", "seconds", "said", "late"))
    minutes, rest = divmod(seconds, MINUTE)
    return {
        "minutes": minutes,
        "seconds": rest,
        "said": f"{minutes}分{rest}秒" if rest else f"{minutes}分钟",
        "late": lateness(seconds / MINUTE),
    }


def _duration(text: str) -> int:
    """Seconds of ``15分40秒``, ``15分钟`` or ``40秒``."""
    found = re.fullmatch(r"\s*(?:(\d{1,3})\s*分钟?)?\s*(?:(\d{1,2})\s*秒)?\s*", text)
    if found is None or not any(found.groups()):
        raise RuleInputError(f"迟到了多久应写作 15分40秒 或 7分，现在是“{text}”。")
    return int(found[1] or 0) * MINUTE + int(found[2] or 0)


def _seconds(text: str, what: str) -> int:
    found = re.fullmatch(r"\s*(\d{1,2})[:：](\d{2})(?:[:：](\d{2}))?\s*", text)
    hours, minutes, seconds = (int(part or 0) for part in found.groups()) if found else (0, MINUTE, 0)
    if hours >= notation.DAY or minutes >= MINUTE or seconds >= MINUTE:
        raise RuleInputError(f"{what}应写作 9:00 或 9:15:40，现在是“{text}”。")
    return (hours * MINUTE + minutes) * MINUTE + seconds


@rule("shengji.late_sides", "shengji-40:20", title="双方迟到的处理分给哪一方")
def late_sides(ns: Lateness, ew: Lateness) -> dict[str, Any]:
    """Which side alone is warned for being late, which alone forfeits, and who its opponents are (20).

    ``ns``, ``ew``: what follows for either side. Null where it is neither side or both.
    """
    late = {"NS": ns, "EW": ew}

    def only(kind: Lateness) -> str | None:
        sides = [side for side, own in late.items() if own == kind]
        return sides[0] if len(sides) == 1 else None

    forfeits = only("forfeit")
    return {
        "warned": only("warning"),
        "forfeits": forfeits,
        "opponents": None if forfeits is None else "EW" if forfeits == "NS" else "NS",
    }
