"""What a ruling hands on to the tree that follows it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from decision_trees.deal import Left, changed
from decision_trees.knowledge import Knowledge
from decision_trees.model import Deal, Derivation, FollowUp, Tree
from decision_trees.reach import facts_of, required, rests_on, same_fact
from decision_trees.values import read


def carried(knowledge: Knowledge, follow: FollowUp) -> dict[str, Any]:
    """What the tree that follows need not ask: every fact both trees have, and the deal at the table."""
    target = knowledge.law.trees.get(follow.tree)
    if target is None:
        return {}
    theirs = facts_of(target, knowledge.law.trees)
    out: dict[str, Any] = {}
    for name, fact in knowledge.facts.items():
        other = theirs.get(name)
        if other is None or name in follow.leave or name in knowledge.ignored or not same_fact(fact, other):
            continue
        if other.counted:
            continue  # the table tells it, as it was before all of the incident
        known = knowledge.known.get(name)
        if other.derive is not None and other.derive.firm and _all_known(knowledge, other.derive):
            continue  # it says itself who that is, who may be another
        if known is not None and (known.source != "derived" or other.derive is None):
            out[name] = known.value
        elif known is None and name in knowledge.given:
            out[name] = read(knowledge.tree.game, name, fact, knowledge.given[name], {})
    return out


def _all_known(knowledge: Knowledge, how: Derivation) -> bool:
    """Is all known that a derivation needs?"""
    return all(name in knowledge.known or name in knowledge.given for name in required(how.given))


def as_left(follow: FollowUp, own: Collection[str], leaves: Iterable[Left], deal: Deal | None) -> FollowUp:
    """A follow-up that is told of the table as this ruling leaves it, not as it was; ``own`` it is told as written."""
    facts = dict(follow.facts)
    for left in leaves:
        if deal is None or left.fact not in facts or left.fact in own or left.how in ("more", "back"):
            continue
        now = changed(left, facts[left.fact])
        if now == facts[left.fact]:
            continue
        lasting = (n for n in facts if n not in own and n in deal.facts and deal.facts[n].lasts != "incident")
        for name in [name for name in lasting if left.fact in rests_on(name, deal.facts)]:
            del facts[name]  # it followed from what was there before
        facts.pop(left.fact, None)
        if now is not None and now != () and now != []:
            facts[left.fact] = now
    return replace(follow, facts=facts)


def with_added(follow: FollowUp, added: Mapping[str, Any], trees: Mapping[str, Tree]) -> FollowUp:
    """A follow-up that knows what this ruling has added to the deal sheet; one that charges the same is told how it was before."""
    target = trees.get(follow.tree)
    theirs = facts_of(target, trees) if target is not None else {}
    more = {
        n: follow.facts.get(n, 0) + (0 if follow.charged else v)
        for n, v in added.items()
        if n in theirs and n not in follow.leave
    }
    return replace(follow, facts={**follow.facts, **more}) if more else follow
