"""What keeps the journal and the settings in a browser: one tab writes, others read and take over."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import pytest

from app.browser import storage
from app.browser.kept_values import KeptValues
from app.browser.storage import FILES, Storage
from app.journal.journal import Journal
from app.journal.log_file import MemoryHandle, line
from app.journal.records import NO_EVENT, RulingBody
from app.journal.store import JournalError
from tests.app.journal.test_log_file import FaultyHandle
from tests.app.study.test_answers import given

BODY = RulingBody("guandan", "guandan.slow_play", "出牌超时", "violation", "记违例一次。", "penalty")


@pytest.fixture(autouse=True)
def nobody_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tab that is closed is not loaded again, but where a test says so."""
    monkeypatch.setattr(storage, "GRACE", 0)


class Disk:
    """What the tabs of one browser share."""

    def __init__(self) -> None:
        self.files: dict[str, FaultyHandle] = {}
        self.open: dict[str, Tab] = {}
        self.locked: Tab | None = None
        self.waiting: list[asyncio.Future[bool]] = []
        self.tabs: list[Tab] = []


class Held(FaultyHandle):
    """A file as one tab has it open."""

    def __init__(self, tab: Tab, name: str) -> None:
        self.tab, self.name = tab, name
        self.__dict__.update(tab.disk.files[name].__dict__)
        self.data = tab.disk.files[name].data

    def flush(self) -> None:
        super().flush()
        for tab in self.tab.disk.tabs:
            if tab is not self.tab and tab.heard is not None:
                tab.tasks.append(asyncio.ensure_future(tab.heard(self.name)))

    def close(self) -> None:
        self.tab.disk.open.pop(self.name, None)


class Tab:
    """One tab of a browser."""

    def __init__(self, disk: Disk, *, keeps: bool = True, had: bool = False) -> None:
        self.disk, self.keeps = disk, keeps
        self.had, self.remembered, self.back = had, False, had
        self.heard: Callable[[str], Awaitable[None]] | None = None
        self.tasks: list[asyncio.Future[None]] = []
        self.asked, self.promises = 0, True
        self.turn: asyncio.Future[bool] | None = None
        self.lost: Callable[[], None] = lambda: None
        self.held = False  # what is drawn is kept back
        disk.tabs.append(self)

    async def make(self, names: tuple[str, ...]) -> bool:
        if self.keeps:
            for name in names:
                self.disk.files.setdefault(name, FaultyHandle())
        return self.keeps

    async def open(self, name: str) -> Held:
        if name in self.disk.open:
            raise OSError(errno.EBUSY, "another tab has it")
        self.disk.open[name] = self
        return Held(self, name)

    async def length(self, name: str) -> int:
        return len(self.disk.files[name].data) if name in self.disk.files else -1

    async def read(self, name: str, start: int = 0) -> bytes:
        await asyncio.sleep(0)
        return bytes(self.disk.files[name].data[start:])

    async def lock(self, *, wait: bool) -> bool:
        if self.disk.locked in (None, self):
            self.disk.locked = self
            return True
        if not wait:
            return False
        waiting: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.disk.waiting.append(waiting)
        self.turn = waiting
        await waiting
        self.disk.locked = self
        return True

    def unlock(self) -> None:
        if self.disk.locked is self:
            self.disk.locked = None
            if self.disk.waiting:
                self.disk.waiting.pop(0).set_result(True)

    async def returning(self) -> bool:
        return any(tab.back for tab in self.disk.tabs if tab is not self)

    def remember(self, writes: bool) -> None:
        self.remembered, self.back = writes, False

    async def persisted(self) -> bool:
        return False

    def ask_to_keep(self, answered: Callable[[bool], None]) -> None:
        self.asked += 1
        answered(self.promises)

    def listen(self, heard: Callable[[str], Awaitable[None]]) -> None:
        self.heard = heard

    def steal(self) -> None:
        if self.disk.locked is self:
            return
        before, self.disk.locked = self.disk.locked, self
        self.disk.waiting = [each for each in self.disk.waiting if each is not self.turn]
        if self.turn is not None and not self.turn.done():
            self.turn.set_result(True)
        if before is not None:
            asyncio.get_running_loop().call_soon(before.lost)

    def on_lost(self, lost: Callable[[], None]) -> None:
        self.lost = lost

    def hold(self, on: bool) -> None:
        self.held = on

    def closed(self) -> None:
        """The tab is closed, or its process is killed."""
        self.heard = None
        self.disk.tabs.remove(self)
        for name in [name for name, tab in self.disk.open.items() if tab is self]:
            del self.disk.open[name]
        self.unlock()


async def opened(disk: Disk, **how: bool) -> tuple[Tab, Storage]:
    tab = Tab(disk, **how)
    kept = Storage(tab)
    await kept.open()
    return tab, kept


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def run(act: Coroutine[Any, Any, None]) -> None:
    asyncio.run(act)


def test_the_files_are_made_at_the_first_start() -> None:
    """Before anything is saved: a name that is new when the power goes may be gone with all that is in the file."""

    async def act() -> None:
        disk = Disk()
        await opened(disk)
        assert tuple(disk.files) == FILES
        assert disk.files[storage.JOURNAL].data, "nothing was written to it yet"

    run(act())


def test_a_second_tab_sees_what_the_first_writes_and_takes_over() -> None:
    async def act() -> None:
        disk = Disk()
        first, one = await opened(disk)
        second, two = await opened(disk)
        assert one.writes and not two.writes
        told: list[str] = []
        two.on_change(lambda: told.append("journal"), told.append, lambda writes: told.append("taken over"))
        writing, reading = Journal(one.store(), "甲"), Journal(two.store(), "乙")
        ruling = writing.save_ruling(NO_EVENT, BODY)
        await one.values.set("zhicai.shelf", "书签")
        await settle()
        assert [e.id for e in reading.entries()] == [ruling.id]
        assert await two.values.get("zhicai.shelf") == "书签"
        assert set(told) == {"journal", "zhicai.shelf"}
        with pytest.raises(JournalError, match="另一个标签页"):
            reading.save_ruling(NO_EVENT, BODY)
        await two.values.set("zhicai.settings", "大字")  # of this page, until it may write
        assert await one.values.get("zhicai.settings") is None
        writing.save_ruling(NO_EVENT, BODY)
        first.closed()
        await settle()
        assert two.writes and "taken over" in told
        reading.save_ruling(NO_EVENT, BODY)
        assert len(reading.entries()) == 3
        second.closed()
        _, three = await opened(disk)
        assert len(Journal(three.store()).entries()) == 3
        assert three.values.values == {"zhicai.shelf": "书签", "zhicai.settings": "大字"}

    run(act())


def test_a_second_tab_keeps_up_with_many_saves_in_a_row() -> None:
    async def act() -> None:
        disk = Disk()
        _, one = await opened(disk)
        _, two = await opened(disk)
        for _ in range(8):
            Journal(one.store(), "甲").save_ruling(NO_EVENT, BODY)
            one.answers.add([given()])
        await settle()
        await settle()
        assert len(Journal(two.store()).entries()) == 8 and len(two.answers.all()) == 8
        Journal(one.store(), "甲").save_ruling(NO_EVENT, BODY)
        await settle()
        assert len(Journal(two.store()).entries()) == 9
        assert two.store().size == one.store().size

    run(act())


def test_answers_of_practice_go_to_the_other_tab_and_none_is_lost_when_it_takes_over() -> None:
    async def act() -> None:
        disk = Disk()
        first, one = await opened(disk)
        second, two = await opened(disk)
        told: list[str] = []
        two.on_change(lambda: None, told.append, lambda writes: None)
        seen, held = given(), given("term:bridge/trick")
        one.answers.add([seen])
        await settle()
        assert two.answers.all() == (seen,) and set(told) == {storage.LEARNING}
        two.answers.add([held])
        assert "另一个标签页" in two.answers.notice and one.answers.all() == (seen,)
        first.closed()
        await settle()
        assert two.answers.notice == ""
        second.closed()  # before anything else was answered
        _, three = await opened(disk)
        assert three.answers.all() == (seen, held)

    run(act())


def test_a_browser_that_keeps_nothing_says_so_of_answers_too() -> None:
    async def act() -> None:
        _, kept = await opened(Disk(), keeps=False)
        kept.answers.add([given()])
        assert len(kept.answers.all()) == 1 and kept.answers.notice == storage.NOT_KEPT

    run(act())


async def until(there: Callable[[], object]) -> None:
    for _ in range(400):
        if there():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not come about")


def test_the_tab_that_writes_goes_on_when_it_is_loaded_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others wait for it as long as its page says that it comes, however slowly; then they take over."""
    monkeypatch.setattr(storage, "GRACE", 0.1)
    monkeypatch.setattr(storage, "AGAIN", 0.01)

    async def act() -> None:
        disk = Disk()
        first, one = await opened(disk)
        second, two = await opened(disk)
        assert first.remembered and not second.remembered
        Journal(one.store()).save_ruling(NO_EVENT, BODY)
        first.closed()
        again = Tab(disk, had=True)  # its page is there, its Python not yet
        newcomer = Storage(Tab(disk))
        await newcomer.open()
        await asyncio.sleep(0.4)
        assert not two.writes and not newcomer.writes
        one = Storage(again)
        await one.open()
        assert one.writes and again.remembered
        Journal(one.store()).save_ruling(NO_EVENT, BODY)
        await asyncio.sleep(0.3)
        assert not two.writes and len(Journal(two.store()).entries()) == 2
        again.closed()
        await until(lambda: two.writes or newcomer.writes)
        await asyncio.sleep(0.3)
        assert two.writes != newcomer.writes and second.remembered == two.writes

    run(act())


def test_who_asks_for_it_writes_at_once_though_the_other_is_loaded_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "GRACE", 60.0)
    monkeypatch.setattr(storage, "ENDING", 0.1)

    async def act() -> None:
        disk = Disk()
        first, _ = await opened(disk)
        second, two = await opened(disk)
        first.closed()
        again = Tab(disk, had=True)
        await settle()
        assert await two.take_over() and second.remembered
        one = Storage(again)
        await one.open()
        assert not one.writes and not again.remembered, "it has lost the pen while it was away"

    run(act())


def test_a_third_waits_its_turn() -> None:
    async def act() -> None:
        disk = Disk()
        tabs = [await opened(disk) for _ in range(3)]
        for tab, kept in tabs:
            assert [each.writes for _, each in tabs if each is kept] == [True]
            assert sum(name in disk.open for name in FILES) == len(FILES) and disk.open[FILES[0]] is tab
            Journal(kept.store()).save_ruling(NO_EVENT, BODY)
            await settle()
            tab.closed()
            await settle()
        _, last = await opened(disk)
        assert len(Journal(last.store()).entries()) == 3

    run(act())


def test_files_that_another_tab_still_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lock is free and the files are not: a tab that was closed a moment ago, or a browser without locks."""
    monkeypatch.setattr(storage, "PATIENCE", 0.2)
    monkeypatch.setattr(storage, "AGAIN", 0.01)

    async def act() -> None:
        disk = Disk()
        first, one = await opened(disk)
        Journal(one.store()).save_ruling(NO_EVENT, BODY)
        disk.locked = None
        _, two = await opened(disk)
        assert not two.writes and len(Journal(two.store()).entries()) == 1
        first.closed()
        for _ in range(200):
            await asyncio.sleep(0.01)
            if two.writes:
                break
        assert two.writes

    run(act())


def test_a_browser_that_keeps_nothing() -> None:
    async def act() -> None:
        _, kept = await opened(Disk(), keeps=False)
        Journal(kept.store()).save_ruling(NO_EVENT, BODY)
        assert kept.writes and "关掉就没有了" in kept.store().notice
        await kept.values.set("a", "b")
        assert await kept.values.get("a") == "b"

    run(act())


class Unsupported(Tab):
    """A tab of a browser that has files and lets none be written as it goes: WebKitGTK, asked to."""

    async def open(self, name: str) -> Held:
        raise OSError(errno.ENOTSUP, f"{name}: Backend does not support this operation")


def test_a_browser_whose_files_cannot_be_written_keeps_nothing_and_says_so() -> None:
    async def act() -> None:
        disk = Disk()
        for _ in range(2):  # the second tab waits its turn, takes over, and is no better off
            kept = Storage(Unsupported(disk))
            await kept.open()
        assert await kept.take_over()
        Journal(kept.store()).save_ruling(NO_EVENT, BODY)
        assert not kept.kept and "关掉就没有了" in kept.store().notice
        assert kept.answers.notice == storage.NOT_KEPT

    run(act())


def test_a_journal_of_a_later_version_is_said_when_it_is_asked_for() -> None:
    async def act() -> None:
        disk = Disk()
        disk.files[storage.JOURNAL] = FaultyHandle(line(b"zhicai-journal 9"))
        _, kept = await opened(disk)
        with pytest.raises(JournalError, match="更新"):
            kept.store()
        await kept.values.set("a", "b")
        assert await kept.values.get("a") == "b"

    run(act())


def test_the_browser_is_asked_once_and_its_answer_is_known() -> None:
    async def act() -> None:
        tab, kept = await opened(Disk())
        tab.promises = False
        told: list[str] = []
        kept.on_change(lambda: told.append("answered"), told.append, lambda writes: None)
        assert not kept.persisted and not tab.asked
        said: list[bool] = []
        kept.ask_to_keep(said.append)
        kept.ask_to_keep(said.append)
        assert said == [False]
        assert tab.asked == 1 and not kept.persisted and told == ["answered"]
        tab, kept = await opened(Disk())
        kept.ask_to_keep()
        assert kept.persisted

    run(act())


def test_a_tab_takes_over_from_one_that_is_open_and_gives_it_back() -> None:
    async def act() -> None:
        disk = Disk()
        _, one = await opened(disk)
        _, two = await opened(disk)
        _, three = await opened(disk)
        told: list[tuple[int, bool]] = []

        def note(number: int) -> Callable[[bool], None]:
            return lambda writes: told.append((number, writes))

        for number, each in enumerate((one, two), 1):
            each.on_change(lambda: None, lambda key: None, note(number))
        first, second = Journal(one.store(), "甲"), Journal(two.store(), "乙")
        answers = [given() for _ in range(3)]
        first.save_ruling(NO_EVENT, BODY)
        one.answers.add(answers[:1])
        await one.values.set("a", "1")

        assert await two.take_over()
        assert (one.writes, two.writes) == (False, True) and told == [(1, False), (2, True)]
        with pytest.raises(JournalError, match="接着记"):
            first.save_ruling(NO_EVENT, BODY)
        one.answers.add(answers[1:2])  # of this page, until it may write again
        await one.values.set("b", "1")
        second.save_ruling(NO_EVENT, BODY)
        two.answers.add(answers[2:])
        await two.values.set("a", "2")
        await settle()
        assert [e.id for e in first.entries()] == [e.id for e in second.entries()] and len(first.entries()) == 2
        assert await one.values.get("a") == "2"

        assert await one.take_over()
        assert one.writes and not two.writes and not three.writes
        first.save_ruling(NO_EVENT, BODY)
        await settle()
        assert len(second.entries()) == 3 and len(Journal(three.store()).entries()) == 3
        for tab in list(disk.tabs):
            tab.closed()
        _, last = await opened(disk)
        assert len(Journal(last.store()).entries()) == 3 and not last.store().verify().faults
        assert last.values.values == {"a": "2", "b": "1"} and set(last.answers.all()) == set(answers)

    run(act())


def test_a_frozen_tab_keeps_its_files_and_nobody_else_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "PATIENCE", 0.2)
    monkeypatch.setattr(storage, "AGAIN", 0.01)

    async def act() -> None:
        disk = Disk()
        frozen, one = await opened(disk)
        _, two = await opened(disk)
        lost, frozen.lost = frozen.lost, lambda: None  # it hears nothing
        assert not await two.take_over()
        Journal(one.store()).save_ruling(NO_EVENT, BODY)  # it wakes, and this was tapped before it hears
        lost()
        for _ in range(200):
            await asyncio.sleep(0.01)
            if two.writes:
                break
        assert two.writes and not one.writes
        assert len(Journal(two.store()).entries()) == 1

    run(act())


def test_what_is_cleared_while_the_page_is_open_is_said_before_anything_is_shown() -> None:
    async def act() -> None:
        disk = Disk()
        tab, kept = await opened(disk)
        told: list[bool] = []

        def cleared() -> None:
            told.append(tab.held)

        kept.on_change(lambda: None, lambda key: None, lambda writes: None, cleared)
        journal = Journal(kept.store(), "李裁判")
        journal.save_ruling(NO_EVENT, BODY)
        assert tab.held, "it is not shown yet"
        await kept.certain()
        assert not tab.held and not told and not kept.cleared and kept.store().notice == ""
        disk.files.clear()
        journal.save_ruling(NO_EVENT, BODY)
        await kept.certain()
        assert told == [True] and not tab.held
        assert kept.cleared and not kept.kept and "关掉就没有了" in kept.store().notice
        journal.save_ruling(NO_EVENT, BODY)
        assert not tab.held and len(journal.entries()) == 3, "what the page has can still be given out"

    run(act())


def test_files_another_tab_made_after_the_clearing_are_not_taken_for_ours() -> None:
    async def act() -> None:
        disk = Disk()
        _, kept = await opened(disk)
        Journal(kept.store()).save_ruling(NO_EVENT, BODY)
        await kept.certain()
        disk.files.clear()
        await opened(disk)
        Journal(kept.store()).save_ruling(NO_EVENT, BODY)
        await kept.certain()
        assert kept.cleared

    run(act())


# Values by key


def kept(*handles: MemoryHandle) -> KeptValues:
    values = KeptValues()
    values.write_to(*handles)
    return values


def after(*handles: MemoryHandle) -> dict[str, str]:
    """What the next start finds."""
    return kept(*(MemoryHandle(bytes(h.data)) for h in handles)).values


def put(values: KeptValues, key: str, value: str) -> None:
    asyncio.run(values.set(key, value))


def test_values_outlive_a_kill() -> None:
    handles = MemoryHandle(), MemoryHandle()
    values = kept(*handles)
    put(values, "书签", "一\n二")
    put(values, "书签", "三")
    put(values, "别的", "四")
    asyncio.run(values.remove("别的"))
    assert after(*handles) == {"书签": "三"}


def test_killed_at_every_byte_while_all_is_written_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.browser.kept_values.LONG", 600)
    handles = MemoryHandle(), MemoryHandle()
    values = kept(*handles)
    for i in range(100):
        before = [bytes(handle.data) for handle in handles]
        put(values, f"k{i % 3}", f"值{i}")
        said = dict(values.values)
        now = [bytes(handle.data) for handle in handles]
        assert after(*handles) == said
        grown = [
            which for which in (0, 1) if len(now[which]) > len(before[which]) or now[which][:40] != before[which][:40]
        ]
        if len(grown) == 2:  # one got the value, then the other got everything
            anew = next(which for which in (0, 1) if not now[which].startswith(before[which]) or not before[which])
            for cut in range(len(now[anew])):
                left = [MemoryHandle(each) for each in now]
                left[anew] = MemoryHandle(now[anew][:cut])
                assert after(*left) == said
    assert len(handles[0].data) + len(handles[1].data) < 3000


def test_no_room_for_a_value_is_said_and_tried_again() -> None:
    handles = FaultyHandle(), FaultyHandle()
    values = kept(*handles)
    told: list[str] = []
    values.on_full = lambda: told.append(values.full)
    put(values, "a", "1")
    for handle in handles:
        handle.room = len(handle.data) + 5
    put(values, "b", "2" * 50)
    assert values.values["b"] and "关掉就没有了" in values.full
    assert not values.try_again() and after(*handles) == {"a": "1"}
    assert told == [values.full], "once, not at every answer"
    for handle in handles:
        handle.room = None
    assert values.try_again() and after(*handles) == {"a": "1", "b": "2" * 50}
    assert told[1:] == [""]
    put(values, "c", "3")
    assert not values.full
    assert after(*handles) == {"a": "1", "b": "2" * 50, "c": "3"}


def test_a_rotten_value_leaves_the_one_before() -> None:
    handles = MemoryHandle(), MemoryHandle()
    values = kept(*handles)
    put(values, "shelf", "old")
    put(values, "shelf", "new")
    put(values, "other", "x")
    for handle in handles:
        at = handle.data.find(b"new")
        if at >= 0:
            handle.data[at] ^= 1
    assert after(*handles) == {"shelf": "old", "other": "x"}
