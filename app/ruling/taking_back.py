"""Taking a ruling back with what the ladder brought by it, and bringing both back: neither is there without the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.ruling.counts_now import brought_by

if TYPE_CHECKING:
    from app.journal.entries import Entry
    from app.journal.journal import Journal


def take_back(journal: Journal, entry: Entry, reason: str = "") -> None:
    """Withdraw a ruling, and what the ladder brought by it: all or nothing. Raises JournalError where it cannot be written."""
    along = [each.id for each in brought_by(journal, entry) if each.withdrawn is None]
    journal.withdraw_together([entry.id, *along], reason)


def bring_back(journal: Journal, entry: Entry) -> None:
    """Restore a ruling that was taken back, and what went along with it. Raises JournalError where it cannot be written."""
    along = [
        each.withdrawal
        for each in brought_by(journal, entry)
        if each.withdrawal is not None and journal.withdrawn_with(each.withdrawal) == entry.id
    ]
    journal.withdraw_together([entry.withdrawal or entry.id, *along])
