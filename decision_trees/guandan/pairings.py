"""Who meets whom: round robins (rule 27; appendices 7 and 8), pairing by score (积分编排, 28.1), elimination (26; appendices
5 and 6)."""

from __future__ import annotations

import dataclasses
from typing import Any, Literal

from decision_trees.functions import RuleInputError, rule
from decision_trees.pairing import (
    RoundRobinMethod,
    double_elimination,
    round_meetings,
    round_robin_bye,
    round_robin_size,
    single_elimination,
    swiss_round,
)

_B = "guandan-2017:"
MethodCode = Literal["berger", "rotation"]


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
