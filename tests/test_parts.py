"""What runs: exact versions with hashes, within bounds, without what nothing uses, and under licences that are named.

And what a package needs: neither the sources of the handbook nor the libraries that compile it.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
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

from app.base.preparation import current_versions, prepare
from rules_data import compiled

ROOT = Path(__file__).resolve().parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
ENTRIES = [entry.strip() for entry in LOCK.replace("\\\n", " ").splitlines() if entry.strip()]
LOCKED = [Requirement(entry.split(" --hash=")[0].strip()) for entry in ENTRIES]
EXTRAS = PROJECT["project"]["optional-dependencies"]
OURS = [Requirement(each) for each in (*PROJECT["project"]["dependencies"], *EXTRAS["build"])]
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


def prepare_all() -> dict[str, str]:
    """Have everything compiled; the versions by name."""
    prepare()
    return current_versions()


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
    optional = [each for group in EXTRAS.values() for each in group if each != "zhicai[build]"]
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
from app.serving.access_key import Key
from app.papers.sheet import Sheet
from app.frame.server import build_app
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


BUILDING = {
    "jieba": "jieba", "opencc-python-reimplemented": "opencc", "pydantic": "pydantic", "pypinyin": "pypinyin",
    "PyYAML": "yaml", "whoosh3": "whoosh",
}  # fmt: skip
ONLY_BUILD = ("rules_data.writer", "rules_data.yaml_nodes", "rules_data.yaml_values", "search.whoosh_index")
BLOCKED = LEAN.partition("import warnings")[0]
OPENED = (
    BLOCKED
    + """
import pkgutil, importlib
import app, search, decision_trees, rules_data
for room in (app, search, decision_trees, rules_data):
    for module in pkgutil.walk_packages(room.__path__, room.__name__ + "."):
        if module.name not in ONLY_BUILD and module.name != "app.cli.__main__":
            importlib.import_module(module.name)

from app.serving.access_key import Key
from app.base.preparation import prepare
from app.frame.server import build_app
from decision_trees.engine import advance
from decision_trees.law import Law
from decision_trees.library import open_library
from search.engine import open_engine
build_app(Key(b"x" * 32), 8550)
handbook, library = prepare(), open_library()
assert handbook.provision("bridge-1999:64A1") and handbook.script.traditional("桥") == "橋"
assert open_engine().search("藏牌").hits
assert library.appeals["guandan"].cites
advance(library.tree("bridge.insufficient_bid"), {}, Law(library.trees, handbook.books))
print("opened without them")
"""
)


def test_what_compiles_the_handbook_is_not_needed_to_open_it() -> None:
    """Every library of the extra ``build``, where the handbook is compiled."""
    assert {Requirement(each).name for each in EXTRAS["build"]} == set(BUILDING)
    prepare_all()
    program = OPENED.replace("ONLY_BUILD", repr(ONLY_BUILD))
    done = subprocess.run(
        [sys.executable, "-c", program, *BUILDING.values()], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.stdout.strip() == "opened without them", done.stderr


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The rooms as a wheel has them: compiled, with the note of the versions, without the sources."""
    root = tmp_path_factory.mktemp("package")
    for room in ("app", "search", "decision_trees", "rules_data"):
        shutil.copytree(
            ROOT / room, root / room, ignore=shutil.ignore_patterns("*.yaml", "source.txt", "*.md", "__pycache__")
        )
    versions = prepare_all()
    for name, version in versions.items():
        found = compiled.find(name, version)
        assert found is not None
        shutil.copytree(found, root / "assets" / "compiled" / found.name)
    (root / "assets" / "compiled" / compiled.MANIFEST).write_text(json.dumps(versions), encoding="utf-8")
    return root


COMMAND = BLOCKED + "sys.argv = ['zhicai', *COMMAND]\nfrom app.cli.main import main\nmain()\n"


def told(package: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """What ``zhicai`` answers from the package, where nothing of the extra ``build`` is installed.

    Except pydantic, which typer itself asks for to read a command's words.
    """
    names = [name for name in BUILDING.values() if name != "pydantic"]
    environment = {**os.environ, "PYTHONPATH": str(package), "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, "-c", COMMAND.replace("COMMAND", repr(words)), *names],
        cwd=package, env=environment, capture_output=True, text=True, encoding="utf-8", timeout=120,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("search", "藏牌"), "第61条A款"),
        (("law", "64A1"), "违规者赢得藏牌墩"),
        (("trees",), "bridge.insufficient_bid"),
        (("call", "bridge.imp", '{"diff": 500}'), '{"imp": 11}'),
        (("build",), "已就绪"),
    ],
)
def test_a_package_answers_without_sources(package: Path, words: tuple[str, ...], said: str) -> None:
    done = told(package, *words)
    assert said in done.stdout and done.returncode == 0, done.stderr


@pytest.mark.parametrize("words", [("check",), ("build", "--force"), ("build", "--into", "there")])
def test_a_package_says_that_it_has_no_sources(package: Path, words: tuple[str, ...]) -> None:
    done = told(package, *words)
    assert done.returncode and "没有源数据" in done.stderr and len(done.stderr.splitlines()) == 1


def test_what_is_missing_is_named(package: Path, tmp_path: Path) -> None:
    raw = tmp_path / "raw.txt"
    raw.write_text("第一条 比赛\n", encoding="utf-8")
    done = told(package, "import", str(raw), "--book", "new", "--into", str(tmp_path))
    assert done.returncode == 1 and "zhicai[build]" in done.stderr and len(done.stderr.splitlines()) == 1


def test_a_wheel_asks_for_what_compiles_the_handbook_and_an_editable_installation_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "assets"))
    packing = importlib.import_module("packing")
    monkeypatch.setattr(packing.build_meta, "get_requires_for_build_wheel", lambda settings: ["wheel"])
    asked = {canonicalize_name(Requirement(each).name) for each in packing.get_requires_for_build_wheel()}
    assert asked == {"wheel", *map(canonicalize_name, BUILDING)}
    assert packing.get_requires_for_build_editable is packing.build_meta.get_requires_for_build_editable


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
