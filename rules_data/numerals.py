"""Chinese numerals as the law texts print them: 第二十八条, 附录十, ①."""

from __future__ import annotations

import re

_DIGITS = {"零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"

CHINESE = "零〇一二两三四五六七八九十百"
"""Characters a Chinese numeral up to 999 is written with."""

MANY = f"{CHINESE}千万"
"""Those of one up to 99,999, as 第一千零一条 and 第一万条 have them; 万 and 千 alone are words of their own, so only there."""

LARGEST = 99_999
_UNITS = {"十": 10, "百": 100, "千": 1000}


def to_int(text: str) -> int:
    """Read ``二十八``, ``一千零一``, ``28``, full-width ``２８`` or ``①`` as a number.

    Raises ValueError when the text is not a numeral from 0 to 99,999.
    """
    if len(text) == 1 and text in _CIRCLED:
        return _CIRCLED.index(text) + 1
    if re.fullmatch(r"\d{1,5}", text):
        return int(text)
    if not text or any(c not in MANY for c in text) or text.count("万") > 1:
        raise ValueError(f"not a numeral: {text!r}")
    if all(c in _DIGITS for c in text):  # 二八, read digit by digit
        if len(text) > len(str(LARGEST)):
            raise ValueError(f"not a numeral: {text!r}")
        return int("".join(str(_DIGITS[c]) for c in text))
    above, many, below = text.rpartition("万")
    number = (_thousands(above) if above else 1) * 10_000 if many else 0
    number += _thousands(below)
    if number > LARGEST:
        raise ValueError(f"not a numeral: {text!r}")
    return number


def _thousands(text: str) -> int:
    """What stands before or after 万: 9,999 at most as it is written."""
    total, digit = 0, None
    for c in text:
        if c in _DIGITS:
            digit = _DIGITS[c]
        else:
            total += (1 if digit is None else digit) * _UNITS[c]
            digit = None
    return total + (digit or 0)


def is_numeral(text: str) -> bool:
    """Whether a numeral can be read: not every row of its characters is one."""
    try:
        to_int(text)
    except ValueError:
        return False
    return True


def to_chinese(number: int) -> str:
    """Write 28 as ``二十八``, 105 as ``一百零五``, 1001 as ``一千零一`` (1 to 99,999). Raises ValueError outside that range."""
    if not 1 <= number <= LARGEST:
        raise ValueError(f"cannot write {number} as a Chinese numeral")
    names = "零一二三四五六七八九"
    for unit, word in ((10_000, "万"), (1000, "千"), (100, "百")):
        above, below = divmod(number, unit)
        if above:
            rest = to_chinese(below) if below else ""
            zero, one = "零" * (0 < below < unit // 10), "一" * (10 <= below < 20)
            return names[above] + word + zero + one + rest
    tens, ones = divmod(number, 10)
    head = "" if tens == 0 else ("十" if tens == 1 else names[tens] + "十")
    return head + (names[ones] if ones else "")
