"""Every browser test, and a record of it: ``python -m tests.browser [test_back.py …] [--site published|shell|FOLDER]``.

The suite goes through a short form (the tests marked ``short``); this goes through all of them, file by file, several at a time,
each with an app and a Chromium of its own. What passed is written into ``passed.txt`` beside it: for each file how many tests, how
long, day and commit; above them the digest of the program they drove, which a test holds against the program that is here. Some
files alone may be named: the others keep the line of when they last passed. With ``--site shell`` they drive the site as the
Android app has it, and the record is ``passed_in_the_app.txt``.

A file that failed is said, its line stays as it was, and the digest is not written.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tests.browser import record

TOGETHER = 2  # files at a time
LONGEST = 3600  # seconds a file may take


@dataclass(frozen=True, slots=True)
class Ran:
    """What came of one file."""

    name: str
    passed: int
    skipped: int
    seconds: float
    failed: str  # what pytest said; nothing where all is well


def run(name: str, site: str, folder: Path) -> Ran:
    """Run one file in a process of its own."""
    report = folder / f"{name}.xml"
    command = [sys.executable, "-m", "pytest", "-n", "0", "-q", "--site", site, f"--junit-xml={report}"]
    began = time.monotonic()
    done = subprocess.run(
        [*command, str(record.HERE / name)],
        cwd=record.ROOT,
        env={**os.environ, "CI": "true"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    took = time.monotonic() - began
    none = done.returncode == 5  # pytest: no test was left to run
    if done.returncode and not none:
        return Ran(name, 0, 0, took, done.stdout)
    cases = [] if none else list(ElementTree.parse(report).iter("testcase"))
    skipped = sum(1 for case in cases if case.find("skipped") is not None)
    return Ran(name, len(cases) - skipped, skipped, took, "")


def published_once(site: str, folder: Path) -> str:
    """Publish the site that every file drives; return what conftest.py is told."""
    from app.base.preparation import prepare
    from app.publishing.site import publish

    prepare()
    made = publish(folder / "site").folder
    return f"shell={made}" if site == "shell" else str(made)


def main(arguments: list[str]) -> int:
    """Run them; return what the shell is told."""
    asked = argparse.ArgumentParser(prog="python -m tests.browser")
    asked.add_argument("files", nargs="*", help="test files of this folder; all of them where none is named")
    asked.add_argument("--site", default="served", help="which app they drive: see conftest.py")
    asked.add_argument("--together", type=int, default=TOGETHER, help="files at a time")
    given = asked.parse_args(arguments)
    names = [Path(each).name for each in given.files] or record.files()
    if unknown := [each for each in names if each not in record.files()]:
        asked.error(f"no such file here: {', '.join(unknown)}")
    digest, commit = record.digest(), record.commit()
    site = given.site if given.site in ("served", "published", "shell") else "folder"
    kept = {"served": record.RECORD, "shell": record.IN_THE_APP}.get(site)
    lines, failed = dict(record.read(kept).lines), False
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(given.together) as pool:
        drive = published_once(site, Path(folder)) if site in ("published", "shell") else given.site
        for ran in pool.map(lambda name: run(name, drive, Path(folder)), names):
            print(f"{ran.name}: {ran.passed} passed, {ran.skipped} skipped, {ran.seconds:.0f} s", flush=True)
            if ran.failed:
                failed = True
                print(ran.failed, flush=True)
            elif kept:
                about = f"{ran.passed} passed, {ran.skipped} skipped, {ran.seconds:.0f} s"
                lines[ran.name] = record.Line(ran.name, about, datetime.now(UTC).date().isoformat(), commit)
                record.write(
                    record.Record(record.read(kept).program, lines), kept
                )  # what ran is kept, whatever ends this
    if kept and not failed:
        record.write(record.Record(digest, lines), kept)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
