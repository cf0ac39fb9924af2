"""What is on the record of a side, how warnings and violations add up, and illegal information (19, 26)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, get_args

from decision_trees import history as records
from decision_trees.functions import MoreNeeded, RuleInputError, rule
from decision_trees.shengji.cards import parse_level
from decision_trees.shengji.levels import advance
from decision_trees.shengji.numbers import on_count, printed
from decision_trees.shengji.seats import Seat, Side

RecordKind = Literal["warning", "violation", "forfeit", "illegal_information"]
KINDS: tuple[str, ...] = get_args(RecordKind)
OF_A_ROUND: tuple[RecordKind, ...] = ("warning", "violation")  # the others are counted over the event


@rule(
    "shengji.history_count",
    "shengji-40:19.2p2",
    "shengji-40:19.4",
    "shengji-40:19.5",
    "shengji-40:26p3",
    title="此前记过几次",
)
def history_count(
    history: list[dict[str, Any]],
    kind: RecordKind,
    pair: str,
    in_round: int | None = None,
    player: str | None = None,
) -> dict[str, Any]:
    """How often something stands on the record of a side, or of one player (19.2p2, 19.4, 19.5, 26p3; D-29).

    Warnings and violations are counted within ``in_round``, forfeits and illegal information over the event.
    ``history``: entries as the record keeps them. Raises RuleInputError for entries that cannot be.
    """
    return {"count": records.count(history, KINDS, kind, pair, player=player, within={"round": in_round})}


@rule(
    "shengji.count_before",
    "shengji-40:19.2p2",
    "shengji-40:19.4",
    "shengji-40:19.5",
    "shengji-40:26p3",
    title="这一方此前记过几次",
)
def count_before(
    kind: RecordKind,
    history: list[dict[str, Any]] | None = None,
    pair: str | None = None,
    in_round: int | None = None,
    offender: str | None = None,
    ns: int | None = None,
    ew: int | None = None,
) -> dict[str, Any]:
    """How often something was put down against a side: by the journal, else as this table has it.

    Warnings and violations in this round, forfeits and illegal information in the event (19.2p2, 19.4, 19.5, 26p3; D-29,
    D-30-2). ``ns``, ``ew``: what the rulings at this table have made it. Raises :class:`MoreNeeded` where neither is known.
    """
    within = {"round": in_round} if kind in OF_A_ROUND else {}
    if history is not None and pair is not None and None not in within.values():
        return {"count": records.count(history, KINDS, kind, pair, within=within)}
    here = None if offender is None else ns if Seat.parse(offender).side is Side.NS else ew
    if here is None:
        raise MoreNeeded("此前记过几次，日志和这一桌都没有。", "history")
    return {"count": here}


@rule("shengji.count_of_person", "shengji-40:19.2p2", "shengji-40:19.4", "shengji-40:26p3", title="这个人此前记过几次")
def count_of_person(
    kind: Literal["warning", "violation", "illegal_information"],
    history: list[dict[str, Any]] | None = None,
    pair: str | None = None,
    in_round: int | None = None,
    player: str | None = None,
    offender: str | None = None,
    south: int | None = None,
    east: int | None = None,
    north: int | None = None,
    west: int | None = None,
) -> dict[str, Any]:
    """How often something was put down against one player, where persons are counted.

    Warnings and violations in this round (19.2p2, 19.4; D-29), illegal information in the event (26p3; D-30-2). By the journal,
    else as the rulings at this table have made it. Raises :class:`MoreNeeded` where neither is known.
    """
    within = {"round": in_round} if kind in OF_A_ROUND else {}
    if history is not None and pair is not None and player is not None and None not in within.values():
        return {"count": records.count(history, KINDS, kind, pair, player=player, within=within)}
    at_table = {Seat.S: south, Seat.E: east, Seat.N: north, Seat.W: west}
    here = None if offender is None else at_table[Seat.parse(offender)]
    if here is None:
        raise MoreNeeded("这个人此前记过几次，日志和这一桌都没有。", "history")
    return {"count": here}


CountState = Literal[
    "first", "turns", "turns_counted", "turns_forfeit", "further", "violation", "forfeit", "forfeited_before"
]
"""What one more warning or violation comes to: see :func:`count_with_this`."""


@rule("shengji.count_with_this", "shengji-40:19.2p2", "shengji-40:19.4", title="连这一次本轮第几次警告、违例")
def count_with_this(
    kind: Literal["warning", "violation"],
    offender: str,
    warnings: dict[str, int | None],
    violations: dict[str, int | None],
    warnings_before: int | None = None,
    violations_before: int | None = None,
) -> dict[str, Any]:
    """Which warning or violation of the round this one is, as the table has counted, and what that comes to (19.2p2, 19.4).

    ``warnings``, ``violations``: those before it, of both sides (NS, EW) or, where persons are counted, of the seats (D-29);
    what is counted of the offender himself goes first. ``warnings_before``, ``violations_before``: of his side, by the journal
    where it can say. ``violations`` of the result: with this one, null where nobody has counted them. Raises
    :class:`MoreNeeded` where nothing is known of ``kind``.
    """
    seat = Seat.parse(offender)
    warnings = warnings if warnings_before is None else {seat.side.value: warnings_before}
    violations = violations if violations_before is None else {seat.side.value: violations_before}
    counts = warnings if kind == "warning" else violations
    whose = next((each for each in (seat.value, seat.side.value) if counts.get(each) is not None), None)
    if whose is None:
        raise MoreNeeded("此前记过几次，这一桌没有记着。", f"{kind}s")
    times = (counts[whose] or 0) + 1
    who = Seat.parse(whose).chinese if len(whose) == 1 else Side.parse(whose).chinese
    found: dict[str, Any] = {"who": who, "times": times}
    put_down = violations.get(whose)
    record = Record(warnings.get(whose) or 0, put_down or 0, 0)
    after = escalate(record, [kind])
    state: CountState
    if kind == "violation":
        state = "forfeited_before" if record.round_forfeit else "forfeit" if after.round_forfeit else "violation"
        return {**found, "state": state, "violations": times}
    if after.unsettled:
        return {**found, "state": "further", "violations": None}
    if after.violations == record.violations:
        return {**found, "state": "first", "violations": put_down}
    state = "turns" if put_down is None else "turns_forfeit" if after.round_forfeit else "turns_counted"
    return {**found, "state": state, "violations": None if put_down is None else after.violations}


@rule("shengji.warning_completes_two", "shengji-40:19.2p2", title="再警告一次是否又满两次")
def warning_completes_two(warnings: int) -> dict[str, Any]:
    """Does one more warning complete another two, where every second warning is read as a violation (19.2p2, D-34)?

    ``warnings``: those before this one. Raises RuleInputError for a number below 0.
    """
    if warnings < 0:
        raise RuleInputError(f"此前的次数不能小于0，现在是 {warnings}。")
    return {"completes": warnings % 2 == 1}


@rule("shengji.times_now", "shengji-40:19.2p2", "shengji-40:19.4", "shengji-40:19.5", title="连这一次是第几次")
def times_now(before: int) -> dict[str, Any]:
    """Which time this is: the times before and one more (19.2p2, 19.4, 19.5).

    Raises RuleInputError for a number below 0.
    """
    if before < 0:
        raise RuleInputError(f"此前的次数不能小于0，现在是 {before}。")
    return {"times": before + 1}


Sanction = Literal["warning", "violation"]


@dataclass(frozen=True, slots=True)
class Record:
    """A side's record (D-29): warnings and violations of this round, forfeits of the whole event."""

    warnings: int
    violations: int
    forfeits: int

    @property
    def round_forfeit(self) -> bool:
        """This round is forfeited: the third violation in it (19.4)."""
        return self.violations >= on_count("violation_to_forfeit")

    @property
    def suspended(self) -> bool:
        """No further part in the event: the second forfeit (19.5)."""
        return self.forfeits >= on_count("forfeit_to_suspension")

    @property
    def unsettled(self) -> bool:
        """More warnings than the text speaks of: whether the later ones are violations too is open (D-34)."""
        return self.warnings > on_count("warning_to_violation")


def escalate(record: Record, events: Iterable[Sanction]) -> Record:
    """The record after further warnings and violations in the same round (19.2p2, 19.4, 19.5).

    The second warning is a violation too (19.2p2). The text says nothing of later ones (D-34): they are counted, and nothing
    follows by itself; ``unsettled`` says so. The violation that forfeits the round adds a forfeit.
    """
    if min(record.warnings, record.violations, record.forfeits) < 0:
        raise RuleInputError("警告、违例、判负的次数不能小于0。")
    for event in events:
        warnings = record.warnings + (event == "warning")
        violation = event == "violation" or warnings == on_count("warning_to_violation")
        after = Record(warnings, record.violations + violation, record.forfeits)
        if after.round_forfeit and not record.round_forfeit:
            after = Record(after.warnings, after.violations, after.forfeits + 1)
        record = after
    return record


@rule("shengji.escalate", "shengji-40:19.2p2", "shengji-40:19.4", "shengji-40:19.5", title="警告、违例累计的结果")
def escalate_of(warnings: int, violations: int, forfeits_event: int, events: list[Sanction]) -> dict[str, Any]:
    """A side's warnings and violations of the round after further ones, and what follows (19.2p2, 19.4, 19.5).

    The second warning is a violation too, the third violation forfeits the round, the second forfeit of the event
    suspends. With more than two ``warnings`` the rest is open (D-34). Raises RuleInputError for a number below 0.
    """
    after = escalate(Record(warnings, violations, forfeits_event), events)
    return {
        "warnings": after.warnings,
        "violations": after.violations,
        "round_forfeit": after.round_forfeit,
        "suspended": after.suspended,
    }


@dataclass(frozen=True, slots=True)
class IllegalInformation:
    """What follows when a side passed illegal information (传递非法信息): the deal ends, lost by that side (26p3)."""

    beneficiary: Side
    level: str | None  # of the other side afterwards; None beyond A (D-18)
    disqualified: bool


def illegal_information(offenders: Side, opponents_level: str, count: int) -> IllegalInformation:
    """The other side goes up two levels, whoever is banker; the third time disqualifies (26p3).

    ``count``: times in the event up to now, this one included (D-30-2).
    """
    if count < 1:
        raise RuleInputError(f"累计次数含本次，至少是1，现在是{count}。")
    up = printed("26p3", r"防守方升(\d+)级")
    return IllegalInformation(
        offenders.opponents, advance(opponents_level, up), count >= on_count("illegal_info_to_disqualification")
    )


@rule("shengji.illegal_info", "shengji-40:26p3", title="传递非法信息：升级和取消资格")
def illegal_info(offender_side: str, levels: dict[str, str], count: int) -> dict[str, Any]:
    """Illegal information: the other side goes up two levels; the third time disqualifies (26p3).

    ``levels``: of both sides, NS and EW. ``count``: times so far in the event, this one included (D-30-2). Beyond A the
    level is null and ``needs_ruling`` says so (D-18). Raises RuleInputError for a count below 1 or a side without a
    level.
    """
    offenders = Side.parse(offender_side)
    known = {Side.parse(side): parse_level(level) for side, level in levels.items()}
    for side in Side:
        if side not in known:
            raise RuleInputError(f"缺少{side.chinese}的级数。")
    result = illegal_information(offenders, known[offenders.opponents], count)
    after = {side: result.level if side == result.beneficiary.value else level for side, level in levels.items()}
    out = {"beneficiary": result.beneficiary.value, "levels": after, "disqualified": result.disqualified}
    return out if result.level is not None else {**out, "needs_ruling": True}


@rule("shengji.information_times", "shengji-40:26p3", title="连这次第几次传递非法信息")
def information_times(before: int, of_player: int | None = None) -> dict[str, Any]:
    """Which time this is that illegal information was passed, and whether it disqualifies, ``said`` in words (26p3; D-30-2).

    ``of_player``: known where the event counts by persons. ``case``: ``side`` or ``person``, ``side_out`` or ``person_out``
    where it disqualifies. Raises RuleInputError for a number below 0.
    """
    if before < 0:
        raise RuleInputError(f"此前的次数不能小于0，现在是{before}。")
    times = before + 1
    disqualified = times >= on_count("illegal_info_to_disqualification")
    said = f"累计第{times}次，由裁判长宣布取消其比赛资格" if disqualified else None
    counted = "side" if of_player is None else "person"
    case = f"{counted}_out" if disqualified else counted
    return {"times": times, "disqualified": disqualified, "said": said, "case": case}


@rule("shengji.out_for_information", "shengji-40:26p3", title="这一次是否取消比赛资格")
def out_for_information(before: int | None = None) -> dict[str, Any]:
    """Does passing illegal information disqualify this time (26p3)? Not where nobody counted the times ``before``."""
    return {"out": before is not None and information_times(before)["disqualified"]}


@rule("shengji.information_before", "shengji-40:26p3", title="此前传递非法信息的次数")
def information_before(
    of_side: int | None = None, in_round: int | None = None, of_player: int | None = None
) -> dict[str, Any]:
    """How often illegal information was passed before, by the one way of counting that is given (26p3; D-30-2).

    By this side in the event, by this side in the round, or by this player: the first that is given; null for none.
    """
    return {"before": next((n for n in (of_side, in_round, of_player) if n is not None), None)}
