"""What came of looking at a whole journal (:mod:`app.journal.looking`), and how it is said."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

LISTED = 20  # faults of one kind that are said one by one


@dataclass(frozen=True, slots=True)
class Verification:
    """What was found."""

    records: int
    chained: int
    devices: int
    faults: tuple[str, ...]  # one Chinese sentence each: changed, taken out, unreadable
    gaps: tuple[str, ...]  # what is still missing of other devices' chains: no fault, they may be merged later
    remarks: tuple[str, ...] = ()
    anchors: tuple[str, ...] = field(default=(), compare=False)  # what it was held against, and what that shows
    signed: int = field(default=0, compare=False)  # records with a signature that is right

    @property
    def sound(self) -> bool:
        """Whether nothing was changed or taken out."""
        return not self.faults

    @property
    def lines(self) -> tuple[str, ...]:
        """Say it to the referee."""
        if self.faults:
            head = f"日志共 {self.records} 条，查出 {len(self.faults)} 处不对："
        else:
            head = f"日志共 {self.records} 条，没有发现改动、缺失或损坏。"
        return (head, *self.faults, *self.gaps, *self.remarks, *self.anchors)


def gaps(places: Iterable[tuple[str, int]], ends: Iterable[tuple[str, int]] = ()) -> dict[str, list[tuple[int, int]]]:
    """Return the numbers that are missing of each device's chain, as spans: below the last, and up to where it is known to go."""
    taken: dict[str, set[int]] = defaultdict(set)
    for device, number in places:
        taken[device].add(number)
    last_of = {device: max(numbers) for device, numbers in taken.items()}
    for device, number in ends:
        last_of[device] = max(last_of.get(device, 0), number)
    found: dict[str, list[tuple[int, int]]] = {}
    for device, end in last_of.items():
        last = 0
        for number in (*sorted(taken[device]), end + 1):
            if number > last + 1:
                found.setdefault(device, []).append((last + 1, number - 1))
            last = max(last, number)
    return found


def span_words(spans: Iterable[tuple[int, int]]) -> str:
    """Say numbers: 第3、5—8条."""
    shown = [str(first) if first == last else f"{first}—{last}" for first, last in spans]
    more = f"等 {len(shown)} 处" if len(shown) > LISTED else ""
    return f"第 {'、'.join(shown[:LISTED])} 条{more}"


def gap_sentences(found: dict[str, list[tuple[int, int]]]) -> tuple[str, ...]:
    """Say what has not been merged yet."""
    return tuple(
        f"设备 {device[:6]} 的{span_words(spans)}还没有收到；从那台设备再收一次（文件、码都可以）就齐了。"
        for device, spans in found.items()
    )
