"""The ladder of penalties while ruling: what a pair has had before, and what a ruling adds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from app.journal.journal import Journal
from app.journal.records import Place
from decision_trees.engine import Ruled
from decision_trees.ladder import Ladder
from decision_trees.ladder import counts as counted
from decision_trees.model import Tree
from decision_trees.storage import Library

_WITHIN = {"deal": "本副", "game": "本局", "round": "本轮", "event": "本次比赛"}
_NEEDED = {"deal": ("round", "game", "deal"), "game": ("round", "game"), "round": ("round",), "event": ()}


def of_game(library: Library, game: str) -> Ladder:
    """Return the ladder of a game; one without kinds where the game has none."""
    return library.ladders.get(game, Ladder())


def counts(library: Library, game: str, incident: Iterable[Ruled]) -> tuple[tuple[str, int], ...]:
    """What the rulings of one incident put down against each offender, as the body of a ruling keeps it."""
    return tuple(counted(of_game(library, game), incident).items())


@dataclass(frozen=True, slots=True)
class Before:
    """How often a pair has had something, as far as it is counted."""

    kind: str
    title: str  # 违例
    within: str  # 本轮
    count: int

    @property
    def sentence(self) -> str:
        """Say it to the referee."""
        return f"{self.within}此前已记{self.title} {self.count} 次，再记是第 {self.count + 1} 次。"


@dataclass(frozen=True, slots=True)
class Prior:
    """What the journal says of a pair before a ruling."""

    before: tuple[Before, ...]  # only what it has had
    facts: Mapping[str, Any]  # for the tree, so that it need not ask
    unplaced: tuple[str, ...]  # rulings that may count, but it is not written in which round or game they were

    @property
    def fault(self) -> str:
        """What keeps the journal from counting; nothing where it can."""
        if not self.unplaced:
            return ""
        return f"这一对有 {len(self.unplaced)} 条裁决没有写第几轮或第几局，次数数不准；请在日志里补上，或照实回答。"


def prior(
    journal: Journal, library: Library, event: str, tree: str, pair: str, place: Place, *,
    player: str | None = None, leaving_out: str | None = None,
) -> Prior:  # fmt: skip
    """What a pair has had before, where a tree is about to be ruled on.

    ``leaving_out`` is a ruling of the same incident: it does not count as one before.
    """
    game = tree.partition(".")[0]
    ladder = of_game(library, game)
    if not ladder.kinds:
        return Prior((), {}, ())
    recorded = journal.history(event, game, pair=pair, leaving_out=leaving_out)
    history = [record for record in recorded if record["kind"] in ladder.kinds]  # a later version may count more
    before: list[Before] = []
    unplaced = False
    for kind, what in ladder.kinds.items():
        limits = {n: v for n in _NEEDED[what.within] if (v := getattr(place, n)) is not None}
        records = [r for r in history if r["kind"] == kind]
        unplaced = unplaced or any(n not in r for r in records for n in limits)
        known = len(limits) == len(_NEEDED[what.within])
        number = sum(all(r.get(n) == v for n, v in limits.items()) for r in records)
        if number and known:
            before.append(Before(kind, what.title, _WITHIN[what.within], number))
    lacking: tuple[str, ...] = ()
    if unplaced:
        lacking = tuple(_lacking(journal, ladder, event, game, pair))
    return Prior(tuple(before), _facts(library, tree, history, pair, place, player, bool(lacking)), lacking)


def _lacking(journal: Journal, ladder: Ladder, event: str, game: str, pair: str) -> Iterator[str]:
    for entry in journal.entries(event, pair=pair, withdrawn=False):
        needed = {
            n for kind, _ in entry.body.counts if kind in ladder.kinds for n in _NEEDED[ladder.kinds[kind].within]
        }
        if entry.body.game == game and any(getattr(entry.body.place, n) is None for n in needed):
            yield entry.id


def _facts(
    library: Library,
    tree: str,
    history: list[dict[str, Any]],
    pair: str,
    place: Place,
    player: str | None,
    unsure: bool,
) -> dict[str, Any]:
    known = {"pair": pair, "player": player, "round": place.round, "game": place.game, "deal": place.deal}
    facts: dict[str, Any] = {}
    for each in _reached(library, tree, set()):
        names = [name for name, fact in each.facts.items() if fact.kind == "history"]
        if not names:
            continue
        if not unsure:
            facts |= {name: history for name in names}
        facts |= {n: v for n, v in known.items() if v is not None and n in each.facts and each.facts[n].derive is None}
    return facts


def _reached(library: Library, id_: str, seen: set[str]) -> Iterator[Tree]:
    """The tree and those it goes through."""
    tree = library.trees.get(id_)
    if tree is None or id_ in seen:
        return
    seen.add(id_)
    yield tree
    for question in tree.questions.values():
        if question.tree is not None:
            yield from _reached(library, question.tree, seen)
