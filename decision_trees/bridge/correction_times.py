"""Is a request to take back a concession or an acquiescence in time (laws 69B, 71, 79C)?"""

from __future__ import annotations

from typing import Any

from decision_trees.bridge.time_limits import DAY, Clock, allowed_minutes
from decision_trees.functions import rule


@rule("bridge.correction_time", "bridge-1999:79C", "bridge-1999:69B", "bridge-1999:71")
def correction_time(official_score_time: str, raised_time: str, organizer_minutes: int | None = None) -> dict[str, Any]:
    """Was it raised ``in`` time, in the ``last`` minute, or ``late``, 是否在更正时限内 (79C)?

    Times of day ``HH:MM``; what was raised lies on the day that brings it nearest to the posting, so that before the
    posting is in time. Whether the last minute is still in time is open question D-18.
    """
    limit = allowed_minutes("correction", organizer_minutes)
    after = (Clock.parse(raised_time).minutes - Clock.parse(official_score_time).minutes) % DAY
    if after > DAY // 2 or after < limit:
        return {"when": "in"}
    return {"when": "last" if after == limit else "late"}
