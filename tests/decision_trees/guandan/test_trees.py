"""What holds for all trees of guandan."""

from __future__ import annotations

from decision_trees.library import open_library


def test_nothing_is_said_about_consulting_where_the_rules_are_silent() -> None:
    """Neither text has bridge's 10C2: a choice may not be said to be made without the partner."""
    choices = [o.choice for t in open_library().of_game("guandan") for o in t.outcomes.values() if o.choice]
    assert choices and {c.consult for c in choices} == {None}
