"""A living table whose referee rules as its trees rule of what was so, and what was seen on the way."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from app.study.table.demonstration import ruled_as_it_was
from app.study.table.games import game_of
from app.study.table.living import Finding, LivingTable, opened
from app.study.table.model import Act, Address, Incident
from decision_trees.engine import Ruled


@dataclass(slots=True)
class Step:
    """One act that was shown, the position it was done in, and whether it belongs to an irregularity."""

    act: Act
    before: Any
    bent: bool


@dataclass(slots=True)
class Seen:
    """How a table went."""

    table: LivingTable[Any]
    steps: list[Step] = field(default_factory=list)
    incidents: list[tuple[Incident[Any], int]] = field(default_factory=list)  # with the acts shown before
    ruled: list[tuple[Ruled, Any, int]] = field(
        default_factory=list
    )  # with the position it left, and the acts shown then
    evident_at: list[tuple[str, int]] = field(default_factory=list)  # of which kind, after how many acts
    unanswered: list[str] = field(default_factory=list)  # what a tree asked that nobody could know

    @property
    def findings(self) -> list[Finding]:
        """How each irregularity was dealt with."""
        return self.table.findings


def opened_at(game: str, seed: int, *kinds: str) -> LivingTable[Any]:
    """The table of a seed."""
    found = game_of(game)
    assert found is not None
    table = opened(Address(game, found.version, seed, kinds))
    assert not isinstance(table, str), table
    return table


def refereed(table: LivingTable[Any], *, waits: bool = False) -> Seen:
    """Play a table to its end; what can be seen is ruled on at once, or where the referee ``waits`` once he is called."""
    out = Seen(table)
    known = noted = None
    while not table.over:
        before, shown = table.position, len(table.acts)
        act = table.step()
        now = table._open
        if now is not None and now is not known:
            out.incidents.append((now.incident, shown))
            known = now
        if act is not None:
            bent = now is not None and shown - now.began < len(now.incident.acts)
            out.steps.append(Step(act, before, bent))
        if now is not None and now.shown_at is not None and now is not noted:
            out.evident_at.append((now.kind.id, now.shown_at))
            noted = now
        if table.called is None and (waits or not table.evident or (now is not None and now.queue)):
            continue
        fault = ruled_as_it_was(table.stop())
        if fault is not None:
            out.unanswered.append(fault)
            table.dismiss()
            table.called = None
            continue
        made = table.ruling
        assert made is not None and made.final is not None
        final = made.final
        table.give()
        out.ruled.append((final, table.position, len(table.acts)))
    return out
