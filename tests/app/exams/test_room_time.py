"""The time of an exam: kept every few seconds, never by the clock on the wall, and not while the room is shut."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from app.exams.opening import OpenedRoom
from app.exams.room_clock import STALLED, RoomClock
from app.exams.room_log import FILE, read_log, read_room
from app.exams.room_records import as_line
from app.journal.log_file import line
from tests.app.exams.hall import Phone, Place, serving
from tests.app.exams.samples import paper

HOUR, DAY = 3600.0, 24 * 3600.0


class Steady:
    """A clock that nobody sets."""

    def __init__(self) -> None:
        self.at = 500.0

    def __call__(self) -> float:
        return self.at


def test_the_clock_goes_on_only_while_somebody_ticks() -> None:
    steady = Steady()
    clock = RoomClock(1000.0, steady)
    for _ in range(100):
        steady.at += 1
        clock.tick()
    assert clock.now() == 1100.0
    steady.at += 8 * HOUR  # the lid was shut
    assert clock.now() == 1100.0 + STALLED
    clock.tick()
    steady.at += 2
    assert clock.now() == 1100.0 + STALLED + 2


def test_the_time_that_has_gone_is_in_the_file_at_least_every_five_seconds(tmp_path: Path) -> None:
    """Through quiet spells and busy ones, and while the disk is slow for a moment."""
    steady = Steady()

    async def walk() -> None:
        opened = OpenedRoom(paper(6), tmp_path)
        hall = opened.hall()
        hall.clock = RoomClock(hall.now(), steady)
        await hall.do(lambda: [hall.room.enter("", "甲", hall.now())])
        await hall.do(lambda: [hall.room.start(hall.now())])
        for second in range(120):
            steady.at += 1.0
            hall.pulse()
            for _ in range(3):
                await asyncio.sleep(0)
            if hall._beating is not None:
                await hall._beating
            if 40 < second < 80 and second % 2:
                await hall.keep(hall.room.answer(hall.room.candidates[1], second % 6 + 1, "A", hall.now()))
            (last, *_) = [each["at"] for each in read_log(tmp_path)[-1:]]
            assert hall.now() - last <= 5.0, second
        opened.close(hall.now())

    asyncio.run(walk())
    gone = [each["gone"] for each in read_log(tmp_path) if each["do"] == "alive"]
    assert gone == sorted(gone) and gone[-1] >= 115


@pytest.mark.parametrize("jump", [-DAY, -HOUR, HOUR, DAY])
def test_setting_the_clock_between_two_starts_gives_and_takes_nothing(
    tmp_path: Path, jump: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed after ten minutes, opened again three times with the clock set to another hour or day."""
    steady, left = Steady(), 20 * 60.0
    opened = OpenedRoom(paper(6), tmp_path)
    hall = opened.hall()
    hall.clock = RoomClock(hall.now(), steady)

    async def ten_minutes() -> None:
        await hall.do(lambda: [hall.room.enter("", "甲", hall.now())])
        await hall.do(lambda: [hall.room.start(hall.now())])
        for _ in range(600):
            steady.at += 1.0
            hall.pulse()
            if hall._beating is not None:
                await hall._beating

    asyncio.run(ten_minutes())
    opened.log.close()  # nothing more was written: it was killed
    now = time.time()
    for at in range(3):
        monkeypatch.setattr(time, "time", lambda at=at: now + (at + 1) * jump)
        again = OpenedRoom(paper(6), tmp_path)
        clock = again.hall().clock
        found = again.room.left(again.room.candidates[1], clock.now())
        assert found is not None and left - 0.5 <= found <= left + 5, "at most five seconds for the candidate"
        again.log.close()


def test_setting_the_clock_while_the_room_is_open_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = time.time

    async def walk() -> None:
        async with serving(paper(6), tmp_path) as place:
            phone = await Phone.entered(place, "甲")
            await place.hall.do(lambda: [place.hall.room.start(place.hall.now())])
            for jump in (HOUR, -HOUR, DAY, -DAY):
                monkeypatch.setattr(time, "time", lambda jump=jump: real() + jump)
                said = await phone.ask(do="answer", number=1, letter="A")
                assert said["do"] == "kept" and 30 * 60 - 20 < said["left"] <= 30 * 60
                await phone.ask(do="answer", number=1, letter="")

    asyncio.run(walk())


def test_a_running_room_of_e09170f_goes_on_where_its_last_record_was(tmp_path: Path) -> None:
    """Its times are of the wall, with what it gave back for being shut; its clock was set back once."""
    made = paper(6)
    records = [
        {"do": "open", "paper": made.id, "code": "ABC234", "listed": {}, "whole": True},
        {"do": "join", "who": 1, "number": "甲", "name": "甲", "code": "WPSC53K3", "version": 0, "at": 5000.0},
        {"do": "start", "at": 5010.0},
        {"do": "alive", "at": 5310.0},
        {"do": "again", "at": 5400.0, "lost": 90.0},
        {"do": "answer", "who": 1, "item": 0, "option": 1, "at": 5460.0},
        {"do": "again", "at": 2000.0, "lost": 0.0},
        {"do": "alive", "at": 2005.0},
    ]
    (tmp_path / FILE).write_bytes(b"".join(line(as_line(each)) for each in records))
    opened = OpenedRoom(made, tmp_path)
    hall = opened.hall()
    left = hall.room.left(hall.room.candidates[1], hall.now())
    assert left is not None and left == pytest.approx(30 * 60 - (300 + 60), abs=1)
    opened.close(hall.now())
    assert [each["do"] for each in read_room(tmp_path).records[-2:]] == ["again", "close"]


def test_what_a_sleeping_machine_missed_is_not_taken_from_the_candidates(tmp_path: Path) -> None:
    steady = Steady()

    async def walk(place: Place) -> None:
        place.hall.clock = RoomClock(place.hall.now(), steady)
        phone = await Phone.entered(place, "甲")
        await place.hall.do(lambda: [place.hall.room.start(place.hall.now())])
        steady.at += 25 * 60  # its lid was shut
        said = await phone.ask(do="answer", number=1, letter="A")
        assert said["do"] == "kept" and said["left"] >= 30 * 60 - STALLED

    async def going() -> None:
        async with serving(paper(6), tmp_path) as place:
            await walk(place)

    asyncio.run(going())
