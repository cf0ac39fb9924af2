"""Law text as printed, with what stands beside it marked in place: references, terms, errata, penalties, suits."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import flet as ft

from app.reading.printed import raise_exponents
from app.window import theme
from app.window.state import Sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from app.window.session import Session
    from rules_data.annotations import Span
    from rules_data.model import Provision

_SUITS = re.compile("([" + "".join(theme.SUITS) + "])")

ERRATUM_MARK = "勘"


@dataclass(frozen=True)
class Mark:
    """A stretch that was sought and found."""

    start: int
    end: int
    current: bool = False  # the one looked at


@dataclass(frozen=True)
class Piece:
    """A stretch of text of one kind: of a span, or plain, or a suit."""

    text: str
    kind: str
    span: Span | None = None
    ends: bool = True  # the last piece of its span
    mark: Mark | None = None


def pieces(text: str, spans: Sequence[Span], marks: Sequence[Mark] = ()) -> Iterator[Piece]:
    """Cut a text at its spans, at what was found in it, and at its suits."""
    at = 0
    for span in spans:
        yield from _plain(text, at, span.start, marks)
        for start, end, mark in _cut(span.start, span.end, marks):
            yield Piece(raise_exponents(text[start:end]), span.kind, span, end == span.end, mark)
        at = span.end
    yield from _plain(text, at, len(text), marks)


def _cut(start: int, end: int, marks: Sequence[Mark]) -> Iterator[tuple[int, int, Mark | None]]:
    bounds = {place for mark in marks for place in (mark.start, mark.end) if start < place < end}
    if start == end:
        yield start, end, None
    for first, last in pairwise(sorted({start, end, *bounds})):
        yield first, last, next((mark for mark in marks if mark.start <= first and last <= mark.end), None)


def _plain(text: str, start: int, end: int, marks: Sequence[Mark]) -> Iterator[Piece]:
    for first, last, mark in _cut(start, end, marks):
        for part in _SUITS.split(raise_exponents(text[first:last])):
            if part:
                yield Piece(part, "suit" if part in theme.SUITS else "plain", mark=mark)


def _tapped(session: Session, sheet: Sheet) -> Callable[[object], None]:
    return lambda _: session.show(sheet)


def text_spans(
    session: Session, provision: Provision, text: str, spans: Sequence[Span], marks: Sequence[Mark] = ()
) -> list[ft.TextSpan]:
    """Return the spans of a text; what can be tapped opens a sheet."""
    shown = []
    for piece in pieces(session.say(text), spans, marks):  # the two scripts have the same length, so offsets hold
        made = _span(session, provision.book, piece)
        if piece.mark is not None:
            made[0].style = _marked(session, made[0].style, piece.mark)
        shown += made
    return shown


def _marked(session: Session, style: ft.TextStyle | None, mark: Mark) -> ft.TextStyle:
    ground, letters = (theme.FOUND_HERE, theme.ON_FOUND_HERE) if mark.current else (theme.FOUND, theme.ON_FOUND)
    return replace(style or ft.TextStyle(), bgcolor=session.shade(ground), color=session.shade(letters))


def _span(session: Session, book: str, piece: Piece) -> list[ft.TextSpan]:
    """A piece as it is shown: one span, and behind the last of an erratum its mark."""
    said, span = piece.text, piece.span
    if span is not None and span.kind == "reference" and span.targets:
        link = ft.TextStyle(color=ft.Colors.PRIMARY, weight=ft.FontWeight.W_600)
        return [_opening(session, said, link, Sheet("reference", span.targets))]
    if span is not None and span.kind == "term":
        dotted = _underlined(ft.TextDecorationStyle.DOTTED, ft.Colors.OUTLINE)
        return [_opening(session, said, dotted, Sheet("term", (span.value,), book))]
    if span is not None and span.kind == "erratum":
        amber, sheet = session.shade(theme.AMBER), Sheet("erratum", (span.value,), book)
        made = [_opening(session, said, _underlined(ft.TextDecorationStyle.WAVY, amber), sheet)]
        if span.ends and piece.ends:
            style = ft.TextStyle(color=amber, size=session.px(theme.SMALL), weight=ft.FontWeight.W_600)
            made.append(_opening(session, f"〔{ERRATUM_MARK}〕", style, sheet, session.say("勘误")))
        return made
    if piece.kind == "penalty":
        return [ft.TextSpan(said, style=ft.TextStyle(color=session.shade(theme.RED), weight=ft.FontWeight.W_600))]
    if piece.kind == "suit":
        colour = session.shade(theme.SUITS[piece.text])
        return [ft.TextSpan(said, style=ft.TextStyle(color=colour, weight=ft.FontWeight.BOLD))]
    return [ft.TextSpan(said)]


def _opening(session: Session, said: str, style: ft.TextStyle, sheet: Sheet, spoken: str = "") -> ft.TextSpan:
    """Words that open a sheet."""
    return ft.TextSpan(said, style=style, semantics_label=spoken or said, on_click=_tapped(session, sheet))


def _underlined(line: ft.TextDecorationStyle, color: str) -> ft.TextStyle:
    return ft.TextStyle(decoration=ft.TextDecoration.UNDERLINE, decoration_style=line, decoration_color=color)


def law_text(
    session: Session,
    provision: Provision,
    text: str,
    spans: Sequence[Span],
    size: float = theme.LAW,
    marks: Sequence[Mark] = (),
) -> ft.Text:
    """Return a paragraph of law text."""
    return ft.Text(
        spans=text_spans(session, provision, text, spans, marks),
        style=ft.TextStyle(size=session.px(size), height=1.6),
    )
