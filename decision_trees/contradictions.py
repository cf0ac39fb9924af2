"""What was entered and cannot be so together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from decision_trees import functions
from decision_trees import values as words
from decision_trees.functions import RuleInputError
from decision_trees.knowledge import Knowledge
from decision_trees.model import Derivation, Never, Tree
from decision_trees.reach import references, required
from decision_trees.values import show
from decision_trees.wording import NotKnown


def contradiction(never: Never, known: Mapping[str, Any], knowledge: Knowledge) -> bool:
    """Is all so that can never be so together? What this way through the tree did not reach is worked out where it can be."""
    said = {name for name in never.facts if name in known}
    if any(known[name] != never.facts[name] for name in said):
        return False
    return all(knowledge.quietly(name) == value for name, value in never.facts.items() if name not in said)


def refuse_contradictions(tree: Tree, entered: Mapping[str, Any], knowledge: Knowledge) -> None:
    """Refuse a fact entered otherwise than what it follows from says, where that is not for the referee to correct, and facts
    that cannot be true together. ``knowledge`` is of its own: what is looked up here is not known for the ruling.
    """
    for name, value in entered.items():
        how = knowledge.facts[name].derive
        if how is None or not how.firm:
            continue
        try:
            derived, _ = knowledge.derive(how)
        except (NotKnown, RuleInputError):
            continue  # what it follows from is not known, or is refused where it is needed
        if derived is not None and derived != value:
            raise RuleInputError(_says_otherwise(tree, name, how, value, derived, knowledge))
    for name, agreement in tree.deal.agree.items() if tree.deal is not None else ():
        if name not in tree.agree and not agreement.everywhere:
            continue
        if any(knowledge.quietly(each) is None for each in required(agreement.given)):
            continue
        functions.call(agreement.call, knowledge.filled(dict(agreement.given)))


def _says_otherwise(tree: Tree, name: str, how: Derivation, value: Any, derived: Any, knowledge: Knowledge) -> str:
    """What was entered, what it follows from says, and what else would have to be entered for it to be so."""
    fact = knowledge.facts[name]
    form = "seat" if fact.kind == "seat" and tree.deal is not None else None
    said, worked_out = (
        words.say(v, form, tree.deal) if form else knowledge.text(show(fact, v)) for v in (value, derived)
    )
    used = dict.fromkeys(each for each in references(how.given) if each != name and each in knowledge.known)
    where = "、".join(knowledge.facts[each].label for each in used)
    text = f"填的{fact.label}是{said}，照{where}却是{worked_out}：请改正其中一项"
    for other in references(how.given):
        if other not in used and other in knowledge.facts and knowledge.facts[other].kind == "bool":
            try:
                then, _ = knowledge.told({other: True}).derive(how)
            except (NotKnown, RuleInputError):
                continue
            if then == value:
                text += f"；若是{knowledge.facts[other].label}，请把这一项填上“是”"
    return text + "。"
