"""Work beside a window, with threads and without; parts that only a published site sends for."""

from __future__ import annotations

import asyncio
import threading

import pytest

from app.base import background
from app.window import published


@pytest.mark.parametrize("threads", [True, False])
def test_work_comes_back_with_what_it_found(threads: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "THREADS", threads)
    where = asyncio.run(background.aside(lambda: threading.current_thread() is threading.main_thread()))
    assert where is not threads


@pytest.mark.parametrize("threads", [True, False])
def test_what_goes_wrong_is_raised_where_it_was_asked_for(threads: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "THREADS", threads)
    with pytest.raises(ValueError, match="three"):
        asyncio.run(background.aside(int, "three"))


@pytest.mark.parametrize("threads", [True, False])
def test_what_nobody_waits_for_is_done_in_its_order(threads: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "THREADS", threads)
    monkeypatch.setattr(background, "FIRST_SCREEN", 0.01)
    done: list[int] = []
    over = threading.Event()

    async def begin() -> None:
        background.later(lambda: done.append(1), lambda: done.append(2), over.set)
        assert threads or not done  # the first screen goes first
        while not over.is_set():
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(begin(), 10))
    assert done == [1, 2]


def test_where_the_whole_program_is_installed_every_part_is_there() -> None:
    asyncio.run(published.need(published.PAPERS))
    import fpdf  # noqa: F401


def test_without_threads_it_leaves_the_turn_to_whoever_touches_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "THREADS", False)
    monkeypatch.setattr(background, "FIRST_SCREEN", 0.01)
    monkeypatch.setattr(background, "STILL", 0.2)
    done: list[int] = []
    meanwhile: list[int] = []

    async def touch_and_rest() -> None:
        background.touched()
        background.later(lambda: done.append(1), lambda: done.append(2))
        for _ in range(10):  # for half a second
            await asyncio.sleep(0.05)
            background.touched()
        meanwhile.extend(done)
        while len(done) < 2:
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(touch_and_rest(), 10))
    assert meanwhile == []
    assert done == [1, 2]
