"""The key of a journal file, and how far it was signed, kept outside that file.

It lies beside the journal (``journal.key``) and is never copied with it: not by a backup, not by 搬到另一台设备. Two places of
the file hold the key in turn, so that one is whole whatever happens while the other is written. Behind them two more say, in
turn, where the journal stood when it was saved last; they are written after the save and need not reach the disk at once: they
can only say less than there is. A journal that has less than they say was put back, cut, or exchanged.
"""

from __future__ import annotations

import errno
import json
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from app.journal.chain import DEVICE, is_hash
from app.journal.disk_handle import DiskHandle
from app.journal.ed25519 import SEED
from app.journal.log_file import Handle, MemoryHandle, line
from app.journal.log_file import read as read_lines
from app.journal.signing import Key, read, written

FORMAT = 1
_KEYS, _SEEN = 8192, 1024  # bytes of each place
_AREAS = ((0, _KEYS), (_KEYS, _KEYS), (2 * _KEYS, _SEEN), (2 * _KEYS + _SEEN, _SEEN))
FORMER = 40  # chains before the present one that are remembered

End = tuple[str, int, str, int, str]  # device, number, hash, held, grown


@dataclass(frozen=True, slots=True)
class Kept:
    """What the file says."""

    key: Key | None = None
    file: str = ""  # which journal file it signs
    seen: End | None = None  # where that stood when it was last saved
    former: tuple[End, ...] = ()  # where chains stood that were signed before, the last at the end
    how: str = ""  # why it signs with a new key: see heads.Head
    rescued: bool = False  # the journal was damaged since, and written anew from what could be read

    @property
    def ends(self) -> tuple[End, ...]:
        """Where all chains stood that were signed here."""
        return (*self.former, *((self.seen,) if self.seen is not None else ()))


@dataclass
class KeyFile:
    """The file, opened when it is needed: it is made when something is signed for the first time."""

    open: Callable[[bool], Handle | None]  # whether to make it; None where there is none
    notice: str = ""
    _lock: threading.RLock = field(default_factory=threading.RLock)
    _handle: Handle | None = None
    _generation: int = 0  # how often a key was written, as it was read last

    def _opened(self, make: bool) -> Handle | None:
        if self._handle is None:
            self._handle = self.open(make)
        return self._handle

    def read(self) -> Kept:
        """What it says now; another program may have written to it. What cannot be read says nothing."""
        with self._lock:
            try:
                handle = self._opened(False)
                data = b"" if handle is None else handle.read(0, sum(size for _, size in _AREAS))
            except OSError:
                return Kept()
        keys = [found for at in (0, 1) if (found := _key_in(_area(data, at))) is not None]
        if not keys:
            return Kept()
        self._generation, kept = max(keys, key=lambda each: each[0])
        assert kept.key is not None
        generation = self._generation
        seen = [end for at in (2, 3) if (end := _end_in(_area(data, at), generation)) and end[0] == kept.key.device]
        return replace(kept, seen=max(seen, key=lambda end: end[3]) if seen else None)

    def begin(self, file: str, former: End | None, how: str) -> Key:
        """Have a new key for a journal file, and return it once it is on the disk."""
        with self._lock:
            now = self.read()
            ends = now.ends if former is None or former in now.ends else (*now.ends, former)
            kept = Kept(Key.new(), file, None, ends[-FORMER:], how)
            self._keep(kept)
            assert kept.key is not None
            return kept.key

    def note_rescue(self) -> None:
        """Note that the journal is being written anew from what could be read of it."""
        with self._lock:
            now = self.read()
            if now.key is not None:
                self._keep(replace(now, seen=None, former=now.ends[-FORMER:], rescued=True))

    def _keep(self, kept: Kept) -> None:
        """Write the key into the older place. What the disk refuses is kept here for as long as the program runs, and said."""
        try:
            self._write(kept)
        except OSError:
            self.notice = "日志的签名钥匙存不下：这次照样记，下次打开另起一条链。请检查数据文件夹的权限和空间。"
            memory = MemoryHandle()
            self._handle, self.open = memory, lambda make: memory
            self._write(kept)

    def _write(self, kept: Kept) -> None:
        handle = self._opened(True)
        if handle is None:
            raise OSError(errno.EACCES, "no key file")
        data = handle.read(0, 2 * _KEYS)
        generations = [(_key_in(_area(data, at)) or (0, None))[0] for at in (0, 1)]
        assert kept.key is not None
        body = {
            "format": FORMAT, "generation": max(generations) + 1, "seed": written(kept.key.seed),
            "public": written(kept.key.public), "file": kept.file, "former": kept.former, "how": kept.how,
            "rescued": kept.rescued,
        }  # fmt: skip
        _put(handle, generations.index(min(generations)), body)
        handle.flush()
        self._generation = max(generations) + 1

    def see(self, end: End) -> None:
        """Note where the journal stands now. It need not reach the disk at once; what the disk refuses is passed over."""
        with self._lock, suppress(OSError):
            handle = self._opened(False)
            if handle is not None:
                _put(handle, 2 + end[3] % 2, {"generation": self._generation, "end": end})

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            if self._handle is not None:
                self._handle.close()
                self._handle = None


def _area(data: bytes, at: int) -> bytes:
    begin, size = _AREAS[at]
    return data[begin : begin + size]


def _put(handle: Handle, at: int, body: dict[str, Any]) -> None:
    begin, size = _AREAS[at]
    data = line(json.dumps(body, separators=(",", ":")).encode())
    if len(data) > size:
        raise OSError(errno.EFBIG, "too long")
    if handle.write(data.ljust(size, b"\n"), begin) != size:
        raise OSError(errno.ENOSPC, "No space left on device")


def _body(area: bytes) -> dict[str, Any] | None:
    bodies = read_lines(area.rstrip(b"\n") + b"\n").bodies
    try:
        body = json.loads(bodies[0]) if bodies else None
    except (ValueError, RecursionError):
        return None
    return body if isinstance(body, dict) else None


def _key_in(area: bytes) -> tuple[int, Kept] | None:
    body = _body(area)
    if body is None:
        return None
    seed, generation, file = read(body.get("seed"), SEED), body.get("generation"), body.get("file")
    public = read(body.get("public"), 32)
    ends = body.get("former")
    former = [_end(each) for each in ends] if isinstance(ends, list) else []
    if seed is None or public is None or type(generation) is not int or not isinstance(file, str):
        return None
    how, rescued = str(body.get("how", "")), body.get("rescued") is True
    kept = Kept(Key(seed, public), file, None, tuple(e for e in former if e), how, rescued)
    return generation, kept


def _end_in(area: bytes, generation: int) -> End | None:
    body = _body(area)
    return _end(body.get("end")) if body is not None and body.get("generation") == generation else None


def _end(value: object) -> End | None:
    if not isinstance(value, list) or len(value) != 5:
        return None
    device, number, hash_, held, grown = value
    sound = is_hash(device, DEVICE) and type(number) is int and type(held) is int
    return (device, number, hash_, held, grown) if sound and isinstance(hash_, str) and isinstance(grown, str) else None


def in_memory() -> KeyFile:
    """A key that is kept nowhere."""
    handle = MemoryHandle()
    return KeyFile(lambda make: handle)


def in_handle(handle: Handle) -> KeyFile:
    """The key file that lies in an open file."""
    return KeyFile(lambda make: handle)


def beside(journal: Path) -> KeyFile:
    """The key file of a journal file."""
    path = journal.with_suffix(".key")

    def opened(make: bool) -> Handle | None:
        if path.exists() and not path.is_file():
            raise OSError(errno.EINVAL, "no ordinary file")
        if make:
            return DiskHandle(path)
        if not path.exists():
            return None
        return DiskHandle(path) if os.access(path, os.W_OK) else MemoryHandle(path.read_bytes())

    return KeyFile(opened)
