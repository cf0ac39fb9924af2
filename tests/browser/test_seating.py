"""The draw says who sits at a table; one tap says that they sit otherwise; a ruling for the wrong pair goes to the right one."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.journal.competition import PlanBody, written
from app.journal.journal import Journal
from app.journal.records import Entrant, EventBody
from tests.browser.reader import Published, Reader, Server, exported, profile
from tests.browser.test_journal import SLOW, fill_in, save, too_slow
from tests.browser.test_ruling import press

FOUR = tuple(Entrant(str(number), f"{name}队") for number, name in enumerate("红蓝白绿", 1))


@pytest.fixture
def drawn(own: Server | Published, tmp_path: Path) -> str:
    """A journal with four pairs, of which 1 and 4 meet at table 1 in the first round, 1 at home; as it is exported."""
    with own.journal(tmp_path) as store:
        journal = Journal(store, "李裁判")
        event = journal.save_event(EventBody("公开赛", "guandan", entrants=FOUR))
        journal.save_competition(event, [written(PlanBody("round_robin", ("1", "2", "3", "4"), scoring="winner"))])
        return exported(store)


def test_seat_and_pair_are_one_choice_and_rulings_follow_who_really_sat_there(
    own: Server | Published, drawn: str, browser: object, size: tuple[int, int]
) -> None:
    own.start()
    context = profile(browser, size)  # type: ignore[arg-type]
    own.introduce(context)
    try:
        reader = Reader.sit_down(context, own.address)
        own.bring(reader, drawn)
        reader.open("/tools/events")
        press(reader, "选为现在的赛事 公开赛")
        reader.open(SLOW)
        reader.tap("违规方", "button")
        fill_in(reader, "几号桌", "1")
        if not reader.find("第1轮"):
            press(reader, "轮次加一")
        press(reader, "就这样")
        reader.see("1号 红队", "checkbox")  # the two of this table, each with its seats; nobody else
        reader.see("4号 绿队", "checkbox")
        assert not reader.find("蓝队") and not reader.find("白队")
        reader.tap("西家", "checkbox")
        reader.see("1桌 第1轮 4号 绿队")
        too_slow(reader)
        save(reader)
        press(reader, "重新开始")
        reader.see("违规方是谁")
        chip = reader.see("实际坐的不一样", "checkbox")
        assert chip.x + chip.width <= size[0], "it is in sight, also on a phone"
        reader.tap("实际坐的不一样", "checkbox")
        reader.see("点一下就记入日志")
        press(reader, "南北、东西对调")
        reader.see("这一轮在本桌已记的，对号跟着错了")
        reader.see("4号 绿队 → 1号 红队")
        press(reader, "都改到实际坐的一方")
        reader.tap("西家", "checkbox")
        reader.see("1桌 第1轮 1号 红队")
        reader.see("本轮违例 1 次")
        reader.leave()
    finally:
        context.close()
