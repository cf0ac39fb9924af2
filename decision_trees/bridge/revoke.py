"""Revokes (laws 44C, 61-64): is it one, is it established, how many tricks it costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from decision_trees.bridge.cards import Card, Suit, card_codes, parse_cards, parse_hand, tricks_in_deal
from decision_trees.bridge.json_input import text_field
from decision_trees.bridge.penalty_cards import PenaltyCard, PenaltyClass, is_small, plays_open_to_holder
from decision_trees.bridge.seats import Seat, SeatCode
from decision_trees.bridge.tricks import (
    FREE,
    LedCode,
    Play,
    Requirement,
    RequirementCode,
    TrumpCode,
    complying,
    following,
    parse_trump,
    requirement_of_code,
    trick_winner,
)
from decision_trees.functions import RuleInputError, rule

ActCode = Literal["lead", "play", "name", "claim", "concede", "acquiesce"]


TransferExemption = Literal["64B2", "64B3", "64B4", "64B5", "64B6"]


@dataclass(frozen=True, slots=True)
class RevokeCheck:
    """Is a play a revoke, by which clause; a failure to play a penalty card is law 52's."""

    revoke: bool
    law: Literal["61A", "59", "52", "44"]
    because: str  # in Chinese


def check_revoke(
    hand: Sequence[Card],
    card: Card,
    led: Suit | None,
    requirement: Requirement = FREE,
    penalty: Sequence[PenaltyCard] = (),
) -> RevokeCheck:
    """Does playing this card from this hand revoke (61A)?

    Failing to follow suit when able, or to comply with a lead or play penalty when able, does. Unable: law 59. Failing to
    play a penalty card is dealt with by law 52 and moves no trick (64B3).
    """
    if card not in hand:
        raise RuleInputError(f"打出的{card.chinese}不在出牌前的这手牌里。")
    if card not in following(hand, led).cards:
        assert led is not None
        return RevokeCheck(True, "61A", f"手中有{led.chinese}而没有跟牌，是藏牌（第61条A款、第44条C款）。")
    open_to_him = complying(hand, led, requirement)
    if card not in open_to_him.cards:
        return RevokeCheck(True, "61A", f"能够履行“{requirement.chinese}”而没有履行，是藏牌（第61条A款）。")
    if card not in plays_open_to_holder(hand, penalty, led, requirement).cards:
        return RevokeCheck(False, "52", "应打罚张而没打，按第52条处理；即使成立也不转墩（第64条B款3）。")
    if "59" in open_to_him.laws:
        return RevokeCheck(False, "59", "无法履行要求，打任何合法牌张都不是藏牌（第59条）。")
    return RevokeCheck(False, "44", "打出的牌合法，不是藏牌（第44条）。")


@dataclass(frozen=True, slots=True)
class NextTrickAct:
    """What somebody did after the revoke with regard to the next trick."""

    seat: Seat
    act: ActCode


@dataclass(frozen=True, slots=True)
class Establishment:
    """Is a revoke established, must it be corrected, by which clause."""

    established: bool
    must_correct: bool
    law: Literal["62A", "62D1", "63A1", "63A2", "63A3"]
    because: str  # in Chinese


def establishment(declarer: Seat, offender: Seat, revoke_trick: int, since: Sequence[NextTrickAct]) -> Establishment:
    """Is a revoke established (63A)? Only what the offending side did counts, dummy's hand included when declarer's does.

    In the twelfth trick even an established revoke must be corrected until the cards are returned to the board (62D1).
    """
    last = tricks_in_deal()
    if not 1 <= revoke_trick <= last:
        raise RuleInputError(f"没有第{revoke_trick}墩，一副牌只有{last}墩。")
    if revoke_trick == last:
        raise RuleInputError(f"第{last}墩每家只剩一张牌，不可能藏牌。")
    side = "庄家方" if offender.side is declarer.side else "防守方"
    for event in since:
        if event.seat.side is not offender.side:
            continue
        law: Literal["63A1", "63A2", "63A3"] = (
            "63A1" if event.act in ("lead", "play") else "63A2" if event.act == "name" else "63A3"
        )
        did = {
            "lead": "已引出下一墩的牌",
            "play": "已打出下一墩的牌",
            "name": "已指明下一墩要引或要打的牌",
            "claim": "已作出声称",
            "concede": "已作出承认",
            "acquiesce": "已默认对方的声称或承认",
        }[event.act]
        clause = {"63A1": "第63条A款1", "63A2": "第63条A款2", "63A3": "第63条A款3"}[law]
        if revoke_trick == last - 1:
            why = (
                f"{side}{event.seat.chinese}{did}（{clause}），藏牌成立；"
                f"但在第{revoke_trick}墩，四手牌收回牌套前发现仍必须改正（第62条D款1）。"
            )
            return Establishment(True, True, "62D1", why)
        return Establishment(True, False, law, f"{side}{event.seat.chinese}{did}，藏牌成立，不得改正（{clause}）。")
    if since:
        why = f"{side}还没有对下一墩引牌、打牌、指明牌张或声称、承认，对方的行动不算；藏牌必须立即改正（第62条A款）。"
    else:
        why = "还没有人对下一墩有行动，藏牌未成立，必须立即改正（第62条A款）。"
    return Establishment(False, True, "62A", why)


@dataclass(frozen=True, slots=True)
class TrickTransfer:
    """Tricks moved to the non-offending side after play ends, by which clause."""

    tricks: int
    law: Literal["64A1", "64A2", "64B1", "64B2", "64B3", "64B4", "64B5", "64B6"]
    because: str  # in Chinese


_EXEMPT_BECAUSE = {
    "64B2": "同一赛员在同一花色中第二次藏牌，不判罚（第64条B款2）。",
    "64B3": "未打出已暴露的牌张造成的藏牌，包括明手的牌，不判罚（第64条B款3）。",
    "64B4": "非违规方对下一副牌叫牌后才指出，不判罚（第64条B款4）。",
    "64B5": "一轮结束后才指出，不判罚（第64条B款5）。",
    "64B6": "第十二墩的藏牌，不判罚（第64条B款6）。",
}


def trick_transfer(
    offender_won_revoke_trick: bool,
    side_won_revoke_trick: bool,
    side_tricks_after: int,
    offender_legal_card_tricks_after: int,
    exemption: TransferExemption | None = None,
) -> TrickTransfer:
    """Tricks an established revoke costs (64A, 64B), as errata E-004 and E-005 read the law.

    ``offender_legal_card_tricks_after``: of ``side_tricks_after``, those the offender won with a card he could legally have
    played to the revoke trick. Never more than two tricks, never more than the side won from the revoke trick on.
    """
    after, with_legal_card = side_tricks_after, offender_legal_card_tricks_after
    if offender_won_revoke_trick and not side_won_revoke_trick:
        raise RuleInputError("违规者本人赢得藏牌墩，违规方就赢得了藏牌墩，两项不能一真一假。")
    most = tricks_in_deal() - 1
    if not 0 <= after <= most:
        raise RuleInputError(f"违规方在藏牌以后赢得的墩数应在0至{most}之间，现在是{after}。")
    if not 0 <= with_legal_card <= after:
        raise RuleInputError(f"其中违规者用可合法打出的牌赢得的墩数应在0至{after}之间，现在是{with_legal_card}。")
    if exemption:
        return TrickTransfer(0, exemption, _EXEMPT_BECAUSE[exemption])
    if offender_won_revoke_trick:
        if after:
            return TrickTransfer(2, "64A1", "违规者赢得藏牌墩，以后违规方又有赢墩：转藏牌墩和其中一墩（第64条A款1）。")
        return TrickTransfer(1, "64A1", "违规者赢得藏牌墩，以后违规方没有赢墩：只转藏牌墩（第64条A款1）。")
    won = int(side_won_revoke_trick) + after
    if not won:
        return TrickTransfer(0, "64B1", "违规方没有赢得藏牌墩，以后也没有赢墩，不判罚（第64条B款1）。")
    if with_legal_card and won > 1:
        why = "违规者未赢得藏牌墩而违规方有赢墩，转一墩；违规者又用当时可合法打出的牌赢墩，加转一墩（第64条A款2）。"
        return TrickTransfer(2, "64A2", why)
    if with_legal_card:
        return TrickTransfer(1, "64A2", "违规方从藏牌墩起总共只赢一墩，转这一墩（第64条A款2）。")
    return TrickTransfer(1, "64A2", "违规者未赢得藏牌墩而违规方有赢墩，转一墩（第64条A款2）。")


def _parse_act(text: str) -> ActCode:
    known: tuple[ActCode, ...] = ("lead", "play", "name", "claim", "concede", "acquiesce")
    for act in known:
        if act == text:
            return act
    raise RuleInputError(f"没有“{text}”这种行动，应为 {'、'.join(known)} 之一。")


@rule("bridge.failure_to_follow", "bridge-1999:61A", "bridge-1999:44C", "bridge-1999:59", title="这张牌是不是藏牌")
def failure_to_follow(
    hand: list[str],
    card: str,
    led: LedCode,
    demand: RequirementCode | None = None,
    suit: str | None = None,
    requirement: str | None = None,
    penalty_cards: list[str] | None = None,
    majors: list[str] | None = None,
) -> dict[str, Any]:
    """Did this play revoke: by not following ``suit``, by not complying with a ``penalty``, or ``none`` (61A, 44C, 59)?

    ``penalty_card``: nothing but that he should have played one of his ``penalty_cards`` (50C, 50D1, 64B3); ``majors`` are those
    that are major for certain, and null is what hangs on whether the one that lies there is.

    ``hand`` is what he held when he played, with or without the card played; ``demand`` and ``suit`` are a lead or play
    penalty chosen; ``requirement``: in words, where no one suit is told (51B2b). Raises RuleInputError for cards that cannot
    be, MoreNeeded while the suit of the penalty is missing.
    """
    played = Card.parse(card)
    held = parse_hand(hand)
    before = held if played in held else (*held, played)
    suit_led = None if led == "none" else Suit(led)
    found = check_revoke(before, played, suit_led, requirement_of_code(demand, suit, requirement))
    if found.revoke:
        what: str | None = "suit" if check_revoke(before, played, suit_led).revoke else "penalty"
    else:
        wanted = requirement_of_code(demand, suit, requirement)
        what = _penalty_card_passed_over(before, played, suit_led, wanted, penalty_cards or [], majors or [])
    return {"what": what, "because": found.because}


def _penalty_card_passed_over(
    before: Sequence[Card],
    played: Card,
    led: Suit | None,
    wanted: Requirement,
    penalty_cards: Sequence[str],
    majors: Sequence[str],
) -> str | None:
    """``penalty_card`` where he could and should have played one (50C, 50D1), else ``none``; None: its weight tells."""
    lying = parse_cards(list(penalty_cards), "他面前的罚张里")
    if not lying or played in lying:
        return "none"
    held = tuple(dict.fromkeys((*before, *lying)))
    due = any(
        card in lying
        for card in plays_open_to_holder(held, [PenaltyCard(c, PenaltyClass.MAJOR) for c in lying], led, wanted).cards
    )
    if not due or majors:
        return "penalty_card" if due else "none"
    below = played.suit is lying[0].suit and is_small(played.rank)
    return "penalty_card" if below else None


@rule(
    "bridge.revoke_established",
    "bridge-1999:62A",
    "bridge-1999:62D1",
    "bridge-1999:63A1",
    "bridge-1999:63A2",
    "bridge-1999:63A3",
    "bridge-1999:63C",
    title="藏牌是否成立",
)
def revoke_established(
    declarer: SeatCode, offender: SeatCode, revoke_trick: int, since: list[dict[str, Any]]
) -> dict[str, Any]:
    """Is a revoke established, must it be corrected: by what was done since about the next trick (62A, 62D1, 63)?

    ``since``: in order, each ``{seat, act}``. Raises RuleInputError for a trick or an act that cannot be.
    """
    events = []
    for at, item in enumerate(since, 1):
        seat = Seat.parse(text_field(item, "seat", f"第{at}个行动", ("seat", "act")))
        act = text_field(item, "act", f"第{at}个行动", ("seat", "act"))
        events.append(NextTrickAct(seat, _parse_act(act)))
    found = establishment(Seat(declarer), Seat(offender), revoke_trick, events)
    return {"established": found.established, "must_correct": found.must_correct, "law": found.law}


@rule(
    "bridge.revoke_transfer",
    "bridge-1999:64A1",
    "bridge-1999:64A2",
    *(f"bridge-1999:64B{n}" for n in range(1, 7)),
    title="藏牌转几墩",
)
def revoke_transfer(
    offender_won_revoke_trick: bool,
    side_won_revoke_trick: bool,
    side_tricks_after: int,
    offender_legal_card_tricks_after: int,
    exception: Literal["64B2", "64B3", "64B4", "64B5", "64B6"] | None = None,
) -> dict[str, Any]:
    """Tricks an established revoke costs (64A, 64B).

    ``side_won_revoke_trick`` includes the offender. Declarer's revoke trick won by dummy is not won by the offender
    (D-07). Raises RuleInputError for numbers of tricks that cannot be.
    """
    found = trick_transfer(
        offender_won_revoke_trick,
        side_won_revoke_trick,
        side_tricks_after,
        offender_legal_card_tricks_after,
        exception,
    )
    return {"transfer": found.tricks, "law": found.law}


@rule("bridge.revokes_together", "bridge-1999:64A", "bridge-1999:64B2", title="两次藏牌一共转几墩")
def revokes_together(first: int, second: int, counted_twice: int = 0) -> dict[str, Any]:
    """Tricks two revokes of one side cost together: each is counted, no trick moves twice (64A, D-10).

    ``first``, ``second``: what each would cost by itself (bridge.revoke_transfer); ``counted_twice``: tricks that stand
    in both. Raises RuleInputError when more are counted twice than one of them has.
    """
    if min(first, second, counted_twice) < 0:
        raise RuleInputError("墩数不能是负数。")
    if counted_twice > min(first, second):
        raise RuleInputError(f"两次各转 {first} 墩和 {second} 墩，重复的不会有 {counted_twice} 墩。")
    return {"transfer": first + second - counted_twice}


@rule("bridge.revoker", "bridge-1999:62B1", "bridge-1999:62B2", "bridge-1999:48A", title="藏的是谁的牌")
def revoker(
    offender: SeatCode, declarer: SeatCode, played: str | None = None, penalty_cards: list[str] | None = None
) -> dict[str, Any]:
    """Whose card a revoke was: declarer, dummy, a defender, or a defender's exposed card (62B).

    ``played`` is the card of the revoke, ``penalty_cards`` those lying before the offender; null for a defender of whom
    they were not entered: whether his card lay there nobody said. Raises RuleInputError for cards that cannot be.
    """
    him, declaring = Seat(offender), Seat(declarer)
    if him.side is declaring.side:
        return {"player": "declarer" if him is declaring else "dummy"}
    if penalty_cards is None or played is None:
        return {"player": None}
    exposed = Card.parse(played) in parse_cards(penalty_cards, "罚张里")
    return {"player": "defender_exposed" if exposed else "defender"}


@rule("bridge.revoke_of_faced_hand", "bridge-1999:64B3", "bridge-1999:41D", title="藏的是不是明手的牌")
def revoke_of_faced_hand(offender: SeatCode, declarer: SeatCode) -> dict[str, Any]:
    """Is an established revoke exempt as one of dummy's faced hand (64B3)? ``special``: exposed_card, or null."""
    return {"special": "exposed_card" if Seat(offender) is Seat(declarer).partner else None}


@rule(
    "bridge.revoke_trick_won",
    "bridge-1999:44E",
    "bridge-1999:44F",
    "bridge-1999:64A1",
    "bridge-1999:64A2",
    title="藏牌墩由谁赢得",
)
def revoke_trick_won(
    trick: list[str], leader: SeatCode, trump: TrumpCode, offender: SeatCode, declarer: SeatCode
) -> dict[str, Any]:
    """Who won the revoke trick, seen from the revoker (64A): offender, partner, dummy or opponents.

    ``dummy``: declarer's own revoke, won by dummy. Null while the trick has not all its cards. Raises RuleInputError
    for cards that cannot be.
    """
    cards, first = parse_cards(trick, "藏牌墩里"), Seat(leader)
    if len(cards) < len(Seat):
        return {"by": None}
    winner = trick_winner([Play(first.after(n), c) for n, c in enumerate(cards)], parse_trump(trump)).seat
    him = Seat(offender)
    if winner is him:
        return {"by": "offender"}
    if winner.side is not him.side:
        return {"by": "opponents"}
    return {"by": "dummy" if him is Seat(declarer) else "partner"}


@rule("bridge.twelfth_trick_binds", "bridge-1999:62D2", "bridge-1999:44B", title="第十二墩藏牌者的同伴受不受限制")
def twelfth_trick_binds(
    offender: SeatCode, declarer: SeatCode, leader: SeatCode | None = None, hand: list[str] | None = None
) -> dict[str, Any]:
    """Is a revoker's partner restricted at the twelfth trick (62D2)? A defender's, who had yet to play, with two suits.

    ``leader`` of the trick; ``hand``: what the partner holds before he plays to it.
    ``binds`` is null while that is not known. Raises RuleInputError for cards that cannot be.
    """
    him = Seat(offender)
    if him.side is Seat(declarer).side:
        return {"binds": False}
    before = None
    if leader is not None:
        order = [Seat(leader).after(n) for n in range(len(Seat))]
        before = order.index(him) < order.index(him.partner)
    held = parse_hand(hand, "同伴剩下的牌") if hand else ()
    two_suits = len({card.suit for card in held}) > 1 if len(held) > 1 else None
    if before is False or two_suits is False:
        return {"binds": False}
    return {"binds": True if before and two_suits else None}


@rule("bridge.twelfth_trick_of_partner", "bridge-1999:44C", "bridge-1999:62D2", title="第十二墩藏牌者的同伴该打哪张")
def twelfth_trick_of_partner(hand: list[str], led: LedCode, suggested: str | None = None) -> dict[str, Any]:
    """What a revoker's partner may play to the twelfth trick, with two cards of two suits (62D2).

    ``led``: the suit led; ``suggested``: the card that seeing the revoke may have suggested, as the referee finds. ``case``:
    follows (he has the suit led, 44C), other (he may not play the one ``barred``), or open (it is not said which is suggested);
    ``cards`` he may play. Raises RuleInputError where he has not two cards of two suits, or not the one suggested.
    """
    held = parse_hand(hand, "同伴剩下的牌")
    if len(held) != 2 or held[0].suit is held[1].suit:
        raise RuleInputError("同伴应剩两张不同花色的牌（第62条D款2）。")
    barred = Card.parse(suggested) if suggested is not None else None
    if barred is not None and barred not in held:
        raise RuleInputError(f"{barred.chinese}不在同伴剩下的牌里。")
    may = [c for c in held if led != "none" and c.suit.value == led]
    if may:
        return {"case": "follows", "cards": card_codes(may), "barred": []}
    if barred is None:
        return {"case": "open", "cards": card_codes(held), "barred": []}
    return {"case": "other", "cards": card_codes([c for c in held if c != barred]), "barred": [str(barred)]}
