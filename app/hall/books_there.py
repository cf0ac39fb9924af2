"""The event's own books between a hall and a device: what came of those it gave, and whose a change of them is.

Only the chief's are the event's. A member's change is a record that suggests it (:mod:`app.brought.suggested`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from app.brought.by_hall import take_from_hall
from app.brought.sharing import NotTaken
from app.hall import HALLS
from app.hall.protocol import HallError
from app.journal.store import JournalError

if TYPE_CHECKING:
    from pathlib import Path

    from app.brought.kept import BookStore
    from app.hall.member import Membership


def taken(store: BookStore, text: str, event: str) -> tuple[str, ...]:
    """Take over books; a sentence each. Raises :class:`HallError` where they cannot be kept: they are asked for again."""
    try:
        return take_from_hall(store, text, event).lines
    except NotTaken as fault:
        return (str(fault),)
    except JournalError as fault:
        raise HallError(f"会场的规程没有存下：{fault}") from None


def suggests_to(them: Iterable[Membership], event: str, folder: Path | None = None) -> Membership | None:
    """The hall to whose chief a change of an event's books is suggested; None: this device changes them itself.

    ``folder``: where this device keeps its data, if that is one that may be the hall itself.
    """
    found = next((each for each in them if event and each.event == event and each.role != "chief"), None)
    if folder is not None and (folder / HALLS / f"{event}.sqlite").exists():
        return None
    return found
