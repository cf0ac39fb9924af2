"""Simultaneous and surplus cards (45E, 58), and how a defective trick is put right (有缺陷的牌墩, law 67)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from decision_trees.bridge.cards import Card, Suit
from decision_trees.bridge.revoke import Player
from decision_trees.bridge.tricks import following
from decision_trees.functions import RuleInputError


@dataclass(frozen=True, slots=True)
class SurplusRuling:
    """What becomes of cards played at the same time, or of one too many."""

    result: Literal[
        "deemed_later", "visible_card_played", "designate", "take_back", "penalty_card", "is_lead", "law_67"
    ]
    laws: tuple[str, ...]
    because: str  # in Chinese
    others_penalty_cards: bool = False
    opponents_may_change: bool = False


def simultaneous_players() -> SurplusRuling:
    """Two players lead or play at the same time: the one not in turn counts as playing after the other (58A)."""
    return SurplusRuling("deemed_later", ("58A",), "与合法引牌或打牌者同时的引牌或打牌，视为接续行动（第58条A款）。")


def simultaneous_cards(player: Player, visible: int, both_sides_played_next: bool = False) -> SurplusRuling:
    """Two or more cards led or played from one hand at once (58B); ``visible``: how many of them could be seen."""
    if visible < 1:
        raise RuleInputError("至少有一张牌可以看到；一张都没有看到，就还没有打出牌张。")
    if both_sides_played_next:
        return SurplusRuling("law_67", ("58B4", "67B2"), "双方均已对下一墩打出牌张后才发现，应用第67条（第58条B款4）。")
    if visible == 1:
        return SurplusRuling(
            "visible_card_played", ("58B1",), "可以看到的那一张必须打出，其他收回，不判罚（第58条B款1）。"
        )
    if player == "defender":
        why = (
            "他指定要打出的一张，其他已暴露的成为罚张（第58条B款2、第50条）;收回已被看到的牌张后,"
            "对方接续打出的牌可收回更换，不判罚（第58条B款3）。"
        )
        return SurplusRuling("designate", ("58B2", "50B", "58B3", "16C"), why, True, True)
    why = (
        "他指定要打出的一张，其他收回，不判罚（第58条B款2）;收回已被看到的牌张后,"
        "对方接续打出的牌可收回更换，不判罚（第58条B款3）。"
    )
    return SurplusRuling("designate", ("58B2", "58B3", "16C"), why, False, True)


def fifth_card(player: Player, is_lead_to_next: bool = False, both_sides_played_next: bool = False) -> SurplusRuling:
    """A fifth card played to a trick (45E): ``is_lead_to_next``, the director judges it a lead to the next trick."""
    if both_sides_played_next:
        return SurplusRuling("law_67", ("67B2",), "双方在下一墩均打出牌张后指出，应用第67条B款2。")
    if player == "defender":
        if is_lead_to_next:
            return SurplusRuling(
                "is_lead", ("45E1", "53", "56"), "该牌是下一墩的引牌，应用第53条或第56条（第45条E款1）。"
            )
        return SurplusRuling("penalty_card", ("45E1", "50"), "多打的牌张成为罚张（第45条E款1、第50条）。", True)
    if is_lead_to_next:
        return SurplusRuling("is_lead", ("45E2", "55"), "该牌是下一墩的引牌，应用第55条（第45条E款2）。")
    return SurplusRuling("take_back", ("45E2",), "多打的牌张收回，不受判罚（第45条E款2）。")


@dataclass(frozen=True, slots=True)
class DefectiveTrick:
    """How a defective trick is put right."""

    result: Literal["play_a_card", "law_45E_or_58B", "place_a_card", "withdraw_surplus"]
    laws: tuple[str, ...]
    because: str  # in Chinese
    cards: tuple[Card, ...] = ()  # which may be played, placed, or left as the card played
    deemed_revoke: bool = False
    surplus_penalty_cards: bool = False  # those already exposed (67n)
    check_earlier_revokes: bool = False


def omitted_card(both_sides_played_next: bool, hand: Sequence[Card], led: Suit) -> DefectiveTrick:
    """A player did not play to a trick (67A1, 67B1): ``hand`` is what he holds now."""
    if not hand:
        raise RuleInputError("漏打牌的赛员手中应至少还有一张牌。")
    may = following(hand, led).cards
    if not both_sides_played_next:
        return DefectiveTrick("play_a_card", ("67A1",), "补打一张合法牌张（第67条A款1）。", may)
    if may[0].suit is led:
        why = f"立即选一张{led.chinese}亮出放入已打的牌中，不影响该墩的赢者，不判罚（第67条B款1(a)）。"
        return DefectiveTrick("place_a_card", ("67B1a",), why, may)
    why = (
        f"没有{led.chinese}，任选一张放入已打的牌中，不影响该墩的赢者;"
        "视为在该墩已构成藏牌，可受一墩的处罚（第67条B款1(b)、第64条）。"
    )
    return DefectiveTrick("place_a_card", ("67B1b", "64"), why, may, deemed_revoke=True)


def surplus_card(
    both_sides_played_next: bool,
    player: Player,
    played: Sequence[Card] = (),
    known: Card | None = None,
    led: Suit | None = None,
) -> DefectiveTrick:
    """A player played too many cards to a trick (67A2, 67B2).

    ``played``: the cards that may have been his to that trick; ``known``: the one exposed in it, when the director can tell.
    Otherwise the highest he could legally have played stays; ``led``: the suit led, None when he led.
    """
    if not both_sides_played_next:
        why = "应用第45条E款(第5张牌)或第58条B款(同时打出多张牌)（第67条A款2）。"
        return DefectiveTrick("law_45E_or_58B", ("67A2", "45E", "58B"), why)
    left: tuple[Card, ...] = ()
    if known is not None:
        if played and known not in played:
            raise RuleInputError(f"{known.chinese}不在他打出的牌里。")
        left = (known,)
        why = f"收回多余的牌张，留下在该墩中暴露的{known.chinese}（第67条B款2）"
    elif played:
        legal = following(played, led).cards
        best = max(c.rank for c in legal)
        left = tuple(c for c in legal if c.rank == best)
        names = "、".join(c.chinese for c in left)
        why = f"无法确定是哪一张暴露，留下可合法打出的最大牌张{names}，其余收回（第67条B款2）"
    else:
        why = "收回多余的牌张，留下在该墩中暴露的一张；无法确定时留下可合法打出的最大牌张（第67条B款2）"
    why += ";收回的牌视为始终在他手中，较早的未跟牌可能构成藏牌"
    if player == "defender":
        why += ";已经暴露的成为罚张（第67条注）"
    laws = ("67B2", "67n") if player == "defender" else ("67B2",)
    return DefectiveTrick(
        "withdraw_surplus", laws, why + "。", left, False, player == "defender", check_earlier_revokes=True
    )
