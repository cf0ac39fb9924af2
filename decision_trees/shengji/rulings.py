"""Further rule functions the rulings ask for, by name: JSON in, JSON out. Open questions without a default are named."""

from __future__ import annotations

from typing import Any, Literal

from decision_trees.functions import RuleInputError, rule
from decision_trees.shengji import bombs, levels, penalty_points, revoke, throws, withdrawals
from decision_trees.shengji.cards import Written, parse_cards
from decision_trees.shengji.exposed_cards import is_heavy
from decision_trees.shengji.regulations import printed
from decision_trees.shengji.seats import Seat, Side
from decision_trees.shengji.trumps import Trumps

_J = "shengji-40:"


@rule("shengji.throw_led", _J + "8", _J + "23.1p2")
def throw_led(throw: Written, thrower: str, level: str, trump: str, others: dict[str, Written]) -> dict[str, Any]:
    """What is led instead of a failed throw (8, 23.1p2).

    ``card`` when the clauses agree, otherwise null, with what each of them gives: ``smallest`` (8), ``choice`` of the
    ``chooser`` (23.1p2), ``choice_if_partner`` should 23.1p2 on the partner apply; ``open`` names D-04 and D-05.
    """
    of = Trumps.parse(level, trump)
    hands = {Seat.parse(s): parse_cards(c, Seat.parse(s).chinese) for s, c in others.items()}
    check = throws.check_against(parse_cards(throw, "甩出的牌"), Seat.parse(thrower), hands, of)
    instead = throws.led_instead(check, of)
    return {
        "card": None if instead.settled is None else str(instead.settled),
        "smallest": str(instead.smallest),
        "choice": [str(c) for c in instead.choice],
        "choice_if_partner": [str(c) for c in instead.if_partner_counts],
        "chooser": check.chooser.value,
        "open": list(instead.open_questions),
    }


@rule("shengji.thrown", _J + "8", _J + "28b.2.2", _J + "28b.2.3")
def thrown(throw: Written, level: str, trump: str) -> dict[str, Any]:
    """How many cards were thrown; is the highest ``heavy`` or ``light`` (28b.2; D-03); ``no_throw``: of two classes (8)."""
    of, cards = Trumps.parse(level, trump), parse_cards(throw, "甩出的牌")
    if of.one_class(cards) is None:
        return {"count": len(cards), "highest": "no_throw"}
    throws.check_throw(cards, of)
    return {"count": len(cards), "highest": "heavy" if is_heavy(of.highest(cards), of) else "light"}


def _imposed(points: int | None, grade: int | None = None) -> dict[str, Any]:
    """Penalty points, and how they are said: a grade of 表4 without its lost points (D-01) is said as the grade."""
    said = f"表4第{grade}级别的分（分值缺失）" if points is None else f"{points}分"
    return {"penalty": points, "said": said}


@rule("shengji.failed_throw_points", _J + "28b.2.1", _J + "28b.2.2", _J + "28b.2.3", _J + "8", _J + "23.1p2")
def failed_throw_points(
    count: int | None = None,
    highest: Literal["heavy", "light"] | None = None,
    judged: Literal["heavy", "light"] | None = None,
    beaten: int | None = None,
    grade: Literal["1", "2"] | None = None,
    table_4: int | None = None,
) -> dict[str, Any]:
    """Penalty points of a failed throw by the reading that the event uses (D-03), and how they are said.

    By ``count`` cards thrown, the highest heavy or light (28b.2), ``judged`` going first; by the cards ``beaten`` alone, ten
    for each (8); or a ``grade`` of 表4 (23.1p2), with the points the event supplies for it, if any (D-01).
    """
    if grade is not None:
        return _imposed(table_4, int(grade))
    if beaten is not None:
        if beaten < 1:
            raise RuleInputError(f"甩错了至少有1张被卡，现在是{beaten}张。")
        return _imposed(beaten * printed("8", r"每甩错一牌张罚(\d+)分"))
    first = judged or highest
    if count is None or first is None:
        raise RuleInputError("请说明甩出几张，最大一张是重罚张还是轻罚张。")
    return _imposed(throws.points_of_failed(count, first == "heavy"))


@rule("shengji.revoke_points", _J + "28b.3", _J + "25p3")
def revoke_points(grade: Literal["2", "3", "4"] | None = None, table_4: int | None = None) -> dict[str, Any]:
    """Penalty points of an established revoke, and how they are said: 28b.3, or a ``grade`` of 表4 (25p3; D-10, D-01)."""
    return _imposed(penalty_points.penalty("revoke", 1)) if grade is None else _imposed(table_4, int(grade))


@rule("shengji.withheld", _J + "25p1", _J + "10p1", _J + "10p3")
def withheld(hand: Written, led: Written, play: Written, level: str, trump: str) -> dict[str, Any]:
    """Is a play a revoke, and which cards of the hand, as it was before, should have been played (25p1)?

    ``said``: the same cards by their Chinese names; null when there are none.
    """
    cards = revoke.withheld(
        parse_cards(hand, "这手牌"),
        parse_cards(led, "领出的牌"),
        parse_cards(play, "打出的牌"),
        Trumps.parse(level, trump),
    )
    return {
        "revoke": bool(cards),
        "cards": [str(c) for c in cards],
        "said": "、".join(c.chinese for c in cards) or None,
    }


@rule("shengji.revoke_status", _J + "25p2", _J + "25p3", _J + "28b.3")
def revoke_status(noticed: revoke.Noticed, before: int, played: int, now: int | None = None) -> dict[str, Any]:
    """Is a revoke still to be corrected, established, or one of the last two cards; penalty points (25, 28b.3).

    ``before``, ``played``, ``now``: cards in the hand before the wrong play, in it, and when noticed; ``open`` names D-14.
    """
    found = revoke.revoke_status(noticed, before, played, now)
    return {"status": found.status, "penalty": found.penalty, "open": list(found.open_questions)}


@rule("shengji.grade_amount", _J + "19.3p2", _J + "19.3t")
def grade_amount(grade: int, amounts: list[int | None] | None = None) -> dict[str, Any]:
    """Points of a grade of 表4: null, the table is lost, unless the event supplies its ``amounts`` in order (D-01)."""
    return {"amount": penalty_points.grade_amount(grade, amounts or ())}


@rule("shengji.forfeit_scores", _J + "18p5", _J + "19.4", _J + "20")
def forfeit_scores(opponent_avg: float, offender_avg: float) -> dict[str, Any]:
    """Standard scores the opponent of a forfeit may get; the text does not say which (18p5, 19.4; D-28)."""
    return {"opponent_gets": list(withdrawals.forfeit_scores(opponent_avg, offender_avg))}


@rule("shengji.banker_after_info", _J + "26p3", _J + "1.13", _J + "17")
def banker_after_info(offender_side: str, banker: str) -> dict[str, Any]:
    """The next banker after a deal ended by illegal information, as if the offending side had lost it (26p3; D-30)."""
    after = levels.banker_after_illegal_information(Side.parse(offender_side), Seat.parse(banker))
    return {"next_banker": after.value}


@rule("shengji.owed_to_bomb", _J + "4", _J + "9p2", _J + "10p1")
def owed_to_bomb(hand: Written) -> dict[str, Any]:
    """Of which suits a hand has to play a card to a bomb, and how many cards are free (4; D-26-3; D-26-4 is open)."""
    owed = bombs.owed_to_bomb(parse_cards(hand, "这手牌"))
    return {"must": [s.value for s in owed.must], "free": owed.free, "open": ["D-26-4"]}
