"""What is new on the screen and what is gone from it, found by looking at what a control holds and at nothing else.

Flet 1.0.5 prepares each control that came, and lists each that went, by reading every field its class declares, fifty and more,
and asking of each value anew whether it is a dataclass, a list or a dictionary: more than half of the time from a key to the
message with the results went there. All but a handful of these fields are at their default. A control knows which are not
(``_values``, see ``flet/controls/value_types.py``), and which fields of its class are kept otherwise (``_structural_fields``).
Here only those are read, in the order of the fields, so that the same controls come out in the same order.

``tests/app/frame/test_patching.py`` holds this against Flet's own, and fails when Flet changes either of the two functions.
"""

from __future__ import annotations

import dataclasses
import weakref
from collections.abc import Iterator
from functools import cache
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from flet.controls import object_patch
from flet.controls.object_patch import DiffBuilder, ObjectPatchException

PLAIN = frozenset({type(None), bool, int, float, str, bytes, FunctionType, MethodType, BuiltinFunctionType})
"""What holds nothing further."""


@cache
def _fields(kind: Any) -> tuple[dict[str, int], tuple[str, ...], bool]:
    """The places of a class's fields that count, those of them always to be read, and whether its objects know the others."""
    names = [field.name for field in dataclasses.fields(kind) if not field.metadata.get("skip", False)]
    places = {name: place for place, name in enumerate(names)}
    kept = getattr(kind, "_structural_fields", None)
    defaults = getattr(kind, "_prop_defaults", {})
    if kept is None or {*kept, *defaults} != set(names):
        return places, tuple(names), False
    always = [name for name in names if name in kept or type(defaults.get(name)) not in PLAIN]
    return places, tuple(always), True


def held(item: Any) -> list[Any]:
    """Return the values of a dataclass's fields in which there may be controls, in the order of the fields."""
    places, always, sparse = _fields(item.__class__)
    if not sparse or (values := getattr(item, "_values", None)) is None:
        found = [getattr(item, name) for name in places]
    elif values:
        names = {*always, *values} if always else values
        found = [getattr(item, name) for name in sorted(names, key=places.__getitem__)]
    else:
        found = [getattr(item, name) for name in always]
    return [value for value in found if type(value) not in PLAIN]


def _is_one(value: Any) -> bool:
    """Whether it is a dataclass; that anything may be done to it then is what a checker of types need not know."""
    return dataclasses.is_dataclass(value) and not isinstance(value, type)


def _prepare(builder: Any, item: Any, parent: Any, frozen: bool, only_watch: bool, came: list[Any]) -> None:
    """Prepare a value that came as Flet does, with all in it; add its controls to those that came."""
    if isinstance(item, list):
        for each in item:
            if type(each) not in PLAIN:
                _prepare(builder, each, parent, frozen, False, came)
        return
    if isinstance(item, dict):
        for each in item.values():
            if type(each) not in PLAIN:
                _prepare(builder, each, parent, frozen, False, came)
        return
    if not _is_one(item):
        return
    if parent is None:  # it belongs to something that was there before
        known = getattr(item, "_parent", None)
        parent = known() if known else None
    if parent:
        if parent is item:
            raise ObjectPatchException(f"Parent is the same as item: {item}")
        item._parent = weakref.ref(parent)
    if hasattr(item, "_frozen"):
        frozen = item._frozen
    elif frozen:
        item._frozen = frozen
    kind = item.__class__
    if getattr(kind, "__flet_control_cls__", None) is None:
        kind.__flet_control_cls__ = builder.control_cls
    control = builder.control_cls and isinstance(item, builder.control_cls)
    if control:
        if not only_watch:
            item.build()
            item._before_update_safe()
            object.__setattr__(item, "_initialized", True)
        came.append(item)
    if not only_watch:
        for each in held(item):
            _prepare(builder, each, item if control else parent, frozen, False, came)
    if not frozen:
        changed = getattr(item, "_dirty", None)
        if changed is not None:
            changed.clear()
        else:
            watched: Any = type(item)
            if watched.__setattr__ is not object_patch._control_setattr:
                watched.__setattr__ = object_patch._control_setattr
            object.__setattr__(item, "__changes", {})


def _list(builder: Any, item: Any, recurse: bool, went: list[Any]) -> None:
    """Add the controls in a value that went to those that went, as Flet does."""
    if builder.control_cls and isinstance(item, builder.control_cls):
        if hasattr(item, "__prev_lists"):
            for snapshots in ("__prev_lists", "__prev_dicts", "__prev_classes"):
                for each in getattr(item, snapshots, {}).values():
                    _list(builder, each, recurse, went)
        elif recurse:
            for each in held(item):
                _list(builder, each, recurse, went)
        went.append(item)
    elif isinstance(item, (list, dict)):
        for each in item.values() if isinstance(item, dict) else item:
            if type(each) not in PLAIN:
                _list(builder, each, recurse, went)


def _configure(self: Any, item: Any, parent: Any, frozen: bool, configure_setattr_only: bool = False) -> Iterator[Any]:
    came: list[Any] = []
    _prepare(self, item, parent, frozen, configure_setattr_only, came)
    return iter(came)


def _removed(self: Any, item: Any, recurse: bool) -> Iterator[Any]:
    went: list[Any] = []
    _list(self, item, recurse, went)
    return iter(went)


_plain_configure = DiffBuilder._configure_dataclass
_plain_removed = DiffBuilder._removed_controls


def look_quickly() -> None:
    """Have every window of this program find what came and what went in this way."""
    DiffBuilder._configure_dataclass = _configure  # type: ignore[method-assign]
    DiffBuilder._removed_controls = _removed  # type: ignore[method-assign]
