"""Which of the open questions a ruling went through decide it: another answer would change what is ruled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from decision_trees.engine import Ruled, advance
from decision_trees.functions import RuleInputError
from decision_trees.law import Law


def decisive(
    ruled: Ruled,
    facts: Mapping[str, Any],
    law: Law,
) -> frozenset[str]:
    """The ids of the open questions whose other answers lead from the same facts to something else, or to a further question.

    One that was left without an answer decides by itself.
    """
    out = set()
    for used in ruled.settled:
        others = [option.key for option in law.question(used.id).options if option.key != used.answer]
        if used.answer is None or any(
            _differs(ruled, facts, law.settling({**law.settled, used.id: key})) for key in others
        ):
            out.add(used.id)
    return frozenset(out)


def _differs(
    ruled: Ruled,
    facts: Mapping[str, Any],
    law: Law,
) -> bool:
    try:
        other = advance(ruled.entry, facts, law)
    except RuleInputError:  # the answers do not fit that way: it is another way
        return True
    if not isinstance(other, Ruled) or (other.tree.id, other.outcome_id) != (ruled.tree.id, ruled.outcome_id):
        return True
    said = (other.outcome, other.figures, other.next, other.stays)
    return said != (ruled.outcome, ruled.figures, ruled.next, ruled.stays)
