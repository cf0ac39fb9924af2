"""Levels (级数), advancing and passing A; which level is played; when a game ends (rules 3.10, 3.11, 7.1, 14.1, 16.3)."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

from decision_trees import tables
from decision_trees.functions import MoreNeeded, RuleInputError, rule
from decision_trees.guandan import finishing
from decision_trees.guandan.numbers import BASE
from decision_trees.guandan.seats import OffenderCode, Seat, SeatCode, Side, SideCode, side_of

_B = "guandan-2017:"
ModeCode = Literal["计局制", "计副制", "计时制", "计时计副制"]

ACE = "A"
PAST_ACE = "A+"


@functools.cache
def names() -> tuple[str, ...]:
    """All levels from the lowest to past A (3.11)."""
    return tuple(str(row["level"]) for row in sorted(tables.rows(BASE, "levels"), key=lambda row: int(row["order"])))


def first_level() -> str:
    """The level every game begins with (3.10.1)."""
    return names()[0]


def order(level: str) -> int:
    """Place of a level in the order (3.11). Raises :class:`RuleInputError` when there is none of this name."""
    if level not in names():
        raise RuleInputError(f"没有级数“{level}”，应为 2 至 10、J、Q、K、A、A+（过A）之一。")
    return names().index(level)


def steps(partner_place: int) -> int:
    """Levels gained by the side that finished first, by its other player's place (3.10.2)."""
    for row in tables.rows(BASE, "advance"):
        if row["partner_place"] == partner_place:
            return int(row["levels"])
    raise RuleInputError(f"上游的搭档只能是二游、三游或下游（2、3、4），现在是 {partner_place}。")


def _last_place() -> int:
    return max(int(row["partner_place"]) for row in tables.rows(BASE, "advance"))


def advance(level: str, partner_place: int, own_ace_deal: bool) -> str:
    """The level of the side that finished first, after the deal (3.10, 14.1.1).

    A must be played: no advance goes past it. It is passed by finishing first in a deal of one's own A when the partner is
    not last. A deal adjudged a double down counts as partner second (16.3; D-12).
    Raises :class:`RuleInputError` when the game is over already, or A is said to be played by a side below it.
    """
    gained = steps(partner_place)
    at = order(level)
    if level == PAST_ACE:
        raise RuleInputError("已经过A，一局结束，不再升级。")
    if own_ace_deal and level != ACE:
        raise RuleInputError(f"本方还在打 {level}，这一副不会是本方打A。")
    if level == ACE:
        return PAST_ACE if own_ace_deal and partner_place != _last_place() else ACE
    return names()[min(at + gained, order(ACE))]


def sequence(start: str, partner_places: Sequence[int]) -> tuple[str, ...]:
    """Levels after each of the deals this side won one after another; at A each is a deal of its own A."""
    found = []
    level = start
    for place in partner_places:
        level = advance(level, place, level == ACE)
        found.append(level)
    return tuple(found)


class GameMode(StrEnum):
    """How a game ends (14.1)."""

    BY_GAME = "计局制"
    BY_DEALS = "计副制"
    BY_TIME = "计时制"
    BY_TIME_AND_DEALS = "计时计副制"


@rule("guandan.level.advance", _B + "3.10", _B + "14.1.1", _B + "16.3", title="上游方升到哪一级")
def level_advance(level: str, partner_place: int, own_ace_deal: bool, via: str | None = None) -> dict[str, Any]:
    """The level the side that finished first goes up to (3.10, 14.1.1, 16.3).

    ``partner_place``: where its other player finished, 2 to 4; ``own_ace_deal``: this deal was its own A; ``via`` tells how the
    deal was won, which makes no difference. Raises :class:`RuleInputError` for places or levels there cannot be.
    """
    return {"level": advance(level, partner_place, own_ace_deal)}


@rule("guandan.level.sequence", _B + "3.10", _B + "14.1.1", title="一方接连获胜的各副级数")
def level_sequence(start: str, partner_places: list[int], note: str = "") -> dict[str, Any]:
    """The levels of one side after each of the deals it won one after another (3.10, 14.1.1).

    ``partner_places``: where its other player finished in each; at A every deal counts as its own A. Raises
    :class:`RuleInputError` for places or levels there cannot be.
    """
    return {"levels": list(sequence(start, partner_places))}


# -- from which level to which --------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Gain:
    """What a side gains by a deal: ``case`` is advances, stays (at A), not_played (at A, but not its own deal), passed, depends."""

    side: Side
    start: str
    end: str
    case: str

    @property
    def said(self) -> str:
        """由7升到9; what happens at A (14.1.1)."""
        return {
            "advances": f"由{self.start}升到{self.end}",
            "stays": "仍打A，不算过A",
            "not_played": "已到A，这一副打的不是自己的A，仍打A",
            "passed": "过A，本局取胜",
            "depends": "已到A：这一副打的是自己的A就过A取胜，否则仍打A",
        }[self.case]

    @property
    def steps(self) -> int:
        """Levels gained."""
        return order(self.end) - order(self.start)


_LEVEL_OF = {Side.NS: "level_ns", Side.EW: "level_ew"}  # the parameter that says it


def gain(
    levels: Mapping[Side, str | None], side: Side, partner_place: int, played: str | None, of: Side | None
) -> Gain:
    """What the side that finished first gains (3.10, 14.1.1); ``played`` is the level played, ``of`` the side whose it is.

    Whether a deal at A was this side's own decides whether A is passed (D-12); where that is not known, neither is the case.
    """
    own, other = levels[side], levels[side.opponents]
    if own is None:
        raise MoreNeeded(f"还要知道{side.chinese}打几。", _LEVEL_OF[side])
    at_ace = own == ACE
    mine: bool | None = False
    if at_ace:
        mine = of is side if of is not None else None
        if mine is None and played is not None and played != ACE:
            mine = False
        elif mine is None and played is not None and other is None:
            raise MoreNeeded(f"{side.chinese}已到A，还要知道{side.opponents.chinese}打几。", _LEVEL_OF[side.opponents])
        elif mine is None and played is not None:
            mine = True if other != ACE else None
    if mine is None:
        if partner_place == _last_place():
            return Gain(side, own, own, "stays")
        return Gain(side, own, own, "depends")
    end = advance(own, partner_place, mine)
    if end == PAST_ACE:
        return Gain(side, own, end, "passed")
    if end != own:
        return Gain(side, own, end, "advances")
    return Gain(side, own, end, "stays" if mine else "not_played")


def _gained(
    level_ns: str | None,
    level_ew: str | None,
    side: Side,
    place: int,
    played: str | None,
    of: SideCode | None,
    ace_any_deal: bool,
    ace_only_played: bool = False,
    own_ace: bool | None = None,
) -> dict[str, Any]:
    """What a deal brings; ``ace_any_deal``, ``ace_only_played``: how an event settles D-12 (any deal at A passes it), D-12b.

    ``own_ace`` says whether the deal was this side's own A, where that is known otherwise than by the level.
    """
    levels = {Side.NS: level_ns, Side.EW: level_ew}
    for known in (level_ns, level_ew, played):
        if known is not None:
            order(known)
    if levels[side.opponents] == PAST_ACE:
        raise RuleInputError("对方已经过A，一局结束，不再升级。")
    whose = Side(of) if of else None
    if own_ace is not None:
        whose = side if own_ace else side.opponents
    found = gain(levels, side, place, played, side if ace_any_deal else whose)
    if ace_only_played and found.case in ("passed", "depends"):
        found = Gain(side, ACE, ACE, "stays")
    return {
        "case": found.case,
        "said": found.said,
        "side": found.side.value,
        "other": found.side.opponents.value,
        "from": found.start,
        "to": found.end,
        "other_level": levels[found.side.opponents],
        "gained": found.steps,
        "partner_place": place,
        "level_ns": found.end if side is Side.NS else level_ns,
        "level_ew": found.end if side is Side.EW else level_ew,
    }


@rule("guandan.deal.result", _B + "3.10", _B + "14.1.1", title="一副打完上游方升几级")
def deal_result(
    first: SeatCode,
    level_ns: str | None = None,
    level_ew: str | None = None,
    second: SeatCode | None = None,
    third: SeatCode | None = None,
    last: SeatCode | None = None,
    level: str | None = None,
    level_side: SideCode | None = None,
    ace_any_deal: bool = False,
    own_ace: bool | None = None,
) -> dict[str, Any]:
    """What the side that finished first gains by a deal, from which level to which (3.10, 14.1.1).

    ``case``: ``advances``; at A ``stays``, ``not_played`` (the deal was not its own A), ``passed``, or ``depends`` on whose A was
    played, unless ``own_ace`` says it. ``ace_any_deal`` is how an event settles D-12. Raises :class:`MoreNeeded` while the
    partner's place is not known.
    """
    found = finishing.finish(first, second, third, last)
    assert found is not None
    if found.partner_place is None:
        raise MoreNeeded("还要知道上游的搭档是第几个打完的，请把名次填全。")
    side = found.first.side
    return _gained(level_ns, level_ew, side, found.partner_place, level, level_side, ace_any_deal, own_ace=own_ace)


@rule("guandan.deal.adjudged", _B + "16.3", _B + "3.10.2", _B + "14.1.1", title="判双下：对方由几级升到几级")
def deal_adjudged(
    offender: OffenderCode,
    level_ns: str | None = None,
    level_ew: str | None = None,
    level: str | None = None,
    level_side: SideCode | None = None,
    ace_any_deal: bool = False,
    ace_only_played: bool = False,
) -> dict[str, Any]:
    """What a deal adjudged a double down brings the offender's opponents, from which level to which (16.3, 3.10.2, 14.1.1).

    ``case`` as for a deal played out; ``ace_any_deal`` and ``ace_only_played`` are how an event settles D-12 and D-12b.
    """
    double_down = min(int(row["partner_place"]) for row in tables.rows(BASE, "advance"))
    side = side_of(offender).opponents
    return _gained(level_ns, level_ew, side, double_down, level, level_side, ace_any_deal, ace_only_played)


@rule("guandan.deal.adjudged_over", _B + "16.3", _B + "14.1", title="判双下以后本局是不是就此结束")
def deal_adjudged_over(
    offender: OffenderCode | None = None,
    level_ns: str | None = None,
    level_ew: str | None = None,
    level: str | None = None,
    level_side: SideCode | None = None,
    ace_any_deal: bool = False,
    ace_only_played: bool = False,
    last_deal: bool | None = None,
) -> dict[str, Any]:
    """In words that no deal follows one adjudged lost: the opponents are past A, or it was the last deal (16.3, 14.1).

    None where another deal follows, or it is not known. D-12 and D-12b are settled by ``ace_any_deal``, ``ace_only_played``.
    """
    over = bool(last_deal)
    if offender is not None and level_ns is not None and level_ew is not None:
        found = deal_adjudged(offender, level_ns, level_ew, level, level_side, ace_any_deal, ace_only_played)
        over = over or found["case"] == "passed"
    return {"said": "本局结束，没有下一副" if over else None}


@rule("guandan.level.played", _B + "7.1", _B + "3.10", title="本副打几")
def level_played(
    side: SideCode | None = None, level_ns: str | None = None, level_ew: str | None = None
) -> dict[str, Any]:
    """The level played in this deal, when ``side`` plays its own (7.1, 3.10); None where it is not known.

    Where both sides have the same level it makes no difference whose it is. Past A nothing is played.
    """
    known = level_ns if side == "NS" else level_ew if side == "EW" else level_ns if level_ns == level_ew else None
    return {"level": known if known != PAST_ACE else None, "side": side}


@rule("guandan.level.side", _B + "2", _B + "3.10", _B + "16.3", title="下一副打哪一方的级")
def level_side(
    first: SeatCode | None = None, offender: SeatCode | None = None, by_regulations: bool = False
) -> dict[str, Any]:
    """Whose level the next deal is played at: that of the side that finished first (2, 3.10; D-11).

    After a deal adjudged lost that of the offender's opponents (16.3). None where it is not known, or where the event's
    regulations say otherwise.
    """
    if by_regulations:
        return {"side": None}
    if offender is not None:
        return {"side": Seat(offender).side.opponents.value}
    return {"side": Seat(first).side.value if first else None}


@rule("guandan.deal.steps", _B + "3.10.2", title="按名次应升几级")
def deal_steps(
    first: SeatCode, second: SeatCode | None = None, third: SeatCode | None = None, last: SeatCode | None = None
) -> dict[str, Any]:
    """How many levels the side that finished first gains by its partner's place, whatever its level (3.10.2).

    Raises :class:`MoreNeeded` while that place is not known.
    """
    found = finishing.finish(first, second, third, last)
    assert found is not None
    if found.partner_place is None:
        raise MoreNeeded("还要知道上游的搭档是第几个打完的，请把名次填全。")
    return {"side": found.first.side.value, "steps": steps(found.partner_place), "partner_place": found.partner_place}


@rule("guandan.level.at_ace", _B + "14.1.1", _B + "3.11", title="上游方是不是已到A")
def level_at_ace(
    first: SeatCode,
    level_ns: str | None = None,
    level_ew: str | None = None,
    level: str | None = None,
    level_side: SideCode | None = None,
) -> dict[str, Any]:
    """Whether the side that finished first began the deal at A, and whether the deal was its own A (14.1.1, 3.11).

    ``level``: the level played, ``level_side``: whose it was. ``own_deal`` is None where they do not tell.

    Raises :class:`MoreNeeded` while the side's own level is not known.
    """
    for known in (level_ns, level_ew, level):
        if known is not None:
            order(known)
    side = Seat(first).side
    own, other = (level_ns, level_ew) if side is Side.NS else (level_ew, level_ns)
    if own is None:
        raise MoreNeeded(f"还要知道{side.chinese}打几。", _LEVEL_OF[side])
    mine: bool | None = None
    if level_side is not None:
        mine = own == ACE and level_side == side.value
    elif level is not None and (level != ACE or other not in (ACE, None)):
        mine = own == ACE and level == ACE
    return {"at_ace": own == ACE, "own_deal": mine}


@rule("guandan.game.state", _B + "14.1", title="一局是否到此为止")
def game_state(
    level_ns: str, level_ew: str, mode: ModeCode | None = None, last_deal: bool | None = None
) -> dict[str, Any]:
    """Whether a game has come to its end, and how (14.1); None where it cannot be told.

    ``state``: ``past_ace`` a side is past A, ``limit`` all deals are played or the time is up, ``no`` it goes on.
    """
    order(level_ns), order(level_ew)
    if PAST_ACE in (level_ns, level_ew):
        return {"state": "past_ace"}
    if last_deal is None:
        return {"state": "no" if mode == GameMode.BY_GAME.value else None}
    return {"state": "limit" if last_deal and mode != GameMode.BY_GAME.value else "no"}


@rule("guandan.level.equal", _B + "13.3", title="双方级数是否相同")
def level_equal(level_ns: str, level_ew: str) -> dict[str, Any]:
    """Whether both sides have the same level (13.3). Raises :class:`RuleInputError` for a level there is not."""
    return {"equal": order(level_ns) == order(level_ew)}


@rule("guandan.game.ends", _B + "14.1", title="没有过A时本局结束没有")
def game_ends(mode: ModeCode | None = None, last_deal: bool | None = None) -> dict[str, Any]:
    """Whether a game ends though nobody is past A: never by games, else with the last deal or the time (14.1).

    None where it is not known whether this was the last deal.
    """
    return {"ends": False if mode == GameMode.BY_GAME.value else last_deal}


@rule("guandan.level.next", _B + "7.1", _B + "3.10", title="下一副打几")
def level_next(
    first: SeatCode, final_ns: str, final_ew: str, last_deal: bool | None = None, by_regulations: bool = False
) -> dict[str, Any]:
    """The level of the next deal: the first's side plays its own, as it is after advancing (7.1, 3.10; D-11).

    ``case``: ``plays`` this level, ``regulations`` the event's regulations say whose level, ``over`` this was the last deal.
    Raises :class:`RuleInputError` past A: then the game has ended and there is no next deal.
    """
    side = Seat(first).side
    level = final_ns if side is Side.NS else final_ew
    order(final_ns), order(final_ew)
    if level == PAST_ACE:
        raise RuleInputError("上游方已经过A，一局结束，没有下一副。")
    case = "over" if last_deal else "regulations" if by_regulations else "plays"
    return {"side": side.value, "level": level, "case": case}


@rule("guandan.level.next_adjudged", _B + "16.3", _B + "7.1", _B + "3.10", title="判双下以后下一副打几")
def level_next_adjudged(
    offender: OffenderCode,
    level_ns: str | None = None,
    level_ew: str | None = None,
    level: str | None = None,
    level_side: SideCode | None = None,
    ace_any_deal: bool = False,
    ace_only_played: bool = False,
    last_deal: bool | None = None,
    by_regulations: bool = False,
) -> dict[str, Any]:
    """The level of the next deal after one adjudged lost: the offender's opponents play theirs, as advanced (16.3, 7.1, 3.10).

    ``case``: ``plays`` this level, ``regulations`` the event's regulations say whose level, ``over`` there is no next deal (past
    A, or the last deal), ``depends`` on whose A was played. D-11, D-12 and D-12b are settled by the last arguments.
    """
    out = deal_adjudged(offender, level_ns, level_ew, level, level_side, ace_any_deal, ace_only_played)
    over = last_deal or out["case"] == "passed"
    case = "over" if over else "depends" if out["case"] == "depends" else "regulations" if by_regulations else "plays"
    return {"side": out["side"], "level": out["to"], "case": case}


@rule("guandan.level.after", _B + "3.10", _B + "14.1.1", title="一副打完双方的级数")
def level_after(
    first: SeatCode,
    level_ns: str | None = None,
    level_ew: str | None = None,
    second: SeatCode | None = None,
    third: SeatCode | None = None,
    last: SeatCode | None = None,
    level: str | None = None,
    level_side: SideCode | None = None,
    ace_any_deal: bool = False,
    own_ace: bool | None = None,
) -> dict[str, Any]:
    """Both sides' levels after a deal, and in words what the side that finished first gained (3.10, 14.1.1).

    None while the places are not known, or whose A was played (``own_ace`` where the levels do not tell); ``ace_any_deal`` is
    how an event settles D-12. Raises :class:`RuleInputError` for places or levels there cannot be.
    """
    found = finishing.finish(first, second, third, last)
    if found is None or found.partner_place is None:
        return {"level_ns": None, "level_ew": None, "said": None}
    side = found.first.side
    out = _gained(level_ns, level_ew, side, found.partner_place, level, level_side, ace_any_deal, own_ace=own_ace)
    if out["case"] == "depends":
        return {"level_ns": None, "level_ew": None, "said": out["said"]}
    return {key: out[key] for key in ("level_ns", "level_ew", "said")}


@rule("guandan.level.final", _B + "3.10", _B + "14.1.1", _B + "16.3", title="本副以后双方的级数")
def level_final(
    first: SeatCode | None = None,
    level_ns: str | None = None,
    level_ew: str | None = None,
    second: SeatCode | None = None,
    third: SeatCode | None = None,
    last: SeatCode | None = None,
    lost_by: SeatCode | None = None,
    level: str | None = None,
    level_side: SideCode | None = None,
    ace_any_deal: bool = False,
    ace_only_played: bool = False,
    own_ace: bool | None = None,
) -> dict[str, Any]:
    """Both sides' levels after a deal, by its places (3.10), or by the penalty where it was adjudged lost (16.3).

    None while they cannot be known. The rest as :func:`level_after` and :func:`deal_adjudged`.
    """
    if lost_by is not None:
        return level_next_deal(
            level_ns,
            level_ew,
            lost_by=lost_by,
            level=level,
            level_side=level_side,
            ace_any_deal=ace_any_deal,
            ace_only_played=ace_only_played,
        )
    if first is None:
        return {"level_ns": None, "level_ew": None}
    found = level_after(first, level_ns, level_ew, second, third, last, level, level_side, ace_any_deal, own_ace)
    return {key: found[key] for key in ("level_ns", "level_ew")}


@rule("guandan.level.unequal", _B + "13.3", _B + "14.3", title="双方的级数是不是已知不同")
def level_unequal(
    final_ns: str | None = None,
    final_ew: str | None = None,
    level_ns: str | None = None,
    level_ew: str | None = None,
    first: SeatCode | None = None,
) -> dict[str, Any]:
    """Whether the sides are known to stand at different levels, so that no game is drawn (13.3, 14.3); false where it is not known.

    ``final_ns``, ``final_ew``: after the deal; where no deal is told (``first``), ``level_ns`` and ``level_ew`` are what they stand
    at. ``said``: both, in words; None where they are not known.
    """
    ns, ew = (final_ns, final_ew) if final_ns is not None or first is not None else (level_ns, level_ew)
    if ns is None or ew is None:
        return {"unequal": False, "said": None}
    named = [each.replace("A+", "过A") for each in (ns, ew)]
    return {"unequal": ns != ew, "said": f"南北方{named[0]}、东西方{named[1]}"}


@rule("guandan.level.next_after", _B + "7.1", _B + "3.10", title="照这些名次下一副打几")
def level_next_after(
    first: SeatCode,
    level_ns: str | None = None,
    level_ew: str | None = None,
    second: SeatCode | None = None,
    third: SeatCode | None = None,
    last: SeatCode | None = None,
    level: str | None = None,
    level_side: SideCode | None = None,
    ace_any_deal: bool = False,
    last_deal: bool | None = None,
    by_regulations: bool = False,
) -> dict[str, Any]:
    """The level of the next deal, once these places have advanced the side that finished first (7.1, 3.10; D-11).

    ``case``: ``plays`` this level, ``regulations`` the event's regulations say whose level, ``over`` there is no next deal.
    Raises :class:`MoreNeeded` while the partner's place, or whose A was played, is not known.
    """
    out = level_after(first, level_ns, level_ew, second, third, last, level, level_side, ace_any_deal)
    side = Seat(first).side
    new = out["level_ns" if side is Side.NS else "level_ew"]
    if new is None:
        raise MoreNeeded("还要知道上游的搭档第几、打的是谁的A，才能说出下一副打几。")
    if new == PAST_ACE:
        return {"side": side.value, "level": new, "case": "over"}
    case = "over" if last_deal else "regulations" if by_regulations else "plays"
    return {"side": side.value, "level": new, "case": case}


@rule("guandan.level.next_deal", _B + "3.10", _B + "16.3", _B + "14.1.1", title="下一副开始时双方的级数")
def level_next_deal(
    level_ns: str | None = None,
    level_ew: str | None = None,
    first: SeatCode | None = None,
    second: SeatCode | None = None,
    third: SeatCode | None = None,
    last: SeatCode | None = None,
    lost_by: SeatCode | None = None,
    demoted: SeatCode | None = None,
    level: str | None = None,
    level_side: SideCode | None = None,
    ace_any_deal: bool = False,
    ace_only_played: bool = False,
    ended: bool | None = None,
) -> dict[str, Any]:
    """Both sides' levels when the next deal begins (3.10, 14.1.1); None while they cannot be known.

    A deal adjudged lost counts by the penalty (16.3), not by the places; with somebody made last, the places after that count.
    ``ended``: the game is over, and the next one begins from the first level (3.10.1).
    ``ace_any_deal`` and ``ace_only_played`` are how an event settles D-12 and D-12b.
    """
    unknown = {"level_ns": None, "level_ew": None}
    if ended:
        return dict.fromkeys(unknown, first_level())
    if lost_by is not None:
        out = deal_adjudged(lost_by, level_ns, level_ew, level, level_side, ace_any_deal, ace_only_played)
        return unknown if out["case"] == "depends" else {key: out[key] for key in unknown}
    places = finishing.finish_counted(first, second, third, last, demoted=demoted)
    del places["lost_by"]
    if places["first"] is None:
        return unknown
    found = level_after(
        level_ns=level_ns, level_ew=level_ew, **places, level=level, level_side=level_side, ace_any_deal=ace_any_deal
    )
    return {key: found[key] for key in unknown}


@rule("guandan.game.ended", _B + "14.1", _B + "16.4", title="本副以后是不是另一局")
def game_ended(
    over: bool | None = None,
    level_ns: str | None = None,
    level_ew: str | None = None,
    first: SeatCode | None = None,
    second: SeatCode | None = None,
    third: SeatCode | None = None,
    last: SeatCode | None = None,
    lost_by: SeatCode | None = None,
    demoted: SeatCode | None = None,
    level: str | None = None,
    level_side: SideCode | None = None,
    ace_any_deal: bool = False,
    ace_only_played: bool = False,
    mode: ModeCode | None = None,
    last_deal: bool | None = None,
) -> dict[str, Any]:
    """True where the game ended with this deal, so that the next deal is the first of another; None where that is not known (14.1).

    ``over``: it was ruled so (16.4). Else a side is past A (14.1.1), or it was the last deal and the levels differ: with equal ones
    another deal may be added (14.3).
    """
    if over:
        return {"ended": True}
    try:
        after = level_next_deal(
            level_ns,
            level_ew,
            first,
            second,
            third,
            last,
            lost_by,
            demoted,
            level,
            level_side,
            ace_any_deal,
            ace_only_played,
        )
    except MoreNeeded:
        return {"ended": None}
    if after["level_ns"] is None or after["level_ew"] is None:
        return {"ended": None}
    state = game_state(after["level_ns"], after["level_ew"], mode, last_deal)["state"]
    limit = state == "limit" and after["level_ns"] != after["level_ew"]
    return {"ended": True if state == "past_ace" or limit else None}


@rule("guandan.level.settled", _B + "14.1.1", title="赛事已定的读法")
def level_settled() -> dict[str, Any]:
    """The reading an event has settled on: true, for open questions whose answer a tree needs as a fact (14.1.1)."""
    return {"settled": True}
