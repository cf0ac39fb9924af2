"""Sheets that slide up over a page: the target of a reference, a term, an erratum."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

import flet as ft

from app.base.words import STANDINGS
from app.widgets.basics import icon_button, labelled, quiet
from app.widgets.clause_actions import action_rows
from app.widgets.columns import stretched
from app.widgets.law_text import law_text
from app.widgets.notes import FolderChooser, NoteEditor
from app.widgets.ruling_sheets import case_parts, tree_choices
from app.widgets.tables import data_table
from app.widgets.text import written
from app.window import theme
from app.window.error_boundary import component
from app.window.session import use_session

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.window.session import Session
    from app.window.state import Sheet
    from rules_data.model import Erratum, Provision, Term

HIGHEST = 0.75  # of the window that a sheet may cover
ROW = 62  # px of a row of a sheet
PAD = (8, 24)  # px above and below what it shows
SHOWN_BELOW = 12  # children of a reference's target that the sheet shows before it says "go there"


@component
def SheetHost() -> ft.Control:
    """Show the sheet that is open; takes no room itself."""
    session = use_session()
    ft.use_state(session.overlay)
    sheet = session.overlay.sheet

    def close(_: object) -> None:
        session.overlay.sheet = None

    ft.use_effect(session.settle, [sheet is not None])
    ft.use_dialog(_bottom_sheet(session, sheet, close) if sheet else None)
    return ft.Container(width=0, height=0)


def _bottom_sheet(session: Session, sheet: Sheet, close: Callable[[object], None]) -> ft.BottomSheet:
    highest = (session.page.height or 800) * HIGHEST
    return ft.BottomSheet(
        _Body(sheet, highest - sum(PAD), close),
        scrollable=True,
        size_constraints=ft.BoxConstraints(max_height=highest, max_width=theme.READING_WIDTH),
        on_dismiss=close,
    )


@component
def _Body(sheet: Sheet, most: float, close: Callable[[object], None]) -> ft.Control:
    """What a sheet shows, as high as it is, and scrolling from ``most`` px on.

    A column that scrolls takes all the height it is offered, so it is given the height of what it holds, which the window
    tells once it is laid out; until then one that is near.
    """
    session = use_session()
    high, measure = ft.use_state(_about(session, sheet))
    title = written(session, _title(session, sheet), theme.SMALL, color=ft.Colors.PRIMARY, expand=True)

    def measured(event: ft.LayoutSizeChangeEvent[ft.LayoutControl]) -> None:
        if abs(event.height - high) >= 1:
            measure(ceil(event.height))

    return ft.Container(
        stretched(
            [
                stretched(
                    [ft.Row([title, icon_button(session, ft.Icons.CLOSE, "关闭", close)]), *_content(session, sheet)],
                    spacing=10,
                    tight=True,
                    on_size_change=measured,
                )
            ],
            height=min(high, most),
            scroll=ft.ScrollMode.AUTO,
        ),
        padding=ft.Padding.only(left=20, right=12, top=PAD[0], bottom=PAD[1]),
    )


def _about(session: Session, sheet: Sheet) -> float:
    """About how high a sheet is, before it is laid out."""
    folders = len(set(session.shelf.folders.values()))
    rows = {"clause": 7, "folder": 4 + folders, "trees": 1 + 1.7 * len(sheet.ids), "note": 5}
    return rows.get(sheet.kind, 6) * max(ROW, session.px(ROW))


def _title(session: Session, sheet: Sheet) -> str:
    if sheet.kind in ("clause", "note", "folder") and (provision := session.find(sheet.ids[0])):
        return {"clause": "", "note": "笔记 · ", "folder": "书签夹 · "}[sheet.kind] + provision.label
    return {
        "reference": "引用的条文",
        "term": "术语",
        "erratum": "勘误",
        "table": "数据表",
        "trees": "按本条裁定",
        "case": "案例",
    }[sheet.kind]


def _content(session: Session, sheet: Sheet) -> list[ft.Control]:
    if sheet.kind == "reference":
        found = [provision for each in sheet.ids if (provision := session.find(each))]
        return [part for provision in found for part in _target(session, provision)]
    if sheet.kind == "term":
        term = _term(session, sheet)
        return _term_parts(session, term) if term else [quiet(session, "没有这个术语的说明。", theme.BODY)]
    if sheet.kind == "trees":
        return tree_choices(session, sheet.ids)
    if sheet.kind == "case":
        return [part for each in sheet.ids for part in case_parts(session, each)]
    if sheet.kind in ("clause", "note", "folder"):
        return _of_clause(session, sheet)
    if sheet.kind == "table":
        return [data_table(session, session.handbook.table(sheet.book, each)) for each in sheet.ids]
    errata = [session.handbook.erratum(sheet.book, each) for each in sheet.ids]
    return [part for erratum in errata for part in _erratum_parts(session, erratum)]


def _of_clause(session: Session, sheet: Sheet) -> list[ft.Control]:
    """What concerns one clause: what can be done with it, one's note on it, the folder of its bookmark."""
    provision = session.find(sheet.ids[0])
    if provision is None:
        return []
    if sheet.kind == "clause":
        return action_rows(session, provision)
    return [NoteEditor(provision.id) if sheet.kind == "note" else FolderChooser(provision.id)]


def _go(session: Session, provision: Provision, text: str) -> ft.Control:
    return ft.FilledTonalButton(
        session.say(text),
        icon=ft.Icons.ARROW_FORWARD,
        height=max(theme.TARGET, session.px(theme.TARGET) * 0.8),
        on_click=lambda _: session.go_clause(provision.id),
    )


def _target(session: Session, provision: Provision) -> list[ft.Control]:
    parts: list[ft.Control] = [labelled(session, provision.label, provision.title or "")]
    below = list(provision.walk())
    for each in below[:SHOWN_BELOW]:
        printed = "\n".join(
            part for part in (each.heading if each is not provision else None, each.text) if part and part.strip()
        )
        if printed:
            parts.append(ft.SelectionArea(law_text(session, each, printed, (), theme.BODY)))
    if len(below) > SHOWN_BELOW:
        parts.append(quiet(session, f"其下还有 {len(below) - SHOWN_BELOW} 款项。"))
    parts.append(_go(session, provision, f"前往{provision.label}"))
    return parts


def _term(session: Session, sheet: Sheet) -> Term | None:
    try:
        return session.handbook.term(session.handbook.books[sheet.book].game, sheet.ids[0])
    except KeyError:
        return None


def _term_parts(session: Session, term: Term) -> list[ft.Control]:
    parts: list[ft.Control] = [
        written(session, term.term, theme.HEADLINE, weight=ft.FontWeight.W_600),
        quiet(session, " · ".join((term.pinyin, *term.english)), theme.BODY),
    ]
    if term.aka:
        parts.append(written(session, "又称：" + "、".join(term.aka), theme.BODY))
    for provision_id in term.defined_in:
        if provision := session.find(provision_id):
            parts.extend(_target(session, provision))
    if term.meaning:
        parts.append(written(session, term.meaning, theme.BODY))
        parts.append(quiet(session, "规则未给定义，以上意思取自下列条文的用法。"))
    if not term.defined_in:
        for provision_id in term.used_in[:3]:
            if provision := session.find(provision_id):
                parts.append(_go(session, provision, f"前往{provision.label}"))
    return parts


def _erratum_parts(session: Session, erratum: Erratum) -> list[ft.Control]:
    def pair(name: str, text: str) -> ft.Control:
        return stretched([quiet(session, name), written(session, text, theme.LAW)], spacing=0)

    parts: list[ft.Control] = [pair("原文印作", erratum.printed or "（此处缺字）")]
    if erratum.reading:
        parts.append(pair("建议读作", erratum.reading))
    parts.append(pair("依据", erratum.evidence))
    if erratum.effect:
        parts.append(pair("对裁定的影响", erratum.effect))
    parts.append(quiet(session, f"{STANDINGS[erratum.standing]}。条文按原样显示，从不改动。"))
    parts.extend(
        _go(session, provision, f"前往{provision.label}") for each in erratum.at if (provision := session.find(each))
    )
    return parts
