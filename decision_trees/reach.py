"""What a tree reaches: the trees it goes through, the facts and outcomes of all of them, and what must be entered for a fact."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from decision_trees.model import Fact, Tree

_NAMED = re.compile(r"[$\{]([a-z_0-9]+)")


def mentioned(value: object) -> Iterator[str]:
    """What a derivation is given, ``name`` or ``name?``, however deep inside, without the ``$``."""
    if isinstance(value, str) and value.startswith("$"):
        yield value[1:]
    elif isinstance(value, Mapping):
        for v in value.values():
            yield from mentioned(v)
    elif isinstance(value, list | tuple):
        for v in value:
            yield from mentioned(v)


def references(value: object) -> Iterator[str]:
    """The facts a derivation is given, needed or not."""
    return (name.removesuffix("?") for name in mentioned(value))


def required(value: object) -> Iterator[str]:
    """The facts without which a derivation cannot be worked out: ``$name``, each time it is given, not ``$name?``."""
    return (name for name in mentioned(value) if not name.endswith("?"))


def reached(tree: Tree, trees: Mapping[str, Tree]) -> Iterator[Tree]:
    """The tree and those it goes through, each once, the outer ones first."""
    seen: dict[str, None] = {}

    def go(one: Tree) -> Iterator[Tree]:
        if one.id in seen:
            return
        seen[one.id] = None
        yield one
        for question in one.questions.values():
            if question.tree is not None and question.tree in trees:
                yield from go(trees[question.tree])

    yield from go(tree)


def own_facts(tree: Tree, trees: Mapping[str, Tree]) -> dict[str, Fact]:
    """The facts that a tree and those it goes through declare; what the outer tree declares comes first."""
    out: dict[str, Fact] = {}
    for one in reached(tree, trees):
        out = {**one.facts, **out}
    return out


def shared_facts(tree: Tree) -> Mapping[str, Fact]:
    """The facts of the deal sheet of its game."""
    return tree.deal.facts if tree.deal is not None else {}


def facts_of(tree: Tree, trees: Mapping[str, Tree]) -> dict[str, Fact]:
    """All facts that can be known while a tree is walked: its own, of those it goes through, and of the deal sheet."""
    own = own_facts(tree, trees)
    return own | {name: fact for name, fact in shared_facts(tree).items() if name not in own}


def outcomes_of(tree: Tree, trees: Mapping[str, Tree]) -> set[str]:
    """The outcomes of a tree and of the trees it goes through."""
    return {name for one in reached(tree, trees) for name in one.outcomes}


def same_fact(one: Fact, other: Fact) -> bool:
    """Are two declarations under one name the same fact: kind, label and options?"""
    return (one.kind, one.label, one.unit, list(one.options)) == (
        other.kind,
        other.label,
        other.unit,
        list(other.options),
    )


def rests_on(name: str, facts: Mapping[str, Fact]) -> set[str]:
    """The facts that a fact is worked out from, directly or not."""
    out: set[str] = set()
    left = [name]
    while left:
        fact = facts.get(left.pop())
        if fact is not None and fact.derive is not None:
            below = {*references(fact.derive.given), *([fact.derive.fact] if fact.derive.fact else [])} - out
            out |= below
            left += below
    return out


def on_sheet(tree: Tree) -> frozenset[str]:
    """The facts people enter on the deal sheet, also those that could be worked out."""
    return frozenset(name for group in tree.deal.sheet for name in group) if tree.deal is not None else frozenset()


def to_enter(
    names: Iterable[str], facts: Mapping[str, Fact], known: Mapping[str, Any], entered: Collection[str] = ()
) -> tuple[str, ...]:
    """What must be entered so that facts can be worked out: what they rest on and is not known; nothing that nobody types.

    ``entered`` are facts that people enter although they could be worked out.
    """
    out: dict[str, None] = {}

    def look(name: str, depth: int) -> bool:
        fact = facts.get(name)
        if fact is None or name in known:
            return fact is not None
        if fact.kind == "history":
            return False
        if fact.derive is None or name in entered or depth > 8:
            out[name] = None
            return True
        needed = list(required(fact.derive.given))
        needed += [fact.derive.fact] if fact.derive.fact else []
        if not needed:
            out[name] = None
            return True
        return all([look(each, depth + 1) for each in needed])

    for name in names:
        if not look(name, 0):
            return ()
    return tuple(out)


def uses(tree: Tree, trees: Mapping[str, Tree]) -> frozenset[str]:
    """The facts that a tree asks, works with or speaks of, and those it works them out from."""
    declared = facts_of(tree, trees)
    named = {name for one in reached(tree, trees) for name in _words_of(replace(one, deal=None)) if name in declared}
    named |= {name for name in _of_acts(tree, trees) if name in declared}
    return frozenset(named.union(*(rests_on(name, declared) for name in named)))


def _of_acts(tree: Tree, trees: Mapping[str, Tree]) -> Iterator[str]:
    """The facts that say what is added where somebody does something next (:attr:`Deal.acts`)."""
    acts = tree.deal.acts if tree.deal is not None else {}
    done = {each.act for one in reached(tree, trees) for outcome in one.outcomes.values() for each in outcome.next}
    for act in done & acts.keys():
        yield from references(acts[act].given)


def _words_of(part: object) -> Iterator[str]:
    """Every name that stands somewhere in a part of a tree: as a key, a reference, or in a text."""
    if isinstance(part, str):
        yield part
        yield from _NAMED.findall(part)
    elif isinstance(part, Mapping):
        for key, value in part.items():
            yield from _words_of(key)
            yield from _words_of(value)
    elif isinstance(part, list | tuple):
        for each in part:
            yield from _words_of(each)
    elif is_dataclass(part):
        for each in fields(part):
            yield from _words_of(getattr(part, each.name))
