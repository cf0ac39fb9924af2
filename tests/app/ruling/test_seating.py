"""Who sits at a table is known from the draw; seat and pair are one choice; what is said otherwise counts, rulings follow."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.base.form import Form
from app.journal.competition import PlanBody, written
from app.journal.journal import Journal
from app.journal.records import NO_EVENT, Entrant, EventBody, Place
from app.ruling.after_ladder import Final
from app.ruling.assignment import context, pair_words, scene_words
from app.ruling.placing import fill_place
from app.ruling.rulings import Rulings
from app.ruling.saving import save
from app.ruling.scene import Scene
from app.ruling.seating import (
    agreed,
    moved_along,
    round_now,
    seating_at,
    seating_body,
    seating_words,
    strangers_words,
    tables_of,
)
from app.ruling.wrong_pair import at_place, counted, misplaced, move, other_pair, together
from app.screens.record import follow_place
from decision_trees.engine import Ruled
from tests.app.journal.memory_store import MemoryStore

FOUR = tuple(Entrant(str(number), f"{name}队") for number, name in enumerate("红蓝白绿", 1))


@pytest.fixture
def journal() -> Journal:
    return Journal(MemoryStore(), "李裁判")


@pytest.fixture
def scene(journal: Journal) -> Scene:
    """Table 1 of the first round of four pairs by Berger's table: 1 and 4 meet there, 1 at home."""
    event = journal.save_event(EventBody("公开赛", "guandan", entrants=FOUR))
    journal.save_competition(event, [written(PlanBody("round_robin", ("1", "2", "3", "4"), scoring="winner"))])
    return Scene(event, "guandan", Place("1", 1))


def sat(journal: Journal, scene: Scene, pairs: dict[str, str], **substitutes: str) -> None:
    journal.save_competition(scene.event, [written(seating_body(scene.place, pairs, substitutes))])


def rule(journal: Journal, scene: Scene, seat: str | None) -> str:
    """A violation at a table (guandan 22.1), recorded."""
    facts = {"seconds": 31, "warned": True} | ({} if seat is None else {"offender": seat})
    walk = Rulings().begin("guandan.slow_play", facts, context(journal, scene, ()), None, scene)
    step = walk.standing.step
    assert isinstance(step, Ruled)
    return save(journal, walk, Final(step, step), player="", remark="", former=None).id


def test_the_draw_says_who_sits_where(journal: Journal, scene: Scene) -> None:
    seating = seating_at(journal, scene)
    assert seating is not None and seating.how == "drawn" and seating.of_an_event
    assert dict(seating.pairs) == {"NS": "1", "EW": "4"}
    assert (seating.pair_of("N"), seating.pair_of("W"), seating.side_of("4"), seating.side_of("2")) == (
        "1",
        "4",
        "EW",
        None,
    )
    assert tables_of(journal, scene) == {"1": "1–4", "2": "2–3"} and round_now(journal, scene.event) == 1


def test_without_a_table_or_a_round_nobody_is_guessed(journal: Journal, scene: Scene) -> None:
    assert seating_at(journal, replace(scene, place=Place("1"))) is None
    assert seating_at(journal, replace(scene, place=Place(None, 1))) is None
    assert seating_at(journal, replace(scene, place=Place("9", 1))) is None


def test_without_an_event_there_are_the_sides(journal: Journal) -> None:
    seating = seating_at(journal, Scene(NO_EVENT, "guandan", Place("5", 2)))
    assert seating is not None and not seating.of_an_event
    assert dict(seating.pairs) == {"NS": "5桌南北", "EW": "5桌东西"}


def test_a_side_is_called_a_side_where_nobody_has_a_number(journal: Journal) -> None:
    """东西 alone is a word for things."""
    nobody = journal.event(NO_EVENT).body
    assert pair_words(nobody, "5桌东西") == "5桌东西方" and pair_words(nobody, "东西") == "东西方"
    assert pair_words(nobody, "东西方") == "东西方" and pair_words(nobody, "7") == "7号"
    assert scene_words(nobody, Place("5", 2), ("5桌南北",)) == "5桌 第2轮 南北方", "the table is said once"
    assert scene_words(nobody, Place("3", 2), ("5桌南北",)) == "3桌 第2轮 5桌南北方"


def test_seat_and_pair_cannot_contradict_each_other(journal: Journal, scene: Scene) -> None:
    seating = seating_at(journal, scene)
    by_seat, holds = agreed(scene, "W", seating, "seat")
    assert (by_seat.offenders, holds) == (("4",), True)
    against_home = replace(scene, offenders=("1",))
    assert agreed(against_home, "W", seating, "pair") == (against_home, False)  # the seat said before is given up
    assert agreed(against_home, "W", seating, "seat")[0].offenders == ("4",)
    stranger = replace(scene, offenders=("2",))  # of another table: the seating is wrong then, nothing is overwritten
    assert agreed(stranger, "W", seating, "seat") == (stranger, True)


def test_who_really_sits_there_is_used_for_that_round_alone(journal: Journal, scene: Scene) -> None:
    sat(journal, scene, {"NS": "4", "EW": "1"}, **{"4": "王五替李四", "2": "不在这里"})
    seating = seating_at(journal, scene)
    assert seating is not None and seating.how == "said" and dict(seating.pairs) == {"NS": "4", "EW": "1"}
    assert dict(seating.substitutes) == {"4": "王五替李四"}
    assert (
        seating_words(journal.event(scene.event).body, "guandan", seating)
        == "南北 4号 绿队（王五替李四），东西 1号 红队"
    )
    second = seating_at(journal, replace(scene, place=Place("1", 2)))
    assert second is not None and second.how == "drawn"
    sat(journal, scene, {"NS": "1", "EW": "4"})
    assert seating_at(journal, scene) == replace(seating, pairs={"NS": "1", "EW": "4"}, how="drawn", substitutes={})


def test_a_ruling_being_made_moves_with_its_side(journal: Journal, scene: Scene) -> None:
    drawn = seating_at(journal, scene)
    sides = seating_at(journal, Scene(NO_EVENT, "guandan", scene.place))
    as_side = replace(scene, offenders=("1桌东西",))
    assert moved_along(as_side, sides, drawn).offenders == ("4",)
    sat(journal, scene, {"NS": "2", "EW": "4"})
    other = seating_at(journal, scene)
    assert moved_along(replace(scene, offenders=("1",)), drawn, other).offenders == ()  # not meant: asked again
    assert moved_along(replace(scene, offenders=("4",)), drawn, other).offenders == ("4",)


def test_a_ruling_for_the_wrong_pair_goes_to_the_right_one_with_its_count(journal: Journal, scene: Scene) -> None:
    drawn = seating_at(journal, scene)
    wrong = rule(journal, replace(scene, offenders=("4",)), "W")
    assert list(counted(journal, scene, ["4", "1"])) == ["4号 绿队：本轮违例 1 次", "1号 红队：没有累计"]
    assert other_pair(journal, journal.entry(wrong)) == "1"
    sat(journal, scene, {"NS": "4", "EW": "1"})
    now = seating_at(journal, scene)
    assert now is not None
    (found,) = misplaced(journal, scene, drawn, now)
    assert (found.record, found.pair, found.right) == (wrong, "4", "1")
    move(journal, [found])
    assert journal.entry(wrong).body.offenders == ("1",) and len(journal.entry(wrong).corrections) == 1
    assert list(counted(journal, scene, ["4", "1"])) == ["4号 绿队：没有累计", "1号 红队：本轮违例 1 次"]
    assert misplaced(journal, scene, drawn, now) == []


def test_a_ruling_written_at_the_wrong_table_is_against_who_sits_there_where_the_offender_sat(
    journal: Journal, scene: Scene
) -> None:
    """Table 1: 1 (north and south) and 4; table 2: 2 (north and south) and 3. West offended, at table 2, not 1."""
    found = journal.entry(rule(journal, replace(scene, offenders=("4",)), "W"))
    assert at_place(journal, found, Place("2", 1)) == ("3",)
    assert at_place(journal, found, Place("1", 1)) == ("4",)
    assert at_place(journal, found, Place("9", 1)) == ("4",), "nobody is known to sit there"
    assert at_place(journal, found, Place("1", 2)) == ("4",), "in the second round 4 and 3 sit at table 1"
    assert at_place(journal, found, Place("2", 2)) == ("2",), "and 1 and 2 at table 2"
    unsaid = journal.entry(rule(journal, replace(scene, offenders=("1",)), None))
    assert at_place(journal, unsaid, Place("2", 1)) == ("2",), "no seat was said: the side of his pair"
    body = journal.event(scene.event).body
    there = seating_at(journal, replace(scene, place=Place("2", 1)))
    assert strangers_words(body, there, ("4",)) == "4号 绿队不坐这一桌：坐的是2号 蓝队、3号 白队。"
    assert strangers_words(body, there, ("3",)) == "" == strangers_words(body, None, ("4",))


def test_the_form_that_puts_a_table_right_says_the_pair_that_sits_there(
    journal: Journal, scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.screens.record.journal", lambda: journal)
    found = journal.entry(rule(journal, replace(scene, offenders=("4",)), "W"))
    form = Form()
    fill_place(form, Scene(found.event, "guandan", found.body.place, found.body.offenders))
    for table, pair in (("2", "3"), ("1", "4"), ("2", "3")):
        form.put("table", table)
        follow_place(form, found)
        assert form.chosen("pairs") == (pair,)
    form.put("pairs", ("2",))  # somebody says otherwise
    form.put("table", "1")
    follow_place(form, found)
    assert form.chosen("pairs") == ("2",)


def test_all_that_was_ruled_of_one_incident_goes_together(journal: Journal, scene: Scene) -> None:
    against = replace(scene, offenders=("4",))
    first = rule(journal, against, "W")
    other = rule(journal, against, "W")  # another incident
    assert [each.record for each in together(journal, journal.entry(first), "1")] == [first]
    assert [each.right for each in together(journal, journal.entry(other), "1")] == ["1"]
