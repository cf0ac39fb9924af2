"""What may be led: the pattern that is barred, the card shown that goes first (17.4, 17.5; supplement 4.4.2)."""

from __future__ import annotations

import pytest

from tests.decision_trees.guandan.asking import ask


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, None),
        ({"barred_north": ["SQ", "CQ"], "level": "5"}, "北家不得出对子"),  # 17.4
        ({"barred_north": ["SQ", "CQ"]}, "北家不得出对子"),  # whatever the level
        ({"shown_north": ["CA"]}, "北家出单张的须先出梅花A"),  # 17.5
        ({"barred_north": ["SQ", "CQ"], "shown_north": ["CA"]}, "北家不得出对子，出单张的须先出梅花A"),
        ({"barred_north": ["S8"], "shown_north": ["CA"]}, "北家不得出单张"),  # so that the card is not led now
        ({"barred_south": ["S8"], "shown_west": ["BJ"]}, "南家不得出单张；西家出单张的须先出大王"),
    ],
)
def test_each_players_limits_are_said(given: dict[str, object], said: str | None) -> None:
    assert ask("lead.limits", **given) == {"said": said}


LIMITS = "南家不得出单张；西家出单张的须先出大王"


@pytest.mark.parametrize(
    ("seat", "given", "may"),
    [
        ("E", {"limits": LIMITS}, "可以出任意牌型"),  # 6.1
        ("S", {"limits": LIMITS}, "不得出单张，其他牌型都可以"),
        ("W", {"limits": LIMITS}, "可以出任意牌型，出单张的须先出大王"),
        ("W", {"offender": "E", "wrong": ["S8"], "level": "5"}, "不得出单张，其他牌型都可以"),  # his partner's (17.4)
        ("W", {"offender": "E"}, "不得出刚才那手牌的主牌型，其他牌型都可以"),
        ("N", {"offender": "E", "wrong": ["S8"], "level": "5"}, "可以出任意牌型"),  # an opponent is not barred
        ("S", {"limits": LIMITS, "offender": "N", "wrong": ["S8"]}, "不得出单张，其他牌型都可以"),  # said once
    ],
)
def test_who_leads_hears_what_he_may_lead(seat: str, given: dict[str, object], may: str) -> None:
    assert ask("lead.may", seat=seat, **given)["may"] == may


def test_the_lead_of_the_wrong_plays_own_circle_is_the_chief_referees() -> None:
    """17.4 speaks of the next circle: whether his partner's pattern is barred in this one is not written."""
    out = ask("lead.may", seat="N", offender="S", this_circle=True)
    assert "由裁判长定" in out["may"] and out["limit"] is None
