"""A living table for two phones, over the exam room's server: the same addresses, the same gate, one page.

Who has the room's code takes one of the two places. Every step is on the disk before it is shown, and a room that is opened
again goes on where it was. How the referee dealt with each irregularity is an answer in practice, made once and kept with the
steps: it goes into this machine's record where he is one of its learners, and he may take it with him as a file.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.exams.admission import TRY_AGAIN, Bucket, WrongCodes
from app.exams.candidate_line import BURST, FIRST_WITHIN, MOVED, PER_SECOND, REFUSED
from app.exams.drawing import plain_parts
from app.exams.hall import HANS, HANT, LANGUAGES, SLOWEST, Scripts
from app.exams.paper import PaperError
from app.exams.room import ROOM_CODE, new_code, read_code
from app.exams.room_server import Gate, own_addresses, served_page
from app.study.answers import answered, exported, revived
from app.study.table.drawing import drawn
from app.study.table.evidence import evidence
from app.study.table.living import opened
from app.study.table.model import Address
from app.study.table.together import ROLES, Role, Together
from rules_data.bounded_json import JsonFault, read_json
from rules_data.disk_faults import why

if TYPE_CHECKING:
    from starlette.types import ASGIApp
    from starlette.websockets import WebSocket

    from app.study.answers import Answer, AnswerStore

FILE = "table.log"
LONGEST = 4096  # characters of a message
LONGEST_LINE = 10_000  # characters of a line of the file
DEEPEST = 3
MOST_WAITING = 20  # sockets that have not taken a place
OWN = range(8, 65)  # characters of the code a browser makes for itself, and of a learner's name
ANSWER = "answer-kept"  # what a line of the file does: it says what a finding is as an answer
TAKEN = "这个位置已有人坐着；请坐另一个，或等他离开。"


@dataclass
class TableRoom:
    """The table with its file, and the two who are connected."""

    together: Together
    code: str
    file: Path
    label: Callable[[str], str] = str
    script: Scripts = field(default_factory=Scripts)
    store: AnswerStore | None = None  # the record of this machine, for its own learners
    here: str = ""  # under whose name whoever referees is kept there, where he does not say; empty: not at all
    kept: Callable[[], None] = lambda: None  # told after an answer went into that record
    lines: dict[Role, TableLine] = field(default_factory=dict)
    owners: dict[Role, str] = field(default_factory=dict)  # the code of the browser that sits there
    learner: str = ""  # of the one who referees, if he is a learner of this machine
    answers: dict[int, Answer] = field(default_factory=dict)  # what the findings are as answers, by their number
    waiting: set[TableLine] = field(default_factory=set)
    wrong: WrongCodes = field(default_factory=WrongCodes)
    _evident: float | None = None  # when the irregularity could be seen
    _owed: list[bytes] = field(default_factory=list)  # steps that the disk has not taken yet

    @classmethod
    def opened(cls, address: Address, folder: Path, **about: Any) -> TableRoom:
        """The table of an address, or the one that was left in the folder. Raises :class:`PaperError`."""
        file = folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            records = _records(file)
            code = str(records[0].get("code", "")) if records else new_code(ROOM_CODE)
            table = opened(Address.read(str(records[0].get("address", ""))) if records else address)
            if isinstance(table, str):
                raise PaperError(table)
            room = cls(Together(table), code, file, **about)
            if not records:
                room.keep({"do": "table", "address": address.text, "code": code})
            for each in records[1:]:
                if each["do"] == ANSWER:
                    room.answers[int(each["finding"])] = revived(each["answer"])
                else:
                    room.together.do(each["role"], each)
        except PaperError:
            raise
        except OSError as fault:
            raise PaperError(f"文件夹 {folder} 不能用：{why(fault)}；请换一个文件夹。") from None
        except (ValueError, KeyError, TypeError):
            raise PaperError(f"{file} 不是这里写的记录；请换一个文件夹。") from None
        return room

    def keep(self, *records: Mapping[str, Any]) -> None:
        """Put what happened on the disk, and what it did not take before. Raises ``OSError``."""
        self._owed += [(json.dumps(each, ensure_ascii=False) + "\n").encode() for each in records]
        with self.file.open("ab") as out:
            out.write(b"".join(self._owed))
            out.flush()
            os.fsync(out.fileno())
        self._owed.clear()

    def do(self, role: Role, said: dict[str, Any]) -> str:
        """Do and keep a step; why it cannot be done, empty where it is."""
        if said.get("do") == "stop":
            since = self._evident if self._evident is not None else time.monotonic()
            said = {"do": "stop", "took": round((time.monotonic() - since) * 1000)}
        refused = self.together.do(role, said)
        if refused:
            return refused
        evident = self.together.table.evident
        self._evident = None if not evident else self._evident if self._evident is not None else time.monotonic()
        try:
            self.keep({**said, "role": role}, *self._answered())
        except OSError as fault:
            return f"这一步做了，但没有存下：{why(fault)}；下一步再存。"
        return ""

    def _answered(self) -> list[dict[str, Any]]:
        """What was found since the last step, as answers of the one who referees, and as they are kept with the steps."""
        who = self.learner or self.here or self.owners.get("referee", "")
        new: dict[int, Answer] = {}
        for number, each in enumerate(self.together.table.findings):
            about = evidence(self.together.table, each, number) if number not in self.answers else None
            if about is None:
                continue
            new[number] = answered(who=who, **about)
        self.answers |= new
        if new and self.store is not None and (self.learner or self.here):
            self.store.add(new.values())
            self.kept()
        return [
            {"do": ANSWER, "role": "referee", "finding": number, "answer": answer.plain()}
            for number, answer in new.items()
        ]

    def record_of_referee(self) -> dict[str, Any]:
        """His answers as the file he may take with him, and whether they are in this machine's record already."""
        who = self.learner or self.here or self.owners.get("referee", "")
        own = [each for each in self.answers.values() if each.who == who]
        inside = {each.id for each in self.store.all()} if self.store is not None and own else set()
        return {"text": exported(own) if own else "", "recorded": bool(own) and all(each.id in inside for each in own)}

    async def show(self) -> None:
        """Tell both what they see now."""
        await asyncio.gather(*(line.show() for line in tuple(self.lines.values())), return_exceptions=True)


def _records(file: Path) -> list[dict[str, Any]]:
    """The steps of a file as far as they can be read: a last line that was cut short was never shown to anybody."""
    if not file.exists():
        return []
    found: list[dict[str, Any]] = []
    for line in file.read_bytes().split(b"\n"):
        try:
            record = read_json(line.decode(), size=LONGEST_LINE, depth=DEEPEST)
        except (ValueError, JsonFault):
            break
        if not isinstance(record, dict):
            break
        found.append(record)
    return found


class TableLine:
    """One phone's socket. The first thing said on it is the room's code and the place it takes."""

    def __init__(self, room: TableRoom, line: WebSocket) -> None:
        self.room, self.line = room, line
        self.address = line.client.host if line.client else ""
        self.role: Role | None = None
        self.script = room.script.usual
        self._pace = Bucket(BURST, 1 / PER_SECOND)

    async def say(self, **said: Any) -> None:
        """Send a message. Raises ``OSError`` where nobody takes it."""
        async with asyncio.timeout(SLOWEST):
            await self.line.send_text(json.dumps(self.room.script.said(said, self.script), ensure_ascii=False))

    async def show(self) -> None:
        """Tell what is seen from this place."""
        if self.role is None:
            return
        room = self.room
        table, others = room.together.table, [each for each in room.lines if each != self.role]
        picture = drawn(table)
        await self.say(
            do="table", role=self.role, title=f"活的牌桌 {table.address.seed}", address=table.address.text,
            here=[ROLES[each] for each in others], drawn=plain_parts(picture, picture.said),
            record=room.record_of_referee() if room.together.over and self.role == "referee" else None,
            **room.together.shown(self.role, room.label),
        )  # fmt: skip

    async def leave(self, code: int = REFUSED) -> None:
        """Close the line; whoever was there may be gone."""
        with suppress(Exception):
            await self.line.close(code)

    async def talk(self) -> None:
        """Let him sit down and listen until he goes."""
        from starlette.websockets import WebSocketDisconnect

        await self.line.accept()
        try:
            async with asyncio.timeout(FIRST_WITHIN):
                first = await self._heard()
            if not await self._sits(first):
                await self.leave()
                return
            while True:
                said = await self._heard()
                if not self._pace.take() or self.role is None or self.room.lines.get(self.role) is not self:
                    await self.leave()
                    return
                await self._answer(self.role, said)
        except (TimeoutError, ValueError, KeyError, TypeError):
            await self.leave()
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass
        finally:
            if self.role is not None and self.room.lines.get(self.role) is self:
                del self.room.lines[self.role]
                await self.room.show()

    async def _heard(self) -> dict[str, Any]:
        said = read_json(await self.line.receive_text(), size=LONGEST, depth=DEEPEST)
        if not isinstance(said, dict):
            raise TypeError("no object")
        return said

    async def _sits(self, said: dict[str, Any]) -> bool:
        if said.get("do") != "sit":
            raise TypeError("unknown")
        if said.get("script") in (HANS, HANT):
            self.script = str(said["script"])
        own = str(said.get("own", ""))
        role: Role | None = next((each for each in ROLES if each == said.get("role")), None)
        if read_code(str(said.get("code", ""))) != self.room.code:
            over = self.room.wrong.wrong(self.address)
            await self.say(
                do="no", why=f"试得太多，请 {TRY_AGAIN:.0f} 秒后再试。" if over else "牌桌码不对。", out=True
            )
            return False
        if role is None or len(own) not in OWN:
            raise TypeError("unknown")
        sitting = self.room.lines.get(role)
        if sitting is not None and self.room.owners.get(role) != own:
            await self.say(do="no", why=TAKEN, out=True)
            return False
        self.role = role
        self.room.lines[role], self.room.owners[role] = self, own
        if role == "referee":
            learner = str(said.get("learner", ""))
            self.room.learner = learner if len(learner) in OWN else ""
        self.room.waiting.discard(self)
        if sitting is not None:
            await sitting.leave(MOVED)
        await self.room.show()
        return True

    async def _answer(self, role: Role, said: dict[str, Any]) -> None:
        if said["do"] == "ping":
            return
        refused = self.room.do(role, said)
        if refused:
            await self.say(do="no", why=refused, out=False)
        else:
            await self.room.show()


def table_app(room: TableRoom, port: int, names: Iterable[str] = ()) -> ASGIApp:
    """Return the ASGI application of the two phones."""
    from starlette.applications import Starlette
    from starlette.routing import Route, WebSocketRoute

    async def talk(line: WebSocket) -> None:
        if len(room.waiting) >= MOST_WAITING:
            await line.close(REFUSED)
            return
        made = TableLine(room, line)
        room.waiting.add(made)
        try:
            await made.talk()
        finally:
            room.waiting.discard(made)

    scripts = room.script
    routes = [
        Route("/", served_page("table.html", scripts, scripts.usual)),
        *(Route(f"/{each}", served_page("table.html", scripts, each)) for each in LANGUAGES),
        *(Route(f"/table-{each}.js", served_page("table.js", scripts, each)) for each in LANGUAGES),
        Route("/desk.js", served_page("desk.js")),
        Route("/room.css", served_page("room.css")),
        WebSocketRoute("/table", talk),
    ]
    return Gate(Starlette(routes=routes), port, names)


def addresses_of(room: TableRoom, port: int, names: Iterable[str] = ()) -> list[str]:
    """Where the two phones find the table, with its code behind it, the likeliest first."""
    return [f"http://{each}:{port}/#{room.code}" for each in (tuple(names) or own_addresses())]


def serve_table(room: TableRoom, port: int, names: tuple[str, ...] = ()) -> None:
    """Serve the table until Ctrl+C. Raises :class:`PaperError` where the port is taken."""
    import io
    from contextlib import closing

    import segno

    from app.exams.opening import listening
    from app.exams.room_server import config, run

    with closing(listening("0.0.0.0", port, "--port")) as socket:
        addresses = addresses_of(room, port, names)
        out = io.StringIO()
        segno.make_qr(addresses[0], error="m").terminal(out, compact=True)

        def ready() -> None:
            shown = " 或 ".join(each.partition("#")[0] for each in addresses)
            lines = [f"两台手机在浏览器中打开：{shown}", f"牌桌码：{room.code}（扫下面的码不用输）", out.getvalue()]
            print("\n".join([*lines, "一人扮牌手，一人当裁判。按 Ctrl+C 收桌。"]), flush=True)

        with suppress(KeyboardInterrupt):
            asyncio.run(run([(config(table_app(room, port, names), LONGEST * 4), socket)], ready))
    print(f"已收桌，记录在 {room.file}；再运行同一命令可以接着打。", flush=True)
