"""Is a card played, and may it be taken back (laws 45C, 47)?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from decision_trees.functions import RuleInputError

Whose = Literal["defender", "declarer", "dummy"]


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """Must a card be played, by which clause."""

    played: bool
    laws: tuple[str, ...]
    because: str  # in Chinese


def card_played(
    whose: Whose,
    partner_could_see_face: bool = False,
    already_played_to_trick: bool = False,
    touched_or_near_table: bool = False,
    held_as_if_played: bool = False,
    dropped: bool = False,
    touched_deliberately: bool = False,
    arranging_or_reaching: bool = False,
    designated: bool = False,
    corrected_without_pause: bool = False,
) -> PlayedCard:
    """Must this card be played (45C)? ``designated``: its player named it or otherwise showed he meant to play it.

    ``corrected_without_pause``: an inadvertent designation changed without pause for thought (45C4b).
    """
    if corrected_without_pause and not designated:
        raise RuleInputError("没有指定牌张，就没有疏忽指定的改正（第45条C款4(b)）。")
    if designated and corrected_without_pause:
        why = "不经停顿及思考立即改正疏忽的指定，不判罚；下家已跟出的合法牌张可收回更换（第45条C款4(b)、第47条D款）。"
        return PlayedCard(False, ("45C4b", "47C", "47D"), why)
    if designated:
        return PlayedCard(True, ("45C4a",), "说出牌张名称或以其他方式指定，该牌张必须打出（第45条C款4(a)）。")
    if whose == "defender":
        if not partner_could_see_face:
            return PlayedCard(False, ("45C1",), "牌面没有可能被其同伴看到，还没有打出（第45条C款1）。")
        if already_played_to_trick:
            return PlayedCard(False, ("45C1", "45E1"), "他在该墩已打出合法牌张，这是第5张牌（第45条E款1）。")
        if dropped:
            return PlayedCard(False, ("49", "50"), "并非抽出要打的牌，是暴露的牌张，成为罚张（第49条）。")
        return PlayedCard(True, ("45C1",), "抽出的牌张牌面有可能被其同伴看到，必须于该墩打出（第45条C款1）。")
    if whose == "declarer":
        if dropped:
            return PlayedCard(False, ("48A",), "庄家不慎掉落的牌张，不要求强制打出（第48条A款）。")
        if touched_or_near_table or held_as_if_played:
            why = "牌面向上碰到或几乎碰到桌面，或停留在看来已经打出的位置，必须打出（第45条C款2）。"
            return PlayedCard(True, ("45C2",), why)
        return PlayedCard(
            False, ("45C2", "48A"), "没有碰到或几乎碰到桌面，也没有停在已打出的位置，还没有打出（第45条C款2）。"
        )
    if touched_deliberately and not arranging_or_reaching:
        return PlayedCard(True, ("45C3",), "庄家审慎地触摸到明手的牌张，必须打出（第45条C款3）。")
    return PlayedCard(False, ("45C3",), "没有审慎地触摸，或是为整理、取牌而触及，不必打出（第45条C款3）。")


Reason = Literal[
    "comply_with_penalty",
    "correct_illegal_play",
    "simultaneous_play",
    "inadvertent_designation",
    "opponent_changed_play",
    "misinformed_lead_out_of_turn",
    "misexplanation",
    "other",
]


def may_retract(
    reason: Reason, by_defender: bool, someone_played_after: bool = False, opening_lead_dummy_faced: bool = False
) -> PlayedCard:
    """May a played card be taken back (47)? ``played`` of the answer: it stays played."""
    if reason in ("comply_with_penalty", "correct_illegal_play", "simultaneous_play"):
        law = "47A" if reason == "comply_with_penalty" else "47B"
        why = f"可以收回（第47条{law[-1]}款）" + (",防家收回的牌张可能成为罚张（第49条）。" if by_defender else "。")
        return PlayedCard(False, (law, "49") if by_defender else (law,), why)
    if reason == "inadvertent_designation":
        return PlayedCard(False, ("47C", "45C4b"), "疏忽的指定可以收回，不判罚（第47条C款）。")
    if reason == "opponent_changed_play":
        return PlayedCard(False, ("47D",), "对方更改出牌以后可以收回更换，不判罚（第47条D款）。")
    if reason == "misinformed_lead_out_of_turn":
        return PlayedCard(False, ("47E1",), "因对方错误告知而越序引牌，可以收回，不判罚，下家不能接受（第47条E款1）。")
    if reason == "misexplanation":
        if opening_lead_dummy_faced:
            return PlayedCard(True, ("47E2a",), "明手已摊出任何牌张，首引不得收回（第47条E款2(a)）。")
        if someone_played_after:
            return PlayedCard(True, ("47E2b", "40C"), "已有人接续打牌，不能收回，应用第40条C款（第47条E款2(b)）。")
        return PlayedCard(False, ("47E2a",), "对方解释有误，在无人接续打牌时可以收回（第47条E款2(a)）。")
    return PlayedCard(True, ("47F",), "不属第47条A至E款，牌张一经打出不得收回（第47条F款）。")
