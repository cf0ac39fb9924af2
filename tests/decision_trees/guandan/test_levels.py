"""Levels (3.10, 14.1, 16.3)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import MoreNeeded
from tests.decision_trees.guandan.asking import Case, Refusal, ask, cases, check_answer, check_refused, refusals


def _advance(level: str, place: int, own_ace: bool, to: str) -> Case:
    return "level.advance", {"level": level, "partner_place": place, "own_ace_deal": own_ace}, {"level": to}


WORKED: list[Case] = [
    # 3.10, 14.1.1
    _advance("2", 3, False, "4"),
    _advance("2", 4, False, "3"),
    _advance("9", 2, False, "Q"),
    _advance("10", 3, False, "Q"),
    _advance("Q", 2, False, "A"),  # A must be played
    _advance("K", 2, False, "A"),
    _advance("K", 4, False, "A"),
    _advance("A", 2, True, "A+"),
    _advance("A", 3, True, "A+"),
    _advance("A", 4, True, "A"),
    _advance("A", 2, False, "A"),  # the opponents' deal (D-12)
    (
        "level.advance",
        {"level": "5", "partner_place": 2, "own_ace_deal": False, "via": "对方判负双下"},
        {"level": "8"},
    ),
    ("level.sequence", {"start": "10", "partner_places": [4, 4, 4, 4, 4, 2]}, {"levels": [*"JQKAA", "A+"]}),
    ("level.sequence", {"start": "2", "partner_places": []}, {"levels": []}),
    # 3.10.2
    ("deal.steps", {"first": "S", "second": "N"}, {"side": "NS", "steps": 3, "partner_place": 2}),
    ("deal.steps", {"first": "E", "second": "S", "third": "W"}, {"side": "EW", "steps": 2, "partner_place": 3}),
    ("deal.steps", {"first": "E", "second": "S", "third": "N"}, {"side": "EW", "steps": 1, "partner_place": 4}),
    # 7.1, 3.10: whose level is played, and which it is
    ("level.played", {"side": "NS", "level_ns": "7", "level_ew": "4"}, {"level": "7", "side": "NS"}),
    ("level.played", {"side": "EW", "level_ns": "7", "level_ew": "4"}, {"level": "4", "side": "EW"}),
    ("level.played", {"level_ns": "5", "level_ew": "5"}, {"level": "5", "side": None}),
    ("level.played", {"level_ns": "5", "level_ew": "6"}, {"level": None, "side": None}),
    ("level.side", {"first": "E"}, {"side": "EW"}),
    ("level.side", {"first": "E", "offender": "W"}, {"side": "NS"}),
    ("level.side", {"first": "E", "by_regulations": True}, {"side": None}),
    ("level.side", {}, {"side": None}),
    ("level.equal", {"level_ns": "10", "level_ew": "10"}, {"equal": True}),
    ("level.equal", {"level_ns": "10", "level_ew": "J"}, {"equal": False}),
    ("level.next", {"first": "E", "final_ns": "5", "final_ew": "8"}, {"side": "EW", "level": "8", "case": "plays"}),
    (
        "level.next",
        {"first": "E", "final_ns": "5", "final_ew": "8", "last_deal": True},
        {"side": "EW", "level": "8", "case": "over"},
    ),
    (
        "level.next_adjudged",
        {"offender": "E", "level_ns": "5", "level_ew": "8"},
        {"side": "NS", "level": "8", "case": "plays"},
    ),
    (
        "level.next_after",
        {"level_ns": "6", "level_ew": "5", "first": "S", "second": "N", "level": "6"},
        {"side": "NS", "level": "9", "case": "plays"},
    ),
    (
        "level.next_after",
        {"level_ns": "A", "level_ew": "5", "first": "S", "second": "N", "level": "A"},
        {"side": "NS", "level": "A+", "case": "over"},
    ),
    (
        "level.after",
        {"level_ns": "10", "level_ew": "A", "first": "E", "second": "N", "third": "W", "own_ace": True},
        {"level_ns": "10", "level_ew": "A+", "said": "过A，本局取胜"},
    ),
    (
        "level.after",
        {"level_ns": "A", "level_ew": "A", "first": "E", "second": "W", "own_ace": False},
        {"level_ns": "A", "level_ew": "A", "said": "已到A，这一副打的不是自己的A，仍打A"},
    ),
    # 16.3, 14.1: no deal follows one adjudged lost when the others are past A by it, or it was the last
    ("deal.adjudged_over", {}, {"said": None}),
    ("deal.adjudged_over", {"offender": "E", "level_ns": "K", "level_ew": "5"}, {"said": None}),
    ("deal.adjudged_over", {"last_deal": True}, {"said": "本局结束，没有下一副"}),
    (
        "deal.adjudged_over",
        {"offender": "E", "level_ns": "A", "level_ew": "5", "level_side": "NS"},
        {"said": "本局结束，没有下一副"},
    ),
    ("deal.adjudged_over", {"offender": "E", "level_ns": "A", "level_ew": "5", "level_side": "EW"}, {"said": None}),
    ("deal.adjudged_over", {"offender": "E", "level_ns": "A", "level_ew": "A"}, {"said": None}),
    ("level.settled", {}, {"settled": True}),
    # 14.1.1: at A, and whether the deal was one's own A
    (
        "level.at_ace",
        {"first": "S", "level_ns": "A", "level_ew": "6", "level": "A"},
        {"at_ace": True, "own_deal": True},
    ),
    (
        "level.at_ace",
        {"first": "S", "level_ns": "A", "level_ew": "6", "level": "6"},
        {"at_ace": True, "own_deal": False},
    ),
    (
        "level.at_ace",
        {"first": "S", "level_ns": "A", "level_ew": "A", "level": "A"},
        {"at_ace": True, "own_deal": None},
    ),
    (
        "level.at_ace",
        {"first": "S", "level_ns": "K", "level_ew": "A", "level_side": "EW"},
        {"at_ace": False, "own_deal": False},
    ),
    # 14.1.1 to 14.1.4: past A ends every game, the last deal or the time all but those by games
    ("game.state", {"level_ns": "A+", "level_ew": "5"}, {"state": "past_ace"}),
    ("game.state", {"level_ns": "A", "level_ew": "5", "mode": "计局制", "last_deal": True}, {"state": "no"}),
    ("game.state", {"level_ns": "A", "level_ew": "5", "mode": "计副制", "last_deal": True}, {"state": "limit"}),
    ("game.state", {"level_ns": "A", "level_ew": "5", "mode": "计副制"}, {"state": None}),
    ("game.ends", {"mode": "计局制", "last_deal": True}, {"ends": False}),
    ("game.ends", {"mode": "计时制", "last_deal": True}, {"ends": True}),
    ("game.ends", {}, {"ends": None}),
]


@cases(WORKED)
def test_worked_case(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    check_answer(name, given, answer)


REFUSED: list[Refusal] = [
    ("level.advance", {"level": "A+", "partner_place": 2, "own_ace_deal": False}, "已经过A"),
    ("level.advance", {"level": "1", "partner_place": 2, "own_ace_deal": False}, "没有级数“1”"),
    ("level.advance", {"level": "2", "partner_place": 1, "own_ace_deal": False}, "现在是 1"),
    ("level.advance", {"level": "K", "partner_place": 2, "own_ace_deal": True}, "不会是本方打A"),
    ("level.sequence", {"start": "A", "partner_places": [2, 2]}, "已经过A"),
    ("level.next_after", {"level_ns": "6", "level_ew": "5", "first": "S"}, "才能说出下一副打几"),
    ("level.next", {"first": "E", "final_ns": "5", "final_ew": "A+"}, "没有下一副"),
    ("level.next", {"first": "S", "final_ns": "99", "final_ew": "5"}, "没有级数“99”"),
    ("level.at_ace", {"first": "S", "level_ns": "A", "level_ew": "1"}, "没有级数“1”"),
    ("game.state", {"level_ns": "Z", "level_ew": "5"}, "没有级数“Z”"),
    ("deal.result", {"level_ns": "5", "level_ew": "1", "first": "S", "second": "N"}, "没有级数“1”"),
    ("deal.result", {"level_ns": "5", "level_ew": "A+", "first": "S", "second": "N"}, "对方已经过A"),
]


@refusals(REFUSED)
def test_bad_input_is_refused_with_one_sentence(name: str, given: dict[str, Any], words: str) -> None:
    check_refused(name, given, words)


@pytest.mark.parametrize(
    ("order", "levels", "level", "case", "end"),
    [
        ("SEN", ("6", "5"), "6", "advances", "8"),  # partner third: two (3.10.2)
        ("SN", ("Q", "5"), "Q", "advances", "A"),  # double down: three, but A must be played (14.1.1)
        ("SEW", ("K", "5"), "K", "advances", "A"),  # partner last: one
        ("SEN", ("A", "5"), "A", "passed", "A+"),
        ("SN", ("A", "5"), "A", "passed", "A+"),
        ("SEW", ("A", "5"), "A", "stays", "A"),  # one first, the other last is no win (14.1.1)
        ("SN", ("A", "5"), "5", "not_played", "A"),  # not their own A (D-12)
        ("SN", ("A", "A"), "A", "depends", "A"),  # whose A it is was not said
        ("SEW", ("A", "A"), "A", "stays", "A"),  # whichever it was
    ],
)
def test_levels_from_and_to(order: str, levels: tuple[str, str], level: str, case: str, end: str) -> None:
    seats = dict(zip(("first", "second", "third"), order, strict=False))
    out = ask("deal.result", level_ns=levels[0], level_ew=levels[1], level=level, **seats)
    assert (out["side"], out["case"], out["from"], out["to"]) == ("NS", case, levels[0], end)
    assert (out["level_ns"], out["level_ew"]) == (end, levels[1])


def test_the_side_whose_level_is_played_decides_at_ace() -> None:
    own = ask("deal.result", level_ns="A", level_ew="A", first="N", second="S", level_side="NS")
    other = ask("deal.result", level_ns="A", level_ew="A", first="N", second="S", level_side="EW")
    assert (own["case"], other["case"]) == ("passed", "not_played")


def test_an_adjudged_double_down_goes_to_the_opponents() -> None:
    out = ask("deal.adjudged", offender="W", level_ns="9", level_ew="4", level="9")
    assert (out["side"], out["from"], out["to"], out["said"]) == ("NS", "9", "Q", "由9升到Q")


def test_levels_after_a_deal_are_open_while_the_order_is() -> None:
    assert ask("level.after", level_ns="2", level_ew="2", first="S")["level_ns"] is None
    with pytest.raises(MoreNeeded, match="名次填全"):
        ask("deal.result", level_ns="2", level_ew="2", first="S")


@pytest.mark.parametrize(
    ("known", "levels"),
    [
        ({"first": "S", "second": "E", "third": "N"}, ("8", "5")),  # first and third: two (3.10.2)
        ({"first": "S", "second": "E", "third": "N", "lost_by": "S"}, ("6", "8")),  # adjudged, whatever was played
        ({"lost_by": "W"}, ("9", "5")),
        (
            {"first": "S", "second": "E", "third": "N", "demoted": "N"},
            ("7", "5"),
        ),  # the first's partner made last (4.8.5): one
        (
            {"first": "S", "second": "E", "third": "N", "demoted": "S"},
            ("6", "7"),
        ),  # E first, N second, W third: two (19.4)
        ({}, (None, None)),
    ],
)
def test_levels_when_the_next_deal_begins(known: dict[str, str], levels: tuple[str | None, str | None]) -> None:
    out = ask("level.next_deal", level_ns="6", level_ew="5", level="6", level_side="NS", **known)
    assert (out["level_ns"], out["level_ew"]) == levels


@pytest.mark.parametrize(
    ("known", "ended"),
    [
        ({"over": True}, True),  # ruled so (16.4)
        ({"first": "S", "second": "E", "third": "N"}, True),  # A was played, and is passed (14.1.1)
        ({"first": "S", "second": "E", "third": "W"}, None),  # the partner is last
        ({"lost_by": "E"}, True),
        ({"lost_by": "S"}, None),
        ({"lost_by": "S", "last_deal": True}, True),  # A against 8 (14.1.2)
        ({"lost_by": "S", "last_deal": True, "mode": "计局制"}, None),
        ({"first": "S"}, None),
        ({}, None),
    ],
)
def test_the_game_ended_with_the_deal(known: dict[str, Any], ended: bool | None) -> None:
    assert ask("game.ended", level_ns="A", level_ew="5", level="A", level_side="NS", **known) == {"ended": ended}


def test_with_equal_levels_another_deal_may_be_added() -> None:
    given = {"level_ns": "8", "level_ew": "6", "level": "6", "level_side": "EW", "last_deal": True}
    assert ask("game.ended", **given, first="E", second="S", third="W") == {"ended": None}  # 8 against 8 (14.3)


def test_another_game_begins_from_the_first_level() -> None:
    assert ask("level.next_deal", level_ns="A", level_ew="5", lost_by="E", ended=True) == {
        "level_ns": "2",
        "level_ew": "2",
    }


def test_the_levels_after_a_deal_are_those_of_its_places_or_of_the_penalty() -> None:
    at = {"level_ns": "6", "level_ew": "K", "level": "K"}
    assert ask("level.final", **at, lost_by="N") == {
        "level_ns": "6",
        "level_ew": "A",
    }  # 16.3, 14.1.1: an ace has to be played
    assert ask("level.final", **at, first="N", second="S") == {"level_ns": "9", "level_ew": "K"}  # 3.10.2
    assert ask("level.final", **at, first="N", second="S", lost_by="E") == {"level_ns": "9", "level_ew": "K"}
    assert ask("level.final", **at) == {"level_ns": None, "level_ew": None}


@pytest.mark.parametrize(
    ("levels", "unequal", "said"),
    [
        ({"level_ns": "5", "level_ew": "8"}, True, "南北方5、东西方8"),
        ({"level_ns": "8", "level_ew": "8"}, False, "南北方8、东西方8"),
        ({"level_ns": "5", "level_ew": "8", "first": "S", "final_ns": "8", "final_ew": "8"}, False, "南北方8、东西方8"),
        (
            {"level_ns": "A", "level_ew": "8", "first": "S", "final_ns": "A+", "final_ew": "8"},
            True,
            "南北方过A、东西方8",
        ),
        ({"level_ns": "5", "level_ew": "8", "first": "S"}, False, None),  # what the deal brings is not known
        ({}, False, None),
    ],
)
def test_levels_that_differ_are_no_draw(levels: dict[str, Any], unequal: bool, said: str | None) -> None:
    """13.3, 14.3: a game is drawn at equal levels only; after a deal it is those it brings that count."""
    assert ask("level.unequal", **levels) == {"unequal": unequal, "said": said}
