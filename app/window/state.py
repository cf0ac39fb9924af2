"""What one open window of the app remembers: settings, the shelf of kept clauses, the search."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import flet as ft

from app.base.words import GAMES
from app.reading.quoting import public_address
from app.window.theme import MODES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.window.theme import ThemeName
    from rules_data.model import GameId, Script
    from search.engine import SearchResults

RECENT_CLAUSES = 8
RECENT_SEARCHES = 8
PAGE = 20  # results built at once
FIRST = 5  # of them as many as a phone shows are drawn at once, the others when those are there
FOLDER = 40  # characters of a folder's name


@ft.observable
@dataclass
class Settings:
    """How things are shown; kept across restarts."""

    script: Script = "hans"
    mode: ThemeName = "system"
    text_scale: float = 1.0
    public_address: str = ""  # where others can open this app; empty: nowhere
    game: str = ""  # what the reader plays or referees; empty: nothing chosen
    everywhere: bool = True  # whether the search looks in every game all the same
    asked: bool = False  # whether the question for the game was answered

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Fill in what was kept; anything unreadable is ignored."""
        if kept.get("script") in ("hans", "hant"):
            self.script = kept["script"]
        if kept.get("mode") in MODES:
            self.mode = kept["mode"]
        with suppress(TypeError, ValueError):
            self.text_scale = min(2.0, max(1.0, float(kept.get("text_scale", 1.0))))
        with suppress(ValueError):
            self.public_address = public_address(str(kept.get("public_address") or ""))
        if kept.get("game") in GAMES:
            self.game = kept["game"]
        self.everywhere = not self.game or kept.get("everywhere") is True
        self.asked = kept.get("asked") is True


@ft.observable
@dataclass
class Shelf:
    """What the reader keeps, newest first; kept across restarts."""

    bookmarks: list[str] = field(default_factory=list)
    folders: dict[str, str] = field(default_factory=dict)  # bookmarks put into a folder, with its name
    clauses: list[str] = field(default_factory=list)
    searches: list[str] = field(default_factory=list)
    rulings: dict[str, int] = field(default_factory=dict)  # how often each tree came to a ruling here

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Take over what was kept; anything unreadable is ignored."""
        for name in ("bookmarks", "clauses", "searches"):
            entries = kept.get(name)
            if isinstance(entries, list):
                setattr(self, name, [entry for entry in entries if isinstance(entry, str)])
        folders = kept.get("folders")
        if isinstance(folders, dict):
            self.folders = {
                id_: name for id_, name in folders.items() if isinstance(name, str) and name and id_ in self.bookmarks
            }
        counts = kept.get("rulings")
        if isinstance(counts, dict):
            self.rulings = {tree: count for tree, count in counts.items() if isinstance(count, int)}

    def plain(self) -> dict[str, Any]:
        """What is kept."""
        return {
            "bookmarks": list(self.bookmarks),
            "folders": dict(self.folders),
            "clauses": list(self.clauses),
            "searches": list(self.searches),
            "rulings": dict(self.rulings),
        }

    def count_ruling(self, tree_id: str) -> None:
        """Note that a tree came to a ruling; those made again come before those made as often before."""
        count = self.rulings.get(tree_id, 0) + 1
        self.rulings = {tree_id: count, **{other: n for other, n in self.rulings.items() if other != tree_id}}

    def keep(self, provision_id: str) -> None:
        """Keep a provision, before those kept already."""
        if provision_id not in self.bookmarks:
            self.bookmarks = [provision_id, *self.bookmarks]

    def let_go(self, provision_id: str) -> None:
        """Keep a provision no longer."""
        self.bookmarks = [other for other in self.bookmarks if other != provision_id]
        self.folders = {other: name for other, name in self.folders.items() if other != provision_id}

    def put_into(self, provision_id: str, folder: str) -> None:
        """Keep a provision in a folder, or with an empty name in none."""
        self.keep(provision_id)
        folder = folder.strip()[:FOLDER]
        rest = {other: name for other, name in self.folders.items() if other != provision_id}
        self.folders = {**rest, provision_id: folder} if folder else rest

    def take_in(self, brought: Mapping[str, str]) -> int:
        """Keep bookmarks from elsewhere too, with their folders; what is here stays as it is. Returns how many are new."""
        new = [each for each in brought if each not in self.bookmarks]
        self.bookmarks = [*self.bookmarks, *new]
        named = {each: folder.strip()[:FOLDER] for each, folder in brought.items() if folder.strip()}
        self.folders = {**named, **self.folders}
        return len(new)

    def rename(self, folder: str, name: str) -> None:
        """Give a folder another name; with an empty one it is dissolved, the bookmarks stay."""
        name = name.strip()[:FOLDER]
        renamed = {other: name if now == folder else now for other, now in self.folders.items()}
        self.folders = {other: now for other, now in renamed.items() if now}

    def by_folder(self) -> dict[str, list[str]]:
        """Return the bookmarks by folder, those in none under an empty name and first."""
        found: dict[str, list[str]] = {"": []}
        for each in self.bookmarks:
            found.setdefault(self.folders.get(each, ""), []).append(each)
        return {name: ids for name, ids in found.items() if ids}

    def forget(self) -> None:
        """Empty the lists of clauses read and searches made."""
        self.clauses = []
        self.searches = []

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
    game: GameId | None = None
    results: SearchResults | None = None
    answered: tuple[str, GameId | None] = ("", None)  # what ``results`` is the answer to
    shown: int = PAGE
    told: str | None = None  # the irregularity that a story in the box plainly tells of
    at: int | None = None  # the hit at which the arrow keys stand

    def step(self, by: int) -> None:
        """Go to the next hit on the screen or the one before, as the arrow keys say."""
        if self.results is None or not self.results.hits or self.answered[0] != self.query.strip():
            return
        last = min(self.shown, len(self.results.hits)) - 1
        self.at = max(0, min(last, (-1 if self.at is None else self.at) + by))


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
    low: bool = False  # a phone on its side: the tabs stand beside the screen, and less stays while the rest scrolls
    dark: bool = False
    pane: int = 0  # px the clause has, in steps of 40
    aloud: bool = False  # words are shown to the table: nothing stands beside them
    open_chapters: list[str] = field(default_factory=list)  # chapters unfolded in the book lists


@dataclass(frozen=True)
class Sheet:
    """What slides up from below."""

    kind: Literal["reference", "term", "erratum", "table", "trees", "case", "clause", "note", "folder"]
    ids: tuple[str, ...]
    book: str = ""  # whose terms, errata or tables


@ft.observable
@dataclass
class Overlay:
    """The sheet that is open, if any."""

    sheet: Sheet | None = None


@ft.observable
@dataclass
class Toast:
    """A short message that goes away by itself."""

    text: str = ""
    seconds: float = 0
    version: int = 0  # counts the messages
