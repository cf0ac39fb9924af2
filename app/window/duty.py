"""Who is on assignment in one window, at which event, and what is known of it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.base.words import GAMES
from app.journal.entries import NO_EVENT_NAME
from app.journal.records import NO_EVENT, EventBody
from app.journal.store import JournalError
from app.ruling import assignment as duties
from app.window import keeping
from app.window.library import journal
from app.window.preferences import ASSIGNMENT, JOURNAL

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.journal.journal import Journal
    from app.ruling.scene import Scene
    from app.window.session import Session

RECENT = 100  # rulings by which a game is in use


@dataclass(repr=False)
class Duty:
    """The referee of one window on duty: the event, the journal written there."""

    session: Session

    def journal(self) -> Journal:
        """Return the journal, to be written by this referee."""
        book = journal()
        book.author = self.session.assignment.author
        return book

    def written(self) -> None:
        """Note that the journal has grown, here and in every other window."""
        self.session.table.follow_all()
        self.session.assignment.written()
        self.session.preferences.tell_all(JOURNAL)
        keeping.saved(self.session)
        if self.session.hall.standings:
            from app.window.hall_desk import hall_desk

            hall_desk().written()

    def call_myself(self, name: str) -> None:
        """Note the name of who is on assignment."""
        self.session.assignment.author = name
        self.session.preferences.change(ASSIGNMENT, lambda kept: kept.update(author=name))

    def attend(self, event: str, games: Iterable[str]) -> None:
        """Turn to an event for some games."""
        games = tuple(games)
        self.session.assignment.attend(event, games)
        self.keep_posts(games)
        if event != NO_EVENT and len(games) == 1:
            self.session.play(games[0])

    def called_to(self, scene: Scene) -> None:
        """Note where a ruling was given: the next is likely to be there."""
        self.session.assignment.called_to(scene)
        self.keep_posts((scene.game,))

    def games_in_use(self) -> frozenset[str]:
        """The games that are ruled on here: by what is being ruled, by where one was called to, by what was recorded last."""
        session = self.session
        found = {walk.game for walk in session.rulings.walks.values() if walk.begun}
        found |= {
            tree.partition(".")[0] for each in session.open_rulings.kept.values() if (tree := str(each.get("tree")))
        }
        found |= {game for game in GAMES if session.assignment.post(game) != duties.Post()}
        with suppress(JournalError):
            found |= {each.body.game for each in journal().entries(limit=RECENT)}
        return frozenset(found & GAMES.keys())

    def keep_posts(self, games: Iterable[str]) -> None:
        """Keep where one was called to, for these games."""
        posts = {game: self.session.assignment.post(game).plain() for game in games}
        self.session.preferences.change(
            ASSIGNMENT, lambda kept: kept.update(posts={**(kept.get("posts") or {}), **posts})
        )

    def event_body(self, event: str) -> EventBody:
        """Return what is known of an event; where the journal cannot be read, nothing."""
        try:
            return journal().event(event).body
        except JournalError:
            return EventBody(NO_EVENT_NAME)

    def events_of(self, game: str) -> list[str]:
        """The events there are of a game, the newest first; none where the journal cannot be read."""
        with suppress(JournalError):
            found = [each for each in journal().events() if each.id != NO_EVENT]
            return sorted((each.id for each in found if game in self.games_of(each.body)), reverse=True)
        return []

    def adopted_books(self, game: str) -> tuple[str, frozenset[str]]:
        """The event the next ruling of a game would be at, by name, and the books it chose; none where it chose none."""
        return self.adopted_at(self.session.assignment.post(game).event, game)

    def adopted_at(self, event: str, game: str) -> tuple[str, frozenset[str]]:
        """An event by name, and the books it chose; none where it chose none."""
        if event == NO_EVENT:
            return "", frozenset()
        body = self.event_body(event)
        amended = {book.id: book.amends for book in self.session.handbook.books.values() if book.amends}
        return body.name, duties.adopted_books(body, game, amended)

    def own_books(self, game: str) -> frozenset[str]:
        """The books of one's own that are in force at the event the next ruling of a game would be at."""
        return self.session.own.in_force(self.session.assignment.post(game).event, game)

    def listed_event(self) -> str:
        """The event whose rulings the journal lists, where it does not list all: the one chosen, or else one that has rulings."""
        here, chosen = self.listed_events(), self.session.journal_view.event
        return chosen if chosen in here else here[0]

    def listed_events(self) -> tuple[str, ...]:
        """The events the journal can list: those at hand, after the one with the latest ruling where that at hand has none."""
        own = self.session.assignment.events()
        with suppress(JournalError):
            if not journal().entries(own[0], limit=1) and (latest := journal().entries(limit=1)):
                return tuple(dict.fromkeys((latest[0].event, *own)))
        return own

    def games_of(self, body: EventBody) -> tuple[str, ...]:
        """The games an event is for: its own, or any; none where its own came with a text that is not here."""
        if body.game is None:
            return tuple(GAMES)
        return (body.game,) if body.game in GAMES else ()

    def forget_lost_events(self) -> None:
        """Turn to no event where the one remembered is not in the journal, or has become one of another game."""
        if all(post.event == NO_EVENT for post in self.session.assignment.posts.values()):
            return  # the journal is not read before it is needed
        with suppress(JournalError):
            known = {event.id: self.games_of(event.body) for event in journal().events()}
            lost = [
                game for game, post in self.session.assignment.posts.items() if game not in known.get(post.event, ())
            ]
            self.session.assignment.attend(NO_EVENT, lost)
