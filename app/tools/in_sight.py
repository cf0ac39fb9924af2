"""Which clocks stand on every screen, of those that run and the time limits of rulings: what is over, then the next to be. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.tools.alarms import AFTERWARDS
from app.tools.clocks import Running, read, since_last, spelled, until_next
from decision_trees.clocks import Clock
from decision_trees.model import Level


@dataclass(frozen=True, slots=True)
class Limit:
    """A time limit that a ruling set."""

    title: str
    ends: float  # seconds of the wall clock
    address: str  # of the ruling


@dataclass(frozen=True, slots=True)
class Sight:
    """One clock as it is said in a line."""

    title: str
    shown: str  # 12, 1:05
    left: bool  # whether that is what is left; else what has gone since
    level: Level
    address: str = ""  # of the ruling whose limit it is; empty: of the clocks

    @property
    def words(self) -> str:
        """What it says: 还剩 1:05, 已超过 0:40."""
        return f"{'还剩' if self.left else '已超过'} {self.shown}"


def in_sight(
    running: Iterable[Running], clocks: Mapping[str, Clock], limits: Iterable[Limit], now: float
) -> list[Sight]:
    """What came to its end within the last minutes, the latest first: something is to be said. Then what runs, the next to be over
    first."""
    found: list[tuple[bool, float, Sight]] = []
    for each in running:
        clock = clocks[each.kind]
        ahead = until_next(clock, each, now)
        if each.stopped is not None or (ahead is None and until_next(clock, each, now - AFTERWARDS) is None):
            continue
        reading = read(clock, each, now)
        title = f"{clock.title} {each.whose}".rstrip()
        sight = Sight(title, reading.shown.removeprefix("+"), reading.left, reading.level)
        found.append((ahead is not None, ahead if ahead is not None else since_last(clock, each, now), sight))
    for limit in limits:
        left = limit.ends - now
        if left <= -AFTERWARDS:
            continue
        shown = spelled(max(0, int(-(-left // 1)) if left > 0 else int(-left)))
        sight = Sight(limit.title, shown, left > 0, "none" if left > 0 else "penalty", limit.address)
        found.append((left > 0, abs(left), sight))
    return [sight for _, _, sight in sorted(found, key=lambda each: each[:2])]
