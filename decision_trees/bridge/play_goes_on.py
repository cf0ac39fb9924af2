"""How play goes on after a ruling: whose card is next once one stands, is put right, or lies as a penalty card (44, 50, 62)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, Literal

from decision_trees.bridge.cards import Card, Rank, Suit, SuitCode, card_codes, parse_cards
from decision_trees.bridge.legal_plays import cards_open
from decision_trees.bridge.penalty_cards import is_small
from decision_trees.bridge.seats import Seat, SeatCode
from decision_trees.bridge.tricks import LedCode, RequirementCode, TrumpCode, trick_so_far, winner_whichever
from decision_trees.functions import RuleInputError, rule


def _played_by(seat: Seat, cards: Sequence[Card], leader: Seat) -> int | None:
    """At which place of a trick somebody played; None where he has not."""
    return next((at for at in range(len(cards)) if leader.after(at) is seat), None)


@rule(
    "bridge.play_after",
    "bridge-1999:44B",
    "bridge-1999:44E",
    "bridge-1999:44F",
    "bridge-1999:44G",
    title="一张牌算打出以后轮到谁",
)
def play_after(
    trick: list[str],
    leader: SeatCode,
    seat: SeatCode,
    card: str | None = None,
    trump: TrumpCode | None = None,
    lying: list[str] | None = None,
) -> dict[str, Any]:
    """Whose turn it is once somebody's card to the trick in progress stands (44B, 44G).

    ``trick``: its cards in the order played, with his or up to his, then with ``card`` where it is given. ``lying``: major
    penalty cards he has then. ``state``: going (``next`` plays) or complete (``next`` won it and leads, null while that is not
    known); complete_partner and complete_holder where ``lying`` bind that lead (50D). Raises RuleInputError where it was not
    his turn.
    """
    cards, first, him = parse_cards(trick, "这一墩里"), Seat(leader), Seat(seat)
    played = [str(each) for each in cards]
    if _played_by(him, cards, first) is None:
        if first.after(len(cards)) is not him:
            raise RuleInputError(f"这一墩还没有轮到{him.chinese}。")
        if card is None:
            complete = len(cards) + 1 == len(Seat)
            return {
                "state": "complete" if complete else "going",
                "next": None if complete else him.lho.value,
                **_lying(lying),
            }
        played.append(str(Card.parse(card)))
    found = trick_so_far(played, leader, trump)
    state = _complete(found["next"], him, lying) if found["complete"] else "going"
    return {"state": state, "next": found["next"], **_lying(lying)}


def _complete(leads: str | None, holder: Seat, lying: Sequence[str] | None) -> str:
    """How a trick ends where somebody has penalty cards: whether they bind whoever leads to the next (50D1, 50D2)."""
    if not lying or leads is None:
        return "complete"
    return {holder: "complete_holder", holder.partner: "complete_partner"}.get(Seat(leads), "complete")


def _lying(cards: Sequence[str] | None) -> dict[str, Any]:
    several = "中的一张，由做庄的人指定" if len(cards or ()) > 1 else None
    return {"lying": list(cards or ()), "which": several}


@rule(
    "bridge.play_after_correction",
    "bridge-1999:62B",
    "bridge-1999:44B",
    "bridge-1999:44C",
    "bridge-1999:44G",
    title="换成合法的牌以后轮到谁",
)
def play_after_correction(
    trick: list[str],
    leader: SeatCode,
    seat: SeatCode,
    trump: TrumpCode | None = None,
    card: str | None = None,
    hand: list[str] | None = None,
    led: LedCode | None = None,
    demand: RequirementCode | None = None,
    suit: SuitCode | None = None,
    lying: list[str] | None = None,
    fault: str | None = None,
    requirement: str | None = None,
    own: list[str] | None = None,
    before: list[str] | None = None,
) -> dict[str, Any]:
    """Whose turn it is once somebody has put a legal card in place of his in the trick (62B, 44).

    ``card``: the one he puts there, else any he may from his ``hand``, else, where his ``fault`` was not to follow suit, any of
    that suit. ``since``: has somebody played to the trick after him, or nobody? ``state``: going (``next`` plays) or complete
    (``next`` wins it and leads, null where that hangs on which card it is), or as for bridge.play_after with ``lying`` of his.
    Where the card taken back is none: ``own``, his major penalty cards, of all that lie ``before`` him. ``cards`` he may play,
    where that is known. Raises RuleInputError where he has not played to it.
    """
    there, first = parse_cards(trick, "这一墩里"), Seat(leader)
    at = _played_by(Seat(seat), there, first)
    if at is None:
        raise RuleInputError(f"{Seat(seat).chinese}还没有对这一墩打牌，没有可换的。")
    others = [str(each) for n, each in enumerate(there) if n != at]
    since = "nobody" if at == len(there) - 1 else "some"
    told = hand and led is not None and (fault != "penalty" or demand is not None) and {*hand} != {str(there[at])}
    may = (
        cards_open(led, hand, demand, suit, lying or own, requirement, str(there[at]), lying=before)["cards"]
        if hand and led and told
        else []
    )
    of_suit = [f"{there[0].suit.value}{rank.letter}" for rank in Rank] if fault == "suit" and at > 0 else []
    candidates = [card] if card is not None else [each for each in may or of_suit if each not in others]
    if len(there) < len(Seat):
        return {"state": "going", "next": first.after(len(there)).value, "since": since, "cards": may, **_lying(lying)}
    leads = winner_whichever(others, at, card_codes([Card.parse(each) for each in candidates]), leader, trump)
    state = _complete(leads, Seat(seat), lying)
    return {"state": state, "next": leads, "since": since, "cards": may, **_lying(lying)}


@rule(
    "bridge.play_with_penalty_cards",
    "bridge-1999:44B",
    "bridge-1999:44C",
    "bridge-1999:44G",
    "bridge-1999:48A",
    "bridge-1999:50B",
    "bridge-1999:50C",
    "bridge-1999:50D1",
    "bridge-1999:50D2",
    "bridge-1999:51A",
    title="有罚张时接着由谁打",
)
def play_with_penalty_cards(
    offender: SeatCode,
    penalty_cards: list[str],
    trick: list[str],
    leader: SeatCode,
    trump: TrumpCode | None = None,
    small: Literal["minor", "major", "unknown"] = "unknown",
    declarer: SeatCode | None = None,
) -> dict[str, Any]:
    """Whose card is next where a defender has penalty cards before him, and what they do to it (44, 50, 51A).

    ``small``: what a single small card is, by how it came to lie there (50B). ``state``, with the seat ``next``: lead or play
    (somebody they do not bind now); partner_leads (his partner, once declarer has chosen, 50D2); must_lead and must_play
    (himself, one of ``due``; ``which``: of several declarer designates one, 51A); if_void (himself, following ``led`` first, 44C);
    minor_lead and minor_play (himself, with a minor penalty card: small cards of its suit after it, 50C). ``state`` is null
    where that is not known, or where he is on the side of ``declarer`` and has none (48A). Raises RuleInputError for cards that
    cannot be.
    """
    cards, him = parse_cards(penalty_cards, "罚张里"), Seat(offender)
    found = trick_so_far(trick, leader, trump)
    declares = declarer is not None and Seat(declarer).side is him.side
    if found["next"] is None or not cards or declares:
        return {"state": None, "next": None, "led": None, "due": [], "which": None, "weight": None, "lying": []}
    weight = "major" if len(cards) > 1 or not is_small(cards[0].rank) else small
    led = None if found["complete"] or found["led"] == "none" else Suit(found["led"])
    following = Seat(found["next"])
    due: list[Card] = []
    state: str | None = "lead" if led is None else "play"
    if weight == "unknown" and (following is him or (following is him.partner and led is None)):
        state = None
    elif following is him and weight == "minor":
        state = f"minor_{state}"
    elif following is him:
        due = [card for card in cards if led is None or card.suit is led]
        state = "if_void" if not due else f"must_{state}"
    elif following is him.partner and led is None and weight == "major":
        state = "partner_leads"
    return {
        "state": state,
        "next": following.value,
        "led": led.chinese if led is not None else None,
        "due": card_codes(due),
        "which": "中的一张，由做庄的人指定" if len(due) > 1 else None,
        "weight": weight,
        "lying": card_codes(cards),
    }


@rule(
    "bridge.beside_the_one_in_turn",
    "bridge-1999:58A",
    "bridge-1999:44B",
    "bridge-1999:57A",
    title="同时出牌而没有轮到的人",
)
def beside_the_one_in_turn(
    first: SeatCode, other: SeatCode, declarer: SeatCode, leader: SeatCode | None = None, trick: list[str] | None = None
) -> dict[str, Any]:
    """Who played at the same time as ``first``, whose turn it was, without being next: what his card is (58A, 57A).

    ``leader`` of this trick, ``trick``: its cards before. ``case``: declarer (a hand of declarer's side); partner_played
    (``first`` is his partner and has so played: no premature play); partner_to_play (``first`` led, his partner is third);
    again (he had played to this trick); defender where the leader is not known. ``what`` he did for law 57, ``partner``: had
    his partner played? Both null where not known. Raises RuleInputError for cards that cannot be.
    """
    one, him = Seat(first), Seat(other)
    if Seat(declarer).side is him.side:
        return {"case": "declarer", "what": None, "partner": None}
    led = one if trick is not None and not trick else Seat(leader) if leader is not None else None
    before = (
        None
        if led is None
        else set(itertools.takewhile(lambda seat: seat is not one, map(led.after, range(len(Seat)))))
    )
    if before is not None and him in before:
        return {"case": "again", "what": None, "partner": None}
    if one is him.partner:
        return {"case": "partner_played", "what": "out_of_turn", "partner": True}
    case = "defender" if before is None else "partner_to_play"
    return {"case": case, "what": "out_of_turn", "partner": None if before is None else False}


@rule("bridge.played_before_him", "bridge-1999:57A", "bridge-1999:60A1", title="下家是不是早已打过这一墩")
def played_before_him(
    what: Literal["next_lead", "out_of_turn", "wrong_defender"], trick: list[str], leader: SeatCode, seat: SeatCode
) -> dict[str, Any]:
    """What the trick tells of one who played out of turn: who had played to it, and who can follow him (57A, 60A1).

    ``trick``: the cards played to it in turn, before him. ``followed`` is false where his left-hand opponent had played to
    that trick, and null where it may be so. ``partner``: had his partner? Known where he led, where nobody but the leader
    had, and where the card was led to the next trick; else null, for those who jumped the turn do not stand in order. Raises
    RuleInputError for a card that is there twice, and where it was his turn.
    """
    cards, first, him = parse_cards(trick, "这一墩里"), Seat(leader), Seat(seat)
    if what == "out_of_turn" and len(cards) != 2 and first.after(len(cards)) is him:
        raise RuleInputError(f"照这一墩已出的牌，正轮到{him.chinese}，他没有抢先：请改正这一墩的牌，或防家做了什么。")
    there = _played_by(him.lho, cards, first)
    partner = True if cards and first is him.partner else False if len(cards) == 1 else None
    if what == "next_lead" and cards:
        partner = _played_by(him.partner, cards, first) is not None
    return {"followed": False if what == "out_of_turn" and there is not None else None, "partner": partner}
