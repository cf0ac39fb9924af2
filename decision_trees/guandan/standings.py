"""Final standings with their tie-breaks, and matches of several games (rules 27.4, 28.2, 30.3)."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Any, Literal

from decision_trees.functions import MoreNeeded, RuleInputError, rule
from decision_trees.guandan.scoring import match_points, two_items
from decision_trees.guandan.seats import Side, SideCode

_B = "guandan-2017:"


@dataclass(frozen=True, slots=True)
class Match:
    """A match with the level points of both."""

    first: str
    second: str
    first_points: int
    second_points: int


@dataclass(frozen=True, slots=True)
class Totals:
    """What a pair is ranked by."""

    match_points: int
    level_points: int
    opponents_level_points: int  # 对手分


@dataclass(frozen=True, slots=True)
class Placing:
    """A rank; several pairs share it, or draw lots for it (27.4.5)."""

    rank: int
    pairs: tuple[str, ...]


def _check(pairs: Sequence[str], matches: Sequence[Match]) -> None:
    twice = [name for name, n in Counter(pairs).items() if n > 1]
    if twice:
        raise RuleInputError(f"参赛名单里“{twice[0]}”出现两次。")
    for m in matches:
        missing = [name for name in (m.first, m.second) if name not in pairs]
        if missing:
            raise RuleInputError(f"参赛名单里没有“{missing[0]}”。")
        if m.first == m.second:
            raise RuleInputError(f"“{m.first}”不能与自己比赛。")
        if m.first_points < 0 or m.second_points < 0:
            raise RuleInputError(f"“{m.first}”对“{m.second}”的级分不能是负数。")


def totals(pairs: Sequence[str], matches: Sequence[Match]) -> dict[str, Totals]:
    """Match points, level points and the opponents' level points of each pair (27.4.1, 27.4.2, 27.4.4)."""
    _check(pairs, matches)
    won, levels = Counter[str](), Counter[str]()
    met: dict[str, set[str]] = {name: set() for name in pairs}
    for m in matches:
        for name, points in zip((m.first, m.second), match_points(m.first_points, m.second_points), strict=True):
            won[name] += points
        levels[m.first] += m.first_points
        levels[m.second] += m.second_points
        met[m.first].add(m.second)
        met[m.second].add(m.first)
    return {name: Totals(won[name], levels[name], sum(levels[o] for o in met[name])) for name in pairs}


def _split(group: Sequence[str], by: Callable[[str], tuple[int, ...]]) -> list[list[str]]:
    """Groups of equals, the highest first."""
    values = sorted({by(name) for name in group}, reverse=True)
    return [[name for name in group if by(name) == value] for value in values]


def _among(group: Sequence[str], matches: Sequence[Match]) -> dict[str, int] | None:
    """Level points from the matches between them; None unless all of them have met each other."""
    own = [m for m in matches if m.first in group and m.second in group]
    if {frozenset((m.first, m.second)) for m in own} != {frozenset(two) for two in combinations(group, 2)}:
        return None
    points = Counter(dict.fromkeys(group, 0))
    for m in own:
        points[m.first] += m.first_points
        points[m.second] += m.second_points
    return dict(points)


def _break_tie(group: list[str], matches: Sequence[Match], all_totals: dict[str, Totals]) -> list[list[str]]:
    """Equals on match and level points: their matches with each other, then the opponents' level points.

    Where the first separates only some, it is applied again among those still equal (D-26).
    """
    if len(group) == 1:
        return [group]
    among = _among(group, matches)
    if among is not None:
        parts = _split(group, lambda name: (among[name],))
        if len(parts) > 1:
            return [part for equal in parts for part in _break_tie(equal, matches, all_totals)]
    return _split(group, lambda name: (all_totals[name].opponents_level_points,))


def ranking(pairs: Sequence[str], matches: Sequence[Match]) -> tuple[Placing, ...]:
    """Ranks by match points, level points, matches between those equal, opponents' level points (27.4, 28.2)."""
    found = totals(pairs, matches)
    placings: list[Placing] = []
    rank = 1
    for group in _split(pairs, lambda name: (found[name].match_points, found[name].level_points)):
        for equal in _break_tie(group, matches, found):
            placings.append(Placing(rank, tuple(equal)))
            rank += len(equal)
    return tuple(placings)


class SeriesMode(StrEnum):
    """How a match of several games is decided (30.3)."""

    TWO_GAMES = "累计级分2局"
    THREE_GAMES = "累计级分3局"
    BEST_OF_THREE = "3局2胜"
    BEST_OF_FIVE = "5局3胜"

    @property
    def games(self) -> int:
        """Games at most."""
        return next(int(c) for c in self.value if c.isdigit())

    @property
    def by_level_points(self) -> bool:
        """Whether the sum of level points decides, not games won."""
        return self.value.startswith("累计")


@dataclass(frozen=True, slots=True)
class Series:
    """Result of a match of several games; winner 1, 2 or None."""

    winner: int | None
    totals: tuple[int, int] | None = None  # level points, where they decide
    extra_deal: bool = False  # the deciding game was a draw: one more deal on it


def series(mode: SeriesMode, games: Sequence[tuple[int, int]]) -> Series:
    """Who has won, from the level points of the games (30.3.1, 30.3.2).

    None when it is not decided yet, or when the sums are equal, for which the text has nothing (D-42).
    Raises :class:`RuleInputError` for too many games, too few to add up, or negative points.
    """
    if any(points < 0 for game in games for points in game):
        raise RuleInputError("级分不能是负数。")
    if len(games) > mode.games or (mode.by_level_points and len(games) < mode.games):
        raise RuleInputError(f"{mode.value}应有 {mode.games} 局的成绩，现在有 {len(games)} 局。")
    if mode.by_level_points:
        a, b = sum(g[0] for g in games), sum(g[1] for g in games)
        return Series(None if a == b else 1 if a > b else 2, (a, b))
    needed = mode.games // 2 + 1
    wins, scored = [0, 0], [0, 0]
    for a, b in games:
        if a != b:
            wins[a < b] += 1
        for side, points in enumerate(match_points(a, b)):
            scored[side] += points
        if max(wins) == needed:
            return Series(1 if wins[0] == needed else 2)
    if len(games) < mode.games:
        return Series(None)
    if scored[0] != scored[1]:
        return Series(1 if scored[0] > scored[1] else 2)
    return Series(None, extra_deal=games[-1][0] == games[-1][1])


@rule("guandan.standings", _B + "27.4", _B + "28.2", title="名次与场分、级分、对手分")
def standings(pairs: list[str], matches: list[list[Any]]) -> dict[str, Any]:
    """Ranks by match points, level points, the matches between those equal, opponents' level points (27.4, 28.2).

    ``matches``: two names and the level points of each. Several names under one rank share it or draw lots (27.4.5). Raises
    :class:`RuleInputError` for names or points there cannot be.
    """
    played = [_read_match(m, f"matches[{i}]") for i, m in enumerate(matches)]
    placings, sums = ranking(pairs, played), totals(pairs, played)
    return {
        "ranking": [{"rank": place.rank, "pairs": list(place.pairs)} for place in placings],
        "totals": {name: list(dataclasses.astuple(t)) for name, t in sums.items()},
    }


def _is_whole_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _read_match(item: list[Any], where: str) -> Match:
    if len(item) == 4 and all(isinstance(n, str) for n in item[:2]) and all(_is_whole_number(n) for n in item[2:]):
        return Match(*item)
    raise RuleInputError(f"“{where}”应写作 [甲, 乙, 甲级分, 乙级分]，级分是整数。")


@rule("guandan.match.series", _B + "14.2", _B + "30.3.1", _B + "30.3.2", title="多局制一轮的胜方")
def match_series(
    mode: Literal["累计级分2局", "累计级分3局", "3局2胜", "5局3胜"], games: list[list[int]]
) -> dict[str, Any]:
    """Who has won a match of several games (14.2, 30.3.1, 30.3.2): 1, 2, or None while it is open.

    ``games``: both sides' level points of each. ``extra_deal``: the deciding game was a draw, one more deal is played on it.
    Raises :class:`RuleInputError` for games there cannot be.
    """
    found = series(SeriesMode(mode), [two_items(g, f"games[{i}]") for i, g in enumerate(games)])
    result: dict[str, Any] = {"winner": found.winner}
    if found.totals is not None:
        result = {"totals": list(found.totals), **result}
    if found.extra_deal:
        result["extra_deal"] = True
    return result


@rule("guandan.match.of_games", _B + "14.2", _B + "30.3.1", _B + "30.3.2", title="几局打下来谁胜")
def match_of_games(
    series_mode: Literal["累计级分2局", "累计级分3局", "3局2胜", "5局3胜"], games: str
) -> dict[str, Any]:
    """Where a match of several games stands, from the level points as people write them (14.2, 30.3.1, 30.3.2).

    ``state``: ``first`` or ``second`` has won, ``open`` more is to be played, ``equal`` the sums are equal, ``extra`` the deciding
    game was a draw. Where points were taken from a side, who won a game may be written behind it (in Chinese). Raises
    :class:`RuleInputError` for games there cannot be.
    """
    found_games = re.findall(r"(\d+)\s*[:：比-]\s*(\d+)\s*(平|先胜|后胜)?", games)
    scores = [(int(a), int(b)) for a, b, _ in found_games]
    if not scores:
        raise RuleInputError(f"看不懂各局的级分“{games}”，请写成 15:11 10:16。")
    mode = SeriesMode(series_mode)
    if not mode.by_level_points:  # by games won, which what was taken from a side does not change
        ahead = {"平": (0, 0), "先胜": (1, 0), "后胜": (0, 1)}
        scores = [ahead.get(said, score) for score, (_, _, said) in zip(scores, found_games, strict=True)]
    if mode.by_level_points and len(scores) < mode.games:
        return {"state": "open", "first": sum(a for a, _ in scores), "second": sum(b for _, b in scores)}
    found = series(mode, scores)
    won = [sum(a > b for a, b in scores), sum(b > a for a, b in scores)]
    first, second = found.totals if found.totals is not None else (won[0], won[1])
    if found.winner is not None:
        state = "first" if found.winner == 1 else "second"
    else:
        state = "equal" if found.totals is not None else "extra" if found.extra_deal else "open"
    return {"state": state, "first": first, "second": second}


UNKNOWN = "?"
"""In the place of a game whose points nobody said."""


@rule("guandan.match.played", _B + "14.2", _B + "30.3", title="这一桌打完的各局级分")
def match_played(
    games: str | None = None, before: str | None = None, now: str | None = None, written: SideCode | None = None
) -> dict[str, Any]:
    """The games of a round as this table has them, north-south's points first: those ``before`` and the one that is over ``now``.

    ``written``: the pair written first in ``games``; of the table's own north-south. ``first`` and ``second`` are the pairs by
    name, None where that is not known. Raises :class:`MoreNeeded` where the table has no games, or not all of them (14.2).
    """
    played = " ".join(each for each in (before, now) if each)
    if games is None and (not played or UNKNOWN in played):
        raise MoreNeeded("这一桌没有记下各局的级分。", "before")
    ours = games is None or games.split() == played.split()
    side = Side(written) if written is not None else Side.NS if ours else None
    return {
        "games": played if games is None else games,
        "written": side.value if side else None,
        "first": side.chinese if side else None,
        "second": side.opponents.chinese if side else None,
    }


@rule("guandan.match.carried", _B + "14.2", title="打完的一局带到下一局")
def match_carried(before: str | None = None, now: str | None = None, ended: bool | None = None) -> dict[str, Any]:
    """The points of the games of a round before the next deal: with this one's where it is over (14.2)."""
    over = (now or UNKNOWN) if ended else None
    return {"games": " ".join(each for each in (before, over) if each) or None}
