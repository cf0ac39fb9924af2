"""The exam room's servers: one for the candidates' phones in the hall, one on this machine only for the examiner.

The candidates' pages speak over a socket. The first thing said on it must be the room's code with a name, or a personal code;
wrong codes are answered ever more slowly to whoever tries them. The examiner's page stands behind the same door as the handbook.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import signal
import socket
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.exams.marking import answers_csv
from app.exams.room import Candidate, Record, Room, RoomError, read_code
from app.exams.room_log import RoomLog

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    import uvicorn
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send
    from starlette.websockets import WebSocket

    from app.window.access_key import Key

PAGES = Path(__file__).with_name("pages")
HANS, HANT = "hans", "hant"
LANGUAGES = {HANS: "zh-Hans", HANT: "zh-Hant"}
AS_TYPED = ("do", "name", "number", "code", "own", "version")
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
}
FIRST_WITHIN = 5.0  # seconds
LONGEST = 4096  # characters of a message of a candidate
PER_SECOND, BURST = 10.0, 40.0  # messages of a candidate
TRIES, TRY_AGAIN = 5.0, 10.0  # wrong codes from one address at once; seconds until one more
MOST_LINES = 2000  # sockets
TICK = 1.0  # seconds
BEAT = 5.0  # seconds without anything to keep after which it is kept that the room is open
REFUSED, MOVED = 1008, 4001  # reasons for closing


class Bucket:
    """So many at once, and then one each so often."""

    def __init__(self, most: float, each: float) -> None:
        self.most, self.each, self.full, self.since = most, each, most, time.monotonic()

    def left(self) -> float:
        """How many there are now."""
        now = time.monotonic()
        self.full = min(self.most, self.full + (now - self.since) / self.each)
        self.since = now
        return self.full

    def take(self) -> bool:
        """Take one; whether there was one."""
        if self.left() < 1:
            return False
        self.full -= 1
        return True


class Throttle:
    """Wrong codes, by address."""

    def __init__(self) -> None:
        self._tried: dict[str, Bucket] = {}

    def wait(self, address: str) -> bool:
        """Whether an address has to wait before it may try again."""
        bucket = self._tried.get(address)
        return bucket is not None and bucket.left() < 1

    def wrong(self, address: str) -> None:
        """Note a wrong code."""
        if len(self._tried) > MOST_LINES:
            self._tried = {key: each for key, each in self._tried.items() if each.left() < TRIES}
        self._tried.setdefault(address, Bucket(TRIES, TRY_AGAIN)).take()


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
        self, room: Room, log: RoomLog, label: Callable[[str], str] = str, script: Scripts | None = None
    ) -> None:
        self.room, self.log, self.label = room, log, label
        self.script = script if script is not None else Scripts()
        self.lines: dict[int, Line] = {}  # of candidates, by their places
        self.watching: set[WebSocket] = set()  # the examiner's pages
        self.addresses: Sequence[str] = ()
        self.throttle = Throttle()
        self.open = 0  # sockets
        self.changed = asyncio.Event()
        self._order = asyncio.Lock()  # whoever comes in, starts or ends does so one after the other
        self._wall, self._steady = time.time(), time.monotonic()

    def now(self) -> float:
        """Seconds since 1970, by a clock that nobody sets while the exam goes on."""
        return self._wall + time.monotonic() - self._steady

    async def keep(self, *records: Record) -> None:
        """Save records and take them into account. Raises :class:`RoomError` where they are not saved."""
        await self.log.save(records)
        for each in records:
            self.room.apply(each)
        self.changed.set()

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

    async def tick(self) -> None:
        """Take in papers whose time is over, and keep the examiner's pages up to date, until cancelled."""
        while True:
            await asyncio.sleep(TICK)
            room = self.room
            if room.started is not None and room.ended is None and self.now() - room.alive >= BEAT:
                with suppress(RoomError):
                    await self.keep(room.beat(self.now()))
            with suppress(RoomError):  # the disk refuses: again in a second
                taken = await self.do(lambda: self.room.overdue(self.now()))
                if taken:
                    await self.tell([each["who"] for each in taken])
            await self.show()

    async def show(self) -> None:
        """Send the examiner's pages what they show."""
        if self.watching:
            said = json.dumps(self.overview(), ensure_ascii=False)
            await asyncio.gather(*(each.send_text(said) for each in tuple(self.watching)), return_exceptions=True)

    def overview(self) -> dict[str, Any]:
        """What the examiner sees: everybody's progress, nobody's answers."""
        room, now = self.room, self.now()
        rows = [
            {
                "who": one.id,
                "number": one.number,
                "name": one.name,
                "version": one.version,
                "answered": len(one.chosen),
                "flagged": len(one.flagged),
                "extra": one.extra,
                "left": room.left(one, now),
                "submitted": one.submitted is not None,
                "by": one.by,
                "here": one.id in self.lines,
            }
            for one in room.candidates.values()
        ]
        present = {one.number for one in room.candidates.values()}
        return {
            "do": "room",
            "title": room.paper.title,
            "count": len(room.paper.items),
            "minutes": room.paper.minutes,
            "versions": room.paper.versions,
            "code": room.code,
            "addresses": list(self.addresses),
            "started": room.started is not None,
            "ended": room.ended is not None,
            "published": room.published,
            "left": room.over_in(now),
            "rows": rows,
            "missing": [[number, name] for number, name in room.listed.items() if number not in present],
            "damaged": self.log.damaged,
        }


class Line:
    """One candidate's socket."""

    def __init__(self, hall: Hall, line: WebSocket) -> None:
        self.hall, self.line = hall, line
        self.one: Candidate | None = None
        self.script = hall.script.usual
        self._pace = Bucket(BURST, 1 / PER_SECOND)

    async def say(self, **said: Any) -> None:
        """Send a message."""
        await self.line.send_text(json.dumps(self.hall.script.said(said, self.script), ensure_ascii=False))

    async def talk(self) -> None:
        """Let the candidate in and listen until he goes."""
        from starlette.websockets import WebSocketDisconnect

        await self.line.accept()
        try:
            async with asyncio.timeout(FIRST_WITHIN):
                first = await self._heard()
            if not await self._let_in(first):
                await self.line.close(REFUSED)
                return
            while True:
                said = await self._heard()
                if not self._pace.take():
                    await self.line.close(REFUSED)
                    return
                await self._answer(said)
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass
        except (TimeoutError, ValueError, KeyError, TypeError, RecursionError):
            with suppress(RuntimeError):
                await self.line.close(REFUSED)
        finally:
            if self.one is not None and self.hall.lines.get(self.one.id) is self:
                del self.hall.lines[self.one.id]

    async def _heard(self) -> dict[str, Any]:
        text = await self.line.receive_text()
        if len(text) > LONGEST:
            raise ValueError("long")
        said = json.loads(text)
        if not isinstance(said, dict):
            raise TypeError("no object")
        return said

    async def _let_in(self, said: dict[str, Any]) -> bool:
        hall, room = self.hall, self.hall.room
        if said.get("script") in (HANS, HANT):
            self.script = str(said["script"])
        address = self.line.client.host if self.line.client else ""
        if hall.throttle.wait(address):
            await self.say(do="no", why=f"试得太多，请 {TRY_AGAIN:.0f} 秒后再试。")
            return False
        try:
            if said.get("do") == "return":
                one = self._returning(str(said.get("own", "")), address)
            elif read_code(str(said.get("code", ""))) != room.code:
                hall.throttle.wrong(address)
                raise RoomError("考场码不对，请看考官公布的考场码。")
            else:
                number, name = str(said.get("number", "")), str(said.get("name", ""))
                (record,) = await hall.do(lambda: [room.enter(number, name, hall.now())])
                one = room.candidates[record["who"]]
        except RoomError as fault:
            await self.say(do="no", why=str(fault), unknown=said.get("do") == "return")
            return False
        other, self.one = hall.lines.get(one.id), one
        hall.lines[one.id] = self
        if other is not None:
            with suppress(Exception):
                await other.say(do="moved")
                await other.line.close(MOVED)
        await self.tell(questions=True)
        return True

    def _returning(self, code: str, address: str) -> Candidate:
        try:
            return self.hall.room.returning(code)
        except RoomError:
            self.hall.throttle.wrong(address)
            raise

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
            await self.say(do="no", n=note, why=str(fault))
            return
        await self.say(do="kept", n=note, left=room.left(one, hall.now()))


class Desk:
    """The examiner's page."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def talk(self, line: WebSocket) -> None:
        """Show the room and do what the examiner asks for until the page is closed."""
        from starlette.websockets import WebSocketDisconnect

        await line.accept()
        self.hall.watching.add(line)
        try:
            await line.send_text(json.dumps(self.hall.overview(), ensure_ascii=False))
            while True:
                said = json.loads(await line.receive_text())
                try:
                    answer = await self._do(said)
                except RoomError as fault:
                    answer = {"do": "no", "why": str(fault)}
                if answer:
                    await line.send_text(json.dumps(answer, ensure_ascii=False))
                await self.hall.show()
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass
        except (ValueError, TypeError, KeyError):
            with suppress(RuntimeError):
                await line.close(REFUSED)
        finally:
            self.hall.watching.discard(line)

    async def _do(self, said: dict[str, Any]) -> dict[str, Any] | None:
        hall, room, what, who = self.hall, self.hall.room, said["do"], said.get("who")
        if what == "start":
            await hall.do(lambda: [room.start(hall.now())])
            await hall.tell(questions=True)
        elif what == "extra":
            everybody = [one.id for one in room.candidates.values() if one.submitted is None]
            chosen = everybody if who is None else [who]
            seconds = said.get("seconds")
            await hall.do(lambda: [room.give(each, seconds, hall.now()) for each in chosen])
            await hall.tell(chosen)
        elif what == "take":
            await hall.do(lambda: [room.submit(room.by_id(who), hall.now(), "examiner")])
            await hall.tell([room.by_id(who).id])
        elif what == "end":
            await hall.do(lambda: room.end(hall.now()))
            await hall.tell()
        elif what == "publish":
            await hall.do(lambda: [room.publish(hall.now())])
            await hall.tell()
        elif what == "code":
            one = room.by_id(who)
            return {"do": "code", "name": one.name, "code": one.code}
        return None


class Gate:
    """Before the candidates' server: its own address, its own pages, nothing else."""

    def __init__(self, app: ASGIApp, port: int, names: Iterable[str] = (), secure: bool = False) -> None:
        self.app, self.port, self.names = app, port, {name.lower() for name in names} | {"localhost"}
        self.scheme, self.line = ("https", "wss") if secure else ("http", "ws")

    def own(self, host: str) -> bool:
        """Whether an address asked for may be ours: a number (no other site has it as its name), or a name we were given."""
        name, _, port = host.rpartition(":") if host.rpartition(":")[2].isdigit() else (host, "", "")
        if port and int(port) != self.port:
            return False
        if not port and self.port not in (80, 443):
            return False
        if name in self.names:
            return True
        with suppress(ValueError):
            ipaddress.ip_address(name.strip("[]"))
            return True
        return False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request or socket in, or turn it away."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers: dict[bytes, bytes] = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if scope["type"] == "websocket":
            if self.own(host) and headers.get(b"origin", b"").decode("latin-1").lower() == f"{self.scheme}://{host}":
                await self.app(scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": REFUSED})
            return
        if not self.own(host) or scope["method"] not in ("GET", "HEAD"):
            await send({"type": "http.response.start", "status": 421, "headers": [(b"content-length", b"0")]})
            await send({"type": "http.response.body", "body": b""})
            return
        policy = (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            f"connect-src 'self' {self.line}://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        fixed = [
            (b"content-security-policy", policy.encode()),
            (b"x-content-type-options", b"nosniff"),
            (b"referrer-policy", b"no-referrer"),
            (b"x-frame-options", b"DENY"),
            (b"cache-control", b"no-store"),
        ]

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *fixed]
            await send(message)

        await self.app(scope, receive, send_guarded)


def _page(name: str, scripts: Scripts | None = None, script: str = HANS) -> Callable[[Request], Any]:
    """A page as it is, or in the characters of a script: 繁體 leads to the other."""
    from starlette.responses import Response

    file = PAGES / name
    text = file.read_text(encoding="utf-8")
    if scripts is not None:
        text = scripts.say(text, script).replace("__LANGUAGE__", LANGUAGES[script]).replace("__SCRIPT__", script)
    data = text.encode()

    async def answer(_: Request) -> Response:
        return Response(data, media_type=KINDS[file.suffix])

    return answer


def hall_app(hall: Hall, port: int, names: Iterable[str] = (), secure: bool = False) -> ASGIApp:
    """Return the candidates' ASGI application."""
    from starlette.applications import Starlette
    from starlette.routing import Route, WebSocketRoute

    async def talk(line: WebSocket) -> None:
        if hall.open >= MOST_LINES:
            await line.close(REFUSED)
            return
        hall.open += 1
        try:
            await Line(hall, line).talk()
        finally:
            hall.open -= 1

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        ticking = asyncio.create_task(hall.tick())
        yield
        ticking.cancel()

    scripts = hall.script
    routes = [
        Route("/", _page("candidate.html", scripts, scripts.usual)),
        *(Route(f"/{each}", _page("candidate.html", scripts, each)) for each in LANGUAGES),
        *(Route(f"/candidate-{each}.js", _page("candidate.js", scripts, each)) for each in LANGUAGES),
        Route("/room.css", _page("room.css")),
        WebSocketRoute("/room", talk),
    ]
    return Gate(Starlette(routes=routes, lifespan=lifespan), port, names, secure)


def desk_app(hall: Hall, key: Key, port: int) -> ASGIApp:
    """Return the examiner's ASGI application, behind the door."""
    from starlette.applications import Starlette
    from starlette.responses import Response
    from starlette.routing import Route, WebSocketRoute

    from app.window.access import FONT, Door
    from app.window.own_files import ASSETS

    font = (ASSETS / FONT.removeprefix("/")).read_bytes()

    async def letters(_: Request) -> Response:  # a desktop may have no Chinese letters; a phone in the hall has
        return Response(font, media_type="font/woff2")

    async def answers(_: Request) -> Response:
        data = answers_csv(hall.room.paper, hall.room.everybody())
        return Response(
            data, media_type="text/csv", headers={"content-disposition": 'attachment; filename="answers.csv"'}
        )

    async def code(_: Request) -> Response:
        return Response(qr_svg(hall.addresses[0]), media_type="image/svg+xml")

    routes = [
        Route("/", _page("examiner.html")),
        Route("/examiner.js", _page("examiner.js")),
        Route("/room.css", _page("room.css")),
        Route("/code.svg", code),
        Route(FONT, letters),
        Route("/answers.csv", answers),
        WebSocketRoute("/ws", Desk(hall).talk),
    ]
    return Door(Starlette(routes=routes), key, port)


def qr_svg(address: str) -> bytes:
    """Return an address as a QR code, black on white."""
    import io

    import segno

    out = io.BytesIO()
    segno.make_qr(address, error="m").save(out, kind="svg", scale=8, border=4, light="white")
    return out.getvalue()


def own_addresses() -> list[str]:
    """Return the addresses under which other devices find this machine, the likeliest first."""
    found: list[str] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # nothing is sent: the system says by which of its addresses it would go out
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += [each[4][0] for each in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]  # type: ignore[misc]
    usable = [each for each in dict.fromkeys(found) if not ipaddress.ip_address(each).is_loopback]
    return usable or ["127.0.0.1"]


def config(app: ASGIApp, biggest: int, certificate: Path | None = None, key: Path | None = None) -> uvicorn.Config:
    """Return how a server runs."""
    import uvicorn

    return uvicorn.Config(
        app,
        log_level="warning",
        loop="asyncio",
        http="h11",
        ws="websockets-sansio",
        ws_max_size=biggest,
        ws_per_message_deflate=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=1,
        backlog=1024,
        ssl_certfile=certificate,
        ssl_keyfile=key,
    )


async def run(servers: Sequence[tuple[uvicorn.Config, socket.socket]], ready: Callable[[], None]) -> None:
    """Serve until Ctrl+C."""
    import uvicorn

    class Server(uvicorn.Server):
        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield

    made = [(Server(each), listener) for each, listener in servers]

    def leave(*_: Any) -> None:
        for server, _listener in made:
            server.should_exit = True

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            with suppress(ValueError):  # not in the main thread: whoever runs it there ends it otherwise
                signal.signal(getattr(signal, name), leave)
    tasks = [asyncio.create_task(server.serve(sockets=[listener])) for server, listener in made]
    while not all(server.started for server, _ in made) and not any(task.done() for task in tasks):
        await asyncio.sleep(0.02)
    ready()
    await asyncio.gather(*tasks)
