"""What runs: exact versions with hashes, within bounds, without what nothing uses, and under licences that are named."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
ENTRIES = [entry.strip() for entry in LOCK.replace("\\\n", " ").splitlines() if entry.strip()]
LOCKED = [Requirement(entry.split(" --hash=")[0].strip()) for entry in ENTRIES]
OURS = [Requirement(each) for each in PROJECT["project"]["dependencies"]]
LEFT_OUT = PROJECT["tool"]["uv"]["pip"]["no-emit-package"]
# Pythons and systems for which the lock must serve.
MACHINES = [
    {"python_version": version, "python_full_version": f"{version}.0", "sys_platform": system, "platform_system": name}
    for version in ("3.11", "3.12", "3.13", "3.14")
    for system, name in (("linux", "Linux"), ("win32", "Windows"), ("darwin", "Darwin"))
]


def on(machine: dict[str, str], requirements: list[Requirement]) -> dict[str, Requirement]:
    environment = {**default_environment(), **machine, "extra": ""}
    return {
        canonicalize_name(each.name): each
        for each in requirements
        if each.marker is None or each.marker.evaluate(environment)
    }


def test_every_package_has_one_version_and_its_hashes() -> None:
    for entry, requirement in zip(ENTRIES, LOCKED, strict=True):
        assert re.fullmatch(r"==[\w.]+", str(requirement.specifier)), entry[:60]
        hashes = entry.split(" --hash=")[1:]
        assert hashes and all(re.fullmatch(r"sha256:[0-9a-f]{64}", each.strip()) for each in hashes), entry[:60]


@pytest.mark.parametrize(
    "machine", MACHINES, ids=lambda machine: f"{machine['python_version']}-{machine['sys_platform']}"
)
def test_the_lock_serves_on_every_machine_and_keeps_to_the_bounds(machine: dict[str, str]) -> None:
    locked = on(machine, LOCKED)
    for name, wanted in on(machine, OURS).items():
        assert name in locked, f"{name} is not in requirements.lock: make it again (see pyproject.toml)"
        version = str(locked[name].specifier).removeprefix("==")
        assert wanted.specifier.contains(version), f"{wanted} and {locked[name]}: make the lock again"


def test_what_the_locked_packages_ask_for_is_locked_or_left_out_on_purpose() -> None:
    locked = on({}, LOCKED)
    for name in locked:
        try:
            asked = [Requirement(each) for each in metadata.requires(name) or []]
        except metadata.PackageNotFoundError:
            pytest.fail(
                f"{name} is locked and not installed here: install the lock first, as the README's command does"
            )
        for other in on({}, asked):
            assert other in locked or other in LEFT_OUT, f"{name} asks for {other}"


def test_the_tests_run_with_what_is_locked() -> None:
    for name, requirement in on({}, LOCKED).items():
        assert requirement.specifier.contains(metadata.version(name)), (
            f"{requirement}, installed {metadata.version(name)}"
        )


def test_every_dependency_has_an_upper_bound() -> None:
    optional = [each for group in PROJECT["project"]["optional-dependencies"].values() for each in group]
    for each in [*PROJECT["project"]["dependencies"], *optional, *PROJECT["build-system"]["requires"]]:
        assert any(part.operator in ("<", "<=", "==") for part in Requirement(each).specifier), each


def test_the_commands_of_the_readme_use_the_lock() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = [line for line in text.splitlines() if line.startswith("python3 -m venv")]
    assert len(commands) == 3  # to open, to test, to open in English
    for command in commands:
        assert ".venv/bin/pip install -q --no-deps -r requirements.lock && " in command


LEAN = """
import sys, tempfile
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in NAMES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
NAMES = set(sys.argv[1:])
sys.meta_path.insert(0, Absent())

import warnings
warnings.simplefilter("error", UserWarning)
import pkgutil, importlib
import app, search, decision_trees, rules_data
for room in (app, search, decision_trees, rules_data):
    for module in pkgutil.walk_packages(room.__path__, room.__name__ + "."):
        importlib.import_module(module.name)

import uvicorn
from app.window.access_key import Key
from app.papers.sheet import Sheet
from app.window.server import build_app
config = uvicorn.Config(build_app(Key(b"x" * 32), 8550), loop="asyncio", http="h11", ws="websockets-sansio")
config.load()
Sheet("裁决单")
print("loaded without them")
"""


def test_nothing_that_was_left_out_is_needed() -> None:
    """The server, every module of every room, and the paper, where the packages left out cannot be imported."""
    modules = {"markdown-it-py": "markdown_it", "pillow": "PIL", "python-dotenv": "dotenv"}
    names = [modules.get(name, name) for name in LEFT_OUT]
    done = subprocess.run([sys.executable, "-c", LEAN, *names], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.stdout.strip() == "loaded without them", done.stderr


@pytest.fixture(scope="module")
def licences() -> ModuleType:
    specification = importlib.util.spec_from_file_location("list_licences", ROOT / "assets" / "list_licences.py")
    assert specification and specification.loader
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_the_note_of_licences_is_fresh(licences: ModuleType) -> None:
    assert licences.NOTE.read_text(encoding="utf-8") == licences.note(), "run assets/list_licences.py again"


def test_every_locked_package_is_in_the_note_of_licences(licences: ModuleType) -> None:
    rows = re.findall(r"^\| ([\w.-]+) \| (.+) \|$", licences.NOTE.read_text(encoding="utf-8"), re.MULTILINE)
    assert {name for name, _ in rows} == {requirement.name for requirement in LOCKED}
    assert all(stated.strip() and "UNKNOWN" not in stated for _, stated in rows)


def test_the_page_of_licences_names_every_dependency() -> None:
    from app.screens.tools import MADE_OF

    assert {canonicalize_name(name) for name, _ in MADE_OF} == {canonicalize_name(each.name) for each in OURS}
