"""What is counted of a hall's work, and its log: how often, how long, how much, by kind of address. No names, no codes."""

from __future__ import annotations

import functools
import json
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LIMITS = (0.005, 0.02, 0.05, 0.2, 1.0, 5.0, 30.0)  # seconds: the buckets of how long an answer took
_KINDS = (
    (re.compile(r"/hall/1/calls/[0-9]+/(take|end)"), r"/hall/1/calls/{id}/\1"),
    (re.compile(r"/hall/1/(hello|records|news|stream)"), r"/hall/1/\1"),
    (re.compile(r"/(t|board)/.+"), r"/\1/{code}"),
    (re.compile(r"/(results|health|metrics|hall\.css|results\.css)"), r"/\1"),
)


@functools.lru_cache(maxsize=1024)
def kind_of(path: str) -> str:
    """Return of which kind an address is, without what is secret in it."""
    for pattern, kind in _KINDS:
        if (found := pattern.fullmatch(path)) is not None:
            return found.expand(kind)
    return "/{site}"


class Watched:
    """An application whose answers are counted, and written to a log where there is one."""

    def __init__(
        self, app: ASGIApp, log: Callable[[str], object] | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.app, self.log, self.clock = app, log, clock
        self.answers: Counter[tuple[str, str, int]] = Counter()
        self.took: dict[str, list[int]] = {}  # by kind: answers within each limit, then all
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.bytes: Counter[str] = Counter()
        self.open = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, and count it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        kind, began, status, sent = kind_of(scope["path"]), self.clock(), 0, 0

        async def counted(message: Message) -> None:
            nonlocal status, sent
            if message["type"] == "http.response.start":
                status = message["status"]
            else:
                sent += len(message.get("body", b""))
            await send(message)

        self.open += 1
        try:
            await self.app(scope, receive, counted)
        finally:
            self.open -= 1
            self._note(kind, scope["method"], status, self.clock() - began, sent)

    def _note(self, kind: str, method: str, status: int, took: float, sent: int) -> None:
        self.answers[kind, method, status] += 1
        row = self.took.setdefault(kind, [0] * (len(LIMITS) + 1))
        for place, limit in enumerate(LIMITS):
            row[place] += took <= limit
        row[-1] += 1
        self.seconds[kind] += took
        self.bytes[kind] += sent
        if self.log is not None:
            said = {"at": round(time.time(), 3), "method": method, "kind": kind, "status": status}
            self.log(json.dumps({**said, "ms": round(took * 1000, 1), "bytes": sent}))

    def text(self, gauges: dict[str, tuple[str, float]]) -> str:
        """What was counted, as Prometheus reads it; ``gauges`` beside it: name, what it is, how much."""
        lines = ["# HELP zhicai_hall_answers_total Answers given.", "# TYPE zhicai_hall_answers_total counter"]
        for (kind, method, status), number in sorted(self.answers.items()):
            lines.append(f'zhicai_hall_answers_total{{kind="{kind}",method="{method}",status="{status}"}} {number}')
        lines += ["# HELP zhicai_hall_seconds How long an answer took.", "# TYPE zhicai_hall_seconds histogram"]
        for kind, row in sorted(self.took.items()):
            for limit, number in zip((*LIMITS, "+Inf"), row, strict=True):
                lines.append(f'zhicai_hall_seconds_bucket{{kind="{kind}",le="{limit}"}} {number}')
            lines.append(f'zhicai_hall_seconds_sum{{kind="{kind}"}} {self.seconds[kind]:.6f}')
            lines.append(f'zhicai_hall_seconds_count{{kind="{kind}"}} {row[-1]}')
        lines += ["# HELP zhicai_hall_sent_bytes_total Bytes sent.", "# TYPE zhicai_hall_sent_bytes_total counter"]
        lines += [
            f'zhicai_hall_sent_bytes_total{{kind="{kind}"}} {number}' for kind, number in sorted(self.bytes.items())
        ]
        for name, (what, value) in {"open": ("Requests being answered.", self.open), **gauges}.items():
            lines += [f"# HELP zhicai_hall_{name} {what}", f"# TYPE zhicai_hall_{name} gauge"]
            lines.append(f"zhicai_hall_{name} {value:g}")
        return "\n".join(lines) + "\n"
