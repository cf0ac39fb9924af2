"""Lateness, slow play, the end of a round, appeals in time (rules 14.1.3, 21, 22 and 39; supplement 1)."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

from decision_trees import notation, tables
from decision_trees.functions import RuleInputError, rule
from decision_trees.guandan import levels
from decision_trees.guandan.numbers import SUPPLEMENT, Regime, RegimeCode, limit
from decision_trees.guandan.seats import OffenderCode, SeatCode, Side, side_of

_B, _S = "guandan-2017:", "guandan-supplement:"

SECONDS_PER_MINUTE = 60


@dataclass(frozen=True, slots=True)
class Lateness:
    """What being late costs; ``opponents_advance`` is None where no text says, ``at`` the clause of the supplement."""

    forfeit: bool
    opponents_advance: int | None = None
    at: str | None = None


def _not_negative(value: float, what: str) -> None:
    if not (math.isfinite(value) and value >= 0):
        raise RuleInputError(f"{what}应是 0 或更大的数，现在是 {value:g}。")


def late(minutes: float, regime: Regime, upper: bool = False) -> Lateness:
    """Being so many minutes late (supplement 1.1 to 1.3); the base rules leave it to the event (21).

    Exactly 5 belongs to the first band, exactly 10 to the second (D-10), or to the next ones: ``upper``.
    """
    _not_negative(minutes, "迟到的分钟数")
    if not regime.has_supplement:
        return Lateness(False)
    for row in tables.rows(SUPPLEMENT, "lateness"):
        through = row["through"]
        if minutes > 0 and (through is None or minutes < through or (minutes == through and not upper)):
            gain = row["opponents_advance"]
            return Lateness(gain is None, gain, row["at"])
    return Lateness(False, 0)


class SlowPlay(StrEnum):
    """What slow play costs."""

    NORMAL = "正常"
    WARNING = "口头警告"
    VIOLATION = "记违例+停本圈一次"  # and the next player plays on


def play_time(seconds: float) -> SlowPlay:
    """Time taken over a play (22.1): a warning after the normal time, a violation some seconds after the warning."""
    _not_negative(seconds, "用时")
    if seconds <= limit("play-normal"):
        return SlowPlay.NORMAL
    if seconds <= limit("play-normal") + limit("play-violation"):
        return SlowPlay.WARNING
    return SlowPlay.VIOLATION


@dataclass(frozen=True, slots=True)
class SlowTribute:
    """What a slow tribute or return costs: a warning, then violations."""

    warning: bool
    violations: int

    @property
    def ruling(self) -> str:
        """正常, 口头警告, 记违例一次, 记违例两次."""
        if not self.violations:
            return "口头警告" if self.warning else "正常"
        words = ("一", "两", "三", "四", "五", "六", "七", "八", "九")
        count = words[self.violations - 1] if self.violations <= len(words) else str(self.violations)
        return f"记违例{count}次"


def tribute_time(step: Literal["tribute", "return"], seconds: float) -> SlowTribute:
    """Time taken over a tribute after drawing, or a return after the tribute (22.2).

    A violation for every further period exceeded, counted from the end of the allowed time (D-35).
    """
    _not_negative(seconds, "用时")
    over = seconds - limit("tribute" if step == "tribute" else "return-card")
    further = limit("tribute-further")
    if over <= 0:
        return SlowTribute(False, 0)
    return SlowTribute(True, max(0, -int(-over // further) - 1))


class DealState(StrEnum):
    """How far a deal is when the time of the round is up."""

    DRAWING = "抓牌中"
    NOT_LED = "已贡还、未领出"
    PLAYING = "已开打"


def deal_counts(state: DealState, finished_after: float | None, regime: Regime) -> bool:
    """Whether the deal in hand when time is up counts (supplement 1.4), ``finished_after`` so many seconds; None: not finished.

    By the base rules the game ends when time is up (14.1.3), so that a deal not finished by then does not count (D-30).
    """
    if finished_after is not None:
        _not_negative(finished_after, "到时以后的秒数")
    if state is not DealState.PLAYING or finished_after is None:
        return False
    grace = int(tables.value(SUPPLEMENT, "supplement-time-limits", "unfinished-deal")) if regime.has_supplement else 0
    return finished_after <= grace * SECONDS_PER_MINUTE


def appeal_is_admissible(minutes_after_round: float, written_and_signed: bool, fee_paid: bool) -> bool:
    """Whether an appeal is accepted: in time, in writing and signed, the fee paid (39.1.2 to 39.1.4)."""
    _not_negative(minutes_after_round, "本轮结束后的分钟数")
    return minutes_after_round <= limit("appeal") and written_and_signed and fee_paid


@rule("guandan.time.late", _B + "21", _S + "1.1", _S + "1.2", _S + "1.3", title="迟到：升几级或弃权")
def time_late(minutes: float, regime: RegimeCode) -> dict[str, Any]:
    """What being late by so many minutes brings (21; supplement 1.1 to 1.3).

    ``forfeit``: it counts as a forfeit; else ``opp_level_up``: levels the opponents gain, None where no text says: rule 21
    leaves it to the regulations of the event. Raises :class:`RuleInputError` for a negative number.
    """
    found = late(minutes, Regime(regime))
    return {"forfeit": True} if found.forfeit else {"forfeit": False, "opp_level_up": found.opponents_advance}


@rule("guandan.time.play", _B + "22.1", title="出牌用时怎样处理")
def time_play(seconds: float) -> dict[str, Any]:
    """What the time taken over one play, in seconds, brings (22.1): nothing, a verbal warning, or a violation and a stop.

    Raises :class:`RuleInputError` for a negative number.
    """
    return {"ruling": play_time(seconds).value}


@rule("guandan.time.tribute", _B + "22.2", title="贡牌还牌用时怎样处理")
def time_tribute(step: Literal["tribute", "return"], seconds: float) -> dict[str, Any]:
    """What the time taken over a tribute or a return, in seconds, brings (22.2): nothing, a verbal warning, or violations.

    A tribute counts from the end of the draw, a return from the tribute. ``period``: ``in_time``, ``warning``, ``violation`` or
    ``later``, the second violation and after it. Raises :class:`RuleInputError` for a negative number.
    """
    found = tribute_time(step, seconds)
    period = ("warning" if found.warning else "in_time", "violation", "later")[min(found.violations, 2)]
    return {"ruling": found.ruling, "period": period}


@rule("guandan.time.left", _B + "22.1", _B + "22.2", _S + "1.4", title="这一段时限还剩几秒")
def time_left(
    step: Literal["play", "tribute", "return", "last_deal"],
    seconds: float | None = None,
    after_warning: float | None = None,
) -> dict[str, Any]:
    """How many seconds are left, after the warning, until a slow play, tribute or return is a violation (22.1, 22.2).

    ``seconds``: since it was his turn, since the draw, since the tribute; ``after_warning``: since the warning, where it counts
    from there (D-35b). Of the ``last_deal``, since the time was up, until it is cancelled (supplement 1.4). None where that period
    does not run, or it is not known.
    """
    if step == "last_deal":
        begins, lasts = (
            0,
            int(tables.value(SUPPLEMENT, "supplement-time-limits", "unfinished-deal")) * SECONDS_PER_MINUTE,
        )
    else:
        begins = limit({"play": "play-normal", "tribute": "tribute", "return": "return-card"}[step])
        lasts = limit("play-violation" if step == "play" else "tribute-further")
    if after_warning is not None and step != "last_deal":
        begins, seconds = 0, after_warning
    if seconds is None:
        return {"left": None}
    _not_negative(seconds, "用时")
    gone = seconds - begins
    return {"left": int(lasts - gone) if 0 <= gone <= lasts else None}


@rule("guandan.time.after_warning", _B + "22.2", title="警告后又拖延怎样处理")
def time_after_warning(seconds: float) -> dict[str, Any]:
    """What delaying a tribute or return so many seconds after the warning brings, where it counts from there (22.2; D-35b).

    ``period``: ``warning``, ``violation``, or ``later``, the second violation and after it. Raises :class:`RuleInputError` for a
    negative number.
    """
    _not_negative(seconds, "用时")
    periods = -int(-seconds // limit("tribute-further"))
    return {"period": ("warning", "warning", "violation", "later")[min(periods, 3)]}


@rule("guandan.time.recorded", _B + "22.2", title="前一个时限的违例记过没有")
def time_recorded(offender: SeatCode | None = None, recorded: SeatCode | None = None) -> dict[str, Any]:
    """Whether the violation for the first further delay of this tribute or return is down already (22.2).

    ``recorded``: whose it is that was put down in this deal; nobody both pays and returns in one deal. False where none is known.
    """
    return {"recorded": recorded is not None and recorded == offender}


@rule("guandan.time.round_end", _B + "14.1.3", _S + "1.4", title="到时这副牌还算不算")
def time_round_end(
    state: Literal["抓牌中", "已贡还、未领出", "已开打"],
    regime: RegimeCode,
    finish_seconds_after_time: float | None = None,
) -> dict[str, Any]:
    """Whether the deal in hand when the time of the round is up counts (14.1.3; supplement 1.4).

    ``finish_seconds_after_time``: seconds after that time until it was finished, None where it was not. Raises
    :class:`RuleInputError` for a negative number.
    """
    counts = deal_counts(DealState(state), finish_seconds_after_time, Regime(regime))
    return {"deal": "有效" if counts else "取消"}


@rule("guandan.time.still_playing", _S + "1.4", title="到时的一副还在不在打")
def time_still_playing(in_three_minutes: bool | None = None, seconds_after: float | None = None) -> dict[str, Any]:
    """Whether a deal begun before time was up is still being played (supplement 1.4); None where nothing was said.

    Who says after how many seconds, or whether within three minutes, it was finished, speaks of a deal no longer played.
    """
    return {"playing": None if in_three_minutes is None and seconds_after is None else False}


@rule("guandan.time.last_deal_until", _S + "1.4", title="最后一副最迟打完的时刻")
def time_last_deal_until(ends_at: str) -> dict[str, Any]:
    """The time of day until which a deal begun before ``ends_at`` may be finished: three minutes later (supplement 1.4).

    Raises :class:`RuleInputError` for a time of day there is not.
    """
    grace = int(tables.value(SUPPLEMENT, "supplement-time-limits", "unfinished-deal"))
    until = (_minute_of_day(ends_at) + grace) % (24 * SECONDS_PER_MINUTE)
    return {"ends_at": ends_at, "until": f"{until // SECONDS_PER_MINUTE:02d}:{until % SECONDS_PER_MINUTE:02d}"}


@rule("guandan.appeal.admissible", _B + "39.1.2", _B + "39.1.3", _B + "39.1.4", title="申诉受理不受理")
def appeal_admissible(minutes_after_round: float, written_and_signed: bool, fee_paid: bool) -> dict[str, Any]:
    """Whether an appeal is accepted: in time, in writing and signed, the fee paid (39.1.2 to 39.1.4).

    ``minutes_after_round``: minutes from the end of the round. Raises :class:`RuleInputError` for a negative number.
    """
    accepted = appeal_is_admissible(minutes_after_round, written_and_signed, fee_paid)
    return {"result": "受理" if accepted else "不受理"}


@rule("guandan.time.minutes", _S + "1.1", _S + "1.2", _S + "1.3", title="读迟到的时长")
def time_minutes(text: str) -> dict[str, Any]:
    """The minutes a span of time as people write it has, its seconds as a fraction (supplement 1.1 to 1.3).

    Raises :class:`RuleInputError` for what is no span of time.
    """
    found = re.fullmatch(r"\s*(?:(\d{1,5})\s*(?:分钟?|[:：]|$))?\s*(?:(\d{1,5})\s*秒?)?\s*", text.strip())
    if found is None or not any(found.groups()):
        raise RuleInputError(f"看不懂“{text}”，请写成 5分20秒。")
    return {"minutes": int(found[1] or 0) + int(found[2] or 0) / SECONDS_PER_MINUTE}


@rule("guandan.time.late_both", _S + "1.1", _S + "1.2", _S + "1.3", _B + "3.10.1", title="双方都迟到怎样处理")
def time_late_both(minutes_ns: float, minutes_ew: float, upper: bool = False) -> dict[str, Any]:
    """What follows in words when both sides are late, each by the band of its own minutes (supplement 1.1 to 1.3; 3.10.1).

    ``forfeit``: one of them counts as having given the game up, so that it is not played.
    ``upper``: exactly 5 and 10 minutes belong to the next band (D-10). Raises :class:`RuleInputError` for a negative number.
    """
    ns, ew = (late(minutes, Regime.SUPPLEMENT, upper) for minutes in (minutes_ns, minutes_ew))

    def said(own: str, other: str, found: Lateness) -> str:
        return f"{own}以弃权论" if found.forfeit else f"{other}自然升{found.opponents_advance}级"

    both = "；".join((said("南北方", "东西方", ns), said("东西方", "南北方", ew)))
    return {"said": both, "forfeit": ns.forfeit or ew.forfeit}


def _minute_of_day(clock: str) -> int:
    read = notation.clock(clock)
    if read is None:
        raise RuleInputError(f"看不懂时刻“{clock}”，请写成 21:30。")
    hours, minutes = read.split(":")
    return int(hours) * SECONDS_PER_MINUTE + int(minutes)


@rule("guandan.time.between", _B + "39.1.2", title="两个时刻之间几分钟")
def time_between(start: str, end: str) -> dict[str, Any]:
    """Minutes from one time of day to another, past midnight where the second is earlier (39.1.2).

    Raises :class:`RuleInputError` for a time of day there is not.
    """
    day = 24 * SECONDS_PER_MINUTE
    return {"minutes": (_minute_of_day(end) - _minute_of_day(start)) % day}


@rule("guandan.appeal.until", _B + "39.1.2", title="最迟几点可以申诉")
def appeal_until(round_ended: str) -> dict[str, Any]:
    """The last time of day at which an appeal may be made: thirty minutes after the end of the round (39.1.2).

    Raises :class:`RuleInputError` for a time of day there is not.
    """
    until = (_minute_of_day(round_ended) + limit("appeal")) % (24 * SECONDS_PER_MINUTE)
    return {"round_ended": round_ended, "until": f"{until // SECONDS_PER_MINUTE:02d}:{until % SECONDS_PER_MINUTE:02d}"}


def _seconds_of_day(clock: str) -> int:
    found = re.fullmatch(r"\s*(\d{1,2})[:：](\d{2})(?:[:：](\d{2}))?\s*", clock)
    if found is None or int(found[1]) > 23 or int(found[2]) > 59 or int(found[3] or 0) > 59:
        raise RuleInputError(f"看不懂时刻“{clock}”，请写成 9:04:50。")
    return (int(found[1]) * SECONDS_PER_MINUTE + int(found[2])) * SECONDS_PER_MINUTE + int(found[3] or 0)


@rule("guandan.time.elapsed", _S + "1.1", _S + "1.2", _S + "1.3", title="迟到了多久")
def time_elapsed(start: str, end: str) -> dict[str, Any]:
    """How long after ``start`` somebody came at ``end``, in minutes and seconds (supplement 1.1 to 1.3); early is none.

    Both are times of one day, with seconds if given. Raises :class:`RuleInputError` for a time of day there is not.
    """
    seconds = max(0, _seconds_of_day(end) - _seconds_of_day(start))
    return {"text": f"{seconds // SECONDS_PER_MINUTE}分{seconds % SECONDS_PER_MINUTE}秒"}


@rule(
    "guandan.level.raised_for", _S + "1.1", _S + "1.2", _B + "3.10.1", _B + "14.1.1", title="对方因迟到由几级升到几级"
)
def level_raised_for(
    offender: OffenderCode,
    minutes: float,
    level_ns: str | None = None,
    level_ew: str | None = None,
    upper: bool = False,
) -> dict[str, Any]:
    """In words, from which to which level the opponents of a late side go up, by its minutes (supplement 1.1, 1.2); and ``to``.

    None when nobody was late, or when it counts as a forfeit (supplement 1.3). The level is reckoned by 3.10.1 and 14.1.1.
    ``upper``: exactly 5 and 10 minutes belong to the next band (D-10). Raises :class:`RuleInputError` for a negative number or
    a level there is not.
    """
    found = late(minutes, Regime.SUPPLEMENT, upper)
    if not found.opponents_advance:
        return {"said": None, "to": None, "raised": False}
    raised = level_raised(offender, found.opponents_advance, level_ns, level_ew)
    return {"said": raised["said"], "to": raised["to"], "raised": True}


@rule("guandan.level.raised", _S + "1.1", _S + "1.2", _B + "3.10.1", _B + "14.1.1", title="对方自然升级：由几到几")
def level_raised(
    offender: OffenderCode, by: int, level_ns: str | None = None, level_ew: str | None = None
) -> dict[str, Any]:
    """From which to which level the opponents of a side go up by so many levels without playing (supplement 1.1, 1.2).

    A level not given is the one a game begins with (3.10.1). A must be played: nobody goes past it (14.1.1). Raises
    :class:`RuleInputError` for a level there is not, or fewer levels than one.
    """
    if by < 1:
        raise RuleInputError(f"自然升级至少升 1 级，现在是 {by}。")
    side = side_of(offender).opponents
    start = (level_ns if side is Side.NS else level_ew) or levels.first_level()
    at, ace = levels.order(start), levels.order(levels.ACE)
    end = start if at >= ace else levels.names()[min(at + by, ace)]
    said = f"由{start}升到{end}" if start != end else f"已到{start}，不再升"
    return {"side": side.value, "from": start, "to": end, "gained": levels.order(end) - at, "said": said}
