"""A living table in one window: what it shows now, and how long the referee takes."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import flet as ft

if TYPE_CHECKING:
    from app.study.table.living import Finding, LivingTable

FAST = 4  # acts that go by at one tap of “快”
LONGEST = 10 * 60_000  # ms: who went away for longer did not look for so long


@ft.observable
@dataclass
class Sitting:
    """A table being refereed. Every change is a step of the trainee; :attr:`at` counts them, so that the screen is drawn anew."""

    table: LivingTable[Any]
    at: int = 0
    asking: str = ""  # the fact players are asked for
    given: Finding | None = None  # the last ruling given, until play goes on
    _kept: int = 0  # findings that are in the record of answers
    _shown: float = field(default_factory=time.monotonic)  # when the last act was shown
    _evident: float | None = None  # when the irregularity could be seen

    @property
    def over(self) -> bool:
        """Is the deal over and everything ruled?"""
        return self.table.over and self._ended

    _ended: bool = False

    def next(self, number: int = 1) -> None:
        """Show so many acts, or fewer where the referee is called."""
        for _ in range(number):
            self.given = None
            act = self.table.step()
            if act is None and self.table.called is None:
                self._ended = self.table.over
                break
            if self.table.evident and self._evident is None:
                self._evident = time.monotonic()
            if not self.table.evident:
                self._evident = None
            if self.table.called is not None:
                break
        self._changed()

    def stop(self) -> None:
        """The referee stops the table."""
        since = self._evident if self._evident is not None else time.monotonic()
        self.table.stop(min(LONGEST, round((time.monotonic() - since) * 1000)))
        self._changed()

    def open(self, tree: str) -> None:
        """Rule by a tree."""
        if self.table.ruling is not None:
            self.table.ruling.open(tree)
        self._changed()

    def answer(self, value: Any) -> None:
        """Answer the question of the tree."""
        if self.table.ruling is not None:
            self.asking = ""
            self.table.ruling.answer(value)
        self._changed()

    def ask(self, fact: str, seat: str) -> None:
        """Ask a player."""
        if self.table.ruling is not None:
            self.table.ruling.ask(fact, seat)
        self._changed()

    def back(self) -> None:
        """Take the last answer back; before the first, choose another tree."""
        made = self.table.ruling
        if made is not None:
            if made.answers:
                made.back()
            else:
                made.tree = made.step = None
                made.fault = ""
        self._changed()

    def give(self) -> None:
        """Give the ruling."""
        self.given = self.table.give()
        self._evident = None
        self._changed()

    def dismiss(self) -> None:
        """Nothing to rule: play on."""
        self.table.dismiss()
        self._evident = None if not self.table.evident else self._evident
        self._changed()

    def to_keep(self) -> list[Finding]:
        """The findings that are not in the record of answers yet; they count as kept from now on."""
        new = self.table.findings[self._kept :]
        self._kept = len(self.table.findings)
        return new

    def _changed(self) -> None:
        self.at += 1
