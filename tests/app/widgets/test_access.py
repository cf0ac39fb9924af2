"""What a finger, a keyboard, a screen reader and a weak eye need of the shared parts; the screens: tests/browser/access.py."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from math import ceil
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import flet as ft
import pytest

from app.base.opened import handbook
from app.frame import shell
from app.frame.main import measure
from app.ruling.pack import RANKS
from app.widgets.basics import icon_button
from app.widgets.card_picker import AROUND, GAP, on_a_line
from app.widgets.keys import key
from app.widgets.segments import segments
from app.widgets.sentences import GROUNDS, LEVELS
from app.widgets.tool_pads import a_line
from app.window import theme
from app.window.session import Session

ROOT = Path(__file__).resolve().parents[3]
FINGER = 48  # px, Material's and the issue's; WCAG 2.2 asks for 24 (2.5.8), at its highest level for 44 (2.5.5)
CLOSE = "close"  # of words that are read aloud: the button below them does the same
READ = 4.5  # WCAG 2.2, 1.4.3


def sitting(width: int = 412, height: int = 915, scale: float = 1.0) -> Session:
    page = SimpleNamespace(width=width, height=height, platform_brightness=ft.Brightness.LIGHT)
    session = Session(cast(ft.Page, page), handbook(), cast(Any, None))
    session.settings.text_scale = scale
    measure(session)
    return session


# Targets


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_keys_and_icon_buttons_are_as_large_as_a_finger(scale: float) -> None:
    session = sitting(scale=scale)
    stood = cast(Any, key(session, "1♠", print)).content.content
    assert stood.height >= FINGER
    pressed = cast(Any, icon_button(session, ft.Icons.CLOSE, "关闭", print)).content
    assert pressed.size_constraints.min_width >= FINGER and pressed.size_constraints.min_height >= FINGER


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("width", [320, 360, 390, 412, 600, 680, 1280])
def test_a_card_is_as_wide_as_a_finger_on_every_phone(width: int, scale: float) -> None:
    cards = on_a_line(width, scale)
    assert 1 <= cards <= len(RANKS)
    assert (width - AROUND - (cards - 1) * GAP) / cards >= FINGER - 1


@pytest.mark.parametrize("number", [7, 13, 14])
@pytest.mark.parametrize("width", [320, 360, 400])
def test_the_keys_of_a_number_are_as_wide_as_a_finger(width: int, number: int) -> None:
    room = width - AROUND
    keys = a_line(number, room)
    assert (room - (keys - 1) * GAP) / keys >= FINGER
    assert ceil(number / keys) * keys - number < keys, "no line is empty"


def test_seven_stages_stand_in_a_bar_where_each_has_room_and_else_in_a_row_that_scrolls() -> None:
    stages = [("a", "竞叫前"), *((str(n), "竞叫") for n in range(6))]
    assert isinstance(segments(sitting(412), stages, "a", print), ft.Container)
    assert isinstance(segments(sitting(360, 640), stages, "a", print), ft.Row)


# Names, the keyboard, and what moves: said of all of the app's sources


def calls(name: str) -> Iterator[tuple[str, ast.Call]]:
    """Yield where the app builds a control of Flet."""
    for path in sorted((ROOT / "app").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if f"{name}(" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == name:
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node


def given(call: ast.Call) -> dict[str | None, str]:
    return {each.arg: ast.unparse(each.value) for each in call.keywords}


def test_whatever_is_tapped_can_be_reached_by_the_tab_key() -> None:
    """A container with ink is a button to the keyboard, one without is not, nor is what only hears gestures."""
    found = list(calls("ft.Container"))
    assert len(found) > 100
    tapped = [(at, given(call)) for at, call in found if "on_click" in given(call)]
    deaf = [at for at, how in tapped if "ink" not in how and how["on_click"] != CLOSE]
    assert not deaf
    assert not [at for at, _ in calls("ft.GestureDetector")]


def test_every_icon_button_has_a_name_which_on_the_web_stands_at_its_icon() -> None:
    built = list(calls("ft.IconButton"))
    assert built
    for at, call in built:
        icon = call.args[0]
        assert isinstance(icon, ast.Call) and given(icon).get("semantics_label"), at
    named = cast(Any, icon_button(sitting(), ft.Icons.CLOSE, "关闭", print)).content
    assert named.icon.semantics_label == "关闭"


def test_nothing_of_ours_moves_by_itself() -> None:
    """Who asked the system for less motion gets none from us: there is none. What Flutter moves it stills itself."""
    moving = []
    for path in (ROOT / "app").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            named = given(node)
            if any(name and name.startswith("animate") for name in named) or "Animated" in ast.unparse(node.func):
                moving.append(f"{path}:{node.lineno}")
            if ast.unparse(node.func).endswith(".scroll_to") and named.get("duration", "0") != "0":
                moving.append(f"{path}:{node.lineno}")
    assert not moving
    dressed = theme.build_theme(1.0, dark=False).page_transitions
    assert {dressed.android, dressed.ios, dressed.linux, dressed.macos, dressed.windows} == {
        ft.PageTransitionTheme.NONE
    }


# Low windows


@pytest.mark.parametrize(
    ("width", "height", "wide", "low"),
    [
        (412, 915, False, False),
        (360, 640, False, False),
        (360, 300, False, False),  # a standing phone whose keyboard is out
        (640, 360, False, True),
        (800, 412, False, True),
        (915, 412, True, True),
        (1280, 800, True, False),
        (768, 1024, False, False),
    ],
)
def test_a_phone_on_its_side_has_its_tabs_beside_the_screen(width: int, height: int, wide: bool, low: bool) -> None:
    session = sitting(width, height)
    assert (session.layout.wide, session.layout.low) == (wide, low)
    assert isinstance(shell._bar(session, "lookup"), ft.NavigationRail if low else ft.NavigationBar)
    assert session.layout.pane <= width


# Colours


def light(colour: str) -> float:
    """The relative luminance of WCAG."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    high, low = sorted((light(one), light(two)), reverse=True)
    return (high + 0.05) / (low + 0.05)


# The lightest and the darkest ground text stands on: Material's surface and its highest container of our seed.
LIGHT, DARK = ("#F6FBF4", "#DFE4DD"), ("#0F1511", "#303632")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_colours_of_our_own_are_read_on_every_ground(dark: bool) -> None:
    grounds = DARK if dark else LIGHT
    for name, pair in {**theme.SUITS, "amber": theme.AMBER, "red": theme.RED}.items():
        for ground in grounds:
            assert contrast(pair[dark], ground) >= READ, f"{name} on {ground}"
    for level, (_, pair, _) in LEVELS.items():
        assert contrast(pair[dark], GROUNDS[level][dark]) >= READ, level
    assert contrast(theme.ON_FOUND[dark], theme.FOUND[dark]) >= READ
    assert contrast(theme.ON_FOUND_HERE[dark], theme.FOUND_HERE[dark]) >= READ


# The page before the app


def test_the_page_lets_the_browser_keep_it_clear_of_notch_and_gesture_bar() -> None:
    html = (ROOT / "assets/web/index.html").read_text(encoding="utf-8")
    viewport = re.search(r'<meta name="viewport" content="([^"]*)"', html)
    assert viewport is not None
    assert "viewport-fit" not in viewport[1] and "user-scalable" not in viewport[1]
    assert re.search(r'<html lang="zh-Hans"', html)
    css = (ROOT / "assets/web/shell.css").read_text(encoding="utf-8")
    assert all(f"safe-area-inset-{side}" in css for side in ("top", "right", "bottom", "left"))


def test_whatever_moves_on_the_page_stands_still_for_who_asks_for_it() -> None:
    css = (ROOT / "assets/web/shell.css").read_text(encoding="utf-8")
    still, moving = (
        css.split("@media (prefers-reduced-motion: reduce)")[1],
        css.split("@media (prefers-reduced-motion")[0],
    )
    moved = re.findall(r"([^{}]*)\{[^{}]*(?:transition|animation):", moving)
    assert moved
    for selector in moved:
        assert selector.strip() in still, selector
    assert "transition: none" in still
