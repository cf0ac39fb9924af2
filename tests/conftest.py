"""Compiled files of the tests go to a folder of their own, once a run."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

if "ZHICAI_CACHE" not in os.environ:
    os.environ["ZHICAI_CACHE"] = tempfile.mkdtemp(prefix="zhicai-tests-")
    _OURS = True
else:
    _OURS = False


@pytest.fixture(scope="session", autouse=True)
def compiled_files() -> Iterator[Path]:
    """Where this run compiles to."""
    import shutil

    folder = Path(os.environ["ZHICAI_CACHE"])
    yield folder
    if _OURS:
        shutil.rmtree(folder, ignore_errors=True)
