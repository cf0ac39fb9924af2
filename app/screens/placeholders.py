"""Destinations that are not built yet; each says in one sentence what will be there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.window import theme
from app.window.error_boundary import component
from app.window.session import use_session

if TYPE_CHECKING:
    from app.window.routes import DestinationKind

COMING: dict[DestinationKind, tuple[ft.IconData, str]] = {
    "learn": (ft.Icons.SCHOOL, "尚未建成：这里将有带讲解的案例练习和考试。"),
}


@component
def PlaceholderPane(kind: DestinationKind) -> ft.Control:
    """Say what will be here."""
    session = use_session()
    icon, sentence = COMING[kind]
    return ft.Container(
        ft.Column(
            [
                ft.Icon(icon, size=56, color=ft.Colors.PRIMARY),
                ft.Text(session.say(sentence), size=session.px(theme.LAW), text_align=ft.TextAlign.CENTER, width=360),
            ],
            alignment=ft.MainAxisAlignment.CENTER,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            spacing=20,
        ),
        alignment=ft.Alignment.CENTER,
        padding=24,
        expand=True,
    )
