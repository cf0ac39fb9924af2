"""Defective tricks (law 67): what is wrong, and how it is put right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from decision_trees.bridge.cards import Card, Suit, SuitCode, card_codes, hand_size, parse_cards, parse_hand
from decision_trees.bridge.revoke import trick_transfer
from decision_trees.bridge.seats import PlayerRole, Seat, SeatCode
from decision_trees.bridge.tricks import (
    LedCode,
    Play,
    TrumpCode,
    following,
    parse_trump,
    trick_so_far,
    winner_whichever,
    winning_so_far,
)
from decision_trees.functions import MoreNeeded, RuleInputError, rule


@dataclass(frozen=True, slots=True)
class DefectiveTrick:
    """How a defective trick is put right."""

    result: Literal["play_a_card", "law_45E_or_58B", "place_a_card", "withdraw_surplus"]
    laws: tuple[str, ...]
    because: str  # in Chinese
    cards: tuple[Card, ...] = ()  # which may be played, placed, or left as the card played
    deemed_revoke: bool = False
    surplus_penalty_cards: bool = False  # those already exposed (67n)
    check_earlier_revokes: bool = False


def omitted_card(both_sides_played_next: bool, hand: Sequence[Card], led: Suit) -> DefectiveTrick:
    """A player did not play to a trick (67A1, 67B1): ``hand`` is what he holds now."""
    if not hand:
        raise RuleInputError("漏打牌的赛员手中应至少还有一张牌。")
    may = following(hand, led).cards
    if not both_sides_played_next:
        return DefectiveTrick("play_a_card", ("67A1",), "补打一张合法牌张（第67条A款1）。", may)
    if may[0].suit is led:
        why = f"立即选一张{led.chinese}亮出放入已打的牌中，不影响该墩的赢者，不判罚（第67条B款1(a)）。"
        return DefectiveTrick("place_a_card", ("67B1a",), why, may)
    why = (
        f"没有{led.chinese}，任选一张放入已打的牌中，不影响该墩的赢者；"
        "视为在该墩已构成藏牌，可受一墩的处罚（第67条B款1(b)、第64条）。"
    )
    return DefectiveTrick("place_a_card", ("67B1b", "64"), why, may, deemed_revoke=True)


def surplus_card(
    both_sides_played_next: bool,
    player: PlayerRole,
    played: Sequence[Card] = (),
    known: Card | None = None,
    led: Suit | None = None,
) -> DefectiveTrick:
    """A player played too many cards to a trick (67A2, 67B2).

    ``played``: the cards that may have been his to that trick; ``known``: the one exposed in it, when the director can tell.
    Otherwise the highest he could legally have played stays; ``led``: the suit led, None when he led.
    """
    if not both_sides_played_next:
        why = "应用第45条E款（第5张牌）或第58条B款（同时打出多张牌）（第67条A款2）。"
        return DefectiveTrick("law_45E_or_58B", ("67A2", "45E", "58B"), why)
    left: tuple[Card, ...] = ()
    if known is not None:
        if played and known not in played:
            raise RuleInputError(f"{known.chinese}不在他打出的牌里。")
        left = (known,)
        why = f"收回多余的牌张，留下在该墩中暴露的{known.chinese}（第67条B款2）"
    elif played:
        legal = following(played, led).cards
        best = max(c.rank for c in legal)
        left = tuple(c for c in legal if c.rank == best)
        names = "、".join(c.chinese for c in left)
        why = f"无法确定是哪一张暴露，留下可合法打出的最大牌张{names}，其余收回（第67条B款2）"
    else:
        why = "收回多余的牌张，留下在该墩中暴露的一张；无法确定时留下可合法打出的最大牌张（第67条B款2）"
    why += "；收回的牌视为始终在他手中，较早的未跟牌可能构成藏牌"
    if player == "defender":
        why += "；已经暴露的成为罚张（第67条注）"
    laws = ("67B2", "67n") if player == "defender" else ("67B2",)
    return DefectiveTrick(
        "withdraw_surplus", laws, why + "。", left, False, player == "defender", check_earlier_revokes=True
    )


def _defective_trick_data(found: DefectiveTrick) -> dict[str, Any]:
    return {
        "result": found.result,
        "because": found.because,
        "cards": card_codes(found.cards),
        "deemed_revoke": found.deemed_revoke,
        "surplus_penalty_cards": found.surplus_penalty_cards,
        "check_earlier_revokes": found.check_earlier_revokes,
        "laws": [f"bridge-1999:{law}" for law in dict.fromkeys(found.laws)],
    }


@rule(
    "bridge.defective_trick",
    "bridge-1999:67A1",
    "bridge-1999:67A2",
    "bridge-1999:67B1a",
    "bridge-1999:67B1b",
    "bridge-1999:67B2",
    "bridge-1999:67n",
    title="有缺陷的牌墩怎样纠正",
)
def defective_trick(
    fault: Literal["omitted", "surplus"],
    both_sides_played_next: bool,
    player: Literal["declarer", "dummy", "defender"],
    hand: list[str] | None = None,
    led: SuitCode | None = None,
    played: list[str] | None = None,
    known: str | None = None,
) -> dict[str, Any]:
    """How a trick with a card too few or too many from one hand is put right (67).

    Omitted: the ``hand`` he holds now and the suit ``led``. Surplus: the cards ``played``, that ``known`` to have been
    exposed, and ``led``. Raises MoreNeeded while hand or suit of an omission is missing, RuleInputError for cards that
    cannot be.
    """
    if fault == "omitted":
        if hand is None or led is None:
            raise MoreNeeded("漏打时请给出漏打者现在手中的牌（hand）和该墩的引牌花色（led）。")
        return _defective_trick_data(omitted_card(both_sides_played_next, parse_hand(hand), Suit(led)))
    return _defective_trick_data(
        surplus_card(
            both_sides_played_next,
            player,
            parse_hand(played or [], "打出的牌"),
            Card.parse(known) if known is not None else None,
            Suit(led) if led else None,
        )
    )


@rule(
    "bridge.defective_trick_fault", "bridge-1999:67B", "bridge-1999:67B1", "bridge-1999:67B2", title="漏打还是多打了牌"
)
def defective_trick_fault(held: int, others_hold: int) -> dict[str, Any]:
    """What was wrong: too many cards in hand, one was ``missing``; too few, there were ``extra`` ones (67B).

    ``held``: cards the player still holds; ``others_hold``: what each of the others holds, all having played to the
    last trick. ``cards``: by how many he is out; none: no trick is defective. Raises RuleInputError for numbers that
    cannot be.
    """
    for count in (held, others_hold):
        if not 0 <= count <= hand_size():
            raise RuleInputError(f"手中的牌应为 0 至 {hand_size()} 张，现在是 {count}。")
    fault = "missing" if held > others_hold else "extra" if held < others_hold else "none"
    return {"fault": fault, "cards": abs(held - others_hold)}


@rule(
    "bridge.deemed_revoke_transfer",
    "bridge-1999:67B1b",
    "bridge-1999:64A2",
    "bridge-1999:64B1",
    title="漏打视同藏牌转几墩",
)
def deemed_revoke_transfer(side_tricks: int | None = None) -> dict[str, Any]:
    """Tricks moved where an omission counts as a revoke (67B1b): one where his side won one from then on (64A2), else none (64B1).

    ``side_tricks``: what it won from that trick on; while that is not known one is taken, it is not ``sure``, and
    ``settled`` is null.
    """
    won = 1 if side_tricks is None else side_tricks
    found = trick_transfer(False, won > 0, max(won - 1, 0), 0)
    sure = side_tricks is not None
    return {"transfer": found.tricks, "sure": sure, "settled": found.tricks if sure else None}


@rule("bridge.surplus_kept", "bridge-1999:67B2", title="多打的一墩里留下哪一张")
def surplus_kept(
    played: list[str] | None = None,
    shown: str | None = None,
    led: LedCode | None = None,
    found: bool | None = None,
) -> dict[str, Any]:
    """The card left in a trick somebody played too many to (67B2): the one ``shown`` in it, else the highest he could play.

    ``played``: his cards that may have been played to it; ``led``: the suit led, none when he led; ``found``: it was found out
    which was exposed, said or not. ``cards`` is null while that does not tell it. ``known``: is the one exposed said? Raises
    RuleInputError for cards that cannot be.
    """
    if shown is None and (played is None or found):
        return {"cards": None, "known": None}
    one = Card.parse(shown) if shown is not None else None
    suit = None if led in (None, "none") else Suit(led)
    left = surplus_card(True, "defender", parse_hand(played or [], "打出的牌"), one, suit).cards
    return {"cards": card_codes(left), "known": True if one is not None else None}


@rule("bridge.surplus_cards", "bridge-1999:67B2", title="收回的多余牌张")
def surplus_cards(played: list[str], kept: list[str]) -> dict[str, Any]:
    """The cards taken back from a trick somebody played several cards to: all but the one ``kept`` (67B2).

    Raises RuleInputError for a card that is there twice.
    """
    stays = parse_cards(kept, "留下的牌里")
    return {"cards": [str(c) for c in parse_cards(played, "那一墩里") if c not in stays], "kept": card_codes(stays)}


@rule(
    "bridge.omission_supplied",
    "bridge-1999:67A1",
    "bridge-1999:44E",
    "bridge-1999:44F",
    "bridge-1999:44G",
    title="漏打的补上以后这一墩由谁赢",
)
def omission_supplied(
    trick: list[str],
    leader: SeatCode,
    seat: SeatCode,
    trump: TrumpCode | None = None,
    card: str | None = None,
    hand: list[str] | None = None,
) -> dict[str, Any]:
    """Who wins a trick once the card somebody left out of it is supplied (67A1, 44E-G).

    ``trick``: the cards of the three others in the order they played, or all four with his. ``card``: the one he supplies; else
    any he may of his ``hand``. ``winner`` is null, and ``sure`` false, where that hangs on which it is; ``leading``: whose of the
    others' is best. Raises RuleInputError for cards that cannot be, where he led, and for other than three or four of them.
    """
    cards, first, him = parse_cards(trick, "这一墩里"), Seat(leader), Seat(seat)
    order = [first.after(n) for n in range(len(Seat))]
    if him is first:
        raise RuleInputError(f"{him.chinese}引的这一墩，漏打的不是他。")
    if len(cards) == len(order):
        whole = trick_so_far(trick, leader, trump)["winner"]
        return {"sure": whole is not None, "winner": whole, "leading": whole}
    others = [each for each in order if each is not him]
    if len(cards) != len(others):
        raise RuleInputError(f"请把这一墩里另三家的牌依次写上，现在写了{len(cards)}张。")
    there = [Play(each, c) for each, c in zip(others, cards, strict=True)]
    if trump is None and len({c.suit for c in cards}) > 1:
        return {"sure": False, "winner": None, "leading": None}
    trumps = parse_trump(trump) if trump is not None else None
    best = winning_so_far(there, trumps)
    may = [Card.parse(card)] if card is not None else following(parse_hand(hand), cards[0].suit).cards if hand else ()
    winner = winner_whichever(card_codes(cards), order.index(him), card_codes(may), leader, trump)
    return {"sure": winner is not None, "winner": winner, "leading": best.seat.value}


@rule(
    "bridge.extra_card_as_lead",
    "bridge-1999:45E1",
    "bridge-1999:45E2",
    "bridge-1999:44G",
    title="多打的牌当引牌该不该他引",
)
def extra_card_as_lead(
    trick: list[str], leader: SeatCode, seat: SeatCode, trump: TrumpCode | None = None
) -> dict[str, Any]:
    """Was it for somebody to lead once his extra card counts as the lead to the next trick (45E, 44G)? ``trick``: the one before.

    ``whose``: own, partners or others; ``proper``: who won the trick and leads. Null while its cards, or trumps, are not known.
    """
    found = trick_so_far(trick, leader, trump)
    if not found["complete"] or found["winner"] is None:
        return {"whose": None, "proper": None}
    won, him = Seat(found["winner"]), Seat(seat)
    return {"whose": "own" if won is him else "partners" if won is him.partner else "others", "proper": won.value}
