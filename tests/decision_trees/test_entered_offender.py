"""An offender who is entered is checked against the trick, the hands and cards that lie there, and who has finished."""

from __future__ import annotations

from typing import Any

import pytest

from app.window.library import handbook, trees
from decision_trees.engine import Asked, Ruled, advance
from decision_trees.functions import RuleInputError
from decision_trees.law import Law

REVOKE = {"state": "not_yet", "what": "suit", "light": "proper", "player": "defender", "after": "none", "declarer": "S"}
EARLY = {
    "what": "out_of_turn",
    "partner_played": False,
    "declaring_side": "not_both",
    "declarer_followed": False,
    "led_suit": "H",
    "declarer": "S",
}
WITHHELD = {
    "noticed": "after_next_lead",
    "pointed_out": "late",
    "last_cards": "none",
    "leader": "W",
    "led": "SJ",
    "hand": "S6 D4 D8",
    "play": "D4",
    "banker": "S",
    "level_ns": "8",
    "level_ew": "8",
    "trump": "H",
}


@pytest.mark.parametrize(
    ("tree", "facts", "said"),
    [
        # West led the three of hearts and North played the spade (44B)
        (
            "bridge.revoke",
            REVOKE | {"offender": "E", "played": "S5", "trick": "H3 S5", "trick_leader": "W"},
            "北家打的",
        ),
        # East put the spade in, not the diamond
        ("bridge.revoke", REVOKE | {"offender": "E", "played": "D2", "trick": "H3 S5", "trick_leader": "N"}, "黑桃5"),
        # the nine of hearts lies before West (50A)
        ("bridge.premature_play", EARLY | {"offender": "E", "played": "H9", "penalty_cards_west": "H9"}, "西家面前"),
        (
            "bridge.defender_lead_out_of_turn",
            {"offender": "E", "led_card": "CK", "penalty_cards_west": "CK"},
            "西家面前",
        ),
        # one deck: South has laid the diamond open (1.1)
        ("shengji.revoke", WITHHELD | {"offender": "N", "south_hand": "D4"}, "南家摊开"),
        ("shengji.exposed_card", {"offender": "W", "cards": "SA", "heavy_north": "SA"}, "北家的重罚张"),
        # West was first: he has nothing left to hold up play with (3.9)
        ("guandan.slow_play", {"regime": "base", "level": "10", "offender": "W", "first": "W"}, "已经打完"),
        ("guandan.pass_out_of_turn", {"regime": "base", "offender": "W", "second": "W"}, "已经打完"),
        # two packs have two big jokers
        (
            "guandan.wrong_tribute",
            {"regime": "base", "level": "9", "offender": "S", "payer_hand": "BJ BJ S3", "other_payer_hand": "BJ S4"},
            "3 张大王",
        ),
    ],
)
def test_what_cannot_be_is_refused(tree: str, facts: dict[str, Any], said: str) -> None:
    with pytest.raises(RuleInputError, match=said):
        advance(trees().tree(tree), facts, Law(trees().trees, handbook().books))


@pytest.mark.parametrize(
    ("tree", "facts"),
    [
        ("bridge.revoke", REVOKE | {"offender": "E", "played": "S5", "trick": "H3 S5", "trick_leader": "N"}),
        ("bridge.premature_play", EARLY | {"offender": "E", "played": "H9", "penalty_cards_east": "H9"}),
        ("shengji.revoke", WITHHELD | {"offender": "N", "south_hand": "D5"}),
        ("guandan.slow_play", {"regime": "base", "level": "10", "offender": "W", "first": "S"}),
        (
            "guandan.wrong_tribute",
            {"regime": "base", "level": "9", "offender": "S", "payer_hand": "BJ S3", "other_payer_hand": "BJ S4"},
        ),
    ],
)
def test_what_can_be_is_taken(tree: str, facts: dict[str, Any]) -> None:
    step = advance(trees().tree(tree), facts, Law(trees().trees, handbook().books))
    assert isinstance(step, Asked | Ruled)
