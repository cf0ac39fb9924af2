"""Reads app/browser/messages.d.ts, as far as it is written in one way: which messages there are, and whether one is as it says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[2] / "app" / "browser" / "messages.d.ts"
_TOKEN = re.compile(r'"[^"]*"|\w+|=>|[{}()\[\]<>|:;,?=]')

Type = tuple[Any, ...]
"""What a value may be: ``("string",)``, ``("|", types)``, ``("[]", type)``, ``("{}", {name: (needed, type)})``, …"""


class _Reader:
    """Reads types from tokens."""

    def __init__(self, text: str) -> None:
        self.tokens, self.at = _TOKEN.findall(re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)), 0

    def next(self, wanted: str = "") -> str:
        token: str = self.tokens[self.at]
        assert not wanted or token == wanted, (
            f"{FILE.name}: {wanted} expected before {self.tokens[self.at : self.at + 6]}"
        )
        self.at += 1
        return token

    def has(self, token: str) -> bool:
        found = self.at < len(self.tokens) and self.tokens[self.at] == token
        self.at += found
        return found

    def type(self) -> Type:
        self.has("|")
        either = [self._list()]
        while self.has("|"):
            either.append(self._list())
        return either[0] if len(either) == 1 else ("|", either)

    def _list(self) -> Type:
        found = self._one()
        while self.has("["):
            self.next("]")
            found = ("[]", found)
        return found

    def _one(self) -> Type:
        if self.has("{"):
            return ("{}", self.fields())
        if self.has("["):
            return ("[,]", self._until("]", self._element))
        if self.has("("):
            self._until(")", lambda: (self.next(), self.next(":"), self.type()))
            self.next("=>")
            return ("=>", self.type())
        name = self.next()
        of = self._until(">", self.type) if self.has("<") else []
        return (name, *of)

    def _element(self) -> Type:
        """One of a tuple, which may have a name."""
        if self.tokens[self.at + 1] == ":":
            self.at += 2
        return self.type()

    def _until(self, end: str, read: Any) -> list[Any]:
        found = []
        while not self.has(end):
            found.append(read())
            self.has(",")
        return found

    def fields(self) -> dict[str, tuple[bool, Type]]:
        """The fields of an object, up to its closing bracket."""
        found: dict[str, tuple[bool, Type]] = {}
        while not self.has("}"):
            name, needed = self.next(), not self.has("?")
            self.next(":")
            assert name not in found, f"{FILE.name}: {name} twice"
            found[name] = (needed, self.type())
            self.has(";")
        return found


@cache
def types() -> Mapping[str, Type]:
    """Every type of the file by its name."""
    text = FILE.read_text(encoding="utf-8")
    reader = _Reader(re.sub(r"^type Said<.*$", "", text, flags=re.M))
    found: dict[str, Type] = {}
    while reader.at < len(reader.tokens):
        kind, name = reader.next(), reader.next()
        assert kind in ("interface", "type") and name not in found, f"{FILE.name}: {kind} {name}"
        if kind == "interface":
            reader.next("{")
            found[name] = ("{}", reader.fields())
        else:
            reader.next("=")
            found[name] = reader.type()
            reader.next(";")
    return found


def fields(name: str) -> Mapping[str, tuple[bool, Type]]:
    """What an interface has."""
    found: Mapping[str, tuple[bool, Type]] = types()[name][1]
    return found


def words(name: str) -> set[str]:
    """The words that a type is one of."""
    return {each[0].strip('"') for each in types()[name][1]}


def fault(value: Any, of: Type, where: str) -> str:
    """Where a value is not of a type; empty where it is."""
    kind = of[0]
    if kind == "|":
        faults = [fault(value, each, where) for each in of[1]]
        return "" if "" in faults else faults[0]
    if kind in ("[]", "[,]"):
        if not isinstance(value, list) or (kind == "[,]" and len(value) != len(of[1])):
            return f"{where}: {value!r}"
        each_type = [of[1]] * len(value) if kind == "[]" else of[1]
        return _first(fault(each, type_, f"{where}[]") for each, type_ in zip(value, each_type, strict=True))
    if kind == "Record":
        return "" if isinstance(value, dict) else f"{where}: {value!r}"
    if kind == "Partial":
        return _object(value, {name: (False, type_) for name, (_, type_) in fields(of[1][0]).items()}, where)
    if kind == "{}":
        return _object(value, of[1], where)
    if kind in types():
        return fault(value, types()[kind], where)
    fits = {
        "string": isinstance(value, str),
        "number": isinstance(value, int | float) and not isinstance(value, bool),
        "boolean": isinstance(value, bool),
        "true": value is True,
        "null": value is None,
    }
    return "" if fits.get(kind, value == kind.strip('"')) else f"{where}: {value!r} is not {kind}"


def _object(value: Any, wanted: Mapping[str, tuple[bool, Type]], where: str) -> str:
    if not isinstance(value, dict):
        return f"{where}: {value!r}"
    for name, (needed, type_) in wanted.items():
        if name in value:
            if found := fault(value[name], type_, f"{where}.{name}"):
                return found
        elif needed:
            return f"{where}: no {name}"
    unknown = set(value) - set(wanted)
    return f"{where}: {sorted(unknown)} are not named" if unknown else ""


def _first(faults: Any) -> str:
    return next((each for each in faults if each), "")


def message_fault(said: Mapping[str, Any], side: str) -> str:
    """What is wrong with a message ``{"do": …}`` of a side; empty where it is as the file says."""
    name = said.get("do", "")
    if name not in fields(side):
        return f"{side}: {name!r} is not named"
    return fault({key: value for key, value in said.items() if key != "do"}, fields(side)[name][1], f"{side}.{name}")
