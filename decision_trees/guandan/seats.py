"""Seats and sides of a guandan table: turns run anticlockwise, S E N W; whose turn it is after a stop (rules 3.1, 3.2, 3.7, 6.1,
6.3, 9, 17.3.2, 18.2)."""

from __future__ import annotations

from collections.abc import Collection
from itertools import takewhile
from typing import Any, Literal

from decision_trees.functions import RuleInputError, rule
from decision_trees.seats import TableSeat, TableSide

_B, _S = "guandan-2017:", "guandan-supplement:"
SeatCode = Literal["S", "E", "N", "W"]
SideCode = Literal["NS", "EW"]
OffenderCode = Literal["S", "E", "N", "W", "NS", "EW"]
"""Who has offended: the player by his seat, or his pair where that is all that is known."""


class Side(TableSide):
    """A side (一方): two partners."""

    NS = "NS"
    EW = "EW"

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Its two seats."""
        return (Seat.S, Seat.N) if self is Side.NS else (Seat.E, Seat.W)


class Seat(TableSeat):
    """A seat (方位), in the order of play, anticlockwise: next sits on the right (3.2), the partner opposite (3.1)."""

    S = "S"
    E = "E"
    N = "N"
    W = "W"

    @property
    def side(self) -> Side:
        """The side this seat plays for."""
        return self.of(Side)


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


FOLLOWS_NOT = "（不得跟牌）"
"""After a name in the words of :func:`turn_held`: he may not follow in this circle (18.3.1), but he may lead."""


def held_seats(held: str | None, leading: bool = False) -> frozenset[Seat]:
    """Who is passed over when his turn comes, of the words of :func:`turn_held`.

    ``leading``: only who may not lead either (16.2), not who is only barred from following (18.3.1).
    """
    said = held or ""
    names = {seat: seat.chinese in said for seat in Seat}
    return frozenset(s for s, in_it in names.items() if in_it and not (leading and s.chinese + FOLLOWS_NOT in said))


def after_stop(
    stopped: Seat,
    last_play_by: Seat,
    finished: Collection[Seat],
    held: Collection[Seat] = (),
    leads_not: Collection[Seat] = (),
) -> tuple[Seat, bool]:
    """Who acts once a player is stopped, and whether he leads: where nobody is left to act on the last play, the circle is over.

    Then :func:`next_leader` says who leads. ``held``: who else is stopped still; ``leads_not``: who of them may not lead either.
    """
    for turns in range(1, len(Seat)):
        seat = stopped.after(turns)
        if seat is last_play_by:
            break
        if seat not in finished and seat not in held:
            return seat, False
    return next_leader(last_play_by, finished, leads_not), True


def next_leader(last_play_by: Seat, finished: Collection[Seat], held: Collection[Seat] = ()) -> Seat:
    """Who leads the next circle: the maker of the play nobody beat (6.3), or his partner where he has finished (9; D-13).

    Who is stopped still (``held``) does not lead either (16.2): the next with cards does.
    """
    partner = last_play_by.partner
    if last_play_by not in finished:
        leader = last_play_by
    else:
        leader = partner if partner not in finished else next_with_cards(last_play_by, finished)
    return in_place_of(leader, finished, held)


def leader_open(last_play_by: Seat, finished: Collection[Seat], voided: Seat | None) -> bool:
    """Whether the text does not say who leads once nobody beats a play.

    The cards of its maker are void since (19.4), or he has finished and those of his partner are, who would lead (9, 6.3).
    """
    return voided is not None and (
        voided is last_play_by or (last_play_by in finished and voided is last_play_by.partner)
    )


def in_place_of(leader: Seat, finished: Collection[Seat], held: Collection[Seat]) -> Seat:
    """Who leads where it is ``leader``'s to lead: he himself, or, while he is stopped, the next with cards who is not (16.2)."""
    after = (leader.after(turns) for turns in range(1, len(Seat)))
    return next((seat for seat in (leader, *after) if seat not in held and seat not in finished), leader)


def leading_words(leader: Seat, held: str | None) -> str:
    """Whoever leads where it is ``leader``'s to lead, in words, and that he is passed over where he is stopped still (16.2)."""
    seat = in_place_of(leader, (), held_seats(held, leading=True))
    return seat.chinese if seat is leader else f"{seat.chinese}（{leader.chinese}还停着）"


@rule("guandan.turn.held", _B + "16.2", _B + "18.3.1", title="还停着、轮到时跳过的人")
def turn_held(
    south: str | None = None, east: str | None = None, north: str | None = None, west: str | None = None
) -> dict[str, Any]:
    """Whose stop of earlier rulings has not been used up, in words, in the order of play; None where nobody's is (16.2, 18.3.1).

    Each is what the table says of a seat: stopped once, or for the circle, or, in words of their own, only barred from following
    (18.3.1), which :data:`FOLLOWS_NOT` says after his name.
    """
    stops = [(seat, stop) for seat, stop in zip(Seat, (south, east, north, west), strict=True) if stop]
    named = [seat.chinese + (FOLLOWS_NOT if stop.startswith("跟") else "") for seat, stop in stops]
    return {"seats": "、".join(named) or None}


@rule("guandan.turn.next_leader", _B + "6.3", _B + "9", title="没有人压的，下一圈由谁领出")
def turn_next_leader(
    last_play_by: SeatCode,
    finished: list[SeatCode] | None = None,
    held: str | None = None,
    voided: SeatCode | None = None,
) -> dict[str, Any]:
    """Who leads the next circle: the maker of the play nobody beat (6.3), or, of those in ``finished``, his partner (9; D-13).

    ``held``: who is stopped still (:func:`turn_held`); the next player with cards leads in his place (16.2). ``voided``: of those
    finished, whose cards are void (19.4); where the lead would be his, None: the text does not say whose it is.
    """
    by, out = Seat(last_play_by), {Seat(s) for s in finished or []}
    if leader_open(by, out, Seat(voided) if voided is not None else None):
        return {"seat": None}
    return {"seat": next_leader(by, out, held_seats(held, leading=True)).value}


@rule("guandan.turn.leader_void", _B + "6.3", _B + "9", _B + "19.4", title="该领出的人牌是不是已作废")
def turn_leader_void(
    last_play_by: SeatCode | None = None, finished: list[SeatCode] | None = None, voided: SeatCode | None = None
) -> dict[str, Any]:
    """Whether the cards of whoever would lead, as nobody beat the last play (6.3, 9), are void (19.4): nobody is said to lead then.

    False where it is not known who made that play, or that anybody's cards are void.
    """
    if last_play_by is None or voided is None:
        return {"void": False}
    return {"void": leader_open(Seat(last_play_by), {Seat(s) for s in finished or []}, Seat(voided))}


@rule("guandan.turn.partner_held", _B + "9", _B + "16.2", _B + "19.4", title="借风的搭档是不是还停着、牌已作废")
def turn_partner_held(
    seat: SeatCode | None = None, held: str | None = None, demoted: SeatCode | None = None
) -> dict[str, Any]:
    """Whether the partner of one who has finished is stopped still, and does not lead in his place (9, 16.2).

    ``held``: who is stopped (:func:`turn_held`); false where nobody is known to be. ``void``: whether he is ``demoted``, who was
    made last and has no cards to lead (19.4).
    """
    partner = Seat(seat).partner if seat is not None else None
    return {"held": partner in held_seats(held, leading=True), "void": partner is not None and partner.value == demoted}


@rule("guandan.turn.after_stop", _B + "6.1", _B + "6.3", _B + "9", _B + "17.3.2", title="停一次以后轮到谁")
def turn_after_stop(
    offender: SeatCode,
    last_play_by: SeatCode | None = None,
    finished: list[SeatCode] | None = None,
    to_lead: bool | None = None,
    held: str | None = None,
    voided: SeatCode | None = None,
) -> dict[str, Any]:
    """Whose turn it is after an offender is stopped once, and what he does (6.1, 17.3.2).

    ``finished``: who has no cards. ``over``: nobody is left to act, so that the maker of the last play leads (6.3), or his partner
    (9; D-13); ``ends`` says so in words, ``leads`` is he who leads now. Where it is not known who made it, the next with cards,
    and all else is None. ``to_lead``: the offender was to lead, and there is no play to be beaten, so that the next with cards
    leads (22.1). Raises :class:`RuleInputError` when the last play is the offender's own. ``held``: who else is stopped still
    (:func:`turn_held`). ``voided``: of those finished, whose cards are void (19.4); where the lead would be his, ``case`` is
    ``open``, nobody is named, and ``nobody`` says so in words.
    """
    stopped, out = Seat(offender), {Seat(s) for s in finished or []} - {Seat(offender)}
    waits = held_seats(held) - {stopped}
    leads_not = held_seats(held, leading=True) - {stopped}
    if last_play_by is None:
        unknown = {"over": None, "case": None, "does": None, "ends": None, "leads": None, "nobody": None}
        if not to_lead:
            return {"seat": next_with_cards(stopped, out | waits).value, **unknown}
        seat = next_with_cards(stopped, out | leads_not)
        ends = f"由{seat.chinese}领出新的一圈"
        new = {"case": "leads_new", "does": "领出", "ends": ends, "leads": seat.value}
        return {"seat": seat.value, **unknown, **new}
    by = Seat(last_play_by)
    if stopped is by:
        raise RuleInputError(f"{stopped.chinese}停这一次，要压的那一手不会是他自己出的。")
    seat, over = after_stop(stopped, by, out, waits, leads_not)
    if leader_open(by, out, Seat(voided) if voided is not None else None):
        return _open_after_stop(seat, over)
    case, does = ("leads", "领出") if over else ("follows", "出牌或过牌")
    leader = next_leader(by, out, leads_not).chinese
    ends = f"别家都过了，本圈结束，由{leader}领出" if over else f"以后别家都过牌的，由{leader}领出"
    leads = seat.value if over else None
    return {"seat": seat.value, "over": over, "case": case, "does": does, "ends": ends, "leads": leads, "nobody": None}


@rule("guandan.turn.stop_leads_nobody", _B + "6.3", _B + "9", _B + "19.4", title="停一次以后，没有写由谁领出")
def turn_stop_leads_nobody(
    offender: SeatCode | None = None,
    last_play_by: SeatCode | None = None,
    finished: list[SeatCode] | None = None,
    held: str | None = None,
    voided: SeatCode | None = None,
) -> dict[str, Any]:
    """Whether the circle is over once an offender is stopped, and it is for nobody to lead, by what is written (6.3, 9, 19.4).

    So it is where it would be for somebody whose cards are void; false where that is not known. As :func:`turn_after_stop`.
    """
    if offender is None or last_play_by is None or voided is None or offender == last_play_by:
        return {"open": False}
    found = turn_after_stop(offender, last_play_by, finished, held=held, voided=voided)
    return {"open": found["case"] == "open"}


def _open_after_stop(seat: Seat, over: bool) -> dict[str, Any]:
    """What :func:`turn_after_stop` says where the text leaves open who leads once nobody beats the last play."""
    nobody = "由谁领出条文没有写，由裁判长定"
    if over:
        ends = f"别家都过了，本圈结束，{nobody}"
        return {"seat": None, "over": True, "case": "open", "does": None, "ends": ends, "leads": None, "nobody": nobody}
    follows = {"seat": seat.value, "over": False, "case": "follows", "does": "出牌或过牌", "leads": None}
    return {**follows, "ends": f"以后别家都过牌的，{nobody}", "nobody": None}


@rule("guandan.turn.now", _B + "6.1", _B + "6.3", _B + "9", _B + "16.2", title="现在轮到谁，出牌还是领出")
def turn_now(
    turn: SeatCode,
    last_play_by: SeatCode | None = None,
    finished: list[SeatCode] | None = None,
    stopped: SeatCode | None = None,
    held: str | None = None,
    voided: SeatCode | None = None,
) -> dict[str, Any]:
    """Who acts now, and how, of a table that goes on where it stood (6.1, 6.3).

    ``turn``: whose turn it was; ``finished``: who has no cards; ``stopped``: who is stopped the next time. ``case``: ``leads``,
    ``follows``, or, where the one stopped is passed over now, ``stopped_leads``, ``stopped_follows``, and ``stopped_leader`` where
    he was to lead, so that the next one does (22.1; supplement 4.4.1). Without the maker of the
    last play nobody is said to lead. ``held``: who else is stopped still (:func:`turn_held`). ``voided``: of those finished, whose
    cards are void (19.4); where the lead would be his, ``case`` is ``open``, and nobody is named.
    """
    out = {Seat(s) for s in finished or []}
    waits = held_seats(held) - ({Seat(stopped)} if stopped is not None else set())
    leads_not = held_seats(held, leading=True) & waits
    away = out | waits
    by = Seat(last_play_by) if last_play_by is not None else None
    seat = Seat(turn) if Seat(turn) not in away else next_with_cards(Seat(turn), away)
    nobody = by is not None and leader_open(by, out, Seat(voided) if voided is not None else None)
    if by is not None and (seat is by or by in _between(Seat(turn), seat)):
        if nobody:
            return {"seat": None, "case": "open", "does": None}
        leader = next_leader(by, out, leads_not)
        if stopped is None or Seat(stopped) is not leader:
            return {"seat": leader.value, "case": "leads", "does": "领出"}
        return {
            "seat": in_place_of(leader, out, leads_not | {leader}).value,
            "case": "stopped_leader",
            "does": "领出",
        }
    if stopped is None or Seat(stopped) is not seat:
        return {"seat": seat.value, "case": "follows", "does": "出牌或过牌"}
    if by is None:
        return {"seat": next_with_cards(seat, away).value, "case": "stopped_follows", "does": "出牌或过牌"}
    after, over = after_stop(seat, by, out, waits, leads_not)
    if over and nobody:
        return {"seat": None, "case": "open", "does": None}
    return {
        "seat": after.value,
        "case": "stopped_leads" if over else "stopped_follows",
        "does": "领出" if over else "出牌或过牌",
    }


@rule("guandan.turn.after_others", _B + "6.1", _S + "4.3.3", _S + "4.4.1", _S + "4.8", title="别家接着动过以后轮到谁")
def turn_after_others(
    offender: SeatCode,
    acted: Literal["next", "partner", "previous"] = "next",
    finished: list[SeatCode] | None = None,
    last_play_by: SeatCode | None = None,
    held: str | None = None,
    missed: SeatCode | None = None,
) -> dict[str, Any]:
    """Whose turn it is once others have acted after an offender, the last of them his next, partner or previous (6.1).

    ``finished``: who has no cards. ``round``: it is the offender's own turn again. ``back``: it comes to the maker of the last play
    before, so that his circle is over if they only passed (6.3). ``held``: who is stopped still (:func:`turn_held`); ``missed``:
    who has lost his chance in this circle (D-36). Both are passed over.
    """
    seat, out = Seat(offender), {Seat(s) for s in finished or []}
    last = {"next": seat.next, "partner": seat.partner, "previous": seat.previous}[acted]
    passed = held_seats(held) | ({Seat(missed)} if missed is not None else set())
    turn = next_with_cards(last, (out | passed) - {seat})
    back = last_play_by is not None and Seat(last_play_by) in (turn, *_between(last.next, turn))
    return {"seat": turn.value, "round": turn is seat, "back": back}


@rule(
    "guandan.turn.opposite", _S + "4.4.1", _B + "6.3", _B + "9", _B + "16.2", title="由上游的对家出牌的，是压牌还是领出"
)
def turn_opposite(
    offender: SeatCode,
    last_play_by: SeatCode | None = None,
    next_state: Literal["has_cards", "first", "second"] | None = None,
    finished: list[SeatCode] | None = None,
    held: str | None = None,
    voided: SeatCode | None = None,
) -> dict[str, Any]:
    """Whose turn it is once an offender is stopped whose next player has finished, so that his opposite plays (supplement 4.4.1).

    That is the player before the offender; while he is stopped (``held``, :func:`turn_held`), the partner of the offender, who is
    next (16.2). ``next_state``: as ``second`` the offender's partner has finished too. ``case``: ``leads`` where the circle is
    over, as the play to be beaten is his own, or nobody is left to beat it (6.3), and ``wind`` where it was the last of the next
    player himself (9); ``open`` where it would be for somebody whose cards are ``voided`` to lead; else ``follows``, None where
    it is not known who made that play. ``said``: whose turn it is, in words, where it is not simply his to beat it; ``told`` the
    same to him; ``partner`` that it is not the turn of the offender's partner, None where it is; ``hears``: who is told. Raises
    :class:`RuleInputError` when the last play is the offender's own.
    """
    seat = Seat(offender)
    out = {Seat(s) for s in finished or []} | {seat.next} | ({seat.partner} if next_state == "second" else set())
    waits, leads_not = held_seats(held) - {seat}, held_seats(held, leading=True) - {seat}
    by = Seat(last_play_by) if last_play_by is not None else None
    if by is seat:
        raise RuleInputError(f"{seat.chinese}停这一次，要压的那一手不会是他自己出的。")
    left = () if by is seat.next else takewhile(lambda each: each is not by, (seat.previous, seat.partner))
    acts = next((each for each in left if each not in out and each not in waits), None)
    stays = f"{seat.previous.chinese}还停着，" if seat.previous in waits else ""
    waits_for = "这次不轮到你；"
    if acts is not None:
        said = f"{stays}由{acts.chinese}出牌或过牌" if stays else None
        told = "由你出牌或过牌" if stays else None
        case, partner = "follows" if by is not None else None, None if acts is seat.partner else waits_for
        hears = {"told": told, "partner": partner, "hears": acts.value}
        return {"seat": acts.value, "case": case, "said": said, **hears}
    if by is None:
        return {"seat": None, "case": None, "said": None, "told": None, "partner": None, "hears": seat.previous.value}
    if leader_open(by, out, Seat(voided) if voided is not None else None):
        hears = {"hears": seat.previous.value}
        nobody = "本圈结束，由谁领出条文没有写，由裁判长定"
        return {"seat": None, "case": "open", "said": nobody, "told": nobody, "partner": None, **hears}
    leader = next_leader(by, out, leads_not)
    why = f"{by.chinese}的最后一手没有人压，" if by in out else ""
    case = "wind" if by in out else "leads"
    said, told = (f"{why}本圈结束，由{who}领出新的一圈" for who in (leader.chinese, "你"))
    if leader is by is seat.previous:
        said, told = None, f"由你出牌：要压的就是你自己出的，{told}"
    partner = None if leader is seat.partner else waits_for
    hears = {"told": told, "partner": partner, "hears": leader.value}
    return {"seat": leader.value, "case": case, "by": by.value, "said": said, **hears}


def _between(first: Seat, last: Seat) -> list[Seat]:
    """The seats passed over from one to another, anticlockwise, without the last."""
    passed = []
    while first is not last:
        passed.append(first)
        first = first.next
    return passed


@rule("guandan.turn.successor", _B + "6.1", _B + "6.3", title="打完或停一次的人以后轮到谁")
def turn_successor(
    finisher: SeatCode,
    first: SeatCode | None = None,
    second: SeatCode | None = None,
    demoted: SeatCode | None = None,
    held: str | None = None,
) -> dict[str, Any]:
    """The next player with cards after one who has finished or is stopped, anticlockwise (6.1, 6.3).

    ``first`` and ``second`` have none left; those of ``demoted``, made last, are void (19.4); ``held``: who is stopped still
    (:func:`turn_held`). ``past``: of those, who is passed over, in words; None where nobody is.
    """
    waits = held_seats(held) - {Seat(finisher)}
    out = {Seat(s) for s in (first, second, demoted) if s is not None} - {Seat(finisher)}
    seat = next_with_cards(Seat(finisher), out | waits)
    past = [each.chinese for each in _between(Seat(finisher).next, seat) if each in waits - out]
    return {"seat": seat.value, "past": "、".join(past) or None}


@rule("guandan.turn.stands_in", _S + "4.4.1", _B + "16.2", title="上游的对家还停着，由谁出牌")
def turn_stands_in(
    offender: SeatCode,
    first: SeatCode | None = None,
    second: SeatCode | None = None,
    demoted: SeatCode | None = None,
    held: str | None = None,
) -> dict[str, Any]:
    """Who acts where the player after an offender has finished first, so that his opposite does (supplement 4.4.1).

    The player before the offender; while he is stopped (``held``, :func:`turn_held`), the next with cards after him, but the
    offender, who is stopped himself (16.2).
    """
    out = {Seat(s) for s in (first, second, demoted) if s is not None}
    waits = held_seats(held) | {Seat(offender)}
    return {"seat": in_place_of(Seat(offender).previous, out, waits).value}


@rule("guandan.turn.bar_moot", _B + "17.4", _B + "18.2", _B + "6.4", title="搭档已打完，不再领出")
def turn_bar_moot(
    offender: SeatCode | None = None,
    first: SeatCode | None = None,
    second: SeatCode | None = None,
    demoted: SeatCode | None = None,
) -> dict[str, Any]:
    """Is what offender's partner may not lead (17.4, 18.2) moot, as he has no cards left, or they are void (19.4)?

    ``said`` in words, without naming him; None where he has cards left, or is not known to have finished. ``out`` says the same.
    """
    partner = Seat(offender).partner.value if offender is not None else None
    if partner is None:
        return {"said": None, "out": False}
    if partner in (first, second):
        return {"said": "已打完，不会再领出，领出牌型的限制用不上", "out": True}
    if partner == demoted:
        return {"said": "的牌已作废，不会再领出，领出牌型的限制用不上", "out": True}
    return {"said": None, "out": False}


@rule("guandan.turn.passed_over", _B + "18.2", _B + "18.3", _B + "6.1", title="被越过的是对方还是搭档")
def turn_passed_over(offender: SeatCode | None = None, due: SeatCode | None = None) -> dict[str, Any]:
    """Whose turn it was when somebody acted out of turn: ``opponent``, his ``partner``, or his ``own``, so that nobody was (18).

    Where the seats are not known it is an opponent, as nearly always (3.1).
    """
    if offender is None or due is None:
        return {"whose": "opponent"}
    seat, turn = Seat(offender), Seat(due)
    return {"whose": "own" if seat is turn else "partner" if turn is seat.partner else "opponent"}


@rule("guandan.turn.due_now", _B + "6.1", _B + "16.2", title="应轮到的人还停着，就轮到谁")
def turn_due_now(due: SeatCode, finished: list[SeatCode] | None = None, held: str | None = None) -> dict[str, Any]:
    """Whose turn it is, if ``due`` is who comes next: he himself, or, while he is stopped still, the next who may act (6.1, 16.2).

    ``finished``: who has no cards; ``held``: who is stopped (:func:`turn_held`). ``past``: who is passed over, in words that lead
    on to the next clause; None where nobody is.
    """
    out, waits = {Seat(s) for s in finished or []} - {Seat(due)}, held_seats(held)
    seat = in_place_of(Seat(due), out, waits)
    past = [each.chinese for each in _between(Seat(due), seat) if each not in out]
    return {"seat": seat.value, "past": f"{'、'.join(past)}还停着，" if past else None}


@rule("guandan.turn.skipped_does", _B + "18.2", _B + "6.1", title="被越过的人该做什么")
def turn_skipped_does(kind: Literal["upper_skipped", "several_skipped", "not_leader", "stopped"]) -> dict[str, Any]:
    """What the player passed over is to do once the order is restored, in words: lead, or play or pass (18.2, 6.1).

    A leader may not pass. None where several were passed over, or nobody: it cannot be told.
    """
    return {"does": {"not_leader": "领出", "upper_skipped": "出牌或过牌"}.get(kind)}


@rule("guandan.turn.skipped", _B + "18.2", _B + "6.1", title="越序越过了谁、以后轮到谁")
def turn_skipped(
    offender: SeatCode, due: SeatCode, finished: list[SeatCode] | None = None, held: str | None = None
) -> dict[str, Any]:
    """Who was passed over by a play out of turn, and who is next after the offender has been stopped (18.2, 6.1).

    ``due``: whose turn it was; ``finished``: who has no cards; ``held``: who else is stopped still (:func:`turn_held`). Raises
    :class:`RuleInputError` when it was his own turn.
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
    return {
        "due": seat.value,
        "skipped": [s.value for s in between],
        "then": next_with_cards(stopped, out | held_seats(held)).value,
    }


@rule("guandan.seat.partners", _B + "3.1", _B + "17.4", _B + "18.2.2", title="两家是不是搭档")
def seat_partners(seat: SeatCode | None = None, other: SeatCode | None = None) -> dict[str, Any]:
    """Are two players partners (3.1)? Yes while one of them is not known: nothing then says that they are not."""
    return {"partners": seat is None or other is None or Seat(seat).partner is Seat(other)}
