"""How long ``zhicai publish --apk`` takes, as somebody types it, and how large the file is. Run:

    python -m tests.benchmarks.apk [FILE]    # where the figures are written, such as tests/benchmarks/apk.txt

The first time a key is made, the second time it is there. Target: two minutes, at most 24 MB. The command runs in a process and a
folder of its own, with Python alone; where others use the machine, the seconds the program computed say more than the clock.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from tests.browser.reader import ROOT

TIMES = ("with a new key", "again")
TIME, SIZE = 120, 24_000_000  # seconds, bytes


def make(folder: Path) -> tuple[float, float]:
    """Make the package in a folder; return the seconds by the clock, and those the program computed."""
    command = [sys.executable, "-m", "app.cli", "publish", "--apk", str(folder / "zhicai.apk")]
    environment = {
        **os.environ,
        "ZHICAI_DATA": str(folder / "data"),
        "XDG_DATA_HOME": str(folder / "own"),
        "XDG_CONFIG_HOME": str(folder / "own"),
        "ZHICAI_KEY_PASSWORD": "a password for once",
        "PYTHONPATH": str(ROOT),
    }
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(command, cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)
    took, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(file: Path | None) -> None:
    """Measure, print, and write."""
    loads = [os.getloadavg()[0]]
    lines = []
    with tempfile.TemporaryDirectory(prefix="zhicai-") as name:
        folder = Path(name)
        for what in TIMES:
            took, computed = make(folder)
            loads.append(os.getloadavg()[0])
            lines.append(f"{what:<18}{took:6.0f} s by the clock, {computed:4.0f} s computed (aim {TIME} s)")
        size = (folder / "zhicai.apk").stat().st_size
    lines.append(f"{'size':<18}{size / 1_000_000:6.1f} MB (aim {SIZE / 1_000_000:.0f} MB)")
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()
    about = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, commit {commit}, Python {sys.version.split()[0]}, {os.cpu_count()} cores"
    before = ", before all others" if os.sched_getscheduler(0) else ""  # begun with chrt: others had to wait
    lines.insert(0, f"{about}, load {min(loads):.1f} to {max(loads):.1f}{before}")
    print("\n".join(lines))
    if file is not None:
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
