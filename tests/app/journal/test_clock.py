"""A clock that is wrong keeps nobody from saving; the list is in the order of the chain where its time is not to be believed."""

from __future__ import annotations

import io
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from ulid import ULID

from app.journal import ulids
from app.journal.chain import places, rising
from app.journal.entries import Fold
from app.journal.exchange import export, merge
from app.journal.journal import Journal
from app.journal.records import NO_EVENT, Link, Record, RulingBody
from app.journal.sqlite_store import open_store
from app.journal.store import JournalError

ROOT = Path(__file__).resolve().parents[3]
Body = Callable[..., RulingBody]


@pytest.fixture(autouse=True)
def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ulids, "_last", 0)


def at(monkeypatch: pytest.MonkeyPatch, journal: Journal, year: int, day: int = 1) -> None:
    """Set the clock, as a program that was started again finds it."""
    then = datetime(year, 5, day, 9, 30, tzinfo=UTC)
    monkeypatch.setattr(journal, "_clock", lambda: then)
    monkeypatch.setattr("time.time_ns", lambda: int(then.timestamp() * 1000) * 1_000_000)
    monkeypatch.setattr(ulids, "_last", 0)


@pytest.mark.parametrize("wrong", [1969, 1970, 1, 2200, 9999])
def test_whatever_the_clock_says_it_is_saved_and_stands_where_it_was_made(
    tmp_path: Path, body: Body, monkeypatch: pytest.MonkeyPatch, wrong: int
) -> None:
    journal = Journal(open_store(tmp_path / "日志.sqlite"))
    made = []
    for number, year in enumerate([2025, 2025, 2025, wrong, wrong, 2025, 2025], 1):
        at(monkeypatch, journal, year, number)
        made.append(journal.save_ruling(NO_EVENT, body(remark=str(number))).id)
    again = Journal(open_store(tmp_path / "日志.sqlite"))
    assert [entry.body.remark for entry in journal.entries()] == list("7654321")
    assert [entry.body.remark for entry in again.entries()] == list("7654321")
    assert again.doubtful() == {made[3], made[4]}
    assert again.last_place()[0].table == "5"
    journal.correct(made[3], {"remark": "更正"})
    assert journal.entry(made[3]).body.remark == "更正"


def test_a_clock_set_back_some_days_is_noticed_and_said(
    tmp_path: Path, body: Body, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal(open_store(tmp_path / "日志.sqlite"))
    for day in (10, 11, 12):
        at(monkeypatch, journal, 2025, day)
        assert journal.clock_doubt() == ""
        journal.save_ruling(NO_EVENT, body(remark=str(day)))
    at(monkeypatch, journal, 2025, 3)
    assert "晚于本机现在的时间；请核对本机的时钟" in journal.clock_doubt()
    journal.save_ruling(NO_EVENT, body(remark="later"))
    assert journal.entries()[0].body.remark == "later"
    assert "2025年5月12日" in journal.clock_doubt()
    at(monkeypatch, journal, 1969)
    assert "本机的时钟是 1969年5月1日，请先调准" in journal.clock_doubt()


def test_one_record_of_a_clock_ahead_does_not_cast_doubt_on_the_clock_put_right(
    tmp_path: Path, body: Body, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal(open_store(tmp_path / "日志.sqlite"))
    for year, day in ((2025, 1), (2026, 2), (2025, 3)):
        at(monkeypatch, journal, year, day)
        journal.save_ruling(NO_EVENT, body(remark=str(day)))
    assert journal.clock_doubt() == ""
    assert [entry.body.remark for entry in journal.entries()] == ["3", "2", "1"]


def test_the_order_does_not_depend_on_the_order_of_arrival() -> None:
    chance = random.Random(60)
    for _ in range(100):
        records = [
            Record(str(ULID.from_timestamp(chance.choice([0.0, 1.6e9, 1.7e9, 9e9]) + chance.randrange(5))), "", "", "e",
                   "ruling", {}, link=Link(device, number, "", "", ""))
            for device in "ab"
            for number in range(1, 6)
        ]  # fmt: skip
        orders = set()
        for _ in range(4):
            chance.shuffle(records)
            fold = Fold()
            for record in records:
                fold.add([record])
                if chance.random() < 0.3:
                    fold.newest_first()
            orders.add(tuple(fold.newest_first()))
        assert len(orders) == 1
        (order,) = orders
        by_id = {r.id: r.link for r in records}
        for device in "ab":
            numbers = [link.number for id_ in order if (link := by_id[id_]) is not None and link.device == device]
            assert numbers == [5, 4, 3, 2, 1]  # of one device the chain is the order


def longest(numbers: Sequence[int]) -> int:
    """The longest rising row, by trying all."""
    best = [1] * len(numbers)
    for i in range(len(numbers)):
        best[i] = max([1, *(best[j] + 1 for j in range(i) if numbers[j] < numbers[i])])
    return max(best, default=0)


def test_the_most_that_rise_are_believed() -> None:
    chance = random.Random(61)
    for _ in range(300):
        times = chance.sample(range(1_600_000_000, 1_600_000_040), chance.randrange(1, 12))
        ids = [str(ULID.from_int(time * 1000 << 80)) for time in times]
        found = rising(ids)
        kept = [id_ for id_ in ids if id_ in found]
        assert kept == sorted(kept)
        assert len(kept) == longest(times)


def test_a_sound_chain_needs_no_other_order() -> None:
    ids = [str(ULID.from_timestamp(1.7e9 + n)) for n in range(5)]
    assert places("a", list(enumerate(ids, 1))) == {}


def test_what_a_wrong_clock_wrote_is_refused_elsewhere_with_the_reason(
    tmp_path: Path, body: Body, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal(open_store(tmp_path / "a.sqlite"))
    for year in (2024, 1969, 2300):
        at(monkeypatch, journal, year)
        journal.save_ruling(NO_EVENT, body())
    stream = io.StringIO()
    export(journal.store, stream)
    report = merge(open_store(tmp_path / "b.sqlite"), io.StringIO(stream.getvalue()))
    assert report.added == 1
    assert sorted(why for _, why in report.refused) == [
        "记录的时间（at）不在 1970 至 2200 年之间，没有收；请查清那台设备的日期。",
        "记录的编号（id）比本机的时钟超前一天以上，没有收；请核对两台设备的日期。",
    ]


def test_a_clock_that_was_ahead_once_costs_the_later_records_of_that_run_nothing(
    tmp_path: Path, body: Body, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One record thirty days ahead, and three more written by the same run once the clock was put right."""
    journal = Journal(open_store(tmp_path / "a.sqlite"))
    now = datetime.now(tz=UTC)

    def set_clock(then: datetime) -> None:
        monkeypatch.setattr(journal, "_clock", lambda: then)
        monkeypatch.setattr("time.time_ns", lambda: int(then.timestamp() * 1000) * 1_000_000)

    def merged() -> tuple[int, list[str]]:
        stream = io.StringIO()
        export(journal.store, stream)
        report = merge(other, io.StringIO(stream.getvalue()))
        return report.added, [why for _, why in report.refused]

    other = open_store(tmp_path / "b.sqlite")
    set_clock(now + timedelta(days=30))
    ahead = journal.save_ruling(NO_EVENT, body(remark="ahead")).id
    set_clock(now)
    assert merged() == (0, ["记录的编号（id）比本机的时钟超前一天以上，没有收；请核对两台设备的日期。"])
    right = [journal.save_ruling(NO_EVENT, body(remark=str(number))).id for number in range(3)]
    assert all(each < ahead for each in right), "their names are of the right time"
    assert [entry.body.remark for entry in journal.entries()] == ["2", "1", "0", "ahead"]
    assert merged() == (4, []), "those that came later show what the first is worth"
    assert [entry.body.remark for entry in Journal(other).entries()] == ["2", "1", "0", "ahead"]
    assert other.verify().sound and other.verify().gaps == ()


FAKED = """
import sys, time
from pathlib import Path
import datetime as real
then = float(sys.argv[2])
time.time_ns = lambda: int(then * 1e9)
class Clock(real.datetime):
    @classmethod
    def now(cls, tz=None):
        raise OverflowError("timestamp out of range for platform time_t")
from app.journal import journal as module
module.datetime = Clock
from app.journal.records import NO_EVENT, RulingBody
from app.journal.sqlite_store import open_store
book = module.Journal(open_store(Path(sys.argv[1])))
record = book.save_ruling(NO_EVENT, RulingBody("g", "t", "t", "o", "r", "none"))
print(book.entries()[0].id == record.id)
"""


@pytest.mark.parametrize("then", ["-1e10", "0", "1e12"])
def test_a_clock_the_system_cannot_tell_the_time_of(tmp_path: Path, then: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FAKED, str(tmp_path / "日志.sqlite"), then], cwd=ROOT, capture_output=True, text=True
    )
    assert done.stdout.strip() == "True", done.stderr


def test_what_is_nested_too_deep_is_not_kept(tmp_path: Path, body: Body) -> None:
    journal = Journal(open_store(tmp_path / "日志.sqlite"))
    for depth in (60, 5_000, 200_000):
        facts: list[object] = []
        for _ in range(depth):
            facts = [facts]
        with pytest.raises(JournalError, match="存不下的内容"):
            journal.save_ruling(NO_EVENT, body(), {"facts": facts})
    assert journal.entries() == []
