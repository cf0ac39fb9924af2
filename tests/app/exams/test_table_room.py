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
from app.study.answer_file import FileAnswers
from app.study.answers import imported
from app.study.schedule import replayed
from app.study.table.bridge import GAME
from app.study.table.model import Address
from decision_trees.engine import Asked
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


SEED = 8  # one irregularity: a pass out of rotation


def refereed(room: TableRoom) -> None:
    """Play a table to its score, ruling what happens as it was."""
    table = room.together.table
    for _ in range(200):
        if room.together.over:
            return
        if not (table.evident or table.called):
            assert room.do("player", {"do": "step", "count": 1}) == ""
            continue
        assert room.do("referee", {"do": "stop"}) == ""
        made = table.ruling
        assert made is not None and made.kind is not None and made.incident is not None
        known = {**made.kind.facts(made.at, made.incident), **made.kind.truth(made.at, made.incident)}
        assert room.do("referee", {"do": "open", "tree": made.kind.tree}) == ""
        while isinstance(made.step, Asked):
            options = [value for value, _ in made.options()]
            assert room.do("referee", {"do": "answer", "option": options.index(known[made.step.name])}) == ""
        assert room.do("referee", {"do": "give"}) == ""
    raise AssertionError("not over")


def test_what_a_learner_of_this_machine_ruled_is_in_its_record_once(tmp_path: Path) -> None:
    store, told = FileAnswers(tmp_path / "study.log"), []
    room = TableRoom.opened(
        Address("bridge", GAME.version, SEED), tmp_path / "table", store=store, kept=lambda: told.append(1)
    )
    room.owners["referee"], room.learner = OWN["referee"], "learner-of-here"
    refereed(room)
    (kept,) = store.all()
    assert (kept.who, kept.kind, kept.right) == ("learner-of-here", "table", True)
    assert kept.subject == "tree:bridge.pass_out_of_rotation" and kept.question.startswith("table/bridge/1/8/")
    assert room.record_of_referee()["recorded"] is True and told == [1]
    again = TableRoom.opened(Address("bridge", GAME.version, SEED), tmp_path / "table", store=store)
    again.learner = "learner-of-here"
    assert again.together.over and again.record_of_referee() == room.record_of_referee()
    assert store.add(imported(room.record_of_referee()["text"]).answers) == 0, "taken in as well, it counts once"
    assert store.all() == (kept,)


def test_who_refereed_on_his_own_phone_takes_his_answers_with_him(tmp_path: Path) -> None:
    store = FileAnswers(tmp_path / "study.log")
    room = TableRoom.opened(Address("bridge", GAME.version, SEED), tmp_path / "table", store=store)
    room.owners["referee"] = OWN["referee"]
    refereed(room)
    assert store.all() == (), "he is no learner of this machine"
    found = room.record_of_referee()
    (answer,) = imported(found["text"]).answers
    assert (answer.who, answer.subject, answer.right) == (OWN["referee"], "tree:bridge.pass_out_of_rotation", True)
    assert found["recorded"] is False
    own = FileAnswers(tmp_path / "own.log")
    assert own.add([answer]) == 1 and "tree:bridge.pass_out_of_rotation" in replayed(own.all()).cards
    room.owners["referee"] = "somebody-else"
    assert room.record_of_referee()["text"] == "", "his answers are nobody else's"


def test_a_table_kept_before_answers_were_goes_on_and_they_are_made_up_for(tmp_path: Path) -> None:
    room = TableRoom.opened(Address("bridge", GAME.version, SEED), tmp_path)
    room.owners["referee"] = OWN["referee"]
    refereed(room)
    lines = (tmp_path / FILE).read_bytes().splitlines(keepends=True)
    kept = [each for each in lines if b"answer-kept" not in each]
    assert len(kept) == len(lines) - 1
    (tmp_path / FILE).write_bytes(b"".join(kept[:-1]))
    again = TableRoom.opened(Address("bridge", GAME.version, SEED), tmp_path)
    assert not again.answers and not again.together.over
    again.owners["referee"] = OWN["referee"]
    refereed(again)
    assert [each.right for each in again.answers.values()] == [True]


def test_the_one_who_referees_is_told_of_his_record_at_the_end_and_the_player_is_not(tmp_path: Path) -> None:
    store = FileAnswers(tmp_path / "study.log")
    room = TableRoom.opened(Address("bridge", GAME.version, SEED), tmp_path / "table", store=store)

    async def going() -> None:
        async with serving(room) as port:
            player = await sat(port, room, "player")
            assert (await heard(player))["record"] is None
            referee = await sat(port, room, "referee", learner="learner-of-here")
            assert (await heard(referee))["record"] is None and room.learner == "learner-of-here"
            await asyncio.to_thread(refereed, room)
            await room.show()
            seen = []
            for phone in (player, referee):
                said = await heard(phone)
                while not said["over"]:
                    said = await heard(phone)
                seen.append(said["record"])
            assert seen[0] is None and seen[1]["recorded"] is True and imported(seen[1]["text"]).answers == store.all()

    asyncio.run(going())
    assert len(store.all()) == 1


def test_what_is_no_record_of_a_table_is_said(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"do": "open", "paper": "x"}\n', encoding="utf-8")
    with pytest.raises(PaperError, match="不是这里写的记录"):
        TableRoom.opened(ADDRESS, tmp_path)
    with pytest.raises(PaperError, match="新版本"):
        TableRoom.opened(Address("bridge", GAME.version + 1, 1), tmp_path / "other")
