"""A hall, open."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.hall.halls import Chief


@pytest.fixture
def chief(tmp_path: Path) -> Iterator[Chief]:
    made = Chief(tmp_path / "chief")
    with made.open():
        yield made
    made.file.close()
    made.store.close()
