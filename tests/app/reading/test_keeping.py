"""Bookmarks in folders and notes of one's own are kept, handed over and found again."""

from __future__ import annotations

import pytest

from app.reading.keeping import as_text, matching, read_text
from app.window.reading import NOTE, Finder, Notes, Selected
from app.window.state import FOLDER, Settings, Shelf
from rules_data.handbook import open_handbook

HANDBOOK = open_handbook()


def shelf(**folders: str) -> Shelf:
    made = Shelf()
    for number, folder in folders.items():
        made.put_into(f"bridge-1999:{number.removeprefix('n')}", folder)
    return made


def test_folders_are_kept_with_the_bookmarks() -> None:
    before = shelf(n64="藏牌", n27="", n61="藏牌")
    after = Shelf()
    after.restore(before.plain())
    assert after.by_folder() == {"": ["bridge-1999:27"], "藏牌": ["bridge-1999:61", "bridge-1999:64"]}
    after.let_go("bridge-1999:64")
    assert after.by_folder()["藏牌"] == ["bridge-1999:61"]
    assert "bridge-1999:64" not in after.folders


def test_a_folder_is_renamed_and_dissolved_without_losing_a_bookmark() -> None:
    kept = shelf(n64="藏牌", n27="叫牌", n61="藏牌")
    kept.rename("藏牌", " 打牌 ")
    assert set(kept.by_folder()) == {"打牌", "叫牌"}
    kept.rename("打牌", "")
    assert kept.by_folder()[""] == ["bridge-1999:61", "bridge-1999:64"]
    kept.put_into("bridge-1999:27", "长" * 100)
    assert len(kept.folders["bridge-1999:27"]) == FOLDER


def test_what_was_kept_by_an_earlier_version_or_is_damaged_is_read() -> None:
    old = Shelf()
    old.restore({"bookmarks": ["bridge-1999:64"]})
    assert old.by_folder() == {"": ["bridge-1999:64"]}
    odd = Shelf()
    odd.restore({"bookmarks": ["a:1"], "folders": {"a:1": 3, "b:2": "夹"}})
    assert odd.folders == {}
    notes = Notes()
    notes.restore({"texts": {"a:1": "好", "a:2": 5, "a:3": " "}})
    assert notes.texts == {"a:1": "好"}
    notes.restore({"texts": []})
    assert notes.texts == {}


def test_notes_are_written_and_an_emptied_one_is_none() -> None:
    notes = Notes()
    notes.write("a:1", "一")
    notes.write("a:2", "二" * 9_000)
    assert len(notes.texts["a:2"]) == NOTE
    notes.write("a:1", "  ")
    assert list(notes.plain()["texts"]) == ["a:2"]


def test_everything_is_in_the_text_that_is_handed_over() -> None:
    notes = {"bridge-1999:64": "先数墩\n再问", "guandan-2017:12": "问打以前几张", "gone:1": "旧"}
    text = as_text(HANDBOOK, shelf(n64="藏牌", n27="").by_folder(), notes)
    order = [
        text.index(part) for part in ("【书签】", "第27条", "【藏牌】", "第64条", "先数墩", "【笔记】", "第十二条")
    ]
    assert order == sorted(order)
    assert "    再问" in text and "gone:1" in text and "旧" in text


def test_the_text_is_taken_in_again_and_nothing_is_lost() -> None:
    there, notes = shelf(n64="藏牌", n27="", n61="笔记"), {
        "bridge-1999:64": "先数墩\n\n再问", "guandan-2017:12": "问打以前几张", "gone:1": "旧"
    }  # fmt: skip
    brought = read_text(as_text(HANDBOOK, there.by_folder(), notes).replace("\n", "\r\n"))
    assert not brought.refused and brought.notes == notes
    empty = Shelf()
    assert empty.take_in(brought.folders) == 3
    assert empty.by_folder().keys() == there.by_folder().keys() and set(empty.bookmarks) == set(there.bookmarks)
    assert empty.folders == there.folders

    here, mine = (
        shelf(n64="我的", n50="罚张"),
        Notes({"bridge-1999:64": "看第61条", "guandan-2017:12": "问打以前几张？"}),
    )
    assert here.take_in(brought.folders) == 2
    assert here.folders == {"bridge-1999:64": "我的", "bridge-1999:50": "罚张", "bridge-1999:61": "笔记"}
    assert mine.take_in(brought.notes) == (2, [])
    assert mine.texts["bridge-1999:64"] == "看第61条\n先数墩\n\n再问"
    assert mine.texts["guandan-2017:12"] == "问打以前几张？" and mine.texts["gone:1"] == "旧"
    assert mine.take_in(brought.notes) == (0, []) and here.take_in(brought.folders) == 0, "a second time"


def test_a_note_too_long_to_be_joined_stays_and_what_cannot_be_read_is_said() -> None:
    mine = Notes({"a:1": "一" * NOTE})
    assert mine.take_in({"a:1": "二", "a:2": "三"}) == (1, ["a:1"])
    assert mine.texts == {"a:1": "一" * NOTE, "a:2": "三"}
    brought = read_text("执裁 书签与笔记\n【书签】\na:1\n不知是什么\n    也不知是谁的\na:2\n")
    assert list(brought.folders) == ["a:1", "a:2"] and brought.refused == [4, 5] and not brought.notes
    with pytest.raises(ValueError, match="第一行"):
        read_text("日志\n")


def test_ones_own_notes_and_folders_are_found_by_their_words() -> None:
    notes, folders = {"bridge-1999:64": "先 数墩", "guandan-2017:12": "数墩无关"}, {"bridge-1999:27": "数墩夹"}
    assert matching(HANDBOOK, "数墩", folders, notes) == ["bridge-1999:64", "guandan-2017:12", "bridge-1999:27"]
    assert matching(HANDBOOK, "数墩", folders, notes, "guandan") == ["guandan-2017:12"]
    assert matching(HANDBOOK, "数", folders, notes) == []
    assert matching(HANDBOOK, "没有的话", folders, notes) == []


def test_a_public_address_that_others_cannot_open_is_not_taken_over() -> None:
    settings = Settings()
    settings.restore({"public_address": "https://zhicai.example.org/"})
    assert settings.public_address == "https://zhicai.example.org"
    settings.restore({"public_address": "http://127.0.0.1:8000"})
    assert "127" not in settings.public_address


def test_the_finder_goes_round() -> None:
    finder = Finder()
    finder.open("a:1")
    finder.seek("藏牌")
    finder.step(-1, 3)
    assert finder.at == 2
    finder.step(1, 3)
    assert finder.at == 0
    finder.step(1, 3)
    finder.seek("其他")
    assert finder.at == 0
    finder.step(1, 0)
    assert finder.at == 0


def test_selected_words_stay_until_they_are_let_go() -> None:
    selected = Selected()
    selected.take("一句")
    change = selected.take("")
    assert selected.text == "一句"
    selected.take("另一句")
    selected.let_go(change)
    assert selected.text == "另一句"
    selected.let_go(selected.take(""))
    assert selected.text == ""
