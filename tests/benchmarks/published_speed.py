"""Figures for the published site in Chromium, all other hosts blocked: starts, search, ruling. Run:

    python -m tests.benchmarks.published_speed FOLDER    # a folder made by zhicai publish

Targets: searchable in the page within 1.5 s; the app there within 6 s without a network; in Pyodide 300 ms from the last key to
results and from an answer to the next question, 500 ms for the first ruling. Software drawing: a phone draws faster.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import BrowserContext, sync_playwright

from tests.browser.reader import FLAGS, PHONE, Published, Reader, chromium
from tests.browser.test_published import KEPT, NOWHERE
from tests.browser.test_ruling import INSUFFICIENT, button

STARTS = 3
QUERIES = ("藏牌", "有人没跟出同花色", "64A1", "cangpai", "revoke")


def timed(work: Callable[[], object]) -> float:
    """Return how long something takes, in seconds."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def start(context: BrowserContext, address: str) -> tuple[float, float, Reader]:
    """Open the app; return when its page could be searched, when it was there itself, and the reader."""
    reader = Reader.sit_down(context, address)
    begun = time.perf_counter()
    reader.page.goto(address + "/", wait_until="commit")
    reader.page.wait_for_selector("#opening[data-ready]", state="attached")
    searchable = time.perf_counter() - begun
    reader.page.wait_for_selector("#opening", state="detached", timeout=60_000)
    there = time.perf_counter() - begun
    reader.listen()
    return searchable, there, reader


def show(what: str, seconds: list[float]) -> None:
    """Print one line."""
    print(f"{what:<46}{min(seconds):7.2f}{statistics.median(seconds):7.2f}{max(seconds):7.2f} s", flush=True)


def main(folder: Path) -> None:
    """Measure."""
    site = Published(folder)
    site.start()
    print(f"{'':<46}{'least':>7}{'median':>7}{'most':>7}")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory(prefix="zhicai-") as profile:
        launch = playwright.chromium.launch_persistent_context
        options = {
            "executable_path": chromium(),
            "args": [*FLAGS, NOWHERE],
            "viewport": {"width": PHONE[0], "height": PHONE[1]},
            "locale": "zh-CN",
        }
        context = launch(profile, **options)
        searchable, there, reader = start(context, site.address)
        show("first visit: the page can be searched", [searchable])
        show("first visit: the app is there", [there])
        reader.page.wait_for_function(KEPT, timeout=60_000)
        context.close()
        site.stop()
        starts = []
        for _ in range(STARTS):
            context = launch(profile, **options)
            starts.append(start(context, site.address))
            if len(starts) < STARTS:
                context.close()
        show("browser started, no network: can be searched", [each[0] for each in starts])
        show("browser started, no network: the app is there", [each[1] for each in starts])
        reader = starts[-1][2]
        reader.page.wait_for_timeout(4000)  # what is got ready after the first screen
        answers = []
        for query in QUERIES:
            reader.page.reload(wait_until="commit")
            reader.listen()
            reader.page.wait_for_timeout(4000)
            reader.type(query[:-1])
            reader.page.wait_for_timeout(700)
            before = [hit.flat for hit in reader.hits()]
            reader.page.keyboard.type(query[-1])
            answers.append(
                timed(lambda before=before: reader.wait(lambda: [h.flat for h in reader.hits()] != before, "results"))
            )
            print(f"    {query}: {answers[-1]:.2f} s")
        show("last key to other results", answers)
        opened = timed(lambda: (reader.push(INSUFFICIENT), reader.see("第 1 问")))
        show("first ruling opened", [opened])
        steps = []
        for number, said in enumerate(("是", "否", "否"), 2):
            node = reader.wait(lambda said=said: button(reader, said), said)
            reader.touch(node)
            steps.append(timed(lambda number=number: reader.see(f"第 {number} 问")))
        show("answer to the next question", steps)
        context.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
