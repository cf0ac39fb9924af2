"""Where the compiled search index lives, and when it must be compiled again."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

from decision_trees import library as trees
from rules_data import compiled, handbook
from rules_data.script import SOURCE

NAME = "search"
FORMAT = "13"
"""Version of the compiled form: raise it when what is compiled, or how, changes."""

SYNONYMS = Path(__file__).with_name("synonyms")

_lock = threading.Lock()


def source_files() -> list[Path]:
    """Every file the index is compiled from."""
    return [*handbook.source_files(), *trees.source_files(), *sorted(SYNONYMS.glob("*.yaml")), SOURCE]


def version() -> str:
    """Content hash of the index's sources."""
    return compiled.packaged().get(NAME) or compiled.digest(source_files(), NAME, FORMAT)


def build(progress: compiled.Progress | None = None) -> Path:
    """Compile the index and return its folder. Raises DataError when the data is faulty."""
    from search.build import build_index

    opened, library = handbook.open_handbook(), trees.open_library()
    return compiled.store(NAME, version(), lambda folder: build_index(opened, library, folder, progress))


def compiled_index() -> Path:
    """The compiled index of this installation, compiled first when it is missing or older than its sources."""
    with _lock:
        folder = compiled.find(NAME, version())
        if folder is None:
            if sys.stderr.isatty():
                print("正在编译索引……", file=sys.stderr)
            folder = build()
        return folder
