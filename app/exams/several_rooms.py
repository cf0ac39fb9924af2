"""Several rooms under one paper and one clock: the first is asked how far its time has come, and the others go by it.

A room that follows starts when the first has started, as far into the time as that one is, also for those who come in later. It
never takes time away: where the first was shut for a while, the others give it back, too; what another was shut is its own. Where
the first cannot be reached a room goes on by its own clock, and its examiner may start it. Ending is each room's own; the first is
told who follows it, so that its marks are not published while others still write.
"""

from __future__ import annotations

import asyncio
import http.client
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

from app.exams.paper import PaperError
from app.exams.room import RoomError
from rules_data.bounded_json import read_json

if TYPE_CHECKING:
    from app.exams.hall import Hall

OFTEN = 1.0  # seconds between two looks at the first room
PATIENCE = 4.0  # seconds to wait for it
AHEAD = 3.0  # seconds a room may be further into its time than the first
LISTENED = 60.0  # seconds after which a room that asks no more is not waited for
LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Told:
    """What a room says of its time."""

    paper: str
    gone: float | None  # seconds of the time that are over; None before the start
    ended: bool


@dataclass(frozen=True, slots=True)
class Following:
    """A room that goes by this one."""

    name: str
    ended: bool
    at: float  # when it asked last, by the room's time


def told_of(text: str) -> Told:
    """What a room says of its time. Raises ValueError where it is something else."""
    said = read_json(text, depth=3)
    paper, gone, ended = (
        (said.get(name) for name in ("paper", "gone", "ended")) if isinstance(said, dict) else [None] * 3
    )
    sound = isinstance(gone, int | float | None) and not isinstance(gone, bool) and (gone is None or 0 <= gone < 1e6)
    if not isinstance(paper, str) or not isinstance(ended, bool) or not sound:
        raise ValueError("no room")
    return Told(paper, gone, ended)


@dataclass(slots=True)
class First:
    """The first room, as another finds it."""

    address: str
    name: str  # under which this room is known there

    def __post_init__(self) -> None:
        """Raises :class:`PaperError` where it is no address."""
        parts = urlsplit(self.address)
        with suppress(ValueError):
            if parts.scheme in ("http", "https") and parts.hostname and (parts.port is None or parts.port):
                return
        raise PaperError(f"“{self.address}”不是考场的地址；像 http://192.168.1.5:8600，就是主考场给考生的地址。")

    def ask(self, ended: bool) -> Told:
        """Ask how far it is. Raises OSError, ValueError, ``http.client.HTTPException``."""
        parts = urlsplit(self.address)
        made = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        line = made(parts.hostname or "", parts.port, timeout=PATIENCE)
        try:
            line.request("GET", f"/clock?room={quote(self.name)}&ended={int(ended)}")
            answer = line.getresponse()
            text = answer.read(4096).decode()
            if answer.status != 200:
                raise ValueError(answer.status)
            return told_of(text)
        finally:
            line.close()


async def follow(hall: Hall, first: First) -> None:
    """Keep a room by the clock of the first, until cancelled; what comes of it is in ``hall.first_said``."""
    while True:
        try:
            told = await asyncio.to_thread(first.ask, hall.room.ended is not None)
        except (OSError, ValueError, http.client.HTTPException):
            hall.first_said = f"连不上主考场 {first.address}：照本考场自己的钟走；要开考，可以在这里点开始。"
        else:
            hall.first_said = await _gone_by(hall, told)
        await asyncio.sleep(OFTEN)


async def _gone_by(hall: Hall, told: Told) -> str:
    """Go by what the first room says; one sentence for the examiner."""
    room = hall.room
    if told.paper != room.paper.id:
        return "主考场考的是另一份试卷：没有跟它的钟走，请核对两边的文件。"
    if told.gone is None:
        return "跟着主考场：它还没有开始，它一开始这里就开始。"
    if room.started is None:
        gone = told.gone
        try:
            await hall.do(lambda: [room.start(hall.now(), gone)] if room.started is None else [])
        except RoomError as fault:
            return f"主考场已开始，这里没有记下：{fault}"
        await hall.tell(questions=True)
    ahead = room.gone(hall.now()) - told.gone
    if ahead > AHEAD and room.ended is None:
        await hall.do(lambda: [room.given_back(ahead, hall.now())])
        await hall.tell()
        return f"跟着主考场：它停过，这里也还给考生 {ahead:.0f} 秒。"
    return "跟着主考场：" + ("它已结束；这里由这里的考官结束。" if told.ended else "两边在考同一段时间。")
