"""A living table: in the terminal, ``zhicai study table``; on two phones, ``zhicai study together``."""

from __future__ import annotations

from pathlib import Path
from secrets import randbelow, token_hex
from typing import Annotated, Any

import typer

from app.cli.output import fail, game_of, prepare
from app.cli.study import study
from app.cli.usage import GAME

SEEDS = 1_000_000  # a table by chance has one of so many numbers


def living_table(
    game: Annotated[str, typer.Option("--game", help=GAME)],
    seed: Annotated[int, typer.Option("--seed", min=0, help="同一个号码，同一副牌、同样的违规。")] = 1,
    kinds: Annotated[str, typer.Option("--kinds", help="先来这些违规：几棵树的名字，用逗号隔开。")] = "",
) -> None:
    """活的牌桌：从发牌打到记分，违规发生在哪里，照树怎样裁，打下去又怎样。"""
    from app.study.table.demonstration import demonstrated
    from app.study.table.games import game_of as living
    from app.study.table.living import opened
    from app.study.table.model import Address

    prepare()
    chosen = game_of(game)
    found = living(chosen) if chosen is not None else None
    if found is None or chosen is None:
        fail("这个项目还没有活的牌桌。")
    table = opened(Address(chosen, found.version, seed, tuple(each for each in kinds.split(",") if each)))
    if isinstance(table, str):
        fail(table)
    typer.echo(f"{table.address.text}：{'，'.join(found.shown(table.position).notes)}")
    for line in demonstrated(table):
        if line.ruled is None:
            typer.echo(line.text)
            continue
        coming = f"　{line.ruled.next.line}" if line.ruled.next is not None else ""
        typer.echo(f"  裁决　{line.text}{coming}")


def together(
    game: Annotated[str, typer.Option("--game", help=GAME)],
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="牌桌的号码；不写时随机。")] = None,
    kinds: Annotated[str, typer.Option("--kinds", help="先来这些违规：几棵树的名字，用逗号隔开。")] = "",
    folder: Annotated[Path | None, typer.Option(help="记录存在哪个文件夹；里面有没打完的，接着打。")] = None,
    port: Annotated[int, typer.Option(min=1, max=65535, help="手机连接的端口。")] = 8602,
    name: Annotated[list[str] | None, typer.Option(help="本机在这个网络里的地址，可写几次；不写时自己找。")] = None,
    script: Annotated[str, typer.Option(help="网页用的字：hans 简体，hant 繁体。")] = "hans",
    mine: Annotated[
        bool, typer.Option("--mine", help="当裁判的是这台电脑的主人：裁得怎样，记进这里的学习记录。")
    ] = False,
) -> None:
    """两台手机打一桌活的牌：一人扮四家牌手，一步一步打、替牌手回答；一人当裁判，叫停、问、照树裁，打到记分讲评。"""
    from app.exams.hall import LANGUAGES, Scripts
    from app.exams.paper import PaperError
    from app.exams.table_room import TableRoom, serve_table
    from app.papers.wording import label
    from app.study.table.games import game_of as living
    from app.study.table.model import Address

    handbook = prepare()
    chosen = game_of(game)
    found = living(chosen) if chosen is not None else None
    if found is None or chosen is None:
        fail("这个项目还没有活的牌桌。")
    if script not in LANGUAGES:
        fail(f"没有“{script}”这种字；--script 写 hans（简体）或 hant（繁体）。")
    number = randbelow(SEEDS) if seed is None else seed
    address = Address(chosen, found.version, number, tuple(each for each in kinds.split(",") if each))
    try:
        room = TableRoom.opened(
            address, folder or Path(f"牌桌-{number}"), label=lambda cite: label(cite, handbook),
            script=Scripts(script, handbook.script.traditional), **(_own_record() if mine else {}),
        )  # fmt: skip
        serve_table(room, port, tuple(name or ()))
    except PaperError as fault:
        fail(fault)


def _own_record() -> dict[str, Any]:
    """The record of this machine, and the name under which was practised there last."""
    from app.base.data_folder import data_folder
    from app.study.answer_file import NAME, FileAnswers

    try:
        store = FileAnswers(data_folder() / NAME)
    except OSError:
        fail(f"学习记录 {data_folder() / NAME} 打不开；去掉 --mine，打完在手机上存下答题记录。")
    before = store.all()
    return {"store": store, "here": before[-1].who if before else token_hex(8)}


def register(cli: typer.Typer) -> None:
    """Add the commands to those of ``zhicai study``."""
    study.command(name="table")(living_table)
    study.command(name="together")(together)
