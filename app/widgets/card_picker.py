"""Cards picked by touch: a row a suit, the chosen ones lifted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft

from app.ruling.pack import JOKERS, MARK_NAMES, MARKS, RANKS, Pack, elsewhere, name, pack_of, read_cards
from app.widgets.basics import quiet
from app.widgets.columns import in_lines, stretched
from app.widgets.keys import LARGEST, TIGHT, key, two_lines
from app.window import theme
from app.window.components import memo, on_tap
from app.window.error_boundary import component
from app.window.session import use_session
from decision_trees.notation import JOKER_NAMES, PIPS
from rules_data.numerals import to_chinese

if TYPE_CHECKING:
    from app.widgets.picks import Picks

GAP = 4
LIFT = 5  # px by which a chosen card of a suit stands higher
CARD = 48  # px, the height of a card; at least so wide
IN_TWO = 7  # of a suit on a line where it does not fit on one; with large letters, and on a narrow phone, fewer
IN_THREE = 5
AROUND = 32  # px at both sides of the lines


def several_packs(copies: int) -> str:
    """How often a card may be tapped where there are several of it."""
    if copies == 2:
        return "两副牌：同一张点一下是一张，再点是两张，第三下取消。"
    return f"{to_chinese(copies)}副牌：同一张每点一下多一张，满{to_chinese(copies)}张再点就取消。"


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
    for suit in pack.suits:
        cards = tuple(pack.code(suit, rank) for rank in RANKS)
        other = tuple(others[card][0] if card in others else "" for card in cards)
        rows.append(CardRow(walk, fact, cards, counted(cards), other, pack, single, *_look(session, room)))
    if pack.jokers:
        other = tuple(others[card][0] if card in others else "" for card in JOKERS)
        rows.append(CardRow(walk, fact, JOKERS, counted(JOKERS), other, pack, single, *_look(session, room)))
    if pack.copies > 1:
        rows.append(quiet(session, several_packs(pack.copies)))
    if others:
        rows.append(
            quiet(session, f"带点的牌已写在“{'、'.join(dict.fromkeys(label for label, _ in others.values()))}”里。")
        )
    return stretched(rows, spacing=8)


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

    def pick(card: str) -> None:
        selected = walk.selection(fact)
        if single:
            walk.answer(fact, card)
            return
        before = read_cards(selected.value)
        taken, fault = pack.with_card(before, card)
        if taken != before:
            selected.put(list(taken))
        selected.fault = fault

    largest = TIGHT if most == len(RANKS) else LARGEST
    two = pack.copies > 1 or any(others)
    height = max(CARD, two_lines(session, theme.BODY, largest)) if two else CARD
    targets: list[ft.Control] = []
    for card, count, other in zip(cards, counts, others, strict=True):
        target = key(
            session,
            JOKER_NAMES.get(card) or PIPS[card[0]] + card[1:].replace("T", "10"),
            on_tap(pick, card),
            _spoken(pack, card, count, other),
            _below(pack, card, count, other),
            theme.BODY,
            chosen=count > 0,
            faint=bool(other),
            height=height,
            largest=largest,
        )
        targets.append(ft.Container(target, expand=True, padding=lift(cards, count > 0)))
    return in_lines(targets, most, GAP, 0)


def _spoken(pack: Pack, card: str, count: int, other: str) -> str:
    """A card in words: its name, what it is in this pack, where it is written already, how often it is chosen."""
    mark = pack.mark(card)
    words = (
        name(card),
        MARK_NAMES[mark] if mark else "",
        f"已写在{other}里" if other else "",
        "已选" + (f"{count}张" if pack.copies > 1 else "") if count else "",
    )
    return "，".join(filter(None, words))


def _below(pack: Pack, card: str, count: int, other: str) -> str:
    """What stands below the sign of a card, in a letter or two."""
    mark = pack.mark(card)
    return (f"×{count}" if count > 1 else "") + (MARKS[mark] if mark else "") + ("·" if other else "")
