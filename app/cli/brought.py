"""Commands for the books users bring: add, list, show, diff, export, withdraw."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.book_files import give_file, is_books_file, list_file, take_file
from app.cli.output import fail, game_of, prepare, with_own_games
from app.cli.search import provision_lines
from app.cli.whose_books import keep
from rules_data.disk_faults import why

if TYPE_CHECKING:
    from app.brought.book_file import FileBooks
    from app.brought.kept import BookStore, Source
    from rules_data.brought.game_model import OwnGame
    from rules_data.brought.making import About
    from rules_data.brought.model import Brought
    from rules_data.handbook import Handbook

book = typer.Typer(help="自己的规则书：竞赛规程、补充规定、俱乐部约定。", no_args_is_help=True, rich_markup_mode=None)

Name = Annotated[str, typer.Argument(help="书名，或其中一段；也可写它的代号。")]
SHOWN = 12  # lines not understood that are said at once


def register(cli: typer.Typer) -> None:
    """Add the commands."""
    cli.add_typer(book, name="book")


@contextmanager
def books_kept() -> Iterator[FileBooks]:
    """The books of this device, open; stops with a message where they cannot be."""
    from app.base.data_folder import data_folder
    from app.brought.book_file import open_books
    from app.journal.store import JournalError

    try:
        store = open_books(data_folder())
    except OSError as e:
        fail(f"不能打开自己的规则书：{why(e)}。请检查 {data_folder()}。")
    try:
        store.current()
        if store.notice:
            typer.echo(store.notice, err=True)
        yield store
    except JournalError as fault:
        fail(fault, 1)
    finally:
        store.close()


def named(store: BookStore, name: str) -> Brought:
    """The one book of this name; stops with a message where there is none or several."""
    every = list(store.current().values())
    found = [b for b in every if name in (b.book.id, b.book.title, b.book.short)]
    found = found or [b for b in every if name in b.book.title or name in b.book.short or b.book.id.startswith(name)]
    if not found:
        known = "、".join(b.book.short for b in every[:8]) or "还没有添加过"
        fail(f"没有规则书“{name}”；现有：{known}。")
    if len(found) > 1:
        fail(f"“{name}”有几本：{'、'.join(f'{b.book.short}（{b.book.id}）' for b in found[:8])}；请写全名或代号。")
    return found[0]


def now_said() -> str:
    """The time as versions have it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _read(file: Path | None) -> Source:
    from app.brought.bringing import NotBrought, pasted, source_of
    from rules_data.decoding import SIZE, NotText, decoded

    try:
        if file is None or str(file) == "-":
            return pasted(decoded(sys.stdin.buffer.read(SIZE + 1)))
        with file.open("rb") as stream:
            return source_of(file.name, stream.read(SIZE + 1))
    except FileNotFoundError:
        fail(f"没有文件 {file}，请检查路径。")
    except OSError as e:
        fail(f"不能读 {file}：{why(e)}。")
    except NotText as e:
        fail(f"从标准输入读到的{e}")
    except NotBrought as e:
        fail(e)


def _event_id(name: str | None) -> str:
    """The id of an event of the journal; nothing for all events. Stops with a message where there is none of that name."""
    if not name:
        return ""
    from app.cli.competition import event_named

    return event_named(name).id


@book.command()
def add(
    file: Annotated[Path, typer.Argument(help="规程的文件：.txt、.md、.docx、.pdf；写 - 时从标准输入读。")],
    game: Annotated[str | None, typer.Option("--game", help="项目；不写时从文中看出来。")] = None,
    event: Annotated[str | None, typer.Option("--event", help="只用于日志里的这一项赛事；不写时用于所有赛事。")] = None,
    title: Annotated[str, typer.Option("--title", help="书名；不写时是文中第一行。")] = "",
    short: Annotated[str, typer.Option("--short", help="简称。")] = "",
    since: Annotated[str, typer.Option("--since", help="施行日期；不写时从文中看。")] = "",
    by: Annotated[str, typer.Option("--by", help="是谁添加的。")] = "",
    new_game: Annotated[str, typer.Option("--new-game", help="别的项目：程序没有的，写它的名称，如 斗地主。")] = "",
    seats: Annotated[
        int | None, typer.Option("--seats", min=2, max=8, help="别的项目几个人一桌；不写时从文中看。")
    ] = None,
    sides: Annotated[bool, typer.Option("--sides", help="别的项目坐对面的是一方；不写是各打各的。")] = False,
    instead: Annotated[str, typer.Option("--instead", help="这是已有的一本的新文本：写那一本的书名。")] = "",
) -> None:
    """添加一本自己的规则书，或一本的新文本；说出没有读懂的行。从执裁传出的规程文件，收下里面的各版。"""
    from app.brought.bringing import NotBrought, first_version, next_version
    from rules_data.brought.making import About

    handbook = prepare()
    asked = game_of(game)
    if file is not None and is_books_file(file):
        with books_kept() as store:
            take_file(store, file)
        return
    source = _read(file)
    with_own_games()
    with books_kept() as store:
        try:
            if instead:
                before = named(store, instead)
                if before.source == source.sha256:
                    fail(f"《{before.book.short}》现在就是这份文本，没有改动。")
                made = next_version(before, source, before.mends, at=now_said(), by=by, did="换成新的文本")
            else:
                about = About(
                    game="", title=title, short=short, in_force_since=since, event=_event_id(event),
                    own_game=_own_game(new_game, seats, sides, source.text),
                )  # fmt: skip
                about = _about(about, asked, source.text, store, handbook)
                simplified = handbook.script.simplified
                made = first_version(source, about, store.current(), at=now_said(), by=by, simplified=simplified)
        except NotBrought as fault:
            fail(fault)
        kept = keep(store, made, source)
    if kept:
        _say_added(made)


def _about(about: About, asked: str | None, text: str, store: BookStore, handbook: Handbook) -> About:
    """What is said of a new book, with its game; stops with a message where nobody can see which it is."""
    from app.brought.bringing import game_in
    from decision_trees.games import games, names, offered_games
    from rules_data.brought.making import base_of

    own = about.own_game
    called = {g.id: (g.name, *g.called.names) for g in offered_games().values()}
    game = asked or (own.name if own is not None else None) or game_in(text, called)
    if game is None:
        fail(f"看不出是哪个项目的规程，请加 --game：{names()}；别的项目写 --new-game 名称。")
    if own is None and game not in games():
        first = next(each.own_game for each in store.current().values() if each.book.game == game)
        own = replace(first, marks=(), ladder=(), trees=()) if first is not None else None
    return replace(about, game=game, base=base_of(game, handbook.books.values()), own_game=own)


def _own_game(name: str, seats: int | None, sides: bool, text: str) -> OwnGame | None:
    """The game that comes with a text; stops with a message where it cannot be called so."""
    if not name:
        return None
    from decision_trees.games import every_game
    from rules_data.brought.game_model import OwnGame
    from rules_data.brought.game_reading import name_fault, seats_in

    known = {word for each in every_game().values() for word in (each.id, each.name, *each.called.names)}
    if wrong := name_fault(name, known):
        fail(wrong)
    number = seats or seats_in(text) or 4
    return OwnGame(name=name, seats=number, sides=sides and number % 2 == 0)


def _say_added(made: Brought) -> None:
    from rules_data.brought.making import of_provisions

    b = made.book
    typer.echo(
        f"已添加《{b.title}》第 {made.version} 版（{b.id}）：{of_provisions(b.provisions)} 条，{len(b.tables)} 个表。"
    )
    if b.in_force_since:
        typer.echo(f"施行日期：{b.in_force_since}。")
    for doubt in made.doubts[:SHOWN]:
        typer.echo(f"第 {doubt.line} 行没有读懂：{doubt.why}：{doubt.text[:40]}")
    if len(made.doubts) > SHOWN:
        typer.echo(f"还有 {len(made.doubts) - SHOWN} 行，用 zhicai book show 看。")


@book.command("list")
def list_(
    file: Annotated[Path | None, typer.Argument(help="从执裁传出的规程文件：列出里面的，和这里的比哪个新。")] = None,
) -> None:
    """列出自己添加的规则书，或一个规程文件里的。"""
    from decision_trees.games import every_game

    with_own_games()
    if file is not None:
        with books_kept() as store:
            list_file(store, file)
        return
    with books_kept() as store:
        every = store.current()
        if not every:
            typer.echo("还没有添加过规则书。用 zhicai book add 添加一本。")
        for each in every.values():
            named = every_game().get(each.book.game)
            state = "已撤下" if each.withdrawn else "用于一项赛事" if each.event else "用于所有赛事"
            typer.echo(
                f"{each.book.id}  {named.name if named else each.book.game}  {each.book.title}  第{each.version}版  {state}"
            )


@book.command()
def show(
    name: Name,
    version: Annotated[int | None, typer.Option("--version", min=1, help="第几版；不写是现在的。")] = None,
    source: Annotated[bool, typer.Option("--source", help="照原样写出添加时的文本。")] = False,
) -> None:
    """显示一本书：条文、没有读懂的行、各版是谁何时改的。"""
    with books_kept() as store:
        shown = version_of(store, named(store, name), version)
        if source:
            kept = store.source(shown.source)
            if kept is None:
                fail("原文的记录坏了，读不出来；条文还在。", 1)
            typer.echo(kept.text, nl=False)
            return
        typer.echo(f"《{shown.book.title}》 {shown.book.id}")
        for each in store.versions(shown.book.id):
            here = " ←" if each.version == shown.version else ""
            typer.echo(
                f"第 {each.version} 版  {each.at[:16].replace('T', ' ')} UTC  {each.by or '（没有署名）'}  {each.did}{here}"
            )
        for top in shown.book.provisions:
            typer.echo("\n".join(provision_lines(top)))
        for doubt in shown.doubts:
            typer.echo(f"〔第 {doubt.line} 行没有读懂〕{doubt.why}：{doubt.text}")


def version_of(store: FileBooks, now: Brought, number: int | None) -> Brought:
    """A version of a book by its number, the present one without; stops with a message where there is none."""
    if number is None:
        return now
    found = next((each for each in store.versions(now.book.id) if each.version == number), None)
    if found is None:
        fail(f"《{now.book.short}》只有 {now.version} 版。")
    return found


@book.command()
def changes(
    name: Name,
    confirm: Annotated[list[int] | None, typer.Option("--confirm", min=1, help="确认第几处；可以写几次。")] = None,
    refuse: Annotated[list[int] | None, typer.Option("--refuse", min=1, help="第几处不是改动；可以写几次。")] = None,
    by: Annotated[str, typer.Option("--by", help="是谁确认的。")] = "",
) -> None:
    """列出一本书看来改动了规则的哪些条；确认了的才算数。"""
    from rules_data.brought.amending import amendment_of, decided, proposals
    from rules_data.brought.making import changed

    handbook = prepare()
    with books_kept() as store:
        now = named(store, name)
        found = proposals(now.book, handbook.books.get(now.base or ""))
        for number in (*(confirm or ()), *(refuse or ())):
            if number > len(found):
                fail(f"《{now.book.short}》只有 {len(found)} 处。")
            one = found[number - 1]
            accepted = number in (confirm or ())
            if accepted and not one.base:
                fail(f"第 {number} 处说的{one.named}，规则里没有找到，不能确认；请核对原文。")
            amendment = amendment_of(one, now.book, handbook) if accepted else None
            book_, every = decided(now, one.key, amendment)
            did = f"{'确认' if accepted else '不算'}：{one.named}"
            now = changed(now, at=now_said(), by=by, did=did, book=book_, decided=every)
            keep(store, now)
        state = {each.key: "已确认" if each.accepted else "不算" for each in now.decided}
        says = {"replaces": "改", "adds": "补充", "repeals": "不再适用"}
        for number, one in enumerate(found, 1):
            label = next(p.label for p in now.book.walk() if p.id == one.by)
            typer.echo(f"{number}. {state.get(one.key, '没有确认')}  {one.named} {says[one.effect]}（{label}）")
            for target in one.base:
                typer.echo("    原文：" + " ".join(" ".join(provision_lines(handbook.provision(target))).split()))
            typer.echo(f"    这里：{one.sentence}")
        if not found:
            typer.echo("没有看出改动规则的话。")


@book.command()
def export(
    name: Name,
    into: Annotated[Path, typer.Option("--into", help="放在哪个文件夹下。")] = Path(),
    as_: Annotated[str, typer.Option("--as", help="书的代号，如 jiangcheng-2026；不写时是它现在的代号。")] = "",
    game_as: Annotated[
        str, typer.Option("--game-as", help="别的项目的代号，如 doudizhu；写了就连项目的裁决树一起写出。")
    ] = "",
    file: Annotated[
        Path | None, typer.Option("--file", help="写成给别的设备的一个文件（各版和来源），不写文件夹；已有的不覆盖。")
    ] = None,
) -> None:
    """写成维护者可以收进 rules_data/books 的文件夹，或给别的设备的一个文件。"""
    from rules_data.brought.exporting import BadName, exported

    handbook = prepare()
    if file is not None:
        with books_kept() as store:
            give_file(store, named(store, name), file)
        return
    with books_kept() as store:
        now = named(store, name)
        kept = store.source(now.source)
    if kept is None:
        fail("原文的记录坏了，不能导出；条文还可以用 zhicai book show 看。", 1)
    try:
        files = exported(_of_game(now, game_as), kept.text, as_, {p.id for p in handbook.walk()}, _sound)
        played = _game_files(now, game_as, as_ or now.book.id) if game_as else {}
    except BadName as fault:
        fail(fault)
    folder = into / (as_ or now.book.id)
    if folder.exists():
        fail(f"{folder} 已经有了，没有覆盖；请换一个文件夹，或用 --as 换一个代号。")
    try:
        for file, text in (
            *((folder / path, text) for path, text in files.items()),
            *((into / path, text) for path, text in played.items()),
        ):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="")
    except OSError as e:
        fail(f"写不进 {folder}：{why(e)}。请换一个文件夹。", 1)
    with_law = "放进 rules_data/books，和所依据的规则在一起，再运行 zhicai check。"
    checking = with_law if now.book.amendments else f"检查用 zhicai check {into}。"
    typer.echo(f"已写出：{folder}（{len(files)} 个文件）。{checking}")
    if played:
        typer.echo(
            f"已写出：{into / game_as}（{len(played)} 个文件）。放进 decision_trees，和这本书一起，再运行 zhicai check。"
        )


def _sound(term: str) -> str:
    """The pinyin of a term, without tones: a maintainer writes these."""
    from app.base.opened import engine
    from search.pinyin import first_reading

    return first_reading(term, engine().language.pinyin.characters)


def _of_game(now: Brought, game_as: str) -> Brought:
    """A book with its game under another name."""
    return replace(now, book=replace(now.book, game=game_as)) if game_as else now


def _game_files(now: Brought, game_as: str, book_as: str) -> dict[str, str]:
    """The files of the game that came with a book, in a folder of its own; stops with a message where it has none."""
    from decision_trees.from_text import from_text
    from decision_trees.own_export import game_files

    if now.own_game is None:
        fail(f"《{now.book.short}》不是别的项目的规则，没有裁决树可以写出；请不写 --game-as。")
    found = game_files(from_text([now]), now.own_game.name, game_as, {now.book.id: book_as})
    return {f"{game_as}/{path}": text for path, text in found.items()}


@book.command()
def withdraw(name: Name, by: Annotated[str, typer.Option("--by", help="是谁撤下的。")] = "") -> None:
    """撤下一本书：不再查到，也不再改动条文；引用过它的裁决照样读得到。"""
    from rules_data.brought.making import changed

    with books_kept() as store:
        now = named(store, name)
        if now.withdrawn:
            fail(f"《{now.book.short}》已经撤下了。")
        gone = keep(store, changed(now, at=now_said(), by=by, did="撤下", withdrawn=True))
    if gone:
        typer.echo(f"已撤下《{now.book.title}》；再添加同一份文本就恢复。")
