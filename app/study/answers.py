"""The answers given in practice: a file that is only ever added to, out of which everything else is worked out.

A line is one answer as JSON; how lines are kept whole is :mod:`app.journal.log_file`'s. Nothing is edited or deleted; two
devices are brought together as the union of their answers by name.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from app.journal.log_file import LogFile, Read
from app.journal.side_log import SideLog
from app.journal.ulids import milliseconds, new_id, valid
from rules_data.bounded_json import read_json

FORMAT = 1
NOT_ON_DISK = "这次的答题还没有存下（存储空间已满或出错）：先记在这一页里，腾出空间后答下一题时一并存。"
ELSEWHERE = "执裁已在另一个标签页打开：这里答的先记在这一页里，那一页关掉后再存。"
NEWER = "答题记录是更新版本的执裁写的，没有改动；请更新执裁后再练习。"
NOT_ANSWERS = "这不是执裁导出的答题记录，没有并入。请选导出时存下的那个文件。"


@dataclass(frozen=True, slots=True)
class Answer:
    """One question answered, or one scenario gone through."""

    id: str  # ULID: says when, too
    who: str  # which learner: a name of its own that his browser keeps, and nobody's own name
    game: str
    topic: str
    subject: str  # what was to be known
    question: str  # which question, under whose name it is made again
    kind: str
    right: bool
    took: int  # ms until it was answered; of a scenario until its end
    instead: str = ""  # what it was taken for, where a wrong option stands for another subject

    @property
    def at(self) -> int:
        """When it was given: milliseconds since 1970, UTC."""
        return milliseconds(self.id)

    def plain(self) -> dict[str, Any]:
        """The answer as JSON data; what it was taken for only where it was."""
        plain = asdict(self)
        return plain if self.instead else {name: value for name, value in plain.items() if name != "instead"}


def answered(
    *,
    who: str,
    game: str,
    topic: str,
    subject: str,
    question: str,
    kind: str,
    right: bool,
    took: int,
    instead: str = "",
) -> Answer:
    """An answer that is given now."""
    return Answer(new_id(), who, game, topic, subject, question, kind, right, took, instead)


def revived(value: object) -> Answer:
    """An answer out of JSON data. Raises ``ValueError`` where it is none."""
    if not isinstance(value, dict) or not valid(value.get("id")):
        raise ValueError("no answer")
    words: dict[str, Any] = {n: value.get(n) for n in ("who", "game", "topic", "subject", "question", "kind")}
    right, took, instead = value.get("right"), value.get("took"), value.get("instead", "")
    if not all(isinstance(each, str) for each in words.values()) or not isinstance(right, bool):
        raise ValueError("no answer")
    if isinstance(took, bool) or not isinstance(took, int) or took < 0:
        raise ValueError("no answer")
    return Answer(id=value["id"], right=right, took=took, instead=instead if isinstance(instead, str) else "", **words)


class AnswerStore(Protocol):
    """Where answers are kept."""

    @property
    def notice(self) -> str:
        """What the learner must know of it; empty: all is on the disk."""
        ...

    def all(self) -> tuple[Answer, ...]:
        """Every answer, in the order in which they were given."""
        ...

    def add(self, answers: Iterable[Answer]) -> int:
        """Keep answers; those that are kept already are left as they are. Returns how many are new."""
        ...


class AnswerLog(SideLog):
    """The answers of one file. What cannot be written now is kept here and written with the next.

    The file is read when answers are asked for, not when it is given: opening the app does not wait for it.
    """

    header = b"zhicai-answers "
    form = FORMAT
    elsewhere = ELSEWHERE
    newer = NEWER
    unreadable = NOT_ON_DISK

    def __init__(self) -> None:
        super().__init__()
        self._answers: dict[str, Answer] = {}
        self._order: tuple[Answer, ...] | None = None
        self._unwritten: dict[str, Answer] = {}

    def write_to(self, log: LogFile) -> None:
        """Have the file from now on; what was answered before is written at once."""
        super().write_to(log)
        if self._unwritten:
            self._open()

    def _changed(self) -> None:
        self._order = None

    def all(self) -> tuple[Answer, ...]:
        """Every answer, in the order in which they were given."""
        self._open()
        if self._order is None:
            self._order = tuple(sorted(self._answers.values(), key=lambda each: each.id))
        return self._order

    def add(self, answers: Iterable[Answer]) -> int:
        """Keep answers; on return they are on the disk, or :attr:`notice` says why they are not. Returns how many are new."""
        self._open()
        number = self._note(answers)
        self._write()
        return number

    def hold(self, answers: Iterable[Answer]) -> int:
        """Keep answers here until the file can be written. Returns how many are new."""
        self.notice = NOT_ON_DISK
        return self._note(answers)

    def _note(self, answers: Iterable[Answer]) -> int:
        new = {each.id: each for each in answers if each.id not in self._answers}
        self._answers |= new
        self._unwritten |= new
        if new:
            self._order = None
        return len(new)

    def _take_line(self, body: bytes) -> None:
        with suppress(ValueError):
            each = revived(read_json(body.decode()))
            self._answers[each.id] = each
            self._unwritten.pop(each.id, None)
            self._order = None

    def _read(self, found: Read) -> None:
        if self._unwritten:
            self._write()

    def _write(self) -> None:
        if self._log is None or not self._unwritten:
            return
        try:
            self._log.add([_body(each) for each in self._unwritten.values()])
        except OSError:
            self.notice = NOT_ON_DISK
            return
        self._unwritten = {}
        if self.notice == NOT_ON_DISK:
            self.notice = ""


def _body(answer: Answer) -> bytes:
    return json.dumps(answer.plain(), ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


# Given out and taken in


def exported(answers: Iterable[Answer]) -> str:
    """The answers as text, one a line after a line that says what it is."""
    head = json.dumps({"zhicai": "answers", "format": FORMAT})
    return "\n".join([head, *(_body(each).decode() for each in answers)]) + "\n"


@dataclass(frozen=True, slots=True)
class Brought:
    """What a text brings."""

    answers: tuple[Answer, ...]
    refused: tuple[int, ...]  # lines that cannot be read, counted from 1


def imported(text: str) -> Brought:
    """Read what :func:`exported` wrote. Raises ``ValueError``, with one sentence, where it is something else."""
    lines = text.lstrip("\ufeff").splitlines()
    try:
        head = read_json(lines[0])
    except (IndexError, ValueError) as fault:
        raise ValueError(NOT_ANSWERS) from fault
    if not isinstance(head, dict) or head.get("zhicai") != "answers":
        raise ValueError(NOT_ANSWERS)
    if isinstance(head.get("format"), bool) or not isinstance(head.get("format"), int) or head["format"] > FORMAT:
        raise ValueError(NEWER)
    found: list[Answer] = []
    refused: list[int] = []
    for number, line in _numbered(lines[1:]):
        try:
            found.append(revived(read_json(line)))
        except ValueError:
            refused.append(number)
    return Brought(tuple(found), tuple(refused))


def _numbered(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    return ((number, line) for number, line in enumerate(lines, 2) if line.strip())


def of(answers: Iterable[Answer], learners: Iterable[str] | None) -> tuple[Answer, ...]:
    """The answers of some learners; None: of everybody, where a device has one owner."""
    if learners is None:
        return tuple(answers)
    wanted = set(learners)
    return tuple(each for each in answers if each.who in wanted)
