"""What one window knows of the books its owner brings: the one being brought, and what is said of its lines."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import flet as ft

from app.base.form import Form
from app.window.preferences import BOOKS
from app.window.tree_forms import TreeForms

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from app.brought.kept import Source
    from app.brought.settings import Settings
    from app.window.session import Session
    from decision_trees.clocks import Clock
    from decision_trees.engine import Step
    from rules_data.brought.comparing import Differing
    from rules_data.brought.game_model import OwnGame
    from rules_data.brought.model import As, Brought, Choice, Confirmed, Mend, Proposal
    from rules_data.brought.reading import Outline
    from rules_data.brought.settling import Point, Setting
    from rules_data.model import Book, GameId

OTHER = "other"
"""In the form, for a game: one that the program does not know, and that comes with this text."""

NEW = "new"
"""In an address: the book that is being brought and is not kept yet."""


DEFAULT_SEATS = 4


class Last:
    """What was made of the book that was asked about last: screens ask again whenever they are drawn."""

    def __init__(self) -> None:
        self.of: Brought | None = None
        self.made: Any = None

    def get(self, of: Brought, make: Callable[[], Any]) -> Any:
        """What is made of a book; made once while it stays the same."""
        if self.of is not of:
            self.made, self.of = make(), of
        return self.made


@ft.observable
@dataclass(repr=False)
class OwnBooks:
    """The books of the owner, as one window works on them."""

    version: int = 0  # counts what was changed
    form: Form = field(default_factory=Form)  # the text being brought, and what is said of it
    source: Source | None = None  # what was opened or pasted
    draft: Brought | None = None  # the book made of it, not kept yet
    line: int = 0  # the line that is being mended; 0: none
    all_lines: bool = False  # whether all lines are shown, or only those not understood
    shown: int = 0  # of these, how many more than at first
    ladders: dict[str, Form] = field(default_factory=dict)  # being filled in, by book
    changes: dict[str, Form] = field(default_factory=dict)  # of clauses of the law, being mended or added, by book
    abouts: dict[str, Form] = field(default_factory=dict)  # of names, days and events, being changed, by book
    rulings: dict[str, Form] = field(default_factory=dict)  # being recorded without a tree, by book
    read_last: Last = field(default_factory=Last)  # how its text was read
    settling_last: Last = field(default_factory=Last)  # what it seems to settle
    trees: TreeForms = field(default_factory=TreeForms)

    def books(self) -> Mapping[str, Brought]:
        """The latest version of every book kept, by id."""
        from app.window.library import has_own, own_books

        return own_books().books() if has_own() else {}

    def book(self, name: str) -> Brought | None:
        """A book that is kept, or the one being brought."""
        return self.draft if name == NEW else self.books().get(name)

    def of_game(self, game: GameId) -> list[Brought]:
        """The texts of a game that is known by them alone, those that were withdrawn left out."""
        return [
            each for each in self.books().values() if not each.withdrawn and each.own_game and each.book.game == game
        ]

    def text_of(self, brought: Brought) -> str:
        """The text a book was read from; nothing where its record is damaged."""
        if self.draft is brought and self.source is not None:
            return self.source.text
        from app.window.library import own_books

        found = own_books().store.source(brought.source)
        return found.text if found is not None else ""

    def in_force(self, event: str, game: GameId) -> frozenset[str]:
        """The ids of the books of a game that are meant for an event, or for all."""
        return frozenset(
            id_
            for id_, each in self.books().items()
            if each.book.game == game and not each.withdrawn and each.event in ("", event)
        )

    def settings(self, event: str, game: GameId) -> Settings:
        """How the books in force at an event settle what the law leaves open or to the organiser."""
        from app.window.library import has_own, own_books

        if not has_own():
            from app.brought.settings import NONE

            return NONE
        return own_books().settings(event, game)

    def minutes_of(self, session: Session, clock: Clock) -> int | None:
        """How long a clock runs by the books in force at the event at hand; None: they do not say."""
        event = session.assignment.post(clock.game).event
        found = self.settings(event, clock.game).of_fact(clock.id)
        return int(found.option) if found is not None and found.option.isdecimal() else None

    def laid_down(
        self, session: Session, event: str, game: GameId, fact: str
    ) -> Iterator[tuple[Brought, Choice, bool]]:
        """What the books in force at an event seem to lay down, each with whether it was confirmed; not what was refused."""
        books = self.books()
        there = [books[id_] for id_ in sorted(self.in_force(event, game))]
        if not there:
            return
        from app.brought.settings import laid_down

        yield from laid_down(there, session.handbook, fact)

    def used(self, session: Session, event: str, game: GameId, step: Step) -> tuple[tuple[Point, Setting], ...]:
        """What the books in force settle of what a ruling at an event went by."""
        settings = self.settings(event, game)
        if not settings.by_point:
            return ()
        from app.brought.settings import used

        return used(settings, session.handbook, step)

    def in_receipt(
        self, session: Session, event: str, game: GameId, cites: Iterable[str], step: Step | None = None
    ) -> list[dict[str, Any]]:
        """What the receipt of a ruling at an event says of the books that change the clauses it rests on, or settle how it goes."""
        from app.window.library import has_own

        if not has_own():
            return []
        from app.brought.in_receipt import own_part

        used = self.used(session, event, game, step) if step is not None else ()
        cites = tuple(cites)
        editions = tuple(self.beside_editions(session, event, game, cites))
        return own_part(session.handbook, self.books(), self.in_force(event, game), cites, used, editions)

    def beside_editions(
        self, session: Session, event: str, game: GameId, cites: Iterable[str]
    ) -> Iterator[tuple[Brought, Differing]]:
        """What of a ruling the other editions in force at its event say otherwise."""
        books = self.books()
        there = [books[id_] for id_ in sorted(self.in_force(event, game)) if books[id_].edition_of]
        if not there:
            return
        from app.brought.editions import beside_editions
        from app.window.library import own_books

        opened = own_books()
        yield from beside_editions(session.handbook, ((each, opened.pairs(each.book.id)) for each in there), cites)

    def call_edition(self, session: Session, brought: Brought, of: str) -> None:
        """Say that a book is another edition of a law, or (of none) that it is a regulation."""
        from rules_data.brought.making import called_edition

        base = session.handbook.books.get(of)
        did = f"是《{base.short}》的另一版" if base is not None else "不是另一版，是规程"
        after = called_edition(brought, of, at=now(), by=session.assignment.author, did=did)
        if brought is self.draft:
            self.draft = replace(after, version=brought.version, did=brought.did)
            self.version += 1
        else:
            self.put(session, after)

    def rename(
        self, session: Session, brought: Brought, title: str, short: str, since: str, issuer: str, event: str
    ) -> bool:
        """Say what a book is called, from when it is in force, whose it is and for which event; whether that was kept."""
        from rules_data.brought.making import changed, renamed

        book = renamed(brought.book, title, short, since, issuer)
        if (book, event) == (brought.book, brought.event):
            return True
        did = "改了名称、施行日期或发布者" if event == brought.event else f"用于{self._meant(session, event)}"
        after = changed(brought, at=now(), by=session.assignment.author, did=did, book=book, event=event)
        if brought is self.draft:
            self.draft = replace(after, version=brought.version, did=brought.did)
            self.version += 1
            return True
        return self.put(session, after)

    def _meant(self, session: Session, event: str) -> str:
        return f"“{session.duty.event_body(event).name}”" if event else "所有赛事"

    def align_again(self, session: Session, brought: Brought, other: str, new: str) -> None:
        """Let the program say again which clause of another text a clause of this one is."""
        from rules_data.brought.aligning import not_aligned

        self.put(session, not_aligned(brought, other, new, at=now(), by=session.assignment.author))

    def align(self, session: Session, brought: Brought, other: str, old: str, new: str) -> None:
        """Say which clause of another text (by its number) a clause of this one is; an empty one: it has none there."""
        from rules_data.brought.aligning import aligned

        self.put(session, aligned(brought, other, old, new, at=now(), by=session.assignment.author))

    # Bringing

    def open(self, name: str, data: bytes) -> None:
        """Take a file; what is wrong with it stands in the form."""
        from app.brought.bringing import NotBrought, source_of

        try:
            self.source = source_of(name, data)
        except NotBrought as fault:
            self.form.fault = str(fault)
            return
        self.form.put("text", self.source.text)
        self.form.values["name"] = name

    def read(self, session: Session) -> bool:
        """Make a book of what stands in the form; whether there is one."""
        from app.brought.bringing import NotBrought, first_version, game_in, next_version, pasted
        from decision_trees.games import offered_games
        from rules_data.brought.making import About, base_of

        text = self.form.text("text")
        if not text.strip():
            self.form.fault = "还没有文字：请粘贴全文，或打开文件。"
            return False
        try:
            if self.source is None or self.source.text != text:
                self.source = pasted(text)
            before = self.books().get(self.form.text("instead"))
            if before is not None:
                if before.source == self.source.sha256:
                    self.form.fault = f"《{before.book.short}》现在就是这份文本，没有改动。"
                    return False
                by = session.assignment.author
                self.draft = next_version(before, self.source, before.mends, at=now(), by=by, did="换成新的文本")
                self._drafted()
                return True
            known = {each.id: (each.name, *each.called.names) for each in offered_games().values()}
            game = self.form.text("game") or game_in(text, known)
            own = self._own_game(game, text)
            if self.form.fault:
                return False
            if own is not None:
                game = own.name
            if not game:
                self.form.fault = "看不出是哪个项目的规程，请在上面选一个项目。"
                return False
            base = base_of(game, session.handbook.books.values())
            about = About(game=game, event=self.form.text("event"), base=base, own_game=own)
            simplified = session.handbook.script.simplified
            self.draft = first_version(
                self.source, about, self.books(), at=now(), by=session.assignment.author, simplified=simplified
            )
        except NotBrought as fault:
            self.form.fault = str(fault)
            return False
        self._drafted()
        return True

    def _own_game(self, game: str | None, text: str) -> OwnGame | None:
        """The game that comes with the text being brought, or that came with another; None: one the program knows.

        What is wrong with its name stands in the form.
        """
        if game == OTHER:
            from decision_trees.games import every_game
            from rules_data.brought.game_model import OwnGame
            from rules_data.brought.game_reading import name_fault, seats_in

            name = self.form.text("game_name").strip()
            known = {word for each in every_game().values() for word in (each.id, each.name, *each.called.names)}
            self.form.fault = name_fault(name, known)
            seats = self.form.number("seats") or seats_in(text) or DEFAULT_SEATS
            return OwnGame(name=name, seats=seats, sides=bool(self.form.values.get("sides")) and seats % 2 == 0)
        own = next(
            (each.own_game for each in self.books().values() if each.own_game and each.own_game.name == game), None
        )
        return replace(own, marks=(), ladder=(), trees=()) if own is not None else None

    def begin_tree(self, session: Session, brought: Brought, number: str) -> None:
        """Begin a tree from a clause, and open its form."""
        session.overlay.sheet = None
        self.open_tree(session, brought, self.trees.begin(session, brought, number))

    def open_tree(self, session: Session, brought: Brought, tree: str) -> None:
        """Open the form of a tree."""
        from app.window import routes

        self.form.put("tree", tree)
        session.go(routes.own_address(brought.book.id, "tree"))

    def say_game(self, session: Session, brought: Brought, game: OwnGame, did: str) -> bool:
        """Keep what is said of a book as the rules of a game; whether it was kept."""
        from rules_data.brought.making import with_game

        after = with_game(brought, game, at=now(), by=session.assignment.author, did=did)
        return self.put(session, after)

    def _drafted(self) -> None:
        """Begin to look through the book being brought."""
        self.line, self.all_lines, self.shown = 0, False, 0
        self.version += 1

    def outline(self, brought: Brought) -> Outline:
        """How the text of a book was read, line by line."""
        from rules_data.brought.reading import read_text

        made: Outline = self.read_last.get(
            brought,
            lambda: read_text(self.text_of(brought), brought.book.id, brought.mends, brought.book.script == "hant"),
        )
        return made

    def settling(self, session: Session, brought: Brought) -> tuple[Choice, ...]:
        """What a book seems to settle of what the law leaves open."""
        from rules_data.brought.settling import choices

        base, simplified = session.handbook.books.get(brought.base or ""), session.handbook.script.simplified
        found: tuple[Choice, ...] = self.settling_last.get(brought, lambda: choices(brought.book, base, simplified))
        return found

    def mend(self, session: Session, brought: Brought, line: int, text: str, what: As | None) -> None:
        """Say what a line is, or take that back; a book that is kept has a new version then."""
        from app.brought.bringing import NotBrought, next_version
        from app.brought.kept import Source
        from rules_data.brought.model import Mend

        mends: tuple[Mend, ...] = tuple(each for each in brought.mends if each.line != line)
        if what is not None:
            mends = (*mends, Mend(line=line, text=text, what=what))
        source = Source(brought.source, brought.name, self.text_of(brought), b"")
        did = f"第 {line} 行：{SAID[what]}" if what is not None else f"第 {line} 行照读出的"
        try:
            made = next_version(brought, source, mends, at=now(), by=session.assignment.author, did=did)
        except NotBrought as fault:
            session.tell(str(fault))
            return
        self.line = 0
        if brought is self.draft:
            self.draft = replace(made, version=brought.version, did=brought.did)
            self.version += 1
        else:
            self.put(session, made)

    # Keeping

    def put(self, session: Session, made: Brought, source: Source | None = None) -> bool:
        """Keep a version; whether it was kept. What is the chief's to change is suggested to him instead."""
        from app.journal.store import JournalError
        from app.window.library import own_books

        if session.suggesting.instead(session, made, source):
            return False
        try:
            own_books().store.put(made, source)
        except JournalError as fault:
            session.tell(str(fault))
            return False
        self.heard(session)
        session.preferences.tell_all(BOOKS)
        session.suggesting.tell_halls(session, made.event)
        return True

    def keep(self, session: Session) -> str:
        """Keep the book being brought; its id, or nothing where it was not kept."""
        draft, source = self.draft, self.source
        if draft is None or source is None:
            return ""
        kept = self.put(session, draft, source)
        if not kept and not session.suggesting.is_suggested(session, draft):
            return ""
        self.draft = self.source = None
        self.form.values.clear()
        self.form.version += 1
        return draft.book.id if kept else ""

    def exported(self) -> str:
        """All books with all their versions, for a file; nothing where there are none."""
        from app.window.library import has_own, own_books

        if not has_own():
            return ""
        from app.brought.sharing import whole

        return whole(own_books().store, self.books())

    def take(self, session: Session, text: str) -> tuple[str, ...]:
        """Take in books from another device; a sentence for each, or why nothing was taken.

        Raises :class:`app.journal.store.JournalError` where they cannot be kept.
        """
        from app.brought.sharing import NotTaken, take
        from app.window.library import own_books

        try:
            taken = take(own_books().store, text)
        except NotTaken as fault:
            return (str(fault),)
        if taken.changed:
            self.heard(session)
            session.preferences.tell_all(BOOKS)
        return taken.lines

    def withdraw(self, session: Session, brought: Brought) -> bool:
        """Have a book no longer searched or in force; what cites it stays readable."""
        from rules_data.brought.making import changed

        gone = changed(brought, at=now(), by=session.assignment.author, did="撤下", withdrawn=True)
        return self.put(session, gone)

    def decide(self, session: Session, brought: Brought, proposal: Proposal, accepted: bool | None) -> bool:
        """Confirm or refuse what a clause changes in the law (None: take back what was decided of it); whether it was kept."""
        from app.base.opened import handbook
        from rules_data.brought.amending import amendment_of, decided, with_amendments
        from rules_data.brought.settling import taken_back

        amendment = amendment_of(proposal, brought.book, handbook()) if accepted else None
        made: tuple[Book, tuple[Confirmed, ...]] = decided(brought, proposal.key, amendment)
        if accepted is None:
            left = taken_back(brought, proposal.key)
            made = with_amendments(brought.book, left), left
        did = {True: "确认改动", False: "不算改动", None: "收回"}[accepted]
        return self._decided(session, brought, made, f"{did}：{proposal.named}")

    def settle(self, session: Session, brought: Brought, choice: Choice, option: str | None, did: str) -> None:
        """Confirm how a sentence settles a point, or (without an option) that it settles nothing."""
        from rules_data.brought.settling import settled

        self._decided(session, brought, (brought.book, settled(brought, choice, option)), did)

    def take_back(self, session: Session, brought: Brought, choice: Choice, did: str) -> None:
        """Take back what was decided of a sentence: it settles nothing until somebody decides anew."""
        from rules_data.brought.settling import taken_back

        self._decided(session, brought, (brought.book, taken_back(brought, choice.key)), did)

    def _decided(self, session: Session, brought: Brought, made: tuple[Book, tuple[Confirmed, ...]], did: str) -> bool:
        """Keep a book with what is decided of it now."""
        from rules_data.brought.making import changed

        after = changed(brought, at=now(), by=session.assignment.author, did=did, book=made[0], decided=made[1])
        if brought is self.draft:
            self.draft = replace(after, version=brought.version, did=brought.did)
            self.version += 1
            return True
        return self.put(session, after)

    def heard(self, session: Session) -> None:
        """Show the books as they are now."""
        from app.base.opened import trees
        from app.window.library import law_texts

        session.handbook = law_texts()
        session.rulings.forget_lost(trees().trees)
        session.lookup.answered = ("", None)
        self.version += 1


SAID: dict[As, str] = {
    "heading": "是标题",
    "continues": "接上一行",
    "own": "自成一条",
    "row": "表格的一行",
    "text": "普通文字",
}


def now() -> str:
    """The time as versions have it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def undecided(proposals: Iterable[Proposal | Choice], brought: Brought) -> list[Proposal | Choice]:
    """What nobody has decided yet."""
    known = {each.key for each in brought.decided}
    return [each for each in proposals if each.key not in known]
