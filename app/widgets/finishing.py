"""Below what is put together by touch: what stands there now, why it cannot be, undo and go on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft

from app.ruling.pack import cards_in_words, read_cards
from app.widgets.bidding_pad import begun
from app.widgets.columns import stretched
from app.widgets.keys import HEIGHT
from app.widgets.pages import beside_text
from app.widgets.sentences import sentence
from app.widgets.text import written
from app.window import theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.session import use_session

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.ruling.bidding import Bidding
    from app.ruling.ruling import Posed
    from app.ruling.selection import Selection
    from app.ruling.walk import Walk
    from app.window.session import Session

TOGETHER = ("auction", "cards")  # kinds that take more than one tap
LARGE = 1.3  # with letters larger than this the bar would leave too little of what is put together


def has_room(session: Session) -> bool:
    """Whether the ways past what is entered stand in the bar; else they stand below what is put together."""
    return session.settings.text_scale <= LARGE


@component
def FinishBar(walk: Walk, posed: Posed) -> ft.Control:
    """Show the bar; it stands at the lower edge, where the thumb is."""
    session = use_session()
    selected = walk.selection(posed.name)
    ft.use_state(selected)
    ft.use_state(walk)
    refused, refuse = ft.use_state("")
    cards = posed.fact.kind == "cards"
    value = list(read_cards(selected.value)) if cards else selected.value
    bidding = None if cards else begun(walk, value)
    empty = not value if cards else bidding is None or not bidding.calls

    ft.use_effect(lambda: refuse(""), [repr(value)])  # what stands there is judged when somebody is done with it
    ft.use_effect(session.settle, [bool(selected.past)])  # a tap is one thing that back takes back

    def go_on(_: object) -> None:
        selected.fault = ""
        if not walk.answer(posed.name, value if bidding is None else bidding.as_fact()):
            refuse(walk.fault)
            walk.fault = ""

    fault = selected.fault or walk.fault or refused
    above: list[ft.Control] = []
    if fault:
        above.append(ft.Semantics(content=sentence(session, fault, color=session.shade(theme.RED)), live_region=True))
    elif cards:
        said = f"已选 {len(value)} 张：{cards_in_words(value)}" if value else "还没有选牌"
        above.append(sentence(session, said, lines=2))
    buttons = [
        _button(session, "撤销", ft.Icons.UNDO, on_tap(_undo, selected, cards, bidding), empty and bidding is None),
        _button(
            session,
            _onward(posed, empty),
            ft.Icons.ARROW_FORWARD,
            go_on,
            disabled=empty and not cards,
            first=not (empty and cards),
        ),
    ]
    if posed.entry and has_room(session):
        above.append(_ways_past(session, walk, posed))
    aside = beside_text(session)
    return ft.Container(
        stretched([*above, ft.Row(buttons, spacing=10)], spacing=6, tight=True),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        padding=ft.Padding.symmetric(horizontal=16 + aside if aside else 12, vertical=8),
    )


def _ways_past(session: Session, walk: Walk, posed: Posed) -> ft.Control:
    """The ways past what is being entered: here, as below the cards the bar would cover them."""
    ways: tuple[tuple[str, Callable[[], None]], ...] = (
        (f"跳过“{walk.labels([posed.name])}”，以后还能填", walk.leave_entry),
    )
    if walk.entering:
        ways = (("跳过这一项", walk.skip), ("其余都先不录", walk.leave_entry))
    made = [
        ft.TextButton(
            written(session, text, theme.BODY), on_click=on_tap(way), height=max(HEIGHT, session.px(48)), expand=True
        )
        for text, way in ways
    ]
    return ft.Row(list(made), spacing=10)


def _undo(selected: Selection, cards: bool, bidding: Bidding | None) -> None:
    """Take back the last tap; of what was there before the first, the last card or call."""
    selected.fault = ""
    if selected.undo():
        return
    if cards:
        selected.value = list(read_cards(selected.value))[:-1]
    elif selected.by:
        selected.by = ""
    elif bidding is not None:
        undone = bidding.undone()
        selected.value = undone.as_fact() if undone else None


def _onward(posed: Posed, empty: bool) -> str:
    if empty and posed.fact.kind == "cards":
        return "一张也没有"
    return "录入并继续" if posed.entry else "继续"


def _button(
    session: Session, text: str, icon: ft.IconData, on_click: Any, disabled: bool, first: bool = False
) -> ft.Control:
    make = ft.FilledButton if first else ft.OutlinedButton
    return make(
        written(session, text, theme.BODY),
        icon=ft.Icon(icon, size=session.icon * 0.75),
        on_click=on_click,
        disabled=disabled,
        height=max(HEIGHT + 4, session.px(48)),
        expand=3 if first else 2,
    )
