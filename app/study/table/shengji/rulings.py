"""What a ruling leaves of a shengji deal, whatever was ruled: the position play goes on from.

Only what the ruling itself says is carried out: its effects, the facts it leaves on the table, and who it says acts next. Penalty
points stay on the table of the rulings; the result is worked out with them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.study.table.model import Given, Incident
from app.study.table.shengji.players import buried
from app.study.table.shengji.position import NAMES, At, begun, buries
from decision_trees.engine import Ruled
from decision_trees.shengji.cards import Card, Suit
from decision_trees.shengji.numbers import card_count
from decision_trees.shengji.seats import Seat
from decision_trees.shengji.throws import check_against, smallest


def ruled(at: At, given: Given[At]) -> At:
    """The position a ruling leaves."""
    final, incident = given.ruled[-1], given.incident
    kinds: set[str] = {effect.kind for one in given.ruled for effect in one.outcome.effects}
    if "lose_deal" in kinds or given.left.get("lost_by"):
        who = given.left.get("lost_by") or given.offender
        return replace(at, lost_by=Seat(who) if who else at.table.banker)
    if "redeal" in kinds:
        return begun(given.random)
    new = at if incident is None else _undone(at, given, final, incident, kinds)
    new = _trumps(new, given)
    new = _marked(new, given)
    return _goes_on(new, final)


def _undone(at: At, given: Given[At], final: Ruled, incident: Incident[At], kinds: set[str]) -> At:
    """The position once what the ruling changes of the irregularity itself is changed."""
    at_once = at.actions == incident.after[-1].actions
    match incident.kind:
        case "shengji.failed_throw" if at_once and "play_required" in kinds:
            return incident.before
        case "shengji.failed_throw" if at_once and kinds & {"card_withdrawn", "lead_required"}:
            return replace(incident.before, owed=(_instead(final, incident),))
        case "shengji.wrong_follow" if at_once and kinds & {"play_required", "card_withdrawn"}:
            return incident.before
        case "shengji.lead_out_of_turn" if at_once and kinds & {"card_withdrawn", "lead_required"}:
            return incident.before
        case "shengji.lead_out_of_turn" if given.told.get("trick_order") == "restore":
            return incident.before
        case "shengji.play_out_of_turn" if at_once and "withdrawn" in (
            given.told.get("early_card"),
            given.told.get("early_card_right_lost"),
        ):
            return incident.before
        case "shengji.wrong_discard" if "replace_cards" in kinds:
            return _bottom_righted(at, incident)
        case "shengji.points_gathered":
            return _gathered(at, given, incident, kinds)
    return at


def _instead(final: Ruled, incident: Incident[At]) -> Card:
    """The card led instead of a throw that failed: the one the ruling names, or the smallest that is beaten (8)."""
    throw, low = incident.more
    named = [Card.parse(card) for card in final.next.cards] if final.next is not None else []
    if len(named) == 1 and named[0] in throw:
        return named[0]
    before = incident.before.table
    seat = Seat(incident.offender)
    others = {s: cards for s, cards in before.hands.items() if s is not seat}
    check = check_against(throw, seat, others, before.trumps)
    return smallest(check.beaten, before.trumps) if check.beaten else low


def _bottom_righted(at: At, incident: Incident[At]) -> At:
    """The bottom made six, with cards of the banker's own choice (28b.6, D-35)."""
    if at.actions == incident.after[-1].actions:
        before = incident.before
        return buries(before, buried(before.table.hands[before.table.banker], before.table.trumps))
    banker, size = at.table.banker, card_count("bottom")
    hand, bottom = at.table.hands[banker], at.buried
    if len(bottom) > size:
        hand, bottom = (*hand, *bottom[size:]), bottom[:size]
    elif len(bottom) < size:
        more = buried(hand, at.table.trumps, size - len(bottom))
        hand, bottom = tuple(card for card in hand if card not in more), (*bottom, *more)
    return replace(at, buried=bottom, table=replace(at.table, hands={**at.table.hands, banker: hand}))


def _gathered(at: At, given: Given[At], incident: Incident[At], kinds: set[str]) -> At:
    """The points of a trick put where the ruling puts them (13p2, 13p3)."""
    _, defended, right = incident.more
    before = incident.before.table.gathered
    wrong = incident.after[-1].table.gathered
    since = at.table.gathered - wrong
    if "score_correction" not in kinds:
        return at
    to_defenders = given.left.get("gathered") is not None or given.told.get("matter") == "left"
    if to_defenders is defended:
        return replace(at, table=replace(at.table, gathered=right + since))
    within = abs(right - before) or abs(wrong - before)
    return replace(at, table=replace(at.table, gathered=before + (within if to_defenders else 0) + since))


def _trumps(at: At, given: Given[At]) -> At:
    """Whose level card is trumps, and in the first deal who is banker, as the ruling leaves it (3p1, 3p4)."""
    suit, banker = given.left.get("trump"), given.left.get("banker")
    if at.stage != "drawing" or suit not in list(Suit):
        return at
    shower = Seat(banker) if banker in list(Seat) and at.first_deal else at.shower
    card = Card(Suit(suit), at.level)
    return replace(at, shows=card, shower=shower or at.known_banker, declared=True)


def _marked(at: At, given: Given[At]) -> At:
    """Penalty cards, and cards that count as the lowest, as the ruling leaves them on the table (24.2p2, 28b.3)."""
    table = at.table
    heavy = dict(table.heavy)
    lowest = set(table.trumps.lowest)
    for seat, name in NAMES.items():
        if f"heavy_{name}" in given.left:
            held = tuple(card for card in _cards(given.left[f"heavy_{name}"]) if card in table.hands[seat])
            heavy.pop(seat, None)
            if held:
                heavy[seat] = held
        lowest |= set(_cards(given.left.get(f"smallest_{name}")))
    trumps = replace(table.trumps, lowest=frozenset(lowest))
    return replace(at, table=replace(table, heavy=heavy, trumps=trumps))


def _cards(value: Any) -> tuple[Card, ...]:
    if not isinstance(value, list | tuple):
        return ()
    return tuple(Card.parse(card) for card in value)


def _goes_on(at: At, final: Ruled) -> At:
    """Who leads, where the ruling names him and a trick begins; otherwise it goes on where it stands."""
    coming = final.next
    if coming is None or coming.act != "lead" or coming.seat not in list(Seat) or at.table.plays:
        return at
    if at.stage not in ("play", "discarded") or not at.table.hands[Seat(coming.seat)]:
        return at
    return replace(at, table=replace(at.table, leader=Seat(coming.seat)))
