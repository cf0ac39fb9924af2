"""The whole of a package: shell, site and signature, looked at again before anybody gets it."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from app.publishing.android import manifest, package, signing
from app.publishing.android.manifest import Edition

SHELL = Path(__file__).resolve().parent / "shell"
MANIFEST, CODE, TABLE, BUILT = "AndroidManifest.xml", "classes.dex", "shell.json", "built.json"
SITE = "assets/site/"
LONGEST_NAME, LONGEST_ID = 50, 100
_ID = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+")
_ASSETS = "assets/"


class Signer(Protocol):
    """A key, whoever signs with it."""

    @property
    def fingerprint(self) -> str:
        """SHA-256 of its certificate, in hex."""
        ...

    def signed(self, archive: package.Archive) -> bytes:
        """Return an archive with both signatures, verified. Raises SignatureError."""
        ...


class ApkError(Exception):
    """The package cannot be made; the message is for the user."""


@dataclass(frozen=True, slots=True)
class Shell:
    """The ready-made part: its manifest, its other files by their names in a package."""

    manifest: bytes
    files: Mapping[str, bytes]


def read_shell(folder: Path = SHELL) -> Shell:
    """Return the shell that this program brings along. Raises ApkError, OSError."""
    wanting = [name for name in (MANIFEST, CODE, TABLE) if not (folder / name).is_file()]
    if wanting:
        raise ApkError(
            f"这里没有做好的安卓外壳（{folder} 里缺 {'、'.join(wanting)}）。请重新安装执裁；"
            "在源代码里可以用 assets/build_shell.py 再做一遍。"
        )
    files = {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
    _whole(folder, files)
    kept = {
        _ASSETS + name if name == TABLE else name: content
        for name, content in files.items()
        if name not in (MANIFEST, BUILT) and not name.endswith((".py", ".pyc"))
    }
    return Shell(files[MANIFEST], kept)


def _whole(folder: Path, files: Mapping[str, bytes]) -> None:
    """Hold the files against the hashes that were written when they were built."""
    if BUILT not in files:
        return
    for name, digest in json.loads(files[BUILT]).get("files", {}).items():
        if name not in files or hashlib.sha256(files[name]).hexdigest() != digest:
            raise ApkError(f"安卓外壳和做的时候不同了：{folder / name}。请重新安装执裁。")


def name_fault(name: str) -> str | None:
    """Return what is wrong with a name for the app, as a sentence."""
    if not 1 <= len(name) <= LONGEST_NAME:
        return f"--name 要写 1 至 {LONGEST_NAME} 个字，这里是 {len(name)} 个。"
    if name != name.strip() or any(unicodedata.category(each) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") for each in name):
        return "--name 的头尾不要有空格，中间不要有换行和看不见的字符。"
    return None


def id_fault(id_: str) -> str | None:
    """Return what is wrong with an id, as a sentence."""
    if _ID.fullmatch(id_) and len(id_) <= LONGEST_ID:
        return None
    return (
        f"--id 写作“{shown(id_)}”，安卓不认。要像 cn.example.referee：至少两段，用点隔开，每段以小写字母开头，"
        f"只用小写字母、数字和下划线，全长至多 {LONGEST_ID} 个字符。"
    )


def shown(text: str) -> str:
    """Return what somebody typed as it can be shown in a sentence."""
    return "".join(each if each.isprintable() else "□" for each in text)


def build(
    site: Mapping[str, bytes], shell: Shell, edition: Edition, key: Signer, beside: Mapping[str, bytes] | None = None
) -> bytes:
    """Return the signed package of a site's files, and of others beside them.

    Raises ApkError where the shell cannot be changed, or what was made does not hold.
    """
    try:
        changed = manifest.rewritten(shell.manifest, edition)
    except manifest.ManifestError as e:
        raise ApkError(f"安卓外壳的清单改不了（{e}）。请重新安装执裁。") from e
    files = {
        **shell.files,
        **(beside or {}),
        MANIFEST: changed,
        **{SITE + name: content for name, content in site.items()},
    }
    try:
        return key.signed(package.packed(files))
    except signing.SignatureError as e:
        raise ApkError(f"做好的应用没有通过核对（{e}），没有写出。请再做一次。") from e
