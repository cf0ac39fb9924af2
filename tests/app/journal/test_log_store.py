"""The journal of a browser: a file of lines, and what it comes to."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from app.journal.exchange import export, merge
from app.journal.journal import Journal
from app.journal.key_file import in_handle
from app.journal.log_file import MemoryHandle, line, read
from app.journal.log_store import LogNewer, LogStore, new_log_store, open_log_store
from app.journal.records import NO_EVENT, Record, RulingBody
from app.journal.sqlite_store import open_store
from app.journal.store import JournalError
from tests.app.journal.test_log_file import FaultyHandle

Body = Callable[..., RulingBody]
RECEIPT = {"receipt": 1, "facts": [{"name": f"事实{i}", "value": f"{i * 7919 % 1009}"} for i in range(40)]}


def text(store: LogStore) -> list[str]:
    """All the records of a journal, as they are given to others, and their signatures."""
    head, *lines = given_out(store)
    return [json.dumps(json.loads(head).get("signatures")), *lines]


def given_out(store: LogStore) -> list[str]:
    stream = io.StringIO()
    export(store, stream)
    return stream.getvalue().splitlines()


def key_of(handle: MemoryHandle) -> MemoryHandle:
    """What holds the key of a journal: another file beside it."""
    found: MemoryHandle = handle.__dict__.setdefault("key", MemoryHandle())
    return found


def opened(handle: MemoryHandle) -> LogStore:
    """A journal with its key."""
    return open_log_store(handle, keys=in_handle(key_of(handle)))


def again(handle: MemoryHandle) -> LogStore:
    """The journal as the next start opens it."""
    copy = MemoryHandle(bytes(handle.data))
    copy.__dict__["key"] = MemoryHandle(bytes(key_of(handle).data))
    return opened(copy)


def written(handle: MemoryHandle, body: Body, number: int) -> list[Record]:
    """Rulings put into a journal."""
    journal = Journal(opened(handle), "李裁判")
    return [journal.save_ruling(NO_EVENT, body((str(i),)), RECEIPT) for i in range(number)]


def test_opened_again_it_says_the_same(body: Body) -> None:
    handle = MemoryHandle()
    store = opened(handle)
    journal = Journal(store, "李裁判")
    event = journal.save_event(journal.event(NO_EVENT).body)
    first = journal.save_ruling(event, body(), RECEIPT)
    journal.correct(first.id, {"remark": "补记\n第二行"})
    journal.save_ruling(event, body(("5",)), instead_of=first.id, reason="重判")
    later = again(handle)
    assert text(later) == text(store)
    assert later.notice == ""
    assert later.verify().sound and later.verify().records == 5 and later.verify().devices == 1
    assert [e.withdrawn for e in Journal(later).entries()] == [None, "重判"]


def test_the_chain_goes_on_after_each_start(body: Body) -> None:
    handle = MemoryHandle()
    for i in range(5):
        journal = Journal(opened(handle), "李裁判")
        journal.save_ruling(NO_EVENT, body((str(i),)), RECEIPT)
    store = again(handle)
    assert sorted(store.chained()) == [(next(store.chained())[0], n) for n in range(1, 6)]
    assert store.verify().sound


def test_killed_at_every_byte_of_a_save(body: Body) -> None:
    """A ruling and the withdrawal of the one it stands for are there together, or neither; what was there before is."""
    handle = MemoryHandle()
    first = written(handle, body, 2)[0]
    before = bytes(handle.data)
    said = text(opened(handle))
    Journal(opened(handle), "李裁判").save_ruling(NO_EVENT, body(("9",)), RECEIPT, instead_of=first.id)
    whole = bytes(handle.data)
    for cut in range(len(before), len(whole), 7):
        left = MemoryHandle(whole[:cut])
        store = opened(left)
        assert text(store) == said and store.notice == "" and bytes(left.data) == before
    left = MemoryHandle(whole[: len(before) + 40])
    Journal(opened(left), "李裁判").save_ruling(NO_EVENT, body(("8",)), RECEIPT)
    store = again(left)
    assert len(list(store.records())) == 3 and store.verify().sound


def test_no_room_at_every_save(body: Body) -> None:
    handle = FaultyHandle()
    store = opened(handle)
    journal = Journal(store, "李裁判")
    kept = [journal.save_ruling(NO_EVENT, body(), RECEIPT)]
    for extra in range(0, 600, 13):
        handle.room = len(handle.data) + extra
        with pytest.raises(JournalError, match="空间已满"):
            journal.save_ruling(NO_EVENT, body(("77",)), RECEIPT)
        assert [r.id for r in store.records()] == [r.id for r in kept], "what was refused is shown"
        assert [r.id for r in again(handle).records()] == [r.id for r in kept]
        handle.room = None
        kept.append(journal.save_ruling(NO_EVENT, body(), RECEIPT))
    assert again(handle).verify().sound


def test_storage_that_refuses(body: Body) -> None:
    handle = FaultyHandle()
    store = opened(handle)
    journal = Journal(store, "李裁判")
    for refused in ({"write"}, {"flush"}, {"flush", "truncate"}, {"write", "flush", "truncate"}):
        there = text(store)
        handle.refuse = refused
        with pytest.raises(JournalError, match="没有存下"):
            journal.save_ruling(NO_EVENT, body(), RECEIPT)
        assert text(store) == there
        handle.refuse = set()
        journal.save_ruling(NO_EVENT, body(), RECEIPT)
    assert text(again(handle)) == text(store) and len(text(store)) == 5


def spans(data: bytes) -> list[tuple[int, int]]:
    """Where the lines of records begin and end."""
    found = read(data)
    ends = [*found.starts[1:], len(data)]
    return [(at, end) for at, end, body in zip(found.starts, ends, found.bodies, strict=True) if body[:1].isdigit()]


def rotten(data: bytes, at: int) -> bytes:
    turned = bytearray(data)
    turned[at] ^= 4
    return bytes(turned)


def test_rot_costs_at_most_its_record_and_is_said(body: Body) -> None:
    """Whichever byte rots: all others are read whole, nothing else is, and the referee is told until he saves again."""
    handle = MemoryHandle()
    made = written(handle, body, 4)
    data = bytes(handle.data)
    said = {json.loads(each)["id"]: each for each in text(opened(handle))[1:]}
    starts = read(data).starts
    for at in range(starts[1], len(data), 11):  # what comes before says nothing
        store = open_log_store(MemoryHandle(rotten(data, at)))
        found = {json.loads(each)["id"]: each for each in text(store)[1:]}
        lost = [r.id for r in made if r.id not in found]
        changed = [id_ for id_ in found if found[id_] != said[id_]]
        assert len(lost) + len(changed) <= 1
        for id_ in changed:  # the receipt alone is gone, and nothing in its place
            assert json.loads(found[id_]).get("receipt") is None
            assert {**json.loads(said[id_]), "receipt": None} == {**json.loads(found[id_]), "receipt": None}
        if at + 1 in starts or at == len(data) - 1:
            continue  # a line feed
        assert "损坏" in store.notice and "1 处" in store.notice
        assert not store.verify().sound


def test_rot_in_the_head_or_the_receipt_costs_no_ruling(body: Body) -> None:
    handle = MemoryHandle()
    written(handle, body, 3)
    data = bytes(handle.data)
    start, end = spans(data)[1]
    whole = text(opened(handle))
    for at in range(start, start + 27):
        assert text(open_log_store(MemoryHandle(rotten(data, at)))) == whole
    damaged = open_log_store(MemoryHandle(rotten(data, end - 40)))
    assert len(text(damaged)) == 4 and "1 条的裁决凭据读不出" in damaged.notice


def test_what_was_lost_comes_back_by_merging(body: Body) -> None:
    handle = MemoryHandle()
    made = written(handle, body, 5)
    data = bytes(handle.data)
    copy, given = text(opened(handle)), given_out(opened(handle))
    start, end = spans(data)[2]
    for at in (start + 60, end - 40):  # a row; a receipt
        left = MemoryHandle(rotten(data, at))
        store = opened(left)
        report = merge(store, given)
        assert not report.refused
        assert text(store) == copy and text(again(left)) == copy
        assert made[2].id in copy[3]


def test_after_damage_another_chain_begins(body: Body) -> None:
    """Nobody knows whether the last record was the one that cannot be read: two must not claim the same place."""
    handle = MemoryHandle()
    written(handle, body, 3)
    data = bytes(handle.data)
    copy = given_out(opened(handle))
    left = MemoryHandle(rotten(data, spans(data)[-1][0] + 60))
    store = opened(left)
    assert store.notice
    made = Journal(store, "李裁判").save_ruling(NO_EVENT, body(("9",)), RECEIPT)
    later = again(left)
    assert later.notice == "", "it was said, and something was saved since"
    assert not later.verify().sound
    link = (later.get(made.id) or made).link
    assert link is not None and link.number == 1
    report = merge(later, copy)
    assert report.added == 1 and not report.refused
    assert len({d for d, _ in later.chained()}) == 2


def test_a_file_of_a_later_version_is_left_alone(body: Body) -> None:
    data = line(b"zhicai-journal 2") + line(b"something new") + b"torn"
    handle = MemoryHandle(data)
    with pytest.raises(LogNewer, match="更新"):
        opened(handle)
    assert bytes(handle.data) == data


def test_a_second_tab_reads_and_takes_over(body: Body) -> None:
    handle = MemoryHandle()
    first = opened(handle)
    writing = Journal(first, "李裁判")
    one = writing.save_ruling(NO_EVENT, body(), RECEIPT)
    second = new_log_store()
    second.read_from(bytes(handle.data))
    reading = Journal(second, "王裁判")
    assert [e.id for e in reading.entries()] == [one.id]
    assert second.read_only and "另一个标签页" in second.notice
    with pytest.raises(JournalError, match="没有存下"):
        reading.save_ruling(NO_EVENT, body(), RECEIPT)
    two = writing.save_ruling(NO_EVENT, body(("5",)), RECEIPT)
    data = bytes(handle.data)
    for end in (len(data) - 30, len(data)):  # looked at while it is written
        assert second.read_from(data[second.read_to : end]) == (end == len(data))
    assert [e.id for e in reading.entries()] == [two.id, one.id]
    assert reading.receipt(two.id) == RECEIPT
    three = writing.save_ruling(NO_EVENT, body(("6",)), RECEIPT)  # not seen before the first closes
    first.close()
    handle.data += b"0000"  # killed while it wrote the next
    second.write_to(handle, keys=in_handle(key_of(handle)))
    assert not second.read_only and second.notice == ""
    assert [e.id for e in reading.entries()] == [three.id, two.id, one.id]
    four = reading.save_ruling(NO_EVENT, body(("7",)), RECEIPT)
    assert [e.id for e in Journal(again(handle)).entries()] == [four.id, three.id, two.id, one.id]
    assert again(handle).verify().sound and again(handle).verify().devices == 1


def test_where_nothing_is_kept_that_is_said(body: Body) -> None:
    store = open_log_store(MemoryHandle(), kept=False)
    Journal(store).save_ruling(NO_EVENT, body())
    assert "关掉就没有了" in store.notice


def test_the_journal_of_the_served_app_is_taken_over_and_given_back(tmp_path: Path, body: Body) -> None:
    served = open_store(tmp_path / "journal.sqlite")
    journal = Journal(served, "李裁判")
    first = journal.save_ruling(NO_EVENT, body(), RECEIPT)
    journal.correct(first.id, {"remark": "更正"})
    stream = io.StringIO()
    export(served, stream)
    handle = MemoryHandle()
    store = opened(handle)
    assert merge(store, stream.getvalue().splitlines()).added == 2
    own = Journal(store, "李裁判").save_ruling(NO_EVENT, body(("6",)), RECEIPT)
    assert again(handle).verify().sound and again(handle).verify().devices == 2
    assert merge(served, given_out(store)).added == 1
    assert served.get(own.id) == store.get(own.id)
    (tmp_path / "copy.sqlite").write_bytes(store.content())
    (tmp_path / "copy.sqlite").chmod(0o600)
    copy = open_store(tmp_path / "copy.sqlite")
    assert copy.notice == "" and copy.verify().sound and copy.get(own.id) == own
    Journal(copy).save_ruling(NO_EVENT, body(("7",)))
    assert copy.verify().devices == 3  # a copy in another place goes on with a chain of its own
    for each in (served, copy):
        each.close()


def test_random_lives(body: Body) -> None:
    """Saved, killed, full, refused, opened again, in any order: what was acknowledged is there, whole, and nothing else."""
    chance = random.Random(15)
    for _ in range(25):
        handle = FaultyHandle()
        kept: list[str] = []
        for _ in range(8):
            journal = Journal(opened(handle), "李裁判")
            for _ in range(chance.randrange(4)):
                handle.room = len(handle.data) + chance.randrange(3000) if chance.random() < 0.4 else None
                handle.piece = chance.choice([None, None, 100])
                handle.refuse = set(chance.sample(["write", "flush", "truncate"], chance.randrange(3)))
                if chance.random() < 0.6:
                    handle.refuse, handle.room = set(), None
                with suppress(JournalError):
                    kept.append(journal.save_ruling(NO_EVENT, body(), RECEIPT).id)
            data = handle.on_disk  # what was not flushed is gone, or a part of it
            handle = FaultyHandle(data)
            if chance.random() < 0.5:
                handle.data += line(b"9 [] -")[: chance.randrange(20)]
        store = opened(handle)
        assert [r.id for r in store.records()] == kept
        assert store.verify().sound and store.notice == ""


def test_a_violation_and_the_foul_it_causes_are_one_save(body: Body) -> None:
    """Cut at every byte: both are there or neither is."""
    handle = MemoryHandle()
    written(handle, body, 1)
    before = len(handle.data)
    journal = Journal(opened(handle), "李裁判")
    violation, foul = journal.save_incident(NO_EVENT, [(body(("9",)), RECEIPT), (body(("9",)), RECEIPT)])
    whole = bytes(handle.data)
    found = set()
    for cut in range(before, len(whole) + 1, 5):
        there = {each.id for each in opened(MemoryHandle(whole[:cut])).records()}
        found.add(frozenset(there & {violation.id, foul.id}))
    found.add(frozenset(each.id for each in opened(MemoryHandle(whole)).records()) & {violation.id, foul.id})
    assert found == {frozenset(), frozenset({violation.id, foul.id})}
    assert foul.body["chain"] == violation.id
