"""What keeps the journal and the settings: files and the client's preferences, or a browser's own storage."""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import flet as ft

from app.journal.store import JournalError
from app.window.preferences import JOURNAL
from app.window.published import in_app, place

if TYPE_CHECKING:
    from app.browser.storage import Storage
    from app.window.preferences import Values
    from app.window.session import Session

EXPORTED = "zhicai.exported"  # how far the journal had come when it was last given out of this browser
HELD = "zhicai.held"  # in the client's preferences, which a browser clears apart: how many records there were
WARNED = "zhicai.warned"  # that this browser has promised nothing
HINTED = "zhicai.hinted"  # that the app can be put on the home screen of this device
MIRRORED = "zhicai.settings"  # read by the page before Python is there
OPEN_ELSEWHERE = "执裁已在另一个标签页打开：这里只能看，不能记"
log = logging.getLogger("zhicai")
AFTER_THE_SAVE = 2.5  # seconds in which one reads that something was saved
CLEARED = "浏览器刚清除了本站存下的数据；这一页里的还在，请现在到“日志”导出一份，再重新打开执裁"
TAKEN_OVER = "这里现在可以记了"
TAKEN_AWAY = "执裁在另一个标签页接着记了：这里只能看，不能记"
TAKE_OVER = "在这里接着记"
ONLY_HERE = "只记在这一页里，关掉就没有了"
PASSING = "只记在这一页里，关掉就没有了：请到“日志”导出"
NOT_PROMISED = "这个浏览器没有答应保留；如果是无痕窗口，关掉就没有了"
NO_ANSWER = "那一页没有反应（可能被系统冻住了），还不能在这里记：请关掉那一页；一关掉，这里就接着记"


@ft.observable
@dataclass
class Room:
    """Whether there is room for what is changed in this browser."""

    refused: str = ""  # why something is not on the disk


class _BrowserValues:
    """The values of this browser's own storage; what the page reads before Python is there also lies where it looks."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._page = ft.SharedPreferences()

    async def get(self, key: str) -> str | None:
        return await self._storage.values.get(key)

    async def set(self, key: str, value: str) -> None:
        await self._storage.values.set(key, value)
        if key == MIRRORED:
            await self._page.set(key, value)

    async def remove(self, key: str) -> None:
        await self._storage.values.remove(key)


_opened: list[Storage] = []


def storage() -> Storage | None:
    """Return the storage of this browser; None where everything lies in files."""
    return _opened[0] if _opened else None


def refused() -> str:
    """Say why what was changed last is only on this page; empty where it is kept."""
    kept = storage()
    if kept is None:
        return ""
    if not kept.kept:
        return ONLY_HERE
    if not kept.writes:
        return f"没有存下：执裁开在另一个标签页。{ONLY_HERE}"
    return f"没有存下：浏览器的存储空间已满。{ONLY_HERE}" if kept.values.full else ""


def try_again(session: Session) -> None:
    """Write what the browser had no room for, and say what came of it."""
    kept = storage()
    if kept is not None:
        session.tell("都存下了" if kept.values.try_again() else "还是存不下，请再腾出一些空间")


def passing() -> bool:
    """Whether what is saved is gone with this page."""
    kept = storage()
    return kept is not None and not kept.kept


async def open_in_browser() -> None:
    """Open the storage of this browser, once, before the first window is opened."""
    from app.browser.opfs import Opfs
    from app.browser.storage import Storage

    if not _opened:
        opened = Storage(Opfs())
        try:
            await opened.open()
        except Exception:  # whatever a browser we do not know does: the app opens, and says that nothing is kept
            log.exception("the storage of this browser cannot be opened")
            opened = Storage(Opfs())
            opened.open_in_memory()
        _opened.append(opened)


def values() -> Values:
    """Return what keeps settings, bookmarks and open rulings."""
    kept = storage()
    return ft.SharedPreferences() if kept is None else _BrowserValues(kept)


def follow(session: Session) -> None:
    """Show in a window what another tab writes, and say when this one may write."""
    kept = storage()
    if kept is None:
        return

    def journal_changed() -> None:
        session.preferences.on_page(session.hear, JOURNAL)

    def value_changed(key: str) -> None:
        session.preferences.shared.values.pop(key, None)
        with suppress(KeyError, ValueError, RecursionError):
            session.preferences.shared.values[key] = json.loads(kept.values.values[key])
        session.preferences.on_page(session.hear, key)

    def taken_over(writes: bool) -> None:
        session.preferences.on_page(lambda _: session.tell(TAKEN_OVER if writes else TAKEN_AWAY), JOURNAL)

    def room() -> None:
        session.preferences.on_page(lambda _: setattr(session.room, "refused", kept.values.full), JOURNAL)

    def cleared() -> None:
        session.assignment.written()
        session.preferences.on_page(lambda _: session.tell(CLEARED), JOURNAL)

    kept.on_change(journal_changed, value_changed, taken_over, cleared)
    kept.values.on_full = room
    if not kept.writes:
        session.tell(OPEN_ELSEWHERE)


async def take_over(session: Session) -> None:
    """Have this window write, though another tab does."""
    kept = storage()
    if kept is not None and not kept.writes and not await kept.take_over():
        session.tell(NO_ANSWER)


@cache
def remind_after() -> int:
    """Return after how many rulings that lie in this browser alone one is reminded to give out the journal."""
    found = json.loads(files("app.browser").joinpath("keeping.json").read_text(encoding="utf-8"))
    return int(found["remind_after"])


def not_given_out(kept: Storage) -> int:
    """How many rulings were saved here since the journal was last given out."""
    try:
        mark = int(json.loads(kept.values.values.get(EXPORTED, "{}")).get("mark", 0))
    except (ValueError, TypeError, AttributeError, RecursionError, OverflowError):
        mark = 0
    return sum(record.kind == "ruling" for record in kept.store().arrived(mark)[0])


async def given_out(session: Session) -> None:
    """Note that the journal was given out as a whole."""
    kept = storage()
    if kept is not None:
        _, mark = kept.store().arrived(0)
        await kept.values.set(EXPORTED, json.dumps({"mark": mark}))
        session.assignment.written()


def all_values(session: Session) -> dict[str, dict[str, Any]]:
    """Return all that is kept for this reader, by key."""
    kept = storage()
    found = {key: dict(value) for key, value in session.preferences.shared.values.items()}
    for key, text in (kept.values.values if kept is not None else {}).items():
        with suppress(ValueError, RecursionError):
            value = json.loads(text)
            if isinstance(value, dict):
                found.setdefault(key, value)
    return found


def saved(session: Session) -> None:
    """After something was saved in this browser: ask it to keep that for good, and note apart how much there is."""
    kept = storage()
    if kept is None or not kept.kept:
        return
    if not in_app():  # an app's own folder is not cleared to make room
        kept.ask_to_keep(lambda persisted: None if persisted else not_promised(session, kept))

    async def note() -> None:
        with suppress(RuntimeError, TimeoutError, JournalError):
            await ft.SharedPreferences().set(HELD, str(len(kept.store().arrived(0)[0])))
            number = not_given_out(kept)
            if number and number % remind_after() == 0:
                await asyncio.sleep(AFTER_THE_SAVE)
                session.tell(f"有 {number} 条裁决只在{place()}里，请到“日志”导出一份")

    session.page.run_task(note)


def not_promised(session: Session, kept: Storage) -> None:
    """Say once in this browser that it has not promised to keep what is saved: a private window cannot be told from others."""
    if kept.values.values.get(WARNED) is None and kept.kept:
        kept.values.put(WARNED, json.dumps({"said": True}))
        session.preferences.on_page(lambda _: session.tell(NOT_PROMISED), JOURNAL)


def hinted() -> bool:
    """Whether the reader has put away how the app comes to the home screen."""
    kept = storage()
    return kept is None or kept.values.values.get(HINTED) is not None


def put_hint_away() -> None:
    """Say no more in this browser how the app comes to the home screen."""
    kept = storage()
    if kept is not None:
        kept.values.put(HINTED, json.dumps({"seen": True}))


async def look_for_loss(session: Session) -> None:
    """Say when what this browser kept is gone: it clears that apart from the note of how much it was."""
    kept = storage()
    if kept is None or not kept.kept:
        return
    with suppress(RuntimeError, TimeoutError, JournalError, ValueError):
        held = int(str(await ft.SharedPreferences().get(HELD) or 0))
        if held and not kept.store().arrived(0)[0]:
            kept.gone = held
            session.assignment.written()


def sentences(kept: Storage) -> list[str]:
    """What the referee must know of how this browser keeps the journal."""
    said = [kept.values.full] if kept.values.full else []
    if kept.cleared:
        said.append(f"{CLEARED}。")
    if kept.gone:
        why = "应用的数据被清除了" if in_app() else "浏览器清除了本站的数据（空间不足、很久没用，或被人清除）"
        said.append(f"{place()}里原有 {kept.gone} 条记录，现在一条也没有了：{why}。请从导出的文件或别的手机并入。")
    return said


def promise(kept: Storage) -> str:
    """Say where what is saved here lies, and what the browser promised of it."""
    if not kept.kept:
        return f"{place()}不让网页存东西，或刚清除了存下的：关掉这一页，记的就没有了。"
    if in_app():
        return "记的都在本机这个应用里，不联网，也不备份到云端；卸载应用、清除应用的数据就没有了，请常导出。"
    if kept.persisted:
        return "记的都在本机这个浏览器里；浏览器答应了不自动清除。换浏览器、清除网站数据就没有了，请常导出。"
    return (
        "记的都在本机这个浏览器里；浏览器没有答应长期保存，空间紧张或很久不用时可能整本清掉；"
        "如果是无痕窗口，关掉就没有了。"
        "把执裁装到主屏幕再记，并常导出。"
    )
