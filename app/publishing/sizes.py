"""How large a site is, part by part: as it lies there, and on the way to a browser where the host compresses."""

from __future__ import annotations

import gzip
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.publishing.compiler import PATIENCE, SCRIPTS, node

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

PACKED = (".png", ".woff2")  # these are compressed already, and hosts send them as they are


@dataclass(frozen=True)
class Size:
    """Bytes of some files: as they lie there, by gzip, and by brotli where that could be measured."""

    raw: int = 0
    gzip: int = 0
    brotli: int | None = 0

    def __add__(self, other: Size) -> Size:
        brotli = None if self.brotli is None or other.brotli is None else self.brotli + other.brotli
        return Size(self.raw + other.raw, self.gzip + other.gzip, brotli)


def measure(files: Sequence[Path]) -> list[Size]:
    """Return the size of each file. Brotli is measured by Node.js, where there is one."""
    by_brotli = _brotli(files)
    sizes = []
    for file, brotli in zip(files, by_brotli, strict=True):
        content = file.read_bytes()
        if file.suffix in PACKED:
            sizes.append(Size(len(content), len(content), len(content)))
        else:
            sizes.append(Size(len(content), len(gzip.compress(content, 6)), brotli))
    return sizes


def _brotli(files: Sequence[Path]) -> Iterable[int | None]:
    runner = node()
    if runner is None:
        return [None] * len(files)
    done = subprocess.run(
        [runner, str(SCRIPTS / "measure.mjs")],
        input="\n".join(map(str, files)),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
    )
    numbers = [int(line) for line in done.stdout.split()]
    return numbers if len(numbers) == len(files) else [None] * len(files)


def table(rows: Iterable[tuple[str, Size]]) -> list[str]:
    """Return lines of a table, in MB."""
    lines = [f"{'MB':>8}{'gzip':>8}{'brotli':>8}"]
    for name, size in rows:
        brotli = "-" if size.brotli is None else _mb(size.brotli)
        lines.append(f"{_mb(size.raw):>8}{_mb(size.gzip):>8}{brotli:>8}  {name}")
    return lines


def _mb(size: int) -> str:
    return f"{size / 1_000_000:.2f}"
