"""A journal that lies in memory, which every screen of a test is given."""

from __future__ import annotations

import sys

import pytest

from app.journal.journal import Journal
from app.window import library
from tests.app.journal.memory_store import MemoryStore


@pytest.fixture
def journal(monkeypatch: pytest.MonkeyPatch) -> Journal:
    """The journal of this device."""
    made, real = Journal(MemoryStore(), "李裁判"), library.journal
    for name, module in [*sys.modules.items()]:
        if name.startswith("app.") and getattr(module, "journal", None) is real:
            monkeypatch.setattr(module, "journal", lambda: made)
    return made
