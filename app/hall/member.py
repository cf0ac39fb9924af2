"""A device that has joined a hall: it offers what it has of the event and takes what it has not.

What is recorded lies on the device first; the hall gets it when there is a way to it. Nothing of other events is ever sent, and
leaving is forgetting the code. What was given and taken is remembered by marks; where the hall's journal is another one than it
was (its epoch), everything of the event is offered again.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol, TypeVar
from urllib.parse import urlsplit

from app.hall import MEMBERSHIPS
from app.hall.protocol import AT_ONCE, MARK, MORE, NO_HEADERS, PATIENCE, VERSION, WAITS, HallError
from app.journal.exchange import export, merge
from app.journal.heads import Head
from app.journal.records import Record
from app.journal.store import JournalStore
from rules_data.bounded_json import read_json

EVERYTHING = 1 << 31
ODD = "会场的回答读不懂，没有同步：可能是别的程序，或版本差得太远；记录都在本机。"
JOIN = "tools/hall"  # the page of a published site, and of the app, at which one joins; and a code after it


@dataclass(frozen=True, slots=True)
class Membership:
    """One hall this device has joined, and how far it is with it."""

    address: str  # http://192.0.2.7:8610
    code: str
    event: str
    name: str  # of the event
    role: str
    member: str
    epoch: str = ""
    pulled: int = 0  # mark of the hall's journal up to which its records are here
    offered: int = 0  # mark of the own journal up to which the hall was offered its records
    print: str = ""  # SHA-256 of the hall's own certificate, in hexadecimal digits; empty: one that is known anyway
    expires: float | None = None  # when the code ends, seconds since 1970
    books: str = ""  # which books of the event's own the hall had when they were taken over last
    gave: str = ""  # of a chief: which of them this device had when it gave them last

    @property
    def place(self) -> tuple[str, str]:
        """What tells one membership from others."""
        return self.address, self.event


@dataclass(frozen=True, slots=True)
class Invitation:
    """What a hall's code for a referee says: where the hall is, and by what he comes in."""

    address: str
    code: str
    print: str = ""  # of its certificate

    @property
    def link(self) -> str:
        """The address to open, or to have read from a phone."""
        return f"{self.address}/{JOIN}/{self.code}" + (f"/{self.print}" if self.print else "")


@dataclass(frozen=True, slots=True)
class Synced:
    """What came of one meeting with the hall."""

    membership: Membership
    received: int
    sent: int
    refused: tuple[str, ...] = ()
    ahead: float = 0.0  # seconds the clock here is before the hall's
    calls: tuple[Mapping[str, Any], ...] = ()
    books: tuple[str, ...] = ()  # what came of the event's own books, a sentence each

    @property
    def sentence(self) -> str:
        """Say it to the referee."""
        said = f"收到 {self.received} 条，送出 {self.sent} 条"
        return f"{said}，有 {len(self.refused)} 条会场没有收。" if self.refused else f"{said}，已同步。"


@dataclass(frozen=True, slots=True)
class Question:
    """One request to the hall."""

    method: str
    path: str
    body: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    patience: float = PATIENCE  # seconds


Answer = tuple[int, Mapping[str, str], bytes]
"""Status, headers and body."""
GiveBooks = Callable[[str], tuple[str, str]]
"""The event's own books as a chief has them: event to what tells them from others, and their text."""
TakeBooks = Callable[[str, str], tuple[str, ...]]
"""Takes over books that a hall gave for an event: text and event to a sentence each. Raises :class:`HallError`: again."""
T = TypeVar("T")
Talk = Generator[Question, Answer, T]
"""What is said to a hall, whoever carries it there: requests come out of it, their answers are put in."""


class Store(JournalStore, Protocol):
    """A journal that can be asked by event and device: both kinds can."""

    def arrived_of(self, event: str, mark: int, most: int) -> tuple[list[Record], int]:
        """At most so many records of an event that came since ``mark``, and the mark up to which they go."""
        ...

    def written_of(self, event: str, device: str, mark: int = 0) -> int:
        """How many records of an event a device wrote that came since ``mark``."""
        ...

    def head(self) -> Head:
        """How far the journal of this device has come."""
        ...


class Way(Protocol):
    """How requests get to the hall."""

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] = NO_HEADERS
    ) -> tuple[int, Mapping[str, str], bytes]:
        """Status, headers and body of the answer. Raises :class:`HallError` where there is none."""
        ...


def carried(talk: Talk[T], way: Way) -> T:
    """Carry on a talk to its end, waiting for each answer."""
    answer: Answer | None = None
    while True:
        try:
            asked = next(talk) if answer is None else talk.send(answer)
        except StopIteration as end:
            found: T = end.value
            return found
        answer = way.ask(asked.method, asked.path, asked.body, asked.headers)


def invitation(text: str) -> Invitation | None:
    """Read what a hall's code says, or somebody typed of it: a link; None where it is none."""
    parts = urlsplit(text.strip())
    before, found, after = parts.path.partition(f"/{JOIN}/")
    if parts.scheme not in ("http", "https") or not parts.netloc or not found:
        return None
    code, _, mark = after.strip("/").partition("/")
    return Invitation(f"{parts.scheme}://{parts.netloc}{before}", code, mark.lower()) if code else None


def address_of(text: str) -> str:
    """Return the address of a hall from what somebody typed of it."""
    plain = text.strip().rstrip("/")
    return plain if not plain or "://" in plain else f"http://{plain}"


def hello() -> Talk[dict[str, Any]]:
    """Ask who one is in the hall, and what it holds. Raises :class:`HallError` where it is none, or the code is not good."""
    said = _said(*(yield Question("GET", "/hall/1/hello")))
    if said.get("hall") != VERSION:
        raise HallError("会场的程序和这里的版本不同，没有加入；请两边用同一版的执裁。")
    return said


def sign_in(address: str, name: str, password: str) -> Talk[str]:
    """Ask for a code by an account. Raises :class:`HallError` where it is none, or the way there is open to others."""
    parts = urlsplit(address)
    if parts.scheme != "https" and parts.hostname not in ("127.0.0.1", "localhost", "::1"):
        raise HallError("这个地址没有加密（http），不送密码；请用 https 的地址，或向裁判长要一个码。")
    body = json.dumps({"name": name, "password": password}).encode()
    said = _said(*(yield Question("POST", "/hall/1/sign-in", body, {"Content-Type": "application/json"})))
    return str(_part(said, "code", str))


def membership_of(invited: Invitation, said: Mapping[str, Any]) -> Membership:
    """The membership that a hall's greeting makes of an invitation."""
    return Membership(
        invited.address,
        invited.code,
        _part(said, "event", str),
        _part(said, "name", str),
        _part(said, "role", str),
        _part(said, "member", str),
        print=invited.print,
        expires=_expiry(said),
    )


def joined(address: str, code: str, way: Way | None = None, print: str = "") -> Membership:
    """Join a hall. Raises :class:`HallError` where it is none, or the code is not good."""
    invited = Invitation(address_of(address), code, print)
    return membership_of(invited, carried(hello(), way or _over_network(invited)))


def _over_network(one: Membership | Invitation) -> Way:
    from app.hall.over_network import OverNetwork

    return OverNetwork(one.address, one.code, one.print)


def _said(status: int, _headers: Mapping[str, str], body: bytes) -> dict[str, Any]:
    try:
        said = read_json(body.decode())
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict):
        raise HallError("那个地址上不是执裁的会场；请核对地址。")
    if status != 200:
        raise _OfHall(status, str(said.get("why", "会场没有答应。")), said)
    return said


def _part(said: Mapping[str, Any], name: str, *kinds: type) -> Any:
    """A part of what a hall said. Raises :class:`HallError` where it is missing, or of another kind."""
    value = said.get(name)
    if not isinstance(value, kinds) or isinstance(value, bool):
        raise HallError(ODD)
    return value


def _expiry(said: Mapping[str, Any]) -> float | None:
    """When the code ends, seconds since 1970; None: never."""
    return None if said.get("expires") is None else float(_part(said, "expires", int, float))


class _OfHall(HallError):
    """What the hall refused."""

    def __init__(self, status: int, why: str, said: Mapping[str, Any]) -> None:
        super().__init__(why)
        self.status, self.said = status, said


def synced(
    store: Store,
    membership: Membership,
    way: Way | None = None,
    keep: Callable[[Membership], None] = lambda _: None,
    books: TakeBooks | None = None,
    give: GiveBooks | None = None,
) -> Synced:
    """Take what the hall has, offer what is here. ``keep`` is told after each step how far it is.

    ``books`` takes over the event's own books; without it they are not asked for. ``give`` has them, for a chief: what he changed
    goes there.

    Raises:
        HallError: the hall cannot be reached, or refuses; what was done until then stays done, and doing it again costs nothing.
        JournalError: the journal here cannot be written.
    """
    return carried(meeting(store, membership, keep, books, give), way or _over_network(membership))


def meeting(
    store: Store,
    membership: Membership,
    keep: Callable[[Membership], None],
    take_books: TakeBooks | None = None,
    give_books: GiveBooks | None = None,
) -> Talk[Synced]:
    """What is said at one meeting; see :func:`synced`."""
    asked = time.time()
    said = yield from hello()
    ahead = (asked + time.time()) / 2 - float(_part(said, "time", int, float))
    epoch, name, expires = _part(said, "epoch", str), _part(said, "name", str), _expiry(said)
    calls = tuple(each for each in _part(said, "calls", list) if isinstance(each, dict))
    one = _Meeting(store, membership, keep)
    if epoch != membership.epoch:
        one.go_on(epoch=epoch, pulled=0, offered=0, gave="")
    if (name, expires) != (membership.name, membership.expires):
        one.go_on(name=name, expires=expires)
    yield from one.pull()
    yield from one.offer()
    told: tuple[str, ...] = ()
    there = said.get("books")
    if take_books is not None and isinstance(there, str) and there != one.membership.books:
        told = yield from one.books(there, take_books)
    if give_books is not None and _part(said, "role", str) == "chief":
        told = (*told, *(yield from one.give_books(give_books)))
    return Synced(one.membership, one.received, one.sent, tuple(one.refused), ahead, calls, told)


def news(membership: Membership, number: int) -> Talk[dict[str, Any]]:
    """Wait for something new in the hall: a mark, an epoch, calls other than those of this number."""
    query = f"epoch={membership.epoch}&mark={membership.pulled}&calls={number}"
    said = _said(*(yield Question("GET", f"/hall/1/news?{query}", patience=WAITS + PATIENCE)))
    parts = {"epoch": str, "mark": int, "number": int, "calls": list}
    books = said.get("books")
    found = {name: _part(said, name, kind) for name, kind in parts.items()}
    return found | {"books": books if isinstance(books, str) else membership.books}


def of_call(id_: int, what: str) -> Talk[dict[str, Any]]:
    """Say of a call that one goes there (``take``), or that it is over (``end``). Raises :class:`HallError` where another does."""
    return _said(*(yield Question("POST", f"/hall/1/calls/{int(id_)}/{what}", b"")))


class _Meeting:
    """One meeting with the hall, as far as it has come."""

    def __init__(self, store: Store, membership: Membership, keep: Callable[[Membership], None]) -> None:
        self.store, self.membership, self.keep = store, membership, keep
        self.received = self.sent = 0
        self.came: set[str] = set()
        self.refused: list[str] = []

    def go_on(self, **further: Any) -> None:
        """Note how far it is."""
        self.membership = replace(self.membership, **further)
        self.keep(self.membership)

    def pull(self) -> Talk[None]:
        """Take what the hall has."""
        while True:
            one = self.membership
            path = f"/hall/1/records?since={one.pulled}&epoch={one.epoch}"
            status, headers, body = yield Question("GET", path)
            if status != 200:
                _said(status, headers, body)
            lower = {name.lower(): value for name, value in headers.items()}
            mark = lower.get(MARK.lower(), "")
            more = lower.get(MORE.lower()) == "yes"
            if not re.fullmatch("[0-9]{1,15}", mark) or (more and int(mark) <= one.pulled):
                raise HallError(ODD)
            report = merge(self.store, body.splitlines())
            self.received += report.added
            self.came |= report.names
            self.go_on(pulled=int(mark))
            if not more:
                return

    def offer(self) -> Talk[None]:
        """Send what is here and did not just come from there."""
        while True:
            found, mark = self.store.arrived_of(self.membership.event, self.membership.offered, AT_ONCE)
            own = [each.id for each in found if each.id not in self.came]
            if own:
                yield from self._send(own)
            self.go_on(offered=mark)
            if len(found) < AT_ONCE:
                return

    def books(self, there: str, take: TakeBooks) -> Talk[tuple[str, ...]]:
        """Take over the event's own books."""
        status, headers, body = yield Question("GET", "/hall/1/books")
        if status != 200:
            _said(status, headers, body)
        try:
            text = body.decode()
        except UnicodeDecodeError:
            raise HallError(ODD) from None
        told = take(text, self.membership.event) if text else ()
        self.go_on(books=there)
        return told

    def give_books(self, give: GiveBooks) -> Talk[tuple[str, ...]]:
        """Send the event's own books where the chief has changed them since they were the hall's."""
        digest, text = give(self.membership.event)
        if digest in ("", self.membership.books, self.membership.gave):
            return ()
        headers = {"Content-Type": "application/x-ndjson", "Content-Encoding": "gzip"}
        path = f"/hall/1/books?of={self.membership.books}"
        taken = _said(*(yield Question("POST", path, gzip.compress(text.encode(), 5), headers)))
        self.go_on(books=_part(taken, "books", str), gave=digest)
        return ("本机的规程已送到会场。",)

    def _send(self, ids: list[str]) -> Talk[None]:
        out = io.StringIO()
        export(self.store, out, ids)
        headers = {"Content-Type": "application/x-ndjson", "Content-Encoding": "gzip"}
        packed = gzip.compress(out.getvalue().encode(), 5)
        taken = _said(*(yield Question("POST", "/hall/1/records", packed, headers)))
        if _part(taken, "epoch", str) != self.membership.epoch:
            raise HallError("会场的日志刚刚换过，请再同步一次。")
        self.sent += _part(taken, "added", int)
        self.refused += [
            str(each[1]) for each in _part(taken, "refused", list) if isinstance(each, list) and len(each) == 2
        ]


def waiting(store: Store, membership: Membership) -> int:
    """Return how many records that this device wrote of the event the hall was not offered yet."""
    return store.written_of(membership.event, store.head().device, membership.offered)


def waiting_records(store: Store, membership: Membership) -> list[Record]:
    """Return the records that this device wrote of the event and the hall was not offered yet."""
    found, _ = store.arrived_of(membership.event, membership.offered, EVERYTHING)
    own = store.head().device
    return [each for each in found if each.link is not None and each.link.device == own]


def put_in(them: Sequence[Membership], membership: Membership) -> list[Membership]:
    """Return memberships with one in the place of that of the same event at the same address."""
    return [*(each for each in them if each.place != membership.place), membership]


def plain_of(them: Sequence[Membership]) -> list[dict[str, Any]]:
    """Return memberships as JSON."""
    return [asdict(each) for each in them]


def memberships_of(said: Any) -> list[Membership]:
    """Return memberships from JSON. Raises TypeError where that is something else."""
    return [Membership(**each) for each in said]


class Memberships:
    """The halls this device has joined, in a file beside the journal."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / MEMBERSHIPS

    def all(self) -> list[Membership]:
        """Return them. Raises :class:`HallError` where the file cannot be read."""
        try:
            said = read_json(self.path.read_bytes().decode())
            return memberships_of(said)
        except FileNotFoundError:
            return []
        except (OSError, ValueError, TypeError, RecursionError) as fault:
            raise HallError(f"{self.path} 读不出：{fault}；请把它移开，再加入一次会场。") from None

    def keep(self, membership: Membership) -> None:
        """Write one, in the place of the one of the same event at the same address."""
        self._write(put_in(self.all(), membership))

    def forget(self, membership: Membership) -> None:
        """Leave a hall: nothing is sent there any more."""
        self._write([each for each in self.all() if each.place != membership.place])

    def _write(self, them: list[Membership]) -> None:
        beside = self.path.with_name(f"{self.path.name}.partial")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with open(handle, "w", encoding="utf-8") as file:
                json.dump(plain_of(them), file, ensure_ascii=False, indent=1)
            os.replace(beside, self.path)
        except OSError as fault:
            raise HallError(f"{self.path} 写不进去：{fault}；请检查文件夹的权限和空间。") from None
