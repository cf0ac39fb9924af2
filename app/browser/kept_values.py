"""Texts by key in a browser's private file system: settings, bookmarks, rulings being made.

It answers as the client's own preferences do. Those lie in the browser's ``localStorage``, which loses everything written since
the start when the browser is killed.

There are two files, never renamed. Values are added to the newer; when it has grown too long, what still counts is written into
the older in one save, which makes it the newer: an interrupted save leaves it empty.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress

from app.journal.log_file import Handle, LogFile, Read, read

FORMAT = 1
_HEADER = b"zhicai-values "
LONG = 256 * 1024  # bytes from which a file is looked at,
FULL = "浏览器的存储空间已满或出错：设置、书签和没判完的裁决只在这一页里，关掉就没有了；请先腾出空间。"
TIMES = 4  # and as many times as what counts of it, before it is written anew


class KeptValues:
    """The values of one browser, as this page knows them."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self.full = ""  # why something is not on the disk
        self.on_full: Callable[[], object] = lambda: None  # told when that changes
        self._files: list[LogFile] = []
        self._newer = 0  # which of the two
        self._generation = 0
        self._own: dict[str, str | None] = {}  # changed here and not on the disk; None: removed

    def write_to(self, one: Handle, other: Handle) -> None:
        """Have the files from now on; what was changed here before is written. Raises ``OSError`` where they cannot be read."""
        files = [LogFile(one), LogFile(other)]
        found = [file.open() for file in files]
        self._take(found)
        self._files = files
        for key, value in self._own.items():
            self._note(key, value)
        if not self._generation:
            self._begin()
        self._write()

    def read_from(self, one: bytes, other: bytes) -> set[str]:
        """Take over what another tab has written; which keys have another value now."""
        before = dict(self.values)
        self._take([read(one), read(other)])
        for key, value in self._own.items():
            self._note(key, value)
        return {key for key in before.keys() | self.values.keys() if before.get(key) != self.values.get(key)}

    def _take(self, found: list[Read]) -> None:
        generations = [_generation(each) for each in found]
        self._newer = generations.index(max(generations))
        self._generation = max(generations)
        self.values = {}
        for body in found[self._newer].bodies:
            with suppress(ValueError, TypeError, RecursionError):
                key, *value = json.loads(body)
                self._note(key, value[0] if value else None)

    def _note(self, key: str, value: str | None) -> None:
        if value is None:
            self.values.pop(key, None)
        else:
            self.values[key] = value

    async def get(self, key: str) -> str | None:
        """Return a value; None where there is none."""
        return self.values.get(key)

    def put(self, key: str, value: str | None) -> None:
        """Keep a value, or with None no longer; on return it is on the disk, or :attr:`full` says why it is not."""
        self._change(key, value)

    async def set(self, key: str, value: str) -> None:
        """Keep a value; on return it is on the disk, or :attr:`full` says why it is not."""
        if self.values.get(key) != value:
            self._change(key, value)

    async def remove(self, key: str) -> None:
        """Keep a value no longer."""
        if key in self.values:
            self._change(key, None)

    def _change(self, key: str, value: str | None) -> None:
        self._own[key] = value
        self._note(key, value)
        self._write()

    def _write(self) -> None:
        """Write what is not on the disk yet; where the storage refuses it is tried again with the next."""
        if not self._files or not self._own:
            return
        try:
            self._files[self._newer].add([_body(key, value) for key, value in self._own.items()])
        except OSError:
            self._say(FULL)
            return
        self._own = {}
        self._say("")
        if self._files[self._newer].size > LONG and self._files[self._newer].size > TIMES * self._length():
            self._begin()

    def try_again(self) -> bool:
        """Write what the storage has refused; whether all of it is on the disk now."""
        self._write()
        return not self.full

    def _say(self, full: str) -> None:
        if full != self.full:
            self.full = full
            self.on_full()

    def _length(self) -> int:
        return sum(len(_body(key, value)) for key, value in self.values.items())

    def _begin(self) -> None:
        """Write what counts into the older file, which is the newer then; where that fails nothing has changed."""
        older = 1 - self._newer
        header = _HEADER + b"%d %d" % (FORMAT, self._generation + 1)
        with suppress(OSError):
            self._files[older].rewrite([header, *(_body(key, value) for key, value in self.values.items())])
            self._newer, self._generation = older, self._generation + 1
            self._own = {}

    def close(self) -> None:
        """Let go of the files; what is changed from now on is written by who has them next."""
        for file in self._files:
            file.close()
        self._files = []


def _body(key: str, value: str | None) -> bytes:
    return json.dumps([key] if value is None else [key, value], ensure_ascii=False).encode("utf-8", "replace")


def _generation(found: Read) -> int:
    """How often the files were written anew when this one was; 0: it holds nothing."""
    for body in found.bodies[:1]:
        if body.startswith(_HEADER):
            _, number = body.removeprefix(_HEADER).split()
            return int(number)
    return 0
