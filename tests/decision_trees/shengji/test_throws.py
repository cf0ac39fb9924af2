"""Throws by hand (8, 23.1, 28b.2)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError, call


@pytest.mark.parametrize(
    ("throw", "others", "beaten", "blockers", "penalty", "smallest"),
    [  # North throws, aces are played, spades are trumps
        pytest.param(
            "CK CQ", {"E": "CA", "S": "BJ", "W": "CJ"}, "", "", 0, None, id="1.6: the ace is a trump, no club"
        ),
        pytest.param(
            "SK SQ", {"E": "CA", "S": "BJ", "W": "SJ"}, "SK SQ", "E S", 30, "SQ", id="28b.2.3: a king of trumps"
        ),
        pytest.param(
            "DA SA", {"E": "LJ", "S": "", "W": ""}, "DA SA", "E", 20, "DA", id="28b.4.2: aces that are trumps are light"
        ),
        pytest.param(
            "C4 CQ C9", {"E": "C5", "S": "D3", "W": "C10"}, "C4 C9", "E W", 30, "C4", id="in the order thrown"
        ),
    ],
)
def test_throw_check_at_the_edges(
    throw: str, others: dict[str, str], beaten: str, blockers: str, penalty: int, smallest: str | None
) -> None:
    asked = {"throw": throw, "thrower": "N", "level": "A", "trump": "S", "others": others}
    assert call("shengji.throw_check", asked) == {
        "valid": not beaten,
        "beaten": beaten.split(),
        "blockers": blockers.split(),
        "chooser": "W",  # 1.10: the next after North
        "penalty": penalty,
    } | ({} if smallest is None else {"smallest_beaten": smallest})


def _throw(**given: Any) -> dict[str, Any]:
    return call("shengji.throw_shown", {"level": "7", "trump": "C", **given})


def test_an_equal_card_does_not_beat_a_throw() -> None:
    found = _throw(throw="H7 S7", thrower="S", west="D7")
    assert (found["check"], found["beaten"]) == (None, [])
    assert found["equal"] == "西家的方块7与红心7同样大；西家的方块7与黑桃7同样大"


def test_a_higher_card_beats_a_throw_whoever_has_it() -> None:
    found = _throw(throw="HA H9 H4", thrower="S", west="H6", north="HJ")
    assert (found["check"], found["beaten"], found["blockers"]) == ("higher", ["H9", "H4"], ["N", "W"])
    assert (found["by_partner"], found["blocked"], found["smallest"]) == (True, "partner", "H4")
    one = _throw(throw="HA HK H4", thrower="S", west="H6")
    assert (one["blocked"], one["rest"], one["several"]) == ("one", ["HA", "HK"], False)


def test_cards_of_two_classes_are_no_throw() -> None:
    assert _throw(throw="HA S9", thrower="S")["check"] == "several_classes"


@pytest.mark.parametrize(
    ("throw", "level", "trump", "others", "beaten", "blockers", "penalty"),
    [  # thrown by South; N is the partner
        ("HA HK", "2", "S", {"E": "HQ H3", "N": "HJ", "W": "H10"}, "", "", 0),
        ("HQ HJ H9 H8 H4", "2", "S", {"E": "H6", "N": "D5", "W": "H7"}, "H4", "E W", 50),  # the example of 28b.2.1
        ("HA HK H9 H8 H5", "2", "S", {"E": "H6", "N": "D5", "W": "C7"}, "H5", "E", 60),  # AK985 of 28b.2.2
        ("BJ LJ SA SK S6", "2", "S", {"E": "S7", "N": "D5", "W": "C7"}, "S6", "E", 60),  # 大王小王AK6 of 28b.2.3
        ("HA HQ", "2", "S", {"E": "H3", "N": "HK", "W": ""}, "HQ", "N", 30),  # the partner counts too (23.1p1)
        ("HA HQ H4", "2", "S", {"E": "H5", "N": "HK", "W": "S3"}, "HQ H4", "E N", 40),
        ("HA HQ", "2", "S", {"E": "S3", "N": "BJ", "W": "D2"}, "", "", 0),  # trumps are no hearts
        ("HK HQ", "A", "S", {"E": "HA", "N": "H3", "W": "D3"}, "", "", 0),  # the ace is a level card
        ("H7 S7", "7", "C", {"E": "D7", "N": "CA", "W": "CK"}, "", "", 0),  # an equal card does not beat
        ("H7 S7", "7", "C", {"E": "C7", "N": "CA", "W": "CK"}, "H7 S7", "E", 20),
        ("H7 CA", "7", "C", {"E": "S7", "N": "CK", "W": "D3"}, "CA", "E", 20),
        ("S2 SA", "2", "S", {"E": "LJ", "N": "D2", "W": "D3"}, "S2 SA", "E N", 20),
        ("C10 C8", "2", "S", {"E": "CJ", "N": "C3", "W": "C9"}, "C10 C8", "E W", 30),  # 10 is heavy (28b.4.2)
    ],
)
def test_throw_check(
    throw: str, level: str, trump: str, others: dict[str, str], beaten: str, blockers: str, penalty: int
) -> None:
    asked = {"throw": throw, "thrower": "S", "level": level, "trump": trump, "others": others}
    out = call("shengji.throw_check", asked)
    lowest = "H7" if beaten == "H7 S7" else "".join(beaten.split()[-1:])  # of equals the first thrown
    assert out.pop("smallest_beaten", "") == lowest
    assert out == {
        "valid": not beaten,
        "beaten": beaten.split(),
        "blockers": blockers.split(),
        "chooser": "E",
        "penalty": penalty,
    }


@pytest.mark.parametrize(
    ("throw", "level", "trump", "penalty"),
    [
        ("HA HK HQ HJ H10 H9 H8 H7", "2", "S", 80),  # 20 + 70, at most 80
        ("HQ HJ H9 H8 H7 H6 H5 H4", "2", "S", 80),
        ("HQ HJ H9 H8 H7 H6 H5", "2", "S", 70),
        ("HK H9", "2", "S", 30),
        ("HA SK", "A", "S", 20),  # HA is a trump, no side ace
        ("SA SK", "2", "S", 20),
        ("SK S9", "2", "S", 30),  # D-08-2: K and 10 are heavy in trumps too
        ("LJ SA", "2", "S", 20),  # the little joker is light
        ("S9 HK", "K", "S", 30),  # the highest, not the first in the row, is the first to win (D-03)
    ],
)
def test_throw_penalty(throw: str, level: str, trump: str, penalty: int) -> None:
    assert call("shengji.throw_penalty", {"throw": throw, "level": level, "trump": trump}) == {"penalty": penalty}


_THROW = {
    "throw": "HA HQ",
    "thrower": "S",
    "level": "2",
    "trump": "S",
    "others": {"E": "H3", "N": "HK", "W": ""},
}


@pytest.mark.parametrize(
    "change",
    [
        {"throw": "HA"},
        {"throw": ""},
        {"throw": "HA DA"},
        {"throw": "HA HA"},
        {"throw": "HA SA"},
        {"others": {"E": "H3", "N": "HK"}},
        {"others": {"E": "H3", "N": "HK", "S": ""}},
        {"others": {"E": "H3", "N": "HK", "W": "", "S": ""}},
        {"others": {"E": "H3", "N": "H3", "W": ""}},
        {"others": {"E": "H3", "N": "HQ", "W": ""}},
        {"others": {"E": 3, "N": "HK", "W": ""}},
        {"thrower": "X"},
    ],
)
def test_a_throw_that_cannot_be(change: dict[str, object]) -> None:
    with pytest.raises(RuleInputError, match=r"。$"):
        call("shengji.throw_check", _THROW | change)


@pytest.mark.parametrize(
    ("throw", "level", "trump", "count", "highest", "card"),
    [
        ("SA SK S9 S8 S5", "2", "H", 5, "heavy", "SA"),
        ("SA S9", "2", "S", 2, "light", "SA"),  # the ace is a trump, no side ace (28b.4.2)
        ("HA HK DA", "2", "S", 3, None, None),  # two classes: no throw
    ],
)
def test_thrown(throw: str, level: str, trump: str, count: int, highest: str | None, card: str | None) -> None:
    assert call("shengji.thrown", {"throw": throw, "level": level, "trump": trump}) == {
        "count": count,
        "highest": highest,
        "highest_card": card,
    }


@pytest.mark.parametrize(("count", "highest", "penalty"), [(5, "light", 50), (5, "heavy", 60), (9, "heavy", 80)])
def test_failed_throw_points(count: int, highest: str, penalty: int) -> None:
    assert call("shengji.failed_throw_points", {"count": count, "highest": highest})["penalty"] == penalty


def test_failed_throw_points_as_judged() -> None:
    asked = {"count": 5, "highest": "heavy", "judged": "light"}
    assert call("shengji.failed_throw_points", asked) == {"penalty": 50, "said": "50分"}


def test_points_by_the_cards_beaten() -> None:
    assert call("shengji.failed_throw_points", {"beaten": 2}) == {"penalty": 20, "said": "20分"}


def test_table_4_is_lost() -> None:
    said = "表4第1级别的分（分值缺失）"
    assert call("shengji.failed_throw_points", {"count": 5, "grade": "1"}) == {"penalty": None, "said": said}
    assert call("shengji.failed_throw_points", {"grade": "1", "table_4": 30}) == {"penalty": 30, "said": "30分"}


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("shengji.failed_throw_points", {"count": 5}),
        ("shengji.failed_throw_points", {"count": 1, "highest": "light"}),
        ("shengji.failed_throw_points", {"count": 13, "highest": "light"}),
        ("shengji.failed_throw_points", {"beaten": 0}),
    ],
)
def test_points_of_what_is_no_failed_throw(name: str, asked: dict[str, Any]) -> None:
    with pytest.raises(RuleInputError):
        call(name, asked)


def test_a_level_card_of_the_suit_thrown_is_a_trump_and_does_not_beat() -> None:
    """1.6, 1.7, 8: aces are played, so that the ace of hearts is no heart."""
    given = {"throw": "HK HQ", "level": "A", "trump": "D", "thrower": "N", "east": "HA H10 H3"}
    shown = call("shengji.throw_shown", given)
    assert shown["beaten"] == [] and shown["trumps_shown"] == "东家的红心A" and shown["any_trumps_shown"] is True
    assert call("shengji.throw_shown", given | {"level": "2"})["beaten"] == ["HK", "HQ"]


def test_what_may_be_named_of_a_throw_and_what_is_left_of_it() -> None:
    """23.1p2: one of those that may be named is led, the others are exposed cards."""
    given = {"cards": "DA DQ DJ", "throw": "DA DQ DJ", "level": "4", "trump": "C"}
    assert call("shengji.throw_named", given) == {"others": ["DA", "DQ"], "lowest": "DJ", "rest": None}
    assert call("shengji.throw_named", given | {"named": "DQ"})["rest"] == ["DA", "DJ"]
    assert call("shengji.throw_named", {"cards": "DQ DJ", "throw": "DA DQ DJ", "named": "DJ"})["rest"] == ["DA", "DQ"]
    assert call("shengji.throw_named", given | {"named": "S7"})["rest"] is None, "not a card of the throw"
    nothing = call("shengji.throw_named", given | {"cards": ""})  # nobody beats it: there is nothing to be named
    assert nothing == {"others": None, "lowest": None, "rest": None}
    with pytest.raises(RuleInputError, match="方块Q、方块J中的一张"):
        call("shengji.throw_named", {"cards": "DQ DJ", "throw": "DA DQ DJ", "named": "DA"})
