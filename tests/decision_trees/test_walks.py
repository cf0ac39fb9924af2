"""Random walks over every tree of every game: they end in a cited outcome, going back changes nothing, receipts replay."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from decision_trees.engine import Asked, Ruled, Step, Undecided, advance
from decision_trees.functions import RuleInputError
from decision_trees.law import Law
from decision_trees.library import open_library
from decision_trees.model import Fact, Tree
from decision_trees.receipt import make_receipt, replay
from rules_data.handbook import open_handbook

WALKS = 25
LIBRARY = open_library()
HANDBOOK = open_handbook()
TREES = sorted(LIBRARY.trees)


def answers(fact: Fact, rng: random.Random) -> list[Any]:
    """Possible answers to a fact, in random order."""
    if fact.kind == "bool":
        out: list[Any] = [True, False]
    elif fact.kind == "choice":
        out = list(fact.options)
    elif fact.kind == "seat":
        out = list("NESW")
    elif fact.examples:
        out = list(fact.examples)
    elif fact.kind == "number":
        low = int(fact.minimum or 0)
        high = int(fact.maximum if fact.maximum is not None else low + 5)
        out = sorted({low, high, rng.randint(low, high), rng.randint(low, high)})
    elif fact.kind == "text":
        out = ["记录"]
    elif fact.kind == "time":
        out = ["21:30"]
    else:
        raise AssertionError(f"{fact.label}: kind {fact.kind} needs examples")
    rng.shuffle(out)
    return out


def go(tree: Tree, facts: dict[str, Any], settled: dict[str, str]) -> Step:
    return advance(tree, facts, Law(LIBRARY.trees, HANDBOOK.books, settled))


def walk(
    tree: Tree, rng: random.Random, given: dict[str, Any] | None = None, *, back: bool = True
) -> tuple[Ruled, dict[str, Any], dict[str, str]]:
    facts: dict[str, Any] = dict(given or {})
    settled: dict[str, str] = {}
    for name, fact in tree.facts.items():  # sometimes enter at once what lets others be derived
        if fact.optional and fact.derive is None and rng.random() < 0.5:
            entered = {**facts, name: answers(fact, rng)[0]}
            if all(any(n not in entered or entered[n] != v for n, v in never.facts.items()) for never in tree.never):
                try:
                    go(tree, entered, settled)
                except RuleInputError:
                    continue  # what cannot be true together is refused where it is entered
                facts = entered  # what the tree says cannot be true together is not entered together
    step = go(tree, facts, settled)
    for _ in range(60):
        if isinstance(step, Undecided):
            settled[step.id] = rng.choice([o.key for o in step.question.options])
            step = go(tree, facts, settled)
        elif isinstance(step, Asked):
            before = copy.deepcopy(facts)
            refused = []
            for answer in answers(step.fact, rng):
                try:
                    following = go(tree, {**facts, step.name: answer}, settled)
                except RuleInputError as e:  # these answers contradict each other
                    refused.append(str(e))
                    continue
                facts[step.name] = answer
                break
            else:
                raise AssertionError(f"{tree.id}: no answer to {step.name} is accepted: {refused}")
            assert not back or go(tree, before, settled) == step, "going back must give the same question"
            step = following
        else:
            choice = step.outcome.choice
            open_options = [k for k, o in choice.options.items() if o.to] if choice and choice.fact not in facts else []
            if not open_options or choice is None:
                return step, facts, settled
            facts[choice.fact] = rng.choice(open_options)
            step = go(tree, facts, settled)
    raise AssertionError(f"{tree.id}: still asking after 60 answers: {facts}")


@pytest.mark.parametrize("tree_id", TREES)
def test_walks_end_in_a_cited_outcome(tree_id: str) -> None:
    tree = LIBRARY.tree(tree_id)
    rng = random.Random(tree_id)
    for _ in range(WALKS):
        ruled, facts, settled = walk(tree, rng)
        assert ruled.cites and all(c in HANDBOOK for c in ruled.cites)
        assert ruled.outcome.ruling
        assert "{" not in ruled.outcome.ruling
        # answered in another order, it is the same ruling
        shuffled = list(facts.items())
        rng.shuffle(shuffled)
        assert go(tree, dict(shuffled), settled).path == ruled.path  # type: ignore[union-attr]


@pytest.mark.parametrize("tree_id", TREES)
def test_receipts_replay(tree_id: str) -> None:
    tree = LIBRARY.tree(tree_id)
    rng = random.Random(f"receipt {tree_id}")
    for _ in range(3):
        ruled, _facts, _settled = walk(tree, rng)
        receipt = make_receipt(ruled, HANDBOOK, LIBRARY)
        again = replay(receipt, HANDBOOK, LIBRARY)
        assert again.same, again.changes
        assert isinstance(again.step, Ruled)
        assert again.step.outcome_id == ruled.outcome_id
        assert again.step.outcome.ruling == ruled.outcome.ruling
        changed = copy.deepcopy(receipt)
        changed["cites"][0]["hash"] = "0" * 16
        noticed = replay(changed, HANDBOOK, LIBRARY)
        assert not noticed.same
        assert any(changed["cites"][0]["label"] in c for c in noticed.changes)
