"""Commands for the journal of this device: a copy of it in one file, and whether anything in it was changed or taken out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.output import fail

if TYPE_CHECKING:
    from app.journal.sqlite_store import SQLiteStore

journal = typer.Typer(help="日志：备份、核对。", no_args_is_help=True, rich_markup_mode=None)


def register(cli: typer.Typer) -> None:
    """Add the commands."""
    cli.add_typer(journal, name="journal")


def _opened() -> SQLiteStore:
    """The journal of this device; stops with a message where there is none or it cannot be opened."""
    from app.base.data_folder import journal_file
    from app.journal.sqlite_store import open_store
    from app.journal.store import JournalError

    path = journal_file()
    if not path.exists() and not path.with_name(path.name + ".next").exists():
        fail(f"这台设备还没有日志（{path}）。")
    try:
        store = open_store(path)
    except JournalError as fault:
        fail(fault)
    if store.notice:
        typer.echo(store.notice, err=True)
    return store


@journal.command()
def backup(file: Annotated[Path, typer.Argument(help="备份写到哪个文件；已有的文件不会覆盖。")]) -> None:
    """把整本日志复制成一个文件；执裁开着也可以做。"""
    from app.base.data_folder import journal_file
    from app.journal.store import JournalError

    store = _opened()
    try:
        number = store.backup(file)
    except JournalError as fault:
        fail(fault)
    finally:
        store.close()
    typer.echo(f"已备份 {number} 条记录到 {file}。要用回时，先关闭执裁，再把它放到 {journal_file()}。")


@journal.command()
def head(qr: Annotated[bool, typer.Option("--qr", help="同时画出二维码。")] = False) -> None:
    """写出日志头：一个短码，说明这本日志到现在是怎样的。抄在纸上或发给别人，以后用 verify --head 对。"""
    from app.journal.heads import code_of

    store = _opened()
    try:
        code = code_of(store.head())
    finally:
        store.close()
    typer.echo(code.text)
    if qr:
        import io

        import segno

        out = io.StringIO()
        segno.make_qr(code.qr, error="m").terminal(out, compact=True)
        typer.echo(out.getvalue())


@journal.command()
def verify(
    file: Annotated[Path | None, typer.Argument(help="要核对的日志或备份文件；不写时核对这台设备的日志。")] = None,
    heads: Annotated[
        list[str] | None, typer.Option("--head", help="以前印出或发出的头码，可写几次：看日志到那里是不是原来的。")
    ] = None,
) -> None:
    """核对日志：有没有被改动、拿走或损坏的记录，对照了什么。有时退出码为 1；不改动文件。"""
    import sqlite3

    from app.base.data_folder import journal_file
    from app.journal.backup import opened
    from app.journal.heads import CodeError, read_code
    from app.journal.looking import verify as look
    from app.journal.outside import what_to_hold_against
    from app.journal.store import JournalError

    own = journal_file()
    path = file or own
    try:
        codes = tuple(read_code(each) for each in heads or ())
    except CodeError as fault:
        fail(fault)
    if file is None and not path.exists():
        fail(f"这台设备还没有日志（{path}）。")
    try:
        against = what_to_hold_against(path, own, codes)
        with opened(path) as connection:
            found = look(connection, against)
    except (JournalError, sqlite3.Error) as fault:
        fail(fault, 1)
    for line in found.lines:
        typer.echo(line)
    if not found.sound:
        raise typer.Exit(1)
