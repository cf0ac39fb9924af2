"""A referee lays down a round robin, enters a result by touch, corrects it, sees who stands where, and sends the page round."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from app.journal.journal import Journal
from app.journal.records import Entrant, EventBody
from tests.browser.reader import PHONE, Published, Reader, Server, exported, profile
from tests.browser.test_journal import fill_in
from tests.browser.test_ruling import press

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from app.journal.store import JournalStore

NAMES = ("甲队", "乙队", "丙队", "丁队", "戊队")


def _event(store: JournalStore, number: int = 4) -> str:
    people = tuple(Entrant(str(at), name) for at, name in enumerate(NAMES[:number], 1))
    return Journal(store).save_event(EventBody("社区杯", "guandan", ("guandan-2017",), entrants=people))


def test_a_round_robin_from_the_plan_to_the_page_of_results(
    browser: Browser, own: Server | Published, tmp_path: Path
) -> None:
    with own.journal(tmp_path) as store:
        event = _event(store)
        given = exported(store)
    own.start()
    context = profile(browser, PHONE)
    own.introduce(context)
    try:
        reader = Reader.sit_down(context, own.address)
        own.bring(reader, given)
        reader.open("/tools/events")
        reader.tap("赛程", "button")
        reader.see("赛程设置")
        press(reader, "存下赛程")
        reader.see("第1轮：2桌，还差2桌")
        reader.tap("1 甲队", "button")
        for level in ("A", "9"):
            reader.tap(level, "button")
        reader.see("A对9：级分18:8；场分2:0")
        press(reader, "存下，接着录2桌")
        reader.see("第1轮 2桌")
        reader.page.go_back()
        reader.see("第1轮：2桌，还差1桌")
        reader.see("18:8")
        reader.tap("1 甲队", "button")
        reader.tap("过A", "button")
        reader.see("过A对9：级分19:7")
        press(reader, "更正成绩")
        reader.see("19:7")
        reader.tap("2 乙队", "button")
        press(reader, "弃权、迟到、裁判长定分")
        reader.tap("3 丙队", "checkbox")
        reader.tap("迟到弃权", "checkbox")
        reader.see("对手场分2，级分18")
        press(reader, "存下成绩")
        reader.see("第2轮：2桌，还差2桌")  # the first is done
        reader.tap("名次")
        reader.see("级分19")
        reader.tap("2 乙队", "button")
        reader.see("级分18，少于1号的19")
        reader.tap("印发")
        with reader.page.expect_download() as page:
            press(reader, "成绩表（CSV）")
        assert "19:7" in Path(page.value.path()).read_text(encoding="utf-8-sig")
        with own.kept_journal(reader) as store:
            assert len(Journal(store).competition(event)) == 4  # the plan, a result, its correction, a forfeit
    finally:
        context.close()


def test_who_leaves_before_the_first_round_has_the_draw_made_again(
    browser: Browser, own: Server | Published, tmp_path: Path
) -> None:
    """24.1.2: five are drawn and one leaves; the four that are left are drawn again, and nobody sits out."""
    with own.journal(tmp_path) as store:
        event = _event(store, 5)
        given = exported(store)
    own.start()
    context = profile(browser, PHONE)
    own.introduce(context)
    try:
        reader = Reader.sit_down(context, own.address)
        own.bring(reader, given)
        reader.open("/tools/events")
        reader.tap("赛程", "button")
        reader.see("赛程设置")
        press(reader, "存下赛程")
        reader.see("轮空")
        reader.tap("变动")
        reader.tap("5 戊队", "checkbox")
        reader.see("退赛以后：循环赛剩余为双数，应重新抽签")
        press(reader, "5号退赛")
        reader.see("5号在第一轮开始前退赛")
        press(reader, "重新抽签，重排各轮")
        reader.see("已重新抽签，各轮重排")
        reader.tap("对阵")
        reader.see("第1轮：2桌，还差2桌")
        with own.kept_journal(reader) as store:
            plan = [r.body for r in Journal(store).competition(event) if r.body.get("what") == "plan"][-1]
            assert sorted(plan["order"]) == ["1", "2", "3", "4"]
    finally:
        context.close()


def test_an_events_own_table_of_victory_points_is_written_and_used_by_touch(
    browser: Browser, own: Server | Published, tmp_path: Path
) -> None:
    """Made for the test: 3 to 8 IMPs apart are 12.5 to 7.5. A hole in the table is named, and nothing is lost of it."""
    people = tuple(Entrant(str(at), name) for at, name in enumerate(NAMES[:4], 1))
    with own.journal(tmp_path) as store:
        event = Journal(store).save_event(EventBody("队式赛", "bridge", ("bridge-1999",), entrants=people))
        given = exported(store)
    own.start()
    context = profile(browser, PHONE)
    own.introduce(context)
    try:
        reader = Reader.sit_down(context, own.address)
        own.bring(reader, given)
        reader.open("/tools/events")
        reader.tap("赛程", "button")
        reader.see("赛程设置")
        press(reader, "填VP表（录IMP，换算成VP计）")
        fill_in(reader, "IMP差 胜方VP 负方VP", "0-2 10 10\n4-8 12.5 7.5\n9以上 20 0")
        press(reader, "存下赛程")
        reader.see("应从3起，IMP差3没有写到")
        fill_in(reader, "IMP差 胜方VP 负方VP", "0-2 10 10\n3-8 12.5 7.5\n9以上 20 0")
        press(reader, "存下赛程")
        reader.see("第1轮：2桌，还差2桌")
        reader.tap("1 甲队", "button")
        for key in ("5", "9", "4 丁队", "6", "7"):
            reader.tap(key, "button")
        reader.see("VP 7.5:12.5")
        press(reader, "存下，接着录2桌")
        reader.see("第1轮 2桌")
        reader.page.go_back()
        reader.see("59:67")
        reader.see("（VP 7.5:12.5）")
        reader.tap("名次")
        reader.see("12.5")
        with own.kept_journal(reader) as store:
            plan = next(r.body for r in Journal(store).competition(event) if r.body.get("what") == "plan")
            assert [list(row) for row in plan["victory"]] == [[0, 10, 10], [3, 12.5, 7.5], [9, 20, 0]]
    finally:
        context.close()
