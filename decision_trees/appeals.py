"""What a written appeal has to hold, by game: to whom, how long, what is asked for, who signs. Every line with its clause.

Written down in ``decision_trees/<game>/appeal.yaml``; the app prints the form and fills in what it knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from decision_trees.functions import RuleInputError
from decision_trees.law import open_question
from decision_trees.loader import ROOT
from rules_data.handbook import Handbook
from rules_data.loader import DataError, Document, Problem, read_yaml, validate
from rules_data.record import record

APPEAL = "appeal.yaml"


@record
class Point:
    """Something the text says about appeals."""

    text: str
    cites: tuple[str, ...]


@record
class Limit:
    """How long one may appeal."""

    text: str
    cites: tuple[str, ...]
    minutes: int


@record
class Ask:
    """Something the appellant writes down or ticks."""

    label: str
    cites: tuple[str, ...]
    lines: int = 0  # to write on
    options: tuple[Point, ...] = ()  # to tick


@record
class Signature:
    """Who signs, and what it means."""

    who: str
    cites: tuple[str, ...]
    note: str | None = None


@record
class AppealForm:
    """The written appeal of one game."""

    title: str
    to: Point
    by: Point
    asks: tuple[Ask, ...]
    signatures: tuple[Signature, ...]
    limit: Limit | None = None
    requires: tuple[Point, ...] = ()
    handling: tuple[Point, ...] = ()
    open_questions: tuple[str, ...] = ()
    unsaid: str | None = None  # what the text is silent about

    def points(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield every line with its clauses, in the order of the form."""
        yield self.to.text, self.to.cites
        yield self.by.text, self.by.cites
        if self.limit is not None:
            yield self.limit.text, self.limit.cites
        for point in self.requires:
            yield point.text, point.cites
        for ask in self.asks:
            yield ask.label, ask.cites
            for option in ask.options:
                yield option.text, option.cites
        for signature in self.signatures:
            yield signature.who, signature.cites
        for point in self.handling:
            yield point.text, point.cites

    @property
    def cites(self) -> tuple[str, ...]:
        """The clauses the form rests on, each once."""
        return tuple(dict.fromkeys(cite for _, cites in self.points() for cite in cites))


def _file(game: str, root: Path) -> Path:
    return root / game / APPEAL


def load_appeal(game: str, root: Path = ROOT) -> AppealForm | None:
    """Return the appeal form of a game; None when there is no file. Raises DataError with every fault of form."""
    file = _file(game, root)
    if not file.exists():
        return None
    form: AppealForm = validate(read_yaml(file), AppealForm)
    return form


def check_appeal(game: str, handbook: Handbook, root: Path = ROOT) -> list[Problem]:
    """Say everything wrong with a game's appeal form: lines without a clause, clauses and questions that are not there."""
    file = _file(game, root)
    try:
        document = read_yaml(file)
        form: AppealForm = validate(document, AppealForm)
    except DataError as e:
        return list(e.problems)
    return list(_problems(form, game, document, handbook))


def _problems(form: AppealForm, game: str, document: Document, handbook: Handbook) -> Iterator[Problem]:
    file = document.file
    for text, cites in form.points():
        if not cites:
            yield Problem(file, None, f"“{text}”没有依据。", "请写 cites。")
        for cite in cites:
            if cite not in handbook:
                yield Problem(file, None, f"“{text}”引用的 {cite} 不存在。", "请改正条文编号。")
            elif handbook.book_of(cite).game != game:
                yield Problem(file, None, f"“{text}”引用了别的项目的条文 {cite}。", "请引用本项目的规则。")
    if form.limit is not None and not _printed(str(form.limit.minutes), form.limit.cites, handbook):
        yield Problem(
            file, document.line(("limit",)), f"条文里没有“{form.limit.minutes}分钟”这个期限。", "请照条文填写 minutes。"
        )
    for ask in form.asks:
        if not ask.lines and not ask.options:
            yield Problem(file, None, f"“{ask.label}”没有地方填写。", "请写 lines 或 options。")
    for id_ in form.open_questions:
        try:
            open_question(handbook.books, id_)
        except (RuleInputError, KeyError):
            yield Problem(file, None, f"没有未定问题 {id_}。", "请改正编号。")


def _printed(number: str, cites: Iterable[str], handbook: Handbook) -> bool:
    return any(
        re.search(rf"(?<!\d){number}(?!\d)\s*分钟", provision.text or "")
        for cite in cites
        if cite in handbook
        for provision in handbook.provision(cite).walk()
    )
