"""What was so at a table after its last ruling and play alone may have ended: asked in one tap, and said as an if until then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.base.opened import law, once_per_tree, trees
from app.ruling.bidding import Bidding
from app.ruling.standing import stand
from app.ruling.wording import after_lines, shaped
from decision_trees.chain import same_step
from decision_trees.deal_sheet import known_of_deal
from decision_trees.engine import Asked, Ruled
from decision_trees.functions import RuleInputError
from decision_trees.reach import rests_on, uses
from decision_trees.values import read, show

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from app.ruling.ruling import Ruling
    from decision_trees.model import Fact

GONE_ON_WITH = ("auction", "history")  # not there or gone, but longer than it was: gone on with where it is entered
THINGS = ("cards", "card", "choice")
"""Kinds of what lies or holds somewhere; others are values that may have changed."""


@once_per_tree
def _uses(tree_id: str) -> frozenset[str]:
    return uses(trees().tree(tree_id), trees().trees)


def unconfirmed(walk: Ruling) -> dict[str, Any]:
    """What the table of a ruling remembers, the ruling would go by, and nobody has said is still so."""
    deal = trees().deals.get(walk.game)
    if deal is None or walk.record is not None:
        return {}
    asked = {
        name: value
        for name, value in walk.context.begun.items()
        if name not in walk.standing.facts
        and name in _uses(walk.tree_id)
        and deal.facts[name].kind not in GONE_ON_WITH
        and not rests_on(name, deal.facts) & walk.context.begun.keys()  # it follows from what is asked
    }
    asked |= {name: value for name, value in walk.context.begun.items() if _whole(walk, name, value)}
    if any(deal.facts[name].ended_by for name in asked):  # what is over with the auction is not asked after it
        told = {**walk.context.begun, **walk.context.facts, **walk.standing.facts}
        known = known_of_deal(deal, walk.game, told, law(walk.readings))
        return {name: value for name, value in asked.items() if not _over(deal.facts[name], known)}
    return asked


def _whole(walk: Ruling, name: str, value: Any) -> bool:
    """Whether something is what it was once it is whole, as an auction is that has ended, and answers what is asked now."""
    step = walk.standing.step
    if walk.declared()[name].kind != "auction" or name in walk.standing.facts or not isinstance(step, Asked):
        return False
    if name not in rests_on(step.name, walk.declared()) or not (bidding := Bidding.read(value)) or not bidding.over:
        return False
    try:
        then = walk.after(name, value).step
    except RuleInputError:
        return False
    return not same_step(step, then)


def _over(fact: Fact, known: Mapping[str, Any]) -> bool:
    return bool(fact.ended_by) and all(known.get(name) == value for name, value in fact.ended_by.items())


def said(walk: Ruling, name: str, value: Any) -> str:
    """What is remembered, in words: 西家面前的罚张：♥K."""
    fact = trees().deals[walk.game].facts[name]
    try:
        return f"{fact.label}：{shaped(show(fact, read(walk.game, name, fact, value, {})))}"
    except RuleInputError:  # kept by another version
        return fact.label


def answers(walk: Ruling, name: str) -> tuple[str, str]:
    """How it is said that something is still so, and that it is not."""
    return ("还在", "不在了") if trees().deals[walk.game].facts[name].kind in THINGS else ("还是", "不是了")


def if_still(walk: Ruling, left: Mapping[str, Any]) -> str:
    """The ruling as it would be if all that is remembered still held; empty where nothing was ruled or it is the same."""
    step = walk.standing.step
    if not left or not isinstance(step, Ruled):
        return ""
    facts = {**left, **walk.standing.facts}
    try:
        other = stand(walk.tree_id, facts, walk.standing.settled, walk.context).step
    except RuleInputError:
        return ""
    if same_step(step, other):
        return ""
    if isinstance(other, Ruled):
        return "\n".join((other.outcome.ruling, *(figure.text for figure in other.figures), *after_lines(other)))
    return "那就还要再问，才能裁定。"


def confirmed(walk: Ruling) -> tuple[str, ...]:
    """What a ruling was told is still so, as it was remembered."""
    given, begun = walk.standing.facts, walk.context.begun
    return tuple(name for name, value in begun.items() if name in given and _plain(given[name]) == _plain(value))


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, list | tuple) else value
