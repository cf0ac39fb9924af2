"""Pairing by score (积分编排), round after round: high meets high, nobody meets twice, nobody has two byes.

The texts say who meets whom, nothing of a bye: who has it is the lowest that had none, and what it is worth the event lays down.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from app.journal.competition import PairingBody
from app.tools.competition.meetings import BYE, PlanError
from decision_trees.matching import paired_in_order

MOST = 1_000
FIRST = {
    "snake": "蛇形：首尾相对，第1名对最后一名",
    "halves": "上下半区：第1名对下半区第1名",
    "listed": "照抽签顺序：1对2，3对4",
}
ONCE = "任何选手只能相遇一次"


@dataclass(frozen=True, slots=True)
class Standing:
    """Where somebody stands before the round."""

    entrant: str
    main: float = 0
    second: float = 0
    home: int = 0  # how often on the first side
    away: int = 0


def drawn(order: Sequence[str]) -> tuple[str, ...]:
    """An order by lot."""
    lots = list(order)
    random.SystemRandom().shuffle(lots)
    return tuple(lots)


def pair_round(
    standing: Sequence[Standing],
    met: Collection[frozenset[str]],
    had_bye: Collection[str],
    first: str | None = None,
    main_name: str = "积分",
) -> tuple[PairingBody, ...]:
    """Pair a round; ``standing`` is in order, the highest first. ``first``: how the first round is made.

    Raises :class:`PlanError` where no pairing is left.
    """
    if len(standing) < 2:
        raise PlanError(f"只剩 {len(standing)} 对，不能再编排。")
    if len(standing) > MOST:
        raise PlanError(f"积分编排至多排 {MOST} 对，现在是 {len(standing)}，请分组。")
    if first is not None:
        return _first_round(standing, first)
    places = {each.entrant: at for at, each in enumerate(standing, 1)}
    for bye in _byes(standing, had_bye):
        playing = [each for each in standing if each.entrant != bye]
        names = [each.entrant for each in playing]
        pairs = paired_in_order(
            len(names),
            lambda a, b, names=names: frozenset((names[a], names[b])) not in met,  # type: ignore[misc]
        )
        if pairs is None:
            continue
        taken: set[int] = set()
        found: list[PairingBody] = []
        for high, low in pairs:
            why = _reasons(playing, high, low, taken, met, places, main_name)
            taken |= {high, low}
            found.append(_sided(playing[high], playing[low], why))
        if bye is not None:
            found.append(_bye(bye, places[bye], len(standing)))
        return tuple(_numbered(found))
    raise PlanError(f"这一轮排不出来：余下的都已相遇过或轮空过（{ONCE}）；请减少轮数或改用别的赛制。")


def _first_round(standing: Sequence[Standing], how: str) -> tuple[PairingBody, ...]:
    odd = len(standing) % 2
    playing = list(standing[: len(standing) - odd])
    half = len(playing) // 2
    if how == "snake":
        pairs = [(at, len(playing) - 1 - at) for at in range(half)]
    elif how == "halves":
        pairs = [(at, at + half) for at in range(half)]
    else:
        pairs = [(2 * at, 2 * at + 1) for at in range(half)]
    words = "第1轮" + FIRST[how].partition("：")[0]
    found = []
    for number, (a, b) in enumerate(pairs):
        one, other = playing[a], playing[b]
        if number % 2 and how != "listed":  # so that not all of the upper half sit on one side
            one, other = other, one
        found.append(PairingBody("", one.entrant, other.entrant, (f"{words}：第{a + 1}位对第{b + 1}位",)))
    if odd:
        found.append(PairingBody("", standing[-1].entrant, BYE, ("单数，第1轮排在最后的轮空（条文没有写由谁轮空）",)))
    return tuple(_numbered(found))


def _byes(standing: Sequence[Standing], had_bye: Collection[str]) -> list[str | None]:
    if len(standing) % 2 == 0:
        return [None]
    return [each.entrant for each in reversed(standing) if each.entrant not in had_bye]


def _bye(entrant: str, place: int, of: int) -> PairingBody:
    lowest = "名次最低而没有轮空过的" if place < of else "名次最低，没有轮空过"
    return PairingBody("", entrant, BYE, (f"单数，第{place}名轮空：{lowest}（条文没有写由谁轮空）",))


def _reasons(
    playing: Sequence[Standing],
    high: int,
    low: int,
    taken: Collection[int],
    met: Collection[frozenset[str]],
    places: Mapping[str, int],
    main_name: str,
) -> tuple[str, ...]:
    one, other = playing[high], playing[low]
    at = f"第{places[one.entrant]}名对第{places[other.entrant]}名"
    if one.main == other.main:
        found = [f"{at}，{main_name}同为{one.main:g}"]
    else:
        found = [f"{at}，{main_name}{one.main:g}对{other.main:g}：上一组余下的与下一组相遇"]
    passed = [each for each in range(high + 1, low) if each not in taken]
    again = [playing[each].entrant for each in passed if frozenset((one.entrant, playing[each].entrant)) in met]
    if again:
        found.append(f"{one.entrant}号与{'、'.join(again)}号已相遇过，不再排在一起")
    kept = [playing[each].entrant for each in passed if playing[each].entrant not in again]
    if kept:
        found.append(f"没有排{'、'.join(kept)}号：那样余下的排不成，会有人再次相遇")
    return tuple(found)


def _sided(one: Standing, other: Standing, why: tuple[str, ...]) -> PairingBody:
    """Who was less often on the first side sits there."""
    if (other.home - other.away, other.home) < (one.home - one.away, one.home):
        one, other = other, one
    return PairingBody("", one.entrant, other.entrant, why)


def _numbered(pairings: Sequence[PairingBody]) -> list[PairingBody]:
    return [
        PairingBody(str(at) if each.away else "", each.home, each.away, each.why) for at, each in enumerate(pairings, 1)
    ]
