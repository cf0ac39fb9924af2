"""Penalties: how often what has been recorded, what the next occurrence brings, who decides (rules 11.5, 12, 15, 16, 20; supplement
4.5, 4.7, 4.8)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Literal, get_args

from decision_trees import history as records
from decision_trees.functions import MoreNeeded, RuleInputError, rule
from decision_trees.guandan.numbers import Regime, RegimeCode, nth
from decision_trees.guandan.seats import SeatCode, Side, SideCode

_B, _S = "guandan-2017:", "guandan-supplement:"


class CountedOffence(StrEnum):
    """Offences punished by how often they have happened."""

    MANNER = "第十一条五 出牌方式"
    NOT_ANNOUNCED = "第十二条 未报牌"
    ASKING = "第十二条三 追问张数"
    SIGNAL = "第二十条二 非法信号"
    MANNER_SUPPLEMENT = "附件四5 出牌方式"
    ANNOUNCED_TWICE = "附件四7(1) 二次报牌"
    ASKED_TWICE = "附件四7(2) 二次追问"
    ASKED_PARTNER = "附件四7(3) 追问未报牌搭档"
    ANNOUNCEMENT_SUPPLEMENT = "附件四8(1) 未报牌或报错牌"

    @property
    def of_supplement(self) -> bool:
        """Whether the supplement makes it an offence of its own."""
        return self.value.startswith("附件")


_VERBAL, _WARNING, _SIT_OUT = "口头警告", "警告", "停牌1次"
_VIOLATION, _MAY_FOUL = "记违例+停一圈", "可判犯规"
_REPLACED = {CountedOffence.MANNER: CountedOffence.MANNER_SUPPLEMENT, CountedOffence.ASKING: CountedOffence.ASKED_TWICE}


def ladder(offence: CountedOffence, prior: int, regime: Regime) -> str:
    """What this occurrence brings when there have been ``prior`` before, of the pair or the player as the clause counts.

    Where the supplement has a ladder of its own it goes first; the third offence in manner of play, of which it says
    nothing, stays with 11.5 (D-29). Raises :class:`RuleInputError` for a rule the event has not adopted, and for not
    announcing with the supplement, which depends on when it was found.
    """
    if prior < 0:
        raise RuleInputError(f"此前的次数不能是负数，现在是 {prior}。")
    if offence.of_supplement and not regime.has_supplement:
        raise RuleInputError(f"“{offence.value}”是附件的规定，这次比赛没有采用附件。")
    if regime.has_supplement:
        if offence is CountedOffence.NOT_ANNOUNCED:
            raise RuleInputError(
                "采用附件时，未报牌按附件四8，看发现时各家的动作，用“未报牌”（guandan.not_announced）查。"
            )
        offence = _REPLACED.get(offence, offence)
    now = prior + 1
    match offence:
        case CountedOffence.MANNER | CountedOffence.MANNER_SUPPLEMENT if now >= nth("way-of-playing", "犯规"):
            return _MAY_FOUL
        case CountedOffence.MANNER:
            return _VIOLATION if now >= nth("way-of-playing", "违例") else _VERBAL
        case CountedOffence.NOT_ANNOUNCED:
            return _VIOLATION if now >= nth("announce", "违例") else f"收回重报（对方要求）+{_VERBAL}"
        case CountedOffence.ASKING:
            return _VIOLATION if now >= nth("asking-count", "违例") else _WARNING
        case CountedOffence.SIGNAL:
            return "记犯规（经裁判长同意）" if now >= nth("illegal-signal", "犯规") else "警告或记违例"
        case CountedOffence.ASKED_PARTNER:
            return _SIT_OUT  # no warning before it
        case CountedOffence.ANNOUNCEMENT_SUPPLEMENT if not prior:
            return f"收回重出+{_WARNING}"
        case _:
            return _SIT_OUT if prior else _WARNING


def becomes_foul(prior_violations: int, same_round: bool) -> bool:
    """Whether one more violation of a pair is a foul: the second in a round, and every later one (16.3.1; D-05)."""
    _check_not_negative(prior_violations)
    return same_round and prior_violations + 1 >= nth("violation", "犯规")


def loses_game(fouls: int) -> bool:
    """Whether so many fouls of a pair in this game lose it (16.4)."""
    _check_not_negative(fouls)
    return fouls >= nth("foul", "一局比赛判负")


def is_suspended(games_lost: int) -> bool:
    """Whether so many games adjudged lost end the pair's event (16.5; D-44)."""
    _check_not_negative(games_lost)
    return games_lost >= nth("game-lost", "停赛")


def _check_not_negative(value: int) -> None:
    if value < 0:
        raise RuleInputError(f"次数不能是负数，现在是 {value}。")


class Official(StrEnum):
    """Who decides."""

    REFEREE = "裁判员"
    CHIEF_REFEREE = "裁判长"


_SANCTIONS = {
    "警告": Official.REFEREE,
    "口头警告": Official.REFEREE,
    "记违例": Official.REFEREE,
    "停止一圈出牌权": Official.REFEREE,
    "停牌": Official.REFEREE,
    "记犯规": Official.CHIEF_REFEREE,
    "一副牌判负": Official.CHIEF_REFEREE,
    "一局判负": Official.CHIEF_REFEREE,
    "停赛": Official.CHIEF_REFEREE,
}


def authority(sanction: str) -> Official:
    """Who decides a sanction (15.1, 15.2, 16.1 to 16.5)."""
    if sanction not in _SANCTIONS:
        raise RuleInputError(f"没有处罚“{sanction}”，应为 {'、'.join(_SANCTIONS)} 之一。")
    return _SANCTIONS[sanction]


@rule(
    "guandan.penalty.ladder",
    _B + "11.5",
    _B + "12",
    _B + "20.2",
    _S + "4.5",
    _S + "4.7",
    _S + "4.8.1",
    title="同类违规这一次怎样处罚",
)
def penalty_ladder(
    rule: Literal[
        "第十一条五 出牌方式",
        "第十二条 未报牌",
        "第十二条三 追问张数",
        "第二十条二 非法信号",
        "附件四5 出牌方式",
        "附件四7(1) 二次报牌",
        "附件四7(2) 二次追问",
        "附件四7(3) 追问未报牌搭档",
        "附件四8(1) 未报牌或报错牌",
    ],
    prior_same_pair_or_player: int,
    regime: RegimeCode,
) -> dict[str, Any]:
    """What this occurrence of an offence brings, so many having gone before (11.5, 12, 20.2; supplement 4.5, 4.7, 4.8.1).

    ``prior_same_pair_or_player``: of the pair or the player, as the clause counts. Raises :class:`RuleInputError` for a
    negative number, or a clause that is not in force at this event.
    """
    return {"ruling": ladder(CountedOffence(rule), prior_same_pair_or_player, Regime(regime))}


@rule("guandan.penalty.violation_to_foul", _B + "16.3.1", title="再记违例是否成犯规")
def penalty_violation_to_foul(prior_recorded_violations_of_pair: int, prior_in_same_round: bool) -> dict[str, Any]:
    """Whether one more violation of a pair becomes a foul: from the second in one round on (16.3.1; D-05).

    Raises :class:`RuleInputError` for a negative number.
    """
    return {"foul": becomes_foul(prior_recorded_violations_of_pair, prior_in_same_round)}


@rule("guandan.penalty.fouls_to_game_loss", _B + "16.4", title="犯规几次一局判负")
def penalty_fouls_to_game_loss(fouls_of_pair_in_this_game: int) -> dict[str, Any]:
    """Whether so many fouls of a pair in one game lose it the game: three do (16.4).

    Raises :class:`RuleInputError` for a negative number.
    """
    return {"game_lost": loses_game(fouls_of_pair_in_this_game)}


@rule("guandan.penalty.game_losses", _B + "16.5", title="一局判负几次停赛")
def penalty_game_losses(games_adjudged_lost_in_event: int) -> dict[str, Any]:
    """Whether so many games adjudged lost end a pair's event: two do (16.5; D-44).

    Raises :class:`RuleInputError` for a negative number.
    """
    return {"suspended": is_suspended(games_adjudged_lost_in_event)}


@rule("guandan.penalty.authority", _B + "15.1", _B + "15.2", _B + "16", title="这项处罚由谁决定")
def penalty_authority(sanction: str) -> dict[str, Any]:
    """Who decides a sanction, the referee or the chief referee (15.1, 15.2, 16).

    Raises :class:`RuleInputError` for a sanction there is not.
    """
    return {"decided_by": authority(sanction).value}


RecordKind = Literal[
    "violation", "foul", "game_lost", "warning", "not_announced", "announced_twice", "asked_count", "signals"
]
KINDS: tuple[str, ...] = get_args(RecordKind)


@rule("guandan.history_count", _B + "12.2", _B + "16.3.1", _B + "16.4", _B + "16.5", title="此前记过几次")
def history_count(
    history: list[dict[str, Any]],
    kind: RecordKind,
    pair: str,
    in_round: int | None = None,
    in_game: int | None = None,
    in_deal: int | None = None,
) -> dict[str, Any]:
    """How often something has been recorded against a pair (12.2, 16.3.1, 16.4, 16.5).

    Violations count within a round, fouls and not announcing within a game, games lost within the event: ``in_round``,
    ``in_game`` and ``in_deal`` narrow it. Raises :class:`RuleInputError` for a record that cannot be.
    """
    within = {"round": in_round, "game": in_game, "deal": in_deal}
    return {"count": records.count(history, KINDS, kind, pair, within=within)}


REACH: Mapping[RecordKind, tuple[str, ...]] = {
    "violation": ("round",),
    "foul": ("round", "game"),
    "not_announced": ("round", "game"),
    "announced_twice": ("round", "game"),
    "asked_count": ("round", "game"),
    "signals": ("round",),
}


@rule("guandan.count.before", _B + "12.2", _B + "16.3.1", _B + "16.4", _B + "20.2.2", title="这一方此前记过几次")
def count_before(
    kind: Literal["violation", "foul", "not_announced", "signals"],
    history: list[dict[str, Any]] | None = None,
    pair: str | None = None,
    in_round: int | None = None,
    in_game: int | None = None,
    side: SideCode | None = None,
    ns: int | None = None,
    ew: int | None = None,
) -> dict[str, Any]:
    """How often something was put down before: by the journal where it can be counted there, else as this table has it.

    Violations and signals are counted within the round (16.3.1, 20.2.2; D-59), fouls and not announcing within the game (12.2,
    16.4). ``ns``, ``ew``: what the rulings at this table have made it. Raises :class:`MoreNeeded` where neither is known.
    """
    within = {"round": in_round, "game": in_game}
    reach = {name: within[name] for name in REACH[kind]}
    if history is not None and pair is not None and None not in reach.values():
        return {"count": records.count(history, KINDS, kind, pair, within=reach)}
    here = {"NS": ns, "EW": ew}[side] if side is not None else None
    if here is None:
        raise MoreNeeded("此前记过几次，日志和这一桌都没有。", "history")
    return {"count": here}


@rule("guandan.count.of_person", _B + "12.3", _S + "4.7", title="这个人此前几次")
def count_of_person(
    kind: Literal["announced_twice", "asked_count"],
    history: list[dict[str, Any]] | None = None,
    pair: str | None = None,
    in_round: int | None = None,
    in_game: int | None = None,
    offender: SeatCode | None = None,
    south: int | None = None,
    east: int | None = None,
    north: int | None = None,
    west: int | None = None,
) -> dict[str, Any]:
    """How often a player has broken a rule before that is counted by person, within the game (12.3; supplement 4.7; D-33, D-54).

    The journal knows pairs: where it has none of a pair, neither partner has one; else as the rulings at this table have made it
    (``south`` to ``west``). Raises :class:`MoreNeeded` where neither tells.
    """
    within = {"round": in_round, "game": in_game}
    reach = {name: within[name] for name in REACH[kind]}
    recorded = history is not None and pair is not None and None not in reach.values()
    if recorded and records.count(history or (), KINDS, kind, pair or "", within=reach) == 0:
        return {"count": 0}
    here = {"S": south, "E": east, "N": north, "W": west}[offender] if offender is not None else None
    if here is None:
        raise MoreNeeded("这个人此前几次，日志和这一桌都没有。", "history")
    return {"count": here}


@rule("guandan.count.with_this", _B + "16.2", _B + "16.3.1", title="连这一次，这一方本轮第几次违例")
def count_with_this(
    side: SideCode, before: int | None = None, ns: int | None = None, ew: int | None = None
) -> dict[str, Any]:
    """Which violation of the round this one is (16.3.1).

    ``before``: how many were put down before it, as :func:`count_before` has it; without it ``ns`` and ``ew``, by the rulings at
    this table. ``case``: ``first``, ``second``, which is a foul, or ``further``, of which the text does not speak (D-05); from the
    second on play ``halts``, in words. Raises :class:`MoreNeeded` where it is not known.
    """
    if before is None:
        before = ns if side == "NS" else ew
    if before is None:
        raise MoreNeeded("这一桌此前记过几次违例，还不知道。", "violations_ns" if side == "NS" else "violations_ew")
    case = {0: "first", 1: "second"}.get(before, "further")
    halts = f"{Side(side).chinese}本轮第{before + 1}次违例，各家先停着" if before else None
    return {"side": side, "number": before + 1, "case": case, "halts": halts}


@rule("guandan.count.carried", _B + "12.2", _B + "16.4", title="一局里记的次数带不带到下一副")
def count_carried(count: int | None = None, ended: bool | None = None) -> dict[str, Any]:
    """What was put down within a game, in the next deal: nothing yet where another game begins (12.2, 16.4)."""
    return {"count": 0 if ended else count}


@rule("guandan.violation_completes_two", _B + "16.3.1", title="违例是否又满两次")
def violation_completes_two(violations: int) -> dict[str, Any]:
    """Whether one more violation completes another two, by the reading that every two are a foul (16.3.1; D-05).

    ``violations``: recorded before. Raises :class:`RuleInputError` for a negative number.
    """
    if violations < 0:
        raise RuleInputError(f"此前的次数不能是负数，现在是 {violations}。")
    return {"completes": violations % 2 == 1}


@rule("guandan.history_next", _B + "16.3.1", title="这一次是第几次")
def history_next(prior: int) -> dict[str, Any]:
    """Which occurrence this is, ``prior`` having gone before (16.3.1).

    Raises :class:`RuleInputError` for a negative number.
    """
    if prior < 0:
        raise RuleInputError(f"此前的次数不能是负数，现在是 {prior}。")
    return {"number": prior + 1}
