"""The deals of questions set by hand against endplay: what four hands are said to take, and what is left after the forced line."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees import functions
from decision_trees.library import open_library
from decision_trees.written_questions import ShownHands, WrittenQuestion, hand_codes

dds = pytest.importorskip("endplay.dds")
types = pytest.importorskip("endplay.types")


def entry(name: str) -> tuple[WrittenQuestion, ShownHands]:
    found = open_library().written[f"bridge.{name}"]
    assert found.shown is not None
    return found, found.shown


def pbn(hands: dict[str, list[str]]) -> str:
    def one(codes: list[str]) -> str:
        return ".".join("".join(c[1:].replace("10", "T") for c in codes if c[0] == suit) for suit in "SHDC")

    return "N:" + " ".join(one(hands[seat]) for seat in "NESW")


def held(shown: ShownHands) -> dict[str, list[str]]:
    return {seat: list(hand_codes(hand)) for seat, hand in shown.hands.items()}


def best(hands: dict[str, list[str]], leader: str, trump: str, card: str | None = None) -> int:
    """Tricks the leader's side takes by best play of all four, where given after leading a card."""
    deal = types.Deal(pbn(hands), first=types.Player.find(leader), trump=types.Denom.find(trump))
    found = {f"{str(each)[0]}{str(each)[1:]}": tricks for each, tricks in dds.solve_board(deal)}
    signs = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
    return int(max(found.values()) if card is None else found[f"{signs[card[0]]}{card[1:]}"])


@pytest.mark.parametrize(
    ("name", "tricks"),
    [
        ("hesitation_three_spades", {("hearts", "W"): 9}),
        ("slow_pass_five_spades", {("spades", "S"): 11, ("hearts", "W"): 9}),
        ("explanation_heard", {("diamonds", "S"): 10, ("nt", "N"): 8}),
    ],
)
def test_four_hands_take_what_the_stem_says(name: str, tricks: dict[tuple[str, str], int]) -> None:
    question, shown = entry(name)
    hands = held(shown)
    assert all(len(hand) == 13 for hand in hands.values())
    table = dds.calc_dd_table(types.Deal(pbn(hands)))
    for (trump, declarer), number in tricks.items():
        assert table[types.Denom.find(trump), types.Player.find(declarer)] == number
        assert f"{number}墩" in question.situation


def scored(contract: str, declarer: str, tricks: int, vulnerable: str) -> int:
    found: Any = functions.call(
        "bridge.score_of_result",
        {"contract": contract, "declarer": declarer, "tricks": tricks, "vulnerability": vulnerable, "doubled": "none"},
    )
    return int(found["ns"])


@pytest.mark.parametrize(
    ("name", "results"),
    [
        ("hesitation_three_spades", {("3S", "S", 8, "none"): -50, ("3H", "W", 9, "none"): -140}),
        ("slow_pass_five_spades", {("5S", "S", 11, "NS"): 650, ("5H", "W", 9, "NS"): 100}),
        ("explanation_heard", {("3D", "S", 10, "none"): 130, ("3NT", "N", 8, "none"): -50}),
        ("claim_missing_trump", {("4S", "S", 10, "none"): 420}),
        ("claim_trump_harmless", {("4S", "S", 11, "none"): 450}),
    ],
)
def test_what_the_answers_say_is_what_law_77_gives(name: str, results: dict[tuple[str, str, int, str], int]) -> None:
    """Law 77: four spades made 420 not vulnerable, 450 with an overtrick; an undertrick not vulnerable costs 50."""
    question, _ = entry(name)
    said = "".join((part.model or "") + "".join(part.accepted) for part in question.parts)
    for (contract, declarer, tricks, vulnerable), score in results.items():
        assert scored(contract, declarer, tricks, vulnerable) == score
        assert str(abs(score)) in said


@pytest.mark.parametrize(
    ("name", "leader", "trump", "line", "tricks"),
    [  # by the law: the tricks of the claimer's side of those that remain
        ("claim_missing_trump", "S", "spades", "HA", 3),  # 70C: normal, though not best, to cash the ace that is ruffed
        ("claim_trump_harmless", "S", "spades", "HA", 4),  # whatever he leads
        ("claim_trump_harmless", "S", "spades", "SK", 4),
        ("claim_trump_harmless", "S", "spades", "DA", 4),
        ("claim_trump_harmless", "S", "spades", "CA", 4),
        ("concession_that_cannot_lose", "S", "nt", "HA", 2),  # 71A: by any play
        ("concession_that_cannot_lose", "S", "nt", "DQ", 2),
    ],
)
def test_a_claim_is_worth_what_its_line_takes(name: str, leader: str, trump: str, line: str, tricks: int) -> None:
    question, shown = entry(name)
    assert best(held(shown), leader, trump, line) == tricks
    assert str(tricks) in {text for part in question.parts for text in part.accepted}


TOP_CARDS = {  # two rounds of the suit as claimed, or as a careless player plays, and who leads the third
    "claim_two_way_finesse": (("SA S5 S2 S6", "SWNE"), ("S3 S8 SK S7", "SWNE"), "N"),
    "claim_new_line": (("S2 S5 SA S9", "NESW"), ("SK S10 S3 S7", "SWNE"), "S"),
}


@pytest.mark.parametrize("name", TOP_CARDS)
def test_top_cards_leave_the_last_trick_to_the_queen(name: str) -> None:
    question, shown = entry(name)
    hands = held(shown)
    *rounds, leader = TOP_CARDS[name]
    for cards, seats in rounds:
        for seat, card in zip(seats, cards.split(), strict=True):
            hands[seat].remove(card)
    assert best(hands, str(leader), "nt") == 0
    assert [part.accepted[0] for part in question.parts if part.accepted] == ["2"]
    assert best(held(shown), rounds[0][1][0], "nt") == 3  # with all cards seen he would take all


def test_no_legal_play_loses_the_trick_that_was_conceded() -> None:
    """Law 71A by the rule function that tries every legal play."""
    _, shown = entry("concession_that_cannot_lose")
    found: Any = functions.call(
        "bridge.min_max_tricks_any_legal_play", {"hands": held(shown), "leader": "S", "trump": "NT", "side": "NS"}
    )
    assert found["min"] == 2
