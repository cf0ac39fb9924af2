"""Papers, tables and the page of an event's rounds."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable

import pytest
from openpyxl import load_workbook

from app.base.opened import handbook
from app.journal.competition import ResultBody
from app.papers.competition import bracket_paper, cards_paper, plan_paper, schedule_paper, standings_paper
from app.papers.competition_files import as_csv, as_html, as_xlsx
from app.tools.competition.competition import Competition
from tests.app.papers.test_sheet import places
from tests.app.tools.competition.events import Play

Pages = Callable[[bytes], list[str]]
AT = "2026-11-22T16:00:00+08:00"


def _played(number: int = 8, **plan: object) -> Competition:
    play = Play("guandan", number, **plan)  # type: ignore[arg-type]
    for meeting in play.now().waiting(play.now().rounds[0]):
        play.add(ResultBody(meeting.id, str(meeting.home), str(meeting.away), levels=(("A", "9"),)))
    return play.now()


def test_standings_say_the_figures_and_the_clauses(pages: Pages) -> None:
    text = "".join(pages(standings_paper(_played(), handbook(), printed_at=AT)))
    assert "名次表" in text and "第1对" in text and "18:8" in text
    assert "第二十七条四" in text and "比赛没有结束" in text


def test_a_schedule_has_every_meeting(pages: Pages) -> None:
    found = _played()
    text = "".join(pages(schedule_paper(found, found.rounds, handbook(), printed_at=AT)))
    assert all(f"第{number}轮" in text for number in range(1, 8))


def test_each_table_has_a_card_with_its_seats_and_direction(pages: Pages) -> None:
    found = _played()
    cards = pages(cards_paper(found, found.rounds[0], handbook()))
    assert len(cards) == 2 and "".join(cards).count("南北方签字") == 4
    assert "逆时针" in cards[0] and "第1桌" in cards[0].replace(" ", "")


@pytest.mark.parametrize("number", [2, 11, 33, 64])
def test_a_bracket_stays_on_its_pages(number: int) -> None:
    found = _played(number, format="double", drop="same", finals=2)
    data = bracket_paper(found, handbook(), printed_at=AT)
    assert all(18 < x < 192 and 14 < y < 290 for _, x, y, _ in places(data))


def test_a_plan_of_many_tables_stays_on_its_pages() -> None:
    found = _played(60)
    data = plan_paper(found, found.rounds[0], handbook(), printed_at=AT)
    where = places(data)
    assert all(15 < x < 195 and 14 < y < 290 for _, x, y, _ in where)
    said = " ".join(text for *_, text in where)
    assert all(f"{number}桌" in said for number in range(1, 31))


@pytest.mark.parametrize("number", [4, 8, 12, 24])
def test_a_plan_of_few_tables_fills_its_page(number: int) -> None:
    """Half a page at least from the first table to the last, and nothing outside; eight tables stand on one page."""
    found = _played(number)
    where = places(plan_paper(found, found.rounds[0], handbook(), printed_at=AT))
    assert all(15 < x < 195 and 14 < y < 290 for _, x, y, _ in where)
    tables = [(page, y) for page, _, y, text in where if re.search(r"\d桌", text)]
    assert len({page for page, _ in tables}) == 1
    if number >= 8:
        assert max(y for _, y in tables) - min(y for _, y in tables) > 50


@pytest.mark.parametrize("plan", [{}, {"format": "single"}, {"format": "groups", "groups": 2, "through": 2}])
def test_the_page_asks_for_nothing_from_outside_and_escapes_names(plan: dict[str, object]) -> None:
    found = _played(**plan)  # type: ignore[arg-type]
    object.__setattr__(found.event.entrants[0], "name", "<script>&队")
    page = as_html(found, handbook(), printed_at=AT).decode()
    assert not re.search(r"(?:\bsrc=|href|url\(|@import|<script|<link|<img)", page)
    assert set(re.findall(r"https?://[^\"' ]+", page)) <= {"http://www.w3.org/2000/svg"}
    assert "&lt;script&gt;&amp;队" in page


def test_figures_of_the_workbook_are_numbers_and_names_are_never_formulas() -> None:
    found = _played()
    object.__setattr__(found.event.entrants[0], "name", "=1+1")
    book = load_workbook(io.BytesIO(as_xlsx(found)))
    sheet = book["名次"]
    rows = list(sheet.iter_rows(values_only=True))
    column = rows[0].index("场分")
    assert [row[column] for row in rows[1:]] == [2, 2, 2, 2, 0, 0, 0, 0]
    assert len(book.sheetnames) == 2 + 7
    assert all(cell.data_type != "f" for each in book.worksheets for row in each.iter_rows() for cell in row)


def test_csv_opens_in_excel_with_its_characters() -> None:
    data = as_csv(_played())
    assert data.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))
    assert rows[0] == ["名次"] and rows[1][:3] == ["名次", "参赛者", "赛"]


def test_lines_of_how_ranks_moved_go_the_way_the_ranks_went(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.papers.sheet import Figure
    from app.tools.competition import pictures

    play = Play("guandan", 4)
    for home, away in (("1", "4"), ("2", "3"), ("4", "3"), ("2", "1")):
        play.result(home, away, ("A", "2"))
    drawing = pictures.course(play.now())
    assert drawing is not None
    drawn: list[tuple[float, float, float, float]] = []
    monkeypatch.setattr(Figure, "rule", lambda self, *line: drawn.append(line))
    standings_paper(play.now(), handbook(), printed_at=AT)
    assert [y2 - y1 > 0 for _, y1, _, y2 in drawn[:4]] == [y2 - y1 > 0 for _, y1, _, y2 in drawing.lines]
    assert any(y2 < y1 for _, y1, _, y2 in drawn)
