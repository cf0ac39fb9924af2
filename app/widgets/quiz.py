"""A question with its answers to choose from: what was right and wrong is said by colour, sign and word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft

from app.ruling.wording import shaped
from app.widgets.basics import no_wider
from app.widgets.columns import stretched
from app.widgets.sentences import GREEN, GROUNDS, clause_chips, sentence
from app.widgets.text import written
from app.window import theme

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.study.model import Option
    from app.window.session import Session

HIGH = 56  # px of an answer at least
NAMED = 6  # clauses under an explanation: what decides comes first
THIRD = 3
EDGE = 8  # px of it above and below what it says
RIGHT, WRONG = "对", "错"
LOOKS = {
    RIGHT: (ft.Icons.CHECK_CIRCLE, GREEN, GROUNDS["none"]),
    WRONG: (ft.Icons.CANCEL, theme.RED, GROUNDS["penalty"]),
}


def in_reach(session: Session, above: float) -> list[ft.Control]:
    """Return the space that keeps the answers out of the upper third of a phone's screen, below ``above`` px of a question."""
    if session.layout.wide or session.layout.low:
        return []
    space = (session.page.height or 0) / THIRD - above
    return [ft.Container(height=space)] if space > 0 else []


def options(
    session: Session,
    offered: Sequence[Option],
    right: int,
    picked: int | None,
    pick: Callable[[int], Any],
    every: bool = True,
) -> list[ft.Control]:
    """Return the answers: to be tapped while nothing is picked, afterwards with why they are wrong.

    ``every``: of each that is; else of the one that was picked.
    """
    return [
        no_wider(session, _option(session, each, n, right, picked, pick, every or n == picked))
        for n, each in enumerate(offered)
    ]


def _option(
    session: Session,
    option: Option,
    number: int,
    right: int,
    picked: int | None,
    pick: Callable[[int], Any],
    explained: bool,
) -> ft.Control:
    mark = None if picked is None else RIGHT if number == right else WRONG if number == picked else ""
    said: list[ft.Control] = [sentence(session, shaped(option.text), theme.BODY, bold=bool(mark))]
    if picked is not None and explained and option.why:
        said.append(sentence(session, shaped(option.why), theme.SMALL, color=ft.Colors.ON_SURFACE_VARIANT))
    content: ft.Control = ft.Column(said, spacing=2, tight=True, alignment=ft.MainAxisAlignment.CENTER, expand=True)
    parts: list[ft.Control] = [ft.Container(width=0, height=HIGH - 2 * EDGE)]  # as high as a finger needs
    if session.layout.wide and picked is None:
        digit = ft.Text(str(number + 1), size=session.px(theme.SMALL), color=ft.Colors.ON_SURFACE_VARIANT)
        parts.append(ft.Semantics(content=digit, exclude_semantics=True))
    parts.append(content)
    ground: str = ft.Colors.SECONDARY_CONTAINER
    edge = None
    if mark:
        icon, pair, grounds = LOOKS[mark]
        ground, color = session.shade(grounds), session.shade(pair)
        edge = ft.Border.all(2, color)
        parts.append(
            ft.Row(
                [
                    ft.Icon(icon, color=color, size=session.px(22)),
                    written(session, mark, theme.BODY, weight=ft.FontWeight.W_600, color=color),
                ],
                spacing=4,
                tight=True,
            )
        )
    elif mark == "":
        ground = ft.Colors.SURFACE_CONTAINER_LOW
    return ft.MergeSemantics(
        ft.Container(
            ft.Row(parts, spacing=10, vertical_alignment=ft.CrossAxisAlignment.CENTER),
            on_click=(lambda _: pick(number)) if picked is None else None,
            ink=picked is None,
            bgcolor=ground,
            border=edge,
            border_radius=14,
            padding=ft.Padding.only(left=4, right=14, top=EDGE, bottom=EDGE),
            alignment=ft.Alignment.CENTER_LEFT,
        )
    )


def verdict(session: Session, right: bool) -> ft.Control:
    """Return whether the answer was right."""
    icon, pair, _ = LOOKS[RIGHT if right else WRONG]
    color = session.shade(pair)
    return ft.Semantics(
        content=ft.Row(
            [
                ft.Icon(icon, color=color, size=session.px(26)),
                written(session, "答对了" if right else "答错了", theme.LAW, weight=ft.FontWeight.W_600, color=color),
            ],
            spacing=8,
        ),
        live_region=True,
    )


def explanation(session: Session, why: str, cites: Sequence[str]) -> ft.Control:
    """Return why it is so, and the clauses that say it: a tap opens one in a sheet."""
    return ft.Container(
        stretched([sentence(session, shaped(why), theme.BODY), clause_chips(session, cites[:NAMED])], spacing=2),
        padding=ft.Padding.only(top=6),
    )


def onward(session: Session, text: str, act: Callable[[Any], Any], high: float = HIGH) -> ft.Control:
    """Return the button that goes on."""
    button = ft.FilledButton(written(session, text, theme.LAW), on_click=act, height=max(high, session.px(high * 0.8)))
    return no_wider(session, button)
