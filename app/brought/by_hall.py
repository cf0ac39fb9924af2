"""The books of an event as its hall gives them to those who joined: meant for this event only there, each with its versions' line.

What the chief has for all his events is in force at this one only, on the devices of others: their other events are not his.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from app.brought.kept import BookLog
from app.brought.sharing import digest_of, small, take
from app.journal.side_log import in_memory

if TYPE_CHECKING:
    from app.brought.kept import BookStore
    from app.brought.sharing import Taken
    from rules_data.brought.model import Brought
    from rules_data.model import GameId


@dataclass(slots=True)
class EventBooks:
    """The books of one event; what is given of them is made anew when one of them has changed."""

    store: BookStore
    event: str
    game: GameId | None  # None: of any game
    _seen: int = -1
    _digest: str = ""
    _text: str | None = field(default=None, repr=False)

    def digest(self) -> str:
        """What tells these books, as they are now, from others; nothing where there are none."""
        changes = self.store.changes
        if changes != self._seen:
            found = sorted(digest_of(_of_event(each, self.event)) for each in self._books())
            self._digest = hashlib.sha256("\n".join(found).encode()).hexdigest()[:16] if found else ""
            self._text, self._seen = None, changes
        return self._digest

    def text(self) -> str:
        """The books, for those who joined; nothing where there are none."""
        if not self.digest():
            return ""
        if self._text is None:
            log = in_memory(BookLog())
            for latest in self._books():
                source = self.store.source(latest.source)
                for each in self.store.versions(latest.book.id):
                    log.put(_of_event(each, self.event), source if each is latest or each == latest else None)
            self._text = small(log, log.current())
        return self._text

    def _books(self) -> list[Brought]:
        """Those meant for the event or for all; also such a one that was withdrawn, so that it is withdrawn elsewhere too."""
        return [
            each
            for each in self.store.current().values()
            if each.event in ("", self.event) and self.game in (None, each.book.game)
        ]


def _of_event(brought: Brought, event: str) -> Brought:
    return replace(brought, event=event)


def take_from_hall(store: BookStore, text: str, event: str) -> Taken:
    """Take in the books a hall gave; one that is here for all events already, and says the same, is left as it is.

    Raises :class:`app.brought.sharing.NotTaken`, :class:`app.journal.store.JournalError` as :func:`app.brought.sharing.take`.
    """
    coming = in_memory(BookLog())
    first = take(coming, text)
    have = {id_: digest_of(_of_event(each, event)) for id_, each in store.current().items()}
    new = [
        id_
        for id_, each in coming.current().items()
        if have.get(id_) != digest_of(each) and (id_ in have or not each.withdrawn)
    ]
    if not new:
        return replace(first, lines=(), changed=False)
    kept = [line for line in text.split("\n")[1:] if any(f'"id":"{id_}"' in line for id_ in new)]
    return take(store, "\n".join([text.split("\n", 1)[0], *kept]))
