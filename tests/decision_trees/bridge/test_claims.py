"""Claims and concessions (68-71), and tricks by any legal play against trying out every legal play of small hands."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from decision_trees.bridge.cards import Card, Rank, Suit
from decision_trees.bridge.claims import trick_range
from decision_trees.bridge.seats import Seat, Side
from decision_trees.bridge.tricks import Play
from decision_trees.functions import RuleInputError, call
from tests.decision_trees.bridge.asking import (
    Case,
    Refusal,
    cases,
    check_answer,
    check_refused,
    check_what_matters,
    refusals,
)


def _range(hands: str, leader: str, trump: str, side: str, least: int, most: int, **more: Any) -> Case:
    """``hands``: north, east, south, west, separated by slashes."""
    held = {s: cards.split() for s, cards in zip("NESW", hands.split("/"), strict=True)}
    given = {"hands": held, "leader": leader, "trump": trump, "side": side, **more}
    return "min_max_tricks_any_legal_play", given, {"min": least, "max": most}


def _plays(cards: str) -> list[dict[str, str]]:
    return [{"seat": c[0], "card": c[1:]} for c in cards.split()]


ENDING = {"hands": {"N": ["SA"], "E": ["S2"], "S": ["H3"], "W": ["D4"]}, "leader": "N", "trump": "NT", "side": "NS"}


Hands = tuple[tuple[Card, ...], ...]  # north, east, south, west


def _won(trick: Sequence[tuple[int, Card]], trump: Suit | None) -> int:
    """Winner's seat number, written without the library."""
    best_seat, best = trick[0]
    for seat, card in trick[1:]:
        if (card.suit is best.suit and card.rank > best.rank) or (card.suit is trump and best.suit is not trump):
            best_seat, best = seat, card
    return best_seat


def by_trying(hands: Hands, trick: tuple[tuple[int, Card], ...], turn: int, trump: Suit | None) -> tuple[int, int]:
    """Fewest and most tricks of north-south, one card at a time."""

    @cache
    def play(hands: Hands, trick: tuple[tuple[int, Card], ...], turn: int) -> tuple[int, int]:
        if len(trick) == 4:
            winner = _won(trick, trump)
            least, most = play(hands, (), winner)
            return least + (winner % 2 == 0), most + (winner % 2 == 0)
        hand = hands[turn]
        if not hand:
            return 0, 0
        may = [c for c in hand if trick and c.suit is trick[0][1].suit] or list(hand)
        found = []
        for card in may:
            left = tuple(c for c in hand if c != card)
            rest = (*hands[:turn], left, *hands[turn + 1 :])
            found.append(play(rest, (*trick, (turn, card)), (turn + 1) % 4))
        return min(f[0] for f in found), max(f[1] for f in found)

    return play(hands, trick, turn)


def _deal(cards: int, suits: Sequence[Suit], ranks: int, at: random.Random) -> Hands:
    pack = [Card(s, r) for s in suits for r in sorted(Rank, reverse=True)[:ranks]]
    at.shuffle(pack)
    return tuple(tuple(pack[i * cards : (i + 1) * cards]) for i in range(4))


def _held(hands: Hands) -> dict[Seat, tuple[Card, ...]]:
    return dict(zip(Seat, hands, strict=True))


WORKED: list[Case] = [
    _range("SA/S2/H3/D4", "N", "NT", "NS", 1, 1),
    _range("SA/S2/H3/D4", "N", "NT", "EW", 0, 0),
    _range("S2/SA/H3/D4", "N", "NT", "NS", 0, 0),
    _range("S2/SA/H3/D4", "N", "H", "NS", 1, 1),  # south ruffs
    _range("SA SK/S3 S2/H3 H2/D4 D3", "N", "NT", "NS", 2, 2),
    _range(
        "SA D2/S3 S2/H3 H2/D4 D3", "N", "NT", "NS", 0, 1
    ),  # west wins D2 and leads a diamond again: the ace is thrown
    _range(
        "SA H2/S2 HA/C3 C2/D4 D3", "N", "NT", "NS", 1, 1
    ),  # east must follow to the spade and keeps the ace of hearts
    _range("SA S2/SK S3/C3 C2/D4 D3", "N", "NT", "NS", 1, 1),  # each spade of east's beats S2
    _range("C2 C3/CA CK/D2 D3/H2 H3", "N", "D", "NS", 2, 2),  # all their clubs are ruffed
    _range("///", "N", "NT", "NS", 0, 0),
    # the trick in progress
    _range("S2/SA/H3/", "W", "NT", "EW", 1, 1, trick=[{"seat": "W", "card": "S4"}]),
    _range("S9/SA/H3/", "W", "H", "EW", 0, 0, trick=[{"seat": "W", "card": "S4"}]),
    _range("S9 S3/SA S5/H3 H4/D2", "W", "NT", "NS", 0, 1, trick=[{"seat": "W", "card": "S4"}]),
]


@cases(WORKED)
def test_worked_case(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    check_answer(name, given, answer)


IN_PART: list[Case] = [
    # claims and concessions (68-71)
    (
        "concession_by_any_legal_play",
        {
            "hands": {"N": ["SA", "SK"], "E": ["S3", "S2"], "S": ["H3", "H2"], "W": ["D4", "D3"]},
            "leader": "N",
            "trump": "NT",
            "side": "NS",
            "conceded": 1,
        },
        {"restored": 1, "holds": True},
    ),
    # with fewer hands: what one hand of the side is sure of, and nothing where that does not show
    (
        "concession_that_cannot_lose",
        {"trump": "S", "side": "NS", "conceded": 2, "north": ["SA", "H2"]},
        {"restored": None, "holds": True},
    ),
    (
        "concession_that_cannot_lose",
        {"trump": "S", "side": "NS", "conceded": 2, "south": ["SA", "SK"]},
        {"restored": 2, "holds": True},
    ),
    (
        "concession_that_cannot_lose",
        {"trump": "S", "side": "NS", "conceded": 1, "north": ["SA", "H2"]},
        {"restored": None, "holds": None},
    ),
    (
        "concession_that_cannot_lose",
        {"trump": "S", "side": "EW", "conceded": 2, "north": ["SA", "SK"]},
        {"restored": None, "holds": None},
    ),
    (
        "concession_that_cannot_lose",
        {"trump": "NT", "side": "NS", "conceded": 1, "north": ["CA"], "leader": "N"},
        {"restored": 1, "holds": True},
    ),
    (
        "concession_that_cannot_lose",
        {"trump": "NT", "side": "NS", "conceded": 1, "north": ["CA"], "leader": "E"},
        {"restored": None, "holds": None},
    ),
    (
        "concession_that_cannot_lose",
        {
            "trump": "S",
            "side": "NS",
            "conceded": 2,
            "north": ["SA", "H2"],
            "east": ["S3", "H4"],
            "south": ["C4", "C5"],
            "west": ["D9", "D7"],
            "leader": "N",
        },
        {"restored": 1, "holds": True},
    ),
]


@cases(IN_PART)
def test_what_matters_of_the_answer(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    check_what_matters(name, given, answer)


REFUSED: list[Refusal] = [
    ("min_max_tricks_any_legal_play", ENDING | {"hands": {"N": ["SA"], "E": ["S2"], "S": ["H3"]}}, "西家"),
    (
        "min_max_tricks_any_legal_play",
        ENDING | {"hands": {"N": ["SA", "SK"], "E": ["S2"], "S": ["H3"], "W": ["D4"]}},
        "不相等",
    ),
    (
        "min_max_tricks_any_legal_play",
        ENDING | {"hands": {"N": ["SA"], "E": ["SA"], "S": ["H3"], "W": ["D4"]}},
        "两次",
    ),
    ("min_max_tricks_any_legal_play", ENDING | {"leader": "X"}, "leader"),
    ("min_max_tricks_any_legal_play", ENDING | {"hands": ENDING["hands"] | {"X": []}}, "方位"),  # type: ignore[operator]
    (
        "min_max_tricks_any_legal_play",
        ENDING | {"hands": {s: [f"{u}{r}" for r in "23456789T"] for s, u in zip("NESW", "SHDC", strict=True)}},
        "太多",
    ),
    (
        "min_max_tricks_any_legal_play",
        ENDING | {"hands": {"N": ["S3"], "E": ["S2"], "S": ["H3"], "W": ["S5"]}, "leader": "W", "trick": _plays("WD4")},
        "不相等",
    ),
    (
        "concession_by_any_legal_play",
        ENDING | {"conceded": 2},
        "0至1",
    ),
    (
        "concession_that_cannot_lose",
        {"trump": "S", "side": "NS", "conceded": 3, "north": ["SA", "H2"]},
        "北家余下2张牌",
    ),
]


@refusals(REFUSED)
def test_bad_input_is_refused_with_one_sentence(name: str, given: dict[str, Any], words: str) -> None:
    check_refused(name, given, words)


@pytest.mark.parametrize("cards", [1, 2, 3])
def test_as_by_trying_every_legal_play(cards: int) -> None:
    at = random.Random(cards)
    for _ in range({1: 150, 2: 150, 3: 60}[cards]):
        suits = at.sample(list(Suit), at.choice([2, 3, 4]))
        hands = _deal(cards, suits, 13 if at.random() < 0.5 else max(6, -(-4 * cards // len(suits))), at)
        leader, trump = at.randrange(4), at.choice([None, *Suit])
        found = trick_range(_held(hands), list(Seat)[leader], trump, Side.NS)
        assert (found.fewest, found.most) == by_trying(hands, (), leader, trump), (hands, leader, trump)


def test_four_cards_in_one_suit_each_or_two() -> None:
    at = random.Random(4)
    for _ in range(8):
        hands = _deal(4, [Suit.S, Suit.H], 8, at)
        leader, trump = at.randrange(4), at.choice([None, Suit.S])
        found = trick_range(_held(hands), list(Seat)[leader], trump, Side.NS)
        assert (found.fewest, found.most) == by_trying(hands, (), leader, trump), (hands, leader, trump)


def test_a_trick_in_progress_as_by_trying() -> None:
    at = random.Random(9)
    for _ in range(120):
        hands, leader, trump = (
            _deal(at.choice([1, 2, 3]), list(Suit)[:3], 4, at),
            at.randrange(4),
            at.choice([None, Suit.C]),
        )
        left, trick = list(hands), []
        for turn in range(at.randrange(1, 4)):
            seat = (leader + turn) % 4
            may = [c for c in left[seat] if trick and c.suit is trick[0][1].suit] or left[seat]
            card = at.choice(may)
            left[seat] = tuple(c for c in left[seat] if c != card)
            trick.append((seat, card))
        plays = [Play(list(Seat)[s], c) for s, c in trick]
        found = trick_range(_held(tuple(left)), list(Seat)[leader], trump, Side.NS, plays)
        tried = by_trying(tuple(left), tuple(trick), (leader + len(trick)) % 4, trump)
        assert (found.fewest, found.most) == tried, (hands, trick, trump)


def test_the_sides_share_the_tricks() -> None:
    at = random.Random(5)
    for _ in range(40):
        hands, leader, trump = _deal(5, list(Suit), 13, at), at.choice(list(Seat)), at.choice([None, *Suit])
        ours = trick_range(_held(hands), leader, trump, Side.NS)
        theirs = trick_range(_held(hands), leader, trump, Side.EW)
        assert ours.fewest + theirs.most == ours.most + theirs.fewest == 5
        assert ours.fewest <= ours.most


@pytest.mark.parametrize(
    ("side", "before", "claimed", "tricks"), [("declarer", 7, 4, 11), ("declarer", 7, 6, 13), ("defenders", 3, 2, 8)]
)
def test_what_is_not_claimed_is_conceded(side: str, before: int, claimed: int, tricks: int) -> None:
    given = {"side": side, "before": before, "claimed": claimed}
    assert call("bridge.tricks_with_claim", given) == {"declarer_tricks": tricks}  # 68B


def test_a_deal_has_thirteen_tricks() -> None:
    with pytest.raises(RuleInputError, match="13墩"):
        call("bridge.tricks_with_claim", {"side": "declarer", "before": 9, "claimed": 5})


@pytest.mark.parametrize(
    ("given", "tricks"),
    [
        ({"side": "defenders", "conceded": 3, "left": 4, "so_far": 6}, 9),  # they have the other one (68B, 68D)
        ({"side": "defenders", "conceded": 3, "so_far": 6}, 9),
        ({"side": "defenders", "conceded": 3, "left": 4, "before": 3}, 9),  # 13 - 4 - 3 and 3
        ({"side": "defenders", "conceded": 3, "before": 3}, None),
        ({"side": "declarer", "conceded": 3, "left": 3, "so_far": 8}, 8),  # he gives up his hand
        ({"side": "declarer", "conceded": 1, "left": 3, "before": 8}, 10),
        ({"side": "declarer", "conceded": 1, "so_far": 8}, None),  # of how many?
        ({"side": "declarer", "left": 3, "so_far": 8}, None),
        ({"conceded": 1, "left": 3, "so_far": 8}, None),  # who?
        ({"side": "defenders", "so_far": 8, "in_the_end": 10}, 10),
        ({"side": "defenders", "conceded": 1, "so_far": 8, "in_the_end": 7}, 9),  # the concession itself says it
    ],
)
def test_tricks_as_a_concession_leaves_them(given: dict[str, Any], tricks: int | None) -> None:
    assert call("bridge.tricks_as_conceded", given) == {"tricks": tricks}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"side": "declarer", "conceded": 4, "left": 3, "so_far": 8}, "还没有打完的只有3墩"),
        ({"side": "defenders", "conceded": 3, "left": 4, "so_far": 10}, "没有这么多墩"),
        ({"side": "defenders", "conceded": 6, "so_far": 8}, "没有这么多墩"),
        ({"side": "defenders", "conceded": 1, "left": 9, "before": 5}, "没有这么多墩"),
    ],
)
def test_no_more_tricks_are_conceded_than_there_are(given: dict[str, Any], words: str) -> None:
    with pytest.raises(RuleInputError, match=words):
        call("bridge.tricks_as_conceded", given)
