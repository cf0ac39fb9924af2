"""Commands for the rounds of an event: set them up, pair, enter results, see standings, print and export."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.output import fail, labels, prepare
from rules_data.disk_faults import why

if TYPE_CHECKING:
    from app.journal.entries import Event
    from app.journal.journal import Journal
    from app.tools.competition.competition import Competition
    from app.tools.competition.meetings import Round

event = typer.Typer(help="赛程：编排、成绩、名次、打印。", no_args_is_help=True, rich_markup_mode=None)

Name = Annotated[str, typer.Argument(help="赛事的名称，或其中一段；也可写它的编号。")]
Number = Annotated[int | None, typer.Option("--round", "-r", min=1, help="第几轮；不写是正在打的一轮。")]
FORMATS = {"循环": "round_robin", "积分编排": "swiss", "单败": "single", "双败": "double", "分组": "groups"}


def register(cli: typer.Typer) -> None:
    """Add the commands."""
    cli.add_typer(event, name="event")


@contextmanager
def _journal() -> Iterator[Journal]:
    from app.base.data_folder import journal_file
    from app.journal.journal import Journal
    from app.journal.sqlite_store import open_store
    from app.journal.store import JournalError

    try:
        store = open_store(journal_file())
    except JournalError as fault:
        fail(fault)
    try:
        book = Journal(store)
        book.beside = of_books
        yield book
    except JournalError as fault:
        fail(fault, 1)
    finally:
        store.close()


def of_books(event: str, game: str) -> dict[str, str]:
    """What the books of this device settle at an event besides what its record says."""
    from app.cli.own_texts import own_books

    own = own_books()
    return own.settings(event, game).questions() if own is not None else {}


def _event(book: Journal, name: str) -> Event:
    """The one event of this name; stops with a message where there is none or several."""
    from app.journal.records import NO_EVENT

    every = [each for each in book.events() if each.id != NO_EVENT]
    found = [each for each in every if name in (each.id, each.body.name)] or [e for e in every if name in e.body.name]
    if not found:
        known = "、".join(each.body.name for each in every[:8]) or "还没有赛事"
        fail(f"日志里没有赛事“{name}”；现有：{known}。")
    if len(found) > 1:
        fail(f"“{name}”有几项：{'、'.join(each.body.name for each in found[:8])}；请写全名。")
    return found[0]


def _competition(book: Journal, name: str, entrant: str | None = None) -> tuple[Event, Competition]:
    """An event by its name, in which an entrant must be when one is named."""
    from app.tools.competition.reading import competition_of

    found, competition = competition_of(book, _event(book, name).id)
    if competition is None:
        fail(f"“{found.body.name}”还没有赛程；请先运行 zhicai event plan。")
    if entrant is not None and entrant not in competition.entrants:
        fail(f"这项赛事没有{entrant}号；请核对编号。")
    return found, competition


def _round(competition: Competition, number: int | None) -> Round:
    found = competition.round(number) if number is not None else competition.current
    if found is None:
        fail(f"没有第{number}轮。" if number is not None else "还没有编排；请先运行 zhicai event pair。")
    return found


def event_named(name: str) -> Event:
    """The one event of this name in the journal; stops with a message where there is none or several."""
    with _journal() as book:
        return _event(book, name)


@event.command("list")
def list_() -> None:
    """列出日志里的赛事。"""
    from app.journal.records import NO_EVENT
    from app.tools.competition.planning import FORMATS as NAMES
    from app.tools.competition.reading import competition_of

    with _journal() as book:
        for each in book.events():
            if each.id == NO_EVENT:
                continue
            _, competition = competition_of(book, each.id)
            way = NAMES[competition.plan.format] if competition is not None else "未排赛程"
            typer.echo(f"{each.id}  {each.body.name}  {len(each.body.entrants)}对  {way}")


@event.command()
def new(
    name: Annotated[str, typer.Argument(help="赛事名称。")],
    game: Annotated[str, typer.Argument(help="项目：{games}。")],
    entrants: Annotated[Path, typer.Argument(help="参赛名单：CSV、XLSX 或文字，每行 编号 名称 选手。")],
    supplement: Annotated[bool, typer.Option("--supplement", help="采用附件（项目有附件的）。")] = False,
    alone: Annotated[bool, typer.Option("--alone", help="只写了一名选手的（同伴还没有定）也照样报名。")] = False,
) -> None:
    """设一项赛事，读入参赛名单。"""
    from app.cli.output import game_of
    from app.events.editing import one_short, said_of_one_short
    from app.events.entrants import read_file
    from app.journal.records import EventBody

    handbook = prepare()
    chosen = game_of(game)
    if not entrants.is_file():
        fail(f"没有 {entrants} 这个文件；请检查路径。")
    people, faults = read_file(entrants.read_bytes())
    for each in faults:
        typer.echo(each, err=True)
    if not people:
        fail("名单里没有读出参赛者，没有设赛事。")
    if chosen is not None and (short := one_short(people, chosen)):
        said = said_of_one_short(short, chosen)
        if not alone:
            fail(f"没有设赛事：{said}同伴还没有定的，加 --alone 照样报名。", 1)
        typer.echo(said, err=True)
    books = tuple(
        b.id
        for b in handbook.books.values()
        if b.game == chosen and b.script == "hans" and (supplement or not b.amends)
    )
    with _journal() as book:
        id_ = book.save_event(EventBody(name, chosen, books, entrants=people))
    typer.echo(f"已设赛事“{name}”（{id_}），{len(people)}对（队）。")


@event.command()
def plan(
    name: Name,
    format_: Annotated[str, typer.Argument(metavar="赛制", help="循环、积分编排、单败、双败、分组。")],
    rounds: Annotated[int, typer.Option(min=0, help="积分编排共几轮；不写时照规程里确认了的。")] = 0,
    deals: Annotated[int, typer.Option(min=0, help="一轮（一局）打几副；不写时照规程里确认了的。")] = 0,
    rotation: Annotated[bool, typer.Option("--rotation", help="用固定轮转编排法；不写用贝格尔。")] = False,
    double: Annotated[bool, typer.Option("--double", help="双循环。")] = False,
    groups: Annotated[int, typer.Option(min=0, help="分几组。")] = 0,
    through: Annotated[int, typer.Option(min=0, help="每组出线几对。")] = 0,
    bye: Annotated[str, typer.Option(help="轮空得分，如 2,13（按规程；条文没有写）。")] = "",
    draw: Annotated[bool, typer.Option("--draw", help="抽签排位置；不写照名单次序。")] = False,
    third: Annotated[bool, typer.Option("--third", help="单败淘汰加赛三、四名。")] = False,
    drop: Annotated[str, typer.Option(help="双败淘汰负者落到负区：same 相对应，reverse 上下对调。")] = "",
    scoring: Annotated[str, typer.Option(help="记分：levels、standard、winner、points；不写按项目。")] = "",
    vp: Annotated[Path | None, typer.Option(help="VP表的文件：每行 IMP差 胜方VP 负方VP，如 0-2 10 10。")] = None,
) -> None:
    """排赛程：赛制、轮次表、轮空怎样计分。"""
    from app.brought.settings import DEALS, ROUNDS
    from app.journal.competition import fault, written
    from app.tools.competition.meetings import PlanError
    from app.tools.competition.planning import check, first_plan
    from app.tools.competition.swiss import drawn

    if format_ not in FORMATS:
        fail(f"没有“{format_}”这种赛制，可用：{'、'.join(FORMATS)}。")
    with _journal() as book:
        found = _event(book, name)
        numbers = tuple(each.number for each in found.body.entrants)
        by_books = _by_books(found)
        rounds = rounds or (by_books.get(ROUNDS, 0) if FORMATS[format_] == "swiss" else 0)
        made = first_plan(found.body.game or "", drawn(numbers) if draw else numbers, found.body.tables, rounds or None)
        made = replace(made, deals=deals or by_books.get(DEALS, 0))
        what: dict[str, Any] = {
            "format": FORMATS[format_], "method": "rotation" if rotation else "berger", "cycles": 2 if double else 1,
            "bye_points": _bye_points(bye), "third_place": third, "drop": drop,
        }  # fmt: skip
        what |= {key: value for key, value in (("groups", groups), ("through", through), ("scoring", scoring)) if value}
        made = replace(made, **what, victory=_victory(vp))
        body = written(made)
        if problem := fault(json.loads(json.dumps(body))):
            fail(f"{problem}请核对各选项的写法。")
        try:
            check(made, found.body.game or "")
        except PlanError as refused:
            fail(refused)
        book.save_competition(found.id, [body])
    typer.echo(f"已排“{found.body.name}”：{format_}，{len(numbers)}对（队）。")


def _bye_points(said: str) -> tuple[float, ...]:
    """What a bye scores, as it was typed; stops with a message where that cannot be read."""
    if not said:
        return ()
    try:
        points = tuple(float(part) for part in said.replace("，", ",").split(","))
    except ValueError:
        fail(f"看不懂轮空得分“{said}”，请写成 2,13。")
    return (*points, 0)[:2]


def _by_books(found: Event) -> dict[str, int]:
    """The rounds and deals that books in force at an event lay down and somebody confirmed; what they say is said.

    What nobody has confirmed is said too, and not taken.
    """
    from app.brought.settings import DEALS, ROUNDS, laid_down, point_of
    from app.cli.own_texts import own_books

    own, game = own_books(), found.body.game or ""
    if own is None:
        return {}
    handbook, taken = own.handbook(), {}
    there = [b for b in own.books().values() if b.book.id in own.in_force(found.id) and b.book.game == game]
    for fact in (ROUNDS, DEALS):
        for brought, choice, confirmed in laid_down(there, handbook, fact):
            point = point_of(handbook, choice.question)
            if point is None or not choice.options[0].isdecimal():
                continue
            where = f"《{brought.book.short}》{handbook.provision(choice.by).label}“{choice.sentence}”"
            if confirmed:
                taken[fact] = int(choice.options[0])
                typer.echo(f"照{where}：{point.said} {point.shown(choice.options[0])}。")
            else:
                typer.echo(f"{where}，没有确认，没有照它排；确认用 zhicai book settings {brought.book.short}。")
    return taken


def _victory(file: Path | None) -> tuple[tuple[int | float, int | float, int | float], ...]:
    """An event's own table of victory points; stops with a message where it is none."""
    if file is None:
        return ()
    from app.tools.competition.meetings import PlanError
    from app.tools.competition.victory import read_table
    from rules_data.decoding import NotText, read_file

    if not file.is_file():
        fail(f"没有 {file} 这个文件；请检查路径。")
    try:
        return read_table(read_file(file, 100_000))
    except (NotText, PlanError) as refused:
        fail(refused)


@event.command()
def pair(name: Name) -> None:
    """积分编排：编排下一轮，说明为什么这样排。"""
    from app.journal.competition import written
    from app.tools.competition.meetings import PlanError
    from app.tools.competition.next_round import next_round

    prepare()
    with _journal() as book:
        found, competition = _competition(book, name)
        try:
            body = next_round(competition)
        except PlanError as refused:
            fail(refused, 1)
        book.save_competition(found.id, [written(body)])
        for each in body.pairings:
            two = f"{competition.said(each.home)} — {competition.said(each.away)}"
            typer.echo(f"{each.table or '—':>3}  {two}  （{'；'.join(each.why)}）")


@event.command()
def rounds(name: Name, number: Number = None) -> None:
    """看一轮的对阵和成绩。"""
    from app.tools.competition.tables import round_table

    prepare()
    with _journal() as book:
        _, competition = _competition(book, name)
        chosen = _round(competition, number)
        typer.echo(chosen.title)
        for row in round_table(competition, chosen)[1]:
            typer.echo("  ".join(row))


@event.command()
def results(
    name: Name,
    file: Annotated[Path | None, typer.Argument(help="成绩单：CSV、XLSX 或文字；不写时从标准输入读。")] = None,
    number: Number = None,
) -> None:
    """录入一轮的成绩，每行如“3 A 9”或“1-8 A 9”。有读不懂的行时退出码为 1，读懂的照录。"""
    import sys

    from app.journal.competition import written
    from app.tools.competition.entry import from_bytes, from_pasted

    prepare()
    if file is not None and not file.is_file():
        fail(f"没有 {file} 这个文件；请检查路径。")
    with _journal() as book:
        found, competition = _competition(book, name)
        chosen = _round(competition, number)
        read = (
            from_bytes(competition, chosen, file.read_bytes())
            if file is not None
            else from_pasted(competition, chosen, sys.stdin.read())
        )
        if read.results:
            book.save_competition(found.id, [written(each) for each in read.results])
    typer.echo(f"{chosen.title}：录入{len(read.results)}桌。")
    for each in read.faults:
        typer.echo(each, err=True)
    if read.faults:
        raise typer.Exit(1)


@event.command()
def leave(
    name: Name,
    entrant: Annotated[str, typer.Argument(help="退赛者的编号。")],
    number: Annotated[int, typer.Argument(metavar="轮次", min=1, help="从第几轮起。")],
    decided: Annotated[str, typer.Option(help="条文没有写的，裁判长定的：bye 不计按轮空，wins 判对手胜。")] = "",
) -> None:
    """记一对（队）从某一轮起退赛；成绩按现行条文处理，和裁决树说的一样。"""
    from app.journal.competition import ChangeBody, written

    if decided not in ("", "bye", "wins"):
        fail(f"--decided 只能是 bye 或 wins，现在是“{decided}”。")
    handbook = prepare()
    with _journal() as book:
        found, competition = _competition(book, name, entrant)
        body = ChangeBody(entrant, "leave", number, decided=decided)  # type: ignore[arg-type]
        book.save_competition(found.id, [written(body)])
        _, competition = _competition(book, name)
        follows = competition.following(entrant)
        said = competition.cancelled.get(entrant, follows.says if follows is not None else "")
    typer.echo(f"{entrant}号第{number}轮起退赛。" + (f"{said}。" if said else ""))
    for each in follows.settled if follows is not None else ():
        typer.echo(f"按默认：{each}")
    if follows is not None and follows.cites:
        typer.echo(f"依据  {labels(follows.cites, handbook)}")
    if follows is not None and follows.rest == "redraw":
        typer.echo(f"重新抽签：zhicai event redraw {name}")
    elif follows is not None and follows.rest in ("refer", "fill_up"):
        typer.echo(
            f"他未赛的各场：裁判长定{'不计，按轮空' if decided == 'bye' else '判对手胜'}。"
            if decided
            else "他未赛的各场条文没有写，由裁判长定；定了以后写 --decided bye（不计，按轮空）或 wins（判对手胜）再记一次。"
        )


@event.command()
def redraw(name: Name) -> None:
    """有人在第一轮开始前退赛、条文要重新抽签的，重新抽签并重排各轮。"""
    from app.journal.competition import written
    from app.tools.competition.swiss import drawn

    prepare()
    with _journal() as book:
        found, competition = _competition(book, name)
        gone = competition.to_draw_again
        if not gone:
            fail("没有要重新抽签的：没有人在第一轮开始前退赛，或条文不要重抽。")
        order = drawn([each for each in competition.plan.order if each not in competition.left])
        book.save_competition(found.id, [written(competition.drawn_again(order))])
    typer.echo(f"已重新抽签：{'、'.join(order)}。")


@event.command()
def late(
    name: Name,
    entrant: Annotated[str, typer.Argument(help="迟到者的编号。")],
    minutes: Annotated[int, typer.Argument(metavar="分钟", min=0, max=999, help="迟到满几分钟。")],
    number: Number = None,
    seconds: Annotated[bool, typer.Option("--seconds", help="另有几秒。")] = False,
    add: Annotated[bool, typer.Option("--add", help="录的级数没有含对方升的级，照加。")] = False,
    main: Annotated[float, typer.Option(help="条文没有定扣多少的，扣加的分（扣写负数）。")] = 0,
    second: Annotated[float, typer.Option(help="第二项的扣加。")] = 0,
) -> None:
    """记一对（队）迟到，还不到弃权的；怎样处理按现行条文，到了弃权的请录弃权。"""
    from app.journal.competition import LateBody, written
    from app.tools.competition import lateness

    handbook = prepare()
    with _journal() as book:
        found, competition = _competition(book, name, entrant)
        chosen = _round(competition, number)
        amounts = (int(each) if float(each).is_integer() else each for each in (main, second))
        body = LateBody(entrant, chosen.number, "late", minutes, seconds, not add, *amounts)
        about = competition.late_in(entrant, chosen.number)
        follows = lateness.follows(competition.rules, body, *about)
        if follows.forfeit:
            fail(f"迟到{lateness.time_said(body)}：{follows.words}；请录这一桌的弃权（迟到）。", 1)
        book.save_competition(found.id, [written(body)])
    typer.echo(f"{entrant}号{lateness.said(competition.rules, body, *about)}。")
    if follows.cites:
        typer.echo(f"依据  {labels(follows.cites, handbook)}")


@event.command()
def standings(name: Name, number: Number = None) -> None:
    """看名次，和上一名差在哪里，还差几分。"""
    from app.tools.competition.meetings import GROUP_NAMES
    from app.tools.competition.tables import standings_table

    prepare()
    with _journal() as book:
        _, competition = _competition(book, name)
        in_groups = competition.plan.format == "groups"
        for at in range(len(competition.groups)):
            group = at if in_groups else None
            headings, rows = standings_table(competition, competition.standings(number, group), number=number)
            if in_groups:
                typer.echo(f"{GROUP_NAMES[at]}组")
            typer.echo("\t".join(headings))
            for row in rows:
                typer.echo("\t".join(row))
            for entrant, need in competition.needs(group).items() if number is None else ():
                typer.echo(f"{competition.said(entrant)}：{need.words}")


KINDS = ("名次表.pdf", "对阵表.pdf", "记录卡.pdf", "桌位图.pdf", "对阵图.pdf", "成绩.html", "成绩.xlsx", "成绩.csv")


@event.command("print")
def print_(
    name: Name,
    kind: Annotated[str, typer.Argument(metavar="种类", help="、".join(KINDS))],
    file: Annotated[Path, typer.Argument(help="写到哪个文件。")],
    number: Number = None,
) -> None:
    """打印或导出：名次表、对阵表、记录卡、桌位图、对阵图（PDF），成绩（网页、XLSX、CSV）。"""
    from app.papers import competition as papers
    from app.papers import competition_files as files

    if kind not in KINDS:
        fail(f"没有“{kind}”，可用：{'、'.join(KINDS)}。")
    handbook = prepare()
    now = datetime.now().astimezone().isoformat(timespec="seconds")
    with _journal() as book:
        _, found = _competition(book, name)
        if kind == "名次表.pdf":
            content = papers.standings_paper(found, handbook, printed_at=now)
        elif kind == "对阵表.pdf":
            chosen = [_round(found, number)] if number is not None else found.rounds
            content = papers.schedule_paper(found, chosen, handbook, printed_at=now)
        elif kind == "记录卡.pdf":
            content = papers.cards_paper(found, _round(found, number), handbook)
        elif kind == "桌位图.pdf":
            content = papers.plan_paper(found, _round(found, number), handbook, printed_at=now)
        elif kind == "对阵图.pdf":
            content = papers.bracket_paper(found, handbook, printed_at=now)
        elif kind == "成绩.html":
            content = files.as_html(found, handbook, printed_at=now)
        else:
            content = files.as_xlsx(found) if kind == "成绩.xlsx" else files.as_csv(found)
    try:
        file.write_bytes(content)
    except OSError as fault:
        fail(f"写不进 {file}（{why(fault)}）；请换一个位置。", 1)
    typer.echo(f"已写入 {file}。")
