"""A copy of the journal in one file, and looking at one without touching it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from app.journal import file_guard
from app.journal.store import JournalError
from rules_data.disk_faults import why


def write_copy(connection: sqlite3.Connection, to: Path) -> int:
    """Write what a connection sees to where nothing is yet; returns how many records it holds.

    Raises :class:`JournalError` when there is something already, or it cannot be written; then nothing is left behind.
    """
    to = Path(os.path.abspath(to))
    if os.path.lexists(to):
        raise JournalError(f"已经有 {to}，没有覆盖；请换一个名字。")
    partial = to.with_name(to.name + ".partial")
    try:
        content = connection.serialize()
        file_guard.require_room(to.parent, len(content))
        partial.unlink(missing_ok=True)
        file_guard.make_file(partial)
        with partial.open("r+b") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        with opened(partial) as copy:
            found = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
            number = int(copy.execute("SELECT count(*) FROM records WHERE seq > 0").fetchone()[0])
        if found != "ok" or os.path.lexists(to):
            raise JournalError(f"备份没有写成：{to} 读回来与日志不同；请换一个位置再备份。")
        os.replace(partial, to)
    except OSError as fault:
        raise JournalError(f"备份没有写成：{to} 不能写入（{why(fault)}）；请换一个位置。") from fault
    finally:
        partial.unlink(missing_ok=True)
    return number


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a journal file to look at only; somebody else may be writing to it.

    Raises :class:`JournalError` for what is no ordinary file.
    """
    if not path.exists():
        raise JournalError(f"没有 {path} 这个文件；请检查路径。")
    if not path.is_file():
        raise JournalError(f"{path} 不是普通文件，没有打开；请选日志文件。")
    name = Path(os.path.realpath(path)).as_uri()
    try:
        connection = sqlite3.connect(f"{name}?mode=ro", uri=True, isolation_level=None)
        try:
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        except sqlite3.OperationalError:  # what was interrupted beside it can only be put right by writing
            connection.close()
            connection = sqlite3.connect(f"{name}?mode=ro&immutable=1", uri=True, isolation_level=None)
        with closing(connection):
            yield connection
    except sqlite3.Error as fault:
        raise JournalError(f"{path} 读不出，不是执裁的日志或有损坏（{fault}）。") from fault
