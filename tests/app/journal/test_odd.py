"""One odd record takes nothing else away: not the list, not a page, not a count, not a paper."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import flet as ft
import pytest
from openpyxl import load_workbook
from pypdf import PdfReader
from ulid import ULID

from app.base.opened import handbook, trees
from app.base.plain_text import LINE, WHOLE, joined, shown
from app.journal.entries import LATER, UNREADABLE, Fold
from app.journal.exchange import export, merge
from app.journal.journal import Journal
from app.journal.records import NO_EVENT, Place, Record, RulingBody
from app.journal.sqlite_store import SQLiteStore, open_store
from app.journal.store import JournalError
from app.journal.ulids import new_id
from app.papers.appeal_form import appeal_form
from app.papers.report import ruling_report
from app.papers.ruling_form import ruling_form
from app.papers.spreadsheet import as_csv, as_xlsx
from app.ruling.assignment import context
from app.ruling.scene import Scene
from app.ruling.tally import tally
from app.screens import journal as journal_screen
from app.screens import record as entry_screen
from app.window.session import Session
from tests.app.journal.memory_store import MemoryStore
from tests.app.journal.odd_records import BODY, HEAD, RECEIPTS, line, taken

Body = Callable[..., RulingBody]


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Journal:
    """A journal that took every odd record."""
    journal = Journal(open_store(tmp_path_factory.mktemp("odd") / "日志.sqlite"))
    lines = taken()
    report = merge(journal.store, lines)
    assert report.refused == ()
    assert report.added == len(lines) - 1 >= 70
    return journal


@pytest.fixture
def session(odd: Journal, monkeypatch: pytest.MonkeyPatch) -> Session:
    monkeypatch.setattr(entry_screen, "journal", lambda: odd)
    monkeypatch.setattr(journal_screen, "journal", lambda: odd)
    return Session(cast(ft.Page, None), handbook(), cast(Any, None))


def words(control: object) -> list[str]:
    """All texts in a control."""
    found: list[str] = []
    waiting = [control]
    while waiting:
        each = waiting.pop()
        if isinstance(each, list | tuple):
            waiting += each
        elif isinstance(each, ft.Text | ft.TextSpan):
            found.append(getattr(each, "value", None) or getattr(each, "text", None) or "")
            waiting.append(getattr(each, "spans", None))
        elif isinstance(each, ft.BaseControl):
            waiting += [getattr(each, name, None) for name in ("content", "controls", "label", "title")]
    return found


def test_every_row_of_the_list_is_drawn(session: Session, odd: Journal) -> None:
    entries = odd.entries()
    assert len(entries) >= 65
    for entry in entries:
        said = words(journal_screen._row(session, entry, journal_screen._marks(entry, False, False)))
        assert said
        assert all(isinstance(text, str) and len(text) < 600 for text in said), entry.body.title[:40]
        assert not any(c in text for text in said for c in "\x00\x1b\u202e"), entry.body.title[:40]
    chips = words(list(journal_screen._narrowing(session, entries, {}, lambda _: None)))
    assert "5桌" in chips and all(chip.strip() for chip in chips)  # none that says nothing, and so seems to be chosen
    session.journal_view.query = "usual"
    assert [e.body.title for e in odd.entries(text="usual")] == ["usual"]


def test_every_page_is_drawn(session: Session, odd: Journal) -> None:
    parts = (
        entry_screen._head, entry_screen._facts, entry_screen._later, entry_screen._receipt, entry_screen._actions,
        entry_screen._grounds,
    )  # fmt: skip
    for entry in odd.entries():
        for part in parts:
            said = words(part(session, entry))
            assert all(len(text) <= WHOLE + 100 for text in said), (part.__name__, entry.body.title[:40])
            assert not any(c in text for text in said for c in "\x00\x1b\u202e"), (part.__name__, entry.body.title[:40])


def test_every_event_is_named(odd: Journal) -> None:
    from app.screens.events import _about

    session = Session(cast(ft.Page, None), handbook(), cast(Any, None))
    for event in odd.events():
        assert isinstance(_about(session, event.body), str)


def test_an_unknown_level_is_shown_neutrally_and_can_be_withdrawn(session: Session, odd: Journal) -> None:
    (entry,) = [each for each in odd.entries() if each.body.level == "warning" and not each.corrections]
    assert LATER in words(journal_screen._row(session, entry, journal_screen._marks(entry, False, False)))
    assert any(LATER in text for text in words(entry_screen._head(session, entry)))
    record = odd.withdraw(entry.id)
    assert odd.entry(entry.id).withdrawn == ""
    odd.withdraw(record.id)


def test_they_are_counted_as_far_as_the_ladder_knows_them(tmp_path: Path) -> None:
    journal = Journal(open_store(tmp_path / "日志.sqlite"))
    merge(journal.store, taken())
    known = trees().ladders["guandan"].kinds
    here = Scene(NO_EVENT, "guandan", Place("5", 2), ("3",))
    assert any(record["kind"] not in known for record in journal.history(NO_EVENT, "guandan", pair="3"))
    assert tally(here, context(journal, here, ())) is None, "some do not say their round"
    for entry in journal.entries(NO_EVENT, pair="3", withdrawn=False):
        if entry.body.game == "guandan" and entry.body.place.round is None:
            journal.correct(entry.id, {"place": {"round": 2}})
    around = context(journal, here, ())
    assert around.facts["history"] and all(record["kind"] in known for record in around.facts["history"])
    records = journal.history(NO_EVENT, "guandan", pair="3")
    usual = [record for record in records if record["kind"] == "violation" and record.get("round") == 2]
    found = tally(here, around)
    assert found is not None and found.counts["violation"] == len(usual) > 30


def test_tables_hold_them_all(odd: Journal) -> None:
    entries = odd.entries()

    def event(id_: str) -> Any:
        return odd.event(id_).body

    csv = as_csv(entries, event, handbook()).decode("utf-8-sig")
    assert "usual" in csv
    sheet = load_workbook(io.BytesIO(as_xlsx(entries, event, handbook()))).active
    assert sheet is not None and sheet.max_row == len(entries) + 1
    assert odd.tables() and odd.pairs()


def test_the_report_holds_them_all(odd: Journal) -> None:
    short = [entry for entry in odd.entries() if len(entry.body.ruling) + len(entry.body.remark) < 20_000]
    assert len(short) > 60
    content = ruling_report(short, odd.event(NO_EVENT), handbook(), printed_at="2025-05-01T09:30:00+08:00")
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    assert "usual" in text and "未知" in text


def test_papers_of_odd_receipts_are_made(odd: Journal) -> None:
    entries = {entry.body.title: entry for entry in odd.entries()}
    for name in RECEIPTS:
        entry = entries[name]
        made = ruling_form(entry, odd.event(NO_EVENT), handbook(), receipt=odd.receipt(entry.id), library=trees())
        text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(made)).pages)
        assert name in text
        assert appeal_form(entry, odd.event(NO_EVENT), handbook())


def test_they_go_out_and_come_in_again_unchanged(odd: Journal) -> None:
    stream = io.StringIO()
    export(odd.store, stream)
    other = MemoryStore()
    report = merge(other, io.StringIO(stream.getvalue()))
    assert report.refused == ()
    again = io.StringIO()
    export(other, again)
    assert again.getvalue().splitlines()[1:] == stream.getvalue().splitlines()[1:], (
        "the first line is of who gives it out"
    )


# Written into the file by a later version, or by a hand

STRANGE: dict[str, tuple[str, Any]] = {
    "kind": ("sitting_out", {"text": "x"}),
    "kind empty": ("", {}),
    "body lacks all": ("ruling", {}),
    "title a number": ("ruling", {**BODY, "title": 5}),
    "offenders text": ("ruling", {**BODY, "offenders": 3}),
    "offenders numbers": ("ruling", {**BODY, "offenders": [3]}),
    "place text": ("ruling", {**BODY, "place": "5"}),
    "place list": ("ruling", {**BODY, "place": [1]}),
    "round text": ("ruling", {**BODY, "place": {"round": "2"}}),
    "round negative": ("ruling", {**BODY, "place": {"round": -2}}),
    "counts": ("ruling", {**BODY, "counts": ["violation"]}),
    "counts text": ("ruling", {**BODY, "counts": [["violation", "many"]]}),
    "cites": ("ruling", {**BODY, "cites": [None]}),
    "player": ("ruling", {**BODY, "player": {"a": 1}}),
}


def insert(store: SQLiteStore, kind: str, body: Any, **parts: Any) -> str:
    usual = {"id": new_id(), "at": "2025-05-01T09:30:00+08:00", "author": "", "event": NO_EVENT}
    record = Record(**{**usual, "kind": kind, "body": body, **parts})
    store.append([record])
    return record.id


@pytest.mark.parametrize("name", STRANGE)
def test_what_cannot_be_read_is_listed_neutrally_and_can_be_withdrawn(
    tmp_path: Path, session: Session, monkeypatch: pytest.MonkeyPatch, body: Body, name: str
) -> None:
    store = open_store(tmp_path / "日志.sqlite")
    journal = Journal(store)
    monkeypatch.setattr(entry_screen, "journal", lambda: journal)
    journal.save_ruling(NO_EVENT, body())
    strange = insert(store, *STRANGE[name])
    journal.save_ruling(NO_EVENT, body())
    assert len(journal.entries()) == 3
    entry = journal.entry(strange)
    assert words(journal_screen._row(session, entry, journal_screen._marks(entry, False, False)))
    for part in (entry_screen._head, entry_screen._facts, entry_screen._actions):
        part(session, entry)
    if name not in ("body lacks all", "round negative"):
        assert entry.strange == (LATER if name.startswith("kind") else UNREADABLE)
        assert entry.body.title == f"{entry.strange}的记录"
        assert entry.body.counts == ()
    journal.withdraw(strange)
    assert journal.entry(strange).withdrawn is not None
    again = Journal(open_store(tmp_path / "日志.sqlite"))
    assert len(again.entries()) == 3 and again.entry(strange).withdrawn is not None
    assert store.verify().sound


def test_a_correction_that_cannot_be_read_changes_nothing(tmp_path: Path, body: Body) -> None:
    store = open_store(tmp_path / "日志.sqlite")
    journal = Journal(store)
    ruling = journal.save_ruling(NO_EVENT, body())
    insert(store, "correction", {"offenders": 3}, about=ruling.id)
    journal.correct(ruling.id, {"remark": "看过录像"})
    entry = journal.entry(ruling.id)
    assert (entry.strange, entry.body.offenders, entry.body.remark) == ("", ("3",), "看过录像")


def test_an_event_that_cannot_be_read_is_as_it_was_before(tmp_path: Path) -> None:
    store = open_store(tmp_path / "日志.sqlite")
    insert(store, "event", {"name": "中秋杯"}, event="e")
    for body in ({"name": 5}, {"name": "x", "entrants": [1]}, {"name": "x", "settled": 3}, {"tables": 7}):
        insert(store, "event", body, event="e")
    assert Journal(store).event("e").body.name == "中秋杯"
    insert(store, "event", {"name": 5}, event="f")
    assert [e.body.name for e in Journal(store).events()] == ["未命名的赛事", "中秋杯", "未设赛事"]


def test_a_body_nested_too_deep_to_read_is_neutral() -> None:
    from app.journal.json_text import JsonText

    deep = JsonText('{"ruling":' + "[" * 200_000 + "]" * 200_000 + "}")
    names = [new_id() for _ in range(4)]
    kinds = ["ruling", "note", "withdrawal", "correction"]
    fold = Fold(
        Record(
            id_,
            "2025-05-01T09:30:00+08:00",
            "",
            NO_EVENT,
            cast(Any, kind),
            deep,
            None if kind == "ruling" else names[0],
        )
        for id_, kind in zip(names, kinds, strict=True)
    )
    entry = fold.entry(names[0])
    assert entry is not None and entry.strange == UNREADABLE
    assert fold.newest_first() == [names[0]]


def test_a_long_chain_of_answers_is_followed(tmp_path: Path, body: Body) -> None:
    store = MemoryStore()
    ids = [str(ULID.from_int((1 << 100) + n)) for n in range(3000)]
    records = [Record(ids[0], "2025-05-01T09:30:00+08:00", "", NO_EVENT, "ruling", BODY)]
    records += [
        Record(id_, "2025-05-01T09:30:00+08:00", "", NO_EVENT, "withdrawal", {}, about) for about, id_ in pairwise(ids)
    ]
    store.append(records)
    assert Journal(store).entries()[0].withdrawn == ""  # an odd number of withdrawals of withdrawals


# Refused when they come in


def nested(depth: int) -> str:
    return line(body={**BODY, "mood": "DEEP"}).replace('"DEEP"', "[" * depth + "]" * depth)


TOMORROW = str(ULID.from_datetime(datetime.now(UTC) + timedelta(hours=23)))
LATER_STILL = str(ULID.from_datetime(datetime.now(UTC) + timedelta(hours=26)))
REFUSED = {
    "51 deep": (nested(49), "嵌套超过 50 层"),
    "300 deep": (nested(300), "嵌套超过 50 层"),
    "900 deep": (nested(900), "嵌套超过 50 层"),
    "100,000 deep": (nested(100_000), "嵌套超过 50 层"),
    "objects deep": (
        line(body={**BODY, "x": 1}).replace('"x": 1', '"x": ' + '{"a":' * 400 + "1" + "}" * 400),
        "嵌套超过",
    ),
    "NaN": (line(body={**BODY, "x": float("nan")}), "不是数的数"),
    "infinite": (line(receipt={"receipt": float("inf")}), "不是数的数"),
    "minus infinite": (line(receipt={"receipt": float("-inf")}), "不是数的数"),
    "a number that becomes infinite": (line(body={**BODY, "x": 1}).replace('"x": 1', '"x": 1e999'), "不是数的数"),
    "5,000 digits": (line(body={**BODY, "x": 1}).replace('"x": 1', '"x": ' + "9" * 5000), "读不出"),
    "1969": (line(at="1969-12-31T23:59:59+00:00"), "1970 至 2200"),
    "2201": (line(at="2201-01-01T00:00:00+00:00"), "1970 至 2200"),
    "year 1": (line(at="0001-01-01T00:00:00+14:00"), "1970 至 2200"),
    "year 9999": (line(at="9999-12-31T23:59:59-12:00"), "1970 至 2200"),
    "an id far ahead": (line(id="7" + "Z" * 25), "超前一天以上"),
    "an id of the day after": (line(id=LATER_STILL), "超前一天以上"),
    "long": (line(body={**BODY, "remark": "x" * 1_000_000}), "超过 1 MB"),
    "long in bytes": (line(body={**BODY, "remark": "记" * 340_000}), "超过 1 MB"),
}


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("as_bytes", [False, True], ids=["text", "bytes"])
def test_it_is_refused_with_the_reason_and_the_rest_is_taken(name: str, as_bytes: bool) -> None:
    bad, why = REFUSED[name]
    file = "\n".join([HEAD, line(), bad, line()])
    report = merge(MemoryStore(), io.BytesIO(file.encode()) if as_bytes else io.StringIO(file))
    assert report.added == 2
    ((number, said),) = report.refused
    assert number == 3
    assert why in said and said.endswith("。") and said.count("。") == 1


@pytest.mark.parametrize(
    "taken_",
    [nested(48), line(id=TOMORROW), line(at="1970-01-01T00:00:00+00:00"), line(at="2200-12-31T23:59:59+00:00"),
     line(body={**BODY, "remark": "记" * 330_000}), line(body={**BODY, "x": 1e308})],
    ids=["deep", "tomorrow", "1970", "2200", "long", "large"],
)  # fmt: skip
def test_what_is_just_within_the_bounds_is_taken(taken_: str) -> None:
    report = merge(MemoryStore(), [HEAD, taken_])
    assert (report.added, report.refused) == (1, ())


@pytest.mark.parametrize("first", ["[" * 200_000, '{"file":' * 100_000, '{"file": "zhicai-journal", "format": 1e999}'])
def test_a_first_line_of_brackets_is_one_sentence(first: str) -> None:
    with pytest.raises(JournalError, match="不是执裁导出的日志"):
        merge(MemoryStore(), [first, line()])


def test_many_bad_lines_one_after_the_other() -> None:
    bad = [nested(100_000), line(body={**BODY, "remark": "x" * 2_000_000}), "[" * 900_000]
    report = merge(MemoryStore(), [HEAD, *bad * 30])
    assert len(report.refused) == 90


# Words on a screen


def test_texts_are_shown_without_what_hides_or_turns_them() -> None:
    assert shown("a\u202eb\x00c\u2066d\x1b[0m") == "abcd[0m"
    assert shown("一\n二\t三\u2028四") == "一 二 三 四"
    assert shown("一\n二", lines=True) == "一\n二"
    assert shown("👩\u200d👧 ♠\ufe0f") == "👩\u200d👧 ♠\ufe0f"
    assert shown("x" * 500, LINE) == "x" * LINE + "……（共 500 字）"
    assert shown("记违例一次。") == "记违例一次。"
    assert joined([str(n) for n in range(30)], 3) == "0、1、2等 30 个"


def test_a_part_that_cannot_be_drawn_leaves_the_others(caplog: pytest.LogCaptureFixture) -> None:
    from app.window.error_boundary import STRANGE as UNDRAWN
    from app.window.error_boundary import guarded

    def broken() -> ft.Control:
        raise KeyError("x")

    assert words(guarded(broken))[-1] == UNDRAWN or UNDRAWN in words(guarded(broken))
    assert words(guarded(broken, lambda: ft.Text("行"))) == ["行"]
    assert words(guarded(lambda: ft.Text("好"))) == ["好"]
    assert "a part cannot be drawn" in caplog.text


def test_a_row_that_cannot_be_drawn_can_still_be_withdrawn(session: Session, odd: Journal) -> None:
    from app.window.error_boundary import STRANGE as UNDRAWN

    entry = odd.entries()[0]
    said = words(journal_screen._bare(session, entry))
    assert any(UNDRAWN in text for text in said) and "撤回" in said
