"""What a tool answers: the result, its working, tables and pictures, and the clauses; or what is wanting, or wrong.

Pure: nothing here knows of a screen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Literal

from app import tools

Kind = Literal["plain", "good", "bad"]


@dataclass(frozen=True, slots=True)
class Grid:
    """A small table."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    here: int | None = None  # the row that is the answer
    title: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """Cards in a row of a picture, with what is said of them."""

    title: str
    cards: tuple[str, ...]
    marked: frozenset[int] = frozenset()  # which of them stand out
    below: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came out."""

    said: str  # in a few words: +620
    working: tuple[str, ...] = ()  # how: 墩分 30×4＝120
    lines: tuple[str, ...] = ()  # what else follows
    grids: tuple[Grid, ...] = ()
    pictures: tuple[Shown, ...] = ()
    cites: tuple[str, ...] = ()
    kind: Kind = "plain"


@dataclass(frozen=True, slots=True)
class Wanting:
    """There is no answer before these entries are made."""

    names: tuple[str, ...]
    why: str = ""  # where it is more than that nothing was entered


@dataclass(frozen=True, slots=True)
class Refused:
    """There is no answer to what was entered: which entry, and why."""

    why: str
    name: str = ""  # the entry; empty where they do not go together


class Unfit(ValueError):
    """Raised by a model for an entry that cannot be, with one sentence for the person who made it."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(why)
        self.name = name


class More(ValueError):
    """Raised by a model that needs more of an entry than stands there."""

    def __init__(self, why: str, *names: str) -> None:
        super().__init__(why)
        self.names = names


Outcome = Answer | Wanting | Refused
Model = Callable[[Mapping[str, Any]], Answer]
_models: dict[str, Model] = {}


def model(tool: str) -> Callable[[Model], Model]:
    """Let a function give the answer of a tool whose answer is more than the sentences of its file."""

    def named(given: Model) -> Model:
        _models[tool] = given
        return given

    return named


@cache
def models_of(game: str) -> Mapping[str, Model]:
    """Return the models of a game's tools, by tool: those in the modules of this room that are named after it."""
    for found in iter_modules(tools.__path__):
        if found.name == game or found.name.startswith(f"{game}_"):
            import_module(f"{tools.__name__}.{found.name}")
    return {tool: given for tool, given in _models.items() if tool.startswith(f"{game}.")}


def model_of(tool: str) -> Model | None:
    """Return the model of a tool, where it has one."""
    return models_of(tool.partition(".")[0]).get(tool)
