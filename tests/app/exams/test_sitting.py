"""A paper taken on this device: every answer given is there after a kill, whatever was being written."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.base.form import Form
from app.exams.marking import Answers, corrected, marked
from app.exams.paper import PaperError
from app.exams.room import RoomError
from app.exams.shelf import (
    CORRECTIONS,
    PAPERS,
    SITTINGS,
    DiskShelf,
    Shelf,
    ValueShelf,
    begin,
    correct,
    corrections_of,
    keep_paper,
    paper_named,
    resumed,
)
from app.screens.exam_results import entered
from tests.app.exams.samples import paper, written_paper

NOW = 2_000_000.0


class Texts:
    """A browser's storage."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self.full = ""

    def put(self, key: str, value: str | None) -> None:
        if value is None:
            self.values.pop(key, None)
        else:
            self.values[key] = value


@pytest.fixture(params=["disk", "browser"])
def shelf(request: pytest.FixtureRequest, tmp_path: Path) -> Shelf:
    return DiskShelf(tmp_path) if request.param == "disk" else ValueShelf(Texts())


def test_papers_are_kept_and_let_go(shelf: Shelf) -> None:
    made = paper(4)
    name = keep_paper(shelf, made)
    assert shelf.names(PAPERS) == [name] and paper_named(shelf, name) == made
    shelf.forget(name)
    assert shelf.names(PAPERS) == [] and paper_named(shelf, name) is None


def test_a_sitting_is_found_again_after_every_step(shelf: Shelf) -> None:
    sitting = begin(shelf, paper(6, versions=2), 1, "甲", NOW)
    for number in range(1, 6):
        sitting.choose(number, "ABCD"[number % 4], NOW + number)
        again = resumed(shelf, sitting.name)
        assert again is not None and again.one == sitting.one and again.left(NOW + 60) == 29 * 60
        assert [again.letter(each) for each in range(1, number + 1)] == [
            "ABCD"[each % 4] for each in range(1, number + 1)
        ]
    sitting.flag(2, True, NOW)
    sitting.choose(3, "", NOW)
    again = resumed(shelf, sitting.name)
    assert again is not None and again.flagged(2) and again.letter(3) == "" and again.one.version == 1
    again.submit(NOW + 99)
    last = resumed(shelf, sitting.name)
    assert last is not None and last.done and last.marked == again.marked
    with pytest.raises(RoomError, match="已经交卷"):
        last.choose(1, "A", NOW + 100)


def test_the_clock_goes_on_while_the_app_is_closed(shelf: Shelf) -> None:
    sitting = begin(shelf, paper(3), now=NOW)
    sitting.choose(1, "A", NOW + 1)
    again = resumed(shelf, sitting.name)
    assert again is not None and not again.tick(NOW + 29 * 60)
    assert again.tick(NOW + 31 * 60) and again.done and again.one.by == "time" and not again.tick(NOW + 32 * 60)


def test_a_file_cut_anywhere_keeps_every_acknowledged_answer(tmp_path: Path) -> None:
    shelf = DiskShelf(tmp_path)
    sitting = begin(shelf, paper(6), now=NOW)
    log = tmp_path / SITTINGS / sitting.name / "room.log"
    sizes = [log.stat().st_size]
    for number in range(1, 7):
        sitting.choose(number, "B", NOW)
        sizes.append(log.stat().st_size)
    whole = log.read_bytes()
    for cut in range(sizes[0], len(whole) + 1):
        log.write_bytes(whole[:cut])
        again = resumed(shelf, sitting.name)
        assert again is not None and len(again.one.chosen) == sum(size <= cut for size in sizes) - 1


def test_what_the_device_refuses_is_said_and_does_not_count(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = begin(shelf, paper(3), now=NOW)

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shelf, "add", refuse)
    with pytest.raises(RoomError, match="没能存到本机"):
        sitting.choose(1, "A", NOW)
    assert sitting.letter(1) == ""
    with pytest.raises(PaperError, match="没能存下"):
        begin(shelf, paper(3), now=NOW)


@pytest.mark.parametrize("name", ["../x", "", "01J", "01ARZ3NDEKTSV4RRFFQ69G5FAV"])
def test_a_name_that_is_none_opens_nothing(shelf: Shelf, name: str) -> None:
    assert resumed(shelf, name) is None


def test_a_mark_is_corrected_on_the_screen_of_results_and_nothing_is_overwritten(shelf: Shelf) -> None:
    """Who, when, why; what cannot be is refused with what to do; kept when the app is opened again."""
    made, form = paper(4), Form()
    for name, value in {"question": "3", "marks": "1", "reason": "题干有歧义", "author": "王考官"}.items():
        form.type(name, value)
    correct(shelf, made, entered(form, made, "007"))
    form.put("marks", "2")
    correct(shelf, made, entered(form, made, "007"))
    form.put("question", "")
    form.put("marks", "＋1")
    correct(shelf, made, entered(form, made, ""))
    found = corrections_of(shelf, made)
    assert [(each.number, each.item, each.marks, each.reason, each.author) for each in found] == [
        ("007", 2, 1.0, "题干有歧义", "王考官"), ("007", 2, 2.0, "题干有歧义", "王考官"), ("", None, 1.0, "题干有歧义", "王考官"),
    ]  # fmt: skip
    assert all(each.at for each in found)
    one = marked(made, Answers("007", "甲", 0, (None,) * 4), found)
    assert one.marks[2] == 2.0 and one.added == 1.0
    for name, value, said in (
        ("marks", "很多", "应是一个数"),
        ("marks", "99", "之间"),
        ("reason", "", "理由"),
        ("question", "9", "第 9 题"),
        ("question", "三", "整数"),
    ):
        wrong = Form(dict(form.values))
        wrong.put(name, value)
        with pytest.raises(PaperError, match=said):
            entered(wrong, made, "")
    assert len(corrections_of(shelf, made)) == 3
    with pytest.raises(PaperError, match="另一份试卷"):
        corrected(paper(5), shelf.records(made.id, CORRECTIONS))


def test_what_is_written_is_found_again_and_a_browser_keeps_only_the_last_of_each_part(shelf: Shelf) -> None:
    sitting = begin(shelf, written_paper(), now=NOW)
    for at, text in enumerate(("第27条", "第27条B款2")):
        sitting.write(1, 0, text, NOW + at)
    sitting.write(1, 1, "取消", NOW + 3)
    found = resumed(shelf, sitting.name)
    assert found is not None and (found.text(1, 0), found.text(1, 1), found.text(1, 2)) == ("第27条B款2", "取消", "")
    assert found.answered(1) and not found.answered(2)
    writes = [each for each in shelf.records(sitting.name) if each["do"] == "write"]
    assert len(writes) == (2 if isinstance(shelf, ValueShelf) else 3)
    sitting.submit(NOW + 9)
    assert sitting.marked.unmarked == (0,)
    with pytest.raises(RoomError, match="已经交卷"):
        sitting.write(1, 0, "x", NOW + 10)
