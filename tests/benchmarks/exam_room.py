"""How long saving an answer takes in an exam room with 200 candidates: real sockets, a real disk.

    python tests/benchmarks/exam_room.py [CANDIDATES] [ANSWERS]

The server and all the candidates run on this machine, in two programs. Each candidate enters, waits for the start, which is
for all at once, and answers every second or so (all of them within the first second). Printed: how long from sending an answer
to its acknowledgement, which comes when it is on the disk.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.app.exams.hall import Phone, serving
from tests.app.exams.samples import paper

QUESTIONS = 50


def serve(folder: str, told: Any, over: Any) -> None:
    """Run the room in a program of its own; start when everybody is in."""

    async def going() -> None:
        async with serving(paper(QUESTIONS, 4), Path(folder)) as place:
            told.put((place.port, place.code, over.value))
            while len(place.hall.lines) < over.value:
                await asyncio.sleep(0.05)
            await place.hall.do(lambda: [place.hall.room.start(place.hall.now())])
            await place.hall.tell(questions=True)
            while place.hall.lines:
                await asyncio.sleep(0.2)

    asyncio.run(going())


async def candidate(place: Any, at: int, answers: int, spread: float, took: list[float]) -> None:
    phone = await Phone.entered(place, f"考生{at}", f"{at:04d}")
    await asyncio.wait_for(phone.until("questions"), 60)
    phone.heard.clear()
    chance = random.Random(at)
    for number in range(answers):
        await asyncio.sleep(chance.random() * (spread if number else 1.0))
        begun = time.perf_counter()
        answer = await phone.ask(do="answer", number=number % QUESTIONS + 1, letter=chance.choice("ABCD"))
        took.append(time.perf_counter() - begun)
        assert answer["do"] == "kept", answer
    await phone.line.close()


def main(candidates: int = 200, answers: int = 20, spread: float = 2.0) -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        told: Any = multiprocessing.Queue()
        server = multiprocessing.Process(target=serve, args=(folder, told, multiprocessing.Value("i", candidates)))
        server.start()
        port, code, _ = told.get(timeout=60)

        class Far:
            pass

        place: Any = Far()
        place.port, place.code = port, code
        took: list[float] = []

        async def everybody() -> None:
            await asyncio.gather(*(candidate(place, at, answers, spread, took) for at in range(candidates)))

        begun = time.perf_counter()
        asyncio.run(everybody())
        whole = time.perf_counter() - begun
        server.join(20)
        took.sort()
        size = sum(file.stat().st_size for file in Path(folder).iterdir())
    print(
        f"{candidates} candidates, {len(took)} answers in {whole:.1f} s ({len(took) / whole:.0f} a second), {size / 1e6:.1f} MB"
    )
    for share in (0.5, 0.95, 0.99, 1.0):
        print(f"p{share * 100:g}: {took[min(len(took) - 1, int(share * len(took)))] * 1000:.1f} ms")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
