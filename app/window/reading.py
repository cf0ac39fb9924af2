"""What a window remembers of reading: what is sought in the open law, what is selected, notes of one's own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import flet as ft

from app.reading.keeping import joined_note

if TYPE_CHECKING:
    from collections.abc import Mapping

TERMS = 40  # terms built at once
NOTE = 4_000  # characters of a note that are kept


@ft.observable
@dataclass
class Finder:
    """The words sought in an open law."""

    page: str = ""  # the law it is open on; none: it is closed
    query: str = ""
    at: int = 0  # which of the hits is looked at

    def open(self, page: str) -> None:
        """Begin to seek in a law."""
        self.page, self.query, self.at = page, "", 0

    def close(self) -> None:
        """Seek no longer."""
        self.page, self.query, self.at = "", "", 0

    def seek(self, query: str) -> None:
        """Seek other words."""
        if query != self.query:
            self.query, self.at = query, 0

    def step(self, by: int, count: int) -> None:
        """Go to the next hit or the one before; after the last comes the first."""
        if count:
            self.at = (self.at + by) % count


@ft.observable
@dataclass
class Selected:
    """The words selected in a text."""

    text: str = ""
    changes: int = 0

    def take(self, text: str) -> int:
        """Take what is selected now; words that are selected no longer stay at hand. Returns which change this was."""
        self.changes += 1
        if text:
            self.text = text
        return self.changes

    def let_go(self, change: int) -> None:
        """Let the words go, unless others were selected since."""
        if change == self.changes:
            self.text = ""


@ft.observable
@dataclass
class Terms:
    """The list of terms: what is sought in it, and how many are shown."""

    query: str = ""
    shown: int = TERMS

    def seek(self, query: str) -> None:
        """Seek other words."""
        self.query, self.shown = query, TERMS


@ft.observable
@dataclass
class Notes:
    """Notes of one's own by provision; kept across restarts."""

    texts: dict[str, str] = field(default_factory=dict)

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Take over what was kept; anything unreadable is ignored."""
        texts = kept.get("texts")
        found = texts.items() if isinstance(texts, dict) else ()
        self.texts = {id_: text for id_, text in found if isinstance(text, str) and text.strip()}

    def plain(self) -> dict[str, Any]:
        """What is kept."""
        return {"texts": dict(self.texts)}

    def write(self, provision_id: str, text: str) -> None:
        """Write a note; an empty one is none."""
        rest = {id_: other for id_, other in self.texts.items() if id_ != provision_id}
        self.texts = {provision_id: text[:NOTE], **rest} if text.strip() else rest

    def take_in(self, brought: Mapping[str, str]) -> tuple[int, list[str]]:
        """Take notes from elsewhere too; of two on one clause both are kept.

        Returns how many changed, and those that stay as they are because both together are longer than a note may be.
        """
        changed, too_long = 0, []
        for id_, text in brought.items():
            here = self.texts.get(id_, "")
            whole = joined_note(here, text) if here else text
            if len(whole) > NOTE:
                too_long.append(id_)
            elif whole != here:
                self.texts = {**self.texts, id_: whole}
                changed += 1
        return changed, too_long
