"""What a referee at a living table showed he knows: each irregularity is an answer about its tree, as a question is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.base.opened import trees

if TYPE_CHECKING:
    from app.study.table.living import Finding, LivingTable

LONGEST = 10 * 60_000  # ms: who went away for longer did not look for so long
KIND = "table"


def evidence(table: LivingTable[Any], found: Finding, number: int) -> dict[str, Any] | None:
    """The answer a finding is, as :func:`app.study.answers.answered` takes it; None where nothing was to be ruled.

    ``number`` tells it from others that were seen at the same act.
    """
    tree = found.right.entry.id if found.right is not None else ""
    if tree not in trees().trees:
        return None
    return {
        "game": table.game.id,
        "topic": trees().tree(tree).stage,
        "subject": f"tree:{tree}",
        "question": f"table/{table.address.text}/{found.shown_at}-{number}",
        "kind": KIND,
        "right": found.verdict == "right",
        "took": min(LONGEST, found.took),
    }
