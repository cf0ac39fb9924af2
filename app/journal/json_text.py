"""JSON that is decoded when it is looked at: a journal in memory is mostly bodies nobody asks for."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any


class JsonText(Mapping[str, Any]):
    """A JSON object kept as its text."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def decoded(self) -> dict[str, Any]:
        """Return the object."""
        data: dict[str, Any] = json.loads(self.text)
        return data

    def __getitem__(self, key: str) -> Any:
        return self.decoded()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.decoded())

    def __len__(self) -> int:
        return len(self.decoded())

    def __repr__(self) -> str:
        return f"JsonText({self.text})"


def decoded(body: Mapping[str, Any]) -> Mapping[str, Any]:
    """A body that may be looked at often, and written as JSON."""
    return body.decoded() if isinstance(body, JsonText) else body


def written(value: object) -> str:
    """JSON as it is kept."""
    if isinstance(value, JsonText):
        return value.text
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def mentions(body: Mapping[str, Any], word: str) -> bool:
    """Whether a body may hold a text; False is certain."""
    return not isinstance(body, JsonText) or word in body.text
