"""A file of checked lines: whatever is cut off or turned over, what was acknowledged is read and nothing else."""

from __future__ import annotations

import binascii
import errno

import pytest

from app.journal.log_file import LogFile, MemoryHandle, line, lines, read

BODIES = [b"one", "两行".encode(), b"x" * 300, b"", b'4 ["a"]']


class FaultyHandle(MemoryHandle):
    """Storage that refuses, or takes only a part."""

    def __init__(self, data: bytes = b"") -> None:
        super().__init__(data)
        self.room: int | None = None  # bytes the file may have
        self.piece: int | None = None  # bytes taken at once
        self.refuse: set[str] = set()
        self.on_disk = bytes(self.data)
        self.calls: list[str] = []

    def _call(self, name: str) -> None:
        self.calls.append(name)
        if name in self.refuse:
            raise OSError(errno.EIO, "refused")

    def write(self, data: bytes, at: int) -> int:
        self._call("write")
        if self.piece is not None:
            data = data[: self.piece]
        if self.room is not None and at + len(data) > self.room:
            super().write(data[: max(0, self.room - at)], at)  # a part of it is there
            raise OSError(errno.ENOSPC, "full")
        return super().write(data, at)

    def truncate(self, size: int) -> None:
        self._call("truncate")
        super().truncate(size)

    def flush(self) -> None:
        self._call("flush")
        self.on_disk = bytes(self.data)


def opened(data: bytes) -> tuple[LogFile, MemoryHandle, list[bytes]]:
    handle = MemoryHandle(data)
    log = LogFile(handle)
    return log, handle, list(log.open().bodies)


def test_a_line_says_its_check_its_length_and_how_many_follow() -> None:
    assert line(b"one", 2) == b"%08x 00000003 00000002 one\n" % binascii.crc32(b"00000003 00000002 one")
    with pytest.raises(ValueError):
        line(b"two\nlines")


def test_what_was_added_is_read_again() -> None:
    log, handle, there = opened(b"")
    assert there == []
    for body in BODIES:
        log.add([body])
    log.add(BODIES)
    assert opened(bytes(handle.data))[2] == [*BODIES, *BODIES]
    assert log.size == len(handle.data)


@pytest.mark.parametrize("together", [False, True])
def test_torn_at_every_byte(together: bool) -> None:
    """A process that is killed leaves a beginning of what it wrote: the saves before are read, of this one nothing is."""
    before = lines(BODIES[:2]) + line(b"last")
    saved = lines([b"three", "四".encode() * 30, b"five"]) if together else line("三".encode() * 40)
    for cut in range(len(saved)):
        log, handle, there = opened(before + saved[:cut])
        assert there == [*BODIES[:2], b"last"], cut
        assert bytes(handle.data) == before, "the torn tail lies there still"
        log.add([b"after"])
        found = read(bytes(handle.data))
        assert list(found.bodies) == [*BODIES[:2], b"last", b"after"] and not found.damage
    assert len(opened(before + saved)[2]) == (6 if together else 4)


def test_room_that_was_made_and_not_filled() -> None:
    before = line(b"one")
    saved = line(b"two" * 20)
    for filled in range(len(saved) - 1):  # with all but the line feed there it is whole
        for length in {filled, len(saved) - 1, 4096} - {len(saved)}:
            data = before + saved[:filled] + bytes(max(0, length - filled))
            log, handle, there = opened(data)
            assert there == [b"one"]
            log.add([b"after"])
            assert [b for b in read(bytes(handle.data)).bodies] == [b"one", b"after"]


def test_every_bit_turned_over() -> None:
    """One bit that rots costs at most the line it is in; nothing is cut off, nothing untrue is read, and it is known."""
    whole = [b"first", b"second " * 3, "第三".encode(), b"last"]
    data = b"".join(line(body) for body in whole)
    ends = [len(b"".join(line(b) for b in whole[: i + 1])) for i in range(4)]
    for bit in range(len(data) * 8):
        at = bit // 8
        rotten = bytearray(data)
        rotten[at] ^= 1 << bit % 8
        log, handle, there = opened(bytes(rotten))
        hit = next(i for i, end in enumerate(ends) if at < end)
        rest = whole[:hit] + whole[hit + 1 :]
        if at == ends[hit] - 1:  # the line feed: the length says the same
            assert there == whole
        else:
            assert there == rest, (bit, there)
            found = read(bytes(rotten))
            assert found.damage and found.torn == 0
            assert all(ends[hit] - len(line(whole[hit])) <= d.at < ends[hit] for d in found.damage)
        assert len(handle.data) == len(data), "damage was cut off"
        log.add([b"after"])
        assert opened(bytes(handle.data))[2] == [*there, b"after"]


def test_damage_in_a_save_of_several_lines_costs_one_line() -> None:
    data = bytearray(line(b"a") + lines([b"b", b"c", b"d"]) + line(b"e"))
    at = data.index(b" c\n") + 1
    data[at] ^= 1
    assert opened(bytes(data))[2] == [b"a", b"b", b"d", b"e"]
    last = bytearray(line(b"a") + lines([b"b", b"c"]))
    last[-2] ^= 1  # it had its line feed: it was acknowledged
    assert opened(bytes(last))[2] == [b"a", b"b"]


def test_a_hole_of_noughts_in_the_middle() -> None:
    data = bytearray(b"".join(line(b"%03d" % i * 50) for i in range(30)))
    data[600:1700] = bytes(1100)
    there = opened(bytes(data))[2]
    assert len(there) >= 23 and there[0] == b"000" * 50 and there[-1] == b"029" * 50
    assert all(body in [b"%03d" % i * 50 for i in range(30)] for body in there)


def test_short_writes_are_finished() -> None:
    for piece in (1, 7, 100):
        handle = FaultyHandle()
        handle.piece = piece
        log = LogFile(handle)
        log.open()
        log.add([b"one" * 50, b"two" * 50])
        assert opened(handle.on_disk)[2] == [b"one" * 50, b"two" * 50]


def test_no_room_at_every_byte() -> None:
    """Where the storage is full nothing of a save stays, and the next one that fits is saved."""
    there, saved = line(b"there"), lines([b"one" * 9, b"two" * 9])
    for room in range(len(there), len(there) + len(saved)):
        handle = FaultyHandle(there)
        log = LogFile(handle)
        log.open()
        handle.room = room
        with pytest.raises(OSError):
            log.add([b"one" * 9, b"two" * 9])
        assert opened(bytes(handle.data))[2] == [b"there"]
        handle.room = None
        log.add([b"after"])
        assert opened(handle.on_disk)[2] == [b"there", b"after"]


@pytest.mark.parametrize("refused", ["write", "flush", "truncate"])
def test_what_was_refused_is_gone_before_the_next(refused: str) -> None:
    """Also where it cannot be taken away at once: then nothing is saved until it can."""
    handle = FaultyHandle(line(b"there"))
    log = LogFile(handle)
    log.open()
    handle.refuse = {refused, "truncate", "flush"}
    with pytest.raises(OSError):
        log.add([b"refused"])
    with pytest.raises(OSError):
        log.add([b"also refused"])
    handle.refuse = set()
    log.add([b"after"])
    assert opened(handle.on_disk)[2] == [b"there", b"after"]


def test_acknowledged_is_flushed() -> None:
    handle = FaultyHandle()
    log = LogFile(handle)
    log.open()
    for number, body in enumerate(BODIES, 1):
        log.add([body])
        assert opened(handle.on_disk)[2] == BODIES[:number]


def test_rewritten() -> None:
    handle = FaultyHandle(line(b"a" * 500))
    log = LogFile(handle)
    log.open()
    log.rewrite([b"b", b"c"])
    assert opened(handle.on_disk)[2] == [b"b", b"c"]


@pytest.mark.parametrize("strange", [b"something else\n", b"\n\n", b"%08x" % 0, b"a" * 100])
def test_what_is_no_line_at_the_end(strange: bytes) -> None:
    """What cannot be the beginning of a line stays where it is."""
    log, handle, there = opened(line(b"one") + strange)
    assert there == [b"one"]
    log.add([b"two"])
    assert opened(bytes(handle.data))[2] == [b"one", b"two"]
    if len(strange) >= 27:
        assert strange in bytes(handle.data)
