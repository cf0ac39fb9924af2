"""What a guided scenario is made of: its steps, each one thing to find out or to decide."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from app.study.model import Option
from app.study.turns import named_in, related
from decision_trees.engine import Ruled, Undecided

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.ruling.picture import Picture
    from decision_trees.model import Case


StepKind = Literal["ask", "who", "outcome", "among", "clause"]
ENOUGH = "不用再问，可以裁决了"
LATER = "为什么，和下一步的依据一起说。"
OFFERED, FEWEST = 4, 3  # options of a step; of one that asks what to ask at least so many
OFFICIAL = re.compile("裁判|机构|委员会|各家")


@dataclass(frozen=True, slots=True)
class Step:
    """One thing the trainee has to find out or decide."""

    kind: StepKind
    prompt: str
    options: tuple[Option, ...]  # of a wrong one ``why`` is where that turn leads
    right: int
    why: str
    cites: tuple[str, ...]
    known: tuple[tuple[str, str], ...] = ()  # what is known by then: label, value
    learned: tuple[str, str] | None = None  # what comes to light with the answer: 裁判说明前已自行改过, 否
    told: str = ""  # what stands above it: while something is asked only what it is about, then the whole situation

    @property
    def answer(self) -> str:
        """The right option."""
        return self.options[self.right].text


@dataclass(frozen=True, slots=True)
class Guided:
    """A worked case to be ruled step by step."""

    case: Case
    picture: Picture | None  # the table as the referee finds it: nothing on it says who did what
    steps: tuple[Step, ...]
    final: Ruled | Undecided
    then: tuple[str, ...] = ()  # where the ruling sends to another clause: what comes of that
    premises: str = ""  # how what the text leaves open, or prints wrongly, is taken here

    def explained(self, at: int) -> tuple[str, tuple[str, ...]]:
        """Why a step is so, and by which clauses: without the clause that a later step asks for."""
        step = self.steps[at]
        asked = [each.options[each.right].cites[0] for each in self.steps[at + 1 :] if each.kind == "clause"]
        cites = tuple(cite for cite in step.cites if not any(related(cite, each) for each in asked))
        told = any(named_in(each, step.why) for each in asked)
        return LATER if told else step.why, cites

    @property
    def tell(self) -> Mapping[str, str]:
        """What a good referee says, and to whom."""
        return self.final.outcome.tell if isinstance(self.final, Ruled) else {}

    @property
    def id(self) -> str:
        """Under which it stands in the record of answers."""
        return f"scenario/{self.case.id}"
