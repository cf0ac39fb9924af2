"""How much of a game's rule functions the worked cases reach. Run: python -m tests.benchmarks.coverage_of_functions

Replays every case of a game and prints, for the game and for each of its modules, the share of statements that ran; below it, the
functions that no case reached. Statements at the top of a module run when it is read and are not counted.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from decision_trees.cases import run_case
from decision_trees.functions import functions
from decision_trees.games import games
from decision_trees.law import Law
from decision_trees.loader import ROOT, load_game
from rules_data.handbook import open_handbook


def statements(source: Path) -> dict[int, str]:
    """The lines on which statements inside functions begin, with the function each belongs to."""
    out: dict[int, str] = {}

    def look(node: ast.AST, name: str) -> None:
        for child in ast.iter_child_nodes(node):
            inside = child.name if isinstance(child, ast.FunctionDef) else name
            docstring = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            if name and isinstance(child, ast.stmt) and not docstring:
                out[child.lineno] = name
            look(child, inside)

    look(ast.parse(source.read_text(encoding="utf-8")), "")
    return out


def replay(game: str) -> dict[str, set[int]]:
    """The lines of the game's modules that ran while its cases were replayed."""
    functions(game)  # reading the modules is not part of it
    files, books = load_game(game), open_handbook().books
    folder = str(ROOT / game)
    ran: dict[str, set[int]] = {}
    ours: dict[CodeType, bool] = {}

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        code = frame.f_code
        if code not in ours:
            ours[code] = code.co_filename.startswith(folder)
        if not ours[code]:
            return None
        ran.setdefault(code.co_filename, set()).add(frame.f_lineno)
        return trace

    sys.settrace(trace)
    try:
        for case in files.cases.values():
            run_case(case, Law(files.trees, books))
    finally:
        sys.settrace(None)
    return ran


def main() -> None:
    for game in sys.argv[1:] or games():
        ran = replay(game)
        rows, reached, all_of_them, silent = [], 0, 0, []
        for source in sorted((ROOT / game).glob("*.py")):
            lines = statements(source)
            if not lines:
                continue
            hit = lines.keys() & ran.get(str(source), set())
            rows.append((len(hit) / len(lines), source.stem, len(hit), len(lines)))
            reached, all_of_them = reached + len(hit), all_of_them + len(lines)
            silent += [f"{source.stem}.{name}" for name in sorted(set(lines.values()) - {lines[line] for line in hit})]
        print(f"{game}: {reached / all_of_them:.0%} of {all_of_them} statements")
        for share, name, hits, count in sorted(rows):
            print(f"  {share:4.0%}  {name} ({hits} of {count})")
        print(f"  reached by no case: {', '.join(silent)}")


if __name__ == "__main__":
    main()
