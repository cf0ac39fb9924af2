"""JSON that somebody else wrote: each place that reads such answers with one sentence or passes it over, and raises nothing else.

What comes from people, other devices or the network is read by :mod:`rules_data.bounded_json`; who reads JSON without its bounds
stands in the list below with the reason.
"""

from __future__ import annotations

import ast
import asyncio
import io
import json
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from app.brought.kept import BookLog
from app.browser.asking import Listener, hear
from app.browser.kept_values import KeptValues
from app.exams.paper import PaperError, from_json
from app.exams.room_records import records_in
from app.frame import window_frame
from app.handover.frames import Collected, frames
from app.handover.moving import NotOursError, unpacked
from app.journal.exchange import merge
from app.journal.heads import head_of
from app.journal.log_file import LogFile, MemoryHandle, line
from app.journal.log_store import open_log_store
from app.journal.side_log import in_memory
from app.journal.store import JournalError
from app.study.answers import imported
from app.window.preferences import Preferences
from tests.app.journal.memory_store import MemoryStore

ROOT = Path(__file__).resolve().parents[2]

# Who reads JSON without bounds, and why that is no text of a stranger.
OWN = "a file of the program itself"
CAUGHT = "a file of this device, whose faults are caught beside it"
MADE = "what this program has just written"
WITHOUT_BOUNDS = {
    "app/browser/asking.py": CAUGHT,
    "app/browser/device.py": "the page's own worker says it",
    "app/browser/kept_values.py": CAUGHT,
    "app/brought/kept.py": CAUGHT,
    "app/cli/competition.py": MADE,
    "app/exams/shelf.py": "lines of the browser's storage that say themselves whether they are whole",
    "app/frame/client_files.py": OWN,
    "app/frame/window_frame.py": CAUGHT,
    "app/hall/browser_way.py": "headers, as the page's own worker names them",
    "app/hall/database/record_store.py": "a body that was read within the bounds when it came; its faults are caught beside it",
    "app/journal/heads.py": CAUGHT,
    "app/journal/journal.py": MADE,
    "app/journal/json_text.py": "a body that was read within the bounds when it came",
    "app/journal/key_file.py": CAUGHT,
    "app/journal/log_store.py": CAUGHT,
    "app/journal/rows.py": CAUGHT,
    "app/journal/salvage.py": CAUGHT,
    "app/journal/sqlite_store.py": CAUGHT,
    "app/publishing/android/apk.py": OWN,
    "app/publishing/android/content.py": OWN,
    "app/publishing/android/issued.py": CAUGHT,
    "app/publishing/bytecode.py": OWN,
    "app/publishing/compiler.py": OWN,
    "app/publishing/dataclass_methods.py": OWN,
    "app/publishing/icons.py": OWN,
    "app/publishing/launch.py": OWN,
    "app/publishing/pack.py": OWN,
    "app/publishing/site.py": OWN,
    "app/window/hall_desk.py": CAUGHT,
    "app/window/keeping.py": CAUGHT,
    "app/window/preferences.py": CAUGHT,
    "decision_trees/games.py": OWN,
    "decision_trees/hearing.py": OWN,
    "decision_trees/library.py": OWN,
    "rules_data/bounded_json.py": "the bounds",
    "rules_data/compiled.py": OWN,
    "rules_data/handbook.py": OWN,
    "rules_data/script.py": OWN,
    "search/hearing/weights.py": OWN,
    "search/index.py": OWN,
    "search/language.py": OWN,
    "search/rulings.py": OWN,
    "search/tools.py": OWN,
}


def reads_json(file: Path) -> bool:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    names = {"loads", "load", "JSONDecoder", "raw_decode"}
    return any(
        isinstance(each, ast.Attribute)
        and each.attr in names
        and isinstance(each.value, ast.Name)
        and each.value.id == "json"
        for each in ast.walk(tree)
    )


def test_whoever_reads_json_without_bounds_says_why() -> None:
    files = (file for room in ("app", "search", "decision_trees", "rules_data") for file in (ROOT / room).rglob("*.py"))
    found = {file.relative_to(ROOT).as_posix() for file in files if reads_json(file)}
    assert found == set(WITHOUT_BOUNDS), "JSON of others is read by rules_data.bounded_json"


# -- each place that reads what others wrote ------------------------------------------------------------------------------

ODD = {
    "100,000 brackets": "[" * 100_000,
    "100,000 brackets closed": "[" * 100_000 + "]" * 100_000,
    "100,000 braces": '{"a":' * 100_000,
    "deep in a part": '{"what": "version", "file": ' + "[" * 5_000 + "]" * 5_000 + "}",
    "no number": "NaN",
    "5,000 digits": "9" * 5_000,
    "half a character": '{"\\ud800": "\\udfff"}',
    "a number": "3",
    "a list of a list": "[[]]",
    "nothing": "null",
}
JOURNAL = json.dumps({"file": "zhicai-journal", "format": 1})


def journal(text: str) -> None:
    report = merge(MemoryStore(), io.StringIO(f"{JOURNAL}\n{text}\n"))
    assert report.added == 0 and [number for number, _ in report.refused] == [2]
    assert all(why.endswith("。") and "\n" not in why for _, why in report.refused)


def head_of_a_journal(text: str) -> None:
    with pytest.raises(JournalError, match=r"。$"):
        merge(MemoryStore(), io.StringIO(text))


def heads_of_others_in_a_journal(text: str) -> None:
    said = json.dumps({"file": "zhicai-journal", "format": 1, "heads": [[text, "x"]]})
    assert merge(MemoryStore(), io.StringIO(said)).added == 0
    assert head_of(text) is None


def codes_of_another_phone(text: str) -> None:
    read = Collected()
    for each in frames(text):
        assert read.take(each)
    with pytest.raises(JournalError, match=r"。$"):
        merge(MemoryStore(), io.StringIO(read.text()))


def move(text: str) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("journal.jsonl", JOURNAL)
        archive.writestr("settings.json", text)
    try:
        assert unpacked(file.getvalue()) == (JOURNAL, {}), "nothing of it is a value of ours"
    except NotOursError as fault:
        assert str(fault).endswith("。")


def paper(text: str) -> None:
    with pytest.raises(PaperError) as fault:
        from_json(text)
    assert str(fault.value).endswith("。") and "\n" not in str(fault.value)


def answers_of_practice(text: str) -> None:
    with pytest.raises(ValueError, match=r"。$"):
        imported(text)
    assert imported('{"zhicai": "answers", "format": 1}\n' + text).refused == (2,)


def log_of_an_examination(text: str) -> None:
    found = records_in(line(text.encode()))
    assert not found.records and found.losses


def books_of_ones_own(text: str) -> None:
    books = BookLog()
    in_memory(books)
    source = '{"what":"source","sha256":"' + "0" * 64 + '","a":' + text + "}"
    for body in (text, source, json.dumps({"what": "version", "book": text})):
        books._take_line(body.encode())
    assert books.current() == {} and books.source("0" * 64) is None


def values_of_a_browser(text: str) -> None:
    values = KeptValues()
    values.read_from(line(b"1") + line(text.encode()), b"")
    assert all(isinstance(each, str) for each in values.values)


def lines_of_a_browsers_journal(text: str) -> None:
    handle = MemoryHandle()
    open_log_store(handle).close()
    log = LogFile(handle)
    log.open()
    log.add([f"1 {text} -".encode(), text.encode()])
    store = open_log_store(handle)
    assert [*store.records()] == [] and store.notice


def preference(text: str) -> None:
    class Client:
        async def get(self, _: str) -> str:
            return text

    kept = asyncio.run(Preferences(SimpleNamespace(), Client()).read("zhicai.settings"))  # type: ignore[arg-type]
    assert isinstance(kept, dict)


def what_a_page_says(text: str) -> None:
    heard: list[Mapping[str, Any]] = []
    listener = Listener(heard.append)
    hear(listener.name, text)
    assert all(isinstance(each, dict) for each in heard)


def frame_of_the_window(text: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(window_frame, "frame_file", lambda: tmp_path / "frame.json")
    (tmp_path / "frame.json").write_text(text, encoding="utf-8")
    assert window_frame.kept_frame() == window_frame.Frame()


PLACES: tuple[Callable[[str], None], ...] = (
    journal, head_of_a_journal, heads_of_others_in_a_journal, codes_of_another_phone, move, paper, answers_of_practice,
    log_of_an_examination, books_of_ones_own, values_of_a_browser, lines_of_a_browsers_journal, preference, what_a_page_says,
)  # fmt: skip


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.__name__)
@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
def test_odd_json_is_one_sentence_or_passed_over(text: str, place: Callable[[str], None]) -> None:
    place(text)


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
def test_an_odd_frame_of_the_window_is_the_usual_one(
    text: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    frame_of_the_window(text, monkeypatch, tmp_path)
