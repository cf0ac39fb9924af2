"""The rulings of one window, and the open ones of all windows."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import flet as ft

from app.ruling.standing import NOTHING, Context, Incident
from app.ruling.walk import Walk, start
from decision_trees.games import first_game

if TYPE_CHECKING:
    from app.journal.entries import Entry
    from app.ruling.heard import Denied, Told
    from app.ruling.scene import Scene
    from rules_data.model import GameId
    from search.engine import Hit


@ft.observable
@dataclass
class OpenRulings:
    """The open rulings of all windows, as app.ruling.open_rulings sums them up: apart, for they change with every answer."""

    kept: Mapping[str, Any] = field(default_factory=dict)


@ft.observable
@dataclass(repr=False)
class Rulings:
    """The entry of 裁, and the rulings begun in this window."""

    game: GameId = field(default_factory=first_game)
    chosen: bool = False  # somebody said which game it is, or ruled one; else a story tells it
    stage: str = ""  # empty: the first
    query: str = ""
    answered: tuple[str, GameId] = ("", "")
    trees: tuple[Hit, ...] = ()
    elsewhere: str | None = None  # the irregularity of another game that is clearly meant
    clauses: tuple[Hit, ...] = ()
    told: tuple[Told, ...] = ()  # what the story in the field may be
    likely: bool = False  # there is little doubt which of them, were it of this game
    unruled: bool = False  # it is a story, and no tree rules it
    before: tuple[Entry, ...] = ()  # of a game known by its text alone: what was ruled by the clauses nearest to it
    denied: frozenset[Denied] = frozenset()  # what was not said, though it was heard
    same_deal: bool = False  # somebody said that the story is of the deal that lies at the table
    latest: str | None = None  # the ruling walked last
    version: int = 0  # counts the times the text was set by the app and not typed
    aside: str = ""  # the ruling put aside last, which can be taken back
    _walks: dict[str, Walk] = field(default_factory=dict)  # of this window, by name
    _by_link: dict[str, str] = field(default_factory=dict)  # tree -> the ruling begun by an address that names none

    def choose(self, game: GameId) -> None:
        """Turn to a game."""
        self.chosen = True
        self._leave(game)
        self.tell_apart(game)

    def _leave(self, game: GameId) -> None:
        """Where it is another game, what was heard of the one before goes: what is in the field is heard anew."""
        if game == self.game:
            return
        self.answered = ("", game)
        self.told, self.trees, self.clauses, self.elsewhere = (), (), (), None
        self.likely, self.unruled, self.denied, self.same_deal = False, False, frozenset(), False
        self.before = ()

    def tell_apart(self, game: GameId) -> None:
        """Turn to a game that nobody has chosen, because a story is of it."""
        self.game = game
        self.stage = ""

    def put(self, text: str) -> None:
        """Put a story into the field that was not typed there."""
        self.query = text
        self.version += 1

    def turn_to(self, walk: Walk) -> None:
        """Note that a ruling is being made, and turn the lists to it."""
        self.latest, self.chosen = walk.id, True
        self._leave(walk.tree.game)
        self.game = walk.tree.game
        self.stage = walk.tree.stage

    def clear(self) -> None:
        """Empty the field."""
        self.query = ""
        self.answered = ("", self.game)
        self.told, self.unruled, self.denied, self.same_deal = (), False, frozenset(), False
        self.version += 1

    def forget_lost(self, trees: Collection[str]) -> None:
        """Have no ruling open by a tree that is no more: one that somebody had filled in, and threw away."""
        for name in [name for name, walk in self._walks.items() if walk.tree_id not in trees]:
            del self._walks[name]
            if self.latest == name:
                self.latest = None

    @property
    def walks(self) -> Mapping[str, Walk]:
        """The rulings of this window, by name."""
        return self._walks

    def named(self, tree_id: str, name: str | None) -> Walk | None:
        """Return the ruling an address of this window names; of one that names none the ruling begun there."""
        walk = self._walks.get(name or self._by_link.get(tree_id, ""))
        return walk if walk is not None and walk.tree_id == tree_id else None

    def begin(
        self,
        tree_id: str,
        facts: Mapping[str, Any] | None = None,
        context: Context = NOTHING,
        incident: Incident | None = None,
        scene: Scene | None = None,
    ) -> Walk:
        """Begin a ruling."""
        carried = {name: value for name, value in (facts or {}).items() if name not in context.facts}
        walk = start(tree_id, carried, context)
        if incident is not None:
            walk.incident = incident
        if scene is not None:
            walk.scene = scene
        self._walks[walk.id] = walk
        return walk

    def begin_by_link(self, walk: Walk, name: str | None) -> None:
        """Let an address stand for a ruling begun by it."""
        if name is None:
            self._by_link[walk.tree_id] = walk.id
        else:
            del self._walks[walk.id]
            walk.id = name
            self._walks[name] = walk

    def begun(self) -> Walk | None:
        """Return the ruling made last in this window."""
        walk = self._walks.get(self.latest or "")
        return walk if walk is not None and walk.begun else None
