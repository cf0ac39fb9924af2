"""What people say at the table when something happened: sentences by several writers, for learning to hear them.

One file for each writer of a game, ``<game>/said/<writer>.yaml``. They are read only to train (:mod:`search.hearing`) and to
check; nothing that runs opens them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from decision_trees.loader import ROOT
from rules_data.loader import DataError, Document, Problem, read_yaml, validate
from rules_data.record import record

FOLDER = "said"
UNRULED = "none"
"""The file of stories that no tree rules, and how the names of further ones begin (``none-f``)."""

WRITERS = 4  # of a game
SENTENCES = 60  # of a tree
SHARE = 0.4  # of the sentences of a tree, by one writer
LONGEST = 120  # characters: what is said in one breath
ALIKE = 0.6  # of the threes of characters: nearly the same sentence


@record
class Said:
    """A sentence somebody says at the table."""

    text: str
    tree: str | None = None  # what it is about; no tree of the game rules it where none is named


@dataclass(frozen=True, slots=True)
class Saying:
    """A sentence with who wrote it and where."""

    text: str
    tree: str | None
    writer: str
    place: tuple[Path, int | None]


def files(game: str, root: Path = ROOT) -> list[Path]:
    """The files of sentences of a game, one for each writer."""
    return sorted((root / game / FOLDER).glob("*.yaml"))


def unruled(writer: str) -> bool:
    """Whether a file is one of stories that no tree rules."""
    return writer.partition("-")[0] == UNRULED


def read_said(file: Path) -> list[Saying]:
    """The sentences of one writer. Raises DataError with every fault of form."""
    document: Document = read_yaml(file)
    records = validate(document, tuple[Said, ...])
    return [
        Saying(each.text, each.tree, file.stem, (file, document.line((place,)))) for place, each in enumerate(records)
    ]


def sentences(game: str, root: Path = ROOT) -> list[Saying]:
    """All sentences of a game, by writer. Raises DataError."""
    return [saying for file in files(game, root) for saying in read_said(file)]


def threes(text: str) -> frozenset[str]:
    """The runs of three characters of a sentence, by which two are compared."""
    bare = "".join(character for character in text if character.isalnum())
    return frozenset(bare[at : at + 3] for at in range(max(1, len(bare) - 2)))


def once(sayings: Iterable[Saying]) -> list[Saying]:
    """The sentences without those of a tree that are nearly the same as an earlier one."""
    kept: list[Saying] = []
    known: dict[str | None, list[frozenset[str]]] = {}
    for saying in sayings:
        own = threes(saying.text)
        others = known.setdefault(saying.tree, [])
        if all(len(own & other) <= ALIKE * len(own | other) for other in others):
            others.append(own)
            kept.append(saying)
    return kept


def check_said(trees: Collection[str], game: str, root: Path = ROOT) -> Iterator[Problem]:
    """Yield what is wrong with the sentences of a game, of which ``trees`` are the trees that are an entry."""
    sayings: list[Saying] = []
    for file in files(game, root):
        try:
            sayings += read_said(file)
        except DataError as e:
            yield from e.problems
    first: dict[str, Saying] = {}
    for saying in sayings:
        if saying.tree is not None and saying.tree not in trees:
            yield Problem(*saying.place, f"没有裁决树“{saying.tree}”。", "请写这个项目一棵树的 id。")
        if (saying.tree is None) != unruled(saying.writer):
            what = "没有写是哪棵树。" if saying.tree is None else f"写在 {UNRULED}.yaml 里的，不是哪棵树的。"
            yield Problem(*saying.place, what, f"哪棵树都不裁的写在 {UNRULED}.yaml，不写 tree；别的写在别的文件。")
        bare = "".join(saying.text.split())
        if not bare or len(saying.text) > LONGEST:
            yield Problem(*saying.place, f"一句话应有 1 到 {LONGEST} 个字。", "请改短，或删去。")
        earlier = first.setdefault(bare, saying)
        if earlier is not saying:
            file, line = earlier.place
            yield Problem(*saying.place, f"这句话写了两次，另一处在 {file.name}:{line}。", "请删去一处。")
    if sayings:
        yield from _enough(sayings, trees, root / game / FOLDER)


def _enough(sayings: list[Saying], trees: Collection[str], folder: Path) -> Iterator[Problem]:
    """Yield where there are too few sentences or writers, or one wrote too many."""
    ruled = [saying for saying in sayings if saying.tree is not None]
    writers = {saying.writer for saying in ruled}
    if len(writers) < WRITERS:
        yield Problem(folder, None, f"只有 {len(writers)} 个人写的句子。", f"请至少由 {WRITERS} 个人各写一份。")
    of_tree = Counter(saying.tree for saying in ruled)
    by_writer = Counter((saying.tree, saying.writer) for saying in ruled)
    for (tree, writer), count in sorted(by_writer.items(), key=str):
        if count > SHARE * of_tree[tree]:
            what = f"“{tree}”的 {of_tree[tree]} 句里有 {count} 句是 {writer} 写的。"
            yield Problem(folder, None, what, f"一个人写的不要超过 {SHARE:.0%}，请由别人补写。")


def few(sayings: Iterable[Saying], trees: Collection[str]) -> dict[str, int]:
    """The trees with fewer than :data:`SENTENCES` sentences, with how many they have."""
    count = Counter(saying.tree for saying in sayings)
    return {tree: count[tree] for tree in sorted(trees) if count[tree] < SENTENCES}
