"""Whatever is entered, a tool answers, says what is wanting, or says which entry cannot be and why."""

from __future__ import annotations

import random
from typing import Any

import pytest

from app.base.opened import handbook, trees
from app.tools import entries
from app.tools.model import Answer, Refused, Wanting
from app.tools.working import work
from decision_trees.bridge.calls import highest_level
from decision_trees.games import games
from decision_trees.tools import Entry, Tool

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
TRIES = 150


def deck_of(game: str) -> list[str]:
    pack = games()[game].pack
    cards = [suit + (pack.ten if rank == "10" else rank) for suit in "SHDC" for rank in RANKS]
    cards += ["BJ", "LJ"] if pack.jokers else []
    return cards * (2 if game == "guandan" else 1)


def anything(chooser: random.Random, tool: Tool, entry: Entry, deck: list[str]) -> Any:
    if entry.optional and chooser.random() < 0.3:
        return None
    if entry.pad == "choice":
        return chooser.choice(list(entry.options))
    if entry.pad == "number":
        assert entry.minimum is not None and entry.maximum is not None
        return chooser.randint(entry.minimum, entry.maximum)
    if entry.pad == "numbers":
        return [chooser.choice((-50, 0, 110, 420, 99_999, -99_999)) for _ in range(chooser.randint(0, 4))]
    if entry.pad == "cards":
        return chooser.sample(deck, chooser.choice((0, 1, 1, 2, 3, 5, 7)))
    if entry.pad == "seat":
        return chooser.choice(list(games()[tool.game].seats))
    if entry.pad in ("rank", "level"):
        return chooser.choice(RANKS if entry.pad == "rank" else list(entries.LEVELS))
    if entry.pad == "text":
        return chooser.choice(("1 420 170\n2 -50 0", "1 420", "合计", "5 16 14"))
    if entry.pad == "auction":
        calls = [
            "P",
            "P",
            "P",
            "X",
            "XX",
            *(f"{n}{s}" for n in range(1, highest_level() + 2) for s in ("C", "S", "NT")),
        ]
        return {"dealer": "N", "calls": chooser.choices(calls, k=chooser.randint(0, 8))}
    raise AssertionError(entry.pad)


@pytest.mark.parametrize("tool_id", [name for name, tool in trees().tools.items() if tool.needs is None])
def test_anything(tool_id: str) -> None:
    tool, deal = trees().tools[tool_id], trees().deals[tool_id.partition(".")[0]]
    deck, answered = deck_of(tool.game), 0
    for seed in range(TRIES):
        chooser = random.Random(seed)
        values = {name: anything(chooser, tool, entry, deck) for name, entry in tool.entries.items()}
        outcome = work(tool, values, deal)
        if isinstance(outcome, Answer):
            answered += 1
            assert outcome.said and "None" not in "".join((outcome.said, *outcome.working, *outcome.lines)), values
            assert outcome.cites and all(cite in handbook() for cite in outcome.cites)
            assert all(handbook().book_of(cite).game == tool.game for cite in outcome.cites)
            assert all(len(row) == len(grid.head) for grid in outcome.grids for row in grid.rows)
        elif isinstance(outcome, Refused):
            assert outcome.why.endswith(("。", "）", "？")) and (not outcome.name or outcome.name in tool.entries), (
                outcome
            )
        else:
            assert isinstance(outcome, Wanting)
            assert set(outcome.names) <= set(tool.entries) and (outcome.names or outcome.why)
    if tool_id not in ("bridge.claim",):  # hands of one length are seldom dealt by chance
        assert answered, "never an answer"
