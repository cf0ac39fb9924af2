"""Penalty cards on the table and cards named from dummy, worked by hand from laws 44, 46 and 50 to 52."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError, call


@pytest.mark.parametrize(
    ("given", "due"),
    [
        ({"hand": ["C2", "S9"], "penalty_cards": ["HK"], "led": "C"}, []),  # following suit first (50D1, 44C)
        ({"hand": ["D2", "S9"], "penalty_cards": ["HK"], "led": "C"}, ["HK"]),  # discarded at the first chance (50D1)
        ({"hand": ["C2"], "penalty_cards": ["HK", "DQ"], "led": "S"}, ["HK", "DQ"]),  # declarer designates (51A)
        ({"hand": ["S3"], "penalty_cards": ["HQ"], "led": "none", "requirement": "不引红心"}, []),  # lead penalty first
        ({"hand": [], "penalty_cards": ["HQ"], "led": "none", "requirement": "不引红心"}, ["HQ"]),  # nothing else (59)
        ({"hand": ["S3"], "penalty_cards": ["HQ"], "led": "C", "requirement": "不引红心"}, ["HQ"]),  # he does not lead
        ({"hand": ["H9", "HA"], "penalty_cards": ["HQ"], "led": "H", "requirement": "最小"}, []),  # play penalty first
    ],
)
def test_penalty_cards_due(given: dict[str, Any], due: list[str]) -> None:
    found = call("bridge.penalty_cards_due", given)
    assert sorted(found["cards"]) == sorted(due)
    assert found["count"] == len(due)


@pytest.mark.parametrize(
    ("cards", "pattern", "names"),
    [
        (["HK"], "one_card", "红心"),
        (["S7", "S3"], "one_suit", "黑桃"),
        (["DQ", "HK", "H2"], "several_suits", "红心、方块"),
    ],
)
def test_penalty_card_suits(cards: list[str], pattern: str, names: str) -> None:
    found = call("bridge.penalty_card_suits", {"penalty_cards": cards})
    assert (found["pattern"], found["names"]) == (pattern, names)


@pytest.mark.parametrize(
    ("cls", "cards", "hand", "played", "led", "duty"),
    [
        ("minor", ["S5"], ["S7", "SJ", "H3"], "S7", "S", "minor_below_honor"),  # 50C
        ("minor", ["S5"], ["S7", "SJ", "H3"], "SJ", "S", "minor_free"),  # an honor may be played (50C)
        ("minor", ["S5"], ["S7", "H3"], "H3", "none", "minor_free"),  # another suit may be led (50C)
        ("minor", ["S5"], ["H3", "D2"], "D2", "H", "suit_not_followed"),  # 44C
        ("major", ["HK"], ["D2", "S9"], "D2", "C", "major_due"),  # 50D1
        ("major", ["HK"], ["S9", "D2"], "S9", "S", "not_due"),  # following suit first (50D1)
    ],
)
def test_penalty_card_missed(cls: str, cards: list[str], hand: list[str], played: str, led: str, duty: str) -> None:
    given = {"hand": hand, "penalty_cards": cards, "penalty_class": cls, "played": played, "led": led}
    assert call("bridge.penalty_card_missed", given) == {"duty": duty}


def test_barred_by_minor_penalty_card() -> None:
    found = call("bridge.barred_by_minor_penalty_card", {"hand": ["SJ", "S9", "S3", "H2"], "penalty_cards": ["S5"]})
    assert found["cards"] == ["S9", "S3"]


@pytest.mark.parametrize(
    ("dummy", "say", "trick", "more", "case", "name"),
    [
        (["HA", "HQ", "H5"], "大", ["H2", "HJ", "H3"], {}, "high_fourth_hand", "红心Q"),  # 46B1
        (["HA", "HQ", "H5"], "大", ["H2", "HK"], {}, "high", "红心A"),  # 46B1
        (["HQ", "H5"], "大", ["H2", "HK", "H3"], {}, "high_cannot_win", "红心Q"),  # D-20
        (["HQ", "H5"], "小", ["H2"], {}, "low", "红心5"),  # 46B1
        (["HQ", "H5", "S2"], "红心", [], {}, "suit_only", "红心5"),  # 46B2
        (["HQ", "DQ"], "Q", [], {"last_trick_won_with": "D"}, "rank_last_trick", "方块Q"),  # 46B3a
        (["HQ", "DQ"], "Q", ["H2"], {"last_trick_won_with": "D"}, "rank_only_one", "红心Q"),  # he follows: 46B3b
        (["HQ", "DQ"], "Q", [], {}, "rank_several", None),  # 46B3b
        (["HQ", "DQ"], "黑桃A", [], {}, "not_held", None),  # 46B4
        (["HQ", "D3"], "方块", ["H4"], {}, "must_follow", None),  # 44C
        (["HQ", "D3"], "随便", [], {}, "anything", None),  # 46B5
        (["HQ", "D3"], "大", [], {}, "suit_not_named", None),  # 46A
        (["HQ", "D3"], "红心Q", [], {}, "complete", "红心Q"),  # 46A
    ],
)
def test_card_named_from_dummy(
    dummy: list[str], say: str, trick: list[str], more: dict[str, str], case: str, name: str | None
) -> None:
    found = call("bridge.card_named_from_dummy", {"dummy": dummy, "say": say, "trick": trick, "trump": "NT", **more})
    assert (found["case"], found["name"]) == (case, name)


@pytest.mark.parametrize(
    ("function", "given"),
    [
        ("penalty_cards_due", {"hand": ["S2"], "penalty_cards": [], "led": "S"}),
        ("penalty_cards_due", {"hand": ["S2"], "penalty_cards": ["HK"], "led": "S", "requirement": "引"}),
        ("penalty_card_suits", {"penalty_cards": ["HK", "HK"]}),
        ("barred_by_minor_penalty_card", {"hand": ["S2"], "penalty_cards": ["SA"]}),
        ("card_named_from_dummy", {"dummy": ["H2"], "say": "大", "trick": ["H2"], "trump": "NT"}),
    ],
)
def test_what_cannot_be_is_refused(function: str, given: dict[str, Any]) -> None:
    with pytest.raises(RuleInputError):
        call(f"bridge.{function}", given)
