"""Everything callable of this game, by name: JSON in, JSON out. Importing this module registers it."""

from __future__ import annotations

from typing import Any, Literal

from decision_trees.functions import RuleInputError, rule
from decision_trees.shengji import (
    bombs,
    clock,
    declaring,
    escalation,
    exposed_cards,
    exposures,
    first_drawer,
    following,
    history,
    levels_apart,
    penalty_points,
    revolution,
    rulings,
    standard_scores,
    throws,
    tricks,
    trumps,
    withdrawals,
    wrong_numbers,
)
from decision_trees.shengji import bottom as bottoms
from decision_trees.shengji import cards as deck
from decision_trees.shengji import levels as results
from decision_trees.shengji.cards import Card, Suit, Written, parse_cards, parse_level
from decision_trees.shengji.seats import Seat, Side
from decision_trees.shengji.trumps import Trumps

__all__ = ["exposures", "first_drawer", "history", "levels_apart", "rulings", "wrong_numbers"]

_J = "shengji-40:"


def _texts(cards: tuple[Card, ...]) -> list[str]:
    return [str(c) for c in cards]


def _seated(given: dict[str, Any]) -> dict[Seat, Any]:
    return {Seat.parse(seat): value for seat, value in given.items()}


def _item(item: dict[str, Any], types: dict[str, type], where: str) -> dict[str, Any]:
    """One entry of a list, its fields checked."""
    unknown = [k for k in item if k not in types]
    if unknown:
        raise RuleInputError(f"{where}不能有“{unknown[0]}”，应有：{'、'.join(types)}。")
    for name, type_ in types.items():
        if name not in item:
            raise RuleInputError(f"{where}缺少“{name}”，应有：{'、'.join(types)}。")
        value = item[name]
        if not isinstance(value, type_) or (type_ is not bool and isinstance(value, bool)):
            raise RuleInputError(f"{where}的“{name}”写错了，现在是 {value!r}。")
    return item


# -- cards and trumps -----------------------------------------------------------------------------------------------------
@rule("shengji.suit_class", _J + "1.4", _J + "1.5", _J + "1.6", _J + "1.7", _J + "1.8")
def suit_class(card: str, level: str, trump: str) -> dict[str, Any]:
    """Is a card a trump (``T``), or of which side suit (1.4 to 1.8)?"""
    return {"class": Trumps.parse(level, trump).class_of(Card.parse(card))}


@rule("shengji.trump_count", _J + "1.7", _J + "1.8")
def trump_count(level: str, trump: str, side_suit: str) -> dict[str, Any]:
    """How many trumps there are, and how many cards of a side suit (1.7, 1.8)."""
    of, suit = Trumps.parse(level, trump), Suit.parse(side_suit)
    if suit is of.suit:
        raise RuleInputError(f"{suit.chinese}是将牌花色，不是副牌（第一条八）。")
    side = sum(of.class_of(c) == suit.value for c in deck.DECK)
    return {"trumps": sum(map(of.is_trump, deck.DECK)), "in_suit": side}


@rule("shengji.compare", _J + "11", _J + "11.1", _J + "11.2", _J + "11.3", _J + "1.7")
def compare(a: str, b: str, level: str, trump: str, led_class: str) -> dict[str, Any]:
    """Which of two cards in a trick is higher (11).

    ``tie``: equal, the one played first is higher (11.1); ``neither``: both are discards.
    """
    led = trumps.parse_class(led_class)
    of = Trumps.parse(level, trump)
    if led == of.suit.value:
        raise RuleInputError(f"{of.suit.chinese}是将牌花色，领出它就是领出将牌，led_class 应写 T（第一条七）。")
    return {"result": trumps.compare(Card.parse(a), Card.parse(b), of, led)}


@rule("shengji.points", _J + "1.2", _J + "13p1")
def points(cards: Written) -> dict[str, Any]:
    """Points on these cards: 5, 10 and K count (1.2)."""
    return {"points": deck.points(parse_cards(cards))}


# -- the play -------------------------------------------------------------------------------------------------------------
@rule("shengji.legal_follow", _J + "9p2", _J + "10p1", _J + "10p2", _J + "10p3", _J + "1.7")
def legal_follow(hand: Written, led: Written, play: Written, level: str, trump: str) -> dict[str, Any]:
    """May these cards be played from this hand, as it is before the play, to what was led (9p2, 10)?"""
    check = following.check_following(
        parse_cards(hand, "这手牌"),
        parse_cards(led, "领出的牌"),
        parse_cards(play, "打出的牌"),
        Trumps.parse(level, trump),
    )
    return {"legal": check.legal}


@rule("shengji.classify_play", _J + "10p1", _J + "12.1", _J + "12.2")
def classify_play(
    hand: Written, led: Written, play: Written, level: str, trump: str, best_ruff: Written | None = None
) -> dict[str, Any]:
    """Does a legal play follow, discard, ruff or over-ruff (10, 12)?

    ``best_ruff``: the highest ruff of this trick before it. A play that meets the conditions of a ruff and is not higher than
    it has no name in the text and is given as ``discard``.
    """
    kind = following.kind_of_play(
        parse_cards(hand, "这手牌"),
        parse_cards(led, "领出的牌"),
        parse_cards(play, "打出的牌"),
        Trumps.parse(level, trump),
        None if best_ruff is None else parse_cards(best_ruff, "前面的将吃"),
    )
    return {"kind": kind}


@rule("shengji.trick_winner", _J + "11", _J + "11.1", _J + "11.2", _J + "11.3", _J + "12.1", _J + "12.2", _J + "13p1")
def trick_winner(plays: list[list[Any]], level: str, trump: str) -> dict[str, Any]:
    """Who wins a trick, and the points in it (11, 12, 13p1).

    ``plays``: four ``[seat, cards]`` as played, all legal; several cards led are a throw that stands.
    """
    table = []
    for at, item in enumerate(plays, 1):
        if len(item) != 2 or not isinstance(item[0], str) or not isinstance(item[1], str | list):
            raise RuleInputError(f'第{at}手应写成 [方位, 牌]，如 ["S", "HA HK"]，现在是 {item!r}。')
        table.append(tricks.Play(Seat.parse(item[0]), parse_cards(item[1], f"第{at}手")))
    result = tricks.trick_result(table, Trumps.parse(level, trump))
    return {"winner": result.winner.value, "points": result.points}


# -- throws and exposed cards ---------------------------------------------------------------------------------------------
@rule("shengji.throw_check", _J + "8", _J + "23.1p1", _J + "23.1p2", _J + "28b.2.1", _J + "28b.2.2", _J + "28b.2.3")
def throw_check(throw: Written, thrower: str, level: str, trump: str, others: dict[str, Written]) -> dict[str, Any]:
    """Does a throw stand against the three other hands; if not what is beaten, by whom, and what does it cost (8, 23.1)?

    ``beaten`` as thrown, ``blockers`` by letter; ``chooser`` is the next player, who by 23.1p2 chooses when there is a
    choice; ``smallest_beaten`` is what article 8 has led (which of the two with several beaten is open, D-04).
    """
    of, hands = Trumps.parse(level, trump), {s: parse_cards(c, f"{s.chinese}") for s, c in _seated(others).items()}
    check = throws.check_against(parse_cards(throw, "甩出的牌"), Seat.parse(thrower), hands, of)
    out: dict[str, Any] = {
        "valid": check.valid,
        "beaten": _texts(check.beaten),
        "blockers": [s.value for s in check.blockers],
        "chooser": check.chooser.value,
        "penalty": 0 if check.valid else throws.throw_penalty(check.throw, of),
    }
    if not check.valid:
        out["smallest_beaten"] = str(throws.smallest(check.beaten, of))
    return out


@rule("shengji.throw_penalty", _J + "28b.2.1", _J + "28b.2.2", _J + "28b.2.3", _J + "8", _J + "23.1p2")
def throw_penalty(throw: Written, level: str, trump: str) -> dict[str, Any]:
    """Penalty points of a failed throw: by the cards thrown, the highest as an exposed card, at most 80 (28b.2; D-03)."""
    return {"penalty": throws.throw_penalty(parse_cards(throw, "甩出的牌"), Trumps.parse(level, trump))}


@rule("shengji.exposed_points", _J + "24.1", _J + "24.2", _J + "28b.4.1", _J + "28b.4.2", _J + "28b.1")
def exposed_points(cards: Written, level: str, trump: str) -> dict[str, Any]:
    """Which exposed cards are heavy, and the penalty points of this exposure (28b.4; D-08, D-08-2, D-15)."""
    exposure = exposed_cards.exposure(parse_cards(cards), Trumps.parse(level, trump))
    return {"heavy": _texts(exposure.heavy), "penalty": exposure.penalty}


@rule("shengji.flat_penalty", _J + "28b.1", _J + "28b.3", _J + "28b.5", _J + "28b.6")
def flat_penalty(kind: penalty_points.Kind, n: int) -> dict[str, Any]:
    """Penalty points of one irregularity of ``n`` cards (28b): a revoke and a wrong bottom cost the same for any number."""
    return {"penalty": penalty_points.penalty(kind, n)}


# -- scores and levels ----------------------------------------------------------------------------------------------------
@rule("shengji.final_total", _J + "13", _J + "14p2", _J + "28b.6", _J + "19.3p1", _J + "pret")
def final_total(
    trick_points: int, bottom: Written, last_trick_side: bottoms.Role, penalties: list[dict[str, Any]] | None = None
) -> dict[str, Any]:
    """The defenders' total of a deal: tricks, the bottom doubled when they win the last trick, penalties (13, 14; D-16).

    ``bottom_points`` are those on the cards. A total outside the table of levels comes with ``clamped``, what it counts as
    (D-17).
    """
    charges = []
    for at, given in enumerate(penalties or [], 1):
        item = _item(given, {"offender": str, "points": int}, f"第{at}项罚分")
        if item["offender"] not in ("banker", "defender") or item["points"] < 0:
            raise RuleInputError(
                f"第{at}项罚分的 offender 应为 banker（庄家方）或 defender（防守方），points 不小于0。"
            )
        if item["points"] % bottoms.unit_of_points():
            raise RuleInputError(
                f"第{at}项罚分应是{bottoms.unit_of_points()}的倍数，升级表没有别的得分，现在是{item['points']}分。"
            )
        charges.append(penalty_points.Charge(item["offender"], item["points"]))
    total = bottoms.final_total(
        trick_points, parse_cards(bottom, "底牌"), last_trick_side, penalty_points.to_defenders(charges)
    )
    out: dict[str, Any] = {"bottom_points": total.bottom_points, "defenders_total": total.defenders_total}
    if total.clamped != total.defenders_total:
        out["clamped"] = total.clamped
    return out


@rule("shengji.deal_result", _J + "pret", _J + "1.13", _J + "16", _J + "17")
def deal_result(defenders_total: int, banker: str) -> dict[str, Any]:
    """Levels won, whether the defenders take the stage, and the next banker (table of levels; 1.13, 16, 17)."""
    result = results.deal_result(defenders_total, Seat.parse(banker))
    return {
        "banker_side_delta": result.banker_side_delta,
        "defender_side_delta": result.defender_side_delta,
        "change": result.change,
        "next_banker": result.next_banker.value,
    }


@rule("shengji.advance_level", _J + "1.3", _J + "1.21", _J + "pret")
def advance_level(level: str, delta: int) -> dict[str, Any]:
    """The level so many levels up; beyond A the text does not say, ``needs_ruling`` (D-18)."""
    after = results.advance(parse_level(level), delta)
    return {"needs_ruling": True} if after is None else {"level": after}


@rule("shengji.standard_score", _J + "A1t")
def standard_score(diff: int | None = None, a: str | int | None = None, b: str | int | None = None) -> dict[str, Any]:
    """Standard scores for a difference in levels, or for the two sides' levels ``a`` and ``b`` (A1)."""
    if diff is None:
        if a is None or b is None:
            raise RuleInputError("请写级数差 diff，或写双方级数 a、b。")
        diff = results.difference(parse_level(str(a)), parse_level(str(b)))
    elif a is not None or b is not None:
        raise RuleInputError("级数差 diff 和双方级数 a、b 只写一种。")
    score = standard_scores.standard_score(diff)
    return {"diff": score.difference, "winner": score.winner, "loser": score.loser}


@rule("shengji.illegal_info", _J + "26p3")
def illegal_info(offender_side: str, levels: dict[str, str], count: int) -> dict[str, Any]:
    """Illegal information: the other side goes up two levels; the third time disqualifies (26p3).

    ``count``: times so far, this one included. Beyond A the level is null and ``needs_ruling`` says so (D-18).
    """
    offenders = Side.parse(offender_side)
    known = {Side.parse(side): parse_level(level) for side, level in levels.items()}
    for side in Side:
        if side not in known:
            raise RuleInputError(f"缺少{side.chinese}的级数。")
    result = results.illegal_information(offenders, known[offenders.opponents], count)
    after = {side: result.level if side == result.beneficiary.value else level for side, level in levels.items()}
    out = {"beneficiary": result.beneficiary.value, "levels": after, "disqualified": result.disqualified}
    return out if result.level is not None else {**out, "needs_ruling": True}


# -- the event ------------------------------------------------------------------------------------------------------------
@rule("shengji.lateness", _J + "20")
def lateness(A: float, B: float) -> dict[str, Any]:
    """What follows for either side from being so many minutes late (20)."""
    return {"A": clock.lateness(A), "B": clock.lateness(B)}


@rule("shengji.escalate", _J + "19.2p2", _J + "19.4", _J + "19.5")
def escalate(
    warnings: int, violations: int, forfeits_event: int, events: list[Literal["warning", "violation"]]
) -> dict[str, Any]:
    """A side's warnings and violations of the round after further ones, and what follows (19.2p2, 19.4, 19.5).

    Only the second warning is a violation by the text; with more than two ``warnings`` the rest is open (D-34).
    """
    after = escalation.escalate(escalation.Record(warnings, violations, forfeits_event), events)
    return {
        "warnings": after.warnings,
        "violations": after.violations,
        "round_forfeit": after.round_forfeit,
        "suspended": after.suspended,
    }


@rule("shengji.withdrawal", _J + "18p4", _J + "18p5", _J + "18p6")
def withdrawal(
    format: withdrawals.Format,
    standard_score: bool,
    played: int,
    opponents: int,
    opponent_avg: float | None = None,
    withdrawer_avg: float | None = None,
) -> dict[str, Any]:
    """Withdrawing during the event: do the results played stand, and what may the later opponents get (18; D-28)?

    The averages are needed only where one of them may be what the opponents get.
    """
    result = withdrawals.withdrawal(format, standard_score, played, opponents, opponent_avg, withdrawer_avg)
    return {
        "played_results": result.played_results,
        "rest": result.rest,
        "opponent_gets": list(result.opponent_gets),
    }


@rule("shengji.time_check", _J + "27p2")
def time_check(action: clock.Action, seconds: float) -> dict[str, Any]:
    """The time limit of an action, and whether so many seconds are a delay (27p2)."""
    return {"limit": clock.limit_for(action), "delay": clock.is_delay(action, seconds)}


# -- before the play ------------------------------------------------------------------------------------------------------
@rule("shengji.can_revolt", _J + "5")
def can_revolt(hand: Written, stage: revolution.Stage) -> dict[str, Any]:
    """May this hand call a revolution (5)?"""
    return {"can": revolution.can_revolt(parse_cards(hand, "这手牌"), stage)}


@rule("shengji.is_bomb", _J + "4")
def is_bomb(cards: Written) -> dict[str, Any]:
    """Are these cards a bomb: four of one rank (4)?"""
    return {"bomb": bombs.is_bomb(parse_cards(cards))}


@rule("shengji.flip_trump", _J + "3p3")
def flip_trump(bottom: Written) -> dict[str, Any]:
    """The trump suit turned up from the bottom, given from the top, and at which card (3p3)."""
    turned = declaring.turn_bottom(parse_cards(bottom, "底牌"))
    return {"trump": turned.trump.value, "turned": turned.turned}


@rule("shengji.declare", _J + "3p1", _J + "3p2", _J + "3p4", _J + "1.13")
def declare(first_deal: bool, level: str, banker: str | None, shown: list[dict[str, Any]]) -> dict[str, Any]:
    """The trump suit declared during the draw, null when the bottom is to be turned, and the banker (3, 1.13)."""
    fields = {"seat": str, "card": str, "at": int, "during_draw": bool}
    items = [_item(s, fields, f"第{at}次亮牌") for at, s in enumerate(shown, 1)]
    result = declaring.declare(
        first_deal,
        parse_level(level),
        None if banker is None else Seat.parse(banker),
        [declaring.Shown(Seat.parse(s["seat"]), Card.parse(s["card"]), s["at"], s["during_draw"]) for s in items],
    )
    return {
        "trump": None if result.trump is None else result.trump.value,
        "banker": None if result.banker is None else result.banker.value,
    }


@rule("shengji.deal_check", _J + "2.3", _J + "1.18", _J + "6p1", _J + "22.1p1")
def deal_check(hands: dict[str, int], bottom: int) -> dict[str, Any]:
    """The numbers of cards after the draw: all right, another deck and a new deal (2.3), or article 22."""
    return {"action": declaring.check_deal(_seated(hands), bottom)}


@rule("shengji.art22_decider", _J + "22.1p2")
def art22_decider(offender: str, other: str, banker: str | None, bottom_seen: bool | None = None) -> dict[str, Any]:
    """Who decides whether to go on or to deal again with a card too many and one too few (22.1p2)."""
    seat = None if banker is None else Seat.parse(banker)
    return {"decider": declaring.decider(Seat.parse(offender), Seat.parse(other), seat, bottom_seen).value}


@rule("shengji.seat", _J + "1.9", _J + "1.10", _J + "1.12")
def seat(seat: str) -> dict[str, Any]:
    """The next player on the right, the previous on the left, and the partner (1.9, 1.10, 1.12)."""
    of = Seat.parse(seat)
    return {"next": of.next.value, "prev": of.previous.value, "partner": of.partner.value}
