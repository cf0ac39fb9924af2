"""What every command of ``zhicai`` shares: how it stops with a sentence, which game is meant, what it opens."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, NoReturn

import typer

if TYPE_CHECKING:
    from decision_trees.library import Library
    from rules_data.handbook import Handbook
    from rules_data.model import GameId


_QUOTED = re.compile(r"“([^“”]{60})[^“”]+”")
_ENDLESS = re.compile(r"([!-~]{60})[!-~]{200,}([!-~]{30})")


def fail(message: object, status: int = 2) -> NoReturn:
    """Say what is wrong in one sentence and stop; of what is long in it, as it was written, the beginning."""
    said = _QUOTED.sub(r"“\1…”", _ENDLESS.sub(r"\1…\2", str(message)))
    typer.echo(said, err=True)
    raise typer.Exit(status)


def game_of(name: str | None) -> GameId | None:
    """The game meant by ``桥牌`` or ``bridge``; stops with a message when it is none."""
    if name is None or name == "":
        return None
    from decision_trees.games import choices, game_named

    game = game_named(name) or (game_named(name) if with_own_games() else None)
    if game is None:
        fail(f"没有“{name}”这个项目，可用：{choices()}。")
    return game


def with_own_games() -> bool:
    """Have the games that are known by texts of this device; whether there are such texts."""
    from app.cli.own_texts import own_books

    own = own_books()
    return own is not None and bool(own.books())


def prepare() -> Handbook:
    """The handbook and its index, compiled first, with a progress bar, when they are missing or stale."""
    from app.base.preparation import prepare as prepare_all
    from rules_data.loader import DataError

    try:
        return prepare_all()
    except DataError as e:
        for problem in e.problems:
            typer.echo(str(problem), err=True)
        fail(f"数据有 {len(e.problems)} 处错误，手册没有编译。请改正后再运行 zhicai check。", 1)
    except OSError as e:
        from rules_data.disk_faults import where

        fail(f"手册没有编译成。{where(e)}。", 1)


def opened() -> tuple[Handbook, Library]:
    """The handbook and the decision trees, with the texts and trees of games that are known by them alone."""
    from app.base.opened import texts, trees

    handbook = prepare()
    return (texts(), trees()) if with_own_games() else (handbook, trees())


def labels(cites: Iterable[str], handbook: Handbook) -> str:
    """The clauses as they are printed: 第二十四条一(2)、第三十五条一."""
    return "、".join(handbook.provision(each).label for each in cites)
