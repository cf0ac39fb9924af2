"""What one window knows of the books its owner brings: the one being brought, and what is said of its lines."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import flet as ft

from app.base.form import Form
from app.window.preferences import BOOKS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from app.brought.kept import Source
    from app.window.session import Session
    from rules_data.brought.model import As, Brought, Confirmed, Mend, Proposal
    from rules_data.brought.reading import Outline
    from rules_data.model import Book, GameId

NEW = "new"
"""In an address: the book that is being brought and is not kept yet."""


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

    def books(self) -> Mapping[str, Brought]:
        """The latest version of every book kept, by id."""
        from app.window.library import has_own, own_books

        return own_books().books() if has_own() else {}

    def book(self, name: str) -> Brought | None:
        """A book that is kept, or the one being brought."""
        return self.draft if name == NEW else self.books().get(name)

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

    def in_receipt(self, session: Session, event: str, game: GameId, cites: Iterable[str]) -> list[dict[str, Any]]:
        """What the receipt of a ruling at an event says of the books that change the clauses it rests on."""
        from app.window.library import has_own

        if not has_own():
            return []
        from app.brought.in_receipt import own_part

        return own_part(session.handbook, self.books(), self.in_force(event, game), cites)

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
        from app.brought.bringing import NotBrought, first_version, game_in, pasted
        from decision_trees.games import games
        from rules_data.brought.making import About, base_of

        text = self.form.text("text")
        if not text.strip():
            self.form.fault = "还没有文字：请粘贴全文，或打开文件。"
            return False
        try:
            if self.source is None or self.source.text != text:
                self.source = pasted(text)
            known = {each.id: (each.name, *each.called.names) for each in games().values()}
            game = self.form.text("game") or game_in(text, known)
            if not game:
                self.form.fault = "看不出是哪个项目的规程，请在上面选一个项目。"
                return False
            about = About(game=game, event=self.form.text("event"), base=base_of(game, session.handbook.books.values()))
            simplified = session.handbook.script.simplified
            self.draft = first_version(
                self.source, about, self.books(), at=now(), by=session.assignment.author, simplified=simplified
            )
        except NotBrought as fault:
            self.form.fault = str(fault)
            return False
        self.line, self.all_lines, self.shown = 0, False, 0
        self.version += 1
        return True

    def outline(self, brought: Brought) -> Outline:
        """How the text of a book was read, line by line."""
        from rules_data.brought.reading import read_text

        return read_text(self.text_of(brought), brought.book.id, brought.mends, brought.book.script == "hant")

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
        """Keep a version; whether it was kept."""
        from app.journal.store import JournalError
        from app.window.library import own_books

        try:
            own_books().store.put(made, source)
        except JournalError as fault:
            session.tell(str(fault))
            return False
        self.heard(session)
        session.preferences.tell_all(BOOKS)
        return True

    def keep(self, session: Session) -> str:
        """Keep the book being brought; its id, or nothing where it was not kept."""
        draft, source = self.draft, self.source
        if draft is None or source is None or not self.put(session, draft, source):
            return ""
        self.draft = self.source = None
        self.form.values.clear()
        self.form.version += 1
        return draft.book.id

    def withdraw(self, session: Session, brought: Brought) -> bool:
        """Have a book no longer searched or in force; what cites it stays readable."""
        from rules_data.brought.making import changed

        gone = changed(brought, at=now(), by=session.assignment.author, did="撤下", withdrawn=True)
        return self.put(session, gone)

    def decide(self, session: Session, brought: Brought, proposal: Proposal, accepted: bool) -> None:
        """Confirm or refuse what a sentence seems to change in the law."""
        from app.base.opened import handbook
        from rules_data.brought.amending import amendment_of, decided
        from rules_data.brought.making import changed

        amendment = amendment_of(proposal, brought.book, handbook()) if accepted else None
        made: tuple[Book, tuple[Confirmed, ...]] = decided(brought, proposal.key, amendment)
        did = f"{'确认改动' if accepted else '不算改动'}：{proposal.named}"
        after = changed(brought, at=now(), by=session.assignment.author, did=did, book=made[0], decided=made[1])
        if brought is self.draft:
            self.draft = replace(after, version=brought.version, did=brought.did)
            self.version += 1
        else:
            self.put(session, after)

    def heard(self, session: Session) -> None:
        """Show the books as they are now."""
        from app.window.library import law_texts

        session.handbook = law_texts()
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


def undecided(proposals: Iterable[Proposal], brought: Brought) -> list[Proposal]:
    """What nobody has decided yet."""
    known = {each.key for each in brought.decided}
    return [each for each in proposals if each.key not in known]
