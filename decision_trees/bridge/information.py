"""Misinformation during the auction (21) and unauthorized information from partner (16A)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class CallChange:
    """May a call made on misinformation be changed, and may the LHO then change his?"""

    may_change: bool
    lho_may_change: bool
    may_adjust: bool  # too late to change: the director may adjust (21B3)
    laws: tuple[str, ...]


def misinformation_change(
    *, own_misunderstanding: bool, could_result: bool, partner_called: bool, auction_period_over: bool
) -> CallChange:
    """Law 21: without penalty, before the auction period is over (17E) and before partner has called.

    ``could_result``: the call could well have come from the opponents' wrong explanation or missing alert (judgement).
    """
    if own_misunderstanding:
        return CallChange(False, False, False, ("21A",))
    if not could_result:
        return CallChange(False, False, False, ("21B1",))
    if partner_called or auction_period_over:
        return CallChange(False, False, True, ("21B3", "40C"))
    return CallChange(True, True, False, ("21B1", "21B2", "16C"))


@dataclass(frozen=True, slots=True)
class UnauthorizedInformation:
    """Does the result stand, or is the score adjusted (16A)? ``because`` names the condition that fails."""

    action: Literal["stands", "adjust"]
    because: Literal["all", "no_information", "no_alternative", "not_suggested", "no_damage"]
    laws: tuple[str, ...]


def unauthorized_information(
    *, extra_information: bool, logical_alternative: bool, suggested: bool, damaged: bool
) -> UnauthorizedInformation:
    """Law 16A: adjusted only when partner gave extra information, there was another logical action, the chosen one was
    demonstrably suggested by it, and the other side was damaged. All four are judgement."""
    conditions: tuple[tuple[bool, Literal["no_information", "no_alternative", "not_suggested", "no_damage"]], ...] = (
        (extra_information, "no_information"),
        (logical_alternative, "no_alternative"),
        (suggested, "not_suggested"),
        (damaged, "no_damage"),
    )
    for holds, because in conditions:
        if not holds:
            return UnauthorizedInformation("stands", because, ("16A",))
    return UnauthorizedInformation("adjust", "all", ("16A2", "12C2"))
