"""A ruling goes into the journal with its scene and what it rests on; what must be said first is said in one sentence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.journal.journal import Journal
from app.journal.records import NO_EVENT, Place
from app.ruling.after_ladder import Final
from app.ruling.assignment import context
from app.ruling.saving import lacking, save
from app.ruling.scene import Scene
from app.ruling.walk import Rulings, Walk, stand
from decision_trees.engine import Ruled
from tests.app.journal.memory_store import MemoryStore

HERE = Scene(NO_EVENT, "guandan", Place("5", 2, 1, 7), ("3",))
SLOW = {"seconds": 31, "warned": True}  # not within ten seconds of the warning: a violation (22.1)


@pytest.fixture
def journal() -> Journal:
    return Journal(MemoryStore(), "李裁判")


def ruled(walk: Walk) -> Ruled:
    step = walk.standing.step
    assert isinstance(step, Ruled)
    return step


def slow(journal: Journal, scene: Scene = HERE) -> Walk:
    return Rulings().begin("guandan.slow_play", SLOW, context(journal, scene, ()), None, scene)


def test_a_saved_ruling_has_its_scene_and_what_it_rests_on(journal: Journal) -> None:
    walk = slow(journal)
    step = ruled(walk)
    assert lacking(step, step, walk.scene) == ""
    saved = save(journal, walk, Final(step, step), player=" 张三 ", remark=" 已口头警告 ", former=None)
    body = journal.entry(saved.id).body
    assert (body.place, body.offenders, body.player, body.remark) == (HERE.place, ("3",), "张三", "已口头警告")
    assert (body.tree, body.ruling, body.cites) == ("guandan.slow_play", step.outcome.ruling, step.cites)
    assert dict(body.counts) == {"violation": 1}
    receipt = journal.receipt(saved.id)
    assert receipt is not None and receipt["ruling"] == step.outcome.ruling
    assert (walk.record, walk.incident.record, walk.recorded) == (saved.id, saved.id, walk.standing)


def test_what_is_counted_says_of_whom_and_in_which_round(journal: Journal) -> None:
    step = ruled(slow(journal))
    assert "请选违规方" in lacking(step, step, replace(HERE, offenders=()))
    assert "请填第几轮" in lacking(step, step, replace(HERE, place=Place("5")))


def test_what_is_not_counted_needs_neither() -> None:
    step = stand("guandan.slow_play", {"seconds": 25}, {}).step  # a warning, which guandan counts too
    nothing = stand("guandan.slow_play", {"seconds": 5}, {}).step
    assert isinstance(step, Ruled) and isinstance(nothing, Ruled)
    assert lacking(step, step, Scene(NO_EVENT, "guandan")) != ""
    assert lacking(nothing, nothing, Scene(NO_EVENT, "guandan")) == ""


def test_a_ruling_that_became_another_by_its_scene_is_read_before_it_is_saved(journal: Journal) -> None:
    first = stand("guandan.violation_count", {"violations_this_round": 0}, {}).step
    second = stand("guandan.violation_count", {"violations_this_round": 1}, {}).step
    assert "请看过上面的裁定再存" in lacking(first, second, HERE)  # 16.3.1: it is a foul now
    asked = stand("guandan.violation_count", {}, {}).step
    assert "请看过上面的裁定再存" in lacking(first, asked, HERE)


def test_a_changed_ruling_takes_the_place_of_the_former(journal: Journal) -> None:
    walk = slow(journal)
    first = save(journal, walk, Final(ruled(walk), ruled(walk)), player="", remark="", former=None)
    again = save(journal, walk, Final(ruled(walk), ruled(walk)), player="", remark="", former=first.id)
    assert journal.entry(first.id).withdrawn is not None and journal.entry(again.id).withdrawn is None
    assert walk.record == again.id
    assert walk.incident.record == first.id, "it is still the incident it was"
    assert [r["kind"] for r in journal.history(NO_EVENT, "guandan")] == ["violation"]
    assert journal.entry(again.id).body.player is None


def test_follow_ups_of_one_incident_are_one_chain(journal: Journal) -> None:
    walk = slow(journal)
    first = save(journal, walk, Final(ruled(walk), ruled(walk)), player="", remark="", former=None)
    rulings = Rulings()
    look = rulings.begin("guandan.violation_count", {}, context(journal, HERE, (), first.id), walk.incident, HERE)
    second = save(journal, look, Final(ruled(look), ruled(look)), player="", remark="", former=None)
    assert journal.entry(second.id).body.chain == first.id
    assert [r["kind"] for r in journal.history(NO_EVENT, "guandan")] == ["violation"]
