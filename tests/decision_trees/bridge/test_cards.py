"""Cards and suits."""

from __future__ import annotations

import pytest

from decision_trees import functions
from decision_trees.functions import RuleInputError


def test_exposed_cards() -> None:
    assert functions.call("bridge.exposed_cards", {"cards": ["ST"]}) == {
        "count": 1,
        "has_honor": True,
        "which": "honor",
    }
    assert functions.call("bridge.exposed_cards", {"cards": ["S9", "H2"]})["which"] == "several"
    assert functions.call("bridge.exposed_cards", {"cards": ["S9"]})["which"] == "small"
    with pytest.raises(RuleInputError):
        functions.call("bridge.exposed_cards", {"cards": []})


def test_suit_of_card() -> None:
    assert functions.call("bridge.suit_of_card", {"card": "ST"}) == {"suit": "S", "name": "黑桃10"}
