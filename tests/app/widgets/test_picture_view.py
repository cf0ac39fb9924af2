"""The picture on the screen: one thing to a screen reader, cards by shape and colour, tall ones folded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

import flet as ft
import pytest

from app.base.opened import handbook, trees
from app.ruling.picture import picture_of
from app.widgets.picture import picture_view
from app.window import theme
from app.window.session import Session


def sitting(**layout: Any) -> Session:
    session = Session(cast(ft.Page, None), handbook(), cast(Any, None))
    for name, value in layout.items():
        setattr(session.layout, name, value)
    return session


def drawn(session: Session, case: str) -> ft.Semantics:
    found = picture_of(trees().cases[case])
    assert found is not None
    row = picture_view(session, found)
    assert isinstance(row, ft.Row)
    (view,) = row.controls
    assert isinstance(view, ft.Semantics)
    return view


def controls(control: Any) -> Iterator[ft.Control]:
    yield control
    for part in (getattr(control, "content", None), *(getattr(control, "controls", None) or ())):
        if isinstance(part, ft.Control):
            yield from controls(part)


def texts(control: Any) -> list[ft.Text]:
    return [each for each in controls(control) if isinstance(each, ft.Text)]


REVOKE = "bridge.bridge.revoke.partner_takes_back_too"


def test_a_screen_reader_hears_it_in_words_and_once() -> None:
    view = drawn(sitting(pane=412), REVOKE)
    assert view.exclude_semantics and view.container
    assert view.label is not None and "西家打出红心2（藏牌？）" in view.label


def test_the_words_are_in_the_script_of_the_reader() -> None:
    session = sitting(pane=412)
    session.settings.script = "hant"
    assert "西家打出紅心2" in (drawn(session, REVOKE).label or "")


@pytest.mark.parametrize("dark", [False, True])
def test_suits_have_shape_and_the_colour_of_the_theme(dark: bool) -> None:
    cards = {
        text.value: text.color for text in texts(drawn(sitting(pane=412, dark=dark), REVOKE)) if "\n" in text.value
    }
    assert cards == {f"{rank}\n{pip}": theme.SUITS[pip][dark] for rank, pip in ("3♠", "2♥", "Q♠", "K♠")}


def test_what_the_referee_was_called_for_is_outlined() -> None:
    boxes = [each for each in controls(drawn(sitting(pane=412), REVOKE)) if isinstance(each, ft.Container)]
    outlined = [
        text.value
        for box in boxes
        if isinstance(box.border, ft.Border) and box.border.top is not None and box.border.top.width == 3
        for text in texts(box)
    ]
    assert outlined == ["2\n♥"]


@pytest.mark.parametrize("pane", [360, 412, 700])
def test_it_is_never_wider_than_its_room(pane: int) -> None:
    box = drawn(sitting(pane=pane), REVOKE).content
    assert isinstance(box, ft.Container) and box.width == min(420, pane - 32)


def test_what_the_ruling_makes_of_a_card_stands_under_it() -> None:
    seen = picture_of(trees().cases[REVOKE])
    assert seen is not None
    row = picture_view(sitting(pane=412), replace(seen, becomes=(("♠K", "成为重罚张"),)))
    assert isinstance(row, ft.Row)
    said = [each.value for each in texts(row.controls[0])]
    assert said.count("→ 成为重罚张") == 1
    assert said.index("→ 成为重罚张") == said.index("K\n♠") + 1
