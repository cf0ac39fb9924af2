"""Words as the window shows them: in its script, as large as somebody wants them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft

if TYPE_CHECKING:
    from app.window.session import Session


def written(session: Session, said: str, size: float, **how: Any) -> ft.Text:
    """Return words of a size, which grows with the scale somebody chose."""
    return ft.Text(session.say(said), size=session.px(size), **how)
