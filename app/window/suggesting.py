"""What a window does about the books of an event whose hall it has joined: a change is suggested to the chief, who answers it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.brought.kept import Source
    from app.brought.suggested import Suggestion
    from app.hall.member import Membership
    from app.window.session import Session
    from rules_data.brought.model import Brought

SUGGESTED = "这本是“{name}”会场的：改动已作为建议记下，送给裁判长定；采用了才算，现在照原来的。"


class Suggesting:
    """The suggestions about the books of the events this device is at."""

    def hall_of(self, session: Session, event: str) -> Membership | None:
        """The hall whose chief changes the books of an event; None: this device does."""
        if not event or not session.hall.standings:
            return None
        from app.hall.books_there import suggests_to
        from app.window import keeping

        folder = None
        if keeping.storage() is None:
            from app.base.data_folder import data_folder

            folder = data_folder()
        return suggests_to((each.membership for each in session.hall.standings), event, folder)

    def instead(self, session: Session, made: Brought, source: Source | None = None) -> bool:
        """Suggest a version where it is for the chief of its event to make it; whether it is."""
        hall = self.hall_of(session, made.event)
        if hall is None:
            return False
        from app.brought.suggested import suggest
        from app.journal.store import JournalError
        from app.window.library import own_books

        try:
            suggest(session.duty.journal(), own_books().store, made.event, made, source)
        except JournalError as fault:
            session.tell(str(fault))
            return True
        self._recorded(session)
        session.tell(SUGGESTED.format(name=hall.name), 6)
        return True

    def is_suggested(self, session: Session, made: Brought) -> bool:
        """Whether such a version was suggested and waits."""
        from app.brought.suggested import waiting

        return bool(self.hall_of(session, made.event) and waiting(self.of_event(session, made.event, made.book.id)))

    def of_event(self, session: Session, event: str, book: str | None = None) -> list[Suggestion]:
        """What was suggested at an event, the last first; nothing where the journal cannot be read."""
        from app.brought.suggested import suggestions
        from app.journal.store import JournalError
        from app.window.library import journal

        with suppress(JournalError):
            return suggestions(journal(), event, book)[::-1]
        return []

    def events(self, session: Session) -> list[str]:
        """The events at hand: those somebody is on duty at, and those whose hall was joined."""
        from app.base.words import GAMES
        from app.journal.records import NO_EVENT

        here = [session.assignment.post(game).event for game in GAMES]
        joined = [each.membership.event for each in session.hall.standings]
        return [each for each in dict.fromkeys((*here, *joined)) if each != NO_EVENT]

    def every(self, session: Session) -> list[tuple[str, Suggestion]]:
        """What was suggested at the events at hand."""
        return [(event, each) for event in self.events(session) for each in self.of_event(session, event)]

    def take_up(self, session: Session, event: str, one: Suggestion) -> None:
        """The chief takes a suggestion."""
        from app.brought.suggested import take_up
        from app.journal.store import JournalError
        from app.window.library import own_books
        from app.window.own_books import now
        from app.window.preferences import BOOKS

        try:
            made = take_up(session.duty.journal(), own_books().store, event, one, now())
        except JournalError as fault:
            session.tell(str(fault), 6)
            return
        session.own.heard(session)
        session.preferences.tell_all(BOOKS)
        self._recorded(session)
        session.tell(f"已采用：《{made.book.short}》第 {made.version} 版。")

    def refuse(self, session: Session, one: Suggestion, why: str) -> None:
        """The chief does not take a suggestion."""
        from app.brought.suggested import refuse
        from app.journal.store import JournalError

        try:
            refuse(session.duty.journal(), one, why)
        except JournalError as fault:
            session.tell(str(fault))
            return
        self._recorded(session)

    def tell_halls(self, session: Session, event: str) -> None:
        """Offer the halls what the chief changed of an event's books."""
        if any(
            each.membership.role == "chief" and event in ("", each.membership.event) for each in session.hall.standings
        ):
            from app.window.hall_desk import hall_desk

            hall_desk().written()

    def _recorded(self, session: Session) -> None:
        """Show what was recorded here and in the other windows, and offer it to the halls."""
        session.own.version += 1
        session.duty.written()
