"""Draw every icon and launch image again from ``assets/icon/icon.svg``, with Chromium.

    python -m assets.build_icons

Three shapes: with round corners as it lies on a page, to the edge for systems that cut a shape of their own (what matters
within four fifths: "maskable"), and small on the ground of the first screen, which iOS shows while the app starts:
``icon/launch.json`` says for which screens.
"""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import TYPE_CHECKING

from app.publishing.launch import launch_images

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parent
SOURCE = ROOT / "icon" / "icon.svg"
WEB = ROOT / "web"
GROUND = re.compile(r'<rect id="ground"[^>]*/>')
TO_THE_EDGE = '<rect id="ground" width="512" height="512" fill="#1b5e3c"/>'
MASKED = 0.8  # of a maskable icon, this much is never cut away
ON_LAUNCH = 128  # CSS pixels, the icon on a launch image


def pictures() -> dict[str, tuple[int, int, str]]:
    """Return every picture: its file below ``assets/web``, width and height in pixels, and the page that shows it."""
    svg = SOURCE.read_text(encoding="utf-8")
    edge = GROUND.sub(TO_THE_EDGE, svg)
    safe = edge.replace(
        '<g id="cards">', f'<g id="cards" transform="translate(256 256) scale({MASKED}) translate(-256 -256)">'
    )
    found = {"favicon.png": (64, 64, page(svg)), "icons/apple-touch-icon-192.png": (192, 192, page(edge))}
    for size in (192, 512):
        found[f"icons/icon-{size}.png"] = (size, size, page(svg))
        found[f"icons/icon-maskable-{size}.png"] = (size, size, page(safe))
    for each in launch_images():
        shown = page(svg, each.ground, ON_LAUNCH * each.ratio)
        found[each.name] = (each.width * each.ratio, each.height * each.ratio, shown)
    return found


def page(svg: str, ground: str = "transparent", size: int | None = None) -> str:
    """Return a page that shows a picture alone; in its middle, where it has a size in pixels."""
    data = base64.b64encode(svg.encode()).decode()
    measure = f"{size}px" if size else "100%"
    return (
        f"<style>html,body{{margin:0;height:100%;background:{ground}}}body{{display:grid;place-items:center}}"
        f'img{{width:{measure};height:{measure};display:block}}</style><img src="data:image/svg+xml;base64,{data}">'
    )


def draw(browser_page: Page, width: int, height: int, content: str) -> bytes:
    """Return a picture as PNG."""
    browser_page.set_viewport_size({"width": width, "height": height})
    browser_page.set_content(content)
    picture: bytes = browser_page.screenshot(omit_background=True)
    return picture


def main() -> None:
    """Draw them all."""
    import shutil

    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium") or shutil.which("chromium-browser"), args=["--no-sandbox"]
        )
        browser_page = browser.new_page()
        for name, (width, height, content) in pictures().items():
            (WEB / name).write_bytes(draw(browser_page, width, height, content))
            print(name, f"{width}x{height}")
        browser.close()


if __name__ == "__main__":
    main()
