"""Cards picked by touch: a row a suit, the chosen ones lifted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft

from app.ruling.pack import JOKERS, MARK_NAMES, MARKS, RANKS, SUITS, Pack, elsewhere, name, pack_of, read_cards
from app.widgets.basics import quiet
from app.widgets.keys import LARGEST, TIGHT, key, two_lines
from app.window import theme
from app.window.components import memo
from app.window.error_boundary import component
from app.window.session import use_session
from decision_trees.notation import JOKER_NAMES, PIPS

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.widgets.picks import Picks

GAP = 4
LIFT = 5  # px by which a chosen card of a suit stands higher
CARD = 48  # px, the height of a card; at least so wide
IN_TWO = 7  # of a suit on a line where it does not fit on one; with large letters, and on a narrow phone, fewer
IN_THREE = 5
AROUND = 32  # px at both sides of the lines


@component
def CardPicker(walk: Picks, fact: str, single: bool, room: float | None = None) -> ft.Control:
    """Ask for cards, or for one, which is then the answer; in ``room`` px, or in those of the pane."""
    session = use_session()
    selected = walk.selection(fact)
    ft.use_state(selected)
    known = walk.known()
    pack = pack_of(walk.game, known)
    others = elsewhere(fact, known, walk.declared())
    chosen = (selected.value,) if single and isinstance(selected.value, str) else read_cards(selected.value)

    def counted(cards: tuple[str, ...]) -> tuple[int, ...]:
        return tuple(chosen.count(card) for card in cards)

    rows: list[ft.Control] = []
    for suit in SUITS:
        cards = tuple(pack.code(suit, rank) for rank in RANKS)
        other = tuple(others[card][0] if card in others else "" for card in cards)
        rows.append(CardRow(walk, fact, cards, counted(cards), other, pack, single, *_look(session, room)))
    if pack.jokers:
        other = tuple(others[card][0] if card in others else "" for card in JOKERS)
        rows.append(CardRow(walk, fact, JOKERS, counted(JOKERS), other, pack, single, *_look(session, room)))
    if pack.copies > 1:
        rows.append(quiet(session, "两副牌：同一张点一下是一张，再点是两张，第三下取消。"))
    if others:
        rows.append(
            quiet(session, f"带点的牌已写在“{'、'.join(dict.fromkeys(label for label, _ in others.values()))}”里。")
        )
    return ft.Column(rows, spacing=8, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _look(session: Any, room: float | None) -> tuple[int, float, bool]:
    scale = session.settings.text_scale
    return on_a_line(room or session.layout.pane, scale), scale, session.layout.dark


def on_a_line(room: float, scale: float) -> int:
    """Return how many cards of a suit stand beside one another in so many px, each wide enough for a finger."""
    fitting = (len(RANKS), IN_TWO) if scale <= TIGHT else (len(RANKS),)
    return next((n for n in fitting if (room - AROUND - (n - 1) * GAP) / n >= theme.TARGET), IN_THREE)


def lift(cards: tuple[str, ...], chosen: bool) -> ft.Padding:
    """Return what is around a card: a chosen one of a suit stands higher; of two wide jokers that would only look crooked."""
    return ft.Padding.only(bottom=LIFT) if chosen and cards != JOKERS else ft.Padding.only(top=LIFT)


@memo
@component
def CardRow(
    walk: Picks,
    fact: str,
    cards: tuple[str, ...],
    counts: tuple[int, ...],
    others: tuple[str, ...],
    pack: Pack,
    single: bool,
    most: int,
    scale: float,
    dark: bool,
) -> ft.Control:
    """Show one suit, or the jokers; built anew only when one of its cards changes."""
    session = use_session()

    def pick(card: str) -> Callable[[Any], Any]:
        def picked(_: object) -> None:
            selected = walk.selection(fact)
            if single:
                walk.answer(fact, card)
                return
            before = read_cards(selected.value)
            taken, fault = pack.with_card(before, card)
            if taken != before:
                selected.put(list(taken))
            selected.fault = fault

        return picked

    largest = TIGHT if most == len(RANKS) else LARGEST

    def shown(card: str, count: int, other: str) -> ft.Control:
        mark = pack.mark(card)
        below = MARKS[mark] if mark else ""
        words = [name(card)]
        if mark:
            words.append(MARK_NAMES[mark])
        if other:
            words.append(f"已写在{other}里")
        if count:
            words.append("已选" + (f"{count}张" if pack.copies > 1 else ""))
        sign = JOKER_NAMES.get(card) or PIPS[card[0]] + card[1:].replace("T", "10")
        if count > 1:
            below = f"×{count}{below}"
        if other:
            below += "·"
        target = key(
            session,
            sign,
            pick(card),
            "，".join(words),
            below,
            theme.BODY,
            chosen=count > 0,
            faint=bool(other),
            height=max(CARD, two_lines(session, theme.BODY, largest)) if pack.copies > 1 or any(others) else CARD,
            largest=largest,
        )
        return ft.Container(target, expand=True, padding=lift(cards, count > 0))

    targets = [shown(card, count, other) for card, count, other in zip(cards, counts, others, strict=True)]
    lines = [targets[at : at + most] for at in range(0, len(targets), most)]
    if len(lines) > 1:
        lines[-1].extend(ft.Container(expand=True) for _ in range(most - len(lines[-1])))
    return ft.Column([ft.Row(line, spacing=GAP) for line in lines], spacing=0)
