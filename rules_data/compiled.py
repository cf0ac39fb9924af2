"""Where compiled files live, and whether they are still true to what they were made from."""

from __future__ import annotations

import functools
import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

ASSETS = Path(__file__).resolve().parent.parent / "assets" / "compiled"
"""Beside the program: used when it can be written to, or was filled when the program was packaged."""

MANIFEST = "manifest.json"
"""Only in a package that people install: the versions it was filled with. Such a package has no sources to compare with."""

Progress = Callable[[float, str], None]
"""Told how far a build is (0 to 1) and, in Chinese, what it is doing."""


def cache_folder() -> Path:
    """The user's own folder for compiled files; ``ZHICAI_CACHE`` overrides it."""
    override = os.environ.get("ZHICAI_CACHE")
    if override:
        return Path(override)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return base / "zhicai"


def digest(files: Iterable[Path], *words: str) -> str:
    """A hash of the content of files and of some words (a format's version), 16 hex digits.

    It does not depend on where the files lie, so that a copy of the program finds what another compiled.
    """
    import hashlib

    h = hashlib.sha256()
    for word in words:
        h.update(word.encode() + b"\0")
    for name, content in sorted((file.name, hashlib.sha256(file.read_bytes()).digest()) for file in files):
        h.update(name.encode() + b"\0" + content)
    return h.hexdigest()[:16]


@functools.cache
def packaged() -> Mapping[str, str]:
    """What was compiled into this package, by name; nothing where the program runs from its sources."""
    try:
        versions: dict[str, str] = json.loads((ASSETS / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    return versions


def find(name: str, version: str) -> Path | None:
    """The compiled file or folder ``name`` of exactly this version, if there is one."""
    override = os.environ.get("ZHICAI_CACHE")
    first = [ASSETS] if packaged().get(name) == version else []
    for folder in [*first, Path(override)] if override else [ASSETS, cache_folder()]:
        path = folder / f"{name}-{version}"
        if path.exists():
            return path
    return None


def _writable(folder: Path) -> bool:
    import tempfile

    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def store(name: str, version: str, write: Callable[[Path], None]) -> Path:
    """Let ``write`` fill a new folder and keep it as ``name`` of this version; older versions are removed.

    The folder appears whole or not at all, also when two processes build at once. Raises OSError when no place is writable.
    """
    import shutil
    import tempfile

    if packaged():
        raise OSError("安装包里编译好的手册不完整，请重新安装执裁。")
    override = os.environ.get("ZHICAI_CACHE")
    places = [Path(override)] if override else [ASSETS, cache_folder()]
    home = next((p for p in places if _writable(p)), None)
    if home is None:
        raise OSError(
            f"没有可写的位置存放编译结果（{'、'.join(map(str, places))}）。请设置环境变量 ZHICAI_CACHE 指向可写的文件夹。"
        )
    target = home / f"{name}-{version}"
    scratch = Path(tempfile.mkdtemp(prefix=f".{name}-", dir=home))
    try:
        write(scratch)
        scratch.chmod(0o755)
        try:
            scratch.rename(target)
        except OSError:  # another process was quicker
            if not target.exists():
                raise
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    for old in home.glob(f"{name}-*"):
        if old != target:
            shutil.rmtree(old, ignore_errors=True)
    return target
