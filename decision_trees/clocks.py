"""Clocks of a game: time limits that a referee watches, and what each of them brings (22, 27, 39.1.2, 79C, 92B).

Written down in ``decision_trees/<game>/clocks.yaml``. How long is never written there: every limit is a cell of a table of the
game's books.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import field
from pathlib import Path

from decision_trees import tables
from decision_trees.loader import ROOT
from decision_trees.model import Level
from rules_data.handbook import Handbook
from rules_data.loader import DataError, Document, Problem, read_yaml, validate
from rules_data.record import record

CLOCKS = "clocks.yaml"
SECONDS = {"秒": 1, "分钟": 60, "小时": 3600}
_WRITTEN = re.compile(r"(\d{1,6})秒")  # of a text that was brought: what somebody confirmed is written as it is
CHOSEN = "chosen"  # instead of a cell: the minutes the event has set for its rounds


@record
class Step:
    """What is said when a limit is over."""

    say: str
    after: tuple[str, ...] = ()  # limits that are over by then, added up: book/table/row[/column]; none: from the start
    level: Level = "restriction"
    every: str | None = None  # a limit after which it happens again, and again
    cites: tuple[str, ...] = ()


@record
class Clock:
    """A clock."""

    id: str  # guandan.play
    title: str
    about: str  # what happens while it runs in time
    cites: tuple[str, ...]
    steps: tuple[Step, ...]
    sides: bool = False  # each side has one of its own: both are late, or one is
    minutes: int | None = None  # what is offered where the event sets the length itself
    called: tuple[str, ...] = field(default_factory=tuple)

    @property
    def game(self) -> str:
        """The game it belongs to."""
        return self.id.partition(".")[0]


def seconds(limit: str, chosen: int | None) -> int:
    """How long a limit is. Raises KeyError where the books have no such cell."""
    if (own := _WRITTEN.fullmatch(limit)) is not None:
        return int(own[1])
    if limit == CHOSEN:
        return (chosen or 0) * SECONDS["分钟"]
    book, table, row, *column = limit.split("/")
    rows = tables.rows(book, table)
    key = next(each for each in ("band", "kind", "name") if each in rows[0])
    found = next((each for each in rows if each[key] == row), None)
    if found is None:
        raise KeyError(limit)
    name = column[0] if column else next(each for each in ("value", "limit") if each in found)
    return int(found[name] * SECONDS.get(found.get("unit", ""), SECONDS["分钟"]))


def starts(clock: Clock, chosen: int | None = None) -> tuple[tuple[int, Step], ...]:
    """When each step begins, in seconds from the start; a step begins when its limits are over, not when they are reached."""
    return tuple((sum(seconds(limit, chosen) for limit in step.after), step) for step in clock.steps)


def load_clocks(game: str, root: Path = ROOT) -> tuple[Clock, ...]:
    """The clocks of a game; none when there is no file. Raises DataError with every fault of form."""
    file = root / game / CLOCKS
    if not file.exists():
        return ()
    clocks: tuple[Clock, ...] = validate(read_yaml(file), tuple[Clock, ...])
    return clocks


def check_clocks(game: str, handbook: Handbook, root: Path = ROOT) -> list[Problem]:
    """Say everything wrong with a game's clocks."""
    file = root / game / CLOCKS
    if not file.exists():
        return []
    try:
        document = read_yaml(file)
        clocks: tuple[Clock, ...] = validate(document, tuple[Clock, ...])
    except DataError as e:
        return list(e.problems)
    return [problem for at, clock in enumerate(clocks) for problem in _problems(clock, game, document, at, handbook)]


def _problems(clock: Clock, game: str, document: Document, at: int, handbook: Handbook) -> Iterator[Problem]:
    def problem(what: str, remedy: str) -> Problem:
        return Problem(document.file, document.line((at,)), f"计时 {clock.id}：{what}", remedy)

    if clock.game != game:
        yield problem("不是本项目的。", f"id 应以 {game}. 开头。")
    if not clock.cites or not clock.steps:
        yield problem("没有依据，或没有写到时怎样。", "请写 cites 和 steps。")
    for cite in dict.fromkeys((*clock.cites, *(cite for step in clock.steps for cite in step.cites))):
        if cite not in handbook:
            yield problem(f"引用的 {cite} 不存在。", "请改正条文编号。")
    for limit in _limits(clock.steps):
        try:
            seconds(limit, clock.minutes)
        except (KeyError, StopIteration, TypeError, ValueError):
            yield problem(f"规则书的表里没有“{limit}”。", "请写 书/表/行，或 chosen。")
        if limit == CHOSEN and clock.minutes is None:
            yield problem("时长由竞赛规程定，没有写先给多少分钟。", "请写 minutes。")


def _limits(steps: Sequence[Step]) -> Iterator[str]:
    for step in steps:
        yield from step.after
        if step.every:
            yield step.every
