"""Answers and what they are worth: one candidate's, a whole room's, read from a table; corrected only with a reason."""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from app.exams.paper import LETTERS, PaperError, marks_text
from app.exams.table import table_rows

if TYPE_CHECKING:
    from app.exams.paper import Asked, Paper
    from app.journal.log_file import Handle

NUMBER, NAME, VERSION = "编号", "姓名", "卷别"


@dataclass(frozen=True, slots=True)
class Answers:
    """What one candidate answered."""

    number: str  # his, as the examiner's list has it
    name: str
    version: int  # which parallel version, from 0
    chosen: tuple[int | None, ...]  # for each item of the paper, in the paper's order, the option he chose
    shares: tuple[float | None, ...] = ()  # of items in parts, what was given; None: undecided. Empty: there are none
    written: tuple[tuple[str, ...], ...] = ()  # of items in parts, the answer to each part


@dataclass(frozen=True, slots=True)
class Correction:
    """A mark that was changed, by whom and why; the last one for an item and candidate counts."""

    number: str  # the candidate's; empty: everybody's
    item: int | None  # which of the paper's items; None: the whole
    marks: float  # what he gets for it instead; of the whole: what is added
    reason: str
    author: str
    at: str  # when


@dataclass(frozen=True, slots=True)
class Marked:
    """One candidate's marks."""

    answers: Answers
    marks: tuple[float, ...]  # for each item
    added: float = 0.0  # by corrections of the whole
    corrections: tuple[Correction, ...] = field(default=())  # that concern him

    unmarked: tuple[int, ...] = ()  # items in parts that nobody has marked, or two differently: nothing is counted yet

    @property
    def total(self) -> float:
        """All his marks."""
        return sum(self.marks) + self.added


def right(paper: Paper, answers: Answers) -> tuple[bool, ...]:
    """Whether each item was answered rightly; one in parts, whether it got all its marks."""
    return tuple(
        _share(answers, at) == 1.0 if item.question.parts else chosen == item.question.right
        for at, (item, chosen) in enumerate(zip(paper.items, answers.chosen, strict=True))
    )


def _share(answers: Answers, at: int) -> float | None:
    return answers.shares[at] if at < len(answers.shares) else None


def marked(paper: Paper, answers: Answers, corrections: Sequence[Correction] = ()) -> Marked:
    """Return the marks of a candidate after all corrections."""
    marks = [item.marks if good else 0.0 for item, good in zip(paper.items, right(paper, answers), strict=True)]
    unmarked = set()
    for at, item in enumerate(paper.items):
        if item.question.parts:
            share = _share(answers, at)
            marks[at] = round(item.marks * (share or 0.0), 2)
            unmarked |= {at} if share is None else set()
    added, concerning = 0.0, []
    for each in corrections:
        if each.number not in ("", answers.number):
            continue
        concerning.append(each)
        if each.item is None:
            added = each.marks
        else:
            marks[each.item] = each.marks
            unmarked.discard(each.item)
    return Marked(answers, tuple(marks), added, tuple(concerning), tuple(sorted(unmarked)))


# Corrections: a file that is only added to


def correction(paper: Paper, number: str, item: int | None, marks: float, reason: str, author: str) -> Correction:
    """A mark corrected now.

    Raises:
        PaperError: there is no reason, no such item, or more marks than there are.
    """
    if not reason.strip() or not author.strip():
        raise PaperError("更正分数要写明理由和更正人，请补上。")
    if item is not None and not 0 <= item < len(paper.items):
        raise PaperError(f"没有第 {item + 1} 题，这份试卷有 {len(paper.items)} 题。")
    most = paper.total if item is None else paper.items[item].marks
    least = -most if item is None else 0.0
    if not least <= marks <= most:
        raise PaperError(f"更正后的分数应在 {marks_text(least)} 至 {marks_text(most)} 之间。")
    at = time.strftime("%Y-%m-%d %H:%M:%S")
    return Correction(number.strip(), item, marks, reason.strip(), author.strip(), at)


def corrected(paper: Paper, lines: Sequence[Mapping[str, Any]]) -> tuple[Correction, ...]:
    """The corrections that lines of a file hold, the oldest first. Raises :class:`PaperError`: they are of another paper."""
    if any(each.get("paper", paper.id) != paper.id for each in lines):
        raise PaperError("这份更正记录属于另一份试卷；请选与它同时保存的试卷。")
    found = (Correction(**each["correction"]) for each in lines if "correction" in each)
    return tuple(each for each in found if each.item is None or 0 <= each.item < len(paper.items))


def lines_in(data: bytes) -> tuple[list[dict[str, Any]], tuple[str, ...]]:
    """The lines of a file of corrections, and a sentence for each that is damaged."""
    from app.journal.line_mending import mended
    from app.journal.log_file import read

    whole, flips = mended(data)
    found = read(whole)
    lines, odd = [], {each.at for each in found.damage}
    for at, body in zip(found.starts, found.bodies, strict=True):
        line = _line(body)
        if line is None:
            odd.add(at)
        else:
            lines.append(line)
    faults = {at: "读不出来，那次更正没有算进去；请核对后再更正一次" for at in odd}
    faults |= {flip.at: "坏了一位，已照校验码改回，没有丢失" for flip in flips if flip.at not in odd}
    return lines, tuple(
        f"更正记录第 {data.count(LINE_FEED, 0, at) + 1} 行{said}。" for at, said in sorted(faults.items())
    )


LINE_FEED = b"\n"
_KINDS: Mapping[str, tuple[type, ...]] = {
    "number": (str,), "item": (int, type(None)), "marks": (int, float), "reason": (str,), "author": (str,), "at": (str,),
}  # fmt: skip


def _line(body: bytes) -> dict[str, Any] | None:
    """A line as it was written; None where it is none."""
    from rules_data.bounded_json import JsonFault, read_json

    try:
        found = read_json(body.decode())
    except (JsonFault, UnicodeDecodeError):
        return None
    if not isinstance(found, dict):
        return None
    made = found.get("correction")
    if made is None:
        return found if isinstance(found.get("paper"), str) else None
    whole = isinstance(made, dict) and made.keys() == _KINDS.keys()
    return found if whole and all(isinstance(made[key], kind) for key, kind in _KINDS.items()) else None


def as_lines(paper: Paper, made: Correction, first: bool) -> list[dict[str, Any]]:
    """A correction as lines of a file; the first of them names the paper."""
    return [*([{"paper": paper.id}] if first else []), {"correction": asdict(made)}]


class Corrections:
    """The corrections of a paper's marks, in a file of checked lines."""

    def __init__(self, handle: Handle, paper: Paper) -> None:
        """Open the file. Raises ``OSError``; :class:`PaperError` where it is of another paper."""
        from app.journal.log_file import LogFile

        self._log, self._paper = LogFile(handle), paper
        lines, self.damage = lines_in(handle.read(0, handle.size()))
        self._log.open()
        self._made = list(corrected(paper, lines))
        self._new = not lines

    @property
    def made(self) -> tuple[Correction, ...]:
        """Every correction, the oldest first."""
        return tuple(self._made)

    def add(self, number: str, item: int | None, marks: float, reason: str, author: str) -> Correction:
        """Correct a mark; on return it is on the disk.

        Raises:
            PaperError: there is no reason, no such item, or more marks than there are.
        """
        made = correction(self._paper, number, item, marks, reason, author)
        said = as_lines(self._paper, made, self._new)
        self._log.add([json.dumps(each, ensure_ascii=False).encode() for each in said])
        self._new = False
        self._made.append(made)
        return made

    def close(self) -> None:
        """Let go of the file."""
        self._log.close()


# Answers as a table


def answers_csv(paper: Paper, everybody: Sequence[Answers]) -> bytes:
    """Return answers as a table: for each question as numbered on the candidate's own version the letter he chose.

    For a question in parts it is the marks that were given; empty where they are not decided.
    """
    from app.papers.spreadsheet import harmless

    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([NUMBER, NAME, VERSION, *range(1, len(paper.items) + 1)])
    for each in everybody:
        version = paper.version(each.version)
        letters = [_cell(paper, each, asked) for asked in version.asked]
        writer.writerow([harmless(cell) for cell in (each.number, each.name, version.letter, *letters)])
    return out.getvalue().encode("utf-8-sig")


def _cell(paper: Paper, answers: Answers, asked: Asked) -> str:
    item = paper.items[asked.item]
    if not item.question.parts:
        return asked.letter(answers.chosen[asked.item])
    share = _share(answers, asked.item)
    return "" if share is None else marks_text(item.marks * share)


def read_answers(paper: Paper, text: str) -> tuple[Answers, ...]:
    """Read answers from a table as :func:`answers_csv` writes it: number, name, version (may be missing), letters.

    Raises:
        PaperError: with the line and what to do.
    """
    rows = table_rows("答案表", text)
    if not rows:
        raise PaperError("答案表是空的；第一行应是列名：编号、姓名、卷别、1、2、3……")
    headings = [cell.strip() for cell in rows[0]]
    if NUMBER not in headings and NAME not in headings:
        raise PaperError("答案表第 1 行：没有“编号”或“姓名”这一列；请在第一行写列名。")
    count = len(paper.items)
    missing = [str(at) for at in range(1, count + 1) if str(at) not in headings]
    if missing:
        raise PaperError(f"答案表第 1 行：没有第 {missing[0]} 题这一列；试卷有 {count} 题，每题一列，列名写题号。")
    extra = [each for each in headings if each.isdigit() and not 1 <= int(each) <= count]
    if extra:
        raise PaperError(f"答案表第 1 行：试卷只有 {count} 题，没有第 {extra[0]} 题；请核对是不是同一份试卷。")
    found: list[Answers] = []
    seen: dict[str, int] = {}
    for line, row in enumerate(rows[1:], 2):
        if not any(cell.strip() for cell in row):
            continue
        cells = {key: _plain(cell) for key, cell in zip(headings, row, strict=False)}
        each = _answers(paper, line, cells)
        if each.number in seen:
            raise PaperError(f"答案表第 {line} 行：编号“{each.number}”在第 {seen[each.number]} 行已有；请删去一行。")
        seen[each.number] = line
        found.append(each)
    if not found:
        raise PaperError("答案表里没有考生；列名下每人一行。")
    return tuple(found)


def _plain(cell: str) -> str:
    return cell.strip().removeprefix("'")


def _answers(paper: Paper, line: int, cells: Mapping[str, str]) -> Answers:
    number, name = cells.get(NUMBER, ""), cells.get(NAME, "")
    if not number and not name:
        raise PaperError(f"答案表第 {line} 行：没有编号也没有姓名；请补上。")
    letter = (cells.get(VERSION, "") or "A").upper()
    if letter not in LETTERS[: paper.versions]:
        raise PaperError(
            f"答案表第 {line} 行：没有“{letter[:5]}”卷；这份试卷的卷别有 {'、'.join(LETTERS[: paper.versions])}。"
        )
    version = LETTERS.index(letter)
    chosen: list[int | None] = [None] * len(paper.items)
    shares: list[float | None] = [None] * len(paper.items)
    for asked in paper.version(version).asked:
        written = cells.get(str(asked.number), "").upper()
        if not written:
            continue
        if paper.items[asked.item].question.parts:
            shares[asked.item] = _given(line, asked.number, written, paper.items[asked.item].marks)
            continue
        option = asked.option(written)
        if option is None:
            offered = LETTERS[: len(asked.options)]
            raise PaperError(
                f"答案表第 {line} 行第 {asked.number} 题：“{written[:5]}”不是 {offered} 中的一个；没答请留空。"
            )
        chosen[asked.item] = option
    in_parts = any(item.question.parts for item in paper.items)
    return Answers(number or name, name, version, tuple(chosen), tuple(shares) if in_parts else ())


def _given(line: int, number: int, written: str, most: float) -> float:
    """The share of a question's marks that a table gives."""
    try:
        marks = float(written)
    except ValueError:
        marks = -1.0
    if not 0 <= marks <= most:
        raise PaperError(
            f"答案表第 {line} 行第 {number} 题是书写的题，这一格写得分（0 至 {marks_text(most)}），"
            f"不是“{written[:5]}”；没评请留空。"
        )
    return marks / most
