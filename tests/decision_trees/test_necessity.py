"""No figure waits for a fact it does not need: with every value of what is wanting it comes out otherwise somewhere."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import pytest

from decision_trees.engine import Offer, Ruled, advance
from decision_trees.functions import RuleInputError
from decision_trees.games import games
from decision_trees.library import open_library
from decision_trees.model import Fact
from rules_data.handbook import open_handbook
from tests.decision_trees.necessity import needless, superfluous, values_of

LIBRARY, BOOKS = open_library(), open_handbook().books
SHORT = 120  # cases a game of the longer look


def ruled(game: str) -> list[tuple[str, Ruled, dict[str, object], dict[str, str]]]:
    """The rulings of all worked cases of a game."""
    out = []
    for case in LIBRARY.cases.values():
        tree = LIBRARY.trees[case.tree]
        if tree.game != game:
            continue
        step = advance(tree, case.facts, trees=LIBRARY.trees, books=BOOKS, settled=case.settled)
        if isinstance(step, Ruled):
            out.append((case.id, step, dict(case.facts), dict(case.settled)))
    return out


@pytest.mark.parametrize("game", games())
def test_no_figure_waits_for_what_it_does_not_need(game: str) -> None:
    found = [
        f"{id_}: {each.figure} wants {'、'.join(each.needs)} and always says {each.text}"
        for id_, step, facts, settled in ruled(game)
        for each in needless(step, facts, LIBRARY.trees, BOOKS, settled)
    ]
    assert found == []


@pytest.mark.parametrize("game", games())
def test_of_several_that_are_wanting_each_is_needed_somewhere(game: str) -> None:
    """A figure of an outcome that never depends on one of the facts it waits for, though it was tried often enough."""
    tried: dict[tuple[str, str, str, str], list[bool]] = defaultdict(list)
    with_offers = [each for each in ruled(game) if any(len(offer.needs) > 1 for offer in each[1].offers)]
    for _, step, facts, settled in with_offers[:: max(1, len(with_offers) // SHORT)]:
        for each, alike in superfluous(step, facts, LIBRARY.trees, BOOKS, settled):
            tried[each.tree, each.outcome, each.figure, each.needs[0]].append(alike)
    assert tried or not with_offers
    assert [key for key, alike in tried.items() if len(alike) > 3 and all(alike)] == []


def test_a_figure_that_waits_for_nothing_it_needs_is_found() -> None:
    """The rising side's level alone says from where to where it rises (guandan 3.10.2): the other side's is not wanted for it."""
    tree = LIBRARY.trees["guandan.violation_count"]
    facts = {"offender": "E", "violations_this_round": 1, "level_ns": "6"}
    step = advance(tree, facts, trees=LIBRARY.trees, books=BOOKS)
    assert isinstance(step, Ruled) and not any("level_ew" in offer.needs for offer in step.offers)
    made = Offer(("level_ew",), ("东西的级数",), "可说出升到几级", "levels")
    (found,) = needless(replace(step, offers=(made,)), facts, LIBRARY.trees, BOOKS)
    assert found.text == "南北方由6升到9"


def test_what_may_be_entered() -> None:
    assert values_of(Fact(kind="bool", label="是")) == [True, False]
    assert values_of(Fact(kind="number", label="数", minimum=2, maximum=5)) == [2, 3, 4, 5]
    assert values_of(Fact(kind="cards", label="牌", examples=("H5 C3",))) == ["H5 C3", ["H5"], ["C3"]]
    with pytest.raises(RuleInputError):
        advance(LIBRARY.trees["guandan.violation_count"], {"level_ns": "17"}, trees=LIBRARY.trees, books=BOOKS)
