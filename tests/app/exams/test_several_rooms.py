"""Several rooms under one paper and one clock, over real sockets; their results together."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from pathlib import Path

import pytest
from openpyxl import load_workbook
from typer.testing import CliRunner

from app.cli.main import cli
from app.exams.paper import PaperError, as_json
from app.exams.room import RoomError
from app.exams.several_rooms import AHEAD, First, follow, told_of
from tests.app.exams.hall import Phone, Place, serving
from tests.app.exams.samples import paper


async def until(what: str, place: Place) -> None:
    async with asyncio.timeout(10):
        while what not in place.hall.first_said:
            await asyncio.sleep(0.02)


def address(place: Place) -> str:
    return f"http://127.0.0.1:{place.port}"


def test_another_room_starts_with_the_first_and_as_far_into_the_time(tmp_path: Path) -> None:
    async def going() -> None:
        async with serving(paper(4), tmp_path / "甲楼") as one, serving(paper(4), tmp_path / "乙楼") as two:
            following = asyncio.create_task(follow(two.hall, First(address(one), "乙楼")))
            await until("它还没有开始", two)
            await Phone.entered(one, "甲")
            await one.hall.do(lambda: [one.hall.room.start(one.hall.now(), 300.0)])  # five minutes are over there
            await until("同一段时间", two)  # nobody is here yet
            late = await Phone.entered(two, "乙")
            assert any('"started": true' in text or '"started":true' in text for text in late.heard)
            here, there = two.hall.room, one.hall.room
            assert here.started is not None
            assert abs(here.gone(two.hall.now()) - there.gone(one.hall.now())) < 2
            assert abs((here.over_in(two.hall.now()) or 0) - (there.over_in(one.hall.now()) or 0)) < 2

            await one.hall.do(lambda: there.end(one.hall.now()))
            await until("它已结束", two)
            assert here.ended is None  # each room is ended by its own examiner
            with pytest.raises(RoomError, match="乙楼"):
                one.hall.publish()
            await two.hall.do(lambda: here.end(two.hall.now()))
            async with asyncio.timeout(10):
                while one.hall.still_writing():
                    await asyncio.sleep(0.02)
            assert [each["do"] for each in one.hall.publish()] == ["publish"]
            assert one.hall.overview()["following"] == ["乙楼：已结束"]
            following.cancel()
            with suppress(asyncio.CancelledError):
                await following

    asyncio.run(going())


def test_what_the_first_was_shut_is_given_back_and_never_taken(tmp_path: Path) -> None:
    async def going() -> None:
        async with serving(paper(4), tmp_path / "甲楼") as one, serving(paper(4), tmp_path / "乙楼") as two:
            await Phone.entered(one, "甲")
            await Phone.entered(two, "乙")
            await one.hall.do(lambda: [one.hall.room.start(one.hall.now(), 100.0)])
            await two.hall.do(lambda: [two.hall.room.start(two.hall.now(), 160.0)])  # a minute further
            following = asyncio.create_task(follow(two.hall, First(address(one), "乙楼")))
            await until("还给考生 60 秒", two)
            assert abs(two.hall.room.gone(two.hall.now()) - one.hall.room.gone(one.hall.now())) < AHEAD
            await one.hall.do(lambda: [one.hall.room.given_back(-50.0, one.hall.now())])  # the first is further now
            await until("同一段时间", two)
            await asyncio.sleep(1.2)
            assert one.hall.room.gone(one.hall.now()) - two.hall.room.gone(two.hall.now()) > 40
            following.cancel()
            with suppress(asyncio.CancelledError):
                await following

    asyncio.run(going())


def test_without_the_first_or_with_another_paper_a_room_goes_by_its_own_clock(tmp_path: Path) -> None:
    async def going() -> None:
        async with serving(paper(5), tmp_path / "甲楼") as one, serving(paper(4), tmp_path / "乙楼") as two:
            gone = asyncio.create_task(follow(two.hall, First("http://127.0.0.1:9", "乙楼")))
            await until("连不上主考场", two)
            gone.cancel()
            await Phone.entered(one, "甲")
            await Phone.entered(two, "乙")
            await one.hall.do(lambda: [one.hall.room.start(one.hall.now())])
            other = asyncio.create_task(follow(two.hall, First(address(one), "乙楼")))
            await until("另一份试卷", two)
            assert two.hall.room.started is None
            await two.hall.do(lambda: [two.hall.room.start(two.hall.now())])
            other.cancel()
            for each in (gone, other):
                with suppress(asyncio.CancelledError):
                    await each

    asyncio.run(going())


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"paper": 1, "gone": 0, "ended": false}', '{"paper": "a", "gone": -1, "ended": false}',
             '{"paper": "a", "gone": true, "ended": false}', '{"paper": "a", "gone": 1, "ended": 1}', "[" * 100],
)  # fmt: skip
def test_what_is_no_room_is_not_gone_by(text: str) -> None:
    with pytest.raises(ValueError):
        told_of(text)


@pytest.mark.parametrize("wrong", ["", "192.168.1.5:8600", "ftp://a", "http://", "http://a:99999"])
def test_what_is_no_address_is_said(wrong: str) -> None:
    with pytest.raises(PaperError, match="不是考场的地址"):
        First(wrong, "乙楼")


def test_told_of_a_running_room() -> None:
    said = told_of(json.dumps({"paper": "a", "gone": 12.5, "ended": False}))
    assert (said.paper, said.gone, said.ended) == ("a", 12.5, False)


def test_the_results_of_several_rooms_are_worked_out_together(tmp_path: Path) -> None:
    """Two rooms of two candidates each; a number that is in both is said and listed twice."""
    made = paper(4)
    file = tmp_path / "考试.json"
    file.write_text(as_json(made), encoding="utf-8")

    async def going() -> None:
        for name, people in (("甲楼", ("01", "02")), ("乙楼", ("03", "02"))):
            async with serving(made, tmp_path / name) as place:
                for number in people:
                    await Phone.entered(place, f"考生{number}", number)
                await place.hall.do(lambda: [place.hall.room.start(place.hall.now())])
                await place.hall.do(lambda: place.hall.room.end(place.hall.now()))

    asyncio.run(going())
    rooms = [str(tmp_path / name) for name in ("甲楼", "乙楼")]
    done = CliRunner().invoke(cli, ["exam", "results", str(file), *rooms, "--folder", str(tmp_path / "报告")])
    assert done.exit_code == 0, done.output
    assert "编号 02 有几份答卷（甲楼、乙楼）" in done.output
    assert "编号 01" not in done.output
    book = load_workbook(tmp_path / "报告" / "考试-成绩.xlsx", read_only=True)
    cells = [str(cell) for sheet in book for row in sheet.iter_rows(values_only=True) for cell in row]
    assert [cells.count(f"考生{number}") > 0 for number in ("01", "02", "03")] == [True] * 3
