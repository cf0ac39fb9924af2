"""What several windows of a browser keep: every change stays, and the last written is the last there was."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from app.base.shared_preferences import SharedPreferences, shared_of
from app.window.preferences import BROWSER, SETTINGS, SHELF, Preferences
from app.window.state import Shelf


class Disk:
    """The preferences of one window: it reads the disk when it is opened, and from then on only its own memory."""

    def __init__(self, disk: dict[str, str], slow: float = 0) -> None:
        self.disk, self.memory, self.slow = disk, dict(disk), slow

    async def get(self, key: str) -> str | None:
        await asyncio.sleep(self.slow)
        return self.memory.get(key)

    async def set(self, key: str, value: str) -> None:
        await asyncio.sleep(0.001)
        self.memory[key] = self.disk[key] = value

    async def remove(self, key: str) -> None:
        self.memory.pop(key, None)
        self.disk.pop(key, None)


class Page:
    """As much of a window as what is kept needs: its tasks, and what it tells the others."""

    def __init__(self) -> None:
        self.pubsub = self
        self.session = SimpleNamespace(connection=object())
        self.tasks: list[asyncio.Task[Any]] = []
        self.told: list[str] = []

    def run_task(self, task: Callable[..., Any], *args: Any) -> None:
        self.tasks.append(asyncio.ensure_future(task(*args)))

    def subscribe(self, _: object) -> None: ...

    def subscribe_topic(self, _: str, __: object) -> None: ...

    def send_others_on_topic(self, _: str, key: str) -> None:
        self.told.append(key)


async def window(disk: dict[str, str], slow: float = 0) -> Preferences:
    storage = Preferences(Page(), Disk(disk, slow))  # type: ignore[arg-type]
    await storage.open(lambda _: None)
    return storage


async def rest(*windows: Preferences) -> None:
    for each in windows:
        await asyncio.gather(*each.page.tasks)  # type: ignore[attr-defined]


def bookmark(preferences: Preferences, clause: str) -> None:
    def keep(kept: dict[str, Any]) -> None:
        shelf = Shelf()
        shelf.restore(kept)
        shelf.keep(clause)
        kept.update(shelf.plain())

    preferences.change(SHELF, keep)


def test_two_windows_keep_the_bookmarks_of_both() -> None:
    async def act() -> None:
        disk: dict[str, str] = {SHELF: json.dumps({"bookmarks": ["a:1"]})}
        one = await window(disk)
        await rest(one)
        two = await window(disk)
        bookmark(one, "a:2")
        bookmark(two, "a:3")
        assert one.kept(SHELF)["bookmarks"] == two.kept(SHELF)["bookmarks"] == ["a:3", "a:2", "a:1"]
        assert SHELF in one.page.told and SHELF in two.page.told  # type: ignore[attr-defined]
        await rest(one, two)
        assert json.loads(disk[SHELF])["bookmarks"] == ["a:3", "a:2", "a:1"]
        two.change(SETTINGS, lambda kept: kept.update(mode="dark"))
        one.change(SETTINGS, lambda kept: kept.update(script="hant"))
        await rest(one, two)
        assert json.loads(disk[SETTINGS]) == {"mode": "dark", "script": "hant"}

    asyncio.run(act())


def test_windows_of_different_browsers_share_nothing() -> None:
    async def act() -> None:
        one, two = await window({}), await window({})
        bookmark(one, "a:1")
        assert two.kept(SHELF) == {}

    asyncio.run(act())


def test_what_is_changed_before_the_kept_has_come_does_not_replace_it(monkeypatch: Any) -> None:
    monkeypatch.setattr("app.window.preferences.PATIENCE", 0.01)

    async def act() -> None:
        disk = {SHELF: json.dumps({"bookmarks": ["a:1"]}), BROWSER: json.dumps({"name": "b"})}
        slow = await window(disk, slow=0.1)
        bookmark(slow, "a:2")
        assert slow.kept(SHELF)["bookmarks"] == ["a:2"]
        monkeypatch.setattr("app.window.preferences.PATIENCE", 3.0)
        await rest(slow)
        assert json.loads(disk[SHELF])["bookmarks"] == ["a:2", "a:1"]

    asyncio.run(act())


def test_early_changes_are_handed_to_the_window_that_was_there_before() -> None:
    first, late = SharedPreferences(), SharedPreferences()
    first.fill({"key": {"a": 1}})
    assert shared_of("x", first) is first and shared_of("x", late) is first
    late.change("key", lambda kept: kept.update(b=2))
    late.hand_over(first)
    assert first.values["key"] == {"a": 1, "b": 2}


def test_a_window_that_closes_before_it_could_write_leaves_that_to_the_others() -> None:
    class Closed(Preferences):
        async def set(self, key: str, value: str) -> None:
            raise RuntimeError("the session is closed")

    async def act() -> None:
        disk = {BROWSER: json.dumps({"name": "closing"})}
        one, two = await window(disk), await window(disk)
        one.preferences = Closed(disk)  # type: ignore[assignment]
        bookmark(one, "a:1")
        await rest(one)
        assert SHELF not in disk
        two.change(SETTINGS, lambda kept: kept.update(mode="dark"))
        await rest(two)
        assert json.loads(disk[SHELF])["bookmarks"] == ["a:1"]

    asyncio.run(act())


def test_a_page_that_is_loaded_again_while_it_is_asked_is_asked_again(monkeypatch: Any) -> None:
    monkeypatch.setattr("app.window.preferences.ANSWER", 0.02)

    class LoadedAgain(Disk):
        asked = 0

        async def get(self, key: str) -> str | None:
            self.asked += 1
            if self.asked <= 3:  # the page that was asked is gone
                await asyncio.sleep(60)
            return self.memory.get(key)

    async def act() -> None:
        disk = {SHELF: json.dumps({"bookmarks": ["a:1"]})}
        storage = Preferences(Page(), LoadedAgain(disk))  # type: ignore[arg-type]
        await storage.open(lambda _: None)
        assert storage.kept(SHELF)["bookmarks"] == ["a:1"]

    asyncio.run(act())


def test_a_window_that_was_away_catches_up_when_it_is_back() -> None:
    async def act() -> None:
        disk = {BROWSER: json.dumps({"name": "away"})}
        one, two = await window(disk), await window(disk)
        two.page.session.connection = None  # type: ignore[assignment]
        bookmark(one, "a:1")
        two.change(SETTINGS, lambda kept: kept.update(mode="dark"))
        assert two.page.tasks == []  # type: ignore[attr-defined]
        heard: list[str] = []
        two.page.session.connection = object()  # type: ignore[assignment]
        two.catch_up(heard.append)
        assert {SHELF, SETTINGS, "journal"} <= set(heard)
        await rest(one, two)
        assert json.loads(disk[SETTINGS]) == {"mode": "dark"} and "a:1" in disk[SHELF]

    asyncio.run(act())
