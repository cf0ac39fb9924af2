"""What a ruling leaves in the record: which of its effects later rulings count, game by game.

``<game>/ladder.yaml`` says which effect counts as what, how far each kind reaches (a violation of guandan is counted within the
round), which trees are a record by themselves, and which effects do not count although they look like it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from pathlib import Path
from typing import Any, Literal

from decision_trees.engine import Ruled
from decision_trees.loader import ROOT, GameFiles
from decision_trees.model import Effect
from rules_data.loader import DataError, Document, Problem, read_yaml, validate
from rules_data.record import record

Scope = Literal["deal", "game", "round", "event"]


@record
class CountedKind:
    """A kind of record."""

    title: str  # in Chinese: 违例
    within: Scope  # the later ones are counted within it
    cites: tuple[str, ...]


@record
class Implied:
    """A tree that looks at the count: whoever rules by it, or through it, has put down one record, whatever the outcome says.

    With ``effect``: only a ruling of the tree that has this effect.
    """

    tree: str
    counts: str  # a kind
    cites: tuple[str, ...]
    effect: str | None = None


@record
class Except:
    """An effect that is not put on the record."""

    tree: str
    effect: str
    reason: str  # in Chinese
    cites: tuple[str, ...]
    outcome: str | None = None  # None: in every outcome


@record
class Amount:
    """How many, where an effect does not say it in a number."""

    tree: str
    outcome: str
    effect: str
    amount: int
    reason: str  # in Chinese
    cites: tuple[str, ...]


@record
class Ladder:
    """What one game counts."""

    kinds: dict[str, CountedKind] = field(default_factory=dict)
    effects: dict[str, str] = field(default_factory=dict)  # kind of effect -> kind of record
    implied: tuple[Implied, ...] = ()
    amounts: tuple[Amount, ...] = ()
    excepted: tuple[Except, ...] = ()

    def of_ruling(self, ruled: Ruled) -> dict[str, int]:
        """What one ruling puts down against each offender: kind -> how many.

        What several effects of one kind say (违规方, 双方) is one record of each side, so that the largest counts.
        """
        tree, effects = ruled.tree.id, ruled.outcome.effects
        through = {tree, *(node.partition("/")[0] for node in ruled.path if "/" in node)}
        out: dict[str, int] = {}
        for implied in self.implied:
            if implied.tree in through and (implied.effect is None or any(e.kind == implied.effect for e in effects)):
                out[implied.counts] = 1
        for effect in effects:
            kind = self.effects.get(effect.kind)
            if kind is not None and not self._excepted(tree, ruled.outcome_id, effect.kind):
                out[kind] = max(out.get(kind, 0), self._amount(tree, ruled.outcome_id, effect))
        return out

    def _excepted(self, tree: str, outcome: str, effect: str) -> bool:
        return any(e.tree == tree and e.effect == effect and e.outcome in (None, outcome) for e in self.excepted)

    def _amount(self, tree: str, outcome: str, effect: Effect) -> int:
        for a in self.amounts:
            if (a.tree, a.outcome, a.effect) == (tree, outcome, effect.kind):
                return a.amount
        said: Any = effect.amount
        return said if isinstance(said, int) and not isinstance(said, bool) and said > 0 else 1


def counts(ladder: Ladder, incident: Iterable[Ruled]) -> dict[str, int]:
    """What the rulings of one incident come to: of each kind the most that one of them puts down, not the sum."""
    out: dict[str, int] = {}
    for ruled in incident:
        for kind, number in ladder.of_ruling(ruled).items():
            out[kind] = max(out.get(kind, 0), number)
    return out


def ladder_file(game: str, root: Path = ROOT) -> Path:
    """Where a game's ladder is written."""
    return root / game / "ladder.yaml"


def load_ladder(files: GameFiles, root: Path = ROOT) -> Ladder:
    """The ladder of a game; an empty one where it has none. Raises DataError with file and line of every fault."""
    file = ladder_file(files.game, root)
    if not file.exists():
        return Ladder()
    document = read_yaml(file)
    ladder: Ladder = validate(document, Ladder)
    problems = list(_faults(ladder, files, document))
    if problems:
        raise DataError(problems)
    return ladder


def _faults(ladder: Ladder, files: GameFiles, document: Document) -> Iterable[Problem]:
    def fault(what: str, do: str, *steps: str | int) -> Problem:
        return Problem(document.file, document.line(steps), what, do)

    used = _used(files)
    for effect, kind in ladder.effects.items():
        if kind not in ladder.kinds:
            yield fault(f"“{effect}”计作“{kind}”，而 kinds 里没有它。", "请在 kinds 里写明。", "effects", effect)
        if not any(effect == e for _, _, e in used):
            yield fault(f"没有一个结论有“{effect}”这种后果。", "请检查写法，或删去。", "effects", effect)
    for i, implied in enumerate(ladder.implied):
        if implied.counts not in ladder.kinds:
            yield fault(f"“{implied.counts}”不在 kinds 里。", "请在 kinds 里写明。", "implied", i, "counts")
        if implied.tree not in files.trees:
            yield fault(f"没有裁决树“{implied.tree}”。", "请检查 id。", "implied", i, "tree")
        elif implied.effect is not None and not any((implied.tree, implied.effect) == (t, e) for t, _, e in used):
            yield fault(f"{implied.tree} 没有“{implied.effect}”这种后果。", "请检查写法。", "implied", i, "effect")
    named: list[tuple[str, int, str, str | None, str]] = [
        ("amounts", i, a.tree, a.outcome, a.effect) for i, a in enumerate(ladder.amounts)
    ]
    named += [("excepted", i, e.tree, e.outcome, e.effect) for i, e in enumerate(ladder.excepted)]
    for part, i, tree, outcome, effect in named:
        if not any(tree == t and outcome in (None, o) and effect == e for t, o, e in used):
            where = f"{tree} 的“{outcome}”" if outcome else tree
            yield fault(f"{where}没有“{effect}”这种后果。", "请检查 id，或删去这一项。", part, i)


def _used(files: GameFiles) -> list[tuple[str, str, str]]:
    return [
        (tree.id, name, e.kind) for tree in files.trees.values() for name, o in tree.outcomes.items() for e in o.effects
    ]


def cited(ladder: Ladder) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """The clauses a ladder names, and where they stand in it."""
    for kind, counted in ladder.kinds.items():
        yield from ((("kinds", kind, "cites", i), c) for i, c in enumerate(counted.cites))
    for part in ("implied", "amounts", "excepted"):
        for n, each in enumerate(getattr(ladder, part)):
            yield from (((part, n, "cites", i), c) for i, c in enumerate(each.cites))
