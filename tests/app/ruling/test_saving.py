"""A ruling goes into the journal with its scene and what it rests on; what must be said first is said in one sentence."""

from __future__ import annotations

import os
import signal
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.journal import rows
from app.journal.journal import Journal
from app.journal.log_file import MemoryHandle
from app.journal.log_store import open_log_store
from app.journal.records import NO_EVENT, Place
from app.journal.sqlite_store import open_store
from app.ruling.after_ladder import Final, after_ladder
from app.ruling.assignment import context
from app.ruling.rulings import Rulings
from app.ruling.saving import REPLACED, lacking, save
from app.ruling.scene import Scene
from app.ruling.standing import stand
from app.ruling.walk import Walk
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


# One save of a violation and the foul it causes


def second(journal: Journal) -> tuple[Walk, Final]:
    """The second violation of a pair in a round: a foul by 16.3.1."""
    first = slow(journal)
    save(journal, first, Final(ruled(first), ruled(first)), player="", remark="", former=None)
    walk = slow(journal)
    final = after_ladder(walk, ruled(walk))
    assert [looked.entry.id for looked in final.looked] == ["guandan.violation_count"]
    return walk, final


def kinds(journal: Journal) -> list[str]:
    return sorted(r["kind"] for r in journal.history(NO_EVENT, "guandan"))


SAVED = ["foul", "violation", "violation"]  # 16.3.1: the second violation of a round is a foul, too


def test_a_violation_and_its_foul_are_one_append(journal: Journal) -> None:
    walk, final = second(journal)
    appended: list[list[str]] = []
    append = journal.store.append
    journal.store.append = lambda records: (appended.append([r.kind for r in records]), append(records))[1]  # type: ignore
    save(journal, walk, final, player="", remark="", former=None)
    assert appended == [["ruling", "ruling"]] and kinds(journal) == SAVED
    foul, violation = journal.entries(limit=2)
    assert foul.body.chain == violation.id == walk.incident.record
    save(journal, walk, final, player="", remark="", former=walk.record)
    assert appended[1:] == [["ruling", "ruling", "withdrawal", "withdrawal"]] and kinds(journal) == SAVED
    assert {entry.id for entry in journal.entries() if entry.withdrawn == REPLACED} == {foul.id, violation.id}


@pytest.mark.parametrize("changed", [False, True])
def test_a_log_cut_anywhere_has_both_or_neither(changed: bool) -> None:
    handle = MemoryHandle()
    journal = Journal(open_log_store(handle), "李裁判")
    walk, final = second(journal)
    if changed:
        save(journal, walk, final, player="", remark="", former=None)
    before = len(handle.data)
    was = kinds(journal)
    save(journal, walk, final, player="", remark="", former=walk.record)
    whole = bytes(handle.data)
    for cut in range(before, len(whole), 7):
        again = Journal(open_log_store(MemoryHandle(whole[:cut])))
        assert kinds(again) == was, cut
        assert len(again.entries(withdrawn=True)) == (3 if changed else 1), cut
    assert kinds(Journal(open_log_store(MemoryHandle(whole)))) == SAVED


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.parametrize("after", [1, 2, 3, None])
def test_a_program_killed_while_it_saves_leaves_both_or_neither(tmp_path: Path, after: int | None) -> None:
    """Killed after so many rows of the save were written, or (None) once it was acknowledged."""
    path = tmp_path / "journal.sqlite"
    with closing(open_store(path)) as store:
        walk, final = second(Journal(store, "李裁判"))
        save(Journal(store, "李裁判"), walk, final, player="", remark="", former=None)
    child = os.fork()
    if child == 0:
        write, written = rows.write, []

        def killed(*given: Any, **more: Any) -> int:
            made = write(*given, **more)
            written.append(made)
            if len(written) == after:
                os.kill(os.getpid(), signal.SIGKILL)
            return made

        rows.write = killed
        save(Journal(open_store(path), "李裁判"), walk, final, player="", remark="", former=walk.record)
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    with closing(open_store(path)) as store:
        again = Journal(store)
        assert kinds(again) == SAVED
        assert sum(entry.withdrawn == REPLACED for entry in again.entries()) == (0 if after else 2)
        assert len(again.entries()) == (3 if after else 5) and store.verify().sound
