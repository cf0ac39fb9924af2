"""Who comes into an exam room: nobody fills it alone, nobody is shut out for another of his address, anybody can be put out."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from app.exams import admission, hall
from app.exams.marking import answers_csv
from app.exams.room import reopened
from app.exams.room_log import read_log
from tests.app.exams.hall import Phone, Place, serving
from tests.app.exams.samples import paper
from tests.app.exams.test_room_server import desk


def room(folder: Path, walk: Callable[[Place], Awaitable[None]], **about: Any) -> None:
    async def going() -> None:
        async with serving(paper(6), folder, **about) as place:
            async with asyncio.timeout(60):
                await walk(place)

    asyncio.run(going())


async def knocking(place: Place, name: str, **more: str) -> tuple[Phone, dict[str, Any]]:
    """A phone that asks to come in, and what it hears first."""
    phone = await Phone.open(place)
    await phone.say(do="enter", code=place.code, name=name, **more)
    text = await phone.line.recv()
    phone.heard.append(text)
    return phone, json.loads(text)


async def shown(place: Place) -> dict[str, Any]:
    return place.hall.overview()


def test_one_address_does_not_fill_the_room_and_no_honest_one_of_it_is_refused(tmp_path: Path) -> None:
    """A script enters 200 made-up names at once; those who stand before the examiner come in all the same."""

    async def walk(place: Place) -> None:
        said = await asyncio.gather(*(knocking(place, f"假{at}") for at in range(200)))
        assert sum(each["do"] == "state" for _, each in said) == 5 == len(place.hall.room.present)
        assert all(each["do"] == "outside" and "放行" in each["why"] for _, each in said if each["do"] != "state")
        honest, told = await knocking(place, "真")
        assert told["do"] == "outside"
        examiner = await desk(place)
        rows = json.loads(await examiner.recv())["outside"]
        assert len(rows) == 196
        (mine,) = [each["knock"] for each in rows if each["name"] == "真"]
        await examiner.send(json.dumps({"do": "admit", "knocks": [mine]}))
        assert (await honest.until("state"))["name"] == "真"
        await examiner.send(
            json.dumps({"do": "refuse", "knocks": [each["knock"] for each in rows if each["knock"] != mine]})
        )
        refused = next(phone for phone, each in said if each["do"] == "outside")
        assert "没有放行" in (await refused.until("no"))["why"]
        with pytest.raises(ConnectionClosed):
            await refused.line.recv()
        assert len(place.hall.room.present) == 6 and not place.hall.door.outside
        for phone, _ in said:
            await phone.line.close()

    room(tmp_path, walk, per_address=5)


def test_a_hall_behind_one_address_is_let_in_by_one_word_that_is_remembered(tmp_path: Path) -> None:
    async def walk(place: Place) -> None:
        said = [await knocking(place, f"考生{at}") for at in range(8)]
        examiner = await desk(place)
        await examiner.send(json.dumps({"do": "let", "address": "127.0.0.1"}))
        for phone, each in said:
            assert each["do"] == "state" or (await phone.until("state"))["started"] is False
        assert (await knocking(place, "后来"))[1]["do"] == "state"
        for phone, _ in said:
            await phone.line.close()

    async def later(place: Place) -> None:
        assert (await knocking(place, "第二天"))[1]["do"] == "state" and len(place.hall.room.present) == 10

    room(tmp_path, walk, per_address=3)
    room(tmp_path, later, per_address=3)


def test_a_second_candidate_of_one_browser_waits_for_leave_and_who_goes_away_waits_no_more(tmp_path: Path) -> None:
    async def walk(place: Place) -> None:
        assert (await knocking(place, "甲", device="f00"))[1]["do"] == "state"
        assert (await knocking(place, "乙", device="f01"))[1]["do"] == "state"
        third, said = await knocking(place, "丙", device="f00")
        assert said["do"] == "outside" and "这台设备" in said["why"]
        await third.say(do="ping")
        assert [each["name"] for each in place.hall.door.shown()] == ["丙"]
        await third.line.close()
        for _ in range(50):
            await asyncio.sleep(0.02)
            if not place.hall.door.outside:
                break
        assert not place.hall.door.outside and len(place.hall.room.present) == 2

    room(tmp_path, walk)


def test_where_too_many_wait_the_heaviest_address_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "MOST_OUTSIDE", 10)

    async def walk() -> None:
        door = admission.Admission(1)
        others = [door.knock("", f"乙{at}", "10.0.0.2", "") for at in range(3)]
        flood = [door.knock("", f"假{at}", "10.0.0.1", "") for at in range(50)]
        assert len(door.outside) == 10 and not any(each.answer.done() for each in others)
        assert sum(each.answer.done() for each in flood) == 43

    asyncio.run(walk())


def test_wrong_codes_of_an_address_do_not_refuse_right_ones(tmp_path: Path) -> None:
    async def walk(place: Place) -> None:
        own = (await Phone.entered(place, "甲")).heard[-1]
        code = json.loads(own)["code"]
        for at in range(40):
            phone = await Phone.open(place)
            await phone.say(do="return" if at % 2 else "enter", own=f"WRONG{at}", code=f"WRONG{at}", name="乙")
            assert (await phone.until("state"))["do"] == "no"
            await phone.line.close()
        assert (await Phone.entered(place, "丙")) and len(place.hall.room.present) == 2
        phone = await Phone.open(place)
        await phone.say(do="return", own=code)
        assert (await phone.until("state"))["name"] == "甲"
        assert place.hall.overview()["tried"] == [["127.0.0.1", 40]], "the examiner is told"

    room(tmp_path, walk)


def test_silent_sockets_do_not_shut_anybody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "MOST_STRANGERS", 10)

    async def walk(place: Place) -> None:
        first = await Phone.entered(place, "甲")
        silent = [await Phone.open(place) for _ in range(40)]
        assert len(place.hall.strangers) <= 10
        assert await Phone.entered(place, "乙")
        assert (await first.ask(do="ping"))["do"] == "kept"
        for phone in silent:
            await phone.line.close()

    room(tmp_path, walk)


# -- the examiner puts somebody out ---------------------------------------------------------------------------------------


def test_a_candidate_is_put_out_and_let_in_again_and_both_are_recorded(tmp_path: Path) -> None:
    async def walk(place: Place) -> None:
        phones = {name: await Phone.entered(place, name) for name in "甲乙"}
        codes = {one.name: one.code for one in place.hall.room.candidates.values()}
        examiner = await desk(place)

        async def order(**said: Any) -> dict[str, Any]:
            await examiner.send(json.dumps(said))
            while (answer := json.loads(await examiner.recv()))["do"] not in ("no", "room") or (
                answer["do"] == "room"
                and said["do"] == "remove"
                and not any(each["removed"] for each in answer["rows"])
            ):
                pass
            return dict(answer)

        await order(do="start")
        await phones["甲"].until("questions")
        assert (await phones["甲"].ask(do="answer", number=2, letter="C"))["do"] == "kept"
        await order(do="remove", who=1)
        assert "移出" in (await phones["甲"].until("out"))["why"]
        with pytest.raises(ConnectionClosed):
            await phones["甲"].line.recv()
        back = await Phone.open(place)
        await back.say(do="return", own=codes["甲"])
        said = await back.until("state")
        assert said["do"] == "no" and said["out"]
        assert [each.name for each in place.hall.room.everybody()] == ["乙"]
        assert "甲" not in answers_csv(paper(6), place.hall.room.everybody()).decode()
        again = await Phone.entered(place, "甲")  # the real one, whose name somebody had taken
        await order(do="restore", who=1)
        assert place.hall.room.candidates[1].removed, "his name is another's now"
        await order(do="remove", who=3)
        await again.until("out")
        await order(do="restore", who=1)
        await asyncio.sleep(0.1)
        assert not place.hall.room.candidates[1].removed
        back = await Phone.open(place)
        await back.say(do="return", own=codes["甲"])
        assert (await back.until("state"))["answers"] == {"2": "C"}
        for phone in (back, phones["乙"]):
            await phone.line.close()
        await examiner.close()

    room(tmp_path, walk)
    records = read_log(tmp_path)
    assert [(each["do"], each["who"]) for each in records if each["do"] in ("remove", "restore")] == [
        ("remove", 1), ("remove", 3), ("restore", 1),
    ]  # fmt: skip
    found = reopened(paper(6), records)
    assert [one.number for one in found.present] == ["甲", "乙"] and found.candidates[3].removed


# -- the device that was left ---------------------------------------------------------------------------------------------


def test_a_phone_that_was_left_does_not_take_the_line_back_nor_bring_an_old_answer(tmp_path: Path) -> None:
    async def walk(place: Place) -> None:
        old = await Phone.entered(place, "甲")
        first = json.loads(old.heard[-1])
        await place.hall.do(lambda: [place.hall.room.start(place.hall.now())])
        await old.ask(do="answer", number=1, letter="A")
        new = await Phone.open(place)  # with the code, on another phone: the first one is out of reach
        await new.say(do="return", own=first["code"])
        second = await new.until("state")
        assert second["answers"] == {"1": "A"} and second["seat"] != first["seat"]
        await new.ask(do="answer", number=1, letter="B")
        for _ in range(3):  # the old phone is in reach again, and comes back by itself
            back = await Phone.open(place)
            await back.say(do="return", own=first["code"], seat=first["seat"])
            said = json.loads(await back.line.recv())
            assert said == {"do": "moved", "here": False}
            with pytest.raises(ConnectionClosed):
                await back.ask(do="answer", number=1, letter="A")
        assert (await new.ask(do="ping"))["do"] == "kept", "the new one has the line all the time"
        await new.line.close()
        back = await Phone.open(place)  # also when nobody is there
        await back.say(do="return", own=first["code"], seat=first["seat"])
        assert (await back.until("moved"))["do"] == "moved"
        again = await Phone.open(place)
        await again.say(do="return", own=first["code"], seat=second["seat"])
        assert (await again.until("state"))["answers"] == {"1": "B"}, "the new one comes back by itself"
        typed = await Phone.open(place)  # his code typed on the old phone: he means it
        await typed.say(do="return", own=first["code"])
        assert (await typed.until("state"))["answers"] == {"1": "B"}
        assert (await again.until("moved"))["here"] is False

    async def after_a_restart(place: Place) -> None:
        one = place.hall.room.candidates[1]
        phone = await Phone.open(place)
        await phone.say(do="return", own=one.code, seat=one.seat)
        assert (await phone.until("state"))["answers"] == {"1": "B"}, "the seat is in the file"

    room(tmp_path, walk)
    room(tmp_path, after_a_restart)


# -- odd addresses --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", ["1.2.3.4:²", "1.2.3.4:٣", "²", "127.0.0.1:99999999999", "[::1%25]:80", "", ":", "1.2.3.4:", "\xff"]
)
def test_an_odd_host_is_turned_away_by_both_servers(
    tmp_path: Path, host: str, caplog: pytest.LogCaptureFixture
) -> None:
    def asked(port: int) -> int:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
            line.sendall(
                b"GET / HTTP/1.1\r\nHost: " + host.encode("utf-8" if host.isprintable() else "latin-1") + b"\r\n\r\n"
            )
            found = http.client.HTTPResponse(line)
            found.begin()
            return found.status

    async def walk(place: Place) -> None:
        for port in (place.port, place.desk):
            assert await asyncio.to_thread(asked, port) in (400, 421)

    room(tmp_path, walk)
    assert not [each for each in caplog.records if each.exc_info], "no traceback"
