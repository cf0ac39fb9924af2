"""What a correction changed, as it is said on the screen and on paper."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.journal.entries import Remark
from app.journal.records import Entrant, EventBody, Place, RulingBody
from app.ruling.corrected import changes

EVENT = EventBody("公开赛", entrants=(Entrant("1", "红队"), Entrant("2", "蓝队")))
BODY = RulingBody("guandan", "t", "出牌超时", "o", "警告一次。", "penalty", Place("3", 1), ("1",))


@pytest.mark.parametrize(
    ("after", "said"),
    [
        (BODY, ()),
        (replace(BODY, place=Place("6", 1)), ("3桌 → 6桌",)),
        (replace(BODY, place=Place("6", 2)), ("3桌 → 6桌", "第1轮 → 第2轮")),
        (replace(BODY, place=Place("3")), ("轮次：第1轮 → 未记",)),
        (replace(BODY, place=Place("3", 1, deal=4)), ("副次：未记 → 第4副",)),
        (replace(BODY, offenders=("2",)), ("违规方：1号 红队 → 2号 蓝队",)),
        (replace(BODY, offenders=()), ("违规方：1号 红队 → 未记",)),
        (replace(BODY, player="张三", remark="在场"), ("违规者：未记 → 张三", "备注：未记 → 在场")),
        (replace(BODY, level="none", cites=("a:1",)), ("程度：判罚 → 不判罚", "依据改过")),
    ],
)
def test_each_thing_that_changed_is_said_with_both_sides(after: RulingBody, said: tuple[str, ...]) -> None:
    assert changes(Remark("01", "", "", {}, before=BODY, after=after), EVENT) == said


def test_a_correction_nobody_compared_says_nothing() -> None:
    assert changes(Remark("01", "", "", {"place": {"table": "6"}}), EVENT) == ()
