"""Rulings are saved, corrected, withdrawn, found again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta, timezone

import pytest

from app.journal.journal import Journal
from app.journal.records import NO_EVENT, Entrant, EventBody, Place, Record, RulingBody
from app.journal.store import JournalError, JournalStore
from tests.app.journal.memory_store import MemoryStore

Body = Callable[..., RulingBody]


def test_a_ruling_is_kept_as_it_was_given(journal: Journal, body: Body) -> None:
    given = body(("3", "8"), player="王", chain="x", remark="提醒过")
    record = journal.save_ruling(NO_EVENT, given, {"receipt": 1})
    entry = journal.entry(record.id)
    assert entry.body == given
    assert (entry.author, entry.withdrawn) == ("李裁判", None)
    assert journal.receipt(record.id) == {"receipt": 1}


def test_the_time_carries_its_offset(new_store: Callable[[], JournalStore], body: Body) -> None:
    at = datetime(2025, 5, 1, 9, 30, 15, 999, timezone(timedelta(hours=8)))
    journal = Journal(new_store(), clock=lambda: at)
    assert journal.save_ruling(NO_EVENT, body(), None).at == "2025-05-01T09:30:15+08:00"


def test_corrections_are_new_records_and_the_last_counts(journal: Journal, body: Body) -> None:
    id_ = journal.save_ruling(NO_EVENT, body(), {"receipt": 1}).id
    first = journal.correct(id_, {"offenders": ["7"], "place": {"round": 3}}, "记错了对")
    journal.correct(first.id, {"place": {"table": None}, "remark": "改"}, "桌号不明")  # of a correction: of its ruling
    entry = journal.entry(id_)
    assert entry.body.offenders == ("7",)
    assert entry.body.place == Place(None, 3, 1, 4)
    assert entry.body.remark == "改"
    assert [c.text for c in entry.corrections] == ["记错了对", "桌号不明"]
    assert journal.receipt(id_) == {"receipt": 1}
    assert len(list(journal.store.records())) == 3


def test_a_whole_place_replaces_the_place(journal: Journal, body: Body) -> None:
    id_ = journal.save_ruling(NO_EVENT, body()).id
    journal.correct(id_, {"place": Place("9")})
    assert journal.entry(id_).body.place == Place("9")


def test_a_withdrawn_correction_no_longer_counts(journal: Journal, body: Body) -> None:
    id_ = journal.save_ruling(NO_EVENT, body()).id
    one = journal.correct(id_, {"offenders": ["7"]})
    journal.correct(id_, {"remark": "留着"})
    journal.withdraw(one.id)
    assert journal.entry(id_).body.offenders == ("3",)
    assert journal.entry(id_).body.remark == "留着"


def test_withdrawing_a_withdrawal_restores(journal: Journal, body: Body) -> None:
    id_ = journal.save_ruling(NO_EVENT, body()).id
    journal.withdraw(id_, "看错了")
    entry = journal.entry(id_)
    assert entry.withdrawn == "看错了"
    assert journal.entries(withdrawn=False) == []
    assert [e.id for e in journal.entries()] == [id_]
    restored = journal.withdraw(entry.withdrawal or "", "没有看错")
    assert journal.entry(id_).withdrawn is None
    journal.withdraw(restored.id, "还是看错了")
    assert journal.entry(id_).withdrawn == "看错了"


def test_a_ruling_instead_of_another_is_both_or_neither(body: Body) -> None:
    class Full(MemoryStore):
        full = False

        def append(self, records: Sequence[Record]) -> None:
            if self.full:
                raise JournalError("磁盘满了")
            super().append(records)

    store = Full()
    journal = Journal(store)
    first = journal.save_ruling(NO_EVENT, body())
    second = journal.save_ruling(NO_EVENT, body(), instead_of=first.id, reason="改判")
    assert journal.entry(first.id).withdrawn == "改判"
    assert [entry.id for entry in journal.entries(withdrawn=False)] == [second.id]
    third = journal.save_ruling(NO_EVENT, body(), instead_of=first.id)  # taken back before: nothing more to take back
    assert {entry.id for entry in journal.entries(withdrawn=False)} == {second.id, third.id}
    store.full = True
    with pytest.raises(JournalError):
        journal.save_ruling(NO_EVENT, body(), instead_of=second.id)
    assert {entry.id for entry in journal.entries(withdrawn=False)} == {second.id, third.id}


def test_a_withdrawal_needs_no_reason(journal: Journal, body: Body) -> None:
    id_ = journal.save_ruling(NO_EVENT, body()).id
    journal.withdraw(id_)
    assert journal.entry(id_).withdrawn == ""
    assert journal.entries(withdrawn=False) == []


def test_what_cannot_be_done_is_said(journal: Journal, body: Body) -> None:
    id_ = journal.save_ruling(NO_EVENT, body()).id
    with pytest.raises(JournalError, match="没有“pair”"):
        journal.correct(id_, {"pair": "3"})
    with pytest.raises(JournalError, match="没有要更正"):
        journal.correct(id_, {})
    with pytest.raises(JournalError, match="没有这条裁决"):
        journal.correct("01M7YDB9PAJK9D9XR46NQYMZ3T", {"remark": "x"})
    with pytest.raises(JournalError, match="没有这条"):
        journal.withdraw("01M7YDB9PAJK9D9XR46NQYMZ3T")
    with pytest.raises(JournalError, match="没有这项赛事"):
        journal.event("01M7YDB9PAJK9D9XR46NQYMZ3T")
    with pytest.raises(JournalError, match="存不下"):
        journal.save_ruling(NO_EVENT, body(remark="\ud800"))
    with pytest.raises(JournalError, match="存不下"):
        journal.appeal(id_, {"fee": float("nan")})
    journal.withdraw(id_)
    with pytest.raises(JournalError, match="已经撤回"):
        journal.withdraw(id_)
    assert len(list(journal.store.records())) == 2


def test_appeals_and_notes(journal: Journal, body: Body) -> None:
    id_ = journal.save_ruling(NO_EVENT, body()).id
    journal.appeal(id_, {"text": "没有超时", "by": "3号"})
    note = journal.note(id_, NO_EVENT, "已看录像")
    journal.note(None, NO_EVENT, "第二轮推迟十分钟")
    entry = journal.entry(id_)
    assert [a.body["by"] for a in entry.appeals] == ["3号"]
    assert [n.text for n in entry.notes] == ["已看录像"]
    assert [n.text for n in journal.notes(NO_EVENT)] == ["第二轮推迟十分钟"]
    journal.withdraw(note.id)
    assert journal.entry(id_).notes == ()
    assert [e.id for e in journal.entries(kind="appeal")] == [id_]


def test_lists(journal: Journal, body: Body) -> None:
    cup = journal.save_event(EventBody("中秋杯", "guandan"))
    one = journal.save_ruling(cup, body(("3",), table="5")).id
    two = journal.save_ruling(cup, body(("10", "4"), table="12", title="藏牌", level="none", counts=())).id
    other = journal.save_ruling(NO_EVENT, body(("3",), table="2")).id
    journal.note(one, cup, "Video 已看")

    def ids(event: str | None = None, **filters: object) -> list[str]:
        return [e.id for e in journal.entries(event, **filters)]  # type: ignore[arg-type]

    assert ids() == [other, two, one]
    assert ids(cup) == [two, one]
    assert ids(cup, table="5") == [one]
    assert ids(pair="3") == [other, one]
    assert ids(pair="4") == [two]
    assert ids(kind="violation") == [other, one]
    assert ids(kind="none") == [two]
    assert ids(text="藏牌") == [two]
    assert ids(text="video 超时") == [one]
    assert ids(text="video 藏牌") == []
    assert ids(limit=1) == [other]
    assert journal.tables(cup) == ["5", "12"]
    assert journal.pairs(cup) == ["3", "4", "10"]


def test_the_next_ruling_begins_where_the_last_was(journal: Journal, body: Body) -> None:
    assert journal.last_place() == (Place(), ())
    journal.save_ruling(NO_EVENT, body(("3",), table="5"))
    last = journal.save_ruling(NO_EVENT, body(("4",), table="6")).id
    journal.correct(last, {"place": {"table": "7"}})
    assert journal.last_place(NO_EVENT) == (Place("7", 2, 1, 4), ("4",))


def test_events(journal: Journal) -> None:
    assert [e.id for e in journal.events()] == [NO_EVENT]
    assert journal.event(NO_EVENT).body.name == "未设赛事"
    full = EventBody(
        "中秋杯", "guandan", ("guandan-2017", "guandan-supplement"), {"guandan-2017/D-05": "every-two"}, "rounds", 5,
        ("1", "2"), (Entrant("1", "甲乙", ("甲", "乙"), "一队"), Entrant("2", "丙丁")), ("李",), "王", "体育馆",
    )  # fmt: skip
    id_ = journal.save_event(full)
    assert journal.event(id_).body == full
    journal.save_event(EventBody("中秋杯（改）"), id_)
    later = journal.save_event(EventBody("元旦杯"))
    assert [(e.id, e.body.name) for e in journal.events()] == [
        (later, "元旦杯"),
        (id_, "中秋杯（改）"),
        (NO_EVENT, "未设赛事"),
    ]
    newest = list(journal.store.records(id_))[-1]
    journal.withdraw(newest.id)
    assert journal.event(id_).body == full


def test_two_windows_see_each_other(new_store: Callable[[], JournalStore], body: Body) -> None:
    store = new_store()
    one, two = Journal(store, "甲"), Journal(store, "乙")
    id_ = one.save_ruling(NO_EVENT, body()).id
    assert two.entry(id_).author == "甲"
    two.correct(id_, {"remark": "乙改的"})
    assert one.entry(id_).body.remark == "乙改的"
    two.withdraw(id_)
    assert one.entries(withdrawn=False) == []


def test_fields_of_a_later_version_are_passed_over(journal: Journal, body: Body) -> None:
    record = journal.save_ruling(NO_EVENT, body())
    journal._write("correction", NO_EVENT, {"weather": "雨", "remark": "改"}, about=record.id)
    journal._write("ruling", NO_EVENT, {"ruling": "判", "weather": "雨", "place": {"hall": "东"}})
    assert [e.body.remark for e in journal.entries()] == ["", "改"]
