"""What players say when the referee asks them: what they know, and what people claim (the claims of the tree)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from app.base.opened import trees
from app.study.table.model import Said
from decision_trees.reach import facts_of
from decision_trees.values import show

CLAIMS = 0.5  # of the answers of who is asked about his own doing are a claim and no answer


def claims_of(tree: str) -> Sequence[str]:
    """What people claim where this has happened."""
    return [claim.says for claim in trees().tree(tree).claims]


def answered(
    tree: str, truth: Mapping[str, Any], fact: str, seat: str, offender: str, knows: Sequence[str], chance: str
) -> Said | None:
    """What a seat answers: who knows says so; the offender may claim something instead; the others have not noticed.

    ``knows``: the seats that know; ``chance`` makes the same answer the same.
    """
    random = Random(f"{chance}/{tree}/{fact}/{seat}")
    claims = claims_of(tree)
    if seat == offender and claims and random.random() < CLAIMS:
        return Said(seat, f"{random.choice(claims)}。", None, True)
    if fact not in truth or seat not in knows:
        return None
    declared = facts_of(trees().tree(tree), trees().trees).get(fact)
    if declared is None:
        return None
    return Said(seat, f"{declared.label}：{show(declared, truth[fact])}。", truth[fact])
