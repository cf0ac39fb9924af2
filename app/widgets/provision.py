"""A provision with its children, as printed, indented by level."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.widgets.basics import quiet
from app.widgets.in_force import in_force_here, mark
from app.widgets.law_text import ERRATUM_MARK, law_text, raise_exponents, text_spans
from app.widgets.tables import data_table
from app.window import theme
from app.window.components import scroll_target
from app.window.error_boundary import component
from app.window.session import use_session
from app.window.state import Sheet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.window.session import Session
    from rules_data.annotations import Span
    from rules_data.model import Erratum, Provision

INDENT = 14  # px a level


def scroll_key(provision_id: str) -> str:
    """Return the key by which a page scrolls to a provision."""
    return f"at-{provision_id}"


def heading_spans(session: Session, provision: Provision) -> list[Span]:
    """Return the references in a heading as spans."""
    from rules_data.annotations import Span as HandbookSpan

    return [
        HandbookSpan(reference.start, reference.end, "reference", reference.printed, reference.targets)
        for reference in sorted(session.handbook.references(provision.id), key=lambda found: found.start)
        if reference.part == "heading" and reference.targets
    ]


def unplaced_errata(session: Session, provision: Provision) -> list[Erratum]:
    """Return the errata of a provision that no span of its text shows: missing text, headings, tables, structure."""
    placed = {span.value for span in session.handbook.spans(provision.id) if span.kind == "erratum"}
    return [
        erratum
        for erratum in session.handbook.errata(provision.id)
        if erratum.id not in placed and erratum.at[0] == provision.id
    ]


def short_label(provision: Provision, article: Provision) -> str:
    """Return the part of a label that its article's label does not already say."""
    rest = provision.label.removeprefix(article.label)
    return rest or provision.label


def blocks(session: Session, article: Provision, current: str) -> Iterator[ft.Control]:
    """Yield one control for each provision of an article, in printed order."""
    yield from _blocks(session, article, article, current, 0)


def _blocks(
    session: Session, provision: Provision, article: Provision, current: str, level: int
) -> Iterator[ft.Control]:
    yield _block(session, provision, article, current, level)
    for child in provision.children:
        yield from _blocks(session, child, article, current, level + 1)


def _block(session: Session, provision: Provision, article: Provision, current: str, level: int) -> ft.Control:
    is_article = provision is article
    is_current = provision.id == current and not is_article
    body: list[ft.Control] = []

    paragraph = law_text(session, provision, provision.text or "", session.handbook.spans(provision.id))
    if provision.heading and not is_article:
        bold = ft.TextStyle(weight=ft.FontWeight.W_600)
        spans = text_spans(session, provision, provision.heading, heading_spans(session, provision))
        if provision.title and not provision.title_supplied:  # a heading of its own line; a mere number leads its text
            spans.append(ft.TextSpan("\n"))
        heading = ft.TextSpan(spans=spans, style=bold)
        paragraph.spans = [heading, *(paragraph.spans or [])]
    tables = session.handbook.tables(provision.id) if provision.kind == "table" else ()
    body.extend(data_table(session, table) for table in tables)
    if tables:
        body.append(PrintedForm(provision))
    elif provision.text or (provision.heading and not is_article):
        body.append(paragraph)
    if not is_article:
        body.extend((in_force_here if is_current else mark)(session, provision))
    if provision.lost:
        body.append(_lost(session, provision.lost))
    body.extend(_erratum_chip(session, provision.book, erratum) for erratum in unplaced_errata(session, provision))
    column = ft.Column(body, spacing=4, horizontal_alignment=ft.CrossAxisAlignment.STRETCH, expand=True)
    if is_article or provision.kind == "table":
        content: ft.Control = column
    else:
        content = ft.Row(
            [column, _locator(session, provision, article)], vertical_alignment=ft.CrossAxisAlignment.START
        )
    return ft.Container(
        content,
        key=scroll_target(scroll_key(provision.id)),
        margin=ft.Margin.only(left=INDENT * max(0, level - 1)),
        padding=ft.Padding.only(left=10, top=6, bottom=6, right=0),
        border=ft.Border(left=ft.BorderSide(4, ft.Colors.PRIMARY)) if is_current else None,
        bgcolor=ft.Colors.SECONDARY_CONTAINER if is_current else None,
        border_radius=ft.BorderRadius.only(top_right=8, bottom_right=8) if is_current else None,
    )


@component
def PrintedForm(provision: Provision) -> ft.Control:
    """Show, on demand, how the source prints what stands above as a table."""
    session = use_session()
    shown, show = ft.use_state(False)
    parts: list[ft.Control] = [
        ft.TextButton(
            ft.Text(session.say("收起原文排印" if shown else "看原文排印"), size=session.px(theme.SMALL)),
            on_click=lambda _: show(not shown),
            height=max(theme.TARGET, session.px(40)),
        )
    ]
    if shown:
        parts.append(law_text(session, provision, provision.text or "", (), theme.BODY))
    return ft.Column(parts, spacing=0)


def _locator(session: Session, provision: Provision, article: Provision) -> ft.Control:
    """Return the label in the margin: a tap makes this provision the one that is copied, shared and kept."""
    return ft.Container(
        ft.Text(
            session.say(short_label(provision, article)),
            size=session.px(12),
            color=ft.Colors.ON_SURFACE_VARIANT,
            semantics_label=session.say(f"定位到{provision.label}"),
        ),
        on_click=lambda _: session.go_clause(provision.id),
        ink=True,
        border_radius=8,
        padding=ft.Padding.symmetric(horizontal=6, vertical=6),
        alignment=ft.Alignment.TOP_RIGHT,
    )


def _lost(session: Session, sentence: str) -> ft.Control:
    return ft.Container(
        quiet(session, f"原文此处有缺失：{sentence}"),
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
        border_radius=8,
        padding=8,
    )


def _erratum_chip(session: Session, book: str, erratum: Erratum) -> ft.Control:
    amber = session.shade(theme.AMBER)
    if erratum.printed and erratum.reading:
        what = f"“{erratum.printed}”宜读作“{erratum.reading}”"
    else:
        what = erratum.reading or erratum.evidence
    return ft.MergeSemantics(
        ft.Container(
            ft.Text(
                session.say(f"〔{ERRATUM_MARK}〕{what}"),
                size=session.px(theme.SMALL),
                color=amber,
                max_lines=2,
                overflow=ft.TextOverflow.ELLIPSIS,
            ),
            on_click=lambda _: session.show(Sheet("erratum", (erratum.id,), book)),
            ink=True,
            border_radius=8,
            padding=ft.Padding.symmetric(horizontal=4, vertical=8),
        )
    )


def plain_text(provision: Provision) -> str:
    """Return a provision and its children as printed, a line each, for copying."""
    lines = [
        raise_exponents(part)
        for each in provision.walk()
        for part in (each.heading, each.text)
        if part and part.strip()
    ]
    return "\n".join(line.strip() for line in lines)
