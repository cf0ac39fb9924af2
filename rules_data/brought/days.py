"""Days as regulations print them."""

from __future__ import annotations

import re

from rules_data.numerals import to_int

DATE = r"(?:\d{4}|[零〇○一二三四五六七八九]{4})年(?:\d{1,2}|[一二三四五六七八九十]{1,2})月(?:\d{1,2}|[一二三四五六七八九十]{1,3})日"
"""A day in figures or in words."""

_BEGINS = r"(?:正式)?(?:施行|实施|执行|生效|试行|實施)"
_SINCE = re.compile(rf"自?\s*(?P<date>{DATE})\s*起?{_BEGINS}|施行日期[:：]\s*(?P<other>{DATE})")
_WRITTEN = re.compile(r"\s*(\d{4}|[零〇○一二三四五六七八九]{4})[年/.-](\S{1,3}?)[月/.-](\S{1,3}?)日?\s*")
_DIGITS = "〇一二三四五六七八九"


def since_of(text: str) -> str | None:
    """The day from which a text says it is in force, as printed; None: it does not say."""
    m = _SINCE.search(text)
    return (m["date"] or m["other"]) if m else None


def dated(text: str) -> str | None:
    """A day as YYYY-MM-DD out of 2026年12月1日, 2026-12-1 or 二〇二六年十二月一日; None: it is none."""
    m = _WRITTEN.fullmatch(text)
    if m is None:
        return None
    year = m[1] if m[1].isdigit() else "".join(str(_DIGITS.index("〇" if c in "零○" else c)) for c in m[1])
    try:
        month, day = to_int(m[2]), to_int(m[3])
    except ValueError:
        return None
    return f"{int(year):04d}-{month:02d}-{day:02d}" if 1 <= month <= 12 and 1 <= day <= 31 else None
