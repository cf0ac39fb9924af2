"""A component is drawn once for what has changed, not once for each thing it looks at.

Flet 1.0.5 keeps the components that want to be drawn in a set and draws them as they come out of it. Where one of them lies inside
another it is drawn twice, before and with the other, and what is about to leave the screen is drawn a last time for nobody:
a step back from a ruling drew the ruling, the list, and both again with the page. So what lies inside something that
will be drawn waits for it, and what was drawn with something else in the meantime is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import flet as ft
from flet.components.component import Component

WAITED = "zhicai_waited"  # on the state of a component that has let another one go first


def draw_once() -> None:
    """Let every window of this program draw a component once."""
    if Component.update is _plain_update:
        Component.update = _update  # type: ignore[method-assign]


def _around(component: Component) -> Iterator[Component]:
    while component._parent_component is not None:
        around = component._parent_component()
        if around is None:
            return
        yield around
        component = around


def _drawn_by_another(component: Component) -> bool:
    """Whether something this lies in waits to be drawn, and will draw this too."""
    for around in _around(component):
        if around._state.is_dirty and around._state.mounted:
            return True
        if around.memoized:  # it may be kept as it is
            return False
    return False


def _update(component: Component) -> None:
    state = component._state
    if not component._stale and state.mounted:
        if not state.is_dirty:  # drawn since, with something around it
            return
        if not getattr(state, WAITED, False) and _drawn_by_another(component):
            setattr(state, WAITED, True)  # once: whatever becomes of the other, this is drawn the next time
            ft.context.page.session.schedule_update(component)
            return
        setattr(state, WAITED, False)
    _plain_update(component)


_plain_update: Callable[[Component], None] = Component.update
