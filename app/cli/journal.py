"""Commands for the journal of this device: its rulings, a copy of it in one file, whether anything in it was changed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.base.plain_text import LINE, shown
from app.cli.output import fail, prepare

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from app.journal.entries import Entry
    from app.journal.journal import Journal
    from app.journal.sqlite_store import SQLiteStore

EVENT = typer.Option("--event", help="只要这一项赛事的裁决，写它的名称。")
journal = typer.Typer(help="日志：列出、备份、核对。", no_args_is_help=True, rich_markup_mode=None)


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
def casebook(
    folder: Annotated[Path, typer.Argument(help="写进哪个文件夹，每个项目一个文件；已有的文件不会覆盖。")],
    event: Annotated[str | None, EVENT] = None,
    named: Annotated[str, typer.Option("--named", help="案例编号的末尾以它开头：小写字母、数字、下划线。")] = "hall",
) -> None:
    """把日志里的裁决写成不带姓名的案例（YAML）：放进 decision_trees/项目/cases，zhicai check 就照着判。"""
    from app.journal.journal import Journal
    from app.journal.store import JournalError
    from app.papers.casebook import casebook as made_of
    from rules_data.disk_faults import why as why_not

    if not re.fullmatch(r"[a-z][a-z0-9_]{0,40}", named):
        fail("--named 要写小写字母开头、只有小写字母、数字和下划线的一个词，比如 hall2026。")
    store = _opened()
    try:
        book = Journal(store)
        found = made_of(book, _chosen(book, event)[::-1], named)
    except JournalError as fault:
        fail(fault)
    finally:
        store.close()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for game in found.cases:
            file = folder / f"{named}-{game}.yaml"
            with file.open("x", encoding="utf-8") as out:
                out.write(found.text(game))
            typer.echo(f"{file}：{len(found.cases[game])} 个案例。")
    except FileExistsError as fault:
        fail(f"{fault.filename} 已经有了，没有覆盖；请换一个文件夹，或用 --named 换一个名字。")
    except OSError as fault:
        fail(f"写不进 {folder}：{why_not(fault)}")
    for title, why in found.left_out:
        typer.echo(f"没有写：{shown(title, LINE)}。{why}", err=True)
    if not found.cases:
        fail("没有一条裁决能写成案例。", 1)


def _chosen(book: Journal, event: str | None) -> list[Entry]:
    """The rulings of an event, or all, the earliest first; stops with a message where there is no such event."""
    found = None if event is None else [each.id for each in book.events() if each.body.name == event]
    if found == []:
        fail(f"日志里没有叫“{shown(event, LINE)}”的赛事。zhicai event list 列出有哪些。")
    return [each for each in reversed(book.entries()) if found is None or each.event in found]


def _plain(book: Journal, entry: Entry, doubts: Sequence[str]) -> dict[str, Any]:
    """One ruling as JSON data."""
    from app.journal.numbers import form_number

    body = entry.body
    return {
        "id": entry.id,
        "number": form_number(entry),
        "at": entry.at,
        "event": book.event(entry.event).body.name,
        "game": body.game,
        "place": {name: getattr(body.place, name) for name in body.place.__dataclass_fields__},
        "offenders": list(body.offenders),
        "player": body.player,
        "title": body.title,
        "ruling": body.ruling,
        "level": body.level,
        "counts": dict(body.counts),
        "cites": list(body.cites),
        "remark": body.remark,
        "author": entry.author,
        "withdrawn": entry.withdrawn,
        "corrected": [each.text for each in entry.corrections],
        "appealed": [each.text for each in entry.appeals],
        "look_again": list(doubts),
    }


def _told(book: Journal, entry: Entry, doubts: Sequence[str]) -> list[str]:
    """One ruling in lines."""
    from app.ruling.assignment import scene_words
    from app.ruling.to_look_at import TO_LOOK_AT, clock

    body = entry.body
    where = scene_words(book.event(entry.event).body, body.place, body.offenders)
    marks = [TO_LOOK_AT] if doubts else []
    marks += ["已撤回"] if entry.withdrawn is not None else []
    marks += ["更正过"] if entry.corrections else []
    said = "".join(f"〔{each}〕" for each in marks)
    head = "  ".join(filter(None, (clock(entry.at), where, shown(body.title, LINE))))
    return [
        f"{entry.id}  {head}{said}",
        f"    {shown(body.ruling, 4 * LINE)}",
        *(f"    {TO_LOOK_AT}：{line}" for each in doubts for line in [each.replace("\n", " ")]),
    ]


@journal.command("list")
def list_(
    event: Annotated[str | None, EVENT] = None,
    again: Annotated[bool, typer.Option("--again", help="只列要重看的。")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="输出 JSON。")] = False,
) -> None:
    """列出日志里的裁决，先记的在前；要重看的写明原因和现在是怎样。"""
    import json

    from app.journal.journal import Journal
    from app.journal.store import JournalError
    from app.ruling.to_look_at import reasons

    prepare()
    store = _opened()
    try:
        book = Journal(store)
        chosen = _chosen(book, event)
        doubts = reasons(book, chosen)
        chosen = [each for each in chosen if not again or each.id in doubts]
        if as_json:
            plain = [_plain(book, each, doubts.get(each.id, ())) for each in chosen]
            typer.echo(json.dumps(plain, ensure_ascii=False, indent=2))
            return
        for each in chosen:
            typer.echo("\n".join(_told(book, each, doubts.get(each.id, ()))))
        number = sum(each.id in doubts for each in chosen)
        typer.echo(f"共 {len(chosen)} 条" + (f"，其中要重看 {number} 条" if number else ""))
    except JournalError as fault:
        fail(fault)
    finally:
        store.close()


@journal.command()
def export(
    file: Annotated[Path, typer.Argument(help="写到哪个文件：.csv、.xlsx 或 .json；已有的文件不会覆盖。")],
    event: Annotated[str | None, EVENT] = None,
    as_json: Annotated[bool, typer.Option("--json", help="写成 JSON，不论文件叫什么。")] = False,
) -> None:
    """把裁决写成一张表，先记的在前；要重看的写明原因和现在是怎样。"""
    import json

    from app.journal.journal import Journal
    from app.journal.store import JournalError
    from app.papers.spreadsheet import as_csv, as_xlsx
    from app.ruling.to_look_at import reasons
    from rules_data.disk_faults import why as why_not

    kind = ".json" if as_json else file.suffix.lower()
    if kind not in (".csv", ".xlsx", ".json"):
        fail(f"不知道要写成什么：“{shown(file.name, LINE)}”的末尾要是 .csv、.xlsx 或 .json。")
    handbook = prepare()
    store = _opened()
    try:
        book = Journal(store)
        chosen = _chosen(book, event)
        doubts = reasons(book, chosen)
        if kind == ".json":
            plain = [_plain(book, each, doubts.get(each.id, ())) for each in chosen]
            content = (json.dumps(plain, ensure_ascii=False, indent=2) + "\n").encode()
        else:
            made = as_csv if kind == ".csv" else as_xlsx
            content = made(chosen, lambda id_: book.event(id_).body, handbook, doubts)
    except JournalError as fault:
        fail(fault)
    finally:
        store.close()
    try:
        with file.open("xb") as out:
            out.write(content)
    except FileExistsError:
        fail(f"{file} 已经有了，没有覆盖；请换一个名字。")
    except OSError as fault:
        fail(f"写不成 {file}：{why_not(fault)}")
    typer.echo(f"已写 {len(chosen)} 条裁决到 {file}" + (f"，其中要重看 {len(doubts)} 条。" if doubts else "。"))


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
