"""Tools among which one looks for one: by title, by what it answers, by what people call it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from decision_trees.tools import Tool


def matching(tools: Iterable[Tool], query: str) -> list[Tool]:
    """Return the tools a query may mean, in their order: every word of it, or all its characters, are in what is said of one."""
    words = query.lower().split()
    if not words:
        return list(tools)
    return [tool for tool in tools if all(_fits(tool, word) for word in words)]


def _fits(tool: Tool, word: str) -> bool:
    said = " ".join((tool.title, tool.about, *tool.called)).lower()
    return (
        word in said
        or any(called.lower() in word for called in tool.called if len(called) > 1)
        or set(word) <= set(tool.title.lower())
    )
