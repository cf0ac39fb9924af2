"""Damage to what an interrupted program left beside the journal is never silent, and what can be read of it is read."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from app.journal.interrupted import PAGE
from app.journal.journal import Journal
from app.journal.records import NO_EVENT, RulingBody
from app.journal.sqlite_store import JournalDamaged, open_store
from app.journal.ulids import new_id
from tests.app.journal.files import take, value, write_version_2, write_with_log

Body = Callable[..., RulingBody]
DAMAGES = 200


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[tuple[str, int]]]:
    """A journal all of whose records lie in the write-ahead log, and how long that was when each was finished."""
    path = tmp_path_factory.mktemp("left") / "日志.sqlite"
    return path, write_with_log(path, 25)


def beside(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)


def opened(path: Path) -> dict[str, bool]:
    """The records of a journal that opens; whether each has its receipt, whole."""
    store = open_store(path)
    found = {}
    for record in store.records():
        whole = store.get(record.id)
        assert whole is not None
        found[record.id] = whole.receipt is not None
        if whole.receipt is not None:
            number = whole.receipt["number"]
            assert [fact["value"] for fact in whole.receipt["facts"]] == [
                value(number, n) for n in range(60 if number % 10 else 600)
            ]
    store.close()
    return found


def said(path: Path, wal: bytes) -> JournalDamaged:
    """Open a journal with a damaged log: it is said, and all of it is kept as it was."""
    beside(path, "-wal").write_bytes(wal)
    before = path.read_bytes()
    with pytest.raises(JournalDamaged) as fault:
        open_store(path)
    kept = fault.value.kept
    assert kept is not None
    assert kept.name in str(fault.value)
    assert kept.read_bytes() == before
    if wal:
        assert beside(kept, "-wal").read_bytes() == wal
    return fault.value


def test_a_whole_log_is_no_damage(tmp_path: Path, left: tuple[Path, list[tuple[str, int]]]) -> None:
    source, made = left
    for with_index in (True, False):
        path = tmp_path / f"{with_index}.sqlite"
        take(source, path)
        if not with_index:
            beside(path, "-shm").unlink()
        assert opened(path) == {id_: True for id_, _ in made}
        assert not beside(path, "-wal").exists()  # from now on the file alone is the journal


@pytest.mark.parametrize("with_index", [True, False], ids=["with its index", "alone"])
def test_a_log_that_was_cut_is_said_and_read_up_to_the_cut(
    tmp_path: Path, left: tuple[Path, list[tuple[str, int]]], with_index: bool
) -> None:
    source, made = left
    wal = beside(source, "-wal").read_bytes()
    chance = random.Random(40)
    ends = {length for _, length in made}
    whole = range(len(wal)) if with_index else [n for n in range(32, len(wal)) if n not in ends]
    for cut in [*chance.sample(whole, DAMAGES // 2), *((sorted(ends)[:-1]) if with_index else [])]:
        if cut == 0:
            continue
        path = tmp_path / f"{cut}.sqlite"
        take(source, path)
        if not with_index:
            beside(path, "-shm").unlink()
        said(path, wal[:cut])
        found = opened(path)
        finished = {id_ for id_, length in made if length <= cut}
        assert finished <= found.keys()
        assert all(found[id_] for id_ in finished)


def test_any_bit_of_the_log_is_said_and_the_rest_is_read(
    tmp_path: Path, left: tuple[Path, list[tuple[str, int]]]
) -> None:
    source, made = left
    wal = beside(source, "-wal").read_bytes()
    chance = random.Random(41)
    bits = [*range(0, 32 * 8, 16), *(chance.randrange(len(wal) * 8) for _ in range(DAMAGES - 16))]
    for bit in bits:
        path = tmp_path / f"{bit}.sqlite"
        take(source, path)
        if chance.random() < 0.5:
            beside(path, "-shm").unlink()
        flipped = bytearray(wal)
        flipped[bit // 8] ^= 1 << bit % 8
        said(path, bytes(flipped))
        found = opened(path)
        assert len(found) >= len(made) - 1
        assert sum(found.values()) >= len(made) - 1


def test_a_log_without_its_file_is_said(tmp_path: Path, left: tuple[Path, list[tuple[str, int]]]) -> None:
    source, made = left
    path = tmp_path / "日志.sqlite"
    take(source, path)
    path.write_bytes(b"")
    said(path, beside(source, "-wal").read_bytes())
    assert opened(path).keys() == {id_ for id_, _ in made}


def test_the_log_a_killed_earlier_version_left_is_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "日志.sqlite"
    ids = [new_id() for _ in range(30)]
    write_version_2(path, ids, killed=True)
    assert beside(path, "-wal").stat().st_size > 30 * PAGE
    store = open_store(path)
    assert store.notice.startswith("日志已由旧格式改为新格式，共 30 条")
    assert [r.id for r in store.records()] == ids
    assert all(r is not None and r.receipt == {"receipt": 1, "of": r.id} for r in map(store.get, ids))


def test_the_damaged_log_of_an_earlier_version_is_said(tmp_path: Path) -> None:
    path = tmp_path / "日志.sqlite"
    ids = [new_id() for _ in range(30)]
    write_version_2(path, ids, killed=True)
    wal = bytearray(beside(path, "-wal").read_bytes())
    wal[len(wal) // 2] ^= 4
    said(path, bytes(wal))
    store = open_store(path)
    assert len(list(store.records())) >= 29


# A rollback journal: the program ended while it wrote to the file


@pytest.fixture
def halfway(tmp_path: Path, body: Body) -> tuple[Path, list[str]]:
    """A journal in the middle of a save: half of its pages are written, the rollback journal lies beside."""
    away = tmp_path / "away.sqlite"
    store = open_store(away)
    journal = Journal(store)
    ids = [
        journal.save_ruling(NO_EVENT, body(remark="x" * 300), {"facts": [value(n, i) for i in range(60)]}).id
        for n in range(20)
    ]
    connection = store._connection
    assert connection is not None
    before = away.read_bytes()
    connection.execute("PRAGMA cache_spill = 1")
    connection.execute("PRAGMA cache_size = 1")  # so that pages are written before the end
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("UPDATE receipts SET receipt = zeroblob(9000) WHERE seq > 0")
    connection.execute("UPDATE records SET body = zeroblob(3000) WHERE seq > 10")
    path = tmp_path / "日志.sqlite"
    take(away, path)
    connection.execute("ROLLBACK")
    assert path.read_bytes() != before
    assert beside(path, "-journal").stat().st_size > PAGE
    return path, ids


def test_a_save_that_was_interrupted_is_taken_back(halfway: tuple[Path, list[str]]) -> None:
    path, ids = halfway
    store = open_store(path)
    assert store.notice == ""
    assert [r.id for r in store.records()] == ids
    assert all(r is not None and r.receipt is not None for r in map(store.get, ids))


def test_damage_to_the_rollback_journal_is_harmless_or_said(tmp_path: Path, halfway: tuple[Path, list[str]]) -> None:
    source, ids = halfway
    back = beside(source, "-journal").read_bytes()
    chance = random.Random(42)
    told = 0
    for number in range(DAMAGES):
        folder = tmp_path / str(number)
        folder.mkdir(mode=0o700)
        path = folder / "日志.sqlite"
        take(source, path)
        damaged = bytearray(back)
        if number % 2:
            del damaged[chance.randrange(28, len(damaged)) :]
        else:
            damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
        beside(path, "-journal").write_bytes(damaged)
        before = path.read_bytes()
        try:
            store = open_store(path)
        except JournalDamaged as fault:
            told += 1
            assert fault.kept is not None and fault.kept.read_bytes() == before
            assert beside(fault.kept, "-journal").read_bytes() == bytes(damaged)
            store = open_store(path)
            assert store.notice == ""
        else:
            assert [r.id for r in store.records()] == ids
            assert all(r is not None and r.receipt is not None for r in map(store.get, ids))
        store.close()
    assert told > DAMAGES // 4
