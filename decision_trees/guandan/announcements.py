"""Announcing the cards left (报牌): rule 12; supplement 3.1 and 4.8. Going on after the first has finished (借风): rule 9."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from decision_trees.functions import RuleInputError
from decision_trees.guandan.patterns import largest_play
from decision_trees.guandan.quantities import at_most
from decision_trees.guandan.seats import Seat


def due(before: int, after: int, already_announced: bool) -> int | None:
    """The number to announce after a play that left so many cards (12); None when none is due.

    Once for a hand; with no card left there is nothing to announce, and passing is not playing.
    Raises :class:`RuleInputError` for numbers there cannot be.
    """
    if not 0 <= after <= before <= at_most("full-hand"):
        raise RuleInputError(f"出牌前后的张数应为 {at_most('full-hand')} 至 0，出牌后不会更多。")
    if before - after > largest_play():
        raise RuleInputError(f"一手牌最多 {largest_play()} 张，不会从 {before} 张剩 {after} 张。")
    if already_announced or before == after or not 0 < after <= at_most("announce"):
        return None
    return after


class Moved(StrEnum):
    """Who has acted since the offender's next play, in the order of turn."""

    NEXT = "下家"
    PARTNER = "对家"
    PREVIOUS = "上家"


class Finished(StrEnum):
    """When the offender has played his whole hand: how the partner stands."""

    PARTNER_BEFORE = "搭档先已出完"
    PARTNER_NOT_YET = "搭档还未出完"
    PARTNER_AFTER = "搭档随后也出完"


@dataclass(frozen=True, slots=True)
class AnnouncementPenalty:
    """What follows from not announcing, or announcing a wrong number (supplement 4.8)."""

    clause: str  # 4.8.1
    cards: str  # what happens to the cards played
    penalty: str
    partner_barred: bool = False  # from that pattern when next leading (4.8.6)
    other_reading: str | None = None  # clause that the items read side by side would also allow (D-07)


def announcement_penalty(
    replayed: bool,
    acted: Collection[Moved] = (),
    again: bool = False,
    repeated: bool = False,
    finished: Finished | None = None,
) -> AnnouncementPenalty:
    """The item of supplement 4.8 that applies, its items read one after another (D-07).

    ``replayed``: the offender has played or passed since; ``acted``: who has acted after that; ``again``: all three have
    and the offender has acted once more; ``repeated``: not the first such offence. Raises :class:`RuleInputError` when
    the order of play does not allow it.
    """
    if finished is Finished.PARTNER_AFTER:
        raise RuleInputError("违规者先出完、搭档随后也出完才发现，附件四8(5) 没有写，由裁判长裁定。")
    if finished is not None:
        kept = finished is Finished.PARTNER_BEFORE
        return AnnouncementPenalty("4.8.5", "不收回", "违规者判下游，搭档成绩保留" if kept else "直接判负，按双下记分")
    order = list(Moved)
    if set(acted) != set(order[: len(set(acted))]):
        raise RuleInputError("轮到的次序是下家、对家、上家，后面的人动了，前面的人一定动过。")
    moved = len(set(acted))
    if again and moved < len(order):
        raise RuleInputError("三家都动过，违规者才会又一次轮到。")
    if not replayed:
        if again:
            raise RuleInputError("违规者还没有再次出牌，不会又一次出牌。")
        both = "4.8.3" if moved >= 2 else None
        return AnnouncementPenalty("4.8.1", "收回重出", "停牌1次" if repeated else "警告", other_reading=both)
    if moved == 0:
        return AnnouncementPenalty("4.8.6", "收回", "停牌1次", partner_barred=True)
    if moved == 1:
        return AnnouncementPenalty("4.8.2", "均收回", "停牌1次")
    if moved == 2:
        return AnnouncementPenalty("4.8.3", "不收回", "停牌1次")
    if again:
        return AnnouncementPenalty("4.8.4", "收回", "停1圈出牌权或跟牌权")
    return AnnouncementPenalty("4.8.4", "不收回", "停牌1次")


def leader_after_finishing(just_finished: Seat, place: int, beaten: bool) -> Seat | None:
    """Who leads when a player's last cards were not beaten: his partner (借风, 9).

    Rule 9 speaks of the first; for the second the same follows from 6.3 (D-13). None when somebody beat the play, or when
    the deal is over with the third (3.5). Raises :class:`RuleInputError` for a place there is not.
    """
    if not 1 <= place < len(Seat):
        raise RuleInputError(f"出完全手牌的只能是上游、二游或三游（1、2、3），现在是 {place}。")
    return None if beaten or place == len(Seat) - 1 else just_finished.partner
