"""Rule functions of the play, by the names they are called by: JSON in, JSON out."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, Literal

from decision_trees.bridge import claims, endings, leads, penalty_cards, played_cards, revoke, trick_defects
from decision_trees.bridge import dummy as dummys
from decision_trees.bridge.cards import Card, Suit, parse_cards, parse_hand
from decision_trees.bridge.penalty_cards import Exposure, PenaltyCard, PenaltyClass
from decision_trees.bridge.seats import Seat, Side
from decision_trees.bridge.tricks import FREE, LegalPlays, Play, Requirement, parse_trump
from decision_trees.bridge.tricks import trick_winner as winner_of
from decision_trees.functions import RuleInputError, rule

_B = "bridge-1999:"
SeatCode = Literal["N", "E", "S", "W"]
SuitCode = Literal["C", "D", "H", "S"]
TrumpCode = Literal["C", "D", "H", "S", "NT"]
Act = Literal["lead", "play", "name", "claim", "concede", "acquiesce"]


# -- reading and writing --------------------------------------------------------------------------------------------------
def _text(item: Mapping[str, Any], key: str, where: str, known: Sequence[str]) -> str:
    unknown = [k for k in item if k not in known]
    if unknown:
        raise RuleInputError(f"{where}不能有“{unknown[0]}”，应有：{'、'.join(known)}。")
    value = item.get(key)
    if not isinstance(value, str):
        raise RuleInputError(f"{where}缺少 {key}，应有：{'、'.join(known)}。")
    return value


def _plays(trick: list[dict[str, Any]]) -> list[Play]:
    keys = ("seat", "card")
    return [
        Play(Seat.parse(_text(p, "seat", f"第{at}张", keys)), Card.parse(_text(p, "card", f"第{at}张", keys)))
        for at, p in enumerate(trick, 1)
    ]


def _penalty(items: list[dict[str, Any]]) -> tuple[PenaltyCard, ...]:
    found = []
    for at, item in enumerate(items, 1):
        card = Card.parse(_text(item, "card", f"第{at}张罚张", ("card", "cls")))
        cls = _text(item, "cls", f"第{at}张罚张", ("card", "cls"))
        if cls not in [c.value for c in PenaltyClass]:
            raise RuleInputError(f"罚张{card.chinese}的 cls 不能是“{cls}”，应为 minor(轻罚张)或 major(重罚张)。")
        found.append(PenaltyCard(card, PenaltyClass(cls)))
    penalty_cards.check_penalty_cards(found)
    return tuple(found)


def _led(led: str | None, on_lead: bool | None, lead_key: str = "on_lead") -> Suit | None:
    """The suit led; None when he leads himself. One of the two must be said."""
    if led is not None and on_lead:
        raise RuleInputError(f"不能既由他引牌({lead_key})又跟别人引出的花色(led)。")
    if led is None and not on_lead:
        raise RuleInputError(f"不知道引牌花色：跟牌时请给出 led,由他引牌时写 {lead_key}: true。")
    return None if led is None else Suit.parse(led)


def _requirement(data: Any) -> Requirement:
    """A lead or play penalty of ``require:H``, ``forbid:H+D``, ``{"require": "H"}``, ``{"forbid": ["H", "D"]}`` or nothing."""
    if data is None or data is False:
        return FREE
    if isinstance(data, str):
        return Requirement.parse(data)
    if isinstance(data, Mapping) and len(data) == 1:
        ((kind, suits),) = data.items()
        listed = [suits] if isinstance(suits, str) else suits
        if (
            kind in ("require", "forbid")
            and isinstance(listed, list | tuple)
            and all(isinstance(s, str) for s in listed)
        ):
            return Requirement.parse(f"{kind}:{'+'.join(listed)}")
    raise RuleInputError(f"看不懂引牌判罚 {data!r}，应写作 require:H(要求引红心)、forbid:H 或 forbid:H+D(禁止)。")


def _json(value: Any) -> Any:
    """Plain JSON of the library's small objects; clauses get their book."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Card | Requirement):
        return str(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        out = {f.name: _json(getattr(value, f.name)) for f in dataclasses.fields(value)}
        laws = [out.pop("law")] if "law" in out else out.pop("laws", None)
        if laws is not None:
            out["laws"] = [_B + law for law in dict.fromkeys(laws)]
        return out
    if isinstance(value, list | tuple):
        return [_json(v) for v in value]
    return value


def _object(value: Any) -> dict[str, Any]:
    out = _json(value)
    assert isinstance(out, dict)
    return out


def _codes(cards: Sequence[Card]) -> list[str]:
    return [str(c) for c in cards]


def _legal(found: LegalPlays) -> dict[str, Any]:
    out: dict[str, Any] = {"legal": _codes(found.cards)}
    if found.chooser:
        out["chooser"] = found.chooser
    return out


# -- tricks ---------------------------------------------------------------------------------------------------------------
@rule("bridge.trick_winner", _B + "44E", _B + "44F", _B + "44G")
def trick_winner(trick: list[dict[str, Any]], trump: TrumpCode) -> dict[str, Any]:
    """Who wins a trick, 赢墩者: its four cards in the order played (44E-G)."""
    return {"winner": winner_of(_plays(trick), parse_trump(trump)).seat.value}


@rule(
    "bridge.legal_plays", _B + "44A", _B + "44C", _B + "44D", _B + "50C", _B + "50D1", _B + "51A", _B + "57A", _B + "59"
)
def legal_plays(
    hand: list[str],
    led: SuitCode | None = None,
    on_lead: bool = False,
    requirement: Any = None,
    penalty: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """What a player may lead or play, 可以打的牌: follow suit, then penalties, then penalty cards (44, 50, 51A, 57A, 59).

    ``requirement``: require:H, forbid:H+D, highest or lowest (of the suit led). ``penalty``: his own penalty cards.
    """
    cards = parse_hand(hand)
    if not cards:
        raise RuleInputError("手中没有牌。")
    found = penalty_cards.plays_open_to_holder(
        cards, _penalty(penalty or []), _led(led, on_lead), _requirement(requirement)
    )
    return _legal(found) | {"laws": [_B + law for law in found.laws], "because": found.because}


# -- penalty cards --------------------------------------------------------------------------------------------------------
@rule("bridge.penalty_card_class", _B + "50B", _B + "52B2", _B + "58B2", _B + "62B1", _B + "24")
def penalty_card_class(cards: list[dict[str, Any]]) -> dict[str, Any]:
    """Minor or major, 轻罚张或重罚张: the penalty cards of one defender and how each was exposed (50B)."""
    exposed = []
    for at, item in enumerate(cards, 1):
        card = Card.parse(_text(item, "card", f"第{at}张", ("card", "how")))
        how = _text(item, "how", f"第{at}张", ("card", "how"))
        if how not in [e.value for e in Exposure]:
            raise RuleInputError(f"不知道“{how}”是怎样暴露的，可用：{'、'.join(e.value for e in Exposure)}。")
        exposed.append((card, Exposure(how)))
    parse_hand([str(card) for card, _ in exposed], "这一家的罚张")
    return {"classes": [c.cls.value for c in penalty_cards.classify(exposed)]}


@rule("bridge.penalty_card_play", _B + "50C", _B + "50D1", _B + "51A", _B + "44C", _B + "59")
def penalty_card_play(
    hand: list[str],
    penalty: list[dict[str, Any]],
    led: SuitCode | None = None,
    on_lead: bool | None = None,
    lead_penalty: Any = None,
) -> dict[str, Any]:
    """What a defender with penalty cards may play, 有罚张时可以打的牌; declarer chooses among several due (50C, 50D1, 51A).

    ``hand`` includes the penalty cards. ``lead_penalty``: require:H, forbid:H or forbid:H+D, comes before them (50D1).
    """
    cards = parse_hand(hand)
    if not cards:
        raise RuleInputError("手中没有牌。")
    wanted = _requirement(lead_penalty)
    return _legal(penalty_cards.plays_open_to_holder(cards, _penalty(penalty), _led(led, on_lead), wanted))


def _apart(partner_penalty: Sequence[PenaltyCard], hand: Sequence[Card]) -> None:
    for one in partner_penalty:
        if one.card in hand:
            raise RuleInputError(f"{one.card.chinese}是同伴的罚张，不会又在引牌人手中。")


@rule("bridge.partner_lead_options", _B + "50D2a", _B + "50D2b", _B + "51B1", _B + "51B2", _B + "50C")
def partner_lead_options(partner_penalty: list[dict[str, Any]], leader_hand: list[str]) -> dict[str, Any]:
    """Declarer's choices before the partner of a penalty card's holder leads, 庄家对其同伴引牌的选择 (50D2, 51B).

    A leader unable to comply leaves the choice open (59). ``picked_up_if_exercised``: two or more penalty cards of one suit,
    all picked up whether the suit is required or forbidden (51B1); of several suits: see bridge.penalty_cards_picked_up.
    """
    penalty = _penalty(partner_penalty)
    _apart(penalty, parse_hand(leader_hand, "引牌人"))
    choices = penalty_cards.lead_choices(penalty)
    out: dict[str, Any] = {"options": [str(c.requirement) for c in choices]}
    cards = penalty_cards.major_cards(penalty)
    if len(cards) > 1 and len({c.suit for c in cards}) == 1:
        out["picked_up_if_exercised"] = _codes(cards)
    return out


@rule("bridge.penalty_cards_picked_up", _B + "50D2a", _B + "50D2b", _B + "51B1", _B + "51B2")
def penalty_cards_picked_up(partner_penalty: list[dict[str, Any]], declarer_choice: str) -> dict[str, Any]:
    """Which penalty cards are picked up after declarer's choice, 收回的罚张, and which remain (50D2, 51B)."""
    penalty = _penalty(partner_penalty)
    choice = penalty_cards.lead_choice(penalty, Requirement.parse(declarer_choice))
    remain = [p.card for p in penalty if p.card not in choice.picked_up]
    return {"picked_up": _codes(choice.picked_up), "remain": _codes(remain), "laws": [_B + choice.law]}


@rule("bridge.partner_lead_legal", _B + "50D2a", _B + "50D2b", _B + "51B2", _B + "59")
def partner_lead_legal(leader_hand: list[str], declarer_choice: str) -> dict[str, Any]:
    """What the partner of a penalty card's holder may lead after declarer's choice, 同伴可以引的牌; unable: any card (59)."""
    found = penalty_cards.leads_open_to_partner(parse_hand(leader_hand, "引牌人"), Requirement.parse(declarer_choice))
    return {"legal": _codes(found.cards), "law": found.laws[0]}


@rule("bridge.missed_penalty_card", _B + "52A", _B + "52B1", _B + "52B2")
def missed_penalty_card(declarer_played_on: bool, declarer_accepts: bool | None = None) -> dict[str, Any]:
    """A defender failed to play his penalty card, 应打罚张而没打: must declarer accept, may he refuse (52)?"""
    return _object(penalty_cards.missed_penalty_card(declarer_played_on, declarer_accepts))


# -- revokes --------------------------------------------------------------------------------------------------------------
@rule("bridge.is_revoke", _B + "61A", _B + "44C", _B + "59", _B + "52", _B + "64B3")
def is_revoke(
    hand: list[str],
    card: str,
    led: SuitCode | None = None,
    on_lead: bool = False,
    requirement: Any = None,
    penalty: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """Is it a revoke, 算不算藏牌? ``hand``: what he held before he played ``card`` (61A)."""
    cards = parse_hand(hand)
    return _object(
        revoke.check_revoke(
            cards, Card.parse(card), _led(led, on_lead), _requirement(requirement), _penalty(penalty or [])
        )
    )


@rule("bridge.revoke_established", _B + "62A", _B + "62D1", _B + "63A1", _B + "63A2", _B + "63A3", _B + "63C")
def revoke_established(
    declarer: SeatCode, offender: SeatCode, revoke_trick: int, since: list[dict[str, Any]]
) -> dict[str, Any]:
    """Is a revoke established, must it be corrected, 藏牌成立没有: what was done since about the next trick (62A, 62D1, 63)."""
    events = []
    for at, item in enumerate(since, 1):
        seat = Seat.parse(_text(item, "seat", f"第{at}个行动", ("seat", "act")))
        act = _text(item, "act", f"第{at}个行动", ("seat", "act"))
        events.append(revoke.Event(seat, _act(act)))
    found = revoke.establishment(Seat(declarer), Seat(offender), revoke_trick, events)
    return {"established": found.established, "must_correct": found.must_correct, "law": found.law}


def _act(text: str) -> Act:
    known: tuple[Act, ...] = ("lead", "play", "name", "claim", "concede", "acquiesce")
    for act in known:
        if act == text:
            return act
    raise RuleInputError(f"没有“{text}”这种行动，应为 {'、'.join(known)} 之一。")


@rule("bridge.revoke_transfer", _B + "64A1", _B + "64A2", *(f"{_B}64B{n}" for n in range(1, 7)))
def revoke_transfer(
    offender_won_revoke_trick: bool,
    side_won_revoke_trick: bool,
    side_tricks_after: int,
    offender_legal_card_tricks_after: int,
    exception: Literal["64B2", "64B3", "64B4", "64B5", "64B6"] | None = None,
) -> dict[str, Any]:
    """Tricks an established revoke costs, 转墩数 (64A, 64B).

    ``side_won_revoke_trick`` includes the offender. Declarer's revoke trick won by dummy is not won by the offender (D-07).
    """
    found = revoke.transfer(
        offender_won_revoke_trick,
        side_won_revoke_trick,
        side_tricks_after,
        offender_legal_card_tricks_after,
        exception,
    )
    return {"transfer": found.tricks, "law": found.law}


@rule("bridge.revoke_correction", _B + "62A", _B + "62B1", _B + "62B2", _B + "62C1", _B + "62C2")
def revoke_correction(
    player: Literal["declarer", "dummy", "defender"],
    card_was_exposed: bool = False,
    opponents_played_after: bool = False,
    partner_played_after: bool = False,
    opponent_withdrew: bool = False,
) -> dict[str, Any]:
    """Correcting a revoke, 改正藏牌: what becomes of the cards withdrawn (62B, 62C)."""
    return _object(
        revoke.correction(player, card_was_exposed, opponents_played_after, partner_played_after, opponent_withdrew)
    )


@rule("bridge.revoke_twelfth_trick", _B + "62D1", _B + "62D2", _B + "64B6")
def revoke_twelfth_trick(
    player: Literal["declarer", "dummy", "defender"],
    cards_returned: bool,
    partner_had_played: bool,
    partner_suits: list[SuitCode] | None = None,
) -> dict[str, Any]:
    """A revoke in the twelfth trick, 第十二墩的藏牌: must be corrected; is the partner's choice restricted (62D)?"""
    return _object(
        revoke.twelfth_trick(player, cards_returned, partner_had_played, [Suit(s) for s in partner_suits or ()])
    )


@rule("bridge.revoke_query", _B + "61B", _B + "63B", _B + "43B2b", _B + "62A")
def revoke_query(
    asked_by: Literal["declarer", "dummy", "defender"],
    about: Literal["declarer", "dummy", "defender"],
    defenders_may_ask_partner: bool = False,
    dummy_forfeited_rights: bool = False,
) -> dict[str, Any]:
    """Who asked about the revoke, 谁问出来的: does it count as established for that (61B, 63B, 43B2b)?"""
    return _object(revoke.revoke_query(asked_by, about, defenders_may_ask_partner, dummy_forfeited_rights))


# -- dummy ----------------------------------------------------------------------------------------------------------------
def _place(
    position: int | None, trick: list[str] | None, before: Sequence[Card], leading: bool | None, led: str | None
) -> int | None:
    """Dummy's place in the trick, 1 when dummy leads; None when nothing was said of it. Raises for contradictions."""
    seats = len(Seat)
    if position is not None and not 1 <= position <= seats:
        raise RuleInputError(f"明手在一墩中是第1至第{seats}家，现在写的是{position}。")
    if len(before) >= seats:
        raise RuleInputError(f"明手打牌以前这一墩最多出了{seats - 1}张牌，现在是{len(before)}张。")
    place = 1 if leading else position
    if leading and position not in (None, 1):
        raise RuleInputError(f"明手引牌(leading)是第1家,position 写的是{position}。")
    if trick is not None and place is not None and place != len(before) + 1:
        raise RuleInputError(f"明手第{place}家出牌，此前应已打出{place - 1}张,trick 里有{len(before)}张。")
    if place is None and before:
        place = len(before) + 1
    if leading is False and place == 1:
        raise RuleInputError("明手第1家出牌就是引牌,leading 不能写 false。")
    if led is not None and place == 1:
        raise RuleInputError("明手引牌时还没有引牌花色(led)。")
    if led is not None and before and before[0].suit.value != led:
        raise RuleInputError(f"这一墩第一张是{before[0].chinese}，引牌花色(led)却写的是{Suit(led).chinese}。")
    return place


@rule(
    "bridge.dummy_designation",
    *(_B + law for law in ("46A", "46B1", "46B2", "46B3a", "46B3b", "46B4", "46B5", "44C")),
)
def dummy_designation(
    dummy: list[str],
    say: str,
    led: SuitCode | None = None,
    position: int | None = None,
    trick: list[str] | None = None,
    leading: bool | None = None,
    last_trick_won_by_dummy_suit: SuitCode | None = None,
    trump: TrumpCode | None = None,
) -> dict[str, Any]:
    """The card declarer's words designate from dummy, 指示明手出牌 (46).

    ``position``: dummy's place in the trick; ``trick``: the cards played before dummy's. ``trump`` matters when somebody may
    have ruffed before dummy plays fourth; without it nobody did.
    """
    cards = parse_hand(dummy, "明手")
    said = dummys.read_saying(say)
    before = parse_cards(trick or [], "这一墩里")
    twice = next((c for c in before if c in cards), None)
    if twice is not None:
        raise RuleInputError(f"{twice.chinese}已打在这一墩里，不会还在明手。")
    place = _place(position, trick, before, leading, led)
    suit = Suit(led) if led else before[0].suit if before else None
    if place is None and suit is None and last_trick_won_by_dummy_suit is None and said.extreme and not said.suit:
        raise RuleInputError("不知道引牌花色：请给出 led,明手引牌时写 leading: true。")
    if suit is None and place not in (None, 1):
        raise RuleInputError("不知道引牌花色：请给出 led 或这一墩此前打出的牌 trick。")
    fourth = place == len(Seat)
    if fourth and said.extreme == "high" and len(before) != len(Seat) - 1:
        raise RuleInputError("明手第四家出牌而庄家说“大”，请给出此前三家打出的牌 trick。")
    last = Suit(last_trick_won_by_dummy_suit) if last_trick_won_by_dummy_suit and suit is None else None
    found = dummys.designation(cards, said, before, suit, fourth, parse_trump(trump) if trump else None, last)
    return {"card": str(found.card)} if found.card else {"result": found.result}


@rule("bridge.dummy_misplay", _B + "45D", _B + "47D", _B + "16C2")
def dummy_misplay(sides_played_to_next_trick: int) -> dict[str, Any]:
    """Dummy put out a card declarer did not name, 明手误打: is it taken back (45D)?"""
    return _object(dummys.dummy_misplay(sides_played_to_next_trick))


@rule("bridge.dummy_breach", _B + "43A", _B + "43B1", _B + "43B2a", _B + "43B2b", _B + "43C")
def dummy_breach(
    breach: Literal["43A1a", "43A1b", "43A1c", "43A2a", "43A2b", "43A2c"],
    then: Literal["none", "warned_of_wrong_hand", "asked_about_revoke_first", "named_defenders_irregularity"] = "none",
    declarer_revoked: bool | None = None,
) -> dict[str, Any]:
    """What follows when dummy breaks his limits, 明手违反限制 (43B, 43C)."""
    return _object(dummys.dummy_breach(breach, then, declarer_revoked))


# -- played cards -----------------------------------------------------------------------------------------------------------
@rule("bridge.card_played", _B + "45C1", _B + "45C2", _B + "45C3", _B + "45C4a", _B + "45C4b", _B + "48A", _B + "49")
def card_played(
    whose: Literal["defender", "declarer", "dummy"],
    partner_could_see_face: bool = False,
    already_played_to_trick: bool = False,
    touched_or_near_table: bool = False,
    held_as_if_played: bool = False,
    dropped: bool = False,
    touched_deliberately: bool = False,
    arranging_or_reaching: bool = False,
    designated: bool = False,
    corrected_without_pause: bool = False,
) -> dict[str, Any]:
    """Must this card be played, 这张牌算不算打出 (45C)?"""
    return _object(
        played_cards.card_played(
            whose,
            partner_could_see_face,
            already_played_to_trick,
            touched_or_near_table,
            held_as_if_played,
            dropped,
            touched_deliberately,
            arranging_or_reaching,
            designated,
            corrected_without_pause,
        )
    )


@rule("bridge.may_retract", *(_B + law for law in ("47A", "47B", "47C", "47D", "47E1", "47E2a", "47E2b", "47F")))
def may_retract(
    reason: Literal[
        "comply_with_penalty",
        "correct_illegal_play",
        "simultaneous_play",
        "inadvertent_designation",
        "opponent_changed_play",
        "misinformed_lead_out_of_turn",
        "misexplanation",
        "other",
    ],
    by_defender: bool,
    someone_played_after: bool = False,
    opening_lead_dummy_faced: bool = False,
) -> dict[str, Any]:
    """May a played card be taken back, 已打出的牌能否收回 (47)?"""
    found = played_cards.may_retract(reason, by_defender, someone_played_after, opening_lead_dummy_faced)
    out = _object(found)
    return {"may_retract": not out.pop("played"), **out}


# -- leads out of turn, premature plays -------------------------------------------------------------------------------------
@rule(
    "bridge.opening_lead_out_of_turn", *(_B + law for law in ("41A", "47E1", "53A", "54A", "54B", "54C", "54D", "56"))
)
def opening_lead_out_of_turn(
    declarer: SeatCode,
    leader: SeatCode,
    face_up: bool,
    card: str | None = None,
    misinformed: bool = False,
    could_have_seen_dummy: bool = False,
    then: Literal["nothing", "declarer_played", "dummy_played", "declarer_began_to_spread"] = "nothing",
) -> dict[str, Any]:
    """An opening lead by the wrong defender, 越序首引: declarer's five options, or what he may no longer choose (54)."""
    return _object(
        leads.opening_lead_out_of_turn(
            Seat(declarer),
            Seat(leader),
            face_up,
            Card.parse(card) if card is not None else None,
            misinformed,
            could_have_seen_dummy,
            then,
        )
    )


@rule(
    "bridge.lead_out_of_turn", *(_B + law for law in ("47E1", "53A", "53B", "53C", "55A", "55B1", "55B2", "56", "50D2"))
)
def lead_out_of_turn(
    declarer: SeatCode,
    proper_leader: SeatCode,
    leader: SeatCode,
    misinformed: bool = False,
    since: Literal[
        "nothing", "accepted", "refused", "lho_played", "rho_played", "proper_lead", "one_accepted_one_refused"
    ] = "nothing",
    card: str | None = None,
) -> dict[str, Any]:
    """A lead out of turn during the play, 越序引牌: who may choose what, from the seats (53, 55, 56)."""
    return _object(
        leads.lead_out_of_turn(
            Seat(declarer),
            Seat(proper_leader),
            Seat(leader),
            misinformed,
            since,
            Card.parse(card) if card is not None else None,
        )
    )


@rule("bridge.premature_play", _B + "57A1", _B + "57A2", _B + "57A3", _B + "57B", _B + "57C")
def premature_play(
    act: Literal["play", "lead_to_next"],
    partner_played: bool,
    both_declarer_hands_played: bool = False,
    dummy_played_unasked: bool = False,
    led: SuitCode | None = None,
) -> dict[str, Any]:
    """A defender's premature play or lead, 过早打牌: is it penalised, what may declarer demand of his partner (57)?"""
    return _object(
        leads.premature_play(
            act, partner_played, both_declarer_hands_played, dummy_played_unasked, Suit(led) if led else None
        )
    )


@rule("bridge.premature_play_legal", _B + "57A", _B + "57B", _B + "59", _B + "44C")
def premature_play_legal(hand: list[str], led: SuitCode, declarer_choice: str) -> dict[str, Any]:
    """What the offender's partner may play after declarer's choice, 同伴可以打的牌 (57A, 57B, 59): highest, lowest, forbid:D."""
    found = leads.plays_open_after_premature_play(parse_hand(hand), Suit(led), Requirement.parse(declarer_choice))
    return _legal(found) | {"laws": [_B + law for law in found.laws], "because": found.because}


@rule("bridge.simultaneous_play", _B + "58A", _B + "58B1", _B + "58B2", _B + "58B3", _B + "58B4")
def simultaneous_play(
    kind: Literal["two_players", "one_hand"],
    player: Literal["declarer", "dummy", "defender"] | None = None,
    visible: int | None = None,
    both_sides_played_next: bool = False,
) -> dict[str, Any]:
    """Two players at once, or several cards from one hand, 同时出牌 (58). ``visible``: cards that could be seen."""
    if kind == "two_players":
        return _object(trick_defects.simultaneous_players())
    if player is None or visible is None:
        raise RuleInputError("一手同时打出多张牌时，请说明是谁(player)、能看到几张(visible)。")
    return _object(trick_defects.simultaneous_cards(player, visible, both_sides_played_next))


@rule("bridge.fifth_card", _B + "45E1", _B + "45E2", _B + "67B2")
def fifth_card(
    player: Literal["declarer", "dummy", "defender"],
    is_lead_to_next: bool = False,
    both_sides_played_next: bool = False,
) -> dict[str, Any]:
    """A fifth card to a trick, 第5张牌 (45E): penalty card, lead to the next trick, or taken back."""
    return _object(trick_defects.fifth_card(player, is_lead_to_next, both_sides_played_next))


@rule("bridge.defective_trick", _B + "67A1", _B + "67A2", _B + "67B1a", _B + "67B1b", _B + "67B2", _B + "67n")
def defective_trick(
    fault: Literal["omitted", "surplus"],
    both_sides_played_next: bool,
    player: Literal["declarer", "dummy", "defender"],
    hand: list[str] | None = None,
    led: SuitCode | None = None,
    played: list[str] | None = None,
    known: str | None = None,
) -> dict[str, Any]:
    """A trick with a card too few or too many from one hand, 有缺陷的牌墩 (67).

    Omitted: ``hand`` he holds now and ``led``. Surplus: the cards ``played``, that ``known`` to have been exposed, and ``led``.
    """
    if fault == "omitted":
        if hand is None or led is None:
            raise RuleInputError("漏打时请给出漏打者现在手中的牌(hand)和该墩的引牌花色(led)。")
        return _object(trick_defects.omitted_card(both_sides_played_next, parse_hand(hand), Suit(led)))
    return _object(
        trick_defects.surplus_card(
            both_sides_played_next,
            player,
            parse_hand(played or [], "打出的牌"),
            Card.parse(known) if known is not None else None,
            Suit(led) if led else None,
        )
    )


# -- claims and concessions -------------------------------------------------------------------------------------------------
@rule("bridge.claim_statement", _B + "68A", _B + "68B", _B + "68D", _B + "68", _B + "48B2")
def claim_statement(
    later_tricks: bool,
    wins: bool = False,
    loses: bool = False,
    by_defender: bool = False,
    partner_objected_at_once: bool = False,
    declarer_faced_hand: bool = False,
) -> dict[str, Any]:
    """Is a statement a claim or a concession, 是不是声称或承认 (68, 48B2)?"""
    return _object(
        claims.statement(later_tricks, wins, loses, by_defender, partner_objected_at_once, declarer_faced_hand)
    )


@rule("bridge.claim_outstanding_trump", _B + "70C1", _B + "70C2", _B + "70C3")
def claim_outstanding_trump(
    not_mentioned: bool, possibly_unaware: bool, losable_by_normal_play: bool
) -> dict[str, Any]:
    """Does an outstanding trump cost the claimer, 外面还有一张将牌: only when all three hold (70C)."""
    return _object(claims.outstanding_trump(not_mentioned, possibly_unaware, losable_by_normal_play))


@rule("bridge.claim_unstated_line", _B + "70D", _B + "70E")
def claim_unstated_line(
    depends_on_a_holding: bool,
    opponent_failed_to_follow_before: bool = False,
    would_fail_to_follow_on_any_normal_line: bool = False,
    failing_to_adopt_is_irrational: bool = False,
    less_successful_normal_line_exists: bool = True,
) -> dict[str, Any]:
    """Is a line not stated with the claim accepted, 未提及的打牌路线 (70D, 70E)?"""
    return _object(
        claims.unstated_line(
            depends_on_a_holding,
            opponent_failed_to_follow_before,
            would_fail_to_follow_on_any_normal_line,
            failing_to_adopt_is_irrational,
            less_successful_normal_line_exists,
        )
    )


@rule("bridge.acquiescence", _B + "69A")
def acquiescence(
    agreed: bool, side_called_next_board: bool, round_ended: bool, objected_before: bool = False
) -> dict[str, Any]:
    """Has a side acquiesced in a claim or concession, 默认成立没有 (69A)?"""
    return _object(claims.acquiescence(agreed, side_called_next_board, round_ended, objected_before))


@rule("bridge.acquiescence_withdrawn", _B + "69B", _B + "69n", _B + "79C")
def acquiescence_withdrawn(
    within_correction_period: bool, trick_actually_won: bool, not_losable_by_normal_play: bool
) -> dict[str, Any]:
    """May acquiescence in a claim be withdrawn, 撤消默认 (69B)?"""
    return _object(
        claims.acquiescence_withdrawn(within_correction_period, trick_actually_won, not_losable_by_normal_play)
    )


@rule("bridge.concession_cancelled", _B + "71A", _B + "71B", _B + "71C", _B + "79C")
def concession_cancelled(
    within_correction_period: bool,
    before_next_call_or_round_end: bool,
    already_won: bool = False,
    not_losable_by_legal_play: bool = False,
    contract_result_already_settled: bool = False,
    not_losable_by_normal_play: bool = False,
) -> dict[str, Any]:
    """Is a concession cancelled, 承认的取消 (71)?"""
    return _object(
        claims.concession_cancelled(
            within_correction_period,
            before_next_call_or_round_end,
            already_won,
            not_losable_by_legal_play,
            contract_result_already_settled,
            not_losable_by_normal_play,
        )
    )


def _range(
    hands: dict[str, list[str]],
    leader: str,
    trump: str,
    side: str,
    trick: list[dict[str, Any]] | None,
) -> endings.TrickRange:
    held = {Seat.parse(s): parse_hand(cards, Seat.parse(s).chinese) for s, cards in hands.items()}
    return endings.trick_range(held, Seat.parse(leader), parse_trump(trump), Side(side), _plays(trick or []))


@rule("bridge.min_max_tricks_any_legal_play", _B + "71A", _B + "69B", _B + "44C", _B + "44D")
def min_max_tricks_any_legal_play(
    hands: dict[str, list[str]],
    leader: SeatCode,
    trump: TrumpCode,
    side: Literal["NS", "EW"],
    trick: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """Fewest and most tricks a side takes by any legal play of all four hands, 任何合法打法下的最少与最多赢墩 (71A).

    ``leader``: who leads, or led, to the current trick; ``trick``: its cards already played, no longer in the hands.
    """
    found = _range(hands, leader, trump, side, trick)
    return {"min": found.fewest, "max": found.most}


@rule("bridge.concession_by_any_legal_play", _B + "71A")
def concession_by_any_legal_play(
    hands: dict[str, list[str]],
    leader: SeatCode,
    trump: TrumpCode,
    side: Literal["NS", "EW"],
    conceded: int,
    trick: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """Of the tricks a side conceded, those no legal play could lose, 所承认而不可能丢失的墩 (71A)."""
    back, why = claims.tricks_restored(_range(hands, leader, trump, side, trick), conceded)
    return {"restored": back, **_object(why)}
