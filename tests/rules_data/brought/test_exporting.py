"""What a maintainer adopts: the exported folder is a sound book, and compiles to the same provisions."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from app.base.opened import handbook
from rules_data.brought.amending import amendment_of, decided, proposals
from rules_data.brought.exporting import BadName, exported
from rules_data.check import check_books
from rules_data.loader import BOOKS, load_book
from tests.rules_data.brought.making import BRIDGE, GUANDAN, LETTERS, SHENGJI, brought, text_of


@pytest.mark.parametrize("name", [GUANDAN, BRIDGE, SHENGJI, LETTERS])
def test_an_exported_folder_is_a_sound_book(name: str, tmp_path: Path) -> None:
    one = brought(name)
    for path, text in exported(one, text_of(name), "mine-2026").items():
        file = tmp_path / "mine-2026" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert check_books(tmp_path) == []
    book = load_book(tmp_path / "mine-2026")
    assert [(p.number, p.heading, p.text) for p in book.walk()] == [
        (p.number, p.heading, p.text) for p in one.book.walk()
    ]
    assert [t.rows for t in book.tables] == [t.rows for t in one.book.tables]
    assert (tmp_path / "mine-2026" / "source.txt").read_text(encoding="utf-8") == text_of(name)


def test_what_is_confirmed_is_adopted_beside_the_law_it_changes(tmp_path: Path) -> None:
    one = brought(GUANDAN)
    first = proposals(one.book, handbook().books["guandan-2017"])[0]
    book, every = decided(one, first.key, amendment_of(first, one.book, handbook()))
    shutil.copytree(BOOKS / "guandan-2017", tmp_path / "guandan-2017")
    for path, text in exported(replace(one, book=book, decided=every), text_of(GUANDAN), "mine-2026").items():
        file = tmp_path / "mine-2026" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert [p for p in check_books(tmp_path) if "mine-2026" in str(p.file)] == []  # the law cites its supplement
    adopted = load_book(tmp_path / "mine-2026")
    assert adopted.amends == "guandan-2017"
    assert [(a.base, a.by, a.effect) for a in adopted.amendments] == [
        (("guandan-2017:12.2",), ("mine-2026:6",), "replaces")
    ]


def test_a_name_that_is_none_is_refused_in_one_sentence() -> None:
    with pytest.raises(BadName, match="不合用，请只用小写字母"):
        exported(brought(SHENGJI), text_of(SHENGJI), "江城 2026")
