"""Tampering is noticed: by whoever has the journal file, by whoever has the whole data folder, by another device.

(a) has the journal's file and every check in it that needs no key: all he does is noticed, also after the program has saved again.
(b) has the key beside it as well: what he does is noticed where a head was printed or shared, where another device merged this
one, and where what that device signed of it is still there; where there was none of these, that is said.
(c) is another device, which hands over what it likes.
"""

from __future__ import annotations

import copy
import json
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from app.cli.main import cli
from app.journal import chain, signed_tables, signing
from app.journal.anchors import NONE
from app.journal.exchange import UNSIGNED, WRONGLY_SIGNED, merge
from app.journal.heads import CodeError, code_of, read_code
from app.journal.journal import Journal
from app.journal.records import NO_EVENT, UNCHAINED, Link
from app.journal.sqlite_store import JournalDamaged, open_store
from app.journal.store import JournalError
from app.journal.verification import Verification
from tests.app.journal.attacks import (
    ATTACKER,
    RECEIPT,
    Attack,
    File,
    Folder,
    Hall,
    change,
    forged,
    lines,
    opened,
    ruling,
    settle,
)

OLD = "0123456789abcdef"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Hall:
    return Hall(tmp_path_factory.mktemp("hall"))


@pytest.fixture
def hall(made: Hall, tmp_path: Path) -> Hall:
    """A hall of its own."""
    for folder in ("ours", "theirs"):
        shutil.copytree(made.folder.parent / folder, tmp_path / folder)
        settle(tmp_path / folder / "journal.sqlite")
    found = copy.copy(made)
    found.folder, found.path = tmp_path / "ours", tmp_path / "ours" / "journal.sqlite"
    found.theirs = tmp_path / "theirs" / "journal.sqlite"
    return found


def looked_at(path: Path, *codes: str) -> Verification:
    """What the program says of a journal on its device, opened as it is."""
    store = open_store(path)
    try:
        return store.verify(tuple(read_code(code) for code in codes))
    finally:
        store.close()


def said(path: Path, *options: str) -> tuple[int, str]:
    """What the command says of it."""
    found = CliRunner().invoke(cli, ["journal", "verify", *options], env={"ZHICAI_DATA": str(path.parent)})
    assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
    return found.exit_code, found.output


def test_an_untouched_journal_is_sound_and_says_what_it_was_held_against(hall: Hall) -> None:
    with opened(hall.path) as store:
        code = code_of(store.head()).text
    found = looked_at(hall.path, code)
    assert found.faults == () and found.gaps == () and found.signed == 12
    told = "\n".join(found.anchors)
    assert "有签名，对过 12 条；没有签名的 6 条是旧版本记的，只能对到它们和签名时一样" in told
    assert "对照了本机的签名钥匙" in told and f"给出的头 {code}：相符" in told
    assert "它见过本机的记录，到第 6 条，相符" in told and NONE not in found.lines
    assert said(hall.path) == (0, "\n".join(looked_at(hall.path).lines) + "\n")


# (a) The journal file


def _body(file: File) -> None:
    change(file, 8)


def _body_checked(file: File) -> None:
    change(file, 8)
    file.checked()


def _rechained(file: File) -> None:
    change(file, 8)
    file.rechained(file.device())


def _rechained_by_another_key(file: File) -> None:
    change(file, 8)
    file.rechained(file.device(), ATTACKER)


def _all_by_another_key(file: File) -> None:
    """The whole file made to fit, signed with a key of the attacker's under his own device name."""
    change(file, 8)
    ours = file.device()
    file.run(f"UPDATE records SET device = '{ATTACKER.device}' WHERE device = '{ours}'", "DELETE FROM heads")
    file.run(f"DELETE FROM signers WHERE device = '{ours}'", f"DELETE FROM signatures WHERE device = '{ours}'")
    signed_tables.put_signer(file.connection, ATTACKER.device, ATTACKER.public)
    file.rechained(ATTACKER.device, ATTACKER)


def _head_by_another_key(file: File) -> None:
    file.run("DELETE FROM records WHERE seq > 15")
    file.headed(ATTACKER)


def _others_rechained(file: File) -> None:
    change(file, file.seqs(file.other())[1])
    file.rechained(file.other())


def _old_rechained(file: File) -> None:
    """A chain without signatures, made to fit from the change on."""
    change(file, file.seqs(OLD)[1])
    file.rechained(OLD)


def _unchained_changed(file: File) -> None:
    (seq,) = file.connection.execute("SELECT min(seq) FROM records WHERE seq > 0 AND device = ''").fetchone()
    change(file, seq)
    file.checked()


def _unchained_removed(file: File) -> None:
    file.run("DELETE FROM records WHERE seq = (SELECT max(seq) FROM records WHERE device = '' AND seq > 0)")
    file.closed_up()


def _author(file: File) -> None:
    file.run("UPDATE records SET author = '别人' WHERE seq = 9")
    file.checked()


def _time(file: File) -> None:
    file.run("UPDATE records SET at = '2020-01-01T00:00:00+08:00' WHERE seq = 9")
    file.checked()


def _about(file: File) -> None:
    file.run("UPDATE records SET about = (SELECT id FROM records WHERE seq = 8) WHERE kind = 'correction'")
    file.rechained(file.device())


def _event(file: File) -> None:
    file.run("UPDATE records SET event = '01JZZZZZZZZZZZZZZZZZZZZZZZ' WHERE seq = 9")
    file.checked()


def _name(file: File) -> None:
    file.run("UPDATE records SET id = '01JZZZZZZZZZZZZZZZZZZZZZZZ' WHERE seq = 9")
    file.rechained(file.device())


def _receipt_of_another(file: File) -> None:
    file.run("UPDATE receipts SET receipt = (SELECT receipt FROM receipts WHERE seq = 8) WHERE seq = 9")


def _receipt_rechained(file: File) -> None:
    file.run("UPDATE receipts SET receipt = (SELECT receipt FROM receipts WHERE seq = 8) WHERE seq = 9")
    file.rechained(file.device())


def _receipt_gone(file: File) -> None:
    file.run("DELETE FROM receipts WHERE seq = 9")


def _receipt_called_lost(file: File) -> None:
    file.run("DELETE FROM receipts WHERE seq = 9", "UPDATE records SET has_receipt = 2 WHERE seq = 9")
    file.checked()


def _receipt_never_there(file: File) -> None:
    file.run("DELETE FROM receipts WHERE seq = 9", "UPDATE records SET has_receipt = 0 WHERE seq = 9")
    file.rechained(file.device())


def _receipt_of_unchained_called_lost(file: File) -> None:
    seq = "(SELECT max(seq) FROM records WHERE device = '' AND seq > 0)"
    file.run(f"UPDATE records SET has_receipt = 2 WHERE seq = {seq}", f"DELETE FROM receipts WHERE seq = {seq}")
    file.checked()


def _last_gone(file: File) -> None:
    file.run("DELETE FROM records WHERE seq = (SELECT max(seq) FROM records)")


def _last_gone_chains_emptied(file: File) -> None:
    file.run("DELETE FROM records WHERE seq > 5", "DELETE FROM chains")


def _last_gone_heads_emptied(file: File) -> None:
    file.run("DELETE FROM records WHERE seq > 15", "DELETE FROM heads")


def _all_of_signing_gone(file: File) -> None:
    """As a file that no version with signatures ever wrote to."""
    file.run("DELETE FROM records WHERE seq > 15", "DELETE FROM receipts WHERE seq > 15")
    file.run("DROP TABLE heads", "DROP TABLE signers", "DROP TABLE signatures")


def _middle_gone(file: File) -> None:
    file.run("DELETE FROM records WHERE seq = 9")
    file.closed_up()


def _middle_gone_rechained(file: File) -> None:
    file.run("DELETE FROM records WHERE seq = 9", "DELETE FROM signatures WHERE seq = 9")
    file.closed_up()
    file.rechained(file.device())


def _all_gone(file: File) -> None:
    file.run("DELETE FROM records WHERE seq > 0", "DELETE FROM receipts WHERE seq > 0")
    file.run("DELETE FROM heads", "DELETE FROM signers", "DELETE FROM signatures WHERE seq > 0", "DELETE FROM chains")


def _others_last_gone(file: File) -> None:
    file.run(
        f"DELETE FROM records WHERE seq IN (SELECT seq FROM records WHERE device = '{file.other()}' AND number > 3)"
    )
    file.closed_up()


def _others_middle_gone(file: File) -> None:
    file.run(f"DELETE FROM records WHERE device = '{file.other()}' AND number = 2")
    file.closed_up()


def _others_all_gone(file: File) -> None:
    other = file.other()
    file.run(f"DELETE FROM records WHERE device = '{other}'", f"DELETE FROM signers WHERE device = '{other}'")
    file.run(f"DELETE FROM heads WHERE device = '{other}'")
    file.closed_up()


def _all_unchained(file: File) -> None:
    """As records of versions that had no chains."""
    file.run("UPDATE records SET device = '', number = 0, before = '', receipt_hash = '', hash = '' WHERE seq > 0")
    file.run("DELETE FROM signatures WHERE seq > 0")
    file.checked()


def _added_unchained(file: File) -> None:
    file.add(forged("旧裁判"), UNCHAINED)


def _added_to_old_chain(file: File) -> None:
    last = file.record(file.seqs(OLD)[-1]).link
    assert last is not None
    record = forged("旧裁判")
    file.add(record, chain.link(record, OLD, last.number + 1, last.hash))


def _added_own_without_signature(file: File) -> None:
    _added(file, file.device(), None)


def _added_own_by_another_key(file: File) -> None:
    _added(file, file.device(), ATTACKER)


def _added_others_without_signature(file: File) -> None:
    _added(file, file.other(), None)


def _added_others_with_a_borrowed_signature(file: File) -> None:
    other = file.other()
    mark = file.record(file.seqs(other)[-1]).signature
    _added(file, other, None)
    seq, id_ = file.connection.execute("SELECT seq, id FROM records ORDER BY seq DESC").fetchone()
    assert mark is not None
    signed_tables.put_signature(file.connection, seq, id_, other, mark)


def _added(file: File, device: str, key: signing.Key | None) -> None:
    last = file.record(file.seqs(device)[-1]).link
    assert last is not None
    record = forged()
    link = chain.link(record, device, last.number + 1, last.hash)
    text = chain.said(record, link.device, link.number, link.before, link.receipt)
    file.add(record, link, None if key is None else key.sign(signing.RECORD, text))


def _copied_under_another_name(file: File) -> None:
    record = replace(file.record(9), id="01JZZZZZZZZZZZZZZZZZZZZZZZ")
    assert record.link is not None
    file.add(record, record.link, record.signature)


def _order(file: File) -> None:
    for table in ("records", "receipts", "signatures"):
        file.run(f"UPDATE {table} SET seq = 999 WHERE seq = 2", f"UPDATE {table} SET seq = 2 WHERE seq = 3")
        file.run(f"UPDATE {table} SET seq = 3 WHERE seq = 999")


def _receipt_named_otherwise(file: File) -> None:
    """What names a receipt where its record cannot be read."""
    file.run("UPDATE receipts SET id = '01JZZZZZZZZZZZZZZZZZZZZZZZ' WHERE seq = 9")


def _signature_named_otherwise(file: File) -> None:
    file.run("UPDATE signatures SET id = '01JZZZZZZZZZZZZZZZZZZZZZZZ' WHERE seq = 9")


def _signature_of_another_device(file: File) -> None:
    file.run(f"UPDATE signatures SET device = '{file.other()}' WHERE seq = 9")


def _receipt_no_bytes(file: File) -> None:
    file.run("UPDATE receipts SET receipt = 'x' WHERE seq = (SELECT max(seq) FROM receipts)")


def _receipt_left_over(file: File) -> None:
    file.run("INSERT INTO receipts SELECT 999, id, receipt FROM receipts WHERE seq = 9")


def _head_numbered_otherwise(file: File) -> None:
    file.run("UPDATE heads SET held = held + 1 WHERE kind = 'begun'")


def _signature_another(file: File) -> None:
    file.connection.execute("UPDATE signatures SET signature = ? WHERE seq = 9", (b"\1" * 64,))


def _signature_gone(file: File) -> None:
    file.run("DELETE FROM signatures WHERE seq = 9")


def _head_gone(file: File) -> None:
    file.run("DELETE FROM heads WHERE kind = 'now'")


def _head_changed(file: File) -> None:
    file.run("UPDATE heads SET said = replace(said, '\"held\":18', '\"held\":17') WHERE kind = 'now'")


def _beginning_gone(file: File) -> None:
    file.run("DELETE FROM heads WHERE kind = 'begun'")


def _all_heads_gone(file: File) -> None:
    """And with them what other devices signed of us."""
    file.run("DELETE FROM heads")


def _others_head_gone(file: File) -> None:
    file.run("DELETE FROM heads WHERE kind = 'other'")


def _others_key_another(file: File) -> None:
    file.connection.execute(
        "UPDATE signers SET key = ? WHERE device = ?", (signing.written(ATTACKER.public), file.other())
    )


def _keys_gone(file: File) -> None:
    file.run("DELETE FROM signers")


def _number_no_number(file: File) -> None:
    file.run("UPDATE records SET number = 'abc' WHERE seq = 9")
    file.checked()


def _odd_types(file: File) -> None:
    file.run("UPDATE records SET number = x'00ff', author = x'fffe', body = 7 WHERE seq = 9")
    file.run("UPDATE records SET at = 1e300, checksum = 'x', has_receipt = 'y' WHERE seq = 10")
    file.run("UPDATE records SET device = x'c328', number = -5, hash = 3 WHERE seq = 11")


def _no_text(file: File) -> None:
    file.run("UPDATE records SET author = CAST(x'ff41fe' AS TEXT) WHERE seq = 9")


def _odd_tables(file: File) -> None:
    file.run("UPDATE heads SET said = x'ff', held = 'x' WHERE kind = 'now'", "UPDATE signers SET key = 5")
    file.run("UPDATE signatures SET signature = 'x' WHERE seq = 9")
    file.run("INSERT INTO heads VALUES ('begun', 'x', 1, 1, '{}', x'00'), ('now', x'ff', 'x', 'y', 'null', 'z')")


def _huge_number(file: File) -> None:
    file.run("UPDATE records SET number = 9223372036854775807 WHERE seq = 9")
    file.checked()


def _chain_table_odd(file: File) -> None:
    file.run("INSERT INTO chains VALUES ('x', 'y', 'z', 5, 'w')")


JOURNAL: dict[str, Attack] = {
    name.removeprefix("_"): each
    for name, each in list(globals().items())
    if name.startswith("_") and callable(each) and getattr(each, "__annotations__", {}).keys() == {"file", "return"}
}


def test_there_are_enough_kinds() -> None:
    assert len(JOURNAL) + len(FOLDER) + len(HANDED) + len(FILES) >= 60


@pytest.mark.parametrize("name", JOURNAL)
def test_whoever_writes_to_the_journal_file_is_found_out(hall: Hall, name: str) -> None:
    file = File(hall.path)
    JOURNAL[name](file)
    file.close()
    code, told = said(hall.path)
    assert code == 1 and "没有发现改动" not in told, told
    with_key = CliRunner().invoke(cli, ["journal", "verify", str(hall.path)])  # named as any other file
    assert with_key.exit_code == 1, with_key.output
    try:
        store = open_store(hall.path)
    except JournalDamaged:
        return
    try:  # and when the program has saved something
        Journal(store, "甲").note(None, NO_EVENT, "以后记的")
        found = store.verify()
        assert not found.sound, "a save covers it up"
        assert all(fault.endswith("。") for fault in found.faults)
    finally:
        store.close()
    code, told = said(hall.path)
    assert code == 1, told


def _yesterday(hall: Hall, kept: Path) -> None:
    """The file as it was some records ago, written over the one that is there."""
    hall.path.write_bytes(kept.read_bytes())


def _yesterday_in_its_place(hall: Hall, kept: Path) -> None:
    hall.path.unlink()
    shutil.copyfile(kept, hall.path)


def _another_journal(hall: Hall, kept: Path) -> None:
    shutil.copyfile(hall.theirs, hall.path)


def _none(hall: Hall, kept: Path) -> None:
    hall.path.unlink()
    open_store(hall.path).close()


FILES: dict[str, Callable[[Hall, Path], None]] = {
    "yesterday": _yesterday, "yesterday_in_its_place": _yesterday_in_its_place, "another_journal": _another_journal,
    "none": _none,
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_another_file_in_its_place_is_found_out(hall: Hall, tmp_path: Path, name: str) -> None:
    kept = tmp_path / "yesterday"
    with opened(hall.path) as store:
        store.backup(kept)
        Journal(store, "甲").save_ruling(NO_EVENT, ruling(7), RECEIPT)
    FILES[name](hall, kept)
    found = looked_at(hall.path)
    assert not found.sound and said(hall.path)[0] == 1
    with opened(hall.path) as store:
        Journal(store, "甲").note(None, NO_EVENT, "以后记的")
        assert not store.verify().sound


# (b) The whole data folder


def _rewritten(file: Folder) -> None:
    change(file, file.seqs(file.device())[1])


def _author_rewritten(file: Folder) -> None:
    file.connection.execute("UPDATE records SET author = '别人' WHERE seq = ?", (file.seqs(file.device())[1],))


def _receipt_rewritten(file: Folder) -> None:
    one, other = file.seqs(file.device())[:2]
    file.run(f"UPDATE receipts SET receipt = (SELECT receipt FROM receipts WHERE seq = {one}) WHERE seq = {other}")


def _own_last_removed(file: Folder) -> None:
    file.connection.execute("DELETE FROM records WHERE seq = ?", (file.seqs(file.device())[-1],))


def _own_middle_removed(file: Folder) -> None:
    file.connection.execute("DELETE FROM records WHERE seq = ?", (file.seqs(file.device())[1],))


def _others_last_removed(file: Folder) -> None:
    for seq in file.seqs(file.other())[3:]:
        file.connection.execute("DELETE FROM records WHERE seq = ?", (seq,))


def _old_removed(file: Folder) -> None:
    file.connection.execute("DELETE FROM records WHERE seq = ?", (file.seqs(OLD)[-1],))


def _unchained_rewritten(file: Folder) -> None:
    _unchained_changed(file)


def _receipt_removed(file: Folder) -> None:
    seq = file.seqs(file.device())[1]
    file.run(f"DELETE FROM receipts WHERE seq = {seq}", f"UPDATE records SET has_receipt = 2 WHERE seq = {seq}")


FOLDER: dict[str, Callable[[Folder], None]] = {
    "rewritten": _rewritten, "author_rewritten": _author_rewritten, "receipt_rewritten": _receipt_rewritten,
    "own_last_removed": _own_last_removed, "own_middle_removed": _own_middle_removed,
    "others_last_removed": _others_last_removed, "old_removed": _old_removed,
    "unchained_rewritten": _unchained_rewritten, "receipt_removed": _receipt_removed,
}  # fmt: skip
OF_OUR_CHAIN = ("rewritten", "author_rewritten", "receipt_rewritten", "own_middle_removed")


def attacked(hall: Hall, name: str) -> None:
    file = Folder(hall.path)
    FOLDER[name](file)
    file.signed()
    file.close()


@pytest.mark.parametrize("name", FOLDER)
def test_whoever_has_the_whole_folder_is_found_out_by_a_head_that_was_printed(hall: Hall, name: str) -> None:
    with opened(hall.path) as store:
        code = code_of(store.head())
    attacked(hall, name)
    unanchored = looked_at(hall.path)
    assert NONE in unanchored.lines, "nothing was there to hold it against, and that is said"
    for given in (code.text, code.qr, code.text.lower().replace("-", " ")):
        found = looked_at(hall.path, given)
        assert any("对不上" in fault for fault in found.faults), found.faults
    exit_code, told = said(hall.path, "--head", code.text)
    assert exit_code == 1 and "对不上" in told


@pytest.mark.parametrize("name", OF_OUR_CHAIN)
def test_and_by_the_device_that_merged_ours(hall: Hall, name: str) -> None:
    attacked(hall, name)
    with opened(hall.path) as ours, opened(hall.theirs) as theirs:
        Journal(ours, "甲").save_ruling(NO_EVENT, ruling(8), RECEIPT)
        report = merge(theirs, lines(ours))
        assert report.doubts or any("内容不同" in why for _, why in report.refused), report
        assert not theirs.verify().sound


@pytest.mark.parametrize("name", ["rewritten", "own_middle_removed"])
def test_and_by_what_another_device_signed_of_us_when_it_comes_back(hall: Hall, name: str) -> None:
    attacked(hall, name)
    with opened(hall.path) as ours, opened(hall.theirs) as theirs:
        Journal(theirs, "乙").note(None, NO_EVENT, "x")
        report = merge(ours, lines(theirs))
        assert any("本机" in doubt for doubt in report.doubts) or any("内容不同" in why for _, why in report.refused)
        assert not ours.verify().sound


def test_a_folder_put_back_as_a_whole_is_found_out(hall: Hall, tmp_path: Path) -> None:
    """Journal and key of yesterday: by a head printed since, and by the other device once both have written on."""
    kept = tmp_path / "yesterday"
    shutil.copytree(hall.path.parent, kept)
    with opened(hall.path) as ours, opened(hall.theirs) as theirs:
        Journal(ours, "甲").save_ruling(NO_EVENT, ruling(7), RECEIPT)
        code = code_of(ours.head()).text
        merge(theirs, lines(ours))
    for name in ("journal.sqlite", "journal.key"):
        (hall.path.parent / name).write_bytes((kept / name).read_bytes())
    assert looked_at(hall.path).sound
    assert any("被截短" in fault for fault in looked_at(hall.path, code).faults)
    with opened(hall.path) as ours, opened(hall.theirs) as theirs:
        Journal(ours, "甲").save_ruling(NO_EVENT, ruling(8), RECEIPT)
        assert any("两条不同的第 8 条" in doubt for doubt in merge(theirs, lines(ours)).doubts)
        assert not theirs.verify().sound


def test_a_folder_emptied_is_found_out_by_a_head(hall: Hall) -> None:
    with opened(hall.path) as store:
        code = code_of(store.head()).text
    for file in hall.path.parent.iterdir():
        file.unlink()
    open_store(hall.path).close()
    assert NONE not in looked_at(hall.path).faults
    assert "被截短，或不是同一份日志" in looked_at(hall.path, code).faults[0]


def test_a_journal_that_was_moved_begins_a_chain_that_names_the_old_head_and_the_old_key_stays_behind(
    hall: Hall, tmp_path: Path
) -> None:
    with opened(hall.path) as store:
        before = store.head()
        store.backup(tmp_path / "copy")
    moved = tmp_path / "new device" / "journal.sqlite"
    moved.parent.mkdir()
    shutil.copyfile(tmp_path / "copy", moved)
    with opened(moved) as store:
        assert not moved.with_suffix(".key").exists()
        Journal(store, "甲").save_ruling(NO_EVENT, ruling(7), RECEIPT)
        now = store.head()
        assert now.device != before.device and now.number == 1 and store.verify().sound
        with store._using() as connection:
            begun = [each.head for each in signed_tables.heads(connection, (signed_tables.BEGUN,))]
        named = next(each for each in begun if each is not None and each.device == now.device)
        assert named.former == (before.device, before.number, before.hash, before.held, before.grown)
        assert named.how == "moved" and named.held == before.held
        told = store.verify((code_of(before),))
        assert told.sound and any("相符" in each for each in told.anchors)
    file = File(moved)  # what the old head names cannot be taken away here either
    file.run("DELETE FROM records WHERE seq = 2")
    file.closed_up()
    file.close()
    assert not looked_at(moved).sound


# (c) Another device


def _line(text: str, **parts: Any) -> str:
    return json.dumps({**json.loads(text), **parts}, ensure_ascii=False)


def _handed(ours: list[str]) -> tuple[dict[str, Any], list[str]]:
    return json.loads(ours[0]), ours[1:]


def _ours(line: str, device: str) -> bool:
    return bool(json.loads(line).get("link", {}).get("device") == device)


def _forge(head: dict[str, Any], records: list[str], device: str, key: signing.Key | None) -> list[str]:
    """A record of ours that we never wrote, after our last."""
    last = max((json.loads(each)["link"] for each in records if _ours(each, device)), key=lambda link: link["number"])
    record = forged()
    link = chain.link(record, device, last["number"] + 1, last["hash"])
    made = {
        "id": record.id, "at": record.at, "author": record.author, "event": record.event, "kind": record.kind,
        "body": record.body, "receipt": record.receipt,
        "link": {name: getattr(link, name) for name in Link.__slots__},
    }  # fmt: skip
    if key is not None:
        mark = key.sign(signing.RECORD, chain.said(record, link.device, link.number, link.before, link.receipt))
        head["signatures"][record.id] = signing.written(mark)
    return [json.dumps(head), *records, json.dumps(made, ensure_ascii=False)]


Handing = Callable[[dict[str, Any], list[str], str], list[str]]


def _forged_without_signature(head: dict[str, Any], records: list[str], device: str) -> list[str]:
    return _forge(head, records, device, None)


def _forged_by_its_own_key(head: dict[str, Any], records: list[str], device: str) -> list[str]:
    return _forge(head, records, device, ATTACKER)


def _forged_with_a_key_under_our_name(head: dict[str, Any], records: list[str], device: str) -> list[str]:
    head["signers"][device] = signing.written(ATTACKER.public)
    return _forge(head, records, device, ATTACKER)


def _changed_with_its_hash(head: dict[str, Any], records: list[str], device: str) -> list[str]:
    at = next(at for at, each in enumerate(records) if _ours(each, device))
    data = json.loads(records[at])
    data["author"] = "别人"
    from app.journal.exchange import _record

    link = data["link"]
    whole = {**data, "link": None}
    record = _record(whole)
    link["hash"] = chain.digest(record, device, link["number"], link["before"], link["receipt"])
    return [json.dumps(head), *records[:at], json.dumps(data, ensure_ascii=False), *records[at + 1 :]]


def _signatures_stripped(head: dict[str, Any], records: list[str], device: str) -> list[str]:
    head.pop("signatures")
    return [json.dumps(head), *records]


def _signatures_exchanged(head: dict[str, Any], records: list[str], device: str) -> list[str]:
    names = [json.loads(each)["id"] for each in records if _ours(each, device)]
    marks = head["signatures"]
    marks[names[0]], marks[names[1]] = marks[names[1]], marks[names[0]]
    return [json.dumps(head), *records]


def _receipt_left_out(head: dict[str, Any], records: list[str], device: str) -> list[str]:
    at = next(at for at, each in enumerate(records) if _ours(each, device))
    data = json.loads(records[at])
    data["receipt"] = {"receipt": 1, "facts": []}
    return [json.dumps(head), *records[:at], json.dumps(data, ensure_ascii=False), *records[at + 1 :]]


HANDED: dict[str, tuple[Handing, int, str]] = {
    "forged_without_signature": (_forged_without_signature, 1, UNSIGNED),
    "forged_by_its_own_key": (_forged_by_its_own_key, 1, WRONGLY_SIGNED),
    "forged_with_a_key_under_our_name": (_forged_with_a_key_under_our_name, 1, WRONGLY_SIGNED),
    "changed_with_its_hash": (_changed_with_its_hash, 1, WRONGLY_SIGNED),
    "signatures_stripped": (_signatures_stripped, 10, UNSIGNED),
    "signatures_exchanged": (_signatures_exchanged, 2, WRONGLY_SIGNED),
    "receipt_another": (_receipt_left_out, 1, "记录的内容与它的校验不符：被改过，或没有传完整。"),
}


@pytest.mark.parametrize("name", HANDED)
def test_what_another_device_makes_up_or_changes_is_not_taken(hall: Hall, tmp_path: Path, name: str) -> None:
    """A third device relays our journal as it likes to a fourth, which has one ruling of ours and one of the other's."""
    attack, number, why = HANDED[name]
    with opened(hall.path) as ours, opened(tmp_path / "fourth" / "journal.sqlite") as fourth:
        given = lines(ours)
        device = ours.head().device
        last = {
            each.link.device: each.id for each in ours.records() if each.link is not None and each.signature is None
        }
        merge(
            fourth, lines(ours, [last[device], *(id_ for each, id_ in last.items() if each not in (device, "", OLD))])
        )
        head, records = _handed(given)
        report = merge(fourth, attack(dict(head), records, device))
        assert [each for _, each in report.refused] == [why] * number
        assert fourth.verify().sound
        assert merge(fourth, given).refused == (), "from us it is taken"
        assert fourth.verify().sound and fourth.verify().signed == 12


def test_a_head_nobody_signed_is_passed_over(hall: Hall, tmp_path: Path) -> None:
    with opened(hall.path) as ours, opened(tmp_path / "fourth" / "journal.sqlite") as fourth:
        head, records = _handed(lines(ours))
        for each in head["heads"]:
            each["said"] = each["said"].replace('"number":7', '"number":9')
        assert merge(fourth, [json.dumps(head), *records]).gaps == ()
        assert {each.head.device for each in fourth.known().heads} & {ours.head().device} == set()


def test_the_last_records_of_ours_that_another_keeps_back_are_missed(hall: Hall, tmp_path: Path) -> None:
    """Who was given our head, or the head of one who holds ours, knows how far we had come."""
    with opened(hall.path) as ours, opened(tmp_path / "fourth" / "journal.sqlite") as fourth:
        given, device = lines(ours), ours.head().device
        kept_back = [each for each in given[1:] if not (_ours(each, device) and json.loads(each)["link"]["number"] > 4)]
        report = merge(fourth, [given[0], *kept_back])
        assert len(report.gaps) == 1 and f"设备 {device[:6]} 的第 5—7 条还没有收到" in report.gaps[0]
        assert fourth.verify().gaps == report.gaps
        assert merge(fourth, given).gaps == ()


def test_what_was_taken_without_a_signature_gets_it_later(hall: Hall, tmp_path: Path) -> None:
    """A file that went through an earlier version has lost the signatures: what it brings is taken, and signed once they come."""
    with opened(hall.path) as ours, opened(tmp_path / "fourth" / "journal.sqlite") as fourth:
        given = lines(ours)
        bare = json.dumps({"file": "zhicai-journal", "format": 1})
        assert merge(fourth, [bare, *given[1:]]).refused == ()
        found = fourth.verify()
        assert found.sound and found.signed == 0
        assert merge(fourth, given).added == 0
        found = fourth.verify()
        assert found.sound and found.signed == 12 and found.records == 18


# Codes


def test_a_code_that_was_copied_wrongly_is_not_taken_for_tampering(hall: Hall) -> None:
    with opened(hall.path) as store:
        code = code_of(store.head())
    for at, letter in enumerate(code.text):
        if letter == "-":
            continue
        wrong = code.text[:at] + ("7" if letter != "7" else "8") + code.text[at + 1 :]
        if wrong[0] == "0":
            continue
        with pytest.raises(CodeError, match="抄错"):
            read_code(wrong)
    for none in ("", "128", "x" * 30, "ZCH1:128", "ZCH1:a:b:c:d", "-" * 20, "１２８"):
        with pytest.raises(CodeError):
            read_code(none)
    assert read_code(code.qr) == code
    assert read_code(f"　{code.text.replace('-', '－')}　").text == code.text
    assert said(hall.path, "--head", "128-AAAA-AAAA-AAAA-AAAA") == (
        2,
        "头码抄错了（最后一个字符对不上）；请照纸上的再写一次。\n",
    )


def test_a_code_of_another_device_is_held_against_its_chain(hall: Hall) -> None:
    with opened(hall.theirs) as theirs:
        code = code_of(theirs.head())
    found = looked_at(hall.path, code.qr)
    assert found.sound and any(f"给出的头 {code.text}：是设备 {code.device[:6]} 的" in each for each in found.anchors)


def test_odd_values_anywhere_break_nothing(made: Hall, tmp_path: Path) -> None:
    """One value of any table is made another kind of thing: it is said or does no harm, and nothing ends in a traceback."""
    chance = random.Random(23)
    odd = [None, "", 0, -1, 1 << 62, 1e308, float("inf"), b"", b"\xff\xfe", "x" * 9000, "null", "[[[", "１２", "0" * 16]
    with closing(sqlite3.connect(made.path)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        columns = {name: [row[1] for row in connection.execute(f"PRAGMA table_info({name})")] for name in tables}
    found = 0
    for at in range(90):
        path = tmp_path / str(at) / "journal.sqlite"
        shutil.copytree(made.path.parent, path.parent)
        file = File(path)
        table = chance.choice(tables)
        column, value = chance.choice(columns[table]), chance.choice(odd)
        (row,) = chance.choice(
            file.connection.execute(f"SELECT rowid FROM {table} WHERE rowid > 0").fetchall() or [(0,)]
        )
        with suppress(sqlite3.Error):
            file.connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (value, row))
        if chance.random() < 0.5:
            with suppress(TypeError):
                file.checked()
        names = [str(name) for (name,) in file.connection.execute("SELECT id FROM records WHERE seq > 0")]
        file.close()
        assert said(path)[0] in (0, 1), (table, column, value)
        try:
            store = open_store(path)
        except JournalError:
            continue
        found += bool(store.verify().faults)
        assert all(each.endswith("。") for each in store.end_faults())
        assert all(each.endswith("。") for name in names for each in store.record_faults(name))
        with suppress(JournalError):
            Journal(store, "甲").note(None, NO_EVENT, "以后记的")
            store.verify()
        store.close()
        shutil.rmtree(path.parent)
    assert found > 20


def test_the_command_says_the_head_and_draws_it(hall: Hall) -> None:
    with opened(hall.path) as store:
        code = code_of(store.head())
    run = CliRunner().invoke(cli, ["journal", "head"], env={"ZHICAI_DATA": str(hall.path.parent)})
    assert (run.exit_code, run.output) == (0, f"{code.text}\n")
    drawn = CliRunner().invoke(cli, ["journal", "head", "--qr"], env={"ZHICAI_DATA": str(hall.path.parent)})
    first, *squares = drawn.output.splitlines()
    assert first == code.text and len([each for each in squares if each.strip()]) > 15
    assert said(hall.path, "--head", first)[0] == 0
