"""What is looked at when a journal is opened and when a record is shown: the end, and that record."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.journal.journal import Journal
from app.journal.log_file import MemoryHandle
from app.journal.log_store import open_log_store
from app.journal.opening_look import END
from app.journal.records import NO_EVENT
from app.journal.sqlite_store import open_store
from tests.app.journal.attacks import RECEIPT, File, Hall, change, opened, ruling


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(tmp_path)


def test_an_untouched_journal_and_each_of_its_records_are_right(hall: Hall) -> None:
    with opened(hall.path) as store:
        assert store.end_faults() == ()
        records = list(store.records())
        assert len(records) == 18 and all(store.record_faults(each.id) == () for each in records)
        assert store.record_faults("01JZZZZZZZZZZZZZZZZZZZZZZZ") == ()


def test_in_a_browser_too() -> None:
    store = open_log_store(MemoryHandle())
    assert store.end_faults() == ()
    book = Journal(store, "甲")
    for number in range(1, 4):
        saved = book.save_ruling(NO_EVENT, ruling(number), RECEIPT)
        assert store.end_faults() == () and store.record_faults(saved.id) == ()


def test_a_record_that_was_changed_is_told_where_it_is_shown(hall: Hall) -> None:
    file = File(hall.path)
    name = file.record(9).id
    change(file, 9)
    file.rechained(file.device())
    file.close()
    with opened(hall.path) as store:
        (told,) = store.record_faults(name)
        assert name in told and "签名不对" in told
        assert all("签名不对" in each for each in store.end_faults()[:1])


def test_one_taken_out_before_a_record_is_told_at_that(hall: Hall) -> None:
    file = File(hall.path)
    device = file.device()
    seqs = file.seqs(device)
    name = file.record(seqs[2]).id
    file.run(f"UPDATE records SET hash = '{'0' * 32}' WHERE seq = {seqs[1]}")
    file.checked()
    file.close()
    with opened(hall.path) as store:
        assert store.record_faults(name) == (f"记录 {name} 与它前面的一条接不上，其中一条被改过或换过。",)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("DELETE FROM records WHERE seq = (SELECT max(seq) FROM records)", "有记录被拿走"),
        ("DELETE FROM records WHERE seq = 2", "有记录被拿走"),
        ("UPDATE heads SET signature = x'00' WHERE kind = 'now'", "日志头的签名不对"),
        ("DELETE FROM heads", "日志头不在了"),
    ],
)
def test_a_journal_that_was_cut_is_told_when_it_is_opened(hall: Hall, statement: str, said: str) -> None:
    file = File(hall.path)
    file.run(statement)
    file.close()
    with opened(hall.path) as store:
        assert any(said in each for each in store.end_faults())


def test_yesterdays_file_is_told_when_it_is_opened(hall: Hall, tmp_path: Path) -> None:
    with opened(hall.path) as store:
        store.backup(tmp_path / "kept")
        Journal(store, "甲").note(None, NO_EVENT, "今天记的")
    hall.path.write_bytes((tmp_path / "kept").read_bytes())
    with opened(hall.path) as store:
        assert any("不是本机最后签的" in each for each in store.end_faults())


def test_it_looks_at_the_end_alone_however_long_the_journal_is(tmp_path: Path) -> None:
    store = open_store(tmp_path / "journal.sqlite")
    book = Journal(store, "甲")
    made = [book.note(None, NO_EVENT, str(number)) for number in range(END + 5)]
    store.close()
    file = File(tmp_path / "journal.sqlite")
    file.run("UPDATE records SET author = '乙' WHERE seq IN (3, 20)")
    file.checked()
    file.close()
    with opened(tmp_path / "journal.sqlite") as store:
        told = store.end_faults()
        assert any(made[19].id in each for each in told) and not any(made[2].id in each for each in told)
        assert any(made[2].id in each for each in store.verify().faults), "the rest is looked at in the background"
