"""A referee finds that he ruled wrongly (bridge-1999:82C, guandan-2017:35.1): taken back, and on to what the law says of it."""

from __future__ import annotations

from pathlib import Path

from app.journal.journal import Journal
from tests.app.ruling.test_built_on import CARDS, Desk
from tests.browser.reader import ON_PHONE, Published, Reader, Server, exported, profile
from tests.browser.test_ruling import INSUFFICIENT, press, to_the_choice


@ON_PHONE
def test_a_kept_ruling_is_taken_back_and_its_error_gone_through(
    own: Server | Published, browser: object, size: tuple[int, int], tmp_path: Path
) -> None:
    """第三十五条一：裁判员执裁出现错误，裁判长有权更改判罚；改的判罚所依据的分也要重新看。"""
    with own.journal(tmp_path) as store:
        desk = Desk()
        desk.journal = Journal(store, "李裁判")
        wrong = {"regime": "supplement", "wrong_tribute": True, "found": "before", "offender": "S"}
        over = {"regime": "supplement", "final_ns": "8", "final_ew": "5", "mode": "计时制", "state": "limit"}
        first = desk.save(desk.rule("guandan.wrong_tribute", CARDS, **wrong))
        desk.save(desk.rule("guandan.game_result", CARDS, **over))
        given = exported(store)
    own.start()
    context = profile(browser, size)  # type: ignore[arg-type]
    own.introduce(context)
    try:
        reader = Reader.sit_down(context, own.address)
        own.bring(reader, given)
        reader.open(f"/tools/journal/{first.id}")
        press(reader, "判错了")
        reader.see("撤回以后，桌上的情况回到这条裁决以前。")
        reader.see("第三十五条一")
        reader.see("南北方16、东西方10")  # what rests on it would be so
        press(reader, "撤回这条，接着处理")
        reader.see("裁判错判、编排统计错误", "h1")
        reader.see("确实判错了吗")
        press(reader, "是")
        reader.see("裁判长有权更改判罚")
        reader.open(f"/tools/journal/{first.id}")
        reader.see("已撤回")
        reader.see("判错了")
        reader.leave()
    finally:
        context.close()


@ON_PHONE
def test_a_ruling_that_was_only_said_has_the_same_way_in(reader: Reader) -> None:
    """第82条C款：裁判随后认为裁决有误；先看还能不能纠正成正常结果。"""
    reader.open(INSUFFICIENT)
    to_the_choice(reader)
    press(reader, "判错了")
    reader.see("裁判错误、赛员私自执罚", "h1")
    reader.see("还在第79条C款的更正时限内吗")


@ON_PHONE
def test_where_the_law_says_nothing_that_is_said(reader: Reader) -> None:
    """升级的规则没有写裁判判错以后怎样处理。"""
    reader.open("/rule/shengji/slow_play")
    press(reader, "领出或首引太慢")
    press(reader, "否")
    press(reader, "判错了")
    reader.see("条文没有写")
