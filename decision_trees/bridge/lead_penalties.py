"""Lead penalties after a withdrawn call (引牌判罚, law 26)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from decision_trees.bridge.cards import Suit


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
