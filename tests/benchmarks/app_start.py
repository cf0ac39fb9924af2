"""How soon the Android app is there, on the bench that stands for it, beside the published site in the same run. Run:

    python -m tests.benchmarks.app_start FOLDER [FILE]    # a folder made by zhicai publish; where the figures are written

Each start is a browser of its own with an empty profile, in turn: the app (its files as they lie in the package, over a
connection of this machine), the site as its first visit. Counted from when the page is asked for: until clauses can be searched
(target 1 s), and until the whole app is there (target 3 s). What Android takes to show an activity and a WebView is not in it.

Where it goes is told by one more start of the app, traced: the seconds each kind of thread computed until the whole app was there.
Those do not grow where others use the machine as well.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

from tests.browser.phone_app import InApp, flags, give_bridge, options
from tests.browser.reader import ASKED, FLAGS, PHONE, ROOT, Published, chromium

if TYPE_CHECKING:
    from playwright.sync_api import BrowserType, Page

STARTS = 5
PATIENCE = 300  # seconds
TASKS = ("ThreadControllerImpl::RunTask", "ThreadPool_RunTask")
WHOLE = "addEventListener('first-screen', () => performance.mark('whole'), { once: true });"
MARKS = "performance.getEntriesByType('mark').map(({ name, startTime }) => [name, startTime])"


def until_whole(page: Page) -> None:
    """Wait for the whole app; that its opening page is gone says nothing, where that has not come yet."""
    end = time.monotonic() + PATIENCE
    while not any(name == "whole" for name, _ in page.evaluate(MARKS)):
        assert time.monotonic() < end, "the app never came"
        page.wait_for_timeout(50)


def start(chromiums: BrowserType, site: Published) -> dict[str, float]:
    """Start once; return the seconds until each mark."""
    in_app = isinstance(site, InApp)
    more: dict[str, Any] = options() if in_app else {}
    with tempfile.TemporaryDirectory(prefix="zhicai-") as profile:
        context = chromiums.launch_persistent_context(
            profile,
            executable_path=chromium(),
            args=[*FLAGS, *(flags() if in_app else ())],
            viewport={"width": PHONE[0], "height": PHONE[1]},
            locale="zh-CN",
            **more,
        )
        context.add_init_script(ASKED)
        if in_app:
            give_bridge(context)
        else:
            context.add_init_script(WHOLE)
        page = context.new_page()
        page.goto(f"{site.address}/", wait_until="commit")
        until_whole(page)
        found = {name: at / 1000 for name, at in reversed(page.evaluate(MARKS))}
        context.close()
    return found


def computed(chromiums: BrowserType, site: InApp) -> dict[str, float]:
    """Start the app once, traced; return the seconds that threads of its page computed until it was there, by their names."""
    events: list[dict[str, Any]] = []
    ended: list[object] = []
    with tempfile.TemporaryDirectory(prefix="zhicai-") as profile:
        context = chromiums.launch_persistent_context(
            profile,
            executable_path=chromium(),
            args=[*FLAGS, *flags()],
            viewport={"width": PHONE[0], "height": PHONE[1]},
            locale="zh-CN",
            **options(),
        )
        context.add_init_script(ASKED)
        give_bridge(context)
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.on("Tracing.dataCollected", lambda some: events.extend(some["value"]))
        session.on("Tracing.tracingComplete", lambda said: ended.append(said))
        wanted = {"includedCategories": ["toplevel", "blink.user_timing"], "excludedCategories": ["*"]}
        session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": wanted})
        page.goto(f"{site.address}/", wait_until="commit")
        until_whole(page)
        session.send("Tracing.end")
        while not ended:
            page.wait_for_timeout(100)
        context.close()
    (there, process) = max((each["ts"], each["pid"]) for each in events if each["name"] == "whole")
    names = {each["tid"]: each["args"]["name"] for each in events if each["name"] == "thread_name"}
    found: dict[str, float] = {}
    for each in events:
        if each["name"] in TASKS and each["pid"] == process and each["ts"] < there:
            name = names.get(each["tid"], "others")
            found[name] = found.get(name, 0) + each.get("tdur", 0) / 1e6
    return found


def main(folder: Path, file: Path | None) -> None:
    """Measure, print, and write."""
    app = InApp(folder)
    sites = {"app": app, "site": Published(folder)}
    for site in sites.values():
        site.start()
    loads, found = [os.getloadavg()[0]], {name: list[dict[str, float]]() for name in sites}
    with sync_playwright() as playwright:
        for _ in range(STARTS):
            for name, site in sites.items():
                found[name].append(start(playwright.chromium, site))
                loads.append(os.getloadavg()[0])
        threads = computed(playwright.chromium, app)
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()
    before = ", before all others" if os.sched_getscheduler(0) else ""  # begun with chrt: others had to wait
    busy = f"load {min(loads):.1f} to {max(loads):.1f}{before}"
    lines = [
        f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, commit {commit}, {os.cpu_count()} cores, {busy}, {STARTS} starts each",
        f"{'seconds':<28}{'least':>7}{'median':>8}{'most':>7}",
    ]
    for mark in ("searchable", "whole"):
        for name, starts in found.items():
            seconds = [each[mark] for each in starts]
            lines.append(
                f"{f'{name}: {mark}':<28}{min(seconds):7.2f}{statistics.median(seconds):8.2f}{max(seconds):7.2f}"
            )
    lines.append("app: computed until it was whole")
    lines += [f"  {name:<26}{seconds:7.2f}" for name, seconds in sorted(threads.items(), key=lambda each: -each[1])[:6]]
    print("\n".join(lines))
    if file is not None:
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else None)
