"""A hall in a database whose new workers do not come up while a file is there: ``python -m … ADDRESS EVENT PORT FILE``."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from app.exams.hall import Scripts
from app.hall.database.serving import Work, serve_database
from app.hall.opening import Door
from app.hall.protocol import HallError

THERE = "ZHICAI_TEST_FAILS"  # names the file, for the workers


def prepared() -> Scripts:
    """What a worker needs. Raises :class:`HallError` while the file is there."""
    if Path(os.environ[THERE]).exists():
        raise HallError("简繁对照表读不出来。")
    return Scripts()


def main() -> None:
    """Serve with two workers."""
    address, event, port, file = sys.argv[1:]
    os.environ[THERE] = file
    serve_database(Work(address, event, Door(int(port), ("127.0.0.1",))), 2, prepared, print, print)


if __name__ == "__main__":
    main()
