"""A record of answers, as somebody has who practised yesterday."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from app.study import bank
from app.study.answers import Answer, exported
from tests.benchmarks.mark_estimate import name_of


def practised(number: int, right: int) -> str:
    """A record in which so many things of shengji were answered once yesterday, the first of them rightly."""
    then = datetime.now(UTC) - timedelta(days=1)
    return exported(
        Answer(name_of(then, n), "one", "shengji", s.topic, s.id, f"where/{s.id}/1", "where", n < right, 9000)
        for n, s in enumerate(bank.subjects("shengji", kind="where")[:number])
    )
