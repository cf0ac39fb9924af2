"""How the package that people install is made: with the handbook compiled into it, and without what it was compiled from.

The build backend of ``pyproject.toml``: setuptools, which a wheel asks for the libraries that compile the handbook as well. An
editable installation compiles for itself, when it is first used.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (  # noqa: F401  # the other hooks of the backend
    build_editable,
    build_sdist,
    build_wheel,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent.parent
COMPILED = Path("assets", "compiled")
LEFT_OUT = (  # of a package
    "rules_data/**/*.yaml",
    "rules_data/**/source.txt",
    "decision_trees/**/*.yaml",
    "search/**/*.yaml",
    "assets/screenshots",
    "assets/android",
    "assets/*.py",
    "assets/*.txt",
)


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """Return what must be installed to make a wheel."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    build: list[str] = project["optional-dependencies"]["build"]
    return [*build_meta.get_requires_for_build_wheel(config_settings), *build]


class WithHandbook(build_py):
    """Collects the modules and files of a package, and compiles the handbook into it."""

    def run(self) -> None:
        """Fill the folder a wheel is made of."""
        if self.editable_mode:
            super().run()
            return
        target = Path(self.build_lib)
        shutil.rmtree(target, ignore_errors=True)  # of an earlier build
        super().run()
        for pattern in LEFT_OUT:
            for path in target.glob(pattern):
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        shutil.rmtree(target / COMPILED, ignore_errors=True)  # this machine's own
        command = "import sys; from app.base.preparation import compile_into; compile_into(sys.argv[1])"
        paths = os.pathsep.join([str(ROOT), *sys.path])
        subprocess.run(
            [sys.executable, "-c", command, str((target / COMPILED).resolve())],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"},
            check=True,
        )
