"""What a window does with what its page says, before anything else does."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import flet as ft
import pytest

from app.frame import main


def test_whoever_touches_a_window_is_answered_before_what_nobody_waits_for(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    monkeypatch.setattr(main, "touched", lambda: order.append("touched"))

    async def dispatch(control_id: int, event_name: str, event_data: Any) -> None:
        order.append(f"{event_name} of {control_id}: {event_data}")

    page = SimpleNamespace(session=SimpleNamespace(dispatch_event=dispatch))
    main.give_way(cast(ft.Page, page))
    asyncio.run(page.session.dispatch_event(7, "click", None))
    assert order == ["touched", "click of 7: None", "touched"]
