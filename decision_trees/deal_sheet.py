"""What is known of the deal at a table, without any ruling: what was entered, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from decision_trees.functions import RuleInputError
from decision_trees.knowledge import Knowledge
from decision_trees.law import Law
from decision_trees.model import Deal, Tree
from decision_trees.steps import Worked
from decision_trees.wording import NotKnown


def _at_table(deal: Deal, game: str, facts: Mapping[str, Any], law: Law) -> Knowledge:
    """What is known where there is only the deal at a table, and what the event has decided."""
    tree = Tree(
        id=f"{game}.deal",
        title="",
        stage="",
        heard=(),
        cites=(),
        start="",
        facts={},
        questions={},
        outcomes={},
        deal=deal,
    )
    given = {name: value for name, value in facts.items() if name in deal.facts}
    return Knowledge(tree=tree, facts=dict(deal.facts), law=law, given=given)


def known_of_deal(deal: Deal, game: str, facts: Mapping[str, Any], law: Law) -> dict[str, Any]:
    """All that is known of the deal at a table: what was entered, and what follows from it."""
    known = _at_table(deal, game, facts, law)
    found = {name: known.quietly(name) for name in deal.facts}
    return {name: value for name, value in found.items() if value is not None}


def next_deal(deal: Deal, game: str, facts: Mapping[str, Any], law: Law) -> dict[str, Any]:
    """What is known at a table when the next deal begins: what lasts longer than a deal, and what follows from this one.

    A function that cannot work with what is known leaves its fact open.
    """
    known = _at_table(deal, game, facts, law)
    out = {name: value for name, value in known.given.items() if deal.facts[name].lasts in ("table", "event")}
    for name, how in deal.next_deal.items():
        out.pop(name, None)
        try:
            value, _ = known.derive(how)
        except (NotKnown, RuleInputError):
            continue
        if value is not None:
            out[name] = value
    return out


def is_over(deal: Deal, game: str, facts: Mapping[str, Any], law: Law) -> bool:
    """Whether all that is known of a deal says that it is over, so that a deal that begins is the next one."""
    if deal.over is None:
        return False
    try:
        return _at_table(deal, game, facts, law).derive(deal.over)[0] is True
    except (NotKnown, RuleInputError):
        return False


def added_by(deal: Deal, figures: Iterable[Worked]) -> dict[str, Any]:
    """What a ruling adds to numbers of the deal sheet, by what its figures say."""
    out: dict[str, Any] = {}
    for figure in figures:
        for name, how in deal.adds.items():
            if figure.function == how.call and figure.values.get(how.take):
                out[name] = out.get(name, 0) + figure.values[how.take]
    return out
