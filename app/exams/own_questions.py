"""The examiner's own questions: typed, or read from CSV or GIFT."""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from app.exams.gift import read_gift
from app.exams.paper import LETTERS, Item, PaperError
from app.exams.question_json import FaultError, sound
from app.exams.table import said
from app.papers.spreadsheet import FORMULA, harmless
from app.study.model import Option, Question

if TYPE_CHECKING:
    from rules_data.model import GameId

KIND = "own"
COLUMNS = ("题干", *(f"选项{letter}" for letter in LETTERS), "答案", "解释", "依据", "项目", "主题", "难度", "分值")
NEEDED = ("题干", "选项A", "选项B", "答案")
BIGGEST = 4 << 20  # bytes of a file


def own_question(
    game: GameId,
    stem: str,
    options: tuple[str, ...],
    right: int,
    *,
    why: str = "",
    whys: tuple[str, ...] = (),
    cites: tuple[str, ...] = (),
    topic: str = "",
    difficulty: float = 0.5,
) -> Question:
    """Make a question that somebody wrote; its name comes from its stem.

    Raises:
        FaultError: it cannot be asked.
    """
    name = hashlib.sha256(f"{game}\n{stem}\n{options}".encode()).hexdigest()[:12]
    reasons = (*whys, *[""] * (len(options) - len(whys)))
    made = tuple(Option(text.strip(), reason) for text, reason in zip(options, reasons, strict=True))
    question = Question(
        KIND, game, f"own:{name}", 0, topic, stem.strip(), made, right, why.strip(), cites, difficulty=difficulty
    )
    return sound(question)


def decoded(data: bytes) -> str:
    """Return the text of a file: UTF-8, or as Chinese spreadsheets save it.

    Raises:
        PaperError: it is neither, or too large.
    """
    if len(data) > BIGGEST:
        raise PaperError(f"文件有 {len(data) >> 20} MB，至多 {BIGGEST >> 20} MB；请分成几份。")
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise PaperError("文件不是文字，或编码认不出；请存成 UTF-8 的 CSV 或 GIFT 文本。")


def read_own(
    name: str, data: bytes, game: GameId, clause: Callable[[str], str | None] | None = None
) -> tuple[Item, ...]:
    """Read a file of questions by the end of its name: ``.csv``, or GIFT. ``clause`` finds the id of a clause as written.

    Raises:
        PaperError: something in it cannot be read, with the line and what to do.
    """
    text = decoded(data)
    if name.lower().endswith((".csv", ".tsv")):
        return read_csv(text, game, clause)
    try:
        found = []
        for raw in read_gift(text):
            texts, whys = tuple(one for one, _ in raw.options), tuple(other for _, other in raw.options)
            found.append(
                Item(own_question(game, raw.stem, texts, raw.right, why=raw.why, whys=whys, topic=raw.category))
            )
    except ValueError as e:
        raise PaperError(str(e)) from None
    return tuple(found)


def read_csv(text: str, game: GameId, clause: Callable[[str], str | None] | None = None) -> tuple[Item, ...]:
    """Read questions from a table whose first row names the columns; see :data:`COLUMNS`.

    Raises:
        PaperError: with the line and what to do.
    """
    text = text.removeprefix("\ufeff")
    first = text.split("\n", 1)[0]
    mark = max(",\t;", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
    found: list[Item] = []
    headings: list[str] = []
    at = 0  # the line the row begins on
    try:
        for row in reader:
            began, at = at + 1, reader.line_num
            if not any(cell.strip() for cell in row):
                continue
            if not headings:
                headings = _headings(row)
                continue
            if len(row) > len(headings) and any(cell.strip() for cell in row[len(headings) :]):
                raise PaperError(
                    f"第 {began} 行：有 {len(row)} 格，比标题行的 {len(headings)} 格多；含逗号的文字请用双引号括起来。"
                )
            cells = {key: _unquoted(cell.strip()) for key, cell in zip(headings, row, strict=False)}
            found.append(_item(began, cells, game, clause))
    except csv.Error as e:
        raise PaperError(f"第 {reader.line_num} 行：{said(e)}。") from None
    if not found:
        raise PaperError(f"文件里没有题目；第一行写列名（{'、'.join(NEEDED)} 必须有），以下每行一题。")
    return tuple(found)


def _unquoted(cell: str) -> str:
    """A cell without the apostrophe that keeps a spreadsheet from taking it for a formula."""
    return cell[1:] if cell.startswith("'") and cell[1:].lstrip(" ").startswith(FORMULA) else cell


def _headings(row: list[str]) -> list[str]:
    headings = [cell.strip().replace(" ", "") for cell in row]
    for key in NEEDED:
        if key not in headings:
            raise PaperError(
                f"第 1 行：没有“{key}”这一列；列名应为 {'、'.join(COLUMNS)}，其中 {'、'.join(NEEDED)} 必须有。"
            )
    for key in headings:
        if key and key not in COLUMNS:
            raise PaperError(f"第 1 行：不认识“{key[:20]}”这一列；可用的列名是 {'、'.join(COLUMNS)}。")
        if key and headings.count(key) > 1:
            raise PaperError(f"第 1 行：“{key}”写了两列；请删去一列。")
    return headings


def _item(line: int, cells: Mapping[str, str], game: GameId, clause: Callable[[str], str | None] | None) -> Item:
    options = [cells.get(f"选项{letter}", "") for letter in LETTERS]
    while options and not options[-1]:
        options.pop()
    answer = cells.get("答案", "").upper()
    if len(answer) != 1 or answer not in LETTERS[: len(options)]:
        said = f"答案“{answer[:10]}”" if answer else "没有写答案，"
        raise PaperError(f"第 {line} 行：{said}应是 {LETTERS[: len(options)]} 中的一个字母。")
    about = _game(line, cells.get("项目", ""), game)
    try:
        question = own_question(
            about, cells["题干"], tuple(options), LETTERS.index(answer), why=cells.get("解释", ""),
            cites=_cites(line, cells.get("依据", ""), about, clause), topic=cells.get("主题", ""),
            difficulty=number_of(f"第 {line} 行", cells.get("难度", ""), "难度", 0, 1, 0.5),
        )  # fmt: skip
    except FaultError as fault:
        raise PaperError(f"第 {line} 行：{fault}；请改正这一行。") from None
    return Item(question, number_of(f"第 {line} 行", cells.get("分值", ""), "分值", 0.01, 1000, 1.0))


def _game(line: int, written: str, game: GameId) -> GameId:
    if not written:
        return game
    from decision_trees.games import choices, game_named

    found = game_named(written)
    if found is None:
        raise PaperError(f"第 {line} 行：没有“{written[:20]}”这个项目；可用：{choices()}。")
    return found


def number_of(where: str, written: str, what: str, least: float, most: float, usual: float) -> float:
    """Read a number of a table; ``usual`` where nothing is written. Raises :class:`PaperError` with where it stands."""
    if not written:
        return usual
    try:
        value = float(written)
    except ValueError:
        value = float("nan")
    if not least <= value <= most:
        raise PaperError(f"{where}：{what}“{written[:20]}”应是 {least:g} 至 {most:g} 之间的数。")
    return value


def _cites(line: int, written: str, game: GameId, clause: Callable[[str], str | None] | None) -> tuple[str, ...]:
    found = []
    for each in filter(None, map(str.strip, re.split(r"[;；\n]", written))):
        id_ = clause(each) if clause is not None else each
        if id_ is None:
            raise PaperError(
                f"第 {line} 行：依据“{each[:30]}”不是任何条款；请写条款编号（如 bridge-1999:27A），几条用分号隔开。"
            )
        found.append(id_)
    return tuple(found)


def question_rows(items: tuple[Item, ...]) -> list[list[str]]:
    """Return questions as rows of the table that :func:`read_csv` reads, the column names first.

    Raises:
        PaperError: a question is answered in parts.
    """
    from app.exams.drawing import whole_stem
    from app.exams.paper import marks_text

    if any(item.question.parts for item in items):
        raise PaperError("CSV 只写得下选择题；有分几问的题，请导出 GIFT 或 Moodle XML。")
    most = max((len(item.question.options) for item in items), default=2)
    unused = {f"选项{letter}" for letter in LETTERS[most:]}
    rows = [[column for column in COLUMNS if column not in unused]]
    for item in items:
        question = item.question
        texts = [option.text for option in question.options]
        rows.append([
            whole_stem(question), *texts, *[""] * (most - len(texts)), LETTERS[question.right], question.why,
            "；".join(question.cites), question.game, question.topic, f"{question.difficulty:g}", marks_text(item.marks),
        ])  # fmt: skip
    return rows


def as_csv(items: tuple[Item, ...]) -> bytes:
    """Return questions as a table in UTF-8 with the mark by which Excel knows it; no cell is a formula to a spreadsheet."""
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\r\n").writerows([[harmless(cell) for cell in row] for row in question_rows(items)])
    return out.getvalue().encode("utf-8-sig")
