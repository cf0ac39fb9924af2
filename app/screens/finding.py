"""Finding words within the open law: the field, how many there are, and the way from one to the next."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import flet as ft

from app.reading.finding import Found, find
from app.widgets.basics import icon_button
from app.widgets.law_text import Mark
from app.widgets.search_box import search_field
from app.widgets.text import written
from app.window import theme
from app.window.components import memo
from app.window.error_boundary import component
from app.window.session import use_session

if TYPE_CHECKING:
    from app.widgets.provision import Marks
    from app.window.session import Session
    from rules_data.model import Provision


def found_in(session: Session, page: Provision) -> list[Found]:
    """Return where the words sought stand in a law; nothing while none are sought there."""
    if session.finder.page != page.id or not session.finder.query.strip():
        return []

    def table(each: Provision) -> bool:
        return each.kind == "table" and bool(session.handbook.tables(each.id))

    return find(page.walk(), session.finder.query, session.handbook.script.simplified, table)


def marks(found: list[Found], at: int) -> Marks:
    """Return what is to be marked in a law, by provision and part; the place looked at is marked otherwise."""
    out: Marks = {}
    for number, each in enumerate(found):
        out.setdefault((each.provision, each.part), []).append(Mark(each.start, each.end, number == at))
    return out


def find_bar(session: Session, page: Provision, found: list[Found]) -> ft.Control:
    """Return the bar: what is sought, which hit of how many is looked at, back and forth, and the way out."""
    finder = session.finder
    count = f"{finder.at + 1}/{len(found)}" if found else "没有" if finder.query.strip() else ""
    return ft.Container(
        ft.Row(
            [
                ft.Container(FindField(page.id, session.settings.script, session.settings.text_scale), expand=True),
                ft.Semantics(
                    content=written(session, count, theme.SMALL),
                    label=session.say(f"第{finder.at + 1}处，共{len(found)}处" if found else count),
                    live_region=True,
                    exclude_semantics=True,
                ),
                icon_button(session, ft.Icons.KEYBOARD_ARROW_UP, "上一处", lambda _: finder.step(-1, len(found))),
                icon_button(session, ft.Icons.KEYBOARD_ARROW_DOWN, "下一处", lambda _: finder.step(1, len(found))),
                icon_button(session, ft.Icons.CLOSE, "不找了", lambda _: finder.close()),
            ],
            spacing=0,
        ),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
        padding=ft.Padding.only(left=14, right=4),
    )


@memo
@component
def FindField(page: str, script: str, scale: float) -> ft.Control:
    """Show the field; typing never draws it anew (see :mod:`app.widgets.search_box`)."""
    session = use_session()
    finder = session.finder

    def submitted() -> None:
        finder.step(1, len(found_in(session, session.handbook.provision(page))))

    field = search_field(session, finder.query, "在本条中找", finder.seek, submitted)

    async def begin() -> None:
        for pause in (
            0.1,
            0.4,
            0.5,
        ):  # the client puts the field on the page first, and may give the focus back to the button
            await asyncio.sleep(pause)
            if session.typing:
                return
            await field.focus()  # type: ignore[no-untyped-call]

    ft.use_effect(begin, [page])
    return field
