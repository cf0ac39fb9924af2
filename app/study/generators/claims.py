"""What a referee answers to a wrong claim of the players: the true answer among those to other claims."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from app.base.opened import trees
from app.study.clauses import kin, labels, says
from app.study.making import Draft, Kind, Subject
from app.study.model import Option
from decision_trees.model import Claim, Tree
from rules_data.model import GameId

ID = "claim"
ASK = "裁判怎样回答？"
DIFFICULTY = 0.45


def _claiming(game: GameId) -> Iterator[Tree]:
    """Yield the trees with claims that the text answers."""
    yield from (t for t in trees().trees.values() if t.game == game and any(not c.silent for c in t.claims))


def subjects(game: GameId) -> Iterator[Subject]:
    """Yield the trees of which players claim something."""
    for tree in _claiming(game):
        yield Subject(f"tree:{tree.id}", tree.title, tree.stage, (ID,))


def draft(game: GameId, subject: str, rng: Random) -> Draft | None:
    """Ask for the answer to one claim of a tree; the wrong ones answer other things, by other clauses."""
    tree = trees().trees.get(subject.partition(":")[2])
    if tree is None:
        return None
    asked = [claim for claim in tree.claims if not claim.silent]
    if not asked:
        return None
    claim = rng.choice(asked)
    near = [*(c for c in asked if c is not claim), *_others(game, tree)]
    wrong = [_wrong(each) for each in near if not _alike(claim, each)]
    return Draft(
        tree.stage,
        f"{tree.title}。牌手说：“{claim.says}。”{ASK}",
        Option(claim.answer, "", claim.cites),
        wrong,
        f"{claim.answer}（{labels(claim.cites[:2])}）",
        claim.cites,
        difficulty=DIFFICULTY,
    )


def _others(game: GameId, tree: Tree) -> Iterator[Claim]:
    """Yield the claims of other trees, those of the same stage first."""
    others = [t for t in _claiming(game) if t.id != tree.id]
    for each in sorted(others, key=lambda t: (t.stage != tree.stage, t.id)):
        yield from (claim for claim in each.claims if not claim.silent)


def _alike(claim: Claim, other: Claim) -> bool:
    """Whether another answer rests on the same law, and may be true of this claim too."""
    return any(kin(one, two) for one in claim.cites for two in other.cites)


def _wrong(claim: Claim) -> Option:
    return Option(claim.answer, f"{says(claim.cites[0])}它答的是“{claim.says}”。", claim.cites)


KIND = Kind(ID, "怎样回答", subjects, draft)
