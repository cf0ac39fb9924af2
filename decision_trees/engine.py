"""From facts to the next question or the outcome: a pure function, so that going back, changing an answer, replaying and testing
are the same thing.

Nothing in a tree is evaluated as code: facts are derived by naming a registered rule function and picking from its result.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from decision_trees.contradictions import contradiction, refuse_contradictions
from decision_trees.entered import possible_answers, refuse_fractions, refuse_what_cannot_be
from decision_trees.functions import RuleInputError
from decision_trees.knowledge import Knowledge
from decision_trees.law import Law
from decision_trees.model import Tree
from decision_trees.reach import facts_of, own_facts
from decision_trees.steps import (
    Asked,
    Known,
    Offer,
    Ruled,
    Settled,
    Step,
    Undecided,
    Worked,
)
from decision_trees.values import read
from decision_trees.walking import Walking

__all__ = ["Asked", "Known", "Offer", "Ruled", "Settled", "Step", "Undecided", "Worked", "advance"]


def advance(tree: Tree, facts: Mapping[str, Any], law: Law) -> Step:
    """The next question or the outcome, given what is known.

    Raises :class:`RuleInputError`, with one sentence, for facts that do not exist, cannot be, or contradict each other; also
    where they leave no answer to the next question, so that what cannot be is refused when it is entered.
    """
    step = _advance(tree, facts, law)
    if not isinstance(step, Asked):
        return step
    refused: RuleInputError | None = None
    for answer in possible_answers(step.fact):
        try:
            _advance(tree, {**facts, step.name: answer}, law)
        except RuleInputError as e:
            refused = e
        else:
            return step
    if refused is not None:
        raise refused
    return step


def _chosen_somewhere(name: str, tree: Tree, trees: Mapping[str, Tree]) -> bool:
    """Whether a fact is what somebody chooses after a ruling, of whichever tree."""
    every = (outcome.choice for each in (tree, *trees.values()) for outcome in each.outcomes.values())
    return any(choice is not None and choice.fact == name for choice in every)


def _advance(tree: Tree, facts: Mapping[str, Any], law: Law, *, trial: bool = False) -> Step:
    trees = law.trees
    declared = facts_of(tree, trees)
    for name in facts:
        if name not in declared and not _chosen_somewhere(name, tree, trees):
            own = [*own_facts(tree, trees), *declared]
            raise RuleInputError(
                f"{tree.title}（{tree.id}）没有“{name}”这一项，可用：{'、'.join(dict.fromkeys(own))}。"
            )
    knowledge = Knowledge(tree=tree, facts=declared, law=law, given=facts)
    # whatever was entered is checked, also what this way through the tree does not reach
    entered = {n: read(tree.game, n, declared[n], v, {}) for n, v in facts.items() if n in declared}
    refuse_fractions(declared, entered)
    refuse_contradictions(tree, entered, Knowledge(tree=tree, facts=declared, law=law, given=facts))

    def can_be(given: Mapping[str, Any]) -> bool:
        try:
            _advance(tree, given, law, trial=True)
        except RuleInputError:
            return False
        return True

    step = Walking(knowledge, can_be, trial=trial).go()
    if isinstance(step, Asked):
        refuse_what_cannot_be(declared, entered)
    known = {**entered, **{k.name: k.value for k in step.known}}
    for never in tree.never:
        if contradiction(never, known, knowledge):
            raise RuleInputError(never.say)
    return step
