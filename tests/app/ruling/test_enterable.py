"""What may be entered so that a fact can be worked out."""

from __future__ import annotations

from app.ruling.declared import enterable


def test_two_facts_that_follow_from_each_other_are_looked_for_once() -> None:
    """Whose turn it was and where he sits from the offender tell each other: what both rest on is found."""
    for name in ("turn", "turn_seat"):
        assert enterable("bridge.bid_out_of_rotation", [name]) == ("auction", "offender")
