"""Whether the app stays as fast as it was: many rulings in one session.

    python -m tests.benchmarks.long_session [count]            # the real server, spoken to as Flet's client does
    python -m tests.benchmarks.long_session --published FOLDER # the published site of that folder, in Chromium

Each ruling is looked for, opened, answered, saved and left. Printed for each kind of step: the processor time of the server (on
a site: how long its worker was busy), and what was sent; for each ruling the memory after a forced collection. Aims: 100 ms of
processor time a step (a site: 200 ms, and 400 ms to open a tree), a slope of at most 1 % a ruling, and at most 10 % more memory
at the end than at the beginning. The figures go to ``long_session.txt`` and ``long_session_published.txt`` beside this file.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.metadata import version
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
from websockets.asyncio.client import connect

from app.base.opened import trees
from app.ruling.tally import counts_of
from app.ruling.walk import start
from app.ruling.wording import shaped
from decision_trees.engine import Asked, Ruled
from decision_trees.games import games
from tests.browser.reader import BAR, FLAGS, PHONE, Node, Published, Reader, Server, chromium, free_port
from tests.open_window import Window, device

if TYPE_CHECKING:
    from app.ruling.walk import Walk
    from decision_trees.model import Case, Tree

SEED = 23
KINDS = 10  # cases, walked again and again
COUNT = 30  # rulings
STEPS = ("search", "open", "answer", "save", "leave")
AIM, BUSY, OPENING, SLOPE, GROWTH = 0.1, 0.2, 0.4, 0.01, 0.1
SCROLLS = 5
IDLE = 0.002  # seconds of processor time that answering the question for it takes
RESULT = Path(__file__).with_suffix(".txt")
PUBLISHED_RESULT = RESULT.with_stem("long_session_published")


@dataclass
class Ruling:
    """A worked case as somebody taps it."""

    game: str
    tree: str  # its title
    heard: str  # what a player says of it
    answers: list[tuple[str, str]] = field(default_factory=list)  # to what is asked


def tapped(case: Case) -> Ruling | None:
    """Return how a case is tapped; None where it takes more than tapping what is written there."""
    tree: Tree = trees().tree(case.tree)
    ruling = Ruling(tree.game, tree.title, tree.heard[0] if tree.heard else tree.title)
    walk: Walk = start(case.tree)
    while isinstance(step := walk.standing.step, Asked):
        fact, value = step.fact, case.facts.get(step.name)
        if (
            fact.kind not in ("bool", "choice")
            or value is None
            or (fact.kind == "choice" and value not in fact.options)
        ):
            return None
        said = ("是" if value else "否") if fact.kind == "bool" else fact.options[value].text
        ruling.answers.append((shaped(step.ask), shaped(said)))
        walk.answer(step.name, value)
    counted = isinstance(step, Ruled) and bool(counts_of(step))  # it must be said against whom
    return ruling if isinstance(step, Ruled) and 2 <= len(ruling.answers) <= 6 and not counted else None


def rulings(count: int, seed: int = SEED, kinds: int = KINDS) -> list[Ruling]:
    """Return so many rulings: a few cases of all games, of different trees, again and again and each time in another order."""
    dice = random.Random(seed)
    cases = sorted(trees().cases.values(), key=lambda case: sha256(f"{seed} {case.id}".encode()).digest())
    found: dict[str, list[Ruling]] = {game: [] for game in games()}
    seen = set()
    for case in cases:
        game = trees().tree(case.tree).game
        if len(found[game]) * len(found) >= kinds or case.tree in seen or trees().tree(case.tree).part:
            continue
        if (ruling := tapped(case)) is not None:
            seen.add(case.tree)
            found[game].append(ruling)
    mixed = [each for row in zip_longest(*found.values()) for each in row if each is not None][:kinds]
    walked: list[Ruling] = []
    while len(walked) < count:
        walked += dice.sample(mixed, len(mixed))
    return walked[:count]


@dataclass
class Step:
    """Something somebody does, and what it took."""

    ruling: int
    name: str
    seconds: float  # of processor time
    size: int  # bytes sent to the window
    kind: tuple[object, ...]


@dataclass
class Figures:
    """What was measured, by ruling."""

    walked: list[Ruling]
    steps: list[Step] = field(default_factory=list)
    memory: list[dict[str, int]] = field(default_factory=list)  # after each ruling

    def add(self, ruling: int, name: str, seconds: float, size: int = 0) -> None:
        """Note a step of the ruling with this number."""
        number = sum(1 for step in self.steps if step.ruling == ruling and step.name == name)
        self.steps.append(Step(ruling, name, seconds, size, (self.walked[ruling].tree, name, number)))

    def slope(self, what: Callable[[Step], float]) -> float:
        """Return by how much of itself a step grows with each ruling: a line laid through every step over the mean of its kind.

        A step is of a kind with the same step of the same case, walked again later.
        """
        kinds = defaultdict(list)
        for step in self.steps:
            kinds[step.kind].append(step)
        points = []
        for steps in kinds.values():
            mean = statistics.mean(map(what, steps))
            points += [(step.ruling, what(step) / mean) for step in steps if len(steps) > 1 and mean]
        return statistics.linear_regression(*zip(*points, strict=True)).slope


Measured = Callable[[str, Awaitable[None]], Awaitable[None]]


async def rule(window: Window, ruling: Ruling, step: Measured) -> None:
    """Look for a ruling, open, answer, save and leave it; each of these is a step to be measured."""
    name = games()[ruling.game].name

    async def search() -> None:
        await window.type(ruling.heard)
        await window.see("条文")  # below what was found

    async def answer(text: str) -> None:
        before = window.said()
        await window.tap(text)
        await window.change_from(before)

    async def save() -> None:
        await window.tap("记录")
        await window.see("存入日志")
        if "听得对" in window.said():  # what was looked for was told, and something was heard in it
            await window.tap("听得对")
        await window.tap("存入日志")
        await window.see("已记入日志")

    async def leave() -> None:
        await window.tap("回到裁定列表")
        await window.see("发生了什么")

    if any(text == "清除" for text, _ in window.tappable()):
        await window.tap("清除")
    await window.see("常用")
    await window.tap(name)
    await window.settle()
    await step("search", search())

    async def open_it() -> None:
        await window.tap(ruling.tree)
        await window.see("第 1 问")

    await step("open", open_it())
    for asked, text in ruling.answers:
        if asked in window.said():  # what the event has adopted is not asked again
            await step("answer", answer(text))
    await step("save", save())
    await step("leave", leave())


# The server, watched

WATCHED = """
import ctypes, gc, json, os, signal, sys, time
from contextlib import suppress

def tell(**what):
    os.write(1, (json.dumps(what) + chr(10)).encode())

def time_used(*_):
    tell(time=time.process_time())

def memory_used(*_):
    from flet.controls.base_control import BaseControl
    gc.collect()
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
    held = gc.get_objects()
    pages = int(open("/proc/self/statm").read().split()[1])
    drawn = sum(isinstance(each, BaseControl) for each in held)
    tell(memory=pages * os.sysconf("SC_PAGE_SIZE"), objects=len(held) + gc.get_freeze_count(), controls=drawn)

signal.signal(signal.SIGUSR1, time_used)
signal.signal(signal.SIGUSR2, memory_used)
from app.cli.main import main
main()
"""


class Watched(Server):
    """The real server, which says on a signal what it has used."""

    def begin(self) -> None:
        """Start."""
        command = [sys.executable, "-c", WATCHED, "--port", str(self.port), "--no-browser"]
        self.run(
            command, {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8", "ZHICAI_DATA": str(self.data)}
        )

    def ask(self, how: signal.Signals) -> dict[str, Any]:
        """Return what the server says to a signal."""
        assert self.process is not None and self.process.stdout is not None
        self.process.send_signal(how)
        said = next(line for line in self.process.stdout if line.startswith("{"))
        return dict(json.loads(said))

    def used(self) -> float:
        """Return the processor time it has used, in seconds."""
        return float(self.ask(signal.SIGUSR1)["time"])

    def at_work(self) -> Callable[[], bool]:
        """Return what says whether it has worked since that was asked last."""
        before = 0.0

        def worked() -> bool:
            nonlocal before
            before, last = self.used(), before
            return before - last > IDLE

        return worked


async def walk(server: Watched, walked: list[Ruling]) -> Figures:
    """Walk all the rulings in one window."""
    figures = Figures(walked)
    line = await connect(server.socket, additional_headers=server.let_in(), max_size=None)
    window = Window(line, device())
    window.quiet, window.busy = 0.15, server.at_work()
    await window.register("/rule")
    await window.see("发生了什么")
    await asyncio.sleep(2)  # the search is warmed up in the background
    await window.settle()

    for place, ruling in enumerate(walked):

        async def measured(name: str, doing: Awaitable[None], place: int = place) -> None:
            window.received = b""
            before = server.used()
            await doing
            figures.add(place, name, server.used() - before, len(window.received))

        await rule(window, ruling, measured)
        print(f"{place + 1} of {len(walked)}: {ruling.tree}", end="\r", file=sys.stderr)
        figures.memory.append(server.ask(signal.SIGUSR2))
    await line.close()
    return figures


def serve(walked: list[Ruling]) -> Figures:
    """Walk all the rulings on a server of their own, with an empty journal."""
    with tempfile.TemporaryDirectory(prefix="zhicai-long-") as folder:
        server = Watched(free_port(), Path(folder))
        server.begin()
        try:
            return asyncio.run(walk(server, walked))
        finally:
            server.stop()


# The published site


def worker_time() -> float:
    """Return the processor time the workers of the pages of this process's browser have used, in seconds (Linux only)."""
    used = 0
    for process in psutil.Process().children(recursive=True):
        with suppress(OSError):
            for task in Path(f"/proc/{process.pid}/task").iterdir():
                if (task / "comm").read_text().startswith("DedicatedWorker"):
                    used += int((task / "schedstat").read_text().split()[0])
    return used / 1e9


def rule_on_site(reader: Reader, ruling: Ruling, step: Callable[[str, Callable[[], object]], None]) -> None:
    """As :func:`rule`, with a finger on a screen."""

    def settle() -> None:
        still = worker_time()
        while True:
            reader.page.wait_for_timeout(250)
            before, still = still, worker_time()
            if still - before < IDLE:
                return

    def tap(text: str, then: str) -> Callable[[], object]:
        def named() -> Node | None:
            buttons = [node for node in reader.nodes() if node.role == "button" and node.flat.startswith(text)]
            return min(buttons, key=lambda node: len(node.flat), default=None)

        def tapped() -> None:
            node: Node = reader.wait(named, f"the button {text!r}")
            for _ in range(SCROLLS):  # what stands at the foot stays there
                if node.y + 20 < reader.height - BAR:
                    break
                reader.page.mouse.move(node.x + 30, reader.height / 2)
                reader.page.mouse.wheel(0, 300)
                settle()
                before, node = node, reader.wait(named, f"the button {text!r}")
                if before == node:
                    break
            reader.touch(node)
            reader.see(then)
            settle()

        return tapped

    def search() -> None:
        reader.page.keyboard.insert_text(ruling.heard)
        reader.wait(lambda: reader.find("常用", "h2") is None, "what was found")  # the clauses may lie far below
        settle()

    if reader.find("清除", "button"):
        reader.tap("清除", "button")
    reader.see("常用")
    reader.tap(games()[ruling.game].name)
    settle()
    reader.tap_the_box()
    settle()
    step("search", search)
    step("open", tap(ruling.tree, "第 1 问"))
    for number, (asked, text) in enumerate(ruling.answers, 1):
        if reader.find(asked):
            last = number == len(ruling.answers)
            step("answer", tap(text, "记录" if last else "问"))

    def save() -> None:
        tap("记录", "存入日志")()
        if reader.find("听得对"):
            tap("听得对", "存入日志")()
        tap("存入日志", "已记入日志")()

    step("save", save)
    step("leave", tap("回到裁定列表", "发生了什么"))


def publish(folder: Path, walked: list[Ruling]) -> Figures:
    """Walk all the rulings on a published site, which keeps nothing yet."""
    from playwright.sync_api import sync_playwright

    from tests.browser.test_published import NOWHERE

    figures, site = Figures(walked), Published(folder)
    site.start()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory(prefix="zhicai-long-") as profile:
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=chromium(),
            args=[*FLAGS, NOWHERE],
            viewport={"width": PHONE[0], "height": PHONE[1]},
            locale="zh-CN",
        )
        site.introduce(context)
        reader = Reader.sit_down(context, site.address)
        reader.open("/rule")
        reader.see("发生了什么")
        reader.page.wait_for_timeout(6000)  # what is got ready after the first screen
        for place, ruling in enumerate(walked):

            def measured(name: str, doing: Callable[[], object], place: int = place) -> None:
                before = worker_time()
                doing()
                figures.add(place, name, worker_time() - before)

            rule_on_site(reader, ruling, measured)
            print(f"{place + 1} of {len(walked)}: {ruling.tree}", end="\r", file=sys.stderr)
        context.close()
    site.stop()
    return figures


# What is said of it


def lines(figures: Figures, site: bool) -> Iterator[str]:
    """Say what was measured."""
    yield f"{len(figures.walked)} rulings of {len({each.tree for each in figures.walked})} kinds, seed {SEED}"
    used = "worker busy" if site else "processor time"
    for name in STEPS:
        of_it = [step for step in figures.steps if step.name == name]
        spent = [1000 * step.seconds for step in of_it]
        aim = 1000 * ((OPENING if name == "open" else BUSY) if site else AIM)
        size = "" if site else f"; {statistics.mean(step.size for step in of_it) / 1024:5.1f} KB sent"
        yield (
            f"{name:<7}{used} median {statistics.median(spent):3.0f} ms, most {max(spent):3.0f} ms "
            f"of {len(of_it)} (aim {aim:.0f}){size}"
        )
    yield f"{used} grows by {figures.slope(lambda step: step.seconds):+.2%} a ruling (aim {SLOPE:.0%})"
    if site:
        return
    yield f"bytes sent grow by {figures.slope(lambda step: step.size):+.2%} a ruling"
    for name, unit, shown in (
        ("memory", 2**20, "MB"),
        ("objects", 1000, "thousand objects"),
        ("controls", 1, "controls"),
    ):
        first = statistics.mean(each[name] for each in figures.memory[:KINDS])
        last = statistics.mean(each[name] for each in figures.memory[-KINDS:])
        of_each = " ".join(f"{each[name] / unit:.{0 if unit == 1 else 1}f}" for each in figures.memory)
        yield f"{shown} after each ruling, collected: {of_each}"
        yield f"    the last {KINDS} over the first: {last / first - 1:+.1%}" + (
            f" (aim {GROWTH:.0%})" * (name == "memory")
        )


def main() -> None:
    """Measure, print, and keep the figures."""
    asked = argparse.ArgumentParser()
    asked.add_argument("count", nargs="?", type=int, default=COUNT)
    asked.add_argument("--published", type=Path)
    given = asked.parse_args()
    walked = rulings(given.count)
    figures = publish(given.published, walked) if given.published else serve(walked)
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False).stdout
    said = [f"commit {commit.strip()}, flet {version('flet')}", *lines(figures, bool(given.published))]
    print("\n".join(said))
    if given.count == COUNT:
        result = PUBLISHED_RESULT if given.published else RESULT
        result.write_text("\n".join(said) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
