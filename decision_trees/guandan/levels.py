"""Levels (级数), advancing and passing A; when a game ends (rules 3.10, 3.11, 14.1, 19.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

from decision_trees import tables
from decision_trees.functions import MoreNeeded, RuleInputError, rule
from decision_trees.guandan import finishing
from decision_trees.guandan.numbers import BASE
from decision_trees.guandan.seats import Seat, SeatCode, Side, SideCode

_B = "guandan-2017:"
ModeCode = Literal["计局制", "计副制", "计时制", "计时计副制"]

ACE = "A"
PAST_ACE = "A+"


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


@rule("guandan.level.advance", _B + "3.10", _B + "14.1.1", _B + "16.3")
def level_advance(level: str, partner_place: int, own_ace_deal: bool, via: str | None = None) -> dict[str, Any]:
    """上游方升到哪一级；via 是怎样得到的（打出，或对方判负双下），不影响结果。"""
    return {"level": advance(level, partner_place, own_ace_deal)}


@rule("guandan.level.sequence", _B + "3.10", _B + "14.1.1")
def level_sequence(start: str, partner_places: list[int], note: str = "") -> dict[str, Any]:
    """同一方接连获上游，各副后的级数；到A后各副都是本方打A。"""
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


def gain(levels: Mapping[Side, str], side: Side, partner_place: int, played: str | None, of: Side | None) -> Gain:
    """What the side that finished first gains (3.10, 14.1.1); ``played`` is the level played, ``of`` the side whose it is.

    Whether a deal at A was this side's own decides whether A is passed (D-12); where that is not known, neither is the case.
    """
    own, other = levels[side], levels[side.opponents]
    at_ace = own == ACE
    mine: bool | None = False
    if at_ace:
        mine = of is side if of is not None else None
        if mine is None and played is not None:
            mine = False if played != ACE else True if other != ACE else None
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
    level_ns: str,
    level_ew: str,
    side: Side,
    place: int,
    played: str | None,
    of: SideCode | None,
    ace_any_deal: bool,
    ace_only_played: bool = False,
) -> dict[str, Any]:
    """What a deal brings; the last two are how an event settles D-12 (any deal at A passes it) and D-12b (no penalty does)."""
    levels = {Side.NS: level_ns, Side.EW: level_ew}
    found = gain(levels, side, place, played, side if ace_any_deal else Side(of) if of else None)
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


@rule("guandan.deal.result", _B + "3.10", _B + "14.1.1")
def deal_result(
    level_ns: str,
    level_ew: str,
    first: SeatCode,
    second: SeatCode | None = None,
    third: SeatCode | None = None,
    last: SeatCode | None = None,
    level: str | None = None,
    level_side: SideCode | None = None,
    ace_any_deal: bool = False,
) -> dict[str, Any]:
    """一副打完：上游方由几级升到几级；到A的是停在A、不是打自己的A、过A，还是要看打的是谁的A。"""
    found = finishing.finish(first, second, third, last)
    assert found is not None
    if found.partner_place is None:
        raise MoreNeeded("还要知道上游的搭档是第几个打完的，请把名次填全。")
    return _gained(level_ns, level_ew, found.first.side, found.partner_place, level, level_side, ace_any_deal)


@rule("guandan.deal.adjudged", _B + "16.3", _B + "3.10.2", _B + "14.1.1")
def deal_adjudged(
    offender: SeatCode,
    level_ns: str,
    level_ew: str,
    level: str | None = None,
    level_side: SideCode | None = None,
    ace_any_deal: bool = False,
    ace_only_played: bool = False,
) -> dict[str, Any]:
    """违规方按双下判负：对方由几级升到几级。"""
    double_down = min(int(row["partner_place"]) for row in tables.rows(BASE, "advance"))
    side = Seat(offender).side.opponents
    return _gained(level_ns, level_ew, side, double_down, level, level_side, ace_any_deal, ace_only_played)


@rule("guandan.level.played", _B + "7.1", _B + "3.10")
def level_played(
    side: SideCode | None = None, level_ns: str | None = None, level_ew: str | None = None
) -> dict[str, Any]:
    """打这一方的级，本副打几；不知道的为空。双方级数相同，打谁的都一样。"""
    known = level_ns if side == "NS" else level_ew if side == "EW" else level_ns if level_ns == level_ew else None
    return {"level": known if known != PAST_ACE else None, "side": side}


@rule("guandan.level.side", _B + "2", _B + "3.10", _B + "16.3")
def level_side(
    first: SeatCode | None = None, offender: SeatCode | None = None, by_regulations: bool = False
) -> dict[str, Any]:
    """下一副打上一副上游一方的级，上一副判双下的打违规者对方的级（D-11）；不知道的、照比赛规程的为空。"""
    if by_regulations:
        return {"side": None}
    if offender is not None:
        return {"side": Seat(offender).side.opponents.value}
    return {"side": Seat(first).side.value if first else None}


@rule("guandan.deal.steps", _B + "3.10.2")
def deal_steps(
    first: SeatCode, second: SeatCode | None = None, third: SeatCode | None = None, last: SeatCode | None = None
) -> dict[str, Any]:
    """一副打完，上游方按名次应升几级（不看打到几）。"""
    found = finishing.finish(first, second, third, last)
    assert found is not None
    if found.partner_place is None:
        raise MoreNeeded("还要知道上游的搭档是第几个打完的，请把名次填全。")
    return {"side": found.first.side.value, "steps": steps(found.partner_place), "partner_place": found.partner_place}


@rule("guandan.level.at_ace", _B + "14.1.1", _B + "3.11")
def level_at_ace(
    first: SeatCode, level_ns: str, level_ew: str, level: str | None = None, level_side: SideCode | None = None
) -> dict[str, Any]:
    """上游方这一副开始时是不是已到A；这一副打的是不是上游方的A（看不出的为空）。"""
    side = Seat(first).side
    own, other = (level_ns, level_ew) if side is Side.NS else (level_ew, level_ns)
    mine: bool | None = None
    if level_side is not None:
        mine = own == ACE and level_side == side.value
    elif level is not None and (level != ACE or other != ACE):
        mine = own == ACE and level == ACE
    return {"at_ace": own == ACE, "own_deal": mine}


@rule("guandan.game.state", _B + "14.1")
def game_state(
    level_ns: str, level_ew: str, mode: ModeCode | None = None, last_deal: bool | None = None
) -> dict[str, Any]:
    """一局怎样到此为止：past_ace 一方过A、limit 副数打满或时间已到、no 还没有；看不出的为空。"""
    if PAST_ACE in (level_ns, level_ew):
        return {"state": "past_ace"}
    if last_deal is None:
        return {"state": "no" if mode == GameMode.BY_GAME.value else None}
    return {"state": "limit" if last_deal and mode != GameMode.BY_GAME.value else "no"}


@rule("guandan.level.equal", _B + "13.3")
def level_equal(level_ns: str, level_ew: str) -> dict[str, Any]:
    """双方级数是不是相同。"""
    return {"equal": order(level_ns) == order(level_ew)}


@rule("guandan.game.ends", _B + "14.1")
def game_ends(mode: ModeCode | None = None, last_deal: bool | None = None) -> dict[str, Any]:
    """没有过A时，本局是不是到此为止：计局制不是；其他看副数、时间到了没有，不知道的为空。"""
    return {"ends": False if mode == GameMode.BY_GAME.value else last_deal}


@rule("guandan.level.next", _B + "7.1", _B + "3.10")
def level_next(
    first: SeatCode, final_ns: str, final_ew: str, last_deal: bool | None = None, by_regulations: bool = False
) -> dict[str, Any]:
    """下一副打上游方的级（D-11），按升级以后的级数；过A以后一局已经结束，不再打。

    case：plays 打这一级、regulations 打哪一方的级照比赛规程、over 这是本局最后一副。
    """
    side = Seat(first).side
    level = final_ns if side is Side.NS else final_ew
    if level == PAST_ACE:
        raise RuleInputError("上游方已经过A，一局结束，没有下一副。")
    case = "over" if last_deal else "regulations" if by_regulations else "plays"
    return {"side": side.value, "level": level, "case": case}


@rule("guandan.level.next_adjudged", _B + "16.3", _B + "7.1", _B + "3.10")
def level_next_adjudged(
    offender: SeatCode,
    level_ns: str,
    level_ew: str,
    level: str | None = None,
    level_side: SideCode | None = None,
    ace_any_deal: bool = False,
    ace_only_played: bool = False,
    last_deal: bool | None = None,
    by_regulations: bool = False,
) -> dict[str, Any]:
    """违规方按双下判负以后，下一副打对方的级（D-11），按升级以后的级数；对方因此过A、这是最后一副的，没有下一副。

    case：plays 打这一级、regulations 打哪一方的级照比赛规程、over 没有下一副、depends 要看这一副打的是谁的A。
    """
    out = deal_adjudged(offender, level_ns, level_ew, level, level_side, ace_any_deal, ace_only_played)
    over = last_deal or out["case"] == "passed"
    case = "over" if over else "depends" if out["case"] == "depends" else "regulations" if by_regulations else "plays"
    return {"side": out["side"], "level": out["to"], "case": case}


@rule("guandan.level.after", _B + "3.10", _B + "14.1.1")
def level_after(
    level_ns: str,
    level_ew: str,
    first: SeatCode,
    second: SeatCode | None = None,
    third: SeatCode | None = None,
    last: SeatCode | None = None,
    level: str | None = None,
    level_side: SideCode | None = None,
    ace_any_deal: bool = False,
) -> dict[str, Any]:
    """一副打完以后双方的级数，和上游方由几级升到几级；名次还不全、或不知道打的是谁的A的，为空。"""
    found = finishing.finish(first, second, third, last)
    if found is None or found.partner_place is None:
        return {"level_ns": None, "level_ew": None, "said": None}
    out = _gained(level_ns, level_ew, found.first.side, found.partner_place, level, level_side, ace_any_deal)
    if out["case"] == "depends":
        return {"level_ns": None, "level_ew": None, "said": out["said"]}
    return {key: out[key] for key in ("level_ns", "level_ew", "said")}


@rule("guandan.level.next_after", _B + "7.1", _B + "3.10")
def level_next_after(
    level_ns: str,
    level_ew: str,
    first: SeatCode,
    second: SeatCode | None = None,
    third: SeatCode | None = None,
    last: SeatCode | None = None,
    level: str | None = None,
    level_side: SideCode | None = None,
    ace_any_deal: bool = False,
    last_deal: bool | None = None,
    by_regulations: bool = False,
) -> dict[str, Any]:
    """照这些名次升级以后，下一副打上游方的几（D-11）；因此过A、这是最后一副的，没有下一副。

    case：plays 打这一级、regulations 打哪一方的级照比赛规程、over 没有下一副。
    """
    out = level_after(level_ns, level_ew, first, second, third, last, level, level_side, ace_any_deal)
    side = Seat(first).side
    new = out["level_ns" if side is Side.NS else "level_ew"]
    if new is None:
        raise MoreNeeded("还要知道上游的搭档第几、打的是谁的A，才能说出下一副打几。")
    if new == PAST_ACE:
        return {"side": side.value, "level": new, "case": "over"}
    return level_next(first, out["level_ns"], out["level_ew"], last_deal, by_regulations)


@rule("guandan.level.next_deal", _B + "3.10", _B + "16.3", _B + "14.1.1")
def level_next_deal(
    level_ns: str,
    level_ew: str,
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
) -> dict[str, Any]:
    """下一副开始时双方的级数：判了双下的按判罚，没有的按打出的名次（一人改作下游的，照改判的）；还看不出的为空。"""
    unknown = {"level_ns": None, "level_ew": None}
    if lost_by is not None:
        out = deal_adjudged(lost_by, level_ns, level_ew, level, level_side, ace_any_deal, ace_only_played)
        return unknown if out["case"] == "depends" else {key: out[key] for key in unknown}
    places = finishing.finish_counted(first, second, third, last, demoted=demoted)
    if places["first"] is None:
        return unknown
    found = level_after(level_ns, level_ew, **places, level=level, level_side=level_side, ace_any_deal=ace_any_deal)
    return {key: found[key] for key in unknown}


@rule("guandan.level.settled", _B + "14.1.1")
def level_settled() -> dict[str, Any]:
    """赛事这样定了（未定问题取这一种读法）。"""
    return {"settled": True}
