"""Lines of a journal file are taken or refused one by one with a sentence; what was taken is exported again."""

from __future__ import annotations

import io
import json
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.journal.exchange import export, merge
from app.journal.store import JournalError
from tests.app.journal.memory_store import MemoryStore
from tests.app.journal.odd_records import HEAD, line

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
FIELDS = st.sampled_from(["id", "at", "author", "event", "kind", "about", "body", "receipt", "link", "other"])


def _changed(field: str, value: Any) -> bytes:
    return json.dumps(json.loads(line()) | {field: value}).encode()


LINES = st.binary(max_size=80).map(lambda data: data.replace(b"\n", b" ")) | st.builds(_changed, FIELDS, ANYTHING)


@settings(max_examples=150, deadline=None)
@given(st.lists(LINES, max_size=5))
@example([b"[" * 100_000])
@example([b'{"id": ' + b"9" * 5_000 + b"}"])
@example([b"\xff\xfe\x00"])
@example([_changed("body", {"x": float("nan")})])
@example([_changed("at", "9999-12-31T23:59:59-12:00")])
@example([_changed("id", "\ud800")])
@example([_changed("kind", [])])
def test_lines_are_taken_or_refused_one_by_one(lines: list[bytes]) -> None:
    store = MemoryStore()
    report = merge(store, io.BytesIO(b"\n".join([HEAD.encode(), *lines, line().encode()]) + b"\n"))
    said = [sentence for _, sentence in report.refused]
    assert all(sentence and "\n" not in sentence for sentence in said)
    assert report.added + report.known + len(said) == sum(bool(each.strip()) for each in lines) + 1
    assert report.added >= 1  # the good line after them
    out = io.StringIO()
    export(store, out)
    again = merge(MemoryStore(), io.StringIO(out.getvalue()))
    assert (again.added, again.refused) == (report.added, ())


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=60))
@example(b"[" * 100_000)
@example(b'{"file": "zhicai-journal", "format": ' + b"9" * 5_000 + b"}")
@example(b'{"file": "zhicai-journal", "format": 1e999}')
def test_a_file_that_is_no_journal_is_refused_whole(data: bytes) -> None:
    store = MemoryStore()
    try:
        merge(store, io.BytesIO(data))
    except JournalError as said:
        assert "没有导入" in str(said)
    assert not list(store.records())
