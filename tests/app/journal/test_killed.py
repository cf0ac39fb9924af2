"""Whatever the moment a process is killed at: what was acknowledged is there, and nothing is half there."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from app.journal.sqlite_store import open_store
from app.journal.ulids import new_id
from tests.app.journal.files import write_version_1
from tests.app.journal.saver import RECEIPT

KILLS = 220
ENOUGH = 200  # acknowledged records that were looked for
ROOT = Path(__file__).resolve().parents[3]

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")


class Killer:
    """Starts savers and kills them."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.app.journal.saver"]
        self.server = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(self, path: Path, seconds: float, after: int | None = None) -> list[str]:
        """Kill a saver after a time, or as soon as so many were acknowledged; what it acknowledged."""
        assert self.server.stdin and self.server.stdout
        self.server.stdin.write(f"{path}\n")
        self.server.stdin.flush()
        child: int | None = None
        acknowledged: list[str] = []
        timer: threading.Timer | None = None
        for line in self.server.stdout:
            word, _, rest = line.strip().partition(" ")
            if word == "child":
                child = int(rest)
                timer = threading.Timer(seconds, os.kill, (child, signal.SIGKILL))
                timer.start()
            elif word == "fault":
                raise AssertionError(rest)
            elif word == "ended":
                break
            else:
                acknowledged.append(word)
                if after is not None and len(acknowledged) == after and child is not None:
                    os.kill(child, signal.SIGKILL)
        if timer is not None:
            timer.cancel()
            timer.join()
        self.server.stdin.write("reap\n")
        self.server.stdin.flush()
        return acknowledged

    def close(self) -> None:
        assert self.server.stdin
        self.server.stdin.close()
        self.server.wait(10)


def check(path: Path, acknowledged: set[str]) -> int:
    """Open a journal and look at every record; how many there are."""
    store = open_store(path)
    assert store.notice == ""
    ids = [r.id for r in store.records()]
    assert acknowledged <= set(ids), f"lost: {acknowledged - set(ids)}"
    for id_ in ids:
        record = store.get(id_)
        assert record is not None
        assert record.body and record.at and record.author == "李裁判"
        if record.kind == "ruling":
            assert record.receipt is not None
            assert record.receipt.keys() == RECEIPT.keys()
            assert len(record.receipt["facts"]) == 60
        else:
            assert record.about in ids
    store.close()
    return len(ids)


def test_killed_at_random_moments(tmp_path: Path) -> None:
    chance = random.Random(20)
    killer = Killer()
    total = 0
    try:
        path = tmp_path / "0.sqlite"
        acknowledged: set[str] = set()
        for kill in range(5 * KILLS):
            if kill >= KILLS and total > ENOUGH:  # on a busy machine few come to save before they are killed
                break
            if kill % 10 == 0:  # a new journal: also killed while it is made
                path, acknowledged = tmp_path / f"{kill}.sqlite", set()
            early = chance.random() < 0.3  # while it opens or makes the file, else while it saves
            seconds = chance.uniform(0.0, 0.02) if early else chance.uniform(0.01, 0.12)
            acknowledged.update(killer.run(path, seconds, chance.choice([None, None, 1, 2, 5])))
            total += len(acknowledged) if kill % 10 == 9 else 0
            check(path, acknowledged)
    finally:
        killer.close()
    assert total > ENOUGH, "the savers hardly saved anything"


def test_killed_while_an_older_file_is_rewritten(tmp_path: Path) -> None:
    chance = random.Random(21)
    killer = Killer()
    there = [new_id() for _ in range(400)]
    rewritten = 0
    try:
        for kill in range(15):
            path = tmp_path / f"{kill}.sqlite"
            write_version_1(path, there)
            before = path.read_bytes()
            acknowledged: list[str] = []
            for longest in (0.1, 0.1, 0.3):
                acknowledged += killer.run(path, chance.uniform(0.0, longest))
            store = open_store(path)
            assert {*there, *acknowledged} <= {r.id for r in store.records()}
            store.close()
            kept = list(tmp_path.glob(f"{kill}-*.sqlite"))
            assert kept and all(k.read_bytes() == before for k in kept)
            rewritten += bool(acknowledged)
    finally:
        killer.close()
    assert rewritten


def test_two_savers_at_one_file(tmp_path: Path) -> None:
    path = tmp_path / "shared.sqlite"
    killers = [Killer(), Killer()]
    found: list[list[str]] = [[], []]

    def work(i: int) -> None:
        for turn in range(80):  # on a busy machine one of them may not come to save in its first turns
            found[i] += killers[i].run(path, 0.15)
            if turn >= 7 and found[i]:
                break

    threads = [threading.Thread(target=work, args=(i,)) for i in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for killer in killers:
        killer.close()
    assert found[0] and found[1]
    check(path, {*found[0], *found[1]})
