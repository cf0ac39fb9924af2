"""Rule functions of the table, by the names they are called by: the deal, plays, tribute, announcing. JSON in, JSON out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from decision_trees.functions import RuleInputError, rule
from decision_trees.guandan import announcements, cards, comparison, dealing, patterns, tribute
from decision_trees.guandan.cards import Card, Rank, parse_cards, parse_level
from decision_trees.guandan.patterns import PatternType, Reading
from decision_trees.guandan.quantities import at_least
from decision_trees.guandan.regime import Regime
from decision_trees.guandan.seats import Seat, parse_finish

_B, _S = "guandan-2017:", "guandan-supplement:"
SeatCode = Literal["S", "E", "N", "W"]
RegimeCode = Literal["base", "base+supplement"]
TypeCode = Literal[
    "single", "pair", "triple", "triple_pair", "straight", "tube", "plate", "bomb", "straight_flush", "four_jokers"
]


def _seat_cards(given: Mapping[SeatCode, str]) -> dict[Seat, Card]:
    parse_cards(given.values(), "贡牌")
    return {Seat.parse(seat): Card.parse(card) for seat, card in given.items()}


# -- seats and the deal ---------------------------------------------------------------------------------------------------
@rule("guandan.seat.relations", _B + "3.2", _B + "6.1")
def seat_relations(seat: SeatCode) -> dict[str, Any]:
    """下家、对家、上家：逆时针轮转。"""
    s = Seat(seat)
    return {"xiajia": s.next.value, "duijia": s.partner.value, "shangjia": s.previous.value}


@rule("guandan.deal.first_drawer", _B + "5.1.2", _S + "2.1.1")
def first_drawer(cutter: SeatCode, flipped: str, regime: RegimeCode) -> dict[str, Any]:
    """首副翻牌后由谁先抓牌，或要不要重切。"""
    found = dealing.first_drawer(Seat(cutter), Card.parse(flipped), Regime(regime))
    if found.first_drawer is None:
        return {"recut": True}
    return {"recut": False, "count": found.count, "first_drawer": found.first_drawer.value}


def _setup(setup: dealing.Setup) -> dict[str, Any]:
    roles = {"shuffler": setup.shuffler, "cutter": setup.cutter, "first_drawer": setup.first_drawer}
    return {role: seat.value if seat else None for role, seat in roles.items()}


@rule("guandan.deal.setup_next", _B + "5.1.3", _S + "2.1.2", _S + "2.1.3")
def setup_next(finish_order: list[str], regime: RegimeCode) -> dict[str, Any]:
    """下一副由谁洗牌、切牌、先抓；没有规定的为空。"""
    return _setup(dealing.setup_next(parse_finish(finish_order), Regime(regime)))


@rule("guandan.deal.setup_after_listed_foul", _B + "16.3", _S + "2.1.4")
def setup_after_listed_foul(offender: SeatCode, offence: str, regime: RegimeCode) -> dict[str, Any]:
    """因违规判双下后的下一副：不贡牌，谁洗、切、先抓、领出；没有规定（或由对方指定）的为空。"""
    setup, lead = dealing.setup_after_penalty(Seat(offender), offence, Regime(regime))
    return {"tribute": False, **_setup(setup), "leader": lead.leader.value if lead.leader else None}


@rule("guandan.deal.count_check", _B + "5.2", _S + "4.1.1", _S + "4.1.2")
def count_check(counts: dict[SeatCode, int], regime: RegimeCode) -> dict[str, Any]:
    """抓完牌清点张数后的处理。"""
    missing = [s for s in Seat if s.value not in counts]
    if missing:
        raise RuleInputError(f"缺少{missing[0].chinese}的张数，四家都要写。")
    found = dealing.count_check({Seat(s): n for s, n in counts.items()}, Regime(regime))
    result: dict[str, Any] = {"handling": found.handling.value}
    if found.losing_side:
        result |= {"losing_side": found.losing_side.value, "next_tribute": False}
    return result


@rule("guandan.deal.leader", _B + "3.8", _B + "10", _B + "16.3", _S + "2.1.4", _S + "3.2", _S + "3.4")
def deal_leader(
    regime: RegimeCode,
    tribute: Literal["single", "double", "resisted", "none_after_double_down"],
    finish_order: list[str] | None = None,
    cards: dict[SeatCode, str] | None = None,
    level: str | None = None,
    offender: SeatCode | None = None,
    offence: str | None = None,
) -> dict[str, Any]:
    """本副第一圈由谁领出；由对方指定一名选手的为空。"""
    lead = dealing.leader(
        dealing.Tribute(tribute),
        Regime(regime),
        parse_finish(finish_order) if finish_order is not None else None,
        _seat_cards(cards) if cards is not None else None,
        level,
        Seat(offender) if offender else None,
        offence,
    )
    return {"leader": lead.leader.value if lead.leader else None}


# -- cards and plays ------------------------------------------------------------------------------------------------------
@rule("guandan.card.compare", _B + "7.1", _B + "8.1")
def card_compare(a: str, b: str, level: str) -> dict[str, Any]:
    """两张单牌谁大：1、0、-1。"""
    return {"cmp": cards.compare(Card.parse(a), Card.parse(b), parse_level(level))}


def _reading(reading: Reading) -> dict[str, Any]:
    result: dict[str, Any] = {"type": reading.type.value}
    if reading.key:
        result["key"] = reading.key
    if reading.type is PatternType.BOMB:
        result["size"] = reading.size
    return result


@rule("guandan.play.recognise", _B + "4", _B + "7.2", _B + "7.3")
def recognise(cards: list[str], level: str) -> dict[str, Any]:
    """一手牌的所有合法读法，红心参谋算在内；不止一种时须在打出后立即说明。"""
    if not cards:
        raise RuleInputError("没有写打出的牌。")
    found = patterns.recognise(parse_cards(cards, "打出的牌"), parse_level(level))
    result: dict[str, Any] = {"legal": found.legal, "readings": [_reading(r) for r in found.readings]}
    if found.optional:  # whether to declare depends on an open question
        return {**result, "optional": [_reading(r) for r in found.optional]}
    return {**result, "needs_declaration": found.needs_declaration}


_RUNS = {
    PatternType.STRAIGHT: "straight",
    PatternType.STRAIGHT_FLUSH: "straight-flush",
    PatternType.TUBE: "tube",
    PatternType.PLATE: "plate",
}


def _read(given: dict[str, Any], which: str) -> Reading:
    """A reading of ``{"type": "bomb", "key": "6", "size": 4}``."""
    known = ("type", "key", "size")
    unknown = [k for k in given if k not in known]
    if unknown:
        raise RuleInputError(f"{which}不能有“{unknown[0]}”，应为 {'、'.join(known)}。")
    if given.get("type") not in list(PatternType):
        raise RuleInputError(f"{which}的 type 不能是 {given.get('type')!r}，应为 {'、'.join(PatternType)} 之一。")
    type_ = PatternType(given["type"])
    if type_ is PatternType.FOUR_JOKERS:
        return Reading(type_, (), at_least("decks") * sum(r.is_joker for r in Rank))
    if not isinstance(given.get("key"), str):
        raise RuleInputError(f"{which}缺少 key，如 9 或 3-4-5-6-7。")
    ranks = tuple(Rank.parse(text) for text in given["key"].split("-"))
    if type_ in _RUNS:
        each = {PatternType.TUBE: 2, PatternType.PLATE: 3}.get(type_, 1)
        if ranks == tuple(r for r in ranks[::each] for _ in range(each)):  # 3-3-4-4-5-5 written for 3-4-5
            ranks = ranks[::each]
        if ranks not in set(patterns.windows(at_least(_RUNS[type_]))):
            raise RuleInputError(f"{which}的 key“{given['key']}”不是{type_.chinese}，应由小到大写全，A 当 1 时写在前。")
        return Reading(type_, ranks, len(ranks) * each)
    if len(ranks) != 1 or (ranks[0].is_joker and type_ not in (PatternType.SINGLE, PatternType.PAIR)):
        raise RuleInputError(f"{which}的 key“{given['key']}”不是{type_.chinese}的牌点。")
    size = given.get("size", 0)
    if type_ is PatternType.BOMB:
        low, high = at_least("bomb"), patterns.largest_play()
        if not isinstance(size, int) or isinstance(size, bool) or not low <= size <= high:
            raise RuleInputError(f"{which}是炸弹，要写张数 size，应为 {low} 至 {high}。")
    return Reading(type_, ranks, size)


@rule("guandan.play.beats", _B + "6.1", _B + "8")
def beats(prev: dict[str, Any], new: dict[str, Any], level: str) -> dict[str, Any]:
    """后一手能不能压前一手。"""
    return {"beats": comparison.beats(_read(new, "后一手"), _read(prev, "前一手"), parse_level(level))}


@rule("guandan.play.borrow_wind", _B + "9", _B + "6.3", _B + "3.5")
def borrow_wind(just_finished: SeatCode, place: int, beaten: bool) -> dict[str, Any]:
    """出完全手牌而无人压时由谁领出（借风）；有人压、或一副已结束时为空。"""
    found = announcements.leader_after_finishing(Seat(just_finished), place, beaten)
    return {"leader": found.value if found else None}


# -- tribute --------------------------------------------------------------------------------------------------------------
@rule("guandan.tribute.candidates", _B + "10.1")
def tribute_candidates(hand: list[str], level: str) -> dict[str, Any]:
    """可以进贡的牌：红心参谋以外最大的，同点的任选一张。"""
    found = tribute.candidates(parse_cards(hand, "手牌"), parse_level(level))
    return {"cards": [str(card) for card in found]}


@rule("guandan.tribute.return_legal", _B + "10.1", _B + "19.2", _S + "3.3")
def tribute_return_legal(
    hand: list[str], card: str, to: Literal["partner", "opponent"], level: str, regime: RegimeCode
) -> dict[str, Any]:
    """还这张牌是否合规。"""
    legal = tribute.return_is_legal(
        parse_cards(hand, "手牌"), Card.parse(card), to == "partner", parse_level(level), Regime(regime)
    )
    return {"legal": legal}


@rule("guandan.tribute.resist", _B + "10.3", _S + "3.4")
def tribute_resist(payers: list[list[str]], regime: RegimeCode) -> dict[str, Any]:
    """抗贡是否成立；payers 是每位应贡者手中的牌。两种规则相同。"""
    return {"resist": tribute.resists([parse_cards(hand, "应贡者的手牌") for hand in payers])}


@rule("guandan.tribute.double", _B + "10.2", _S + "3.2")
def tribute_double(upper: SeatCode, second: SeatCode, cards: dict[SeatCode, str], level: str) -> dict[str, Any]:
    """双贡：谁的牌归谁、还给谁、由谁领出。"""
    found = tribute.double_tribute(Seat(upper), Seat(second), _seat_cards(cards), parse_level(level))
    return {
        "pays_to": {payer.value: to.value for payer, to in found.pays_to.items()},
        "returns_to": {giver.value: to.value for giver, to in found.returns_to.items()},
        "leader": found.leader.value,
    }


# -- announcing -----------------------------------------------------------------------------------------------------------
@rule("guandan.announce.due", _B + "12", _S + "3.1")
def announce_due(before: int, after: int, already_announced: bool) -> dict[str, Any]:
    """打完一手后应报的张数；不用报时为空。"""
    return {"announce": announcements.due(before, after, already_announced)}


@rule("guandan.announce.error", _S + "4.8")
def announce_error(
    replayed: bool,
    acted: list[Literal["下家", "对家", "上家"]] | None = None,
    again: bool = False,
    repeated: bool = False,
    finished: Literal["搭档先已出完", "搭档还未出完", "搭档随后也出完"] | None = None,
) -> dict[str, Any]:
    """采用附件时未报牌、报错牌：按发现的阶段适用附件四8 哪一项。"""
    found = announcements.announcement_penalty(
        replayed,
        [announcements.Moved(a) for a in acted or []],
        again,
        repeated,
        announcements.Finished(finished) if finished else None,
    )
    return {
        "clause": _S + found.clause,
        "cards": found.cards,
        "penalty": found.penalty,
        "partner_barred": found.partner_barred,
        "other_reading": _S + found.other_reading if found.other_reading else None,
    }
