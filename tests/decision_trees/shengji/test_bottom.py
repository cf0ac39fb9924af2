"""The bottom holds six cards (6p1, 6p2); wrongly put down, what is over goes back and what lacks is added (28b.6)."""

from __future__ import annotations

import pytest

from decision_trees.functions import RuleInputError, call


@pytest.mark.parametrize(
    ("discarded", "back", "more", "said"),
    [(6, 0, 0, None), (5, 0, 1, "补扣1张"), (3, 0, 3, "补扣3张"), (7, 1, 0, "还1张到手里"), (8, 2, 0, "还2张到手里")],
)
def test_what_is_over_goes_back_and_what_lacks_is_added(discarded: int, back: int, more: int, said: str | None) -> None:
    assert call("shengji.bottom_to_right", {"discarded": discarded}) == {"back": back, "more": more, "said": said}


@pytest.mark.parametrize("discarded", ["六", -1, 19])  # twelve cards and the six of the bottom
def test_a_number_that_is_none_is_refused(discarded: str | int) -> None:
    with pytest.raises(RuleInputError):
        call("shengji.bottom_to_right", {"discarded": discarded})


@pytest.mark.parametrize(("stage", "over"), [("discarded", False), ("play", None), ("recorded", True)])
def test_is_the_deal_over(stage: str, over: bool | None) -> None:
    assert call("shengji.deal_over", {"stage": stage}) == {"over": over}
