"""What comes of the event's own books that a hall gave to a device."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.brought.by_hall import take_from_hall
from app.brought.sharing import NotTaken
from app.hall.protocol import HallError
from app.journal.store import JournalError

if TYPE_CHECKING:
    from app.brought.kept import BookStore


def taken(store: BookStore, text: str, event: str) -> tuple[str, ...]:
    """Take over books; a sentence each. Raises :class:`HallError` where they cannot be kept: they are asked for again."""
    try:
        return take_from_hall(store, text, event).lines
    except NotTaken as fault:
        return (str(fault),)
    except JournalError as fault:
        raise HallError(f"会场的规程没有存下：{fault}") from None
