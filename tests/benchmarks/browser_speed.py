"""How fast the app is in a browser: the text of a law, first useful screen, keystroke to results, answer to next question.

    python -m tests.benchmarks.browser_speed [rounds] [FOLDER]

Served locally, and where a folder made by zhicai publish is named, keys and answers on that site too; in headless Chromium, which
draws without a graphics card. Aims: text of a law under its address 500 ms, first useful screen 2 s, keystroke to results 100 ms,
answer to next question 60 ms.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.reader import FLAGS, PHONE, Node, Published, Reader, Server, chromium, free_port, profile

CLEARED = """
() => new Promise((resolve) => {
  const look = () => document.getElementById('opening') ? requestAnimationFrame(look) : resolve(performance.now());
  look();
})
"""

# Time from the text reaching the box to the first results in the accessibility tree.
ARM = """
() => {
  window.typed = window.answered = undefined;
  addEventListener('input', () => { window.typed ??= performance.now(); }, { once: true, capture: true });
  new MutationObserver((_, watch) => {
    const hit = [...document.querySelectorAll('flt-semantics[role=button]')].some((e) => e.textContent.includes('›'));
    if (window.typed && hit) { window.answered = performance.now(); watch.disconnect(); }
  }).observe(document.querySelector('flt-semantics-host'), { subtree: true, childList: true, characterData: true });
}
"""

# Time from the finger on an answer to the next question in the accessibility tree.
ASK = """
(next) => {
  window.tapped = window.asked = undefined;
  const host = document.querySelector('flt-semantics-host');
  addEventListener('pointerdown', (event) => { window.tapped = event.timeStamp; }, { once: true, capture: true });
  new MutationObserver((_, watch) => {
    if (window.tapped && (host.textContent.includes(next) || host.querySelector(`[aria-label*="${next}"]`))) {
      window.asked = performance.now();
      watch.disconnect();
    }
  }).observe(host, { subtree: true, childList: true, characterData: true, attributes: true });
}
"""
WALK = ("是", "否", "否")  # answers to the first questions on an insufficient bid


def first_screens(reader: Reader, rounds: int) -> list[float]:
    """Return milliseconds from the start of navigation until the first screen can be read."""
    found = []
    for _ in range(rounds):
        reader.page.close()
        reader.page = reader.context.new_page()
        reader.page.goto(reader.address, wait_until="commit")
        found.append(float(reader.page.evaluate(CLEARED)))
    return found


def law_texts(reader: Reader, rounds: int) -> list[float]:
    """Return milliseconds from the start of navigation until the law an address names can be read."""
    found = []
    for _ in range(rounds):
        reader.page.close()
        reader.page = reader.context.new_page()
        reader.page.goto(f"{reader.address}/clause/bridge-1999/64A1", wait_until="commit")
        _wait(reader, "performance.getEntriesByName('first-contentful-paint').length")
        found.append(float(reader.page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")))
    return found


def answers(reader: Reader, rounds: int, opening: bool = True) -> list[float]:
    """Return milliseconds from a word put into the empty box, as an input method does, until results stand there."""
    found = []
    if opening:
        reader.open("/")
    for word in ("藏牌", "64条", "迟到", "revoke", "贡牌") * (rounds // 5 + 1):
        reader.type("")
        reader.page.evaluate(ARM)
        reader.page.keyboard.insert_text(word)
        _wait(reader, "window.answered")
        found.append(float(reader.page.evaluate("window.answered - window.typed")))
        reader.page.wait_for_timeout(300)
        reader.tap("清除", "button")
        reader.page.wait_for_timeout(500)
        if len(found) == rounds:
            break
    return found


def questions(reader: Reader, rounds: int) -> list[float]:
    """Return milliseconds from the tap on an answer until the next question stands there."""
    found: list[float] = []
    reader.open("/rule/bridge/insufficient_bid")
    while True:
        for asked, answer in enumerate(WALK, 1):
            reader.see(f"第 {asked} 问")
            node = reader.wait(lambda answer=answer: _button(reader, answer), f"the answer {answer!r}")
            reader.page.wait_for_timeout(300)
            reader.page.evaluate(ASK, f"第 {asked + 1} 问")
            reader.touch(node)
            _wait(reader, "window.asked")
            found.append(float(reader.page.evaluate("window.asked - window.tapped")))
            if len(found) == rounds:
                return found
        for asked in reversed(range(1, len(WALK) + 1)):
            reader.tap("退回一步", "button")
            reader.see(f"第 {asked} 问")


def _wait(reader: Reader, for_what: str) -> None:
    """Wait until an expression of the page is true; the page's policy lets no script of text run in it."""
    reader.wait(lambda: reader.page.evaluate(for_what), for_what)


def _button(reader: Reader, text: str) -> Node | None:
    return next((node for node in reader.nodes() if node.role == "button" and node.flat == text), None)


def report(name: str, times: list[float], aim: float) -> None:
    """Print one line."""
    print(
        f"{name}: median {statistics.median(times):.0f} ms, worst {max(times):.0f} ms of {len(times)} (aim {aim:.0f} ms)"
    )


def on_a_site(folder: Path, rounds: int) -> None:
    """Measure keys and answers where Python runs in the browser, once all of it is there."""
    site = Published(folder)
    site.start()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory(prefix="zhicai-speed-") as kept:
        launch = playwright.chromium.launch_persistent_context
        context = launch(
            kept,
            executable_path=chromium(),
            args=FLAGS,
            viewport={"width": PHONE[0], "height": PHONE[1]},
            locale="zh-CN",
        )
        site.introduce(context)
        reader = Reader.sit_down(context, site.address)
        reader.open("/")
        reader.page.wait_for_timeout(8000)  # what is got ready after the first screen
        report("on the site: keystroke to results", answers(reader, rounds, opening=False), 100)
        report("on the site: answer to next question", questions(reader, 2 * rounds), 60)
        context.close()
    site.stop()


def main(rounds: int = 10, folder: Path | None = None) -> None:
    """Measure and print."""
    executable = chromium()
    if executable is None:
        sys.exit("Chromium not found")
    data = tempfile.TemporaryDirectory(prefix="zhicai-speed-")  # an empty journal
    server = Server(free_port(), Path(data.name))
    started = time.perf_counter()
    server.start()
    print(f"server ready after {1000 * (time.perf_counter() - started):.0f} ms")
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
            cold, read = [], []
            for _ in range(max(3, rounds // 3)):
                context = profile(browser, PHONE)
                cold += first_screens(Reader.sit_down(context, server.address), 1)
                context.close()
                context = profile(browser, PHONE)
                read += law_texts(Reader.sit_down(context, server.address), 1)
                context.close()
            reader = Reader.sit_down(profile(browser, PHONE), server.address)
            first_screens(reader, 2)
            report("text of a law, empty cache", read, 500)
            report("first useful screen, empty cache", cold, 2000)
            report("first useful screen, again", first_screens(reader, rounds), 2000)
            report("keystroke to results", answers(reader, rounds), 100)
            report("answer to next question", questions(reader, 2 * rounds), 60)
            browser.close()
    finally:
        server.stop()
        data.cleanup()
    if folder is not None:
        on_a_site(folder, rounds)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10, Path(sys.argv[2]) if len(sys.argv) > 2 else None)
