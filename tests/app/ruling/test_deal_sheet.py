"""What a table knows of its deal: taken over from one ruling, known to the next, gone on with, cleared for the next deal."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.base.opened import trees
from app.journal.records import Place
from app.ruling.deal_sheet import begun_at, known_at, known_in, lying, remember, turn_over
from app.ruling.scene import Scene
from app.ruling.standing import Context
from app.ruling.walk import Walk, start
from decision_trees.engine import Ruled

AT = "2026-11-22T10:00:00+00:00"
TABLE = Scene("event", "bridge", Place("5", 2))


def walk(tree: str, scene: Scene = TABLE, kept: dict[str, Any] | None = None, **facts: Any) -> Walk:
    kept = kept or {}
    scene = replace(scene, game=tree.partition(".")[0], sheet=lying(kept, scene))
    known, begun = known_in(kept, scene)
    made = start(tree, facts, Context(facts=known, begun=begun))
    made.scene = scene
    return made


def test_what_a_ruling_learns_is_known_to_the_next_at_the_same_table() -> None:
    kept: dict[str, Any] = {}
    assert remember(kept, walk("bridge.spectators", board=4), AT)
    assert known_at(kept, TABLE)["board"] == 4
    assert known_at(kept, replace(TABLE, place=Place("6", 2))) == {}
    assert known_at(kept, replace(TABLE, event="other")) == {}
    known = walk("bridge.revoke", kept=kept).of_the_deal()
    assert known["board"] == 4


def test_the_offender_is_the_incidents_own() -> None:
    kept: dict[str, Any] = {}
    remember(kept, walk("bridge.spectators", offender="S"), AT)
    assert known_at(kept, TABLE) == {}


def test_an_auction_is_gone_on_with_and_what_followed_from_it_is_known() -> None:
    """1H by North, raised, all pass: North plays 2H (law 22A; 定义 庄家: who first named the strain), East leads (41A)."""
    kept: dict[str, Any] = {}
    remember(kept, walk("bridge.spectators", auction="N 1H P 2H P P P"), AT)
    assert "auction" in begun_at(kept, TABLE)
    known = known_at(kept, TABLE)
    assert "auction" not in known
    assert (known["contract"], known["declarer"], known["opening_leader"]) == ("2H", "N", "E")
    again = walk("bridge.insufficient_bid", kept=kept)
    assert "auction" not in again.standing.facts
    assert again.selection("auction").value == begun_at(kept, TABLE)["auction"]


def test_what_followed_from_an_auction_gives_way_to_one_entered_now() -> None:
    kept: dict[str, Any] = {}
    remember(kept, walk("bridge.spectators", auction="N 1H P 2H P P P"), AT)
    again = walk("bridge.spectators", kept=kept)
    assert again.of_the_deal()["declarer"] == "N"
    again.answer("auction", "S 1NT P P P")
    assert (again.of_the_deal()["declarer"], again.of_the_deal()["contract"]) == ("S", "1NT")


def test_taking_an_answer_back_takes_it_from_the_table_but_not_what_another_ruling_said() -> None:
    kept: dict[str, Any] = {}
    first = walk("bridge.spectators", board=4)
    remember(kept, first, AT)
    second = walk("bridge.revoke", kept=kept, contract="4S")
    remember(kept, second, AT)
    assert known_at(kept, TABLE) == {"board": 4, "contract": "4S"}
    second.release("contract")
    assert remember(kept, second, AT)
    assert known_at(kept, TABLE) == {"board": 4}
    assert not remember(kept, second, AT)


def test_the_next_deal_keeps_what_lasts_longer() -> None:
    """Guandan: who finished where is who had finished, from which 附件二1(2), 附件三3 take shuffler, cutter, first drawer."""
    scene = Scene("event", "guandan", Place("1", 1))
    kept: dict[str, Any] = {}
    made = walk("guandan.disturbance", scene, first="E", second="S", third="W", regime="supplement")
    remember(kept, made, AT)
    turn_over(kept, scene, AT, {}, "next")
    after = known_at(kept, scene)
    assert after["regime"] == "supplement"
    assert "first" not in after
    assert (after["previous_first"], after["previous_second"], after["previous_third"]) == ("E", "S", "W")


def test_levels_and_banker_after_a_recorded_deal() -> None:
    """Shengji: 35 and twice the bottom of 15 are 65, so East of the defenders is banker next and nobody goes up (1.13, 17)."""
    scene = Scene("event", "shengji", Place("1", 1))
    kept: dict[str, Any] = {}
    known = {"banker": "S", "level_ns": "7", "level_ew": "5", "gathered": 35}
    remember(kept, walk("shengji.deal_result", scene, **known, last_trick="defender", bottom="HK S5"), AT)
    turn_over(kept, scene, AT, {}, "next")
    assert known_at(kept, scene) == {"banker": "E", "level_ns": "7", "level_ew": "5", "first_deal": False}
    assert begun_at(kept, scene) == {}


def test_without_a_result_levels_are_not_taken_as_known() -> None:
    scene = Scene("event", "shengji", Place("1", 1))
    kept: dict[str, Any] = {}
    remember(kept, walk("shengji.exposed_card", scene, banker="S", level_ns="7", level_ew="5"), AT)
    turn_over(kept, scene, AT, {}, "next")
    assert known_at(kept, scene) == {"first_deal": False}, "one was played before it"


def test_a_penalty_imposed_is_on_the_sheet_of_the_deal() -> None:
    """Shengji 28b.4: a diamond 7 costs 10, a side ace 20, each once, and each to the side that showed it."""
    scene = Scene("event", "shengji", Place("1", 1))
    kept: dict[str, Any] = {}
    seats = {"banker": "S", "level": "2", "trump": "H", "pointed_out": "normal", "exposure": "seen"}
    first = walk("shengji.exposed_card", scene, offender="E", cards="D7", **seats)
    assert remember(kept, first, AT)
    assert known_at(kept, scene)["defender_penalty"] == 10
    assert not remember(kept, first, AT)
    second = walk("shengji.exposed_card", scene, kept, offender="W", cards="SA", **seats)
    remember(kept, second, AT)
    remember(kept, walk("shengji.exposed_card", scene, kept, offender="N", cards="SA", **seats), AT)
    assert (known_at(kept, scene)["defender_penalty"], known_at(kept, scene)["banker_penalty"]) == (30, 20)
    second.release("cards")
    remember(kept, second, AT)
    assert known_at(kept, scene)["defender_penalty"] == 10
    turn_over(kept, scene, AT, {}, "next")
    assert not {"defender_penalty", "banker_penalty"} & (known_at(kept, scene) | begun_at(kept, scene)).keys()


def test_a_follow_up_knows_the_penalty_imposed_before_it() -> None:
    """Shengji 28b.4.1: 10 more for the bankers' side, 50 with those of before; the defenders' stay as they are."""
    known = {"banker": "S", "banker_penalty": 40, "defender_penalty": 20, "pointed_out": "normal", "exposure": "seen"}
    step = walk("shengji.exposed_card", offender="N", exposed_what="one_light", **known).standing.step
    assert isinstance(step, Ruled)
    carried = {f.tree: f.facts for f in step.outcome.follow_ups}["shengji.illegal_information"]
    assert (carried["banker_penalty"], carried["defender_penalty"]) == (50, 20)


def test_nothing_is_known_of_the_next_board() -> None:
    kept: dict[str, Any] = {}
    remember(kept, walk("bridge.spectators", board=4, contract="4S"), AT)
    turn_over(kept, TABLE, AT, {}, "next")
    assert known_at(kept, TABLE) == {}


@pytest.mark.parametrize("game", sorted(trees().deals))
def test_what_cannot_be_read_is_left_out(game: str) -> None:
    scene = Scene("e", game, Place("1"))
    for kept in (
        {"e|" + game + "|1": None},
        {"e|" + game + "|1": {"facts": [1]}},
        {"e|" + game + "|1": {"facts": {"x": 3}}},
    ):
        assert known_at(kept, scene) == {}


GUANDAN = Scene("event", "guandan", Place("5", 2))


def test_after_a_deal_adjudged_lost_the_next_is_shuffled_cut_drawn_and_led_by_the_offender() -> None:
    """Supplement 2.1.4: no tribute; the offender shuffles, his next cuts, his opposite draws first, his previous leads."""
    kept: dict[str, Any] = {}
    lost = walk(
        "guandan.wrong_tribute",
        GUANDAN,
        regime="supplement",
        offender="E",
        wrong_tribute=True,
        found="during",
        first="E",
        level_ns="Q",
        level_ew="8",
        level="Q",
        level_side="NS",
    )
    remember(kept, lost, AT)
    assert known_at(kept, GUANDAN)["lost_by"] == "E"
    turn_over(kept, GUANDAN, AT, {}, "next")
    known = known_at(kept, GUANDAN)
    assert known["previous_offender"] == "E"
    assert "previous_first" not in known
    assert "lost_by" not in known
    assert (known["level_ns"], known["level_ew"]) == ("A", "8")  # three levels up from Q, but A must be played (14.1.1)
    again = walk("guandan.tribute_refused", GUANDAN, kept)
    assert again.of_the_deal()["previous_offender"] == "E"


def test_a_deal_that_was_played_out_leaves_no_offender_to_the_next() -> None:
    """Rule 3.10.2: first and third go up two levels."""
    kept: dict[str, Any] = {}
    remember(
        kept,
        walk(
            "guandan.deal_result",
            GUANDAN,
            first="S",
            second="E",
            third="N",
            level_ns="6",
            level_ew="5",
            level="6",
            level_side="NS",
        ),
        AT,
    )
    turn_over(kept, GUANDAN, AT, {}, "next")
    known = known_at(kept, GUANDAN)
    assert "previous_offender" not in known
    assert (known["previous_first"], known["previous_last"], known["level_ns"]) == ("S", "W", "8")


def test_after_somebody_was_made_last_the_next_deal_goes_by_the_new_places() -> None:
    """Supplement 4.8.5: north, third without having announced, is last; south keeps the first place: one level (3.10.2)."""
    kept: dict[str, Any] = {}
    ruled = walk(
        "guandan.unannounced_and_finished",
        GUANDAN,
        regime="supplement",
        offender="N",
        first="S",
        second="E",
        third="N",
        level_ns="6",
        level_ew="10",
        level="6",
        level_side="NS",
    )
    remember(kept, ruled, AT)
    assert known_at(kept, GUANDAN)["demoted"] == "N"
    turn_over(kept, GUANDAN, AT, {}, "next")
    known = known_at(kept, GUANDAN)
    places = ("previous_first", "previous_second", "previous_third", "previous_last")
    assert [known[place] for place in places] == ["S", "E", "W", "N"]
    assert (known["level_ns"], known["level_ew"]) == ("7", "10")
    assert "demoted" not in known


def test_what_a_ruling_left_is_known_to_the_next_and_is_no_part_of_what_it_was_made_from() -> None:
    """Law 54A: declarer's hand is spread, dummy becomes declarer; the ruling itself was made while South was."""
    kept: dict[str, Any] = {}
    facts = {"auction": "S 1S P 4S P P P", "offender": "E", "faced": True, "misinformed": False}
    spread = walk("bridge.opening_lead_face_up", kept=kept, declarer_did="spreading", **facts)
    assert isinstance(spread.standing.step, Ruled) and spread.standing.step.outcome_id == "spread"
    remember(kept, spread, AT)
    assert known_in(kept, spread.scene)[0]["declarer"] == "N"
    known, begun = known_in(kept, spread.scene, spread.id)
    assert "declarer" not in known and begun == {}, "what it said itself it need not be told"
    assert spread.take_place(spread.scene, Context(facts=known, begun=begun))
    assert spread.of_the_deal()["declarer"] == "S"
    assert walk("bridge.revoke", kept=kept).of_the_deal()["declarer"] == "N"


def test_what_was_said_and_taken_back_is_known_no_more() -> None:
    kept: dict[str, Any] = {}
    first = walk("bridge.spectators", board=4)
    remember(kept, first, AT)
    first.back()
    first.release("board")
    remember(kept, first, AT)
    assert known_at(kept, TABLE) == {}
