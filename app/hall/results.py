"""The event's results on a public page: standings and pairings, without script; rendered once a change, however many look."""

from __future__ import annotations

import asyncio
import gzip
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from app.base.opened import handbook
from app.exams.hall import HANT
from app.papers.competition_files import STYLE, as_html
from app.tools.competition.reading import competition_of

if TYPE_CHECKING:
    from app.journal.journal import Journal

SHEET = "/results.css"
ONCE = 1.0  # seconds between two renderings, however fast it changes
AGAIN = 30  # seconds until a page asks anew
NOTHING_YET = "这项赛事还没有赛程和成绩。"


@dataclass(slots=True)
class Rendered:
    """A page as it is sent."""

    of: object  # what it was rendered of
    mark: tuple[int, str]  # of the journal, and which books there were, when that was looked at last
    at: float
    page: bytes  # packed by gzip; empty: there is none yet


class Results:
    """The page of one event, in each script."""

    def __init__(
        self,
        journal: Journal,
        event: str,
        clock: Callable[[], float] = time.monotonic,
        books: Callable[[], str] = lambda: "",
    ) -> None:
        """``books``: what tells the event's own books, as they are now, from others: by them it may be settled who goes first."""
        self.journal, self.event, self.clock, self.books = journal, event, clock, books
        self.rendered = 0  # how often, for whoever counts it
        self._pages: dict[str, Rendered] = {}
        self._one = asyncio.Lock()

    async def page(self, mark: int, script: str) -> bytes:
        """Return the page as it is at a mark of the journal, packed by gzip; empty where nothing is laid down yet."""
        script, now = "hant" if script == HANT else "hans", (mark, await asyncio.to_thread(self.books))
        kept = self._pages.get(script)
        if kept is not None and (kept.mark == now or self.clock() - kept.at < ONCE):
            return kept.page
        async with self._one:
            kept = self._pages.get(script)
            if kept is None or (kept.mark != now and self.clock() - kept.at >= ONCE):
                kept = self._pages[script] = await asyncio.to_thread(self._looked, now, script, kept)
            return kept.page

    def _looked(self, mark: tuple[int, str], script: str, before: Rendered | None) -> Rendered:
        event, found = competition_of(self.journal, self.event)
        of = (repr(event.body), mark[1], tuple(each.id for each in self.journal.competition(self.event)))
        if before is not None and before.of == of:
            return Rendered(of, mark, self.clock(), before.page)
        if found is None:
            return Rendered(of, mark, self.clock(), b"")
        self.rendered += 1
        now = datetime.now().astimezone().isoformat(timespec="seconds")
        page = as_html(
            found, handbook(), printed_at=now, script="hant" if script == "hant" else "hans", sheet=SHEET, again=AGAIN
        )
        return Rendered(of, mark, self.clock(), gzip.compress(page, 6))


def style() -> str:
    """The style sheet of the page."""
    return STYLE
