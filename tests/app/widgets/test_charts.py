"""Labels below bars never touch, however large the letters."""

from __future__ import annotations

from app.widgets.charts import apart

DAYS = [str(day) for day in range(9, 23)]


def test_labels_stand_at_every_bar_where_there_is_room_and_further_apart_where_not() -> None:
    assert apart(DAYS, 12, 380) == 1
    assert apart(DAYS, 24, 380) == 2
    assert apart(DAYS, 24, 140) > 2
    assert apart([], 12, 380) == apart(DAYS, 12, 0) == 1
