"""The hall as a server: what members say (:mod:`app.hall.protocol`), and pages for those who only look or call.

Pages need no script and keep nothing on the device, so that they open in whatever reads a code.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import time
import zlib
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any

from app.brought.sharing import NotTaken
from app.exams.admission import Bucket, WrongCodes
from app.exams.hall import HANS, HANT, Scripts
from app.exams.room_server import Gate
from app.hall import pages, results
from app.hall.accounts import Desk
from app.hall.hall_file import Call, HallError, Pass
from app.hall.protocol import EPOCH, LONGEST, MARK, MORE, PACKED, VERSION, WAITS, Hello, News
from app.hall.results import NOTHING_YET, Results
from app.hall.site import WithSite
from app.hall.watching import Watched
from app.journal.store import JournalError
from decision_trees.games import every_game
from rules_data.bounded_json import read_json

if TYPE_CHECKING:
    from collections.abc import Awaitable, Iterable
    from pathlib import Path

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute
    from starlette.types import ASGIApp, Receive, Scope, Send

    from app.hall.kept_by import HallBooks, HallState
    from app.hall.record_desk import RecordDesk
    from app.journal.entries import Entry, Event
    from app.journal.journal import Journal

NEWS = "/hall/1/news"
LOOK = 0.4  # seconds between two looks at what other programs wrote into the journal
BEAT = 15.0  # seconds of silence after which a stream says that it lives
CALLS_AT_ONCE, CALL_AGAIN = 3.0, 20.0  # of one table; seconds until it may call once more
LONGEST_SIGN_IN = 4096  # bytes
ANY = ("时间", "其他")  # what a table may call about whatever is played


async def _soon() -> None:
    await asyncio.sleep(LOOK)


class Refused(Exception):
    """An answer that is none: a status, and why."""

    def __init__(self, status: int, why: str, **more: object) -> None:
        super().__init__(why)
        self.status, self.said = status, {"why": why, **more}


class Hall:
    """What is going on: who listens, and what changed."""

    def __init__(
        self,
        journal: Journal,
        desk: RecordDesk,
        scripts: Scripts,
        clock: Callable[[], float] = time.time,
        woken: Callable[[], Awaitable[object]] = _soon,
    ) -> None:
        """``woken`` returns when something may be otherwise than it was looked at last."""
        self.journal, self.desk, self.scripts, self.clock, self.woken = journal, desk, scripts, clock, woken
        self.tries = WrongCodes()
        self.tables: dict[str, Bucket] = {}
        self.door = Desk(desk.file)  # of those who have an account
        self._turn = asyncio.Event()  # set, and another one in its place, when something is otherwise
        self._mark, self._calls = 0, 0  # counted, so that whoever listens sees what he missed
        self._let_in: dict[
            str, Pass
        ] = {}  # whose codes were good since passes were looked at last, for those who only wait
        self._passes = -1  # how many of these this program has ended
        self.results: Results | None = None  # where they are public
        self.books: HallBooks | None = None  # of the event, where this device keeps books
        self._books = ""  # which they were when they were looked at last
        self.watched: Watched | None = None
        self.ending = False  # whoever waits is answered at once
        self._loop: asyncio.AbstractEventLoop | None = None
        self._changes, self._known = -1, self.calls()  # of the hall's file, which other programs write too
        self._epoch = ""  # as it was when the journal was looked at last

    @property
    def file(self) -> HallState:
        """What the hall knows besides the records."""
        return self.desk.file

    async def live(self) -> None:
        """Look at the journal for what other programs wrote, until cancelled."""
        self._loop = asyncio.get_running_loop()
        while True:
            with suppress(JournalError, HallError):  # it cannot be looked at now: those who ask are told so
                await self.look()
            await self.woken()

    async def look(self) -> None:
        """Tell those who listen where the journal has grown, or another program has written of the calls."""
        mark, self._epoch, changes, calls, books = await asyncio.to_thread(self._seen, self._changes)
        before = self.standing
        if changes != self._changes:
            self._changes = changes
            self._let_in.clear()
            if calls is not None and calls != self._known:
                self._known = calls
                self._calls += 1
        if books != self._books:
            self._books = books
            self._calls += 1  # a member who waits hears of it as of a call
        self._mark = mark
        if self.standing != before:
            self._tell()

    def _seen(self, changes: int) -> tuple[int, str, int, list[dict[str, object]] | None, str]:
        """Mark, epoch, changes of the hall's file, its calls where that number is another one, and the books: in one go."""
        mark, epoch, now = self.desk.mark(), self.desk.epoch(), self.file.changes()
        return mark, epoch, now, self.calls() if now != changes else None, self.of_books()

    @property
    def standing(self) -> tuple[int, int]:
        """How things stood when they were looked at last: the mark of the journal, the number of the calls."""
        return self._mark, self._calls

    async def waiting(self, code: str) -> Pass | None:
        """Whose code it is, for one who asks for news: not asked for again until passes change, for he asks after each record."""
        now = self.clock()
        if self._passes != (ended := self.file.ended):
            self._let_in.clear()
            self._passes = ended
        if (known := self._let_in.get(code)) is not None:
            return known if known.good(now) else None
        changes = self._changes
        found = await asyncio.to_thread(self.file.admitted, code, now)
        if found is not None and (changes, ended) == (self._changes, self.file.ended):
            self._let_in[code] = found
        return found

    def of_books(self) -> str:
        """What tells the event's own books, as they are now, from others; nothing where it has none, or they cannot be read."""
        try:
            return self.books.digest() if self.books is not None else ""
        except (OSError, JournalError):
            return ""

    async def called(self) -> None:
        """Tell those who listen that something is otherwise with the calls."""
        self._calls += 1
        self._known = await asyncio.to_thread(self.calls)
        self._tell()

    def about(self) -> tuple[str, ...]:
        """What a table may call about: as the event's game has it, or every game where it is of none."""
        of_event = self.journal.event(self.desk.event).body.game
        known = every_game()
        played = [known[of_event]] if of_event is not None and of_event in known else list(known.values())
        return tuple(dict.fromkeys((*(each for game in played for each in game.calls), *ANY)))

    def news(self) -> News:
        """How things stood when they were looked at last: everybody who waits is told at once, so nothing is read for each."""
        return News(self._epoch, *self.standing, self.clock(), tuple(self._known), self._books)

    def hello(self, who: Pass) -> Hello:
        """What the hall says of itself to a member."""
        event, desk = self.journal.event(self.desk.event), self.desk
        named = (VERSION, event.id, event.body.name, who.role, who.name)
        stands = (desk.epoch(), desk.mark(), self.clock(), tuple(self.calls()))
        return Hello(*named, *stands, event.body.game or "", who.expires, self.of_books())

    def shown(self) -> tuple[Event, list[Entry], list[Call]]:
        """What the board shows: the event, the last rulings, the calls."""
        journal, event = self.journal, self.desk.event
        return journal.event(event), journal.entries(event, limit=pages.LISTED), self.file.calls()

    def unneeded(self, table: str) -> None:
        """A table needs no referee any more: its call is over, unless one is on his way."""
        for each in self.file.calls():
            if each.table == table and each.taken_by is None:
                self.file.end(each.id, self.clock())

    async def otherwise(self, mark: int, number: int, patience: float) -> None:
        """Return once the journal or the calls are otherwise than that, or after so many seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while self.standing == (mark, number) and not self.ending:
                    await self._turn.wait()

    def end(self) -> None:
        """Answer all who wait, from whatever thread: the hall is about to be closed."""
        self.ending = True
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._tell)

    def _tell(self) -> None:
        told, self._turn = self._turn, asyncio.Event()
        told.set()

    @property
    def epoch(self) -> str:
        """Which time of the journal it was when it was looked at last."""
        return self._epoch

    @property
    def mark(self) -> int:
        """Up to where the journal went when it was looked at last."""
        return self._mark

    def calls(self) -> list[dict[str, object]]:
        """The calls, for a member."""
        return [asdict(each) for each in self.file.calls()]

    async def stream(self) -> AsyncIterator[str]:
        """What changes from now on, as server-sent events; the present state first."""
        seen = (-1, -1)
        while not self.ending:
            now = self.standing
            if now == seen:  # nothing came for so long
                yield ": lives\n\n"
            if now[0] != seen[0]:
                yield _event("mark", {"epoch": self._epoch, "mark": now[0]})
            if now[1] != seen[1]:
                yield _event("calls", self._known)
            seen = now
            await self.otherwise(*seen, BEAT)


def _event(name: str, data: object) -> str:
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"


class Counter:
    """Answers to requests."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def member(self, request: Request, *roles: str) -> Pass:
        """Who asks. Raises :class:`Refused` where he has no good code, or not this right."""
        return await self.bearer(request, _code(request), *roles)

    async def bearer(self, request: Request, code: str, *roles: str) -> Pass:
        """Whose code it is."""
        found = await asyncio.to_thread(self.hall.file.admitted, code, self.hall.clock()) if code else None
        return self._allowed(request, found, roles)

    def _allowed(self, request: Request, found: Pass | None, roles: tuple[str, ...]) -> Pass:
        if found is None:
            address = request.client.host if request.client is not None else ""
            if self.hall.tries.wrong(address):
                raise Refused(429, "试错的码太多，请过十秒再试。")
            raise Refused(401, "这个码不能用：可能已过期或被收回；请向裁判长要新的。")
        if found.role not in roles:
            raise Refused(403, "这个码没有这项权限。")
        return found

    async def sign_in(self, request: Request) -> Response:
        """A code for whoever has an account."""
        from starlette.responses import JSONResponse

        try:
            said = read_json((await _body(request))[:LONGEST_SIGN_IN].decode())
            name, password = said["name"], said["password"]
        except (ValueError, TypeError, KeyError):
            raise Refused(400, "没有写名字和密码。") from None
        if not isinstance(name, str) or not isinstance(password, str):
            raise Refused(400, "没有写名字和密码。")
        address = request.client.host if request.client is not None else ""
        try:
            made, code = await asyncio.to_thread(self.hall.door.sign_in, name, password, address, self.hall.clock())
        except HallError as fault:
            raise Refused(401, str(fault)) from None
        return JSONResponse({"code": code, "role": made.role, "name": made.name, "expires": made.expires})

    async def hello(self, request: Request) -> Response:
        """Who one is here, and what the hall holds."""
        from starlette.responses import JSONResponse

        who = await self.member(request, "chief", "referee", "board")
        return JSONResponse(asdict(await asyncio.to_thread(self.hall.hello, who)))

    async def news(self, request: Request) -> Response:
        """How things stand, once that is otherwise than the member knows."""
        from starlette.responses import JSONResponse

        code = _code(request)
        self._allowed(request, await self.hall.waiting(code) if code else None, ("chief", "referee"))
        mark, number = (_number(request, name) for name in ("mark", "calls"))
        if request.query_params.get("epoch", "") == self.hall.epoch:
            await self.hall.otherwise(mark, number, WAITS)
        news = self.hall.news()
        return JSONResponse({each.name: getattr(news, each.name) for each in fields(news)})

    async def give(self, request: Request) -> Response:
        """Records after a mark."""
        from starlette.responses import Response

        await self.member(request, "chief", "referee")
        desk = self.hall.desk
        since = _number(request, "since")
        epoch = await asyncio.to_thread(desk.epoch_for, since)
        if request.query_params.get("epoch", epoch) != epoch:
            raise Refused(409, "会场的日志换过了，请从头对一遍。", epoch=epoch)
        text, mark, more = await asyncio.to_thread(desk.since, since)
        headers = {MARK: str(mark), MORE: "yes" if more else "no", EPOCH: epoch}
        data = text.encode()
        if "gzip" in request.headers.get("accept-encoding", ""):
            data = await asyncio.to_thread(gzip.compress, data, 5)
            headers["content-encoding"] = "gzip"
        return Response(data, media_type="application/x-ndjson", headers=headers)

    async def take(self, request: Request) -> Response:
        """Records that are sent."""
        from starlette.responses import JSONResponse

        who = await self.member(request, "chief", "referee")
        body = await _body(request)
        try:
            taken = await asyncio.to_thread(self.hall.desk.take, body.splitlines(), who)
        except JournalError as fault:
            raise Refused(503 if "没有存" in str(fault) else 400, str(fault)) from None
        await self.hall.look()
        return JSONResponse(asdict(taken))

    async def books(self, request: Request) -> Response:
        """The event's own books."""
        from starlette.responses import Response

        await self.member(request, "chief", "referee")
        kept = self.hall.books
        try:
            text = await asyncio.to_thread(kept.text) if kept is not None else ""
        except (OSError, JournalError) as fault:
            raise Refused(503, f"会场的规程读不出来：{fault}") from None
        headers, data = {}, text.encode()
        if "gzip" in request.headers.get("accept-encoding", ""):
            data = await asyncio.to_thread(gzip.compress, data, 5)
            headers["content-encoding"] = "gzip"
        return Response(data, media_type="application/x-ndjson", headers=headers)

    async def take_books(self, request: Request) -> Response:
        """The event's own books as the chief has them now: nobody else's are the event's."""
        from starlette.responses import JSONResponse

        await self.member(request, "chief")
        kept, body = self.hall.books, await _body(request)
        if kept is None:
            raise Refused(404, "这个会场不存规程，没有收。")
        try:
            of, text = request.query_params.get("of", ""), body.decode()
            digest = await asyncio.to_thread(kept.take_books, text, of)
        except (NotTaken, UnicodeDecodeError) as fault:
            raise Refused(400, str(fault) if isinstance(fault, NotTaken) else "发来的规程读不出，没有收。") from None
        except (OSError, JournalError) as fault:
            raise Refused(503, f"会场的规程没有存下：{fault}") from None
        if digest is None:
            raise Refused(409, "会场的规程刚刚改过，请先同步再改。", books=await asyncio.to_thread(kept.digest))
        await self.hall.look()
        return JSONResponse({"books": digest})

    async def stream(self, request: Request) -> Response:
        """What changes, while the line holds."""
        from starlette.responses import StreamingResponse

        await self.member(request, "chief", "referee", "board")
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        return StreamingResponse(self.hall.stream(), media_type="text/event-stream", headers=headers)

    async def go(self, request: Request) -> Response:
        """He goes there."""
        who = await self.member(request, "chief", "referee")
        return await self._of_call(lambda id_, now: self.hall.file.take(id_, who.name, now), request)

    async def end(self, request: Request) -> Response:
        """It is over."""
        await self.member(request, "chief", "referee")
        return await self._of_call(self.hall.file.end, request)

    async def _of_call(self, do: Callable[[int, float], Call], request: Request) -> Response:
        from starlette.responses import JSONResponse

        try:
            call = await asyncio.to_thread(do, request.path_params["id"], self.hall.clock())
        except HallError as fault:
            raise Refused(409, str(fault)) from None
        await self.hall.called()
        return JSONResponse(asdict(call))

    # Pages

    async def table(self, request: Request) -> Response:
        """The page of a table: to call the referee, and to see that he comes."""
        from starlette.responses import HTMLResponse, RedirectResponse

        who = await self.bearer(request, request.path_params["code"], "table")
        script, about = _script(request), self.hall.about()
        fault = ""
        if request.method == "POST":
            said = dict(_form(await request.body()))
            if said.get("do") == "end":
                await asyncio.to_thread(self.hall.unneeded, who.name)
            elif not self.hall.tables.setdefault(who.name, Bucket(CALLS_AT_ONCE, CALL_AGAIN)).take():
                fault = "刚刚已经叫过了，请等一等。"
            else:
                said_of = said.get("about", "")
                said_of = said_of if said_of in about else ""
                await asyncio.to_thread(self.hall.file.call, who.name, said_of, self.hall.clock())
            await self.hall.called()
            if not fault:
                return RedirectResponse(f"{request.url.path}{'?script=hant' if script == HANT else ''}", 303)
        waiting = next((each for each in await asyncio.to_thread(self.hall.file.calls) if each.table == who.name), None)
        page = pages.table_page(who.name, waiting, about, fault, self.hall.clock(), script)
        return HTMLResponse(self.hall.scripts.say(page, script), 429 if fault else 200)

    async def results(self, request: Request) -> Response:
        """Standings and pairings, for everybody who has the address; where the chief made them public."""
        from starlette.responses import HTMLResponse, Response

        hall, script = self.hall, _script(request)
        if hall.results is None:
            raise Refused(404, "这项赛事的成绩没有公开。")
        page = await hall.results.page(hall.mark, script)
        if not page:
            return HTMLResponse(hall.scripts.say(pages.refusal_page(NOTHING_YET, script), script))
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return HTMLResponse(gzip.decompress(page))
        return Response(page, media_type="text/html", headers={"content-encoding": "gzip"})

    async def health(self, _: Request) -> Response:
        """Whether the journal can be read and the hall's file written: 200, else 503."""
        from starlette.responses import JSONResponse

        await asyncio.to_thread(self.hall.desk.mark)
        return JSONResponse({"ok": not self.hall.ending}, 503 if self.hall.ending else 200)

    async def metrics(self, request: Request) -> Response:
        """What is counted, for programs of this machine."""
        from starlette.responses import PlainTextResponse

        if request.client is None or request.client.host not in ("127.0.0.1", "::1"):
            raise Refused(403, "这一页只给会场这台电脑上的程序看。")
        hall = self.hall
        now, calls = hall.clock(), await asyncio.to_thread(hall.file.calls)
        passes = await asyncio.to_thread(hall.file.passes)
        waits = [now - each.at for each in calls if each.taken_by is None]
        gauges = {
            "mark": ("Mark of the journal.", hall.mark),
            "calls_waiting": ("Tables that wait for a referee.", len(waits)),
            "calls_longest_seconds": ("How long the first of them has waited.", max(waits, default=0.0)),
            "passes": ("Codes that are good.", sum(each.good(now) for each in passes)),
            "results_rendered": ("Public pages rendered.", hall.results.rendered if hall.results is not None else 0),
        }
        text = hall.watched.text(gauges) if hall.watched is not None else ""
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")

    async def board(self, request: Request) -> Response:
        """The chief's board: calls with their seconds, rulings as they come. It is asked for anew every few seconds."""
        from starlette.responses import HTMLResponse

        await self.bearer(request, request.path_params["code"], "board", "chief")
        hall, script = self.hall, _script(request)
        event, entries, calls = await asyncio.to_thread(hall.shown)
        page = pages.board_page(event.body.name, calls, entries, hall.clock(), script)
        return HTMLResponse(hall.scripts.say(page, script))


def _code(request: Request) -> str:
    """The code one comes with; nothing where it is none."""
    scheme, _, code = request.headers.get("authorization", "").partition(" ")
    return code if scheme.lower() == "bearer" else ""


def _number(request: Request, name: str) -> int:
    said = request.query_params.get(name, "0")
    if not said.isascii() or not said.isdigit() or len(said) > 16:
        raise Refused(400, f"{name} 应是一个数。")
    return int(said)


def _script(request: Request) -> str:
    return HANT if request.query_params.get("script") == HANT else HANS


def _form(body: bytes) -> list[tuple[str, str]]:
    from urllib.parse import parse_qsl

    return parse_qsl(body[:4096].decode("utf-8", "replace"), max_num_fields=8)


async def _body(request: Request) -> bytes:
    """All that was sent, unpacked. Raises :class:`Refused` where it is too much."""
    packed = request.headers.get("content-encoding", "") == "gzip"
    data = bytearray()
    async for piece in request.stream():
        data += piece
        if len(data) > (PACKED if packed else LONGEST):
            raise Refused(413, "一次发来的太多，没有收；请分几次。")
    if not packed:
        return bytes(data)
    unpacking = zlib.decompressobj(31)
    try:
        found = unpacking.decompress(bytes(data), LONGEST)
    except zlib.error:
        raise Refused(400, "发来的压缩数据读不出，没有收。") from None
    if unpacking.unconsumed_tail or not unpacking.eof:
        raise Refused(413 if unpacking.unconsumed_tail else 400, "发来的压缩数据太大或不全，没有收。")
    return found


def _routes(counter: Counter) -> list[BaseRoute]:
    """What is asked where."""
    from starlette.responses import PlainTextResponse
    from starlette.routing import Route

    async def style(_: Request) -> Response:
        return PlainTextResponse(pages.STYLE, media_type="text/css")

    async def results_style(_: Request) -> Response:
        return PlainTextResponse(results.style(), media_type="text/css")

    return [
        Route("/results", counter.results),
        Route(results.SHEET, results_style),
        Route("/health", counter.health),
        Route("/metrics", counter.metrics),
        Route("/hall/1/hello", counter.hello),
        Route("/hall/1/sign-in", counter.sign_in, methods=["POST"]),
        Route("/hall/1/records", counter.give, methods=["GET"]),
        Route("/hall/1/records", counter.take, methods=["POST"]),
        Route(NEWS, counter.news),  # another method than GET
        Route("/hall/1/books", counter.books, methods=["GET"]),
        Route("/hall/1/books", counter.take_books, methods=["POST"]),
        Route("/hall/1/stream", counter.stream),
        Route("/hall/1/calls/{id:int}/take", counter.go, methods=["POST"]),
        Route("/hall/1/calls/{id:int}/end", counter.end, methods=["POST"]),
        Route("/hall.css", style),
        Route("/t/{code:str}", counter.table, methods=["GET", "POST"]),
        Route("/board/{code:str}", counter.board),
    ]


def _news_first(
    inner: ASGIApp, news: Callable[[Request], Awaitable[Response]], handlers: Mapping[type[Exception], Any]
) -> ASGIApp:
    """What every phone asks after each record goes by no list of routes; all else does."""
    from starlette.requests import Request

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or (scope["method"], scope["path"]) != ("GET", NEWS):
            await inner(scope, receive, send)
            return
        request = Request(scope, receive)
        try:
            said = await news(request)
        except tuple(handlers) as fault:
            said = await next(each for kind, each in handlers.items() if isinstance(fault, kind))(request, fault)
        await said(scope, receive, send)

    return answer


def hall_app(
    hall: Hall,
    port: int,
    names: Iterable[str] = (),
    secure: bool = False,
    site: Path | None = None,
    log: Callable[[str], object] | None = None,
) -> ASGIApp:
    """Return the hall's ASGI application.

    ``site``: the folder of a published site it serves, too; ``log`` is told of each answer, without names, as a line of JSON.
    """
    from starlette.applications import Starlette
    from starlette.responses import HTMLResponse, JSONResponse

    counter = Counter(hall)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await hall.look()
        living = asyncio.create_task(hall.live())
        yield
        living.cancel()

    async def refused(request: Request, fault: Exception) -> Response:
        assert isinstance(fault, Refused)
        if request.url.path.startswith("/hall/"):
            return JSONResponse(fault.said, fault.status)
        script = _script(request)
        return HTMLResponse(hall.scripts.say(pages.refusal_page(str(fault), script), script), fault.status)

    async def broken(_: Request, fault: Exception) -> Response:
        return JSONResponse({"why": str(fault)}, 503)

    handlers: Any = {Refused: refused, HallError: broken, JournalError: broken}
    inner = Starlette(routes=_routes(counter), lifespan=lifespan, exception_handlers=handlers)

    gate = Gate(
        _news_first(inner, counter.news, handlers),
        port,
        names,
        secure,
        methods=("GET", "HEAD", "POST"),
        forms=True,
    )
    hall.watched = Watched(gate if site is None else WithSite(gate, site), log)
    return hall.watched
