"""Who meets whom: round robins (rule 27; appendices 7 and 8), pairing by score (积分编排, 28.1), elimination (26; appendices
5 and 6)."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

from decision_trees.functions import MoreNeeded, RuleInputError, rule
from decision_trees.matching import paired_in_order

_B = "guandan-2017:"
MethodCode = Literal["berger", "rotation"]

MOST_ROUND_ROBIN = 1_000
"""Pairs that meet each other all: already 999 rounds."""
MOST_SWISS = 200
"""Pairs of one event: where few may still meet, the matching takes time as the cube of their number."""
BYE = 0
"""Meeting it is a bye (轮空, note of appendix 8)."""
Meeting = tuple[int, int]


class RoundRobinMethod(StrEnum):
    """How the rounds are made (编排法)."""

    BERGER = "berger"  # 贝格尔
    ROTATION = "rotation"  # 固定轮转


def _schedule_places(pairs: int) -> int:
    if pairs < 2:
        raise RuleInputError(f"循环赛至少要两对，现在是 {pairs}。")
    if pairs > MOST_ROUND_ROBIN:
        raise RuleInputError(f"循环赛至多编排 {MOST_ROUND_ROBIN} 对，现在是 {pairs}，请分组或改用别的赛制。")
    return pairs + pairs % 2


def round_meetings(method: RoundRobinMethod, pairs: int, round_: int) -> tuple[Meeting, ...]:
    """Who meets whom in a round of a single round robin, in the order and with the sides of the appendices."""
    places = _schedule_places(pairs)
    rounds = places - 1
    if not 1 <= round_ <= rounds:
        raise RuleInputError(f"{pairs} 对单循环共 {rounds} 轮，没有第 {round_} 轮。")
    meetings = (_berger if method is RoundRobinMethod.BERGER else _rotation)(places, round_ - 1)
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


def round_robin_bye(method: RoundRobinMethod, pairs: int, round_: int) -> int | None:
    """The pair without an opponent in a round; None when the number of pairs is even."""
    for meeting in round_meetings(method, pairs, round_):
        if BYE in meeting:
            return max(meeting)
    return None


@dataclass(frozen=True, slots=True)
class RoundRobinSize:
    """Rounds and matches of a round robin."""

    rounds: int
    matches: int


def round_robin_size(pairs: int, double: bool) -> RoundRobinSize:
    """Rounds and matches, everybody meeting once or twice (27.2, 27.3)."""
    cycles = 2 if double else 1
    return RoundRobinSize(cycles * (_schedule_places(pairs) - 1), cycles * pairs * (pairs - 1) // 2)


@rule("guandan.schedule.round", _B + "27", _B + "A7t1", _B + "A7t2", _B + "A8t1", _B + "A8t2", title="循环赛某轮的对阵")
def schedule_round(method: MethodCode, pairs: int, round: int) -> dict[str, Any]:
    """Who meets whom in a round of a round robin, by the Berger or the rotation table (27; appendices A7 and A8).

    0 stands for a bye. Raises :class:`RuleInputError` for too few or too many pairs, or a round there is not.
    """
    meetings = round_meetings(RoundRobinMethod(method), pairs, round)
    return {"pairings": [f"{a}-{b}" for a, b in meetings]}


@rule("guandan.schedule.bye", _B + "27", _B + "A8t1", _B + "A8t2", title="循环赛某轮谁轮空")
def schedule_bye(method: MethodCode, pairs: int, round: int) -> dict[str, Any]:
    """Which pair has the bye in a round of a round robin (27; appendix A8); None when the number of pairs is even.

    Raises :class:`RuleInputError` for too few or too many pairs, or a round there is not.
    """
    return {"bye": round_robin_bye(RoundRobinMethod(method), pairs, round)}


@rule("guandan.schedule.totals", _B + "27.2", _B + "27.3", title="循环赛的轮数与场数")
def schedule_totals(pairs: int, cycle: Literal["single", "double"]) -> dict[str, Any]:
    """Rounds and matches of a round robin, everybody meeting once or twice (27.2, 27.3).

    Raises :class:`RuleInputError` for too few or too many pairs.
    """
    return dataclasses.asdict(round_robin_size(pairs, cycle == "double"))


def swiss_round(
    standing: Sequence[str], already_met: Collection[frozenset[str]], bye: str | None = None
) -> tuple[tuple[str, str], ...]:
    """The next round, from a standing sorted by match points and then level points.

    The first meets the highest it has not met, the next one left likewise, and so on, as far as everybody can still be
    paired. With an odd number the event must name who has the bye (24.1.3; D-19).
    Raises :class:`RuleInputError` when names repeat, or no pairing without a second meeting exists.
    """
    if len(standing) > MOST_SWISS:
        raise RuleInputError(f"积分编排至多排 {MOST_SWISS} 对，现在是 {len(standing)}，请分组编排。")
    twice = [name for name, n in Counter(standing).items() if n > 1]
    if twice:
        raise RuleInputError(f"排名里“{twice[0]}”出现两次。")
    if bye is not None and bye not in standing:
        raise RuleInputError(f"排名里没有轮空的“{bye}”。")
    names = [name for name in standing if name != bye]
    if len(names) % 2:
        raise MoreNeeded("参赛对数是单数，谁轮空、怎样计分，规则没有写，请照规程给出轮空者。")
    pairs = paired_in_order(len(names), lambda a, b: frozenset((names[a], names[b])) not in already_met)
    if pairs is None:
        raise RuleInputError("这一轮排不出来：余下的选手之间都已相遇过（第二十八条一，只能相遇一次）。")
    return tuple((names[high], names[low]) for high, low in pairs)


@rule("guandan.swiss.pair", _B + "28.1", title="积分编排下一轮的对阵")
def swiss_pair(standing: list[str], already_met: list[str], bye: str | None = None) -> dict[str, Any]:
    """The next round of an event paired by score: high meets high, nobody meets twice (28.1).

    ``standing``: names, the highest first; ``already_met``: two names with a hyphen between; ``bye``: who sits out when the
    number is odd, for the event to say (D-19). Raises :class:`MoreNeeded` without it, :class:`RuleInputError` when no pairing
    is left.
    """
    names = set(standing)
    pairings = swiss_round(standing, {_read_meeting(m, names) for m in already_met}, bye)
    return {"pairings": ["-".join(sorted(two)) for two in pairings]}


def _read_meeting(text: str, names: set[str]) -> frozenset[str]:
    """The two of ``A-B``; names may themselves have hyphens."""
    parts = text.split("-")
    splits = [("-".join(parts[:i]), "-".join(parts[i:])) for i in range(1, len(parts))]
    known = [s for s in splits if s[0] in names and s[1] in names]
    found = known or [s for s in splits if s[0] and s[1]]
    if not found or found[0][0] == found[0][1]:
        raise RuleInputError(f"看不懂“{text}”，相遇过的两对应写作“甲-乙”。")
    return frozenset(found[0])


def _check_elimination(pairs: int) -> None:
    if pairs < 2:
        raise RuleInputError(f"淘汰赛至少要两对，现在是 {pairs}。")


@dataclass(frozen=True, slots=True)
class SingleElimination:
    """The size of a single elimination (单败淘汰)."""

    bracket: int  # places, a power of two
    byes: int  # in the first round, for the strongest (26.1)
    rounds: int
    matches: int
    first_round_matches: int


def single_elimination(pairs: int) -> SingleElimination:
    """Places, byes, rounds and matches for so many pairs (26.1)."""
    _check_elimination(pairs)
    rounds = (pairs - 1).bit_length()
    bracket = 2**rounds
    byes = bracket - pairs
    return SingleElimination(bracket, byes, rounds, pairs - 1, (pairs - byes) // 2)


@dataclass(frozen=True, slots=True)
class DoubleElimination:
    """Matches of a double elimination (双败淘汰)."""

    winners_matches: int
    losers_matches: int
    final_matches_min: int  # whether a second final is played is for the event to say (note of appendix 6)


def double_elimination(pairs: int) -> DoubleElimination:
    """Matches among the winners, among the losers, and the final (26.2)."""
    _check_elimination(pairs)
    return DoubleElimination(pairs - 1, pairs - 2, 1)


def first_round(seeded: Sequence[str], places: Sequence[int]) -> tuple[tuple[str, str | None], ...]:
    """Meetings of the first round; None stands for a bye.

    ``places`` gives, from the top of the bracket down, the seed that stands at each place: the figure of appendix 5 is lost
    (D-24), so the event supplies it. Places of seeds that are not there are byes for those who would meet them.
    """
    size = single_elimination(len(seeded)).bracket
    if sorted(places) != list(range(1, size + 1)):
        raise RuleInputError(f"位置表应把 1 至 {size} 号各写一次。")
    names = [seeded[seed - 1] if seed <= len(seeded) else None for seed in places]
    meetings = []
    for a, b in zip(names[::2], names[1::2], strict=True):
        first, second = (b, a) if a is None else (a, b)
        if first is None:
            raise RuleInputError("位置表把两个空位排在一起，轮空应分给实力较优者（第二十六条一）。")
        meetings.append((first, second))
    return tuple(meetings)


@rule("guandan.knockout.single", _B + "26.1", title="单败淘汰的轮空、轮数与场数")
def knockout_single(pairs: int) -> dict[str, Any]:
    """Places, byes, rounds and matches of a single elimination for so many pairs (26.1).

    Raises :class:`RuleInputError` for fewer than two.
    """
    return dataclasses.asdict(single_elimination(pairs))


@rule("guandan.knockout.double", _B + "26.2", title="双败淘汰各区的场数")
def knockout_double(pairs: int) -> dict[str, Any]:
    """Matches among the winners, among the losers and of the final of a double elimination (26.2).

    Whether a second final is played is for the event to say. Raises :class:`RuleInputError` for fewer than two pairs.
    """
    return dataclasses.asdict(double_elimination(pairs))
