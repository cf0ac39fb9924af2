"""What a match of an event comes to: standard scores for the difference of the levels (appendix)."""

from __future__ import annotations

from typing import Any

from decision_trees.functions import RuleInputError, rule
from decision_trees.shengji.cards import parse_level
from decision_trees.shengji.levels import difference, position, standard_score


@rule("shengji.event.result", "shengji-40:A1t", title="赛事里一场的标准分")
def event_result(levels: list[list[str]], scores: list[list[float]]) -> dict[str, Any]:
    """Standard scores (``main``) of both sides from their last levels, or as they are written (appendix A1).

    Raises :class:`RuleInputError` for what cannot be.
    """
    if levels:
        a, b = (parse_level(each) for each in levels[0])
        apart, ahead = difference(a, b), position(a) - position(b)
        score = standard_score(apart)
        home, away = (score.winner, score.loser) if ahead >= 0 else (score.loser, score.winner)
        words = [f"{a}对{b}：级数差{apart}，标准分{home}:{away}"]
    elif scores:
        first, second = scores[0]
        whole = 2 * standard_score(0).winner
        if first < 0 or second < 0 or first + second != whole:
            raise RuleInputError(f"双方标准分之和应是{whole}，现在是{first:g}:{second:g}；请改正。")
        home, away, ahead = int(first), int(second), int(first > second) - int(first < second)
        words = [f"标准分{home}:{away}"]
    else:
        raise RuleInputError("没有成绩；请录入双方的级数。")
    winner = "" if not ahead else "home" if ahead > 0 else "away"
    return {
        "state": "played",
        "main": [home, away],
        "second": None,
        "winner": winner,
        "words": words,
        "cites": ["shengji-40:A1t"],
        "games": [[home, away]],
    }
