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
        (Effect(kind="card_restored", who="越序引牌者"), "越序引牌者把牌收回手中"),
        (Effect(kind="penalty_card", who="西家", what="多打的牌张"), "西家：多打的牌张成为罚张"),
        (Effect(kind="penalty_card", who="西家", what="暴露的牌张", amount="♥5"), "西家：暴露的牌张，♥5成为罚张"),
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


@pytest.mark.parametrize(
    ("ruling", "do", "effect"),
    [
        (  # the ruling names the card, a line says where it lies
            "西家（违规者）暴露的♦9成为罚张，牌面向上放在他面前。",
            "罚张牌面向上放在持有者面前",
            Effect(kind="penalty_card", who="西家", what="暴露的牌张", amount="♦9"),
        ),
        (
            "南北方最后得分扣级差分1分。",
            "在最后得分中扣级差分1分，写进记分表",
            Effect(kind="points", who="南北方", what="最后得分中扣级差分", amount=-1, unit="级差分"),
        ),
        (
            "当轮按弃权，对手场分2分、级分18分。",
            "当轮对手记场分2分、级分18分",
            Effect(kind="points", who="当轮的另一对", what="级分", amount=18, unit="级分"),
        ),
        ("越序领出，罚10分。", "由北家领出", Effect(kind="lead_required", who="北家", what="由他领出")),
        ("错牌收回。", "停止东家出牌权一次", Effect(kind="card_withdrawn", who="东家", what="牌张")),
        (
            "西家（下家）在裁定前叫了牌，不再判罚。",
            "竞叫继续",
            Effect(kind="right_lost", who="东西方", what="对该叫牌的处罚权"),
        ),
        ("处罚权没有丧失。", "按违规本身处理", Effect(kind="right_kept", who="东西方")),
    ],
)
def test_what_is_said_in_two_places_together_is_not_said_a_third_time(ruling: str, do: str, effect: Effect) -> None:
    assert carried(ruling, (do,), effect) == [do]


def test_what_only_a_consequence_says_stays() -> None:
    counted = Effect(kind="points", who="东西方", what="每张甩出的牌计，最大一张按暴露张计", amount=50, unit="分")
    assert len(carried("罚50分给东西方。", ("罚50分给东西方",), counted)) == 2
    barred = Effect(kind="lead_penalty", who="西家", what="东西方防守时，可能应用第26条引牌判罚")
    assert len(carried("叫牌取消，两人此后永远不叫。", ("取消叫牌",), barred)) == 2
    more = Effect(kind="points", who="东西方", what="甩错牌的罚分", amount=30, unit="分")
    assert len(carried("罚10分。", ("罚10分给东西方",), more)) == 2


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("不得引红心", "西家：不得引红心；他保持引牌权时一直有效"),
        ("领出时由下家指定", "西家：领出时由下家指定；他保持领出权时一直有效"),
        ("仍保留领出牌权时，不得出该牌型", "西家：仍保留领出牌权时，不得出该牌型"),
    ],
)
def test_how_long_it_lasts_is_said_in_the_words_of_the_game(what: str, said: str) -> None:
    effect = Effect(kind="lead_required", who="西家", what=what, duration="while_on_lead")
    assert carried("照规则处理。", (), effect) == [said]
