"""What dataclasses of the program have Python compile when they are imported, compiled once for all.

Like ``bytecode.py`` it is run as it stands, by the Python of the site: beside it lie the files of the site, whose modules it
imports one after the other. What of the browser some of them ask for is stood for by empty modules.
"""

from __future__ import annotations

import builtins
import dataclasses
import importlib
import json
import sys
import types
from pathlib import Path
from typing import Any

FILES, WANTED, MADE = "files", "wanted.json", "made"
_OF_BROWSERS = ("flet_js", "zhicai_site", "pyodide_js", "js")


def without_lines(code: types.CodeType) -> types.CodeType:
    """Return code that knows no lines, which are of a source nobody can look at; a third of it."""
    inside = tuple(without_lines(each) if isinstance(each, types.CodeType) else each for each in code.co_consts)
    return code.replace(co_consts=inside, co_linetable=b"")


def main(folder: Path) -> None:
    """Import what ``wanted.json`` names, modules and of Flet what they use; write what was compiled."""
    sys.path.insert(0, str(folder / FILES))
    from app.browser.dataclass_code import key, written

    for name in _OF_BROWSERS:
        sys.modules.setdefault(name, types.ModuleType(name))
    compiled: dict[bytes, types.CodeType] = {}

    def noting(source: str, *names: Any) -> None:
        code = compile(source, "<string>", "exec", dont_inherit=True)
        compiled[key(source)] = without_lines(code)
        builtins.exec(code, *names)

    dataclasses.exec = noting  # type: ignore[attr-defined]
    modules, of_flet = json.loads((folder / WANTED).read_text(encoding="utf-8"))
    for name in modules:
        try:
            importlib.import_module(name)
        except ImportError:  # asked for only elsewhere: what it makes is compiled there
            continue
    flet = importlib.import_module("flet")
    for name in of_flet:  # it has its controls come when they are used
        getattr(flet, name, None)
    (folder / MADE).write_bytes(written(compiled))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
