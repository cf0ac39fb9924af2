"""The rulings of one window: begun, gone on with, kept for the page loaded again and for other windows, and left."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from app.base.opened import trees
from app.journal.records import Place
from app.journal.store import JournalError
from app.ruling import assignment as duties
from app.ruling import deal_sheet, open_rulings
from app.ruling.standing import Context, Incident
from app.window import routes
from app.window.library import journal
from app.window.preferences import DEALS, RULING, RULINGS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from app.ruling.scene import Scene
    from app.ruling.standing import Heard
    from app.ruling.walk import Walk
    from app.window.session import Session


@dataclass(repr=False)
class RulingDesk:
    """Where the rulings of one window are made."""

    session: Session

    def begin(
        self,
        tree_id: str,
        facts: Mapping[str, Any] | None = None,
        follows: Walk | None = None,
        *,
        follows_up: bool = False,
        charged: bool = False,
        heard: Mapping[str, Heard] | None = None,
        scene: Scene | None = None,
    ) -> Walk:
        """Begin a ruling with the answers known already: of a new incident, or of the one another ruling is about.

        ``follows_up``: it is a follow-up of that ruling, and falls with it; ``charged``: that one has charged already what this
        one finds out. ``heard``: what was heard in a story. ``scene``: where it is, where somebody said more of it than where
        one was called to last.
        """
        told = dict(heard or {})
        walk = self._begin(
            tree_id, {**{name: each.value for name, each in told.items()}, **(facts or {})}, follows, scene
        )
        walk.charged, walk.heard = charged, told
        walk.follows = follows.id if follows is not None and follows_up else ""
        if told:
            self.session.table.keep_deal(walk)  # before it is shown: its deal does not change under what is drawn
        self.session.on_arrival = partial(self.turn_to, walk)  # with its screen, not after it
        self.session.go(routes.tree_address(tree_id, walk.id))
        return walk

    def begin_again(self, walk: Walk) -> None:
        """Begin a ruling anew: before it is recorded it is still about the same incident, afterwards about the next."""
        self.begin(walk.tree_id, {}, walk if walk.record is None else None)
        if walk.record is None:
            self.forget(walk.id)

    def _begin(
        self,
        tree_id: str,
        facts: Mapping[str, Any] | None = None,
        follows: Walk | None = None,
        scene: Scene | None = None,
    ) -> Walk:
        self.session.table.follow_all()
        if follows is not None:
            scene, incident = follows.scene, follows.incident
        else:
            scene, incident = scene or self.next_scene(trees().tree(tree_id).game), Incident()
        return self.session.rulings.begin(tree_id, facts, self.context(scene, incident), incident, scene)

    def leave(self, walk: Walk) -> None:
        """Go from a ruling to the list of its game; it stays as it is, and what was searched for it is done with."""
        if self.session.rulings.query:
            # there it is drawn with the list, here by itself and for nobody
            self.session.on_arrival = self.session.rulings.clear
        self.session.go(routes.rule_address(walk.tree.game))

    def next_scene(self, game: str) -> Scene:
        """Where the next incident is taken to be: where one was called to last, by this window or by the journal."""
        scene = self.session.assignment.scene(game)
        if scene.place == Place():
            with suppress(JournalError):  # said where something is saved
                for entry in journal().entries(scene.event, kind=game, limit=1):
                    latest = entry.body.place
                    return replace(scene, place=Place(latest.table, latest.round))
        return scene

    def context(self, scene: Scene, incident: Incident | None = None, ruling: str = "") -> Context:
        """Return what a ruling at a scene knows before anything is asked; its own incident, and what it left, do not count."""
        supplements = {book.id for book in self.session.handbook.books.values() if book.amends}
        about = incident or Incident()
        known, begun = deal_sheet.known_in(self.session.preferences.kept(DEALS), scene, ruling, about.id)
        try:
            found = duties.context(journal(), scene, supplements, about.record)
        except JournalError:
            found = Context()
        own = self.session.own.settings(scene.event, scene.game)
        left = own.facts(self.session.handbook) if own.by_point else {}
        settled = {**own.questions(), **found.settled}  # what the event itself says goes before what its books say
        return replace(found, facts={**left, **known, **found.facts}, settled=settled, begun=begun)

    def of_the_table(self, game: str) -> dict[str, Any]:
        """What is known of the deal at the table one was last called to, or was entered there, and what its event decided.

        Open questions the event has decided are there by their ids, as ``guandan-2017/D-09``.
        """
        scene, kept = self.next_scene(game), self.session.preferences.kept(DEALS)
        context = self.context(scene)
        event = {**context.settled, **{name: context.facts[name] for name in ("regime",) if name in context.facts}}
        return event | deal_sheet.known_at(kept, scene) | deal_sheet.begun_at(kept, scene)

    def must_fetch(self, tree_id: str, name: str | None) -> bool:
        """Whether the ruling at an address is kept but was not read yet."""
        if (
            name is None
            or self.session.rulings.named(tree_id, name) is not None
            or self.session.preferences.kept(RULING + name)
        ):
            return False
        return name in self.session.open_rulings.kept or not self.session.preferences.shared.filled.is_set()

    def at(self, tree_id: str, name: str | None) -> Walk:
        """Return the ruling at an address: of this window, or kept by another or before; else it is begun there."""
        found = self.session.rulings.named(tree_id, name)
        if found is None:
            found = self._begin(tree_id)
            self.session.rulings.begin_by_link(found, name)
            if name is not None and (kept := self.session.preferences.kept(RULING + name)):
                found.incident = open_rulings.incident_of(kept, self.session.rulings.walks)
                open_rulings.take(found, kept)
                with suppress(JournalError):
                    self.session.table.catch_up(found)
        return found

    def turn_to(self, walk: Walk) -> None:
        """Note that a ruling is on the screen."""
        self.session.rulings.turn_to(walk)
        self.session.assignment.game = walk.tree.game

    def keep(self, walk: Walk) -> None:
        """Keep a ruling as it stands, for this page loaded again and for other windows."""
        plain = open_rulings.plain(walk)
        if plain == self.session.preferences.kept(RULING + walk.id):  # it came from there
            return
        kept = {**self.session.open_rulings.kept, walk.id: open_rulings.summary(walk)}
        for name in open_rulings.outlived(kept):
            if name != walk.id:
                self.forget(name)
        self.session.open_rulings.kept = {**self.session.open_rulings.kept, walk.id: kept[walk.id]}
        self.session.preferences.put(RULING + walk.id, plain)
        self.session.preferences.change(RULINGS, lambda kept: kept.update({walk.id: open_rulings.summary(walk)}))

    def keep_what_was_begun(self, walk: Walk) -> None:
        """Keep a ruling in which something was answered; where all of it was taken back, nothing of it comes back."""
        if walk.begun or walk.record is not None:
            self.keep(walk)
        elif walk.id in self.session.open_rulings.kept:
            self.forget(walk.id)

    def forget(self, name: str) -> None:
        """Keep a ruling no longer."""
        self.session.open_rulings.kept = {
            other: kept for other, kept in self.session.open_rulings.kept.items() if other != name
        }
        self.session.preferences.remove(RULING + name)
        self.session.preferences.change(RULINGS, lambda kept: kept.pop(name, None))

    def put_aside(self, name: str, aside: bool) -> None:
        """Offer a ruling to be gone on with no longer, or again; it stays as it is, and is offered once it is gone on with."""
        self.session.rulings.aside = name if aside else ""
        summed = self.session.open_rulings.kept.get(name)
        if summed is None:
            return
        said = {**summed, "aside": aside}
        self.session.open_rulings.kept = {**self.session.open_rulings.kept, name: said}
        self.session.preferences.change(RULINGS, lambda kept: kept.update({name: said}))

    def count(self, tree_id: str) -> None:
        """Note that a tree came to a ruling on this device."""
        self.session.change_shelf(lambda shelf: shelf.count_ruling(tree_id))
