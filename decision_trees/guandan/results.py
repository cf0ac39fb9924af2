"""What a match of an event comes to: match points and level points of its games, or of a series (13.3, 14.3, 30.3)."""

from __future__ import annotations

from typing import Any

from decision_trees.functions import RuleInputError, rule
from decision_trees.guandan import levels as known
from decision_trees.guandan.levels import GameMode
from decision_trees.guandan.scoring import game_score, level_points, match_points
from decision_trees.guandan.standings import SeriesMode, series

_B = "guandan-2017:"
NOTHING = (0, 0)  # match points of a match that level points or games decide


@rule("guandan.event.result", _B + "13.3", _B + "14.1", _B + "30.3", _B + "A4t", title="赛事里一场的场分和级分")
def event_result(
    levels: list[list[str]],
    scores: list[list[float]],
    knockout: bool = False,
    mode: str = "",
    to_the_end: bool = False,
) -> dict[str, Any]:
    """Match points (``main``) and level points (``second``) of both sides from the games of a match (13.3, appendix A4).

    ``levels``: the last levels of each game; ``scores``: its level points, where they are written instead. ``to_the_end``: a
    game ends only when one side is past A (14.1.1). ``mode``: how a match of several games of a ``knockout`` is decided (30.3);
    ``state`` is ``open`` while it is not. Raises :class:`RuleInputError` for what cannot be.
    """
    games, words = _games(levels, scores, to_the_end)
    cites = [_B + "13.3", _B + "A4t"]
    sums = sum(a for a, _ in games), sum(b for _, b in games)
    out: dict[str, Any] = {
        "state": "played",
        "main": None,
        "second": None,
        "winner": "",
        "games": [list(g) for g in games],
    }
    if knockout and mode:
        how = SeriesMode(mode)
        cites.append(_B + ("30.3.1" if how.by_level_points else "30.3.2"))
        more = len(games) < how.games
        found = None if how.by_level_points and more else series(how, games)
        if found is None or (found.winner is None and more):
            wanting = f"还差{how.games - len(games)}局" if how.by_level_points else "还没有分出胜负"
            return {**out, "state": "open", "words": [*words, f"{how.value}，{wanting}"], "cites": cites}
        words.append(f"{how.value}：{sums[0]}:{sums[1]}" if found.totals else how.value)
        winner = {1: "home", 2: "away", None: ""}[found.winner]
        return {**out, "main": list(NOTHING), "second": list(sums), "winner": winner, "words": words, "cites": cites}
    points = [match_points(a, b) for a, b in games]
    match = sum(p[0] for p in points), sum(p[1] for p in points)
    words.append(f"场分{match[0]}:{match[1]}")
    winner = "" if match[0] == match[1] else "home" if match[0] > match[1] else "away"
    return {**out, "main": list(match), "second": list(sums), "winner": winner, "words": words, "cites": cites}


def _games(
    levels: list[list[str]], scores: list[list[float]], to_the_end: bool
) -> tuple[list[tuple[int, int]], list[str]]:
    """Level points of each game, and the working."""
    games: list[tuple[int, int]] = []
    words: list[str] = []
    for a, b in levels:
        if a == b == known.PAST_ACE:
            raise RuleInputError("双方不会都过A，一方过A时一局已经结束；请改正级数。")
        if to_the_end:
            game_score(GameMode.BY_GAME, a, b)  # refuses what is no end of a game (14.1.1)
        pair = level_points(a, b)
        games.append(pair)
        words.append(f"{_name(a)}对{_name(b)}：级分{pair[0]}:{pair[1]}")
    whole = sum(level_points(known.first_level(), known.first_level()))
    for first, second in scores:
        if first < 0 or second < 0 or first + second != whole or first != int(first):
            raise RuleInputError(
                f"双方级分之和应是{whole}，现在是{first:g}:{second:g}；按规程另计的，由裁判长直接定得分。"
            )
        games.append((int(first), int(second)))
        words.append(f"级分{first:g}:{second:g}")
    if not games:
        raise RuleInputError("没有成绩；请录入双方的级数。")
    return games, words


def _name(level: str) -> str:
    return "过A" if level == known.PAST_ACE else level
