"""Files of books between devices on the command line: taken in, listed, held against what is here, given out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from app.cli.output import fail
from rules_data.disk_faults import why

if TYPE_CHECKING:
    from app.brought.kept import BookLog, BookStore
    from rules_data.brought.model import Brought

LARGEST = 200_000_000  # bytes of a file of books with all their sources


def is_books_file(file: Path) -> bool:
    """Whether a file was given out by this program with books in it: books alone, or behind records."""
    from app.brought.sharing import MARK

    try:
        with file.open("rb") as stream:
            head = stream.read(200)
            return head.startswith(MARK.encode()) or (
                head.startswith(b'{"file": "zhicai-journal"') or head.startswith(b'{"file":"zhicai-journal"')
            )
    except OSError:
        return False  # said where it is read


def read_books(file: Path) -> str:
    """The books of such a file; stops with a message where it has none."""
    from app.brought.sharing import parted
    from rules_data.decoding import NotText, read_file

    try:
        _, books = parted(read_file(file, LARGEST))
    except OSError as fault:
        fail(f"不能读 {file}：{why(fault)}。")
    except NotText as fault:
        fail(f"{file} {fault}")
    if not books:
        fail(f"{file} 里只有日志，没有规程；日志请在应用里用“并入别的裁判的日志”读。")
    return books


def opened_file(file: Path) -> BookLog:
    """The books of a file, opened by themselves; stops with a message where they cannot be read."""
    from app.brought.kept import BookLog
    from app.brought.sharing import NotTaken, take
    from app.journal.side_log import in_memory

    log = in_memory(BookLog())
    try:
        take(log, read_books(file))
    except NotTaken as fault:
        fail(f"{file}：{fault}")
    return log


def take_file(store: BookStore, file: Path) -> None:
    """Take in the books of a file: what is new, or later than what is here; say what came of each."""
    from app.brought.sharing import NotTaken, take

    try:
        taken = take(store, read_books(file))
    except NotTaken as fault:
        fail(f"{file}：{fault}")
    for line in taken.lines:
        typer.echo(line)


def list_file(store: BookStore, file: Path) -> None:
    """List the books of a file, and say of each whether this device has it, and whose text is the older."""
    from app.brought.sharing import digest_of
    from decision_trees.games import every_game

    log = opened_file(file)
    for id_, each in log.current().items():
        named = every_game().get(each.book.game)
        here = [digest_of(one) for one in store.versions(id_)]
        there = [digest_of(one) for one in log.versions(id_)]
        if not here:
            state = "这里没有"
        elif here[-1] == there[-1]:
            state = "这里是同一版"
        elif here[-1] in there:
            state = f"这里的第 {store.versions(id_)[-1].version} 版旧"
        elif there[-1] in here:
            state = f"这里的第 {store.versions(id_)[-1].version} 版新"
        else:
            state = "两边都改过"
        name = named.name if named else each.book.game
        typer.echo(f"{id_}  {name}  {each.book.title}  第{each.version}版  {state}")


def give_file(store: BookStore, one: Brought, file: Path) -> None:
    """Write a book with all its versions and sources, and the event it is meant for; what is there is not overwritten."""
    from app.brought.along import with_books

    content = with_books(_event(one.event), store, [one.book.id])
    try:
        with file.open("x", encoding="utf-8", newline="") as out:
            out.write(content)
    except FileExistsError:
        fail(f"{file} 已经有了，没有覆盖；请换一个名字。")
    except OSError as fault:
        fail(f"写不成 {file}：{why(fault)}。")
    count = len(store.versions(one.book.id))
    typer.echo(
        f"已写《{one.book.short}》共 {count} 版到 {file}。别的设备用 zhicai book add {file.name}，或应用里日志的“并入”。"
    )


def _event(id_: str) -> str:
    """The records of an event as last written; nothing where the journal has none."""
    from io import StringIO

    from app.base.data_folder import journal_file
    from app.journal.exchange import export
    from app.journal.journal import Journal
    from app.journal.sqlite_store import open_store
    from app.journal.store import JournalError

    if not id_ or not journal_file().exists():
        return ""
    out = StringIO()
    try:
        records = open_store(journal_file())
        try:
            names = Journal(records).concerning([id_])
            if names:
                export(records, out, names)
        finally:
            records.close()
    except JournalError as fault:
        fail(fault, 1)
    return out.getvalue()
