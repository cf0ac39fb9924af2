"""Following, ruffing and tricks by hand (9, 10, 11, 12, 13)."""

from __future__ import annotations

import pytest

from decision_trees.functions import RuleInputError, call
from decision_trees.shengji.cards import parse_cards
from decision_trees.shengji.following import check_following
from decision_trees.shengji.trumps import Trumps


@pytest.mark.parametrize(
    ("hand", "led", "play", "legal"),
    [  # 7 is played, spades are trumps
        ("H4 S3 DK", "H9", "H4", True),
        ("H4 S3 DK", "H9", "S3", False),  # has a heart
        ("H4 S3 DK", "H9", "DK", False),
        ("H7 S3 DK", "H9", "DK", True),  # H7 is a level card: no heart left
        ("H7 S3 DK", "H9", "H7", True),  # a ruff
        ("H7 DK C2", "S9", "DK", False),  # H7 is a trump and must follow (1.7)
        ("BJ DK C2", "S9", "C2", False),  # so is a joker
        ("DK C2 H3", "BJ", "C2", True),
        ("H4 S3 DK", "HA HK", "H4 S3", True),
        ("H4 S3 DK", "HA HK", "S3 DK", False),
        ("H4 H6 S3", "HA HK", "H4 S3", False),
        ("H4 H6 S3", "HA HK", "H4", False),  # 9p2: as many cards as led
        ("S3 S4 DK", "HA HK", "S3 DK", True),  # nobody has to ruff
        ("S3 S4 DK", "HA HK", "S3 S4", True),
        ("S3 H7 DK C2", "SA SK SQ", "S3 H7 C2", True),
        ("S3 H7 DK C2", "SA SK SQ", "S3 DK C2", False),
    ],
)
def test_legal_follow(hand: str, led: str, play: str, legal: bool) -> None:
    asked = {"hand": hand, "led": led, "play": play, "level": "7", "trump": "S"}
    assert call("shengji.legal_follow", asked) == {"legal": legal}


def test_an_illegal_play_says_why() -> None:
    trumps = Trumps.parse("7", "S")
    number = check_following(parse_cards("H4 H6"), parse_cards("HA HK"), parse_cards("H4"), trumps)
    assert (number.law, "张数不同" in number.because) == ("9p2", True)
    suit = check_following(parse_cards("H4 H6 S3"), parse_cards("HA HK"), parse_cards("H4 S3"), trumps)
    assert (suit.law, suit.because) == ("10p1", "手里有2张红心，应跟2张，只跟了1张（第十条第1段）。")


@pytest.mark.parametrize(
    ("hand", "led", "play", "best", "kind"),
    [  # 7 is played, spades are trumps
        ("H4 H6 S3", "HA HK", "H4 H6", None, "follow"),
        ("S3 S9 D9", "HA HK", "S3 S9", None, "ruff"),
        ("S3 S9 D9", "HA HK", "S3 D9", None, "discard"),  # 12.1p3
        ("S3 S9 D9 H2", "HA HK", "H2 S9", None, "discard"),  # too few hearts
        ("SA S9 D9", "HA HK", "SA S9", "SK S2", "over_ruff"),
        ("SQ S9 D9", "HA HK", "SQ S9", "SK S2", "discard"),  # trumps that do not beat the ruff
        ("SA S3 D9", "HA HK", "SA S3", "SK SQ", "over_ruff"),  # only the leading trump counts (12.2p2, D-32)
        ("D7 S3 D9", "HA HK", "D7 S3", "C7 S2", "discard"),  # other level cards are equal
        ("S7 S3 D9", "HA HK", "S7 S3", "C7 S2", "over_ruff"),
        ("D9 C4", "H9", "D9", "S2", "discard"),
        ("D7 C4", "H9", "D7", None, "ruff"),
        ("D7 BJ", "S9", "D7", None, "follow"),  # trumps led: a level card follows
        ("D9 C4", "S9", "D9", None, "discard"),
        ("D9 C4", "H9", "C4", "", "discard"),
    ],
)
def test_classify_play(hand: str, led: str, play: str, best: str | None, kind: str) -> None:
    asked = {"hand": hand, "led": led, "play": play, "level": "7", "trump": "S", "best_ruff": best}
    assert call("shengji.classify_play", asked) == {"kind": kind}


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


_FOLLOW = {"hand": "H4 S3", "led": "H9", "play": "H4", "level": "7", "trump": "S"}
_TRICK = {"plays": [["S", "HQ"], ["E", "HK"], ["N", "H10"], ["W", "HA"]], "level": "2", "trump": "S"}


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("legal_follow", _FOLLOW | {"play": "D4"}),  # not in the hand
        ("legal_follow", _FOLLOW | {"play": ""}),
        ("legal_follow", _FOLLOW | {"led": ""}),
        ("legal_follow", _FOLLOW | {"led": "H4"}),  # led and in the hand
        ("legal_follow", _FOLLOW | {"led": "H9 D9"}),  # two suits
        ("legal_follow", _FOLLOW | {"led": "S9 H9 D9 C9"}),  # a bomb
        ("legal_follow", _FOLLOW | {"led": "HA HK HQ", "play": "H4 S3"}),  # hand too short
        ("classify_play", _FOLLOW | {"play": "S3"}),  # a revoke
        ("classify_play", _FOLLOW | {"best_ruff": "D3"}),  # no ruff
        ("classify_play", _FOLLOW | {"best_ruff": "S3"}),  # in the hand
        ("trick_winner", _TRICK | {"plays": _TRICK["plays"][:3]}),  # type: ignore[index]
        ("trick_winner", _TRICK | {"plays": [["S", "HQ"], ["W", "HK"], ["N", "H10"], ["E", "HA"]]}),  # clockwise
        ("trick_winner", _TRICK | {"plays": [["S", "HQ"], ["E", "HK"], ["N", "H10"], ["W", "HQ"]]}),
        ("trick_winner", _TRICK | {"plays": [["S", "HQ"], ["E", "HK H3"], ["N", "H10"], ["W", "HA"]]}),
        ("trick_winner", _TRICK | {"plays": [["S", "HQ"], ["E"], ["N", "H10"], ["W", "HA"]]}),
        ("trick_winner", _TRICK | {"plays": [["S", ""], ["E", ""], ["N", ""], ["W", ""]]}),
    ],
)
def test_input_that_cannot_be(name: str, given: dict[str, object]) -> None:
    with pytest.raises(RuleInputError, match=r"。$"):
        call(f"shengji.{name}", given)
