"""What a window offers that only reads, because another tab of this browser writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.widgets.fields import button
from app.window import keeping

if TYPE_CHECKING:
    from app.window.session import Session


def take_over_button(session: Session) -> list[ft.Control]:
    """Offer to write here from now on; nothing where this window writes already."""
    kept = keeping.storage()
    if kept is None or kept.writes:
        return []

    async def take(_: object) -> None:
        await keeping.take_over(session)

    return [button(session, keeping.TAKE_OVER, take, ft.Icons.EDIT_OUTLINED, filled=True)]
