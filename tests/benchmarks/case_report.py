"""What a reader of the worked cases still has to look at, per file: the linter checks the rest.

    python -m tests.benchmarks.case_report [GAME]

Columns: cases; as scenario, question, only a test; written from the text first; expecting nothing but an outcome and clauses;
with seats the situation does not name; with eight or more characters of the ruling in the situation; with the facts of another.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict

from decision_trees.case_checks import seats_unsaid
from decision_trees.cases import run_case
from decision_trees.engine import Ruled
from decision_trees.games import games
from decision_trees.law import Law
from decision_trees.library import open_library
from decision_trees.model import Case
from rules_data.handbook import open_handbook

TELLS = 8  # characters of the ruling that give it away


def bare(case: Case) -> bool:
    """Does a case only expect an outcome and its clauses?"""
    expect = case.expect
    return not (expect.says or expect.ruling or expect.do or expect.tell or expect.effects or expect.figures)


def gives_away(situation: str, ruling: str) -> bool:
    """Does a situation have so many characters of the ruling in a row?"""
    return any(ruling[i : i + TELLS] in situation for i in range(len(ruling) - TELLS + 1))


def main(wanted: list[str]) -> None:
    """Count and print."""
    library, books = open_library(), open_handbook().books
    rows: dict[str, Counter[str]] = defaultdict(Counter)
    seen: dict[tuple[str, str], str] = {}
    for name, case in library.cases.items():
        game = name.partition(".")[0]
        if wanted and game not in wanted:
            continue
        row = rows[case.tree]
        row["cases"] += 1
        row[case.teach] += 1
        row["first"] += case.source == "independent"
        row["bare"] += bare(case)
        row["unsaid"] += bool(case.teach != "no" and seats_unsaid(case, library.trees[case.tree], games()[game]))
        step = run_case(case, Law(library.trees, books)).step
        row["told"] += isinstance(step, Ruled) and gives_away(case.situation, step.outcome.ruling)
        facts = json.dumps([case.facts, case.settled], sort_keys=True)
        row["same"] += (case.tree, facts) in seen
        seen[case.tree, facts] = case.id
    columns = ("cases", "scenario", "question", "no", "first", "bare", "unsaid", "told", "same")
    print(f"{'':44s}" + "".join(f"{column:>10s}" for column in columns))
    for tree, row in [*sorted(rows.items()), ("all", sum(rows.values(), Counter()))]:
        print(f"{tree:44s}" + "".join(f"{row[column]:10d}" for column in columns))


if __name__ == "__main__":
    main([word for word in sys.argv[1:] if not word.startswith("-")])
