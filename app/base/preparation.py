"""Compiling what the app opens: the handbook and the search index, when they are missing or older than their sources."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules_data.compiled import Progress
    from rules_data.handbook import Handbook


class _Bar:
    """A progress bar on the terminal; silent where there is none."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._shown = sys.stderr.isatty()

    def __call__(self, done: float, what: str) -> None:
        if self._shown:
            full = round(24 * done)
            print(
                f"\r\033[K{self._label} [{'█' * full}{'·' * (24 - full)}] {what}", end="", file=sys.stderr, flush=True
            )

    def close(self) -> None:
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def _part(progress: Progress, start: float, end: float) -> Progress:
    return lambda done, what: progress(start + (end - start) * done, what)


def build(*, force: bool = False) -> tuple[Path, ...]:
    """Compile the handbook, the index and the trees; what is current is left alone unless forced. Returns where they are.

    Raises DataError when the data is faulty, OSError when nothing can be written.
    """
    from decision_trees import library as trees
    from rules_data import compiled, handbook
    from search import compiled_index

    bar = _Bar("编译")
    try:
        folder = None if force else compiled.find("handbook", handbook.version())
        folder = folder or handbook.build(_part(bar, 0, 0.3))
        index = None if force else compiled.find(compiled_index.NAME, compiled_index.version())
        index = index or compiled_index.build(_part(bar, 0.3, 0.9))
        library = None if force else compiled.find(trees.NAME, trees.version())
        return folder, index, library or trees.build(_part(bar, 0.9, 1))
    finally:
        bar.close()


def current_versions() -> dict[str, str]:
    """What everything that is compiled has to be of, by name."""
    from decision_trees import games
    from decision_trees import library as trees
    from rules_data import handbook
    from search import compiled_index

    parts = (games, trees, compiled_index)
    return {"handbook": handbook.version(), **{part.NAME: part.version() for part in parts}}


def compile_into(folder: str | Path) -> None:
    """Compile everything into a folder, with a note of the versions: what a package carries instead of its sources.

    To be called in a process of its own, before anything else was opened. Raises DataError when the data is faulty.
    """
    os.environ["ZHICAI_CACHE"] = str(folder)
    build(force=True)
    from rules_data import compiled

    versions = current_versions()
    missing = [name for name, version in versions.items() if compiled.find(name, version) is None]
    assert not missing, f"not compiled: {missing}"
    (Path(folder) / compiled.MANIFEST).write_text(json.dumps(versions), encoding="utf-8")


def prepare() -> Handbook:
    """Everything ready to open, and the handbook opened."""
    from rules_data.handbook import open_handbook

    build()
    return open_handbook()
