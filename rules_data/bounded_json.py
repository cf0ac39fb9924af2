"""JSON from outside, within bounds: nothing deeper, longer or larger than what people exchange about a card game."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import Any, NoReturn

SIZE = 1_000_000
"""Characters of one text."""
DEPTH = 50
"""Brackets inside each other; a receipt has 8."""
DIGITS = 18
"""Digits of a whole number: what a database keeps as one."""

_SAID = (
    ("Expecting value", "这里少了值"),
    ("Expecting property name", "这里应是双引号里的名字"),
    ("Expecting ':'", "这里少了冒号"),
    ("Expecting ','", "这里少了逗号或括号"),
    ("Illegal trailing comma", "最后多了逗号"),
    ("Unterminated string", "引号没有收尾"),
    ("Invalid control character", "引号里有换行或控制字符"),
    ("Invalid \\", "反斜杠后面写得不对"),
    ("Extra data", "后面多了内容"),
)


class JsonFault(ValueError):
    """The text is not JSON, or beyond the bounds; the message says what and where in one clause, without a full stop."""


def read_json(text: str, *, size: int = SIZE, depth: int = DEPTH, digits: int = DIGITS) -> Any:
    """The value a JSON text stands for.

    Raises :class:`JsonFault` for what is not JSON, more than ``size`` characters, more than ``depth`` brackets inside
    each other, whole numbers of more than ``digits`` digits, numbers that are not finite (NaN, Infinity, 1e999) and
    halves of characters (``\\ud800``), which could be neither shown nor kept. No other exception, whatever the text.
    """
    if len(text) > size:
        raise JsonFault(f"超过 {size} 个字")

    def whole(number: str) -> int:
        if len(number.lstrip("-")) > digits:
            raise JsonFault(f"整数 {number[:12]}… 有 {len(number.lstrip('-'))} 位，至多 {digits} 位")
        return int(number)

    try:
        value = json.loads(text.removeprefix("\ufeff"), parse_int=whole, parse_float=_finite, parse_constant=_refuse)
    except json.JSONDecodeError as e:
        said = next((chinese for english, chinese in _SAID if e.msg.startswith(english)), "这里写得不对")
        raise JsonFault(f"第 {e.lineno} 行第 {e.colno} 个字符：{said}") from None
    except RecursionError:
        raise _nested(depth) from None
    if text.count("[") + text.count("{") > depth and too_deep(value, depth):
        raise _nested(depth)
    if "\\ud" in text or "\\uD" in text:
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise JsonFault("有不成对的半个字符（\\ud800 一类）") from None
    return value


def _nested(depth: int) -> JsonFault:
    return JsonFault(f"嵌套超过 {depth} 层")


def _finite(number: str) -> float:
    value = float(number)
    if not math.isfinite(value):
        raise _not_finite(number[:24])
    return value


def _refuse(constant: str) -> NoReturn:
    raise _not_finite(constant)


def _not_finite(number: str) -> JsonFault:
    return JsonFault(f"有无穷大或不是数的数（{number}）")


def too_deep(value: object, depth: int = DEPTH) -> bool:
    """Whether lists and objects lie in each other deeper than ``depth``."""
    level = [value]
    for _ in range(depth):
        level = [inner for outer in level for inner in _inside(outer) if isinstance(inner, _NESTING)]
        if not level:
            return False
    return True


_NESTING = (dict, list, tuple)


def _inside(value: object) -> Iterable[object]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
