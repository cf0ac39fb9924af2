"""Something that is made at a tap and may fail: what went wrong is said, and nothing else stops."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from app.journal.store import JournalError
from app.window.published import need

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from app.window.session import Session

    Safely = Callable[[Callable[[], Awaitable[None]]], Callable[[object], Awaitable[None]]]
    """What makes a tap of a piece of work."""

log = logging.getLogger("zhicai")


def attempts(session: Session, otherwise: str, *parts: str) -> Safely:
    """Return what makes a tap of a piece of work: ``parts`` of the program are fetched first, ``otherwise`` is said where it fails.

    What the journal refuses, or a file, or a part that cannot be fetched, is said in its own words.
    """

    def safely(work: Callable[[], Awaitable[None]]) -> Callable[[object], Awaitable[None]]:
        async def run(_: object) -> None:
            try:
                for part in parts:
                    await need(part)
                await work()
            except (JournalError, OSError) as refused:
                session.tell(str(refused))
            except Exception:  # something in a record nobody thought of
                log.exception("a piece of work failed")
                session.tell(otherwise)

        return run

    return safely
