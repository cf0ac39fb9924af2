"""Texts of a tree as they are said: with roles, facts and what functions found put in."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from decision_trees import values as words
from decision_trees.functions import RuleInputError
from decision_trees.model import Fact, OutcomeOption, Role, Tree
from decision_trees.roles import PLACEHOLDER, Cast, is_path, roles_of
from decision_trees.steps import Asked, Ruled
from decision_trees.values import show


class NotKnown(Exception):
    """A fact that is needed is not known yet."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


@dataclass(slots=True, kw_only=True)
class Wording(ABC):
    """Says texts of a tree; what is known is found by whoever extends it."""

    tree: Tree
    facts: dict[str, Fact] = field(default_factory=dict)
    node_tree: Tree | None = None  # whose texts are being said

    @abstractmethod
    def value(self, name: str) -> Any:
        """The value of a fact. Raises :class:`NotKnown`."""

    def quietly(self, name: str) -> Any:
        """The value of a fact that only words need; None where it is not known or cannot be worked out."""
        try:
            return self.value(name)
        except (NotKnown, RuleInputError):
            return None

    def seat(self, name: str) -> str | None:
        """The seat a fact holds; None where it is not known, or the fact is no seat."""
        fact = self.facts.get(name)
        return self.quietly(name) if fact is not None and fact.kind == "seat" else None

    def side(self, name: str) -> str | None:
        """The side a fact holds; None where it is not known."""
        value = self.quietly(name) if name in self.facts else None
        return value if isinstance(value, str) else None

    def roles(self) -> dict[str, Role]:
        """The roles of the tree that is gone through."""
        return roles_of(self.node_tree or self.tree, self.tree)

    def cast(self) -> Cast | None:
        """Who sits where, as far as it is known; None where there is no deal."""
        if self.tree.deal is None:
            return None
        return Cast(self.tree.deal, self.roles(), self.seat, self.side)

    def who(self, text: str) -> str:
        """Somebody named by a path, or in free words that may hold placeholders."""
        cast = self.cast()
        if cast is not None and is_path(text, cast.deal, cast.roles):
            return cast.say(text)
        return self.text(text)

    def text(self, text: str, introduced: set[str] | None = None, result: Mapping[str, Any] | None = None) -> str:
        """A text with roles, facts and keys of a function's result put in."""
        if "{" not in text:
            return text
        cast = self.cast()

        def otherwise(m: re.Match[str]) -> str:
            return "—" if m["otherwise"] is None else self.text(m["otherwise"], introduced, result)

        def put(m: re.Match[str]) -> str:
            name, form = m["name"], m["form"]
            if m["plain"]:
                return name
            if result is not None and name in result and result[name] is not None:
                value, fact = result[name], None
            elif cast is not None and is_path(name, cast.deal, cast.roles):
                inside = m.string.count("（", 0, m.start()) > m.string.count("）", 0, m.start())
                return cast.say(name, None if inside else introduced)  # no brackets in brackets
            else:
                try:
                    value, fact = self.value(name), self.facts.get(name)
                except NotKnown:
                    return otherwise(m)
                except RuleInputError:
                    if self.facts[name].lasts is None:
                        raise
                    return otherwise(m)
            return words.say(value, form, self.tree.deal) if form else self.text(show(fact, value))

        return PLACEHOLDER.sub(put, text)

    def unavailable(self, option: OutcomeOption) -> str | None:
        """Why an option is not legal, where the facts that decide it are known."""
        for name, wanted in option.only.items():
            value = self.quietly(name)
            if value is not None and value not in (wanted if isinstance(wanted, list | tuple) else (wanted,)):
                return self.text(option.otherwise or f"“{option.text}”在这里不合规则。")
        return None

    def place(self, path: str) -> str | None:
        """The seat of somebody named by a role's path, or of a fact that holds one; None where it is not known."""
        cast = self.cast()
        if cast is not None and is_path(path, cast.deal, cast.roles):
            return cast.seat(path)
        return self.seat(path)

    def seats(self, paths: Iterable[str]) -> dict[str, str]:
        """The seats, or sides, of those named and of every role known."""
        cast = self.cast()
        out: dict[str, str] = {}
        for path in dict.fromkeys((*paths, *(cast.roles if cast is not None else ()))):
            seat = (cast.seat(path) or (cast.side(path) if "." in path else None)) if cast is not None else None
            if seat is not None:
                out[path] = seat
        return out

    def cards(self, written: str | tuple[str, ...] | None) -> tuple[str, ...]:
        """The cards an effect is about, as far as they are known."""
        if not isinstance(written, str):
            return tuple(written or ())
        found = self.quietly(written.removeprefix("$").removesuffix("?"))
        return (found,) if isinstance(found, str) else tuple(found or ())


def reworded(step: Asked | Ruled, text: str) -> str:
    """A text of a tree that was gone through, or somebody's path, with the facts and seats of this step put in."""
    deal = step.entry.deal
    known = {k.name: k.shown for k in step.known}
    roles = roles_of(step.tree, step.entry)
    seats = {
        role.seat: step.seats[name] for name, role in roles.items() if role.seat is not None and name in step.seats
    }
    sides = {k.name: k.value for k in step.known if isinstance(k.value, str)}
    cast = Cast(deal, roles, seats.get, sides.get) if deal is not None else None
    if cast is not None and is_path(text, cast.deal, cast.roles):
        return cast.say(text)

    def put(m: re.Match[str]) -> str:
        if m["plain"]:
            return m["name"]
        if cast is not None and is_path(m["name"], cast.deal, cast.roles):
            return cast.say(m["name"])
        return known[m["name"]] if m["name"] in known else PLACEHOLDER.sub(put, m["otherwise"] or "")

    return PLACEHOLDER.sub(put, text)
