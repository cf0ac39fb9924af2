"""Whose rights a player looks at: the game, the time, who he is; kept across restarts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import flet as ft

from app.base.words import GAMES
from decision_trees.games import first_game

if TYPE_CHECKING:
    from app.ruling.heard import Denied, Told
    from decision_trees.rights import Mode, Rights, RightsStage, Role

AFTER = "after"  # in an address in place of a stage: what the others can demand after an irregularity


@ft.observable
@dataclass
class RightsView:
    """What was chosen last, by game."""

    game: str = field(default_factory=first_game)
    stages: dict[str, str] = field(default_factory=dict)  # game -> stage
    roles: dict[str, str] = field(default_factory=dict)  # game/stage -> role
    mode: Mode | None = None  # only these lines are shown
    trouble: dict[str, str] = field(default_factory=dict)  # game -> stage of the irregularities listed
    seat: str = ""  # on the outcome of a ruling: the person looked at
    query: str = ""  # what the referee was called for
    answered: tuple[str, str] = ("", "")  # query and game ``found`` is the answer to
    found: tuple[str, ...] = ()  # trees
    told: tuple[Told, ...] = ()  # what the story in the field may be
    elsewhere: str | None = None  # the irregularity of another game that is clearly told
    looked_at: str = ""  # which of them: a tree; nothing: the likeliest
    denied: frozenset[Denied] = frozenset()  # what was not said, though it was heard
    version: int = 0  # counts the times the text was set by the app and not typed

    def clear(self) -> None:
        """Empty the field."""
        self.told, self.looked_at, self.denied = (), "", frozenset()
        self.put("")

    def put(self, text: str) -> None:
        """Put a story into the field that was not typed there."""
        self.query = text
        self.version += 1

    @property
    def case(self) -> Told | None:
        """What the story in the field is taken for."""
        return next((each for each in self.told if each.tree == self.looked_at), self.told[0] if self.told else None)

    def take(self, rights: Mapping[str, Rights], game: str | None, stage: str | None, role: str | None) -> None:
        """Follow an address; what it leaves out or names wrongly stays as it was."""
        if game not in rights:
            return
        self.game = str(game)
        if any(each.id == stage for each in rights[self.game].stages):
            self.stages = {**self.stages, self.game: str(stage)}
            if any(each.id == role for each in rights[self.game].present(str(stage))):
                self.roles = {**self.roles, f"{self.game}/{stage}": str(role)}

    def stage(self, rights: Rights) -> RightsStage | None:
        """The stage looked at; None while the reader has chosen none."""
        return next((each for each in rights.stages if each.id == self.stages.get(self.game)), None)

    def role(self, rights: Rights) -> Role | None:
        """Who the reader is at this stage: chosen here, or else as at another stage, or else the first.

        None while he has said nothing.
        """
        stage = self.stage(rights)
        said = {place: role for place, role in self.roles.items() if place.startswith(f"{self.game}/")}
        if stage is None or not said:
            return None
        present = {each.id: each for each in rights.present(stage.id)}
        chosen = said.get(f"{self.game}/{stage.id}", "")
        if chosen in present:
            return present[chosen]
        elsewhere = [role for role in said.values() if role in present]
        return present[elsewhere[-1]] if elsewhere else next(iter(present.values()))

    def keep_in(self, kept: dict[str, Any]) -> None:
        """Put what was chosen here to what is kept; of other games and stages what another window chose stays."""
        kept["game"] = self.game
        for name, here in (("stages", self.stages), ("roles", self.roles)):
            found = kept.get(name)
            kept[name] = {**(found if isinstance(found, dict) else {}), **here}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Fill in what was kept; anything unreadable is ignored."""
        if kept.get("game") in GAMES:
            self.game = str(kept["game"])
        for name in ("stages", "roles"):
            found = kept.get(name)
            if isinstance(found, dict):
                setattr(self, name, {k: v for k, v in found.items() if isinstance(k, str) and isinstance(v, str)})
