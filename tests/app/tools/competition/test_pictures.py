"""Pictures: boxes do not lie on each other, lines lead from winners, everybody of a round has a seat."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from app.journal.competition import ResultBody
from app.tools.competition import pictures, tables
from app.tools.competition.tables import course_of, cross_table
from decision_trees.games import games
from tests.app.tools.competition.events import Play


@pytest.mark.parametrize("format_", ["single", "double"])
@pytest.mark.parametrize("number", [2, 3, 5, 8, 13, 32])
def test_boxes_of_a_bracket_do_not_overlap(number: int, format_: str) -> None:
    found = Play("guandan", number, format=format_, drop="same", third_place=True, finals=2).now()
    drawing = pictures.bracket(found)
    assert drawing is not None
    assert len(drawing.boxes) == sum(m.id[0] in "KWLF" for m in found.meetings())
    for a, b in combinations(drawing.boxes, 2):
        assert a.x + a.width <= b.x or b.x + b.width <= a.x or a.y + a.height <= b.y or b.y + b.height <= a.y
    assert all(box.x >= 0 and box.x + box.width <= drawing.width for box in drawing.boxes)
    assert all(box.y >= 0 and box.y + box.height <= drawing.height for box in drawing.boxes)


def test_everybody_of_a_round_has_a_seat_and_the_first_named_sit_north_and_south() -> None:
    found = Play("guandan", 7).now()
    drawing = pictures.table_plan(found, found.rounds[0], clockwise=False)
    assert len(drawing.boxes) == 3
    for box, meeting in zip(drawing.boxes, [m for m in found.rounds[0].meetings if m.is_known], strict=True):
        home, away = found.said(meeting.home), found.said(meeting.away)
        assert box.seats == (home, away, home, away)
        assert ("逆时针", False) in box.lines
        assert (f"东西 {away}", False) in box.lines, "beside the table there is room for their number alone"
        assert box.height > 14 * len(box.lines)


def test_two_sides_of_three_meet_by_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who sits on which of six seats nobody has said; which side is whose is."""
    six = replace(
        games()["guandan"],
        seats={letter: f"{letter}位" for letter in "ABCDEF"},
        sides={"ACE": "单数方", "BDF": "双数方"},
        turns="anticlockwise",
    )
    monkeypatch.setattr(tables, "every_game", lambda: {"guandan": six})
    found = Play("guandan", 4).now()
    each = found.rounds[0]
    assert tables.round_table(found, each)[0] == ["桌号", "甲方（单数）", "乙方（双数）", "成绩"]
    drawing = pictures.table_plan(found, each, clockwise=False)
    assert drawing.words[0][2].endswith("甲方坐单数，乙方坐双数")
    for box, meeting in zip(drawing.boxes, each.meetings, strict=True):
        said = [f"单数 {found.said(meeting.home)}", f"双数 {found.said(meeting.away)}"]
        assert [text for text, _ in box.lines] == [f"{meeting.table}桌", "逆时针", *said]
        assert not any(box.seats) and box.height > 14 * len(box.lines)
    monkeypatch.setattr(tables, "every_game", lambda: {"guandan": replace(six, sides={})})
    assert tables.round_table(found, each)[0] == ["桌号", "甲方", "乙方", "成绩"]


def test_how_ranks_moved() -> None:
    play = Play("guandan", 4)
    assert pictures.course(play.now()) is None
    for home, away in (("1", "4"), ("2", "3"), ("4", "3"), ("1", "2")):
        play.result(home, away, ("A", "2"))
    drawing = pictures.course(play.now())
    assert drawing is not None
    assert len(drawing.lines) == 4  # everybody from the first round to the second
    assert any(text.startswith("1　1 第1对") for _, _, text in drawing.words)


def test_the_cross_table_is_seen_from_the_row() -> None:
    play = Play("guandan", 4)
    play.result("1", "4", ("A", "9"))
    headings, rows = cross_table(play.now(), play.now().entrants)
    assert headings == ["", "1", "2", "3", "4", "场分", "级分", "名次"]
    assert (rows[0][4], rows[3][1]) == ("18:8", "8:18")


def test_what_somebody_has_played_is_said_round_by_round() -> None:
    play = Play("guandan", 5)
    play.result("2", "5", ("A", "9"))
    assert course_of(play.now(), "5")[0] == "第1轮　对2 第2对　8:18　负，场分0"
    meeting = next(m for m in play.now().meetings() if {m.home, m.away} == {"1", "2"})
    play.add(ResultBody(meeting.id, "1", "2", forfeit="home", ground="中途弃权"))
    assert "弃权" in course_of(play.now(), "1")[-1]
