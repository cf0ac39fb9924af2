"""The order of finishing of a deal (名次): what is known of it, the order after somebody is made last, who goes on after a finish
(rules 3.5, 3.9, 9, 19.4; supplement 4.8.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from decision_trees.functions import MoreNeeded, RuleInputError, rule
from decision_trees.guandan.seats import Seat, SeatCode

_B, _S = "guandan-2017:", "guandan-supplement:"


def parse_finish(texts: Sequence[str]) -> tuple[Seat, ...]:
    """The order of finishing of a deal (上游 first): all four seats, or the two partners of a double down (双下).

    Three seats leave no doubt about the fourth (3.9). Raises :class:`RuleInputError` when the order cannot be.
    """
    order = tuple(Seat.parse(t) for t in texts)
    if len(set(order)) != len(order):
        raise RuleInputError("名次里有同一方位出现两次。")
    if len(order) == 2 and order[0].partner is order[1]:
        return order
    if len(order) == len(Seat):
        return order
    if len(order) == len(Seat) - 1:
        return (*order, next(s for s in Seat if s not in order))
    raise RuleInputError("名次应写出四家的先后，双下可以只写上游和二游（同一方）。")


def is_double_down(order: Sequence[Seat]) -> bool:
    """Whether partners finished first and second (双下, 3.9)."""
    return order[0].partner is order[1]


@dataclass(frozen=True, slots=True)
class Finish:
    """The places of a deal, as far as they are known; after a double down the last two are not played out (3.5)."""

    first: Seat
    second: Seat | None = None
    third: Seat | None = None
    last: Seat | None = None

    @property
    def places(self) -> tuple[Seat | None, ...]:
        """All four, from the first on."""
        return (self.first, self.second, self.third, self.last)

    @property
    def is_double_down(self) -> bool:
        """Whether partners were first and second (双下, 3.9)."""
        return self.second is self.first.partner

    @property
    def partner_place(self) -> int | None:
        """The place of the first's partner, 2 to 4; None where it is not known."""
        found = [n for n, seat in enumerate(self.places, 1) if seat is self.first.partner]
        return found[0] if found else None


def finish(
    first: str | None, second: str | None = None, third: str | None = None, last: str | None = None
) -> Finish | None:
    """What is known of an order: three places leave no doubt about the fourth (3.9). None without the first.

    Raises :class:`RuleInputError` when a seat is named twice.
    """
    if first is None:
        return None
    known = [Seat(s) if s is not None else None for s in (first, second, third, last)]
    named = [s for s in known if s is not None]
    for seat in named:
        if named.count(seat) > 1:
            raise RuleInputError(f"{seat.chinese}写在两个名次上，每家只有一个名次。")
    if len(named) == len(Seat) - 1:
        missing = next(s for s in Seat if s not in named)
        known = [missing if s is None else s for s in known]
    return Finish(Seat(first), *known[1:])


def made_last(found: Finish, offender: Seat) -> Finish:
    """The order after a player is made last (作下游): who finished after him moves up (19.4; supplement 4.8.5).

    He may be among those who finished, or have his cards void while the other three play on. After a double down the two
    who still held cards have not played for second and third (D-53).
    """
    known = takewhile(lambda seat: seat is not None, found.places)  # after a gap nobody's new place is certain
    others = [s for s in known if s is not None and s is not offender]
    rest = [s for s in Seat if s not in others and s is not offender]
    if len(rest) == 1:
        others += rest
    if not others:
        raise MoreNeeded("还要知道其余三家谁先打完，才能排出新的名次。")
    second, third = (others[1], others[2]) if len(others) == len(Seat) - 1 else (None, None)
    return Finish(others[0], second, third, offender)


def _codes(found: Finish) -> dict[str, str | None]:
    names = ("first", "second", "third", "last")
    return {name: seat.value if seat else None for name, seat in zip(names, found.places, strict=True)}


@rule("guandan.finish.fourth", _B + "3.9", title="下游是谁")
def finish_fourth(
    first: SeatCode | None = None, second: SeatCode | None = None, third: SeatCode | None = None
) -> dict[str, Any]:
    """Who is last: the one who is not among the first three (3.9); None while three are not known.

    Raises :class:`RuleInputError` when a seat is named twice.
    """
    found = finish(first, second, third)
    return {"last": found.last.value if found and found.last else None}


@rule("guandan.finish.last_known", _B + "3.9", _B + "5.1.3", _B + "19.4", title="下游是谁定了没有")
def finish_last_known(last: SeatCode | None = None) -> dict[str, Any]:
    """Whether a deal has a last player (3.9): after a double down only where one was made so (19.4)."""
    return {"known": last is not None}


@rule(
    "guandan.finish.counted", _B + "3.9", _B + "16.3", _B + "19.4", _S + "2.1.4", _S + "4.8.5", title="下一副照哪些名次"
)
def finish_counted(
    first: SeatCode | None = None,
    second: SeatCode | None = None,
    third: SeatCode | None = None,
    last: SeatCode | None = None,
    lost_by: SeatCode | None = None,
    demoted: SeatCode | None = None,
    ended: bool | None = None,
) -> dict[str, Any]:
    """The places by which the next deal is drawn and tribute paid (3.9, 19.4; supplement 4.8.5).

    ``lost_by``: a deal adjudged lost has no places (16.3; supplement 2.1.4); ``demoted``: a player made last; ``ended``: the next
    deal is the first of another game, to which neither counts (5.1.2). Raises :class:`MoreNeeded` when the new order cannot be
    known.
    """
    none = {"first": None, "second": None, "third": None, "last": None}
    if ended:
        return {**none, "lost_by": None}
    if lost_by is not None or first is None:
        return {**none, "lost_by": lost_by}
    if demoted is None:
        return {"first": first, "second": second, "third": third, "last": last, "lost_by": None}
    found = finish(first, second, third)
    assert found is not None
    return {**_codes(made_last(found, Seat(demoted))), "lost_by": None}


@rule("guandan.finish.made_last", _B + "19.4", _B + "3.9", _S + "4.8.5", title="改作下游以后的名次")
def finish_made_last(
    offender: SeatCode, first: SeatCode, second: SeatCode | None = None, third: SeatCode | None = None
) -> dict[str, Any]:
    """The order after a player is made last: who finished behind him moves up (19.4, 3.9; supplement 4.8.5).

    ``case``: ``full`` all four places, ``open`` second and third were not played out (D-53), ``unplayed`` nobody else has
    finished: the other three play for their places.
    """
    found = finish(first, second, third)
    assert found is not None
    if {s for s in found.places if s is not None} == {Seat(offender)}:
        return {"case": "unplayed", "first": None, "second": None, "third": None, "last": offender}
    new = made_last(found, Seat(offender))
    return {"case": "full" if new.second and new.third else "open", **_codes(new)}


@rule("guandan.finish.undone", _B + "3.9", title="收回最后一手，哪个名次不算")
def finish_undone(
    offender: SeatCode,
    first: SeatCode | None = None,
    second: SeatCode | None = None,
    third: SeatCode | None = None,
) -> dict[str, Any]:
    """Which place is undone when a player takes his last play back: he holds cards again, so he has not finished (3.9).

    ``place`` is None where he had not finished. ``first``, ``second``, ``third``: who has finished then, in order.
    """
    left = [seat for seat in (first, second, third) if seat is not None and seat != offender]
    after = dict(zip(("first", "second", "third"), (*left, None, None, None), strict=False))
    return {"seat": offender, "place": {first: "first", second: "second", third: "third"}.get(offender), **after}


@rule("guandan.finish.state", _B + "3.9", _B + "19.4", title="这人打到第几")
def finish_state(
    offender: SeatCode, first: SeatCode, second: SeatCode | None = None, third: SeatCode | None = None
) -> dict[str, Any]:
    """How far a player has got (3.9, 19.4).

    ``state``: ``not_finished``, ``first``, ``second_partner_first`` second behind his partner, ``later`` any other place. None
    where he has no place yet and the deal is not over: he may have finished since.
    """
    seat, places = Seat(offender), [s for s in (first, second, third) if s is not None]
    if seat.value not in places:
        over = len(places) == len(Seat) - 1 or (second is not None and Seat(second) is Seat(first).partner)
        return {"state": "not_finished" if over else None}
    if seat.value == first:
        return {"state": "first"}
    if seat.value == second and Seat(first) is seat.partner:
        return {"state": "second_partner_first"}
    return {"state": "later"}


@rule("guandan.finish.over", _B + "3.5", _B + "3.9", _B + "16.3", _B + "19.4", title="这一副是不是打完了")
def finish_over(
    first: SeatCode | None = None,
    second: SeatCode | None = None,
    third: SeatCode | None = None,
    lost_by: SeatCode | None = None,
    demoted: SeatCode | None = None,
    game_over: bool | None = None,
) -> dict[str, Any]:
    """Whether a deal is known to be over (3.5): three places are known, or a double down, or it was adjudged lost (16.3).

    ``demoted``: who was made last has no place of his own, and two partners before all others end the deal, as two places do
    that leave one player (19.4). False where it is not known.
    """
    if lost_by is not None or game_over:
        return {"over": True}
    places = [Seat(seat) for seat in (first, second, third) if seat is not None and seat != demoted]
    double = len(places) > 1 and places[0].partner is places[1]
    return {"over": double or len(places) >= len(Seat) - (1 if demoted is None else 2)}


@rule("guandan.finish.partners", _B + "3.9", _S + "4.8.5", title="违规者的搭档打完没有")
def finish_partners(
    offender: SeatCode, first: SeatCode, second: SeatCode | None = None, third: SeatCode | None = None
) -> dict[str, Any]:
    """Whether the partner of an offender who has finished did so before or after him, or not yet (3.9; supplement 4.8.5).

    ``places``: both places, where the partner was before him. None where it cannot be told: while places are open, the partner
    may have finished since.
    """
    places: list[Seat | None] = [Seat(s) if s is not None else None for s in (first, second, third)]
    seat = Seat(offender)
    if seat not in places:
        return {"partner": None, "places": None}
    if seat.partner not in places:
        return {"partner": None if None in places else "not_yet", "places": None}
    mine, other = places.index(seat), places.index(seat.partner)
    names = {(0, 1): "first_second", (0, 2): "first_third", (1, 2): "second_third"}
    return {"partner": "before" if other < mine else "after", "places": names.get((other, mine))}


@rule("guandan.finish.partner_place", _B + "3.9", _B + "3.10.2", title="上游的搭档第几")
def finish_partner_place(
    first: SeatCode, second: SeatCode | None = None, third: SeatCode | None = None, last: SeatCode | None = None
) -> dict[str, Any]:
    """Where the partner of the first finished (3.9, 3.10.2): ``second``, ``third``, ``last``; None while it is not known.

    Raises :class:`RuleInputError` when a seat is named twice.
    """
    found = finish(first, second, third, last)
    place = found.partner_place if found else None
    return {"place": {2: "second", 3: "third", 4: "last"}.get(place or 0)}


@rule("guandan.finish.which", _B + "3.9", _B + "9", _B + "19.4", title="打完最后一手的是第几")
def finish_which(
    finisher: SeatCode,
    first: SeatCode,
    second: SeatCode | None = None,
    third: SeatCode | None = None,
    demoted: SeatCode | None = None,
) -> dict[str, Any]:
    """Which place a player who has played his last cards has (3.9, 9); None where it cannot be told.

    ``place``: ``first``, ``second_partner`` or ``second_opponent`` (of the first), ``third``. ``demoted``: who was made last
    (19.4): where he had been the first, the second is; where his cards are void, only one has cards after an opponent of the
    first, ``second_ends``.
    """
    if finisher == first or (finisher == second and first == demoted):
        return {"place": "first"}
    if finisher == second and demoted not in (None, finisher) and Seat(first) is not Seat(finisher).partner:
        return {"place": "second_ends"}
    if finisher == second:
        partner = Seat(first) is Seat(finisher).partner
        return {"place": "second_partner" if partner else "second_opponent"}
    return {"place": "third" if finisher == third else None}


@rule("guandan.finish.next_state", _B + "3.9", _S + "4.4.1", title="违规者的下家打完没有")
def finish_next_state(offender: SeatCode, first: SeatCode, second: SeatCode | None = None) -> dict[str, Any]:
    """Whether the player after an offender has cards, is first or second; whether the player before him has cards (3.9).

    Supplement 4.4.1 lets the partner of the first play when the next player is the first.
    """
    seat = Seat(offender)
    out = {"first": Seat(first), "second": Seat(second) if second else None}
    state = next((place for place, who in out.items() if who is seat.next), "has_cards")
    return {"state": state, "left_has_cards": seat.previous not in out.values()}


def leader_after_finishing(just_finished: Seat, place: int, beaten: bool) -> Seat | None:
    """Who leads when a player's last cards were not beaten: his partner (借风, 9).

    Rule 9 speaks of the first; for the second the same follows from 6.3 (D-13). None when somebody beat the play, or when
    the deal is over with the third (3.5). Raises :class:`RuleInputError` for a place there is not.
    """
    if not 1 <= place < len(Seat):
        raise RuleInputError(f"出完全手牌的只能是上游、二游或三游（1、2、3），现在是 {place}。")
    return None if beaten or place == len(Seat) - 1 else just_finished.partner


@rule("guandan.play.borrow_wind", _B + "9", _B + "6.3", _B + "3.5", title="借风：由谁领出")
def play_borrow_wind(just_finished: SeatCode, place: int, beaten: bool) -> dict[str, Any]:
    """Who leads when a player's last cards were not beaten: his partner (9; for the second 6.3 and D-13).

    ``place``: 1 to 3. None when they were beaten, or when the deal is over with the third (3.5). Raises
    :class:`RuleInputError` for a place there is not.
    """
    found = leader_after_finishing(Seat(just_finished), place, beaten)
    return {"leader": found.value if found else None}


@rule("guandan.finish.still_plays", _B + "3.9", title="他还有没有牌")
def still_plays(
    seat: SeatCode,
    first: SeatCode | None = None,
    second: SeatCode | None = None,
    third: SeatCode | None = None,
    demoted: SeatCode | None = None,
) -> dict[str, Any]:
    """Whether somebody said to have held up play or passed has cards left (3.9). Raises RuleInputError where he has finished.

    So it does of ``demoted``, who was made last and whose cards are void (19.4).
    """
    if demoted == seat:
        raise RuleInputError(f"{Seat.parse(seat).chinese}本副已改作下游，手里的牌作废：请改正方位。")
    for place, finished in (("上游", first), ("二游", second), ("三游", third)):
        if finished == seat:
            raise RuleInputError(f"{Seat.parse(seat).chinese}是本副的{place}，已经打完了：请改正方位或名次。")
    return {"plays": True}


@rule("guandan.finish.goes_on", _B + "3.5", _B + "3.9", title="这一副是不是还在打")
def goes_on(seat: SeatCode, first: SeatCode, second: SeatCode) -> dict[str, Any]:
    """Whether a deal in which ``seat`` has offended in play goes on (3.5). Raises RuleInputError where a double down has ended it.

    Not where he is one of the two: his last cards may be those that are taken back.
    """
    if Seat(first).partner is Seat(second) and seat not in (first, second):
        one, two = Seat(first).chinese, Seat(second).chinese
        raise RuleInputError(f"{one}上游、{two}二游，已经打成双下，这一副结束了，没有人再出牌：请改正名次。")
    return {"goes_on": True}


@rule("guandan.finish.by_places", _B + "16.3", _B + "3.9", _S + "4.6.2", title="这一副是不是照名次记升级")
def by_places(lost_by: SeatCode) -> dict[str, Any]:
    """Whether a deal is scored by the places (3.9).

    Raises :class:`RuleInputError` where it was adjudged lost: it counts by the penalty (16.3).
    """
    name = Seat.parse(lost_by).chinese
    raise RuleInputError(
        f"本副已因{name}违规判负，按双下记分，不再照名次记升级：升几级照那次裁决；是下一副的，先开始下一副。"
    )
