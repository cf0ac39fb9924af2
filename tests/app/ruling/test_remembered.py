"""What play alone can end is asked in one tap and said as an if until then (bridge 49, 50D1; shengji 28b.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.journal.records import Place
from app.ruling.deal_sheet import begun_at, end, ended_on, known_in, lying, not_ended, remember
from app.ruling.remembered import answers, confirmed, if_still, said, unconfirmed
from app.ruling.scene import Scene
from app.ruling.standing import Context
from app.ruling.walk import Walk, start
from decision_trees.engine import Ruled

AT = "2026-11-22T10:00:00+00:00"
TABLE = Scene("event", "bridge", Place("5", 2))


def walk(tree: str, kept: dict[str, Any], **facts: Any) -> Walk:
    scene = replace(TABLE, game=tree.partition(".")[0])
    scene = replace(scene, sheet=lying(kept, scene))
    known, begun = known_in(kept, scene)
    made = start(tree, facts, Context(facts=known, begun=begun))
    made.scene = scene
    return made


def dropped(kept: dict[str, Any]) -> Walk:
    """South declares; East has dropped the ♥K where West may see it: a penalty card (law 49)."""
    first = walk(
        "bridge.card_exposed_in_play", kept, offender="E", declarer="S", defender_how="shown", partner_could_see=True,
        director_says_otherwise=False, penalty_cards=["HK"],
    )  # fmt: skip
    remember(kept, first, AT)
    return first


def test_a_penalty_card_is_asked_where_it_decides_and_nowhere_else() -> None:
    kept: dict[str, Any] = {}
    dropped(kept)
    asked = walk("bridge.major_penalty_card", kept)
    assert list(unconfirmed(asked)) == ["penalty_cards_east"]
    assert said(asked, "penalty_cards_east", ("HK",)) == "东家面前的罚张：♥K"
    assert answers(asked, "penalty_cards_east") == ("还在", "不在了")
    assert unconfirmed(walk("bridge.spectators", kept)) == {}


def test_until_it_is_confirmed_the_ruling_says_what_follows_if_it_is() -> None:
    """The ♥A was East's to count as the smallest of its suit: where it still is so, South wins with the ♥J (shengji 28b.3)."""
    kept: dict[str, Any] = {}
    remember(kept, walk("shengji.trick_winner", kept, smallest_east=["HA"]), AT)
    trick = {"leader": "W", "led": "H9", "second": "HJ", "third": "HA", "fourth": "H3", "level": "6", "trump": "C"}
    asked = walk("shengji.trick_winner", kept, legal=True, banker="N", **trick)
    assert isinstance(asked.standing.step, Ruled) and "东家" in asked.standing.step.outcome.ruling
    assert list(unconfirmed(asked)) == ["smallest_east"]
    assert "南家" in if_still(asked, unconfirmed(asked))
    assert asked.answer("smallest_east", asked.context.begun["smallest_east"])
    assert unconfirmed(asked) == {} and if_still(asked, {}) == ""
    assert confirmed(asked) == ("smallest_east",)
    assert isinstance(asked.standing.step, Ruled) and "南家" in asked.standing.step.outcome.ruling


def test_what_is_over_is_asked_no_more_and_comes_back_when_that_is_taken_back() -> None:
    kept: dict[str, Any] = {}
    dropped(kept)
    asked = walk("bridge.major_penalty_card", kept)
    end(kept, asked.scene, asked.id, "penalty_cards_east")
    remember(kept, asked, AT)  # as each drawing of the ruling does
    assert begun_at(kept, TABLE) == {} and ended_on(kept, asked.scene, asked.id) == ("penalty_cards_east",)
    assert unconfirmed(walk("bridge.major_penalty_card", kept)) == {}
    not_ended(kept, asked.scene, asked.id, ["penalty_cards_east"])
    assert list(begun_at(kept, TABLE)) == ["penalty_cards_east"]


def test_a_number_is_still_so_or_not() -> None:
    kept: dict[str, Any] = {}
    remember(kept, walk("shengji.points_gathered", kept, gathered=25), AT)
    asked = walk("shengji.trick_winner", kept)
    assert "gathered" in unconfirmed(asked) and answers(asked, "gathered") == ("还是", "不是了")


def test_who_may_not_call_is_not_asked_once_the_auction_is_over() -> None:
    """Law 27B2: East corrects his insufficient bid to a pass, West passes from then on; 17E ends that with the auction."""
    low = {
        "auction": "N 1S 1H",
        "corrected_early": False,
        "natural": "natural",
        "accepts": "correct",
        "correction": "pass",
    }
    kept: dict[str, Any] = {}
    remember(kept, walk("bridge.insufficient_bid", kept, **low), AT)
    assert "barred_west" in unconfirmed(walk("bridge.spectators", kept))
    assert "barred_west" in unconfirmed(walk("bridge.spectators", kept, auction="N 1S P 2S P"))
    assert unconfirmed(walk("bridge.spectators", kept, auction="N 1S P 2S P P P")) == {}
