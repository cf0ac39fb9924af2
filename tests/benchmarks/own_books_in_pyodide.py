"""How long a book of one's own takes on a phone's Python and on the laptop: ``python -m tests.benchmarks.own_books_in_pyodide``.

Texts of 40 and 100 pages as :mod:`tests.benchmarks.own_books` makes them, one of 10,000 articles, and 40 pages as .docx and .pdf:
what is read out of the file, the reading into clauses, and until the first search finds in it. Seconds that a thread computes,
beside those on the clock, since the machine may be busy; with ``--write`` they are kept in ``own_books_in_pyodide.txt``.
"""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from app.base.opened import handbook
from rules_data import compiled
from rules_data import handbook as handbook_data
from search import compiled_index
from tests.benchmarks.own_books import bring, regulation, with_books

ROOT = Path(__file__).resolve().parents[2]
RESULT = Path(__file__).with_suffix(".txt")
_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def texts() -> dict[str, bytes]:
    """The files that are brought, by their names."""
    forty = regulation(40, 1)
    articles = "\n".join(f"第{n}条 选手须在第{n % 90}桌就座，另行规定的除外。" for n in range(1, 10_001))
    return {
        "40 pages.txt": forty.encode(),
        "40 pages.docx": word(forty),
        "40 pages.pdf": paper(forty),
        "100 pages.txt": regulation(100, 1).encode(),
        "10000 articles.txt": f"万条规程\n{articles}".encode(),
    }


def word(text: str) -> bytes:
    """The text as a .docx: a paragraph for each line."""
    body = "".join(f'<w:p><w:r><w:t xml:space="preserve">{escape(line)}</w:t></w:r></w:p>' for line in text.split("\n"))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", f"<w:document {_W}><w:body>{body}</w:body></w:document>")
    return out.getvalue()


def paper(text: str) -> bytes:
    """The text as a .pdf with a character map."""
    from fpdf import FPDF

    from app.papers.sheet import FONT

    pdf = FPDF(format="A4")
    pdf.add_font("song", fname=FONT)
    pdf.add_page()
    pdf.set_font("song", size=11)
    pdf.multi_cell(0, 7, text)
    return bytes(pdf.output())


def timed(step: Callable[[], Any]) -> tuple[Any, float]:
    """What a step makes, and the seconds it computed."""
    began = time.process_time()
    made = step()
    return made, time.process_time() - began


def here(files: dict[str, bytes]) -> list[str]:
    """A line for each file brought by this Python."""
    from app.brought.pdf_file import text_of_pdf
    from rules_data.brought.word_file import text_of

    handbook()
    with_books([])
    said = []
    for name, data in files.items():
        parts = []
        read = text_of if name.endswith(".docx") else text_of_pdf if name.endswith(".pdf") else None
        text = data.decode() if read is None else ""
        if read is not None:
            text, seconds = timed(lambda: read(data))  # noqa: B023
            parts.append(f"out of the file {seconds:.2f} s")
        one, seconds = timed(lambda: bring(text, "guandan"))  # noqa: B023
        parts.append(f"read {seconds:.2f} s")
        (_, opened), _ = timed(lambda: with_books([one]))  # noqa: B023
        parts.append(f"searchable {opened:.2f} s")
        said.append(f"  {name}: {', '.join(parts)}; {sum(1 for _ in one.book.walk())} provisions")
    return said


def there(files: dict[str, bytes]) -> list[str]:
    """The same in Pyodide under Node.js, whose thread is that of a browser's worker; .pdf is not read there."""
    import flet_web

    node = shutil.which("node")
    if node is None:
        return ["  no Node.js here"]
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        held, asked = scratch / "held", scratch / "texts"
        asked.mkdir()
        (scratch / "bytecode").mkdir()
        for folder in (
            compiled.find("handbook", handbook_data.version()),
            compiled.find("search", compiled_index.version()),
            next(compiled.cache_folder().glob("games-*")),
        ):
            assert folder is not None
            shutil.copytree(folder, held / folder.name)
        for file, data in files.items():
            if not file.endswith(".pdf"):
                (asked / file).write_bytes(data)
        program = Path(__file__).with_suffix(".mjs")
        pyodide = Path(flet_web.__file__).parent / "web" / "pyodide"
        command = [node, str(program), str(pyodide), str(ROOT), str(held), str(scratch / "bytecode"), str(asked)]
        for _ in range(2):  # the first run leaves its bytecode for the second
            done = subprocess.run(command, check=True, capture_output=True, text=True)
    said = []
    for file, times in json.loads(done.stdout.splitlines()[-1]).items():
        steps = [
            f"{what} {times[step]['cpu']:.1f} s ({times[step]['wall']:.1f} s on the clock)"
            for step, what in (("unpacked", "out of the file"), ("read", "read"), ("searchable", "searchable"))
            if step in times
        ]
        said.append(f"  {file}: {', '.join(steps)}; {times['provisions']} provisions")
    return said


def main(write: bool) -> None:
    """Print both, and keep them where that is asked for."""
    files = texts()
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()
    lines = [
        f"commit {commit}, {time.strftime('%Y-%m-%d', time.gmtime())}; seconds computed, not those on the clock of a busy machine",
        f"laptop (CPython {sys.version.split()[0]}):", *here(files), "browser (Pyodide, Node.js):", *there(files),
    ]  # fmt: skip
    print("\n".join(lines))
    if write:
        RESULT.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main("--write" in sys.argv[1:])
