"""How far apart the two sides are when time is up: what the standard scores are read from (1.3, A1)."""

from __future__ import annotations

from typing import Any

from decision_trees.functions import rule
from decision_trees.shengji import levels
from decision_trees.shengji.cards import parse_level

_J = "shengji-40:"


@rule("shengji.level_difference", _J + "1.3", _J + "A1t")
def level_difference(a: str, b: str) -> dict[str, Any]:
    """双方打到的级数差几级（第一条三，标准分转换表）；打过A的不在此列（D-18-2）。"""
    return {"difference": levels.difference(parse_level(a), parse_level(b))}
