"""What a voice is given to read: the words as they are shown, without the signs a voice stumbles on."""

from __future__ import annotations

import re
from collections.abc import Iterable

from app.ruling.wording import shaped
from decision_trees.notation import spelled_out

_NUMBER = re.compile(r"^(\d+)\. ")
_STRAIN = re.compile(r"(?<=[1-7])NT(?![A-Za-z])")
_MINUS = re.compile(r"(?<![0-9A-Za-z])[-−－](?=\d)")
_PLUS = re.compile(r"(?<![0-9A-Za-z])[+＋](?=\d)")
_PERCENT = re.compile(r"(\d+(?:\.\d+)?)%")
_RANGE = re.compile(r"(?<=\d)\s*[-–—~～]\s*(?=\d)")
_SIGNS = {"×": "乘", "＝": "等于", "=": "等于", "→": "，成为", "/": "，", "／": "，", "·": "，", "…": "，", "—": "，"}
_SIGN = re.compile("|".join(map(re.escape, _SIGNS)))


def voiced(line: str) -> str:
    """Return a line as it is read: 2♥ as 2红心, 1NT as 1无将, −100 as 负100, “2. ” before a choice as 第2项."""
    line = _NUMBER.sub(r"第\1项，", line)
    line = _STRAIN.sub("无将", spelled_out(shaped(line)))
    line = _RANGE.sub("到", _PERCENT.sub(r"百分之\1", line))
    line = _PLUS.sub("正", _MINUS.sub("负", line))
    return _SIGN.sub(lambda sign: _SIGNS[sign[0]], line)


def voiced_lines(lines: Iterable[str]) -> tuple[str, ...]:
    """Return lines as they are read; what is empty is left out."""
    return tuple(each for line in lines if (each := voiced(line).strip()))
