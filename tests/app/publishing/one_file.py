"""The one file of docs/publisher.md, made and tried as it is written there (Linux). Run:

    pip wheel --no-deps -w dist . ; pip install shiv
    python -m tests.app.publishing.one_file dist/zhicai-*.whl

What a wheel asks for is taken from the libraries that are installed here, so nothing is fetched. The file is started by another
user's empty home, without a network, and asked for the page, the client and a clause.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
import zipfile
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

from tests.browser.reader import free_port

PATIENCE = 300  # seconds
CLIENT = ("main.dart.js", "canvaskit/chromium/canvaskit.wasm", "flutter_bootstrap.js")
INSIDE = "inside"  # said to itself: the network is gone


def wanted(wheel: Path) -> set[str]:
    """Return the names of all libraries that a wheel needs here."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [each for each in archive.namelist() if each.endswith(".dist-info/METADATA")]
        said = archive.read(name).decode()
    todo = asked(re.findall(r"^Requires-Dist: (.+)$", said, re.M), ())
    found: set[tuple[str, tuple[str, ...]]] = set()
    while todo:
        name, extras = each = todo.pop()
        if each not in found:
            found.add(each)
            todo += asked(metadata.distribution(name).requires or [], extras)
    return {name for name, _ in found}


def asked(lines: list[str], extras: tuple[str, ...]) -> list[tuple[str, tuple[str, ...]]]:
    """Return what is asked for here by these lines: names and extras."""
    here = [
        each
        for each in map(Requirement, lines)
        if each.marker is None or any(each.marker.evaluate({"extra": extra}) for extra in ("", *extras))
    ]
    return [(each.name, tuple(sorted(each.extras))) for each in here]


def environment(wheel: Path, folder: Path) -> None:
    """Have in a folder what an environment has in which nothing but the wheel was installed."""
    for name in sorted(wanted(wheel)):
        distribution = metadata.distribution(name)
        for file in distribution.files or ():
            source = Path(str(distribution.locate_file(file)))
            if ".." in file.parts or "__pycache__" in file.parts or not source.is_file():
                continue
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, folder / file)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)


def bare(home: Path) -> dict[str, str]:
    """Return what somebody has who has only just come."""
    return {"HOME": str(home), "PATH": os.environ["PATH"], "PYTHONUNBUFFERED": "1", "LANG": "C.UTF-8"}


def start(file: Path, home: Path) -> None:
    """Start the file, fetch what a browser fetches first, ask it for a clause."""
    port = free_port()
    began = time.monotonic()
    with subprocess.Popen(
        [str(file), "--port", str(port), "--no-browser"], cwd=home, env=bare(home), stdout=subprocess.PIPE, text=True
    ) as served:
        assert served.stdout is not None
        address = next(found[0] for line in served.stdout if (found := re.search(r"http\S+", line)))
        print(f"there after {time.monotonic() - began:.1f} s, unpacked first")
        try:
            with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
                page, cookie = answer.read().decode(), answer.headers["Set-Cookie"].split(";")[0]
            assert "<title>执裁</title>" in page
            base = re.search(r'flet\.assetBase="([^"]*)"', page)
            assert base is not None
            for name in CLIENT:
                asked = urllib.request.Request(f"http://127.0.0.1:{port}{base[1]}{name}", headers={"Cookie": cookie})
                with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
                    print(f"{name}: {len(answer.read())} bytes")
        finally:
            served.terminate()
    began = time.monotonic()
    told = subprocess.run(
        [str(file), "law", "64A1"], cwd=home, env=bare(home), capture_output=True, text=True, check=True
    )
    assert "藏牌墩" in told.stdout
    print(f"a clause after {time.monotonic() - began:.1f} s")


def main(wheel: Path) -> None:
    """Make it and try it."""
    with tempfile.TemporaryDirectory(prefix="zhicai-") as scratch:
        packages, file, home = (Path(scratch) / name for name in ("packages", "zhicai.pyz", "home"))
        home.mkdir()
        environment(wheel, packages)
        subprocess.run(["shiv", "--site-packages", str(packages), "-c", "zhicai", "-o", str(file)], check=True)
        print(f"{file.name}: {file.stat().st_size / 1e6:.0f} MB")
        again = [sys.executable, "-m", "tests.app.publishing.one_file", INSIDE, str(file), str(home)]
        subprocess.run(["unshare", "-rn", "sh", "-c", 'ip link set lo up && exec "$@"', "sh", *again], check=True)


if __name__ == "__main__":
    if sys.argv[1] == INSIDE:
        start(Path(sys.argv[2]), Path(sys.argv[3]))
    else:
        main(Path(sys.argv[1]).resolve())
