"""Everything of one device in one file, for another: the journal, what its owner set, kept and has not finished, and practised."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from typing import Any

from rules_data.bounded_json import read_json

MARK = b"PK\x03\x04"
JOURNAL, VALUES, ANSWERS, BOOKS = "journal.jsonl", "settings.json", "answers.jsonl", "books.jsonl"
LARGEST = 100_000_000  # bytes of a journal, and of answers
PREFIX = "zhicai."
STAYS = (
    "zhicai.browser",
    "zhicai.exported",
    "zhicai.held",
    "zhicai.study",
    "zhicai.warned",
    "zhicai.hinted",
)  # of one device only
_LISTS = ("bookmarks", "clauses", "searches")


class NotOursError(ValueError):
    """The file is none of ours; the message says what to do."""


def packed(journal: str, values: Mapping[str, Mapping[str, Any]], answers: str = "", books: str = "") -> bytes:
    """Return the file of a device."""
    kept = {key: value for key, value in values.items() if key not in STAYS}
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(JOURNAL, journal)
        archive.writestr(VALUES, json.dumps(kept, ensure_ascii=False))
        if answers:
            archive.writestr(ANSWERS, answers)
        if books:
            archive.writestr(BOOKS, books)
    return file.getvalue()


def unpacked(data: bytes) -> tuple[str, dict[str, dict[str, Any]]]:
    """Return the journal and the values of such a file. Raises :class:`NotOursError`."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(archive.getinfo(name).file_size for name in (JOURNAL, VALUES)) > LARGEST:
                raise ValueError("too large")
            if archive.testzip() is not None:  # also what was practised: all of it is taken over, or nothing
                raise ValueError("damaged")
            journal = archive.read(JOURNAL).decode()
            values = read_json(archive.read(VALUES).decode(), size=LARGEST)
    except (
        Exception
    ) as fault:  # whatever a damaged archive makes its parts raise: zlib.error, EOFError, ValueError, ...
        raise NotOursError("这不是执裁“搬到另一台设备”得到的文件，没有导入；请重新选。") from fault
    found = values.items() if isinstance(values, dict) else ()
    return journal, {
        key: value for key, value in found if key.startswith(PREFIX) and key not in STAYS and isinstance(value, dict)
    }


def answers_of(data: bytes) -> str:
    """Return the answers given in practice that such a file brings; empty where it was written without."""
    return _part(data, ANSWERS)


def books_of(data: bytes) -> str:
    """Return the books of one's own that such a file brings; empty where it was written without."""
    return _part(data, BOOKS)


def _part(data: bytes, name: str) -> str:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if name not in archive.namelist() or archive.getinfo(name).file_size > LARGEST:
                return ""
            return archive.read(name).decode()
    except Exception:  # as above
        return ""


def take_over(kept: dict[str, Any], brought: Mapping[str, Any]) -> None:
    """Put what another device kept under a key beside what is kept here, which stays where both say something."""
    for name, value in brought.items():
        if name in _LISTS and isinstance(value, list):
            there = [each for each in kept.get(name) or () if isinstance(each, str)]
            kept[name] = [*there, *(each for each in value if isinstance(each, str) and each not in there)]
        else:
            kept.setdefault(name, value)
