"""The way a window came, screen by screen and step by step, in step with the history of the browser around it.

Whatever back undoes is one entry of that history: a screen, and on a screen every sheet, every answer, every form that lies
over what was there before. They are counted in the address (``/rule/bridge/revoke/1f0c?step=3``), so that the browser's own
back leads from the third to the second. The history itself is kept by the script in ``index.html``: an address it is given
with ``go=back`` is gone back to, one with ``go=instead`` takes the place of the present one, and a lower step of the present
screen is gone back to as well. What is entered on a screen may stand behind its address (``/tools/bridge-score?level=4``): that
is written over the present entry, and is nowhere one could go back to.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import parse_qs, unquote, urlsplit

BACK, INSTEAD = "back", "instead"


def at_step(address: str, step: int) -> str:
    """Return the address of a screen with so many things lying on it."""
    return f"{address}?step={step}" if step else address


def read(route: str) -> tuple[str, int, str]:
    """Return the address of a screen, the step on it, and how it was gone to, out of what the browser shows."""
    parts = urlsplit(route)
    said = parse_qs(parts.query)
    step = said.get("step", ["0"])[-1]
    return unquote(parts.path) or "/", int(step) if step.isdecimal() and len(step) < 4 else 0, said.get("go", [""])[-1]


@dataclass
class Trail:
    """The screens visited, and the step of the present one at which the browser is."""

    visited: list[str] = field(default_factory=list)
    step: int | None = 0  # None: not known until the browser says where it came to
    _sent: list[tuple[str, int, str]] = field(default_factory=list)  # asked of the browser, not confirmed yet

    @property
    def here(self) -> str:
        """The address of the present screen."""
        return self.visited[-1] if self.visited else "/"

    def begin(self, route: str) -> None:
        """Note where the window was opened."""
        address, self.step, _ = read(route)
        self.visited = [address]

    def forward(self, address: str, instead: bool = False, sheet: bool = False) -> str | None:
        """Go to another screen, or to one that takes the place of this; return what the browser is told.

        From a sheet the other screen takes the place of the sheet: one comes back to the screen it lay on.
        """
        told, address = address, unquote(address)
        if address == self.here and self.visited:
            return None
        if instead and self.visited:
            self.visited[-1] = address
        else:
            self.visited.append(address)
        instead = instead or (sheet and bool(self.step) and not self._sent)
        self.step = 0
        self._sent.append((address, 0, INSTEAD if instead else ""))
        return f"{told}?go={INSTEAD}" if instead else told

    def back(self, otherwise: str) -> str:
        """Go back one screen, from the first to the one above it; return what the browser is told."""
        if len(self.visited) > 1:
            self.visited.pop()
        else:
            self.visited = [otherwise]
        self.step = None
        self._sent.append((self.here, 0, BACK))
        return f"{self.here}?go={BACK}"

    def settle(self, depth: int | None) -> str | None:
        """Return what to tell the browser so that it has one entry for each thing that lies on the screen; None: nothing."""
        if depth is None or self.step is None or self._sent or depth == self.step:
            return None
        self.step = depth
        self._sent.append((self.here, depth, ""))
        return at_step(self.here, depth)

    def put(self, said: str) -> str | None:
        """Return what to tell the browser so that the present address says what is entered; None while it is not ready."""
        if self.step != 0 or self._sent:
            return None
        self._sent.append((self.here, 0, INSTEAD))
        return f"{self.here}?{said}{'&' if said else ''}go={INSTEAD}"

    def hear(self, route: str) -> tuple[str, int]:
        """Note where the browser is; return the screen, and how many things on it somebody went back by."""
        said = address, step, _ = read(route)
        if said in self._sent:
            del self._sent[: len(self._sent) - self._sent[::-1].index(said)]
            return address, 0
        gone = 0
        if address == self.here and self.step is not None and step < self.step:
            gone = 1 if self._sent else self.step - step  # who went back before the browser had kept up went back once
        self._sent.clear()
        self.step = step
        if address in self.visited:
            del self.visited[len(self.visited) - self.visited[::-1].index(address) :]
        else:
            self.visited.append(address)
        return address, gone
