"""The record of all browser tests: which passed, at which commit, with which program."""

from __future__ import annotations

import hashlib
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
RECORD = HERE / "passed.txt"
IN_THE_APP = HERE / "passed_in_the_app.txt"
"""The same of the site as the Android app has it (``--site shell``): by hand before a release, so it may be of an older program."""

# What they drive, and they themselves. Not the law text and the rulings, whose words are held by tests of their own.
PROGRAM = (
    "app/**/*.py",
    "app/**/*.js",
    "app/**/*.html",
    "app/**/*.css",
    "assets/web/**/*",
    "tests/browser/*.py",
    "tests/browser/*.js",
)


@dataclass(frozen=True, slots=True)
class Line:
    """One file of tests as it last passed."""

    name: str
    about: str  # how many passed, how many were left out, how long it took
    day: str
    commit: str

    def __str__(self) -> str:
        return f"{self.name}: {self.about} · {self.day} {self.commit}"


@dataclass(frozen=True, slots=True)
class Record:
    """The digest of the program at the last run in which nothing failed, and the line of each file."""

    program: str
    lines: Mapping[str, Line]


def files() -> list[str]:
    """The files of tests here, by name."""
    return sorted(each.name for each in HERE.glob("test_*.py"))


def digest() -> str:
    """The digest of the program as it is here."""
    found = {each for pattern in PROGRAM for each in ROOT.glob(pattern) if each.is_file()}
    told = hashlib.sha256()
    for each in sorted(found):
        told.update(each.relative_to(ROOT).as_posix().encode() + b"\0" + each.read_bytes() + b"\0")
    return told.hexdigest()[:16]


def commit() -> str:
    """The commit that is here."""
    done = subprocess.run(
        ["git", "rev-parse", "--short=8", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def read(file: Path | None = None) -> Record:
    """Read the record, :data:`RECORD` where no other is named; an empty one where there is none."""
    file = file or RECORD
    if not file.exists():
        return Record("", {})
    first, *others = file.read_text(encoding="utf-8").splitlines()
    lines = {}
    for each in others:
        if (found := re.fullmatch(r"(\S+): (.*) · (\S+) (\S+)", each)) is None:
            raise ValueError(f"{file}: {each!r} is no line of it: python -m tests.browser")
        lines[found[1]] = Line(*found.groups())
    return Record(first.removeprefix("program "), lines)


def write(record: Record, file: Path | None = None) -> None:
    """Write the record, to :data:`RECORD` where no other is named; files that are gone are left out."""
    kept = [str(record.lines[name]) for name in files() if name in record.lines]
    (file or RECORD).write_text("\n".join([f"program {record.program}", *kept, ""]), encoding="utf-8")
