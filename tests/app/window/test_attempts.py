"""What fails at a tap is said, and nothing else stops."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from app.journal.store import JournalError
from app.window.attempts import attempts


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (JournalError("这条记录已经撤回。"), ["这条记录已经撤回。"]),
        (OSError("磁盘满了"), ["磁盘满了"]),
        (KeyError("x"), ["没有做成"]),
        (None, []),
    ],
)
def test_what_went_wrong_is_said(fault: Exception | None, said: list[str]) -> None:
    heard: list[str] = []
    session = cast(Any, SimpleNamespace(tell=heard.append))

    async def work() -> None:
        if fault is not None:
            raise fault

    asyncio.run(attempts(session, "没有做成")(work)(None))  # type: ignore[arg-type]
    assert heard == said
