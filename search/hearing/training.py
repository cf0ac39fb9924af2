"""Learns to tell what a story is about, from the sentences beside the trees, their titles and the cases (maintainers only).

A support vector machine with one linear score for each tree, by scikit-learn, of the extra ``train``. What is written is rounded
to whole numbers and shortened to what counts (:mod:`search.hearing.weights`). The same sources make the same files.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import log
from pathlib import Path
from typing import TYPE_CHECKING

from decision_trees.games import games
from decision_trees.library import open_library
from decision_trees.said import once, sentences
from search.hearing import features as cutting
from search.hearing.features import features, runs
from search.hearing.weights import (
    FINE,
    FOLDER,
    GAMES,
    NO,
    RARITY,
    RULED,
    YES,
    Weights,
    bucket,
    file_of,
    pack,
    sparse,
    unpack,
)

if TYPE_CHECKING:
    import numpy

    from decision_trees.library import Library

STRICT, STRICT_RULED = 0.5, 1.0  # how much a sentence on the wrong side counts against small weights
LOOSE = 0.01  # how near to the best weights is near enough
SEED = 0
CASES = 2  # times each text of the trees themselves is taken: they are written otherwise than people speak
UNRULED_COUNTS = 2  # times each story that no tree rules is taken where those are told from others: they are few
MOST_OF_GAMES, MOST_OF_RULED, MOST_OF_GAME = 15_000, 25_000, 64_000  # features kept
COARSE = 3.0  # a step of a weight, in standard deviations


@dataclass(frozen=True, slots=True)
class Example:
    """A text and what it is about."""

    text: str
    about: str
    writer: str = ""


def sources(game: str, library: Library) -> list[Example]:
    """What a game's trees are learnt from: sentences, once each, and the texts of the trees themselves."""
    examples = [Example(saying.text, saying.tree or "", saying.writer) for saying in once(sentences(game))]
    own = [(tree.id, text) for tree in library.of_game(game) for text in (tree.title, *tree.heard)]
    own += [(case.tree, case.situation) for case in library.cases.values() if library.tree(case.tree).game == game]
    return examples + [Example(text, tree) for tree, text in sorted(own)]


def digest(examples: Iterable[Example]) -> str:
    """The hash of what is learnt from, and of how it is cut."""
    told = sorted((each.about, each.writer, each.text) for each in examples)
    code = Path(cutting.__file__).read_text(encoding="utf-8").replace("\r\n", "\n")
    return hashlib.sha256(json.dumps([told, code], ensure_ascii=False).encode()).hexdigest()[:16]


def learn(
    examples: Sequence[Example], most: int, cut_by: Callable[[str], set[str]] = features, strict: float = STRICT
) -> Weights:
    """The weights for what these examples are about."""
    import numpy as np
    from scipy.sparse import csr_matrix
    from sklearn.svm import LinearSVC

    cut = [sorted({bucket(feature) for feature in cut_by(each.text)}) for each in examples]
    count = Counter(number for numbers in cut for number in numbers)
    known = sorted(number for number, times in count.items() if times > 1)
    place = {number: at for at, number in enumerate(known)}
    rarity = np.array([_rarity(count[number], len(examples)) for number in known], dtype=np.int64)
    rows = [[place[number] for number in numbers if number in place] for numbers in cut]
    ends = np.cumsum([0, *map(len, rows)])
    columns = np.concatenate([np.array(row, dtype=np.int64) for row in rows])
    data = rarity[columns].astype(np.float64)
    lengths = np.sqrt([max(1.0, (data[a:b] ** 2).sum()) for a, b in itertools.pairwise(ends)])
    matrix = csr_matrix((data / np.repeat(lengths, np.diff(ends)), columns, ends), shape=(len(rows), len(known)))
    machine = LinearSVC(C=strict, dual=True, tol=LOOSE, random_state=SEED)
    machine.fit(matrix, [each.about for each in examples], sample_weight=[_counts(each) for each in examples])
    often = np.array([count[number] for number in known], dtype=np.int64)
    table, bias = machine.coef_.T, machine.intercept_
    if len(machine.classes_) == 2:  # one score, for the second against the first
        table, bias = np.hstack([-table, table]), np.concatenate([-bias, bias])
    return _shortened(list(map(str, machine.classes_)), bias, known, rarity, often, table, most)


def _counts(example: Example) -> int:
    """How often an example is taken."""
    return UNRULED_COUNTS if example.about == NO else 1 if example.writer else CASES


def _rarity(times: int, of: int) -> int:
    return min(255, round(RARITY * (log((of + 1) / (times + 1)) + 1)))


def _shortened(
    names: Sequence[str],
    bias: numpy.typing.NDArray[numpy.float64],
    known: Sequence[int],
    rarity: numpy.typing.NDArray[numpy.int64],
    often: numpy.typing.NDArray[numpy.int64],
    table: numpy.typing.NDArray[numpy.float64],
    most: int,
) -> Weights:
    """The features that count most, their weights as whole numbers of coarse steps."""
    import numpy as np

    step = COARSE * float(table.std())
    worth = np.sqrt((table**2).sum(axis=1) * often) * rarity
    kept = np.sort(np.argsort(-worth, kind="stable")[:most])
    whole = np.clip(np.rint(table[kept] / step), -127, 127).astype(np.int64)
    counts, gaps, values = sparse(whole.ravel().tolist(), len(names))
    return Weights(
        names=tuple(names),
        bias=tuple(int(each) for each in np.rint(bias * FINE)),
        buckets=[known[at] for at in kept.tolist()],
        rarity=bytes(rarity[kept].tolist()),
        counts=counts,
        gaps=gaps,
        values=values,
        scale=round(100 * step * FINE),
    )


# -- what is written ------------------------------------------------------------------------------------------------------
def all_sources() -> dict[str, list[Example]]:
    """What every file of weights is learnt from, for the games somebody wrote sentences for."""
    library = open_library()
    found = {game: sources(game, library) for game in games()}
    of_game = {game: examples for game, examples in found.items() if any(each.writer for each in examples)}
    told = [(game, each) for game, examples in of_game.items() for each in examples]
    return {
        **of_game,
        GAMES: [replace(each, about=game) for game, each in told if each.about],
        RULED: [replace(each, about=YES if each.about else NO) for _, each in told],
    }


def stale(folder: Path = FOLDER) -> list[str]:
    """The files of weights that were learnt from something else than what there is now."""
    return [
        name
        for name, examples in all_sources().items()
        if not (file := file_of(name, folder)).exists()
        or unpack(file.read_bytes()).about["sources"] != digest(examples)
    ]


def train(folder: Path = FOLDER, names: Collection[str] = ()) -> Iterator[Path]:
    """Learn and write the files of weights, all where none is named; name each when it is written."""
    folder.mkdir(exist_ok=True)
    for name, examples in all_sources().items():
        if names and name not in names:
            continue
        if name == RULED:
            weights = learn(examples, MOST_OF_RULED, strict=STRICT_RULED)
        elif name == GAMES:
            weights = learn(examples, MOST_OF_GAMES, runs)
        else:
            weights = learn(examples, MOST_OF_GAME)
        file_of(name, folder).write_bytes(pack(replace(weights, about={"sources": digest(examples)})))
        yield file_of(name, folder)


if __name__ == "__main__":
    for written in train(names=sys.argv[1:]):
        print(f"{written.stat().st_size:9,d}  {written}", flush=True)
