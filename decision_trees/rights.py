"""What each person at the table may, must and must not do at each stage, and what he may ask: ``<game>/rights.yaml``.

A **line** is one sentence for players with its clauses. It holds for some roles at some stages; ``groups`` of the file give
a name to several roles or stages, and are spelt out when the file is read. A role that only exists at some stages (there is
no declarer before the auction is over) names them. Where the texts give a role nothing at a stage, ``empty`` says so and why.

A line that states a consequence (a penalty, tricks, a warning …) names the outcome of a tree that rules it (``ruled``), with the
words that both say; or the reason why no tree does (``unruled``). :mod:`decision_trees.ruled` walks them.

Where a supplement that an event may adopt changes the base text, a line says so: ``layer: added`` holds only with the
supplement, ``layer: replaced`` only without it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from decision_trees.functions import RuleInputError
from decision_trees.games import games
from decision_trees.law import open_question
from decision_trees.loader import ROOT, GameFiles
from decision_trees.reach import facts_of, outcomes_of, reached
from rules_data.handbook import Handbook, open_handbook
from rules_data.loader import DataError, Document, Problem, read_yaml, validate
from rules_data.record import record

Mode = Literal["may", "must", "must_not", "ask"]

MODES: tuple[Mode, ...] = ("may", "must", "must_not", "ask")

_FORBIDDING = re.compile("不得|不能|不可|不要|不应|不准|禁止")

LONGEST = 90
"""Characters of a sentence: one that is longer is not in plain words."""


@record
class Role:
    """Somebody a reader can be."""

    id: str
    title: str
    about: str | None = None  # who that is, where the title does not say it
    stages: tuple[str, ...] = ()  # the stages at which there is one; none: all


@record
class RightsStage:
    """A time a reader can ask about."""

    id: str
    title: str  # on a narrow button
    about: str  # from when to when


@record
class RuledBy:
    """The outcome that rules what a line says will follow, and the words of it that both must say.

    With ``facts`` (and ``settled``) or ``case`` that one way is walked; with neither, every worked case of the outcome.
    """

    tree: str
    outcome: str
    says: tuple[str, ...]
    facts: dict[str, Any] = field(default_factory=dict)
    settled: dict[str, str] = field(default_factory=dict)  # open questions, with facts
    case: str | None = None  # id of a worked case


@record
class Line:
    """One thing somebody may, must or must not do, or may ask."""

    roles: tuple[str, ...]
    stages: tuple[str, ...]
    cites: tuple[str, ...]
    may: str | None = None
    must: str | None = None
    must_not: str | None = None
    ask: str | None = None  # what one may ask, and of whom
    note: str | None = None
    layer: Literal["added", "replaced"] | None = None
    ruled: tuple[RuledBy, ...] = ()  # the outcomes that rule what it says follows
    unruled: str | None = None  # why no outcome rules a word that sounds like a consequence
    open: tuple[str, ...] = ()  # open questions it rests on: bridge-1999/D-18

    @property
    def mode(self) -> Mode:
        """Which of the four it is."""
        return next(m for m in MODES if getattr(self, m) is not None)

    @property
    def text(self) -> str:
        """The sentence."""
        return str(getattr(self, self.mode))


@record
class Empty:
    """The texts give these roles nothing at these stages, and why that is so."""

    roles: tuple[str, ...]
    stages: tuple[str, ...]
    why: str


@record
class Rights:
    """All rights and duties of one game."""

    roles: tuple[Role, ...]
    stages: tuple[RightsStage, ...]
    lines: tuple[Line, ...]
    empty: tuple[Empty, ...] = ()
    groups: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def present(self, stage: str) -> tuple[Role, ...]:
        """The roles there are at a stage."""
        return tuple(r for r in self.roles if not r.stages or stage in r.stages)

    def of(self, role: str, stage: str) -> Mapping[Mode, tuple[Line, ...]]:
        """What somebody may, must, must not do and may ask at a stage: first what is written for that stage alone.

        That is what happens there every day; what holds at many stages are rarer things and manners.
        """
        here = [line for line in self.lines if role in line.roles and stage in line.stages]
        here.sort(key=lambda line: len(line.stages) > 1)  # else as they are written
        return {mode: tuple(line for line in here if line.mode == mode) for mode in MODES}

    def why_empty(self, role: str, stage: str) -> str | None:
        """Why there is nothing for somebody at a stage."""
        return next((e.why for e in self.empty if role in e.roles and stage in e.stages), None)


def citations(rights: Mapping[str, Rights]) -> Iterator[tuple[str, str]]:
    """Every provision a line cites, and where: what the coverage report counts as cited elsewhere."""
    for game, each in rights.items():
        for line in each.lines:
            where = f"{game}.rights/{'+'.join(line.stages[:1])}/{'+'.join(line.roles[:1])}"
            yield from ((id_, where) for id_ in line.cites)


@dataclass(frozen=True, slots=True)
class RightsFile:
    """The rights of one game, and where each is written."""

    rights: Rights  # groups spelt out
    document: Document

    def problem(self, what: str, do: str, *path: str | int) -> Problem:
        """A complaint, at the line of ``path``."""
        return Problem(self.document.file, self.document.line(path), what, do)


def load_rights(game: str, root: Path = ROOT) -> RightsFile | None:
    """The rights of a game; None when there is no file. Raises DataError with every fault of form."""
    file = root / game / "rights.yaml"
    if not file.exists():
        return None
    document = read_yaml(file)
    read: Rights = validate(document, Rights)
    problems = [
        Problem(file, document.line(("lines", i)), what, do)
        for i, line in enumerate(read.lines)
        for what, do in _form(line)
    ]
    if problems:
        raise DataError(problems)

    def spell(names: Iterable[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(each for name in names for each in read.groups.get(name, (name,))))

    def spelt(item: Any) -> Any:
        return replace(item, roles=spell(item.roles), stages=spell(item.stages))

    rights = replace(
        read,
        roles=tuple(replace(r, stages=spell(r.stages)) for r in read.roles),
        lines=tuple(map(spelt, read.lines)),
        empty=tuple(map(spelt, read.empty)),
    )
    return RightsFile(rights, document)


def _form(line: Line) -> Iterator[tuple[str, str]]:
    said = [m for m in MODES if getattr(line, m) is not None]
    if len(said) != 1:
        yield "一行只能写 may、must、must_not、ask 中的一种。", "请拆成几行，或补上一种。"
    elif not line.text.strip():
        yield "这一行没有写句子。", "请写一句话。"
    if line.unruled is not None and not line.unruled.strip():
        yield "unruled 没有写理由。", "请写明为什么没有裁决树判它。"
    for ruled in line.ruled:
        if not ruled.says or not all(words.strip() for words in ruled.says):
            yield "ruled 没有写 says。", "请写这句话和裁决里都要有的字。"
        if ruled.case is not None and (ruled.facts or ruled.settled):
            yield "ruled 里 case 和 facts 只能写一种。", "请删去一种。"
        if ruled.settled and not ruled.facts:
            yield "ruled 里的 settled 要和 facts 一起写。", "请补上 facts，或改写 case。"


class _Checker:
    def __init__(self, game: str, file: RightsFile, handbook: Handbook) -> None:
        self.game, self.file, self.handbook = game, file, handbook
        self.rights = file.rights
        self.roles = {r.id for r in self.rights.roles}
        self.stages = {s.id for s in self.rights.stages}

    def problems(self) -> Iterator[Problem]:
        """Everything wrong with the rights of one game."""
        yield from self._names()
        for i, line in enumerate(self.rights.lines):
            for what, do in (*self._scope(line), *self._line(line)):
                yield self.file.problem(what, do, "lines", i)
        for i, empty in enumerate(self.rights.empty):
            for what, do in self._scope(empty):
                yield self.file.problem(what, do, "empty", i)
        yield from self._twice()
        yield from self._cells()

    def _names(self) -> Iterator[Problem]:
        sections = {"roles": [r.id for r in self.rights.roles], "stages": [s.id for s in self.rights.stages]}
        for section, ids in sections.items():
            for i, id_ in enumerate(ids):
                if id_ in ids[:i] or id_ in self.rights.groups:
                    yield self.file.problem(f"“{id_}”写了两次。", "请改成不同的 id。", section, i)
        for i, role in enumerate(self.rights.roles):
            if unknown := set(role.stages) - self.stages:
                yield self.file.problem(f"没有“{min(unknown)}”这个阶段。", "请改成 stages 里的 id。", "roles", i)

    def _scope(self, item: Line | Empty) -> Iterator[tuple[str, str]]:
        if not item.roles or not item.stages:
            yield "没有写角色或阶段。", "请写 roles 和 stages。"
        if unknown := set(item.roles) - self.roles:
            yield f"没有“{min(unknown)}”这个角色。", f"可用：{'、'.join(r.id for r in self.rights.roles)}。"
        if unknown := set(item.stages) - self.stages:
            yield f"没有“{min(unknown)}”这个阶段。", f"可用：{'、'.join(s.id for s in self.rights.stages)}。"
        present = {(r.id, s) for s in self.stages for r in self.rights.present(s)}
        for role in self.roles.intersection(item.roles):
            if not any((role, stage) in present for stage in item.stages):
                yield f"“{role}”在这些阶段都不存在。", "请改角色或阶段。"

    def _line(self, line: Line) -> Iterator[tuple[str, str]]:
        if not line.cites:
            yield f"“{line.text}”没有条文依据。", "请写 cites；文本没有规定的不写。"
        for id_ in line.cites:
            if id_ not in self.handbook:
                yield f"引用的条款 {id_} 不存在。", "请改成已有的条款号。"
            elif self.handbook.book_of(id_).game != self.game:
                yield f"引用的条款 {id_} 是别的项目的。", "请改成本项目的条款。"
        if len(line.text) > LONGEST:
            yield f"句子有 {len(line.text)} 字，太长。", f"请分成几行，每行至多 {LONGEST} 字。"
        if not line.text.endswith("。"):
            yield f"“{line.text}”不是完整的一句。", "请以句号收尾。"
        if line.must_not is not None and not _FORBIDDING.search(line.text):
            yield f"“{line.text}”没有说出不得做什么。", "句子里请写明“不得”，离开标题也不会读反。"
        for id_ in line.open:
            try:
                open_question(self.handbook.books, id_)
            except RuleInputError as e:
                yield f"{e}", "请写成 书/编号，如 bridge-1999/D-26。"
        if line.layer is not None and not any(
            self.handbook.book_of(c).amends for c in line.cites if c in self.handbook
        ):
            yield "写了 layer 却没有引用补充规定。", "请把补充规定的条款也写进 cites。"

    def _twice(self) -> Iterator[Problem]:
        said: dict[tuple[str, str, str], int] = {}
        for i, line in enumerate(self.rights.lines):
            plain = re.sub(r"[\s，。、；：“”（）]", "", line.text)
            for role in line.roles:
                for stage in line.stages:
                    if said.setdefault((role, stage, plain), i) != i:
                        yield self.file.problem(f"“{line.text}”已经写过。", "请删去一行，或合并角色。", "lines", i)
                        break
                else:
                    continue
                break

    def _cells(self) -> Iterator[Problem]:
        for stage in self.rights.stages:
            for role in self.rights.present(stage.id):
                lines = any(self.rights.of(role.id, stage.id).values())
                why = self.rights.why_empty(role.id, stage.id)
                if not lines and why is None:
                    yield self.file.problem(
                        f"“{role.title}”在“{stage.title}”什么也没有。", "请补上，或在 empty 里说明为什么没有。", "lines"
                    )
                if lines and why is not None:
                    yield self.file.problem(
                        f"“{role.title}”在“{stage.title}”有内容，却又写了 empty。", "请删去这一项。", "empty"
                    )


def check_names(file: RightsFile, files: GameFiles) -> Iterator[Problem]:
    """The trees, outcomes and cases that lines name and that do not exist."""
    for i, line in enumerate(file.rights.lines):
        for ruled in line.ruled:
            for what, do in _names(ruled, files):
                yield file.problem(what, do, "lines", i)


def _names(ruled: RuledBy, files: GameFiles) -> Iterator[tuple[str, str]]:
    tree = files.trees.get(ruled.tree)
    if tree is None:
        yield f"ruled 里的裁决树 {ruled.tree} 不存在。", "请改成已有的树。"
        return
    outcomes = outcomes_of(tree, files.trees)
    if ruled.outcome not in outcomes:
        yield f"{ruled.tree} 没有结论“{ruled.outcome}”。", f"可用：{'、'.join(sorted(outcomes))}。"
    if ruled.case is not None:
        case = files.cases.get(ruled.case)
        if case is None:
            yield f"ruled 里的案例 {ruled.case} 不存在。", "请改成已有的案例。"
        elif (case.tree, case.expect.outcome) != (ruled.tree, ruled.outcome):
            yield f"案例 {ruled.case} 走的不是 {ruled.tree} 的“{ruled.outcome}”。", "请改案例或结论。"
    elif not ruled.facts and not any(
        case.tree == ruled.tree and case.expect.outcome == ruled.outcome for case in files.cases.values()
    ):
        yield f"{ruled.tree} 的“{ruled.outcome}”没有案例。", "请加一个案例，或写 facts。"
    known = facts_of(tree, files.trees).keys() | {
        o.choice.fact for one in reached(tree, files.trees) for o in one.outcomes.values() if o.choice
    }
    for name in ruled.facts:
        if name not in known:
            yield f"{ruled.tree} 没有“{name}”这一项。", "请改正 facts。"


def check_rights(
    which: Iterable[str] | None = None, root: Path = ROOT, handbook: Handbook | None = None
) -> list[Problem]:
    """Check the rights of these games, or of all; an empty list when all is well."""
    book = handbook or open_handbook()
    problems: list[Problem] = []
    for game in games() if which is None else which:
        try:
            file = load_rights(game, root)
        except DataError as e:
            problems += e.problems
            continue
        if file is not None:
            problems += _Checker(game, file, book).problems()
    return problems
