"""Pairing by score (积分编排): high meets high, nobody meets twice (rule 28.1)."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from decision_trees.functions import MoreNeeded, RuleInputError, rule

_B = "guandan-2017:"
MOST = 200
"""Pairs of one event: where few may still meet, the matching takes time as the cube of their number."""
_AGAIN = 8  # meetings made anew at first


def _graphs() -> Any:
    """The graph library, wanted only here: it is not part of the app on a phone."""
    try:
        return importlib.import_module("networkx")
    except ModuleNotFoundError:
        raise RuleInputError("积分编排要用 networkx，请先安装（pip install networkx）。") from None


def pair(
    standing: Sequence[str], already_met: Collection[frozenset[str]], bye: str | None = None
) -> tuple[tuple[str, str], ...]:
    """The next round, from a standing sorted by match points and then level points.

    The first meets the highest it has not met, the next one left likewise, and so on, as far as everybody can still be
    paired. With an odd number the event must name who has the bye (24.1.3; D-19).
    Raises :class:`RuleInputError` when names repeat, or no pairing without a second meeting exists.
    """
    if len(standing) > MOST:
        raise RuleInputError(f"积分编排至多排 {MOST} 对，现在是 {len(standing)}，请分组编排。")
    twice = [name for name, n in Counter(standing).items() if n > 1]
    if twice:
        raise RuleInputError(f"排名里“{twice[0]}”出现两次。")
    if bye is not None and bye not in standing:
        raise RuleInputError(f"排名里没有轮空的“{bye}”。")
    names = [name for name in standing if name != bye]
    if len(names) % 2:
        raise MoreNeeded("参赛对数是单数，谁轮空、怎样计分，规则没有写，请照规程给出轮空者。")
    first = _straight_on(names, already_met)
    if 2 * len(first) == len(names):
        return tuple(first)
    # Where going straight on ends, as few of the last choices as need be are made anew: the others are the highest there are.
    again = _AGAIN
    while True:
        kept = first[: max(0, len(first) - again)]
        taken = {name for two in kept for name in two}
        rest = _matched([name for name in names if name not in taken], already_met)
        if rest is not None:
            return (*kept, *rest)
        if not kept:
            raise RuleInputError("这一轮排不出来：余下的选手之间都已相遇过（第二十八条一，只能相遇一次）。")
        again *= 2


def _straight_on(names: Sequence[str], already_met: Collection[frozenset[str]]) -> list[tuple[str, str]]:
    """Each takes the highest left that it has not met, until somebody finds nobody."""
    left, pairs = list(names), []
    while left:
        high = left[0]
        low = next((name for name in left[1:] if frozenset((high, name)) not in already_met), None)
        if low is None:
            break
        pairs.append((high, low))
        left = [name for name in left if name not in (high, low)]
    return pairs


def _matched(names: Sequence[str], already_met: Collection[frozenset[str]]) -> tuple[tuple[str, str], ...] | None:
    """The pairing of all, the higher choosing first; None when somebody would be left over."""
    graphs = _graphs()
    graph = graphs.Graph()
    graph.add_nodes_from(range(len(names)))
    # A pair's choice outweighs all choices of those below it together, so that one matching decides them in order.
    base = len(names) + 1
    for high, name in enumerate(names):
        for low in range(high + 1, len(names)):
            if frozenset((name, names[low])) not in already_met:
                graph.add_edge(high, low, weight=-low * base ** (len(names) - high))
    matching = {tuple(sorted(edge)) for edge in graphs.max_weight_matching(graph, maxcardinality=True)}
    if 2 * len(matching) < len(names):
        return None
    return tuple((names[high], names[low]) for high, low in sorted(matching))


@rule("guandan.swiss.pair", _B + "28.1")
def swiss_pair(standing: list[str], already_met: list[str], bye: str | None = None) -> dict[str, Any]:
    """积分编排下一轮：高分对高分，相遇过的不再相遇；单数时由规程定轮空者。"""
    names = set(standing)
    pairings = pair(standing, {_meeting(m, names) for m in already_met}, bye)
    return {"pairings": ["-".join(sorted(two)) for two in pairings]}


def _meeting(text: str, names: set[str]) -> frozenset[str]:
    """The two of ``A-B``; names may themselves have hyphens."""
    parts = text.split("-")
    splits = [("-".join(parts[:i]), "-".join(parts[i:])) for i in range(1, len(parts))]
    known = [s for s in splits if s[0] in names and s[1] in names]
    found = known or [s for s in splits if s[0] and s[1]]
    if not found or found[0][0] == found[0][1]:
        raise RuleInputError(f"看不懂“{text}”，相遇过的两对应写作“甲-乙”。")
    return frozenset(found[0])
