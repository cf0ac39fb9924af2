"""Whether a player of a wild card had to say what it stands for."""

from __future__ import annotations

import pytest

from decision_trees import functions
from decision_trees.functions import RuleInputError


@pytest.mark.parametrize(
    ("cards", "readings"),
    [
        ("C8 H2", "one"),  # 7.2.1
        ("SK CK S6 D6 H2", "several"),  # 7.2.2
        ("S6 D6 C6 H2", "one"),  # 7.2.3
        ("S7 D7 C8 S8 H2 H2", "several"),  # 7.3.2
        ("S4 D5 C6 S7 H2", "several"),
        ("S4 D5 C6 S8 H2", "one"),  # 7.2.5
        ("BJ H2", "none"),  # 7.2
        ("H2", "wild_only"),
        ("H2 H2", "wild_only"),
        ("S3 S4 S5 S6 S7", "flush"),
    ],
)
def test_readings(cards: str, readings: str) -> None:
    given = {"cards": cards.split(), "level": "2"}
    assert functions.call("guandan.play.how_many_readings", given) == {"readings": readings}


def test_nothing_played() -> None:
    with pytest.raises(RuleInputError, match="没有写打出的牌"):
        functions.call("guandan.play.how_many_readings", {"cards": [], "level": "2"})
