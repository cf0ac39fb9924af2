"""Which answers of a question are still possible: those that contradict a known seat or fact are not offered."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from decision_trees.model import Fact, Tree
    from decision_trees.steps import Known


def left_to_choose(name: str, fact: Fact, trees: Iterable[Tree], seen: Callable[[str], Known | None]) -> Fact:
    """A fact with the options that what its trees say can never be together (``never``) leaves.

    ``seen`` tells what is known, also what can be worked out from the seats and was not needed yet. Where nothing would be
    left, what is known is doubtful, and all of them stay.
    """
    if fact.kind != "choice":
        return fact
    refused = {value for tree in trees for value in _refused(name, tree, seen)}
    left = {key: option for key, option in fact.options.items() if key not in refused}
    return replace(fact, options=left) if 0 < len(left) < len(fact.options) else fact


def _refused(name: str, tree: Tree, seen: Callable[[str], Known | None]) -> Iterable[Any]:
    """The values of a fact that cannot be, by what a tree says of it and what is known of the others."""
    for never in tree.never:
        if name in never.facts and all(
            other == name or ((known := seen(other)) is not None and known.value == value)
            for other, value in never.facts.items()
        ):
            yield never.facts[name]
