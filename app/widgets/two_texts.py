"""Two texts of one clause run together, word by word: what is gone struck out, what came in its place underlined."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.window import theme

if TYPE_CHECKING:
    from app.window.session import Session
    from rules_data.brought.comparing import Pair


def two_texts(session: Session, pair: Pair) -> ft.Control:
    """The words of both, marked; to a screen reader what is gone and what came is said."""
    labels = "→".join(dict.fromkeys(p.label for p in (pair.old, pair.new) if p is not None))
    spans = [ft.TextSpan(session.say(f"{labels}　"), ft.TextStyle(weight=ft.FontWeight.W_600))]
    said = [f"{labels}："]
    for piece in pair.words(session.handbook.script.simplified):
        spans.append(ft.TextSpan(session.say(piece.text), _style(session, piece.where)))
        said.append({"both": piece.text, "old": f"（删去）{piece.text}", "new": f"（加上）{piece.text}"}[piece.where])
    text = ft.Text(spans=spans, style=ft.TextStyle(size=session.px(theme.BODY), height=1.5))
    return ft.Semantics(content=text, label=session.say("".join(said)), exclude_semantics=True)


def _style(session: Session, where: str) -> ft.TextStyle | None:
    if where == "old":
        return ft.TextStyle(decoration=ft.TextDecoration.LINE_THROUGH, color=session.shade(theme.RED))
    if where == "new":
        return ft.TextStyle(decoration=ft.TextDecoration.UNDERLINE, weight=ft.FontWeight.W_600, color=ft.Colors.PRIMARY)
    return None
