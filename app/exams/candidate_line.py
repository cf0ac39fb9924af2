"""One candidate's socket. The first thing said on it must be the room's code with a name, or a personal code."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from app.exams.admission import TOO_MANY, TRY_AGAIN, Bucket
from app.exams.hall import HANS, HANT, SLOWEST
from app.exams.room import LONGEST_NAME, RemovedError, RoomError, UnknownCodeError, read_code
from app.exams.room_log import NotKeptError
from rules_data.bounded_json import read_json

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from app.exams.hall import Hall
    from app.exams.room import Candidate
    from app.exams.room_records import Record

FIRST_WITHIN = 5.0  # seconds
LONGEST = 4096  # characters of the first message of a candidate
LONGEST_INSIDE = (
    24_000  # of the others: an answer of 10 000 characters, its line feeds and quotation marks written as two
)
DEEPEST = 4  # brackets inside each other
PER_SECOND, BURST = 10.0, 40.0  # messages of a candidate
REFUSED, MOVED, OUT = 1008, 4001, 4003  # reasons for closing


class LaterError(RoomError):
    """He may try again by himself."""


class Line:
    """One candidate's socket."""

    def __init__(self, hall: Hall, line: WebSocket) -> None:
        self.hall, self.line = hall, line
        self.address = line.client.host if line.client else ""
        self.one: Candidate | None = None
        self.seat = ""
        self.script = hall.script.usual
        self._pace = Bucket(BURST, 1 / PER_SECOND)

    async def say(self, **said: Any) -> None:
        """Send a message. Raises ``OSError`` where nobody takes it."""
        async with asyncio.timeout(SLOWEST):
            await self.line.send_text(json.dumps(self.hall.script.said(said, self.script), ensure_ascii=False))

    async def leave(self, code: int = REFUSED, **last: Any) -> None:
        """Close the line, with a last message; whoever was there may be gone."""
        with suppress(Exception):
            if last:
                await self.say(**last)
            async with asyncio.timeout(SLOWEST):
                await self.line.close(code)

    async def put_out(self) -> None:
        """Tell him that the examiner removed him."""
        await self.leave(OUT, do="out", why=str(RemovedError()))

    async def talk(self) -> None:
        """Let the candidate in and listen until he goes."""
        from starlette.websockets import WebSocketDisconnect

        await self.line.accept()
        try:
            async with asyncio.timeout(FIRST_WITHIN):
                first = await self._heard()
            if not await self._let_in(first):
                await self.leave()
                return
            while True:
                said = await self._heard()
                if not self._pace.take():
                    await self.leave()
                    return
                await self._answer(said)
        except (TimeoutError, ValueError, KeyError, TypeError):
            await self.leave()
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass
        finally:
            if self.one is not None and self.hall.lines.get(self.one.id) is self:
                del self.hall.lines[self.one.id]

    async def _heard(self) -> dict[str, Any]:
        said = read_json(
            await self.line.receive_text(), size=LONGEST if self.one is None else LONGEST_INSIDE, depth=DEEPEST
        )
        if not isinstance(said, dict):
            raise TypeError("no object")
        return said

    async def _let_in(self, said: dict[str, Any]) -> bool:
        if said.get("script") in (HANS, HANT):
            self.script = str(said["script"])
        what = said.get("do")
        one: Candidate | None
        try:
            if what == "return":
                one = await self._returning(said)
            elif what == "enter":
                one = await self._entering(said)
            else:
                raise TypeError("unknown")
        except RoomError as fault:
            unknown, out = isinstance(fault, UnknownCodeError), isinstance(fault, RemovedError)
            await self.say(do="no", why=str(fault), unknown=unknown, out=out, later=isinstance(fault, LaterError))
            return False
        if one is None:
            return False
        hall = self.hall
        hall.strangers.pop(self, None)
        other = hall.lines.get(one.id)
        self.one, self.seat, hall.lines[one.id] = one, one.seat, self
        if other is not None:
            hall.aside(other.leave(MOVED, do="moved", here=other.seat == self.seat))
        await self.tell(questions=True)
        return True

    async def _returning(self, said: dict[str, Any]) -> Candidate | None:
        """By his personal code. A device that comes back by itself has his place only if nobody took it since."""
        hall, room, seat = self.hall, self.hall.room, said.get("seat")
        try:
            one = room.returning(str(said.get("own", "")))
        except UnknownCodeError:
            self._wrong()
            raise
        if not seat:
            await hall.do(lambda: [room.take_seat(one, hall.now())])
        elif seat != one.seat:
            await self.say(do="moved", here=False)
            return None
        return one

    def _wrong(self) -> None:
        if self.hall.wrong.wrong(self.address):
            raise RoomError(f"试得太多，请 {TRY_AGAIN:.0f} 秒后再试。")

    async def _entering(self, said: dict[str, Any]) -> Candidate:
        """By the room's code, with number and name; after the examiner's leave where that is needed."""
        hall, room = self.hall, self.hall.room
        if read_code(str(said.get("code", ""))) != room.code:
            self._wrong()
            raise RoomError("考场码不对，请看考官公布的考场码。")
        number, name = str(said.get("number", "")), str(said.get("name", ""))
        device = str(said.get("device", ""))[:LONGEST_NAME]
        why = ""

        def enter(leave: bool) -> list[Record]:
            nonlocal why
            room.may_enter(number, name)
            why = "" if leave else hall.door.needs_leave(room, self.address, device)
            return [] if why else [room.enter(number, name, hall.now(), self.address, device)]

        made = await hall.do(lambda: enter(leave=False))
        if not made:
            await self._outside(number, name, device, why)
            made = await hall.do(lambda: enter(leave=True))
        return room.candidates[made[0]["who"]]

    async def _outside(self, number: str, name: str, device: str, why: str) -> None:
        """Wait until the examiner lets him in. Raises :class:`RoomError` where he does not."""
        door = self.hall.door
        knock = door.knock(*self.hall.room.may_enter(number, name), self.address, device)
        await self.say(do="outside", why=why)
        listening = asyncio.create_task(self._listen())
        either: set[asyncio.Future[Any]] = {listening, knock.answer}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if not knock.answer.done():
                listening.result()  # he is gone
            elif refused := knock.answer.result():
                raise LaterError(refused) if refused == TOO_MANY else RoomError(refused)
        finally:
            door.leave(knock)
            listening.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await listening

    async def _listen(self) -> None:
        """Hear that he is still there, until he is not."""
        while True:
            await self._heard()
            if not self._pace.take():
                raise ValueError("too often")

    async def tell(self, questions: bool = False) -> None:
        """Tell him where he is, and where the exam goes on the questions if they are sent whole."""
        if self.one is None:
            return
        room = self.hall.room
        state = room.state(self.one, self.hall.now())
        await self.say(do="state", **state)
        writing = room.started is not None and not state["submitted"] and not state["ended"]
        if questions and writing and room.whole:
            await self.say(do="questions", list=[room.shown(self.one, each) for each in room.version_of(self.one)])

    async def _answer(self, said: dict[str, Any]) -> None:
        """Do what a candidate asks for; only what is kept is acknowledged."""
        assert self.one is not None
        hall, room, one, now = self.hall, self.hall.room, self.one, self.hall.now()
        what, note = said.get("do"), said.get("n")
        if not isinstance(note, int):
            note = None
        if hall.lines.get(one.id) is not self:  # he goes on elsewhere
            raise TypeError("moved")
        try:
            if what == "answer":
                await hall.keep(room.answer(one, said.get("number"), said.get("letter"), now))
            elif what == "write":
                await hall.keep(room.write(one, said.get("number"), said.get("part"), said.get("text"), now))
            elif what == "away":
                await hall.keep(room.left_page(one, said.get("seconds"), now))
            elif what == "flag":
                await hall.keep(room.flag(one, said.get("number"), said.get("on"), now))
            elif what == "question":
                if room.started is None or one.submitted is not None or room.ended is not None:
                    raise RoomError("现在不能看题。")
                asked = room.asked(one, said.get("number"))
                await self.say(do="questions", n=note, list=[room.shown(one, asked)])
                return
            elif what == "submit":  # a second time, as after a broken line, it is told again that it is in
                await hall.do(lambda: [] if one.submitted is not None else [room.submit(one, hall.now())])
                await self.tell()
            elif what == "result":
                await self.say(do="result", n=note, **room.result(one, self.hall.label))
                return
            elif what != "ping":
                raise TypeError("unknown")
        except RoomError as fault:
            await self.say(do="no", n=note, why=str(fault), again=isinstance(fault, NotKeptError))
            return
        await self.say(do="kept", n=note, left=room.left(one, hall.now()))
