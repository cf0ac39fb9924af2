"""What card pickers and bidding pads put things into: a ruling, or a tool."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.ruling.selection import Selection
    from decision_trees.model import Fact
    from rules_data.model import GameId


class Picks(Protocol):
    """Who asks for cards or calls."""

    @property
    def game(self) -> GameId:
        """The game whose cards and calls they are."""
        ...

    def selection(self, name: str) -> Selection:
        """What is put together under a name."""
        ...

    def known(self) -> Mapping[str, Any]:
        """What else is known, by name: the level, the trump suit, other cards."""
        ...

    def declared(self) -> Mapping[str, Fact]:
        """The kinds of what can be known."""
        ...

    def answer(self, name: str, value: Any) -> object:
        """Take a value at once."""
        ...
