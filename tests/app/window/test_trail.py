"""The way back: screens and what lies on them, in step with a browser that is asked and answers later."""

from __future__ import annotations

import pytest

from app.window.trail import Trail, read


def opened(*addresses: str) -> Trail:
    """Return the trail of somebody who opened the first address and went on to the others."""
    trail = Trail()
    trail.begin(addresses[0])
    for address in addresses[1:]:
        told = trail.forward(address)
        assert told == address
        trail.hear(told)
    return trail


@pytest.mark.parametrize(
    ("route", "said"),
    [
        ("/rule/bridge", ("/rule/bridge", 0, "")),
        ("/rule/bridge?step=3", ("/rule/bridge", 3, "")),
        ("/rule?go=back", ("/rule", 0, "back")),
        ("/?step=many", ("/", 0, "")),
        ("/clause/a/def/%E8%97%8F%E7%89%8C", ("/clause/a/def/藏牌", 0, "")),
        ("", ("/", 0, "")),
    ],
)
def test_an_address_says_screen_step_and_direction(route: str, said: tuple[str, int, str]) -> None:
    assert read(route) == said


def test_it_leads_back_the_way_one_came() -> None:
    trail = opened("/", "/clause/a/1", "/clause/a/2")
    assert trail.back("/book/a") == "/clause/a/1?go=back"
    assert trail.here == "/clause/a/1"
    assert trail.back("/book/a") == "/?go=back"


def test_who_came_by_a_link_goes_up_to_the_book_and_not_back_down() -> None:
    trail = opened("/clause/a/1")
    assert trail.back("/book/a") == "/book/a?go=back"
    assert trail.visited == ["/book/a"]


def test_the_same_screen_twice_is_two_screens() -> None:
    trail = opened("/clause/a/1", "/clause/a/2", "/clause/a/1")
    assert trail.back("/") == "/clause/a/2?go=back"


def test_what_lies_on_a_screen_has_entries_of_its_own() -> None:
    trail = opened("/rule/x")
    assert trail.settle(2) == "/rule/x?step=2"
    assert trail.settle(1) is None, "one thing is asked of the browser at a time"
    assert trail.hear("/rule/x?step=2") == ("/rule/x", 0), "it was the app that went there"
    assert trail.settle(1) == "/rule/x?step=1"
    assert trail.settle(None) is None


def test_the_browser_going_back_on_a_screen_says_by_how_much() -> None:
    trail = opened("/rule/x")
    trail.hear(trail.settle(2) or "")
    assert trail.hear("/rule/x?step=1") == ("/rule/x", 1)
    assert trail.step == 1
    trail.hear(trail.settle(4) or "")
    assert trail.hear("/rule/x?step=1") == ("/rule/x", 3), "three at once, from the list of the button"


def test_who_goes_back_before_the_browser_has_kept_up_goes_back_once() -> None:
    trail = opened("/rule/x")
    trail.hear(trail.settle(4) or "")
    assert trail.settle(6) is not None
    assert trail.hear("/rule/x?step=3") == ("/rule/x", 1)


def test_the_browser_going_back_to_another_screen_undoes_nothing_there() -> None:
    trail = opened("/rule/x")
    trail.hear(trail.settle(2) or "")
    trail.hear(trail.forward("/clause/a/1") or "")
    assert trail.hear("/rule/x?step=2") == ("/rule/x", 0)
    assert (trail.visited, trail.step) == (["/rule/x"], 2)


def test_nothing_is_asked_on_a_screen_come_back_to_before_the_browser_says_at_which_step() -> None:
    trail = opened("/rule/x", "/clause/a/1")
    told = trail.back("/")
    assert trail.settle(1) is None
    assert trail.hear(told) == ("/rule/x", 0)
    assert trail.settle(1) is None, "the browser is on its way"
    assert trail.hear("/rule/x?step=1") == ("/rule/x", 0)
    assert trail.settle(1) is None, "it is there"
    assert trail.settle(2) == "/rule/x?step=2"


def test_answers_that_come_late_are_not_taken_for_steps_back() -> None:
    trail = opened("/rule/x")
    asked = trail.settle(1)
    trail.forward("/clause/a/1")
    assert trail.hear(asked or "") == ("/rule/x", 0)
    assert trail.here == "/clause/a/1"
    assert trail.hear("/clause/a/1") == ("/clause/a/1", 0)
    assert trail.visited == ["/rule/x", "/clause/a/1"]


def test_a_screen_takes_the_place_of_another() -> None:
    trail = opened("/rule", "/rule/x")
    assert trail.forward("/rule/x/1f0c", instead=True) == "/rule/x/1f0c?go=instead"
    assert trail.visited == ["/rule", "/rule/x/1f0c"]
    assert trail.forward("/rule/x/1f0c") is None, "one is there"


def test_what_is_opened_from_a_sheet_takes_the_place_of_the_sheet_alone() -> None:
    trail = opened("/rule/x")
    trail.hear(trail.settle(1) or "")
    assert trail.forward("/clause/a/1", sheet=True) == "/clause/a/1?go=instead"
    assert trail.visited == ["/rule/x", "/clause/a/1"]
    trail = opened("/rule/x")
    assert trail.forward("/clause/a/1", sheet=True) == "/clause/a/1", "the browser has no entry for the sheet yet"


def test_what_is_entered_is_written_over_the_present_entry() -> None:
    trail = opened("/tools", "/tools/bridge-score")
    assert trail.put("level=4") == "/tools/bridge-score?level=4&go=instead"
    assert trail.put("level=5") is None, "one thing is asked of the browser at a time"
    assert trail.hear("/tools/bridge-score?level=4&go=instead") == ("/tools/bridge-score", 0)
    assert trail.visited == ["/tools", "/tools/bridge-score"]
    assert trail.put("") == "/tools/bridge-score?go=instead"


def test_nothing_is_written_under_what_lies_on_the_screen() -> None:
    trail = opened("/tools/bridge-score")
    trail.settle(1)
    trail.hear("/tools/bridge-score?step=1")
    assert trail.put("level=4") is None
