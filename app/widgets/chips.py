"""Chips to choose one or some of: of anything, in as many lines as they take; of the games, in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import flet as ft

from app.base.words import GAMES
from app.widgets.basics import choice_chip
from app.widgets.columns import wrapped
from app.window.components import on_tap

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from app.window.session import Session

Key = TypeVar("Key")


def chips(
    session: Session, offered: Iterable[tuple[Key, str]], chosen: Key, choose: Callable[[Key], object], of: str = ""
) -> ft.Row:
    """Return one chip for each; ``of``: said before its words to a screen reader, where these alone would not tell."""
    return chips_of_many(session, offered, (chosen,), choose, of)


def chips_of_many(
    session: Session,
    offered: Iterable[tuple[Key, str]],
    chosen: Collection[Key],
    turn: Callable[[Key], object],
    of: str = "",
) -> ft.Row:
    """Return one chip for each of which any number may be chosen; a tap takes one in, or lets it go."""
    return chip_row(
        choice_chip(session, words, key in chosen, on_tap(turn, key), spoken=f"{of}{words}" if of else "")
        for key, words in offered
    )


def chip_row(shown: Iterable[ft.Control]) -> ft.Row:
    """Return chips beside one another, in as many lines as they take."""
    return wrapped(shown)


def chip_line(shown: Iterable[ft.Control]) -> ft.Row:
    """Return chips in one line, which is moved sideways where they do not fit."""
    return ft.Row(list(shown), spacing=8, scroll=ft.ScrollMode.HIDDEN)


def game_chips(
    session: Session,
    chosen: str | None,
    choose: Callable[[str], object],
    *,
    below_a_title: bool = False,
    among: Mapping[str, str] = GAMES,
) -> ft.Container:
    """Return the games to choose from, over what is shown of the one that is chosen."""
    return _line(session, list(among.items()), chosen, choose, below_a_title)


def game_chips_and_all(session: Session, chosen: str | None, choose: Callable[[str | None], object]) -> ft.Container:
    """Return the games to choose from, and all of them together."""
    return _line(session, [(None, "全部"), *GAMES.items()], chosen, choose)


def _line(
    session: Session,
    offered: Iterable[tuple[Key, str]],
    chosen: str | None,
    choose: Callable[[Key], object],
    below_a_title: bool = False,
) -> ft.Container:
    shown: list[ft.Control] = [choice_chip(session, name, key == chosen, on_tap(choose, key)) for key, name in offered]
    return ft.Container(
        chip_line(shown),
        padding=ft.Padding.only(left=16, right=16, top=8 if below_a_title else 4, bottom=4),
    )
