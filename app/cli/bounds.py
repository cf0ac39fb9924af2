"""What may be written after an option or as an argument, the same for every command: not nothing, not endless, all of it legible.

It is looked at before it is read as a number or a path, so that no command has to expect what nobody writes.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args

import typer

LONGEST = 1_000  # characters of words: no name, title or question is as long
LONGEST_PATH, LONGEST_NAME = 4_095, 255  # bytes: what systems take of a path, and of one name in it
DIGITS = 15  # of a whole number
JSON = (
    "JSON"  # as which a parameter is shown that holds data: those have bounds of their own (rules_data/bounded_json.py)
)

EMPTY = "是空的；请写出内容，不需要这一项就不写"
ILLEGIBLE = "里有读不出的字：不是 UTF-8，或是控制字符"
NO_NUMBER = "应是普通的数，不能是无穷大或 nan"
TOO_LARGE = f"应是整数，至多 {DIGITS} 位"

_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_HALF = re.compile(r"[\ud800-\udfff]")


def fault(written: str, kind: str, data: bool = False) -> str:
    """What is wrong with a text that was written for a parameter of a kind (see :func:`_kind`); nothing if it will do."""
    if not written.strip() and not data:
        return EMPTY
    if "\0" in written or (_CONTROL.search(written) and not data):
        return ILLEGIBLE
    if kind == "path":
        return _path_fault(written)
    if _HALF.search(written):
        return ILLEGIBLE
    if len(written) > LONGEST and not data:
        return f"有 {len(written)} 个字，太长，至多 {LONGEST} 个"
    if kind == "integer" and sum(map(str.isdigit, written)) > DIGITS:
        return TOO_LARGE
    if kind == "float" and not _finite(written):
        return NO_NUMBER
    return ""


def _path_fault(written: str) -> str:
    try:
        length = len(os.fsencode(written))
        names = [len(os.fsencode(name)) for name in re.split(r"[/\\]" if os.name == "nt" else "/", written)]
    except UnicodeEncodeError:  # a half of a character that stands for no byte
        return ILLEGIBLE
    if length > LONGEST_PATH or max(names) > LONGEST_NAME:
        return f"是太长的路径：整条至多 {LONGEST_PATH} 字节，其中一个名字至多 {LONGEST_NAME} 字节"
    return ""


def _finite(written: str) -> bool:
    try:
        return math.isfinite(float(written))
    except ValueError:  # no number at all: said where it is read
        return True


def _kind(parameter: Any) -> str:
    """As what a parameter is read: ``path``, ``integer``, ``float`` or ``words``; versions of typer keep that differently."""
    described = getattr(parameter, "type_descriptor", None)
    if described is None:
        name = str(parameter.type.name)
        return {"file": "path", "directory": "path", "text": "words"}.get(name, name.partition(" ")[0])
    kind = next(iter(get_args(described.annotation)), described.annotation)
    return {int: "integer", float: "float"}.get(kind) or ("path" if kind is Path else "words")


def watch(parameters: Iterable[Any]) -> None:
    """Have every one of a command's parameters looked at as soon as it is taken from the command line."""
    for parameter in parameters:
        _watch(parameter)


def _watch(parameter: Any) -> None:
    take = parameter.consume_value

    def taken(context: Any, options: Any) -> tuple[Any, Any]:
        value, source = take(context, options)
        if getattr(source, "name", "") == "COMMANDLINE":
            words = [each for each in (value if isinstance(value, list | tuple) else [value]) if isinstance(each, str)]
            kind, data = _kind(parameter), parameter.metavar == JSON
            wrong = next((said for each in words if (said := fault(each, kind, data))), "")
            total = sum(map(len, words))
            if not wrong and kind == "words" and total > LONGEST and not data:
                wrong = f"有 {total} 个字，太长，至多 {LONGEST} 个"
            if wrong:
                raise typer.BadParameter(wrong, ctx=context, param=parameter)
        return value, source

    parameter.consume_value = taken
