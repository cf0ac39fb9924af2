"""What happens now is said once: a consequence that a line says already does not follow it."""

from __future__ import annotations

from typing import cast

import pytest

from decision_trees.engine import Ruled
from decision_trees.model import Effect, Outcome, Tree


def carried(ruling: str, do: tuple[str, ...], *effects: Effect, tell: dict[str, str] | None = None) -> list[str]:
    from app.ruling.consequences import carried_out

    made = Outcome(ruling=ruling, level="penalty", cites=("bridge-1999:64",), do=do, effects=effects, tell=tell or {})
    return carried_out(Ruled(cast(Tree, None), "made", made, (), (), (), ()))


def test_what_a_line_says_of_somebody_is_not_said_again() -> None:
    silent = Effect(kind="forced_pass", who="北家", duration="rest_of_auction")
    assert carried("南家改叫。", ("北家此后永远不叫",), silent) == ["北家此后永远不叫"]
    assert carried("北家此后永远不叫。", (), silent) == []


def test_what_is_said_of_a_side_is_said_of_both() -> None:
    both = [Effect(kind="forced_pass", who=who, duration="rest_of_auction") for who in ("南家", "北家")]
    assert carried("取消。", ("南北方两人此后永远不叫",), *both) == ["南北方两人此后永远不叫"]
    assert len(carried("取消。", ("东西方两人此后永远不叫",), *both)) == 3


def test_what_is_said_of_somebody_else_stays() -> None:
    warned = Effect(kind="warning", who="西家", what="口头警告")
    assert carried("东家不罚。", ("东家收回牌",), warned) == ["东家收回牌", "西家：口头警告"]


def test_another_amount_stays() -> None:
    fined = Effect(kind="points", who="对方", what="甩错牌的罚分", amount=30)
    assert len(carried("罚10分。", ("甩错牌的罚分10给对方",), fined)) == 2
    assert len(carried("罚30分。", ("甩错牌的罚分30给对方",), fined)) == 1


def test_that_the_game_goes_on_is_not_a_line() -> None:
    assert carried("不罚。", (), Effect(kind="auction_continues")) == []


def test_one_mark_on_the_record_that_the_ruling_names_is_not_a_second_line() -> None:
    mark = Effect(kind="violation", who="南北方", amount=1, unit="次")
    assert carried("未报牌，记违例一次。", ("裁判员记违例一次",), mark) == ["裁判员记违例一次"]
    assert carried("未报牌。", ("报清楚",), mark) == ["报清楚", "南北方记违例一次"]


def test_what_is_said_aloud_to_somebody_is_not_said_again_of_him() -> None:
    told = Effect(kind="information", who="东家", what="不得利用看到这张牌所得的信息")
    aloud = {"东家": "你看到的牌不要利用：不得利用看到这张牌所得的信息。"}
    assert carried("这张牌收回。", (), told, tell=aloud) == []
    assert len(carried("这张牌收回。", (), told, tell={"西家": "不得利用看到这张牌所得的信息。"})) == 1
    explained = Effect(kind="explain", who="南家", what="五项选择及后果")
    assert carried("由南家选择。", (), explained, tell={"南家": "你有五项选择。"}) == []


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        (Effect(kind="card_restored", who="越序引牌者"), "越序引牌者收回手中"),
        (Effect(kind="penalty_card", who="西家", what="多打的牌张"), "西家：多打的牌张成为罚张"),
        (Effect(kind="right_lost", who="南北方", what="对越序叫牌的处罚权"), "南北方丧失对越序叫牌的处罚权"),
        (
            Effect(kind="skip_turns", who="东家", amount=1, unit="次", duration="one_turn"),
            "东家下一次轮到时停止出牌一次",
        ),
        (Effect(kind="refer", who="裁判长", what="是否重洗重抓"), "由裁判长定：是否重洗重抓"),
        (Effect(kind="foul", who="南北方", amount=1, unit="次"), "南北方记犯规一次"),
    ],
)
def test_a_consequence_is_a_sentence(effect: Effect, said: str) -> None:
    assert carried("照规则处理。", (), effect) == [said]
