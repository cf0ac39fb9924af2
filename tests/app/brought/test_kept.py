"""The books on the disk: what is kept comes back, every version, through another program and after a power cut."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.brought.book_file import FileBooks, open_books
from app.brought.kept import FORMAT, NAME, NEWER, BookLog, Source
from app.journal.log_file import LogFile, MemoryHandle
from app.journal.side_log import in_memory
from app.journal.store import JournalError
from rules_data.brought.making import changed
from tests.rules_data.brought.making import AT, BRIDGE, GUANDAN, SHENGJI, brought, text_of


def source(name: str) -> Source:
    data = text_of(name).encode()
    return Source(brought(name).source, name, text_of(name), data)


def test_what_is_kept_comes_back_byte_for_byte(tmp_path: Path) -> None:
    store = open_books(tmp_path)
    for name in (GUANDAN, BRIDGE, SHENGJI):
        store.put(brought(name), source(name))
    store.close()
    again = open_books(tmp_path)
    assert list(again.current().values()) == [brought(GUANDAN), brought(BRIDGE), brought(SHENGJI)]
    kept = again.source(brought(BRIDGE).source)
    assert kept is not None and kept.original == text_of(BRIDGE).encode() and kept.name == BRIDGE
    assert again.notice == ""


def test_every_version_stays(tmp_path: Path) -> None:
    store = open_books(tmp_path)
    first = brought(SHENGJI)
    store.put(first, source(SHENGJI))
    gone = changed(first, at=AT, by="裁判乙", did="撤下", withdrawn=True)
    store.put(gone)
    assert store.versions(first.book.id) == (first, gone)
    assert store.current()[first.book.id].withdrawn
    assert store.source(first.source) is not None


def test_two_programs_see_what_the_other_adds_and_do_not_overwrite(tmp_path: Path) -> None:
    one, other = open_books(tmp_path), open_books(tmp_path)
    first = brought(SHENGJI)
    one.put(first, source(SHENGJI))
    before = other.changes
    assert other.current() == {first.book.id: first}
    other.put(changed(first, at=AT, by="乙", did="撤下", withdrawn=True))
    with pytest.raises(JournalError, match="刚刚在别处改过"):
        one.put(changed(first, at=AT, by="甲", did="改名"))
    assert one.current()[first.book.id].by == "乙"
    assert other.changes != before


def test_a_save_that_was_interrupted_is_not_there_and_nothing_else_is_lost(tmp_path: Path) -> None:
    store = open_books(tmp_path)
    store.put(brought(GUANDAN), source(GUANDAN))
    store.close()
    whole = (tmp_path / NAME).read_bytes()
    store = open_books(tmp_path)
    store.put(brought(BRIDGE), source(BRIDGE))
    store.close()
    after = (tmp_path / NAME).read_bytes()
    for cut in range(len(whole), len(after), 997):
        (tmp_path / NAME).write_bytes(after[:cut])
        again = open_books(tmp_path)
        assert list(again.current()) == [brought(GUANDAN).book.id]
        again.put(brought(SHENGJI), source(SHENGJI))
        assert len(again.current()) == 2
        again.close()


def test_damage_is_said_and_the_rest_is_read(tmp_path: Path) -> None:
    store = open_books(tmp_path)
    store.put(brought(GUANDAN), source(GUANDAN))
    store.put(brought(BRIDGE), source(BRIDGE))
    store.close()
    data = bytearray((tmp_path / NAME).read_bytes())
    at = data.index(brought(GUANDAN).book.title.encode(), data.index(b'"what":"version"'))
    data[at] ^= 1
    (tmp_path / NAME).write_bytes(bytes(data))
    again = open_books(tmp_path)
    assert list(again.current()) == [brought(BRIDGE).book.id]
    assert "损坏" in again.notice


def test_what_a_later_program_wrote_is_left_alone() -> None:
    handle = MemoryHandle()
    LogFile(handle).add([b"zhicai-books %d" % (FORMAT + 1)])
    before = bytes(handle.data)
    log = BookLog()
    log.write_to(LogFile(handle))
    with pytest.raises(JournalError, match=NEWER):
        log.put(brought(SHENGJI))
    assert bytes(handle.data) == before


def test_a_tab_that_only_reads_follows_the_one_that_writes() -> None:
    handle = MemoryHandle()
    writer, reader = BookLog(), BookLog()
    writer.write_to(LogFile(handle))
    writer.put(brought(SHENGJI), source(SHENGJI))
    reader.read_from(handle.read(0, handle.size()))
    assert reader.current() == writer.current()
    with pytest.raises(JournalError):
        reader.put(brought(GUANDAN))
    seen = reader.changes
    writer.put(brought(GUANDAN), source(GUANDAN))
    reader.read_from(handle.read(reader.read_to, handle.size()))
    assert len(reader.current()) == 2 and reader.changes != seen


def test_a_disk_that_is_full_keeps_nothing_and_says_so() -> None:
    class Full(MemoryHandle):
        def write(self, data: bytes, at: int) -> int:
            raise OSError(28, "No space left on device")

    log = BookLog()
    log.write_to(LogFile(Full()))
    with pytest.raises(JournalError, match="没有存下"):
        log.put(brought(SHENGJI), source(SHENGJI))
    assert log.current() == {}


def test_in_memory_until_the_page_is_closed() -> None:
    store = in_memory(BookLog())
    store.put(brought(SHENGJI), source(SHENGJI))
    assert list(store.current()) == [brought(SHENGJI).book.id]


def test_the_file_is_its_owners_alone(tmp_path: Path) -> None:
    FileBooks(tmp_path / "neu" / NAME).put(brought(SHENGJI), source(SHENGJI))
    assert (tmp_path / "neu" / NAME).stat().st_mode & 0o077 == 0
