"""A process that saves rulings until it is killed; it says the id of each only after the journal acknowledged it.

Run as a program it is a fork server: for every line it reads (the path of a journal) it forks a child that saves, and says the
child's process id. It imports of the app only the journal.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from app.journal.journal import Journal
from app.journal.records import NO_EVENT, Place, RulingBody
from app.journal.sqlite_store import open_store

RECEIPT = {"receipt": 1, "facts": [{"name": f"fact{i}", "value": os.urandom(24).hex()} for i in range(60)]}


def save(path: Path, out: int) -> None:
    """Save rulings and corrections, each as soon as the last is on the disk."""
    journal = Journal(open_store(path), "李裁判")
    body = RulingBody(
        "guandan", "guandan.slow_play", "出牌超时", "violation", "记违例一次。", "penalty", Place("5", 2), ("3",)
    )
    while True:
        record = journal.save_ruling(NO_EVENT, body, RECEIPT)
        os.write(out, f"{record.id}\n".encode())
        record = journal.correct(record.id, {"remark": "更正"}, "补记")
        os.write(out, f"{record.id}\n".encode())


def serve() -> None:
    """Fork a child for every path that is read."""
    while line := sys.stdin.readline():
        child = os.fork()
        if child == 0:
            try:
                save(Path(line.strip()), sys.stdout.fileno())
            except BaseException as fault:  # whatever it is, the parent must hear of it
                os.write(sys.stdout.fileno(), f"fault {fault!r}\n".encode())
            os._exit(1)
        os.write(sys.stdout.fileno(), f"child {child}\n".encode())
        os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
        os.write(sys.stdout.fileno(), b"ended\n")
        sys.stdin.readline()  # until then its process id is its own
        os.waitpid(child, 0)


if __name__ == "__main__":
    serve()
