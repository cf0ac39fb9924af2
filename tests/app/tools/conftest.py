"""Tools worked as a screen works them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from app.base.opened import trees
from app.tools.entries import starting
from app.tools.model import Answer, Outcome
from app.tools.working import work

Ask = Callable[..., Outcome]
Told = Callable[..., Answer]


@pytest.fixture
def ask() -> Ask:
    """What a tool says where these entries are made and the others left as they begin."""

    def asking(tool_id: str, **values: Any) -> Outcome:
        tool = trees().tools[tool_id]
        assert set(values) <= set(tool.entries), values
        return work(tool, {**starting(tool), **values}, trees().deals[tool.game])

    return asking


@pytest.fixture
def told(ask: Ask) -> Told:
    """The same, where there is an answer."""

    def telling(tool_id: str, **values: Any) -> Answer:
        outcome = ask(tool_id, **values)
        assert isinstance(outcome, Answer), outcome
        return outcome

    return telling
