"""Tools of a game: one question, one number, its working and its clause (具).

Written down in ``decision_trees/<game>/tools.yaml``: what is entered and how, what the answer is made of. What a tool says is
worked out by rule functions; ``says`` makes sentences of what they return. A tool whose answer is more than sentences
(a table, a picture) has its model in ``app/tools``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any, Literal

from decision_trees.functions import RuleInputError, function
from decision_trees.law import open_question
from decision_trees.loader import ROOT
from decision_trees.model import Figure
from rules_data.handbook import Handbook
from rules_data.loader import DataError, Document, Problem, read_yaml, validate
from rules_data.record import record

TOOLS = "tools.yaml"
ID = re.compile(r"[a-z]+(_[a-z]+)*")
RESERVED = frozenset({"step", "go"})  # words of an address that say something else

Pad = Literal["choice", "number", "numbers", "cards", "auction", "seat", "rank", "level", "time", "text"]
"""How something is entered: one of several keys, a number on keys, a column of numbers, cards, an auction, a seat, a rank, a
level (a rank, or past the ace), a time of day, or words (pasted rows)."""


@record
class Entry:
    """Something that is entered."""

    label: str
    pad: Pad
    options: dict[str, str] = field(default_factory=dict)  # for choice: value -> words
    minimum: int | None = None
    maximum: int | None = None
    decimals: int = 0  # digits after the point that are written
    unit: str | None = None
    start: Any = None  # what stands there before anything is entered
    optional: bool = False  # there is an answer without it
    help: str | None = None
    only: dict[str, Any] = field(
        default_factory=dict
    )  # asked only where these entries have these values (or one of several)
    known: str | None = None  # taken from a fact of the deal sheet, or from what the event decided (guandan-2017/D-09)


@record
class Tool:
    """One tool."""

    id: str  # bridge.score
    title: str
    about: str  # one line: what it answers
    called: tuple[str, ...]  # what people look for it by
    cites: tuple[str, ...]
    entries: dict[str, Entry] = field(default_factory=dict)
    says: dict[str, Figure] = field(default_factory=dict)  # sentences, the first is the answer
    note: str | None = None  # what the text leaves open here
    needs: str | None = None  # a library without which it is not shown

    @property
    def game(self) -> str:
        """The game it belongs to."""
        return self.id.partition(".")[0]

    @property
    def name(self) -> str:
        """Its name in an address."""
        return self.id.replace(".", "-").replace("_", "-")


def asked(tool: Tool, values: Mapping[str, Any]) -> Iterator[str]:
    """Yield the entries that are asked for where these values stand."""
    for name, entry in tool.entries.items():
        if all(
            values.get(other) in (wanted if isinstance(wanted, list | tuple) else (wanted,))
            for other, wanted in entry.only.items()
        ):
            yield name


def load_tools(game: str, root: Path = ROOT) -> tuple[Tool, ...]:
    """The tools of a game; none when there is no file. Raises DataError with every fault of form."""
    file = root / game / TOOLS
    if not file.exists():
        return ()
    tools: tuple[Tool, ...] = validate(read_yaml(file), tuple[Tool, ...])
    return tools


def check_tools(game: str, handbook: Handbook, root: Path = ROOT) -> list[Problem]:
    """Say everything wrong with a game's tools."""
    file = root / game / TOOLS
    if not file.exists():
        return []
    try:
        document = read_yaml(file)
        tools: tuple[Tool, ...] = validate(document, tuple[Tool, ...])
    except DataError as e:
        return list(e.problems)
    return [
        problem for number, tool in enumerate(tools) for problem in _problems(tool, game, document, number, handbook)
    ]


def _problems(tool: Tool, game: str, document: Document, number: int, handbook: Handbook) -> Iterator[Problem]:
    file, line = document.file, document.line((number,))

    def problem(what: str, remedy: str) -> Problem:
        return Problem(file, line, f"工具 {tool.id}：{what}", remedy)

    if tool.game != game or not ID.fullmatch(tool.id.partition(".")[2]):
        yield problem(f"名字应为 {game}.小写字母和下划线。", "请改 id。")
    if not tool.cites or not tool.called:
        yield problem("没有依据，或没有写人们怎样找它。", "请写 cites 和 called。")
    cited = [*tool.cites, *(cite for figure in tool.says.values() for cite in figure.cites)]
    for figure in tool.says.values():
        cited += (cite for values in figure.cites_where.values() for cites in values.values() for cite in cites)
    for cite in dict.fromkeys(cited):
        if cite not in handbook:
            yield problem(f"引用的 {cite} 不存在。", "请改正条文编号。")
        elif handbook.book_of(cite).game != game:
            yield problem(f"引用了别的项目的条文 {cite}。", "请引用本项目的规则。")
    for name, entry in tool.entries.items():
        if name in RESERVED:
            yield problem(f"“{name}”在地址里另有用处。", "请换一个名字。")
        if (entry.pad == "choice") != bool(entry.options):
            yield problem(f"“{name}”的 options 与 pad 不合。", "choice 要写 options，别的不写。")
        if entry.pad == "number" and (entry.minimum is None or entry.maximum is None):
            yield problem(f"“{name}”没有写范围。", "请写 minimum 和 maximum。")
        if entry.known and "/" in entry.known:
            try:
                decided = {each.key for each in open_question(handbook.books, entry.known).options}
            except RuleInputError as e:
                yield problem(f"“{name}”：{e}", "请改正 known。")
            else:
                if decided != set(entry.options):
                    yield problem(
                        f"“{name}”的选项和 {entry.known} 的不同。", f"请照它写：{'、'.join(sorted(decided))}。"
                    )
        for other in entry.only:
            if other not in tool.entries:
                yield problem(f"“{name}”的 only 里没有“{other}”这一项。", "请改正名字。")
    yield from _figures(tool, problem)


def _figures(tool: Tool, problem: Any) -> Iterator[Problem]:
    before = set(tool.entries)
    for name, figure in tool.says.items():
        try:
            known = function(figure.call)
        except RuleInputError as e:
            yield problem(str(e), "请改正 call。")
            continue
        for parameter in known.parameters:
            if parameter not in figure.given and parameter not in known.optional:
                yield problem(f"{name} 缺少 {figure.call} 的参数“{parameter}”。", "请写 given。")
        for parameter in figure.given:
            if parameter not in known.parameters:
                yield problem(f"{figure.call} 没有参数“{parameter}”。", "请改正 given。")
        for reference in references(figure.given):
            if reference.rstrip("?").partition(".")[0] not in before:
                yield problem(f"{name} 用到的“{reference}”没有录入，也不在前面。", "请改正 given。")
        before.add(name)


def references(given: Any) -> Iterator[str]:
    """Yield the names of entries and of earlier figures that something given refers to: ``$level``, ``$board.dealer``."""
    if isinstance(given, str) and given.startswith("$"):
        yield given[1:]
    elif isinstance(given, Mapping):
        for value in given.values():
            yield from references(value)
    elif isinstance(given, list | tuple):
        for value in given:
            yield from references(value)
