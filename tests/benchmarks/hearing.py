"""How well stories are heard: python -m tests.benchmarks.hearing [--learn] [--write]

Printed are the trees found, the refusals, what is taken for what, and the facts filled.

Told are the judged sentences, whose writers nobody who wrote for training has seen. ``--learn`` adds what each kind of feature and
each writer is worth, by learning without them and asking the sentences of a writer left out (some minutes); ``--write`` keeps what
was printed in ``hearing.txt``, which names the commit, the seed and what was measured.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import sqrt
from pathlib import Path
from typing import Any

import yaml

from app.base import opened
from decision_trees.games import games
from search.hearing import features, ranker, story, weights
from search.hearing.ranker import game_of, ranked
from search.hearing.story import Hearing
from search.hearing.weights import FOLDER

ROOT = Path(__file__).resolve().parents[2]
SETS = ROOT / "tests" / "search" / "hearing"
JUDGED = (SETS / "judged.yaml", SETS / "judged_later.yaml", SETS / "judged_third.yaml", SETS / "judged_fourth.yaml")
RESULT = Path(__file__).with_suffix(".txt")
SEED = 0  # of the learning; nothing else is by chance
HELD = {"bridge": "d", "guandan": "d", "shengji": "d"}  # the writer left out


def measured() -> str:
    """The hash of what the figures are of: the weights, how they are applied, and what is asked."""
    codes = [Path(str(module.__file__)) for module in (features, ranker, story, weights)]
    codes += [ROOT / "decision_trees" / game / "hearing.yaml" for game in games()]
    told = hashlib.sha256()
    for file in [*codes, *sorted(FOLDER.glob("*.weights")), *JUDGED]:
        content = file.read_bytes()
        told.update(content if file.suffix == ".weights" else content.replace(b"\r\n", b"\n"))
    return told.hexdigest()[:16]


def judged() -> list[dict[str, Any]]:
    """The judged sentences, of all sets."""
    return [each for file in JUDGED for each in yaml.safe_load(file.read_text(encoding="utf-8"))]


def interval(good: int, of: int) -> tuple[float, float]:
    """Between which shares the true one lies, with 95 % (Wilson)."""
    if not of:
        return 0.0, 1.0
    z = 1.96
    share, wide = good / of, 1 + z * z / of
    middle, half = share + z * z / (2 * of), z * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return max(0.0, (middle - half) / wide), min(1.0, (middle + half) / wide)


def share(good: int, of: int) -> str:
    """A share with its interval, in percent."""
    low, high = interval(good, of)
    return f"{good:3d}/{of:<3d} {100 * good / max(of, 1):5.1f} [{100 * low:4.1f} {100 * high:5.1f}]"


def _has(key: str, value: str, each: dict[str, Any]) -> bool:
    return bool(each[key] == value)


def groups(cases: Iterable[dict[str, Any]]) -> Iterator[tuple[str, Callable[[dict[str, Any]], bool]]]:
    """Yield the lines of a table: each game, each writer, all, with which sentences are in it."""
    for game in games():
        yield game, partial(_has, "game", game)
    for writer in sorted({each["writer"] for each in cases}):
        yield f"writer {writer}", partial(_has, "writer", writer)
    yield "all", lambda each: True


def figures(cases: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield the table: by game and writer, how many are found first, among three, and rightly or wrongly refused."""
    hearing = Hearing(opened.trees(), opened.law(), opened.engine)
    heard = {each["id"]: [one.tree for one in hearing.trees(each["text"], each["game"])] for each in cases}
    games_told = {each["id"]: game_of(each["text"], tuple(games())) for each in cases}
    yield f"{'':12s} {'first':27s} {'among three':27s} {'refused rightly':27s} {'refused wrongly':27s} {'game told':27s}"
    for name, inside in groups(cases):
        ruled = [each for each in cases if inside(each) and each["trees"]]
        unruled = [each for each in cases if inside(each) and not each["trees"]]
        found = [heard[each["id"]] for each in ruled]
        first = sum(bool(trees) and trees[0] in each["trees"] for each, trees in zip(ruled, found, strict=True))
        three = sum(any(tree in each["trees"] for tree in trees) for each, trees in zip(ruled, found, strict=True))
        refused = sum(not heard[each["id"]] for each in unruled)
        told = sum(games_told[each["id"]] == each["game"] for each in ruled)
        parts = [(first, len(ruled)), (three, len(ruled)), (refused, len(unruled))]
        parts += [(sum(not trees for trees in found), len(ruled)), (told, len(ruled))]
        yield f"{name:12s} " + " ".join(f"{share(*part):27s}" for part in parts).rstrip()
    yield ""
    yield "taken for another (first of the trees that were right, and what was said)"
    wrong = Counter(
        (each["trees"][0], trees[0])
        for each in cases
        if each["trees"] and (trees := heard[each["id"]]) and trees[0] not in each["trees"]
    )
    yield from (f"{count:3d}  {right}  ->  {said}" for (right, said), count in sorted(wrong.items(), key=_most))


def _most(item: tuple[object, int]) -> tuple[int, str]:
    return -item[1], str(item[0])


# -- facts ---------------------------------------------------------------------------------------------------------------
def facts_filled(cases: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield, by game and writer, how many of the facts that were said are filled, and are right of those filled.

    The tree is the one that is right: what is heard of facts is measured by itself. A fact that neither reader looked for counts
    in neither column; what is filled otherwise than they have it is wrong.
    """
    from decision_trees.library import open_library
    from decision_trees.reach import facts_of
    from decision_trees.values import read
    from search.hearing.facts import heard

    library = open_library()
    counted: list[tuple[dict[str, Any], int, int]] = []  # the case, how many are filled rightly, and otherwise
    for each in cases:
        if not each["trees"]:
            continue
        declared = facts_of(library.tree(each["trees"][0]), library.trees)

        def as_read(name: str, value: Any, game: str = each["game"], declared: Any = declared) -> Any:
            return read(game, name, declared[name], value, {})

        right = wrong = 0
        for fact in heard(each["text"], each["trees"][0], each["game"]):
            if fact.name in each["facts"]:
                same = as_read(fact.name, fact.value) == as_read(fact.name, each["facts"][fact.name])
                right, wrong = right + same, wrong + (not same)
        counted.append((each, right, wrong))
    yield f"{'':12s} {'filled of those said':27s} right of those filled"
    for name, inside in groups(cases):
        mine = [(len(each["facts"]), right, wrong) for each, right, wrong in counted if inside(each)]
        said, right, wrong = (sum(each[at] for each in mine) for at in range(3))
        yield f"{name:12s} {share(right, said):27s} {share(right, right + wrong)}"


def speed(cases: Sequence[dict[str, Any]]) -> str:
    """How long a story takes, in milliseconds of the processor."""
    began = time.process_time()
    for each in cases:
        ranked(each["text"], each["game"])
    return f"{1000 * (time.process_time() - began) / len(cases):.1f} ms a story"


# -- learning without something -------------------------------------------------------------------------------------------
def held_out(game: str, writers: Iterable[str], cut: Callable[[str], set[str]]) -> str:
    """How well the sentences of the writer left out are heard by what is learnt from some writers with some features."""
    from decision_trees.library import open_library
    from search.hearing import training

    held, kept, library = HELD[game], {*writers, ""}, open_library()
    examples = training.sources(game, library)
    training.features = cut  # type: ignore[assignment]  # what learning cuts by
    learnt = replace(
        training.learn([each for each in examples if each.writer in kept], training.MOST_OF_GAME), about={}
    )
    asked = [each for each in examples if each.writer == held]
    first = three = 0
    for each in asked:
        scores = dict(zip(learnt.names, learnt.scores(cut(each.text)), strict=True))
        best = sorted(scores, key=lambda name: (-scores[name], name))[:3]
        first += best[0] == each.about
        three += each.about in best
    return f"{share(first, len(asked))}   {share(three, len(asked))}"


def learning() -> Iterator[str]:
    """Yield what features and writers are worth."""
    from decision_trees.said import files, unruled

    every = features.features
    kinds: dict[str, Callable[[str], set[str]]] = {
        "all features": every,
        "no pairs": lambda text: {each for each in every(text) if "." not in each},
        "no words as said": lambda text: {each for each in every(text) if not each.startswith("'")},
    }
    for game in games():
        if game not in HELD:
            continue
        stems = [file.stem for file in files(game)]
        writers = [name for name in stems if name != HELD[game] and not unruled(name)]
        others = [name for name in stems if unruled(name)]
        yield f"{game}, writer {HELD[game]} left out: first, among three"
        for name, cut in kinds.items():
            yield f"  {name:24s} {held_out(game, [*writers, *others], cut)}"
        for count in range(len(writers)):
            yield f"  {count} writers{'':15s} {held_out(game, [*writers[:count], *others], every)}"


def main(arguments: Sequence[str]) -> None:
    """Print what is asked for, and keep it where that is asked too."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    lines = [f"commit {commit.stdout.strip()} seed {SEED} measured {measured()}", ""]
    print(lines[0])
    cases = judged()
    parts = [figures(cases), facts_filled(cases)]
    if "--learn" in arguments:
        parts.append(learning())
    for part in parts:
        for line in part:
            print(line, flush=True)
            lines.append(line)
        lines.append("")
    print(speed(cases))
    if "--write" in arguments:
        RESULT.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
