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
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log
from pathlib import Path
from typing import TYPE_CHECKING

from decision_trees.games import games
from decision_trees.library import open_library
from decision_trees.said import once, sentences
from search.hearing import features as cutting
from search.hearing import meanings as meant
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

STRICT, STRICT_RULED = 1.0, 1.0  # how much a sentence on the wrong side counts against small weights
LOOSE = 0.01  # how near to the best weights is near enough
SEED = 0
CASES, CASES_RULED = (
    0.5,
    2,
)  # how much each text of the trees themselves counts: they are written otherwise than people speak
UNRULED_COUNTS = 2  # times each story that no tree rules is taken where those are told from others: they are few
MOST_OF_GAMES, MOST_OF_RULED, MOST_OF_GAME = 45_000, 25_000, 100_000  # features kept
COARSE = 3.5  # a step of a weight, in standard deviations


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
    files = [Path(str(module.__file__)) for module in (cutting, meant)]
    code = "".join(each.read_text(encoding="utf-8").replace("\r\n", "\n") for each in files)
    return hashlib.sha256(json.dumps([told, code], ensure_ascii=False).encode()).hexdigest()[:16]


def learn(
    examples: Sequence[Example],
    most: int,
    cut_by: Callable[[str], set[str]] = features,
    strict: float = STRICT,
    cases: float = CASES,
) -> Weights:
    """The weights for what these examples are about.

    Learnt twice: of all features, and, of those that counted most then, anew, so that they speak for the others too.
    """
    cut = [sorted({bucket(feature) for feature in cut_by(each.text)}) for each in examples]
    count = Counter(number for numbers in cut for number in numbers)
    known = sorted(number for number, times in count.items() if times > 1)
    counts = [_counts(each, cases) for each in examples]

    def fitted(known: Sequence[int]) -> _Fitted:
        return _fitted([each.about for each in examples], counts, cut, count, known, strict)

    first = fitted(known)
    kept = first.most_telling(most)
    return _rounded(first if len(kept) == len(known) else fitted(kept))


@dataclass(frozen=True, slots=True)
class _Fitted:
    """What the machine found."""

    names: Sequence[str]
    known: Sequence[int]  # the features, in order
    often: numpy.typing.NDArray[numpy.int64]  # of each: in how many examples it is
    rarity: numpy.typing.NDArray[numpy.int64]
    table: numpy.typing.NDArray[numpy.float64]  # a row for each feature, a column for each name
    bias: numpy.typing.NDArray[numpy.float64]

    def most_telling(self, most: int) -> list[int]:
        """The features that count most, at most so many, in order."""
        import numpy as np

        worth = np.sqrt((self.table**2).sum(axis=1) * self.often) * self.rarity
        return [self.known[at] for at in np.sort(np.argsort(-worth, kind="stable")[:most]).tolist()]


def _fitted(
    about: Sequence[str],
    counts: Sequence[float],
    cut: Sequence[Sequence[int]],
    count: Mapping[int, int],
    known: Sequence[int],
    strict: float,
) -> _Fitted:
    """What the machine finds when it sees these features only."""
    import numpy as np
    from scipy.sparse import csr_matrix
    from sklearn.svm import LinearSVC

    place = {number: at for at, number in enumerate(known)}
    rarity = np.array([_rarity(count[number], len(about)) for number in known], dtype=np.int64)
    rows = [[place[number] for number in numbers if number in place] for numbers in cut]
    ends = np.cumsum([0, *map(len, rows)])
    columns = np.concatenate([np.array(row, dtype=np.int64) for row in rows])
    data = rarity[columns].astype(np.float64)
    lengths = np.sqrt([max(1.0, (data[a:b] ** 2).sum()) for a, b in itertools.pairwise(ends)])
    matrix = csr_matrix((data / np.repeat(lengths, np.diff(ends)), columns, ends), shape=(len(rows), len(known)))
    machine = LinearSVC(C=strict, dual=True, tol=LOOSE, random_state=SEED)
    machine.fit(matrix, about, sample_weight=counts)
    often = np.array([count[number] for number in known], dtype=np.int64)
    table, bias = machine.coef_.T, machine.intercept_
    if len(machine.classes_) == 2:  # one score, for the second against the first
        table, bias = np.hstack([-table, table]), np.concatenate([-bias, bias])
    return _Fitted(list(map(str, machine.classes_)), known, often, rarity, table, bias)


def _counts(example: Example, cases: float) -> float:
    """How often an example is taken."""
    return UNRULED_COUNTS if example.about == NO else 1 if example.writer else cases


def _rarity(times: int, of: int) -> int:
    return min(255, round(RARITY * (log((of + 1) / (times + 1)) + 1)))


def _rounded(found: _Fitted) -> Weights:
    """The weights as whole numbers of coarse steps."""
    import numpy as np

    step = COARSE * float(found.table.std())
    whole = np.clip(np.rint(found.table / step), -127, 127).astype(np.int64)
    counts, gaps, values = sparse(whole.ravel().tolist(), len(found.names))
    return Weights(
        names=tuple(found.names),
        bias=tuple(int(each) for each in np.rint(found.bias * FINE)),
        buckets=found.known,
        rarity=bytes(found.rarity.tolist()),
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
            weights = learn(examples, MOST_OF_RULED, strict=STRICT_RULED, cases=CASES_RULED)
        elif name == GAMES:
            weights = learn(examples, MOST_OF_GAMES, runs, cases=CASES_RULED)
        else:
            weights = learn(examples, MOST_OF_GAME)
        file_of(name, folder).write_bytes(pack(replace(weights, about={"sources": digest(examples)})))
        yield file_of(name, folder)


if __name__ == "__main__":
    for written in train(names=sys.argv[1:]):
        print(f"{written.stat().st_size:9,d}  {written}", flush=True)
