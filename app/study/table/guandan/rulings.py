"""What a ruling leaves of a guandan deal, whatever was ruled: the position play goes on from.

Only what the ruling itself says is carried out: its effects, the facts it leaves on the table, and who it says acts next.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from app.study.table.guandan.position import At
from app.study.table.model import Given, Incident
from decision_trees.engine import Ruled
from decision_trees.guandan.cards import Card
from decision_trees.guandan.playing import ONE_CIRCLE, ONE_TURN, Table, sorted_hand
from decision_trees.guandan.seats import Seat, next_leader, next_with_cards

LIFTED = "guandan-2017:18.3.2"
"""By this clause stops end once an opponent has played in the circle."""
VOID = "guandan-2017:19.4"
"""By this clause the cards of who paid a wrong tribute are void, and he is last."""
_SEATS = {"south": Seat.S, "east": Seat.E, "north": Seat.N, "west": Seat.W}


def ruled(at: At, given: Given[At]) -> At:
    """The position a ruling leaves."""
    final, incident = given.ruled[-1], given.incident
    kinds: set[str] = {effect.kind for one in given.ruled for effect in one.outcome.effects}
    offender = Seat(given.offender) if given.offender else None
    if "lose_deal" in kinds or given.left.get("lost_by"):
        who = given.left.get("lost_by") or given.offender or (incident.offender if incident else None)
        return replace(at, lost_by=Seat(who) if who else at.table.turn)
    new = _taken_back(at, given, final, incident, kinds)
    if offender is not None and _void(final, given):
        new = _made_last(new, offender)
    due = new.table.turn  # whose turn it would be, before anybody is stopped
    new = _restricted(new, given, final, kinds, incident)
    new = _goes_on(new, final, due)
    if incident is not None and incident.kind == "guandan.not_announced" and offender is not None:
        counted = {**new.unannounced, offender.side: new.unannounced.get(offender.side, 0) + 1}
        new = replace(new, unannounced=counted)
    return _sound(new)


def _void(final: Ruled, given: Given[At]) -> bool:
    if given.left.get("demoted") is not None:
        return True
    return any(each.kind == "other" and VOID in each.cites for each in final.outcome.effects)


def _taken_back(at: At, given: Given[At], final: Ruled, incident: Incident[At] | None, kinds: set[str]) -> At:
    """The position once what the ruling has taken back is taken back."""
    if incident is None:
        return at
    act = final.next.act if final.next is not None else ""
    if act in ("tribute", "return") and not at.began:
        return incident.before
    if incident.kind == "guandan.not_announced":
        if given.told.get("take_back") == "demand":
            said = incident.before.table
            return replace(
                incident.before, saying=None, table=replace(said, announced=said.announced | {Seat(incident.offender)})
            )
        if final.next is not None and final.next.seat == incident.offender and "card_withdrawn" in kinds:
            before = incident.before.before_last
            return replace(incident.before, saying=None, table=before) if before is not None else at
        return replace(at, table=replace(at.table, announced=at.table.announced | {Seat(incident.offender)}))
    if "card_withdrawn" not in kinds:
        return at
    return _cards_back(at, incident)


def _cards_back(at: At, incident: Incident[At]) -> At:
    """The offender takes back what he laid down; it is no longer to be beaten, and he has not finished (3.9)."""
    offender = Seat(incident.offender)
    cards: tuple[Card, ...] = tuple(incident.more or ())
    before = incident.before.table
    held = Counter(at.table.hands[offender])
    if not cards or Counter(cards) - (Counter(before.hands[offender]) - held):
        return at
    table = at.table
    hands = {**table.hands, offender: sorted_hand((*table.hands[offender], *cards), table.level)}
    last = table.last
    if last is not None and last.seat is offender and Counter(last.play.cards) == Counter(cards):
        last = before.last
    finished = tuple(seat for seat in table.finished if seat is not offender)
    saying = None if at.saying is offender else at.saying
    return replace(at, table=replace(table, hands=hands, last=last, finished=finished, turn=before.turn), saying=saying)


def _made_last(at: At, offender: Seat) -> At:
    """Somebody's cards are void: he is last, who finished after him moves up (19.4)."""
    table = at.table
    finished = tuple(seat for seat in table.finished if seat is not offender)
    table = replace(table, finished=finished, void=table.void | {offender})
    return replace(at, table=table, saying=None if at.saying is offender else at.saying)


def _restricted(at: At, given: Given[At], final: Ruled, kinds: set[str], incident: Incident[At] | None) -> At:
    """Who is stopped, and what may not be led, as the ruling leaves it on the table."""
    table = at.table
    stopped: dict[Seat, str] = dict(table.stopped)
    barred: dict[Seat, tuple[Card, ...]] = dict(table.barred)
    for name, value in given.left.items():
        what, _, where = name.partition("_")
        seat = _SEATS.get(where)
        if seat is None or seat in table.out:
            continue
        if what == "stopped":
            stopped.pop(seat, None)
            if value in (ONE_TURN, ONE_CIRCLE):
                stopped[seat] = value
        elif what == "barred":
            barred.pop(seat, None)
            cards = _cards(value)
            if cards:
                barred[seat] = cards
    within: tuple[Card, ...] = ()
    if "play_required" in kinds and table.leading and incident is not None and incident.more:
        within = tuple(incident.more)
    lifted_by = at.lifted_by
    if "skip_turns" in kinds and LIFTED in final.cites and given.offender:
        lifted_by = Seat(given.offender).side.opponents
    return replace(at, table=replace(table, stopped=stopped, barred=barred, within=within), lifted_by=lifted_by)


def _cards(value: Any) -> tuple[Card, ...]:
    if not isinstance(value, list | tuple):
        return ()
    return tuple(Card.parse(card) for card in value)


def _goes_on(at: At, final: Ruled, due: Seat) -> At:
    """Whose turn it is, as the ruling says; where it names nobody, as it was."""
    table, coming = at.table, final.next
    seat = Seat(coming.seat) if coming is not None and coming.seat in list(Seat) else None
    if at.due or coming is None or seat is None or coming.act not in ("play", "lead"):
        return at if table.over else replace(at, table=table.on(table.turn)) if not at.due else at
    stopped = dict(table.stopped)
    if due in stopped and seat is not due and stopped[due] == ONE_TURN:
        del stopped[due]  # this is the turn he is stopped for
    table = replace(table, stopped=stopped)
    if seat in table.out:
        seat = next_with_cards(seat, table.out)
    if coming.act == "lead" or table.last is None:
        return replace(at, table=replace(table, turn=seat, last=None, stopped=_for_turns(stopped, seat)))
    if seat is table.last.seat:
        return replace(at, table=table.led_by(seat))
    return replace(at, table=table.on(seat))


def _for_turns(stopped: dict[Seat, str], leads: Seat) -> dict[Seat, str]:
    """Who is still stopped when somebody leads a new circle: not he, and nobody for the circle that is over."""
    return {seat: how for seat, how in stopped.items() if how == ONE_TURN and seat is not leads}


def _sound(at: At) -> At:
    """The same position where play can go on: whose turn it is has cards, and what lies there is somebody else's."""
    table: Table = at.table
    if at.due or table.over:
        return at
    if table.last is not None and table.last.seat is table.turn:
        table = table.led_by(next_leader(table.turn, table.out))
    if table.turn in table.out or not table.hands[table.turn]:
        seat = next_with_cards(table.turn, table.out)
        table = table.led_by(seat) if table.last is None or table.last.seat is seat else replace(table, turn=seat)
    saying = at.saying if at.saying is not None and at.saying not in table.out else None
    return replace(at, table=table, saying=saying)
