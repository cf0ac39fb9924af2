"""What the device can do, as the page says it; and the bell, which rings whatever is on the screen."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import flet as ft
import pytest

from app.ruling.timer import Timer
from app.tools.clocks import Running
from app.window import bell as bells
from app.window.bell import Bell
from app.window.senses import Can, Senses
from app.window.tool_desk import ClockDesk

NOW = 1_700_000_000.0


def test_nothing_is_offered_before_the_page_has_said_that_it_can() -> None:
    assert Can() == Can(voice=False, sound=False, shake=False, saying="")


def test_what_the_page_says_is_taken_over_and_nonsense_is_not() -> None:
    can = Can()
    can.take({"can": {"voice": True, "sound": True, "shake": "yes"}})
    assert (can.voice, can.sound, can.shake) == (True, True, False)
    can.take({"saying": "w-0"})
    can.take({"can": 3, "saying": None, "other": 1})
    assert can.voice and can.saying == "w-0"
    can.take({"saying": "", "failed": True})
    assert can.saying == ""


@pytest.mark.parametrize(("platform", "shakes"), [(ft.PagePlatform.ANDROID, True), (ft.PagePlatform.LINUX, False)])
def test_outside_a_browser_only_a_phone_shakes_and_nothing_speaks(platform: ft.PagePlatform, shakes: bool) -> None:
    senses = Senses(cast(ft.Page, SimpleNamespace(web=False, platform=platform)))
    asyncio.run(senses.open())
    assert senses.can == Can(voice=False, sound=False, shake=shakes)


class Device:
    """A device that notes what it was told."""

    def __init__(self) -> None:
        self.did: list[Any] = []

    async def ring(self, ring: str) -> None:
        self.did.append(ring)

    async def stay_awake(self, wanted: bool) -> None:
        if self.did[-1:] != [wanted]:
            self.did.append(wanted)


def follow(
    monkeypatch: pytest.MonkeyPatch, desk: ClockDesk, timer: Timer | None = None, until: float = 32
) -> list[Any]:
    """Follow clocks and the time limit of a ruling in a time that goes as fast as one looks; then the clocks are cleared."""
    now = NOW
    device = Device()

    async def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds
        if now > NOW + until:
            desk.running = []

    async def run() -> None:
        page = SimpleNamespace(
            session=SimpleNamespace(connection=True), run_task=lambda task: tasks.append(asyncio.ensure_future(task()))
        )
        tasks: list[asyncio.Future[None]] = []
        rulings = SimpleNamespace(walks={"a": SimpleNamespace(timer=timer), "b": SimpleNamespace(timer=None)})
        bell = Bell(cast(Any, SimpleNamespace(page=page, clocks=desk, senses=device, rulings=rulings)))
        bell.hear()
        bell.hear()  # another window of the browser says so too
        assert len(tasks) == 1
        await asyncio.wait_for(tasks[0], 10)
        bell.hear()
        assert len(tasks) == 1, "nothing runs"

    monkeypatch.setattr(bells, "asyncio", SimpleNamespace(sleep=sleep))
    monkeypatch.setattr(bells, "time", SimpleNamespace(time=lambda: now))
    asyncio.run(run())
    return device.did


def play(sound: bool = True) -> ClockDesk:
    """A clock that warns after 20 seconds and comes to its end after 30 (22.1)."""
    return ClockDesk([Running("guandan.play", NOW)], sound=sound)


def test_the_bell_rings_at_each_step_keeps_the_screen_awake_and_lets_it_go(monkeypatch: pytest.MonkeyPatch) -> None:
    assert follow(monkeypatch, play()) == [True, "step", True, "end", True, False]


def test_without_sound_it_keeps_the_screen_awake_only(monkeypatch: pytest.MonkeyPatch) -> None:
    assert follow(monkeypatch, play(sound=False)) == [True, False]


def test_a_time_limit_of_a_ruling_is_heard_when_it_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    assert follow(monkeypatch, ClockDesk(), Timer(NOW, 30)) == [True, False, "end"]
    assert follow(monkeypatch, play(), Timer(NOW - 3600, 30)) == [True, "step", True, "end", True, False], (
        "over long ago"
    )


def test_whether_there_is_sound_is_kept_with_the_clocks() -> None:
    kept = ClockDesk([Running("guandan.play", NOW)], sound=False).plain()
    desk = ClockDesk()
    desk.take(kept)
    assert not desk.sound and desk.running == [Running("guandan.play", NOW)]
    desk.take({"running": []})
    assert desk.sound, "as it was kept before there was any"
