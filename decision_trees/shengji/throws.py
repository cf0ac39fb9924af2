"""Throws (甩牌): several cards of one class led at once (8, 23.1, 28b.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from decision_trees.functions import MoreNeeded, RuleInputError, rule
from decision_trees.shengji.cards import Card, Written, check_once, parse_cards, texts
from decision_trees.shengji.exposed_cards import is_heavy
from decision_trees.shengji.numbers import amount, card_count, printed
from decision_trees.shengji.penalty_points import imposed
from decision_trees.shengji.seats import Seat, by_seat
from decision_trees.shengji.trumps import Trumps


def check_throw(throw: Sequence[Card], trumps: Trumps) -> None:
    """A throw is two cards or more of one class (8)."""
    if len(throw) < 2:
        raise RuleInputError(f"甩牌至少两张，现在是{len(throw)}张。")
    if trumps.one_class(throw) is None:
        names = "、".join(c.chinese for c in throw)
        raise RuleInputError(f"{names}不是同一门，不是甩牌；按出错牌处理（第八条、第二十三条）。")


@dataclass(frozen=True, slots=True)
class ThrowCheck:
    """Does a throw stand, and if not, what is beaten and by whom (8, 23.1)."""

    throw: tuple[Card, ...]
    thrower: Seat
    beaten: tuple[Card, ...]  # as thrown
    blockers: tuple[Seat, ...]  # by letter

    @property
    def valid(self) -> bool:
        """Nobody has a higher card of the class (8)."""
        return not self.beaten

    @property
    def chooser(self) -> Seat:
        """Who chooses what is led instead when there is a choice: the next player, alone (23.1p2, 28.4.3)."""
        return self.thrower.next

    @property
    def partner_blocks(self) -> bool:
        """The thrower's partner has a higher card: 23.1p2 then lets the next player choose among all cards (D-05)."""
        return self.thrower.partner in self.blockers


def check_others(others: Mapping[Seat, Sequence[Card]], thrower: Seat, throw: Sequence[Card]) -> None:
    """The hands of the three other players, every card once."""
    for seat in Seat:
        if (seat is thrower) is (seat in others):
            raise RuleInputError(
                f"{seat.chinese}是甩牌者，其他三家里不应有。"
                if seat is thrower
                else f"缺少{seat.chinese}的牌，要其他三家。"
            )
    check_once([*throw, *(c for cards in others.values() for c in cards)], "甩出的和三家手里的牌中")


def check_against(
    throw: Sequence[Card], thrower: Seat, others: Mapping[Seat, Sequence[Card]], trumps: Trumps
) -> ThrowCheck:
    """Is a throw good: has none of the three others, the partner too, a higher card of its class (8, 23.1p1)?

    A card of equal height does not beat (11.1). Raises when it is no throw.
    """
    check_throw(throw, trumps)
    check_others(others, thrower, throw)
    beaten = tuple(t for t in throw if any(trumps.beats(c, t) for cards in others.values() for c in cards))
    blockers = (s for s, cards in others.items() if any(trumps.beats(c, t) for c in cards for t in throw))
    return ThrowCheck(tuple(throw), thrower, beaten, tuple(sorted(blockers, key=lambda s: s.value)))


def smallest(cards: Sequence[Card], trumps: Trumps) -> Card:
    """The lowest of the cards beaten, which article 8 has led; of equals the first thrown."""
    return min(cards, key=trumps.height)


def throw_penalty(throw: Sequence[Card], trumps: Trumps) -> int:
    """Penalty points of a failed throw (28b.2; D-03).

    Ten for every card thrown, but the first to win (第一进手张), taken as the highest, as an exposed card: 20 when heavy. At
    most 80 in all.
    """
    check_throw(throw, trumps)
    return points_of_failed(len(throw), is_heavy(trumps.highest(throw), trumps))


def points_of_failed(thrown: int, heavy: bool) -> int:
    """The same by the number of cards thrown, and whether the highest of them is heavy (28b.2; D-03)."""
    if not 2 <= thrown <= card_count("hand"):
        raise RuleInputError(f"甩牌是2至{card_count('hand')}张，现在是{thrown}张。")
    each = amount("failed_throw")
    first = amount("failed_throw_first_heavy" if heavy else "failed_throw_first_light")
    return each.capped(each.each * (thrown - 1) + first.each)


@rule(
    "shengji.throw_check",
    "shengji-40:8",
    "shengji-40:23.1p1",
    "shengji-40:23.1p2",
    "shengji-40:28b.2.1",
    "shengji-40:28b.2.2",
    "shengji-40:28b.2.3",
    title="甩牌能否成立",
)
def throw_check(throw: Written, thrower: str, level: str, trump: str, others: dict[str, Written]) -> dict[str, Any]:
    """Does a throw stand against the three other hands; if not what is beaten, by whom, and what does it cost (8, 23.1, 28b.2)?

    ``beaten`` as thrown, ``blockers`` by letter; ``chooser`` is the next player, who by 23.1p2 chooses when there is a
    choice; ``smallest_beaten`` is what article 8 has led (which of the two with several beaten is open, D-04). Raises
    RuleInputError for what is no throw, a hand missing, or a card there twice.
    """
    of, hands = Trumps.parse(level, trump), {s: parse_cards(c, f"{s.chinese}") for s, c in by_seat(others).items()}
    check = check_against(parse_cards(throw, "甩出的牌"), Seat.parse(thrower), hands, of)
    out: dict[str, Any] = {
        "valid": check.valid,
        "beaten": texts(check.beaten),
        "blockers": [s.value for s in check.blockers],
        "chooser": check.chooser.value,
        "penalty": 0 if check.valid else throw_penalty(check.throw, of),
    }
    if not check.valid:
        out["smallest_beaten"] = str(smallest(check.beaten, of))
    return out


@rule(
    "shengji.throw_penalty",
    "shengji-40:28b.2.1",
    "shengji-40:28b.2.2",
    "shengji-40:28b.2.3",
    "shengji-40:8",
    "shengji-40:23.1p2",
    title="甩牌失败的罚分（按甩出的牌）",
)
def throw_penalty_of(throw: Written, level: str, trump: str) -> dict[str, Any]:
    """Penalty points of a failed throw: by the cards thrown, the highest as an exposed card, at most 80 (28b.2, 8, 23.1p2; D-03).

    Raises RuleInputError for what is no throw.
    """
    return {"penalty": throw_penalty(parse_cards(throw, "甩出的牌"), Trumps.parse(level, trump))}


@rule("shengji.thrown", "shengji-40:8", "shengji-40:28b.2.2", "shengji-40:28b.2.3", title="甩出几张，最大一张轻还是重")
def thrown(throw: Written, level: str, trump: str) -> dict[str, Any]:
    """How many cards were thrown, and is the highest ``heavy`` or ``light`` (28b.2; D-03)?

    Null for cards of two classes, which are no throw (8). Raises RuleInputError for fewer than two cards of one class.
    """
    of, cards = Trumps.parse(level, trump), parse_cards(throw, "甩出的牌")
    if of.one_class(cards) is None:
        return {"count": len(cards), "highest": None, "highest_card": None}
    check_throw(cards, of)
    highest = of.highest(cards)
    return {"count": len(cards), "highest": "heavy" if is_heavy(highest, of) else "light", "highest_card": str(highest)}


@rule(
    "shengji.failed_throw_points",
    "shengji-40:28b.2.1",
    "shengji-40:28b.2.2",
    "shengji-40:28b.2.3",
    "shengji-40:8",
    "shengji-40:23.1p2",
    title="甩牌失败的罚分",
)
def failed_throw_points(
    count: int | None = None,
    highest: Literal["heavy", "light"] | None = None,
    judged: Literal["heavy", "light"] | None = None,
    judged_side_only: Literal["heavy", "light"] | None = None,
    beaten: int | None = None,
    grade: Literal["1", "2"] | None = None,
    table_4: int | None = None,
) -> dict[str, Any]:
    """Penalty points of a failed throw by the reading that the event uses (28b.2, 8, 23.1p2; D-03), and how they are said.

    By ``count`` cards thrown, the highest heavy or light (28b.2), as judged by effect (D-08) or with trump K and 10
    light (D-08-2) where that is given; by the cards ``beaten`` alone, ten for each (8); or a ``grade`` of table 4
    (23.1p2), with the points the event supplies for it, if any (D-01). Raises MoreNeeded while what the reading needs
    is missing, RuleInputError for a number of cards that cannot be.
    """
    if grade is not None:
        return imposed(table_4, int(grade))
    if beaten is not None:
        if beaten < 1:
            raise RuleInputError(f"甩错了至少有1张被卡，现在是{beaten}张。")
        return imposed(beaten * printed("8", r"每甩错一牌张罚(\d+)分"))
    first = judged or judged_side_only or highest
    if count is None or first is None:
        raise MoreNeeded("请说明甩出几张，最大一张是重罚张还是轻罚张。")
    return imposed(points_of_failed(count, first == "heavy"))


@rule(
    "shengji.throw_shown",
    "shengji-40:8",
    "shengji-40:23.1p1",
    "shengji-40:23.1p2",
    "shengji-40:11.1",
    "shengji-40:1.10",
    title="摊开的牌里有没有大于所甩的",
)
def throw_shown(
    throw: Written,
    level: str,
    trump: str,
    thrower: str | None = None,
    south: Written | None = None,
    east: Written | None = None,
    north: Written | None = None,
    west: Written | None = None,
) -> dict[str, Any]:
    """Do the cards shown at the table beat a throw, which of its cards, and whose are they (8, 23.1, 1.10)?

    A card as high does not beat (11.1). The hands may be given in part: ``check`` is ``higher`` as soon as one card is
    higher, ``several_classes`` where it is no throw, and null otherwise, for a card not shown may be higher; ``beaten``
    are those that the cards shown beat. ``several_beaten`` are they where there
    are more than one. ``blocked``: ``one`` card beaten, ``several``, or the ``partner`` among those
    who have higher ones, null where the thrower's seat is not known. ``partner_clear``: the partner's cards are shown, and none of
    them is higher; null where they are not. ``rest_of_smallest``: all but the smallest thrown,
    if that is beaten. ``equal``: cards shown that are as high as one thrown, named with it. ``trumps_shown``: cards shown of the
    printed suit that was thrown which are trumps, and so no higher of its class (1.7). Raises RuleInputError for a card there
    twice.
    """
    trumps, thrown_cards = Trumps.parse(level, trump), parse_cards(throw, "甩出的牌")
    one_class = trumps.one_class(thrown_cards) is not None
    if one_class:
        check_throw(thrown_cards, trumps)
    given = {Seat.S: south, Seat.E: east, Seat.N: north, Seat.W: west}
    seat = None if thrower is None else Seat.parse(thrower)
    shown = {s: parse_cards(c, s.chinese) for s, c in given.items() if c is not None and s is not seat}
    check_once([*thrown_cards, *(c for cards in shown.values() for c in cards)], "甩出的和摊开的牌里")
    beaten = [t for t in thrown_cards if any(trumps.beats(c, t) for cards in shown.values() for c in cards)]
    blockers = [s for s, cards in shown.items() if any(trumps.beats(c, t) for c in cards for t in thrown_cards)]
    equal = [
        f"{s.chinese}的{c.chinese}与{t.chinese}同样大"
        for s, cards in shown.items()
        for c in cards
        for t in thrown_cards
        if trumps.class_of(c) == trumps.class_of(t) and trumps.height(c) == trumps.height(t)
    ]
    suits = {t.suit for t in thrown_cards if not trumps.is_trump(t)}
    trumps_shown = [
        f"{s.chinese}的{c.chinese}"
        for s, cards in shown.items()
        for c in cards
        if c.suit in suits and trumps.is_trump(c)
    ]
    low = smallest(thrown_cards, trumps) if one_class else None  # beaten itself, it is the smallest of all that are
    by_partner = None if seat is None or not beaten else seat.partner in blockers
    return {
        "check": "several_classes" if not one_class else "higher" if beaten else None,
        "beaten": texts(beaten),
        "count": len(beaten),
        "several": len(beaten) > 1 if beaten else None,
        "several_beaten": texts(beaten) if len(beaten) > 1 else None,
        "blockers": [s.value for s in blockers],
        "by_partner": by_partner,
        "partner_clear": None if seat is None or seat.partner not in shown else seat.partner not in blockers,
        "blocked": None if by_partner is None else "partner" if by_partner else "several" if len(beaten) > 1 else "one",
        "smallest": str(smallest(beaten, trumps)) if beaten else None,
        "rest": [str(t) for t in thrown_cards if t not in beaten] if len(beaten) == 1 else None,
        "rest_of_smallest": [str(t) for t in thrown_cards if t != low] if beaten and low in beaten else None,
        "equal": "；".join(dict.fromkeys(equal)) or None,
        "trumps_shown": "、".join(trumps_shown) or None,
        "any_trumps_shown": bool(trumps_shown),
        "found": "higher" if beaten else "equal" if equal else "nothing",
    }


@rule("shengji.throw_named", "shengji-40:23.1p2", title="甩错以后指定的一张和其余各张")
def throw_named(
    cards: Written, throw: Written, named: Written | None = None, level: str | None = None, trump: str | None = None
) -> dict[str, Any]:
    """What may be named of a throw that failed, and what is left of it once one is led (23.1p2).

    ``cards``: those that may be named; ``others`` are they without the ``lowest`` of them, null without level or
    trump. ``rest``: the throw without the one ``named``, null while none is, or one that was not thrown. Raises RuleInputError
    for a card of the throw that may not be named.
    """
    may, thrown_cards = parse_cards(cards, "可以指定的牌"), parse_cards(throw, "甩出的牌")
    known = bool(may) and level is not None and trump is not None
    lowest = smallest(may, Trumps.parse(str(level), str(trump))) if known else None
    rest = None
    if named is not None:
        chosen = parse_cards(named, "指定的牌")
        thrown = len(chosen) == 1 and chosen[0] in thrown_cards
        if (thrown and chosen[0] not in may) or len(chosen) != 1:
            raise RuleInputError(f"指定的应是{'、'.join(c.chinese for c in may)}中的一张。")
        rest = [str(c) for c in thrown_cards if c != chosen[0]] if thrown else None
    others = [str(c) for c in may if c != lowest] if lowest is not None else None
    return {"others": others, "lowest": str(lowest) if lowest is not None else None, "rest": rest}
