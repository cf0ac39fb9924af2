"""The books of an event as its hall gives them to those who joined: meant for this event only there, each with its versions' line.

What the chief has for all his events is in force at this one only, on the devices of others: their other events are not his. Only
his are the event's: what a member has otherwise stays with him as a version, and what the hall gives is in force.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from app.brought.kept import BookLog
from app.brought.sharing import digest_of, small, take
from app.journal.side_log import in_memory

if TYPE_CHECKING:
    from collections.abc import Iterable

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
            self._digest = together_digest(self._books(), self.event)
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

    def take_books(self, text: str, of: str) -> str | None:
        """Take in the books as a chief has them on another device, who had those of the digest ``of``; what tells them now.

        None: they have changed since, and nothing was taken. Raises :class:`app.brought.sharing.NotTaken`,
        :class:`app.journal.store.JournalError`.
        """
        if of != self.digest():
            return None
        coming = in_memory(BookLog())
        take(coming, text)
        for id_, each in coming.current().items():
            here = self.store.versions(id_)
            if here and digest_of(_of_event(here[-1], self.event)) == digest_of(_of_event(each, self.event)):
                continue
            event, number = (here[-1].event, here[-1].version + 1) if here else (self.event, 1)
            source = coming.source(each.source)
            known = source is None or self.store.source(source.sha256) is not None
            self.store.put(replace(each, event=event, version=max(number, each.version)), None if known else source)
        return self.digest()

    def _books(self) -> list[Brought]:
        """Those meant for the event or for all; also such a one that was withdrawn, so that it is withdrawn elsewhere too."""
        return [
            each
            for each in self.store.current().values()
            if each.event in ("", self.event) and self.game in (None, each.book.game)
        ]


def _of_event(brought: Brought, event: str) -> Brought:
    return replace(brought, event=event)


def together_digest(books: Iterable[Brought], event: str) -> str:
    """What tells some books, as an event has them, from others; nothing where there are none."""
    found = sorted(digest_of(_of_event(each, event)) for each in books)
    return hashlib.sha256("\n".join(found).encode()).hexdigest()[:16] if found else ""


def joined_texts(there: str, coming: str, event: str) -> tuple[str, str]:
    """The books a hall keeps as their text alone with what a chief sent of them, and what tells them from others.

    Raises :class:`app.brought.sharing.NotTaken`.
    """
    log = in_memory(BookLog())
    for text in (there, coming):
        if text:
            take(log, text)
    return small(log, log.current()), together_digest(log.current().values(), event)


def take_from_hall(store: BookStore, text: str, event: str) -> Taken:
    """Take in the books a hall gave: they are in force here from now on, whatever this device had of them stays a version.

    One that is here for all events already, and says the same, is left as it is. Raises
    :class:`app.brought.sharing.NotTaken`, :class:`app.journal.store.JournalError` as :func:`app.brought.sharing.take`.
    """
    coming = in_memory(BookLog())
    first = take(coming, text)
    there = coming.current()
    have = {id_: digest_of(_of_event(each, event)) for id_, each in store.current().items()}
    new = [
        id_ for id_, each in there.items() if have.get(id_) != digest_of(each) and (id_ in have or not each.withdrawn)
    ]
    if not new:
        return replace(first, lines=(), changed=False)
    kept = [line for line in text.split("\n")[1:] if any(f'"id":"{id_}"' in line for id_ in new)]
    done = take(store, "\n".join([text.split("\n", 1)[0], *kept]))
    back = [line for id_ in new if (line := _back_to(store, there[id_]))]
    said = tuple(line for line in done.lines if not any(line.startswith(each.partition("》")[0]) for each in back))
    return replace(done, lines=(*said, *back), changed=done.changed or bool(back))


def _back_to(store: BookStore, theirs: Brought) -> str:
    """Have the hall's version of a book in force where this device has another; what is said of it, nothing where it has not."""
    now = store.versions(theirs.book.id)[-1]
    if digest_of(now) == digest_of(theirs):
        return ""
    did = f"照会场的第 {theirs.version} 版"
    store.put(replace(theirs, version=now.version + 1, did=did))
    return f"《{theirs.book.short}》照会场的第 {theirs.version} 版；这里原有的第 {now.version} 版留着，不算本赛事的。"
