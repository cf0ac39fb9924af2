"""The folder from which ``flet build`` makes the app for Android: what runs there, compiled data, icons, and its settings."""

from __future__ import annotations

import json
import shutil
from importlib import metadata
from pathlib import Path

from app import __version__
from app.base.own_files import ASSETS, ROOT
from app.publishing import program

TEMPLATE = ROOT / "assets" / "phone"
SETTINGS, START, SOURCES = "pyproject.toml", "main.py", "src"
ICON = ASSETS / "icons" / "icon-512.png"
LIBRARIES = ("flet", "fpdf2", "fsrs", "openpyxl", "python-ulid", "segno")
"""What runs on a phone beside Python's own library: pure Python, or built for Android by Flet (msgpack with it, Pillow)."""


class PhoneFolderError(Exception):
    """The folder holds something else; the message is for the user."""


def settings() -> str:
    """Return the settings of the build, with this program's version and the libraries it was tested with."""
    pinned = [f"{name}=={metadata.version(name)}" for name in LIBRARIES]
    text = (TEMPLATE / "settings.toml").read_text(encoding="utf-8")
    values = {
        "version": __version__,
        "dependencies": json.dumps(pinned),
    }
    for name, value in values.items():
        text = text.replace("{" + name + "}", value)
    return text


def files() -> dict[str, bytes]:
    """Return every file of the project, by its name in the folder."""
    parts = {**program.own_modules(), **program.data_files(), **program.paper_files()}
    found = {f"{SOURCES}/{name}": content for name, content in parts.items() if ".dist-info/" not in name}
    found[f"{SOURCES}/{START}"] = (TEMPLATE / START).read_bytes()
    for name in ("icon.png", "splash.png"):
        found[f"{SOURCES}/assets/{name}"] = ICON.read_bytes()
    found[SETTINGS] = settings().encode()
    return found


def write(folder: Path) -> Path:
    """Write the project into a folder: nothing, an empty one, or an earlier project. Returns the folder.

    Raises:
        PhoneFolderError: something else lies there.
        OSError: it cannot be written.
    """
    if folder.exists() and any(folder.iterdir()):
        if not (folder / SOURCES / START).is_file():
            raise PhoneFolderError(f"{folder} 里有别的文件，不会覆盖。请给一个空的文件夹，或从前写过的文件夹。")
        shutil.rmtree(folder / SOURCES)
    for name, content in files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder
