"""Walks with odd but possible things entered early: whatever is taken, the next question can be answered.

What cannot be is refused where it is entered, so that nobody stands at the table with a question that refuses every answer.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from app.ruling.pack import pack
from decision_trees.engine import Asked, Step, Undecided, advance
from decision_trees.entered import possible_answers
from decision_trees.functions import MoreNeeded, RuleInputError
from decision_trees.games import games
from decision_trees.law import Law
from decision_trees.library import open_library
from decision_trees.model import Fact, Tree
from rules_data.handbook import open_handbook

WALKS = 12  # of each tree; of 14,600 none stood still
LIBRARY = open_library()
HANDBOOK = open_handbook()
SUITED = [suit + rank for suit in "SHDC" for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")]
PACKS = {
    game: (SUITED + (["BJ", "LJ"] if registered.pack.jokers else [])) * pack(game).copies
    for game, registered in games().items()
}
CALLS = ["P", "X", "XX", *(f"{level}{strain}" for level in range(1, 8) for strain in ("C", "D", "H", "S", "NT"))]


def go(tree: Tree, facts: dict[str, Any], settled: dict[str, str]) -> Step:
    return advance(tree, facts, Law(LIBRARY.trees, HANDBOOK.books, settled))


def anything(game: str, fact: Fact, rng: random.Random) -> Any:
    """Some value of the kind of a fact, often one that cannot be beside others."""
    few = possible_answers(fact)
    if fact.kind == "number":
        low = int(fact.minimum or 0)
        high = int(fact.maximum if fact.maximum is not None else low + 30)
        return rng.choice([low, high, rng.randint(low, high), rng.randint(low, high), -1, 0, 1.5, 100, 10**6])
    if few:
        return rng.choice(few)
    if fact.examples and rng.random() < 0.3:
        return rng.choice(fact.examples)
    if fact.kind == "time":
        return f"{rng.randint(0, 23):02d}:{rng.randint(0, 59):02d}"
    if fact.kind == "text":
        return rng.choice(["记录", "", "2", "A", "大王", "S2", "x"])
    if fact.kind == "card":
        return rng.choice(PACKS[game])
    if fact.kind == "cards":
        return rng.sample(PACKS[game], rng.choice([0, 1, 2, 3, 5, 12, 13, 25, 27]))
    if fact.kind == "call":
        return rng.choice(CALLS)
    if fact.kind == "auction":
        calls = [rng.choice(["P"] * 30 + CALLS) for _ in range(rng.choice([0, 1, 2, 3, 4, 6, 12]))]
        out_of_turn = [{"seat": rng.choice("NESW"), "call": c} if rng.random() < 0.15 else c for c in calls]
        return {"dealer": rng.choice("NESW"), "calls": out_of_turn}
    return rng.choice(fact.examples) if fact.examples else []


def walk(tree: Tree, rng: random.Random) -> None:
    facts: dict[str, Any] = {}
    settled: dict[str, str] = {}
    for name, fact in tree.facts.items():
        if rng.random() < (0.4 if fact.optional else 0.1):
            value = anything(tree.game, fact, rng)
            try:
                go(tree, {**facts, name: value}, settled)
            except RuleInputError:
                continue  # refused where it is entered, as it should be
            facts[name] = value
    for _ in range(80):
        step = go(tree, facts, settled)
        if isinstance(step, Undecided):
            settled[step.id] = rng.choice([o.key for o in step.question.options])
        elif isinstance(step, Asked):
            tried = [anything(tree.game, step.fact, rng) for _ in range(6)]
            refused = []
            for answer in [*tried, *possible_answers(step.fact), *step.fact.examples, *range(30)]:
                try:
                    go(tree, {**facts, step.name: answer}, settled)
                except RuleInputError as e:
                    refused.append(str(e))
                    continue
                facts[step.name] = answer
                break
            else:
                raise AssertionError(f"{tree.id}: {step.name} refuses every answer after {facts}: {refused[-1]}")
        else:
            choice = step.outcome.choice
            onward = [k for k, o in choice.options.items() if o.to] if choice and choice.fact not in facts else []
            rng.shuffle(onward)
            for option in onward:
                try:
                    go(tree, {**facts, choice.fact: option}, settled)  # type: ignore[union-attr]
                except RuleInputError:
                    continue  # said to be not available here
                facts[choice.fact] = option  # type: ignore[union-attr]
                break
            else:
                return
    raise AssertionError(f"{tree.id}: still asking: {facts}")


@pytest.mark.parametrize("tree_id", sorted(LIBRARY.trees))
def test_no_walk_stands_still(tree_id: str) -> None:
    rng = random.Random(f"odd {tree_id}")
    for _ in range(WALKS):
        walk(LIBRARY.tree(tree_id), rng)


FOUND = [
    # half a card, half a trick
    ("shengji.exposed_class", {"heavy_count": 1.5}, "应是整数"),
    ("bridge.established_revoke", {"first_transfer": 1.5}, "应是整数"),
    ("guandan.wrong_number_of_cards", {"east_cards": 1.5}, "应是整数"),
    # the card paid is not in the hand it was paid from
    ("guandan.wrong_tribute", {"payer_hand": ["C7", "SJ", "D3"], "level": "10", "tribute_card": "H4"}, "手里没有红心4"),
    # one cannot count two tricks twice where only one was moved
    (
        "bridge.established_revoke",
        {"special": "same_side_again", "first_transfer": 0, "counted_twice": 2},
        "重复的不会有",
    ),
    # twelve cards are looked at in a revolution
    ("shengji.revolution", {"revolt_when": "banker_bottom", "kept_hand": ["S4", "H3"]}, "12张"),
]


@pytest.mark.parametrize(("tree_id", "facts", "said"), FOUND)
def test_what_cannot_be_is_refused_when_it_is_entered(tree_id: str, facts: dict[str, Any], said: str) -> None:
    *before, last = facts
    go(LIBRARY.tree(tree_id), {name: facts[name] for name in before}, {})
    with pytest.raises(RuleInputError, match=said):
        go(LIBRARY.tree(tree_id), {name: facts[name] for name in [*before, last]}, {})


def test_counts_by_effect_do_not_count_where_the_list_decides() -> None:
    # D-08: the list of heavy cards by default; the numbers by effect are for an event that has decided otherwise
    facts = {"heavy_by_effect": 0, "light_by_effect": 0, "exposed_what": "several", "heavy_count": 2, "light_count": 1}
    assert not isinstance(go(LIBRARY.tree("shengji.exposed_class"), facts, {}), Asked)


@pytest.mark.parametrize("case_id", sorted(LIBRARY.cases))
def test_what_is_true_is_taken_in_the_order_it_is_told(case_id: str) -> None:
    case = LIBRARY.cases[case_id]
    told: dict[str, Any] = {}
    for name, value in case.facts.items():
        told[name] = value
        try:
            go(LIBRARY.tree(case.tree), told, dict(case.settled))
        except RuleInputError as refused:
            if not isinstance(refused, MoreNeeded):  # the next fact may be just what is needed
                raise


def test_what_follows_only_for_dummy_is_asked_of_anybody_else() -> None:
    """64B3: dummy's own cards are exempt; whether another revoke is, is asked."""
    tree = LIBRARY.tree("bridge.established_revoke")
    asked = go(tree, {"offender": "W", "declarer": "S"}, {})
    assert isinstance(asked, Asked) and asked.name == "special"
    assert not isinstance(go(tree, {"offender": "N", "declarer": "S"}, {}), Asked)


@pytest.mark.parametrize(
    "tree_id", ["bridge.cancelled_claim_or_concession", "bridge.established_revoke", "bridge.major_penalty_card"]
)
def test_what_a_function_cannot_tell_yet_is_asked(tree_id: str) -> None:
    """Any one thing less than a worked case knows: the question is put, and nothing breaks off for want of an answer."""
    tree = LIBRARY.tree(tree_id)
    for case in LIBRARY.cases.values():
        for name in case.facts if case.tree == tree_id else ():
            known = {each: value for each, value in case.facts.items() if each != name}
            try:
                go(tree, known, dict(case.settled))
            except RuleInputError as refused:  # what cannot be beside the rest is refused, in other words
                assert "没有写" not in str(refused), (case.id, name)
