"""The report of an event: what counts, what is marked, how long it may get."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from app.base.opened import handbook
from app.journal.entries import Entry, Event, Remark
from app.journal.records import NO_EVENT, EventBody, Place
from app.papers.report import ruling_report

Make = Callable[..., tuple[Entry, dict[str, Any], Any]]
Holds = Callable[..., None]
Pages = Callable[[bytes], list[str]]
AT = "2026-11-21T18:00:00+08:00"


def report(entries: list[Entry], event: Event, **more: Any) -> bytes:
    return ruling_report(entries, event, handbook(), printed_at=AT, **more)


def test_an_event_without_rulings(event: Event, holds: Holds, pages: Pages) -> None:
    data = report([], event)
    holds(data, "裁决汇总", "共 0 条裁决", "计局 7 轮", "2 对（队）", "2026年11月21日18:00", "裁判长（刘裁判长）")
    assert len(pages(data)) == 1


def test_no_event_at_all(holds: Holds) -> None:
    holds(report([], Event(NO_EVENT, EventBody("未设赛事"))), "裁决汇总", "共 0 条裁决")


def test_withdrawn_rulings_are_marked_and_not_counted(
    cases: list[str], ruling: Make, event: Event, holds: Holds
) -> None:
    changed = Remark("01M", AT, "周", {"reason": "对号写错"})
    entries = [
        ruling(cases[0], number=1, level="penalty", place=Place("2"), offenders=("5",))[0],
        ruling(cases[1], number=2, level="penalty", place=Place("2"), withdrawn="看错了桌号")[0],
        ruling(cases[2], number=3, level="none", place=Place("10"), offenders=("12",), corrections=(changed,))[0],
        ruling(cases[3], number=4, level="restriction", place=Place(), offenders=())[0],
    ]
    data = report(entries[::-1], event)
    holds(data, "共 4 条裁决，其中有效 3 条（更正过的 1 条），撤回 1 条。撤回的不计入以下各项。")
    holds(data, "不判罚 1 条；有限制或选择 1 条；判罚 1 条。")
    holds(
        data, "2 1 1 10 1 1 未记桌号 1 1", "5号 蓝队（张三、李四，某市桥牌协会）1 1 12号 王玥/赵喆 1 1 未记违规方 1 1"
    )
    holds(data, "〔已撤回：看错了桌号〕", "〔已更正：对号写错〕", "—已撤回陈裁判")


def test_a_ruling_against_two_pairs_counts_for_each(cases: list[str], ruling: Make, event: Event, holds: Holds) -> None:
    entry = ruling(cases[0], level="penalty", offenders=("5", "12"))[0]
    holds(report([entry], event), "一条裁决涉及几方的，在每一方各计一次。", "5号 蓝队、12号 王玥/赵喆")


def test_three_hundred_rulings(cases: list[str], ruling: Make, event: Event, pages: Pages) -> None:
    made = [ruling(case)[0] for case in cases[::40]]
    entries = [
        Entry(f"01JF8Z3V7Q9X2M4N6P8R0T{n:04d}", AT, "陈裁判", "01K", made[n % len(made)].body) for n in range(300)
    ]
    data = report(entries, event)
    found = pages(data)
    assert len(found) > 10 and all(f"第{n}页，共{len(found)}页" in page for n, page in enumerate(found, 1))
    assert "".join(found).count("陈裁判") >= 300 and "共300条裁决" in found[0]
    assert all("序号时间桌号轮次" in page for page in found[1:-1])


@pytest.mark.parametrize("count", [3, 6, 7, 22, 38])
def test_no_page_holds_only_the_lines_to_sign_on(count: int, ruling: Make, event: Event, pages: Pages) -> None:
    entry = ruling("guandan.guandan.announced_twice.first")[0]
    found = pages(report([entry] * count, event))
    assert "签字裁判长" in found[-1] and not found[-1].startswith("签字")


def test_traditional(cases: list[str], ruling: Make, event: Event, holds: Holds) -> None:
    holds(report([ruling(cases[0])[0]], event, script="hant"), "裁決匯總", "合計", "狀態")
