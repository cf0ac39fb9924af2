"""How long after the official score was posted something was raised (79C, 92B)."""

from __future__ import annotations

from typing import Any

from decision_trees.bridge.time_limits import DAY, Clock
from decision_trees.functions import rule


@rule("bridge.minutes_after_score", "bridge-1999:79C", "bridge-1999:92B")
def minutes_after_score(official_score_time: str, raised_time: str) -> dict[str, Any]:
    """Minutes from the posting of the official score to the time something was raised; negative when it was raised before.

    Both are times of day (``HH:MM``); what was raised is taken to lie on the day that brings it nearest to the posting, so
    that after midnight belongs to the evening before.
    """
    after = (Clock.parse(raised_time).minutes - Clock.parse(official_score_time).minutes) % DAY
    return {"minutes": after - DAY if after > DAY // 2 else after}
