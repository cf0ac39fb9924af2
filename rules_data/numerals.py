"""Chinese numerals as the law texts print them: 第二十八条, 附录十, ①."""

from __future__ import annotations

import re

_DIGITS = {"零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"

CHINESE = "零〇一二两三四五六七八九十百"
"""Characters a Chinese numeral is written with."""


def to_int(text: str) -> int:
    """Read ``二十八``, ``28``, full-width ``２８`` or ``①`` as a number.

    Raises ValueError when the text is not a numeral from 0 to 999.
    """
    if len(text) == 1 and text in _CIRCLED:
        return _CIRCLED.index(text) + 1
    if re.fullmatch(r"\d{1,3}", text):
        return int(text)
    if not text or any(c not in CHINESE for c in text):
        raise ValueError(f"not a numeral: {text!r}")
    if all(c in _DIGITS for c in text):  # 二八, read digit by digit
        return int("".join(str(_DIGITS[c]) for c in text))
    total, digit = 0, None
    for c in text:
        if c in _DIGITS:
            digit = _DIGITS[c]
        else:
            unit = 10 if c == "十" else 100
            total += (1 if digit is None else digit) * unit
            digit = None
    return total + (digit or 0)


def to_chinese(number: int) -> str:
    """Write 28 as ``二十八``, 105 as ``一百零五`` (1 to 999). Raises ValueError outside that range."""
    if not 1 <= number <= 999:
        raise ValueError(f"cannot write {number} as a Chinese numeral")
    names = "零一二三四五六七八九"
    hundreds, below = divmod(number, 100)
    if hundreds:
        head, rest = names[hundreds] + "百", "" if not below else to_chinese(below)
        return head + ("零" if 0 < below < 10 else "一" if 10 <= below < 20 else "") + rest
    tens, ones = divmod(number, 10)
    head = "" if tens == 0 else ("十" if tens == 1 else names[tens] + "十")
    return head + (names[ones] if ones else "")
