"""What is known where a tree stands: facts as they were given, and what rule functions find from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from decision_trees import functions
from decision_trees.figures import ABSENT, filled, holds
from decision_trees.functions import MoreNeeded
from decision_trees.law import Law
from decision_trees.model import Derivation, Fact
from decision_trees.reach import references, rests_on
from decision_trees.steps import FunctionResult, Known, Source
from decision_trees.values import read, show
from decision_trees.wording import NotKnown, Wording


@dataclass(slots=True, kw_only=True)
class Knowledge(Wording):
    """The facts of a tree, looked up one by one: whatever was looked up is known for the ruling."""

    law: Law
    given: Mapping[str, Any]
    known: dict[str, Known] = field(default_factory=dict)
    results: dict[str, FunctionResult] = field(default_factory=dict)
    ignored: dict[str, Known] = field(default_factory=dict)  # given, and made irrelevant by how a question is settled
    looking: set[str] = field(default_factory=set)  # facts that are being worked out

    def value(self, name: str) -> Any:
        """The value of a fact, given or derived; where it rests on itself, only as it was given. Raises :class:`NotKnown`."""
        if name in self.known:
            return self.known[name].value
        fact = self.facts.get(name)
        if fact is None:
            raise NotKnown(name)
        if name in self.looking:
            if name not in self.given:
                raise NotKnown(name)
            return read(self.tree.game, name, fact, self.given[name], {n: k.value for n, k in self.known.items()})
        self.looking.add(name)
        try:
            return self._found(name, fact)
        finally:
            self.looking.discard(name)

    def _found(self, name: str, fact: Fact) -> Any:
        """The value of a fact that is not known yet; keeps it. Raises :class:`NotKnown`."""
        derived: Any = None
        function: str | None = None
        could = False
        counts = self._counts(name, fact)
        given = name in self.given and counts
        if fact.derive is not None and counts:
            try:
                derived, function = self.derive(fact.derive)
                could = True
            except NotKnown:
                if not given:
                    raise
            if could and derived is None:
                could = False  # the function says that there is none yet, or that it cannot tell
        if given:
            value = read(self.tree.game, name, fact, self.given[name], {n: k.value for n, k in self.known.items()})
            corrected = could and value != derived
            source: Source = "corrected" if corrected else "given"
            known = Known(name, value, fact.label, "", source, function, derived if corrected else None, self.tree.id)
        elif could:
            value = derived
            known = Known(name, value, fact.label, "", "derived", function, None, self.tree.id)
        else:
            raise NotKnown(name)
        self._keep(name, known, show(fact, value))
        return value

    def _keep(self, name: str, known: Known, shown: str) -> None:
        """Know a fact, and say it: its words may name somebody whose seat follows from it."""
        self.known[name] = known
        try:
            text = self.text(shown)
        finally:
            del self.known[name]
        self.known[name] = replace(known, shown=text)

    def _counts(self, name: str, fact: Fact) -> bool:
        """Does a fact count, as the open questions it rests on are settled? Notes one that was given where it does not."""
        for id_, answers in fact.counts_if.items():
            found = self.law.question(id_)
            answer = self.law.settled.get(id_, found.default)
            if answer not in (answers if isinstance(answers, list | tuple) else (answers,)):
                if name not in self.given:
                    return False
                value = read(self.tree.game, name, fact, self.given[name], {})
                self.ignored[name] = Known(name, value, fact.label, show(fact, value), "given", tree=self.tree.id)
                return False
        return True

    def filled(self, given: Any) -> Any:
        """What a function is given, with facts put in. Raises :class:`NotKnown`."""
        return filled(given, self._looked_up)

    def _looked_up(self, name: str, optional: bool) -> Any:
        if not optional:
            return self.value(name)
        try:
            return self.value(name)
        except NotKnown:
            return ABSENT

    def holds(self, only: Mapping[str, Any]) -> bool:
        """Are all these facts known, and one of those wanted?"""
        return holds(only, self.quietly)

    def derive(self, how: Derivation) -> tuple[Any, str | None]:
        """What a derivation says, and the rule function that says it. Raises :class:`NotKnown`."""
        if how.fact is not None:
            taken = self.value(how.fact)
            if how.take is not None and isinstance(taken, Mapping):
                taken = taken.get(how.take)
            return _tested(how, taken), None
        assert how.call is not None
        given = self.filled(dict(how.given))
        try:
            result = functions.call(how.call, given)
        except MoreNeeded as more:
            if more.inputs:  # it follows from what is not known, and from nothing that is wrong
                raise NotKnown(next(references(how.given.get(more.inputs[0])), more.inputs[0])) from more
            raise
        self.results[f"{how.call} {given!r}"] = FunctionResult(how.call, given, result)
        taken = result.get(how.take) if how.take is not None else result
        return _tested(how, taken), how.call

    def told(self, more: Mapping[str, Any]) -> Knowledge:
        """What is known where something more is entered."""
        known = {n: k for n, k in self.known.items() if n not in more and not rests_on(n, self.facts) & more.keys()}
        return replace(
            self,
            given={**self.given, **more},
            known=known,
            results={},
            ignored={},
            looking=set(),
        )


def _tested(how: Derivation, taken: Any) -> Any:
    """What was taken, turned into a bool where the derivation compares it; null, which is nothing yet, only by ``empty``."""
    if how.empty is not None:
        return (not taken) == how.empty
    if taken is None:
        return None
    if how.equals is not None:
        return taken == how.equals
    if how.one_of is not None:
        return taken in how.one_of
    if how.contains is not None:
        return how.contains in taken
    if how.at_least is not None:
        return taken >= how.at_least
    if how.at_most is not None:
        return taken <= how.at_most
    return taken
