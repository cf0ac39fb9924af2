"""The order of finishing (3.9, 19.4) and who leads after a finish (9)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError
from tests.decision_trees.guandan.asking import Case, Refusal, ask, cases, check_answer, check_refused, refusals


def _wind(seat: str, place: int, beaten: bool, leader: str | None) -> Case:
    return "play.borrow_wind", {"just_finished": seat, "place": place, "beaten": beaten}, {"leader": leader}


WORKED: list[Case] = [
    # 9, 6.3
    _wind("E", 1, False, "W"),
    _wind("N", 1, False, "S"),
    _wind("N", 1, True, None),
    _wind("W", 2, False, "E"),
    _wind("W", 3, False, None),
    # 3.9: who is left when three have finished is last
    ("finish.fourth", {"first": "S", "second": "E", "third": "W"}, {"last": "N"}),
    ("finish.fourth", {"first": "S", "second": "N"}, {"last": None}),
    ("finish.fourth", {}, {"last": None}),
    ("finish.partner_place", {"first": "S", "second": "N"}, {"place": "second"}),
    ("finish.partner_place", {"first": "S", "second": "E", "third": "N"}, {"place": "third"}),
    ("finish.partner_place", {"first": "S", "second": "E", "third": "W"}, {"place": "last"}),
    ("finish.partner_place", {"first": "S", "second": "E"}, {"place": None}),
    ("finish.which", {"finisher": "N", "first": "S", "second": "N"}, {"place": "second_partner"}),
    ("finish.which", {"finisher": "E", "first": "S", "second": "E"}, {"place": "second_opponent"}),
    ("finish.which", {"finisher": "W", "first": "S", "second": "E", "third": "W"}, {"place": "third"}),
    ("finish.which", {"finisher": "W", "first": "S", "second": "E"}, {"place": None}),
    # 19.4: the cards of one are void, so that two out leave only one with cards (6.4); who was first is last, and the next is first
    ("finish.which", {"finisher": "N", "first": "E", "second": "N", "demoted": "S"}, {"place": "second_ends"}),
    ("finish.which", {"finisher": "W", "first": "E", "second": "W", "demoted": "S"}, {"place": "second_partner"}),
    ("finish.which", {"finisher": "N", "first": "S", "second": "N", "demoted": "S"}, {"place": "first"}),
    ("finish.state", {"offender": "W", "first": "S", "second": "E"}, {"state": None}),  # he may be third by now
    ("finish.state", {"offender": "W", "first": "S", "second": "N"}, {"state": "not_finished"}),
    ("finish.state", {"offender": "W", "first": "S", "second": "E", "third": "N"}, {"state": "not_finished"}),
    ("finish.state", {"offender": "S", "first": "S"}, {"state": "first"}),
    ("finish.state", {"offender": "N", "first": "S", "second": "N"}, {"state": "second_partner_first"}),
    ("finish.state", {"offender": "E", "first": "S", "second": "E"}, {"state": "later"}),
    # supplement 4.8.5 asks whether the partner had finished before
    (
        "finish.partners",
        {"offender": "N", "first": "S", "second": "N"},
        {"partner": "before", "places": "first_second"},
    ),
    ("finish.partners", {"offender": "S", "first": "S", "second": "N"}, {"partner": "after", "places": None}),
    ("finish.partners", {"offender": "S", "first": "S"}, {"partner": None, "places": None}),  # he may be second by now
    (
        "finish.partners",
        {"offender": "S", "first": "S", "second": "E", "third": "W"},
        {"partner": "not_yet", "places": None},
    ),
    ("finish.partners", {"offender": "W", "first": "S", "second": "E"}, {"partner": None, "places": None}),
    # supplement 4.4.1 asks whether the next player is the first
    ("finish.next_state", {"offender": "S", "first": "E"}, {"state": "first", "left_has_cards": True}),
    ("finish.next_state", {"offender": "S", "first": "W", "second": "E"}, {"state": "second", "left_has_cards": False}),
    ("finish.next_state", {"offender": "S", "first": "N"}, {"state": "has_cards", "left_has_cards": True}),
]


@cases(WORKED)
def test_worked_case(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    check_answer(name, given, answer)


REFUSED: list[Refusal] = [
    ("play.borrow_wind", {"just_finished": "S", "place": 4, "beaten": False}, "上游、二游或三游"),
]


@refusals(REFUSED)
def test_bad_input_is_refused_with_one_sentence(name: str, given: dict[str, Any], words: str) -> None:
    check_refused(name, given, words)


@pytest.mark.parametrize(
    ("offender", "order", "expected"),
    [
        ("W", "SEN", "SENW"),  # hand void, the other three played on (19.4)
        ("W", "WSN", "SNEW"),  # was first: the second becomes first, and so on
        ("N", "SEN", "SEWN"),  # was third
        ("E", "SEN", "SNWE"),  # was second
        ("E", "SN", "SNWE"),  # one of those who had lost anyway
        ("N", "SN", "S--N"),  # the double down is gone; the others did not play for second (D-53)
        ("S", "SN", "N--S"),
        ("S", "S", "---S"),  # nobody else has finished yet
    ],
)
def test_the_order_after_somebody_is_made_last(offender: str, order: str, expected: str) -> None:
    seats = dict(zip(("first", "second", "third"), order, strict=False))
    out = ask("finish.made_last", offender=offender, **seats)
    assert "".join(out[k] or "-" for k in ("first", "second", "third", "last")) == expected


def test_nobody_moves_up_past_a_place_that_is_not_known() -> None:
    # east or north was second; only with east, who is made last, would west move up to second
    out = ask("finish.made_last", offender="E", first="S", third="W")
    assert (out["case"], out["first"], out["second"], out["third"]) == ("open", "S", None, None)
    with pytest.raises(RuleInputError, match="谁先打完"):  # the second, now first, is not known
        ask("finish.made_last", offender="S", first="S", third="W")


def test_a_seat_has_one_place() -> None:
    with pytest.raises(RuleInputError, match="每家只有一个名次"):
        ask("finish.fourth", first="S", second="S")


def test_places_of_a_deal_adjudged_lost_do_not_count() -> None:
    places = {"first": "S", "second": "E", "third": "N", "last": "W"}
    assert ask("finish.counted", **places) == {**places, "lost_by": None}
    assert ask("finish.counted", **places, lost_by="N") == {**dict.fromkeys(places), "lost_by": "N"}


def test_the_first_deal_of_another_game_knows_no_places() -> None:
    out = ask("finish.counted", first="S", second="E", third="N", last="W", lost_by="N", ended=True)
    assert set(out.values()) == {None}


@pytest.mark.parametrize(
    ("player", "place", "then"),
    [("S", "second", ["N", None]), ("N", "first", ["S", None]), ("E", None, ["N", "S"])],
)
def test_who_takes_his_last_play_back_has_not_finished(player: str, place: str | None, then: list[str | None]) -> None:
    """3.9: he holds cards again; who finished after him moves up."""
    out = ask("finish.undone", offender=player, first="N", second="S")
    assert out == {"seat": player, "place": place, "first": then[0], "second": then[1], "third": None}


def test_who_has_finished_cannot_have_held_up_play() -> None:
    """3.9: he has no cards left."""
    assert ask("finish.still_plays", seat="E", first="N", second="S") == {"plays": True}
    with pytest.raises(RuleInputError, match="南家是本副的二游，已经打完了"):
        ask("finish.still_plays", seat="S", first="N", second="S")


def test_a_double_down_has_ended_the_deal_but_for_who_takes_his_last_cards_back() -> None:
    """3.5: partners first and second end it; 3.9: whose last play is taken back has not finished."""
    with pytest.raises(RuleInputError, match="已经打成双下"):
        ask("finish.goes_on", seat="E", first="S", second="N")
    assert ask("finish.goes_on", seat="N", first="S", second="N") == {"goes_on": True}
    assert ask("finish.goes_on", seat="E", first="S", second="W") == {"goes_on": True}


def test_whether_a_deal_has_a_last_player_is_known() -> None:
    assert ask("finish.last_known", last="W") == {"known": True}  # made so after a double down (19.4)
    assert ask("finish.last_known") == {"known": False}


def test_a_deal_adjudged_lost_is_not_scored_by_the_places() -> None:
    with pytest.raises(RuleInputError, match="本副已因北家违规判负"):  # 16.3, supplement 4.6.2
        ask("finish.by_places", lost_by="N")


@pytest.mark.parametrize(("known", "over"), [
    ({}, False),
    ({"first": "N", "second": "E"}, False),
    ({"first": "N", "second": "S"}, True),  # 3.5: a double down
    ({"first": "N", "second": "E", "third": "S"}, True),
    ({"lost_by": "E"}, True),  # 16.3
    ({"game_over": True}, True),  # 16.4
    ({"demoted": "S", "first": "E"}, False),  # 19.4: the other three play on
    ({"demoted": "S", "first": "E", "second": "N"}, True),
    ({"demoted": "S", "first": "S", "second": "E", "third": "W"}, True),
])  # fmt: skip
def test_whether_a_deal_is_over(known: dict[str, str], over: bool) -> None:
    assert ask("finish.over", **known) == {"over": over}
