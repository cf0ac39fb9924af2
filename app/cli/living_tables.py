"""A living table in the terminal: ``zhicai study table``."""

from __future__ import annotations

from typing import Annotated

import typer

from app.cli.output import fail, game_of, prepare
from app.cli.study import study
from app.cli.usage import GAME


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


def register(cli: typer.Typer) -> None:
    """Add the command to those of ``zhicai study``."""
    study.command(name="table")(living_table)
