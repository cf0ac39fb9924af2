"""What is offered to be chosen is something to do, and what a ruling rests on is not listed to be done after it."""

from __future__ import annotations

import re

from app.base.opened import trees
from app.study.turns import below

CONDITION = re.compile("^(?:还有|如果|若|要是|只要)|[^不]的，")  # 还有前两项的，先选前面的


def test_no_way_to_choose_is_a_condition() -> None:
    """Whoever chooses taps what he does; when it is in place stands below it."""
    looked = 0
    for tree in trees().trees.values():
        for name, outcome in tree.outcomes.items():
            for key, option in (outcome.choice.options if outcome.choice else {}).items():
                assert not CONDITION.search(option.text), (tree.id, name, key)
                looked += 1
    assert looked > 300


def test_a_claim_is_not_stated_and_the_hands_not_faced_after_the_ruling_that_rests_on_it() -> None:
    """Law 70B: the claimer repeats his statement, all hands are faced, the opponents' objections are heard; then it is ruled."""
    tree = trees().tree("bridge.contested_claim")
    first = next(node for node, question in tree.questions.items() if "四家摊牌" in (question.ask or ""))
    ruled = [outcome for name, outcome in tree.outcomes.items() if name in below(tree, first)]
    assert len(ruled) > 4
    for outcome in ruled:
        assert not re.search("摊牌|复述|异议", "".join(outcome.do)), outcome.do
