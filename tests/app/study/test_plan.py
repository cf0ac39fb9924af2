"""A plan has every day to the eve, everything never met once, and only reviews at the end."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from app.papers.study_plan import study_plan
from app.study import bank
from app.study.plan import LAST, MOST_NEW, planned, read_date
from app.study.schedule import replayed
from tests.app.study.test_schedule import at

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def test_everything_is_met_once_and_the_last_days_are_for_reviews() -> None:
    known = at(NOW - timedelta(days=1), "tree:shengji.appeal", True, "event", "shengji")
    found = planned(replayed([known], UTC), "shengji", NOW, date(2026, 4, 11))
    assert [day.day for day in found.days] == [date(2026, 3, 2) + timedelta(days=n) for n in range(40)]
    new = sum(number for day in found.days for _, number in day.new)
    assert new == len(bank.subjects("shengji")) - 1 and found.left_out == 0
    assert not any(day.new for day in found.days[-LAST:])
    counts = [sum(n for _, n in day.new) for day in found.days[:-LAST]]
    assert max(counts) - min(counts) <= 1 or min(counts) == 0
    assert sum(day.due for day in found.days) >= new, "each is repeated before the examination"


def test_what_there_is_no_time_for_is_said() -> None:
    found = planned(replayed([], UTC), "bridge", NOW, date(2026, 3, 6))
    met = sum(number for day in found.days for _, number in day.new)
    assert met == 2 * MOST_NEW
    assert found.left_out == len(bank.subjects("bridge")) - met
    assert str(found.left_out) in found.remark()


def test_it_is_a_paper() -> None:
    from io import BytesIO

    from pypdf import PdfReader

    found = planned(replayed([], UTC), "guandan", NOW, date(2026, 3, 20))
    text = "".join(page.extract_text() for page in PdfReader(BytesIO(study_plan(found))).pages)
    assert "掼蛋" in text and "3月19日" in text and "3月20日 周" not in text


@pytest.mark.parametrize("text", ["", "明天", "2026-13-01", "2026-03-02", "2025-12-20", "2028-01-01", "2026/3/9"])
def test_a_date_that_is_none_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"。$"):
        read_date(text, date(2026, 3, 2))


def test_a_date_is_read() -> None:
    assert read_date(" 2026-03-03 ", date(2026, 3, 2)) == date(2026, 3, 3)
