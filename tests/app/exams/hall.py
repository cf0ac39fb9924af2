"""An exam room with real sockets on this machine, and candidates who speak over them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from app.exams.candidate_line import LONGEST_INSIDE
from app.exams.hall import Hall
from app.exams.opening import OpenedRoom, listening
from app.exams.paper import Paper
from app.exams.room_server import config, desk_app, hall_app
from app.serving.access_key import Key
from tests.script.messages import message_fault


class Quiet(uvicorn.Server):
    """A server that leaves the signals of the test alone."""

    def install_signal_handlers(self) -> None: ...


@dataclass
class Place:
    """Where a room is."""

    hall: Hall
    port: int
    desk: int
    key: Key = field(default_factory=lambda: Key(b"k" * 32))

    @property
    def code(self) -> str:
        return self.hall.room.code


@asynccontextmanager
async def serving(paper: Paper, folder: Path, seen_at: int = 0, **about: Any) -> AsyncIterator[Place]:
    """Serve a room; candidates may see it at another port, behind which something lies."""
    about = {"per_address": 1000, **about}  # all the phones of a test have the address of this machine
    opened = OpenedRoom(paper, folder, **about)
    hall = opened.hall()
    sockets = [listening("127.0.0.1", 0, "--port") for _ in range(2)]
    port, desk = (each.getsockname()[1] for each in sockets)
    place = Place(hall, port, desk)
    hall.addresses = [f"http://127.0.0.1:{seen_at or port}/"]
    servers = [
        Quiet(config(hall_app(hall, seen_at or port), LONGEST_INSIDE * 4)),
        Quiet(config(desk_app(hall, place.key, desk), 1 << 16)),
    ]
    tasks = [asyncio.create_task(server.serve(sockets=[each])) for server, each in zip(servers, sockets, strict=True)]
    while not all(server.started for server in servers):
        await asyncio.sleep(0.01)
    try:
        yield place
    finally:
        for server in servers:
            server.should_exit = True
        await asyncio.gather(*tasks)
        opened.close(hall.now())


class Phone:
    """A candidate's device."""

    def __init__(self, line: ClientConnection) -> None:
        self.line, self.heard, self.note = line, [], 0  # type: ignore[var-annotated]

    @classmethod
    async def open(cls, place: Place, **headers: str) -> Phone:
        line = await connect(
            f"ws://127.0.0.1:{place.port}/room", origin=headers.get("origin", f"http://127.0.0.1:{place.port}"),  # type: ignore[arg-type]
            compression=None, ping_interval=None,
        )  # fmt: skip
        return cls(line)

    @classmethod
    async def entered(cls, place: Place, name: str, number: str = "") -> Phone:
        phone = await cls.open(place)
        await phone.say(do="enter", code=place.code, name=name, number=number)
        await phone.until("state")
        return phone

    async def say(self, **said: Any) -> None:
        await self.line.send(json.dumps(said))

    async def until(self, what: str) -> dict[str, Any]:
        """Wait for a message; everything heard is remembered as it came."""
        async with asyncio.timeout(10):
            while True:
                text = await self.line.recv()
                self.heard.append(text)
                said: dict[str, Any] = json.loads(text)
                assert (wrong := message_fault(said, "ToCandidate")) == "", wrong
                if said["do"] in (what, "no"):
                    return said

    async def ask(self, **said: Any) -> dict[str, Any]:
        """Say something and wait until it is acknowledged or refused."""
        self.note += 1
        await self.say(n=self.note, **said)
        async with asyncio.timeout(10):
            while True:
                text = await self.line.recv()
                self.heard.append(text)
                answer: dict[str, Any] = json.loads(text)
                assert (wrong := message_fault(answer, "ToCandidate")) == "", wrong
                if answer.get("n") == self.note:
                    return answer
