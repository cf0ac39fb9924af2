"""Colours and type: Material 3 from one seed, the deep green of a card table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import flet as ft

if TYPE_CHECKING:
    from collections.abc import Mapping

SEED = "#1B5E3C"
FAMILY = "Roboto"  # the name under which Flet preloads our Chinese font; styles without it fall back to the network
ThemeName = Literal["system", "light", "dark"]
MODES: Mapping[ThemeName, ft.ThemeMode] = {
    "system": ft.ThemeMode.SYSTEM,
    "light": ft.ThemeMode.LIGHT,
    "dark": ft.ThemeMode.DARK,
}

# Sizes in px at 100 %.
SMALL, BODY, LAW, TITLE, HEADLINE = 14, 16, 18, 20, 24
ICON = 24
IN_BUTTON = 18  # of the sign in a button beside its words, as Material has it
TARGET = 48  # the least a finger must be given
WIDEST = 420  # px of a button on a wide window
FOCUSED = 0.3  # how much of the tint of what the keyboard is at covers its ground
READING_WIDTH = 672  # 40 characters of body text and the space beside them: lines do not get longer than this

# Suits are told apart by shape and colour; each has one colour on light and one on dark ground.
SUITS: Mapping[str, tuple[str, str]] = {
    "♠": ("#111111", "#FFFFFF"),
    "♥": ("#BF2222", "#FF8A80"),
    "♦": ("#B33900", "#FFC069"),
    "♣": ("#1B6B2E", "#8FE39B"),
}

AMBER = ("#8A5300", "#FFCC80")  # errata, restrictions
RED = ("#B3261E", "#FF8A80")  # penalties
FOUND, FOUND_HERE = ("#FFECB3", "#5C4A12"), ("#FFB74D", "#E0A030")  # words sought in a law; the place looked at
ON_FOUND, ON_FOUND_HERE = ("#1B1B1B", "#FFFFFF"), ("#1B1B1B", "#1B1B1B")


def grown(scale: float) -> float:
    """Return how large signs are at a text scale: they grow a little less than text, for they stand beside it."""
    return 1 + 0.75 * (scale - 1)


# How long a mouse rests on a button before it is named. Named at once, one that goes when it is tapped would leave the tree of
# screen readers as it was then, for good (flutter/flutter#189902).
HOVERED = 900  # ms


def build_theme(scale: float, dark: bool) -> ft.Theme:
    """Return the theme for a text scale; both brightnesses come from the same seed."""

    def style(
        size: float,
        weight: ft.FontWeight | None = None,
        height: float | None = None,
        color: ft.Colors = ft.Colors.ON_SURFACE,
    ) -> ft.TextStyle:
        return ft.TextStyle(size=size * scale, weight=weight, height=height, font_family=FAMILY, color=color)

    focused = {ft.ControlState.FOCUSED: ft.BorderSide(3, ft.Colors.ON_SURFACE)}
    still = ft.PageTransitionTheme.NONE
    medium = ft.FontWeight.W_600
    button = ft.ButtonStyle(side=focused, icon_size=IN_BUTTON * grown(scale) if scale > 1 else None)
    return ft.Theme(
        color_scheme_seed=SEED,
        font_family=FAMILY,
        use_material3=True,
        page_transitions=ft.PageTransitionsTheme(android=still, ios=still, linux=still, macos=still, windows=still),
        text_theme=ft.TextTheme(
            body_large=style(LAW, height=1.6),
            body_medium=style(BODY, height=1.5),
            body_small=style(SMALL, height=1.4),
            label_large=style(BODY),
            label_medium=style(SMALL),
            label_small=style(SMALL),
            title_large=style(TITLE, medium),
            title_medium=style(LAW, medium),
            title_small=style(BODY, medium),
            headline_small=style(HEADLINE, medium),
        ),
        # Where the keyboard is must be seen from a chair: rows and keys in a tint, buttons in a frame.
        focus_color=ft.Colors.with_opacity(FOCUSED, ft.Colors.PRIMARY),
        text_button_theme=ft.TextButtonTheme(style=button),
        filled_button_theme=ft.FilledButtonTheme(style=button),
        outlined_button_theme=ft.OutlinedButtonTheme(style=button),
        icon_button_theme=ft.IconButtonTheme(style=ft.ButtonStyle(side=focused)),
        snackbar_theme=ft.SnackBarTheme(
            content_text_style=style(BODY, color=ft.Colors.ON_INVERSE_SURFACE), behavior=ft.SnackBarBehavior.FLOATING
        ),
        icon_theme=ft.IconTheme(size=ICON * grown(scale)),
        tooltip_theme=ft.TooltipTheme(wait_duration=HOVERED),
        system_overlay_style=None,
        divider_theme=ft.DividerTheme(color="#33FFFFFF" if dark else "#22000000", thickness=1),
    )
