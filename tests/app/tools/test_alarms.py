"""When clocks speak up, with the limits as the texts print them and times that are made up here."""

from __future__ import annotations

import pytest

from app.base.opened import trees
from app.tools.alarms import AFTERWARDS, AT_MOST, Alarms, pause, watched
from app.tools.clocks import Running, stop

START = 1_700_000_000.0
PLAY = Running("guandan.play", START)  # 22.1: a warning after 20 seconds, a violation after 30
TRIBUTE = Running("guandan.tribute", START)  # 22.2: after 15 seconds a warning, then a violation every 15
CLOCKS = trees().clocks


def rung(alarms: Alarms, seconds: float, *running: Running) -> str | None:
    return alarms.look(running, CLOCKS, START + seconds)


def test_each_step_is_heard_once_and_the_last_differently() -> None:
    alarms = Alarms()
    heard = {at: rung(alarms, at, PLAY) for at in (0, 10, 20, 20.02, 21, 30, 30.02, 31, 300)}
    assert heard == {**dict.fromkeys(heard), 20.02: "step", 30.02: "end"}


def test_what_comes_again_and_again_is_heard_each_time() -> None:
    alarms = Alarms()
    assert [rung(alarms, at, TRIBUTE) for at in (1, 15.1, 16, 30.1, 31, 45.1)] == [
        None, "step", None, "step", None, "step",
    ]  # fmt: skip


def test_a_clock_that_ran_before_the_window_was_opened_is_heard_from_its_next_step_on() -> None:
    alarms = Alarms()
    assert rung(alarms, 25, PLAY) is None
    assert rung(alarms, 31, PLAY) == "end"


def test_what_was_slept_through_is_heard_once() -> None:
    alarms = Alarms()
    rung(alarms, 1, TRIBUTE)
    assert rung(alarms, 200, TRIBUTE) == "step"
    assert rung(alarms, 201, TRIBUTE) is None


def test_the_end_of_one_clock_comes_before_a_step_of_another() -> None:
    alarms = Alarms()
    rung(alarms, 29.9, PLAY, TRIBUTE)
    assert rung(alarms, 30.1, PLAY, TRIBUTE) == "end"


def test_a_stopped_clock_is_silent_and_one_begun_anew_begins_anew() -> None:
    alarms = Alarms()
    rung(alarms, 1, PLAY)
    assert rung(alarms, 25, stop(PLAY, START + 2)) is None
    assert rung(alarms, 25, Running("guandan.play", START + 24)) is None
    assert rung(alarms, 44.1, Running("guandan.play", START + 24)) == "step"


@pytest.mark.parametrize(
    ("seconds", "waits"), [(0.0, AT_MOST), (19.5, 0.52), (29.0, AT_MOST), (29.9, 0.12), (31.0, AT_MOST)]
)
def test_it_looks_just_after_a_limit_and_at_least_every_second(seconds: float, waits: float) -> None:
    assert pause([PLAY], CLOCKS, START + seconds) == pytest.approx(waits, abs=1e-6)


def test_the_screen_is_kept_awake_while_something_is_to_come_and_a_little_longer() -> None:
    def awake(seconds: float, *running: Running) -> bool:
        return watched(running, CLOCKS, START + seconds)

    assert awake(1, PLAY) and awake(31, PLAY) and not awake(31 + AFTERWARDS, PLAY)
    assert awake(10_000, TRIBUTE), "a violation more every 15 seconds"
    assert not awake(1, stop(PLAY, START)) and not awake(1)
