"""Compiles the index of trees and worked cases (build time only)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from decision_trees import notation
from search.compact import compact
from search.documents import Draft, build_entries, build_sayings
from search.rulings import INDEX_FILE, TABLE_FILE
from search.tokens import HAN, Segmenter

if TYPE_CHECKING:
    from decision_trees.library import Library
    from decision_trees.model import Case, Tree
    from rules_data.handbook import Handbook

RULINGS = "rulings"  # the folder of the index as it is built
_LAWS = 6  # of the laws a tree cites, those that tell what it is about


def _titles(ids: Sequence[str], handbook: Handbook) -> str:
    """Titles of cited provisions and of the laws they stand in."""
    cited = [p for i in ids for p in (handbook.provision(i), handbook.article(i))]
    return "\n".join(dict.fromkeys(p.title for p in cited if p.title))


def tree_draft(tree: Tree, stage: str, handbook: Handbook) -> Draft:
    """A tree: its title, what people call it, the titles of the laws it cites."""
    book = tree.cites[0].partition(":")[0]
    return Draft(
        tree.id, "tree", tree.game, book,
        {
            "kind": "tree", "id": tree.id, "book": book, "label": "裁定", "title": tree.title,
            "path": [stage], "text": "、".join(tree.heard),
        },
        title=tree.title,
        text="\n".join(tree.heard),
        below=_titles(tree.cites, handbook),
    )  # fmt: skip


def case_draft(id_: str, case: Case, tree: Tree, handbook: Handbook) -> Draft:
    """A worked case: its title, and what happened."""
    book = tree.cites[0].partition(":")[0]
    return Draft(
        id_, "case", tree.game, book,
        {
            "kind": "case", "id": id_, "book": book, "label": "案例", "title": case.title,
            "path": [tree.title], "text": case.situation,
        },
        title=notation.spelled_out(case.title),
        text=notation.spelled_out(case.situation),  # as a query is: 红心Q is one card, however written
    )  # fmt: skip


def said_of(tree: Tree) -> Iterator[str]:
    """What people may say when they mean a tree: its heard phrases, its title, and the parts of a title that names several."""
    plain = re.sub(r"[（(].*?[)）]", "", tree.title)
    parts = [part for part in re.split(r"[、，,：:与或和]", plain) if len(part) > 2]
    yield from dict.fromkeys((*tree.heard, plain, *parts))


def build_rulings(
    library: Library,
    handbook: Handbook,
    segmenter: Segmenter,
    canonical: Mapping[str, str],
    noise: frozenset[str],
    numbers: Mapping[str, int],
    folder: Path,
    whoosh: Path,
) -> None:
    """Write the index of trees and cases and its table into a compiled folder, as it was built into ``whoosh``.

    ``numbers`` are those of the provisions in the index of the law texts.
    """
    from search.whoosh_index import write

    stages = {(game, s.id): s.title for game, listed in library.stages.items() for s in listed}
    trees = [t for t in library.trees.values() if not t.part]
    drafts = [tree_draft(t, stages.get((t.game, t.stage), t.stage), handbook) for t in trees]
    laws = [[numbers[handbook.article(c).id] for c in t.cites] for t in trees]
    for id_, case in library.cases.items():
        tree = library.trees[case.tree]
        drafts.append(case_draft(id_, case, tree, handbook))
        laws.append([numbers[handbook.article(c).id] for c in tree.cites])
    said = [(i, text) for i, tree in enumerate(trees) for text in said_of(tree) if HAN.search(text)]
    claims = [(i, claim) for i, tree in enumerate(trees) for claim in tree.claims if HAN.search(claim.says)]
    answers = {len(drafts) + len(said) + at: [claim.says, claim.answer] for at, (_, claim) in enumerate(claims)}
    said += [(i, claim.says) for i, claim in claims]
    sayings = build_sayings((text for _, text in said), segmenter, canonical, noise)
    built = write(whoosh / RULINGS, build_entries(drafts, segmenter, canonical), sayings)
    compact(built, folder / INDEX_FILE)
    table = {
        "kinds": "".join("e" if d.kind == "tree" else "c" for d in drafts),
        "games": [d.game for d in drafts],
        "books": [d.book for d in drafts],
        "laws": [list(dict.fromkeys(cited))[:_LAWS] for cited in laws],
        "sayings": [number for number, _ in said],
        "answers": answers,
    }
    (folder / TABLE_FILE).write_text(json.dumps(table, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
