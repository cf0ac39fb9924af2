"""What one open window of the app remembers: settings, the shelf of kept clauses, the search, the way back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import flet as ft

if TYPE_CHECKING:
    from app.theme import ThemeName
    from rules_data.model import Game, Script
    from search.engine import SearchResults

RECENT_CLAUSES = 8
RECENT_SEARCHES = 8
PAGE = 20  # results built at once


@ft.observable
@dataclass
class Settings:
    """How things are shown; kept across restarts."""

    script: Script = "hans"
    mode: ThemeName = "system"
    text_scale: float = 1.0


@ft.observable
@dataclass
class Shelf:
    """What the reader keeps, newest first; kept across restarts."""

    bookmarks: list[str] = field(default_factory=list)
    clauses: list[str] = field(default_factory=list)
    searches: list[str] = field(default_factory=list)
    rulings: dict[str, int] = field(default_factory=dict)  # how often each tree came to a ruling here

    def count_ruling(self, tree_id: str) -> None:
        """Note that a tree came to a ruling; those made again come before those made as often before."""
        count = self.rulings.get(tree_id, 0) + 1
        self.rulings = {tree_id: count, **{other: n for other, n in self.rulings.items() if other != tree_id}}

    def toggle_bookmark(self, provision_id: str) -> bool:
        """Keep a provision, or let it go; return whether it is kept now."""
        kept = provision_id not in self.bookmarks
        self.bookmarks = (
            [provision_id, *self.bookmarks] if kept else [other for other in self.bookmarks if other != provision_id]
        )
        return kept

    def remember_clause(self, provision_id: str) -> None:
        """Put a provision first among those read."""
        rest = [other for other in self.clauses if other != provision_id]
        self.clauses = [provision_id, *rest][:RECENT_CLAUSES]

    def remember_search(self, query: str) -> None:
        """Put a query first among those that led somewhere."""
        rest = [other for other in self.searches if other != query]
        self.searches = [query, *rest][:RECENT_SEARCHES]


@ft.observable
@dataclass
class Lookup:
    """The search box and what it found."""

    query: str = ""
    game: Game | None = None
    results: SearchResults | None = None
    answered: tuple[str, Game | None] = ("", None)  # what ``results`` is the answer to
    shown: int = PAGE


@ft.observable
@dataclass
class Box:
    """Tells the search box that its text was set by the app and not typed."""

    version: int = 0


@ft.observable
@dataclass
class Layout:
    """The shape of the window."""

    wide: bool = False
    dark: bool = False
    pane: int = 0  # px the clause has, in steps of 40
    open_chapters: list[str] = field(default_factory=list)  # chapters unfolded in the book lists


@dataclass(frozen=True)
class Sheet:
    """What slides up from below."""

    kind: Literal["reference", "term", "erratum", "table", "trees", "case"]
    ids: tuple[str, ...]
    book: str = ""  # whose terms, errata or tables


@ft.observable
@dataclass
class Overlay:
    """The sheet that is open, if any."""

    sheet: Sheet | None = None


@dataclass
class Trail:
    """The addresses visited, so that the arrow in the app goes where one came from."""

    visited: list[str] = field(default_factory=list)

    def visit(self, address: str) -> None:
        """Note an address; going back to the one before shortens the trail."""
        if len(self.visited) > 1 and self.visited[-2] == address:
            self.visited.pop()
        elif not self.visited or self.visited[-1] != address:
            self.visited.append(address)

    def back(self, otherwise: str) -> str:
        """Return the address one came from."""
        return self.visited[-2] if len(self.visited) > 1 else otherwise
