"""The event's own books go to who joins its hall: once, with their version, for that event only; results go by what they settle."""

from __future__ import annotations

import asyncio
import gzip
import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.base.opened import handbook
from app.brought.by_hall import EventBooks, take_from_hall
from app.brought.kept import BookLog, Source
from app.brought.opened import Opened
from app.brought.sharing import NEWER
from app.hall.books_there import taken
from app.hall.member import synced
from app.hall.opening import with_books
from app.hall.results import Results
from app.journal.competition import PlanBody, written
from app.journal.records import Entrant, EventBody
from app.journal.side_log import in_memory
from app.tools.competition.reading import competition_of
from rules_data.brought.making import again, changed
from rules_data.brought.model import Brought
from rules_data.brought.settling import choices, settled
from tests.app.hall.halls import Chief, Device
from tests.rules_data.brought.making import AT, BRIDGE, GUANDAN, brought, text_of

D40 = "guandan-2017/D-40"


def source(one: Brought, text: str) -> Source:
    return Source(one.source, one.name, text, text.encode())


def confirmed(one: Brought, point: str, option: str) -> Brought:
    choice = next(c for c in choices(one.book, handbook().books[one.base or ""]) if c.question == point)
    return changed(one, at=AT, by="裁判长", did="确认", decided=settled(one, choice, option))


@pytest.fixture
def books(chief: Chief) -> Iterator[Opened]:
    """The chief has the event's regulation, one for all of another game, and one of another event."""
    store = in_memory(BookLog())
    store.put(brought(GUANDAN), source(brought(GUANDAN), text_of(GUANDAN)))
    store.put(brought(BRIDGE), source(brought(BRIDGE), text_of(BRIDGE)))
    other = "友谊杯掼蛋赛规程\n第一条 本规程用于友谊杯。\n第二条 抽签决定胜者。\n"
    friendly = brought(GUANDAN, other, event="01KB0000000000000000000000")
    store.put(friendly, source(friendly, other))
    opened = Opened(store)
    with_books(chief.hall, opened)
    yield opened


def member(chief: Chief, folder: Path) -> tuple[Device, BookLog]:
    one = Device(folder / "one", "甲")
    one.join(chief.address, chief.invite("referee", "甲"))
    return one, in_memory(BookLog())


def sync(one: Device, store: BookLog) -> tuple[str, ...]:
    assert one.membership is not None
    done = synced(one.store, one.membership, books=lambda text, event: taken(store, text, event))
    one.membership = done.membership
    return done.books


def test_who_joins_has_the_books_of_the_event_and_they_are_in_force_there_only(
    chief: Chief, books: Opened, tmp_path: Path
) -> None:
    books.store.put(confirmed(brought(GUANDAN), D40, "extra-deal"))
    one, store = member(chief, tmp_path)
    (line,) = sync(one, store)
    assert "《江城杯掼蛋公开赛竞赛规程》第 2 版收下了" in line
    (got,) = store.current().values()
    assert (got.event, got.version, got.book) == (chief.event, 2, brought(GUANDAN).book)
    here = Opened(store)
    assert here.settings(chief.event, "guandan").questions() == {D40: "extra-deal"}
    assert here.settings("another", "guandan").questions() == {}  # the chief's other events are not this referee's
    assert sync(one, store) == ()  # not twice
    assert [each.version for each in store.versions(got.book.id)] == [2]
    one.store.close()


def test_a_new_text_comes_at_the_next_meeting_and_the_older_one_stays(
    chief: Chief, books: Opened, tmp_path: Path
) -> None:
    one, store = member(chief, tmp_path)
    sync(one, store)
    text = text_of(GUANDAN).replace("报名费每队二百元", "报名费每队三百元")
    first = brought(GUANDAN)
    later = again(first, text, (), source="3" * 64, name=GUANDAN, at=AT, by="裁判长", did="换成新的文本")
    books.store.put(later, Source("3" * 64, GUANDAN, text, text.encode()))
    (line,) = sync(one, store)
    assert line == "《江城杯掼蛋公开赛竞赛规程》由第 1 版换成第 2 版；原来的留着。"
    assert [each.version for each in store.versions(first.book.id)] == [1, 2]
    books.store.put(changed(later, at=AT, by="裁判长", did="撤下", withdrawn=True))
    sync(one, store)
    assert store.current()[first.book.id].withdrawn
    one.store.close()


def test_a_member_that_waits_hears_of_a_new_text(chief: Chief, books: Opened, tmp_path: Path) -> None:
    one, store = member(chief, tmp_path)
    sync(one, store)
    assert one.membership is not None
    code = chief.invite("referee", "乙")
    deadline = time.time() + 10
    while time.time() < deadline:  # the hall looks at what other programs wrote a few times a second
        _, said = chief.said("GET", "/hall/1/news?epoch=x&mark=0&calls=0", code=code)
        if said["books"] == one.membership.books:
            break
        time.sleep(0.1)
    assert said["books"] == one.membership.books != ""
    number = said["number"]
    books.store.put(confirmed(brought(GUANDAN), D40, "extra-deal"))
    while time.time() < deadline and said["number"] == number:
        query = f"epoch={said['epoch']}&mark={said['mark']}&calls={number}"
        _, said = chief.said("GET", f"/hall/1/news?{query}", code=code)
    assert said["number"] > number and said["books"] not in ("", one.membership.books)
    one.store.close()


def test_a_book_that_is_here_for_all_events_already_is_left_as_it_is() -> None:
    store, there = in_memory(BookLog()), in_memory(BookLog())
    for each in (store, there):
        each.put(brought(GUANDAN), source(brought(GUANDAN), text_of(GUANDAN)))
    done = take_from_hall(store, EventBooks(there, "e", "guandan").text(), "e")
    assert (done.changed, done.lines) == (False, ())
    assert store.current()[brought(GUANDAN).book.id].event == ""


def test_what_a_device_has_later_than_the_hall_stays_and_is_not_the_events() -> None:
    store, there = in_memory(BookLog()), in_memory(BookLog())
    first = replace(brought(GUANDAN), event="e")
    for each in (store, there):
        each.put(first, source(first, text_of(GUANDAN)))
    store.put(confirmed(first, D40, "extra-deal"))
    done = take_from_hall(store, EventBooks(there, "e", "guandan").text(), "e")
    assert done.lines == ("《江城杯掼蛋公开赛竞赛规程》照会场的第 1 版；这里原有的第 2 版留着，不算本赛事的。",)
    assert [bool(each.decided) for each in store.versions(first.book.id)] == [False, True, False]


def test_a_hall_without_books_and_one_of_a_later_program(chief: Chief, tmp_path: Path) -> None:
    one, store = member(chief, tmp_path)
    assert sync(one, store) == () and store.current() == {}
    code = chief.invite("referee", "乙")
    assert chief.ask("GET", "/hall/1/books", code=code)[0::2] == (200, b"")
    assert chief.ask("GET", "/hall/1/books")[0] == 401  # not for everybody
    assert chief.ask("GET", "/hall/1/books", code=chief.invite("table", "3"))[0] == 403
    assert taken(store, json.dumps({"file": "zhicai-books", "format": 99}) + "\n", chief.event) == (NEWER,)
    one.store.close()


def test_the_results_go_by_what_the_books_settle(chief: Chief, books: Opened) -> None:
    pairs = tuple(Entrant(str(number), f"{number}队") for number in range(1, 5))
    chief.journal.save_event(EventBody("春季赛", "guandan", ("guandan-2017",), entrants=pairs), chief.event)
    plan = PlanBody("round_robin", ("1", "2", "3", "4"), scoring="winner")
    chief.journal.save_competition(chief.event, [written(plan)])
    now = [0.0]
    results = Results(chief.hall.journal, chief.event, lambda: now[0], chief.hall.of_books)

    def shown() -> str:
        now[0] += 2  # rendered once a second at most
        return gzip.decompress(asyncio.run(results.page(1, ""))).decode()

    assert "1队" in shown() and results.rendered == 1
    shown()
    assert results.rendered == 1
    _, before = competition_of(chief.journal, chief.event)
    books.store.put(confirmed(brought(GUANDAN), D40, "extra-deal"))
    _, after = competition_of(chief.hall.journal, chief.event)
    assert before is not None and after is not None
    assert D40 not in before.rules.settled and after.rules.settled[D40] == "extra-deal"
    shown()
    assert results.rendered == 2  # though the journal has nothing new
    shown()
    assert results.rendered == 2
