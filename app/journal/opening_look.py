"""What is looked at at once: the end of a journal when it is opened, and a record when it is shown.

The whole is looked at afterwards (:mod:`app.journal.looking`), while it is used.
"""

from __future__ import annotations

import sqlite3

from app.journal import signed_tables
from app.journal.findings import Against, Findings
from app.journal.growing import end_of
from app.journal.looking import Reading, lenient, rows_after

END = 20  # records at the end


def end_faults(connection: sqlite3.Connection, against: Against, number: int = END) -> tuple[str, ...]:
    """What is wrong with the last records and the head: one sentence each."""
    with lenient(connection):
        connection.execute("BEGIN")  # as it is at one moment, whoever adds to it
        try:
            last, held = connection.execute(
                "SELECT coalesce(max(seq), 0), count(*) FROM records WHERE seq > 0"
            ).fetchone()
            reading = _read(connection, against, max(0, last - number), last)
        finally:
            connection.execute("COMMIT")
        return (*reading.found.faults, *_head(reading.found, last, held))


def record_faults(connection: sqlite3.Connection, id_: str, against: Against) -> tuple[str, ...]:
    """What is wrong with one record, by itself and beside the one its chain has before it."""
    with lenient(connection):
        found = connection.execute(
            "SELECT seq, device, number, before FROM records WHERE id = ? AND seq > 0", (id_,)
        ).fetchone()
        if found is None:
            return ()
        seq, device, number, before = found
        faults = list(_read(connection, against, seq - 1, seq).found.faults)
        former = connection.execute(
            "SELECT hash FROM records WHERE seq > 0 AND device = ? AND device <> '' AND number = ?",
            (device, number - 1 if isinstance(number, int) else None),
        ).fetchone()
        if former is not None and former[0] != before and not faults:
            faults.append(f"记录 {id_} 与它前面的一条接不上，其中一条被改过或换过。")
        return tuple(faults)


def _read(connection: sqlite3.Connection, against: Against, after: int, last: int) -> Reading:
    reading = Reading(Findings(against), after)
    reading.know(connection)
    for row in rows_after(connection, after, last, last - after):
        reading.row(*row)
    reading.end()
    return reading


def _head(read: Findings, last: int, held: int) -> list[str]:
    """Hold the last signed head against what is there and against what was noted outside the file."""
    kept = read.against.kept
    now = signed_tables.latest(read.heads)
    seen = kept.seen if kept is not None else None
    if now is None:
        return ["本机签过名的日志头不在了：日志文件被换掉，或日志头被拿走。"] if seen is not None else []
    mark = next(each for each in reversed(read.heads) if each.head == now)
    if not signed_tables.is_by(mark, read.signers.get(now.device)):
        return ["日志头的签名不对：被改过，或是放进来的。"]
    if now.held != held or now.row != last:
        return [f"日志头签的是 {now.held} 条，现有 {held} 条：有记录被拿走，或是放进来的。"]
    if seen is not None and end_of(now) != seen and now.held <= seen[3]:
        return ["日志头不是本机最后签的那一个：被截短，或换回了旧的日志文件。"]
    return []
