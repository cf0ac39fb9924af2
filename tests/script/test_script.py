"""The rules of the house for JavaScript: types, by JSDoc, and style.

TypeScript and ESLint are installed once, by npm, as package-lock.json names them, into the user's cache: nothing of them comes
into this folder, or to anybody who uses the app.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import platformdirs
import pytest

pytestmark = pytest.mark.xdist_group("script")  # one process installs, and the others do not wait for it

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
OTHERS = ("assets/web/jsqr/",)  # not ours, and not changed
PROJECTS = ("tsconfig.json", "tsconfig.workers.json", "tsconfig.node.json")  # pages, workers, Node.js
LONGEST = 140  # characters of a line
PATIENCE = 240  # seconds


def scripts() -> list[str]:
    """Our own JavaScript, from the root of the repository."""
    folders = [ROOT / name for name in ("app", "assets", "tests")]
    found = [
        file.relative_to(ROOT) for folder in folders for kind in ("js", "mjs") for file in folder.rglob(f"*.{kind}")
    ]
    names = sorted(file.as_posix() for file in found if "node_modules" not in file.parts)
    return [name for name in names if not name.startswith(OTHERS) and not name.startswith("assets/compiled/")]


def program(name: str) -> str:
    """A program that is there where Node.js is; without it nothing can be said, but in CI it is there."""
    found = shutil.which(name)
    if found is None:
        assert not os.environ.get("CI"), f"{name} is missing: CI checks JavaScript too"
        pytest.skip(f"needs Node.js with npm to check JavaScript: there is no {name}")
    return found


@pytest.fixture(scope="module")
def tools() -> Path:
    """The folder node_modules with TypeScript and ESLint."""
    npm = program("npm")
    files = [HERE / "package.json", HERE / "package-lock.json"]
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]
    folder = platformdirs.user_cache_path("zhicai-script-tests") / digest
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
            made = Path(scratch) / "made"
            made.mkdir()
            for file in files:
                shutil.copy(file, made)
            command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
            done = subprocess.run(command, cwd=made, capture_output=True, text=True, timeout=PATIENCE)
            assert done.returncode == 0, f"npm ci\n{done.stdout}{done.stderr}"
            try:
                made.rename(folder)
            except OSError:  # somebody else was faster
                assert folder.is_dir()
    return folder / "node_modules"


def run(*command: str) -> str:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", timeout=PATIENCE)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"
    return done.stdout


def tsc(tools: Path, project: str, *more: str) -> str:
    types = ("--typeRoots", str(tools / "@types"))
    return run(program("node"), str(tools / "typescript/bin/tsc"), "-p", str(HERE / project), *types, *more)


@pytest.mark.parametrize("project", PROJECTS)
def test_types(tools: Path, project: str) -> None:
    tsc(tools, project)


def test_every_script_is_checked_for_types_as_what_it_is(tools: Path) -> None:
    lists = [tsc(tools, project, "--listFilesOnly").splitlines() for project in PROJECTS]
    paths = [Path(line).resolve() for lines in lists for line in lines]
    checked = sorted(path.relative_to(ROOT).as_posix() for path in paths if path.suffix in (".js", ".mjs"))
    assert checked == scripts()


def test_style(tools: Path) -> None:
    config = str(HERE / "eslint.config.mjs")
    run(program("node"), str(tools / "eslint/bin/eslint.js"), "--max-warnings", "0", "--config", config, *scripts())


def test_nothing_asks_to_be_left_unchecked() -> None:
    excuse = re.compile(r"@ts-(?:ignore|nocheck|expect-error)|eslint-disable")
    assert [name for name in scripts() if excuse.search((ROOT / name).read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("name", scripts())
def test_lines_can_be_read(name: str) -> None:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    assert [number for number, line in enumerate(lines, 1) if len(line) > LONGEST] == []


def test_the_lock_names_no_host() -> None:
    assert "://" not in (HERE / "package-lock.json").read_text(encoding="utf-8")
