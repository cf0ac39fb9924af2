"""A window with nothing behind it: screens are drawn in it as they are, and read and tapped as somebody would."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from types import SimpleNamespace
from typing import Any, cast

import flet as ft
from flet.components.component import Component
from flet.controls.context import _context_page

from app.base.opened import handbook
from app.frame.main import measure
from app.window.preferences import Preferences
from app.window.session import Session

SAID = (
    "value",
    "text",
    "label",
    "content",
    "title",
    "message",
    "hint_text",
    "tooltip",
)  # where a control says something
TAPPED = ("on_click", "on_select", "on_tap")


class _Nobody:
    """Other windows, of which there are none."""

    def __getattr__(self, _: str) -> Callable[..., None]:
        return lambda *_: None


class Page:
    """As much of a page as a session asks for: it goes where it is sent, and does at once what is to be done."""

    width, height, platform_brightness, url, web = 412, 915, ft.Brightness.LIGHT, "", False

    def __init__(self) -> None:
        self.data: Any = None  # the session of the window
        self.gone: list[str] = []  # where it was sent
        self.session = SimpleNamespace(connection=None, schedule_update=lambda _: None, schedule_effect=lambda *_: None)
        self.pubsub = _Nobody()

    def navigate(self, route: str) -> None:
        """Go to an address."""
        self.gone.append(route)

    def run_task(self, task: Callable[..., Any], *args: Any) -> None:
        """Do something that takes its time; nobody waits here."""
        asyncio.run(task(*args))


def sitting(width: int = 412, height: int = 915) -> Session:
    """A session of somebody who sits at a small telephone, or a wider screen."""
    page = Page()
    page.width, page.height = width, height
    session = Session(cast(ft.Page, page), handbook(), Preferences(cast(ft.Page, page), cast(Any, None)))
    page.data = session
    session.settings.asked = True
    measure(session)
    return session


def gone_to(session: Session) -> str:
    """Where a window went last."""
    return cast(Page, session.page).gone[-1]


@dataclass
class Screen:
    """What is drawn, as it can be read."""

    session: Session
    controls: list[ft.BaseControl] = field(default_factory=list)

    @property
    def texts(self) -> list[str]:
        """All that is said, from above to below."""
        return [text for each in self.controls for text in said_by(each)]

    @property
    def said(self) -> str:
        """All that is said, in one text."""
        return "\n".join(self.texts)

    def tappable(self) -> dict[str, Callable[[], None]]:
        """What can be tapped, by what it says, and by what a screen reader is told."""
        found: dict[str, Callable[[], None]] = {}
        for each in self.controls:
            for act in (getattr(each, name, None) for name in TAPPED):
                if act is not None and not getattr(each, "disabled", False):
                    for name in (" ".join(inside(each)), " ".join(spoken(each))):
                        found.setdefault(name, _tap(self.session, each, act))
        return found

    def tap(self, text: str) -> None:
        """Tap what says this."""
        found = self.tappable()
        name = text if text in found else next((each for each in found if text in each), None)
        assert name is not None, f"nothing to tap says {text}: {', '.join(found)}"
        found[name]()


def _tap(session: Session, control: ft.BaseControl, act: Callable[..., Any]) -> Callable[[], None]:
    def tap() -> None:
        with _on(session):
            result = act(SimpleNamespace(control=control, data=None)) if inspect.signature(act).parameters else act()
            if inspect.isawaitable(result):
                asyncio.run(cast(Any, result))

    return tap


class _on:
    """On the page of a session: what components and taps take for theirs."""

    def __init__(self, session: Session) -> None:
        self.page = session.page

    def __enter__(self) -> None:
        self.token = _context_page.set(self.page)

    def __exit__(self, *_: object) -> None:
        _context_page.reset(self.token)


def drawn(session: Session, component: Callable[..., Any], *args: Any) -> Screen:
    """Draw a component, and every component in it."""
    with _on(session):
        root = Component(fn=cast(Any, component).__component_impl__, args=args)
        return Screen(session, [each for each in _below(root, set())])


def shown(session: Session, parts: Callable[[], Any]) -> Screen:
    """Draw parts of a screen, which components may lie in."""

    @ft.component
    def screen() -> ft.Control:
        return ft.Column([*parts()])

    return drawn(session, screen)


def _below(control: Any, seen: set[int]) -> Iterator[ft.BaseControl]:
    if isinstance(control, list | tuple):
        for each in control:
            yield from _below(each, seen)
    elif isinstance(control, ft.BaseControl) and id(control) not in seen and getattr(control, "visible", True):
        seen.add(id(control))
        yield control
        if isinstance(control, Component):
            control.before_update()
            yield from _below(control._b, seen)
        elif is_dataclass(control):
            for each in fields(control):
                if not each.name.startswith("_"):
                    yield from _below(getattr(control, each.name, None), seen)


def said_by(control: ft.BaseControl) -> Iterator[str]:
    """What a control itself says."""
    for name in SAID:
        value = getattr(control, name, None)
        if isinstance(value, str) and value:
            yield value


def inside(control: ft.BaseControl) -> list[str]:
    """What a control and all in it say."""
    return [text for each in _below(control, set()) for text in said_by(each)]


def spoken(control: ft.BaseControl) -> list[str]:
    """What a screen reader says of a control and all in it."""
    below = [*_below(control, set())]
    return [
        text for each in below for text in [getattr(each, "semantics_label", None) or " ".join(said_by(each))] if text
    ]
