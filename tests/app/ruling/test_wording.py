"""What happens now is said once: a consequence that a line says already does not follow it."""

from __future__ import annotations

from decision_trees.model import Effect, Outcome


def carried(ruling: str, do: tuple[str, ...], *effects: Effect) -> list[str]:
    from app.ruling.wording import carried_out

    return carried_out(Outcome(ruling=ruling, level="penalty", cites=("bridge-1999:64",), do=do, effects=effects))


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
    assert carried("东家不罚。", ("东家收回牌",), warned) == ["东家收回牌", "警告 · 西家：口头警告"]


def test_another_amount_stays() -> None:
    fined = Effect(kind="points", who="对方", what="甩错牌的罚分", amount=30)
    assert len(carried("罚10分。", ("甩错牌的罚分10给对方",), fined)) == 2
    assert len(carried("罚30分。", ("甩错牌的罚分30给对方",), fined)) == 1


def test_that_the_game_goes_on_is_not_a_line() -> None:
    assert carried("不罚。", (), Effect(kind="auction_continues")) == []
