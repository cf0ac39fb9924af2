"""Who wins a trick (11, 12, 13)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError, call
from decision_trees.shengji.tricks import bombs_played

_SEATS = "SENW"


def _plays_from(first: str, *cards: str) -> list[list[str]]:
    start = _SEATS.index(first)
    return [[_SEATS[(start + at) % 4], written] for at, written in enumerate(cards)]


@pytest.mark.parametrize(
    ("level", "plays", "winner", "points"),
    [  # spades are trumps
        pytest.param(
            "A", _plays_from("S", "HK", "HQ", "H5", "H4"), "S", 15, id="1.6: no ace in a side suit, the king is highest"
        ),
        pytest.param(
            "A", _plays_from("S", "S3", "HA", "S4", "DA"), "E", 0, id="11.1: of two equal level cards the first"
        ),
        pytest.param("2", _plays_from("W", "D10", "H2", "D5", "C2"), "S", 15, id="11.1: the same among ruffs"),
        pytest.param(
            "2", _plays_from("W", "D10", "H2", "D5", "LJ"), "N", 15, id="1.7: the little joker over a level card"
        ),
        pytest.param(
            "2",
            _plays_from("S", "H10 H9", "HQ H3", "H4 H5", "S3 C4"),
            "S",
            15,
            id="8: a throw that stands is not beaten",
        ),
        pytest.param(
            "A", _plays_from("E", "D7 D8 D9", "S3 S4 H6", "S6 S7 S8", "S9 DA CA"), "S", 0, id="12.2p2: leading trump"
        ),
        pytest.param(
            "2", _plays_from("E", "D7 D8 D9", "BJ LJ H6", "S6 S7 S8", "S9 H3 H4"), "W", 0, id="12.1p3: mixed, no ruff"
        ),
    ],
)
def test_trick_winner_at_the_edges(level: str, plays: list[list[str]], winner: str, points: int) -> None:
    asked = {"plays": plays, "level": level, "trump": "S"}
    assert call("shengji.trick_winner", asked) == {"winner": winner, "points": points}


def _trick(**given: Any) -> dict[str, Any]:
    return call("shengji.trick_of", {"level": "5", "trump": "S", **given})


def test_two_level_cards_of_equal_height_the_first_wins() -> None:
    found = _trick(leader="W", led="D9", second="H5", third="C5", fourth="DK", banker="S", gathered=10)
    assert (found["winner"], found["points"], found["side"], found["how"]) == ("S", 20, "NS", "ruff")
    assert found["kinds"] == {"W": "lead", "S": "ruff", "E": "low_trump", "N": "follow"}
    assert found["tie"] is True
    assert found["equal"] == "东家的梅花5与南家的红心5同样大，先出的为大"
    assert (found["role"], found["total"]) == ("banker", 10)


def test_an_over_ruff_by_a_defender() -> None:
    found = _trick(leader="N", led="H10", second="S3", third="HK", fourth="S9", banker="N", gathered=15)
    assert (found["winner"], found["how"], found["points"], found["total"]) == ("E", "over_ruff", 20, 35)
    assert found["way"] == "defender_total"


def test_too_few_trumps_to_a_throw_are_a_discard() -> None:
    found = _trick(leader="S", led="HA HK", second="S3 D2", third="H3 H4", fourth="S2 S8")
    assert (found["winner"], found["kinds"]["E"], found["how"], found["way"]) == ("W", "discard", "ruff", "plain")


@pytest.mark.parametrize(
    ("plays", "level", "trump", "winner", "points"),
    [
        ("S HQ, E HK, N H10, W HA", "2", "S", "W", 20),
        ("S HQ, E S3, N H10, W HA", "2", "S", "E", 10),  # a ruff
        ("S HQ, E S3, N S4, W HA", "2", "S", "N", 0),  # an over-ruff
        ("S HQ, E H2, N D2, W C2", "2", "S", "E", 0),  # three equal level cards: the first
        ("S HQ, E H2, N S2, W BJ", "2", "S", "W", 0),
        ("W D9, S CA, E HA, N D3", "2", "S", "W", 0),  # discards lose
        ("E BJ, N LJ, W S2, S SA", "2", "S", "E", 0),
        ("N H2, W D2, S SA, E C2", "2", "S", "N", 0),  # trumps led
        ("N SK, W D2, S SA, E C2", "2", "S", "W", 10),
        ("S HA HK, E H5 H4, N H10 H9, W H3 D8", "2", "S", "S", 25),
        ("S HA HK, E S3 S4, N H10 H9, W H3 D8", "2", "S", "E", 20),
        ("S HA HK, E S3 S4, N S5 HQ, W H3 D8", "2", "S", "E", 15),  # mixed: no ruff
        ("S HA HK, E SJ S3, N SQ S4, W D3 D6", "2", "S", "N", 10),
        ("S HA HK, E SQ S3, N SJ S10, W D3 D6", "2", "S", "E", 20),  # leading trump not higher
        ("S HA HK, E H2 S3, N D2 S10, W D3 D6", "2", "S", "E", 20),  # equal leading trumps
        ("S HA HK, E H2 S3, N S2 S4, W BJ S5", "2", "S", "W", 15),
        ("S SA SK, E BJ H3, N S4 S5, W D3 D6", "2", "S", "S", 15),  # a throw of trumps that stands
        ("S DK, E D5, N D10, W DQ", "A", "S", "S", 25),  # aces are trumps: the king is the highest diamond
    ],
)
def test_trick_winner(plays: str, level: str, trump: str, winner: str, points: int) -> None:
    table = [item.strip().split(" ", 1) for item in plays.split(",")]
    asked = {"plays": table, "level": level, "trump": trump}
    assert call("shengji.trick_winner", asked) == {"winner": winner, "points": points}


_TRICK = {"plays": [["S", "HQ"], ["E", "HK"], ["N", "H10"], ["W", "HA"]], "level": "2", "trump": "S"}


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("trick_winner", _TRICK | {"plays": _TRICK["plays"][:3]}),  # type: ignore[index]
        ("trick_winner", _TRICK | {"plays": [["S", "HQ"], ["W", "HK"], ["N", "H10"], ["E", "HA"]]}),  # clockwise
        ("trick_winner", _TRICK | {"plays": [["S", "HQ"], ["E", "HK"], ["N", "H10"], ["W", "HQ"]]}),
        ("trick_winner", _TRICK | {"plays": [["S", "HQ"], ["E", "HK H3"], ["N", "H10"], ["W", "HA"]]}),
        ("trick_winner", _TRICK | {"plays": [["S", "HQ"], ["E"], ["N", "H10"], ["W", "HA"]]}),
        ("trick_winner", _TRICK | {"plays": [["S", ""], ["E", ""], ["N", ""], ["W", ""]]}),
    ],
)
def test_input_that_cannot_be(name: str, given: dict[str, Any]) -> None:
    with pytest.raises(RuleInputError, match=r"。$"):
        call(f"shengji.{name}", given)


@pytest.mark.parametrize(
    ("second", "bomb", "winner"),
    [  # 2 is played, hearts are trumps; south led the four sevens (4)
        ("S3 H5 D3 C3", "sure", "S"),
        ("SA DA CA CK", "sure", "S"),  # higher cards of side suits, no trump over the seven of hearts
        ("S3 HJ D3 C3", "higher_trump", None),
        ("S3 D2 D3 C3", "higher_trump", None),  # a level card
        ("S6 H6 D6 C6", "sure", "S"),  # a lower bomb
        ("S8 H8 D8 C8", "two_bombs", None),
    ],
)
def test_a_bomb_wins_where_every_reading_agrees(second: str, bomb: str, winner: str | None) -> None:
    given = {"leader": "S", "led": "S7 H7 D7 C7", "second": second, "third": "S4 H4 D4 C4", "fourth": "S9 D5 D9 C9"}
    found = _trick(**given, level="2", trump="H", banker="E", gathered=20)
    assert (found["bomb"], found["winner"]) == (bomb, winner)
    assert found["way"] == ("open" if winner is None else "defender_total" if found["points"] else "no_points")
    decided = _trick(**given, level="2", trump="H", banker="E", gathered=20, bomb_wins=True)
    assert (decided["winner"], decided["total"]) == ("S", 20 + decided["points"])


def test_four_equal_cards_to_a_throw() -> None:
    throw = {"leader": "W", "led": "SA SK SQ SJ", "third": "H3 D3 C3 C2", "fourth": "S2 S3 S4 S8", "level": "6"}
    found = _trick(**throw, second="H5 D5 C5 D9", trump="H")
    assert (found["bomb"], found["winner"]) == ("none", "W")
    found = _trick(**throw, second="H5 D5 C5 S5", trump="H")
    assert (found["bomb"], found["winner"]) == ("in_following", "W")  # a discard, unless one may bomb (D-26)
    found = _trick(**throw, second="H6 D6 C6 S6", trump="H")
    assert (found["bomb"], found["winner"]) == ("none", "S")  # the level cards ruff (12.1)


def test_four_level_cards_led_are_beaten_by_a_joker_only() -> None:
    given = {
        "leader": "W",
        "led": "S2 H2 D2 C2",
        "second": "HA S3 D3 C3",
        "third": "H3 S4 D4 C4",
        "fourth": "H4 S5 D5 C5",
    }
    assert _trick(**given, level="2", trump="H")["bomb"] == "sure"
    assert _trick(**given | {"second": "LJ S3 D3 C3"}, level="2", trump="H")["winner"] is None


@pytest.mark.parametrize(
    ("led", "north", "fault", "bomb"),
    [
        pytest.param("SA HK", "S3 S4", "classes", "fault", id="8: a lead of two classes"),
        pytest.param("SA SK", "S3", "number", "fault", id="9p2: one card short"),
        pytest.param("SA SK", "S3 S4", "none", "none", id="no fault to be seen"),
    ],
)
def test_faults_that_show_in_the_cards_alone(led: str, north: str, fault: str, bomb: str) -> None:
    found = call(
        "shengji.trick_fault",
        {"leader": "S", "led": led, "second": "S5 S6", "third": north, "fourth": "S7 S8", "level": "2", "trump": "D"},
    )
    assert (found["fault"], found["bomb"]) == (fault, bomb)


def test_of_two_bombs_in_following_the_higher_wins_where_the_event_says_so() -> None:
    given = {
        "leader": "E",
        "led": "S7",
        "second": "S8 H8 D8 C8",
        "third": "S9 H9 D9 C9",
        "fourth": "S4 H5 D4 C4",
        "level": "2",
        "trump": "H",
    }
    assert call("shengji.trick_of", given)["winner"] is None
    assert call("shengji.trick_of", given | {"bomb_wins": True})["winner"] == "N"
    assert call("shengji.trick_of", given | {"higher_bomb_wins": True})["winner"] == "W"
    assert call("shengji.trick_of", given | {"higher_bomb_wins": True, "level": "9"})["winner"] is None


def test_a_card_of_a_revoke_that_was_played_is_said_to_be_the_lowest() -> None:
    """28b.3: seven of diamonds over a four, but it counts as the lowest of diamonds."""
    given = {"leader": "W", "led": "D4", "second": "D7", "third": "D3", "fourth": "C6", "level": "J", "trump": "S"}
    out = call("shengji.trick_of", given | {"smallest": "D7"})
    assert (out["winner"], out["lowered"], out["any_lowered"]) == ("W", "南家的方块7", True)
    out = call("shengji.trick_of", given)
    assert (out["winner"], out["lowered"], out["any_lowered"]) == ("S", None, False)


def test_points_picked_out_already_lie_among_those_gathered() -> None:
    """13p2, 13p3: what was picked out wrongly goes back; what was picked out rightly is not counted twice."""
    given = {"leader": "W", "led": "C10", "second": "C5", "third": "CA", "fourth": "C2", "level": "3", "trump": "S"}
    back = call("shengji.trick_of", given | {"banker": "E", "gathered": 30, "picked": True})
    assert (back["way"], back["total"]) == ("banker_back", 15)
    kept = call("shengji.trick_of", given | {"banker": "N", "gathered": 30, "picked": True, "defender_penalty": 20})
    assert (kept["way"], kept["total"], kept["net"]) == ("defender_kept_net", 30, 10)
    with pytest.raises(RuleInputError, match="10分"):
        call("shengji.trick_of", given | {"banker": "E", "gathered": 10, "picked": True})


FOUR = {rank: f"S{rank} H{rank} D{rank} C{rank}" for rank in ("5", "7", "J", "K", "A")}


def test_of_two_bombs_the_first_and_the_one_of_the_higher_rank() -> None:
    """Anticlockwise from the leader: after South comes East (9p2); J is above 7 (11.1)."""
    told = bombs_played("N", FOUR["J"], "S", FOUR["7"], "S3 H3 D3 C3", level="2")
    assert (told["state"], told["first"], told["higher"]) == ("ranked", "S", "N")


def test_bombs_on_a_single_card_are_in_the_order_played() -> None:
    """West leads, South bombs before East does."""
    told = bombs_played("E", FOUR["K"], "W", "S9", FOUR["7"], level="2")
    assert (told["first"], told["higher"]) == ("S", "E")


def test_where_a_bomb_of_level_cards_ranks_is_not_written() -> None:
    told = bombs_played("W", FOUR["5"], "E", FOUR["A"], "S3 H3 D3 C3", level="5")
    assert (told["state"], told["first"], told["higher"]) == ("level_cards", "E", None)


def test_one_bomb_is_not_compared() -> None:
    told = bombs_played("N", FOUR["J"], "S", "SK", "S4", level="2")
    assert (told["state"], told["first"], told["higher"]) == ("one", None, None)


def test_a_card_in_two_bombs_is_refused() -> None:
    with pytest.raises(RuleInputError):
        bombs_played("N", FOUR["J"], "S", FOUR["J"], level="2")
