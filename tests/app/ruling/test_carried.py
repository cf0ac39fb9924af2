"""What one ruling knows of a deal is known to the next at the table: for every pair of a first and a second tree of a game."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from app.base.opened import trees
from app.journal.records import Place
from app.ruling.built_on import table_part
from app.ruling.deal_sheet import known_in, lying, remember
from app.ruling.remembered import answers as answers_still
from app.ruling.remembered import confirmed, said, unconfirmed
from app.ruling.scene import Scene
from app.ruling.standing import Context
from app.ruling.walk import Walk, start
from decision_trees.engine import Asked
from decision_trees.functions import RuleInputError
from tests.app.ruling.test_remembered import AT
from tests.decision_trees.test_walks import answers

AUCTION = {"dealer": "S", "calls": ["1S", "P", "4S", "X", "P", "P", "P"]}
SAID: Mapping[str, Mapping[str, Any]] = {
    "bridge": {"board": 3, "auction": AUCTION, "scoring": "imps"},
    "guandan": {
        "level_ns": "5", "level_ew": "7", "level_side": "NS", "first": "S", "previous_first": "E", "previous_second": "S",
        "previous_third": "N", "regime": "supplement", "mode": "计局制",
    },
    "shengji": {
        "banker": "S", "level_ns": "7", "level_ew": "5", "trump": "H", "first_deal": False, "stage": "play", "gathered": 25,
        "system": "swiss", "standard_scoring": True,
    },
}  # fmt: skip
SETTLED: Mapping[str, Mapping[str, Any]] = {
    "bridge": {  # board 3: South deals, East and West are vulnerable (law 2); South named spades first, West leads (41A)
        "dealer": "S", "vulnerability": "EW", "contract": "4S", "doubled": "X", "declarer": "S", "dummy_seat": "N",
        "opening_leader": "W", "trump": "S", "declarer_vulnerable": False, "scoring": "imps",
    },
    "guandan": {  # 4.2.1: the level of the side that plays it; the fourth of the last deal is the one who is left
        "level_ns": "5", "level_ew": "7", "level_side": "NS", "level": "5", "previous_first": "E", "previous_second": "S",
        "previous_third": "N", "previous_last": "W", "regime": "supplement", "mode": "计局制",
    },
    "shengji": {"banker": "S", "level_ns": "7", "level_ew": "5", "level": "7", "trump": "H", "first_deal": False, "system": "swiss",
                "standard_scoring": True},  # of the banker's side
}  # fmt: skip
REMEMBERED = {"bridge": {"auction"}, "guandan": {"first"}, "shengji": {"stage", "gathered"}}  # play alone can change it
BY_GAME = [(game, tree) for game in SAID for tree in sorted(trees().trees) if tree.startswith(f"{game}.")]
IRREGULAR_CALLS = {  # trees that refuse an auction without the call they are about
    f"bridge.{each}"
    for each in (
        "bid_of_more_than_seven", "bid_out_of_rotation", "call_after_final_pass", "double_out_of_rotation", "insufficient_bid",
        "pass_out_of_rotation",
    )
}  # fmt: skip
CANCELLED = {"offender": "W", "withdrawn": "bid", "suits": "红心", "partner_leads": "first_now", "different_call": True}
WALKS = 3


def scene_of(game: str, kept: dict[str, Any], place: Place) -> Scene:
    scene = Scene("event", game, place)
    return replace(scene, sheet=lying(kept, scene))


def at_table(tree: str, kept: dict[str, Any], place: Place, **facts: Any) -> Walk:
    scene = scene_of(tree.partition(".")[0], kept, place)
    known, begun = known_in(kept, scene)
    made = start(tree, facts, Context(facts=known, begun=begun))
    made.scene = scene
    return made


def first_ruling(game: str, tree: str, kept: dict[str, Any]) -> Walk:
    """A ruling on which the deal is told, at a table that is said when it is recorded."""
    made = at_table(tree, kept, Place(), **SAID[game])
    if made.standing.facts != SAID[game]:  # nothing is irregular in that auction: what came of it is told instead
        assert tree in IRREGULAR_CALLS
        made = at_table(tree, kept, Place(), board=3, contract="4S", declarer="S", doubled="X")
    remember(kept, made, AT)
    scene = replace(made.scene, place=Place("5", 2))
    known, begun = known_in(kept, scene, made.id, made.incident.id)
    assert made.take_place(scene, Context(facts=known, begun=begun))
    return made


@pytest.mark.parametrize(("game", "tree"), BY_GAME)
def test_what_is_told_on_a_ruling_stays_its_own_when_the_table_is_said(game: str, tree: str) -> None:
    """Told here, it is neither taken for what the table remembered nor lost from what the receipt says was told."""
    kept: dict[str, Any] = {}
    made = first_ruling(game, tree, kept)
    assert confirmed(made) == () and made.context.begun == {}
    part = table_part(kept, made)
    assert part is not None and part["said"].items() >= made.standing.facts.items() != set() and part["still"] == []


@pytest.mark.parametrize(("game", "tree"), BY_GAME)
def test_no_question_of_a_second_ruling_asks_what_the_first_has_settled(game: str, tree: str) -> None:
    """Whatever the first ruling was: a deal as every tree of the game leaves it is the same, and walked in this one."""
    left: dict[str, dict[str, Any]] = {}
    for first in (each for of, each in BY_GAME if of == game):
        kept: dict[str, Any] = {}
        if first in IRREGULAR_CALLS:
            continue
        remember(kept, at_table(first, kept, Place("5", 2), **SAID[game]), AT)
        known, begun = known_in(kept, scene_of(game, kept, Place("5", 2)))
        left[repr((sorted(known.items()), sorted(begun)))] = kept
    assert len(left) == 1, "it makes no difference on which tree the deal was told"
    (kept,) = left.values()
    for number in range(WALKS):
        rng = random.Random(f"{tree} {number}")
        walk = at_table(tree, kept, Place("5", 2))
        assert walk.of_the_deal().items() >= {n: v for n, v in SETTLED[game].items() if n in walk.declared()}.items()
        assert walk.context.begun.keys() == REMEMBERED[game]
        for _ in range(30):
            step = walk.standing.step
            if not isinstance(step, Asked):
                break
            assert step.name not in SETTLED[game]
            assert step.name not in REMEMBERED[game] or step.name in unconfirmed(walk), (
                "one tap says that it is still so"
            )
            assert not SETTLED[game].keys() & set(walk.entries()), "nor is it offered to be entered"
            for answer in answers(step.fact, rng):
                try:
                    walk.move(walk.after(step.name, answer))
                    break
                except RuleInputError:
                    continue
            else:
                break


def test_an_auction_that_is_over_is_confirmed_with_one_tap_where_a_question_hangs_on_it() -> None:
    """Law 26: which of the suits he had named legally the auction tells; it is whole once three passes followed (22B)."""
    kept: dict[str, Any] = {}
    whole = {"dealer": "W", "calls": ["1H", "1S", "P", "4S", "P", "P", "P"]}
    remember(kept, at_table("bridge.opening_lead_face_up", kept, Place("5", 2), auction=whole), AT)
    walk = at_table("bridge.lead_penalty", kept, Place("5", 2), **CANCELLED)
    assert isinstance(walk.standing.step, Asked) and walk.standing.step.name == "named_the_suit"
    assert walk.known()["offender_defends"] is True, "North declares, whatever the auction was"
    assert unconfirmed(walk) == {"auction": whole}
    assert said(walk, "auction", whole).startswith("竞叫过程：") and answers_still(walk, "auction") == (
        "还是",
        "不是了",
    )
    assert walk.answer("auction", walk.context.begun["auction"])
    assert walk.known()["named_the_suit"] is True and unconfirmed(walk) == {}


def test_an_auction_that_goes_on_is_not() -> None:
    kept: dict[str, Any] = {}
    part = {"dealer": "W", "calls": ["1H", "1S", "P"]}
    remember(kept, at_table("bridge.spectators", kept, Place("5", 2), auction=part), AT)
    walk = at_table("bridge.lead_penalty", kept, Place("5", 2), **CANCELLED, offender_defends=True)
    assert isinstance(walk.standing.step, Asked) and walk.standing.step.name == "named_the_suit"
    assert walk.context.begun == {"auction": part} and unconfirmed(walk) == {}


def test_what_the_auction_settles_is_left_out_of_what_is_entered_after_it() -> None:
    walk = start("bridge.opening_lead_face_up")
    assert {"auction", "declarer"} <= set(walk.entries())
    walk.enter(["auction", "declarer", "led_card"])
    assert walk.answer("auction", AUCTION)
    assert walk.editing == "led_card" and (walk.entry_number, walk.series) == (2, 2)
    assert "declarer" not in walk.entries()
    assert walk.back() and walk.editing == "auction" and walk.series == 3


def test_a_number_that_was_said_outright_is_asked_to_be_still_so() -> None:
    """Shengji: the defenders' final points can be worked out from three things; where they were told themselves, they are known."""
    kept: dict[str, Any] = {}
    remember(kept, at_table("shengji.deal_result", kept, Place("1"), defenders_total=85), AT)
    walk = at_table("shengji.deal_result", kept, Place("1"))
    assert unconfirmed(walk) == {"defenders_total": 85}
