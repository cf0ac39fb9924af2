"""Results out of lists as people write them."""

from __future__ import annotations

import io

import pytest
from openpyxl import Workbook

from app.journal.competition import ResultBody
from app.tools.competition.entry import Read, from_bytes, from_pasted
from tests.app.tools.competition.events import Play


def _read(text: str, game: str = "guandan", **more: object) -> Read:
    now = Play(game, 8, **more).now()  # type: ignore[arg-type]
    return from_pasted(now, now.rounds[0], text)  # 1-8 2-7 3-6 4-5 at tables 1 to 4


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3 A 9", ResultBody("1.3", "3", "6", levels=(("A", "9"),))),
        ("第3桌，过A，k", ResultBody("1.3", "3", "6", levels=(("A+", "K"),))),
        ("1-8 10 J", ResultBody("1.1", "1", "8", levels=(("10", "J"),))),
        ("8-1 A 2", ResultBody("1.1", "1", "8", levels=(("2", "A"),))),
        ("8 1 A 2", ResultBody("1.1", "1", "8", levels=(("2", "A"),))),
        ("4-5 18:8", ResultBody("1.4", "4", "5", scores=((18, 8),))),
        ("2 A 弃权", ResultBody("1.2", "2", "7", forfeit="away", ground="中途弃权")),
        ("2 迟到 A", ResultBody("1.2", "2", "7", forfeit="home", ground="迟到弃权")),
    ],
)
def test_a_row(text: str, expected: ResultBody) -> None:
    assert _read(text) == Read((expected,), ())


def test_good_rows_are_taken_and_bad_ones_said() -> None:
    found = _read("桌号 主队 客队\n1 A 2\n2 A\n9 A 2\n1-7 A 2\n3 18 18\n4 X Y\n1 A 3")
    assert [body.meeting for body in found.results] == ["1.1"]
    assert len(found.faults) == 6
    for number, fault in zip((3, 4, 5, 6, 7, 8), found.faults, strict=True):
        assert fault.startswith(f"第{number}行")


def test_points_of_bridge() -> None:
    assert _read("1 12.5 7.5", "bridge").results == (ResultBody("1.1", "1", "8", scores=((12.5, 7.5),)),)


def test_a_workbook_and_a_csv_of_this_country() -> None:
    now = Play("guandan", 8).now()
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (("桌号", "主队", "客队"), (1, "A", 9), (2, 10, "J")):
        sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    expected = [(("A", "9"),), (("10", "J"),)]
    assert [body.levels for body in from_bytes(now, now.rounds[0], out.getvalue()).results] == expected
    text = "桌号,主队,客队\r\n1,A,9\r\n2,10,J\r\n".encode("gb18030")
    assert [body.levels for body in from_bytes(now, now.rounds[0], text).results] == expected
