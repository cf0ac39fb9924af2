"""A provision with its children, as printed, indented by level."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app import theme
from app.boundary import component
from app.desk import use_desk
from app.state import Sheet
from app.widgets.basics import quiet
from app.widgets.law_text import ERRATUM_MARK, law_text, raise_exponents, text_spans
from app.widgets.tables import data_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.desk import Desk
    from rules_data.handbook import Span
    from rules_data.model import Erratum, Provision

INDENT = 14  # px a level


def scroll_key(provision_id: str) -> str:
    """Return the key by which a page scrolls to a provision."""
    return f"at-{provision_id}"


def heading_spans(desk: Desk, provision: Provision) -> list[Span]:
    """Return the references in a heading as spans."""
    from rules_data.handbook import Span as HandbookSpan

    return [
        HandbookSpan(reference.start, reference.end, "reference", reference.printed, reference.targets)
        for reference in sorted(desk.handbook.references(provision.id), key=lambda found: found.start)
        if reference.part == "heading" and reference.targets
    ]


def unplaced_errata(desk: Desk, provision: Provision) -> list[Erratum]:
    """Return the errata of a provision that no span of its text shows: missing text, headings, tables, structure."""
    placed = {span.value for span in desk.handbook.spans(provision.id) if span.kind == "erratum"}
    return [
        erratum
        for erratum in desk.handbook.errata(provision.id)
        if erratum.id not in placed and erratum.at[0] == provision.id
    ]


def short_label(provision: Provision, article: Provision) -> str:
    """Return the part of a label that its article's label does not already say."""
    rest = provision.label.removeprefix(article.label)
    return rest or provision.label


def blocks(desk: Desk, article: Provision, current: str) -> Iterator[ft.Control]:
    """Yield one control for each provision of an article, in printed order."""
    yield from _blocks(desk, article, article, current, 0)


def _blocks(desk: Desk, provision: Provision, article: Provision, current: str, level: int) -> Iterator[ft.Control]:
    yield _block(desk, provision, article, current, level)
    for child in provision.children:
        yield from _blocks(desk, child, article, current, level + 1)


def _block(desk: Desk, provision: Provision, article: Provision, current: str, level: int) -> ft.Control:
    is_article = provision is article
    is_current = provision.id == current and not is_article
    body: list[ft.Control] = []

    paragraph = law_text(desk, provision, provision.text or "", desk.handbook.spans(provision.id))
    if provision.heading and not is_article:
        bold = ft.TextStyle(weight=ft.FontWeight.W_600)
        spans = text_spans(desk, provision, provision.heading, heading_spans(desk, provision))
        if provision.title and not provision.title_supplied:  # a heading of its own line; a mere number leads its text
            spans.append(ft.TextSpan("\n"))
        heading = ft.TextSpan(spans=spans, style=bold)
        paragraph.spans = [heading, *(paragraph.spans or [])]
    tables = desk.handbook.tables(provision.id) if provision.kind == "table" else ()
    body.extend(data_table(desk, table) for table in tables)
    if tables:
        body.append(PrintedForm(provision))
    elif provision.text or (provision.heading and not is_article):
        body.append(paragraph)
    if provision.lost:
        body.append(_lost(desk, provision.lost))
    body.extend(_erratum_chip(desk, provision.book, erratum) for erratum in unplaced_errata(desk, provision))
    column = ft.Column(body, spacing=4, horizontal_alignment=ft.CrossAxisAlignment.STRETCH, expand=True)
    if is_article or provision.kind == "table":
        content: ft.Control = column
    else:
        content = ft.Row([column, _locator(desk, provision, article)], vertical_alignment=ft.CrossAxisAlignment.START)
    return ft.Container(
        content,
        key=ft.ScrollKey(scroll_key(provision.id)),
        margin=ft.Margin.only(left=INDENT * max(0, level - 1)),
        padding=ft.Padding.only(left=10, top=6, bottom=6, right=0),
        border=ft.Border(left=ft.BorderSide(4, ft.Colors.PRIMARY)) if is_current else None,
        bgcolor=ft.Colors.SECONDARY_CONTAINER if is_current else None,
        border_radius=ft.BorderRadius.only(top_right=8, bottom_right=8) if is_current else None,
    )


@component
def PrintedForm(provision: Provision) -> ft.Control:
    """Show, on demand, how the source prints what stands above as a table."""
    desk = use_desk()
    shown, show = ft.use_state(False)
    parts: list[ft.Control] = [
        ft.TextButton(
            ft.Text(desk.say("收起原文排印" if shown else "看原文排印"), size=desk.px(theme.SMALL)),
            on_click=lambda _: show(not shown),
            height=max(theme.TARGET, desk.px(40)),
        )
    ]
    if shown:
        parts.append(law_text(desk, provision, provision.text or "", (), theme.BODY))
    return ft.Column(parts, spacing=0)


def _locator(desk: Desk, provision: Provision, article: Provision) -> ft.Control:
    """Return the label in the margin: a tap makes this provision the one that is copied, shared and kept."""
    return ft.Container(
        ft.Text(
            desk.say(short_label(provision, article)),
            size=desk.px(12),
            color=ft.Colors.ON_SURFACE_VARIANT,
            semantics_label=desk.say(f"定位到{provision.label}"),
        ),
        on_click=lambda _: desk.go_clause(provision.id),
        ink=True,
        border_radius=8,
        padding=ft.Padding.symmetric(horizontal=6, vertical=6),
        alignment=ft.Alignment.TOP_RIGHT,
    )


def _lost(desk: Desk, sentence: str) -> ft.Control:
    return ft.Container(
        quiet(desk, f"原文此处有缺失：{sentence}"),
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
        border_radius=8,
        padding=8,
    )


def _erratum_chip(desk: Desk, book: str, erratum: Erratum) -> ft.Control:
    amber = desk.shade(theme.AMBER)
    if erratum.printed and erratum.reading:
        what = f"“{erratum.printed}”宜读作“{erratum.reading}”"
    else:
        what = erratum.reading or erratum.evidence
    return ft.MergeSemantics(
        ft.Container(
            ft.Text(
                desk.say(f"〔{ERRATUM_MARK}〕{what}"),
                size=desk.px(theme.SMALL),
                color=amber,
                max_lines=2,
                overflow=ft.TextOverflow.ELLIPSIS,
            ),
            on_click=lambda _: desk.show(Sheet("erratum", (erratum.id,), book)),
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
