"""No figure waits for a fact it does not need, and no question is asked whose answer changes nothing.

All cases as they are, and some with less entered; all of them with less entered in the file kept beside it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

import pytest

from decision_trees.engine import Offer, Ruled, advance
from decision_trees.functions import RuleInputError
from decision_trees.games import games
from decision_trees.law import Law
from decision_trees.model import Fact, Question
from tests.decision_trees.agreement import mechanics
from tests.decision_trees.necessity import (
    BOOKS,
    LIBRARY,
    OWN,
    RESULT,
    SEED,
    cases_of,
    go,
    less_entered,
    needless,
    never_needed,
    superfluous,
    values_of,
)
from tests.decision_trees.questions import REQUIRED, Key, Put, idle, put

LESS = 40  # cases a game with less entered
SHORT = 8  # cases a game of the longer look


@pytest.mark.parametrize("game", games())
def test_no_figure_waits_for_what_it_does_not_need(game: str) -> None:
    names = cases_of(game)
    some = set(names[:: max(1, len(names) // LESS)])
    found = []
    for name in names:
        case = LIBRARY.cases[name]
        step = go(LIBRARY.trees[case.tree], case.facts, case.settled)
        ways = [(dict(case.facts), step)] if isinstance(step, Ruled) else []
        ways += less_entered(case, SEED) if name in some else []
        found += [
            f"{case.id}: {each.figure} wants {'、'.join(each.needs)} and always says {each.text}"
            for facts, ruled in ways
            for each in needless(ruled, facts, LIBRARY.trees, BOOKS, case.settled)
        ]
    assert found == []


@pytest.mark.parametrize("game", games())
def test_of_several_that_are_wanting_each_is_needed_somewhere(game: str) -> None:
    """A figure of an outcome that never depends on one of the facts it waits for, though it was tried often enough."""
    tried = []
    for name in cases_of(game):
        case = LIBRARY.cases[name]
        step = go(LIBRARY.trees[case.tree], case.facts, case.settled)
        if isinstance(step, Ruled) and any(len(offer.needs) > 1 for offer in step.offers):
            tried.append((case, step))
    looked = [
        ((each.tree, each.outcome, each.figure, each.needs[0]), alike)
        for case, step in tried[:: max(1, len(tried) // SHORT)]
        for each, alike in superfluous(step, case.facts, LIBRARY.trees, BOOKS, case.settled)
    ]
    assert looked or not tried
    assert never_needed(looked) == []


@pytest.mark.parametrize("game", games())
def test_no_question_is_asked_whose_answer_changes_nothing(game: str) -> None:
    """Each question is needed in some case, and in one where the event has decided nothing of its own."""
    needed: set[Key] = set()
    asked: list[Put] = []
    for name in sorted(cases_of(game), key=lambda name: bool(LIBRARY.cases[name].settled)):
        case = LIBRARY.cases[name]
        for each in put(case, partial(go, LIBRARY.trees[case.tree]), LIBRARY.trees, besides=needed):
            asked.append(each)
            if each.kind == "needed" and not (each.settled and any(each.key == one.key for one in asked[:-1])):
                needed.add(each.key)
    assert [str(each) for each in idle(each for each in asked if each.key not in needed)] == []


def test_what_must_be_asked_is_a_question() -> None:
    assert all(node in LIBRARY.trees[tree].questions and why for (tree, node), why in REQUIRED.items())


def test_the_long_run_was_of_these_mechanics_and_found_nothing() -> None:
    said = RESULT.read_text(encoding="utf-8")
    assert f"mechanics {mechanics(*OWN)}" in said, "python -m tests.decision_trees.necessity"
    lines = re.findall(
        r"(?m)^(\w+): (\d+) cases, .* (\d+) needlessly, (\d+) facts never needed, (\d+) blanks; .*, (\d+) needlessly,",
        said,
    )
    assert {game for game, *_ in lines} == set(games())
    assert all(set(found) == {"0"} for _, _, *found in lines)


def test_a_question_that_changes_nothing_is_seen() -> None:
    """Asked first, what the conduct was leads to the same question whatever is answered (guandan 16)."""
    tree = LIBRARY.trees["guandan.disturbance"]
    asks = Question(ask="是什么言行？", fact="conduct", next=tree.start)
    made = replace(tree, start="conduct", questions={"conduct": asks, **tree.questions})
    trees = {**LIBRARY.trees, made.id: made}
    case = next(LIBRARY.cases[name] for name in cases_of("guandan") if LIBRARY.cases[name].tree == tree.id)
    asked = list(put(case, lambda facts, settled: advance(made, facts, Law(trees, BOOKS, settled)), trees))
    kinds = {each.key[1]: each.kind for each in asked}
    assert kinds["conduct"] == "needless" and kinds["damage"] == kinds["severity"] == "needed"
    assert [each.key[1] for each in idle(asked)] == ["conduct"]


def test_a_figure_that_waits_for_nothing_it_needs_is_found() -> None:
    """The rising side's level alone says what the next deal is played at (guandan 3.10.2); the other side's is not wanted."""
    tree = LIBRARY.trees["guandan.violation_count"]
    facts = {"offender": "E", "violations_this_round": 1, "level_ns": "6"}
    step = advance(tree, facts, Law(LIBRARY.trees, BOOKS))
    assert isinstance(step, Ruled) and not any("level_ew" in offer.needs for offer in step.offers)
    made = Offer(("level_ew",), ("东西的级数",), "可说出下一副打几", "next_level")
    (found,) = needless(replace(step, offers=(made,), figures=()), facts, LIBRARY.trees, BOOKS, {})
    assert found.text == "下一副打南北方的9"


def test_a_figure_that_is_the_same_at_every_level_is_said_without_it() -> None:
    """Three nines, a jack, a queen are no pattern at any level (guandan 4, 7.2); a red ten may be wild, and waits for it."""
    tree = LIBRARY.trees["guandan.wrong_play_by_leader"]
    said = {}
    for play in ([*["S9", "C9", "D9", "SJ", "DQ"]], [*["S9", "C9", "D9", "H10", "DQ"]]):
        facts = {"regime": "base", "defect": "no_pattern", "offender": "E", "play": play}
        step = advance(tree, facts, Law(LIBRARY.trees, BOOKS))
        assert isinstance(step, Ruled)
        said[play[3]] = {figure.name for figure in step.figures}
        assert ("reading" in said[play[3]]) != any(offer.figure == "reading" for offer in step.offers)
    assert "reading" in said["SJ"] and "reading" not in said["H10"]


def test_what_may_be_entered() -> None:
    assert values_of(Fact(kind="bool", label="是")) == [True, False]
    assert values_of(Fact(kind="number", label="数", minimum=2, maximum=5)) == [2, 3, 4, 5]
    cards = values_of(Fact(kind="cards", label="牌", examples=("H5 C3",)))
    assert cards[0] == "H5 C3" and ["CT"] in cards and ["H5", "SA"] in cards and len(cards) == 1 + 52 + 52
    assert len(values_of(Fact(kind="card", label="牌"), "guandan")) == 54
    with pytest.raises(RuleInputError):
        advance(LIBRARY.trees["guandan.violation_count"], {"level_ns": "17"}, Law(LIBRARY.trees, BOOKS))
