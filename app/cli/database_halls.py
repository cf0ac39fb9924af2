"""Commands for a hall that lies in a database; the parts of ``zhicai hall`` that need one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from app.cli.output import fail, prepare
from app.hall.protocol import HallError
from app.journal.store import JournalError

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from app.brought.opened import Opened
    from app.exams.hall import Scripts
    from app.hall.kept_by import HallState
    from app.hall.opening import Door
    from app.journal.entries import Event
    from app.journal.sqlite_store import SQLiteStore


@contextmanager
def _engine(database: str) -> Iterator[Engine]:
    """A database that is open. Ends the command where it cannot be used."""
    try:
        from app.hall.database.opening import open_database
    except ImportError:
        fail("数据库的会场还要装几样：pip install 'zhicai[database]'。", 1)
    try:
        engine = open_database(database)
        try:
            yield engine
        finally:
            engine.dispose()
    except (JournalError, HallError) as fault:
        fail(fault, 1)


@contextmanager
def in_database(database: str, name: str) -> Iterator[tuple[Event, HallState]]:
    """The event of this name, or a part of it, that has a hall in a database, and that hall."""
    with _engine(database) as engine:
        from app.hall.database.hall_tables import HallTables
        from app.hall.database.serving import halls_in

        found = halls_in(engine)
        same = [each for each in found if name in (each.id, each.body.name)] or [
            e for e in found if name in e.body.name
        ]
        if len(same) != 1:
            said = "、".join(each.body.name for each in found) or "一项也没有"
            what = "没有" if not same else "不止一项"
            fail(f"数据库里{what}“{name}”；有：{said}。要放进去：zhicai hall load {name}。", 1)
        yield same[0], HallTables(engine, same[0].id)


def put(event: Event, store: SQLiteStore, database: str, opened: Opened | None) -> None:
    """Put an event into a database, with the books for it, and say what came of it."""
    with _engine(database) as engine:
        from app.brought.by_hall import EventBooks
        from app.hall.database.serving import put_in

        books = EventBooks(opened.store, event.id, event.body.game) if opened is not None else None
        report = put_in(engine, store, event.id, books)
    typer.echo(f"{event.body.name} 已放进数据库：{report.sentence}")
    for line, why in report.refused:
        typer.echo(f"  第{line}行：{why}", err=True)


def serve_from(event: str, database: str, workers: int, door: Door, results: bool, log: Path | None) -> None:
    """Serve a hall that lies in a database."""
    with in_database(database, event) as (found, _):
        from app.hall.database.serving import Work, serve_database

        def ready(address: str) -> None:
            typer.echo(f"会场已开：{found.body.name}，{address}，在数据库里，{workers} 个进程。按 Ctrl+C 关闭。")

        serve_database(Work(database, found.id, door, results, log), workers, scripts, ready)


def scripts() -> Scripts:
    """The characters pages are written in, in a worker of its own."""
    from app.exams.hall import Scripts

    return Scripts(traditional=prepare().script.traditional)
