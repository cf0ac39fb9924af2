"""Who meets whom, of no game: round robins, pairing by score, elimination. The clauses stand with the functions of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from decision_trees.functions import MoreNeeded, RuleInputError
from decision_trees.matching import paired_in_order

MOST_ROUND_ROBIN = 1_000
"""Pairs that meet each other all: already 999 rounds."""
MOST_SWISS = 200
"""Pairs of one event: where few may still meet, the matching takes time as the cube of their number."""
BYE = 0
"""Meeting it is a bye (轮空)."""
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
    """Who meets whom in a round of a single round robin."""
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
    """Rounds and matches, everybody meeting once or twice."""
    cycles = 2 if double else 1
    return RoundRobinSize(cycles * (_schedule_places(pairs) - 1), cycles * pairs * (pairs - 1) // 2)


def swiss_round(
    standing: Sequence[str], already_met: Collection[frozenset[str]], bye: str | None = None
) -> tuple[tuple[str, str], ...]:
    """The next round, from a standing sorted by match points and then level points.

    The first meets the highest it has not met, the next one left likewise, and so on, as far as everybody can still be
    paired. With an odd number the event must name who has the bye.
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
        raise RuleInputError("这一轮排不出来：余下的选手之间都已相遇过（只能相遇一次）。")
    return tuple((names[high], names[low]) for high, low in pairs)


def _check_elimination(pairs: int) -> None:
    if pairs < 2:
        raise RuleInputError(f"淘汰赛至少要两对，现在是 {pairs}。")


@dataclass(frozen=True, slots=True)
class SingleElimination:
    """The size of a single elimination (单败淘汰)."""

    bracket: int  # places, a power of two
    byes: int  # in the first round, for the strongest
    rounds: int
    matches: int
    first_round_matches: int


def single_elimination(pairs: int) -> SingleElimination:
    """Places, byes, rounds and matches for so many pairs."""
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
    final_matches_min: int  # whether a second final is played is for the event to say


def double_elimination(pairs: int) -> DoubleElimination:
    """Matches among the winners, among the losers, and the final."""
    _check_elimination(pairs)
    return DoubleElimination(pairs - 1, pairs - 2, 1)


def first_round(seeded: Sequence[str], places: Sequence[int]) -> tuple[tuple[str, str | None], ...]:
    """Meetings of the first round; None stands for a bye.

    ``places`` gives, from the top of the bracket down, the seed that stands at each place, which the event
    supplies. Places of seeds that are not there are byes for those who would meet them.
    """
    size = single_elimination(len(seeded)).bracket
    if sorted(places) != list(range(1, size + 1)):
        raise RuleInputError(f"位置表应把 1 至 {size} 号各写一次。")
    names = [seeded[seed - 1] if seed <= len(seeded) else None for seed in places]
    meetings = []
    for a, b in zip(names[::2], names[1::2], strict=True):
        first, second = (b, a) if a is None else (a, b)
        if first is None:
            raise RuleInputError("位置表把两个空位排在一起，轮空应分给实力较优者。")
        meetings.append((first, second))
    return tuple(meetings)
