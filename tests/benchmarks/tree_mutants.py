"""How many faults put into the trees the worked cases notice: answers swapped, an effect, a citation or a sentence dropped.

    python -m tests.benchmarks.tree_mutants [GAME | TREE ...] [--list]

Prints, per game and kind of fault, how many were caught; with ``--list`` each that was not.
"""

from __future__ import annotations

import itertools
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from decision_trees.cases import run_case
from decision_trees.library import open_library
from decision_trees.model import Case, Outcome, Tree
from decision_trees.reach import reached
from rules_data.handbook import open_handbook


def _without(items: tuple[Any, ...], at: int) -> tuple[Any, ...]:
    return items[:at] + items[at + 1 :]


def _uncited(outcome: Outcome, cited: str) -> Outcome:
    """The outcome with a clause cited nowhere in it: a ruling cites what its effects and figures cite as well."""

    def rest(cites: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(c for c in cites if c != cited)

    return replace(
        outcome,
        cites=rest(outcome.cites),
        effects=tuple(replace(e, cites=rest(e.cites)) for e in outcome.effects),
        figures={name: replace(f, cites=rest(f.cites)) for name, f in outcome.figures.items()},
    )


def _outcomes(name: str, outcome: Outcome) -> Iterator[tuple[str, str, Outcome]]:
    """Kind of fault, where, and the outcome with it."""
    for at, effect in enumerate(outcome.effects):
        yield (
            "effect",
            f"{name}: {effect.kind} {effect.who or ''}",
            replace(outcome, effects=_without(outcome.effects, at)),
        )
    for cited in outcome.cites:
        yield "citation", f"{name}: {cited}", _uncited(outcome, cited)
    for at, line in enumerate(outcome.do):
        yield "sentence", f"{name}: do {line}", replace(outcome, do=_without(outcome.do, at))
    for who in outcome.tell:
        told = {other: words for other, words in outcome.tell.items() if other != who}
        yield "sentence", f"{name}: tell {who}", replace(outcome, tell=told)
    yield "sentence", f"{name}: ruling", replace(outcome, ruling="")
    for figure in outcome.figures:
        figures = {other: f for other, f in outcome.figures.items() if other != figure}
        yield "sentence", f"{name}: figure {figure}", replace(outcome, figures=figures)


def mutants(tree: Tree) -> Iterator[tuple[str, str, Tree]]:
    """Kind of fault, where, and the tree with it."""
    for name, question in tree.questions.items():
        keys = list(question.answers)
        for one, other in itertools.pairwise(keys):
            if question.answers[one] != question.answers[other]:
                answers = {**question.answers, one: question.answers[other], other: question.answers[one]}
                questions = {**tree.questions, name: replace(question, answers=answers)}
                yield "answers", f"{name}: {one}/{other}", replace(tree, questions=questions)
    for name, outcome in tree.outcomes.items():
        for kind, where, changed in _outcomes(name, outcome):
            yield kind, where, replace(tree, outcomes={**tree.outcomes, name: changed})


def main(wanted: list[str], listing: bool) -> None:
    """Count and print."""
    library, books = open_library(), open_handbook().books
    walked: dict[str, list[Case]] = defaultdict(list)  # the cases that may notice a fault of a tree
    for case in library.cases.values():
        for tree in reached(library.trees[case.tree], library.trees):
            walked[tree.id].append(case)
    count: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for tree in library.trees.values():
        if wanted and tree.game not in wanted and tree.id not in wanted:
            continue
        for kind, where, changed in mutants(tree):
            trees = {**library.trees, tree.id: changed}
            caught = any(not run_case(case, trees, books).ok for case in walked[tree.id])
            tally = count[tree.game, kind]
            tally[0] += caught
            tally[1] += 1
            if listing and not caught:
                print(f"{tree.id}  {kind}  {where}")
    for (of, kind), (caught_, all_) in sorted(count.items()):
        print(f"{of:8s} {kind:9s} {caught_:5d} of {all_:5d}  {100 * caught_ / all_:5.1f} %")
    total = [sum(each[i] for each in count.values()) for i in (0, 1)]
    print(f"all                {total[0]:5d} of {total[1]:5d}  {100 * total[0] / max(1, total[1]):5.1f} %")


if __name__ == "__main__":
    main([word for word in sys.argv[1:] if not word.startswith("-")], "--list" in sys.argv)
