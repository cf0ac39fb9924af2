"""Python sources compiled to bytecode, so that a browser need not do it at every start.

Bytecode serves one version of Python only, that of the Pyodide of the site. This module is therefore also run as it stands
inside that Pyodide (``app/publishing/compiler.py``), and imports nothing but the standard library.
"""

from __future__ import annotations

import ast
import importlib.util
import json
import marshal
import sys
import zipfile
from pathlib import Path

JOBS = "jobs.json"
UNCHECKED = b"\x01\x00\x00\x00" + bytes(8)  # the source is not there to be compared with


def compiled(source: bytes, name: str, *, documented: bool) -> bytes:
    """Return the content of the .pyc of a module. Without docstrings where nothing reads them: they are a third of it.

    A fault is told by its line alone: in which columns of it each step stands would be half as much again.
    """
    tree = ast.parse(source)
    if not documented:
        _undocument(tree)
    for node in ast.walk(tree):
        if isinstance(node, (ast.stmt, ast.expr)):
            node.col_offset = node.end_col_offset = 0
            node.end_lineno = node.lineno
    return importlib.util.MAGIC_NUMBER + UNCHECKED + marshal.dumps(compile(tree, name, "exec", dont_inherit=True))


def _undocument(tree: ast.Module) -> None:
    for node in ast.walk(tree):
        if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        first = node.body[0] if node.body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            # A class without any would be given one by dataclass, which takes long; a body may not be empty.
            first.value.value = "."
            if not isinstance(node, ast.ClassDef) and len(node.body) > 1:
                del node.body[0]


def compile_archive(sources: Path, target: Path, documented: tuple[str, ...]) -> None:
    """Write an archive like ``sources``, each .py made a .pyc; ``documented`` are the packages that keep their docstrings."""
    with zipfile.ZipFile(sources) as given, zipfile.ZipFile(target, "w") as made:
        for name in given.namelist():
            content = given.read(name)
            if name.endswith(".py"):
                content = compiled(content, name, documented=name.split("/")[0] in documented)
                name += "c"
            made.writestr(zipfile.ZipInfo(name), content)


def main(folder: Path) -> None:
    """Do what is written in a folder: [sources, target, documented packages] each, in jobs.json."""
    for source, target, documented in json.loads((folder / JOBS).read_text(encoding="utf-8")):
        compile_archive(folder / source, folder / target, tuple(documented))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
