"""A tool's answer as a text to be copied or sent: what was entered, what came out, how, and by which clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.tools import entries
from app.tools.model import Answer, Refused
from decision_trees.games import games
from decision_trees.tools import asked

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from app.tools.model import Outcome
    from decision_trees.tools import Tool
    from rules_data.handbook import Handbook


def shared(tool: Tool, values: Mapping[str, Any], outcome: Outcome, handbook: Handbook, link: str = "") -> str:
    """Return the text."""
    lines = [f"{games()[tool.game].name} · {tool.title}"]
    for name in asked(tool, values):
        if values.get(name) not in (None, "", [], ()):
            lines.append(f"{tool.entries[name].label}：{entries.said(tool, name, values[name])}")
    if isinstance(outcome, Answer):
        lines += ["", outcome.said, *filter(None, ["，".join(outcome.working)]), *outcome.lines]
        books = {handbook.book_of(cite).short: [] for cite in outcome.cites}  # type: dict[str, list[str]]
        for cite in outcome.cites:
            books[handbook.book_of(cite).short].append(handbook.provision(cite).label)
        lines += [f"依据：{book} {'、'.join(labels)}" for book, labels in books.items()]
    elif isinstance(outcome, Refused):
        lines += ["", outcome.why]
    if link:
        lines += ["", link]
    return "\n".join(lines)
