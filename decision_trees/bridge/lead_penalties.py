"""Lead penalties after a withdrawn call (引牌判罚, law 26)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from decision_trees.bridge import given
from decision_trees.bridge.calls import parse_call
from decision_trees.bridge.cards import Suit
from decision_trees.bridge.codes import StrainCode
from decision_trees.functions import RuleInputError, rule


@dataclass(frozen=True, slots=True)
class LeadPenalty:
    """What declarer may do when offender's partner first gains the lead, the opening lead included.

    A prohibition lasts while that defender keeps the lead. What cannot be complied with: law 59.
    """

    law: Literal["none", "26A1", "26A2", "26B"]
    because: str  # in Chinese
    suits: tuple[Suit, ...] = ()  # 26A2: one of these may be required or forbidden

    @property
    def options(self) -> tuple[str, ...]:
        """Declarer's choices: require or forbid one related suit (26A2), or forbid any one suit (26B)."""
        if self.law == "26A2":
            return (*(f"require:{s.value}" for s in self.suits), *(f"forbid:{s.value}" for s in self.suits))
        return ("forbid:any_one_suit",) if self.law == "26B" else ()


def lead_penalty(
    related: Sequence[Suit], *, same_call: bool, legally_named: Collection[Suit], offender_defends: bool
) -> LeadPenalty:
    """Law 26 for one withdrawn call.

    ``related``: suits the withdrawn call relates to; ``legally_named``: suits the offender named legally, at any time in
    the auction (D-27). With several related suits, those he did not name are still liable (D-05). ``same_call``: his
    substituted call was the same call with much the same meaning.
    """
    if not offender_defends:
        return LeadPenalty("none", "违规者没有成为防家，没有引牌判罚（第26条）。")
    if same_call:
        return LeadPenalty("none", "替代的叫牌与取消的叫牌相同而且含义相同，不是“另一个不同的叫牌”（第26条）。")
    if not related:
        return LeadPenalty("26B", "取消的叫牌没有关联特定花色，庄家可禁止引任一指定花色（第26条B款）。")
    unnamed = tuple(s for s in dict.fromkeys(related) if s not in legally_named)
    if not unnamed:
        return LeadPenalty("26A1", "违规者已合法叫出有关联的花色（第26条A款1）。")
    names = "、".join(s.chinese for s in unnamed)
    return LeadPenalty("26A2", f"取消的叫牌关联{names}，违规者没有合法叫出（第26条A款2）。", unnamed)


@rule("bridge.lead_penalty_26", "bridge-1999:26", "bridge-1999:26A1", "bridge-1999:26A2", "bridge-1999:26B")
def lead_penalty_26(
    withdrawn: dict[str, Any],
    final_same_call: bool,
    offender_legally_named: list[StrainCode],
    offender_defends: bool,
) -> dict[str, Any]:
    """Lead penalty after a withdrawn call, 引牌判罚: what declarer may require or forbid of offender's partner (26).

    ``withdrawn``: the call and the suits it relates to. ``final_same_call``: his final call was the same with much the same
    meaning. ``offender_legally_named``: denominations he named legally at any time in the auction.
    """
    given.only(withdrawn, ("call", "suits"), "withdrawn")
    parse_call(withdrawn.get("call"), over_seven=True)
    suits = withdrawn.get("suits", [])
    if not isinstance(suits, list | tuple) or not all(isinstance(s, str) for s in suits):
        raise RuleInputError('withdrawn.suits 应是取消的叫牌所关联的花色，如 ["H"];没有关联的写 []。')
    found = lead_penalty(
        [Suit.parse(s) for s in suits],
        same_call=final_same_call,
        legally_named={Suit(s) for s in offender_legally_named if s != "NT"},
        offender_defends=offender_defends,
    )
    if not found.options:
        return {"penalty": "none"}
    return {"penalty": found.law, "options": list(found.options)}
