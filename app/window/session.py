"""The session: everything one open window works with."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

import flet as ft

from app.base.form import Form
from app.base.words import GAMES, TAUGHT
from app.handover.view import HandoverView
from app.journal.view import JournalView
from app.reading.quoting import open_to_others
from app.ruling import open_rulings
from app.ruling.assignment import Assignment
from app.ruling.rulings import OpenRulings, Rulings
from app.window import keeping, routes, theme
from app.window.bell import Bell
from app.window.duty import Duty
from app.window.examining import Examining
from app.window.hall_sight import HallSight
from app.window.own_books import OwnBooks
from app.window.preferences import (
    ASSIGNMENT,
    BOOKS,
    CLOCKS,
    DEALS,
    JOURNAL,
    NOTES,
    RIGHTS_VIEW,
    RULING,
    RULINGS,
    SETTINGS,
    SHELF,
    STUDY,
)
from app.window.published import Newer, Readiness
from app.window.reading import Finder, Notes, Selected, Terms
from app.window.rights_view import RightsView
from app.window.ruling_desk import RulingDesk
from app.window.senses import Senses
from app.window.state import Box, Layout, Lookup, Overlay, Settings, Sheet, Shelf, Toast
from app.window.studying import Studying
from app.window.suggesting import Suggesting
from app.window.table import AtTable
from app.window.tool_desk import ClockDesk, ToolDesks, address_of_hit
from app.window.trail import Trail

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from app.reading.keeping import Brought
    from app.tools.clocks import Running
    from app.window.preferences import Preferences
    from rules_data.handbook import Handbook
    from rules_data.model import Book, GameId, Provision
    from search.engine import Hit

WIDE = 900  # px from which list and clause stand side by side
LYING, LOW = (
    560,
    480,
)  # px: so wide at least and so low is a phone on its side, and none that stands, whatever its keyboard hides


@dataclass(repr=False)
class Session:
    """One open window."""

    page: ft.Page
    handbook: Handbook
    preferences: Preferences
    settings: Settings = field(default_factory=Settings)
    shelf: Shelf = field(default_factory=Shelf)
    notes: Notes = field(default_factory=Notes)
    finder: Finder = field(default_factory=Finder)
    selected: Selected = field(default_factory=Selected)
    terms: Terms = field(default_factory=Terms)
    lookup: Lookup = field(default_factory=Lookup)
    box: Box = field(default_factory=Box)
    layout: Layout = field(default_factory=Layout)
    overlay: Overlay = field(default_factory=Overlay)
    toast: Toast = field(default_factory=Toast)
    trail: Trail = field(default_factory=Trail)
    newer: Newer = field(default_factory=Newer)
    readiness: Readiness = field(default_factory=Readiness)
    room: keeping.Room = field(default_factory=keeping.Room)
    rulings: Rulings = field(default_factory=Rulings)
    open_rulings: OpenRulings = field(default_factory=OpenRulings)
    rights_view: RightsView = field(default_factory=RightsView)
    assignment: Assignment = field(default_factory=Assignment)
    journal_view: JournalView = field(default_factory=JournalView)
    handover: HandoverView = field(default_factory=HandoverView)
    clocks: ClockDesk = field(default_factory=ClockDesk)
    tools: ToolDesks = field(default_factory=ToolDesks)
    referee: Form = field(default_factory=Form)  # the name of who is on assignment
    event_forms: dict[str, Form] = field(default_factory=dict)  # events being written
    studying: Studying = field(default_factory=Studying)
    examining: Examining = field(default_factory=Examining)
    hall: HallSight = field(default_factory=HallSight)
    own: OwnBooks = field(default_factory=OwnBooks)
    suggesting: Suggesting = field(default_factory=Suggesting)
    on_arrival: Callable[[], None] | None = None  # what is to be done with the next screen
    search_field: ft.TextField | None = None  # the one on the screen
    typed_at: float = 0.0  # when its text was last changed by typing, by time.monotonic()
    typing: str = ""  # the field the cursor is in: digits are typed there, and answer nothing
    senses: Senses = field(init=False)
    bell: Bell = field(init=False)
    table: AtTable = field(init=False)
    desk: RulingDesk = field(init=False)
    duty: Duty = field(init=False)

    def __post_init__(self) -> None:
        """Give the window its device, its bell, its desk and its place in the hall."""
        self.desk, self.duty = RulingDesk(self), Duty(self)
        self.senses, self.bell, self.table = Senses(self.page), Bell(self), AtTable(self)

    # How things are shown

    def say(self, text: str) -> str:
        """Return a text in the script the reader chose."""
        return self.handbook.script.traditional(text) if self.settings.script == "hant" else text

    def px(self, size: float) -> float:
        """Return a text size at the reader's scale."""
        return size * self.settings.text_scale

    @property
    def icon(self) -> float:
        """The size of an icon at the reader's scale."""
        return theme.ICON * theme.grown(self.settings.text_scale)

    def shade(self, pair: tuple[str, str]) -> str:
        """Return the colour of a (light, dark) pair that suits the ground."""
        return pair[1] if self.layout.dark else pair[0]

    # Going places

    def go(self, address: str, instead: bool = False) -> None:
        """Open an address: over the present screen and what lies on it, or in its place."""
        sheet = self.overlay.sheet is not None
        self.overlay.sheet = None
        if (route := self.trail.forward(address, instead, sheet)) is not None:
            self.page.navigate(route)

    async def focus_search(self) -> None:
        """Put the cursor into the search box, opening its page where it is not on the screen."""
        on_screen = routes.parse(self.trail.here).tab == "lookup" if self.layout.wide else self.trail.here == "/"
        if not on_screen:
            self.go("/")
            await asyncio.sleep(0.2)
        if self.search_field is not None:
            await self.search_field.focus()  # type: ignore[no-untyped-call]

    def go_clause(self, provision_id: str) -> None:
        """Open the page of a provision."""
        self.go(routes.clause_address(provision_id))

    def back(self) -> None:
        """Undo what is topmost: the sheet, what lies over the screen, one answer, the screen."""
        if self.undo():
            return
        self.page.navigate(self.trail.back(routes.parse(self.trail.here).parent))

    def depth(self) -> int | None:
        """How many things lie on the present screen, each undone by one step back; None while that is not known."""
        place = routes.parse(self.trail.here)
        over = int(self.overlay.sheet is not None)
        if place.kind == "ruling":
            walk = self.rulings.named(place.tree_id, place.ruling)
            return None if walk is None else walk.depth + over
        if place.kind == "entry":
            over += self.journal_view.asks_about(place.record)
        return over

    def undo(self) -> bool:
        """Undo the topmost thing that lies on the present screen; False where there is none."""
        place = routes.parse(self.trail.here)
        if self.overlay.sheet is not None:
            self.overlay.sheet = None
        elif place.kind == "entry" and self.journal_view.asks_about(place.record):
            self.journal_view.ask("")
        elif place.kind == "ruling" and (walk := self.rulings.named(place.tree_id, place.ruling)) is not None:
            return self.table.take_back(walk)
        else:
            return False
        return True

    def escape(self) -> None:
        """Go back, but not from the first screen of a tab: the key must not lead out of it unawares."""
        if self.depth() or routes.parse(self.trail.here).kind not in routes.TABS:
            self.back()

    def settle(self) -> None:
        """Let the history of the browser have one entry for each thing that lies on the screen."""
        if (route := self.trail.settle(self.depth())) is not None:
            self.page.navigate(route)

    def put_in_address(self, address: str) -> bool:
        """Let the address bar say what is entered on the present screen, in the same entry of the history; whether it does."""
        path, _, said = address.partition("?")
        if self.trail.here != path or (route := self.trail.put(said)) is None:
            return False
        self.page.navigate(route)
        return True

    def hear_route(self, route: str) -> str:
        """Follow the browser, which may have gone back; return the address of the screen it is at."""
        before = self.trail.here
        address, gone = self.trail.hear(route)
        if self.trail.here != before:
            self.overlay.sheet = None
        for _ in range(gone):
            self.undo()
        if (arrived := self.on_arrival) is not None:
            self.on_arrival = None
            arrived()
        self.settle()
        return address

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

    # On assignment

    def keep_clocks(self, running: list[Running]) -> None:
        """Have these clocks run, and keep when each was begun."""
        self.clocks.running = running
        self.preferences.put(CLOCKS, self.clocks.plain())
        self.bell.hear()

    def keep_sound(self, wanted: bool) -> None:
        """Have the clocks be heard from now on, or not."""
        self.clocks.sound = wanted
        self.preferences.put(CLOCKS, self.clocks.plain())

    # What is kept, here and by other windows

    async def unpack(self) -> None:
        """Take over what was kept when the window is opened."""
        self.studying.preferences, self.studying.web = self.preferences, bool(self.page.web)
        await self.preferences.open(self.hear)
        self.rights_view.restore(self.preferences.kept(RIGHTS_VIEW))
        for key in (SETTINGS, SHELF, NOTES, ASSIGNMENT, RULINGS):
            self.hear(key)
        self._follow_game()
        if (
            kept := self.preferences.kept(ASSIGNMENT)
        ) and "posts" not in kept:  # one event and one place for all games, until now
            self.preferences.put(ASSIGNMENT, {"author": self.assignment.author})
            self.duty.keep_posts(GAMES)
        for name in open_rulings.outlived(self.open_rulings.kept):
            self.desk.forget(name)

    def hear(self, key: str) -> None:
        """Take over what another window has changed."""
        kept = self.preferences.kept(key)
        if key == JOURNAL:
            self.table.follow_all()
        if key in (JOURNAL, DEALS):  # what rulings know before anything is asked
            self.assignment.written()
        elif key == BOOKS:
            self.own.heard(self)
        elif key == SETTINGS:
            self.settings.restore(kept)
        elif key == SHELF:
            self.shelf.restore(kept)
        elif key == NOTES:
            self.notes.restore(kept)
        elif key == ASSIGNMENT:
            self.assignment.restore(kept, lambda event: self.duty.event_body(event).game)
            self.duty.forget_lost_events()
        elif key == CLOCKS:
            if self.clocks.opened:
                self.clocks.take(kept)
                self.bell.hear()
        elif key == STUDY:
            self.studying.heard()
        elif key == RULINGS:
            self.open_rulings.kept = dict(kept)
        elif (walk := self.rulings.walks.get(key.removeprefix(RULING))) is not None:
            open_rulings.take(walk, kept)

    def choose_game(self, game: GameId | None) -> None:
        """Turn every screen to a game, or only the search to all of them, from now on."""
        self.change_settings(game=game or self.settings.game, everywhere=game is None, asked=True)
        self._follow_game()

    def play(self, game: GameId) -> None:
        """Turn every screen to a game; a search in all of them stays one."""
        if game != self.settings.game:
            self.change_settings(game=game, everywhere=self.settings.everywhere, asked=True)
            self._follow_game()

    def _follow_game(self) -> None:
        game = self.settings.game
        self.lookup.game = None if self.settings.everywhere else game
        if game:
            self.rights_view.game = game
            if game in TAUGHT:
                self.studying.follow(game)
                self.examining.composing.follow(game)
            if self.rulings.game != game:
                self.rulings.choose(game)

    @property
    def newcomer(self) -> bool:
        """Whether this device has never chosen anything: it is asked what is played."""
        known = (SHELF, ASSIGNMENT, RIGHTS_VIEW, RULINGS, DEALS)
        return not self.settings.asked and not any(self.preferences.kept(key) for key in known)

    def change_settings(self, **changes: Any) -> None:
        """Show things in another way from now on."""
        for name, value in changes.items():
            setattr(self.settings, name, value)
        self.preferences.change(SETTINGS, lambda kept: kept.update(changes))

    def change_shelf(self, change: Callable[[Shelf], None]) -> None:
        """Put something on the shelf or take it away; what other windows put there meanwhile stays."""

        def changed(kept: dict[str, Any]) -> None:
            shelf = Shelf()
            shelf.restore(kept)
            change(shelf)
            kept.update(shelf.plain())

        self.preferences.change(SHELF, changed)
        self.shelf.restore(self.preferences.kept(SHELF))

    def keep_standpoint(self) -> None:
        """Keep whose rights are looked at."""
        self.preferences.change(RIGHTS_VIEW, self.rights_view.keep_in)

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
            self.desk.begin(hit.id)
        elif hit.kind == "tool":
            self.go(address_of_hit(hit.id, self.assignment.post(self.handbook.books[hit.book].game).event))
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
        kept = provision_id not in self.shelf.bookmarks  # as it is seen here
        self.change_shelf(lambda shelf: shelf.keep(provision_id) if kept else shelf.let_go(provision_id))
        self._tell_kept("已加入书签" if kept else "已移出书签")

    def put_bookmark(self, provision_id: str, folder: str) -> None:
        """Keep a provision in a folder, and say so."""
        self.change_shelf(lambda shelf: shelf.put_into(provision_id, folder))
        self._tell_kept(f"已放进“{folder.strip()}”" if folder.strip() else "已加入书签，不分夹")

    def _tell_kept(self, message: str) -> None:
        """Say that something is kept, once it is; where a browser has no room for it, say that."""
        if keeping.storage() is None:
            self.tell(message)
            return

        async def tell() -> None:
            await self.preferences.written()
            self.tell(keeping.refused() or message)

        self.page.run_task(tell)

    def keep_note(self, provision_id: str, text: str) -> None:
        """Keep a note as it is being written; it is shown from :meth:`show_notes` on."""

        def changed(kept: dict[str, Any]) -> None:
            notes = Notes()
            notes.restore(kept)
            notes.write(provision_id, text)
            kept.update(notes.plain())

        self.preferences.change(NOTES, changed)

    def take_in_kept(self, brought: Brought) -> str:
        """Merge bookmarks and notes from a text into those of this device, and say in words what came of it."""
        counts: dict[str, int] = {}
        too_long: list[str] = []
        self.change_shelf(lambda shelf: counts.update(new=shelf.take_in(brought.folders)))

        def changed(kept: dict[str, Any]) -> None:
            notes = Notes()
            notes.restore(kept)
            counts["noted"], left = notes.take_in(brought.notes)
            too_long.extend(left)
            kept.update(notes.plain())

        self.preferences.change(NOTES, changed)
        self.show_notes()
        said = f"新增书签 {counts['new']} 个，并入笔记 {counts['noted']} 条"
        if too_long:
            names = "、".join(found.label if (found := self.find(each)) else each for each in too_long)
            said += f"；{names}的笔记合起来太长，没有并入，原来的不变"
        if brought.refused:
            said += f"；第{'、'.join(map(str, brought.refused[:6]))}行读不懂，没有并入"
        return said

    def show_notes(self) -> None:
        """Show the notes as they are kept."""
        self.notes.restore(self.preferences.kept(NOTES))

    def link_base(self) -> str:
        """The address others can open this app at, or nothing: the one that was set, or that of a published page."""
        if self.settings.public_address:
            return self.settings.public_address
        return self.origin if open_to_others(self.origin) else ""

    def remember_clause(self, provision_id: str) -> None:
        """Note that a provision was read."""
        if self.shelf.clauses[:1] != [provision_id]:
            self.change_shelf(lambda shelf: shelf.remember_clause(provision_id))

    def remember_search(self) -> None:
        """Note that the present search led somewhere."""
        query = self.lookup.query.strip()
        if query and self.shelf.searches[:1] != [query]:
            self.change_shelf(lambda shelf: shelf.remember_search(query))

    def forget_history(self) -> None:
        """Empty the lists of clauses read and searches made."""
        self.change_shelf(lambda shelf: shelf.forget())

    def tell(self, message: str, seconds: float = 2.5) -> None:
        """Show a short message for a moment; a longer one stays as long as it takes to read."""
        self.toast.text = message
        self.toast.seconds = max(seconds, len(message) / 8)
        self.toast.version += 1

    async def share(self, title: str, text: str, what: str = "裁定") -> None:
        """Hand a text to the device's own sheet for sharing; where it has none, copy it."""
        try:
            result = await ft.Share().share_text(
                text, title=title, download_fallback_enabled=False, mail_to_fallback_enabled=False
            )
            done = result.status is not ft.ShareResultStatus.UNAVAILABLE
        except Exception:  # no sheet in this browser or on this system: whatever it says, the text is not lost
            done = False
        if not done:
            await self.copy(text, f"这台设备不能直接分享，{what}已复制，可以粘贴到别处")

    async def copy(self, text: str, message: str) -> None:
        """Copy a text and say so."""
        await ft.Clipboard().set(text)
        self.tell(message)


def use_session() -> Session:
    """Return the session of the window a component is in.

    It lies on the page and not in a context: a component that Flet keeps from an earlier rendering loses its contexts.
    """
    return cast("Session", ft.context.page.data)
