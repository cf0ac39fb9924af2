"""Numbers of the regulations: from the book's tables, or from the words of a clause where no table has them."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from decision_trees import tables
from rules_data import numerals
from rules_data.handbook import open_handbook

BOOK = "shengji-40"


def card_count(kind: str) -> int:
    """How many cards: ``deck``, ``hand``, ``bottom``, ... (1.1, 1.7, 1.8, 1.18)."""
    return int(tables.value(BOOK, "card-counts", kind, "count", "kind"))


def time_limit(kind: str) -> int:
    """A time limit in the unit of the table: seconds of play (27), minutes of lateness (20)."""
    return int(tables.value(BOOK, "time-limits", kind, "limit", "kind"))


def on_count(kind: str) -> int:
    """At which count something follows: the second warning, the third violation, ... (19.2p2, 19.4, 19.5, 26p3)."""
    return int(tables.value(BOOK, "escalation", kind, "count", "kind"))


@dataclass(frozen=True, slots=True)
class Amount:
    """Penalty points for each card or each time, and the most that one irregularity costs (28b, the second article 28)."""

    each: int
    cap: int | None

    def capped(self, total: int) -> int:
        """No more than the cap, which is that of one irregularity (D-15)."""
        return total if self.cap is None else min(self.cap, total)

    def times(self, number: int) -> int:
        """For so many cards."""
        return self.capped(self.each * number)


def amount(kind: str) -> Amount:
    """The amount for a kind of irregularity of the table 罚分数值 (28b)."""
    cap = tables.value(BOOK, "penalty-points", kind, "cap", "kind")
    return Amount(int(tables.value(BOOK, "penalty-points", kind, "points", "kind")), None if cap is None else int(cap))


@functools.cache
def printed(provision: str, pattern: str) -> int:
    """The number that a clause prints where the pattern's group stands. Raises LookupError when the words are not there."""
    found = re.search(pattern, open_handbook().provision(f"{BOOK}:{provision}").text or "")
    if found is None:
        raise LookupError(f"{BOOK}:{provision} does not print {pattern}")
    return numerals.to_int(found[1])
