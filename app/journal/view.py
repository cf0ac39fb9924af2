"""How the journal is being looked at in one window: what is searched, what is left out, how much is shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import flet as ft

from app.base.form import Form
from app.journal.pairs import by_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.journal.entries import Entry
    from decision_trees.receipt import Replay

PAGE = 20  # rulings built at once


@ft.observable
@dataclass
class JournalView:
    """The list of rulings as one window shows it."""

    query: str = ""
    table: str = ""
    pair: str = ""
    level: str = ""
    event: str | None = None  # whose rulings are listed; None: those of the game ruled on last
    all_events: bool = False
    imported: frozenset[str] = frozenset()  # only these are listed: those that came with the last import
    by_table: bool = False  # in the order of the tables; else the last one first
    shown: int = PAGE
    version: int = 0  # counts the times the query was set by the app
    replays: dict[str, Replay] = field(default_factory=dict)  # by record
    asking: str = ""  # what is being asked for on the page of a ruling: withdraw, note, correct, appeal
    about: str = ""  # which ruling that is
    results: int = 0  # counts what was said of the whole journal: it is shown from its beginning then
    form: Form = field(default_factory=Form)  # its answer
    placing: Form = field(default_factory=Form)  # where it was and against whom, as it is being corrected

    def look(self, query: str) -> None:
        """Search."""
        self.query = query
        self.shown = PAGE

    def turn_to(self, event: str | None) -> None:
        """List the rulings of an event; None: of all."""
        self.all_events = event is None
        self.event = event
        self.table = self.pair = ""  # of another event they are others
        self.imported = frozenset()
        self.shown = PAGE

    def show_imported(self, rulings: frozenset[str]) -> None:
        """List the rulings that came with an import, and nothing else."""
        self.query = self.table = self.pair = self.level = ""
        self.version += 1
        self.all_events = True
        self.event = None
        self.imported = rulings
        self.shown = PAGE

    def show_all_again(self) -> None:
        """List no longer only what came with an import: it has been looked at, or something newer is there."""
        if self.imported:
            self.imported = frozenset()
            self.all_events, self.shown = False, PAGE

    def narrow(self, name: str, value: str) -> None:
        """Show only one table, one pair or one level; the same again shows all."""
        setattr(self, name, "" if getattr(self, name) == value else value)
        self.shown = PAGE

    def ask(self, what: str, about: str = "", **values: object) -> None:
        """Ask for something, about a ruling or the journal; what was typed for the same before stays."""
        if what and (what, about) != (self.asking, self.about):
            self.form = Form(dict(values))
        self.results += bool(what) and not about
        self.asking, self.about = what, about

    def asks_about(self, record: str | None) -> bool:
        """Whether something is being asked for about a ruling."""
        return bool(self.asking) and self.about == record

    def chosen(self, entries: Sequence[Entry]) -> list[Entry]:
        """Those of the entries that are to be shown, in their order."""
        found = [
            entry
            for entry in entries
            if (not self.imported or entry.id in self.imported)
            and (not self.table or entry.body.place.table == self.table)
            and (not self.pair or self.pair in entry.body.offenders)
            and (not self.level or entry.body.level == self.level)
        ]
        return sorted(found, key=lambda entry: _table(entry.body.place.table)) if self.by_table else found


def _table(name: str | None) -> tuple[object, ...]:
    """A key by which tables follow each other, 2 before 10; what has none comes last."""
    return (not name, by_number(name or ""))
