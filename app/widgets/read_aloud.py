"""A button that has the device's own voice read words aloud, and stops it; where there is no voice, nothing."""

from __future__ import annotations

import flet as ft

from app.ruling.voiced import voiced_lines
from app.widgets.basics import no_wider
from app.widgets.text import written
from app.window import theme
from app.window.error_boundary import component
from app.window.session import use_session

READ, STOP = "朗读", "停"


@component
def ReadAloud(name: str, lines: tuple[str, ...], to: str, large: bool) -> ft.Control:
    """Read lines ``to`` somebody; what is read stops where its button leaves the screen."""
    session = use_session()
    senses = session.senses
    name = f"{name}-large" if large else name  # the same words, but another screen
    ft.use_state(senses.can)
    ft.use_effect(lambda: None, [name, lines], cleanup=lambda: senses.hush(name))
    if not senses.can.voice:
        return ft.Container(visible=False)
    reading = senses.can.saying == name  # as the page says: of a tap Python may hear after what came of it
    script = session.settings.script
    action = (
        senses.stopping()
        if reading
        else senses.reading(name, [session.say(line) for line in voiced_lines(lines)], script)
    )

    icon, text = (ft.Icons.STOP, STOP) if reading else (ft.Icons.VOLUME_UP, READ)
    if large:
        return no_wider(
            session,
            ft.FilledTonalButton(
                written(session, text, theme.BODY),
                icon=ft.Icon(icon, size=session.icon),
                action=action,
                height=max(56, session.px(48)),
            ),
        )
    return ft.MergeSemantics(
        ft.IconButton(
            ft.Icon(icon, size=session.icon, semantics_label=session.say(f"{text}，对{to}")),
            action=action,
            size_constraints=ft.BoxConstraints(min_width=theme.TARGET, min_height=theme.TARGET),
        )
    )
