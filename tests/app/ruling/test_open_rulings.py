"""A ruling being made, put away and gone on with: by the same page loaded again, or by another window."""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime, timedelta

import pytest

from app.journal.records import NO_EVENT, Place
from app.ruling import open_rulings
from app.ruling.rulings import Rulings
from app.ruling.scene import Scene
from app.ruling.standing import Context, Incident
from app.ruling.timer import Timer, length
from app.ruling.walk import Walk, start
from decision_trees.engine import Ruled
from tests.app.ruling.test_walk import TREES, step_on

HERE = Scene("G", "guandan", Place("5", 2, 1), ("2",))


def loaded(walk: Walk, others: Rulings | None = None) -> Walk:
    """The same ruling after the page was loaded again: through JSON."""
    kept = json.loads(json.dumps(open_rulings.plain(walk), ensure_ascii=False))
    again = start(walk.tree_id)
    again.incident = open_rulings.incident_of(kept, others.walks if others else {})
    assert open_rulings.take(again, kept)
    return again


@pytest.mark.parametrize("tree_id", TREES)
def test_every_ruling_goes_on_where_it_was_left(tree_id: str) -> None:
    chance = random.Random(tree_id)
    walk = start(tree_id)
    for _ in range(40):
        going_on = step_on(walk, chance)
        again = loaded(walk)
        assert type(again.standing.step) is type(walk.standing.step)
        assert [k.shown for k in again.standing.step.known] == [k.shown for k in walk.standing.step.known]
        if isinstance(walk.standing.step, Ruled):
            assert isinstance(again.standing.step, Ruled) and again.standing.step.outcome == walk.standing.step.outcome
        if not going_on:
            break
    again = loaded(walk)
    while walk.back():
        assert again.back()
        assert dict(again.standing.facts) == {
            k: list(v) if isinstance(v, tuple) else v for k, v in walk.standing.facts.items()
        }
    assert not again.back()


def test_its_place_and_its_record_come_back_with_it() -> None:
    around = Context({"history": [{"kind": "violation", "pair": "2", "round": 2}], "pair": "2", "round": 2})
    walk = Rulings().begin("guandan.violation_count", {}, around, Incident("01A"), HERE)
    walk.record, walk.recorded = "01B", walk.standing
    walk.timer = Timer(1.5, 30)
    walk.form.values = {"table": "5", "pairs": ("2",), "remark": "对方队长在场"}
    again = loaded(walk)
    assert again.scene == HERE and again.context == around
    assert again.record == "01B" and again.recorded is again.standing and again.incident.record == "01A"
    assert (
        again.timer == walk.timer
        and again.form.chosen("pairs") == ("2",)
        and again.form.text("remark") == "对方队长在场"
    )


def test_rulings_of_one_incident_stay_of_one_incident() -> None:
    rulings = Rulings()
    first = rulings.begin("guandan.slow_play", {"seconds": 31, "warned": True})
    second = rulings.begin("guandan.violation_count", {}, incident=first.incident)
    again = loaded(second, rulings)
    assert again.incident is first.incident
    assert loaded(second).incident.id == first.incident.id


def test_what_cannot_be_read_changes_nothing() -> None:
    walk = start("guandan.slow_play", {"seconds": 31, "warned": True})
    before = walk.standing
    for kept in (
        {},
        {"tree": "guandan.slow_play"},
        {"tree": "guandan.slow_play", "steps": []},
        {"tree": "guandan.slow_play", "steps": [{"facts": {"seconds": "x"}, "settled": {}, "ticked": []}]},
        {"tree": "bridge.revoke", "steps": [{"facts": {}, "settled": {}, "ticked": []}]},
    ):
        assert not open_rulings.take(walk, kept)
        assert walk.standing is before


def test_what_another_window_did_not_change_is_left_as_it_is() -> None:
    walk = start("guandan.slow_play", {"seconds": 31, "warned": True})
    walk.recorded, walk.record = walk.standing, "01B"
    before = walk.standing
    assert open_rulings.take(walk, open_rulings.plain(walk))
    assert walk.standing is before


def test_the_list_offers_what_is_not_in_the_journal_the_last_touched_first() -> None:
    def kept(at: str, **other: object) -> dict[str, object]:
        return {"tree": "guandan.slow_play", "at": at, "asked": 1, **other}

    listed = {
        "a": kept("2026-11-22T10:00:00+00:00"),
        "b": kept("2026-11-22T12:00:00+00:00", recorded=True),
        "c": kept("2026-11-22T11:00:00+00:00"),
        "d": {**kept("2026-11-22T13:00:00+00:00"), "tree": "guandan.no_longer"},
        "e": "damaged",
        "f": kept("2026-11-22T14:00:00+00:00", asked=0),
    }
    listed["g"] = {**kept("2026-11-22T15:00:00+00:00"), "tree": "bridge.revoke"}
    assert [name for name, _ in open_rulings.to_go_on(listed, "guandan")] == ["c", "a"]
    assert [name for name, _ in open_rulings.to_go_on(listed, "guandan", "c")] == ["a"]
    assert [name for name, _ in open_rulings.to_go_on(listed, "bridge")] == ["g"]
    listed["c"] = kept("2026-11-22T11:00:00+00:00", aside=True)
    assert [name for name, _ in open_rulings.to_go_on(listed, "guandan")] == ["a"]


def test_a_ruling_that_waits_for_a_player_is_not_half_done() -> None:
    """Law 27A: the ruling is given, and the left hand opponent has yet to say whether he accepts."""
    walk = Rulings().begin("bridge.insufficient_bid")
    assert open_rulings.how_far(open_rulings.summary(walk)) == "裁到一半，已答 0 问"
    for name, value in {"offender": "S", "inadvertent": False, "in_turn": True, "lho_called": False}.items():
        if name in walk.declared():
            walk.answer(name, value)
    while (posed := walk.posed()) is not None and not open_rulings.waits_for(walk):
        assert posed.fact.kind in ("bool", "choice")
        assert walk.answer(posed.name, False if posed.fact.kind == "bool" else next(iter(posed.fact.options)))
    assert open_rulings.how_far(open_rulings.summary(walk)) == "裁完，等西家选"
    assert walk.answer("accepts", "accept")
    assert open_rulings.how_far(open_rulings.summary(walk)) == "已裁定，还没有记"


def test_a_choice_of_the_chief_is_waited_for_as_such() -> None:
    """Guandan 16.8.2: somebody from outside pointed it out first; whether the right is lost the chief referee decides."""
    facts = {"offender": "S", "exploited": False, "pointed_by": "outsider"}
    walk = Rulings().begin("guandan.right_to_penalise", facts)
    assert open_rulings.how_far(open_rulings.summary(walk)) == "裁完，等裁判长定"


def test_what_was_kept_before_there_were_such_words_is_said_as_it_was() -> None:
    old = {"tree": "guandan.slow_play", "at": "2026-11-22T10:00:00+00:00", "asked": 3, "done": False, "recorded": False}
    assert open_rulings.how_far(old) == "裁到一半，已答 3 问"
    assert open_rulings.limits({"a": old, "b": "damaged"}) == []


def test_the_time_limit_of_a_ruling_is_known_from_its_summary() -> None:
    walk = Rulings().begin("guandan.time_up")
    walk.timer = Timer(1000.0, 3)
    assert open_rulings.limits({walk.id: open_rulings.summary(walk)}) == [(walk.id, "guandan.time_up", 1180.0)]
    walk.timer = Timer(1000.0, 0, 10)
    assert open_rulings.limits({walk.id: open_rulings.summary(walk)}) == [(walk.id, "guandan.time_up", 1010.0)]
    assert Timer(**{"began": 1.0, "minutes": 3}).ends == 181.0  # as kept before there were seconds


def test_how_long_a_time_limit_is_in_words() -> None:
    assert [length(seconds) for seconds in (1800, 10, 140)] == ["30 分钟", "10 秒", "2 分 20 秒"]


def test_rulings_nobody_went_on_with_are_forgotten_after_days() -> None:
    now = datetime(2026, 11, 22, 12, tzinfo=UTC)
    kept = {str(n): {"at": (now - timedelta(hours=n)).isoformat(timespec="seconds")} for n in (1, 71, 73)}
    assert open_rulings.outlived({**kept, "damaged": None}, now) == ["73", "damaged"]
    many = {str(n): {"at": (now - timedelta(minutes=n)).isoformat(timespec="seconds")} for n in range(30)}
    assert open_rulings.outlived(many, now) == [str(n) for n in range(open_rulings.MOST, 30)]


def test_of_those_in_the_journal_a_few_are_kept_and_never_in_place_of_one_that_is_not() -> None:
    now = datetime(2026, 11, 22, 12, tzinfo=UTC)
    kept = {
        str(n): {"at": (now - timedelta(minutes=n)).isoformat(timespec="seconds"), "recorded": n % 2 == 0}
        for n in range(20)
    }
    assert open_rulings.outlived(kept, now) == [str(n) for n in range(2 * open_rulings.RECORDED, 20, 2)]


def test_a_summary_says_where_it_was() -> None:
    walk = Rulings().begin("guandan.slow_play", {"seconds": 31, "warned": True}, scene=HERE)
    assert open_rulings.summary(walk)["where"] == "5桌 第2轮 第1局 2号"
    assert open_rulings.summary(walk)["recorded"] is False
    assert Scene(NO_EVENT, "guandan") == start("guandan.slow_play").scene
