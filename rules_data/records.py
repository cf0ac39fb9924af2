"""Frozen records to JSON data and back, by their type annotations, fast enough for start-up."""

from __future__ import annotations

import dataclasses
import functools
import types
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")


@functools.cache
def _reviver(type_: Any) -> Callable[[Any], Any] | None:
    """How to turn JSON into a field of type ``type_``; None when JSON already is what it should be."""
    if dataclasses.is_dataclass(type_):
        return lambda data: revive(cast(Any, type_), data)
    origin = get_origin(type_)
    if origin is tuple:
        inner = get_args(type_)[0]
        if dataclasses.is_dataclass(inner):
            return lambda data: tuple([revive(cast(Any, inner), d) for d in data])
        deeper = _reviver(inner)
        return tuple if deeper is None else lambda data: tuple(map(deeper, data))
    if origin in (dict, Mapping):
        value = _reviver(get_args(type_)[1])
        return None if value is None else lambda data: {k: value(v) for k, v in data.items()}
    if origin in (Union, types.UnionType):
        makers = [
            m for a in get_args(type_) if dataclasses.is_dataclass(a) and (m := _reviver(cast(Any, a))) is not None
        ]
        if makers:
            return lambda data: makers[0](data) if isinstance(data, dict) else data
    return None


@functools.cache
def _makers(type_: type[Any]) -> dict[str, Callable[[Any], Any]]:
    hints = get_type_hints(type_)
    return {f.name: maker for f in dataclasses.fields(type_) if (maker := _reviver(hints[f.name])) is not None}


def revive(type_: type[T], data: Mapping[str, Any]) -> T:
    """JSON data -> a record."""
    makers = _makers(cast(Any, type_))
    return type_(**{name: makers[name](value) if name in makers else value for name, value in data.items()})


def plain(value: Any) -> Any:
    """A record as JSON data, with fields at their default left out."""
    if dataclasses.is_dataclass(value):
        out = {}
        for f in dataclasses.fields(value):
            v = getattr(value, f.name)
            if v != f.default and not (f.default_factory is not dataclasses.MISSING and v == f.default_factory()):
                out[f.name] = plain(v)
        return out
    if isinstance(value, tuple | list):
        return [plain(v) for v in value]
    if isinstance(value, Mapping):
        return {k: plain(v) for k, v in value.items()}
    return value
