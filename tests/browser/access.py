"""How the screens are to a finger, an ear, a keyboard and a weak eye, measured on the app as a reader has it.

    python -m tests.browser.access [FOLDER] [words of the looks or screens wanted]

walks through every screen in several looks and prints what is not as it should be: targets smaller than 48 px, targets
without a name or with that of another, the order of the Tab key, text that stands off too little from its ground (WCAG 2.2,
1.4.3), texts that lie over one another or out of the window, and what a low window leaves of a question. With a folder,
each screen is photographed into it. A look takes one to two minutes.
"""

from __future__ import annotations

import base64
import itertools
import re
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

from tests.browser import contact_sheet
from tests.browser.reader import FLAGS, Node, Reader, Server, chromium, free_port, profile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from tests.browser.contact_sheet import Step

TARGET = 48  # px, the least a finger must be given
TEXT, LARGE_TEXT = 4.5, 3.0  # how far text must stand off from its ground; large text, and signs
LARGE = 24  # px of a line of letters that are large
SHARP = 2  # device pixels to a point: strokes of small letters reach their colour
PARTS = 3  # of a screen that scrolls, at most so many are looked at
EDGE = 3  # px at the edge of a place: there are frames and corners
CLAUSE = re.compile(r"第.+[条款]|附件.\d")  # what is named after a clause leads to that clause
OVERLAP = 4  # px that boxes of lines may share
STEPS = 45  # of the Tab key


@dataclass(frozen=True)
class Look:
    """A window and its reader."""

    size: tuple[int, int]
    theme: str = "light"
    scale: float = 1.0
    tab: bool = False  # whether the order of the Tab key is tried, which takes time


LOOKS = {
    "phone-light": Look((412, 915), tab=True),
    "phone-dark": Look((412, 915), "dark"),
    "small-light": Look((360, 640)),
    "large": Look((412, 915), scale=2.0),
    "low-light": Look((640, 360)),
    "low-wide": Look((915, 412)),
    "wide-light": Look((1280, 800), tab=True),
    "wide-dark": Look((1280, 800), "dark"),
}

_SAYING = """
  const words = (e) => [...e.childNodes].filter((c) => c.nodeType === 3 || c.tagName === 'SPAN').map((c) => c.textContent).join('');
  const typed = (e) => ['INPUT', 'TEXTAREA'].includes(e.tagName);
  const said = (e) => (e.getAttribute('aria-label') || (e.closest('#opening') ? e.innerText : words(e))
    || (typed(e) && e.closest('[aria-label]')?.getAttribute('aria-label')) || '').replace(/\\s+/g, ' ').trim();
  const told = (e) => {
    const r = e.getBoundingClientRect();
    let across = false, down = false;  // whether what scrolls cuts it
    for (let a = e.parentElement; a; a = a.parentElement) {
      if (getComputedStyle(a).overflowX === 'visible' && getComputedStyle(a).overflowY === 'visible') continue;
      const c = a.getBoundingClientRect();
      across ||= r.left < c.left + 1 || r.right > c.right - 1;
      down ||= r.top < c.top + 1 || r.bottom > c.bottom - 1;
    }
    return {role: e.getAttribute('role') || e.tagName.toLowerCase(), name: said(e), x: r.x, y: r.y, width: r.width,
            height: r.height, off: e.getAttribute('aria-disabled') === 'true', across, down};
  };
"""

_TARGETS = (
    "() => {"
    + _SAYING
    + """
  const roles = new Set(['button', 'tab', 'checkbox', 'switch', 'radio', 'slider', 'link', 'menuitem', 'textbox']);
  const host = document.querySelector('flt-semantics-host');
  return [...(host || document.getElementById('opening')).querySelectorAll('*')].filter((e) => {
    if (e.readOnly) return false;  // text that can be marked and copied
    return roles.has(e.getAttribute('role')) || e.hasAttribute('flt-tappable')
      || ['INPUT', 'TEXTAREA', 'A', 'BUTTON'].includes(e.tagName);
  }).map(told).filter((e) => e.width > 0 && e.height > 0);
}
"""
)

_FOCUSED = (
    "() => {"
    + _SAYING
    + """
  let e = document.activeElement;
  while (e?.shadowRoot?.activeElement) e = e.shadowRoot.activeElement;
  return !e || e === document.body || e.tagName === 'FLUTTER-VIEW' ? null : told(e);
}
"""
)

# What is shown of each text that is not a target's: without what its scrolling ancestors hide of it.
_SHOWN = """
() => { const every = [...document.querySelectorAll('flt-semantics-host *:not(span)')], at = new Map(every.map((e, i) => [e, i]));
return every.map((e) => {
  const own = [...e.childNodes].filter((c) => c.nodeType === 3 || c.tagName === 'SPAN').map((c) => c.textContent).join('');
  const text = (e.getAttribute('aria-label') || own).replace(/\\s+/g, ' ').trim();
  const r = e.getBoundingClientRect();
  let [x0, y0, x1, y1] = [r.left, r.top, r.right, r.bottom];
  for (let a = e.parentElement; a && a.tagName !== 'FLT-SEMANTICS-HOST'; a = a.parentElement) {
    if (getComputedStyle(a).overflowX === 'visible' && getComputedStyle(a).overflowY === 'visible') continue;
    const c = a.getBoundingClientRect();
    [x0, y0, x1, y1] = [Math.max(x0, c.left), Math.max(y0, c.top), Math.min(x1, c.right), Math.min(y1, c.bottom)];
  }
  const links = [...e.parentElement.children].some((c) => c.tagName === 'A');
  const line = links ? at.get(e.parentElement) : -1;
  return {text, role: e.getAttribute('role') || e.tagName.toLowerCase(), x0, y0, x1, y1, line};
}).filter((n) => n.text && n.x1 > n.x0 && n.y1 > n.y0); }
"""

_SHELL = """
() => [...document.querySelectorAll('#opening *')].filter((e) => [...e.childNodes].some((c) => c.nodeType === 3 && c.data.trim()))
  .map((e) => {
    const r = e.getBoundingClientRect();
    return {role: e.tagName.toLowerCase(), text: e.textContent, x: r.x - 3, y: r.y - 3, width: r.width + 6, height: r.height + 6,
            selected: false};
  }).filter((e) => e.width > 6 && getComputedStyle(document.getElementById('opening')).display !== 'none')
"""

# Each place is cut into what stands apart in it (lines, and in a line what a gap of a letter's width parts): of each piece the
# ground is its most frequent colour, and the letters the colour that stands off most and is more than a few stray pixels.
_PIECES = """
async ([data, places, sharp]) => {
  const image = new Image();
  image.src = 'data:image/png;base64,' + data;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height), pen = canvas.getContext('2d', {willReadFrequently: true});
  pen.drawImage(image, 0, 0);
  const part = (v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
  const light = (c) => 0.2126 * part(c >> 16) + 0.7152 * part(c >> 8 & 255) + 0.0722 * part(c & 255);
  const most = (counts) => [...counts].reduce((a, b) => b[1] > a[1] ? b : a, [0, 0])[0];
  const runs = (filled, gap) => {
    const out = [];
    let from = -1, last = -1;
    filled.forEach((is, i) => {
      if (!is) return;
      if (from >= 0 && i - last > gap) { out.push([from, last + 1]); from = i; }
      if (from < 0) from = i;
      last = i;
    });
    if (from >= 0) out.push([from, last + 1]);
    return out;
  };
  return places.map(([x, y, w, h]) => {
    const W = Math.floor(w * sharp), H = Math.floor(h * sharp);
    if (W < 4 || H < 4) return [];
    const d = pen.getImageData(Math.ceil(x * sharp), Math.ceil(y * sharp), W, H).data;
    const at = (i, j) => { const k = 4 * (j * W + i); return d[k] << 16 | d[k + 1] << 8 | d[k + 2]; };
    const tally = (x0, x1, y0, y1) => {
      const seen = new Map();
      for (let j = y0; j < y1; j++) for (let i = x0; i < x1; i++) { const c = at(i, j); seen.set(c, (seen.get(c) || 0) + 1); }
      return seen;
    };
    const found = [];
    const ground = most(tally(0, W, 0, H));
    const inked = (x0, x1, y0, y1) => {
      for (let j = y0; j < y1; j++) for (let i = x0; i < x1; i++) if (at(i, j) !== ground) return true;
      return false;
    };
    for (const [y0, y1] of runs(Array.from({length: H}, (_, j) => inked(0, W, j, j + 1)), 1)) {
      const columns = runs(Array.from({length: W}, (_, i) => inked(i, i + 1, y0, y1)), 8 * sharp);
      for (const [x0, x1] of columns) {
        if (y1 - y0 < 7 * sharp || x1 - x0 < 5 * sharp) continue;  // a line or a point
        const seen = tally(x0, x1, y0, y1), own = most(seen), behind = light(own), few = Math.max(8, (x1 - x0) * (y1 - y0) * 0.004);
        const against = (l) => Math.max(...[...seen].filter(([, count]) => count >= few)
          .map(([colour]) => (Math.max(light(colour), l) + 0.05) / (Math.min(light(colour), l) + 0.05)), 1);
        let best = against(behind);
        if (best < 1.1) best = against(light(ground));  // nothing but a stroke
        found.push([best, (y1 - y0) / sharp, x + x0 / sharp, y + y0 / sharp, (x1 - x0) / sharp]);
      }
    }
    return found;
  });
}
"""


@dataclass(frozen=True)
class Target:
    """Something that can be tapped."""

    role: str
    name: str
    x: float
    y: float
    width: float
    height: float
    off: bool
    across: bool  # whether what scrolls cuts it
    down: bool

    @property
    def said(self) -> str:
        """What it is, in one line."""
        return f"{self.role} {' '.join(self.name.split())[:32]!r}"


def screens(filled: contact_sheet.Filled) -> dict[str, tuple[str, tuple[Step, ...]]]:
    """Return the screens of the contact sheet, each with all that leads to it: one is scrolled before the next is looked at."""
    found: dict[str, tuple[str, tuple[Step, ...]]] = {}
    address = ""
    steps: tuple[Step, ...] = ()
    for name, (begins, does) in contact_sheet.screens(filled).items():
        address, steps = (begins, does) if begins else (address, (*steps, *does))
        if address != "newcomer" and does[-1:] != (contact_sheet.scroll,):
            found[name] = address, steps
    return found | {"auction": ("/tools/bridge-auction", ()), "column": ("/tools/bridge-matchpoints", ())}


def targets(reader: Reader) -> list[Target]:
    """Return what can be tapped on the screen, and wherever it is in what scrolls."""
    return [Target(**each) for each in reader.page.evaluate(_TARGETS)]


def parts(reader: Reader) -> Iterator[int]:
    """Go down a screen, part by part."""
    width, height = reader.page.viewport_size["width"], reader.page.viewport_size["height"]  # type: ignore[index]
    before: object = None
    for number in range(PARTS):
        if number:
            reader.page.mouse.move(width - 60, height / 2)
            reader.page.mouse.wheel(0, height * 0.55)
            reader.page.mouse.move(1, 1)
            reader.page.wait_for_timeout(250)
        now = [(node.text, node.y) for node in reader.nodes()]
        if now == before:
            return
        before = now
        yield number


def small(reader: Reader, seen: dict[tuple[str, str], Target]) -> None:
    """Note the largest each target is seen: at the edge of what scrolls it is cut."""
    for each in targets(reader):
        key = (each.role, each.name)
        if key not in seen or each.width * each.height > seen[key].width * seen[key].height:
            seen[key] = each


def too_small(seen: dict[tuple[str, str], Target]) -> Iterator[str]:
    """Say which targets a finger may miss; words that lead on in a line of text are as large as the text."""
    for each in seen.values():
        narrow = each.width < TARGET - 0.5 and not each.across
        flat = each.height < TARGET - 0.5 and not each.down
        if each.role != "a" and (narrow or flat):
            yield f"small: {each.width:.0f}x{each.height:.0f} {each.said}"


def unnamed(found: list[Target], size: tuple[int, int]) -> Iterator[str]:
    """Say which targets of a screen have no name, and which share one."""
    area = size[0] * size[1]
    shown = [each for each in found if each.width * each.height < 0.8 * area]
    for each in shown:
        if not each.name:
            yield f"no name: {each.role} at {each.x:.0f},{each.y:.0f} {each.width:.0f}x{each.height:.0f}"
    names = Counter((e.role, e.name) for e in shown if e.name and e.role != "a" and not CLAUSE.search(e.name))
    for (role, name), count in names.items():
        if count > 1:
            yield f"{count} of the same name: {role} {name[:40]!r}"


def contrast(reader: Reader, among: list[Node] | None = None) -> Iterator[str]:
    """Say which pieces of the screen stand off too little."""
    size: Any = reader.page.viewport_size
    nodes = [
        node
        for node in (reader.nodes() if among is None else among)
        if node.role not in ("group", "tablist", "dialog", "progressbar")
        and not node.flat.startswith("定位到")
        and node.x >= 0 and node.y >= 0 and node.x + node.width <= size["width"] and node.y + node.height <= size["height"]
        and node.height >= 8 and node.width >= 8
    ]  # fmt: skip
    data = base64.b64encode(reader.page.screenshot()).decode()
    places = [[n.x + EDGE, n.y + EDGE, n.width - 2 * EDGE, n.height - 2 * EDGE] for n in nodes]
    for node, pieces in zip(nodes, reader.page.evaluate(_PIECES, [data, places, SHARP]), strict=True):
        for best, high, x, y, wide in pieces:
            least = LARGE_TEXT if high >= LARGE else TEXT
            left, top, right, below = (
                x - node.x,
                y - node.y,
                node.x + node.width - x - wide,
                node.y + node.height - y - high,
            )
            edge = min(left, top, right, below) < EDGE + 1.5
            if best < least and not edge:  # at the edge: a frame, or what is cut where it scrolls
                yield f"contrast {best:.2f}: {wide:.0f}x{high:.0f} at {x:.0f},{y:.0f} in {node.role} {node.flat[:32]!r}"


def overlapping(reader: Reader) -> Iterator[str]:
    """Say which texts lie over one another, or leave the window at its side."""
    width = reader.page.viewport_size["width"]  # type: ignore[index]
    skipped = ("group", "tablist", "dialog", "a", "input", "textarea", "progressbar")
    shown = [each for each in reader.page.evaluate(_SHOWN) if each["role"] not in skipped]
    for each in shown:
        if each["x0"] < -1 or each["x1"] > width + 1:
            yield f"leaves the window: {each['role']} {each['text'][:32]!r} {each['x0']:.0f} to {each['x1']:.0f}"
    for at, one in enumerate(shown):
        for two in shown[at + 1 :]:
            wide = min(one["x1"], two["x1"]) - max(one["x0"], two["x0"])
            high = min(one["y1"], two["y1"]) - max(one["y0"], two["y0"])
            if wide <= OVERLAP or high <= OVERLAP or (one["line"] >= 0 and one["line"] == two["line"]):
                continue
            inside = min((each["x1"] - each["x0"]) * (each["y1"] - each["y0"]) for each in (one, two))
            if wide * high < 0.95 * inside:
                yield f"over one another by {wide:.0f}x{high:.0f}: {one['text'][:24]!r}, {two['text'][:24]!r}"


def order(reader: Reader, found: list[Target]) -> Iterator[str]:
    """Go through a screen with the Tab key, and say where it turns back and what it never comes to."""
    stops: list[Target] = []
    for _ in range(STEPS):
        reader.page.keyboard.press("Tab")
        reader.page.wait_for_timeout(45)
        if (at := reader.page.evaluate(_FOCUSED)) is not None:
            stop = Target(**at)
            if stops and (stop.role, stop.name) == (stops[0].role, stops[0].name) and len(stops) > 2:
                break
            stops.append(stop)
    if not stops:
        yield "the Tab key comes to nothing"
        return
    for before, after in itertools.pairwise(stops):
        if (before.role, before.name) == (after.role, after.name):
            continue
        higher = after.y + after.height <= before.y + 4
        same_column = min(after.x + after.width, before.x + before.width) > max(after.x, before.x)
        if higher and same_column:
            yield f"Tab goes up from {before.said} to {after.said}"
    if len(stops) < STEPS:
        reached = {each.name for each in stops}
        for each in found:
            if each.name and each.name not in reached and each.role != "a" and not each.off:
                yield f"Tab never comes to {each.said}"


def low(reader: Reader, name: str) -> Iterator[str]:
    """Say what a low window leaves of a question and its answers."""
    height = reader.height
    bars = [n for n in reader.nodes() if n.role == "tab" and n.width > 40]
    if bars and min(n.x for n in bars) + max(n.width for n in bars) < max(n.x + n.width for n in bars):
        high = max(n.height for n in bars)
        if high > 0.17 * height:
            yield f"the bar takes {high:.0f} of {height} px"
    if name not in ("question", "scenario", "practice"):
        return
    answers = [n for n in reader.nodes() if n.role == "button" and n.height >= 56 and n.y + n.height <= height + 1]
    if len(answers) < 2:
        yield f"{len(answers)} answers in sight"


def measure(
    browser: Browser, server: Server, look: str, wanted: dict[str, tuple[str, tuple[Step, ...]]], into: Path | None
) -> int:
    """Walk through the screens in one look, and print what is found; how much that is."""
    is_ = LOOKS[look]
    context = profile(browser, is_.size, color_scheme=is_.theme, device_scale_factor=SHARP)
    if is_.scale != 1:
        context.add_init_script(contact_sheet._LARGE)
    reader = Reader.sit_down(context, server.address)
    reader.open("/learn")
    found = 0
    for name, (address, steps) in wanted.items():
        complaints: dict[str, None] = {}
        seen: dict[tuple[str, str], Target] = {}
        try:
            if steps and address:
                reader.open(address)
            elif address:
                reader.go(address)
            for step in steps:
                step(reader)
        except AssertionError as why:
            complaints[f"not reached: {str(why).splitlines()[0]}"] = None
        reader.page.wait_for_timeout(350)
        if into is not None:
            reader.page.screenshot(path=into / f"{look}.{name}.png")
        for part in parts(reader):
            here = targets(reader)
            small(reader, seen)
            said = [*unnamed(here, is_.size), *contrast(reader), *overlapping(reader)]
            if part == 0:
                said += low(reader, name) if is_.size[1] < 500 else []
                said += order(reader, here) if is_.tab else []
            complaints |= dict.fromkeys(said)
        complaints |= dict.fromkeys(too_small(seen))
        for each in complaints:
            print(f"{look} {name}: {each}", flush=True)
        found += len(complaints)
    context.close()
    return found


def shell(browser: Browser, server: Server, look: str, into: Path | None) -> int:
    """Measure what is there before the app is: a search, and a clause."""
    is_ = LOOKS[look]
    context = profile(browser, is_.size, color_scheme=is_.theme, device_scale_factor=SHARP)
    context.route("**/flutter_bootstrap.js", lambda route: route.abort())
    if is_.scale != 1:
        context.add_init_script(contact_sheet._LARGE)
    reader = Reader.sit_down(context, server.address)
    reader.page.goto(server.address)
    reader.page.wait_for_selector("#opening[data-ready]", state="attached")
    complaints: dict[str, None] = {}
    for name in ("empty", "found", "clause"):
        if name == "found":
            reader.page.fill("#opening-query", "藏牌")
            reader.page.wait_for_selector("#opening-list > button .label")
        if name == "clause":
            reader.page.click("#opening-list > button")
        reader.page.mouse.move(1, 1)
        reader.page.wait_for_timeout(300)
        if into is not None:
            reader.page.screenshot(path=into / f"{look}.shell-{name}.png")
        here = [each for each in targets(reader) if each.y < is_.size[1]]
        seen = {(each.role, each.name): each for each in here}
        nodes = [Node(**each) for each in reader.page.evaluate(_SHELL)]
        said = [*too_small(seen), *unnamed(here, is_.size), *contrast(reader, nodes)]
        if is_.tab:
            said += order(reader, here)
            reader.page.focus("#opening-query") if name != "clause" else None
        complaints |= dict.fromkeys(f"shell {name}: {each}" for each in said)
    for each in complaints:
        print(f"{look} {each}", flush=True)
    context.close()
    return len(complaints)


def main(words: list[str]) -> None:
    """Measure all screens in all looks, or those named."""
    executable = chromium()
    if executable is None:
        sys.exit("Chromium not found")
    into = Path(words.pop(0)) if words and "/" in words[0] else None
    if into is not None:
        into.mkdir(parents=True, exist_ok=True)
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="zhicai-access-") as folder, sync_playwright() as playwright:
        every = screens(contact_sheet.fill(Path(folder)))
        looks = [look for look in LOOKS if any(word in look for word in words)] or list(LOOKS)
        names = [name for name in every if name in words] or ([] if "shell" in words else list(every))
        server = Server(free_port(), Path(folder))
        server.start()
        found = 0
        try:
            browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
            for look in looks:
                if "shell" in words or len(names) == len(every):
                    found += shell(browser, server, look, into)
                if names:
                    found += measure(browser, server, look, {name: every[name] for name in names}, into)
            browser.close()
        finally:
            server.stop()
    print(f"{found} found, {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
