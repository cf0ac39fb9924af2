"""What a supplement changed: point by point, both texts as printed, and which of them applies when it is adopted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.base.words import EFFECTS
from app.reading.printed import plain_text
from app.widgets.basics import choice_chip, labelled, quiet
from app.widgets.chips import chip_row
from app.widgets.columns import panel, stretched
from app.widgets.links import provision_links
from app.widgets.pages import page
from app.widgets.text import written
from app.window import theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.session import use_session

if TYPE_CHECKING:
    from app.window.session import Session
    from rules_data.model import Amendment, Book

SHOWN = 400  # characters of a clause, before one has to open it
SIDE_BY_SIDE = 700  # px from which the two texts stand beside each other


@component
def ChangesPane(book_id: str) -> ft.Control:
    """Show what a supplement changed in its base book."""
    session = use_session()
    ft.use_state(session.layout)
    chosen, choose = ft.use_state("")
    book = session.handbook.books.get(book_id)
    if book is None or not book.amendments or not book.amends:
        return page(
            session, "改了什么", [ft.Container(quiet(session, "这本书没有改动别的规则。", theme.BODY), padding=16)]
        )
    base = session.handbook.books[book.amends]
    kinds = [kind for kind in EFFECTS if any(each.effect == kind for each in book.amendments)]
    counted = {kind: sum(each.effect == kind for each in book.amendments) for kind in kinds}
    chips = [
        choice_chip(session, name, chosen == kind, on_tap(choose, kind))
        for kind, name in [("", f"全部 {len(book.amendments)}"), *((k, f"{EFFECTS[k]} {counted[k]}") for k in kinds)]
    ]
    parts: list[ft.Control] = [
        ft.Container(
            quiet(session, f"{book.short}对{base.short}逐点的改动；两边都照印本，赛事采用补充规定时按“适用”一行。"),
            padding=ft.Padding.only(left=16, right=16, top=12),
        ),
        ft.Container(chip_row(chips), padding=ft.Padding.symmetric(horizontal=16, vertical=8)),
    ]
    shown = [each for each in book.amendments if chosen in ("", each.effect)]
    parts.extend(_point(session, each, base, book) for each in shown)
    return page(session, f"{book.short}改了什么", parts)


def _point(session: Session, amendment: Amendment, base: Book, book: Book) -> ft.Control:
    wide = session.layout.pane >= SIDE_BY_SIDE
    texts = [
        _text(session, base.short, amendment.base, amendment.base_says),
        _text(session, book.short, amendment.by, amendment.supplement_says),
    ]
    body: list[ft.Control] = [
        labelled(session, EFFECTS[amendment.effect], amendment.topic, theme.LAW),
        ft.Row(
            [ft.Container(each, expand=True) for each in texts],
            spacing=16,
            vertical_alignment=ft.CrossAxisAlignment.START,
        )
        if wide
        else stretched(texts, spacing=10),
        written(session, f"适用：{amendment.in_force}", theme.BODY, weight=ft.FontWeight.W_600),
    ]
    if amendment.remains:
        body.append(quiet(session, f"仍照{base.short}的：{amendment.remains}", theme.BODY))
    return panel(body, f"point-{amendment.id}")


def _text(session: Session, name: str, ids: tuple[str, ...], says: str) -> ft.Control:
    """One side: whose text, the clauses, what they say as printed; where there is none, that there is none."""
    found = [provision for each in ids if (provision := session.find(each))]
    parts: list[ft.Control] = [provision_links(session, ids) if found else quiet(session, name)]
    for provision in found:
        text = plain_text(provision)
        parts.append(
            written(
                session, text if len(text) <= SHOWN else f"{text[:SHOWN]}……", theme.BODY, style=ft.TextStyle(height=1.5)
            )
        )
    if not found:
        parts.append(written(session, says, theme.BODY))
    # What is marked by the area is text to a screen reader; a text that is marked by itself would be a field without a name.
    return ft.SelectionArea(stretched(parts, spacing=2))
