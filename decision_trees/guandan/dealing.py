"""Shuffling, cutting, drawing and leading to the first trick (rules 3.8, 5 and 16.3; supplement 2.1 and 4.1)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Literal

from decision_trees.functions import MoreNeeded, RuleInputError, rule
from decision_trees.guandan.cards import Card, is_wild, parse_level
from decision_trees.guandan.finishing import Finish, finish, is_double_down, parse_finish
from decision_trees.guandan.levels import first_level
from decision_trees.guandan.numbers import Regime, RegimeCode, at_most
from decision_trees.guandan.seats import (
    OffenderCode,
    Seat,
    SeatCode,
    Side,
    held_seats,
    in_place_of,
    side_of,
    turn_due_now,
)
from decision_trees.guandan.tribute import double_tribute, seat_cards

_B, _S = "guandan-2017:", "guandan-supplement:"

LISTED_OFFENCES = ("抓错牌", "贡错牌", "还错牌", "报错牌")  # supplement 2.1.4 names these four, then 等
ALSO_LISTED = {"越序抓牌": "抓错牌", "未报牌": "报错牌"}  # punished with them: supplement 4.1.1 and 4.8


@dataclass(frozen=True, slots=True)
class FirstDraw:
    """Who draws first in the first deal (首抓); ``count`` is the points counted."""

    recut: bool
    count: int | None = None
    first_drawer: Seat | None = None


def first_drawer(cutter: Seat, flipped: Card, regime: Regime) -> FirstDraw:
    """Who draws first: counting anticlockwise from the cutter as 1 (5.1.2; D-16); jokers are cut again.

    With the supplement so is the heart of the first level (supplement 2.1.1).
    """
    if flipped.rank.is_joker or (regime.has_supplement and is_wild(flipped, parse_level(first_level()))):
        return FirstDraw(True)
    return FirstDraw(False, flipped.rank.points, cutter.after(flipped.rank.points - 1))


@dataclass(frozen=True, slots=True)
class DealRoles:
    """Who shuffles, cuts and draws first; None where the text does not say."""

    shuffler: Seat | None
    cutter: Seat | None
    first_drawer: Seat | None


def setup_next(finish: Sequence[Seat], regime: Regime) -> DealRoles:
    """Who shuffles, cuts and draws first in the next deal (5.1.3; supplement 2.1.2, 2.1.3).

    The base rules do not say who shuffles after a double down (D-14).
    """
    upper, last, double = finish[0], finish[-1], is_double_down(finish)
    first = upper.next if double else last
    if regime.has_supplement:
        return DealRoles(upper.previous, upper, first)
    return DealRoles(None if double else last, upper, first)


def is_listed(offence: str) -> bool:
    """Whether supplement 2.1.4 lists the offence; signals and the like are not meant by its 等 (D-32)."""
    return offence in LISTED_OFFENCES or offence in ALSO_LISTED


@dataclass(frozen=True, slots=True)
class FirstLead:
    """Who leads to the first trick; when the opponents may name a player, their side instead (16.3)."""

    leader: Seat | None
    chosen_by: Side | None = None


def setup_after_penalty(offender: Seat, offence: str, regime: Regime) -> tuple[DealRoles, FirstLead]:
    """The deal after one adjudged a double down; no tribute is paid (16.3; supplement 2.1.4).

    The base rules only let the opponents name the leader; who shuffles, cuts and draws they do not say (D-51).
    """
    if regime.has_supplement and is_listed(offence):
        return DealRoles(offender, offender.next, offender.partner), FirstLead(offender.previous)
    return DealRoles(None, None, None), FirstLead(None, offender.side.opponents)


class AfterCount(StrEnum):
    """What follows from counting the hands after the draw."""

    CONTINUE = "继续"
    NEW_PACK = "换牌后重洗重抓"
    REDEAL = "重洗重抓"
    DOUBLE_DOWN = "判双下"


@dataclass(frozen=True, slots=True)
class CountCheck:
    """Handling of the counted hands; the losing side when the deal is adjudged a double down."""

    handling: AfterCount
    losing_side: Side | None = None


def count_check(counts: Mapping[Seat, int], regime: Regime) -> CountCheck:
    """What to do with hands of so many cards (5.2; supplement 4.1).

    With the supplement, one side with a hand too large and one too small loses the deal as a double down when the other
    side's hands are right, and both sides wrong means drawing again. Whatever it does not mention stays with the base rules.
    """
    whole = at_most("full-hand")
    if any(n < 0 or n > at_most("full-pack") for n in counts.values()):
        raise RuleInputError(f"手牌张数应为 0 至 {at_most('full-pack')}。")
    wrong = {side for side in Side if any(counts[s] != whole for s in side.seats)}
    if not wrong:
        return CountCheck(AfterCount.CONTINUE)
    if not regime.has_supplement:
        return CountCheck(AfterCount.NEW_PACK)
    if len(wrong) == len(Side):
        return CountCheck(AfterCount.REDEAL)
    (side,) = wrong
    fewer, more = sorted(counts[s] for s in side.seats)
    # an order of drawing that went wrong moves cards about and loses none
    if fewer < whole < more and sum(counts.values()) == at_most("full-pack"):
        return CountCheck(AfterCount.DOUBLE_DOWN, side)
    return CountCheck(AfterCount.NEW_PACK)


class TributeBefore(StrEnum):
    """How the tribute before the deal went."""

    SINGLE = "single"
    DOUBLE = "double"
    RESISTED = "resisted"
    NONE_AFTER_DOUBLE_DOWN = "none_after_double_down"  # the deal before was adjudged a double down


def leader(
    tribute: TributeBefore,
    regime: Regime,
    finish: Sequence[Seat] | None = None,
    cards: Mapping[Seat, Card] | None = None,
    level: str | None = None,
    offender: Seat | None = None,
    offence: str | None = None,
) -> FirstLead:
    """Who leads to the first trick (3.8, 10.1 to 10.3, 16.3; supplement 2.1.4, 3.2, 3.4).

    Raises :class:`RuleInputError` when what decides it is missing or contradicts the order of finishing.
    """
    if tribute is TributeBefore.NONE_AFTER_DOUBLE_DOWN:
        if offender is None or (regime.has_supplement and offence is None):
            raise MoreNeeded("上一副因违规判双下，请写明违规者（offender）和违规（offence）。")
        return setup_after_penalty(offender, offence or "", regime)[1]
    if finish is None:
        raise MoreNeeded("请给出上一副的名次（finish_order）。")
    if tribute is TributeBefore.RESISTED:
        return FirstLead(finish[0])
    if is_double_down(finish) is not (tribute is TributeBefore.DOUBLE):
        raise RuleInputError("上一副双下才有双贡，不是双下才是单贡，名次与贡牌不符。")
    if tribute is TributeBefore.SINGLE:
        return FirstLead(finish[-1])
    if cards is None or level is None:
        raise MoreNeeded("双贡由谁领出要看两张贡牌，请给出 cards 和 level。")
    return FirstLead(double_tribute(finish[0], finish[1], cards, parse_level(level)).leader)


@rule("guandan.deal.first_drawer", _B + "5.1.2", _S + "2.1.1", title="首副由谁先抓牌")
def deal_first_drawer(cutter: SeatCode, flipped: str, regime: RegimeCode) -> dict[str, Any]:
    """Who draws first in the first deal, or whether to cut again, by the card turned up (5.1.2; supplement 2.1.1).

    ``count`` is the points counted anticlockwise, the cutter being 1 (D-16). Raises :class:`RuleInputError` for a card there
    is not.
    """
    found = first_drawer(Seat(cutter), Card.parse(flipped), Regime(regime))
    if found.first_drawer is None:
        return {"recut": True}
    return {"recut": False, "count": found.count, "first_drawer": found.first_drawer.value}


def _roles_as_json(setup: DealRoles) -> dict[str, Any]:
    roles = {"shuffler": setup.shuffler, "cutter": setup.cutter, "first_drawer": setup.first_drawer}
    return {role: seat.value if seat else None for role, seat in roles.items()}


@rule("guandan.deal.setup_next", _B + "5.1.3", _S + "2.1.2", _S + "2.1.3", title="下一副由谁洗、切、先抓")
def deal_setup_next(finish_order: list[str], regime: RegimeCode) -> dict[str, Any]:
    """Who shuffles, cuts and draws first in the next deal, by the order of finishing (5.1.3; supplement 2.1.2, 2.1.3).

    None for the shuffler where the text does not say: by the base rules after a double down (D-14). Raises
    :class:`RuleInputError` for an order there cannot be.
    """
    return _roles_as_json(setup_next(parse_finish(finish_order), Regime(regime)))


@rule("guandan.deal.setup_after_listed_foul", _B + "16.3", _S + "2.1.4", title="因违规判双下后谁洗切抓领")
def deal_setup_after_listed_foul(offender: SeatCode, offence: str, regime: RegimeCode) -> dict[str, Any]:
    """Who shuffles, cuts, draws first and leads after a deal adjudged a double down; no tribute is paid (16.3).

    With the supplement, for the offences it lists (supplement 2.1.4; D-32), all four are laid down; else None: the opponents
    name the leader, the rest is not said (D-51).
    """
    setup, lead = setup_after_penalty(Seat(offender), offence, Regime(regime))
    return {"tribute": False, **_roles_as_json(setup), "leader": lead.leader.value if lead.leader else None}


@rule("guandan.deal.count_check", _B + "5.2", _S + "4.1.1", _S + "4.1.2", title="清点张数以后怎样处理")
def deal_count_check(counts: dict[SeatCode, int], regime: RegimeCode) -> dict[str, Any]:
    """What to do when the hands have been counted after the draw (5.2; supplement 4.1.1, 4.1.2).

    ``counts``: cards of all four seats. ``losing_side`` is there when the deal is adjudged a double down. Raises
    :class:`RuleInputError` when a seat is missing or a number cannot be.
    """
    missing = [s for s in Seat if s.value not in counts]
    if missing:
        raise RuleInputError(f"缺少{missing[0].chinese}的张数，四家都要写。")
    found = count_check({Seat(s): n for s, n in counts.items()}, Regime(regime))
    result: dict[str, Any] = {"handling": found.handling.value}
    if found.losing_side:
        result |= {"losing_side": found.losing_side.value, "next_tribute": False}
    return result


@rule("guandan.deal.short_side", _S + "4.1.1", title="哪一方一人多牌、一人少牌")
def deal_short_side(counts: dict[SeatCode, int], offender: SeatCode | None = None) -> dict[str, Any]:
    """The side with a hand too large and one too small while the other side's are right (supplement 4.1.1); None elsewhere.

    The offender's side where the referee has found out who he is. Raises :class:`RuleInputError` when a seat is missing or a
    number cannot be.
    """
    if offender is not None:
        return {"side": Seat(offender).side.value}
    return {"side": deal_count_check(counts, Regime.SUPPLEMENT.value).get("losing_side")}


@rule(
    "guandan.deal.leader",
    _B + "3.8",
    _B + "10",
    _B + "16.3",
    _S + "2.1.4",
    _S + "3.2",
    _S + "3.4",
    title="本副第一圈由谁领出",
)
def deal_leader(
    regime: RegimeCode,
    tribute: Literal["single", "double", "resisted", "none_after_double_down"],
    finish_order: list[str] | None = None,
    cards: dict[SeatCode, str] | None = None,
    level: str | None = None,
    offender: SeatCode | None = None,
    offence: str | None = None,
) -> dict[str, Any]:
    """Who leads to the first trick (3.8, 10, 16.3; supplement 2.1.4, 3.2, 3.4); None where the opponents name a player.

    ``tribute``: how the tribute went. Raises :class:`MoreNeeded` when what decides it is missing, :class:`RuleInputError` when
    it contradicts the order of finishing.
    """
    lead = leader(
        TributeBefore(tribute),
        Regime(regime),
        parse_finish(finish_order) if finish_order is not None else None,
        seat_cards(cards) if cards is not None else None,
        level,
        Seat(offender) if offender else None,
        offence,
    )
    return {"leader": lead.leader.value if lead.leader else None}


# -- the next deal, walked through ----------------------------------------------------------------------------------------
def _after_double_down(found: Finish, adopted: Regime, waits: Collection[Seat]) -> dict[str, Any]:
    """The deal after a double down, as :func:`deal_next` says it without the ``layer`` (10.2; supplement 2.1.2)."""
    upper, payers = found.first, found.first.side.opponents.seats
    setup = setup_next((upper, upper.partner), adopted)
    if not adopted.has_supplement and found.last is not None:
        setup = replace(setup, shuffler=found.last)  # the last shuffles, where somebody is (5.1.3)
    return {
        "case": "double_low" if adopted.has_supplement else "double_any",
        **_roles_as_json(setup),
        "shuffles": f"{setup.shuffler.chinese}洗牌" if setup.shuffler is not None else "洗牌人条文没有写",
        "receiver": upper.value,
        "second": upper.partner.value,
        "payers": [s.value for s in payers],
        "side": upper.side.opponents.value,
        "leader": None,
        "equal_leader": in_place_of(upper.next, (), waits).value,
        "resisted_leader": in_place_of(upper, (), waits).value,
    }


@rule(
    "guandan.deal.next",
    _B + "5.1.3",
    _B + "10.1",
    _B + "10.2",
    _B + "3.8",
    _S + "2.1.2",
    _S + "2.1.3",
    _S + "3.3",
    title="下一副谁洗切抓、贡牌、领出",
)
def deal_next(
    first: SeatCode,
    regime: RegimeCode,
    second: SeatCode | None = None,
    third: SeatCode | None = None,
    last: SeatCode | None = None,
    last_deal: bool | None = None,
    held: str | None = None,
) -> dict[str, Any]:
    """The deal after one played out: who shuffles, cuts, draws, pays and leads (5.1.3, 10.1, 10.2, 3.8; supplement 2.1, 3.3).

    ``case``: ``single_low``, ``single_any``, ``double_low``, ``double_any`` (one tribute or two; returns of ten or lower, or of
    any card), ``over`` that was the last deal. ``layer``: which text applies. The leader of a double tribute is None: the cards
    paid decide; ``equal_leader`` where they are equal, ``resisted_leader`` where no tribute is due; ``shuffles``: who shuffles
    after it, in words, as far as the text says. ``held``: who is stopped in it already (:func:`turn_held`), and does not lead
    (16.2). Raises :class:`MoreNeeded` while the last is not known, or whether it was a double down.
    """
    found, adopted = finish(first, second, third, last), Regime(regime)
    assert found is not None
    if last_deal:
        return {"case": "over"}
    layer, waits = "supplement" if adopted.has_supplement else "base", held_seats(held, leading=True)
    if found.is_double_down:
        return {**_after_double_down(found, adopted, waits), "layer": layer}
    if found.last is None:
        raise MoreNeeded("还要知道谁是下游，请把名次填全。")
    if found.second is None and found.last is not found.first.partner:
        raise MoreNeeded("还要知道谁是二游：上游、二游同一方的是双下，要贡两张。", "second")
    setup = (
        setup_next((found.first, *(s for s in Seat if s not in (found.first, found.last)), found.last), adopted)
        if found.second is None  # both others are of the other side: it makes no difference
        else setup_next(tuple(s for s in found.places if s is not None), adopted)
    )
    low = adopted.has_supplement or found.last is found.first.partner
    return {
        "case": "single_low" if low else "single_any",
        "layer": layer,
        **_roles_as_json(setup),
        "payer": found.last.value,
        "receiver": found.first.value,
        "leader": in_place_of(found.last, (), waits).value,
        "resisted_leader": in_place_of(found.first, (), waits).value,
    }


@rule("guandan.deal.next_adjudged", _B + "16.3", _S + "2.1.4", title="判双下以后的一副怎样开始")
def deal_next_adjudged(
    offender: OffenderCode,
    regime: RegimeCode = "base",
    listed: bool = False,
    over: str | None = None,
    seat: SeatCode | None = None,
) -> dict[str, Any]:
    """How the deal after one adjudged a double down begins (16.3; supplement 2.1.4).

    ``listed``: the offence is one the supplement lists, or the event counts it among them (D-32); ``seat``: the offender's,
    where ``offender`` names his pair. ``case``: ``listed`` the supplement says who shuffles, cuts, draws and leads; ``named``
    the opponents name who leads; ``over`` no deal follows, as the words ``over`` say. Raises :class:`MoreNeeded` where the
    seats follow from the offender's, and only his pair is known.
    """
    offender = seat or offender
    side = side_of(offender)
    laid_down = Regime(regime).has_supplement and listed
    if laid_down and offender in list(Side):
        raise MoreNeeded("还要知道违规者坐在哪一家，才能说下一副谁洗牌、切牌、先抓、领出。")
    by = side.seats[0] if offender in list(Side) else Seat(offender)
    setup, lead = setup_after_penalty(by, LISTED_OFFENCES[0] if listed else "", Regime(regime))
    return {
        "case": "over" if over else "listed" if lead.leader else "named",
        **_roles_as_json(setup),
        "leader": lead.leader.value if lead.leader else None,
        "side": side.opponents.value,
        "choosers": [s.value for s in side.opponents.seats],
    }


@rule("guandan.deal.leads_off", _B + "3.8.1", _B + "10.1", _S + "2.1.4", title="贡还以后由谁领出第一圈")
def deal_leads_off(
    first: SeatCode | None = None,
    second: SeatCode | None = None,
    last: SeatCode | None = None,
    offender: SeatCode | None = None,
    listed: bool | None = None,
    regime: RegimeCode | None = None,
    held: str | None = None,
) -> dict[str, Any]:
    """Who leads the first circle after tribute and return, by the places of the deal before (3.8.1, 10.1; supplement 2.1.4).

    None after a double down, where the higher of two tributes decides, and where the opponents name who leads. ``held``: who is
    stopped still (:func:`turn_held`), so that the next player leads in his place (16.2); ``past`` says so, in words that lead on.
    """
    due: SeatCode | None
    if offender is not None:
        by_list = listed and regime == "supplement"
        due = Seat(offender).previous.value if by_list else None
    else:
        doubled = first is not None and second is not None and Seat(second) is Seat(first).partner
        due = None if doubled else last
    return turn_due_now(due, held=held) if due is not None else {"seat": None, "past": None}


@rule("guandan.deal.adjudged_next", _B + "16.3", _S + "2.1.4", title="判双下以后的一副，已知怎样开始的")
def deal_adjudged_next(
    offender: SeatCode | None = None, regime: RegimeCode | None = None, listed: bool = False, over: str | None = None
) -> dict[str, Any]:
    """In words what takes the place of the opponents naming who leads, after a deal adjudged lost (16.3; supplement 2.1.4).

    That no deal follows, as ``over`` says it; or who shuffles, cuts, draws and leads, where the event counts every offence
    among those the supplement lists (D-32). None where the opponents do name who leads.
    """
    if over is not None or regime != "supplement" or not listed:
        return {"said": over}
    who: tuple[str, ...] = ("违规者", "违规者的下家", "违规者的对家", "违规者的上家")
    if offender is not None:
        setup, lead = setup_after_penalty(Seat(offender), LISTED_OFFENCES[0], Regime.SUPPLEMENT)
        seats = (setup.shuffler, setup.cutter, setup.first_drawer, lead.leader)
        who = tuple(s.chinese for s in seats if s is not None)
    return {"said": "下一副不贡牌，{}洗牌，{}切牌，{}首先抓牌，{}首圈领出".format(*who)}


@rule("guandan.deal.counted_to", _B + "5.1.2", title="首副翻牌数到谁先抓")
def deal_counted_to(cutter: SeatCode, flipped: str, from_next: bool = False) -> dict[str, Any]:
    """To whom the points of the card turned up are counted, from the cutter as 1 or from the next player (5.1.2; D-16).

    None for a joker: it is cut again. Raises :class:`RuleInputError` for a card there is not.
    """
    card = Card.parse(flipped)
    if card.rank.is_joker:
        return {"count": None, "first_drawer": None, "start": None}
    start = Seat(cutter).next if from_next else Seat(cutter)
    return {
        "count": card.rank.points,
        "start": start.value,
        "first_drawer": start.after(card.rank.points - 1).value,
    }


@rule("guandan.deal.turned", _B + "5.1.2", title="首副是不是已翻出一张牌")
def deal_turned(flipped: str | None = None) -> dict[str, Any]:
    """Whether a card was turned up for the first deal (5.1.2). Raises :class:`RuleInputError` for a card there is not."""
    if flipped is not None:
        Card.parse(flipped)
    return {"turned": flipped is not None}


@rule("guandan.deal.first_leader", _B + "3.8.1", title="首副第一圈由谁领出")
def deal_first_leader(drew: SeatCode, held: str | None = None) -> dict[str, Any]:
    """Who leads the first circle of a game: who drew the card that was turned up (3.8.1).

    ``held``: who is stopped still (:func:`turn_held`), so that the next player leads in his place (16.2).
    """
    return {"leader": in_place_of(Seat(drew), (), held_seats(held, leading=True)).value}


@rule("guandan.deal.kind", _B + "5.1.3", _B + "16.3", title="上一副怎样结束")
def deal_kind(
    first: SeatCode | None = None,
    second: SeatCode | None = None,
    last: SeatCode | None = None,
    offender: SeatCode | None = None,
    begins: bool | None = None,
) -> dict[str, Any]:
    """How the deal before ended (5.1.3, 16.3): ``later`` with a last, ``double_down``, ``after_penalty``; None where unknown.

    ``offender``: who lost it by a penalty; ``begins``: this is the ``first`` of a game (5.1.2).
    """
    if begins:
        return {"kind": "first"}
    if offender is not None:
        return {"kind": "after_penalty"}
    if first is None or (second is None and last is None):
        return {"kind": None}
    return {"kind": "double_down" if second is not None and Seat(first).partner is Seat(second) else "later"}


@rule("guandan.deal.tribute_kind", _B + "10.1", _B + "10.2", _B + "16.3", title="这一副怎样贡牌")
def deal_tribute_kind(
    first: SeatCode | None = None,
    second: SeatCode | None = None,
    last: SeatCode | None = None,
    offender: SeatCode | None = None,
) -> dict[str, Any]:
    """Which tribute this deal has (10.1, 10.2, 16.3): ``single``, ``double``, ``penalty`` none is paid; None where unknown.

    ``offender``: who lost the deal before by a penalty.
    """
    kind = deal_kind(first, second, last, offender)["kind"]
    return {"kind": {"later": "single", "double_down": "double", "after_penalty": "penalty"}.get(kind)}
