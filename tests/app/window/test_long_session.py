"""A session is as light after many rulings as after a few: what is sent, what stays alive, and what is written out for nobody.

The short form of ``python -m tests.benchmarks.long_session``, in this process and without a clock: it asks for what is the same
on every machine.
"""

from __future__ import annotations

import asyncio
import gc
import re
import time
from collections import Counter
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

import flet as ft
import pytest
from flet.components.component import Component, Renderer
from flet.components.hooks.hook import Hook
from flet.controls.base_control import BaseControl

from app.frame.main import main, prepare
from app.serving import sockets
from app.window import library
from tests.benchmarks.long_session import COUNT, PUBLISHED_RESULT, RESULT, SEED, SLOPE, STEPS, rule, rulings
from tests.open_window import Window, Within, device

KINDS, ROUNDS = 2, 4
ALIKE = 0.05  # of what is sent: numbers of controls grow longer
GOING = 0.25  # of what is alive: a message is still on the screen
LONG = 1_000_000  # characters; the views were 30 million and more when the window's state could be reached from them


@dataclass
class Seen:
    """What was seen while rulings were walked."""

    sent: dict[tuple[str, str, int], list[int]] = field(default_factory=dict)  # bytes, by case, step and number
    alive: list[Counter[str]] = field(default_factory=list)  # after each ruling
    texts: list[int] = field(default_factory=list)  # characters of what is shown, written out
    written: Counter[str] = field(default_factory=Counter)  # controls that were written out on the way
    drawn: dict[str, list[Counter[str]]] = field(default_factory=dict)  # components, by step

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Note each control that is written out meanwhile."""

        def loud(kind: type[Any], quiet: Any) -> Any:
            def written(control: Any) -> str:
                self.written[kind.__name__] += 1
                return str(quiet(control))

            return written

        with pytest.MonkeyPatch.context() as patch:
            for kind in set(classes(BaseControl)):
                if "__repr__" in vars(kind):
                    patch.setattr(kind, "__repr__", loud(kind, kind.__repr__))
            yield

    @contextmanager
    def drawing(self, step: str) -> Iterator[None]:
        """Note each component that is drawn meanwhile."""
        drawn: Counter[str] = Counter()
        plain = Renderer.render

        def noted(renderer: Renderer, draw: Any, *args: Any, **given: Any) -> Any:
            drawn[draw.__qualname__] += 1
            return plain(renderer, draw, *args, **given)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Renderer, "render", noted)
            yield
        self.drawn.setdefault(step, []).append(drawn)


def classes(of: type[Any]) -> Iterator[type[Any]]:
    """A class and all that are made of it."""
    yield of
    for each in of.__subclasses__():
        yield from classes(each)


def alive() -> Counter[str]:
    """What Flet keeps of what is shown, and what waits for something, once nobody needs the rest."""
    gc.unfreeze()  # see library.set_aside
    gc.collect()
    kinds = {Component: "components", BaseControl: "controls", Hook: "hooks", asyncio.Task: "tasks"}
    found: Counter[str] = Counter()
    for each, count in Counter(map(type, gc.get_objects())).items():
        found[next((name for kind, name in kinds.items() if issubclass(each, kind)), "")] += count
    return found


async def walk(seen: Seen) -> None:
    """Walk a few cases again and again in one window."""
    line = Within()
    await line.open(sockets.Lines(main))
    window = Window(line, device())
    worked = time.process_time()

    def busy() -> bool:
        nonlocal worked
        before, worked = worked, time.process_time()
        return worked - before > 0.01  # seconds

    window.quiet, window.busy = 0.03, busy
    await window.register("/rule")
    await window.see("发生了什么")
    for place, ruling in enumerate(rulings(KINDS * ROUNDS, kinds=KINDS)):
        steps: Counter[str] = Counter()

        async def step(name: str, doing: Awaitable[None], of: str = ruling.tree, steps: Counter[str] = steps) -> None:
            window.received = b""
            with seen.drawing(name):
                await doing
            seen.sent.setdefault((of, name, steps[name]), []).append(len(window.received))
            steps[name] += 1

        with (
            seen.listening() if place >= KINDS else nullcontext()
        ):  # by then the classes are there: each is loaded when used
            await rule(window, ruling, step)
        seen.alive.append(alive())
        seen.texts.append(sum(len(repr(each)) for each in gc.get_objects() if isinstance(each, ft.View)))
    await window.leave()


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seen]:
    folder: Path = tmp_path_factory.mktemp("long")
    found = Seen()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ZHICAI_DATA", str(folder))
        library.journal.cache_clear()
        prepare()
        library.engine()
        asyncio.run(walk(found))
        library.journal.cache_clear()
    yield found


def test_nothing_shown_is_written_out(seen: Seen) -> None:
    assert not seen.written


def test_what_is_shown_leads_to_nothing_large(seen: Seen) -> None:
    """Were it written out after all, it would be what it shows, and not all that the window holds."""
    assert min(seen.texts) > 0 and max(seen.texts) < LONG


def test_the_same_step_sends_as_much_later_as_earlier(seen: Seen) -> None:
    later = {what: sizes for what, sizes in seen.sent.items() if len(sizes) == ROUNDS}
    assert {name for _, name, _ in later} == {"search", "open", "answer", "save", "leave"}
    for what, (_, second, *_, last) in later.items():
        assert 0 < last <= second * (1 + ALIKE), f"{what}: {seen.sent[what]} bytes"


def test_as_much_is_kept_alive_later_as_earlier(seen: Seen) -> None:
    """In one of the last two rounds at least, and but for a message or a row that is about to go. What each ruling left behind
    would be there after all of them, and be as much again.
    """
    for kind in range(KINDS):
        walked = seen.alive[kind::KINDS]
        for what in ("controls", "components", "hooks", "tasks"):
            first, last = (each[what] for each in walked[:2]), (each[what] for each in walked[2:])
            assert 0 < min(last) <= max(first) * (1 + GOING), f"{what}: {walked}"


def test_a_screen_is_drawn_once_when_a_ruling_is_opened_and_when_it_is_left(seen: Seen) -> None:
    """Not again for each thing it looks at, and not for what is about to leave the screen."""
    screens = {"RulePane", "RulingPane", "Walking"}
    for step, shown in {"open": {"RulingPane", "Walking"}, "leave": {"RulePane"}}.items():
        for drawn in seen.drawn[step]:
            assert all(drawn[name] == 1 for name in shown), f"{step}: {drawn}"
            assert all(drawn[name] <= 1 for name in screens), f"{step}: {drawn}"
            assert step == "open" or not drawn["Walking"], f"{step}: {drawn}"


@pytest.mark.parametrize("kept", [RESULT, PUBLISHED_RESULT], ids=["served", "published"])
def test_what_was_measured_was_measured_with_this_flet_and_by_this_walk(kept: Path) -> None:
    """A session of another Flet, or another walk, is measured anew: ``python -m tests.benchmarks.long_session``."""
    said = kept.read_text(encoding="utf-8")
    assert f"flet {version('flet')}\n{COUNT} rulings of " in said and f"seed {SEED}" in said
    grown = re.search(r"grows by ([+-][\d.]+)% a ruling", said)
    assert grown is not None and float(grown[1]) <= 100 * SLOPE
    aims = re.findall(r"median +(\d+) ms.*\(aim (\d+)\)", said)
    assert len(aims) == len(STEPS) and all(int(median) <= int(aim) for median, aim in aims)
