"""What the strip above a ruling says of the table."""

from __future__ import annotations

from app.ruling.whose_deal import DOUBTED, said_once

LIES = {
    "offender": "W",
    "penalty_cards": ("SK",),  # the offender's: follows from what lies at his seat
    "penalty_cards_west": ("SK",),
    "major_west": ("SK",),
}


def test_a_card_of_which_several_things_are_known_is_named_once() -> None:
    assert list(said_once("bridge", LIES)) == [("违规者", "西家"), ("西家面前的罚张、裁定过是重罚张的", "SK")]


def test_other_cards_of_other_seats_are_named_beside_it() -> None:
    both = ("SK", "D4")  # of which the nine or lower is minor
    known = {**LIES, "penalty_cards": both, "penalty_cards_west": both, "penalty_cards_east": ("H5",)}
    assert list(said_once("bridge", known)) == [
        ("违规者", "西家"),
        ("西家面前的罚张", "SK、D4"),
        ("东家面前的罚张", "H5"),
        ("西家面前裁定过是重罚张的", "SK"),
    ]


def test_what_is_to_be_looked_at_again_is_not_mixed_with_what_is_sure() -> None:
    said = list(said_once("bridge", LIES, doubted={"major_west"}))
    assert said == [("违规者", "西家"), ("西家面前的罚张", "SK"), ("西家面前裁定过是重罚张的", f"SK{DOUBTED}")]
