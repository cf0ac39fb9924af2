"""Figures for compiling and opening the handbook. Run: python -m tests.benchmarks.handbook

Targets: a full build within 15 s on two cores; opening the compiled handbook within 80 ms and 30 MB.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

OPEN = """
import time, psutil
process = psutil.Process()
before = process.memory_info().rss
start = time.perf_counter()
from rules_data.handbook import open_handbook
imported = time.perf_counter()
handbook = open_handbook()
opened = time.perf_counter()
handbook.provision("bridge-1999:64A1")
after = process.memory_info().rss
print((imported - start) * 1000, (opened - imported) * 1000, (after - before) / 2**20)
"""


def main() -> None:
    """Build in an empty folder, then open in fresh processes."""
    with tempfile.TemporaryDirectory() as cache:
        env = os.environ | {"ZHICAI_CACHE": cache}
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "app.cli", "build"], cwd=ROOT, env=env, check=True, stdout=subprocess.DEVNULL
        )
        print(f"build everything:       {time.perf_counter() - start:6.2f} s   (at most 15)")
        rows = []
        for _ in range(9):
            done = subprocess.run(
                [sys.executable, "-c", OPEN], cwd=ROOT, env=env, check=True, capture_output=True, text=True
            )
            rows.append([float(x) for x in done.stdout.split()])
        imported, opened, memory = (statistics.median(column) for column in zip(*rows, strict=True))
        print(f"import the reader:      {imported:6.1f} ms")
        print(f"open the handbook:      {opened:6.1f} ms  (at most 80)")
        print(f"memory for both:        {memory:6.1f} MB  (at most 30)")


if __name__ == "__main__":
    main()
