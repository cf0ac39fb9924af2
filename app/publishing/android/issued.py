"""What was published from this computer: under which id, with which key, and the last version code of each.

A phone takes a newer version only with the same key and a greater code. The code is the minutes since 2026 began, so that it
grows also where this record is lost or somebody publishes from another computer; where a clock is behind, it is one more.
"""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from app.base.data_folder import data_folder

FOLDER, RECORD = "android", "published.json"
GREATEST = 2_100_000_000  # a code that Android and the shops take
_BEGUN = datetime(2026, 1, 1, tzinfo=UTC)


class RecordError(Exception):
    """The record cannot be read; the message is for the user."""


@dataclass(frozen=True, slots=True)
class Issue:
    """The last package of an id."""

    key: str  # fingerprint
    code: int
    name: str


def own_folder() -> Path:
    """Where the record lies, and the key unless another is named."""
    return data_folder() / FOLDER


def issues() -> dict[str, Issue]:
    """Return the last package of each id. Raises RecordError, OSError."""
    file = own_folder() / RECORD
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        return {id_: Issue(str(each["key"]), int(each["code"]), str(each["name"])) for id_, each in found.items()}
    except FileNotFoundError:
        return {}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError) as e:
        raise RecordError(f"发布记录读不出来：{file}。把它移到别处再做；做好的应用仍要用原来的钥匙。") from e


def next_code(last: Issue | None, now: datetime | None = None) -> int:
    """Return the code of the next package."""
    minutes = int(((now or datetime.now(UTC)) - _BEGUN).total_seconds() // 60)
    return min(GREATEST, max(minutes, 1, last.code + 1 if last else 1))


def record(id_: str, issue: Issue) -> None:
    """Write down the last package of an id. Raises RecordError, OSError."""
    everything = {**issues(), id_: issue}
    text = json.dumps({each: asdict(everything[each]) for each in sorted(everything)}, ensure_ascii=False, indent=1)
    folder = own_folder()
    folder.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{RECORD}-", dir=folder)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as opened:
            opened.write(text + "\n")
            opened.flush()
            os.fsync(opened.fileno())
        Path(name).replace(folder / RECORD)
    finally:
        Path(name).unlink(missing_ok=True)
