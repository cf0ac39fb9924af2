"""Two journals become one: it does not matter who merges whose, how often, or in which order the records arrive."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ulid import ULID

from app.journal.entries import Fold
from app.journal.exchange import MergeReport, export, merge
from app.journal.incidents import history
from app.journal.journal import Journal
from app.journal.records import NO_EVENT, EventBody, Record, RulingBody
from app.journal.store import JournalError, JournalStore
from tests.app.journal.memory_store import MemoryStore

NewStore = Callable[[], JournalStore]
Body = Callable[..., RulingBody]


def exported(store: JournalStore) -> str:
    stream = io.StringIO()
    export(store, stream)
    return stream.getvalue()


def filled(records: Iterable[Record]) -> MemoryStore:
    store = MemoryStore()
    store.append(list(records))
    return store


# Whatever the records are

IDS = st.integers(0, 40).map(lambda n: str(ULID.from_int(n + (1 << 100))))
SMALL = st.integers(1, 3)
PAIRS = st.lists(st.sampled_from(["1", "2", "3"]), max_size=2, unique=True)
COUNTS = st.lists(st.tuples(st.sampled_from(["violation", "foul"]), SMALL), max_size=2).map(
    lambda pairs: [list(p) for p in pairs]
)
RULINGS = st.fixed_dictionaries(
    {"game": st.just("guandan"), "ruling": st.sampled_from("甲乙丙"), "offenders": PAIRS, "counts": COUNTS},
    optional={"chain": IDS, "place": st.fixed_dictionaries({}, optional={"round": SMALL, "table": st.just("1")})},
)
CHANGES = st.fixed_dictionaries(
    {"reason": st.sampled_from("甲乙丙")},
    optional={
        "offenders": PAIRS, "counts": COUNTS, "remark": st.sampled_from("甲乙丙"), "chain": IDS,
        "place": st.fixed_dictionaries({}, optional={"round": SMALL, "game": SMALL}),
    },
)  # fmt: skip
SAID = st.fixed_dictionaries({"reason": st.sampled_from("甲乙丙"), "text": st.sampled_from("甲乙丙")})


@st.composite
def records(draw: st.DrawFn) -> list[Record]:
    """Records that speak of each other in any way, also of what is not there, of themselves and in circles."""
    made = []
    for id_ in draw(st.lists(IDS, min_size=1, max_size=14, unique=True)):
        kind = draw(
            st.sampled_from(["ruling", "ruling", "correction", "withdrawal", "withdrawal", "note", "appeal", "event"])
        )
        body = draw({"ruling": RULINGS, "correction": CHANGES, "event": st.just({"name": id_[-1]})}.get(kind, SAID))
        about = draw(IDS) if kind in ("correction", "withdrawal", "note", "appeal") else None
        event = draw(st.sampled_from(["a", "b"]))
        made.append(Record(id_, "2025-05-01T09:30:00+08:00", "", event, kind, body, about))
    return made


def seen(fold: Fold) -> Any:
    """Everything the records come to."""
    entries = [fold.entry(id_) for id_ in fold.newest_first()]
    return (
        entries,
        fold.events(),
        [fold.notes(e) for e in ("a", "b")],
        history([e for e in entries if e is not None], "guandan", fold.entry),
    )


@settings(max_examples=300, deadline=None)
@given(records(), st.randoms(use_true_random=False), st.data())
def test_the_order_of_arrival_does_not_matter(made: list[Record], chance: Any, data: st.DataObject) -> None:
    there = seen(Fold(sorted(made, key=lambda r: r.id)))
    mixed = list(made)
    chance.shuffle(mixed)
    fold = Fold()
    for record in mixed:
        fold.add([record])
        if data.draw(st.booleans(), label="look"):
            seen(fold)  # what was looked at in between must not be kept too long
    fold.add(mixed[: len(mixed) // 2])  # again
    assert seen(fold) == there


@settings(max_examples=100, deadline=None)
@given(records(), st.lists(st.sets(st.integers(0, 13)), min_size=3, max_size=3))
def test_merging_is_a_union_of_sets(made: list[Record], parts: list[set[int]]) -> None:
    usable = [r for r in made if r.kind != "event"]
    one, two, three = ([r for i, r in enumerate(usable) if i in part] for part in parts)

    def merged(*stores: list[Record]) -> str:
        store = MemoryStore()
        for each in stores:
            merge(store, io.StringIO(exported(filled(each))))
        return exported(store)

    def union(a: str, b: str) -> str:
        store = MemoryStore()
        merge(store, io.StringIO(a))
        merge(store, io.StringIO(b))
        return exported(store)

    assert merged(one, two) == merged(two, one)
    assert merged(one, one) == merged(one)
    assert union(merged(one, two), merged(three)) == union(merged(one), merged(two, three))


# Files


def test_everything_goes_through_a_file(new_store: NewStore, body: Body) -> None:
    journal = Journal(new_store(), "李裁判")
    cup = journal.save_event(EventBody("中秋杯", "guandan"))
    ids = [journal.save_ruling(cup, body(remark=f"第{i}条\n\u2028"), {"receipt": i}).id for i in range(30)]
    journal.correct(ids[0], {"offenders": ["9"]}, "记错")
    journal.withdraw(ids[1], "撤")
    journal.appeal(ids[2], {"text": "不服"})
    journal.note(None, cup, "记事")
    file = exported(journal.store)
    head = json.loads(file.splitlines()[0])
    assert (head["file"], head["format"]) == ("zhicai-journal", 1)
    assert head.keys() - {"signers", "heads", "signatures"} == {"file", "format"}
    other = new_store()
    assert merge(other, io.StringIO(file)) == MergeReport(35, 0, ())
    assert merge(other, io.BytesIO(file.encode())) == MergeReport(0, 35, ())
    again = exported(other).splitlines()
    assert again[1:] == file.splitlines()[1:]
    assert json.loads(again[0]).get("signatures") == head.get("signatures"), (
        "whoever brings them, they are who wrote them"
    )
    assert Journal(other).entries() == journal.entries()


def test_two_referees(new_store: NewStore, body: Body) -> None:
    one, two = Journal(new_store(), "甲"), Journal(new_store(), "乙")
    common = one.save_ruling(NO_EVENT, body(), {"receipt": 1})
    merge(two.store, io.StringIO(exported(one.store)))
    one.correct(common.id, {"place": {"table": "6"}})
    two.correct(common.id, {"remark": "乙改的"})
    two.save_ruling(NO_EVENT, body(("8",)))
    report = merge(one.store, io.StringIO(exported(two.store)))
    assert report == MergeReport(2, 1, ())
    assert report.sentence == "新增 2 条，原已有 1 条。"
    merge(two.store, io.StringIO(exported(one.store)))
    assert one.entries() == two.entries()
    entry = one.entry(common.id)
    assert (entry.body.place.table, entry.body.remark, len(entry.corrections)) == ("6", "乙改的", 2)


def test_the_same_id_with_another_content_is_refused_by_line(new_store: NewStore, body: Body) -> None:
    journal = Journal(new_store())
    first = journal.save_ruling(NO_EVENT, body(), {"receipt": 1})
    journal.save_ruling(NO_EVENT, body())
    for changed in (
        replace(first, author="别人"),
        replace(first, receipt={"receipt": 2}),
        replace(first, receipt=None),
    ):
        forged = exported(filled([changed]))
        before = exported(journal.store)
        report = merge(journal.store, io.StringIO(forged))
        assert (report.added, report.known) == (0, 0)
        assert report.refused[0][0] == 2
        assert "内容不同" in report.refused[0][1]
        assert exported(journal.store) == before
    twice = exported(filled([first])) + exported(filled([replace(first, author="别人")])).splitlines()[1]
    empty = new_store()
    report = merge(empty, io.StringIO(twice))
    assert (report.added, [line for line, _ in report.refused]) == (1, [3])
    assert empty.get(first.id) == first


GOOD: dict[str, Any] = {
    "id": "01JT4ZQ0S0JK9D9XR46NQYMZ3T",
    "at": "2025-05-01T09:30:00+08:00",
    "author": "",
    "event": "default",
    "kind": "ruling",
    "body": {"game": "guandan", "tree": "t", "title": "t", "outcome": "o", "ruling": "r", "level": "none"},
}


def changed(**parts: Any) -> str:
    return json.dumps({k: v for k, v in {**GOOD, **parts}.items() if v != "gone"})


BAD = {
    "not json": "{",
    "cut off": json.dumps(GOOD)[:-20],
    "a list": "[]",
    "no id": changed(id="gone"),
    "id": changed(id="1"),
    "small id": changed(id=GOOD["id"].lower()),
    "kind": changed(kind="rumour"),
    "time": changed(at="gestern"),
    "no offset": changed(at="2025-05-01T09:30:00"),
    "author": changed(author=None),
    "event": changed(event=""),
    "no body": changed(body="gone"),
    "body": changed(body=[]),
    "body lacks": changed(body={"game": "guandan"}),
    "offenders": changed(body={**GOOD["body"], "offenders": "3"}),
    "round": changed(body={**GOOD["body"], "place": {"round": 0}}),
    "round text": changed(body={**GOOD["body"], "place": {"round": "2"}}),
    "place": changed(body={**GOOD["body"], "place": "5"}),
    "counts": changed(body={**GOOD["body"], "counts": [["violation", 10**9]]}),
    "counts odd": changed(body={**GOOD["body"], "counts": ["violation"]}),
    "receipt": changed(receipt="x"),
    "about": changed(about="x"),
    "ruling about": changed(about=GOOD["id"]),
    "correction of nothing": changed(kind="correction", body={"remark": "x"}),
    "correction": changed(kind="correction", about=GOOD["id"], body={"offenders": 3}),
    "reason": changed(kind="withdrawal", about=GOOD["id"], body={"reason": 3}),
    "event body": changed(kind="event", body={"name": "x", "tables": "5"}),
    "more": changed(weather="雨"),
    "nan": changed().replace('"none"', "NaN"),
    "half a character": changed(author="\ud800"),
    "deep": '{"id":' + "[" * 100_000,
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_line_is_said_and_the_others_are_taken(name: str) -> None:
    store = MemoryStore()
    good = [json.dumps({**GOOD, "id": str(ULID())}) for _ in range(2)]
    file = "\n".join(['{"file": "zhicai-journal", "format": 1}', good[0], BAD[name], "", good[1]])
    report = merge(store, io.StringIO(file))
    assert report.added == 2
    ((line, sentence),) = report.refused
    assert line == 3
    assert sentence.endswith("。") and sentence.count("。") == 1
    assert "1 行没有收" in report.sentence
    Journal(store).entries(text="x")


def test_bytes_that_are_no_text() -> None:
    file = b'{"file": "zhicai-journal", "format": 1}\n' + "裁".encode("gbk") + b"\n" + json.dumps(GOOD).encode()
    report = merge(MemoryStore(), io.BytesIO(file))
    assert (report.added, [line for line, _ in report.refused]) == (1, [2])


@pytest.mark.parametrize("file", ["", "{}", "[1]", "桌号,轮次\n5,2", '{"file": "zhicai-journal"}', "\x00\x01"])
def test_what_is_no_journal(file: str) -> None:
    with pytest.raises(JournalError, match="不是执裁导出的日志"):
        merge(MemoryStore(), io.StringIO(file))


def test_a_file_of_a_later_version() -> None:
    with pytest.raises(JournalError, match="请更新执裁"):
        merge(MemoryStore(), io.StringIO('{"file": "zhicai-journal", "format": 2}\n'))


def test_a_byte_order_mark_and_windows_lines() -> None:
    file = '\ufeff{"file": "zhicai-journal", "format": 1}\r\n' + json.dumps(GOOD) + "\r\n"
    assert merge(MemoryStore(), io.BytesIO(file.encode())).added == 1


def test_many(new_store: NewStore) -> None:
    ids = [str(ULID()) for _ in range(1300)]
    file = '{"file": "zhicai-journal", "format": 1}\n' + "".join(json.dumps({**GOOD, "id": i}) + "\n" for i in ids)
    store = new_store()
    assert merge(store, io.StringIO(file)).added == 1300
    assert merge(store, io.StringIO(file)).known == 1300
