"""A ruling is made without a window: nothing of what makes it needs a screen."""

from __future__ import annotations

import subprocess
import sys

import pytest

from app.ruling.ruling import Ruling
from app.ruling.standing import stand
from decision_trees.engine import Asked
from decision_trees.functions import RuleInputError

TREE = "bridge.insufficient_bid"


def test_a_ruling_needs_no_flet() -> None:
    code = "import sys, app.ruling.ruling, app.ruling.tally, app.ruling.after_ladder; print('flet' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_each_step_is_kept_and_can_be_taken_back() -> None:
    ruling = Ruling(TREE, stand(TREE, {}, {}))
    first = ruling.question()
    assert first is not None and not ruling.begun and ruling.asked == 0
    ruling.move(ruling.after(first.name, "yes"))
    second = ruling.question()
    assert second is not None and second.name != first.name and (ruling.begun, ruling.asked) == (True, 1)
    ruling.take_back()
    assert ruling.question() == first and not ruling.steps and not ruling.begun


def test_where_it_would_stand_changes_nothing() -> None:
    ruling = Ruling(TREE, stand(TREE, {}, {}))
    asked = ruling.standing.step
    assert isinstance(asked, Asked)
    assert asked.name in ruling.after(asked.name, "no").facts
    assert ruling.standing.step is asked and ruling.without(asked.name).facts == {}


def test_what_cannot_be_is_refused_in_one_sentence() -> None:
    ruling = Ruling(TREE, stand(TREE, {}, {}))
    asked = ruling.standing.step
    assert isinstance(asked, Asked)
    with pytest.raises(RuleInputError):
        ruling.after(asked.name, "vielleicht")
    assert (said := ruling.check(asked.name, "vielleicht")) and "\n" not in said


def test_only_what_the_situation_needs_may_be_entered_before_the_ruling() -> None:
    """His cards first; the other payer's only once the tribute is wrong; the places only where that was found in play (19.4)."""
    tree = "guandan.wrong_tribute"
    at_first: dict[str, object] = {"regime": "base", "offender": "S"}
    assert set(Ruling(tree, stand(tree, at_first, {})).enterable()) == {
        "level",
        "previous_offender",
        "payer_hand",
        "tribute_card",
    }
    wrong = {**at_first, "wrong_tribute": True}
    after = Ruling(tree, stand(tree, wrong, {})).enterable()
    assert "previous_first" in after and "first" not in after
    in_play = {**wrong, "resists": False, "found": "during"}
    assert {"first", "second", "third"} <= set(Ruling(tree, stand(tree, in_play, {})).enterable())


def test_a_place_that_counts_as_it_was_entered_is_not_said_twice() -> None:
    tree = "guandan.deal_result"
    facts: dict[str, object] = {"first": "S", "second": "E", "third": "W", "level_ns": "5", "level_ew": "5"}
    said = {chip.name for chip in Ruling(tree, stand(tree, facts, {})).chips()}
    assert "first" in said and "counted_first" not in said
    demoted = {chip.name for chip in Ruling(tree, stand(tree, {**facts, "demoted": "S"}, {})).chips()}
    assert {"first", "counted_first", "counted_second"} <= demoted
