"""List the licences of everything that requirements.lock installs, from what each package says of itself.

    python assets/list_licences.py

writes LICENCES-THIRD-PARTY.md. To be run in an environment that the lock was installed into, whenever the lock changes.
"""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK, NOTE = ROOT / "requirements.lock", ROOT / "LICENCES-THIRD-PARTY.md"

HEAD = """# 第三方软件的许可 / Licences of third-party software

`requirements.lock` 安装的每一个包，以及它自己写明的许可。执裁不修改这些包：
它们由 pip 安装，许可全文在各包的 `dist-info` 里；做成的安卓应用里有用到的几样，许可全文在其中的 `licences.txt`。
由 `assets/list_licences.py` 生成，测试核对它与锁定文件一致。

Every package that `requirements.lock` installs, with the licence it names itself. Nothing is changed: pip installs them, and the
full texts are in their `dist-info`; a package for Android holds some of them, with the full texts in its `licences.txt`.
Written by `assets/list_licences.py`; a test compares it with the lock.

| 包 / package | 许可 / licence |
|---|---|
"""
# Shipped with this repository or inside a package, with licences of their own.
TAIL = """
另有 / Also:

- Noto Sans SC（`assets/web/assets/fonts`、`assets/print`，裁减到所需的字 / subsets）: OFL-1.1
- jsQR 1.4.0（`assets/web/jsqr`，没有改动，许可全文在旁 / unchanged, full text beside）: Apache-2.0
- cryptography（可选的 `apk`，不在锁定文件里 / the extra `apk`, not in the lock）: Apache-2.0 OR BSD-3-Clause
- SQLAlchemy、alembic（可选的 `database`，不在锁定文件里 / the extra `database`, not in the lock）: MIT
- argon2-cffi（可选的 `hall`、`database`，不在锁定文件里 / the extras `hall`, `database`, not in the lock）: MIT
- psycopg（同上 / likewise）: LGPL-3.0-only
- flet-web 内含 / contains: Flutter 与 CanvasKit (BSD-3-Clause)、Material Icons (Apache-2.0)、Pyodide (MPL-2.0)；
  发布的网站和安卓应用里有它们，Pyodide 没有改动 / they are in a published site and in the Android app, Pyodide unchanged
"""
NOT_SAID = {"colorama": "BSD-3-Clause"}  # on Windows only, so mostly not installed here


def locked() -> list[str]:
    """Return the names in the lock, each once."""
    lines = LOCK.read_text(encoding="utf-8").splitlines()
    return list(dict.fromkeys(found[1] for line in lines if (found := re.match(r"([A-Za-z0-9._-]+)==", line))))


def licence(name: str) -> str | None:
    """Return the licence that a package names itself; None where it is not installed here."""
    try:
        about = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return None
    stated = about.get("License-Expression") or ""
    if not stated:
        classified = [each.rpartition(":: ")[2] for each in about.get_all("Classifier") or [] if "License ::" in each]
        stated = "、".join(each for each in classified if each != "OSI Approved")
    if not stated and len(about.get("License") or "") < 60:
        stated = (about.get("License") or "").strip()
    return stated


def note() -> str:
    """Return the text of the note.

    Raises:
        SystemExit: a package is not installed here, or does not say what its licence is.
    """
    rows = []
    for name in locked():
        stated = licence(name) or NOT_SAID.get(name)
        if not stated:
            raise SystemExit(f"{name}: not installed here, or no licence named")
        rows.append(f"| {name} | {stated} |")
    return HEAD + "\n".join(rows) + "\n" + TAIL


if __name__ == "__main__":
    NOTE.write_text(note(), encoding="utf-8")
