"""The one file is the journal: a copy of it alone holds every acknowledged record, whenever and however the program ended."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from app.journal.interrupted import PAGE
from app.journal.journal import Journal
from app.journal.records import NO_EVENT, RulingBody
from app.journal.salvage import read
from app.journal.sqlite_store import JournalDamaged, JournalMoved, SQLiteStore, open_store
from app.journal.store import JournalError
from tests.app.journal.files import write_journal, write_version_2
from tests.app.journal.test_killed import Killer

Body = Callable[..., RulingBody]
KILLS = 40


def copied(path: Path, to: Path) -> set[str]:
    """Copy the one file and nothing else; the records in the copy."""
    to.mkdir(mode=0o700)
    copy = to / path.name
    shutil.copyfile(path, copy)
    copy.chmod(0o600)
    try:
        store = open_store(copy)
    except JournalDamaged:  # copied while it was being written: said, and read all the same
        store = open_store(copy)
    ids = {record.id for record in store.records()}
    store.close()
    return ids


def test_after_every_save_the_file_alone_holds_the_record(tmp_path: Path, body: Body) -> None:
    path = tmp_path / "日志.sqlite"
    journal = Journal(open_store(path))
    for number in range(30):
        record = journal.save_ruling(NO_EVENT, body(), {"facts": [os.urandom(99).hex() for _ in range(number * 5)]})
        copy = tmp_path / f"{number}.sqlite"
        shutil.copyfile(path, copy)
        with sqlite3.connect(copy) as connection:  # any SQLite reads it, without what lies beside
            assert connection.execute("SELECT count(*) FROM records WHERE seq > 0").fetchone() == (number + 1,)
            assert connection.execute("SELECT id FROM records ORDER BY seq DESC LIMIT 1").fetchone() == (record.id,)
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_after_a_kill_the_file_alone_holds_every_acknowledged_record(tmp_path: Path) -> None:
    chance = random.Random(30)
    killer = Killer()
    acknowledged: set[str] = set()
    path = tmp_path / "日志.sqlite"
    try:
        for kill in range(KILLS):
            acknowledged.update(killer.run(path, chance.uniform(0.02, 0.12)))
            if path.exists():
                assert acknowledged <= copied(path, tmp_path / str(kill))
    finally:
        killer.close()
    assert len(acknowledged) > 20


def test_a_copy_made_at_any_page_of_a_save_holds_what_was_acknowledged(tmp_path: Path, body: Body) -> None:
    path = tmp_path / "日志.sqlite"
    journal = Journal(open_store(path))
    torn = tmp_path / "torn.sqlite"
    acknowledged: set[str] = set()
    chance = random.Random(31)
    states = 0
    for number in range(70):
        before = path.read_bytes()
        facts = [os.urandom(40).hex() for _ in range(chance.choice([1, 20, 200]))]
        record = journal.save_ruling(NO_EVENT, body(remark="x" * chance.choice([0, 500, 5000])), {"facts": facts})
        after = path.read_bytes()
        changed = [at for at in range(0, len(after), PAGE) if before[at : at + PAGE] != after[at : at + PAGE]]
        for _ in range(3):  # written in order, as SQLite does, or after a power failure in any
            for done in range(1, len(changed)):
                image = bytearray(before)
                for at in sorted(changed[:done]):
                    image.extend(bytes(max(0, at - len(image))))
                    image[at : at + PAGE] = after[at : at + PAGE]
                torn.write_bytes(image)
                found = read(torn)
                assert acknowledged <= {r.id for r in found.records}, f"record {number}, {done} of {len(changed)} pages"
                assert not found.without_receipt & acknowledged
                states += 1
            chance.shuffle(changed)
        acknowledged.add(record.id)
    assert states > 300


def test_nothing_lies_beside_it_when_it_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "日志.sqlite"
    write_journal(path, 3)
    assert {each.name for each in tmp_path.iterdir()} == {"日志.sqlite", "日志.sqlite.lock", "日志.key"}


def test_who_reads_for_long_keeps_a_save_out_whole(tmp_path: Path, body: Body, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.journal.sqlite_store.PATIENCE", 0.1)
    path = tmp_path / "日志.sqlite"
    journal = Journal(open_store(path))
    first = journal.save_ruling(NO_EVENT, body())
    reader = sqlite3.connect(path, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM records").fetchone()
    with pytest.raises(JournalError, match="占用，这次没有存下"):
        journal.save_ruling(NO_EVENT, body())
    assert [e.id for e in journal.entries()] == [first.id]
    reader.execute("COMMIT")
    second = journal.save_ruling(NO_EVENT, body())
    assert copied(path, tmp_path / "copy") == {first.id, second.id}


# Deleted or replaced while it is open


def save(store: SQLiteStore, body: Body) -> str:
    return Journal(store).save_ruling(NO_EVENT, body()).id


def test_a_file_deleted_while_it_is_open_is_noticed_and_kept(tmp_path: Path, body: Body) -> None:
    path = tmp_path / "日志.sqlite"
    store = open_store(path)
    ids = {save(store, body) for _ in range(3)}
    path.unlink()
    for _ in range(2):
        with pytest.raises(JournalMoved, match="被删除或换掉了，这条记录没有存下") as said:
            save(store, body)
    (kept,) = tmp_path.glob("日志-移走前-*.sqlite")
    assert kept.name in str(said.value)
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert copied(kept, tmp_path / "copy") == ids


def test_a_file_put_in_its_place_is_noticed(tmp_path: Path, body: Body) -> None:
    path = tmp_path / "日志.sqlite"
    store = open_store(path)
    save(store, body)
    other = tmp_path / "other.sqlite"
    write_journal(other, 2)
    before = other.read_bytes()
    away = tmp_path / "away.sqlite"
    path.rename(away)
    other.rename(path)
    with pytest.raises(JournalMoved):
        save(store, body)
    assert path.read_bytes() == before
    path.unlink()
    away.rename(path)  # put back: it goes on
    save(store, body)
    assert len(list(store.records())) == 2


def test_other_contents_copied_into_the_open_file_are_noticed(tmp_path: Path, body: Body) -> None:
    path = tmp_path / "日志.sqlite"
    store = open_store(path)
    save(store, body)
    other = tmp_path / "other.sqlite"
    write_journal(other, 4)
    shutil.copyfile(other, path)
    with pytest.raises(JournalError, match="没有存下"):
        save(store, body)


# Whose it is, and what it is


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no users here")
def test_folder_and_file_are_for_their_owner_only(tmp_path: Path, body: Body) -> None:
    old = os.umask(0)
    try:
        path = tmp_path / "new" / "日志.sqlite"
        store = open_store(path)
        save(store, body)
        assert store.notice == ""
        assert mode(path.parent) == 0o700
        assert {mode(each) for each in path.parent.iterdir()} == {0o600}
    finally:
        os.umask(old)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no users here")
def test_a_wider_one_is_narrowed_and_that_is_said_once(tmp_path: Path) -> None:
    path = tmp_path / "wide" / "日志.sqlite"
    path.parent.mkdir()
    write_journal(path, 2)
    path.parent.chmod(0o755)
    path.chmod(0o644)
    store = open_store(path)
    assert store.notice.startswith("日志的文件夹和文件原来别的用户也能打开，已改为只有本人能用")
    assert (mode(path.parent), mode(path)) == (0o700, 0o600)
    store.close()
    assert open_store(path).notice == ""


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no users here")
def test_a_folder_everybody_shares_stays_as_it_is(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    store = open_store(shared / "日志.sqlite")
    assert (store.notice, mode(shared)) == ("", 0o1777)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
@pytest.mark.parametrize("beside", ["", "-wal", "-journal", ".lock", ".next", ".partial", ".damaged"])
def test_only_ordinary_files_are_opened(tmp_path: Path, beside: str) -> None:
    path = tmp_path / "日志.sqlite"
    if beside:
        write_journal(path, 2)
        path.with_name(path.name + beside).unlink(missing_ok=True)
    os.mkfifo(path.with_name(path.name + beside))
    with pytest.raises(JournalError, match="不是普通文件，没有打开"):  # and not waited for somebody to write
        open_store(path)


def test_a_device_is_not_opened() -> None:
    with pytest.raises(JournalError, match="不是普通文件"):
        open_store(Path(os.devnull))


def test_a_link_in_the_place_of_the_file_is_followed(tmp_path: Path, body: Body) -> None:
    there = tmp_path / "there"
    there.mkdir(mode=0o700)
    write_journal(there / "日志.sqlite", 2)
    link = tmp_path / "link.sqlite"
    link.symlink_to(there / "日志.sqlite")
    store = open_store(link)
    save(store, body)
    store.close()
    assert link.is_symlink()
    assert len(list(open_store(there / "日志.sqlite").records())) == 4
    assert not list(tmp_path.glob("link.sqlite?*"))  # nothing is put beside the link


def test_a_link_beside_the_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "日志.sqlite"
    write_journal(path, 2)
    target = tmp_path / "target"
    target.write_text("x")
    path.with_name("日志.sqlite.partial").symlink_to(target)
    with pytest.raises(JournalError, match="不是普通文件"):
        open_store(path)
    assert target.read_text() == "x"


@pytest.mark.parametrize("damaged", [True, False], ids=["rescue", "older"])
def test_nothing_is_copied_where_there_is_no_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damaged: bool
) -> None:
    path = tmp_path / "日志.sqlite"
    if damaged:
        write_journal(path, 20)
        path.write_bytes(b"x" * 100 + path.read_bytes()[100:])
    else:
        write_version_2(path, [])
    before = path.read_bytes()
    usage = shutil.disk_usage(tmp_path)
    free = (1 << 20) + 2 * path.stat().st_size - 1
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage._replace(free=free))
    with pytest.raises(JournalError, match="存储空间不够整理日志") as said:
        open_store(path)
    assert not isinstance(said.value, JournalDamaged)
    assert path.read_bytes() == before
    assert not list(tmp_path.glob("日志-*")) and not path.with_name("日志.sqlite.next").exists()
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage._replace(free=free + 1))
    if damaged:
        with pytest.raises(JournalDamaged):
            open_store(path)
    open_store(path).close()
