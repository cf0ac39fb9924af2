"""A ruling or a round goes by codes from one journal to another, with all that was said of it, checked like a file."""

from __future__ import annotations

import io
import random
from collections.abc import Sequence

import pytest

from app.handover.frames import Collected, frames
from app.handover.view import HandoverView, rounds
from app.journal.exchange import export, merge
from app.journal.journal import Journal
from app.journal.log_file import MemoryHandle
from app.journal.log_store import open_log_store
from app.journal.records import EventBody, Place, RulingBody

RECEIPT = {
    "receipt": 1,
    "tree": {"id": "guandan.slow_play", "title": "出牌超时", "hash": "0" * 64},
    "facts": [{"name": f"事实{i}", "label": f"问的第{i}件事", "shown": "是", "source": "asked"} for i in range(12)],
}


def ruling(round: int, pair: str) -> RulingBody:
    return RulingBody(
        "guandan", "guandan.slow_play", "出牌超时", "violation", "超时警告后10秒内仍不出牌，记违例一次。", "penalty",
        Place("5", round), (pair,), counts=(("violation", 1),), cites=("guandan-2017:22.1",),
    )  # fmt: skip


@pytest.fixture
def given() -> Journal:
    return Journal(open_log_store(MemoryHandle()), "李裁判")


@pytest.fixture
def taking() -> Journal:
    return Journal(open_log_store(MemoryHandle()), "王裁判")


def shown(journal: Journal, ids: Sequence[str], *, events: bool = True) -> list[str]:
    """The frames of some rulings."""
    stream = io.StringIO()
    export(journal.store, stream, journal.concerning(ids, events=events))
    return frames(stream.getvalue())


def read(journal: Journal, row: list[str]) -> None:
    """What the other phone does with them."""
    collected = Collected()
    for each in random.Random(5).sample(row * 2, 2 * len(row)):
        collected.take(each)
    report = merge(journal.store, collected.text().splitlines())
    assert not report.refused


def test_a_ruling_with_all_that_was_said_of_it(given: Journal, taking: Journal) -> None:
    event = given.save_event(EventBody("杯赛", "guandan"))
    event = given.save_event(EventBody("新杯赛", "guandan"), event)
    first = given.save_ruling(event, ruling(1, "3"), RECEIPT)
    other = given.save_ruling(event, ruling(1, "4"), RECEIPT)
    correction = given.correct(first.id, {"remark": "补记"})
    given.withdraw(correction.id)
    given.appeal(first.id, {"text": "不服"})
    row = shown(given, [first.id])
    assert len(row) <= 4
    read(taking, row)
    assert taking.entry(first.id) == given.entry(first.id)
    assert taking.receipt(first.id) == RECEIPT
    assert [e.id for e in taking.entries()] == [first.id] and other.id not in [e.id for e in taking.entries()]
    assert taking.event(event).body.name == "新杯赛"
    read(taking, shown(given, [first.id, other.id]))
    assert {e.id for e in taking.entries()} == {first.id, other.id}


def test_without_the_event_where_the_other_knows_it(given: Journal, taking: Journal) -> None:
    event = given.save_event(EventBody("杯赛", "guandan", tables=tuple(map(str, range(200)))))
    first = given.save_ruling(event, ruling(1, "3"), RECEIPT)
    alone = given.concerning([first.id], events=False)
    assert alone == [first.id]
    read(taking, shown(given, [first.id], events=False))
    assert taking.event(event).body.name == "未命名的赛事"


def test_a_round_of_a_hall(given: Journal, taking: Journal) -> None:
    made = [given.save_ruling("default", ruling(1 + i % 3, str(i)), RECEIPT) for i in range(24)]
    view = HandoverView()
    view.begin(r.id for r in made)
    entries = given.entries()
    assert rounds(entries) == {1: 8, 2: 8, 3: 8}
    assert len(view.chosen(entries)) == 24
    view.round = 2
    chosen = view.chosen(entries)
    assert {given.entry(each).body.place.round for each in chosen} == {2}
    row = shown(given, chosen)
    assert len(row) <= 15, "nobody holds a phone that long"
    read(taking, row)
    assert {e.id for e in taking.entries()} == set(chosen)


def test_what_was_changed_on_the_way_is_refused_like_in_a_file(given: Journal, taking: Journal) -> None:
    first = given.save_ruling("default", ruling(1, "3"), RECEIPT)
    stream = io.StringIO()
    export(given.store, stream, [first.id])
    forged = frames(stream.getvalue().replace("记违例一次", "记违例两次"))
    collected = Collected()
    for each in forged:
        collected.take(each)
    report = merge(taking.store, collected.text().splitlines())
    assert report.added == 0 and "被改过" in report.refused[0][1]
