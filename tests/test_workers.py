"""A browser test whose worker ends with it is tried again, and fails only if that happens again and again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TESTS = """
import os
import pathlib
import pytest

pytestmark = [pytest.mark.xdist_group("one"), pytest.mark.flaky(reruns=2)]
HERE = pathlib.Path(__file__).parent

def ended():
    return len(list(HERE.glob("ended-*")))

def test_before():
    pass

def test_ends_its_worker():
    if ended() < int(os.environ["ENDINGS"]):
        (HERE / f"ended-{ended()}").touch()
        os._exit(1)

def test_after():
    pass
"""


@pytest.mark.parametrize(
    ("endings", "status", "closing"), [(1, 0, "3 passed, 1 rerun"), (2, 0, "3 passed, 2 rerun"), (3, 1, "1 failed")]
)
def test_a_test_whose_worker_ended_is_tried_again(tmp_path: Path, endings: int, status: int, closing: str) -> None:
    (tmp_path / "test_ending.py").write_text(TESTS, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -q\n", encoding="utf-8")
    run = [sys.executable, "-m", "pytest", "-p", "tests.workers", "-n", "2", "--dist", "loadgroup", str(tmp_path)]
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment = {**own, "PYTHONPATH": str(ROOT), "ENDINGS": str(endings)}
    done = subprocess.run(run, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, closing in done.stdout) == (status, True), done.stdout + done.stderr
