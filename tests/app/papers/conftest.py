"""Rulings of worked cases as the journal would hand them out, and the words on a page."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pytest

from app.base.opened import handbook, trees
from app.journal.entries import Entry, Event
from app.journal.records import Entrant, EventBody, Place, RulingBody
from decision_trees.engine import Ruled, advance
from decision_trees.law import Law
from decision_trees.receipt import make_receipt

Ruling = tuple[Entry, dict[str, Any], Ruled]


def ruled(case: str) -> Ruled:
    given = trees().cases[case]
    step = advance(trees().tree(given.tree), given.facts, Law(trees().trees, handbook().books, given.settled))
    assert isinstance(step, Ruled)
    return step


def entry_of(step: Ruled, number: int = 0, **changes: Any) -> Entry:
    body = RulingBody(
        step.tree.game, step.entry.id, step.entry.title, step.outcome_id, step.outcome.ruling, step.outcome.level,
        Place("3", 2, 1, 7), ("5",), "张三", cites=step.cites,
    )  # fmt: skip
    own = {name: changes.pop(name) for name in list(changes) if name in RulingBody.__dataclass_fields__}
    body = RulingBody(**{**{name: getattr(body, name) for name in RulingBody.__dataclass_fields__}, **own})
    return Entry(f"01JF8Z3V7Q9X2M4N6P8R0T{number:04d}", "2026-11-21T14:05:09+08:00", "陈裁判", "01K", body, **changes)


@pytest.fixture(scope="session")
def event() -> Event:
    entrants = (Entrant("5", "蓝队", ("张三", "李四"), "某市桥牌协会"), Entrant("12", "王玥/赵喆", ("王玥", "赵喆")))
    body = EventBody(
        "全国牌类团体赛", books=("guandan-2017",), entrants=entrants, referees=("陈裁判",), chief="刘裁判长",
        venue="体育中心", format="games", rounds=7, tables=("1", "2"),
    )  # fmt: skip
    return Event("01K", body)


@pytest.fixture(scope="session")
def ruling() -> Callable[..., Ruling]:
    def make(case: str, **changes: Any) -> Ruling:
        step = ruled(case)
        return entry_of(step, **changes), make_receipt(step, handbook(), trees()), step

    return make


@pytest.fixture(scope="session")
def cases() -> list[str]:
    """Worked cases that come to a ruling, of all games."""
    found = []
    for id_, case in trees().cases.items():
        step = advance(trees().tree(case.tree), case.facts, Law(trees().trees, handbook().books, case.settled))
        if isinstance(step, Ruled):
            found.append(id_)
    return found


@pytest.fixture(scope="session")
def pages() -> Callable[[bytes], list[str]]:
    """Return the words of each page of a PDF, without white space."""
    from pypdf import PdfReader

    @lru_cache(maxsize=4)  # what is asked of one paper is asked one thing after the other
    def read(data: bytes) -> list[str]:
        return [re.sub(r"\s", "", page.extract_text()) for page in PdfReader(io.BytesIO(data)).pages]

    return read


def _above_the_footer(page: str) -> str:
    title = re.findall(r"裁[决決][单單]|[申上][诉訴][书書]|裁[决決][汇匯][总總]", page)[-1]
    return page[: page.rindex(title)]


@pytest.fixture(scope="session")
def holds(pages: Callable[[bytes], list[str]]) -> Callable[..., None]:
    """Assert that a PDF has certain words, wherever its lines and pages break."""

    def check(data: bytes, *wanted: str) -> None:
        text = "".join(_above_the_footer(page) for page in pages(data))
        for words in wanted:
            assert re.sub(r"\s", "", words) in text, f"{words!r} not in {text}"

    return check
