"""What any store of a journal must do; run on every kind there is."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from dataclasses import replace

import pytest

from app.journal.records import NO_EVENT, Record
from app.journal.store import JournalError, JournalStore
from app.journal.ulids import new_id

NewStore = Callable[[], JournalStore]


def record(**other: object) -> Record:
    usual: dict[str, object] = {
        "id": new_id(),
        "at": "2025-05-01T09:30:00+08:00",
        "author": "李裁判",
        "event": NO_EVENT,
        "kind": "ruling",
        "body": {"ruling": "记违例一次。", "place": {"table": "5", "round": 2}, "offenders": ["3"]},
        "receipt": {"receipt": 1, "facts": [{"name": "seconds", "value": 35}]},
    }
    return Record(**{**usual, **other})  # type: ignore[arg-type]


def test_what_was_appended_is_there_whole(new_store: NewStore) -> None:
    store = new_store()
    one, two = record(), record(receipt=None, about=new_id(), kind="correction", author="")
    store.append([one, two])
    assert store.get(one.id) == one
    assert store.get(two.id) == two
    assert store.get(new_id()) is None


def test_lists_come_without_receipts_by_ulid(new_store: NewStore) -> None:
    store = new_store()
    made = [record(event=random.choice(["a", "b"])) for _ in range(50)]
    mixed = random.sample(made, 50)
    store.append(mixed[:20])
    store.append(mixed[20:])
    assert list(store.records()) == [replace(r, receipt=None) for r in made]
    assert list(store.records("a")) == [replace(r, receipt=None) for r in made if r.event == "a"]
    assert list(store.records("neither")) == []


def test_what_arrived_since(new_store: NewStore) -> None:
    store = new_store()
    early = record()
    first, second = record(), record()
    store.append([first, second])
    arrived, mark = store.arrived()
    assert [r.id for r in arrived] == [first.id, second.id]
    assert store.arrived(mark) == ([], mark)
    store.append([early])  # merged: an older name that comes later
    arrived, later = store.arrived(mark)
    assert [r.id for r in arrived] == [early.id]
    assert arrived[0].receipt is None
    assert later != mark


def test_all_or_none(new_store: NewStore) -> None:
    store = new_store()
    there = record()
    store.append([there])
    with pytest.raises(JournalError, match="内容不同"):
        store.append([record(), replace(there, author="别人"), record()])
    assert [r.id for r in store.records()] == [there.id]
    assert store.get(there.id) == there


def test_another_receipt_is_another_content(new_store: NewStore) -> None:
    store = new_store()
    there = record()
    store.append([there])
    for other in ({"receipt": 2}, None):
        with pytest.raises(JournalError, match="内容不同"):
            store.append([replace(there, receipt=other)])


def test_the_same_again_changes_nothing(new_store: NewStore) -> None:
    store = new_store()
    there, other = record(), record()
    store.append([there])
    store.append([there, other, other])
    assert [r.id for r in store.records()] == [there.id, other.id]


def test_nothing_appended(new_store: NewStore) -> None:
    store = new_store()
    store.append([])
    assert list(store.records()) == []


def test_missing(new_store: NewStore) -> None:
    store = new_store()
    there = [record() for _ in range(1200)]
    store.append(there)
    others = {new_id() for _ in range(1200)}
    assert store.missing([*(r.id for r in there), *others]) == others
    assert store.missing([]) == set()


def test_any_text_is_kept(new_store: NewStore) -> None:
    store = new_store()
    text = "引号\"'、换行\n、零\x00、制表\t、𠮷、☃\u2028"
    made = record(author=text, body={"text": text, "numbers": [1, 1.5, True, None, {"空": {}}]}, receipt={text: text})
    store.append([made])
    assert store.get(made.id) == made


def test_several_windows_at_once(new_store: NewStore) -> None:
    store = new_store()
    made: list[list[Record]] = [[] for _ in range(6)]
    faults: list[BaseException] = []

    def window(mine: list[Record]) -> None:
        try:
            for _ in range(15):
                one = record()
                store.append([one])
                mine.append(one)
                assert store.get(one.id) == one
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=window, args=(m,)) for m in made]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults
    assert [r.id for r in store.records()] == sorted(r.id for m in made for r in m)
    assert len(store.arrived()[0]) == 90
