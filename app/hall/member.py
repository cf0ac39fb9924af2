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
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from app.hall.hall_file import HallError
from app.hall.protocol import AT_ONCE, MARK, MORE, VERSION
from app.journal.exchange import export, merge
from app.journal.sqlite_store import SQLiteStore
from rules_data.bounded_json import read_json

FILE = "halls.json"
PATIENCE = 20.0  # seconds for one answer
MOST = 64 << 20  # bytes of one answer
EVERYTHING = 1 << 31


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


@dataclass(frozen=True, slots=True)
class Synced:
    """What came of one meeting with the hall."""

    membership: Membership
    received: int
    sent: int
    refused: tuple[str, ...] = ()
    ahead: float = 0.0  # seconds the clock here is before the hall's
    calls: tuple[Mapping[str, Any], ...] = ()

    @property
    def sentence(self) -> str:
        """Say it to the referee."""
        said = f"收到 {self.received} 条，送出 {self.sent} 条"
        return f"{said}，有 {len(self.refused)} 条会场没有收。" if self.refused else f"{said}，已同步。"


class Way(Protocol):
    """How requests get to the hall."""

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] = {}
    ) -> tuple[int, Mapping[str, str], bytes]:
        """Status, headers and body of the answer. Raises :class:`HallError` where there is none."""
        ...


@dataclass(frozen=True, slots=True)
class OverNetwork:
    """Requests by the standard library, on a computer."""

    address: str
    code: str = field(repr=False)

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] = {}
    ) -> tuple[int, Mapping[str, str], bytes]:
        """Ask the hall."""
        own = {"Authorization": f"Bearer {self.code}", "Accept-Encoding": "gzip", **headers}
        request = urllib.request.Request(f"{self.address}{path}", body, own, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, dict(answer.headers), _unpacked(answer.read(MOST), answer.headers)
        except urllib.error.HTTPError as refusal:
            return refusal.code, dict(refusal.headers), _unpacked(refusal.read(1 << 20), refusal.headers)
        except (OSError, ValueError, EOFError) as fault:
            reason = getattr(fault, "reason", fault)
            raise HallError(f"连不上会场 {self.address}：{reason}；记录都在本机，连上以后再同步。") from None


def _unpacked(data: bytes, headers: Any) -> bytes:
    return gzip.decompress(data) if headers.get("Content-Encoding") == "gzip" else data


def joined(address: str, code: str, way: Way | None = None) -> Membership:
    """Join a hall. Raises :class:`HallError` where it is none, or the code is not good."""
    plain = address.strip().rstrip("/")
    if "://" not in plain:
        plain = f"http://{plain}"
    said = _said(*(way or OverNetwork(plain, code)).ask("GET", "/hall/1/hello"))
    if said.get("hall") != VERSION:
        raise HallError("会场的程序和这里的版本不同，没有加入；请两边用同一版的执裁。")
    return Membership(plain, code, said["event"], said["name"], said["role"], said["member"])


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


class _OfHall(HallError):
    """What the hall refused."""

    def __init__(self, status: int, why: str, said: Mapping[str, Any]) -> None:
        super().__init__(why)
        self.status, self.said = status, said


def synced(
    store: SQLiteStore,
    membership: Membership,
    way: Way | None = None,
    keep: Callable[[Membership], None] = lambda _: None,
) -> Synced:
    """Take what the hall has, offer what is here. ``keep`` is told after each step how far it is.

    Raises:
        HallError: the hall cannot be reached, or refuses; what was done until then stays done, and doing it again costs nothing.
        JournalError: the journal here cannot be written.
    """
    way = way or OverNetwork(membership.address, membership.code)
    asked = time.time()
    hello = _said(*way.ask("GET", "/hall/1/hello"))
    ahead = (asked + time.time()) / 2 - float(hello["time"])
    meeting = _Meeting(store, membership, way, keep)
    if hello["epoch"] != membership.epoch:
        meeting.go_on(epoch=hello["epoch"], pulled=0, offered=0)
    meeting.pull()
    meeting.offer()
    return Synced(
        meeting.membership, meeting.received, meeting.sent, tuple(meeting.refused), ahead, tuple(hello["calls"])
    )


class _Meeting:
    """One meeting with the hall, as far as it has come."""

    def __init__(
        self, store: SQLiteStore, membership: Membership, way: Way, keep: Callable[[Membership], None]
    ) -> None:
        self.store, self.membership, self.way, self.keep = store, membership, way, keep
        self.received = self.sent = 0
        self.came: set[str] = set()
        self.refused: list[str] = []

    def go_on(self, **further: Any) -> None:
        """Note how far it is."""
        self.membership = replace(self.membership, **further)
        self.keep(self.membership)

    def pull(self) -> None:
        """Take what the hall has."""
        while True:
            one = self.membership
            status, headers, body = self.way.ask("GET", f"/hall/1/records?since={one.pulled}&epoch={one.epoch}")
            if status != 200:
                _said(status, headers, body)
            lower = {name.lower(): value for name, value in headers.items()}
            report = merge(self.store, body.splitlines())
            self.received += report.added
            self.came |= report.names
            self.go_on(pulled=int(lower[MARK.lower()]))
            if lower.get(MORE.lower()) != "yes":
                return

    def offer(self) -> None:
        """Send what is here and did not just come from there."""
        while True:
            found, mark = self.store.arrived_of(self.membership.event, self.membership.offered, AT_ONCE)
            own = [each.id for each in found if each.id not in self.came]
            if own:
                self._send(own)
            self.go_on(offered=mark)
            if len(found) < AT_ONCE:
                return

    def _send(self, ids: list[str]) -> None:
        out = io.StringIO()
        export(self.store, out, ids)
        headers = {"Content-Type": "application/x-ndjson", "Content-Encoding": "gzip"}
        taken = _said(*self.way.ask("POST", "/hall/1/records", gzip.compress(out.getvalue().encode(), 5), headers))
        if taken["epoch"] != self.membership.epoch:
            raise HallError("会场的日志刚刚换过，请再同步一次。")
        self.sent += int(taken["added"])
        self.refused += [str(why) for _, why in taken["refused"]]


def waiting(store: SQLiteStore, membership: Membership) -> int:
    """Return how many records that this device wrote of the event the hall was not offered yet."""
    found, _ = store.arrived_of(membership.event, membership.offered, EVERYTHING)
    own = store.head().device
    return sum(each.link is not None and each.link.device == own for each in found)


class Memberships:
    """The halls this device has joined, in a file beside the journal."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE

    def all(self) -> list[Membership]:
        """Return them. Raises :class:`HallError` where the file cannot be read."""
        try:
            said = read_json(self.path.read_bytes().decode())
            return [Membership(**each) for each in said]
        except FileNotFoundError:
            return []
        except (OSError, ValueError, TypeError, RecursionError) as fault:
            raise HallError(f"{self.path} 读不出：{fault}；请把它移开，再加入一次会场。") from None

    def keep(self, membership: Membership) -> None:
        """Write one, in the place of the one of the same event at the same address."""
        others = [each for each in self.all() if (each.address, each.event) != (membership.address, membership.event)]
        self._write([*others, membership])

    def forget(self, membership: Membership) -> None:
        """Leave a hall: nothing is sent there any more."""
        self._write(
            [each for each in self.all() if (each.address, each.event) != (membership.address, membership.event)]
        )

    def _write(self, them: list[Membership]) -> None:
        beside = self.path.with_name(f"{self.path.name}.partial")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with open(handle, "w", encoding="utf-8") as file:
                json.dump([asdict(each) for each in them], file, ensure_ascii=False, indent=1)
            os.replace(beside, self.path)
        except OSError as fault:
            raise HallError(f"{self.path} 写不进去：{fault}；请检查文件夹的权限和空间。") from None
