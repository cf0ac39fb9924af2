"""The picture of what happened: the table with its seats, the cards that lie there, the auction.

Seats are as on the table to choose from: north is above, where a game has one. To a screen reader it is one picture, said in words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.ruling.pack import MARKS
from app.widgets.basics import quiet
from app.widgets.columns import stretched, wrapped
from app.widgets.keys import signs
from app.widgets.sentences import card as titled
from app.widgets.sentences import in_fields
from app.widgets.text import written
from app.window import theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.session import use_session
from decision_trees.notation import JOKER_NAMES, PIPS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.ruling.picture import Call, Calls, Card, Laid, Picture, Place
    from app.window.session import Session

WIDEST = 420  # px: as wide as a table is drawn
LARGEST = 1.5  # cards do not grow further: four players must fit on a phone
CARD = (30, 44)  # px of a card
TALL = 12  # cards, or calls, from which a picture is folded until somebody wants to see it
GROUND = ("#FFFFFF", "#2C3034")  # of a card
TINY = 12  # px of what stands under a card


def picture_view(session: Session, picture: Picture, room: float | None = None) -> ft.Control:
    """Return the picture in ``room`` px, or in those of the pane."""
    width = min(WIDEST, room or (session.layout.pane or WIDEST) - 32)
    parts: list[ft.Control] = []
    if picture.notes:
        parts.append(_notes(session, picture))
    if picture.seated:
        parts.append(_table(session, picture))
    parts.extend(_group(session, each, ft.CrossAxisAlignment.START, picture.then(each)) for each in picture.beside)
    parts.extend(_auction(session, picture, auction) for auction in picture.auctions)
    seen = ft.Semantics(
        content=ft.Container(stretched(parts, spacing=8, tight=True), width=width),
        label=session.say(picture.said),
        image=True,
        container=True,
        exclude_semantics=True,
    )
    return ft.Row([seen])  # a column that stretches what is in it would pull the seats apart


@component
def PictureCard(picture: Picture, title: str = "图") -> ft.Control:
    """Show a picture under its heading; a tall one is folded, with what it shows in words."""
    session = use_session()
    tall = sum(len(each.cards) for each in picture.laid) > TALL or any(
        len(each.calls) > TALL for each in picture.auctions
    )
    shown, set_shown = ft.use_state(not tall)

    def fold(_: object) -> None:
        set_shown(not shown)

    body: list[ft.Control] = [picture_view(session, picture)] if shown else [quiet(session, picture.said, theme.BODY)]
    if tall:
        body.append(
            ft.TextButton(
                written(session, "收起" if shown else "看图", theme.BODY),
                icon=ft.Icons.EXPAND_LESS if shown else ft.Icons.EXPAND_MORE,
                on_click=on_tap(fold, None),
                height=max(theme.TARGET, session.px(40)),
            )
        )
    return titled(session, title, body, ft.Icons.TABLE_RESTAURANT)


def _scale(session: Session) -> float:
    return min(session.settings.text_scale, LARGEST)


def _small(
    session: Session, text: str, color: str | None = None, bold: bool = False, size: float = TINY + 1
) -> ft.Text:
    return ft.Text(
        session.say(text),
        size=size * _scale(session),
        color=color or ft.Colors.ON_SURFACE_VARIANT,
        weight=ft.FontWeight.W_600 if bold else None,
        text_align=ft.TextAlign.CENTER,
        style=ft.TextStyle(height=1.2),
    )


def _notes(session: Session, picture: Picture) -> ft.Control:
    return in_fields(session, (f"{words} {value}".strip() for words, value in picture.notes), 15)


# The table


def _table(session: Session, picture: Picture) -> ft.Control:
    places = {place.seat: place for place in picture.places}

    def seat(letter: str, at_end: bool = False) -> ft.Control:
        plate = _plate(session, places[letter])
        groups = [
            _group(session, each, ft.CrossAxisAlignment.CENTER, picture.then(each)) for each in picture.before(letter)
        ]
        parts = [*groups, plate] if at_end else [plate, *groups]
        return ft.Column(parts, spacing=4, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER)

    def beside(letters: tuple[str, ...]) -> ft.Control:
        return ft.Container(
            ft.Column(
                list(map(seat, letters)),
                spacing=12,
                tight=True,
                horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            ),
            expand=True,
        )

    at = picture.around
    middle = ft.Row(
        [beside(at.left), _middle(session, picture), beside(at.right)],
        spacing=6,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return ft.Column(
        [*([seat(at.top)] if at.top is not None else []), middle, seat(at.bottom, at_end=True)],
        spacing=6,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _plate(session: Session, place: Place) -> ft.Control:
    red = session.shade(theme.RED)
    scale = _scale(session)
    lines: list[ft.Control] = [
        ft.Text(
            session.say(place.name),
            size=theme.BODY * scale,
            weight=ft.FontWeight.W_600,
            color=red if place.doer else None,
            style=ft.TextStyle(height=1.2),
        )
    ]
    lines.extend(_small(session, f"！{words}", red, bold=True) for words in place.doer)
    lines.extend(
        ft.Row(
            [
                ft.Icon(ft.Icons.PLAY_ARROW, size=14 * scale, color=ft.Colors.PRIMARY),
                _small(session, words, ft.Colors.PRIMARY, bold=True),
            ],
            spacing=1,
            tight=True,
        )
        for words in place.turn
    )
    if place.marks:
        lines.append(_small(session, " · ".join(place.marks)))
    return ft.Container(
        ft.Column(lines, spacing=1, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER),
        border=ft.Border.all(2, red) if place.doer else ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
        border_radius=10,
        padding=ft.Padding.symmetric(horizontal=8, vertical=4),
    )


def _middle(session: Session, picture: Picture) -> ft.Control:
    """The table itself: the way the turn goes round, and the trick as it lies."""
    inside = _trick(session, picture) if picture.trick else _turning(session, picture.clockwise)
    if picture.middle:
        groups = [_group(session, each, ft.CrossAxisAlignment.CENTER, picture.then(each)) for each in picture.middle]
        inside = ft.Column([inside, *groups], spacing=4, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER)
    return ft.Container(
        inside,
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
        border_radius=12,
        padding=6,
        alignment=ft.Alignment.CENTER,
    )


def _turning(session: Session, clockwise: bool) -> ft.Control:
    """Which way the turn goes round."""
    sign = ft.Icons.ROTATE_RIGHT if clockwise else ft.Icons.ROTATE_LEFT
    return ft.Column(
        [
            ft.Icon(sign, size=26 * _scale(session), color=ft.Colors.PRIMARY),
            _small(session, "顺时针" if clockwise else "逆时针", size=11),
        ],
        spacing=0,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _trick(session: Session, picture: Picture) -> ft.Control:
    """The cards of the trick, each before who played it, around the way the turn goes."""
    played = {each.seat: each for each in picture.trick}

    def lying(letter: str) -> ft.Control:
        each = played.get(letter)
        if each is None:
            return ft.Container(width=CARD[0] * _scale(session), height=10)
        return _played(session, each, picture.then(each))

    def beside(letters: tuple[str, ...]) -> ft.Control:
        return ft.Column(list(map(lying, letters)), spacing=4, tight=True)

    at = picture.around
    middle = [beside(at.left), _turning(session, picture.clockwise), beside(at.right)]
    return ft.Column(
        [
            *([lying(at.top)] if at.top is not None else []),
            ft.Row(middle, spacing=4, tight=True),
            lying(at.bottom),
        ],
        spacing=2,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _played(session: Session, each: Laid, then: str) -> ft.Control:
    """A card of the trick, with what was wrong about it, and what becomes of it."""
    said = each.act or (each.words if each.draw == "led" else "")
    parts: list[ft.Control] = [_card(session, each.cards[0], bool(each.act))]
    if said:
        parts.append(_small(session, said, session.shade(theme.RED) if each.act else None, bold=True, size=TINY))
    if then:
        parts.append(_then(session, then))
    return ft.Column(parts, spacing=1, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER)


# Cards


def _then(session: Session, words: str) -> ft.Control:
    """What the ruling makes of the cards above it."""
    return _small(session, f"→ {words}", session.shade(theme.AMBER), bold=True, size=TINY)


def _group(session: Session, laid: Laid, side: ft.CrossAxisAlignment, then: str = "") -> ft.Control:
    """Cards that lie together, with what they are, and what becomes of them."""
    red, amber = session.shade(theme.RED), session.shade(theme.AMBER)
    said = laid.words if laid.act in ("", laid.words) else f"{laid.words} · {laid.act}"
    color = red if laid.act else amber if laid.draw == "penalty" else None
    at = ft.MainAxisAlignment.CENTER if side is ft.CrossAxisAlignment.CENTER else ft.MainAxisAlignment.START
    marked = any(card.mark is not None for card in laid.cards)
    edge = amber if laid.draw == "penalty" else None
    cards = wrapped((_card(session, card, bool(laid.act), edge, marked) for card in laid.cards), gap=2, alignment=at)
    held = laid.draw == "hand"
    return ft.Column(
        [
            _small(session, said, color, bold=bool(color)),
            ft.Container(
                cards,
                bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST if held else None,
                border_radius=8,
                padding=4 if held else 0,
            ),
            *([_then(session, then)] if then else []),
        ],
        spacing=1,
        tight=True,
        horizontal_alignment=side,
    )


def _card(session: Session, card: Card, act: bool = False, edge: str | None = None, marked: bool = False) -> ft.Control:
    """Return one card; ``marked``: another of its group has a mark under it, and they are of one height."""
    scale = _scale(session)
    joker = card.code in JOKER_NAMES
    pip = "" if joker else PIPS[card.code[0]]
    tone = session.shade(theme.SUITS[pip or ("♥" if card.code == "BJ" else "♠")])
    rank = card.sign[:1] if joker else card.sign.removeprefix(pip)
    below = card.sign[1:] if joker else pip
    color = session.shade(theme.RED) if act else edge or ft.Colors.OUTLINE
    lines: list[ft.Control] = [
        ft.Text(
            f"{session.say(rank)}\n{session.say(below)}",
            size=15 * scale,
            weight=ft.FontWeight.BOLD,
            color=tone,
            text_align=ft.TextAlign.CENTER,
            style=ft.TextStyle(height=1.1),
        )
    ]
    if card.mark is not None:
        lines.append(_small(session, MARKS[card.mark], size=11))
    return ft.Container(
        ft.Column(
            lines,
            spacing=0,
            tight=True,
            alignment=ft.MainAxisAlignment.CENTER,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        width=CARD[0] * scale,
        height=(CARD[1] + (12 if marked or card.mark is not None else 0)) * scale,
        bgcolor=session.shade(GROUND),
        border=ft.Border.all(3 if act else 2 if edge else 1, color),
        border_radius=6,
        alignment=ft.Alignment.CENTER,
    )


# The auction


def _auction(session: Session, picture: Picture, auction: Calls) -> ft.Control:
    names = {place.seat: place.name for place in picture.places}
    head = ft.Row(
        [
            ft.Container(
                _small(session, names[seat], ft.Colors.ON_SURFACE, bold=True, size=14),
                expand=True,
                alignment=ft.Alignment.CENTER,
            )
            for seat in auction.order
        ],
        spacing=4,
    )
    lines = [
        ft.Row(
            [
                ft.Container(
                    stretched(list(_calls(session, place)), spacing=2, tight=True),
                    expand=True,
                )
                for place in row
            ],
            spacing=4,
            vertical_alignment=ft.CrossAxisAlignment.START,
        )
        for row in auction.rows
    ]
    return ft.Container(
        stretched([_small(session, auction.words), head, *lines], spacing=3, tight=True),
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
        border_radius=10,
        padding=8,
    )


def _calls(session: Session, place: Sequence[Call]) -> Iterator[ft.Control]:
    red = session.shade(theme.RED)
    for call in place:
        yield ft.Container(
            ft.Text(
                spans=signs(session, session.say(call.sign), theme.BODY, call.wrong),
                style=ft.TextStyle(height=1.15, color=red if call.wrong else None),
                text_align=ft.TextAlign.CENTER,
            ),
            alignment=ft.Alignment.CENTER,
            border=ft.Border.all(2, red) if call.wrong else None,
            border_radius=8,
            padding=ft.Padding.symmetric(vertical=2),
        )
    if not place:
        yield ft.Container(height=4)
