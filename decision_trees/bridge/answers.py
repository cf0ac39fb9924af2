"""What a rule function answers: plain JSON of the small objects of the game, clauses with their book."""

from __future__ import annotations

import dataclasses
from enum import Enum
from typing import Any

from decision_trees.bridge.cards import Card
from decision_trees.bridge.tricks import Requirement

_B = "bridge-1999:"


def _json(value: Any) -> Any:
    """Plain JSON of the library's small objects; clauses get their book."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Card | Requirement):
        return str(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        out = {f.name: _json(getattr(value, f.name)) for f in dataclasses.fields(value)}
        laws = [out.pop("law")] if "law" in out else out.pop("laws", None)
        if laws is not None:
            out["laws"] = [_B + law for law in dict.fromkeys(laws)]
        return out
    if isinstance(value, list | tuple):
        return [_json(v) for v in value]
    return value


def as_json(value: Any) -> dict[str, Any]:
    """A small frozen object as JSON."""
    out = _json(value)
    assert isinstance(out, dict)
    return out
