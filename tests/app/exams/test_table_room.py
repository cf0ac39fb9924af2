"""A living table over real sockets: who sits down, what they see and hear, and that it goes on where it was."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from app.exams.opening import listening
from app.exams.paper import PaperError
from app.exams.room_server import config
from app.exams.table_room import FILE, LONGEST, TAKEN, TableRoom, table_app
from app.study.table.bridge import GAME
from app.study.table.model import Address
from tests.app.exams.hall import Quiet
from tests.script.messages import message_fault

ADDRESS = Address("bridge", GAME.version, 1)
OWN = {"player": "p" * 24, "referee": "r" * 24}


@asynccontextmanager
async def serving(room: TableRoom) -> AsyncIterator[int]:
    """Serve a table; its port."""
    socket = listening("127.0.0.1", 0, "--port")
    port = int(socket.getsockname()[1])
    server = Quiet(config(table_app(room, port), LONGEST * 4))
    task = asyncio.create_task(server.serve(sockets=[socket]))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield port
    finally:
        server.should_exit = True
        await task


async def line(port: int) -> ClientConnection:
    return await connect(f"ws://127.0.0.1:{port}/table", origin=f"http://127.0.0.1:{port}", ping_interval=None)  # type: ignore[arg-type]


async def heard(phone: ClientConnection) -> dict[str, Any]:
    async with asyncio.timeout(10):
        said: dict[str, Any] = json.loads(await phone.recv())
    assert (wrong := message_fault(said, "ToTable")) == "", wrong
    return said


async def say(phone: ClientConnection, **said: Any) -> None:
    await phone.send(json.dumps(said))


async def sat(port: int, room: TableRoom, role: str, **about: Any) -> ClientConnection:
    phone = await line(port)
    await say(phone, do="sit", **{"code": room.code, "role": role, "own": OWN[role], **about})
    return phone


def played(tmp_path: Path, play: Callable[[TableRoom, int], Awaitable[None]]) -> TableRoom:
    room = TableRoom.opened(ADDRESS, tmp_path)

    async def going() -> None:
        async with serving(room) as port:
            await play(room, port)

    asyncio.run(going())
    return room


def test_both_see_each_act_and_a_refusal_is_told_to_one(tmp_path: Path) -> None:
    async def play(room: TableRoom, port: int) -> None:
        player = await sat(port, room, "player")
        assert (await heard(player))["here"] == []
        referee = await sat(port, room, "referee")
        assert (await heard(player))["here"] == ["裁判"] and (await heard(referee))["here"] == ["牌手"]
        await say(player, do="step", count=1)
        one, other = await heard(player), await heard(referee)
        assert one["acts"] == other["acts"] and len(one["acts"]) == 1
        await say(player, do="stop")
        assert (await heard(player))["do"] == "no"
        await say(referee, do="stop")
        assert (await heard(referee))["ruling"]["trees"] and (await heard(player))["stopped"]

    room = played(tmp_path, play)
    assert room.together.table.ruling is not None


def test_without_the_code_or_where_somebody_sits_nobody_comes_in(tmp_path: Path) -> None:
    async def play(room: TableRoom, port: int) -> None:
        wrong = await sat(port, room, "player", code="XXXXXX")
        assert (await heard(wrong)) == {"do": "no", "why": "牌桌码不对。", "out": True}
        player = await sat(port, room, "player")
        await heard(player)
        second = await sat(port, room, "player", own="another-browser")
        assert (await heard(second))["why"] == TAKEN
        again = await sat(port, room, "player")  # the same browser, opened anew
        assert (await heard(again))["do"] == "table"
        with pytest.raises(ConnectionClosed):
            while True:
                await heard(player)
        for odd in ({"do": "sit", "role": "judge"}, {"do": "look"}, ["sit"], 3):
            phone = await line(port)
            await phone.send(
                json.dumps({"code": room.code, "own": OWN["player"], **odd} if isinstance(odd, dict) else odd)
            )
            with pytest.raises(ConnectionClosed):
                await heard(phone)

    assert played(tmp_path, play).together.table.acts == []


def test_a_table_that_is_opened_again_goes_on_where_it_was(tmp_path: Path) -> None:
    room = TableRoom.opened(ADDRESS, tmp_path)
    for _ in range(5):
        assert room.do("player", {"do": "step", "count": 2}) == ""
    assert (
        room.do("referee", {"do": "stop", "role": "player", "took": 10**9}) == ""
    )  # its own time and place, not those it says
    with (tmp_path / FILE).open("ab") as out:
        out.write(b'{"do": "dismi')  # power went
    again = TableRoom.opened(Address("bridge", GAME.version, 2), tmp_path)
    assert again.code == room.code and again.together.table.address == ADDRESS
    assert again.together.shown("referee") == room.together.shown("referee")
    assert again.together.table.acts == room.together.table.acts


def test_a_step_the_disk_does_not_take_is_said_and_kept_with_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = TableRoom.opened(ADDRESS, tmp_path)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", full)
        assert room.do("player", {"do": "step", "count": 1}).startswith("这一步做了，但没有存下")
    assert room.do("player", {"do": "step", "count": 1}) == ""
    assert len(TableRoom.opened(ADDRESS, tmp_path).together.table.acts) == 2


def test_what_is_no_record_of_a_table_is_said(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"do": "open", "paper": "x"}\n', encoding="utf-8")
    with pytest.raises(PaperError, match="不是这里写的记录"):
        TableRoom.opened(ADDRESS, tmp_path)
    with pytest.raises(PaperError, match="新版本"):
        TableRoom.opened(Address("bridge", GAME.version + 1, 1), tmp_path / "other")
