"""What an interrupted program leaves beside a journal, and whether it can be trusted.

SQLite takes the part of a write-ahead log it can check and passes over the rest without a word; of a rollback journal it checks
every two-hundredth byte. Here both are looked at before SQLite does.
Formats: https://www.sqlite.org/fileformat2.html#the_write_ahead_log and #the_rollback_journal.
"""

from __future__ import annotations

import struct
from pathlib import Path

PAGE = 4096  # bytes: the journal is written so
FRAME = PAGE + 24
_WAL_MAGIC = (0x377F0682, 0x377F0683)
_JOURNAL_MAGIC = bytes.fromhex("d9d505f920a163d7")


def _sum(data: bytes, order: str, s0: int = 0, s1: int = 0) -> tuple[int, int]:
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for i in range(0, len(words), 2):
        s0 = (s0 + words[i] + s1) & 0xFFFFFFFF
        s1 = (s1 + words[i + 1] + s0) & 0xFFFFFFFF
    return s0, s1


def log_is_whole(path: Path) -> bool:
    """Whether the write-ahead log beside a journal holds everything that was put into it; also where there is none.

    What was being written when the program ended was never acknowledged. That it was that, and not something that is missing,
    is known by the index SQLite keeps beside the log; without it everything after the last finished transaction counts as damage.
    """
    log = path.with_name(path.name + "-wal")
    wal = log.read_bytes() if log.exists() else b""
    if not wal:
        return True
    if len(wal) < 32:
        return False
    magic, version, page, _, salt1, salt2, *sums = struct.unpack(">8I", wal[:32])
    if magic not in _WAL_MAGIC or version != 3007000 or page != PAGE:
        return False
    order = ">" if magic & 1 else "<"
    running = _sum(wal[:24], order)
    if running != tuple(sums):
        return False
    finished = frames = 0
    at = 32
    while at + FRAME <= len(wal):
        number, pages, first, second, *sums = struct.unpack(">6I", wal[at : at + 24])
        if (first, second) != (salt1, salt2) or not number:
            break
        running = _sum(wal[at + 24 : at + FRAME], order, *_sum(wal[at : at + 8], order, *running))
        if running != tuple(sums):
            break
        at += FRAME
        frames += 1
        if pages:
            finished = frames
    known = _finished_by_index(path, salt1, salt2)
    if known is not None:
        return finished >= known
    rest = range(at, len(wal), FRAME)
    earlier = all(_of_another_round(wal[start : start + 24], salt1, salt2) for start in rest)
    return finished == frames and earlier and (len(wal) - 32) % FRAME == 0


def _of_another_round(head: bytes, salt1: int, salt2: int) -> bool:
    """Whether a frame is left over from before the log was begun anew: then both its salts are others."""
    if len(head) < 24:
        return False
    _, _, first, second = struct.unpack(">4I", head[:16])
    return bool(first != salt1 and second != salt2)


def _finished_by_index(path: Path, salt1: int, salt2: int) -> int | None:
    """How many frames of the log SQLite's index says are finished; None where it does not speak of this log."""
    index = path.with_name(path.name + "-shm")
    data = index.read_bytes()[:96] if index.exists() else b""
    if len(data) < 96 or data[:48] != data[48:96]:
        return None
    for order in ("<", ">"):  # as the machine writes that made it
        if struct.unpack(f"{order}I", data[:4])[0] == 3007000:
            frames = struct.unpack(f"{order}I", data[16:20])[0]
            if data[32:40] == struct.pack(">2I", salt1, salt2):
                return int(frames)
    return None


def left_over(path: Path) -> bool:
    """Whether a program was interrupted while it wrote: a log with something in it, or a rollback journal."""
    log, back = (path.with_name(path.name + end) for end in ("-wal", "-journal"))
    if log.exists() and log.stat().st_size:
        return True
    if not back.exists():
        return False
    with back.open("rb") as file:
        return any(file.read(28))


def rolled_back(path: Path) -> bytes:
    """Return the bytes of a journal as they are once an interrupted change is taken back; no file is changed."""
    image = bytearray(path.read_bytes())
    back = path.with_name(path.name + "-journal")
    data = back.read_bytes() if back.exists() else b""
    at = 0
    original: int | None = None
    while data[at : at + 8] == _JOURNAL_MAGIC and len(data) >= at + 28:
        count, nonce, pages, sector, page = struct.unpack(">5I", data[at + 8 : at + 28])
        if page != PAGE or not sector:
            break
        original = pages if original is None else original
        at += sector
        whole = (len(data) - at) // (PAGE + 8)
        count = whole if count == 0xFFFFFFFF else min(count, whole)
        for _ in range(count):
            number, content = struct.unpack(">I", data[at : at + 4])[0], data[at + 4 : at + 4 + PAGE]
            check = (nonce + sum(content[i] for i in range(PAGE - 200, 0, -200))) & 0xFFFFFFFF
            if not number or struct.unpack(">I", data[at + 4 + PAGE : at + 8 + PAGE])[0] != check:
                break
            if number <= original:
                start = (number - 1) * PAGE
                image.extend(bytes(max(0, start + PAGE - len(image))))
                image[start : start + PAGE] = content
            at += PAGE + 8
        at = -(-at // sector) * sector
    if original is not None:
        del image[original * PAGE :]
    return bytes(image)


def noted_pages(path: Path) -> list[tuple[int, bytes]]:
    """Return every page that lies beside a journal, in the order it was written, whether it was finished or not."""
    found: list[tuple[int, bytes]] = []
    log, back = (path.with_name(path.name + end) for end in ("-wal", "-journal"))
    if back.exists():
        data = back.read_bytes()
        sector = struct.unpack(">I", data[20:24])[0] if data[:8] == _JOURNAL_MAGIC and len(data) >= 28 else 512
        for at in range(sector or 512, len(data) - PAGE - 7, PAGE + 8):
            found.append((struct.unpack(">I", data[at : at + 4])[0], data[at + 4 : at + 4 + PAGE]))
    if log.exists():
        wal = log.read_bytes()
        for at in range(32, len(wal) - FRAME + 1, FRAME):
            found.append((struct.unpack(">I", wal[at : at + 4])[0], wal[at + 24 : at + FRAME]))
        rest = wal[32 + (len(wal) - 32) // FRAME * FRAME :] if len(wal) > 32 else b""
        if len(rest) > 24:  # the last was cut off: what is left of it may hold rows
            found.append((struct.unpack(">I", rest[:4])[0], rest[24:].ljust(PAGE, b"\0")))
    return found
