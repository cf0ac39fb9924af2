"""What may be led: patterns that earlier rulings bar, and a card shown that goes first (17.4, 17.5, 18.2.2; supplement 4.3.2,
4.8.6)."""

from __future__ import annotations

from typing import Any

from decision_trees.functions import rule
from decision_trees.guandan.cards import parse_cards
from decision_trees.guandan.patterns import PatternType
from decision_trees.guandan.plays import play_main_pattern
from decision_trees.guandan.seats import Seat, SeatCode
from decision_trees.guandan.tribute import at_each_level

_B, _S = "guandan-2017:", "guandan-supplement:"
_BETWEEN = "；"
"""Between the limits of two players, in the words of :func:`lead_limits`."""

OPEN = "刚才那手牌的主牌型这一圈能不能出，条文没有写明，由裁判长定"
"""Of who leads in the very circle in which his partner has led wrongly (17.4; supplement 4.4.2)."""


def _barred(cards: list[str], level: str | None, unclear: bool = False) -> str:
    """That the pattern of a play may not be led, in words; ``unclear``: which it was is the referee's to say."""
    pattern = None if unclear else at_each_level(level, lambda rank: play_main_pattern(cards, rank.code)["pattern"])
    return f"不得出{pattern or '先前禁出的牌型'}"


def _first_shown(cards: list[str]) -> str:
    return f"出单张的须先出{'、'.join(card.chinese for card in parse_cards(cards))}"


@rule("guandan.lead.limits", _B + "17.4", _B + "17.5", _B + "18.2.2", _S + "4.3.2", title="先前的裁决对各家领出的限制")
def lead_limits(
    level: str | None = None,
    barred_south: list[str] | None = None,
    barred_east: list[str] | None = None,
    barred_north: list[str] | None = None,
    barred_west: list[str] | None = None,
    shown_south: list[str] | None = None,
    shown_east: list[str] | None = None,
    shown_north: list[str] | None = None,
    shown_west: list[str] | None = None,
    unclear: bool = False,
) -> dict[str, Any]:
    """What each player may not lead, and with what he begins when he plays a single, in words; None where nobody is limited.

    ``barred_south`` and so on: the play whose pattern he may not lead (17.4, 18.2.2; supplement 4.3.2, 4.8.6); ``shown_south``: a
    card shown that need not have been paid (17.5); ``unclear``: what was barred was no pattern, and the referee says which it was
    meant as. Who may lead no single need not lead the card. Raises :class:`RuleInputError`
    for cards there cannot be.
    """
    barred = (barred_south, barred_east, barred_north, barred_west)
    shown = (shown_south, shown_east, shown_north, shown_west)
    limits = []
    for seat, pattern, card in zip(Seat, barred, shown, strict=True):
        own = [_barred(pattern, level, unclear)] if pattern else []
        if card and f"不得出{PatternType.SINGLE.chinese}" not in own:
            own.append(_first_shown(card))
        if own:
            limits.append(seat.chinese + "，".join(own))
    return {"said": _BETWEEN.join(limits) or None}


@rule("guandan.lead.may", _B + "6.1", _B + "17.4", _B + "17.5", _B + "18.2.2", title="由他领出，可以出什么")
def lead_may(
    seat: SeatCode,
    limits: str | None = None,
    offender: SeatCode | None = None,
    wrong: list[str] | None = None,
    level: str | None = None,
    this_circle: bool = False,
) -> dict[str, Any]:
    """What somebody may lead, in words: any pattern (6.1), but for what limits him.

    ``limit`` alone is None where nothing does, as is ``note``, the same to go on a sentence with. ``limits``: the words of
    :func:`lead_limits`. ``offender``: whose wrong play is taken back now, so that his partner may not lead its main pattern in the
    next circle (17.4); ``wrong``: cards that show it, where they are known. ``this_circle``: the lead is that of the wrong play's
    own circle, of which the text does not speak.
    """
    name = Seat(seat).chinese
    own = [each.removeprefix(name) for each in (limits or "").split(_BETWEEN) if each.startswith(name)]
    barred_now = offender is not None and Seat(offender).partner is Seat(seat)
    if barred_now and this_circle:
        return {"may": f"{'，'.join((*own, ''))}{OPEN}；其他牌型都可以", "limit": "，".join(own) or None, "note": None}
    if barred_now:
        new = _barred(wrong, level) if wrong else "不得出刚才那手牌的主牌型"
        own = [new, *(each for each in own if not each.startswith(new))]
    limit = "，".join(own)
    if not limit:
        return {"may": "可以出任意牌型", "limit": None, "note": None}
    found = {"limit": limit, "note": f"，{limit}"}
    if "出单张的" in limit:
        return {"may": limit if limit.startswith("不得") else f"可以出任意牌型，{limit}", **found}
    return {"may": f"{limit}，其他牌型都可以", **found}
