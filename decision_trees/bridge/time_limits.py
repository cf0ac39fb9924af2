"""Time limits after a session: correcting the score (79C), requests and appeals (92B)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from decision_trees import tables
from decision_trees.functions import RuleInputError

BOOK = "bridge-1999"

HOUR = 60
DAY = 24 * HOUR


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day, in minutes after midnight."""

    minutes: int

    def __str__(self) -> str:
        return f"{self.minutes // HOUR:02d}:{self.minutes % HOUR:02d}"

    @classmethod
    def parse(cls, text: str) -> Clock:
        """The time written ``HH:MM``, 00:00 to 23:59."""
        found = re.fullmatch(r"([0-9]{1,2}):([0-9]{2})", text)
        if found is None or int(found[1]) * HOUR >= DAY or int(found[2]) >= HOUR:
            raise RuleInputError(f"“{text}”不是时刻，应写作 时：分，从 00:00 至 23:59。")
        return cls(int(found[1]) * HOUR + int(found[2]))


@dataclass(frozen=True, slots=True)
class Deadline:
    """The last minute that is still in time."""

    at: Clock
    next_day: bool


def allowed_minutes(kind: Literal["correction", "appeal"], organizer: int | None) -> int:
    """Minutes after the official score is posted: the book's, unless the sponsoring organisation says otherwise."""
    if organizer is None:
        return int(tables.value(BOOK, "limits", f"{kind}-minutes"))
    if organizer < 1:
        raise RuleInputError(f"主办机构规定的时限应至少 1 分钟，现在是 {organizer}。")
    return organizer


def deadline(posted: Clock, minutes: int) -> Deadline:
    """When the time runs out. Raises :class:`RuleInputError` when that is later than the next day."""
    days, rest = divmod(posted.minutes + minutes, DAY)
    if days > 1:
        raise RuleInputError(f"时限 {minutes} 分钟超出了次日，只用时刻说不清，请按日期计算。")
    return Deadline(Clock(rest), days == 1)


def in_time(posted: Clock, made: Clock, minutes: int) -> bool:
    """Was it made within the limit, the last minute included (D-18)?

    With times of day only, what was made is taken to lie on the day that brings it nearest to the posting: shortly before
    the posting is in time too, and after midnight belongs to the evening before.
    """
    after = (made.minutes - posted.minutes) % DAY
    return after <= minutes or after > DAY // 2
