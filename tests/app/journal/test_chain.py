"""Records are chained: what was changed or taken out is found, also after a merge; what was not merged yet is no fault."""

from __future__ import annotations

import io
import json
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from app.journal.backup import opened
from app.journal.exchange import export, merge
from app.journal.journal import Journal
from app.journal.looking import verify
from app.journal.records import NO_EVENT, UNCHAINED, Record, RulingBody
from app.journal.salvage import checksum
from app.journal.sqlite_store import JournalDamaged, SQLiteStore, open_store
from app.journal.ulids import new_id
from app.journal.verification import Verification, gaps
from tests.app.journal.files import write_journal, write_version_1, write_version_2

Body = Callable[..., RulingBody]


def exported(store: SQLiteStore) -> list[str]:
    stream = io.StringIO()
    export(store, stream)
    return stream.getvalue().splitlines()


def looked_at(path: Path) -> Verification:
    with opened(path) as connection:
        return verify(connection)


def tampered(path: Path, *statements: str) -> Verification:
    """What is found once somebody wrote to the file with another program."""
    with closing(sqlite3.connect(path)) as connection:
        connection.create_function("check_row", -1, lambda *columns: checksum(*columns))
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    return looked_at(path)


RECHECKED = (
    "UPDATE records SET checksum = check_row(id, at, author, event, kind, about, body, device, number, before,"
    " receipt_hash, hash, has_receipt)"
)


def test_a_sound_journal_is_sound(tmp_path: Path) -> None:
    path = tmp_path / "日志.sqlite"
    write_journal(path, 30)
    found = looked_at(path)
    assert found == Verification(40, 40, 1, (), ())
    assert found.lines[0] == "日志共 40 条，没有发现改动、缺失或损坏。" and found.signed == 40
    assert found.lines[-1].startswith("没有外部凭据，不能排除整本重写。")


@pytest.mark.parametrize(
    ("statements", "word"),
    [
        (("UPDATE records SET body = replace(body, '违例', '犯规') WHERE seq = 4",), "的内容被改过"),
        (("UPDATE records SET at = '2020-01-01T00:00:00+08:00' WHERE seq = 4", RECHECKED), "的内容与它在链里的校验不符"),
        (("UPDATE records SET author = '别人' WHERE seq = 40", RECHECKED), "的内容与它在链里的校验不符"),
        (("DELETE FROM records WHERE seq = 4",), "少了 1 条，被拿走了"),
        (("DELETE FROM records WHERE seq = 40",), "少了 1 条，被拿走了"),
        (("DELETE FROM records WHERE seq = 4", "UPDATE chains SET held = 39",
          "UPDATE records SET seq = seq - 1 WHERE seq > 4"), "本机记的第 4 条不在了"),
        (("DELETE FROM records WHERE seq > 38", "UPDATE chains SET held = 38"), "本机记的第 39—40 条不在了"),
        (("DELETE FROM receipts WHERE seq = 3",), "的凭据被拿走了"),
        (("UPDATE receipts SET receipt = (SELECT receipt FROM receipts WHERE seq = 1) WHERE seq = 3",), "校验不符"),
        (("UPDATE records SET number = 39 WHERE seq = 40", RECHECKED), "都接在同一条之后"),
        (("UPDATE records SET before = hash WHERE seq = 9", RECHECKED), "接不上"),
    ],
)  # fmt: skip
def test_what_was_changed_or_taken_out_is_found(tmp_path: Path, statements: tuple[str, ...], word: str) -> None:
    path = tmp_path / "日志.sqlite"
    write_journal(path, 30)
    found = tampered(path, *statements)
    assert not found.sound
    assert any(word in fault for fault in found.faults), found.faults
    assert all(fault.endswith("。") for fault in found.faults)


def test_a_record_written_in_anew_with_all_its_checks_does_not_fit_its_neighbour(tmp_path: Path) -> None:
    path = tmp_path / "日志.sqlite"
    write_journal(path, 10)
    store = open_store(path)
    victim = list(store.records())[3]
    whole = store.get(victim.id)
    assert whole is not None and whole.link is not None
    from app.journal.chain import digest

    forged = replace(whole, author="别人")
    link = whole.link
    new = digest(forged, link.device, link.number, link.before, link.receipt)
    store.close()
    found = tampered(path, f"UPDATE records SET author = '别人', hash = '{new}' WHERE id = '{victim.id}'", RECHECKED)
    assert [fault for fault in found.faults if "接不上" in fault and victim.id in fault]


def test_it_is_found_also_after_a_merge(tmp_path: Path, body: Body) -> None:
    mine, theirs = Journal(open_store(tmp_path / "a.sqlite"), "甲"), Journal(open_store(tmp_path / "b.sqlite"), "乙")
    for journal in (mine, theirs):
        for _ in range(6):
            journal.save_ruling(NO_EVENT, body(), {"receipt": 1})
    report = merge(mine.store, exported(theirs.store))  # type: ignore[arg-type]
    assert (report.added, report.refused, report.gaps) == (6, (), ())
    mine.store.close()
    path = tmp_path / "a.sqlite"
    assert looked_at(path) == Verification(12, 12, 2, (), ())
    for number, statement in enumerate(("DELETE FROM records WHERE seq = 9", "DELETE FROM records WHERE seq = 12")):
        copy = tmp_path / f"{number}.sqlite"
        shutil.copyfile(path, copy)
        assert not tampered(copy, statement).sound
    assert not tampered(path, "UPDATE records SET author = '丙' WHERE seq = 9", RECHECKED).sound


def test_a_line_changed_on_the_way_is_refused(tmp_path: Path, body: Body) -> None:
    journal = Journal(open_store(tmp_path / "a.sqlite"), "甲")
    for _ in range(3):
        journal.save_ruling(NO_EVENT, body(), {"receipt": 1})
    lines = exported(journal.store)  # type: ignore[arg-type]
    lines[2] = lines[2].replace("记违例一次", "记犯规一次")
    report = merge(open_store(tmp_path / "b.sqlite"), lines)
    assert report.added == 2
    assert report.refused == ((3, "记录的内容与它的校验不符：被改过，或没有传完整。"),)
    assert len(report.gaps) == 1 and "的第 2 条还没有收到" in report.gaps[0]


@pytest.mark.parametrize(
    "link",
    [
        "x", 3, [], {}, {"device": "0" * 16}, {"device": "0" * 16, "number": 0, "before": "", "receipt": "", "hash": "0" * 32},
        {"device": "Z" * 16, "number": 1, "before": "", "receipt": "", "hash": "0" * 32},
        {"device": "0" * 16, "number": True, "before": "", "receipt": "", "hash": "0" * 32},
        {"device": "0" * 16, "number": 10**30, "before": "0" * 32, "receipt": "", "hash": "0" * 32},
        {"device": "0" * 16, "number": 2, "before": "", "receipt": "", "hash": "0" * 32},
        {"device": "0" * 16, "number": 1, "before": "", "receipt": None, "hash": "0" * 32},
    ],
)  # fmt: skip
def test_a_link_that_is_none_is_refused(tmp_path: Path, body: Body, link: object) -> None:
    journal = Journal(open_store(tmp_path / "a.sqlite"))
    journal.save_ruling(NO_EVENT, body())
    head, line = exported(journal.store)  # type: ignore[arg-type]
    report = merge(open_store(tmp_path / "b.sqlite"), [head, json.dumps({**json.loads(line), "link": link})])
    assert report.added == 0
    assert report.refused[0][1] == "记录在链里的位置（link）不对。"


def test_what_was_not_merged_yet_is_a_gap_and_no_fault_until_it_comes(tmp_path: Path, body: Body) -> None:
    theirs = Journal(open_store(tmp_path / "theirs.sqlite"))
    for _ in range(8):
        theirs.save_ruling(NO_EVENT, body(), {"receipt": 1})
    head, *lines = exported(theirs.store)  # type: ignore[arg-type]
    path = tmp_path / "mine.sqlite"
    store = open_store(path)
    report = merge(store, [head, lines[0], *lines[3:5], lines[7]])
    assert report.added == 4
    assert len(report.gaps) == 1 and "的第 2—3、6—7 条还没有收到" in report.gaps[0]
    found = store.verify()
    assert found.sound and found.gaps == report.gaps
    assert merge(store, [head, *lines]).gaps == ()
    assert store.verify() == Verification(8, 8, 1, (), ())


def test_merged_in_any_order_the_chains_are_the_same(tmp_path: Path, body: Body) -> None:
    chance = random.Random(50)
    files = []
    for name in "abc":
        journal = Journal(open_store(tmp_path / f"{name}.sqlite"), name)
        for _ in range(5):
            record = journal.save_ruling(NO_EVENT, body(), {"of": name})
            if chance.random() < 0.5:
                journal.correct(record.id, {"remark": name})
        files.append(exported(journal.store))  # type: ignore[arg-type]
    results = set()
    for number in range(6):
        store = open_store(tmp_path / f"all{number}.sqlite")
        for file in chance.sample(files, 3):
            head, *lines = file
            merge(store, [head, *chance.sample(lines, len(lines))])
        found = store.verify()
        assert (found.faults, found.gaps, found.devices) == ((), (), 3)
        results.add("\n".join(exported(store)[1:]))  # the first line is of the device that gives it out
    assert len(results) == 1


def test_records_of_earlier_versions_are_taken_and_named_as_unchained(tmp_path: Path, body: Body) -> None:
    for number, write in enumerate((write_version_1, write_version_2)):
        path = tmp_path / f"{number}.sqlite"
        ids = [new_id() for _ in range(5)]
        write(path, ids)
        store = open_store(path)
        Journal(store).save_ruling(NO_EVENT, body())
        found = store.verify()
        assert found == Verification(6, 1, 1, (), (), ("有 5 条是旧版本记的，没有连成链，不能核对有没有被改。",))
        other = open_store(tmp_path / f"other{number}.sqlite")
        merge(other, exported(store))
        assert other.verify() == found  # merged, they do not become records of this device


def test_a_link_that_comes_later_is_taken_over(tmp_path: Path, body: Body) -> None:
    theirs = Journal(open_store(tmp_path / "theirs.sqlite"))
    for _ in range(3):
        theirs.save_ruling(NO_EVENT, body(), {"receipt": 1})
    head, *lines = exported(theirs.store)  # type: ignore[arg-type]
    bare = [json.dumps({k: v for k, v in json.loads(line).items() if k != "link"}) for line in lines]
    store = open_store(tmp_path / "mine.sqlite")
    assert merge(store, [head, *bare]).added == 3
    assert store.verify().chained == 0
    assert merge(store, [head, *lines]).known == 3
    assert store.verify() == Verification(3, 3, 1, (), ())
    assert merge(store, [head, *bare]).known == 3
    assert store.verify().chained == 3


def test_a_copied_file_begins_a_chain_of_its_own(tmp_path: Path, body: Body) -> None:
    path = tmp_path / "日志.sqlite"
    write_journal(path, 3)
    copy = tmp_path / "copy.sqlite"
    shutil.copyfile(path, copy)
    stores = [open_store(each) for each in (path, copy)]
    for store in stores:
        Journal(store).save_ruling(NO_EVENT, body(), {"of": str(store.path)})
    merge(stores[0], exported(stores[1]))
    assert stores[0].verify() == Verification(6, 6, 2, (), ())  # nobody stands on another's place


def test_what_a_rescue_could_not_read_is_missing_until_another_copy_brings_it(tmp_path: Path) -> None:
    path = tmp_path / "日志.sqlite"
    write_journal(path, 60)
    store = open_store(path)
    lines = exported(store)
    store.close()
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(JournalDamaged) as said:
        open_store(path)
    store = open_store(path)
    assert said.value.rescued < 80
    found = store.verify()
    assert any("不在了：被拿走，或在文件损坏时失落" in fault for fault in found.faults)
    merge(store, lines)
    assert store.verify().faults == ()


def test_gaps_are_counted_from_the_first() -> None:
    assert gaps([("a", 1), ("a", 2), ("b", 3), ("b", 7), ("a", 4)]) == {"a": [(3, 3)], "b": [(1, 2), (4, 6)]}


def test_an_unchained_record_stays_unchained(tmp_path: Path) -> None:
    store = open_store(tmp_path / "日志.sqlite")
    record = Record(new_id(), "2025-05-01T09:30:00+08:00", "", NO_EVENT, "note", {"text": "x"}, link=UNCHAINED)
    store.append([record])
    there = store.get(record.id)
    assert there is not None and there.link is UNCHAINED
