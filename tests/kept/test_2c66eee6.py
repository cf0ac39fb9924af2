"""Books of one's own as users of 2c66eee6 have them: every version opens, and a ruling made under one stands under it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from app.brought.book_file import open_books
from app.brought.in_receipt import OWN, own_lines
from app.brought.sharing import small, take
from app.brought.under_version import replayed, standing
from app.journal.side_log import in_memory
from rules_data.brought.making import changed
from tests.rules_data.brought.making import AT, BRIDGE, GUANDAN, SHENGJI, brought, text_of

THEN = Path(__file__).with_name("2c66eee6")


def test_every_version_and_source_opens(tmp_path: Path) -> None:
    shutil.copy(THEN / "books.log", tmp_path)
    store = open_books(tmp_path)
    guandan, shengji, bridge = (brought(name) for name in (GUANDAN, SHENGJI, BRIDGE))
    assert store.notice == "" and list(store.current()) == [guandan.book.id, shengji.book.id, bridge.book.id]
    first, second, third = store.versions(guandan.book.id)
    assert first == guandan
    (kept,) = second.decided
    assert kept.accepted and second.book.amendments[0].base == ("guandan-2017:12.2",) and second.by == "裁判乙"
    assert [each.accepted for each in third.decided] == [True, False]
    assert [mend.what for mend in store.current()[shengji.book.id].mends] == ["continues"]
    gone = store.current()[bridge.book.id]
    assert gone.withdrawn and gone.event == "01KB0000000000000000000000" and gone.version == 2
    source = store.source(shengji.source)
    assert source is not None and source.original == text_of(SHENGJI).encode("gb18030")
    store.put(changed(third, at=AT, by="", did="撤下", withdrawn=True))  # and it goes on
    assert [each.version for each in store.versions(guandan.book.id)] == [1, 2, 3, 4]


def test_a_receipt_of_then_stands_under_its_version(tmp_path: Path) -> None:
    shutil.copy(THEN / "books.log", tmp_path)
    store = open_books(tmp_path)
    said = {OWN: json.loads((THEN / "own-part.json").read_text(encoding="utf-8"))}
    (line,) = own_lines(said)
    assert line.startswith("《2026年江城杯掼蛋公开赛竞赛规程》第 3 版第六条改了第十二条二：") and "不停止出牌权" in line
    assert list(replayed(said, store)) == [] and list(standing(said, store)) == []


def test_books_of_then_go_over_to_another_device(tmp_path: Path) -> None:
    shutil.copy(THEN / "books.log", tmp_path)
    store = open_books(tmp_path)
    there = in_memory(type(store._log)())
    assert take(there, small(store, store.current())).changed
    assert there.current() == store.current()
