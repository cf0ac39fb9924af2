"""The methods of dataclasses, compiled when the site was made.

A dataclass writes the source of its methods at the moment it is made, and has Python compile it: in a browser more than half of the
time that importing the program takes. What was compiled then (app/publishing/dataclass_methods.py) is taken for the same source;
any other is compiled as ever.
"""

from __future__ import annotations

import builtins
import dataclasses
import hashlib
import marshal
from importlib.util import MAGIC_NUMBER
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from types import CodeType

FILE = "dataclasses.code"
"""Where it lies, beside the four rooms."""


def key(source: str) -> bytes:
    """Return what a source is known by."""
    return hashlib.blake2b(source.encode(), digest_size=12).digest()


def written(compiled: Mapping[bytes, CodeType]) -> bytes:
    """Return the content of the file: code by the key of its source."""
    return MAGIC_NUMBER + marshal.dumps({each: compiled[each] for each in sorted(compiled)})


def use(file: Path) -> bool:
    """Have dataclasses take their methods from a file; return whether there is one of this Python."""
    try:
        content = file.read_bytes()
    except OSError:
        return False
    if not content.startswith(MAGIC_NUMBER):
        return False
    known: dict[bytes, CodeType] = marshal.loads(content[len(MAGIC_NUMBER) :])

    def execute(source: str, *names: Any) -> None:
        builtins.exec(known.get(key(source), source), *names)

    dataclasses.exec = execute  # type: ignore[attr-defined]  # a name of the module comes before that of Python
    return True
