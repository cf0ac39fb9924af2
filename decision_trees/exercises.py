"""Exercises on the rule functions: ``<game>/study.yaml``, what is asked, with which inputs, and how inputs and results are said.

The answer of an exercise is never written: the function says it. Numbers of the rules come from the books' tables through the
functions; the ranges written here only bound what is asked.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar

from decision_trees import functions
from decision_trees.functions import RuleInputError
from decision_trees.law import open_question
from decision_trees.loader import ROOT, GameFiles
from decision_trees.roles import named
from rules_data.handbook import Handbook
from rules_data.loader import DataError, Document, Problem, read_yaml, validate
from rules_data.record import record

FILE = "study.yaml"
ExerciseKind = Literal["number", "beats", "legal", "card", "chooser", "choice"]


@record
class Input:
    """One input of an exercise: how its value is found by chance, and how it is said. Exactly one way to find it."""

    of: tuple[Any, ...] = ()  # one of these
    between: tuple[int, ...] = ()  # a whole number from the first to the second
    step: int = 1
    sum: tuple[str, ...] = ()  # the sum of other inputs
    times: tuple[str, ...] = ()  # a time of day from the first to the second, in steps of minutes
    cards: int | None = None  # so many cards of the pack, none of them in another input; of one, the card itself
    suits: tuple[str, ...] = ()  # only of these suits
    ranks: tuple[str, ...] = ()  # only of these ranks
    one_of: str | None = None  # one card of another input
    dealt: str | None = None  # what a function of the game deals by chance: guandan.two_plays; its keys become inputs
    words: dict[str, str] = field(default_factory=dict)  # how values are said: {yes: 有局}
    otherwise: str | None = None  # said where a wrong answer needs another value of this: 庄家方{vulnerable}时
    other: bool = True  # may be otherwise in wrong answers


@record
class Answer:
    """One of the answers of an exercise that has always the same."""

    text: str
    why: str | None = None  # when it is right, in one sentence with its clause
    cites: tuple[str, ...] = ()


@record
class Each:
    """The options are values tried one after another for one input of the function: right where its result is as wanted."""

    of: str  # the input whose items are tried
    input: str | None = None  # the parameter they are tried for; None: the function is called once
    right: dict[str, Any] = field(default_factory=dict)  # of the result
    within: str | None = None  # or: right are those in this list of the result
    outside: bool = False  # or those that are not in it
    text: str = "{candidate:card}"
    listed: bool = False  # the function takes a list of one
    why: str | None = None  # of a wrong one, with its own result put in


@record
class Then:
    """A further function, called with inputs and results that are known, to say more."""

    call: str
    given: dict[str, Any] = field(default_factory=dict)
    take: dict[str, str] = field(default_factory=dict)  # key of the result -> name in texts


@record
class Row:
    """The row of a table that a number falls into; its columns are named ``row_column`` in texts."""

    table: str  # book/table
    at: str  # the input or result that is looked up
    low: str  # column of the lowest value of a row
    high: str | None = None  # column of the highest, empty where there is no end; None: one value a row


@record
class Exercise:
    """What is asked of one rule function."""

    id: str  # unique within the game
    title: str  # what is to be known: 复式记分
    kind: ExerciseKind
    topic: str  # a stage of the game
    inputs: dict[str, Input]
    call: str
    stem: str
    why: str
    cites: tuple[str, ...]
    given: dict[str, Any] = field(
        default_factory=dict
    )  # parameter -> $input or value; nothing: every input by its name
    then: tuple[Then, ...] = ()
    row: Row | None = None
    answer: str | None = None  # made of the result
    by: str | None = None  # key of the result that decides among ``answers``
    answers: dict[str, Answer] = field(default_factory=dict)
    each: Each | None = None
    only: dict[str, tuple[Any, ...]] = field(default_factory=dict)  # asked only where the result has one of these
    words: dict[str, dict[str, str]] = field(default_factory=dict)  # how values of the result are said
    signed: bool = False  # the answers are numbers in which the sign counts
    settles: dict[str, str] = field(default_factory=dict)  # open questions that the stem settles -> answer
    drawn: tuple[str, ...] = ()  # inputs whose cards are drawn
    auction: str | None = None  # input whose calls are drawn
    dealer: str | None = None
    difficulty: float = 0.5


# -- what games deal by chance -------------------------------------------------------------------------------------------
Dealing = Callable[[random.Random], dict[str, Any]]
D = TypeVar("D", bound=Dealing)
_dealings: dict[str, Dealing] = {}


def deals(name: str) -> Callable[[D], D]:
    """Register a function that deals inputs by chance: cards that make a pattern, an auction that can be."""

    def register(function: D) -> D:
        _dealings[name] = function
        return function

    return register


def dealt(name: str, rng: random.Random) -> dict[str, Any]:
    """What a game deals by this name. Raises :class:`RuleInputError` when it knows none."""
    functions.functions(name.partition(".")[0])  # its modules are read in
    found = _dealings.get(name)
    if found is None:
        raise RuleInputError(f"没有发牌的函数“{name}”。")
    return found(rng)


# -- reading and checking ------------------------------------------------------------------------------------------------
def load_exercises(game: str, root: Path = ROOT) -> tuple[tuple[Exercise, ...], Document] | None:
    """The exercises of a game; None when there is no file. Raises DataError with every fault of form."""
    file = root / game / FILE
    if not file.exists():
        return None
    document = read_yaml(file)
    tidy = Document(file, _tidy(document.data), document.lines)
    return tuple(validate(tidy, tuple[Exercise, ...])), document


def _tidy(node: Any) -> Any:
    """YAML reads yes, no and numbers as what they are, also as the names of answers and words."""
    if isinstance(node, Mapping):
        names = {True: "yes", False: "no"}
        return {(names[k] if isinstance(k, bool) else str(k)): _tidy(v) for k, v in node.items()}
    return [_tidy(v) for v in node] if isinstance(node, list) else node


@dataclass(frozen=True, slots=True)
class _Faults:
    exercise: Exercise
    stages: frozenset[str]
    handbook: Handbook

    def all(self) -> Iterator[tuple[str, str]]:
        """What is wrong with one exercise, and what to do."""
        e = self.exercise
        if e.topic not in self.stages:
            yield f"没有“{e.topic}”这个阶段。", "请改成 stages.yaml 里的 id。"
        cited = (*e.cites, *(c for a in e.answers.values() for c in a.cites))
        for cite in cited:
            if cite not in self.handbook:
                yield f"没有条款“{cite}”。", "请改成手册里的条款编号。"
        if not e.cites:
            yield "没有写条款。", "请在 cites 里写出决定答案的条款。"
        if (e.answer is not None) + bool(e.answers) + (e.each is not None) != 1:
            yield "answer、answers、each 要写一种。", "请只留一种。"
        if bool(e.answers) != (e.by is not None):
            yield "answers 和 by 要一起写。", "请补上或删去。"
        if not e.stem.endswith("？"):
            yield "题干不是一个问句。", "请以“？”结尾。"
        yield from self._calls()
        yield from self._names()
        for id_, answer in e.settles.items():
            try:
                keys = {o.key for o in open_question(self.handbook.books, id_).options}
            except RuleInputError as fault:
                yield str(fault), "请改成手册里的未定问题。"
            else:
                if answer not in keys:
                    yield f"未定问题 {id_} 没有“{answer}”这个答案。", f"可用：{'、'.join(sorted(keys))}。"

    def _calls(self) -> Iterator[tuple[str, str]]:
        e = self.exercise
        for name in (e.call, *(t.call for t in e.then)):
            try:
                functions.function(name)
            except RuleInputError as fault:
                yield str(fault), "请改成登记过的函数。"
        for name, each in e.inputs.items():
            ways = (each.of, each.between, each.sum, each.times, each.cards, each.one_of, each.dealt)
            if sum(bool(w) for w in ways) != 1:
                yield f"“{name}”要写一种取值的办法。", "请写 of、between、sum、times、cards、one_of、dealt 之一。"

    def _names(self) -> Iterator[tuple[str, str]]:
        e = self.exercise
        if any(each.dealt for each in e.inputs.values()):
            return  # what is dealt is known when it is dealt
        used = [n for n in named(e.stem) if n not in e.inputs]
        if used:
            yield f"题干里的“{used[0]}”不是一个输入。", f"可用：{'、'.join(e.inputs)}。"


class Named(Protocol):
    """Something written in a list that has a name of its own."""

    @property
    def id(self) -> str:
        """Its name."""


T = TypeVar("T", bound=Named)


def check_each(
    load: Callable[[], tuple[Sequence[T], Document] | None], faults: Callable[[T], Iterator[tuple[str, str]]]
) -> Iterator[Problem]:
    """Everything wrong with what a list has: its form, names written twice, and the ``faults`` of each."""
    try:
        loaded = load()
    except DataError as fault:
        yield from fault.problems
        return
    if loaded is None:
        return
    listed, document = loaded
    seen: set[str] = set()
    for i, each in enumerate(listed):
        if each.id in seen:
            yield Problem(document.file, document.line((i,)), f"“{each.id}”写了两次。", "请改成不同的 id。")
        seen.add(each.id)
        for what, do in faults(each):
            yield Problem(document.file, document.line((i,)), f"{each.id}：{what}", do)


def check_exercises(files: GameFiles, handbook: Handbook, root: Path = ROOT) -> Iterator[Problem]:
    """Everything wrong with the exercises of a game."""
    stages = frozenset(stage.id for stage in files.stages)
    yield from check_each(
        lambda: load_exercises(files.game, root), lambda exercise: _Faults(exercise, stages, handbook).all()
    )
