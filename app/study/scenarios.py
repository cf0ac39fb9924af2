"""Which worked cases are offered as scenarios: by game, topic and difficulty, by what was got wrong, and how far one has come.

Every case whose ``teach`` is ``scenario`` takes part; nothing but its YAML has to be written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Literal

from app.base.opened import handbook, trees
from app.study.case_way import asked_facts
from app.study.schedule import SCENARIO

if TYPE_CHECKING:
    from app.study.answers import Answer
    from decision_trees.model import Case

KIND = SCENARIO  # of the answers
ROUND = 5  # scenarios of a round: about ten minutes
MANY_LAWS, MANY_ASKED = 3, 4  # laws a case rests on, questions it takes: it is hard from there
Difficulty = Literal["easy", "middle", "hard"]
DIFFICULTIES: Mapping[Difficulty, str] = {"easy": "易", "middle": "中", "hard": "难"}


@dataclass(frozen=True, slots=True)
class Record:
    """How a scenario went so far."""

    times: int = 0
    wrong: int = 0  # times something in it was got wrong
    right: bool = False  # nothing was, the last time

    @property
    def done(self) -> bool:
        """Whether it was gone through."""
        return self.times > 0


NEVER = Record()


@dataclass(frozen=True, slots=True)
class Progress:
    """How far one has come in a topic."""

    total: int
    done: int
    right: int  # without a mistake the last time

    @property
    def part(self) -> float:
        """What is done, between 0 and 1."""
        return self.right / self.total if self.total else 0.0


@cache
def offered(game: str, topic: str | None = None) -> tuple[Case, ...]:
    """The cases of a game that are scenarios, in the order of the trees; of one stage, where a stage is named."""
    library = trees()
    order = {tree.id: at for at, tree in enumerate(library.of_game(game))}
    found = [
        case
        for case in library.cases.values()
        if case.teach == "scenario"
        and library.tree(case.tree).game == game
        and topic in (None, library.tree(case.tree).stage)
    ]
    return tuple(sorted(found, key=lambda case: order.get(case.tree, len(order))))


@cache
def _named() -> Mapping[str, Case]:
    return {case.id: case for case in trees().cases.values() if case.teach == "scenario"}


def scenario(id_: str) -> Case | None:
    """The scenario of this id; None where there is none, or none any more."""
    return _named().get(id_)


def topics(game: str) -> tuple[tuple[str, str], ...]:
    """The stages of a game that have scenarios: id and title."""
    return tuple((s.id, s.title) for s in trees().stages.get(game, ()) if offered(game, s.id))


def topic_of(case: Case) -> str:
    """The stage of a case."""
    return trees().tree(case.tree).stage


def subject_of(case: Case) -> str:
    """What a scenario teaches, under the name it is spaced over time."""
    return f"tree:{case.tree}"


def question_of(case: Case) -> str:
    """The name of a scenario in the record of answers."""
    return f"{KIND}/{case.id}"


def records(answers: Iterable[Answer]) -> dict[str, Record]:
    """How each scenario went, by the id of its case."""
    out: dict[str, Record] = {}
    for each in answers:
        if each.kind == KIND:
            case = each.question.partition("/")[2]
            old = out.get(case, NEVER)
            out[case] = Record(old.times + 1, old.wrong + (not each.right), each.right)
    return out


def laws(case: Case) -> int:
    """How many laws a case rests on: whole ones, not their parts."""
    return len({handbook().article(each).id for each in case.expect.cites})


def difficulty(case: Case, record: Record = NEVER) -> Difficulty:
    """How hard a scenario is: tricky, many laws, many questions, and what this learner makes of it."""
    points = 2 * case.tricky + (laws(case) >= MANY_LAWS) + (len(asked_facts(case)) >= MANY_ASKED)
    if record.times:
        points += 1 if not record.right else -1 if not record.wrong else 0
    return "easy" if points <= 0 else "middle" if points == 1 else "hard"


def chosen(
    game: str,
    topic: str | None,
    wanted: Difficulty | None,
    only_wrong: bool,
    records: Mapping[str, Record],
) -> tuple[Case, ...]:
    """The scenarios that fit: with ``only_wrong`` those in which something was got wrong and not yet made good."""
    out = []
    for case in offered(game, topic):
        record = records.get(case.id, NEVER)
        if only_wrong and (not record.wrong or record.right):
            continue
        if wanted is None or difficulty(case, record) == wanted:
            out.append(case)
    return tuple(out)


def a_round(cases: Sequence[Case], records: Mapping[str, Record], seed: int, number: int = ROUND) -> tuple[Case, ...]:
    """The scenarios of a round: what was got wrong first, then what is new, each from as many trees as there are."""
    rng = Random(seed)

    def rank(case: Case) -> int:
        record = records.get(case.id, NEVER)
        return 0 if record.done and not record.right else 1 if not record.done else 2

    left = list(cases)
    rng.shuffle(left)
    left.sort(key=rank)
    out: list[Case] = []
    used: set[str] = set()
    for again in (False, True):
        for case in left:
            if len(out) < number and case not in out and (again or case.tree not in used):
                out.append(case)
                used.add(case.tree)
    return tuple(out)


def progress(game: str, topic: str | None, records: Mapping[str, Record]) -> Progress:
    """How far one has come in a topic, or in a whole game."""
    cases = offered(game, topic)
    found = [records[case.id] for case in cases if case.id in records]
    return Progress(len(cases), sum(each.done for each in found), sum(each.right for each in found))


def name(case: Case, record: Record = NEVER) -> str:
    """What a scenario is called: its title once it was gone through; before only what it is about, for the title tells more."""
    if record.done:
        return case.title
    tree = trees().tree(case.tree)
    return f"{tree.title} {_numbers(tree.id)[case.id]}"


@cache
def _numbers(tree: str) -> Mapping[str, int]:
    """The scenarios of a tree by their number."""
    cases = [case for case in _named().values() if case.tree == tree]
    return {case.id: number for number, case in enumerate(cases, 1)}
