"""How many of the facts that were said are filled.

    python -m tests.benchmarks.heard_facts GAME [--missed] [--held-out] [--kinds] [--marked]

Measured are the annotated sentences of training (``tests/search/hearing/annotated_GAME.yaml``), each with its tree given: what is
heard of facts is measured by itself. Every fifth sentence is held out: patterns are made looking at the others alone. ``--missed``
prints, of the others, what was said and not filled, what is filled otherwise, and what is filled though nothing of it is written
down, or readers may differ about it; ``--held-out`` prints that of the sentences held out too, and is for the end. What readers may
differ about (``open``) counts nowhere. ``--kinds`` ranks the facts of the others by how many times they were said and not filled.
``--marked`` measures the many more of which only the facts with few answers are marked (``marked_GAME.yaml``), with what is wrong.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml

from decision_trees.functions import RuleInputError
from decision_trees.library import open_library
from decision_trees.reach import facts_of
from decision_trees.values import read
from search.hearing.facts import heard
from tests.benchmarks.hearing import share

SETS = Path(__file__).resolve().parents[1] / "search" / "hearing"
HELD_OUT = 5  # every fifth


@dataclass(frozen=True, slots=True)
class Case:
    """A sentence, its tree, what it says beyond doubt, and what readers may differ about."""

    tree: str
    text: str
    facts: dict[str, Any]
    open: frozenset[str]
    held_out: bool


@dataclass(frozen=True, slots=True)
class Measured:
    """What is filled of what was said in one sentence."""

    case: Case
    right: tuple[str, ...]
    wrong: dict[str, tuple[Any, str]]  # fact -> what was filled, and the words
    more: dict[str, tuple[Any, str]]  # filled, though nothing of it is written down
    missed: tuple[str, ...]
    differing: dict[str, tuple[Any, str]]  # filled, though readers may differ about it


def annotated(game: str) -> list[Case]:
    """The annotated sentences of a game; empty where nobody annotated any."""
    file = SETS / f"annotated_{game}.yaml"
    if not file.exists():
        return []
    each = yaml.safe_load(file.read_text(encoding="utf-8"))
    return [
        Case(one["tree"], one["text"], one["facts"], frozenset(one.get("open", ())), i % HELD_OUT == HELD_OUT - 1)
        for i, one in enumerate(each)
    ]


def measure(case: Case) -> Measured:
    """Compare what is heard with what is written down."""
    game = case.tree.partition(".")[0]
    library = open_library()
    declared = facts_of(library.tree(case.tree), library.trees)

    def as_read(name: str, value: Any) -> Any:
        try:
            return read(game, name, declared[name], value, {})
        except RuleInputError:
            return value

    every = {fact.name: fact for fact in heard(case.text, case.tree, game)}
    found = {name: fact for name, fact in every.items() if name not in case.open}
    same = [name for name in case.facts if name in found]
    right = tuple(name for name in same if as_read(name, found[name].value) == as_read(name, case.facts[name]))
    return Measured(
        case,
        right,
        {name: (found[name].value, found[name].said) for name in same if name not in right},
        {name: (fact.value, fact.said) for name, fact in found.items() if name not in case.facts},
        tuple(name for name in case.facts if name not in found),
        {name: (every[name].value, every[name].said) for name in case.open & every.keys()},
    )


def marked(game: str) -> list[Case]:
    """The sentences of a game of which only the facts with few answers are marked; the other facts are open."""
    file = SETS / f"marked_{game}.yaml"
    if not file.exists():
        return []
    library, cases = open_library(), []
    for tree, marks in yaml.safe_load(file.read_text(encoding="utf-8")).items():
        others = facts_of(library.tree(tree), library.trees).keys() - {*marks["looked"]}
        for _, text, facts, *doubted in marks["said"]:
            left = frozenset(others).union(*doubted)
            cases.append(Case(tree, text, facts, left, held_out=False))
    return cases


def figures(measured: Sequence[Measured]) -> str:
    """One line: filled of those said, right of those filled, filled beyond what is written down."""
    said = sum(len(each.case.facts) for each in measured)
    right, wrong = sum(len(each.right) for each in measured), sum(len(each.wrong) for each in measured)
    more = sum(len(each.more) for each in measured)
    return (
        f"{len(measured):3d} sentences  filled {share(right, said)}  right {share(right, right + wrong)}  more {more}"
    )


def told(measured: Iterable[Measured]) -> Iterator[str]:
    """Yield what is missed, wrong or more, a sentence at a time."""
    for each in measured:
        if not (each.missed or each.wrong or each.more or each.differing):
            continue
        yield f"{each.case.tree}  {each.case.text}"
        yield from (f"    missed {name} = {each.case.facts[name]}" for name in each.missed)
        yield from (
            f"    WRONG {name} = {value}, not {each.case.facts[name]}: {said}"
            for name, (value, said) in each.wrong.items()
        )
        yield from (f"    more {name} = {value}: {said}" for name, (value, said) in each.more.items())
        yield from (f"    open {name} = {value}: {said}" for name, (value, said) in sorted(each.differing.items()))


def kinds(measured: Sequence[Measured]) -> Iterator[str]:
    """Yield a line for each fact that was said and not filled, the greatest loss first: missed, said, wrong, more."""
    said = Counter(name for each in measured for name in each.case.facts)
    missed = Counter(name for each in measured for name in each.missed)
    wrong = Counter(name for each in measured for name in each.wrong)
    more = Counter(name for each in measured for name in each.more)
    for name in sorted(missed.keys() | wrong.keys() | more.keys(), key=lambda name: (-missed[name], name)):
        yield f"    {name:28s} missed {missed[name]:3d} of {said[name]:3d}  wrong {wrong[name]}  more {more[name]}"


def main(arguments: Sequence[str]) -> None:
    """Print what is asked for."""
    games = [each for each in arguments if not each.startswith("--")]
    for game in games:
        measured = [measure(case) for case in annotated(game)]
        seen = [each for each in measured if not each.case.held_out]
        held = [each for each in measured if each.case.held_out]
        if "--missed" in arguments:
            print(*told(seen), sep="\n")
        if "--held-out" in arguments:
            print(*told(held), sep="\n")
        if "--kinds" in arguments:
            print(*kinds(seen), sep="\n")
        if "--marked" in arguments:
            many = [measure(case) for case in marked(game)]
            print(*told(replace(each, missed=(), more={}, differing={}) for each in many), sep="\n")
            print(f"{game:8s} marked       {figures(many)}")
        print(f"{game:8s} worked with  {figures(seen)}")
        print(f"{game:8s} held out     {figures(held)}")


if __name__ == "__main__":
    main(sys.argv[1:])
