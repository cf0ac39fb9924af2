"""The pictures of the README, taken anew.

    python -m tests.browser.readme_pictures [FOLDER]

To be run after a change of how these screens look; without a folder into ``assets/screenshots``. Half a minute.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.browser.contact_sheet import SIZES
from tests.browser.reader import FLAGS, Reader, Server, chromium, free_port, profile
from tests.browser.test_ruling import press, to_the_choice

SCREENSHOTS = Path(__file__).resolve().parents[2] / "assets" / "screenshots"
COLORS = 256  # with fewer, red and amber become one


def phone(reader: Reader) -> None:
    """Show what a search finds."""
    reader.open("/")
    reader.search("藏牌")


def pad(reader: Reader) -> None:
    """Enter an auction up to an insufficient bid."""
    reader.open("/rule/bridge/insufficient_bid")
    press(reader, "先录入竞叫过程")
    press(reader, "北")
    for call in ("1黑桃", "不叫", "1红心"):
        press(reader, call)


def ruling(reader: Reader) -> None:
    """Come to the outcome of an insufficient bid."""
    reader.open("/rule/bridge/insufficient_bid")
    to_the_choice(reader)


def wide(reader: Reader) -> None:
    """Open a clause on a wide window."""
    reader.open("/clause/bridge-1999/64A1")


def main(into: Path) -> None:
    """Take the four pictures, each as somebody who comes for the first time."""
    executable = chromium()
    if executable is None:
        sys.exit("Chromium not found")
    into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="zhicai-pictures-") as folder, sync_playwright() as playwright:
        server = Server(free_port(), Path(folder))
        server.start()
        try:
            browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
            for show in (phone, pad, ruling, wide):
                context = profile(browser, SIZES["wide" if show is wide else "phone"])
                reader = Reader.sit_down(context, server.address)
                show(reader)
                reader.page.wait_for_timeout(800)
                taken = Image.open(io.BytesIO(reader.page.screenshot())).convert("RGB")
                taken.quantize(COLORS, dither=Image.Dither.NONE).save(into / f"{show.__name__}.png", optimize=True)
                context.close()
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else SCREENSHOTS)
