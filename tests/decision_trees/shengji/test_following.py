"""Following, discarding, ruffing, and what is owed to a bomb (4, 9, 10, 12)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from decision_trees.functions import MoreNeeded, RuleInputError, call
from decision_trees.shengji.cards import parse_cards
from decision_trees.shengji.following import check_following
from decision_trees.shengji.trumps import Trumps


@pytest.mark.parametrize(
    ("cards", "bomb"),
    [("S8 H8 D8 C8", True), ("S8 H8 D8", False), ("S8 H8 D8 C9", False), ("SA HA DA CA", True), ("BJ LJ S8 H8", False)],
)
def test_is_bomb(cards: str, bomb: bool) -> None:
    assert call("shengji.is_bomb", {"cards": cards}) == {"bomb": bomb}


def test_owed_to_a_bomb() -> None:
    """One card of each suit, any for a suit that is missing (4, D-26-3)."""
    assert call("shengji.owed_to_bomb", {"hand": "S3 S4 H5 D6 BJ"})["must"] == ["S", "H", "D"]
    assert call("shengji.owed_to_bomb", {"hand": "S3 S4 H5 D6 BJ"})["free"] == 1


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


_FOLLOW = {"hand": "H4 S3", "led": "H9", "play": "H4", "level": "7", "trump": "S"}


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("is_bomb", {"cards": "S8 S8 D8 C8"}),
        ("owed_to_bomb", {"hand": "SA"}),
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
    ],
)
def test_input_that_cannot_be(name: str, given: dict[str, Any]) -> None:
    with pytest.raises(RuleInputError, match=r"。$"):
        call(f"shengji.{name}", given)


@pytest.mark.parametrize(
    ("led", "play", "short"),
    [
        ("D9", "C3", False),  # a discard without a trump
        ("D9", "D7", False),  # level card, one trump to one card: a ruff
        ("DA DK", "S3 C4", True),  # mixed (12.1p3)
        ("DA DK", "S3 S4", False),
        ("LJ", "S3", False),  # trumps were led: it follows
    ],
)
def test_trumps_that_are_no_ruff(led: str, play: str, short: bool) -> None:
    assert call("shengji.short_ruff", {"led": led, "play": play, "level": "7", "trump": "S"}) == {"short": short}


@pytest.mark.parametrize(
    ("hand", "play", "legal"),
    [  # 2 is played, hearts are trumps; a bomb of sevens was led (4)
        ("S3 H3 D3 C3 C4", "S3 H3 D3 C4", True),
        ("S3 H3 D3 C3 C4", "S3 H3 C3 C4", False),  # a diamond is owed
        ("S3 S4 H3 D3 C3", "S3 H3 D3", False),  # three cards to four (9p2)
        ("S3 C2 C6 C8 D6", "S3 C6 C8 D6", None),  # the level card of clubs (D-26-4)
        ("S3 S4 S5 S6 BJ", "S3 S4 S5 BJ", True),
        ("S3 S4 S5 S6 BJ", "S3 S4 S5 S6", None),  # a joker has no suit, yet is a trump
    ],
)
def test_following_a_bomb(hand: str, play: str, legal: bool | None) -> None:
    asked = {"hand": hand, "led": "S7 H7 D7 C7", "play": play, "level": "2", "trump": "H"}
    assert call("shengji.legal_follow", asked) == {"legal": legal}


@pytest.mark.parametrize(
    ("play", "legal"),
    [
        ("SA", True),  # 7: one card
        ("S7 H7 D7 C7", True),  # 4
        ("SA SK", None),  # 8: it turns on the other hands
        ("SA S2", False),  # the level card is a trump
        ("BJ H3 S2", None),  # all trumps
    ],
)
def test_a_lead_laid_down(play: str, legal: bool | None) -> None:
    asked = {"play": play, "player": "W", "leader": "W", "level": "2", "trump": "H"}
    assert call("shengji.legal_play", asked) == {"legal": legal}


def test_who_follows_needs_what_was_led() -> None:
    asked = {"play": "S4", "player": "W", "leader": "N", "hand": "S4 D9", "level": "2", "trump": "H"}
    with pytest.raises(MoreNeeded, match="领出"):
        call("shengji.legal_play", asked)
    assert call("shengji.legal_play", asked | {"led": "D3"}) == {"legal": False}


@pytest.mark.parametrize(
    ("hand", "heavy", "playable"),
    [  # 2 is played, spades are trumps; a bomb of sevens was led (4)
        ("H3 D3 S4 S9", "H10", "one"),  # the ten for the heart
        ("H3 D3 S4 S9 C4", "HK H10", "too_many"),  # one of each suit: no room for both hearts
        ("H3 D3 S4 S9", "HK H10", "all_together"),  # no clubs: a card is free
        ("H3 D3 S4 C9", "BJ", None),  # a trump, but of no suit (D-26-4)
        ("H3 D3 S4 S9", "BJ", "one"),  # no clubs: a card is free
    ],
)
def test_heavy_cards_to_a_bomb(hand: str, heavy: str, playable: str | None) -> None:
    asked = {"hand": hand, "led": "S7 H7 D7 C7", "heavy": heavy, "level": "2", "trump": "S"}
    assert call("shengji.heavy_playable", asked)["playable"] == playable


@pytest.mark.parametrize("name", ["legal_follow", "heavy_playable"])
def test_following_is_what_some_choice_of_cards_allows(name: str) -> None:
    """As many cards of the class led as any choice from the hand has (9p2, 10p1): counted over all choices."""
    level, trump, hand = "5", "D", ["D5", "H5", "S5", "BJ", "D3", "H9", "HK", "S10", "C4"]
    trumps = {"D5", "H5", "S5", "BJ", "D3"}
    for led, inside in [("LJ DA", trumps), ("HA HQ HJ", {"H9", "HK"}), ("C9", {"C4"}), ("SA SK SQ", {"S10"})]:
        choices = list(combinations(hand, len(led.split())))
        due = max(len(inside & set(c)) for c in choices)
        legal = [c for c in choices if len(inside & set(c)) == due]
        if name == "legal_follow":
            for c in choices:
                given = {"hand": " ".join(hand), "led": led, "play": " ".join(c), "level": level, "trump": trump}
                assert call("shengji.legal_follow", given) == {"legal": c in legal}
            continue
        for heavy in combinations(hand, 2):
            may = [card for card in heavy if any(card in c for c in legal)]
            together = any(set(may) <= set(c) for c in legal)
            answer = "none" if not may else "one" if len(may) == 1 else "all_together" if together else "too_many"
            given = {"hand": " ".join(hand), "led": led, "heavy": " ".join(heavy), "level": level, "trump": trump}
            assert call("shengji.heavy_playable", given)["playable"] == answer, given


def test_what_differs_from_a_lead_needs_a_lead() -> None:
    with pytest.raises(RuleInputError, match="领出"):
        call("shengji.number_off", {"led": "", "play": "S3"})


def _right(**given: str) -> Any:
    return call("shengji.right_number", {"level": "2", "trump": "C", **given})


def test_of_too_many_cards_those_of_the_suit_led_stay() -> None:
    """9p2, 10p1: as many as were led, of the suit led; where somebody has to choose nothing is said."""
    found = _right(led="S9", play="S8 HK")
    assert (found["keep"], found["extra"]) == (["S8"], ["HK"])
    assert _right(led="S9", play="S8 S3")["extra"] is None  # either may stay
    assert _right(led="S9", play="H8 D3")["extra"] is None  # two discards
    assert _right(led="S9 S7", play="S8 H3 D3")["extra"] is None  # one discard of two stays
    assert _right(led="C9", play="S2 HK")["keep"] == ["S2"]  # 1.7: level cards are trumps


def test_what_makes_up_too_few_cards_follows_from_the_hand() -> None:
    assert _right(led="H9 H8", play="H4", hand="H4 HK S6 S7")["add"] == "（红心K）"
    assert _right(led="H9 H8", play="H4", hand="H4 HK HQ S7")["add"] == "（红心K、红心Q中的1张）"
    assert _right(led="H9 H8 H7", play="H4", hand="H4 HK S6 S7")["add"] == "（红心K，另任意1张）"
    assert _right(led="H9", hand="S6 S7")["add"] == "（任意1张）"
    assert _right(led="H9 H8", play="H4")["add"] is None
    assert _right(led="S9 H9 D9 C9", play="S3", hand="S3 S4")["add"] is None  # a bomb is followed otherwise
