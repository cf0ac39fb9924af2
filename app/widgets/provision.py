"""A provision with its children, as printed, indented by level."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import flet as ft

from app.reading.contents import first_places, number_of
from app.widgets.basics import quiet
from app.widgets.columns import stretched
from app.widgets.in_force import in_force_here, mark
from app.widgets.law_text import ERRATUM_MARK, law_text, text_spans
from app.widgets.notes import note_card
from app.widgets.tables import data_table
from app.widgets.text import written
from app.window import theme
from app.window.components import scroll_target
from app.window.error_boundary import component
from app.window.session import use_session
from app.window.state import Sheet

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from app.widgets.law_text import Mark
    from app.window.session import Session
    from rules_data.annotations import Span
    from rules_data.model import Erratum, Provision

INDENT = 14  # px a level

Marks = dict[tuple[str, str], list["Mark"]]  # what was found, by provision and part (heading, text)


@dataclass(frozen=True)
class Open:
    """A law that is open: the place in it that was asked for, and what was found in it."""

    article: Provision
    current: str
    marks: Marks = field(default_factory=dict)
    first: Mapping[str, set[str]] = field(default_factory=dict)  # terms that stand at a provision for the first time

    def marked(self, provision: Provision, part: str) -> Sequence[Mark]:
        """What was found in a heading or text."""
        return self.marks.get((provision.id, part), ())


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


def blocks(session: Session, opened: Open) -> Iterator[ft.Control]:
    """Yield one control for each provision of an article, in printed order."""
    terms = {
        each.id: [span.value for span in session.handbook.spans(each.id) if span.kind == "term"]
        for each in opened.article.walk()
    }
    yield from _blocks(session, opened.article, replace(opened, first=first_places(opened.article, terms)), 0)


def _blocks(session: Session, provision: Provision, opened: Open, level: int) -> Iterator[ft.Control]:
    yield _block(session, provision, opened, level)
    for child in provision.children:
        yield from _blocks(session, child, opened, level + 1)


def _block(session: Session, provision: Provision, opened: Open, level: int) -> ft.Control:
    is_article = provision is opened.article
    is_current = provision.id == opened.current and not is_article
    body: list[ft.Control] = []
    first = opened.first.get(provision.id, set())
    spans = [span for span in session.handbook.spans(provision.id) if span.kind != "term" or span.value in first]

    paragraph = law_text(session, provision, provision.text or "", spans, marks=opened.marked(provision, "text"))
    if provision.heading and not is_article:
        paragraph.spans = [_heading(session, provision, opened), *(paragraph.spans or [])]
    tables = session.handbook.tables(provision.id) if provision.kind == "table" else ()
    body.extend(data_table(session, table) for table in tables)
    if tables:
        body.append(PrintedForm(provision))
    elif (provision.text or "").strip() or (provision.heading and not is_article):
        body.append(paragraph if is_article or provision.heading else _located(session, provision, paragraph))
    if not is_article:
        body.extend((in_force_here if is_current else mark)(session, provision))
    if provision.lost:
        body.append(_lost(session, provision.lost))
    body.extend(_erratum_chip(session, provision.book, erratum) for erratum in unplaced_errata(session, provision))
    body.extend(note_card(session, provision))
    return ft.Container(
        stretched(body, spacing=4),
        key=scroll_target(scroll_key(provision.id)),
        margin=ft.Margin.only(left=INDENT * max(0, level - 1)),
        padding=ft.Padding.only(left=10, top=6, bottom=6, right=6),
        border=ft.Border(left=ft.BorderSide(4, ft.Colors.PRIMARY)) if is_current else None,
        bgcolor=ft.Colors.SECONDARY_CONTAINER if is_current else None,
        border_radius=ft.BorderRadius.only(top_right=8, bottom_right=8) if is_current else None,
    )


def _heading(session: Session, provision: Provision, opened: Open) -> ft.TextSpan:
    """The heading; a tap on its number makes this provision the one that is copied, shared and kept."""
    heading = provision.heading or ""
    spans = text_spans(
        session, provision, heading, heading_spans(session, provision), opened.marked(provision, "heading")
    )
    length = number_of(provision)
    if length and spans[0].text and len(spans[0].text) >= length:
        whole = spans[0].text
        number = ft.TextSpan(
            whole[:length],
            style=replace(spans[0].style or ft.TextStyle(), color=ft.Colors.PRIMARY),
            semantics_label=session.say(f"定位到{provision.label}"),
            on_click=lambda _: session.go_clause(provision.id),
        )
        spans[:1] = [number, ft.TextSpan(whole[length:], style=spans[0].style)]
    own_line = provision.title and not provision.title_supplied  # a mere number leads its text
    if own_line and (provision.text or "").strip():
        spans.append(ft.TextSpan("\n"))
    return ft.TextSpan(spans=spans, style=ft.TextStyle(weight=ft.FontWeight.W_600))


def _located(session: Session, provision: Provision, paragraph: ft.Control) -> ft.Control:
    """A paragraph without a number has a small sign beside it instead, with the same effect."""
    paragraph.expand = True
    sign = ft.Container(
        ft.Icon(
            ft.Icons.ADJUST,
            size=session.px(14),
            color=ft.Colors.OUTLINE,
            semantics_label=session.say(f"定位到{provision.label}"),
        ),
        on_click=lambda _: session.go_clause(provision.id),
        ink=True,
        border_radius=8,
        padding=ft.Padding.only(right=4, top=8),
        width=theme.TARGET,
        height=theme.TARGET,
        alignment=ft.Alignment.TOP_RIGHT,
    )
    return ft.Row([paragraph, sign], spacing=0, vertical_alignment=ft.CrossAxisAlignment.START)


@component
def PrintedForm(provision: Provision) -> ft.Control:
    """Show, on demand, how the source prints what stands above as a table."""
    session = use_session()
    shown, show = ft.use_state(False)
    parts: list[ft.Control] = [
        ft.TextButton(
            written(session, "收起原文排印" if shown else "看原文排印", theme.SMALL),
            on_click=lambda _: show(not shown),
            height=max(theme.TARGET, session.px(40)),
        )
    ]
    if shown:
        parts.append(law_text(session, provision, provision.text or "", (), theme.BODY))
    return ft.Column(parts, spacing=0)


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
            written(
                session,
                f"〔{ERRATUM_MARK}〕{what}",
                theme.SMALL,
                color=amber,
                max_lines=2,
                overflow=ft.TextOverflow.ELLIPSIS,
            ),
            on_click=lambda _: session.show(Sheet("erratum", (erratum.id,), book)),
            ink=True,
            border_radius=8,
            padding=ft.Padding.symmetric(horizontal=4, vertical=14),
        )
    )
