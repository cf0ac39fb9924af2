"""The scene of an incident: event, game, table, round, deal and offenders. It belongs to the incident, whoever moves on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from app.journal.records import NO_EVENT, Place


@dataclass(frozen=True)
class Scene:
    """Where something happened and against whom one rules: taken once, and then the incident's own.

    What comes after it — another table, another event, another window — never changes it; only somebody who says on this
    very ruling that it was elsewhere puts another in its place.
    """

    event: str = NO_EVENT
    game: str = ""
    place: Place = field(default_factory=Place)
    offenders: tuple[str, ...] = ()
    sheet: str | None = None  # the name of the deal it was in (see deal_sheet); None: nobody said so yet

    @property
    def pair(self) -> str:
        """The one pair ruled against, whose records are counted; empty while nobody is named, or more than one."""
        return self.offenders[0] if len(self.offenders) == 1 else ""

    def plain(self) -> dict[str, Any]:
        """What is kept of it."""
        kept = {"event": self.event, "place": asdict(self.place), "offenders": list(self.offenders)}
        return kept if self.sheet is None else {**kept, "sheet": self.sheet}


def scene_of(kept: Any, game: str) -> Scene:
    """A scene from what was kept; what cannot be read is left out."""
    kept = kept if isinstance(kept, Mapping) else {}
    offenders = kept.get("offenders")
    return Scene(
        text_of(kept.get("event")) or NO_EVENT,
        game,
        place_of(kept.get("place")),
        tuple(each for each in offenders if isinstance(each, str)) if isinstance(offenders, list) else (),
        text_of(kept.get("sheet")),
    )


def place_of(kept: Any) -> Place:
    """A place from what was kept; what cannot be read is left out."""
    kept = kept if isinstance(kept, Mapping) else {}
    return Place(
        text_of(kept.get("table")),
        *(number_of(kept.get(name)) for name in ("round", "game", "deal")),
    )


def text_of(value: Any) -> str | None:
    """A text that was kept, if it is one."""
    return value if isinstance(value, str) and value else None


def number_of(value: Any) -> int | None:
    """A whole number that was kept, if it is one."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None
