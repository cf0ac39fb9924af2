"""Penalty points, their caps, whose score they go to, and the right to have an irregularity penalised (28, 28b; D-15, D-16)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from decision_trees.functions import RuleInputError, rule
from decision_trees.shengji.bottom import Role
from decision_trees.shengji.numbers import amount, card_count
from decision_trees.shengji.seats import Seat, Side

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
    """What the charges do to the defenders' score: the other side gets them (28b.6, 19.3p1; D-16).

    Raises RuleInputError for points below 0.
    """
    given = list(charges)
    for charge in given:
        if charge.points < 0:
            raise RuleInputError(f"罚分不能小于0，现在是{charge.points}。")
    return sum(c.points if c.offender == "banker" else -c.points for c in given)


def charged(
    banker_penalty: int = 0, defender_penalty: int = 0, early_ns: int = 0, early_ew: int = 0, banker: str | None = None
) -> tuple[Charge, Charge]:
    """What either side has been charged in a deal, with what was charged before anybody was banker (28b.6).

    ``early_ns`` and ``early_ew`` are the sides' charges then; they are nobody's as long as the ``banker`` is not known.
    """
    early = early_charges(banker, early_ns, early_ew) if banker is not None else {}
    return (
        Charge("banker", banker_penalty + (early.get("banker") or 0)),
        Charge("defender", defender_penalty + (early.get("defender") or 0)),
    )


def imposed(points: int | None, grade: int | None = None) -> dict[str, Any]:
    """Penalty points, and how they are said: a grade of 表4 without its lost points (D-01) is said as the grade."""
    said = f"表4第{grade}级别的分（分值缺失）" if points is None else f"{points}分"
    return {"penalty": points, "said": said}


@rule(
    "shengji.flat_penalty",
    "shengji-40:28b.1",
    "shengji-40:28b.3",
    "shengji-40:28b.5",
    "shengji-40:28b.6",
    title="一次违规的罚分",
)
def flat_penalty(kind: Kind, n: int) -> dict[str, Any]:
    """Penalty points of one irregularity of ``n`` cards (28b.1, 28b.3, 28b.5, 28b.6).

    A revoke and a wrong bottom cost the same for any number; out of turn and wrong cards go by the card, the latter at
    most 80. Raises RuleInputError for a number of cards that cannot be.
    """
    return {"penalty": penalty(kind, n)}


@rule(
    "shengji.penalty_applied",
    "shengji-40:28b.6",
    "shengji-40:19.3p1",
    "shengji-40:13p3",
    title="罚分给对方以后防守方的得分",
)
def penalty_applied(
    penalty: int,
    offender: str,
    banker: str,
    gathered: int | None = None,
    banker_penalty: int = 0,
    defender_penalty: int = 0,
    early_ns: int = 0,
    early_ew: int = 0,
) -> dict[str, Any]:
    """What penalty points do to the defenders' score: the other side gets them (28b.6, 19.3p1; D-16).

    ``offender``: a seat or a side. ``gathered``: points the defenders have gathered so far, without the penalties
    before this one, ``banker_penalty`` and ``defender_penalty``, with those before anybody was banker, ``early_ns`` and
    ``early_ew``. ``total`` is what they have then; below 0 counts as 0
    at the end (13p3, D-17). ``way``: ``change``, ``total`` or ``below``; without ``gathered`` also ``change_so_far`` where there
    were penalties before, ``so_far`` with them. ``banker_charge`` and ``defender_charge`` are what either side is charged by it.
    """
    of_banker = Seat.parse(banker).side
    side = Side.parse(offender) if len(offender) > 1 else Seat.parse(offender).side
    change = to_defenders([Charge("banker" if side is of_banker else "defender", penalty)])
    out: dict[str, Any] = {
        "defenders": of_banker.opponents.value,
        "to": side.opponents.value,
        "change": change,
        "banker_charge": penalty if side is of_banker else 0,
        "defender_charge": 0 if side is of_banker else penalty,
    }
    charges = charged(banker_penalty, defender_penalty, early_ns, early_ew, banker)
    earlier = to_defenders(charges)
    if gathered is None:
        way = "change_so_far" if any(charge.points for charge in charges) else "change"
        return out | {"way": way, "before": None, "total": None, "so_far": earlier + change}
    before = gathered + earlier
    total = before + change
    return out | {
        "way": "below" if total < 0 else "total",
        "before": before,
        "total": total,
        "so_far": earlier + change,
    }


PointedOut = Literal["normal", "outsider", "acted_first", "consulted", "late", "settled_privately"]


@rule(
    "shengji.right_kept",
    "shengji-40:28.3",
    "shengji-40:28.4.1",
    "shengji-40:28.4.2",
    "shengji-40:28.4.3",
    "shengji-40:28.4.4",
    "shengji-40:25p3",
    title="处罚权有疑问而没有丧失的缘由",
)
def right_kept(
    pointed_out: PointedOut,
    outsider_side: Literal["nonoffending", "other"] | None = None,
    late_revoke: bool = False,
) -> dict[str, Any]:
    """What was weighed against the right to have an irregularity penalised, and did not cost it (28.3, 28.4, 25p3).

    ``why``: null where nothing was; ``not_theirs``: the outsider who pointed it out was not of the side not at fault;
    ``revoke``: pointing out a revoke late does not cost it; otherwise as given.
    """
    if pointed_out == "normal":
        return {"why": None}
    if pointed_out == "outsider" and outsider_side == "other":
        return {"why": "not_theirs"}
    if pointed_out == "late" and late_revoke:
        return {"why": "revoke"}
    return {"why": pointed_out}


@rule("shengji.banker_fined", "shengji-40:19.3p1", title="庄家方本副有没有被罚分")
def banker_fined(
    banker_penalty: int = 0,
    defender_penalty: int = 0,
    banker: str | None = None,
    early_ns: int = 0,
    early_ew: int = 0,
) -> dict[str, Any]:
    """Has the banker's side been fined in this deal (19.3p1)? Those points alone turn on who gets them (D-16).

    ``points``, and ``others`` of the defenders, are with those before anybody was banker, ``early_ns`` and ``early_ew``; null
    where there are none.
    """
    own, others = charged(banker_penalty, defender_penalty, early_ns, early_ew, banker)
    return {"fined": bool(own.points), "points": own.points or None, "others": others.points or None}


@rule("shengji.waits_for_banker", "shengji-40:28b.6", "shengji-40:19.3p1", title="还没有庄家时罚的分")
def waits_for_banker(penalty: int, banker: str | None = None) -> dict[str, Any]:
    """``points`` of a penalty that cannot be charged yet, as nobody is banker (28b.6); null where somebody is."""
    return {"points": penalty if banker is None else None}


def early_charges(banker: str, ns: int = 0, ew: int = 0) -> dict[str, int | None]:
    """What was charged to both sides before anybody was banker, as the banker's side's and the defenders' (28b.6).

    ``ns``, ``ew``: points each side was charged. Null where a side was charged nothing.
    """
    by_side = {Side.NS: ns, Side.EW: ew}
    side = Seat.parse(banker).side
    return {"banker": by_side[side] or None, "defender": by_side[side.opponents] or None}
