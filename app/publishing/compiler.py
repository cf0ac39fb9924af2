"""Which Python compiles the sources of a site: one of the version that runs there.

That is the Python this command runs on, or Pyodide itself where there is a Node.js to run it. Where there is neither, the
sources go to the site as they are, and every start of it takes about two seconds longer.
"""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.base.own_files import ROOT
from app.publishing import bytecode, dataclass_methods

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from types import ModuleType

SCRIPTS = ROOT / "assets" / "publishing"
PATIENCE = 900  # seconds
_OF_FLET = re.compile(rb"\bft\.([A-Z]\w*)")

Files = dict[str, bytes]


@dataclass(frozen=True)
class Job:
    """Sources that are compiled together."""

    sources: Mapping[str, bytes]  # by name, as in an archive
    documented: tuple[str, ...] = ()  # packages whose docstrings are read by the program


class CompilerError(Exception):
    """The compiler was there and did not do it; the message is for the user."""


def node() -> str | None:
    """Return the Node.js of this machine, if there is one. ``ZHICAI_NODE`` names another, or none when empty."""
    named = os.environ.get("ZHICAI_NODE")
    return shutil.which("node") if named is None else named or None


def compile_all(jobs: Iterable[Job], pyodide: Path) -> list[Files] | None:
    """Return each job's files with bytecode in place of the sources; None where nothing here can compile for the site.

    Raises CompilerError.
    """
    if not at_hand(pyodide):
        return None
    with tempfile.TemporaryDirectory(prefix="zhicai-") as name:
        folder = Path(name)
        orders = []
        for number, job in enumerate(jobs):
            orders.append((f"{number}.zip", f"{number}-done.zip", job.documented))
            (folder / orders[-1][0]).write_bytes(archive(job.sources))
        (folder / bytecode.JOBS).write_text(json.dumps(orders), encoding="utf-8")
        _run_there(bytecode, folder, pyodide)
        return [_read(folder / target) for _, target, _ in orders]


def dataclass_code(
    files: Mapping[str, bytes], sources: Mapping[str, bytes], modules: Sequence[str], pyodide: Path
) -> bytes:
    """Return what the dataclasses of these modules, and of Flet those that the sources use, have compiled.

    The files are all of the site, modules as bytecode; see app/browser/dataclass_code.py. Raises CompilerError; there must be
    who compiles (:func:`at_hand`).
    """
    of_flet = sorted({each.decode() for source in sources.values() for each in _OF_FLET.findall(source)})
    with tempfile.TemporaryDirectory(prefix="zhicai-") as name:
        folder = Path(name)
        for file, content in files.items():
            target = folder / dataclass_methods.FILES / file
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        (folder / dataclass_methods.WANTED).write_text(json.dumps([modules, of_flet]), encoding="utf-8")
        _run_there(dataclass_methods, folder, pyodide)
        return (folder / dataclass_methods.MADE).read_bytes()


def at_hand(pyodide: Path) -> bool:
    """Whether something here compiles for the site."""
    return _same_python(pyodide) or node() is not None


def _same_python(pyodide: Path) -> bool:
    wanted: str = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]["python"]
    return wanted.split(".")[:2] == [str(part) for part in sys.version_info[:2]]


def _run_there(module: ModuleType, folder: Path, pyodide: Path) -> None:
    """Run a module that stands by itself, in a folder, by the Python of the site or one of its version."""
    source = Path(str(module.__file__))
    shutil.copy(source, folder / source.name)
    if _same_python(pyodide):
        _run([sys.executable, "-X", "no_debug_ranges", str(folder / source.name), str(folder)])
    else:
        _run([str(node()), str(SCRIPTS / "compile.mjs"), str(pyodide), str(folder), source.stem])


def archive(files: Mapping[str, bytes]) -> bytes:
    """Return an archive that is not compressed: that is done once for all on the way, and better."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as opened:
        for name in sorted(files):
            opened.writestr(zipfile.ZipInfo(name), files[name])
    return made.getvalue()


def _run(command: list[str]) -> None:
    skip = "可以设环境变量 ZHICAI_NODE= 跳过这一步。"
    try:
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=PATIENCE)
    except subprocess.TimeoutExpired as e:
        raise CompilerError(f"编译了{PATIENCE // 60}分钟还没有完，机器可能很忙，可以过一会儿再来。{skip}") from e
    except OSError as e:
        raise CompilerError(f"编译没有成功：{e}。{skip}") from e
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["没有说明"])[-1]
        raise CompilerError(f"编译没有成功：{last}。{skip}")


def _read(file: Path) -> Files:
    with zipfile.ZipFile(file) as opened:
        return {name: opened.read(name) for name in opened.namelist()}
