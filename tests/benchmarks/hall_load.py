"""How a hall bears its load, on this machine with all its clients: ``python -m tests.benchmarks.hall_load``.

    python -m tests.benchmarks.hall_load [--referees 40] [--viewers 200] [--seconds 60] [--rate 50] [--before 0] [--database]

The hall is a process of its own on SQLite; with ``--database`` it is measured once more in the same run, in a PostgreSQL with two
workers. Referees wait for news, as phones do; one of them after the other sends a record that
was signed beforehand, so many a second. Printed: from sending to being acknowledged, and to the news at another phone (p50, p99);
how long the public page takes meanwhile; what an idle phone asks in an hour; the memory of the hall. ``--before`` records are in
the journal already, to see how it grows. The figures go to ``hall_load.txt`` beside this file, a line for each run.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import io
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from bisect import bisect_left
from pathlib import Path

import psutil

from app.hall.database.hall_tables import HallTables
from app.hall.database.opening import open_database
from app.hall.database.serving import put_in
from app.hall.hall_file import HallFile
from app.hall.kept_by import HallState
from app.hall.opening import hall_file
from app.hall.protocol import WAITS
from app.journal.competition import PlanBody, written
from app.journal.exchange import export
from app.journal.journal import Journal
from app.journal.records import Entrant, EventBody, Place, RulingBody
from app.journal.sqlite_store import open_store
from tests.app.hall.postgres import served
from tests.browser.reader import free_port
from tests.browser.record import commit

RESULT = Path(__file__).with_suffix(".txt")
EVENT = "量一量"


def prepared(folder: Path, before: int) -> tuple[str, str]:
    """A chief's journal with an event, its rounds and so many rulings; the event, and its journal as members get it."""
    store = open_store(folder / "journal.sqlite")
    book = Journal(store, "裁判长")
    pairs = tuple(Entrant(str(number), f"{number}队") for number in range(1, 41))
    event = book.save_event(EventBody(EVENT, "guandan", entrants=pairs))
    plan = PlanBody("swiss", tuple(each.number for each in pairs), rounds=9)
    book.save_competition(event, [written(plan)])
    out = io.StringIO()
    export(store, out)
    for at in range(0, before, 500):
        bodies = [(ruling(each), None) for each in range(at, min(at + 500, before))]
        book.save_incident(event, bodies)
    store.close()
    return event, out.getvalue()


def ruling(number: int) -> RulingBody:
    """A ruling as it may be."""
    return RulingBody(
        "guandan", "guandan.slow_play", "出牌超时", "x", "出牌超时，记违例。", "penalty",
        Place(str(number % 20 + 1), number % 9 + 1, 1), (str(number % 40 + 1),), counts=(("violation", 1),),
    )  # fmt: skip


def packages(folder: Path, event: str, chief: str, count: int) -> list[bytes]:
    """So many requests with one record each, signed by a device of their own."""
    from app.journal.exchange import merge

    store = open_store(folder / "sender.sqlite")
    merge(store, io.StringIO(chief))
    book = Journal(store, "裁判")
    made = []
    for number in range(count):
        id_ = book.save_ruling(event, ruling(number)).id
        out = io.StringIO()
        export(store, out, [id_])
        made.append(gzip.compress(out.getvalue().encode(), 5))
    store.close()
    return made


class Line:
    """One connection that is kept open."""

    def __init__(self, port: int, code: str = "") -> None:
        self.port, self.code = port, code
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None
        self.bytes = 0

    async def ask(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        """Ask; the status and the body."""
        if self.writer is None or self.writer.is_closing():
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        assert self.reader is not None
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nAccept-Encoding: gzip\r\n"
        head += f"Authorization: Bearer {self.code}\r\n" if self.code else ""
        head += f"Content-Encoding: gzip\r\nContent-Length: {len(body)}\r\n" if method == "POST" else ""
        self.writer.write(f"{head}\r\n".encode() + body)
        self.bytes += len(head) + 2 + len(body)
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        length = next(
            (int(each.partition(":")[2]) for each in lines.split("\r\n") if each.lower().startswith("content-length")),
            0,
        )
        data = await self.reader.readexactly(length)
        self.bytes += len(lines) + length
        return int(lines.split(" ")[1]), data


def processor(hall: psutil.Process) -> float:
    """Seconds that a hall and its workers have computed."""
    times = [each.cpu_times() for each in (hall, *hall.children())]
    return sum(each.user + each.system for each in times)


async def load(
    port: int, hall: psutil.Process, codes: list[str], made: list[bytes], viewers: int, rate: float
) -> dict[str, list[float]]:
    """Send them, each referee his own one after the other, and see when each is acknowledged and heard of."""
    found: dict[str, list[float]] = {"acknowledged": [], "heard": [], "page": []}
    sent: dict[int, float] = {}  # by mark: when it was sent
    news: list[list[tuple[int, float]]] = []  # of each phone: up to which mark it knew when
    ended = asyncio.Event()

    async def phone(code: str) -> None:
        line, known = Line(port, code), {"epoch": "", "mark": 0, "number": 0}
        news.append(seen := [])
        while not ended.is_set():
            query = f"epoch={known['epoch']}&mark={known['mark']}&calls={known['number']}"
            _, data = await line.ask("GET", f"/hall/1/news?{query}")
            said = json.loads(data)
            seen.append((said["mark"], time.monotonic()))
            known = said

    async def viewer(number: int) -> None:
        line = Line(port)
        await asyncio.sleep(number % 30)
        while not ended.is_set():
            began = time.monotonic()
            await line.ask("GET", "/results")
            found["page"].append(time.monotonic() - began)
            await asyncio.sleep(30)

    tasks = [asyncio.create_task(phone(code)) for code in codes]
    tasks += [asyncio.create_task(viewer(number)) for number in range(viewers)]
    await asyncio.sleep(1)
    computed, began = processor(hall), time.monotonic()

    async def sends(line: Line, mine: list[tuple[int, bytes]]) -> None:
        for number, package in mine:
            await asyncio.sleep(max(0.0, began + number / rate - time.monotonic()))
            at = time.monotonic()
            _, data = await line.ask("POST", "/hall/1/records", package)
            found["acknowledged"].append(time.monotonic() - at)
            sent[json.loads(data)["mark"]] = at

    numbered = list(enumerate(made))
    await asyncio.gather(*(sends(Line(port, code), numbered[at :: len(codes)]) for at, code in enumerate(codes)))
    found["took"] = [time.monotonic() - began]
    found["computed"] = [processor(hall) - computed]
    await asyncio.sleep(1)
    ended.set()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for seen in news:
        for mark, began in sent.items():
            place = bisect_left(seen, (mark, 0.0))
            found["heard"] += [seen[place][1] - began] if place < len(seen) else []
    found["unheard"] = [float(len(news) * len(sent) - len(found["heard"]))]
    return found


async def idle(port: int, code: str) -> tuple[float, int]:
    """What a phone that waits for news asks: questions in an hour, and bytes both ways."""
    line = Line(port, code)
    said = json.loads((await line.ask("GET", "/hall/1/news?epoch="))[1])
    line.bytes, began = 0, time.monotonic()
    await line.ask("GET", f"/hall/1/news?epoch={said['epoch']}&mark={said['mark']}&calls={said['number']}")
    questions = 3600 / (time.monotonic() - began)
    return questions, round(questions * line.bytes)


def at(values: list[float], share: float) -> float:
    """A quantile, in ms."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] * 1000 if values else float("nan")


def main(arguments: list[str]) -> None:
    """Measure, and print."""
    asked = argparse.ArgumentParser(prog="python -m tests.benchmarks.hall_load")
    for name, default in (("referees", 40), ("viewers", 200), ("seconds", 60), ("rate", 50), ("before", 0)):
        asked.add_argument(f"--{name}", type=int, default=default)
    asked.add_argument("--database", action="store_true")
    given = asked.parse_args(arguments)
    measure(given, "")
    if given.database:
        with served() as server:
            measure(given, server.database())


def measure(given: argparse.Namespace, database: str) -> None:
    """Measure one hall, on SQLite or in a database, and print."""
    with tempfile.TemporaryDirectory(prefix="zhicai-load-") as name:
        folder = Path(name)
        event, chief = prepared(folder, given.before)
        made = packages(folder, event, chief, given.seconds * given.rate)
        file: HallState = HallFile(hall_file(folder, event))
        if database:
            store, engine = open_store(folder / "journal.sqlite"), open_database(database)
            put_in(engine, store, event)
            store.close()
            file = HallTables(engine, event)
        codes = [file.invite("referee", f"裁判{each}", time.time())[1] for each in range(given.referees)]
        file.close()
        port = free_port()
        command = [
            sys.executable,
            "-m",
            "app.cli",
            "hall",
            "serve",
            EVENT,
            "--port",
            str(port),
            "--name",
            "127.0.0.1",
            "--results",
            *(["--database", database, "--workers", "2"] if database else []),
        ]
        environment = {**os.environ, "ZHICAI_DATA": str(folder), "PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"}
        began = time.monotonic()
        hall = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        assert hall.stdout is not None and "会场已开" in hall.stdout.readline()
        opened = time.monotonic() - began
        questions, amount = asyncio.run(idle(port, codes[0]))
        whole = psutil.Process(hall.pid)
        found = asyncio.run(load(port, whole, codes, made, given.viewers, given.rate))
        memory = sum(each.memory_info().rss for each in (whole, *whole.children())) / 1e6
        hall.terminate()
        hall.wait(20)
    said = {
        "commit": commit(),
        "kept in": "PostgreSQL, 2 workers" if database else "SQLite",
        "load of the machine": round(os.getloadavg()[0], 1),
        "records before": given.before,
        "referees": given.referees,
        "viewers": given.viewers,
        "records a second": round(len(made) / found["took"][0], 1),
        "asked for": given.rate,
        "acknowledged p50, p99 ms": [round(at(found["acknowledged"], share), 1) for share in (0.5, 0.99)],
        "heard p50, p99 ms": [round(at(found["heard"], share), 1) for share in (0.5, 0.99)],
        "page p50, p99 ms": [round(at(found["page"], share), 1) for share in (0.5, 0.99)],
        "news not heard": int(found["unheard"][0]),
        "hall computed ms a record": round(found["computed"][0] / len(made) * 1000, 1),
        "mean acknowledged ms": round(statistics.mean(found["acknowledged"]) * 1000, 1),
        "idle phone, questions and bytes an hour": [round(questions), amount],
        "waits": WAITS,
        "memory MB": round(memory),
        "opened after s": round(opened, 1),
    }
    line = json.dumps(said, ensure_ascii=False)
    print(line)
    with RESULT.open("a", encoding="utf-8") as out:
        out.write(line + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
