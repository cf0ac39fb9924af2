"""Clocks against the limits as the texts print them, with times of the wall clock that are made up here."""

from __future__ import annotations

import pytest

from app.base.opened import trees
from app.tools.clocks import MOST, TABLE, Running, again, begin, lengthened, read, restored, stop

START = 1_700_000_000.0


def at(kind: str, gone: float, minutes: int | None = None) -> tuple[str, str]:
    reading = read(trees().clocks[kind], Running(kind, START, minutes=minutes), START + gone)
    return reading.shown, reading.said


@pytest.mark.parametrize(
    ("kind", "gone", "shown", "said"),
    [
        # 22.1: twenty seconds, a warning until thirty, ten seconds after the warning a violation
        ("guandan.play", 0, "20", "正常出牌时间"),
        ("guandan.play", 0.3, "20", "正常出牌时间"),
        ("guandan.play", 19.5, "1", "正常出牌时间"),
        ("guandan.play", 20.5, "10", "口头警告一次"),
        ("guandan.play", 30.5, "+0", "记违例一次，停止其本圈出牌权一次，由下家出牌"),
        ("guandan.play", 100.0, "+1:10", "记违例一次，停止其本圈出牌权一次，由下家出牌"),
        # 22.2: fifteen seconds, a warning, every fifteen more a violation
        ("guandan.tribute", 15.5, "15", "口头警告一次"),
        ("guandan.tribute", 31, "14", "记违例一次"),
        ("guandan.tribute", 46, "14", "记违例两次"),
        ("guandan.tribute", 61, "14", "记违例三次"),
        ("guandan.return", 29, "1", "贡牌后还牌"),
        ("guandan.return", 46, "14", "记违例一次"),
        # supplement 1.1 to 1.3
        ("guandan.late", 60, "4:00", "对方自然升1级"),
        ("guandan.late", 301, "4:59", "对方自然升2级"),
        ("guandan.late", 601, "+1", "以弃权论"),
        # 39.1.2, 92B
        ("guandan.appeal", 29 * 60, "1:00", "本轮结束以后可以申诉"),
        ("guandan.appeal", 30 * 60 + 5, "+5", "申诉过时无效"),
        ("bridge.appeal", 0, "30:00", "正式分数公布以后可以要求或申诉"),
        # shengji 27 and 20
        ("shengji.lead", 20.0, "0", "领出或首引"),
        ("shengji.lead", 20.5, "+0", "拖延：可给予警告，严重的可直接记违例一次"),
        ("shengji.follow", 4, "6", "跟牌或垫牌"),
        ("shengji.bottom", 30, "30", "庄家取底牌加上扣底牌"),
        ("shengji.late", 299, "1", "裁判长宣布比赛开始以后"),
        ("shengji.late", 301, "9:59", "警告"),
        ("shengji.late", 901, "+1", "算弃权，记0分"),
    ],
)
def test_what_a_clock_says(kind: str, gone: float, shown: str, said: str) -> None:
    assert at(kind, gone) == (shown, said)


def test_the_last_deal_of_a_round() -> None:
    """When time is up a deal begun has three minutes (supplement 1.4)."""
    assert at("guandan.round", 49 * 60, 50)[0] == "1:00"
    shown, said = at("guandan.round", 50 * 60 + 10, 50)
    assert shown == "2:50" and "已开打的必须在3分钟内结束" in said
    assert at("guandan.round", 53 * 60 + 1, 50) == ("+1", "采用附件的，还没有打完的这副牌取消")


def test_both_sides_have_a_clock_of_their_own_and_each_stops_alone() -> None:
    clock = trees().clocks["guandan.late"]
    ns, ew = begin(clock, START, {"NS": "南北方", "EW": "东西方"})
    assert (ns.who, ew.who) == ("南北方", "东西方")
    ns = stop(ns, START + 120)
    assert read(clock, ns, START + 900).said == "对方自然升1级"  # they came after two minutes
    assert read(clock, ew, START + 900).said == "以弃权论"
    assert stop(ns, START + 500) == ns


def test_a_clock_is_begun_again_and_made_longer() -> None:
    running = Running("guandan.round", START, minutes=60)
    assert lengthened(running, -5).minutes == 55
    assert lengthened(Running("guandan.round", START, minutes=3), -5).minutes == 1
    assert again(stop(running, START + 5), START + 9) == Running("guandan.round", START + 9, minutes=60)


def test_clocks_run_on_while_the_app_is_closed() -> None:
    known = trees().clocks
    kept = [each.plain() for each in begin(known["guandan.play"], START, {})]
    (back,) = restored(kept, known)
    assert read(known["guandan.play"], back, START + 25).said == "口头警告一次"


def test_what_was_kept_badly_is_left_out() -> None:
    good = Running("guandan.play", START).plain()
    kept = [good, {"kind": "guandan.nothing", "began": START}, {"kind": "guandan.play", "began": "soon"}, 7]
    assert restored(kept, trees().clocks) == [Running("guandan.play", START)]
    assert restored("nonsense", trees().clocks) == []
    assert len(restored([good] * 40, trees().clocks)) == MOST


def test_a_clock_that_was_set_back_begins_at_its_beginning() -> None:
    assert read(trees().clocks["guandan.play"], Running("guandan.play", START), START - 3600).shown == "20"


def test_a_step_is_noticed_by_its_number() -> None:
    clock, running = trees().clocks["guandan.tribute"], Running("guandan.tribute", START)
    assert [read(clock, running, START + gone).step for gone in (1, 16, 31, 46, 61)] == [0, 1, 2, 3, 4]


def test_a_clock_says_at_which_table_it_runs_also_when_the_app_was_closed() -> None:
    known = trees().clocks
    begun = begin(known["guandan.late"], START, {"we": "甲方", "they": "乙方"}, table="3")
    assert [each.whose for each in begun] == ["3桌 甲方", "3桌 乙方"]
    back = restored([each.plain() for each in begun], known)
    assert [each.table for each in back] == ["3", "3"]
    assert "table" not in Running("guandan.play", START).plain()  # what earlier versions kept and read
    assert restored([{**Running("guandan.play", START).plain(), "table": "长" * 99}], known)[0].table == "长" * TABLE
