"""Too many or too few cards (多牌或少牌): between whom, and on which sides the players concerned are (22.1, 2.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from decision_trees.functions import MoreNeeded, RuleInputError, rule
from decision_trees.shengji.numbers import card_count
from decision_trees.shengji.seats import Seat, by_seat

Between = Literal["nobody", "bottom_only", "two_hands", "bottom_and_hand", "not_whole", "several"]
Relation = Literal["opposite", "banker_side", "defenders"]


DealCheck = Literal["ok", "redeal_new_deck", "art22"]


def check_deal(hands: Mapping[Seat, int], bottom: int) -> DealCheck:
    """After the draw: all right; only the bottom wrong, another deck and a new deal (2.3); or a hand wrong (22)."""
    missing = [s for s in Seat if s not in hands]
    if missing:
        raise RuleInputError(f"缺少{missing[0].chinese}的张数，要四家的张数。")
    if bottom < 0 or min(hands.values()) < 0:
        raise RuleInputError("张数不能小于0。")
    if any(count != card_count("hand") for count in hands.values()):
        return "art22"
    return "ok" if bottom == card_count("bottom") else "redeal_new_deck"


def decider(offender: Seat, other: Seat, banker: Seat | None, bottom_seen: bool | None) -> Seat:
    """Who decides whether to go on or to deal again when a hand has too many cards and another too few (22.1p2).

    The side not at fault. Both of the banker's side: the next player after the one at fault. Both defenders: the banker, or
    once he saw the bottom his partner; only there it has to be known whether he saw it.
    """
    if offender is other:
        raise RuleInputError(f"错误家和非错误家都写了{offender.chinese}，应是两家。")
    if offender.side is not other.side:
        return other
    if banker is None:
        raise RuleInputError(
            "错误家和非错误家同为一方，要有庄家才能定谁有选择权；还没有庄家时由裁判长定（第二十二条一）。"
        )
    if offender.side is banker.side:
        return offender.next
    if bottom_seen is None:
        raise MoreNeeded("同为防守方时，要知道庄家看过原始底牌没有（第二十二条一第2段）。")
    return banker.partner if bottom_seen else banker


def between(hands: dict[Seat, int], bottom: int) -> Between:
    """Where cards are too many and too few before the bottom is taken; the three pairs of 22.1p1, and what is none of them.

    ``not_whole``: a hand is wrong and all cards together are not the pack (1.1), so nobody need have drawn wrongly.
    """
    missing = [s for s in Seat if s not in hands]
    if missing:
        raise RuleInputError(f"缺少{missing[0].chinese}的张数，要四家的张数。")
    if bottom < 0 or min(hands.values()) < 0:
        raise RuleInputError("张数不能小于0。")
    wrong = [n - card_count("hand") for n in hands.values() if n != card_count("hand")]
    below = bottom - card_count("bottom")
    if not wrong:
        return "bottom_only" if below else "nobody"
    if sum(hands.values()) + bottom != card_count("deck"):
        return "not_whole"
    if len(wrong) == 1:
        return "bottom_and_hand"
    if len(wrong) == 2 and not below:
        return "two_hands"
    return "several"


def bottom_taken_by(hands: Mapping[Seat, int], bottom: int) -> Seat | None:
    """Who has the bottom in his hand: nothing lies on the table, and one hand has more than any wrong draw makes it (6p1)."""
    if bottom:
        return None
    most = max(hands, key=lambda s: hands[s])
    rest = [n for s, n in hands.items() if s is not most]
    return most if hands[most] - max(rest) > card_count("bottom") / 2 else None


@rule(
    "shengji.wrong_number_between",
    "shengji-40:22.1p1",
    "shengji-40:2.3",
    "shengji-40:1.18",
    "shengji-40:6p1",
    title="多牌、少牌在哪里",
)
def wrong_number_between(hands: dict[str, int], bottom: int, banker: str | None = None) -> dict[str, Any]:
    """Where cards are too many and too few before the discard (22.1p1, 2.3, 1.18).

    Between two hands, a hand and the bottom, only the bottom, not a whole pack together, several, or nobody. With the
    bottom taken (``bottom`` 0, ``bottom_seen`` true) the six cards are counted out of the banker's hand (6p1). ``over``
    and ``short``: who has too many and too few, null where it is not one each; ``said`` names them with their numbers.
    Raises RuleInputError for numbers that cannot be.
    """
    counted = {Seat.parse(s): n for s, n in hands.items()}
    taker = bottom_taken_by(counted, bottom) if len(counted) == len(Seat) else None
    if taker is not None and banker is not None and taker is not Seat.parse(banker):
        raise RuleInputError(
            f"{taker.chinese}有{counted[taker]}张，像是取了底牌，而庄家写的是{Seat.parse(banker).chinese}。"
        )
    own = dict(counted)
    if taker is not None:
        own[taker] -= card_count("bottom")
        bottom += card_count("bottom")
    found = between(own, bottom)
    over = [s for s, n in own.items() if n > card_count("hand")]
    short = [s for s, n in own.items() if n < card_count("hand")]
    wrong = [f"{s.chinese}{counted[s]}张" for s in counted if own[s] != card_count("hand")]
    return {
        "between": found,
        "bottom_seen": True if taker is not None else None,
        "bottom_wrong": bottom != card_count("bottom"),
        "over": over[0].value if len(over) == 1 else None,
        "short": short[0].value if len(short) == 1 else None,
        "said": "、".join(wrong) or None,
    }


@rule(
    "shengji.after_discard",
    "shengji-40:22.2",
    "shengji-40:28b.6",
    "shengji-40:6p2",
    "shengji-40:1.18",
    title="扣底以后，是扣错底还是多牌少牌",
)
def after_discard(hands: dict[str, int], bottom: int, banker: str | None = None) -> dict[str, Any]:
    """Once the bottom is buried: did the banker bury a wrong number, or has a player too many or too few (22.2, 28b.6)?

    ``discard_wrong``: the bottom is not six cards, while the banker's hand and the bottom make up all that he had to have
    (1.18, 6p2); without the banker, that it is not six. Otherwise he himself had too many or too few: he is counted with
    what he buried, and ``bottom_off`` says that the bottom is not six. ``over`` and ``short``: who has too many and too
    few, null where it is not one each. Raises RuleInputError for a hand missing.
    """
    counted = {Seat.parse(s): n for s, n in hands.items()}
    own, six = dict(counted), card_count("bottom")
    if len(own) != len(Seat):
        raise RuleInputError("要四家的张数。")
    seat = None if banker is None else Seat.parse(banker)
    if seat is not None:
        own[seat] += bottom - six
    whole = seat is None or own[seat] == card_count("hand")
    over = [s for s, n in own.items() if n > card_count("hand")]
    short = [s for s, n in own.items() if n < card_count("hand")]
    return {
        "discard_wrong": bottom != six and whole,
        "bottom_off": bottom != six and not whole,
        "over": over[0].value if len(over) == 1 else None,
        "short": short[0].value if len(short) == 1 else None,
    }


@rule("shengji.cards_buried", "shengji-40:6p2", title="扣了几张底牌")
def cards_buried(bottom: int) -> dict[str, Any]:
    """How many cards the banker buried, by the count of the bottom (6p2); null where that is more than he had."""
    return {"buried": bottom if bottom <= card_count("hand") + card_count("bottom") else None}


@rule("shengji.somebody_over", "shengji-40:22.2", "shengji-40:1.18", title="扣底以后有没有一家多牌")
def somebody_over(
    over: str | None = None,
    south: int | None = None,
    east: int | None = None,
    north: int | None = None,
    west: int | None = None,
) -> dict[str, Any]:
    """Has anybody too many cards once the bottom is buried (22.2, 1.18)? Null while neither he nor all numbers are known."""
    hands = (south, east, north, west)
    known = [n for n in hands if n is not None]
    if over is not None or any(n > card_count("hand") for n in known):
        return {"over": True}
    return {"over": False if len(known) == len(hands) else None}


@rule("shengji.wrong_number_sides", "shengji-40:22.1p2", title="错误家和非错误家各属哪一方")
def wrong_number_sides(offender: str, other: str, banker: str | None = None) -> dict[str, Any]:
    """Are the player at fault and the other opponents, both of the banker's side, or both defenders (22.1p2)?

    Opponents they are without any banker; else ``relation`` is null while he is not given. Raises RuleInputError for one
    player named twice.
    """
    at_fault, not_at_fault = Seat.parse(offender), Seat.parse(other)
    if at_fault is not_at_fault:
        raise RuleInputError(f"错误家和非错误家都写了{at_fault.chinese}，应是两家。")
    relation: Relation | None
    if at_fault.side is not not_at_fault.side:
        relation = "opposite"
    elif banker is None:
        relation = None
    else:
        relation = "banker_side" if at_fault.side is Seat.parse(banker).side else "defenders"
    return {"relation": relation}


@rule(
    "shengji.deal_check",
    "shengji-40:2.3",
    "shengji-40:1.18",
    "shengji-40:6p1",
    "shengji-40:22.1p1",
    title="抓完牌后各家张数对不对",
)
def deal_check(hands: dict[str, int], bottom: int) -> dict[str, Any]:
    """The numbers of cards after the draw: all right, another deck and a new deal (2.3), or article 22 (1.18, 6p1).

    ``redeal_new_deck``: only the bottom is wrong; ``art22``: a hand is. Raises RuleInputError for a player left out, or
    a number below 0.
    """
    return {"action": check_deal(by_seat(hands), bottom)}


@rule("shengji.art22_decider", "shengji-40:22.1p2", title="多牌少牌时由谁选择重抓")
def art22_decider(
    offender: str, other: str, banker: str | None = None, bottom_seen: bool | None = None
) -> dict[str, Any]:
    """Who decides whether to go on or to deal again with a card too many and one too few (22.1p2).

    The side not at fault; both of the banker's side: the next player after the one at fault; both defenders: the
    banker, or once he saw the bottom his partner. Raises MoreNeeded while only that is missing, RuleInputError for one
    player named twice or no banker where he is needed.
    """
    seat = None if banker is None else Seat.parse(banker)
    return {"decider": decider(Seat.parse(offender), Seat.parse(other), seat, bottom_seen).value}


@rule("shengji.wrong_number_other", "shengji-40:22.1p1", title="多牌少牌两家中谁是非错误家")
def wrong_number_other(offender: str, over: str, short: str) -> dict[str, Any]:
    """Of two players with too many and too few cards one is at fault: who is the other (22.1p1)?

    Null where the player at fault is neither of the two.
    """
    at_fault, two = Seat.parse(offender), (Seat.parse(over), Seat.parse(short))
    return {"other": None if at_fault not in two else two[two[0] is at_fault].value}


@rule("shengji.erring_and_over_sides", "shengji-40:22.3", title="首引后发现多牌，处分哪几方")
def erring_and_over_sides(offender: str, over: str) -> dict[str, Any]:
    """Which sides a wrong number found after the first lead is held against: that at fault and that with too many (22.3).

    ``sides`` once each; ``said``: the same in Chinese.
    """
    sides = dict.fromkeys([Seat.parse(offender).side, Seat.parse(over).side])
    return {"sides": [side.value for side in sides], "said": "和".join(side.chinese for side in sides)}
