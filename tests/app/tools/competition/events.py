"""Events made for the tests: records as the journal gives them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from app.journal.competition import Body, PlanBody, ResultBody, written
from app.journal.records import Entrant, EventBody, Record
from app.tools.competition.competition import Competition
from app.tools.competition.opening import opened

BOOKS = {"guandan": ("guandan-2017",), "shengji": ("shengji-40",), "bridge": ("bridge-1999",)}
SCORING = {"guandan": "levels", "shengji": "standard", "bridge": "points"}


class Play:
    """An event that is played."""

    def __init__(
        self,
        game: str,
        number: int,
        *,
        supplement: bool = False,
        settled: Mapping[str, str] | None = None,
        **plan: object,
    ) -> None:
        order = tuple(str(each) for each in range(1, number + 1))
        books = (*BOOKS[game], *(("guandan-supplement",) if supplement else ()))
        entrants = tuple(Entrant(each, f"第{each}对") for each in order)
        self.event = EventBody("公开赛", game, books, settled or {}, entrants=entrants)
        self.records: list[Record] = []
        self.add(PlanBody(**{"format": "round_robin", "order": order, "scoring": SCORING[game], **plan}))  # type: ignore[arg-type]

    def add(self, *bodies: Body) -> None:
        """Write, as it goes through the journal."""
        for body in bodies:
            plain = json.loads(json.dumps(written(body)))
            number = len(self.records)
            self.records.append(Record(f"{number:026d}", "2026-11-22T10:00:00+08:00", "", "e", "competition", plain))

    def now(self) -> Competition:
        """The event as it stands."""
        found = opened(self.event, self.records)
        assert found is not None
        return found

    def result(self, home: str, away: str, *levels: tuple[str, str], **more: object) -> None:
        """Write the result of two, in the round that is played now or the first in which they meet."""
        two = {home, away}
        meeting = next(m for m in self.now().meetings() if {m.home, m.away} == two)
        self.add(ResultBody(meeting.id, home, away, levels=tuple(levels), **more))  # type: ignore[arg-type]


def ranks(competition: Competition, **of: int) -> list[tuple[int, str]]:
    """Ranks and numbers."""
    return [(row.rank, row.entrant) for row in competition.standings(**of)]  # type: ignore[arg-type]


def two(pairs: Iterable[tuple[str | None, str | None]]) -> list[str]:
    """Who meets whom."""
    return [f"{a}-{b}" for a, b in pairs]
