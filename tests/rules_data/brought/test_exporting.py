"""What a maintainer adopts: the exported folder is a sound book, and compiles to the same provisions."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_data.brought.exporting import BadName, exported
from rules_data.check import check_books
from rules_data.loader import load_book
from tests.rules_data.brought.making import BRIDGE, GUANDAN, SHENGJI, brought, text_of


@pytest.mark.parametrize("name", [GUANDAN, BRIDGE, SHENGJI])
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


def test_a_name_that_is_none_is_refused_in_one_sentence() -> None:
    with pytest.raises(BadName, match="不合用，请只用小写字母"):
        exported(brought(SHENGJI), text_of(SHENGJI), "江城 2026")
