"""A blueprint, and the paper composed of it: so many questions of this game, topic, kind and difficulty, for so many marks."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.exams.clashes import clash, left_open
from app.exams.own_questions import number_of
from app.exams.paper import Item, Paper, PaperError, checked
from app.exams.table import table_rows

if TYPE_CHECKING:
    from app.study.model import Question
    from rules_data.model import Book, GameId

COLUMNS = ("项目", "主题", "题型", "最易", "最难", "题数", "分值")
TRIES = 40  # questions looked at for each one wanted


@dataclass(frozen=True, slots=True)
class Wanted:
    """One line of a blueprint."""

    game: GameId
    topic: str = ""  # empty: any
    kind: str = ""  # empty: any
    easiest: float = 0.0
    hardest: float = 1.0
    number: int = 1
    marks: float = 1.0  # of each question

    def fits(self, question: Question) -> bool:
        """Whether a question is of this line's game and difficulty; topic and kind are the bank's to find."""
        return question.game == self.game and self.easiest <= question.difficulty <= self.hardest


LEVELS: Mapping[str, tuple[str, float, float]] = {
    "": ("各种难易", 0.0, 1.0),
    "easy": ("易", 0.0, 0.35),
    "middle": ("中", 0.35, 0.55),
    "hard": ("难", 0.55, 1.0),
}
"""How hard the questions of a line are, as one taps it: its name, and between which estimates."""

Draw = Callable[[Wanted, int], Iterator["Question"]]
"""Yields questions of a line's topic and kind, made with a seed; it may go on for ever."""


def composed(
    title: str,
    minutes: int,
    wanted: Sequence[Wanted],
    draw: Draw,
    *,
    seed: int = 1,
    versions: int = 1,
    by_hand: Sequence[Item] = (),
    books: Mapping[str, Book] | None = None,
    note: str = "",
) -> Paper:
    """Compose a paper: what was chosen by hand first, then what the blueprint asks for.

    No two questions stand on it that give each other's answer away, and none whose answer the text leaves open. The same
    blueprint with the same seed composes the same paper.

    Raises:
        PaperError: there are not enough questions for a line, or the paper cannot be.
    """
    items = list(by_hand)
    _require_apart(items)
    for number, line in enumerate(wanted, 1):
        chance = random.Random(f"{seed}/{number}")
        found = 0
        for looked, question in enumerate(draw(line, chance.randrange(1 << 30))):
            if found == line.number or looked >= TRIES * line.number:
                break
            if line.fits(question) and _may_stand(question, items, books or {}):
                items.append(Item(question, line.marks))
                found += 1
        if found < line.number:
            about = "、".join(filter(None, (line.topic, line.kind))) or "全部"
            raise PaperError(
                f"第 {number} 行要 {line.number} 题（{line.game}，{about}），只找到 {found} 题互不泄露答案的；"
                "请减少题数，或放宽主题、题型、难度。"
            )
    return checked(Paper(title.strip(), minutes, tuple(items), seed, versions, note))


MISSES = 5  # times in a row that the bank finds nothing


def from_bank(line: Wanted, seed: int, hardness: Callable[[Question], float] | None = None) -> Iterator[Question]:
    """Yield questions of the bank for a line; a topic or kind is named by its id or its title.

    ``hardness`` says how hard a question has shown itself to be (:mod:`app.study.difficulty`); the line's difficulty means that.
    """
    from app.exams.in_parts import TITLES, kind_named, made
    from app.study.bank import NoQuestionError, any_question, kinds, topics

    chosen = {line.topic} & ({each.id for each in topics(line.game)} | {""})
    chosen |= {each.id for each in topics(line.game) if each.title == line.topic}
    asked = {each.id for each in kinds() if line.kind in (each.id, each.title)}
    in_parts = kind_named(line.kind)
    if not chosen or (line.kind and not asked and in_parts is None):
        what, name = ("主题", line.topic) if not chosen else ("题型", line.kind)
        titles = [each.title for each in topics(line.game)] if not chosen else [each.title for each in kinds()]
        offered = "、".join([*titles, *(TITLES.values() if chosen else ())])
        raise PaperError(f"没有“{name}”这个{what}；可用：{offered}。")
    if in_parts is not None:
        yield from made(line.game, in_parts, next(iter(chosen)), seed)
        return
    chance, missed = random.Random(seed), 0
    had: set[str] = set()  # each subject once, before any comes again
    while missed < MISSES:
        try:
            found = any_question(
                chance, line.game, chosen - {""}, asked, (line.easiest, line.hardest), had, hardness=hardness
            )
        except NoQuestionError:
            missed += 1
            had.clear()
            continue
        had.add(found.subject)
        yield found if hardness is None else replace(found, difficulty=hardness(found))
        missed = 0


def _may_stand(question: Question, items: Sequence[Item], books: Mapping[str, Book]) -> bool:
    return not left_open(question, books) and not any(clash(item.question, question) for item in items)


def _require_apart(items: Sequence[Item]) -> None:
    for later, item in enumerate(items):
        for earlier in range(later):
            why = clash(items[earlier].question, item.question)
            if why:
                raise PaperError(f"自选的第 {earlier + 1} 题和第 {later + 1} 题不能同卷：{why}；请去掉一题。")


def read_blueprint(text: str) -> tuple[Wanted, ...]:
    """Read a blueprint from a table with the columns :data:`COLUMNS`.

    Raises:
        PaperError: with the line and what to do.
    """
    from decision_trees.games import choices, game_named

    rows = table_rows("细目表", text)
    if not rows or "项目" not in (headings := [cell.strip() for cell in rows[0]]):
        raise PaperError(f"细目表第 1 行应是列名：{'、'.join(COLUMNS)}，其中“项目”必须有。")
    strange = [each for each in headings if each and each not in COLUMNS]
    if strange:
        raise PaperError(f"细目表第 1 行：不认识“{strange[0][:20]}”这一列；可用的列名是 {'、'.join(COLUMNS)}。")
    found = []
    for line, row in enumerate(rows[1:], 2):
        if not any(cell.strip() for cell in row):
            continue
        cells = {key: cell.strip() for key, cell in zip(headings, row, strict=False)}
        game = game_named(cells.get("项目", ""))
        if game is None:
            raise PaperError(f"细目表第 {line} 行：没有“{cells.get('项目', '')[:20]}”这个项目；可用：{choices()}。")
        number = _number(line, cells, "题数", 1, 300, 1)
        if number != int(number):
            raise PaperError(f"细目表第 {line} 行：题数应是整数。")
        found.append(
            Wanted(
                game, cells.get("主题", ""), cells.get("题型", ""), _number(line, cells, "最易", 0, 1, 0),
                _number(line, cells, "最难", 0, 1, 1), int(number), _number(line, cells, "分值", 0.01, 1000, 1),
            )
        )  # fmt: skip
    if not found:
        raise PaperError("细目表里没有一行要题；请在列名下写上项目和题数。")
    return tuple(found)


def _number(line: int, cells: Mapping[str, str], key: str, least: float, most: float, usual: float) -> float:
    return number_of(f"细目表第 {line} 行", cells.get(key, ""), key, least, most, usual)


def searched(questions: Iterable[Question], words: str) -> Iterator[Question]:
    """Yield the questions of a bank that contain every word, to choose by hand."""
    wanted = words.lower().split()
    for question in questions:
        text = " ".join((question.stem, question.why, *(option.text for option in question.options))).lower()
        if all(word in text for word in wanted):
            yield question
