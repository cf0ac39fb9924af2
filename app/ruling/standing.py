"""Where a ruling stands: what was answered, what is known from elsewhere, and what the engine says to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any

from app.base.opened import law, trees
from app.ruling.declared import declared
from app.ruling.scene import Scene
from decision_trees.engine import Known, Step, advance
from decision_trees.reach import rests_on

OFFENDER = "offender"  # of the deal sheet: the seat
NAME = 5  # bytes of the name of a ruling in its address


@dataclass(frozen=True, eq=False, repr=False)
class Standing:
    """Where a walk stands: what was answered and settled, and what the engine says to it."""

    facts: Mapping[str, Any]
    settled: Mapping[str, str]
    step: Step

    def known(self, name: str) -> Known | None:
        """Return a fact that is known here."""
        return next((known for known in self.step.known if known.name == name), None)


@dataclass(frozen=True)
class Context:
    """What is known before anything is asked: from the event, and from the journal."""

    facts: Mapping[str, Any] = field(default_factory=dict)
    settled: Mapping[str, str] = field(default_factory=dict)  # open questions the event has decided
    begun: Mapping[str, Any] = field(default_factory=dict)  # entered before at this table, to be gone on with


NOTHING = Context()


@dataclass
class Incident:
    """What happened at the table; rulings that follow each other up speak of the same."""

    record: str | None = None  # the first of them in the journal
    id: str = field(default_factory=lambda: token_hex(NAME))


@dataclass(frozen=True, slots=True)
class Heard:
    """A fact as it was heard in what somebody told."""

    value: Any
    words: str


@dataclass(frozen=True, eq=False)
class Moment:
    """A ruling as it stood before something was entered, whatever it was: what one goes back to."""

    standing: Standing
    ticked: tuple[str, ...] = ()
    scene: Scene | None = None  # None: the present one
    context: Context | None = None
    entering: tuple[str, ...] = ()  # what was being entered, the first of them on the screen
    series: int = 0


def stand(tree_id: str, facts: Mapping[str, Any], settled: Mapping[str, str], context: Context = NOTHING) -> Standing:
    """Ask the engine. Raises :class:`RuleInputError` with one sentence for what cannot be."""
    library = trees()
    step = advance(
        library.tree(tree_id),
        {**around(tree_id, facts, context), **facts},
        law({**context.settled, **settled}),
    )
    return Standing(facts, settled, step)


def around(tree_id: str, facts: Mapping[str, Any], context: Context) -> dict[str, Any]:
    """What is known from elsewhere; not what followed from an auction of before where another is entered now."""
    takes = declared(tree_id)
    deal = trees().tree(tree_id).deal
    shared = deal.facts if deal is not None else {}
    anew = {name for name in facts if name in shared and shared[name].grows}
    return {
        name: value
        for name, value in context.facts.items()
        if name in takes and not (anew and name in shared and anew & rests_on(name, shared))
    }
