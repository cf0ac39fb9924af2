"""Whether what a browser acknowledged is kept, however it ends: kills Chromium while it saves and counts.

    python -m tests.benchmarks.kept [kills] [--seconds N] [--site DIR] [--python DIR] [--profile DIR]

Half of the kills come with the acknowledgement, half within 12 ms after it, mostly in the midst of the next save. ``--site``: of
the whole app, a folder made by ``zhicai publish``; else of a page with the journal alone, which with ``--python`` has the
compiled Python of such a site and is twice as quick. ``--profile`` goes on with a profile; ``--seconds`` ends sooner.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path

from tests.kept.browser import Killer, site


def main() -> None:
    """Kill and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kills", nargs="?", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--site", type=Path)
    parser.add_argument("--profile", type=Path)
    parser.add_argument("--python", type=Path)
    given = parser.parse_args()
    chance = random.Random()
    with tempfile.TemporaryDirectory() as folder, site(given.site, given.python) as opened:
        killer = Killer(opened, given.profile or Path(folder) / "profile")
        began = time.monotonic()
        try:
            while killer.kills < given.kills and time.monotonic() - began < given.seconds:
                killer.kill(chance.randint(1, 8), chance.choice([0.0, chance.uniform(0, 0.012)]))
                if killer.kills % 10 == 0:
                    print(f"{killer.sentence}, {time.monotonic() - began:.0f} s", flush=True)
            killer.close()
        finally:
            print(killer.sentence, *sorted(killer.lost)[:5], *killer.faults[:5], sep="\n", flush=True)


if __name__ == "__main__":
    main()
