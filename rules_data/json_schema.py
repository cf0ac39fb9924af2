"""JSON Schemas of the records people write in YAML, made from the record classes, for editors that complete and check."""

from __future__ import annotations

import dataclasses
import inspect
import re
import types
from collections.abc import Callable, Mapping
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]
Change = Callable[[Schema], None]
"""What is written otherwise than the class says: it is given the schema of the class to change."""

_PLAIN: Mapping[Any, Schema] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    type(None): {"type": "null"},
    Any: {},
}
_FIELD = re.compile(r"^ {4}(\w+): [^#\n]*#\s*(.+)$", re.MULTILINE)


def schema_of(type_: Any, *, many: Literal["no", "yes", "either"] = "no", changes: Mapping[str, Change]) -> Schema:
    """The schema of a file that holds one record of a type, a list of them, or either; ``changes`` by the class's name."""
    definitions: dict[str, Schema] = {}
    one = _of(type_, definitions, changes)
    several = {"type": "array", "items": one}
    whole = {"no": one, "yes": several, "either": {"anyOf": [one, several]}}[many]
    return {"$schema": DIALECT, **whole, "$defs": dict(sorted(definitions.items()))}


def _of(type_: Any, definitions: dict[str, Schema], changes: Mapping[str, Change]) -> Schema:
    def inner(each: Any) -> Schema:
        return _of(each, definitions, changes)

    if dataclasses.is_dataclass(type_):
        name = getattr(type_, "__name__", "")
        if name not in definitions:
            definitions[name] = {}  # it may hold itself
            definitions[name] = _record(type_, inner)
            if name in changes:
                changes[name](definitions[name])
        return {"$ref": f"#/$defs/{name}"}
    origin, args = get_origin(type_), get_args(type_)
    if origin is Literal:
        return {"enum": list(args)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [inner(each) for each in args]}
    if origin is tuple:
        if args[-1] is Ellipsis:
            return {"type": "array", "items": inner(args[0])}
        return {"type": "array", "prefixItems": [inner(each) for each in args], "items": False, "minItems": len(args)}
    if origin in (dict, Mapping):
        return {"type": "object", "additionalProperties": inner(args[1])}
    return dict(_PLAIN[type_])


def _record(type_: Any, inner: Callable[[Any], Schema]) -> Schema:
    hints = get_type_hints(type_)
    remarks = dict(_FIELD.findall(inspect.getsource(type_)))
    properties: dict[str, Schema] = {}
    required = []
    for field in dataclasses.fields(type_):
        remark = {"description": remarks[field.name]} if field.name in remarks else {}
        properties[field.name] = inner(hints[field.name]) | remark
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            required.append(field.name)
    about = (inspect.getdoc(type_) or "").partition("\n\n")[0].replace("\n", " ")
    schema: Schema = {"description": about, "type": "object", "properties": properties, "additionalProperties": False}
    return schema | ({"required": required} if required else {})
