"""Penalty points (罚分) of one irregularity, their caps, and whose score they go to (28b; D-15, D-16)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from decision_trees import tables
from decision_trees.functions import RuleInputError
from decision_trees.shengji.bottom import Role
from decision_trees.shengji.regulations import BOOK, amount, card_count

Kind = Literal["revoke", "wrong_bottom", "out_of_turn", "wrong_cards"]


def penalty(kind: Kind, cards: int) -> int:
    """Penalty points of one irregularity with so many cards wrong (28b).

    A revoke (28b.3) and a wrong bottom (28b.6) cost the same however many cards; out of turn (28b.5) and wrong cards (28b.1)
    go by the card, the latter up to 80. Several irregularities are several penalties (D-15).
    """
    most = card_count("hand") + card_count("bottom")
    if not 1 <= cards <= most:
        raise RuleInputError(f"违规张数应是1至{most}，现在是{cards}。")
    if kind in ("revoke", "wrong_bottom"):
        return amount(kind).each
    return amount("wrong_card" if kind == "wrong_cards" else kind).times(cards)


@dataclass(frozen=True, slots=True)
class Charge:
    """Penalty points and the side that has to pay them."""

    offender: Role
    points: int


def to_defenders(charges: Iterable[Charge]) -> int:
    """What the charges do to the defenders' score: the other side gets them (28b.6, 19.3p1; D-16)."""
    return sum(c.points if c.offender == "banker" else -c.points for c in charges)


def grade_amount(grade: int, supplied: Sequence[int | None] = ()) -> int | None:
    """Points of a grade of 表4 (19.3): lost in the source, None unless the event supplies them in order (D-01)."""
    amounts: dict[int, int | None] = {row["grade"]: row["amount"] for row in tables.rows(BOOK, "penalty-grades")}
    grades = list(amounts)
    if grade not in grades:
        raise RuleInputError(f"表4没有第{grade}级别，只有第{grades[0]}至第{grades[-1]}级别（第十九条三）。")
    if len(supplied) > len(grades) or any(a is not None and a < 0 for a in supplied):
        raise RuleInputError(f"表4的分值应按级别写{len(grades)}个，都不小于0。")
    at = grades.index(grade)
    return supplied[at] if at < len(supplied) else amounts[grade]
