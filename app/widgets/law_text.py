"""Law text as printed, with what stands beside it marked in place: references, terms, errata, penalties, suits."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import flet as ft

from app.window import theme
from app.window.state import Sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from app.window.session import Session
    from rules_data.annotations import Span
    from rules_data.model import Provision

_RAISED = re.compile(r"\s*<sup>(.*?)</sup>\s*")
_RAISED_FORMS = str.maketrans("0123456789n", "⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ")
_SUITS = re.compile("([" + "".join(theme.SUITS) + "])")

ERRATUM_MARK = "勘"


@dataclass(frozen=True)
class Piece:
    """A stretch of text of one kind: of a span, or plain, or a suit."""

    text: str
    kind: str
    span: Span | None = None


def raise_exponents(text: str) -> str:
    """Show ``2 <sup>n</sup>``, which is how the source file writes an exponent, as 2ⁿ."""
    return _RAISED.sub(lambda match: match[1].translate(_RAISED_FORMS), text)


def pieces(text: str, spans: Sequence[Span]) -> Iterator[Piece]:
    """Cut a text at its spans and suits."""
    at = 0
    for span in spans:
        yield from _plain(text[at : span.start])
        yield Piece(raise_exponents(text[span.start : span.end]), span.kind, span)
        at = span.end
    yield from _plain(text[at:])


def _plain(text: str) -> Iterator[Piece]:
    for part in _SUITS.split(raise_exponents(text)):
        if part:
            yield Piece(part, "suit" if part in theme.SUITS else "plain")


def _tapped(session: Session, sheet: Sheet) -> Callable[[object], None]:
    return lambda _: session.show(sheet)


def text_spans(session: Session, provision: Provision, text: str, spans: Sequence[Span]) -> list[ft.TextSpan]:
    """Return the spans of a text; what can be tapped opens a sheet."""
    book = provision.book
    shown = []
    for piece in pieces(session.say(text), spans):  # the two scripts have the same length, so offsets hold
        said, span = piece.text, piece.span
        if span is not None and span.kind == "reference" and span.targets:
            shown.append(
                ft.TextSpan(
                    said,
                    style=ft.TextStyle(color=ft.Colors.PRIMARY, weight=ft.FontWeight.W_600),
                    semantics_label=said,
                    on_click=_tapped(session, Sheet("reference", span.targets)),
                )
            )
        elif span is not None and span.kind == "term":
            shown.append(
                ft.TextSpan(
                    said,
                    style=ft.TextStyle(
                        decoration=ft.TextDecoration.UNDERLINE,
                        decoration_style=ft.TextDecorationStyle.DOTTED,
                        decoration_color=ft.Colors.OUTLINE,
                    ),
                    semantics_label=said,
                    on_click=_tapped(session, Sheet("term", (span.value,), book)),
                )
            )
        elif span is not None and span.kind == "erratum":
            amber = session.shade(theme.AMBER)
            open_erratum = _tapped(session, Sheet("erratum", (span.value,), book))
            shown.append(
                ft.TextSpan(
                    said,
                    style=ft.TextStyle(
                        decoration=ft.TextDecoration.UNDERLINE,
                        decoration_style=ft.TextDecorationStyle.WAVY,
                        decoration_color=amber,
                    ),
                    on_click=open_erratum,
                    semantics_label=said,
                )
            )
            if span.ends:
                shown.append(
                    ft.TextSpan(
                        f"〔{ERRATUM_MARK}〕",
                        style=ft.TextStyle(color=amber, size=session.px(theme.SMALL), weight=ft.FontWeight.W_600),
                        on_click=open_erratum,
                        semantics_label=session.say("勘误"),
                    )
                )
        elif piece.kind == "penalty":
            shown.append(
                ft.TextSpan(said, style=ft.TextStyle(color=session.shade(theme.RED), weight=ft.FontWeight.W_600))
            )
        elif piece.kind == "suit":
            shown.append(
                ft.TextSpan(
                    said,
                    style=ft.TextStyle(color=session.shade(theme.SUITS[piece.text]), weight=ft.FontWeight.BOLD),
                )
            )
        else:
            shown.append(ft.TextSpan(said))
    return shown


def law_text(
    session: Session, provision: Provision, text: str, spans: Sequence[Span], size: float = theme.LAW
) -> ft.Text:
    """Return a paragraph of law text."""
    return ft.Text(
        spans=text_spans(session, provision, text, spans),
        style=ft.TextStyle(size=session.px(size), height=1.6),
    )
