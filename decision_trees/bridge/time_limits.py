"""Time limits after a session: correcting the score (79C), requests and appeals (92B)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from decision_trees import notation
from decision_trees.bridge import limit
from decision_trees.functions import RuleInputError, rule

HOUR = 60


DAY = 24 * HOUR


@dataclass(frozen=True, slots=True)
class TimeOfDay:
    """A time of day, in minutes after midnight."""

    minutes: int

    def __str__(self) -> str:
        return f"{self.minutes // HOUR:02d}:{self.minutes % HOUR:02d}"

    @classmethod
    def parse(cls, text: str) -> TimeOfDay:
        """The time written ``HH:MM``, 00:00 to 23:59."""
        found = notation.clock(text)
        if found is None:
            raise RuleInputError(f"“{text}”不是时刻，应写作 时：分，从 00:00 至 23:59。")
        hour, minute = found.split(":")
        return cls(int(hour) * HOUR + int(minute))


@dataclass(frozen=True, slots=True)
class Deadline:
    """The last minute that is still in time."""

    at: TimeOfDay
    next_day: bool


def allowed_minutes(kind: Literal["correction", "appeal"], organizer: int | None) -> int:
    """Minutes after the official score is posted: the book's, unless the sponsoring organisation says otherwise."""
    if organizer is None:
        return limit(f"{kind}-minutes")
    if organizer < 1:
        raise RuleInputError(f"主办机构规定的时限应至少 1 分钟，现在是 {organizer}。")
    return organizer


def deadline(posted: TimeOfDay, minutes: int) -> Deadline:
    """When the time runs out. Raises :class:`RuleInputError` when that is later than the next day."""
    days, rest = divmod(posted.minutes + minutes, DAY)
    if days > 1:
        raise RuleInputError(f"时限 {minutes} 分钟超出了次日，只用时刻说不清，请按日期计算。")
    return Deadline(TimeOfDay(rest), days == 1)


def in_time(posted: TimeOfDay, made: TimeOfDay, minutes: int) -> bool:
    """Was it made within the limit, the last minute included (D-18)?

    With times of day only, what was made is taken to lie on the day that brings it nearest to the posting: shortly before
    the posting is in time too, and after midnight belongs to the evening before.
    """
    after = (made.minutes - posted.minutes) % DAY
    return after <= minutes or after > DAY // 2


@rule("bridge.correction_deadline", "bridge-1999:79C", title="更正记分的最后时刻")
def correction_deadline(official_score_time: str, organizer_minutes: int | None = None) -> dict[str, Any]:
    """Last minute to correct an error of scoring (79C), ``HH:MM``.

    ``organizer_minutes``: the sponsoring organisation's limit in minutes, by default the book's. Raises RuleInputError
    for what is no time of day or no limit.
    """
    minutes = allowed_minutes("correction", organizer_minutes)
    return {"deadline": str(deadline(TimeOfDay.parse(official_score_time), minutes).at)}


@rule("bridge.appeal_deadline", "bridge-1999:92B", title="申诉的最后时刻")
def appeal_deadline(official_score_time: str, organizer_minutes: int | None = None) -> dict[str, Any]:
    """Last minute to request a ruling or to appeal one (92B), ``HH:MM``, and whether it is on the next day.

    ``official_score_time``: when the official score was posted, a time of day; ``organizer_minutes``: the sponsoring
    organisation's limit in minutes, by default the book's. Raises RuleInputError for what is no time of day, for a
    limit below one minute, or one that ends after the next day.
    """
    found = deadline(TimeOfDay.parse(official_score_time), allowed_minutes("appeal", organizer_minutes))
    return {"deadline": str(found.at), "next_day": found.next_day}


@rule("bridge.appeal_in_time", "bridge-1999:92B", title="申诉是否及时")
def appeal_in_time(official_score_time: str, appeal_time: str, organizer_minutes: int | None = None) -> dict[str, Any]:
    """Was the appeal made in time, the last minute included (92B, open question D-18)?

    Times of day ``HH:MM``; the appeal is taken to lie on the day that brings it nearest to the posting. Raises
    RuleInputError for what is no time of day, or a limit below one minute.
    """
    minutes = allowed_minutes("appeal", organizer_minutes)
    return {"in_time": in_time(TimeOfDay.parse(official_score_time), TimeOfDay.parse(appeal_time), minutes)}


@rule("bridge.minutes_after_score", "bridge-1999:79C", "bridge-1999:92B", title="公布成绩后过了几分钟")
def minutes_after_score(official_score_time: str, raised_time: str) -> dict[str, Any]:
    """Minutes from the posting of the official score to the time something was raised (79C, 92B); negative when before.

    Both are times of day ``HH:MM``; what was raised is taken to lie on the day that brings it nearest to the posting,
    so that after midnight belongs to the evening before. Raises RuleInputError for what is no time of day.
    """
    after = (TimeOfDay.parse(raised_time).minutes - TimeOfDay.parse(official_score_time).minutes) % DAY
    return {"minutes": after - DAY if after > DAY // 2 else after}


@rule("bridge.correction_time", "bridge-1999:79C", "bridge-1999:69B", "bridge-1999:71", title="是否在更正时限以内")
def correction_time(official_score_time: str, raised_time: str, organizer_minutes: int | None = None) -> dict[str, Any]:
    """Was it raised ``in`` time, in the ``last`` minute, or ``late`` (79C; also 69B, 71)?

    Times of day ``HH:MM``; what was raised lies on the day that brings it nearest to the posting, so that before the
    posting is in time. Whether the last minute is still in time is open question D-18. Raises RuleInputError for what
    is no time of day or no limit.
    """
    limit = allowed_minutes("correction", organizer_minutes)
    after = (TimeOfDay.parse(raised_time).minutes - TimeOfDay.parse(official_score_time).minutes) % DAY
    if after > DAY // 2 or after < limit:
        return {"when": "in"}
    return {"when": "last" if after == limit else "late"}


@rule("bridge.last_minute", "bridge-1999:79C", "bridge-1999:92B", title="更正或申诉的最后时刻")
def last_minute(
    kind: Literal["correction", "appeal"], official_score_time: str, organizer_minutes: int | None = None
) -> dict[str, Any]:
    """Until when the score may be corrected (79C) or a ruling appealed (92B), ``HH:MM``, perhaps of the next day.

    ``organizer_minutes``: the sponsoring organisation's limit in minutes, by default the book's. Raises RuleInputError
    for what is no time of day or no limit.
    """
    found = deadline(TimeOfDay.parse(official_score_time), allowed_minutes(kind, organizer_minutes))
    return {"deadline": str(found.at), "next_day": found.next_day}
