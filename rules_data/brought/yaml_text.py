"""Writes plain data as YAML without a library, in the form of the files of ``rules_data/books``."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

_PLAIN = re.compile(r"[㐀-鿿A-Za-z（(《“][^:#\n\t\"'{}\[\],&*!|>%@`]*(?<![\s:])")
_WORDS = frozenset(["true", "false", "yes", "no", "on", "off", "null", "y", "n", "~"])
_UNPRINTED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]")


def dump(value: Sequence[Any] | Mapping[str, Any]) -> str:
    """Records as block-style YAML. Fields and items keep their order; numbers, true, false and null are written as such."""
    return "".join(f"{line}\n" for line in _lines(value, 0)) if value else "[]\n"


def _lines(value: Any, depth: int) -> list[str]:
    """The lines of a mapping or a list that is not empty."""
    indent = "  " * depth
    out: list[str] = []
    if isinstance(value, Mapping):
        for key, inner in value.items():
            out += _field(f"{indent}{_scalar(str(key))}:", inner, depth)
        return out
    for item in value:
        if isinstance(item, Mapping) and item:
            first, *rest = _lines(item, depth + 1)
            out += [f"{indent}- {first.lstrip()}", *rest]
        elif isinstance(item, Mapping | list | tuple):
            out.append(f"{indent}- {_flow(item)}")
        else:
            out.append(f"{indent}- {_scalar(item)}")
    return out


def _field(head: str, value: Any, depth: int) -> list[str]:
    if isinstance(value, Mapping):
        return [head, *_lines(value, depth + 1)] if value else [f"{head} {{}}"]
    if isinstance(value, list | tuple):
        if all(not isinstance(item, Mapping | list | tuple) for item in value):
            return [f"{head} {_flow(value)}"]
        return [head, *_lines(value, depth + 1)]
    if isinstance(value, str) and "\n" in value and _whole(value):
        pad = "  " * (depth + 1)
        return [f"{head} |-", *(pad + line if line else "" for line in value.split("\n"))]
    return [f"{head} {_scalar(value)}"]


def _whole(text: str) -> bool:
    """Whether a text of several lines comes back from a literal block as it is."""
    lines = text.split("\n")
    return not _UNPRINTED.search(text) and "\r" not in text and all(line == line.strip() and line for line in lines)


def _flow(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_quoted(str(k))}: {_flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return _quoted(value) if isinstance(value, str) else _scalar(value)


def _scalar(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if _PLAIN.fullmatch(value) and value.lower() not in _WORDS and not _UNPRINTED.search(value):
        return str(value)
    return _quoted(value)


def _quoted(text: str) -> str:
    """The text in double quotes, as JSON has it, which is YAML too; what YAML does not print is written by its number."""
    written = json.dumps(text, ensure_ascii=False)
    return _UNPRINTED.sub(lambda m: f"\\u{ord(m.group()):04x}", written)
