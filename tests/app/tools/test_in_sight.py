"""The clock that stands on every screen: the one that is over next, and none that came to its end long ago."""

from __future__ import annotations

from dataclasses import replace

from app.base.opened import trees
from app.tools.alarms import AFTERWARDS
from app.tools.clocks import Running, stop
from app.tools.in_sight import Limit, Sight, in_sight

CLOCKS = trees().clocks
PLAY = next(clock for clock in CLOCKS.values() if clock.game == "guandan" and clock.title == "出牌")
NOW = 1_000_000.0


def seen(running: list[Running], limits: list[Limit] | None = None, now: float = NOW) -> list[Sight]:
    return in_sight(running, CLOCKS, limits or [], now)


def test_a_clock_says_what_is_left_until_its_next_limit() -> None:
    """Guandan 22.1: 20 seconds to play; 12 are gone."""
    (sight,) = seen([Running(PLAY.id, NOW - 12)])
    assert (sight.title, sight.words, sight.address) == (PLAY.title, "还剩 8", "")


def test_the_one_that_is_over_next_stands_first() -> None:
    limit = Limit("到时未打完的一副", NOW + 5, "/rule/guandan/time_up/a")
    first, second = seen([Running(PLAY.id, NOW - 12)], [limit])
    assert (first.title, first.words, first.address) == ("到时未打完的一副", "还剩 5", "/rule/guandan/time_up/a")
    assert second.words == "还剩 8"
    assert [sight.words for sight in seen([Running(PLAY.id, NOW - 12)], [replace(limit, ends=NOW + 600)])] == [
        "还剩 8",
        "还剩 10:00",
    ]


def test_a_limit_that_is_over_stays_in_sight_for_minutes() -> None:
    limit = Limit("申诉", NOW, "/rule/bridge/appeal/a")
    (over,) = seen([], [limit], NOW + 40)
    assert (over.words, over.level) == ("已超过 40", "penalty")
    assert seen([], [limit], NOW + AFTERWARDS) == []


def test_what_has_come_to_its_end_stands_before_what_runs() -> None:
    """Guandan 22.1: 35 seconds are gone, a violation; the round's clock, still running, does not hide it."""
    round_clock = next(clock for clock in CLOCKS.values() if clock.game == "guandan" and clock.minutes)
    running = [Running(round_clock.id, NOW - 60, minutes=60), Running(PLAY.id, NOW - 35)]
    first, second = seen(running)
    assert first.title == PLAY.title and not first.left and first.level != "none"
    assert second.title.startswith(round_clock.title) and second.left
    limit = Limit("申诉", NOW - 20, "/rule/bridge/appeal/a")
    assert [each.title for each in seen(running, [limit])] == [PLAY.title, "申诉", second.title]  # 5 and 20 seconds ago


def test_what_was_stopped_or_ended_long_ago_is_not_in_sight() -> None:
    running = Running(PLAY.id, NOW - 12)
    assert seen([stop(running, NOW)]) == []
    assert seen([running], now=NOW + 10 * AFTERWARDS) == []
