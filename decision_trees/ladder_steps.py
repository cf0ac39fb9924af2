"""What counts come to by a ladder that somebody filled in from a text: from the so-manyeth one on, these words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules_data.brought.game_model import LadderKind

COUNTED = {"warning": "警告", "violation": "违例", "foul": "犯规"}
"""What can be put on the record, as it is called."""


def step_at(kind: LadderKind, number: int) -> tuple[int, str, str] | None:
    """What the so-manyeth one comes to: from which count on, the words, the number of the clause; None: nothing is laid down."""
    found = [step for step in kind.steps if step.at <= number]
    if not found:
        return None
    last = max(found, key=lambda step: step.at)
    return last.at, last.says, last.cite


def ladder_faults(kind: LadderKind) -> Iterator[str]:
    """What is wrong with one kind of a ladder, in clear sentences."""
    name = COUNTED[kind.kind]
    if not kind.steps:
        yield f"{name}还没有写第几次怎样，请加一级。"
    before = 0
    for number, step in enumerate(kind.steps, 1):
        if not step.says.strip():
            yield f"{name}的第 {number} 级还没有写怎样判。"
        if step.at <= before:
            yield f"{name}的第 {number} 级从第 {step.at} 次起，不在上一级（第 {before} 次）以后，请改。"
        before = step.at
