"""Bookmarks in folders and notes of one's own are kept, handed over and found again."""

from __future__ import annotations

from app.reading.keeping import as_text, matching
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
