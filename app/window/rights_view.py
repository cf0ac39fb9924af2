"""Whose rights a player looks at: the game, the time, who he is; kept across restarts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import flet as ft

from app.base.words import GAMES
from decision_trees.games import first_game

if TYPE_CHECKING:
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
    version: int = 0  # counts the times the text was set by the app and not typed

    def clear(self) -> None:
        """Empty the field."""
        self.query = ""
        self.version += 1

    def take(self, rights: Mapping[str, Rights], game: str | None, stage: str | None, role: str | None) -> None:
        """Follow an address; what it leaves out or names wrongly stays as it was."""
        if game not in rights:
            return
        self.game = str(game)
        if any(each.id == stage for each in rights[self.game].stages):
            self.stages = {**self.stages, self.game: str(stage)}
            if any(each.id == role for each in rights[self.game].present(str(stage))):
                self.roles = {**self.roles, f"{self.game}/{stage}": str(role)}

    def stage(self, rights: Rights) -> RightsStage:
        """The stage looked at; at first the one most is asked about."""
        by_id = {each.id: each for each in rights.stages}
        return by_id.get(self.stages.get(self.game, ""), by_id.get("play", rights.stages[0]))

    def role(self, rights: Rights) -> Role:
        """Who the reader is at this stage: chosen here, or else as at another stage, or else the first."""
        stage = self.stage(rights).id
        present = {each.id: each for each in rights.present(stage)}
        chosen = self.roles.get(f"{self.game}/{stage}", "")
        if chosen in present:
            return present[chosen]
        elsewhere = [
            role for place, role in self.roles.items() if place.startswith(f"{self.game}/") and role in present
        ]
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
