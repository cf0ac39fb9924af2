"""What a ruling leaves in the record: which of its effects later rulings count, game by game.

``<game>/ladder.yaml`` says which effect counts as what, how far each kind reaches (a violation of guandan is counted within the
round), which trees are a record by themselves, and which effects do not count although they look like it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from decision_trees.loader import LADDER, ROOT, GameFiles
from decision_trees.model import Ladder, Made
from rules_data.loader import DataError, Document, Problem, read_yaml, validate


def counts(ladder: Ladder, incident: Iterable[Made]) -> dict[str, int]:
    """What the rulings of one incident come to: of each kind the most that one of them puts down, not the sum."""
    out: dict[str, int] = {}
    for ruled in incident:
        for kind, number in ladder.of_ruling(ruled).items():
            out[kind] = max(out.get(kind, 0), number)
    return out


def ladder_file(game: str, root: Path = ROOT) -> Path:
    """Where a game's ladder is written."""
    return root / game / LADDER


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
    for i, lapse in enumerate(ladder.lapsed):
        there = files.trees[lapse.tree].outcomes if lapse.tree in files.trees else {}
        for kind in (kind for kind in lapse.kinds if kind not in ladder.kinds):
            yield fault(f"“{kind}”不在 kinds 里。", "请在 kinds 里写明。", "lapsed", i, "kinds")
        for missing in (name for name in lapse.outcomes if name not in there):
            yield fault(f"{lapse.tree} 没有结论“{missing}”。", "请检查写法。", "lapsed", i, "outcomes")
    yield from _faults_of_table(ladder, files, document)
    named: list[tuple[str, int, str, str | None, str]] = [
        ("amounts", i, a.tree, a.outcome, a.effect) for i, a in enumerate(ladder.amounts)
    ]
    named += [("excepted", i, e.tree, e.outcome, e.effect) for i, e in enumerate(ladder.excepted)]
    for part, i, tree, outcome, effect in named:
        if not any(tree == t and outcome in (None, o) and effect == e for t, o, e in used):
            where = f"{tree} 的“{outcome}”" if outcome else tree
            yield fault(f"{where}没有“{effect}”这种后果。", "请检查 id，或删去这一项。", part, i)


def _faults_of_table(ladder: Ladder, files: GameFiles, document: Document) -> Iterable[Problem]:
    deal = files.deal
    asked = {name for tree in files.trees.values() for name in tree.facts}
    for kind, kept in ladder.at_table.items():
        line = document.line(("at_table", kind))
        if kind not in ladder.kinds:
            yield Problem(document.file, line, f"“{kind}”不在 kinds 里。", "请在 kinds 里写明。")
        if kept.turns is not None and kept.turns.into not in ladder.at_table:
            said = f"“{kind}”变成的“{kept.turns.into}”，这一桌不记。"
            yield Problem(document.file, line, said, "请写进 at_table。")
        by_person = kept.by_person
        for at in (kept.at, *((by_person.at,) if by_person is not None else ())):
            facts = [deal.facts.get(name) for name in deal.at_seats.get(at, {}).values()] if deal is not None else []
            if not facts or not all(fact is not None and fact.kind == "number" and fact.counted for fact in facts):
                said = f"“{kind}”记在“{at}”，而牌局的 at_seats 里没有它，或不是 counted: true 的数。"
                yield Problem(document.file, line, said, "请在 deal.yaml 里写明。")
        for name in (*kept.before, *(by_person.before if by_person is not None else ())):
            if name not in asked:
                yield Problem(document.file, line, f"没有一棵树问“{name}”。", "请检查写法，或删去。")


def _used(files: GameFiles) -> list[tuple[str, str, str]]:
    return [
        (tree.id, name, e.kind) for tree in files.trees.values() for name, o in tree.outcomes.items() for e in o.effects
    ]


def cited(ladder: Ladder) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """The clauses a ladder names, and where they stand in it."""
    for kind, counted in ladder.kinds.items():
        yield from ((("kinds", kind, "cites", i), c) for i, c in enumerate(counted.cites))
    for part in ("implied", "amounts", "excepted", "lapsed"):
        for n, each in enumerate(getattr(ladder, part)):
            yield from (((part, n, "cites", i), c) for i, c in enumerate(each.cites))
    for kind, kept in ladder.at_table.items():
        turns = kept.turns.cites if kept.turns is not None else ()
        yield from ((("at_table", kind, "turns", "cites", i), c) for i, c in enumerate(turns))
