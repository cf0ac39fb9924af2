"""Which rulings say something else at one commit than at another: the cases of the older one, ruled by both programs.

    python -m tests.benchmarks.words_between OLDER NEWER [--old-trees] [--list] [--write]

Both commits are checked out into a temporary folder. The cases and chains come from the older one; each program rules them with its
own trees. With ``--old-trees`` the newer one rules with the trees of the older one and its own books, so that what differs is the
doing of the mechanics (that can fail: a tree may name a function that is gone). Prints, per game, in how many cases which part is
otherwise; with ``--list`` each case with both wordings; with ``--write`` the table, with both commits, into ``words_between.txt``.

A part that only the newer program knows (who acts next, what stays) counts as said in addition, not as otherwise.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from decision_trees.games import games

ROOT = Path(__file__).resolve().parent.parent.parent
INSIDE = Path(__file__).with_name("words_of_cases.py")
RESULT = Path(__file__).with_suffix(".txt")
LATER = ("next", "stays")
"""Parts of a ruling that older programs have not: where only the newer one says them, that is in addition."""
OF_TREES = (
    "trees",
    "cases",
    "chains",
    "facts.yaml",
    "figures.yaml",
    "deal.yaml",
    "ladder.yaml",
    "next.yaml",
    "stages.yaml",
)
ALONE = """
import runpy, sys
sys.meta_path = [each for each in sys.meta_path if not getattr(each, "__module__", "").startswith("__editable__")]
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""
"""How the program of a commit is run: an installed copy of the project would lend it the modules it has not."""

ELSEWHERE = "hearing.yaml"
"""What names trees that the older program may not have, and no ruling reads."""

Words = dict[str, dict[str, Any]]


def git(*command: str) -> str:
    """What git says."""
    return subprocess.run(("git", *command), cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


@contextlib.contextmanager
def checked_out(commit: str, folder: Path) -> Iterator[Path]:
    """A commit in a folder of its own."""
    git("worktree", "add", "--detach", "--quiet", str(folder), commit)
    try:
        yield folder
    finally:
        git("worktree", "remove", "--force", str(folder))


def asked(program: Path, what: str, given: str = "") -> str:
    """What the program in a folder answers."""
    env = os.environ | {"PYTHONPATH": str(program), "ZHICAI_CACHE": str(program / "compiled")}
    done = subprocess.run(
        (sys.executable, "-c", ALONE, str(INSIDE), what),
        cwd=program,
        env=env,
        input=given,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise SystemExit(f"{program.name}: {done.stderr[-3000:]}")
    return done.stdout


def with_trees_of(older: Path, newer: Path) -> None:
    """Put the trees of the older program, and what they rest on, into the newer one; what no ruling reads stays its own."""
    for trees in sorted((older / "decision_trees").glob("*/trees")):
        here, there = trees.parent, newer / "decision_trees" / trees.parent.name
        for name in (*OF_TREES, ELSEWHERE):
            if (there / name).is_dir():
                shutil.rmtree(there / name)
            else:
                (there / name).unlink(missing_ok=True)
        for name in OF_TREES:
            if (here / name).is_dir():
                shutil.copytree(here / name, there / name)
            elif (here / name).exists():
                shutil.copyfile(here / name, there / name)


def ruled(older: str, newer: str, *, old_trees: bool) -> tuple[Words, Words]:
    """What both programs say in the cases of the older commit."""
    with (
        tempfile.TemporaryDirectory() as folder,
        checked_out(older, Path(folder) / "older") as before,
        checked_out(newer, Path(folder) / "newer") as after,
    ):
        if old_trees:
            with_trees_of(before, after)
        cases = asked(before, "cases")
        return json.loads(asked(before, "words", cases)), json.loads(asked(after, "words", cases))


def otherwise(was: dict[str, Any], now: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    """The parts of one ruling that are not the same, with both wordings; only the step where that is another one."""
    if was["step"] != now["step"]:
        return {f"{was['step']} -> {now['step']}": (was, now)}
    parts = {part: (was.get(part), now.get(part)) for part in (*was, *(part for part in now if part not in was))}
    return {
        f"{part}, in addition" if part in LATER and not one else part: (one, other)
        for part, (one, other) in parts.items()
        if one != other
    }


def table(was: Words, now: Words) -> str:
    """Per game: rulings, those in which all is said the same, and in how many which part is otherwise."""
    rulings: Counter[str] = Counter()
    same: Counter[str] = Counter()
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    for name, one in was.items():
        game = name.partition(".")[0]
        rulings[game] += 1
        found = otherwise(one, now[name])
        same[game] += not found
        for part in found:
            kinds[part][game] += 1
    columns = [game for game in games() if rulings[game]]
    rows = [("rulings", rulings), ("all the same", same), *sorted(kinds.items(), key=lambda each: -each[1].total())]
    lines = [f"{'':36s}" + "".join(f"{column:>10s}" for column in (*columns, "all"))]
    lines += [
        f"{name:36s}" + "".join(f"{row[each]:>10d}" for each in columns) + f"{row.total():>10d}" for name, row in rows
    ]
    return "\n".join(lines)


def main() -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("older")
    parser.add_argument("newer")
    parser.add_argument("--old-trees", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--write", action="store_true")
    wanted = parser.parse_args()
    older, newer = (git("rev-parse", each) for each in (wanted.older, wanted.newer))
    was, now = ruled(older, newer, old_trees=wanted.old_trees)
    heads = [git("log", "-1", "--format=%h %as %s", each) for each in (older, newer)]
    head = f"{heads[0]}\n{heads[1]}{'  (ruling with the trees of the older one)' if wanted.old_trees else ''}"
    found = f"{head}\n{table(was, now)}"
    if wanted.list:
        for name, one in was.items():
            for part, (before, after) in otherwise(one, now[name]).items():
                print(f"{name}: {part}")
                print(f"    was {json.dumps(before, ensure_ascii=False)}")
                print(f"    now {json.dumps(after, ensure_ascii=False)}")
    print(found)
    if wanted.write:
        kept = RESULT.read_text(encoding="utf-8").split("\n\n") if RESULT.exists() else []
        kept = [each for each in kept if each.strip() and not each.startswith(head)]
        RESULT.write_text("\n\n".join([*(each.strip("\n") for each in kept), found]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
