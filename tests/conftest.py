"""Compiled files of the tests go to a folder of their own, once a run, made before the workers start."""

from __future__ import annotations

import os
import shutil
import tempfile

import pytest

from tests.workers import pytest_xdist_make_scheduler

__all__ = ["pytest_xdist_make_scheduler"]

_OURS = "ZHICAI_CACHE" not in os.environ  # false in a worker, which inherits the folder of the run
if _OURS:
    os.environ["ZHICAI_CACHE"] = tempfile.mkdtemp(prefix="zhicai-tests-")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """All cores for the whole suite; none for a few tests somebody names, which are over before workers have started."""
    if config.args != config.getini("testpaths"):
        return 0
    return os.cpu_count() or 1


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile once where several workers would each do it."""
    if _OURS and getattr(session.config.option, "numprocesses", None):
        from search.compiled_index import compiled_index

        compiled_index()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the compiled files when the run is over."""
    if _OURS:
        shutil.rmtree(os.environ["ZHICAI_CACHE"], ignore_errors=True)
