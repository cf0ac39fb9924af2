"""What the figures of an outcome say with what is known, and what more they could say if something were entered."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from decision_trees import functions
from decision_trees.entered import possible_answers
from decision_trees.figures import clauses, sentence
from decision_trees.functions import MoreNeeded, RuleInputError
from decision_trees.knowledge import Knowledge
from decision_trees.model import Figure, Outcome
from decision_trees.reach import on_sheet, references, required, to_enter
from decision_trees.roles import SIDES, Cast, spoken_of
from decision_trees.steps import FunctionResult, Offer, Worked

_FEW_WAYS = 250  # that facts may be entered together, so few that all are tried
_ENOUGH = 2  # of them that can be, so that it does not rest on one


@dataclass(frozen=True, slots=True)
class Figuring:
    """Works the figures of an outcome."""

    knowledge: Knowledge
    can_be: Callable[[Mapping[str, Any]], bool]  # can what is entered be so together, on the way to the ruling too?

    def work(self, outcome: Outcome) -> tuple[list[Worked], list[Offer]]:
        """The figures of an outcome, and what more could be said."""
        knowledge = self.knowledge
        worked: list[Worked] = []
        offers: list[Offer] = []
        introduced: set[str] = set(spoken_of(outcome, knowledge.tree.deal, knowledge.roles()))
        for name, figure in outcome.figures.items():
            open_ = [each for each in figure.only if knowledge.quietly(each) is None]
            if not knowledge.holds({each: wanted for each, wanted in figure.only.items() if each not in open_}):
                continue
            needed = list(required(figure.given))
            missing = [r for r in dict.fromkeys(needed) if knowledge.quietly(r) is None]
            if open_:  # whether it is said at all waits for these
                enter = to_enter([*missing, *open_], knowledge.facts, knowledge.given, on_sheet(knowledge.tree))
                if (found := self._whatever(name, figure, enter, introduced)) is not None:
                    worked.append(found)
            elif missing:
                enter = to_enter(missing, knowledge.facts, knowledge.given, on_sheet(knowledge.tree))
                # not what is worked out already
                enter = tuple(n for n in enter if knowledge.quietly(n) is None) or enter
                if (found := self._whatever(name, figure, enter, introduced)) is not None:
                    worked.append(found)
                elif figure.offer and enter:
                    offers.append(Offer(enter, tuple(knowledge.facts[n].label for n in enter), figure.offer, name))
            if open_ or missing:
                continue
            given = knowledge.filled(dict(figure.given))
            try:
                result = functions.call(figure.call, given)
            except RuleInputError as fault:
                wanting = self._wanting(fault, figure)
                if (found := self._whatever(name, figure, wanting, introduced)) is not None:
                    worked.append(found)
                elif figure.offer:
                    enter = wanting or to_enter(needed, knowledge.facts, {}, on_sheet(knowledge.tree))
                    labels = tuple(knowledge.facts[n].label for n in enter)
                    offers.append(Offer(enter, labels, figure.offer, name, None if wanting else str(fault)))
                continue
            knowledge.results[f"{figure.call} {given!r}"] = FunctionResult(figure.call, given, result)
            said = sentence(figure, result)
            if said is not None:
                text = knowledge.text(said, introduced, result)
                worked.append(Worked(name, text, figure.call, result, clauses(figure, result)))
        return worked, offers

    def _whatever(self, name: str, figure: Figure, enter: tuple[str, ...], introduced: set[str]) -> Worked | None:
        """A figure that comes out the same whatever is entered for what is wanting, so that it need not be entered.

        Only where all that may be entered can be tried; what a function refuses cannot be so. Of the result, what is the same
        each time is kept.
        """
        values = [possible_answers(self.knowledge.facts[each]) for each in enter]
        if not enter or not all(values) or math.prod(map(len, values)) > _FEW_WAYS:
            return None
        found: Worked | None = None
        spoken: set[str] = set()  # who is named in it is introduced by it
        came = 0
        for way in product(*values):
            told = self.knowledge.told(dict(zip(enter, way, strict=True)))
            if any(told.quietly(each) is None for each in required(figure.given)) or not told.holds(figure.only):
                if self.can_be(told.given):
                    return None
                continue
            try:
                result = functions.call(figure.call, told.filled(dict(figure.given)))
                said = sentence(figure, result)
                heard = set(introduced)
                text = told.text(said, heard, result) if said is not None else ""
            except MoreNeeded:
                return None
            except RuleInputError:
                continue
            cites = clauses(figure, result)
            if not text or (found is not None and (text, cites) != (found.text, found.cites)):
                if self.can_be(told.given):
                    return None
                continue
            same = {k: v for k, v in result.items() if found is None or (k in found.values and found.values[k] == v)}
            found, spoken = Worked(name, text, figure.call, same, cites), heard
            came += 1
        if found is None or came < _ENOUGH:
            return None
        introduced.update(spoken)
        return found

    def _wanting(self, fault: RuleInputError, figure: Figure) -> tuple[str, ...]:
        """What must be entered for what a function says it wants; nothing where it does not say."""
        inputs = fault.inputs if isinstance(fault, MoreNeeded) else ()
        names = [name for each in inputs for name in references(figure.given.get(each))]
        return to_enter(names, self.knowledge.facts, self.knowledge.given, on_sheet(self.knowledge.tree))

    def seats_wanting(self, outcome: Outcome, cast: Cast) -> Iterable[Offer]:
        """The seats that would turn roles into seats: each a tap on the table."""
        facts: dict[str, None] = {}
        for path in spoken_of(outcome, cast.deal, cast.roles):
            fact = cast.roles[path.partition(".")[0]].seat
            told = path.rpartition(".")[2] in SIDES and cast.side(path) is not None
            if fact is not None and fact in self.knowledge.facts and cast.seat_of(fact) is None and not told:
                facts[fact] = None
        if facts:
            labels = tuple(self.knowledge.facts[n].label for n in facts)
            yield Offer(tuple(facts), labels, "可说出是哪一家")
