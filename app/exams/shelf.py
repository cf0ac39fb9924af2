"""The papers of this device, and those that were or are being taken on it.

A sitting on this device is an exam room with one candidate and the same records, so that nothing is lost and it is marked alike.
Where there is a disk, each sitting is a folder with its paper and its records; in a browser both are values of its storage.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from app.exams.marking import Correction, Marked, as_lines, corrected, lines_in, marked
from app.exams.paper import Paper, PaperError, as_json, from_json
from app.exams.room import Candidate, Room, RoomError, reopened
from app.exams.room_records import Chain, Record, as_line, records_in
from app.journal.ulids import new_id, valid

NOT_KEPT = "这一步没能存到本机，可能是空间不够；请腾出空间后再试，这一题的选择还没有存下。"
OWN = "本人"
PAPERS, SITTINGS = "papers", "sittings"
ANSWERS, CORRECTIONS = "answers", "corrections"  # of a paper's candidates; under the paper's name
_ENDINGS = {PAPERS: ".json", ANSWERS: ".csv", CORRECTIONS: ".log"}


class Shelf(Protocol):
    """Where papers and sittings are kept: texts by name, and records that are added to."""

    def names(self, kind: str) -> list[str]:
        """The names of what is kept of a kind, the newest first."""
        ...

    def text(self, kind: str, name: str) -> str | None:
        """A paper's text; None where it is not there."""
        ...

    def keep(self, kind: str, name: str, text: str) -> None:
        """Keep a paper. Raises ``OSError``."""
        ...

    def forget(self, name: str) -> None:
        """Let go of a paper; those that were taken stay. Raises ``OSError``."""
        ...

    def records(self, name: str, kind: str = SITTINGS) -> list[Record]:
        """The records of a sitting, or the corrections of a paper's marks."""
        ...

    def add(self, name: str, records: Sequence[Record], kind: str = SITTINGS) -> None:
        """Add records; on return they are kept. Raises ``OSError``."""
        ...


class DiskShelf:
    """Papers and sittings in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def _file(self, kind: str, name: str) -> Path:
        if not name.isalnum():
            raise OSError(22, "not a name")
        if kind == SITTINGS:
            return self.folder / SITTINGS / name / "paper.json"
        return self.folder / kind / f"{name}{_ENDINGS[kind]}"

    def names(self, kind: str) -> list[str]:
        """The names of what is kept of a kind, the newest first."""
        try:
            found = [each for each in (self.folder / kind).iterdir() if not each.name.startswith(".")]
        except OSError:
            return []
        names = [each.stem for each in found if each.is_dir() or each.suffix == ".json"]
        return sorted(names, reverse=True)

    def text(self, kind: str, name: str) -> str | None:
        """A paper's text; None where it is not there."""
        try:
            return self._file(kind, name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return None

    def keep(self, kind: str, name: str, text: str) -> None:
        """Keep a paper, whole or not at all."""
        file = self._file(kind, name)
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        beside = file.with_name(f".{file.name}.partial")
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(beside, file)

    def forget(self, name: str) -> None:
        """Let go of a paper."""
        self._file(PAPERS, name).unlink(missing_ok=True)

    def _log(self, name: str, kind: str) -> Path:
        file = self._file(kind, name)
        return file.with_name("room.log") if kind == SITTINGS else file

    def records(self, name: str, kind: str = SITTINGS) -> list[Record]:
        """The records of a sitting, or the corrections of a paper's marks."""
        try:
            data = self._log(name, kind).read_bytes()
        except OSError:
            return []
        return list(records_in(data).records) if kind == SITTINGS else list(lines_in(data)[0])

    def add(self, name: str, records: Sequence[Record], kind: str = SITTINGS) -> None:
        """Add records; on return they are kept."""
        from app.journal.disk_handle import DiskHandle
        from app.journal.log_file import LogFile

        file = self._log(name, kind)
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = DiskHandle(file)
        try:
            log = LogFile(handle)
            data = handle.read(0, handle.size())
            log.open()
            log.add(Chain(records_in(data)).lines(records) if kind == SITTINGS else [as_line(each) for each in records])
        finally:
            handle.close()


class Texts(Protocol):
    """Texts by key that are kept, as a browser's storage has them."""

    values: dict[str, str]
    full: str

    def put(self, key: str, value: str | None) -> None:
        """Keep a text."""
        ...


class ValueShelf:
    """Papers and sittings in a browser's storage."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts

    def _key(self, kind: str, name: str) -> str:
        return f"zhicai.exams.{kind}.{name}"

    def _put(self, key: str, value: str | None) -> None:
        self.texts.put(key, value)
        if self.texts.full:
            raise OSError(28, self.texts.full)

    def names(self, kind: str) -> list[str]:
        """The names of what is kept of a kind, the newest first."""
        begin = self._key(kind, "")
        return sorted((key.removeprefix(begin) for key in self.texts.values if key.startswith(begin)), reverse=True)

    def text(self, kind: str, name: str) -> str | None:
        """A paper's text; None where it is not there."""
        return self.texts.values.get(self._key(kind, name))

    def keep(self, kind: str, name: str, text: str) -> None:
        """Keep a paper."""
        self._put(self._key(kind, name), text)

    def forget(self, name: str) -> None:
        """Let go of a paper."""
        self._put(self._key(PAPERS, name), None)

    def _records(self, name: str, kind: str) -> str:
        return self._key("records" if kind == SITTINGS else kind, name)

    def records(self, name: str, kind: str = SITTINGS) -> list[Record]:
        """The records of a sitting, or the corrections of a paper's marks."""
        found: list[Record] = json.loads(self.texts.values.get(self._records(name, kind), "[]"))
        return found

    def add(self, name: str, records: Sequence[Record], kind: str = SITTINGS) -> None:
        """Add records; on return they are kept."""
        new = {_place(each) for each in records} - {None}
        before = [each for each in self.records(name, kind) if _place(each) not in new]
        text = json.dumps([*before, *records], ensure_ascii=False)
        self._put(self._records(name, kind), text)


def _place(record: Record) -> tuple[object, ...] | None:
    """Where a record of writing belongs: here the whole list is written each time, so only the last of a place stays."""
    return (record["who"], record["item"], record["part"]) if record.get("do") == "write" else None


# Papers


def keep_paper(shelf: Shelf, paper: Paper) -> str:
    """Keep a paper on this device and return its name. Raises :class:`PaperError`."""
    name = paper.id
    try:
        shelf.keep(PAPERS, name, as_json(paper))
    except OSError:
        raise PaperError("这份试卷没能存到本机，可能是空间不够；请腾出空间后再试。") from None
    return name


def paper_named(shelf: Shelf, name: str, kind: str = PAPERS) -> Paper | None:
    """A paper that is kept; None where there is none, or it cannot be read any more."""
    text = shelf.text(kind, name)
    if text is None:
        return None
    try:
        return from_json(text)
    except PaperError:
        return None


# Sittings


@dataclass
class Sitting:
    """A paper being taken on this device, or that was; each answer is kept before it counts."""

    shelf: Shelf
    name: str
    room: Room
    at: int = field(default=1)  # the number of the question on the screen

    @property
    def paper(self) -> Paper:
        """The paper."""
        return self.room.paper

    @property
    def one(self) -> Candidate:
        """Who takes it."""
        return self.room.candidates[1]

    @property
    def done(self) -> bool:
        """Whether it was handed in."""
        return self.one.submitted is not None

    def left(self, now: float) -> float:
        """Seconds left; the clock goes on while the app is closed."""
        return self.room.left(self.one, now) or 0.0

    def _keep(self, *records: Record) -> None:
        try:
            self.shelf.add(self.name, records)
        except OSError:
            raise RoomError(NOT_KEPT) from None
        for each in records:
            self.room.apply(each)

    def choose(self, number: int, letter: str, now: float) -> None:
        """Answer a question. Raises :class:`RoomError`: it is too late, or it was not kept."""
        self._keep(self.room.answer(self.one, number, letter, now))

    def write(self, number: int, part: int, text: str, now: float) -> None:
        """Write the answer to a part. Raises :class:`RoomError`: it is too late or too long, or it was not kept."""
        self._keep(self.room.write(self.one, number, part, text, now))

    def text(self, number: int, part: int) -> str:
        """What was written for a part; empty: nothing."""
        return self.one.written.get(self.room.asked(self.one, number).item, {}).get(part, "")

    def answered(self, number: int) -> bool:
        """Whether a question has an answer: one that is chosen, or something written."""
        asked = self.room.asked(self.one, number)
        return asked.item in self.one.chosen or any(self.one.written.get(asked.item, {}).values())

    def flag(self, number: int, on: bool, now: float) -> None:
        """Mark a question to look at again. Raises :class:`RoomError`."""
        self._keep(self.room.flag(self.one, number, on, now))

    def submit(self, now: float, by: str = "candidate") -> None:
        """Hand it in. Raises :class:`RoomError`."""
        self._keep(self.room.submit(self.one, now, by))

    def tick(self, now: float) -> bool:
        """Hand it in where the time is over; whether it was. Raises :class:`RoomError`."""
        if not self.done and self.left(now) <= 0:
            self.submit(now, "time")
            return True
        return False

    def letter(self, number: int) -> str:
        """What was answered; empty: nothing."""
        asked = self.room.asked(self.one, number)
        return asked.letter(self.one.chosen.get(asked.item))

    def flagged(self, number: int) -> bool:
        """Whether a question is marked."""
        return self.room.asked(self.one, number).item in self.one.flagged

    @property
    def marked(self) -> Marked:
        """The marks."""
        return marked(self.paper, self.room.answers_of(self.one))


def begin(shelf: Shelf, paper: Paper, version: int = 0, person: str = "", now: float | None = None) -> Sitting:
    """Begin to take a paper. Raises :class:`PaperError` where it cannot be kept."""
    name, at = new_id(), time.time() if now is None else now
    room = Room(paper, "")
    first = [room.opening(), {**room.enter("", person or OWN, at), "version": version}]
    for each in first[1:]:
        room.apply(each)
    start = room.start(at)
    room.apply(start)
    try:
        shelf.keep(SITTINGS, name, as_json(paper))
        shelf.add(name, [*first, start])
    except OSError:
        raise PaperError("开始答题要先在本机存下试卷，没能存下；请腾出空间后再试。") from None
    return Sitting(shelf, name, room)


def resumed(shelf: Shelf, name: str) -> Sitting | None:
    """A sitting as it was left; None where there is none or it cannot be read."""
    paper = paper_named(shelf, name, SITTINGS) if valid(name) else None
    if paper is None:
        return None
    try:
        room = reopened(paper, shelf.records(name))
    except PaperError:
        return None
    return Sitting(shelf, name, room) if 1 in room.candidates and room.started is not None else None


# Results


def corrections_of(shelf: Shelf, paper: Paper) -> tuple[Correction, ...]:
    """The corrections of a paper's marks, the oldest first. Raises :class:`PaperError`: they are of another paper."""
    return corrected(paper, shelf.records(paper.id, CORRECTIONS))


def correct(shelf: Shelf, paper: Paper, made: Correction) -> None:
    """Keep a correction beside those before it. Raises :class:`PaperError` where it cannot be kept."""
    try:
        shelf.add(paper.id, as_lines(paper, made, not shelf.records(paper.id, CORRECTIONS)), CORRECTIONS)
    except OSError:
        raise PaperError("这次更正没能存到本机，可能是空间不够；请腾出空间后再试。") from None
