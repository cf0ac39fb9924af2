"""What is being filled in on a form; it outlives the screen it is on, so that nothing typed is lost."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import flet as ft


@ft.observable
@dataclass
class Form:
    """What is being filled in; it outlives the screen it is on, so that nothing typed is lost."""

    values: dict[str, Any] = field(default_factory=dict)
    changes: int = 0  # counts what was put in, by whomever
    version: int = 0  # counts what the app put into the fields
    fault: str = ""

    def text(self, name: str) -> str:
        """What stands in a field of words."""
        return str(self.values.get(name) or "")

    def number(self, name: str) -> int | None:
        """What stands in a field of numbers."""
        value = self.values.get(name)
        return value if isinstance(value, int) else None

    def chosen(self, name: str) -> tuple[str, ...]:
        """What is chosen among several."""
        return tuple(self.values.get(name) or ())

    def type(self, name: str, value: str) -> None:
        """Take what somebody types."""
        self.values[name] = value
        self.fault = ""
        self.changes += 1

    def type_number(self, name: str, number: int | None) -> None:
        """Take a number somebody types."""
        self.values[name] = number
        self.fault = ""
        self.changes += 1

    def put(self, name: str, value: Any) -> None:
        """Put something into a field."""
        self.values[name] = value
        self.fault = ""
        self.version += 1
        self.changes += 1

    def toggle(self, name: str, value: str) -> None:
        """Choose one of several, or no longer."""
        now = self.chosen(name)
        self.put(name, tuple(v for v in now if v != value) if value in now else (*now, value))
