"""How well the words on a screen stand off from their ground, measured on the picture a reader sees (WCAG 2.2, 1.4.3).

    python -m tests.browser.contrast

measures the main screens in both themes and prints, for each, what stands off least. The client draws on a canvas, so no
tool that reads styles can measure it: of the place of each text, the ground is its most frequent colour, and the letters the
colour that stands off most and is more than a few stray pixels. Windows are opened with three pixels to a point, so that the
strokes of small characters reach their colour.
"""

from __future__ import annotations

import base64
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.browser.reader import Reader

LEAST = 4.5  # of text; 3 of large text, which nothing here relies on
SHARP = 3  # device pixels to a point
SCREENS = (
    "/", "/rule/bridge", "/rights", "/learn", "/tools", "/tools/settings", "/tools/about", "/tools/journal",
    "/clause/bridge-1999/64A1", "/clause/guandan-2017/18", "/book/shengji-40", "/rule/bridge/misdeal", "/glossary",
)  # fmt: skip

_MEASURE = """
async ([data, places, sharp]) => {
  const image = new Image();
  image.src = 'data:image/png;base64,' + data;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height), pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0);
  const part = (v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
  const light = (c) => 0.2126 * part(c >> 16) + 0.7152 * part(c >> 8 & 255) + 0.0722 * part(c & 255);
  return places.map(([x, y, w, h]) => {
    const d = pen.getImageData(x * sharp, y * sharp, w * sharp, h * sharp).data, seen = new Map();
    for (let i = 0; i < d.length; i += 4) {
      const colour = d[i] << 16 | d[i + 1] << 8 | d[i + 2];
      seen.set(colour, (seen.get(colour) || 0) + 1);
    }
    const [[ground]] = [...seen].sort((a, b) => b[1] - a[1]);
    const behind = light(ground), few = Math.max(6, d.length / 4 * 0.0004);
    let most = 1;
    for (const [colour, count] of seen) {
      if (count < few) continue;
      const l = light(colour);
      most = Math.max(most, (Math.max(l, behind) + 0.05) / (Math.min(l, behind) + 0.05));
    }
    return most;
  });
}
"""


@dataclass(frozen=True)
class Standing:
    """How far a text stands off from its ground: 1 not at all, 21 black on white."""

    text: str
    contrast: float


def contrasts(reader: Reader) -> list[Standing]:
    """Measure every text that is whole on the screen, the least first."""
    width, height = reader.page.viewport_size["width"], reader.page.viewport_size["height"]  # type: ignore[index]
    nodes = [
        node
        for node in reader.nodes()
        if node.role not in ("group", "tablist", "input", "dialog")
        and not node.flat.startswith("定位到")  # lies over the printed number, which is text of the law
        and node.x >= 0 and node.y >= 0 and node.x + node.width <= width and node.y + node.height <= height
        and 8 <= node.height <= 200 and node.width >= 8
    ]  # fmt: skip
    data = base64.b64encode(reader.page.screenshot()).decode()
    places = [[node.x, node.y, node.width, node.height] for node in nodes]
    measured: list[float] = reader.page.evaluate(_MEASURE, [data, places, SHARP])
    return sorted((Standing(n.flat, c) for n, c in zip(nodes, measured, strict=True)), key=lambda s: s.contrast)


def main() -> None:
    """Print what stands off least on each screen."""
    from playwright.sync_api import sync_playwright

    from tests.browser.reader import FLAGS, PHONE, Reader, Server, chromium, free_port, profile

    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(free_port(), Path(data))
        server.start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for theme in ("light", "dark"):
            reader = Reader.sit_down(
                profile(browser, PHONE, color_scheme=theme, device_scale_factor=SHARP), server.address
            )
            for path in SCREENS:
                reader.open(path)
                reader.page.wait_for_timeout(800)
                for each in contrasts(reader)[:3]:
                    mark = "  " if each.contrast >= LEAST else "! "
                    print(f"{mark}{theme:5} {path:28} {each.contrast:5.2f}  {each.text[:40]}")
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
