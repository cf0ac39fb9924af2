"""Who stands where, and by what: each step that separates two is named, with its clause."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

Group = list[str]


@dataclass(frozen=True, slots=True)
class Score:
    """What somebody is ranked by."""

    main: float = 0
    second: float = 0
    opponents: float = 0  # what all his opponents have of the second (对手分)
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    byes: int = 0
    left: int = 0  # meetings still to be played
    adjusted: float = 0  # of main
    adjusted_second: float = 0


@dataclass(frozen=True, slots=True)
class Step:
    """One thing by which equals are told apart."""

    key: str  # main, second, among, opponents, lots
    name: str
    cite: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings."""

    rank: int
    entrant: str
    score: Score
    by: Step | None = None  # what separates it from the one above; None: the first, or it shares the rank
    shared: bool = False  # equal in everything
    note: str = ""  # 退赛, 成绩注销
    why: str = ""  # in one sentence


Direct = Mapping[frozenset[str], Mapping[str, float]]
"""What two got from their own meetings, of what compares equals."""


def ranking(
    entrants: Sequence[str],
    scores: Mapping[str, Score],
    steps: Sequence[Step],
    direct: Direct,
    lots: Sequence[str] = (),
    regroup: bool = True,
    last: Mapping[str, str] | None = None,
) -> list[Row]:
    """Rank by one step after the other. ``last``: those who come after all others, with the reason.

    ``among`` counts only where all of the equals have met each other; where it separates some, it is applied again among those
    still equal if ``regroup`` (D-26).
    """
    behind = last or {}
    rows: list[Row] = []
    for group, by in _ranked([e for e in entrants if e not in behind], scores, list(steps), direct, lots, regroup):
        rank = len(rows) + 1
        for number, entrant in enumerate(group):
            above = rows[-1].entrant if rows else ""
            why = _why(above, entrant, by, scores, direct, shared=number > 0)
            rows.append(Row(rank, entrant, scores[entrant], by if not number else None, len(group) > 1, "", why))
    for entrant in (e for e in entrants if e in behind):
        rows.append(Row(0, entrant, scores[entrant], None, False, behind[entrant], behind[entrant]))
    return rows


def _ranked(
    group: Group,
    scores: Mapping[str, Score],
    steps: list[Step],
    direct: Direct,
    lots: Sequence[str],
    regroup: bool,
) -> list[tuple[Group, Step | None]]:
    """Groups of equals in order, each with what separates it from the one before."""
    if not group:
        return []
    if len(group) == 1 or not steps:
        return [(group, None)]
    step, rest = steps[0], steps[1:]
    value = _values(step, group, scores, direct, lots)
    if value is None:
        return _ranked(group, scores, rest, direct, lots, regroup)
    parts = _split(group, value)
    again = step.key == "among" and len(parts) > 1 and regroup
    found: list[tuple[Group, Step | None]] = []
    for number, part in enumerate(parts):
        inside = _ranked(part, scores, steps if again else rest, direct, lots, regroup)
        if number:
            inside[0] = (inside[0][0], step)
        found += inside
    return found


def _values(
    step: Step, group: Group, scores: Mapping[str, Score], direct: Direct, lots: Sequence[str]
) -> Callable[[str], float] | None:
    if step.key == "lots":
        if not set(group) <= set(lots):
            return None
        return lambda entrant: -lots.index(entrant)
    if step.key == "among":
        among = _among(group, direct)
        return among.__getitem__ if among is not None else None
    return lambda entrant: float(getattr(scores[entrant], step.key))


def _among(group: Group, direct: Direct) -> dict[str, float] | None:
    found = dict.fromkeys(group, 0.0)
    for two in combinations(group, 2):
        own = direct.get(frozenset(two))
        if own is None:
            return None
        for entrant in two:
            found[entrant] += own[entrant]
    return found


def _split(group: Group, value: Callable[[str], float]) -> list[Group]:
    rated = {entrant: round(value(entrant), 6) for entrant in group}
    return [[e for e in group if rated[e] == each] for each in sorted(set(rated.values()), reverse=True)]


def _why(above: str, entrant: str, by: Step | None, scores: Mapping[str, Score], direct: Direct, shared: bool) -> str:
    if not above:
        return ""
    if shared:
        return f"与{above}号各项都相等，并列；或抽签"
    if by is None:
        return ""
    if by.key == "lots":
        return f"与{above}号各项都相等，抽签在后"
    if by.key == "among":
        own = direct.get(frozenset((above, entrant)))
        said = f"：两者之间{own[entrant]:g}比{own[above]:g}" if own else ""
        return f"与{above}号前几项相等，比{by.name}{said}"
    mine, others = getattr(scores[entrant], by.key), getattr(scores[above], by.key)
    before = "" if by.key == "main" else "前几项相等，"
    return f"{before}{by.name}{mine:g}，少于{above}号的{others:g}"


# What a team still needs


@dataclass(frozen=True, slots=True)
class Need:
    """What somebody still needs to be among the first so many."""

    state: str  # in, out, needs, open
    points: float = 0  # of main, so that it is sure
    words: str = ""


def needs(rows: Sequence[Row], places: int, left: Mapping[str, int], most: float, name: str) -> dict[str, Need]:
    """What everybody still needs for one of the first ``places``; ``most``: what a meeting gives at most, ``left``: how many.

    Only what rank first is counted, and every other one may win all he has left: what is said to be sure is sure.
    """
    ranked = [row for row in rows if row.rank]
    now = {row.entrant: row.score.main for row in ranked}
    best = {entrant: now[entrant] + most * left.get(entrant, 0) for entrant in now}
    found: dict[str, Need] = {}
    final = not any(left.get(entrant, 0) for entrant in now)
    for row in ranked:
        own, top = now[row.entrant], best[row.entrant]
        others = sorted((best[e] for e in now if e != row.entrant), reverse=True)
        if final:
            found[row.entrant] = _final(ranked, row, places)
        elif sum(now[e] > top for e in now if e != row.entrant) >= places:
            found[row.entrant] = Need("out", words=f"余下全胜也到不了前{places}名")
        elif len(others) < places or others[places - 1] < own:
            found[row.entrant] = Need("in", words=f"已稳进前{places}名")
        else:
            bar = others[places - 1]
            missing = bar - own
            more = missing + (1 if float(missing).is_integer() else 0.5)
            if own + more <= top:
                found[row.entrant] = Need(
                    "needs", more, f"再得{name}{more:g}分必进前{places}名（还剩{left.get(row.entrant, 0)}场）"
                )
            else:
                found[row.entrant] = Need("open", words=f"还可能进前{places}名，要看别人的结果")
    return found


def gaps(rows: Sequence[Row], places: int, name: str) -> dict[str, Need]:
    """How far everybody is from the first ``places`` now, where nobody knows how much a meeting gives at most."""
    ranked = [row for row in rows if row.rank]
    if len(ranked) <= places:
        return {}
    last_in, first_out = ranked[places - 1].score.main, ranked[places].score.main
    found: dict[str, Need] = {}
    for number, row in enumerate(ranked):
        own = row.score.main
        if number < places:
            words = f"现在在前{places}名，{name}比第{places + 1}名多{own - first_out:g}"
        else:
            words = f"现在{name}比第{places}名少{last_in - own:g}"
        found[row.entrant] = Need("open", words=words)
    return found


def _final(ranked: Sequence[Row], row: Row, places: int) -> Need:
    after = row.rank + sum(each.rank == row.rank for each in ranked) - 1
    if after <= places:
        return Need("in", words=f"进前{places}名")
    return Need("open", words="名次相等，须抽签定") if row.rank <= places else Need("out", words=f"未进前{places}名")
