"""Penalty points (罚分) of one irregularity, their caps, and whose score they go to (28b; D-15, D-16)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from decision_trees.functions import RuleInputError, rule
from decision_trees.shengji.bottom import Role
from decision_trees.shengji.regulations import amount, card_count

_J = "shengji-40:"

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


def imposed(points: int | None, grade: int | None = None) -> dict[str, Any]:
    """Penalty points, and how they are said: a grade of 表4 without its lost points (D-01) is said as the grade."""
    said = f"表4第{grade}级别的分（分值缺失）" if points is None else f"{points}分"
    return {"penalty": points, "said": said}


@rule("shengji.flat_penalty", _J + "28b.1", _J + "28b.3", _J + "28b.5", _J + "28b.6")
def flat_penalty(kind: Kind, n: int) -> dict[str, Any]:
    """Penalty points of one irregularity of ``n`` cards (28b): a revoke and a wrong bottom cost the same for any number."""
    return {"penalty": penalty(kind, n)}
