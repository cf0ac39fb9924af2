"""Numbers and times of day as they are said."""

from __future__ import annotations

import re

_DIGITS = {"零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_ONE = "[一二两三四五六七八九]"
_WHOLE = re.compile(rf"(?:(?P<h>{_ONE})百)?(?P<zero>零)?(?:(?P<t>{_ONE})?(?P<ten>十))?(?P<u>{_ONE})?")
TEN, HUNDRED = 10, 100


def number(said: str) -> int | None:
    """A whole number, in digits or in words to 999; None for what is none, or not one (``三四十``, ``两三``)."""
    if said.isascii() and said.isdigit():
        return int(said)
    if said in ("零", "〇"):
        return 0
    m = _WHOLE.fullmatch(said)
    if not said or m is None or (m["h"] and not m["zero"] and not m["ten"] and m["u"]):
        return None
    tens = (_DIGITS[m["t"]] if m["t"] else 1) * TEN if m["ten"] else 0
    return (_DIGITS[m["h"]] * HUNDRED if m["h"] else 0) + tens + (_DIGITS[m["u"]] if m["u"] else 0)


_CLOCK = re.compile(r"(?P<h>[^点时:]+)[点时:](?P<m>.*)")
_PARTS = {"": 0, "半": 30, "整": 0, "一刻": 15, "三刻": 45}
HOURS, MINUTES = 24, 60


def clock(said: str) -> str | None:
    """A time of day as ``9:07``: ``九点零七``, ``8:30``, ``八点半``; None when it is none."""
    m = _CLOCK.fullmatch(said)
    if m is None:
        return None
    hour = number(m["h"])
    minutes, colon, seconds = m["m"].partition(":")
    minutes = minutes.removesuffix("分")
    minute = (
        _PARTS[minutes] if minutes in _PARTS else number(minutes.removeprefix("零") if len(minutes) > 1 else minutes)
    )
    if hour is None or minute is None or hour >= HOURS or minute >= MINUTES:
        return None
    return f"{hour}:{minute:02d}{colon}{seconds}"


_LASTING = re.compile(
    r"(?:(?P<h>[^分秒个小钟]+?)个?(?P<half>半)?(?:小时|钟头))?(?:(?P<q>[一两二三])刻钟?)?"
    r"(?:(?P<m>[^分秒刻]+?)分(?:钟|(?P<half_m>半)|(?=.)))?(?:(?P<s>[^分秒刻]+?)秒钟?)?"
)
_HALVES = {"半小时": 1800, "半个小时": 1800, "半个钟头": 1800, "半钟头": 1800, "半分钟": 30}
_HOUR, _QUARTER, _MINUTE, _HALF = 3600, 900, 60, 30


def seconds(said: str) -> int | None:
    """How long, in seconds: ``半分钟``, ``一分二十秒``, ``一刻钟``, ``半个小时``; None when it says nothing of the kind."""
    if said in _HALVES:
        return _HALVES[said]
    m = _LASTING.fullmatch(said)
    if m is None or not any(m.groups()):
        return None
    parts = [(m["h"], _HOUR), (m["q"], _QUARTER), (m["m"], _MINUTE), (m["s"], 1)]
    values = [(number(one), each) for one, each in parts if one]
    if any(one is None for one, _ in values):
        return None
    whole = sum((one or 0) * each for one, each in values)
    return whole + (_HOUR // 2 if m["half"] else 0) + (_HALF if m["half_m"] else 0)


def minutes(said: str) -> int | None:
    """How long, in whole minutes; None when it is not that."""
    lasting = seconds(said)
    return lasting // _MINUTE if lasting is not None and lasting % _MINUTE == 0 else None
