"""How long it takes a published site to hear a story, and how much memory that takes.

    python -m tests.benchmarks.story_speed FOLDER [--write]    # a folder made by zhicai publish

The worker's Python is asked itself, while the app runs in Chromium: what the entry of 裁决 does with what stands in its field
(which irregularity, what was said, how each of up to three rulings would begin, whether it is another game), for sentences of the
judged set. The worker's heap grows in steps of a fifth, so what Python holds is counted here, by tracemalloc, in 64 bits, which is
more than the browser's 32, once the trees and the search are open: the entry needs them for anything. Targets: 300 ms, 20 MB.
"""

from __future__ import annotations

import os
import statistics
import sys
import tracemalloc
from pathlib import Path

import yaml
from playwright.sync_api import BrowserContext, Route, Worker, sync_playwright

from tests.browser.reader import FLAGS, PHONE, Published, Reader, chromium, profile

SENTENCES = Path(__file__).parents[1] / "search" / "hearing" / "judged.yaml"
RESULT = Path(__file__).with_name("story_speed.txt")
EVERY = 11  # of the judged sentences, so that each game and writer has some

HEAR = """
import time
from app.base.opened import engine
from app.ruling.heard import SURE, begun, story, sure
from app.ruling.standing import NOTHING

engine().search("藏牌")  # the entry searches too, story or not

def hear(text, game):
    began = time.perf_counter()
    found = story(text, game)
    for each in found.trees if found is not None else ():
        begun(text, each.tree, NOTHING)
    sure(text, None)
    return 1000 * (time.perf_counter() - began)
"""


def kept(route: Route) -> None:
    """Let the worker keep its Python where it can be asked."""
    script = route.fetch()
    patched = script.text().replace(
        "const python = await loadPyodide(", "const python = globalThis.asked = await loadPyodide("
    )
    assert "globalThis.asked" in patched
    route.fulfill(response=script, body=patched)


def opened(context: BrowserContext, site: Published) -> Worker:
    """Open the entry of 裁决; return its worker, which knows how to hear."""
    reader = Reader.sit_down(context, site.address)
    reader.open("/rule/bridge")
    reader.see("听写由你的输入法做")
    worker: Worker = next(each for each in reader.page.workers if each.evaluate("'asked' in globalThis"))
    worker.evaluate("(code) => { asked.runPython(code); }", HEAR)
    return worker


def stories() -> list[tuple[str, str]]:
    """Some of the judged sentences, each with its game."""
    return [(each["text"], each["game"]) for each in yaml.safe_load(SENTENCES.read_text(encoding="utf-8"))[::EVERY]]


def held() -> float:
    """Return how many megabytes are held for hearing, after some stories, in this Python."""
    from app.base.opened import engine, handbook, trees
    from app.ruling.heard import begun, story, sure
    from app.ruling.standing import NOTHING
    from app.ruling.walk import start

    engine().search("藏牌")
    handbook().script.simplified("藏牌")
    for tree in trees().trees.values():
        start(tree.id)
    tracemalloc.start()
    for text, game in stories():
        found = story(text, game)
        for each in found.trees if found is not None else ():
            begun(text, each.tree, NOTHING)
        sure(text, None)
    return tracemalloc.get_traced_memory()[0] / 1e6


def measured(folder: Path) -> tuple[list[float], float]:
    """Return the milliseconds of each story, and the megabytes by which the worker's memory has grown after all of them."""
    site = Published(folder)
    site.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
            context = profile(browser, PHONE, service_workers="block")
            context.route("**/python-worker.js*", kept)
            worker = opened(context, site)
            before = worker.evaluate("asked._module.HEAPU8.length")
            taken = [
                float(worker.evaluate("(said) => asked.globals.get('hear')(...said)", list(each))) for each in stories()
            ]
            grown = worker.evaluate("asked._module.HEAPU8.length") - before
            browser.close()
    finally:
        site.stop()
    return taken, grown / 1e6


def main() -> None:
    """Print the figures; with --write also into the result file."""
    (first, *others), grown = measured(Path(sys.argv[1]).resolve())
    text = (
        f"{len(others)} stories of the judged set, in the worker of a published site, Chromium, {os.cpu_count()} processors\n"
        f"a story heard: median {statistics.median(others):.0f} ms, at most {max(others):.0f} ms; aim 300 ms\n"
        f"the first, which reads what was learnt: {first:.0f} ms\n"
        f"the worker's heap grew by a step of {grown:.1f} MB; Python holds {held():.1f} MB for it; aim 20 MB\n"
    )
    print(text, end="")
    if "--write" in sys.argv:
        RESULT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
