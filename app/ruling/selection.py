"""What is being put together by touch, and not taken as the answer yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import flet as ft


@ft.observable
@dataclass
class Selection:
    """What is being put together by touch, and not taken as the answer yet."""

    value: Any = None
    by: str = ""  # the seat the next call is entered for, where it is not the next in turn
    fault: str = ""  # why the last tap was not taken
    past: tuple[tuple[Any, str], ...] = ()  # what stood there before each tap, and for which seat

    def put(self, value: Any, by: str = "") -> None:
        """Take a tap."""
        self.past = (*self.past, (self.value, self.by))
        self.value, self.by, self.fault = value, by, ""

    def undo(self) -> bool:
        """Take the last tap back; whether there was one."""
        if not self.past:
            return False
        *before, (self.value, self.by) = self.past
        self.past, self.fault = tuple(before), ""
        return True
