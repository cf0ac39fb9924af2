"""Single and double elimination (rule 26; appendices 5 and 6)."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from decision_trees.functions import RuleInputError, rule

_B = "guandan-2017:"


def _enough(pairs: int) -> None:
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


def single(pairs: int) -> SingleElimination:
    """Places, byes, rounds and matches for so many pairs (26.1)."""
    _enough(pairs)
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


def double(pairs: int) -> DoubleElimination:
    """Matches among the winners, among the losers, and the final (26.2)."""
    _enough(pairs)
    return DoubleElimination(pairs - 1, pairs - 2, 1)


def first_round(seeded: Sequence[str], places: Sequence[int]) -> tuple[tuple[str, str | None], ...]:
    """Meetings of the first round; None stands for a bye.

    ``places`` gives, from the top of the bracket down, the seed that stands at each place: the figure of appendix 5 is lost
    (D-24), so the event supplies it. Places of seeds that are not there are byes for those who would meet them.
    """
    size = single(len(seeded)).bracket
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


@rule("guandan.knockout.single", _B + "26.1")
def knockout_single(pairs: int) -> dict[str, Any]:
    """单败淘汰赛的位数、轮空、轮数与场数。"""
    return dataclasses.asdict(single(pairs))


@rule("guandan.knockout.double", _B + "26.2")
def knockout_double(pairs: int) -> dict[str, Any]:
    """双败淘汰赛胜区、负区、决赛的场数。"""
    return dataclasses.asdict(double(pairs))
