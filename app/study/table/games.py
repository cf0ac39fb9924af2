"""Which games have a living table."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.study.table.model import Game


@cache
def game_of(name: str) -> Game[Any] | None:
    """The game as the living table plays it; None where it has none."""
    if not name.isidentifier() or find_spec(f"{__package__}.{name}") is None:
        return None
    found: Game[Any] | None = getattr(import_module(f"{__package__}.{name}"), "GAME", None)
    return found
