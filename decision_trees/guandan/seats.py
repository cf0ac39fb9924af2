"""Seats and sides of a guandan table: turns run anticlockwise, S E N W; whose turn it is after a stop (rules 3.1, 3.2, 3.7, 6.1,
6.3, 9, 17.3.2, 18.2)."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum
from typing import Any, Literal

from decision_trees.functions import RuleInputError, rule

_B = "guandan-2017:"
SeatCode = Literal["S", "E", "N", "W"]
SideCode = Literal["NS", "EW"]
OffenderCode = Literal["S", "E", "N", "W", "NS", "EW"]
"""Who has offended: the player by his seat, or his pair where that is all that is known."""


class Side(StrEnum):
    """A side (一方): two partners."""

    NS = "NS"
    EW = "EW"

    @property
    def opponents(self) -> Side:
        """The other side (对方)."""
        return Side.EW if self is Side.NS else Side.NS

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Its two seats."""
        return (Seat.S, Seat.N) if self is Side.NS else (Seat.E, Seat.W)

    @property
    def chinese(self) -> str:
        """南北方, 东西方."""
        return {"NS": "南北方", "EW": "东西方"}[self.value]


class Seat(StrEnum):
    """A seat (方位), in the order of play."""

    S = "S"
    E = "E"
    N = "N"
    W = "W"

    @property
    def next(self) -> Seat:
        """The player on the right (下家), next to play (3.2)."""
        return self.after(1)

    @property
    def partner(self) -> Seat:
        """The partner (对家, 搭档), opposite (3.1)."""
        return self.after(2)

    @property
    def previous(self) -> Seat:
        """The player on the left (上家), who plays before (3.2)."""
        return self.after(3)

    @property
    def side(self) -> Side:
        """The side this seat plays for."""
        return Side.NS if self in (Seat.S, Seat.N) else Side.EW

    @property
    def chinese(self) -> str:
        """南家, 东家, 北家, 西家."""
        return {"S": "南家", "E": "东家", "N": "北家", "W": "西家"}[self.value]

    def after(self, turns: int) -> Seat:
        """The seat so many turns later, anticlockwise."""
        seats = list(Seat)
        return seats[(seats.index(self) + turns) % len(seats)]

    @classmethod
    def parse(cls, text: str) -> Seat:
        """Seat of a letter S, E, N or W."""
        try:
            return cls(text)
        except ValueError:
            raise RuleInputError(f"没有方位“{text}”，应为 S、E、N、W 之一。") from None


def side_of(offender: OffenderCode) -> Side:
    """The side of somebody known by his seat, or by his pair only."""
    return Side(offender) if offender in list(Side) else Seat(offender).side


@rule("guandan.seat.offending_side", _B + "3.1", title="违规的是哪一方")
def seat_offending_side(offender: SeatCode | None = None, pair: str | None = None) -> dict[str, Any]:
    """The side that has offended, by the offender's seat or by the pair as people write it, in letters or in Chinese (3.1).

    None where neither tells: a pair may also go by its number.
    """
    if offender is not None:
        return {"side": Seat(offender).side.value}
    written = (pair or "").strip().upper().removesuffix("方").removesuffix("家")
    names = {"NS": "NS", "SN": "NS", "南北": "NS", "北南": "NS", "EW": "EW", "WE": "EW", "东西": "EW", "西东": "EW"}
    return {"side": names.get(written)}


@rule("guandan.seat.relations", _B + "3.2", _B + "6.1", title="下家、对家、上家是谁")
def seat_relations(seat: SeatCode) -> dict[str, Any]:
    """The players after, opposite and before a seat; turns run anticlockwise (3.2, 6.1)."""
    s = Seat(seat)
    return {"xiajia": s.next.value, "duijia": s.partner.value, "shangjia": s.previous.value}


def next_with_cards(after: Seat, finished: Collection[Seat]) -> Seat:
    """The next player, anticlockwise, who has cards (6.1)."""
    for turns in range(1, len(Seat) + 1):
        seat = after.after(turns)
        if seat not in finished:
            return seat
    raise RuleInputError("四家都打完了，没有人再出牌。")


def after_stop(stopped: Seat, last_play_by: Seat, finished: Collection[Seat]) -> tuple[Seat, bool]:
    """Who acts once a player is stopped, and whether he leads: where nobody is left to act on the last play, the circle is over.

    Then :func:`next_leader` says who leads.
    """
    for turns in range(1, len(Seat)):
        seat = stopped.after(turns)
        if seat is last_play_by:
            break
        if seat not in finished:
            return seat, False
    return next_leader(last_play_by, finished), True


def next_leader(last_play_by: Seat, finished: Collection[Seat]) -> Seat:
    """Who leads the next circle: the maker of the play nobody beat (6.3), or his partner where he has finished (9; D-13)."""
    if last_play_by not in finished:
        return last_play_by
    partner = last_play_by.partner
    return partner if partner not in finished else next_with_cards(last_play_by, finished)


@rule("guandan.turn.next_leader", _B + "6.3", _B + "9", title="没有人压的，下一圈由谁领出")
def turn_next_leader(last_play_by: SeatCode, finished: list[SeatCode] | None = None) -> dict[str, Any]:
    """Who leads the next circle: the maker of the play nobody beat (6.3), or, of those in ``finished``, his partner (9; D-13)."""
    return {"seat": next_leader(Seat(last_play_by), {Seat(s) for s in finished or []}).value}


@rule("guandan.turn.after_stop", _B + "6.1", _B + "6.3", _B + "9", _B + "17.3.2", title="停一次以后轮到谁")
def turn_after_stop(
    offender: SeatCode, last_play_by: SeatCode | None = None, finished: list[SeatCode] | None = None
) -> dict[str, Any]:
    """Whose turn it is after an offender is stopped once, and what he does (6.1, 17.3.2).

    ``finished``: who has no cards. ``over``: nobody is left to act, so that the maker of the last play leads (6.3), or his partner
    (9; D-13); where it is not known who made it, the next with cards, and ``over``, ``case`` and ``does`` are None. Raises
    :class:`RuleInputError` when the last play is the offender's own.
    """
    stopped, out = Seat(offender), {Seat(s) for s in finished or []} - {Seat(offender)}
    if last_play_by is None:
        return {"seat": next_with_cards(stopped, out).value, "over": None, "case": None, "does": None}
    by = Seat(last_play_by)
    if stopped is by:
        raise RuleInputError(f"{stopped.chinese}停这一次，要压的那一手不会是他自己出的。")
    seat, over = after_stop(stopped, by, out)
    case, does = ("leads", "领出") if over else ("follows", "出牌或过牌")
    return {"seat": seat.value, "over": over, "case": case, "does": does}


@rule("guandan.turn.successor", _B + "6.1", _B + "6.3", title="打完或停一次的人以后轮到谁")
def turn_successor(finisher: SeatCode, first: SeatCode | None = None, second: SeatCode | None = None) -> dict[str, Any]:
    """The next player with cards after one who has finished or is stopped, anticlockwise (6.1, 6.3).

    ``first`` and ``second`` have none left.
    """
    out = {Seat(s) for s in (first, second) if s is not None} - {Seat(finisher)}
    return {"seat": next_with_cards(Seat(finisher), out).value}


@rule("guandan.turn.passed_over", _B + "18.2", _B + "18.3", _B + "6.1", title="被越过的是对方还是搭档")
def turn_passed_over(offender: SeatCode | None = None, due: SeatCode | None = None) -> dict[str, Any]:
    """Whose turn it was when somebody acted out of turn: ``opponent``, his ``partner``, or his ``own``, so that nobody was (18).

    Where the seats are not known it is an opponent, as nearly always (3.1).
    """
    if offender is None or due is None:
        return {"whose": "opponent"}
    seat, turn = Seat(offender), Seat(due)
    return {"whose": "own" if seat is turn else "partner" if turn is seat.partner else "opponent"}


@rule("guandan.turn.skipped_does", _B + "18.2", _B + "6.1", title="被越过的人该做什么")
def turn_skipped_does(kind: Literal["upper_skipped", "several_skipped", "not_leader", "stopped"]) -> dict[str, Any]:
    """What the player passed over is to do once the order is restored, in words: lead, or play or pass (18.2, 6.1).

    A leader may not pass. None where several were passed over, or nobody: it cannot be told.
    """
    return {"does": {"not_leader": "领出", "upper_skipped": "出牌或过牌"}.get(kind)}


@rule("guandan.turn.skipped", _B + "18.2", _B + "6.1", title="越序越过了谁、以后轮到谁")
def turn_skipped(offender: SeatCode, due: SeatCode, finished: list[SeatCode] | None = None) -> dict[str, Any]:
    """Who was passed over by a play out of turn, and who is next after the offender has been stopped (18.2, 6.1).

    ``due``: whose turn it was; ``finished``: who has no cards. Raises :class:`RuleInputError` when it was his own turn.
    """
    stopped, seat = Seat(offender), Seat(due)
    if stopped is seat:
        raise RuleInputError(f"本来就轮到{seat.chinese}，不是越序。")
    out = {Seat(s) for s in finished or []} - {stopped, seat}
    between = []
    turn = seat
    while turn is not stopped:
        between.append(turn)
        turn = next_with_cards(turn, out)
    return {"due": seat.value, "skipped": [s.value for s in between], "then": next_with_cards(stopped, out).value}


@rule("guandan.seat.partners", _B + "3.1", _B + "17.4", _B + "18.2.2", title="两家是不是搭档")
def seat_partners(seat: SeatCode | None = None, other: SeatCode | None = None) -> dict[str, Any]:
    """Are two players partners (3.1)? Yes while one of them is not known: nothing then says that they are not."""
    return {"partners": seat is None or other is None or Seat(seat).partner is Seat(other)}
