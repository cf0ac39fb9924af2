"""The books users brought, kept in a file that is only ever added to: every version, who made it and when, and every source.

A line is JSON; how lines are kept whole is :mod:`app.journal.log_file`'s. Two kinds there are, told apart by ``what``:

* ``source``: what was brought, byte for byte, with the text that was read out of it; named by its SHA-256.
* ``version``: a :class:`~rules_data.brought.model.Brought`, with all its provisions as they were read then, so that what a
  ruling cited stays the same whatever a later version of this program would read.

Nothing is edited or deleted: a withdrawn book is one more version.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from typing import Any, Protocol

from app.journal.log_file import Read
from app.journal.side_log import SideLog
from app.journal.store import JournalError
from rules_data.bounded_json import read_json
from rules_data.brought.model import Brought
from rules_data.records import misfit, plain, revive

FORMAT = 1
NAME = "books.log"
NOT_ON_DISK = "没有存下：存储空间已满或出错。请腾出空间后再试，内容还在这一页里。"
ELSEWHERE = "执裁已在另一个标签页打开，请在那一页里改动，或关掉那一页再试。"
NEWER = "自己添加的规则书是更新版本的执裁写的，没有改动；请更新执裁后再用。"
MOST_BYTES = 80_000_000  # of JSON in a line that is read: a source of the largest size, packed


@dataclass(frozen=True, slots=True)
class Source:
    """What was brought: a file, or a text that was pasted."""

    sha256: str
    name: str  # of the file; empty: pasted
    text: str  # what was read out of it
    original: bytes


class BookStore(Protocol):
    """Where the books of a device are kept."""

    @property
    def notice(self) -> str:
        """What the user must know of it; empty: all is well."""
        ...

    @property
    def changes(self) -> int:
        """A number that changes whenever a book does."""
        ...

    def current(self) -> Mapping[str, Brought]:
        """The latest version of every book, withdrawn ones too, by id in the order in which they were first brought."""
        ...

    def versions(self, id_: str) -> tuple[Brought, ...]:
        """All versions of a book, the first first; none: there is no such book."""
        ...

    def source(self, sha256: str) -> Source | None:
        """What was brought; None: it is not here, or damaged."""
        ...

    def put(self, brought: Brought, source: Source | None = None) -> None:
        """Keep a version, and what it was read from if that is new. Raises :class:`JournalError` where it was not kept."""
        ...


class BookLog(SideLog):
    """The books of one file, read when they are asked for."""

    header = b"zhicai-books "
    form = FORMAT
    elsewhere = ELSEWHERE
    newer = NEWER
    unreadable = "自己添加的规则书读不出来：请检查存储，日志和别的都在。"

    def __init__(self) -> None:
        super().__init__()
        self.changes = 0
        self._versions: dict[str, dict[int, Brought]] = {}
        self._sources: dict[str, bytes] = {}  # the line of each, read when it is asked for

    def _changed(self) -> None:
        self.changes += 1

    def current(self) -> Mapping[str, Brought]:
        """The latest version of every book, by id."""
        self._open()
        return {id_: found[max(found)] for id_, found in self._versions.items()}

    def versions(self, id_: str) -> tuple[Brought, ...]:
        """All versions of a book, the first first."""
        self._open()
        found = self._versions.get(id_, {})
        return tuple(found[number] for number in sorted(found))

    def source(self, sha256: str) -> Source | None:
        """What was brought."""
        self._open()
        line = self._sources.get(sha256)
        if line is None:
            return None
        with suppress(ValueError, RecursionError):
            return source_of_line(json.loads(line))
        return None

    def put(self, brought: Brought, source: Source | None = None) -> None:
        """Keep a version, and what it was read from if that is new."""
        self._open()
        if self._log is None:
            raise JournalError(self.notice or ELSEWHERE)
        had = self._versions.get(brought.book.id, {})
        if brought.version <= max(had, default=0):  # versions in between may never have come here
            raise JournalError(f"《{brought.book.short}》刚刚在别处改过，没有存。请重新打开这本书再改。")
        bodies = [] if source is None or source.sha256 in self._sources else [source_body(source)]
        bodies.append(version_body(brought))
        try:
            self._log.add(bodies)
        except OSError as fault:
            raise JournalError(NOT_ON_DISK) from fault
        for body in bodies:
            self._take_line(body)
        self.changes += 1

    def _read(self, found: Read) -> None:
        if found.damage:
            self.notice = (
                f"自己添加的规则书的文件有 {len(found.damage)} 处损坏，读得出的都在；请从备份或别的设备再添加一次。"
            )

    def _take_line(self, body: bytes) -> None:
        """Take a line that can be read; of a later version, or damaged, it stays where it is."""
        if body.startswith(b'{"what":"source","sha256":"'):
            self._sources[body[27:91].decode("ascii", "replace")] = body
            return
        with suppress(ValueError, TypeError, KeyError):
            brought = revived(read_json(body.decode(), size=MOST_BYTES))
            self._versions.setdefault(brought.book.id, {})[brought.version] = brought


def source_of_line(data: Any) -> Source | None:
    """A source out of the data of its line; None where it is damaged."""
    with suppress(ValueError, TypeError, KeyError, RecursionError, zlib.error):
        unpacking = zlib.decompressobj()
        original = unpacking.decompress(base64.b64decode(data["original"]), MOST_BYTES)
        said = data["sha256"], data["name"], data["text"]
        if unpacking.eof and all(isinstance(each, str) for each in said):
            return Source(*said, original)
    return None


def revived(data: Any) -> Brought:
    """A version out of JSON data. Raises ``ValueError`` where it is none; what later versions add at the top is passed over."""
    if not isinstance(data, dict) or data.get("what") != "version":
        raise ValueError("no version of a book")
    names = {f.name for f in fields(Brought)}
    kept = {name: value for name, value in data.items() if name in names}
    wrong = misfit(Brought, kept)
    if wrong is not None:
        raise ValueError(f"no version of a book: {wrong}")
    return revive(Brought, kept)


def version_body(brought: Brought) -> bytes:
    """The line of a version."""
    made = {"what": "version", "format": FORMAT, **plain(brought)}
    return json.dumps(made, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def source_body(source: Source) -> bytes:
    """The line of a source."""
    packed = base64.b64encode(zlib.compress(source.original, 9)).decode()
    made = {
        "what": "source",
        "sha256": source.sha256,
        "format": FORMAT,
        "name": source.name,
        "text": source.text,
        "original": packed,
    }
    return json.dumps(made, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
