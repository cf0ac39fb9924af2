"""Seats, sides and turns (3, 6)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError
from tests.decision_trees.guandan.asking import Case, Refusal, ask, cases, check_answer, check_refused, refusals


def _seat(seat: str, after: str, opposite: str, before: str) -> Case:
    return "seat.relations", {"seat": seat}, {"xiajia": after, "duijia": opposite, "shangjia": before}


WORKED: list[Case] = [
    # 3.2: the player on the left is before, on the right after; anticlockwise
    _seat("S", "E", "N", "W"),
    _seat("E", "N", "W", "S"),
    _seat("N", "W", "S", "E"),
    _seat("W", "S", "E", "N"),
    # 3.1: partners sit opposite
    # 6.1: the next who has cards
    ("turn.successor", {"finisher": "S"}, {"seat": "E", "past": None}),
    ("turn.successor", {"finisher": "S", "first": "E"}, {"seat": "N", "past": None}),
    ("turn.successor", {"finisher": "S", "first": "E", "held": "东家、北家"}, {"seat": "W", "past": "北家"}),
]


@cases(WORKED)
def test_worked_case(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    check_answer(name, given, answer)


REFUSED: list[Refusal] = [
    ("seat.relations", {"seat": "X"}, "seat"),
]


@refusals(REFUSED)
def test_bad_input_is_refused_with_one_sentence(name: str, given: dict[str, Any], words: str) -> None:
    check_refused(name, given, words)


@pytest.mark.parametrize(
    ("offender", "by", "finished", "seat", "over"),
    [
        ("S", "E", [], "E", True),  # N and W have passed: the circle ends and E leads (3.7, 6.3)
        ("S", "W", [], "E", False),
        ("S", "N", [], "E", False),
        ("S", "W", ["E"], "N", False),
        ("E", "S", ["S"], "N", False),
        ("W", "S", ["S"], "N", True),  # nobody beat the first's last cards: his partner leads (9)
    ],
)
def test_whose_turn_after_a_stop(offender: str, by: str, finished: list[str], seat: str, over: bool) -> None:
    out = ask("turn.after_stop", offender=offender, last_play_by=by, finished=finished)
    assert (out["seat"], out["over"]) == (seat, over)
    assert (out["case"], out["does"]) == (("leads", "领出") if over else ("follows", "出牌或过牌"))


@pytest.mark.parametrize(
    ("by", "finished", "leads"),
    [("E", [], "E"), ("E", ["S"], "E"), ("E", ["E"], "W"), ("N", ["N", "E"], "S"), ("E", ["E", "W"], "N")],
)
def test_who_leads_where_nobody_beat_the_last_play(by: str, finished: list[str], leads: str) -> None:
    """6.3 its maker, 9 his partner where he has no cards left; where neither has any, the next who has (6.1)."""
    assert ask("turn.next_leader", last_play_by=by, finished=finished) == {"seat": leads}


@pytest.mark.parametrize(
    ("by", "finished", "voided", "void"),
    [
        ("S", ["S"], "S", True),  # the maker of the last play has no cards to lead (19.4)
        ("S", ["S", "N"], "N", True),  # he has finished, and his partner has none (9)
        ("S", ["N"], "N", False),  # he leads himself (6.3)
        ("S", ["E", "S"], "E", False),  # his partner leads
        (None, ["S"], "S", False),
        ("S", ["S"], None, False),
    ],
)
def test_nobody_is_said_to_lead_whose_cards_are_void(
    by: str | None, finished: list[str], voided: str | None, void: bool
) -> None:
    """19.4: of his lead, or of who leads in his place, the text says nothing."""
    assert ask("turn.leader_void", last_play_by=by, finished=finished, voided=voided) == {"void": void}
    if by is not None:
        assert (ask("turn.next_leader", last_play_by=by, finished=finished, voided=voided)["seat"] is None) is void


def test_after_a_stop_nobody_leads_for_whoever_has_void_cards() -> None:
    """19.4, 6.3: the last to act is stopped, and the play nobody beat was made by one whose cards are void since."""
    over = ask("turn.after_stop", offender="W", last_play_by="S", finished=["S"], voided="S")
    nobody = "由谁领出条文没有写，由裁判长定"
    assert (over["seat"], over["over"], over["case"], over["nobody"]) == (None, True, "open", nobody)
    goes_on = ask("turn.after_stop", offender="N", last_play_by="S", finished=["S"], voided="S")
    assert (goes_on["seat"], goes_on["case"], goes_on["nobody"]) == ("W", "follows", None)
    assert nobody in goes_on["ends"]


def test_nobody_leads_after_a_stop_only_where_the_lead_would_be_his_whose_cards_are_void() -> None:
    """19.4: S, whose last cards nobody beat, has void cards; W is stopped and would have been the last to pass (6.3)."""
    asked = {"offender": "W", "last_play_by": "S", "finished": ["S"]}
    assert ask("turn.stop_leads_nobody", **asked, voided="S") == {"open": True}
    assert ask("turn.stop_leads_nobody", **asked) == {"open": False}, "S has finished in order: his partner leads (9)"
    assert ask("turn.stop_leads_nobody", **{**asked, "offender": "N"}, voided="S") == {"open": False}, (
        "W is yet to play"
    )
    assert ask("turn.stop_leads_nobody", voided="S") == {"open": False}, "nothing is known"


def test_whoever_may_only_not_follow_still_leads() -> None:
    """18.3.1: 本圈不得跟牌; 6.3: where nobody else beats his play he leads. Who is stopped altogether does not (16.2)."""
    both = ask("turn.held", south="跟圈", north="圈")["seats"]
    assert both == "南家（不得跟牌）、北家"
    assert ask("turn.next_leader", last_play_by="S", held=both) == {"seat": "S"}
    assert ask("turn.next_leader", last_play_by="N", held=both) == {"seat": "W"}
    assert ask("turn.next_leader", last_play_by="W", finished=["W"], held=both) == {"seat": "E"}
    assert ask("turn.now", turn="S", last_play_by="E", held=both)["seat"] == "E"  # passed over when he would follow
    after = ask("turn.after_stop", offender="E", last_play_by="S", held=both)
    assert (after["seat"], after["ends"]) == ("W", "以后别家都过牌的，由南家领出")
    assert ask("turn.after_stop", offender="W", last_play_by="S", held=both)["leads"] == "S"
    assert ask("turn.partner_held", seat="N", held=both)["held"] is False
    assert ask("turn.partner_held", seat="S", held=both)["held"] is True
    said = ask("play.to_beat", last_play_by="S", previous=["S8"], level="5", held=both)["said"]
    assert "别家都过牌的，由南家领出；南家、北家还停着，轮到时跳过" in said


def test_where_nobody_knows_who_made_the_last_play_only_the_turn_is_known() -> None:
    """6.1: anticlockwise to the next who has cards; whether he leads hangs on whose play it was (6.3)."""
    unknown = {"over": None, "case": None, "does": None, "ends": None, "leads": None, "nobody": None}
    assert ask("turn.after_stop", offender="E") == {"seat": "N", **unknown}
    assert ask("turn.after_stop", offender="E", finished=["N"]) == {"seat": "W", **unknown}


def test_who_was_skipped() -> None:
    out = ask("turn.skipped", offender="W", due="E")
    assert (out["skipped"], out["then"]) == (["E", "N"], "S")
    with pytest.raises(RuleInputError, match="不是越序"):
        ask("turn.skipped", offender="W", due="W")


@pytest.mark.parametrize(
    ("kind", "does"), [("not_leader", "领出"), ("upper_skipped", "出牌或过牌"), ("several_skipped", None)]
)
def test_what_the_player_passed_over_does(kind: str, does: str | None) -> None:
    assert ask("turn.skipped_does", kind=kind) == {"does": does}


@pytest.mark.parametrize(
    ("given", "whose"),
    [({}, "opponent"), ({"offender": "W"}, "opponent"), ({"due": "W"}, "opponent")]
    + [
        ({"offender": "W", "due": due}, whose)
        for due, whose in zip("SENW", ("opponent", "partner", "opponent", "own"), strict=True)
    ],
)
def test_who_was_passed_over(given: dict[str, str], whose: str) -> None:
    assert ask("turn.passed_over", **given) == {"whose": whose}


@pytest.mark.parametrize(
    ("known", "side"),
    [
        ({"offender": "N"}, "NS"),
        ({"offender": "W", "pair": "NS"}, "EW"),
        ({"pair": "EW"}, "EW"),
        ({"pair": "we"}, "EW"),
        ({"pair": "南北方"}, "NS"),
        ({"pair": "12"}, None),
        ({}, None),
    ],
)
def test_the_offending_side_by_the_seat_or_by_the_pair(known: dict[str, str], side: str | None) -> None:
    assert ask("seat.offending_side", **known) == {"side": side}


@pytest.mark.parametrize(
    ("given", "partners"),
    [({"seat": "W", "other": "E"}, True), ({"seat": "W", "other": "W"}, False), ({"seat": "W", "other": "N"}, False),
     ({"seat": "W"}, True), ({}, True)],
)  # fmt: skip
def test_partners_sit_opposite_and_nothing_says_otherwise_of_who_is_not_known(
    given: dict[str, Any], partners: bool
) -> None:
    """Rule 3.1."""
    assert ask("seat.partners", **given) == {"partners": partners}


def test_a_partner_who_has_finished_is_barred_from_nothing() -> None:
    """Rules 17.4, 18.2.2: what is barred is barred when he leads, and he has no cards left to lead."""
    assert ask("turn.bar_moot", offender="W", first="E")["said"].startswith("已打完")
    assert ask("turn.bar_moot", offender="W", first="N", second="E")["said"].startswith("已打完")
    assert ask("turn.bar_moot", offender="W", first="N", second="S") == {"said": None, "out": False}
    assert ask("turn.bar_moot") == {"said": None, "out": False}
    assert ask("turn.bar_moot", offender="W") == {"said": None, "out": False}


def _now(seat: str, case: str, does: str) -> dict[str, str]:
    return {"seat": seat, "case": case, "does": does}


@cases([
    # 6.1, 6.3: it goes on where it stood; whose own play is to be beaten leads, 9: or the partner of the first to finish
    ("turn.now", {"turn": "E"}, _now("E", "follows", "出牌或过牌")),
    ("turn.now", {"turn": "E", "last_play_by": "E"}, _now("E", "leads", "领出")),
    ("turn.now", {"turn": "E", "last_play_by": "S", "finished": ["E"]}, _now("N", "follows", "出牌或过牌")),
    ("turn.now", {"turn": "S", "last_play_by": "S", "finished": ["S"]}, _now("N", "leads", "领出")),
    ("turn.now", {"turn": "W", "stopped": "W", "last_play_by": "E"}, _now("S", "stopped_follows", "出牌或过牌")),
    ("turn.now", {"turn": "W", "stopped": "W", "last_play_by": "S"}, _now("S", "stopped_leads", "领出")),
    ("turn.now", {"turn": "W", "stopped": "W"}, _now("S", "stopped_follows", "出牌或过牌")),
    # 6.1: after the last who acted, past whoever has finished
    ("turn.after_others", {"offender": "S"}, {"seat": "N", "round": False, "back": False}),
    ("turn.after_others", {"offender": "S", "acted": "partner", "finished": ["W"]}, {"seat": "S", "round": True, "back": False}),
    ("turn.after_others", {"offender": "S", "acted": "previous"}, {"seat": "S", "round": True, "back": False}),
])  # fmt: skip
def test_who_acts_now(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    check_answer(name, given, answer)


def test_whose_cards_are_void_is_passed_over() -> None:
    """Rule 19.4: who was made last plays no more, so that it goes on past him, and nobody's partner he is leads again."""
    assert ask("turn.successor", finisher="S", demoted="E")["seat"] == "N"
    assert ask("turn.successor", finisher="S", first="N", demoted="E")["seat"] == "W"
    moot = ask("turn.bar_moot", offender="W", demoted="E")
    assert moot["out"] and moot["said"].startswith("的牌已作废")
    with pytest.raises(RuleInputError, match="东家本副已改作下游"):
        ask("finish.still_plays", seat="E", first="N", demoted="E")


def test_who_is_stopped_when_he_was_to_lead_lets_the_next_one_lead() -> None:
    """Rule 22.1: the next player goes on; with no play to be beaten he leads, past whoever has no cards."""
    out = ask("turn.after_stop", offender="E", to_lead=True)
    assert (out["seat"], out["case"], out["does"]) == ("N", "leads_new", "领出")
    assert ask("turn.after_stop", offender="E", to_lead=True, finished=["N"])["seat"] == "W"
    assert ask("turn.after_stop", offender="E", last_play_by="W", to_lead=False)["case"] == "follows"


def test_who_was_stopped_before_is_passed_over() -> None:
    held = ask("turn.held", south="次", west="圈")["seats"]
    assert held == "南家、西家"
    assert ask("turn.held")["seats"] is None
    # north is to be beaten; after west (held) and south (held) it is east's turn (6.1, 16.2)
    assert ask("turn.now", turn="W", last_play_by="N", held=held)["seat"] == "E"
    assert ask("turn.after_stop", offender="E", last_play_by="S", held="北家")["seat"] == "W"
    # nobody is left to act on north's play: west stopped now, south before, east has passed (6.3)
    over = ask("turn.after_stop", offender="W", last_play_by="N", held="南家、东家")
    assert (over["seat"], over["does"]) == ("N", "领出")
    assert ask("turn.after_others", offender="S", acted="next", held="北家")["seat"] == "W"
    assert ask("turn.successor", finisher="S", first="S", held="东家")["seat"] == "N"
    assert ask("turn.skipped", offender="S", due="W", held="东家")["then"] == "N"


def test_who_is_stopped_does_not_lead() -> None:
    # nobody beat north's play, and he is stopped: the next one with cards leads (16.2; 22.1)
    assert ask("turn.now", turn="N", last_play_by="N", held="北家") == {"seat": "W", "case": "leads", "does": "领出"}
    assert ask("turn.now", turn="N", last_play_by="N", finished=["W"], held="北家")["seat"] == "S"


def test_a_stopped_partner_does_not_lead_for_who_has_finished() -> None:
    assert ask("turn.partner_held", seat="N", held="南家")["held"] is True  # 9, 16.2
    assert ask("turn.partner_held", seat="N", held="东家、西家")["held"] is False
    assert ask("turn.partner_held")["held"] is False
    # north has finished, south is stopped: his right-hand player leads (9, 16.2)
    assert ask("turn.next_leader", last_play_by="N", finished=["N"], held="南家")["seat"] == "E"


def test_who_is_stopped_is_not_due() -> None:
    """16.2, 6.1: the next who may act is due in his place, and past him the next again."""
    assert ask("turn.due_now", due="E") == {"seat": "E", "past": None}
    assert ask("turn.due_now", due="E", held="东家") == {"seat": "N", "past": "东家还停着，"}
    assert ask("turn.due_now", due="E", held="东家、北家") == {"seat": "W", "past": "东家、北家还停着，"}
    assert ask("turn.due_now", due="E", finished=["N"], held="东家") == {"seat": "W", "past": "东家还停着，"}


def test_the_opposite_of_the_first_stands_in_unless_he_is_stopped() -> None:
    """Supplement 4.4.1 the opposite of the first; 16.2 not while he is stopped: then the next who may act."""
    assert ask("turn.stands_in", offender="S", first="E") == {"seat": "W"}
    assert ask("turn.stands_in", offender="S", first="E", held="西家") == {"seat": "N"}


def test_the_text_does_not_say_who_leads_in_place_of_a_player_whose_cards_are_void() -> None:
    nobody = {"seat": None, "case": "open", "does": None}
    assert ask("turn.now", turn="S", last_play_by="S", finished=["S"], voided="S") == nobody  # 19.4
    assert (
        ask("turn.now", turn="N", last_play_by="N", finished=["N", "S"], voided="S") == nobody
    )  # 9: he would have the wind
    assert ask("turn.now", turn="E", last_play_by="E", finished=["E", "S"], voided="S")["seat"] == "W"
    assert ask("turn.now", turn="S", last_play_by="W", finished=["S"], voided="S")["seat"] == "E"
    assert ask("turn.partner_held", seat="N", demoted="S") == {"held": False, "void": True}
    assert ask("turn.partner_held", seat="E", demoted="S") == {"held": False, "void": False}


@pytest.mark.parametrize(("known", "seat", "case"), [
    ({"offender": "E", "last_play_by": "S"}, "S", "leads"),
    ({"offender": "E", "last_play_by": "W"}, "S", "follows"),
    ({"offender": "E"}, "S", None),
    ({"offender": "E", "held": "南家"}, "W", None),
    ({"offender": "E", "last_play_by": "N"}, "S", "wind"),  # the next player's last cards: his partner leads (9)
    ({"offender": "E", "last_play_by": "S", "held": "南家", "finished": ["N"]}, "E", "leads"),
    ({"offender": "E", "last_play_by": "W", "held": "南家"}, "W", "leads"),
    ({"offender": "E", "last_play_by": "N", "next_state": "second"}, "S", "wind"),
    ({"offender": "E", "last_play_by": "N", "finished": ["N", "S"], "voided": "S"}, None, "open"),
])  # fmt: skip
def test_whose_turn_it_is_where_the_next_player_has_finished(
    known: dict[str, Any], seat: str | None, case: str | None
) -> None:
    found = ask("turn.opposite", **known)  # supplement 4.4.1: the player opposite the first who finished
    assert (found["seat"], found["case"]) == (seat, case)


def test_a_stopped_player_cannot_have_made_the_play_to_be_beaten() -> None:
    with pytest.raises(RuleInputError, match="不会是他自己出的"):
        ask("turn.opposite", offender="E", last_play_by="E")
