"""``zhicai desktop --install``: the app among the programs of a Linux desktop."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from app.base.own_files import ASSETS
from decision_trees.games import games

ENTRY = """[Desktop Entry]
Type=Application
Version=1.5
Name=Zhicai
Name[zh_CN]=执裁
GenericName=Referee handbook
GenericName[zh_CN]=裁判手册
Comment=Referee handbook and ruling assistant for competition card games
Comment[zh_CN]=竞技纸牌裁判手册：条文、裁决、记录
Exec={program} desktop
Icon=zhicai
Terminal=false
Categories=Game;CardGame;
Keywords={games};裁判;
StartupNotify=true
"""
SIZES = (192, 512)  # pixels, of the icons there are


class NoMenuError(Exception):
    """This system has no menu that is made of files."""


def data_home() -> Path:
    """Return the folder in which a desktop looks for the programs and icons of one user."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def quoted(program: Path) -> str:
    """Return a path as an ``Exec`` line has it: in quotes, where it holds more than plain characters."""
    text = str(program)
    if all(c.isalnum() or c in "/._-" for c in text):
        return text
    for c in '\\"`$':
        text = text.replace(c, "\\" + c)
    return '"' + text.replace("%", "%%") + '"'


def install() -> Path:
    """Write the entry and its icons; return the entry's file.

    Raises:
        NoMenuError: not on Linux.
        OSError: the folder cannot be written.
    """
    if not sys.platform.startswith("linux"):
        raise NoMenuError
    found = shutil.which("zhicai", path=str(Path(sys.executable).parent)) or shutil.which("zhicai")
    program = quoted(Path(found)) if found else f"{quoted(Path(sys.executable))} -m app.cli"
    for size in SIZES:
        icon = data_home() / "icons" / "hicolor" / f"{size}x{size}" / "apps" / "zhicai.png"
        icon.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ASSETS / "icons" / f"icon-{size}.png", icon)
    entry = data_home() / "applications" / "zhicai.desktop"
    entry.parent.mkdir(parents=True, exist_ok=True)
    called = ";".join(word for game in games().values() for word in (game.id, game.name))
    entry.write_text(ENTRY.format(program=program, games=called), encoding="utf-8")
    return entry
