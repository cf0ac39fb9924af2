"""What a match of an event comes to: match points and level points of its games (13.3, 14.3; the table of appendix A4)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.decision_trees.guandan.asking import ask, check_refused

RESULT = "event.result"


@pytest.mark.parametrize(
    ("games", "main", "second", "winner"),
    [
        ({"levels": [["10", "6"]], "scores": []}, [2, 0], [17, 9], "home"),  # four levels: 13 + 4 of 26 (13.2)
        ({"levels": [["5", "9"]], "scores": []}, [0, 2], [9, 17], "away"),
        ({"levels": [["7", "7"]], "scores": []}, [1, 1], [13, 13], ""),  # level: one match point each (13.3)
        ({"levels": [], "scores": [[14, 12]]}, [2, 0], [14, 12], "home"),
        ({"levels": [["7", "7"], ["10", "6"]], "scores": []}, [3, 1], [30, 22], "home"),  # summed over the games
    ],
)
def test_the_games_of_a_match(games: dict[str, Any], main: list[int], second: list[int], winner: str) -> None:
    found = ask(RESULT, **games)
    assert (found["state"], found["main"], found["second"], found["winner"]) == ("played", main, second, winner)


@pytest.mark.parametrize(
    ("games", "words"),
    [
        ({"levels": [["A+", "A+"]], "scores": []}, "双方不会都过A"),
        ({"levels": [], "scores": [[14, 13]]}, "双方级分之和应是26"),
        ({"levels": [], "scores": []}, "没有成绩"),
    ],
)
def test_what_cannot_be_is_refused_with_one_sentence(games: dict[str, Any], words: str) -> None:
    check_refused(RESULT, games, words)
