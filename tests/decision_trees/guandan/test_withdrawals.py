"""Leaving an event (24)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.decision_trees.guandan.asking import Refusal, ask, check_refused, refusals

REFUSED: list[Refusal] = [
    ("withdrawal.round_robin", {"opponents": 7, "played": 8}, "已赛"),
    ("withdrawal.swiss", {"rounds": 0, "played": 0}, "已赛"),
    ("withdrawal.before_start", {"format": "淘汰赛", "remaining": 7}, "没有写"),
]


@refusals(REFUSED)
def test_bad_input_is_refused_with_one_sentence(name: str, given: dict[str, Any], words: str) -> None:
    check_refused(name, given, words)


@pytest.mark.parametrize(
    ("opponents", "played", "results"),
    [
        (7, 0, "全部注销（对手成绩保留）"),
        (7, 4, "有效，余作弃权"),
        (8, 3, "全部注销（对手成绩保留）"),
        (8, 4, "有效，余作弃权"),
    ],
)
def test_leaving_a_round_robin(opponents: int, played: int, results: str) -> None:
    assert ask("withdrawal.round_robin", opponents=opponents, played=played) == {"own_results": results}


def test_leaving_otherwise() -> None:
    assert ask("withdrawal.swiss", rounds=7, played=6) == {"own_results": "有效", "current_round_opp": [2, 18]}
    assert ask("withdrawal.knockout") == {"opponent": "进入下一轮"}  # 24.2.3
    assert ask("withdrawal.before_start", format="循环赛", remaining=8) == {"handling": "重新抽签"}
    assert ask("withdrawal.before_start", format="积分编排赛", remaining=9) == {"handling": "可考虑补足双数"}
