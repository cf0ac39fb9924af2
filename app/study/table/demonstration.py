"""A living table played through by itself: its referee sees what can be seen, asks whoever knows, and rules as the tree says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from decision_trees.engine import Asked, Ruled

if TYPE_CHECKING:
    from app.study.table.living import LivingTable
    from app.study.table.ruling import AtTable

MOST = 60  # questions of one ruling


@dataclass(frozen=True, slots=True)
class Line:
    """What is read: an act, or a ruling."""

    text: str
    ruled: Ruled | None = None


def ruled_as_it_was(at: AtTable[Any]) -> str | None:
    """Walk the tree of an irregularity with what lies on the table and what somebody there knows.

    None once it has come to its ruling; else why it has not: a fact nobody knows, or an open question nobody has settled.
    """
    kind, incident = at.kind, at.incident
    if kind is None or incident is None:
        return "没有违规"
    at.open(kind.tree)
    so = {**kind.facts(at.at, incident), **kind.truth(at.at, incident)}
    for _ in range(MOST):
        if not isinstance(at.step, Asked):
            return None if isinstance(at.step, Ruled) else f"{kind.tree}：{at.fault or '条文没有定'}"
        if at.step.name not in so:
            return f"{kind.tree}：{at.step.name}"
        at.answer(so[at.step.name])
        if at.fault:
            return f"{kind.tree}：{at.fault}"
    return f"{kind.tree}：问个没完"


def demonstrated(table: LivingTable[Any]) -> Iterator[Line]:
    """A table from the deal to its score, act by act, with every ruling where it is given."""
    while not table.over:
        shown = len(table.acts)
        table.step()
        yield from (Line(act.text) for act in table.acts[shown:])
        if table.called is None and not table.evident:
            continue
        at = table.stop()
        if ruled_as_it_was(at) is not None or at.final is None:
            table.dismiss()
            continue
        final = at.final
        table.give()
        yield Line(final.outcome.ruling, final)
    yield Line(table.score().text)
