"""Files that users of e09170f have: every later version opens, replays and merges them, and they say what they said then."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from app.browser.kept_values import KeptValues
from app.events.entrants import read_file
from app.exams.blueprint import read_blueprint
from app.exams.marking import read_answers
from app.exams.own_questions import decoded, read_own
from app.exams.paper import from_json
from app.exams.shelf import PAPERS, SITTINGS, DiskShelf, paper_named, resumed
from app.handover.frames import Collected
from app.handover.moving import answers_of, unpacked
from app.journal.exchange import export, merge
from app.journal.journal import Journal
from app.journal.log_file import MemoryHandle
from app.journal.log_store import open_log_store
from app.journal.receipts import readable
from app.journal.records import NO_EVENT
from app.journal.sqlite_store import open_store
from app.journal.store import JournalStore
from app.study.answer_file import FileAnswers
from app.study.answers import imported
from app.tools.competition.entry import from_bytes
from app.tools.competition.reading import competition_of
from app.window.library import handbook, trees
from decision_trees.receipt import replay
from tests.kept import said

THEN = Path(__file__).with_name("e09170f")
FILES = ("single", "hall", "second", "merged")
EVERY = (*FILES, "browser-journal")


def told(name: str) -> Any:
    """What e09170f said."""
    return json.loads((THEN / name).read_text(encoding="utf-8"))


JOURNALS = told("journals.json")


@contextmanager
def opened(name: str, folder: Path) -> Iterator[Any]:
    """A journal of then, a copy of its own."""
    if name == "browser-journal":
        with closing(open_log_store(MemoryHandle((THEN / "browser-journal.log").read_bytes()))) as log:
            yield log
        return
    file = folder / f"{name}.sqlite"
    if not file.exists():
        shutil.copyfile(THEN / f"{name}.sqlite", file)
        file.chmod(0o600)
    with closing(open_store(file)) as store:
        yield store


def lines(store: JournalStore) -> list[str]:
    out = io.StringIO()
    export(store, out)
    return out.getvalue().splitlines()


def new(kind: str, folder: Path) -> Any:
    return open_store(folder / "new.sqlite") if kind == "sqlite" else open_log_store(MemoryHandle())


@pytest.mark.parametrize("name", EVERY)
def test_a_journal_says_what_it_said(name: str, tmp_path: Path) -> None:
    with opened(name, tmp_path) as store:
        assert store.notice == ""
        assert said.journal(store) == JOURNALS[name]
        found = store.verify()
        assert found.sound and found.records == len(JOURNALS[name]["records"])


@pytest.mark.parametrize("name", EVERY)
def test_it_is_written_on_and_opened_again(name: str, tmp_path: Path) -> None:
    """Also after a newer version has saved into it: what was there says what it said, and nothing of it is called changed."""
    then = JOURNALS[name]["records"]
    with opened(name, tmp_path) as store:
        added = Journal(store, "李裁判").note(None, NO_EVENT, "新版记的一条")
        assert store.verify().sound
        now = said.records(store)
        assert now.pop(added.id)["body"] == {"text": "新版记的一条"} and now == then
        again = lines(store)
    if name in FILES:
        with opened(name, tmp_path) as store:
            assert store.verify().sound and lines(store) == again


@pytest.mark.parametrize("kind", ["sqlite", "log"])
@pytest.mark.parametrize("name", EVERY)
def test_it_merges_into_a_journal_of_today(name: str, kind: str, tmp_path: Path) -> None:
    with opened(name, tmp_path) as store, closing(new(kind, tmp_path)) as other:
        report = merge(other, lines(store))
        assert (report.added, report.refused) == (len(JOURNALS[name]["records"]), ())
        assert said.journal(other) == JOURNALS[name]
        assert other.verify().sound
        assert merge(store, lines(other)).added == 0


def test_a_journal_of_today_merges_into_it(tmp_path: Path) -> None:
    with opened("hall", tmp_path) as old, closing(new("sqlite", tmp_path)) as other:
        book = Journal(other, "王裁判")
        assert not merge(other, lines(old)).refused
        added = book.note(None, NO_EVENT, "另一台")
        report = merge(old, lines(other))
        assert (report.added, report.refused) == (1, ()) and report.names == {added.id}
        assert old.verify().sound
        now = said.records(old)
        del now[added.id]
        assert now == JOURNALS["hall"]["records"]


def test_two_devices_come_to_the_same_whichever_takes_in_the_other(tmp_path: Path) -> None:
    with opened("hall", tmp_path) as one, opened("second", tmp_path) as other:
        assert not merge(one, lines(other)).refused and not merge(other, lines(one)).refused
        assert said.journal(one) == said.journal(other)
        records = JOURNALS["hall"]["records"] | JOURNALS["second"]["records"]
        assert said.records(one) == records
        assert one.verify().sound and other.verify().sound


def test_what_was_given_out_is_taken_in(tmp_path: Path) -> None:
    text = (THEN / "exported.jsonl").read_text(encoding="utf-8")
    with closing(new("sqlite", tmp_path)) as store:
        assert merge(store, text.splitlines()).refused == ()
        assert said.journal(store) == JOURNALS["merged"]
        assert lines(store)[1:] == text.splitlines()[1:], "the lines of then are given out as they were"
        assert json.loads(lines(store)[0]).items() >= json.loads(text.splitlines()[0]).items()


def test_what_was_handed_over_in_codes_is_taken_in(tmp_path: Path) -> None:
    collected = Collected()
    assert all(collected.take(frame) for frame in told("handed-over-codes.json"))
    text = (THEN / "handed-over.txt").read_text(encoding="utf-8")
    assert collected.text() == text
    with closing(new("log", tmp_path)) as store:
        report = merge(store, text.splitlines())
        assert report.refused == () and sorted(report.names) == JOURNALS["handed-over"]["ids"]


def test_what_was_moved_to_another_device_arrives(tmp_path: Path) -> None:
    data = (THEN / "moved.zip").read_bytes()
    journal, values = unpacked(data)
    with closing(new("sqlite", tmp_path)) as store:
        assert merge(store, journal.splitlines()).refused == ()
        assert said.journal(store) == JOURNALS["merged"]
    assert values == told("half-done.json")["values"]
    practised = told("practice.json")
    answers = imported(answers_of(data))
    assert answers.refused == () and [each.plain() for each in answers.answers] == practised["answers"]


@pytest.mark.parametrize("name", EVERY)
def test_every_receipt_in_a_journal_is_shown_whole_and_goes_its_way_again(name: str, tmp_path: Path) -> None:
    with opened(name, tmp_path) as store:
        given = [record for id_ in JOURNALS[name]["records"] if (record := store.get(id_)) and record.receipt]
        assert given
        for record in given:
            _, whole = readable(record.receipt)
            found = replay(record.receipt, handbook(), trees())
            assert whole and found.step is not None and (found.same or found.changes)


@pytest.mark.parametrize("name", sorted(told("receipts.json")))
def test_a_receipt_of_its_own_goes_its_way_again(name: str) -> None:
    receipt, then = told(name), told("receipts.json")[name]
    assert (receipt["outcome"], receipt["ruling"], receipt["figures"]) == (
        then["outcome"],
        then["ruling"],
        then["figures"],
    )
    found = replay(receipt, handbook(), trees())
    assert found.step is not None and (found.same or found.changes)


def test_half_done_rulings_go_on_where_they_were_left() -> None:
    then = told("half-done.json")
    for name, walk in then["walks"].items():
        assert said.walk(then["values"][f"zhicai.ruling.{name}"]) == walk


def test_what_a_browser_kept_is_read() -> None:
    then = told("half-done.json")
    kept = KeptValues()
    kept.write_to(*(MemoryHandle((THEN / f"values-{at}.log").read_bytes()) for at in (1, 2)))
    now = {key: json.loads(text) for key, text in kept.values.items()}
    assert now.pop("zhicai.settings") == {**then["values"]["zhicai.settings"], "mode": then["browser_mode"]}
    assert now == {key: value for key, value in then["values"].items() if key != "zhicai.settings"}
    assert told("preferences.json") == then["values"]


def test_what_was_practised_is_due_when_it_was_due(tmp_path: Path) -> None:
    then = told("practice.json")
    now = datetime.fromisoformat(then.pop("now"))
    assert now.tzinfo is UTC or now.utcoffset() is not None
    shutil.copyfile(THEN / "study.log", tmp_path / "study.log")
    with closing(FileAnswers(tmp_path / "study.log")) as store:
        assert store.notice == "" and said.practice(store.all(), now) == then
        brought = imported((THEN / "answers.jsonl").read_text(encoding="utf-8"))
        assert brought.refused == () and store.add(brought.answers) == 0, "each of them is there already"


def test_a_paper_a_room_and_a_sitting_are_worth_what_they_were(tmp_path: Path) -> None:
    then = told("exams.json")
    made = from_json(decoded((THEN / "paper.json").read_bytes()))
    assert said.paper(made) == then["paper"]
    shutil.copytree(THEN / "room", tmp_path / "room")
    assert said.room(made, tmp_path / "room") == then["room"]
    shutil.copytree(THEN / "exams", tmp_path / "exams")
    shelf = DiskShelf(tmp_path / "exams")
    assert paper_named(shelf, made.id) == made and shelf.names(PAPERS) == [made.id]
    (name,) = shelf.names(SITTINGS)
    sitting = resumed(shelf, name)
    assert sitting is not None
    last = then["sitting"]
    assert {key: last[key] for key in ("name", "done", "letters", "flagged")} == {
        "name": sitting.name,
        "done": sitting.done,
        "letters": [sitting.letter(n) for n in range(1, len(made.items) + 1)],
        "flagged": sitting.flagged(4),
    }
    assert sitting.left(sitting.one.joined + 600) == last["left_after_10_minutes"]
    assert said.sat(sitting.room, made)["本人"] == last["本人"]
    sitting.choose(6, "A", sitting.one.joined + 601)
    again = resumed(shelf, name)
    assert again is not None and again.letter(6) == "A" and again.letter(1) == last["letters"][0]


def test_a_room_is_opened_again_and_goes_on(tmp_path: Path) -> None:
    from app.exams.opening import OpenedRoom

    made = from_json(decoded((THEN / "paper.json").read_bytes()))
    shutil.copytree(THEN / "room", tmp_path / "room")
    room = OpenedRoom(made, tmp_path / "room")
    try:
        assert room.again and room.room.published
        assert said.sat(room.room, made).keys() == told("exams.json")["room"]["marks"].keys()
    finally:
        room.log.close()


READERS: dict[str, Callable[[bytes], object]] = {
    "entrants.csv": lambda data: [[e.number, e.name, *e.players] for e in read_file(data)[0]],
    "own-questions.csv": lambda data: len(read_own("own-questions.csv", data, "bridge")),
    "blueprint.csv": lambda data: [each.number for each in read_blueprint(decoded(data))],
    "answers.csv": lambda data: [
        list(each.chosen)
        for each in read_answers(from_json(decoded((THEN / "paper.json").read_bytes())), decoded(data))
    ],
}


def test_tables_of_then_are_read() -> None:
    event = next(each for each in JOURNALS["hall"]["events"].values() if each["name"] == "春季掼蛋赛")
    expected: dict[str, object] = {
        "entrants.csv": event["entrants"],
        "own-questions.csv": 3,
        "blueprint.csv": [2, 2, 1],
        "answers.csv": [each["chosen"] for each in told("exams.json")["room"]["marks"].values()],
    }
    assert {name: reader((THEN / name).read_bytes()) for name, reader in READERS.items()} == expected


def test_results_of_then_are_entered_as_they_were(tmp_path: Path) -> None:
    with opened("hall", tmp_path) as store:
        book = Journal(store)
        event = next(each.id for each in book.events() if each.id != NO_EVENT)
        _, found = competition_of(book, event)
        assert found is not None
        for number, file in ((1, "results-1.csv"), (2, "results-2.xlsx")):
            round_ = found.round(number)
            assert round_ is not None
            read = from_bytes(found, round_, (THEN / file).read_bytes())
            assert read.faults == () and len(read.results) == 3
            for each in read.results:
                meeting = found.meeting(each.meeting)
                assert meeting is not None and found.result(meeting) == each
