"""Frozen records to JSON data and back, by their type annotations, fast enough for start-up.

What this program compiled itself is revived without looking; what comes from elsewhere is looked at first with :func:`misfit`.
"""

from __future__ import annotations

import dataclasses
import functools
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")


@functools.cache
def _reviver(type_: Any) -> Callable[[Any], Any] | None:
    """How to turn JSON into a field of type ``type_``; None when JSON already is what it should be."""
    if dataclasses.is_dataclass(type_):
        record = cast(Any, type_)
        return lambda data: revive(record, data)
    origin = get_origin(type_)
    if origin is tuple:
        inner = get_args(type_)[0]
        if dataclasses.is_dataclass(inner):
            record = cast(Any, inner)
            return lambda data: tuple([revive(record, d) for d in data])
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
def _makers(type_: type[Any]) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
    """The fields of a record that JSON does not give as they are."""
    hints = get_type_hints(type_)
    made = ((f.name, _reviver(hints[f.name])) for f in dataclasses.fields(type_))
    return tuple((name, maker) for name, maker in made if maker is not None)


def revive(type_: type[T], data: Mapping[str, Any]) -> T:
    """JSON data -> a record."""
    made = dict(data)
    for name, maker in _makers(type_):  # type: ignore[arg-type]  # a class is as good a key as any
        if name in made:
            made[name] = maker(made[name])
    return type_(**made)


class Revived(Mapping[str, T]):
    """Records by name, each revived when somebody first asks for it: most of what is opened is never looked at."""

    def __init__(self, type_: type[T], data: Mapping[str, Mapping[str, Any]]) -> None:
        self._type = type_
        self._data = data
        self._known: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        found = self._known.get(name)
        if found is None:
            found = self._known[name] = revive(self._type, self._data[name])
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._data

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)


Steps = tuple[str | int, ...]
_hints = functools.cache(get_type_hints)


def misfit(type_: Any, data: Any) -> Steps | None:
    """Where JSON data is not what a type asks for, the first place found; None where it is. Unknown fields are let be.

    Nothing is turned into anything else: a number in quotes is text, 1.0 and true are no whole numbers.
    """
    if dataclasses.is_dataclass(type_):
        return _misfit_record(type_, data)
    origin, args = get_origin(type_), get_args(type_)
    if origin in (Union, types.UnionType):
        found = [misfit(each, data) for each in args if each is not type(None)]
        return None if (data is None and type(None) in args) or None in found else found[0]
    if origin is Literal:
        return None if isinstance(data, str) and data in args else ()
    if origin is tuple:
        if not isinstance(data, list):
            return ()
        if args[-1] is Ellipsis:
            return _first((i, args[0], item) for i, item in enumerate(data))
        inside = _first(zip(range(len(data)), args, data, strict=False))
        return inside if inside is not None or len(data) == len(args) else ()
    if origin in (dict, Mapping):
        return _first((key, args[1], value) for key, value in data.items()) if isinstance(data, dict) else ()
    return None if type(data) is type_ else ()


def _misfit_record(type_: Any, data: Any) -> Steps | None:
    if not isinstance(data, dict):
        return ()
    hints = _hints(type_)
    for f in dataclasses.fields(type_):
        if f.name in data:
            inside = misfit(hints[f.name], data[f.name])
            if inside is not None:
                return (f.name, *inside)
        elif f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING:
            return (f.name,)
    return None


def _first(parts: Iterable[tuple[str | int, Any, Any]]) -> Steps | None:
    for step, type_, data in parts:
        inside = misfit(type_, data)
        if inside is not None:
            return (step, *inside)
    return None


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
