"""How a bridge table goes on from a ruling, right or wrong: calls and cards as it left them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app.study.table.bridge.bidding import SEATS
from app.study.table.bridge.irregular import SUIT_NAMES, card_of
from app.study.table.bridge.position import Position, Trick, closed, read_auction, with_calls, with_card
from app.study.table.model import Given

AT = {"N": "north", "E": "east", "S": "south", "W": "west"}
PLAY_DEMANDS = {"最大": "highest", "最小": "lowest"}
BACK = ("card_restored", "penalty_card", "card_withdrawn")
"""Effects by which the card of the irregularity does not stay played."""


def carried_out(at: Position, given: Given[Position]) -> Position:
    """The position a ruling left."""
    now = _restricted(at, given.left)
    now = _called(now, given) if at.in_auction else _played(now, given)
    penalty = {
        seat: tuple(card for card in given.table.get(f"penalty_cards_{AT[seat]}") or () if card in now.hands[seat])
        for seat in SEATS
    }
    now = replace(now, penalty={seat: cards for seat, cards in penalty.items() if cards})
    declarer, tricks = given.left.get("declarer"), given.left.get("declarer_tricks")
    if isinstance(declarer, str) and declarer in SEATS and now.contract and not now.tricks:
        now = replace(now, declarer=declarer)
    coming = given.ruled[-1].next
    if isinstance(tricks, int) and now.contract and coming is not None and coming.act == "settle" and not now.over:
        now = replace(now, claimed=tricks, trick=Trick(), player=None)
    return now


def _suits(words: Any) -> str:
    return "".join(key for key, name in SUIT_NAMES.items() if isinstance(words, str) and name in words)


def _restricted(at: Position, left: Mapping[str, Any]) -> Position:
    barred, undoubled = dict(at.barred), set(at.undoubled)
    must, not_, play = dict(at.lead_must), dict(at.lead_not), dict(at.play_must)
    for seat, name in AT.items():
        if value := left.get(f"barred_{name}"):
            barred[seat] = str(value)
        if left.get(f"no_double_{name}"):
            undoubled.add(seat)
        if suits := _suits(left.get(f"lead_must_{name}")):
            must[seat] = suits
        if suits := _suits(left.get(f"lead_not_{name}")):
            not_[seat] = suits
        if words := left.get(f"play_must_{name}"):
            play[seat] = PLAY_DEMANDS.get(str(words)) or _suits(words)
    return replace(
        at, barred=barred, undoubled=tuple(undoubled), lead_must=must, lead_not=not_,
        play_must={seat: what for seat, what in play.items() if what},
    )  # fmt: skip


def _called(at: Position, given: Given[Position]) -> Position:
    auction = given.left.get("auction")
    calls = read_auction(auction) if isinstance(auction, Mapping) else at.calls
    coming = given.ruled[-1].next
    if coming is not None and coming.act == "lead":
        return closed(replace(at, calls=calls, caller=None))
    seat = coming.seat if coming is not None and coming.act == "call" and (coming.seat or "-") in SEATS else None
    due = with_calls(at, calls)
    if seat is None or not due.in_auction or due.turn == seat:
        return due
    return with_calls(at, calls, seat)


def _played(at: Position, given: Given[Position]) -> Position:
    now, incident = at, given.incident
    card = card_of(incident) if incident is not None else ""
    kinds = {
        effect.kind: effect.who for ruled in given.ruled for effect in ruled.tree.outcomes[ruled.outcome_id].effects
    }
    seat = incident.offender if incident is not None else ""
    if card and any(kind in BACK for kind in kinds) and (seat, card) in _open_trick(now).plays:
        now = _taken_back(
            now,
            seat,
            card,
            others="offender.opponents" in _withdrawn(given) or "declarer.opponents" in _withdrawn(given),
        )
    coming = given.ruled[-1].next
    if coming is not None and coming.act in ("lead", "play") and coming.seat is not None and coming.seat in SEATS:
        now = _due(now, given, coming.act, coming.seat)
    return now


def _withdrawn(given: Given[Position]) -> set[str]:
    """Whose cards are withdrawn, by their roles."""
    outcome = given.ruled[-1].tree.outcomes[given.ruled[-1].outcome_id]
    return {effect.who or "" for effect in outcome.effects if effect.kind == "card_withdrawn"}


def _open_trick(at: Position) -> Trick:
    return at.tricks[-1] if not at.trick.plays and at.tricks else at.trick


def _taken_back(at: Position, seat: str, card: str, *, others: bool) -> Position:
    """The card back in hand; with a lead, or where the others withdraw theirs, all that was played after it too."""
    trick = _open_trick(at)
    place = trick.plays.index((seat, card))
    gone = trick.plays[place:] if place == 0 or others else ((seat, card),)
    hands = at.hands
    for who, what in gone:
        hands = with_card(hands, who, what)
    kept = tuple(play for play in trick.plays if play not in gone)
    tricks = at.tricks[:-1] if trick is not at.trick else at.tricks
    return replace(at, hands=hands, trick=Trick(kept), tricks=tricks, player=seat if place else None)


def _due(at: Position, given: Given[Position], act: str, seat: str) -> Position:
    """Who acts, where the ruling says so and he can."""
    if act == "lead" and at.trick.plays:
        return at
    told = given.told
    if act == "lead" and told.get("led_from") in ("hand", "dummy") and isinstance(told.get("on_lead"), str):
        seat = str(told["on_lead"])  # declarer leads, but from the hand that is on lead
    if act == "play" and (not at.trick.plays or at.trick.played(seat) is not None):
        return at
    return replace(at, player=seat) if at.hands[seat] else at
