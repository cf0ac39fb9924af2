"""How warnings (警告) and violations (违例) add up to a forfeit (判负) and a suspension (停赛) (19)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from decision_trees.functions import RuleInputError, rule
from decision_trees.shengji.regulations import on_count

_J = "shengji-40:"

Event = Literal["warning", "violation"]


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


def escalate(record: Record, events: Iterable[Event]) -> Record:
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


@rule("shengji.escalate", _J + "19.2p2", _J + "19.4", _J + "19.5")
def escalate_record(
    warnings: int, violations: int, forfeits_event: int, events: list[Literal["warning", "violation"]]
) -> dict[str, Any]:
    """A side's warnings and violations of the round after further ones, and what follows (19.2p2, 19.4, 19.5).

    Only the second warning is a violation by the text; with more than two ``warnings`` the rest is open (D-34).
    """
    after = escalate(Record(warnings, violations, forfeits_event), events)
    return {
        "warnings": after.warnings,
        "violations": after.violations,
        "round_forfeit": after.round_forfeit,
        "suspended": after.suspended,
    }
