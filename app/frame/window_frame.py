"""How large the window of ``zhicai desktop`` was, kept in the data folder for the next time."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from app.base.data_folder import data_folder

NAME = "window.json"
LEAST = (360, 480)
MOST = 16_384  # no screen is wider; a larger number is a damaged file


@dataclass(frozen=True, slots=True)
class Frame:
    """A window's size in pixels, and the port of the app in it: the settings of a web page go by its address."""

    width: int = 1100
    height: int = 820
    maximized: bool = False
    port: int | None = None


def frame_file() -> Path:
    """Return the file the frame is kept in."""
    return data_folder() / NAME


def kept_frame() -> Frame:
    """Return the frame of the last time; the usual one where nothing usable is kept."""
    try:
        said = json.loads(frame_file().read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return Frame()
    if not isinstance(said, dict):
        return Frame()

    def number(name: str, least: int, most: int = MOST) -> int | None:
        value: Any = said.get(name)
        return value if type(value) is int and least <= value <= most else None

    usual = Frame()
    return Frame(
        width=number("width", LEAST[0]) or usual.width,
        height=number("height", LEAST[1]) or usual.height,
        maximized=said.get("maximized") is True,
        port=number("port", 1024, 65_535),
    )


def keep(frame: Frame) -> None:
    """Keep a frame for the next time. A full disk is no reason to disturb: the window opens at its usual size then."""
    with suppress(OSError):
        file = frame_file()
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(asdict(frame)), encoding="utf-8")
