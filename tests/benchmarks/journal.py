"""A journal of 20,000 records: opening it, its first page, the ladder of a pair, and what saving takes.

Run from the project's folder: ``python -m tests.benchmarks.journal``. Aims: open and list under 300 ms, ladder under 50 ms.
"""

from __future__ import annotations

import io
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from app.base.opened import trees
from app.journal.exchange import export, merge
from app.journal.journal import Journal
from app.journal.records import Entrant, EventBody, Place, Record, RulingBody, plain
from app.journal.sqlite_store import open_store
from app.journal.ulids import new_id
from app.ruling.assignment import context
from app.ruling.scene import Scene
from app.ruling.tally import tally
from decision_trees.engine import Ruled, advance
from decision_trees.law import Law
from decision_trees.library import open_library
from decision_trees.receipt import make_receipt
from rules_data.handbook import open_handbook

RECORDS = 20_000
CASES = [
    ("guandan.slow_play", {"seconds": 35, "warned": True}),
    ("guandan.slow_play", {"seconds": 25}),
    ("guandan.violation_count", {"violations_this_round": 1}),
    ("guandan.foul_count", {"fouls_this_game": 1}),
    ("guandan.violation_count", {"violations_this_round": 0}),
]


def fill(path: Path) -> str:
    """Write the journal of a large event with real rulings and receipts; the event's id."""
    library, handbook = open_library(), open_handbook()
    ruled = []
    for tree, facts in CASES:
        step = advance(library.tree(tree), facts, Law(library.trees, handbook.books, {}))
        assert isinstance(step, Ruled)
        receipt = make_receipt(step, handbook, library)
        ruled.append((step, receipt, tuple(library.ladders["guandan"].of_ruling(step).items())))
    chance = random.Random(6)
    event = new_id()
    entrants = tuple(Entrant(str(i), f"第{i}对", (f"甲{i}", f"乙{i}")) for i in range(1, 201))
    at = "2025-05-01T09:30:00+08:00"
    records = [Record(event, at, "王", event, "event", plain(EventBody("大赛", "guandan", entrants=entrants)))]
    rulings: list[str] = []
    while len(records) < RECORDS:
        if rulings and chance.random() < 0.1:
            kind = chance.choice(["correction", "withdrawal", "note"])
            body = {"correction": {"offenders": [str(chance.randint(1, 200))], "reason": "记错了对"}}
            said = body.get(kind, {"reason": "看错了", "text": "看过录像"})
            records.append(Record(new_id(), at, "王", event, kind, said, chance.choice(rulings)))  # type: ignore[arg-type]
            continue
        step, receipt, counts = chance.choice(ruled)
        body_ = RulingBody(
            "guandan", step.entry.id, step.entry.title, step.outcome_id, step.outcome.ruling, step.outcome.level,
            Place(str(chance.randint(1, 100)), chance.randint(1, 12), chance.randint(1, 3), chance.randint(1, 30)),
            (str(chance.randint(1, 200)),), counts=counts, cites=step.cites,
            chain=rulings[-1] if rulings and chance.random() < 0.3 else None,
        )  # fmt: skip
        # no two receipts are the same
        own = {**receipt, "note": f"{chance.getrandbits(256):x}", "at": len(records)}
        records.append(Record(new_id(), at, "王", event, "ruling", json.loads(json.dumps(plain(body_))), None, own))
        rulings.append(records[-1].id)
    store = open_store(path)
    for i in range(0, len(records), 1000):
        store.append(records[i : i + 1000])
    store.close()
    return event


def median(work: Callable[[], object], times: int = 5) -> float:
    """Milliseconds, of several runs the middle one."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        taken.append((time.perf_counter() - began) * 1000)
    return statistics.median(taken)


OPEN = """
import sys, time
from pathlib import Path
from app.journal.journal import Journal
from app.journal.sqlite_store import open_store
began = time.perf_counter()
journal = Journal(open_store(Path(sys.argv[1])))
page = journal.entries(sys.argv[2], limit=50)
assert len(page) == 50
print((time.perf_counter() - began) * 1000)
"""


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite"
        event = fill(path)
        print(f"{RECORDS} records, {path.stat().st_size / 1e6:.1f} MB")
        opened = []
        for _ in range(5):  # each in a new process, as the app starts
            done = subprocess.run([sys.executable, "-c", OPEN, path, event], capture_output=True, text=True, check=True)
            opened.append(float(done.stdout))
        print(f"open and first page:   {statistics.median(opened):7.1f} ms   (aim 300)")
        store = open_store(path)
        journal = Journal(store, "王")
        trees()
        journal.entries(event, limit=50)
        place = Place("5", 3, 1, 2)

        def counted(pair: str) -> None:
            here = Scene(event, "guandan", place, (pair,))
            assert tally(here, context(journal, here, ())) is not None

        began = time.perf_counter()
        counted("7")
        print(f"ladder, the first:     {(time.perf_counter() - began) * 1000:7.1f} ms   (aim 50)")

        def ladder() -> None:
            counted(str(random.randint(1, 200)))

        print(f"ladder of a pair:      {median(ladder, 20):7.1f} ms   (aim 50)")
        print(f"first page again:      {median(lambda: journal.entries(event, limit=50)):7.1f} ms")
        print(f"one table of all:      {median(lambda: journal.entries(event, table='5')):7.1f} ms")
        print(f"search of all:         {median(lambda: journal.entries(event, text='超时 7')):7.1f} ms")
        some = journal.entries(event, limit=100)
        print(f"a receipt:             {median(lambda: journal.receipt(random.choice(some).id), 50):7.2f} ms")
        body, receipt = some[0].body, journal.receipt(some[0].id)
        taken = []
        for _ in range(300):
            began = time.perf_counter()
            journal.save_ruling(event, body, receipt)
            taken.append((time.perf_counter() - began) * 1000)
        cuts = statistics.quantiles(taken, n=100)
        print(f"save a ruling:         {cuts[49]:7.2f} ms p50, {cuts[98]:.2f} ms p99")
        print(f"ladder after a save:   {median(ladder, 1):7.1f} ms")
        stream = io.StringIO()
        print(f"export:                {median(lambda: export(store, stream), 1):7.0f} ms")
        other = open_store(Path(folder) / "other.sqlite")
        print(f"merge into an empty:   {median(lambda: merge(other, io.StringIO(stream.getvalue())), 1):7.0f} ms")
        print(f"merge again:           {median(lambda: merge(other, io.StringIO(stream.getvalue())), 1):7.0f} ms")
        print(f"({os.cpu_count()} processors)")


if __name__ == "__main__":
    main()
