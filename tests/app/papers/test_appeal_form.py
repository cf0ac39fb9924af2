"""A written appeal: filled in from the ruling, asking for what the text asks for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from app.base.opened import handbook
from app.journal.entries import Entry, Event
from app.journal.receipts import figures
from app.papers.appeal_form import appeal_form
from app.ruling.wording import shaped
from decision_trees.appeals import load_appeal
from decision_trees.games import games

Make = Callable[..., tuple[Entry, dict[str, Any], Any]]
Holds = Callable[..., None]
Pages = Callable[[bytes], list[str]]


@pytest.mark.parametrize("game", [game for game in games() if load_appeal(game) is not None])
def test_filled_in_from_the_ruling(game: str, cases: list[str], ruling: Make, event: Event, holds: Holds) -> None:
    entry, _, step = ruling(next(c for c in cases if c.startswith(game)))
    data = appeal_form(entry, event, handbook())
    holds(
        data, entry.id, "3桌 第2轮第1局第7副", "2026年11月21日14:05", "5号 蓝队（张三、李四，某市桥牌协会）", "陈裁判"
    )
    holds(data, entry.body.title, shaped(step.outcome.ruling), "全国牌类团体赛")
    form = load_appeal(game)
    holds(data, *(text for text, _ in form.points()), form.unsaid or "")
    holds(data, *(handbook().provision(cite).text or "" for cite in form.cites))


def test_guandan(cases: list[str], ruling: Make, event: Event, holds: Holds) -> None:
    entry = ruling(next(c for c in cases if c.startswith("guandan")))[0]
    holds(
        appeal_form(entry, event, handbook()),
        "仲裁委员会",
        "本轮比赛结束后的30分钟内",
        "申诉人（经申诉人签字有效，第三十九条一(3)）",
    )


def test_the_answer_the_event_gave_is_used(cases: list[str], ruling: Make, event: Event, holds: Holds) -> None:
    entry = ruling(next(c for c in cases if c.startswith("guandan")))[0]
    holds(appeal_form(entry, event, handbook()), "采用：先报仲裁委员会")
    settled = replace(event, body=replace(event.body, settled={"guandan-2017/D-27": "chief-referee-first"}))
    holds(appeal_form(entry, settled, handbook()), "采用：直接向裁判长提出")


def test_bridge(cases: list[str], ruling: Make, event: Event, holds: Holds) -> None:
    entry = ruling(next(c for c in cases if c.startswith("bridge")))[0]
    holds(appeal_form(entry, event, handbook()), "同意申诉的成员一", "同意申诉的成员二", "或队长（第92条D款）")


def test_a_withdrawn_ruling_is_named_so(cases: list[str], ruling: Make, event: Event, holds: Holds) -> None:
    holds(appeal_form(ruling(cases[0], withdrawn="")[0], event, handbook()), "状态已撤回")


@pytest.mark.parametrize("words", [0, 300, 550, 575, 800])
def test_no_page_begins_with_the_lines_to_sign_on(words: int, ruling: Make, event: Event, pages: Pages) -> None:
    entry = ruling("guandan.guandan.announced_twice.first", ruling="裁决。" * words)[0]
    found = pages(appeal_form(entry, event, handbook()))
    assert not next(page for page in found if "签字申诉人" in page).startswith("签字")


def test_what_the_ruling_comes_to_stands_on_it_as_it_was_said(ruling: Make, event: Event, holds: Holds) -> None:
    entry, receipt, step = ruling("bridge.bridge.established_revoke.ruffed_with_score")
    (figure,) = [each for each in step.figures if "得分" in each.text]
    holds(appeal_form(entry, event, handbook(), receipt=receipt), shaped(figure.text))
    corrected = replace(entry, body=replace(entry.body, ruling="裁判长改判：照常继续。"))
    assert figures(receipt, entry.body.ruling) and figures(receipt, corrected.body.ruling) == []
    damaged = {**receipt, "figures": ["?", {"text": 7}], "stays": 7, "next": {"text": None}}
    assert figures(damaged, entry.body.ruling) == []


def test_traditional(cases: list[str], ruling: Make, event: Event, holds: Holds) -> None:
    entry = ruling(next(c for c in cases if c.startswith("shengji")))[0]
    holds(appeal_form(entry, event, handbook(), script="hant"), "上訴書", "比賽組委會")
