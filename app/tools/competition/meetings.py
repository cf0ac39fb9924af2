"""A meeting of two, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

BYE = ""
"""Meeting it is a bye (轮空)."""

GROUP_NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

Part = Literal["round", "knockout", "third", "winners", "losers", "final", "second_final"]
"""What a meeting is of: a round, a single elimination and its match for the third place, the parts of a double one."""


class PlanError(ValueError):
    """What a plan, a round or a result cannot be: one Chinese sentence, what is wrong and what to do."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two who meet in a round, by their numbers; one who is not known yet is None, :data:`BYE` a bye."""

    id: str  # stays the same while the plan does: 3.2, A1.4, W2.1
    round: int
    home: str | None
    away: str | None
    table: str = ""
    stage: str = ""  # 胜区, 负区, A组
    why: tuple[str, ...] = ()  # why these two, one sentence each
    cites: tuple[str, ...] = ()
    sources: tuple[str, str] = ("", "")  # of those who are not known yet: 第1轮1号胜者
    feeders: tuple[str, ...] = ()  # the meetings whose winners play in it
    part: Part = "round"

    @property
    def in_bracket(self) -> bool:
        """Whether it is of a bracket."""
        return self.part != "round"

    @property
    def is_bye(self) -> bool:
        """Whether nothing is played."""
        return BYE in (self.home, self.away)

    @property
    def is_known(self) -> bool:
        """Whether two are to play."""
        return bool(self.home) and bool(self.away)

    def has(self, entrant: str) -> bool:
        """Whether somebody plays in it."""
        return entrant in (self.home, self.away)

    def other(self, entrant: str) -> str | None:
        """Whom he meets."""
        return self.away if entrant == self.home else self.home


@dataclass(frozen=True, slots=True)
class Round:
    """Meetings that are played at one time."""

    number: int
    title: str
    meetings: tuple[Meeting, ...]


@dataclass(frozen=True, slots=True)
class Points:
    """What one side gets: what ranks first (场分, 标准分), and what ranks second (级分), where the game has it."""

    main: float = 0
    second: float = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a meeting.

    ``state``: bye, played, forfeit, off (not played, counts for nobody), open (something is missing), none.
    """

    state: str
    home: Points | None = None
    away: Points | None = None
    winner: str = ""  # home, away; nothing for a draw, or where it is not known
    words: tuple[str, ...] = ()  # the working, one sentence each
    cites: tuple[str, ...] = ()
    games: tuple[tuple[float, float], ...] = field(default=())  # level points or scores of each game

    @property
    def counts(self) -> bool:
        """Whether points come of it."""
        return self.home is not None or self.away is not None
