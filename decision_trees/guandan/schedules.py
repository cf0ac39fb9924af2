"""Round robins: Berger and fixed rotation for any number of pairs (rules 27; appendices 7 and 8)."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

from decision_trees.functions import RuleInputError, rule

_B = "guandan-2017:"
MethodCode = Literal["berger", "rotation"]

MOST = 1_000  # pairs that meet each other all: already 999 rounds
BYE = 0  # meeting it is a bye (轮空, note of appendix 8)
Meeting = tuple[int, int]


class Method(StrEnum):
    """How the rounds are made (编排法)."""

    BERGER = "berger"  # 贝格尔
    ROTATION = "rotation"  # 固定轮转


def _places(pairs: int) -> int:
    if pairs < 2:
        raise RuleInputError(f"循环赛至少要两对，现在是 {pairs}。")
    if pairs > MOST:
        raise RuleInputError(f"循环赛至多编排 {MOST} 对，现在是 {pairs}，请分组或改用别的赛制。")
    return pairs + pairs % 2


def round_meetings(method: Method, pairs: int, round_: int) -> tuple[Meeting, ...]:
    """Who meets whom in a round of a single round robin, in the order and with the sides of the appendices."""
    places = _places(pairs)
    rounds = places - 1
    if not 1 <= round_ <= rounds:
        raise RuleInputError(f"{pairs} 对单循环共 {rounds} 轮，没有第 {round_} 轮。")
    meetings = (_berger if method is Method.BERGER else _rotation)(places, round_ - 1)
    last = places if pairs % 2 else None
    a_bye = {last: BYE}
    return tuple((a_bye.get(a, a), a_bye.get(b, b)) for a, b in meetings)


def _berger(places: int, turn: int) -> list[Meeting]:
    """The last number stays, on alternate sides; the others go round it by half of their number."""
    ring = places - 1
    middle = turn * (places // 2) % ring
    first = (middle + 1, places)
    rest = [((middle + i) % ring + 1, (middle - i) % ring + 1) for i in range(1, places // 2)]
    return [first[::-1] if turn % 2 else first, *rest]


def _rotation(places: int, turn: int) -> list[Meeting]:
    """Number 1 stays; the others move on by one place."""
    moving = list(range(2, places + 1))
    column = [1, *moving[len(moving) - turn :], *moving[: len(moving) - turn]]
    return [(column[i], column[-1 - i]) for i in range(places // 2)]


def bye(method: Method, pairs: int, round_: int) -> int | None:
    """The pair without an opponent in a round; None when the number of pairs is even."""
    for meeting in round_meetings(method, pairs, round_):
        if BYE in meeting:
            return max(meeting)
    return None


@dataclass(frozen=True, slots=True)
class Totals:
    """Rounds and matches of a round robin."""

    rounds: int
    matches: int


def totals(pairs: int, double: bool) -> Totals:
    """Rounds and matches, everybody meeting once or twice (27.2, 27.3)."""
    cycles = 2 if double else 1
    return Totals(cycles * (_places(pairs) - 1), cycles * pairs * (pairs - 1) // 2)


@rule("guandan.schedule.round", _B + "27", _B + "A7t1", _B + "A7t2", _B + "A8t1", _B + "A8t2")
def schedule_round(method: MethodCode, pairs: int, round: int) -> dict[str, Any]:
    """循环赛某轮的对阵；0 号是轮空。"""
    meetings = round_meetings(Method(method), pairs, round)
    return {"pairings": [f"{a}-{b}" for a, b in meetings]}


@rule("guandan.schedule.bye", _B + "27", _B + "A8t1", _B + "A8t2")
def schedule_bye(method: MethodCode, pairs: int, round: int) -> dict[str, Any]:
    """循环赛某轮谁轮空；双数时为空。"""
    return {"bye": bye(Method(method), pairs, round)}


@rule("guandan.schedule.totals", _B + "27.2", _B + "27.3")
def schedule_totals(pairs: int, cycle: Literal["single", "double"]) -> dict[str, Any]:
    """循环赛的轮数与场数。"""
    return dataclasses.asdict(totals(pairs, cycle == "double"))
