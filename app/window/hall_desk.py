"""The halls this device has joined, for all its windows: what is recorded is here first, and goes there when there is a way.

On a computer the meetings go on in a thread with a loop of its own, in a browser beside what the window does. Nothing runs where no
hall was joined. Each hall is waited on for news; what is recorded here is offered at once; without a way it is tried again.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from threading import Thread
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast
from weakref import WeakValueDictionary

from app.base.background import THREADS, detached
from app.hall.member import (
    Answer,
    Invitation,
    Membership,
    Memberships,
    Question,
    Store,
    Synced,
    Talk,
    hello,
    meeting,
    membership_of,
    memberships_of,
    news,
    of_call,
    plain_of,
    put_in,
    sign_in,
    waiting,
)
from app.hall.protocol import HallError
from app.journal.store import JournalError
from app.window import keeping
from app.window.hall_sight import HALLS, WINDOWS
from app.window.library import journal
from app.window.published import IS_SITE, in_app

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping

    from app.window.session import Session

FIRST, LONGEST = 1.0, 30.0  # seconds until it is tried again; twice as long each time
NOT_IN_APP = "安卓应用不联网，不能加入会场；请用手机的浏览器打开会场的地址。"
OTHER_ORIGIN = "网页只能和它来的地方说话，这一页来自{origin}：请在浏览器里打开会场的地址{address}，在那里加入。"
READ_ONLY = "执裁开在另一个标签页，由那一页同步"
T = TypeVar("T")
log = logging.getLogger("zhicai")


class Keeper(Protocol):
    """Where it is kept which halls were joined."""

    def all(self) -> list[Membership]:
        """Return them. Raises :class:`HallError` where that cannot be read."""
        ...

    def keep(self, membership: Membership) -> None:
        """Keep one, in the place of that of the same event at the same address."""
        ...

    def forget(self, membership: Membership) -> None:
        """Keep one no longer."""
        ...


class _InBrowser:
    """In the storage of a browser."""

    def all(self) -> list[Membership]:
        kept = keeping.storage()
        with suppress(ValueError, TypeError, RecursionError):
            return memberships_of(json.loads(kept.values.values.get(HALLS, "[]"))) if kept is not None else []
        raise HallError("加入过的会场读不出了，请再加入一次。")

    def keep(self, membership: Membership) -> None:
        self._write(put_in(self._readable(), membership))

    def forget(self, membership: Membership) -> None:
        self._write([each for each in self._readable() if each.place != membership.place])

    def _readable(self) -> list[Membership]:
        with suppress(HallError):
            return self.all()
        return []

    def _write(self, them: list[Membership]) -> None:
        kept = keeping.storage()
        if kept is not None:
            kept.values.put(HALLS, json.dumps(plain_of(them), ensure_ascii=False))


@dataclass(frozen=True, slots=True)
class Standing:
    """How this device stands with one hall."""

    membership: Membership
    written: int = 0  # records of the event that this device wrote
    waiting: int = 0  # of them, those the hall was not offered yet
    at: float | None = None  # when the hall answered last, by the clock here
    why: str = ""  # why it did not answer since
    refused: tuple[str, ...] = ()  # why the hall did not take some records, each once
    ahead: float = 0.0  # seconds the clock here is before the hall's
    calls: tuple[Mapping[str, Any], ...] = ()
    books: tuple[str, ...] = ()  # what came of the event's own books last
    behind: bool = False  # the hall has another text of one of them than this device

    @property
    def synced(self) -> int:
        """How many of its own records the hall was offered."""
        return self.written - self.waiting

    def sentence(self, now: float) -> str:
        """Say it to the referee, in one line."""
        return f"本机记下 {self.written} 条，已同步 {self.synced} 条，{ago(self.at, now)}"


def ago(at: float | None, now: float) -> str:
    """Say how long ago something was, in steps in which it is looked at anew."""
    if at is None:
        return "还没有连上"
    seconds = max(0, int(now - at))
    if seconds < 5:
        return "刚刚"
    if seconds < 60:
        return f"{seconds // 5 * 5}秒前"
    return f"{seconds // 60}分钟前" if seconds < 3600 else f"{seconds // 3600}小时前"


async def carry(one: Invitation | Membership, talk: Talk[T]) -> T:
    """Carry on a talk with a hall to its end. Raises :class:`HallError` where there is no way to it, or it refuses."""
    answer: Answer | None = None
    while True:
        try:
            asked = next(talk) if answer is None else talk.send(answer)
        except StopIteration as end:
            return cast(T, end.value)
        answer = await _answered(one, asked)


async def _answered(one: Invitation | Membership, asked: Question) -> Answer:
    if IS_SITE:
        from app.hall.browser_way import ask, origin

        if in_app():
            raise HallError(NOT_IN_APP)
        if one.address != origin():
            raise HallError(OTHER_ORIGIN.format(origin=origin(), address=one.address))
        return await ask(asked, one.code)
    from app.hall.over_network import OverNetwork

    way = OverNetwork(one.address, one.code, one.print, asked.patience)
    return await detached(way.ask, asked.method, asked.path, asked.body, asked.headers)


def _take_books(text: str, event: str) -> tuple[str, ...]:
    """Take over the books of an event that its hall gave. Raises :class:`HallError` where they cannot be kept."""
    from app.hall.books_there import taken
    from app.window.library import own_books

    return taken(own_books().store, text, event)


def _give_books(event: str) -> tuple[str, str]:
    """What tells the books of an event from others as this device has them, and their text: for its chief."""
    from app.brought.by_hall import EventBooks
    from app.window.library import has_own, own_books

    if not has_own():
        return "", ""
    books = EventBooks(own_books().store, event, journal().event(event).body.game)
    return books.digest(), books.text()


def own_place() -> str:
    """Return the only address this app could join a hall at: that of a site; empty where it could join any."""
    if not IS_SITE or in_app():
        return ""
    from app.hall.browser_way import origin

    return origin()


@dataclass
class HallDesk:
    """The halls, and how this device stands with each."""

    keeper: Keeper
    store: Callable[[], Store]
    standings: dict[tuple[str, str], Standing] = field(default_factory=dict)
    refused: str = ""  # why it is not known which halls were joined
    windows: WeakValueDictionary[int, Session] = field(default_factory=lambda: WINDOWS)
    _loop: asyncio.AbstractEventLoop | None = None
    _following: dict[tuple[str, str], asyncio.Task[None]] = field(default_factory=dict)
    _pokes: dict[tuple[str, str], asyncio.Event] = field(default_factory=dict)
    _opened: bool = False

    def attend(self, session: Session) -> None:
        """Have a window told from now on; the first one begins the meetings with the halls joined before."""
        self.windows[id(session)] = session
        self._open()
        session.hall.take(self)

    def _open(self) -> None:
        """Begin the meetings with the halls joined before, once."""
        if self._opened:
            return
        self._opened = True
        try:
            joined = self.keeper.all()
        except HallError as fault:
            self.refused = str(fault)
            joined = []
        for one in joined:
            self._put(Standing(one))
            self._run(self._begin(one))

    # In whatever loop

    def _run(self, work: Coroutine[Any, Any, T]) -> asyncio.Future[T]:
        """Do something in the loop of the meetings; begun where it does not run yet."""
        if not THREADS:
            return asyncio.ensure_future(work)
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            Thread(target=self._loop.run_forever, name="halls", daemon=True).start()
        done = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            asyncio.get_running_loop()
        except RuntimeError:  # of a window that stands still: nobody waits for it
            return cast("asyncio.Future[T]", done)
        return asyncio.wrap_future(done)

    def written(self) -> None:
        """Note that something was recorded: the halls are offered it at once."""
        if self._opened and self.standings:
            if THREADS and self._loop is not None:
                self._loop.call_soon_threadsafe(self._poke)
            else:
                self._poke()

    def _poke(self) -> None:
        for place in tuple(self.standings):
            self._count(place)
        for each in self._pokes.values():
            each.set()

    # What a referee does

    async def greet(self, invited: Invitation) -> dict[str, Any]:
        """Ask a hall who one would be there; nothing else goes there. Raises :class:`HallError`."""
        return await self._run(carry(invited, hello()))

    async def sign_in(self, invited: Invitation, name: str, password: str) -> str:
        """Ask for a code by an account. Raises :class:`HallError`."""
        return await self._run(carry(invited, sign_in(invited.address, name, password)))

    async def join(self, invited: Invitation, said: Mapping[str, Any]) -> Membership:
        """Join a hall that greeted; a hall of the same event at another address is left: it is this one, moved."""
        self._open()
        one = membership_of(invited, said)
        for other in [each.membership for each in self.standings.values()]:
            if other.event == one.event:
                await self.leave(other)
        self.keeper.keep(one)
        self._put(Standing(one))
        await self._run(self._begin(one))
        return one

    async def leave(self, one: Membership) -> None:
        """Leave a hall: from now on nothing is sent there."""
        await self._run(self._end(one))
        self.keeper.forget(one)
        self.standings.pop(one.place, None)
        self._tell()

    async def meet(self, one: Membership) -> None:
        """Meet a hall now, whatever it waits for."""
        await self._run(self._meet(one.place))

    async def call(self, one: Membership, id_: int, what: str) -> dict[str, Any]:
        """Say of a call that one goes there, or that it is over. Raises :class:`HallError`."""
        said = await self._run(carry(one, of_call(id_, what)))
        now = self.standings.get(one.place)
        if now is not None:
            others = [each for each in now.calls if each["id"] != id_]
            self._change(one.place, calls=tuple(others if said.get("ended") else [*others, said]))
        return said

    # The meetings

    async def _begin(self, one: Membership) -> None:
        self._pokes[one.place] = asyncio.Event()
        self._following[one.place] = asyncio.ensure_future(self._follow(one.place))

    async def _end(self, one: Membership) -> None:
        self._pokes.pop(one.place, None)
        if (task := self._following.pop(one.place, None)) is not None:
            task.cancel()

    async def _follow(self, place: tuple[str, str]) -> None:
        poke, again, number = self._pokes[place], FIRST, 0
        waits: asyncio.Future[Any] | None = None
        while True:
            poke.clear()
            met = await self._meet(place)
            if not met:
                with suppress(TimeoutError):
                    await asyncio.wait_for(poke.wait(), again)
                again = min(again * 2, LONGEST)
                continue
            again = FIRST
            while not poke.is_set():
                now = self.standings[place].membership
                waits = waits or asyncio.ensure_future(carry(now, news(now, number)))
                recorded = asyncio.ensure_future(poke.wait())
                await asyncio.wait({waits, recorded}, return_when=asyncio.FIRST_COMPLETED)
                recorded.cancel()
                if not waits.done():
                    break
                done, waits = waits, None
                try:
                    said = done.result()
                except HallError as fault:
                    self._change(place, why=str(fault))
                    break
                number = int(said["number"])
                self._change(place, calls=tuple(said["calls"]), at=time.time(), why="")
                self._count(place)  # another program may have recorded something
                new = (said["epoch"], int(said["mark"]), said["books"]) != (now.epoch, now.pulled, now.books)
                self._change(place, behind=said["books"] != now.books)
                if new or self.standings[place].waiting:
                    break

    async def _meet(self, place: tuple[str, str]) -> bool:
        """Meet a hall; whether that went through."""
        if (now := self.standings.get(place)) is None:
            return False
        if (kept := keeping.storage()) is not None and not kept.writes:
            self._change(place, why=READ_ONLY)
            return False
        try:
            done = await carry(
                now.membership, meeting(self.store(), now.membership, self._keep, _take_books, _give_books)
            )
        except (HallError, JournalError) as fault:
            self._change(place, why=str(fault))
            self._count(place)
            return False
        except Exception:  # nobody waits for it: it is said, and tried again
            log.exception("a meeting with the hall went wrong")
            self._change(place, why="同步没有成；记录都在本机，过一会儿再试。")
            return False
        self._met(place, done)
        return True

    def _keep(self, one: Membership) -> None:
        """Keep how far it is, unless it was left meanwhile."""
        now = self.standings.get(one.place)
        if now is not None and one != now.membership:
            self.keeper.keep(one)
            self.standings[one.place] = replace(now, membership=one)

    def _met(self, place: tuple[str, str], done: Synced) -> None:
        now = self.standings.get(place)
        if now is None:
            return
        refused = tuple(dict.fromkeys((*now.refused, *done.refused)))
        books = done.books or now.books
        self._change(
            place,
            at=time.time(),
            why="",
            refused=refused,
            ahead=done.ahead,
            calls=done.calls,
            books=books,
            behind=False,
        )
        self._count(place)
        for session in list(self.windows.values()):
            if done.received:
                session.hall.received(session)
            if done.books:
                session.hall.books_came(session, done.books)

    def _count(self, place: tuple[str, str]) -> None:
        now = self.standings.get(place)
        if now is None:
            return
        with suppress(JournalError):
            store = self.store()
            written = store.written_of(now.membership.event, store.head().device)
            self._change(place, written=written, waiting=waiting(store, now.membership))

    def _change(self, place: tuple[str, str], **changes: Any) -> None:
        """Note how this device stands with a hall, unless it was left meanwhile."""
        if (now := self.standings.get(place)) is not None and (changed := replace(now, **changes)) != now:
            self._put(changed)

    def _put(self, standing: Standing) -> None:
        self.standings[standing.membership.place] = standing
        self._tell()

    def _tell(self) -> None:
        for session in list(self.windows.values()):
            session.hall.changed(session, self)


@cache
def hall_desk() -> HallDesk:
    """Return that of this device."""

    def store() -> Store:
        return cast("Store", journal().store)

    if keeping.storage() is not None:
        return HallDesk(_InBrowser(), store)
    from app.base.data_folder import data_folder

    return HallDesk(Memberships(data_folder()), store)
