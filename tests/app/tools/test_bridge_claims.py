"""Cards that are left: fewest and most tricks, lines that are legal, and best play against endplay's solver."""

from __future__ import annotations

import random
from typing import Any

import pytest

from app.tools.double_dummy import best_play, whole_deal
from app.tools.model import Refused, Wanting
from tests.app.tools.conftest import Ask, Told

DECK = [suit + rank for suit in "SHDC" for rank in "23456789TJQKA"]
PLAYERS = "NESW"


def dealt(seed: int, cards: int) -> dict[str, list[str]]:
    shuffled = DECK[:]
    random.Random(seed).shuffle(shuffled)
    return {seat: shuffled[at * cards : (at + 1) * cards] for at, seat in enumerate(PLAYERS)}


def test_a_trick_that_cannot_be_lost(told: Told) -> None:
    """South has the ace of trumps and one small heart, which West, who has nothing but hearts, always beats."""
    answer = told(
        "bridge.claim",
        trump="S",
        leader="S",
        south=["SA", "H2"],
        west=["H3", "H4"],
        north=["D2", "D3"],
        east=["C2", "C3"],
    )
    assert answer.said == "南北方一定得 1 墩"


def test_a_trick_that_depends_on_the_play(told: Told) -> None:
    """South may lead the two to East's three, who then wins with the spade; or the ace first, on which East throws the three."""
    answer = told(
        "bridge.claim", leader="S", south=["DA", "H2"], west=["C4", "C5"], north=["C2", "C3"], east=["H3", "S3"]
    )
    assert answer.said == "南北方最少 0 墩，最多 2 墩"
    assert [grid.title for grid in answer.grids] == ["最少的一种打法（得 0 墩）", "最多的一种打法（得 2 墩）"]


@pytest.mark.parametrize("seed", range(6))
def test_lines_are_legal_and_reach_what_they_promise(told: Told, seed: int) -> None:
    hands = dealt(seed, 4)
    names = {"N": "north", "E": "east", "S": "south", "W": "west"}
    chinese = {"北": "N", "东": "E", "南": "S", "西": "W"}
    values: dict[str, Any] = {names[seat]: cards for seat, cards in hands.items()}
    answer = told("bridge.claim", trump="H", leader="W", side="EW", **values)
    pips = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
    for grid in answer.grids:
        left = {seat: set(cards) for seat, cards in hands.items()}
        leader, taken = "W", 0
        for row in grid.rows:
            plays = [(chinese[cell[0]], pips[cell[1]] + cell[2:].replace("10", "T")) for cell in row[:4]]
            assert [seat for seat, _ in plays] == [PLAYERS[(PLAYERS.index(leader) + turn) % 4] for turn in range(4)]
            for seat, card in plays:
                assert card in left[seat]
                if any(held[0] == plays[0][1][0] for held in left[seat]):
                    assert card[0] == plays[0][1][0]
                left[seat].remove(card)
            trumps = [play for play in plays if play[1][0] == "H"] or [p for p in plays if p[1][0] == plays[0][1][0]]
            leader = max(trumps, key=lambda play: "23456789TJQKA".index(play[1][1]))[0]
            assert chinese[row[4][0]] == leader
            taken += leader in "EW"
        assert f"得 {taken} 墩" in grid.title
        assert f"{taken} 墩" in answer.said


@pytest.mark.parametrize("trump", ["NT", "S", "D"])
@pytest.mark.parametrize("seed", range(8))
def test_best_play_is_what_endplay_finds(seed: int, trump: str) -> None:
    dds = pytest.importorskip("endplay.dds")
    from endplay.types import Deal, Denom, Player

    hands = dealt(seed, 5)
    leader = PLAYERS[seed % 4]

    def holding(seat: str) -> str:
        ranks = "AKQJT98765432"
        return ".".join("".join(r for r in ranks if suit + r in hands[seat]) for suit in "SHDC")

    deal = Deal("N:" + " ".join(map(holding, PLAYERS)))
    deal.trump = {"NT": Denom.nt, "S": Denom.spades, "D": Denom.diamonds}[trump]
    deal.first = {"N": Player.north, "E": Player.east, "S": Player.south, "W": Player.west}[leader]
    theirs = max(tricks for _, tricks in dds.solve_board(deal))
    ours = best_play(hands, leader, trump)
    assert ours == (theirs if leader in "NS" else 5 - theirs)


def test_a_whole_deal_by_endplay() -> None:
    """Every side has one suit whole: with it as trumps it takes everything, at no trumps whoever leads does."""
    pytest.importorskip("endplay.dds")
    hands = {seat: [suit + rank for rank in "23456789TJQKA"] for seat, suit in zip("NESW", "SHDC", strict=True)}
    table = whole_deal(hands)
    assert table["S"]["N"] == 13 and table["H"]["N"] == 0
    assert table["NT"] == {"N": 0, "E": 0, "S": 0, "W": 0}  # the leader is the other side's


def test_hands_of_other_lengths_are_waited_for_and_a_card_twice_is_refused(ask: Ask) -> None:
    some: dict[str, Any] = {"north": ["SA"], "east": ["SK"], "south": ["SQ"], "west": ["SJ"]}
    assert ask("bridge.claim", **(some | {"north": ["SA", "S2"]})) == Wanting(
        ("east", "south", "west"), "四家张数要相同：东家还差 1 张、南家还差 1 张、西家还差 1 张。"
    )
    outcome = ask("bridge.claim", **(some | {"west": ["SA"]}))
    assert outcome == Refused("黑桃A已经写在北家的牌里。", "west")
    nothing = ask("bridge.claim", **(some | {"west": []}))
    assert nothing == Wanting(("west",))
