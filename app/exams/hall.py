"""The exam room with its file, and everybody who is connected: what all the lines of candidates and examiner share."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.exams.admission import PER_ADDRESS, Admission, WrongCodes
from app.exams.room import Room, RoomError
from app.exams.room_clock import RoomClock, begun
from app.exams.several_rooms import LISTENED, Following, follow

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from app.exams.candidate_line import Line
    from app.exams.room_log import RoomLog
    from app.exams.room_records import Record
    from app.exams.several_rooms import First

HANS, HANT = "hans", "hant"
LANGUAGES = {HANS: "zh-Hans", HANT: "zh-Hant"}
AS_TYPED = ("do", "name", "number", "code", "own", "seat", "version", "written", "form")
MOST_FOLLOWING = 50
MOST_STRANGERS = 800  # sockets of those who are not in the room
TICK = 1.0  # seconds
BEAT = 3.5  # seconds without anything to keep after which the time is kept: with a tick and the disk no more than five
SLOWEST = 5.0  # seconds a page may take to be told something
TRIED = 20  # wrong codes from an address of which the examiner is told


@dataclass(frozen=True, slots=True)
class Scripts:
    """In which characters candidates read: those the examiner chose, until one of them chooses the other."""

    usual: str = HANS
    traditional: Callable[[str], str] = str  # the conversion of the app

    def say(self, text: str, script: str) -> str:
        """A text in one of the two."""
        return self.traditional(text) if script == HANT else text

    def said(self, what: Any, script: str) -> Any:
        """Everything a message says, in one of the two; who somebody is, and what he typed, stay as they are."""
        if script != HANT:
            return what
        if isinstance(what, str):
            return self.traditional(what)
        if isinstance(what, dict):
            return {key: value if key in AS_TYPED else self.said(value, script) for key, value in what.items()}
        return [self.said(each, script) for each in what] if isinstance(what, list | tuple) else what


class Hall:
    """The room with its file, and everybody who is connected."""

    def __init__(
        self,
        room: Room,
        log: RoomLog,
        label: Callable[[str], str] = str,
        script: Scripts | None = None,
        per_address: int = PER_ADDRESS,
        damage: Sequence[str] = (),
    ) -> None:
        """Hold a room open; ``damage`` is what the examiner is to know of its file."""
        self.room, self.log, self.label, self.damage = room, log, label, damage
        self.script = script if script is not None else Scripts()
        self.lines: dict[int, Line] = {}  # of candidates, by their places
        self.strangers: dict[Line, str] = {}  # those who are not in yet, by address, the oldest first
        self.watching: set[WebSocket] = set()  # the examiner's pages
        self.addresses: Sequence[str] = ()
        self.door, self.wrong = Admission(per_address), WrongCodes()
        self.clock = RoomClock(begun(room.alive, room.started is not None))
        self.first: First | None = None  # the room whose clock this one goes by
        self.first_said = ""  # what came of it last, for the examiner
        self.following: dict[str, Following] = {}  # rooms that go by this one, by name
        self._order = asyncio.Lock()  # whoever comes in, starts or ends does so one after the other
        self._beating: asyncio.Task[None] | None = None
        self._aside: set[asyncio.Task[None]] = set()

    def now(self) -> float:
        """The room's time."""
        return self.clock.now()

    async def keep(self, *records: Record) -> None:
        """Save records and take them into account. Raises :class:`RoomError` where they are not saved."""
        await self.log.save(records)
        for each in records:
            self.room.apply(each)

    async def do(self, make: Callable[[], Sequence[Record]]) -> Sequence[Record]:
        """Work out, save and take into account what must not cross with another. Raises :class:`RoomError`."""
        async with self._order:
            made = make()
            if made:
                await self.keep(*made)
            return made

    async def tell(self, who: Iterable[int] | None = None, questions: bool = False) -> None:
        """Tell candidates where they are; all of them where nobody is named."""
        lines = [self.lines[each] for each in (self.lines if who is None else who) if each in self.lines]
        await asyncio.gather(*(line.tell(questions) for line in lines), return_exceptions=True)

    def aside(self, what: Coroutine[Any, Any, None]) -> None:
        """Do something that nobody waits for: whoever is spoken to may be gone."""
        task = asyncio.create_task(what)
        self._aside.add(task)
        task.add_done_callback(self._aside.discard)

    def make_way(self) -> None:
        """Where too many sockets belong to nobody in the room, the address that has most of them gives up its oldest."""
        if len(self.strangers) < MOST_STRANGERS:
            return
        (heaviest, _), *_others = Counter(self.strangers.values()).most_common(1)
        first = next(line for line, address in self.strangers.items() if address == heaviest)
        del self.strangers[first]
        self.aside(first.leave())

    def put_out(self, who: int) -> None:
        """Close the line of a candidate who was removed."""
        line = self.lines.pop(who, None)
        if line is not None:
            self.aside(line.put_out())

    async def live(self) -> None:
        """Keep the time, take in papers whose time is over, keep the examiner's pages up to date; until cancelled."""
        going = [self._pulse(), self._collect(), self._show_often()]
        await asyncio.gather(*going, *([follow(self, self.first)] if self.first is not None else []))

    async def _pulse(self) -> None:
        """Waits for nothing, so that the clock does not stand still."""
        while True:
            self.pulse()
            await asyncio.sleep(TICK)

    def pulse(self) -> None:
        """The room is open; how far its time went is being kept where nothing else was for a while."""
        self.clock.tick()
        room = self.room
        resting = self._beating is None or self._beating.done()
        if resting and room.started is not None and room.ended is None and self.now() - room.alive >= BEAT:
            self._beating = asyncio.create_task(self._beat())

    async def _beat(self) -> None:
        with suppress(RoomError):  # the disk refuses: again in a second
            await self.keep(self.room.beat(self.now()))

    async def _collect(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            with suppress(RoomError):  # the disk refuses: again in a second
                taken = await self.do(lambda: self.room.overdue(self.now()))
                if taken:
                    await self.tell([each["who"] for each in taken])

    async def _show_often(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            await self.show()

    async def show(self) -> None:
        """Send the examiner's pages what they show."""
        if self.watching:
            said = json.dumps(self.overview(), ensure_ascii=False)
            await asyncio.gather(*(self._show_to(each, said) for each in tuple(self.watching)))

    async def _show_to(self, page: WebSocket, said: str) -> None:
        try:
            async with asyncio.timeout(SLOWEST):
                await page.send_text(said)
        except Exception:  # whatever it was: a page that is gone must not keep the others waiting
            self.watching.discard(page)

    def asked_by(self, name: str, *, ended: bool) -> None:
        """Another room goes by this one's clock."""
        if name and (name in self.following or len(self.following) < MOST_FOLLOWING):
            self.following[name] = Following(name, ended, self.now())

    def still_writing(self) -> list[str]:
        """The rooms that go by this one's clock and have not ended."""
        return [each.name for each in self.following.values() if not each.ended and self.now() - each.at < LISTENED]

    def publish(self) -> list[Record]:
        """Let the candidates see their marks. Raises :class:`RoomError` where some still write, here or in a room that follows."""
        writing = self.still_writing()
        if writing:
            raise RoomError(f"跟着这里的考场还没有结束：{'、'.join(writing)}；等它们结束再公布，答案会传过去。")
        return [self.room.publish(self.now())]

    def overview(self) -> dict[str, Any]:
        """What the examiner sees: everybody's progress, nobody's answers."""
        room, now = self.room, self.now()
        rows = [
            {
                "who": one.id,
                "number": one.number,
                "name": one.name,
                "version": one.version,
                "answered": len(one.chosen) + sum(any(parts.values()) for parts in one.written.values()),
                "left_page": len(one.away),
                "away": round(sum(one.away)),
                "flagged": len(one.flagged),
                "extra": one.extra,
                "left": room.left(one, now),
                "submitted": one.submitted is not None,
                "by": one.by,
                "here": one.id in self.lines,
                "address": one.address,
                "removed": one.removed,
                "marks": room.marks_so_far(one),
            }
            for one in room.candidates.values()
        ]
        present = {one.number for one in room.present}
        return {
            "do": "room",
            "title": room.paper.title,
            "count": len(room.paper.items),
            "minutes": room.paper.minutes,
            "total": room.paper.total,
            "versions": room.paper.versions,
            "code": room.code,
            "addresses": list(self.addresses),
            "started": room.started is not None,
            "ended": room.ended is not None,
            "published": room.published,
            "written": any(item.question.parts and not item.question.oral for item in room.paper.items),
            "oral": any(item.question.oral for item in room.paper.items),
            "left": room.over_in(now),
            "rows": rows,
            "outside": self.door.shown(),
            "tried": [[address, number] for address, number in self.wrong.count.items() if number >= TRIED],
            "missing": [[number, name] for number, name in room.listed.items() if number not in present],
            "damage": list(self.damage),
            "first": self.first_said,
            "following": [f"{each.name}：{'已结束' if each.ended else '在考'}" for each in self.following.values()],
        }
