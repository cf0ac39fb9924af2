"""The exam room's servers: one for the candidates' phones in the hall, one on this machine only for the examiner.

The candidates' pages speak over a socket (:mod:`app.exams.candidate_line`). The examiner's page stands behind the same door as
the handbook.
"""

from __future__ import annotations

import asyncio
import functools
import ipaddress
import json
import re
import signal
import socket
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.exams.candidate_line import REFUSED, Line
from app.exams.hall import HANS, LANGUAGES, Hall, Scripts
from app.exams.marking import answers_csv
from app.exams.marking_desk import overview, sheet
from app.exams.oral_desk import oral_sheet, orals
from app.exams.room import RoomError
from app.exams.several_rooms import LONGEST_NAME
from rules_data.bounded_json import read_json

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    import uvicorn
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send
    from starlette.websockets import WebSocket

    from app.exams.clauses_named import Reader
    from app.serving.access_key import Key

PAGES = Path(__file__).with_name("pages")
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
}
MARKERS = {
    "marking": {"__TITLE__": "评分", "__PAGE__": "marking"},
    "oral": {"__TITLE__": "口试", "__PAGE__": "oral"},
}
LOCAL = "localhost"
_PORT = re.compile(r"[0-9]{1,5}")


class Desk:
    """The examiner's page."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self._readers: dict[str, Reader] = {}

    async def talk(self, line: WebSocket) -> None:
        """Show the room and do what the examiner asks for until the page is closed."""
        from starlette.websockets import WebSocketDisconnect

        await line.accept()
        self.hall.watching.add(line)
        try:
            await line.send_text(json.dumps(self.hall.overview(), ensure_ascii=False))
            while True:
                said = read_json(await line.receive_text(), depth=4)
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
            everybody = [one.id for one in room.present if one.submitted is None]
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
            await hall.do(hall.publish)
            await hall.tell()
        elif what == "remove":
            (made,) = await hall.do(lambda: [room.remove(who, hall.now())])
            hall.put_out(made["who"])
        elif what == "restore":
            await hall.do(lambda: [room.restore(who, hall.now())])
        elif what in ("admit", "refuse"):
            knocks = hall.door.outside if said.get("knocks") is None else set(said["knocks"])
            (hall.door.admit if what == "admit" else hall.door.refuse)(knocks)
        elif what == "let":
            address = said.get("address")
            await hall.do(lambda: [room.let_all(address, hall.now())])
            hall.door.admit([each.id for each in hall.door.outside.values() if each.address == address])
        elif what == "marking":
            return overview(room, _marker(said))
        elif what == "sheet":
            return self._sheet(said)
        elif what == "grade":
            of, points = (who, said.get("item"), said.get("part")), said.get("points")
            note, final = said.get("note"), said.get("final")
            await hall.do(lambda: [room.grade(of, points, _marker(said), hall.now(), note=note, final=final)])
            return self._sheet(said)
        elif what == "orals":
            return orals(room, _marker(said))
        elif what in ("oral", "oral_step", "oral_grade"):
            return await self._orally(what, said)
        elif what == "code":
            one = room.by_id(who)
            return {"do": "code", "name": one.name, "code": one.code}
        return None

    async def _orally(self, what: str, said: dict[str, Any]) -> dict[str, Any]:
        hall, room, by = self.hall, self.hall.room, _marker(said)
        who, item = said.get("who"), said.get("item")
        if what == "oral_step":
            step, number = said.get("what"), said.get("n")
            await hall.do(lambda: [room.step_orally((who, item), step, number, hall.now())])
            await hall.tell([room.by_id(who).id], questions=True)
        elif what == "oral_grade":
            of, points = (who, item, said.get("part")), said.get("points")
            await hall.do(lambda: [room.grade(of, points, by, hall.now(), note=said.get("note"))])
        return oral_sheet(room, who, item, by, hall.now())

    def _sheet(self, said: dict[str, Any]) -> dict[str, Any]:
        from app.base.opened import handbook
        from app.exams.clauses_named import reader

        room, item = self.hall.room, said.get("item")
        items = room.paper.items
        game = items[item].question.game if isinstance(item, int) and 0 <= item < len(items) else items[0].question.game
        read = self._readers.setdefault(game, reader(handbook(), game))
        return sheet(room, said.get("who"), item, _marker(said), read, self.hall.label)


def _marker(said: dict[str, Any]) -> str:
    return " ".join(str(said.get("by", "")).split())


class Gate:
    """Before the candidates' server: its own address, its own pages, nothing else."""

    def __init__(
        self,
        app: ASGIApp,
        port: int,
        names: Iterable[str] = (),
        secure: bool = False,
        methods: Sequence[str] = ("GET", "HEAD"),
        forms: bool = False,
    ) -> None:
        self.app, self.port, self.names = app, port, {name.lower() for name in names} | {LOCAL}
        self.methods, self.forms = methods, "'self'" if forms else "'none'"
        self.scheme, self.line = ("https", "wss") if secure else ("http", "ws")
        # the same few hosts are asked for all the time, and nobody's odd ones grow for ever
        self._is_own = functools.lru_cache(maxsize=64)(self.own)
        self._fixed = functools.lru_cache(maxsize=64)(self._said_with)

    def own(self, host: str) -> bool:
        """Whether an address asked for may be ours: a number (no other site has it as its name), or a name we were given."""
        name, _, port = host.rpartition(":") if _PORT.fullmatch(host.rpartition(":")[2]) else (host, "", "")
        if port and int(port) != self.port:
            return False
        if name in self.names - {LOCAL} or (name == LOCAL and (port or self.port in (80, 443))):
            return True  # also without a port: a proxy stands before us under that name
        if not port and self.port not in (80, 443):
            return False
        with suppress(ValueError):
            ipaddress.ip_address(name.strip("[]"))
            return "%" not in name
        return False

    def _said_with(self, host: str) -> list[tuple[bytes, bytes]]:
        """What is said with every answer."""
        policy = (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
            f"connect-src 'self' {self.line}://{host}; base-uri 'none'; form-action {self.forms}; frame-ancestors 'none'"
        )
        return [
            (b"content-security-policy", policy.encode()),
            (b"x-content-type-options", b"nosniff"),
            (b"referrer-policy", b"no-referrer"),
            (b"x-frame-options", b"DENY"),
            (b"cache-control", b"no-store"),
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request or socket in, or turn it away."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers: dict[bytes, bytes] = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if scope["type"] == "websocket":
            if (
                self._is_own(host)
                and headers.get(b"origin", b"").decode("latin-1").lower() == f"{self.scheme}://{host}"
            ):
                await self.app(scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": REFUSED})
            return
        if not self._is_own(host) or scope["method"] not in self.methods:
            await send({"type": "http.response.start", "status": 421, "headers": [(b"content-length", b"0")]})
            await send({"type": "http.response.body", "body": b""})
            return
        fixed = self._fixed(host)

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *fixed]
            await send(message)

        await self.app(scope, receive, send_guarded)


def served_page(
    name: str,
    scripts: Scripts | None = None,
    script: str = HANS,
    folder: str = "/",
    words: Mapping[str, str] | None = None,
) -> Callable[[Request], Any]:
    """A page as it is, or in the characters of a script: 繁體 leads to the other. It asks for everything in a folder.

    ``words`` stand in it where their names do.
    """
    from starlette.responses import Response

    file = PAGES / name
    text = file.read_text(encoding="utf-8").replace("__FOLDER__", folder)
    for each, word in (words or {}).items():
        text = text.replace(each, word)
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
        hall.make_way()
        made = Line(hall, line)
        hall.strangers[made] = made.address
        try:
            await made.talk()
        finally:
            hall.strangers.pop(made, None)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        living = asyncio.create_task(hall.live())
        yield
        living.cancel()

    async def clock(request: Request) -> Response:
        """How far the time has come, for rooms that go by it."""
        from starlette.responses import JSONResponse

        room, asked = hall.room, request.query_params
        hall.asked_by(asked.get("room", "")[:LONGEST_NAME], ended=asked.get("ended") == "1")
        gone = None if room.started is None else room.gone(hall.now())
        return JSONResponse({"paper": room.paper.id, "gone": gone, "ended": room.ended is not None})

    scripts = hall.script
    routes = [
        Route("/clock", clock),
        Route("/", served_page("candidate.html", scripts, scripts.usual)),
        *(Route(f"/{each}", served_page("candidate.html", scripts, each)) for each in LANGUAGES),
        *(Route(f"/candidate-{each}.js", served_page("candidate.js", scripts, each)) for each in LANGUAGES),
        Route("/room.css", served_page("room.css")),
        WebSocketRoute("/room", talk),
    ]
    return Gate(Starlette(routes=routes, lifespan=lifespan), port, names, secure)


def desk_app(hall: Hall, key: Key, port: int) -> ASGIApp:
    """Return the examiner's ASGI application, behind the door."""
    from starlette.applications import Starlette
    from starlette.responses import Response
    from starlette.routing import Route, WebSocketRoute

    from app.base.own_files import ASSETS
    from app.serving.access import FONT, Door

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
        Route("/", served_page("examiner.html", folder=key.folder(port))),
        Route("/examiner.js", served_page("examiner.js")),
        Route("/desk.js", served_page("desk.js")),
        *(
            Route(f"/{page}", served_page("marker.html", folder=key.folder(port), words=words))
            for page, words in MARKERS.items()
        ),
        Route("/marking.js", served_page("marking.js")),
        Route("/oral.js", served_page("oral.js")),
        Route("/room.css", served_page("room.css")),
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


async def run(
    servers: Sequence[tuple[uvicorn.Config, socket.socket]],
    ready: Callable[[], None],
    leaving: Callable[[], None] = lambda: None,
) -> None:
    """Serve until Ctrl+C; ``leaving`` is told when it is asked to end, before those who wait for an answer are cut off."""
    import uvicorn

    class Server(uvicorn.Server):
        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            yield

    made = [(Server(each), listener) for each, listener in servers]

    def leave(*_: Any) -> None:
        for server, _listener in made:
            server.should_exit = True
        leaving()

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            with suppress(ValueError):  # not in the main thread: whoever runs it there ends it otherwise
                signal.signal(getattr(signal, name), leave)
    tasks = [asyncio.create_task(server.serve(sockets=[listener])) for server, listener in made]
    while not all(server.started for server, _ in made) and not any(task.done() for task in tasks):
        await asyncio.sleep(0.02)
    ready()
    await asyncio.gather(*tasks)
