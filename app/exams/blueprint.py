"""A blueprint, and the paper composed of it: so many questions of this game, topic, kind and difficulty, for so many marks."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.exams.clashes import clash, left_open
from app.exams.limits import RULE, Limits, rule_of
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
    limits: Limits | None = None,
    book: str = "",
) -> Paper:
    """Compose a paper: what was chosen by hand first, then what the blueprint asks for.

    No two questions stand on it that give each other's answer away, and none whose answer the text leaves open. The same
    blueprint with the same seed composes the same paper.

    Raises:
        PaperError: there are not enough questions for a line, or the paper cannot be.
    """
    items = list(by_hand)
    _require_apart(items)
    chosen: dict[int, list[Item]] = {}
    for number, line in sorted(enumerate(wanted, 1), key=lambda each: not is_narrow(each[1])):
        chosen[number] = _found(number, line, draw, seed, items, books or {}, limits)
        items += chosen[number]
    items = [*by_hand, *(item for number in sorted(chosen) for item in chosen[number])]
    return checked(Paper(title.strip(), minutes, tuple(items), seed, versions, note, book))


def is_narrow(line: Wanted) -> bool:
    """Whether a line names a family of trees, and no topic: it is served first, before a wider line has used them."""
    from app.study.bank import topics

    if not line.topic or any(line.topic in (each.id, each.title) for each in topics(line.game)):
        return False
    return bool(trees_about(line.game, line.topic))


def _found(
    number: int,
    line: Wanted,
    draw: Draw,
    seed: int,
    there: Sequence[Item],
    books: Mapping[str, Book],
    limits: Limits | None,
) -> list[Item]:
    """The questions of one line. Raises :class:`PaperError`: there are not enough."""
    chance = random.Random(f"{seed}/{number}")
    found: list[Item] = []
    for looked, question in enumerate(draw(line, chance.randrange(1 << 30))):
        if len(found) == line.number or looked >= TRIES * line.number:
            break
        items = [*there, *found]
        if not line.fits(question) or not _may_stand(question, items, books):
            continue
        if limits is None or limits.allow(question, [item.question for item in items]):
            found.append(Item(question, line.marks))
    if len(found) < line.number:
        about = "、".join(filter(None, (line.topic, line.kind))) or "全部"
        raise PaperError(
            f"第 {number} 行要 {line.number} 题（{line.game}，{about}），只找到 {len(found)} 题互不泄露答案的；"
            "请减少题数，或放宽主题、题型、难度。"
        )
    return found


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
    family = frozenset() if chosen else trees_about(line.game, line.topic)
    if not (chosen or family) or (line.kind and not asked and in_parts is None):
        what, name = ("主题", line.topic) if not (chosen or family) else ("题型", line.kind)
        titles = [each.title for each in (topics(line.game) if what == "主题" else kinds())]
        offered = "、".join([*titles, *(TITLES.values() if what == "题型" else ())])
        raise PaperError(f"没有“{name}”这个{what}；可用：{offered}。")
    if in_parts is not None:
        yield from made(line.game, in_parts, next(iter(chosen), ""), seed, family)
        return
    if family:
        yield from _of_family(line, family, asked, seed)
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


def trees_about(game: GameId, word: str) -> frozenset[str]:
    """The trees of a game that have a word in their titles: 藏牌 names those of revokes."""
    from app.base.opened import trees

    return frozenset(each.id for each in trees().trees.values() if each.game == game and word and word in each.title)


def _of_family(line: Wanted, family: frozenset[str], asked: set[str], seed: int) -> Iterator[Question]:
    """Yield questions of the bank about some trees, of given kinds or of all that ask about them."""
    from app.study.bank import SEEDS, NoQuestionError, make, subjects

    wanted = {f"tree:{tree}" for tree in family}
    offered = [(kind, each.id) for each in subjects(line.game) if each.id in wanted for kind in each.kinds]
    offered = [each for each in offered if not asked or each[0] in asked]
    chance = random.Random(seed)
    for _ in range(TRIES * line.number if offered else 0):
        kind, subject = chance.choice(offered)
        try:
            yield make(kind, subject, chance.randrange(SEEDS))
        except NoQuestionError:
            continue


def _may_stand(question: Question, items: Sequence[Item], books: Mapping[str, Book]) -> bool:
    return not left_open(question, books) and not any(clash(item.question, question) for item in items)


def _require_apart(items: Sequence[Item]) -> None:
    for later, item in enumerate(items):
        for earlier in range(later):
            why = clash(items[earlier].question, item.question)
            if why:
                raise PaperError(f"自选的第 {earlier + 1} 题和第 {later + 1} 题不能同卷：{why}；请去掉一题。")


def read_blueprint(text: str) -> tuple[Wanted, ...]:
    """Read the lines of a blueprint from a table. Raises :class:`PaperError`, as :func:`read_plan` does."""
    return read_plan(text)[0]


def read_plan(text: str) -> tuple[tuple[Wanted, ...], Limits]:
    """Read a blueprint from a table with the columns :data:`COLUMNS`: its lines, and what it rules for the whole paper.

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
    found, limits = [], Limits()
    for line, row in enumerate(rows[1:], 2):
        if not any(cell.strip() for cell in row):
            continue
        cells = {key: cell.strip() for key, cell in zip(headings, row, strict=False)}
        if cells.get("项目") == RULE:
            limits = rule_of(line, cells.get("主题", ""), cells.get("题数", ""), limits)
            continue
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
    return tuple(found), limits


def _number(line: int, cells: Mapping[str, str], key: str, least: float, most: float, usual: float) -> float:
    return number_of(f"细目表第 {line} 行", cells.get(key, ""), key, least, most, usual)


def searched(questions: Iterable[Question], words: str) -> Iterator[Question]:
    """Yield the questions of a bank that contain every word, to choose by hand."""
    wanted = words.lower().split()
    for question in questions:
        text = " ".join((question.stem, question.why, *(option.text for option in question.options))).lower()
        if all(word in text for word in wanted):
            yield question
