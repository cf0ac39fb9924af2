"""The folder for ``flet build``: it runs by itself, as on a phone, and asks for nothing a phone does not have."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from app import __version__
from app.base.preparation import build
from app.publishing import phone, program

# Extensions that Flet's index has for Android, and what stands in for them in the browser.
BUILT = {"msgpack": "its own pure Python", "pillow": "nothing: our papers have no pictures"}
# What a name on the index is called when it is imported.
IMPORTED = {"python-ulid": "ulid", "fpdf2": "fpdf", "fonttools": "fontTools", "et-xmlfile": "et_xmlfile"}
# What our own modules ask for in places a phone does not come to.
ELSEWHERE = {
    "js": "a page's browser", "pyodide": "a page's browser", "zhicai_site": "a published site",
    "cryptography": "a hall: a phone signs and verifies in plain Python",
    "pypdf": "where it is installed: a phone says that it cannot read a PDF",
    "platformdirs": "a computer: a phone names the folder", "genanki": "the command line", "endplay": "where it is installed",
    "pydantic": "compiling", "yaml": "compiling", "jieba": "compiling", "pypinyin": "compiling", "opencc": "compiling",
}  # fmt: skip
SERVED_ONLY = {"httpx", "oauthlib"}  # Flet asks for them to sign in with other services; they are not on a phone's way

WALK = """
import sys, os, threading
SOURCES, LIBRARIES = sys.argv[1:3]
sys.path[:0] = [SOURCES, LIBRARIES]
os.chdir(SOURCES)
def refuse(self):
    raise RuntimeError("can't start new thread")
threading.Thread.start = refuse

import asyncio, warnings
from app.base import background
background.THREADS = False
from app.frame.main import main, prepare

async def walk():
    prepare()
    from app.base.opened import engine, handbook, trees
    from app.window.library import journal
    assert (await background.aside(engine().search, "藏牌")).hits[0].label == "第61条A款"
    from decision_trees.engine import advance
    from decision_trees.law import Law
    step = advance(trees().tree("bridge.insufficient_bid"), {}, Law(trees().trees, handbook().books))
    assert step is not None
    assert not journal().entries()
    from app.papers.sheet import Sheet
    warnings.simplefilter("ignore")
    sheet = Sheet("裁决单")
    sheet.title("裁决单")
    assert sheet.finish().startswith(b"%PDF")
    from app.handover.codes import picture
    assert picture("ZC")[1:4] == b"PNG"
    import app.journal.exchange, app.papers.spreadsheet, openpyxl

asyncio.run(walk())
print("runs", sys.version_info[:2])
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    build()
    return phone.write(tmp_path_factory.mktemp("phone") / "project")


def needed() -> dict[str, metadata.Distribution]:
    """Everything the phone's libraries ask for, by name."""
    found: dict[str, metadata.Distribution] = {}
    waiting = list(phone.LIBRARIES)
    environment: dict[str, Any] = {
        **default_environment(),
        "sys_platform": "android",
        "platform_system": "Android",
        "extra": "",
    }
    while waiting:
        name = canonicalize_name(waiting.pop())
        if name in found or name in SERVED_ONLY or name == "pillow":
            continue
        found[name] = metadata.distribution(name)
        for each in map(Requirement, found[name].requires or []):
            if each.marker is None or each.marker.evaluate(environment):
                waiting.append(each.name)
    return found


def test_everything_a_phone_runs_is_pure_python_or_built_for_it() -> None:
    for name, distribution in needed().items():
        extensions = [str(file) for file in distribution.files or [] if file.suffix in (".so", ".pyd")]
        pure = "Root-Is-Purelib: true" in (distribution.read_text("WHEEL") or "")
        if name == "fonttools":  # has the same modules in Python beside the compiled ones
            modules = {str(file) for file in distribution.files or []}
            assert all(f"{each.partition('.cpython')[0]}.py" in modules for each in extensions), extensions
        else:
            assert name in BUILT or (pure and not extensions), f"{name} is neither pure Python nor built for Android"


def test_every_library_our_modules_ask_for_goes_along(project: Path) -> None:
    packages = {IMPORTED.get(name, name.replace("-", "_")) for name in needed()}
    there = {*packages, *ELSEWHERE, *program.ROOMS, *sys.stdlib_module_names}
    for file in (project / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            named = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            named += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            assert not {name.split(".")[0] for name in named} - there, f"{file.name}: {named}"


def test_the_settings_are_whole_and_ask_for_no_permission(project: Path) -> None:
    settings = tomllib.loads((project / phone.SETTINGS).read_text(encoding="utf-8"))
    assert "{" not in json.dumps(settings["project"], ensure_ascii=False).replace('{"', "")
    assert settings["project"]["version"] == __version__
    for each in map(Requirement, settings["project"]["dependencies"]):
        assert str(each.specifier) == f"=={metadata.version(each.name)}"
    flet = settings["tool"]["flet"]
    assert flet["product"] == "执裁" and flet["permissions"] == []
    assert not any(flet["android"]["permission"].values())
    start = project / flet["app"]["path"] / f"{flet['app']['module']}.py"
    compile(start.read_text(encoding="utf-8"), start, "exec")
    for picture in ("icon.png", "splash.png"):
        assert (project / "src" / "assets" / picture).read_bytes().startswith(b"\x89PNG")


def test_nothing_that_serves_compiles_or_tests_goes_along(project: Path) -> None:
    names = {path.relative_to(project / "src").as_posix() for path in (project / "src").rglob("*") if path.is_file()}
    assert not [name for name in names if name.endswith((".yaml", ".txt", ".md")) and "OFL" not in name]
    assert not [
        name for name in names if name.startswith(("app/cli/", "app/publishing/", "tests/", "app/window/server"))
    ]
    assert {"main.py", "app/frame/main.py", "assets/compiled/manifest.json"} <= names


def test_an_earlier_project_is_replaced_and_other_folders_are_not(project: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(project, tmp_path / "copy")
    (copy / "src" / "left_over.py").write_text("")
    assert not (phone.write(copy) / "src" / "left_over.py").exists()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.txt").write_text("")
    with pytest.raises(phone.PhoneFolderError, match="不会覆盖"):
        phone.write(tmp_path / "other")


def pythons() -> dict[str, str]:
    """The Pythons of this machine that an app may meet, by version."""
    found = {f"{sys.version_info[0]}.{sys.version_info[1]}": sys.executable}
    for minor in (11, 12, 13, 14):
        name = f"python3.{minor}"
        places = [
            os.environ.get("PATH", ""),
            *map(str, Path("~/.pyenv/versions").expanduser().glob(f"3.{minor}.*/bin")),
        ]
        for path in filter(None, (shutil.which(name, path=place) for place in reversed(places))):
            works = (
                subprocess.run([path, "-c", "import sqlite3, zlib"], capture_output=True, check=False).returncode == 0
            )
            if works:
                found.setdefault(f"3.{minor}", path)
    return found


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The libraries in one archive that nobody unpacks, as Flet brings them to Android."""
    archive = tmp_path_factory.mktemp("libraries") / "libraries.zip"
    with zipfile.ZipFile(archive, "w") as written:
        for distribution in needed().values():
            for file in distribution.files or []:
                if not {"..", "__pycache__"} & set(file.parts) and file.suffix not in (".so", ".pyd"):
                    written.write(str(file.locate()), str(file))
    return archive


@pytest.mark.parametrize("version", sorted(pythons()))
def test_it_runs_by_itself_with_a_folder_it_may_not_write_in_and_without_threads(
    version: str, project: Path, libraries: Path, tmp_path: Path
) -> None:
    before = {path: path.stat().st_mtime_ns for path in project.rglob("*")}
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path / "nobody"),
        "FLET_APP_STORAGE_DATA": str(tmp_path / "own"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUTF8": "1",
    }
    done = subprocess.run(
        [pythons()[version], "-S", "-c", WALK, str(project / "src"), str(libraries)],
        env=environment, capture_output=True, text=True, timeout=240, check=False,
    )  # fmt: skip
    assert done.stdout.startswith("runs"), done.stderr[-3000:]
    assert {path: path.stat().st_mtime_ns for path in project.rglob("*")} == before
    assert (tmp_path / "own" / "journal.sqlite").is_file() and not (tmp_path / "nobody").exists()
