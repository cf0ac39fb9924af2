"""Files that are damaged, full disks, folders one cannot write to, files of other versions."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from app.journal import sqlite_store
from app.journal.exchange import export, merge
from app.journal.interrupted import PAGE
from app.journal.journal import Journal
from app.journal.records import NO_EVENT, RulingBody
from app.journal.rows import VERSION
from app.journal.sqlite_store import JournalDamaged, JournalNewer, SQLiteStore, open_store
from app.journal.store import JournalError
from app.journal.ulids import new_id
from tests.app.journal.files import value, write_journal, write_version_1, write_with_log

ROOT = Path(__file__).resolve().parents[3]
NOW = datetime(2025, 5, 1, 9, 30)
Body = Callable[..., RulingBody]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, list[str]]:
    """The bytes of a sound journal and the ids in it."""
    path = tmp_path_factory.mktemp("sound") / "日志.sqlite"
    ids = write_journal(path, 200)
    return path.read_bytes(), ids


def overwritten(data: bytes, at: int, length: int) -> bytes:
    return data[:at] + random.Random(at).randbytes(length) + data[at + length :]


def rescue(path: Path, damaged: bytes) -> tuple[JournalDamaged, SQLiteStore]:
    """Open a damaged journal: it is said, the original is kept, and what was read opens."""
    path.write_bytes(damaged)
    with pytest.raises(JournalDamaged) as said:
        open_store(path, now=NOW)
    sentence = str(said.value)
    assert sentence.startswith("日志文件有损坏")
    assert sentence.count("。") == 1
    kept = said.value.kept
    assert kept is not None
    assert kept.name in sentence
    assert kept.read_bytes() == damaged
    store = open_store(path)
    assert store.notice == ""
    assert len(list(store.records())) == said.value.rescued
    return said.value, store


def whole(store: SQLiteStore, ids: list[str]) -> list[str]:
    """Which of these records are there; none of them half."""
    found = []
    for record in store.records():
        got = store.get(record.id)
        assert got is not None
        assert got.id in ids
        assert got.body
        if got.receipt is not None:
            number, facts = got.receipt["number"], got.receipt["facts"]
            assert [f["value"] for f in facts] == [value(number, n) for n in range(60 if number % 10 else 600)]
        found.append(got.id)
    return found


@pytest.mark.parametrize("length", [16, 100, PAGE])
def test_a_header_overwritten(tmp_path: Path, sound: tuple[bytes, list[str]], length: int) -> None:
    data, ids = sound
    fault, store = rescue(tmp_path / "日志.sqlite", overwritten(data, 0, length))
    assert fault.kept is not None and fault.kept.name == "日志-损坏-2025-05-01-093000.sqlite"
    assert whole(store, ids) == ids
    assert fault.lost_receipts == 0


def test_any_page_overwritten(tmp_path: Path, sound: tuple[bytes, list[str]]) -> None:
    data, ids = sound
    pages = len(data) // PAGE
    noticed = 0
    for page in random.Random(3).sample(range(1, pages), 16):
        path = tmp_path / f"{page}.sqlite"
        path.write_bytes(overwritten(data, page * PAGE, PAGE))
        before = path.read_bytes()
        try:
            store = open_store(path, now=NOW)
        except JournalDamaged as fault:
            noticed += 1
            assert fault.kept is not None and fault.kept.read_bytes() == before
            store = open_store(path)
            found = whole(store, ids)
            assert len(found) >= len(ids) - 40, f"page {page}"
            lost = sum(1 for i in found if (r := store.get(i)) and r.kind == "ruling" and r.receipt is None)
            assert lost == fault.lost_receipts
        store.close()
    assert noticed >= 11  # a page of nothing but text is only noticed when it is read


def test_a_damaged_body_is_not_taken_for_a_record(tmp_path: Path, sound: tuple[bytes, list[str]]) -> None:
    data, ids = sound
    at = data.index("超时警告后10秒".encode())
    changed = data[:at] + "超时警告后99秒".encode() + data[at + len("超时警告后10秒".encode()) :]
    path = tmp_path / "日志.sqlite"
    path.write_bytes(changed)
    store = open_store(path)  # its structure is sound
    with pytest.raises(JournalDamaged, match="有损坏"):
        for id_ in ids:
            store.get(id_)
    store.close()


@pytest.mark.parametrize("part", [0.9, 0.5, 0.1])
def test_a_truncated_file(tmp_path: Path, sound: tuple[bytes, list[str]], part: float) -> None:
    data, ids = sound
    _, store = rescue(tmp_path / "日志.sqlite", data[: int(len(data) * part)])
    found = whole(store, ids)
    assert len(found) >= len(ids) * part * 0.6 - 15
    new = Journal(store).save_ruling(NO_EVENT, RulingBody("guandan", "t", "t", "o", "r", "none"))
    assert store.get(new.id) == new


@pytest.mark.parametrize("data", [b"", "一份文本文件\n".encode() * 1000, b"\0" * 8192, b"SQLite format 3\0", b"x"])
def test_what_is_no_journal(tmp_path: Path, data: bytes) -> None:
    fault, store = rescue(tmp_path / "日志.sqlite", data)
    assert fault.rescued == 0
    assert "一条记录也没有读出" in str(fault)
    assert list(store.records()) == []


@pytest.mark.parametrize("bit", range(8))
def test_a_file_that_could_only_be_read_is_written_anew(
    tmp_path: Path, sound: tuple[bytes, list[str]], bit: int
) -> None:
    """One byte of the header says how a file is written; with a number nobody knows SQLite only reads it."""
    data, ids = sound
    path = tmp_path / "日志.sqlite"
    path.write_bytes(data[:18] + bytes([data[18] ^ 1 << bit]) + data[19:])
    try:
        store = open_store(path, now=NOW)
    except JournalDamaged as said:
        assert said.rescued == len(ids) and "权限" not in str(said)
        store = open_store(path)
    new = Journal(store).save_ruling(NO_EVENT, RulingBody("guandan", "t", "t", "o", "r", "none"))
    assert store.get(new.id) == new and whole(store, [*ids, new.id]) == [*ids, new.id]
    store.close()


def test_another_programs_database(tmp_path: Path) -> None:
    path = tmp_path / "日志.sqlite"
    connection = sqlite3.connect(path)
    connection.executescript("CREATE TABLE records (id TEXT, body TEXT); INSERT INTO records VALUES ('a', 'b');")
    connection.close()
    rescue(path, path.read_bytes())


def test_damage_with_records_that_lie_in_the_write_ahead_log(tmp_path: Path) -> None:
    path = tmp_path / "日志.sqlite"
    ids = [id_ for id_, _ in write_with_log(path, 12)]
    log = path.with_name("日志.sqlite-wal")
    wal = log.read_bytes()
    assert len(wal) > 10 * PAGE
    damaged = overwritten(path.read_bytes(), 0, 100)
    path.write_bytes(damaged)
    with pytest.raises(JournalDamaged) as said:
        open_store(path, now=NOW)
    kept = said.value.kept
    assert kept is not None
    assert kept.read_bytes() == damaged
    assert kept.with_name(kept.name + "-wal").read_bytes() == wal
    assert whole(open_store(path), ids) == ids


def test_a_second_rescue_keeps_both_originals(tmp_path: Path) -> None:
    path = tmp_path / "日志.sqlite"
    one, store = rescue(path, b"one")
    store.close()
    two, _ = rescue(path, b"two")
    assert one.kept is not None and two.kept is not None
    assert (one.kept.read_bytes(), two.kept.read_bytes()) == (b"one", b"two")


def test_a_lost_receipt_comes_back_from_another_copy(tmp_path: Path, sound: tuple[bytes, list[str]]) -> None:
    data, ids = sound
    path = tmp_path / "日志.sqlite"
    path.write_bytes(data)
    store = open_store(path)
    with (tmp_path / "copy.jsonl").open("w", encoding="utf-8") as copy:
        export(store, copy)
    store.close()
    for page in range(len(data) // PAGE // 2, len(data) // PAGE):
        fault, store = rescue(path, overwritten(path.read_bytes() if page == 0 else data, page * PAGE, PAGE))
        if fault.lost_receipts:
            break
        store.close()
    assert fault.lost_receipts
    with (tmp_path / "copy.jsonl").open(encoding="utf-8") as copy:
        report = merge(store, copy)
    assert report.refused == ()
    assert [r.id for r in store.records()] == ids
    assert all((r := store.get(i)) and (r.receipt is not None) == (r.kind == "ruling") for i in ids)


def test_it_is_found_while_another_window_has_it_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.journal.file_lock.PATIENCE", 0.2)
    path = tmp_path / "日志.sqlite"
    write_journal(path, 3)
    held = open_store(path)
    damaged = overwritten(path.read_bytes(), 0, 100)
    path.write_bytes(damaged)
    with pytest.raises(JournalError, match="先关闭其他窗口"):
        open_store(path)
    assert path.read_bytes() == damaged
    held.close()
    with pytest.raises(JournalDamaged):
        open_store(path)


# A full disk


def test_a_full_journal(tmp_path: Path, body: Body) -> None:
    store = open_store(tmp_path / "日志.sqlite")
    journal = Journal(store)
    kept = [journal.save_ruling(NO_EVENT, body(), {"receipt": 1}).id]
    assert store._connection is not None
    pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
    store._connection.execute(f"PRAGMA max_page_count = {pages + 4}")
    with pytest.raises(JournalError, match="存储空间已满") as said:
        for _ in range(200):
            kept.append(journal.save_ruling(NO_EVENT, body(remark="x" * 500), {"n": os.urandom(300).hex()}).id)
    assert not isinstance(said.value, JournalDamaged)
    assert [r.id for r in store.records()] == kept
    store._connection.execute("PRAGMA max_page_count = 100000")
    kept.append(journal.save_ruling(NO_EVENT, body()).id)  # space was made
    assert [e.id for e in journal.entries()] == kept[::-1]


FILL = """
import resource, sys
from pathlib import Path
from app.journal.journal import Journal
from app.journal.records import NO_EVENT, RulingBody
from app.journal.sqlite_store import open_store
from app.journal.store import JournalError
path = Path(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
journal = Journal(open_store(path))
try:
    while True:
        print(journal.save_ruling(NO_EVENT, RulingBody("g", "t", "t", "o", "r" * 800, "none"), {"a": "b"}).id, flush=True)
except JournalError as fault:
    print(type(fault).__name__, fault, flush=True)
"""


def test_a_file_that_cannot_grow(tmp_path: Path) -> None:
    path = tmp_path / "日志.sqlite"
    done = subprocess.run([sys.executable, "-c", FILL, path], cwd=ROOT, capture_output=True, text=True, timeout=60)
    *acknowledged, last = done.stdout.splitlines()
    assert last.startswith("JournalError "), done.stderr
    assert "没有存下" in last
    assert len(acknowledged) > 10
    store = open_store(path)
    assert [r.id for r in store.records()] == acknowledged


def test_no_space_to_make_the_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(sqlite_store, "_write_next", full)
    with pytest.raises(JournalError, match="存储空间已满"):
        open_store(tmp_path / "日志.sqlite")


# Folders and files that cannot be written to

ONLY_READ = """
import os, sys
from pathlib import Path
from app.journal.journal import Journal
from app.journal.records import NO_EVENT, RulingBody
from app.journal.sqlite_store import open_store
from app.journal.store import JournalError
if os.getuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
try:
    store = open_store(Path(sys.argv[1]))
    journal = Journal(store)
    print(store.notice)
    print(len(journal.entries()), journal.receipt(journal.entries()[0].id) is not None)
    journal.save_ruling(NO_EVENT, RulingBody("g", "t", "t", "o", "r", "none"))
except JournalError as fault:
    print(type(fault).__name__, fault)
"""


@pytest.fixture
def locked() -> Iterator[Path]:
    """A folder that will be closed to writers; root becomes nobody to see it."""
    folder = Path(tempfile.mkdtemp())
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def as_reader(path: Path) -> list[str]:
    """Open a journal as somebody who may only read."""
    path.parent.chmod(0o555)
    code = [sys.executable, "-c", ONLY_READ, str(path)]
    done = subprocess.run(code, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no users here")
def test_a_folder_that_cannot_be_written_to(locked: Path) -> None:
    path = locked / "日志.sqlite"
    write_journal(path, 6)
    path.chmod(0o644)
    for beside in locked.iterdir():
        if beside != path:
            beside.unlink()
    before = path.read_bytes()
    notice, entries, fault = as_reader(path)
    assert notice.startswith("日志只能看、不能记")
    assert entries == "6 True"
    assert fault.startswith("JournalError 日志所在的文件夹不能写入，这条记录没有存下")
    assert path.read_bytes() == before
    assert list(locked.iterdir()) == [path]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no users here")
def test_a_folder_where_no_journal_can_be_made(locked: Path) -> None:
    (fault,) = as_reader(locked / "日志.sqlite")
    assert fault.startswith("JournalError 日志的文件夹")
    assert "不能写入" in fault


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no users here")
def test_a_damaged_file_where_nothing_can_be_written(locked: Path) -> None:
    path = locked / "日志.sqlite"
    path.write_bytes(b"damaged")
    path.chmod(0o644)
    (fault,) = as_reader(path)
    assert fault.startswith("JournalDamaged 日志文件")
    assert path.read_bytes() == b"damaged"


def test_a_folder_in_the_place_of_the_file(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="是文件夹"):
        open_store(tmp_path)


def test_a_file_in_the_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(JournalError, match="建不成"):
        open_store(tmp_path / "file" / "日志.sqlite")


def test_another_program_holds_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: Body) -> None:
    monkeypatch.setattr(sqlite_store, "PATIENCE", 0.1)
    path = tmp_path / "日志.sqlite"
    store = open_store(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(JournalError, match="占用") as said:
        Journal(store).save_ruling(NO_EVENT, body())
    assert not isinstance(said.value, JournalDamaged)
    other.execute("ROLLBACK")
    Journal(store).save_ruling(NO_EVENT, body())


def test_closed(tmp_path: Path) -> None:
    store = open_store(tmp_path / "日志.sqlite")
    store.close()
    store.close()
    with pytest.raises(JournalError, match="已经关闭"):
        store.append([])


# Other versions


def test_an_older_schema(tmp_path: Path) -> None:
    path = tmp_path / "日志.sqlite"
    ids = [new_id() for _ in range(50)]
    write_version_1(path, ids)
    before = path.read_bytes()
    store = open_store(path, now=NOW)
    kept = tmp_path / "日志-旧格式1-2025-05-01-093000.sqlite"
    assert store.notice == f"日志已由旧格式改为新格式，共 50 条；原文件保存为 {kept.name}。"
    assert kept.read_bytes() == before
    assert [r.id for r in store.records()] == ids
    for id_ in ids:
        record = store.get(id_)
        assert record is not None
        assert record.receipt == {"receipt": 1, "of": id_}
        assert record.body["offenders"] == ["3"]
    store.close()
    assert open_store(path).notice == ""
    assert len(list(tmp_path.glob("日志-*.sqlite"))) == 1


def test_an_older_schema_with_json_too_deep_to_read_is_kept_aside_and_said(tmp_path: Path) -> None:
    path = tmp_path / "日志.sqlite"
    write_version_1(path, [new_id() for _ in range(3)])
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE records SET receipt = ?", ("[" * 100_000,))
        connection.commit()
    before = path.read_bytes()
    with pytest.raises(JournalDamaged, match="损坏") as said:
        open_store(path, now=NOW)
    kept = tmp_path / "日志-损坏-2025-05-01-093000.sqlite"
    assert kept.read_bytes() == before and kept.name in str(said.value)


def test_a_newer_schema(tmp_path: Path) -> None:
    path = tmp_path / "日志.sqlite"
    write_journal(path, 3)
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    with pytest.raises(JournalNewer, match="请更新执裁"):
        open_store(path)
    assert path.read_bytes() == before
    assert not list(tmp_path.glob("日志-*"))


def test_what_was_finished_but_not_put_in_place_is(tmp_path: Path) -> None:
    path = tmp_path / "日志.sqlite"
    ids = write_journal(tmp_path / "new.sqlite", 5)
    path.write_bytes(b"damaged")
    path.with_name("日志.sqlite-wal").write_bytes(b"left over")
    shutil.copy(tmp_path / "new.sqlite", tmp_path / "日志.sqlite.next")
    assert [r.id for r in open_store(path).records()] == ids


def test_an_unfinished_file_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "日志.sqlite"
    path.with_name("日志.sqlite.partial").write_bytes(b"half")
    store = open_store(path)
    assert list(store.records()) == []
