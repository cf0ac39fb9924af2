"""Programs killed in the middle of saving, at any moment: nothing that was acknowledged is lost, and everybody goes on."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from app.exams.paper import as_json
from app.exams.room import reopened
from app.exams.room_log import read_log
from app.exams.shelf import DiskShelf, resumed
from app.study.answer_file import FileAnswers
from tests.app.exams.hall import Phone
from tests.app.exams.samples import paper

CANDIDATES, QUESTIONS = 50, 20

SERVER = """
import sys
from pathlib import Path
from app.exams.opening import OpenedRoom, serve_room
from app.exams.paper import from_json
folder, port, desk = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
opened = OpenedRoom(from_json((folder / "paper.json").read_text()), folder / "room", per_address=1000)
print("CODE", opened.room.code, flush=True)
serve_room(opened, port, desk, ("127.0.0.1",), open_browser=False)
"""


class Room:
    """The server in a program of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.ports = folder, [self._free(), self._free()]
        (folder / "paper.json").write_text(as_json(paper(QUESTIONS, 2)))
        self.program: subprocess.Popen[str] | None = None
        self.code = ""

    @staticmethod
    def _free() -> int:
        import socket

        with socket.socket() as made:
            made.bind(("127.0.0.1", 0))
            return int(made.getsockname()[1])

    def start(self) -> None:
        about = {**os.environ, "ZHICAI_DATA": str(self.folder / "data"), "PYTHONPATH": os.getcwd()}
        self.program = subprocess.Popen(
            [sys.executable, "-c", SERVER, str(self.folder), *map(str, self.ports)],
            stdout=subprocess.PIPE, text=True, env=about,
        )  # fmt: skip
        assert self.program.stdout is not None
        for line in self.program.stdout:
            if line.startswith("CODE"):
                self.code = line.split()[1]
            if "考官网页" in line:
                return
        raise AssertionError("it did not start")

    def kill(self) -> None:
        assert self.program is not None
        self.program.send_signal(signal.SIGKILL)
        self.program.wait()

    async def phone(self, **first: Any) -> tuple[Phone, dict[str, Any]]:
        port = self.ports[0]
        line = await connect(
            f"ws://127.0.0.1:{port}/room", origin=f"http://127.0.0.1:{port}", compression=None, ping_interval=None  # type: ignore[arg-type]
        )  # fmt: skip
        phone = Phone(line)
        await phone.say(**first)
        return phone, await phone.until("state")


async def _write(room: Room, codes: dict[int, str], kept: dict[int, dict[str, str]], rng: random.Random) -> None:
    """Everybody answers as fast as he can, until the server is gone; what is acknowledged is noted."""

    async def one(who: int) -> None:
        try:
            phone, state = await room.phone(do="return", own=codes[who])
        except (WebSocketException, OSError, TimeoutError):
            return  # it was gone before he was in
        assert state["started"]
        assert {number: state["answers"].get(number, "") for number in kept[who]} == kept[who], "what was kept is there"
        while True:
            number, letter = rng.randrange(1, QUESTIONS + 1), rng.choice(["A", "B", ""])
            sent = kept[who].pop(str(number), None)  # until it is acknowledged nobody knows which of the two it is
            try:
                said = await phone.ask(do="answer", number=number, letter=letter)
            except (WebSocketException, OSError, TimeoutError):
                return
            await asyncio.sleep(rng.random() / 8)
            if said["do"] == "kept":
                kept[who][str(number)] = letter
            elif sent is not None:
                kept[who][str(number)] = sent

    await asyncio.gather(*(one(who) for who in codes))


def test_a_room_killed_while_fifty_save_goes_on_with_all_that_was_acknowledged(tmp_path: Path) -> None:
    room, rng = Room(tmp_path), random.Random(11)
    codes: dict[int, str] = {}
    kept: dict[int, dict[str, str]] = {who: {} for who in range(CANDIDATES)}
    lefts: list[float] = []

    async def enter() -> None:
        phones = [await room.phone(do="enter", code=room.code, name=f"考生{who}") for who in range(CANDIDATES)]
        for who, (phone, state) in enumerate(phones):
            codes[who] = state["code"]
            await phone.line.close()

    async def killed_in(seconds: float) -> None:
        writing = asyncio.create_task(_write(room, codes, kept, rng))
        await asyncio.sleep(seconds)
        await asyncio.to_thread(room.kill)
        await writing

    async def left() -> float:
        phone, state = await room.phone(do="return", own=codes[0])
        await phone.line.close()
        return float(state["left"])

    room.start()
    asyncio.run(enter())
    log = tmp_path / "room"
    room.kill()
    begun = reopened(paper(QUESTIONS, 2), read_log(log))
    # the examiner starts and gives one of them more time: as records, for his page stands behind the door
    from app.exams.room_log import RoomLog

    opened = RoomLog(log)
    opened.save_now([begun.start(time.time())])
    begun.apply({"do": "start", "at": time.time()})
    opened.save_now([begun.give(1, 600, time.time())])
    opened.close()
    try:
        for seconds in (1.5, 0.8):
            room.start()
            lefts.append(asyncio.run(left()))
            asyncio.run(killed_in(seconds))
        time.sleep(4)  # shut for a while: it is not taken from anybody
        room.start()
        lefts.append(asyncio.run(left()))
    finally:
        if room.program is not None and room.program.poll() is None:
            room.kill()
    found = reopened(paper(QUESTIONS, 2), read_log(log))
    asked = found.version_of
    for who, answers in kept.items():
        one = found.candidates[who + 1]
        now = {str(each.number): each.letter(one.chosen.get(each.item)) for each in asked(one)}
        assert {number: now[number] for number in answers} == answers
    assert sum(map(len, kept.values())) > CANDIDATES, "they did save"
    assert found.candidates[1].extra == 600
    minutes = paper(QUESTIONS, 2).minutes * 60
    assert all(minutes + 600 - 12 < each <= minutes + 600 + 1 for each in lefts), (
        lefts,
        "the clock stood while it was shut",
    )
    assert found.alive - (found.started or 0) < 12, "nor does it stand in the records"


SITTING = """
import sys, time, random
from pathlib import Path
from app.exams.shelf import DiskShelf, begin
from tests.app.exams.samples import paper
made = begin(DiskShelf(Path(sys.argv[1])), paper(12))
print("NAME", made.name, flush=True)
rng = random.Random(int(sys.argv[2]))
while True:
    number, letter = rng.randrange(1, 13), rng.choice("AB")
    print("TRY", number, letter, flush=True)
    made.choose(number, letter, time.time())
    print("KEPT", number, letter, flush=True)
"""

PRACTICE = """
import sys
from pathlib import Path
from app.study.answer_file import FileAnswers
from app.study.answers import answered
store, at = FileAnswers(Path(sys.argv[1])), 0
while True:
    about = {"subject": f"term:{at}", "question": f"term/{at}", "kind": "term", "right": True, "took": 1}
    one = answered(who="x", game="bridge", topic="terms", **about)
    store.add([one])
    print("KEPT", one.id, flush=True)
    at += 1
"""


def killed(program: str, *arguments: str, after: float) -> list[str]:
    """Run a program until it is killed, and return what it said."""
    about = {**os.environ, "PYTHONPATH": os.getcwd()}
    run = subprocess.Popen([sys.executable, "-c", program, *arguments], stdout=subprocess.PIPE, text=True, env=about)
    assert run.stdout is not None
    said = [run.stdout.readline()]
    time.sleep(after)
    run.send_signal(signal.SIGKILL)
    said += run.stdout.read().splitlines()
    run.wait()
    return said


@pytest.mark.parametrize("seed", range(4))
def test_a_paper_taken_on_this_device_killed_at_any_moment_keeps_every_answer(tmp_path: Path, seed: int) -> None:
    said = killed(SITTING, str(tmp_path), str(seed), after=0.05 + random.Random(seed).random() / 3)
    name, kept, trying = said[0].split()[1], dict[int, str](), None
    for line in said[1:]:
        parts = line.split()
        if len(parts) < 3:
            continue
        if parts[0] == "KEPT":
            kept[int(parts[1])], trying = parts[2], None
        else:
            trying = (int(parts[1]), parts[2])
    found = resumed(DiskShelf(tmp_path), name)
    assert found is not None and kept
    for number, letter in kept.items():
        after = {letter} if trying is None or trying[0] != number else {letter, trying[1]}
        assert found.letter(number) in after


@pytest.mark.parametrize("seed", range(4))
def test_practice_killed_at_any_moment_keeps_every_answer(tmp_path: Path, seed: int) -> None:
    said = killed(PRACTICE, str(tmp_path / "study.log"), after=0.05 + random.Random(seed).random() / 3)
    kept = {line.split()[1] for line in said if line.startswith("KEPT") and len(line.split()) == 2}
    store = FileAnswers(tmp_path / "study.log")
    found = {each.id for each in store.all()}
    store.close()
    whole = {each for each in kept if len(each) == len(next(iter(kept)))}  # the last line may be cut
    assert kept and whole <= found
