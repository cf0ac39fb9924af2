"""A time limit that runs: begun by the referee, shown until it is over."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Timer:
    """When a time limit began, in seconds of a clock, and how long it is."""

    began: float
    minutes: int
    seconds: int = 0  # besides

    @property
    def ends(self) -> float:
        """When it is over, in seconds of the clock."""
        return self.began + self.minutes * 60 + self.seconds

    def left(self, now: float) -> int:
        """Return the whole seconds left; negative when it is over."""
        return round(self.ends - now)

    def shown(self, now: float) -> str:
        """Say what is left, or since when it is over."""
        left = self.left(now)
        return f"还剩 {_clock(left)}" if left > 0 else f"已超过 {_clock(-left)}"


def length(seconds: int) -> str:
    """How long a time limit is, in words: 30 分钟, 10 秒, 2 分 20 秒."""
    minutes, rest = divmod(seconds, 60)
    if not rest:
        return f"{minutes} 分钟"
    return f"{minutes} 分 {rest} 秒" if minutes else f"{rest} 秒"


def _clock(seconds: int) -> str:
    hours, rest = divmod(seconds, 3600)
    minutes = f"{rest // 60:02d}:{rest % 60:02d}"
    return f"{hours}:{minutes}" if hours else minutes
