"""What somebody has made so far: points added up, meetings counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.tools.competition.meetings import Outcome, Points
from app.tools.competition.standings import Score

PLACES = 6  # decimals kept, so that what is equal stays equal


@dataclass(slots=True)
class Sum:
    """The sums of one who plays, while they are made."""

    main: float = 0
    second: float = 0
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    byes: int = 0
    left: int = 0
    adjusted: float = 0
    adjusted_second: float = 0
    met: set[str] = field(default_factory=set)

    def add(self, found: Outcome, side: str, other: str | None, points: Points | None, cancelled: bool) -> None:
        """Count a meeting; ``points``: what he has of it; ``cancelled``: his results do not count."""
        if found.state == "bye":
            self.byes += 1
        elif found.state in ("none", "open"):
            self.left += 1
        elif found.state != "off" and not cancelled:
            self.played += 1
            self.won += found.winner == side
            self.lost += bool(found.winner) and found.winner != side
            self.drawn += not found.winner
        if found.state not in ("bye", "none", "off") and other:
            self.met.add(other)
        if points is not None:
            self.main += points.main
            self.second += points.second

    def adjust(self, main: float, second: float) -> None:
        """Add points to the total, or take them from it."""
        self.main += main
        self.second += second
        self.adjusted += main
        self.adjusted_second += second

    def score(self, seconds: Mapping[str, float]) -> Score:
        """The sums as they are ranked; ``seconds``: what everybody has of the second, for those of his opponents."""
        return Score(
            main=_plain(self.main),
            second=_plain(self.second),
            opponents=sum(_plain(seconds.get(other, 0)) for other in self.met),
            played=self.played,
            won=self.won,
            drawn=self.drawn,
            lost=self.lost,
            byes=self.byes,
            left=self.left,
            adjusted=_plain(self.adjusted),
            adjusted_second=_plain(self.adjusted_second),
        )


def _plain(number: float) -> float:
    return int(number) if float(number).is_integer() else round(number, PLACES)
