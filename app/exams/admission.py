"""Who comes in without being asked, who waits for the examiner's leave, and who tries codes.

A hall may have one address for all its phones, so none is ever shut out for what another of its address did. The first so
many of an address come in at once, one for each browser; those after them wait until the examiner lets them in. So nobody
fills the room by himself, and no honest candidate is refused.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.exams.room import Room

PER_ADDRESS = 30  # candidates of one address who come in without leave
MOST_OUTSIDE = 300  # who wait
TRIES, TRY_AGAIN = 5.0, 10.0  # wrong codes from one address at once; seconds until one more is no annoyance
MOST_ADDRESSES = 2000
TOO_MANY = "等候放行的人太多，过几秒自动再试；请告诉考官。"


class Bucket:
    """So many at once, and then one each so often."""

    def __init__(self, most: float, each: float) -> None:
        self.most, self.each, self.full, self.since = most, each, most, time.monotonic()

    def left(self) -> float:
        """How many there are now."""
        now = time.monotonic()
        self.full = min(self.most, self.full + (now - self.since) / self.each)
        self.since = now
        return self.full

    def take(self) -> bool:
        """Take one; whether there was one."""
        if self.left() < 1:
            return False
        self.full -= 1
        return True


class WrongCodes:
    """Wrong codes, by address. A right one is never refused for them: a hall may have one address for everybody.

    What protects the codes is their length. A personal one is one of a million million: at a thousand tries a second the first
    of 200 candidates is found in two months. The room's hangs on the wall, and whoever has it comes in under the examiner's eyes.
    """

    def __init__(self) -> None:
        self._tried: dict[str, Bucket] = {}
        self.count: Counter[str] = Counter()

    def wrong(self, address: str) -> bool:
        """Note a wrong code; whether there were too many from there."""
        if len(self._tried) > MOST_ADDRESSES:
            self._tried = {key: each for key, each in self._tried.items() if each.left() < TRIES}
            self.count = Counter(dict(self.count.most_common(MOST_ADDRESSES // 2)))
        self.count[address] += 1
        return not self._tried.setdefault(address, Bucket(TRIES, TRY_AGAIN)).take()


@dataclass(eq=False)
class Knock:
    """Somebody who waits for leave."""

    id: int
    number: str
    name: str
    address: str
    device: str
    answer: asyncio.Future[str] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def say(self, why: str) -> None:
        """Answer him: empty is leave to come in, else why not."""
        if not self.answer.done():
            self.answer.set_result(why)


class Admission:
    """Before the room."""

    def __init__(self, per_address: int = PER_ADDRESS) -> None:
        self.per_address = per_address
        self.outside: dict[int, Knock] = {}
        self._ids = count(1)

    def needs_leave(self, room: Room, address: str, device: str) -> str:
        """Why somebody new must wait for the examiner; empty: he need not."""
        if address in room.let:
            return ""
        if device and any(one.device == device for one in room.present):
            return "这台设备上已经有人进入考场，再进一位要考官放行。"
        if sum(one.address == address for one in room.present) >= self.per_address:
            return f"同一网络地址已进来 {self.per_address} 人，后面的要考官放行。"
        return ""

    def knock(self, number: str, name: str, address: str, device: str) -> Knock:
        """Let somebody wait; where too many do, the address that has most of them gives up the one who waits longest."""
        if len(self.outside) >= MOST_OUTSIDE:
            (heaviest, _), *_others = Counter(each.address for each in self.outside.values()).most_common(1)
            first = next(each for each in self.outside.values() if each.address == heaviest)
            self.leave(first)
            first.say(TOO_MANY)
        made = Knock(next(self._ids), number, name, address, device)
        self.outside[made.id] = made
        return made

    def leave(self, knock: Knock) -> None:
        """He waits no more."""
        self.outside.pop(knock.id, None)

    def admit(self, which: Iterable[int]) -> None:
        """Let those in who wait."""
        for each in list(which):
            if each in self.outside:
                self.outside.pop(each).say("")

    def refuse(self, which: Iterable[int]) -> None:
        """Send those away who wait."""
        for each in list(which):
            if each in self.outside:
                self.outside.pop(each).say("考官没有放行；请到考官那里说明。")

    def shown(self) -> list[dict[str, Any]]:
        """Who waits, for the examiner."""
        return [
            {"knock": each.id, "number": each.number, "name": each.name, "address": each.address}
            for each in self.outside.values()
        ]
