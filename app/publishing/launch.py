"""What iOS shows while the installed app starts: it takes only a picture of exactly its screen, so there is one for each."""

from __future__ import annotations

import json
from dataclasses import dataclass

from app.base.own_files import ROOT

SCREENS = ROOT / "assets" / "icon" / "launch.json"


@dataclass(frozen=True, slots=True)
class LaunchImage:
    """A picture of one screen in one mode: its width and height in CSS pixels, how many pixels each has, its ground."""

    width: int
    height: int
    ratio: int
    mode: str
    ground: str

    @property
    def name(self) -> str:
        """The file, below the site's folder."""
        return f"icons/launch-{self.width}x{self.height}@{self.ratio}-{self.mode}.png"

    @property
    def link(self) -> str:
        """The line of a page's head that names it."""
        return (
            f'<link rel="apple-touch-startup-image" href="{self.name}" media="(device-width: {self.width}px) and '
            f"(device-height: {self.height}px) and (-webkit-device-pixel-ratio: {self.ratio}) and "
            f'(prefers-color-scheme: {self.mode})">'
        )


def launch_images() -> list[LaunchImage]:
    """Return all of them."""
    known = json.loads(SCREENS.read_text(encoding="utf-8"))
    return [
        LaunchImage(width, height, ratio, mode, ground)
        for width, height, ratio in known["screens"]
        for mode, ground in known["grounds"].items()
    ]
