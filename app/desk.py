"""The desk: everything one open window works with."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

import flet as ft

from app import duty as duties
from app import routes
from app.duty import Duty
from app.form import Form
from app.journal.entries import NO_EVENT_NAME
from app.journal.records import NO_EVENT, EventBody, Place
from app.journal.store import JournalError
from app.ledger import Ledger
from app.library import journal, trees
from app.standpoint import Standpoint
from app.state import Box, Layout, Lookup, Overlay, Settings, Sheet, Shelf, Trail
from app.walk import Context, Incident, Rulings

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from app.journal.journal import Journal
    from app.storage import Storage
    from app.walk import Walk
    from rules_data.handbook import Handbook
    from rules_data.model import Book, Provision
    from search.engine import Hit

RECENT = 40  # rulings looked at for the pairs to be offered
WIDE = 900  # px from which list and clause stand side by side


@dataclass
class Desk:
    """One open window."""

    page: ft.Page
    handbook: Handbook
    storage: Storage
    settings: Settings = field(default_factory=Settings)
    shelf: Shelf = field(default_factory=Shelf)
    lookup: Lookup = field(default_factory=Lookup)
    box: Box = field(default_factory=Box)
    layout: Layout = field(default_factory=Layout)
    overlay: Overlay = field(default_factory=Overlay)
    trail: Trail = field(default_factory=Trail)
    rulings: Rulings = field(default_factory=Rulings)
    standpoint: Standpoint = field(default_factory=Standpoint)
    duty: Duty = field(default_factory=Duty)
    placing: Form = field(default_factory=Form)  # where it was, against whom
    ledger: Ledger = field(default_factory=Ledger)
    referee: Form = field(default_factory=Form)  # the name of who is on duty
    event_forms: dict[str, Form] = field(default_factory=dict)  # events being written
    search_field: ft.TextField | None = None  # the one on the screen

    # How things are shown

    def say(self, text: str) -> str:
        """Return a text in the script the reader chose."""
        return self.handbook.script.traditional(text) if self.settings.script == "hant" else text

    def px(self, size: float) -> float:
        """Return a text size at the reader's scale."""
        return size * self.settings.text_scale

    def shade(self, pair: tuple[str, str]) -> str:
        """Return the colour of a (light, dark) pair that suits the ground."""
        return pair[1] if self.layout.dark else pair[0]

    # Going places

    def go(self, address: str) -> None:
        """Open an address."""
        self.overlay.sheet = None
        self.page.navigate(address)

    async def focus_search(self) -> None:
        """Put the cursor into the search box, opening its page where it is not on the screen."""
        if not self.layout.wide and self.page.route != "/":
            await self.page.push_route("/")
            await asyncio.sleep(0.2)
        if self.search_field is not None:
            await self.search_field.focus()

    def go_clause(self, provision_id: str) -> None:
        """Open the page of a provision."""
        self.go(routes.clause_address(provision_id))

    def back(self) -> None:
        """Go where one came from."""
        here = self.trail.visited[-1] if self.trail.visited else "/"
        self.go(self.trail.back(routes.parse(here).parent))

    def begin_ruling(
        self, tree_id: str, facts: Mapping[str, Any] | None = None, incident: Incident | None = None
    ) -> None:
        """Begin a ruling anew, with the answers known already; or one that follows up another of the same incident."""
        context = self.context(trees().tree(tree_id).game, incident.record if incident else None)
        self.rulings.begin(tree_id, facts, context, incident)
        self.go(routes.tree_address(tree_id))

    def leave_ruling(self, walk: Walk) -> None:
        """Go from a ruling to the list of its game; it stays as it is."""
        self.go(routes.rule_address(walk.tree.game))

    def open_book(self, book: str, chapter: str) -> None:
        """Open a book with one chapter unfolded."""
        if chapter not in self.layout.open_chapters:
            self.layout.open_chapters = [*self.layout.open_chapters, chapter]
        self.go(routes.book_address(book))

    def toggle_chapter(self, chapter: str) -> None:
        """Unfold a chapter, or fold it."""
        unfolded = self.layout.open_chapters
        self.layout.open_chapters = (
            [other for other in unfolded if other != chapter] if chapter in unfolded else [*unfolded, chapter]
        )

    @property
    def origin(self) -> str:
        """The address of the app itself, before the path; empty in a window of its own."""
        url = self.page.url or ""
        return re.sub(r"^ws", "http", url) if url.startswith(("ws", "http")) else ""

    def show(self, sheet: Sheet) -> None:
        """Slide a sheet up."""
        self.overlay.sheet = sheet

    def put_query(self, query: str) -> None:
        """Put a text into the search box: a recent search, a suggestion, or nothing."""
        self.lookup.query = query
        self.box.version += 1

    # On duty

    def context(self, game: str, record: str | None = None) -> Context:
        """Return what a ruling of a game knows before anything is asked; its own incident does not count."""
        supplements = {book.id for book in self.handbook.books.values() if book.amends}
        try:
            return duties.context(journal(), self.duty, game, supplements, record)
        except JournalError:
            return Context()

    def open_journal(self) -> Journal:
        """Return the journal, to be written by this referee."""
        book = journal()
        book.author = self.duty.author
        return book

    def keep_duty(self) -> None:
        """Keep where one is on duty."""
        self.storage.keep_duty(self.duty)

    def event_at_hand(self) -> EventBody:
        """Return what is known of the event; where the journal cannot be read, nothing."""
        try:
            return journal().event(self.duty.event).body
        except JournalError:
            return EventBody(NO_EVENT_NAME)

    def forget_lost_event(self) -> None:
        """Turn to no event where the one remembered is not in the journal: another file is open."""
        if self.duty.event == NO_EVENT:  # the journal is not read before it is needed
            return
        with suppress(JournalError):
            if self.duty.event not in {event.id for event in journal().events()}:
                self.duty.event, self.duty.pair = NO_EVENT, ""

    def recent_pairs(self) -> tuple[str, ...]:
        """Return the pairs ruled against lately, the last first."""
        try:
            latest = journal().entries(self.duty.event)[:RECENT]
        except JournalError:  # said where something is saved
            return ()
        return tuple(dict.fromkeys(pair for entry in latest for pair in entry.body.offenders))

    def prefill_place(self) -> None:
        """Put into the form where one was called last; what stands there stays."""
        place, form = self.duty.place, self.placing
        if form.values:
            return
        if place == Place():
            with suppress(JournalError):  # said where something is saved
                place, _ = journal().last_place(self.duty.event)
        form.values = {"table": place.table, "round": place.round, "game": place.game, "deal": place.deal}
        if self.duty.pair:
            form.values["pairs"] = (self.duty.pair,)
        form.version += 1

    # The law texts

    def find(self, provision_id: str) -> Provision | None:
        """Return a provision, or nothing where a bookmark or an address names none."""
        try:
            return self.handbook.provision(provision_id)
        except KeyError:
            return None

    def book_of(self, provision_id: str) -> Book:
        """Return the book of a provision."""
        return self.handbook.books[provision_id.partition(":")[0]]

    # The shelf

    def open_hit(self, hit: Hit) -> None:
        """Open what a search found."""
        self.remember_search()
        if hit.kind == "tree":
            self.begin_ruling(hit.id)
        elif hit.kind == "case":
            self.show(Sheet("case", (hit.id,)))
        elif hit.kind == "term":
            self.show(Sheet("term", (hit.id.rpartition("/")[2],), hit.book))
        elif hit.kind == "table":
            self.open_table(hit.book, hit.id.rpartition("/")[2])
        else:
            self.go_clause(hit.id)

    def open_table(self, book: str, table_id: str) -> None:
        """Open a printed table where it is printed; numbers gathered from several provisions in a sheet."""
        table = self.handbook.table(book, table_id)
        if self.handbook.provision(table.at[0]).kind == "table":
            self.go_clause(table.at[0])
        else:
            self.show(Sheet("table", (table.id,), book))

    def toggle_bookmark(self, provision_id: str) -> None:
        """Keep a provision or let it go, and say so."""
        kept = self.shelf.toggle_bookmark(provision_id)
        self.storage.keep_shelf(self.shelf)
        self.tell("已加入书签" if kept else "已移出书签")

    def remember_clause(self, provision_id: str) -> None:
        """Note that a provision was read."""
        if self.shelf.clauses[:1] != [provision_id]:
            self.shelf.remember_clause(provision_id)
            self.storage.keep_shelf(self.shelf)

    def remember_search(self) -> None:
        """Note that the present search led somewhere."""
        query = self.lookup.query.strip()
        if query and self.shelf.searches[:1] != [query]:
            self.shelf.remember_search(query)
            self.storage.keep_shelf(self.shelf)

    def count_ruling(self, tree_id: str) -> None:
        """Note that a tree came to a ruling on this device."""
        self.shelf.count_ruling(tree_id)
        self.storage.keep_shelf(self.shelf)

    def forget_history(self) -> None:
        """Empty the lists of clauses read and searches made."""
        self.shelf.clauses = []
        self.shelf.searches = []
        self.storage.keep_shelf(self.shelf)

    def tell(self, message: str) -> None:
        """Show a short message at the bottom."""
        self.page.show_dialog(ft.SnackBar(self.say(message), duration=1800))

    async def share(self, title: str, text: str) -> None:
        """Hand a text to the device's own sheet for sharing; where it has none, copy it."""
        try:
            result = await ft.Share().share_text(
                text, title=title, download_fallback_enabled=False, mail_to_fallback_enabled=False
            )
            done = result.status is not ft.ShareResultStatus.UNAVAILABLE
        except Exception:  # no sheet in this browser or on this system: whatever it says, the text is not lost
            done = False
        if not done:
            await self.copy(text, "这台设备不能直接分享，裁定已复制，可以粘贴到别处")

    async def copy(self, text: str, message: str) -> None:
        """Copy a text and say so."""
        await ft.Clipboard().set(text)
        self.tell(message)


def use_desk() -> Desk:
    """Return the desk of the window a component is in.

    It lies on the page and not in a context: a component that Flet keeps from an earlier rendering loses its contexts.
    """
    return cast("Desk", ft.context.page.data)
