"""How things are entered into a tool: keys under the thumb, and a keyboard only for what is pasted."""

from __future__ import annotations

import datetime
from math import ceil
from typing import TYPE_CHECKING, Any

import flet as ft

from app.tools import digits, entries
from app.widgets.basics import out_of, quiet, typed_into
from app.widgets.bidding_pad import BiddingPad
from app.widgets.card_picker import CardPicker
from app.widgets.keys import LARGEST, key
from app.widgets.numbers import clock_of, minutes_of
from app.widgets.sentences import sentence
from app.window import theme
from app.window.components import keyed, memo
from app.window.error_boundary import component
from app.window.session import use_session
from decision_trees.games import games

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.window.session import Session
    from app.window.tool_desk import ToolDesk

KEYED = 14  # numbers up to so many each have a key
A_LINE = 7  # keys, where there is room
AROUND = 24  # px beside the words of a key, and between keys
FOLDED = ("cards", "auction", "numbers", "text", "time")  # too large to stand open all at once
GAP = 4
ROOM = 400  # px of a pad on a wide window
HIGH = 48
STEPS = (("−1", "减一", -1), ("+1", "加一", 1))


def folds(desk: ToolDesk, name: str) -> bool:
    """Whether the pad of an entry is unfolded by a tap."""
    entry = desk.tool.entries[name]
    return entry.pad in FOLDED or (entry.pad == "number" and not _few(desk, name))


def _few(desk: ToolDesk, name: str) -> bool:
    entry = desk.tool.entries[name]
    return (
        not entry.decimals
        and entry.maximum is not None
        and entry.minimum is not None
        and entry.maximum - entry.minimum < KEYED
    )


def field(session: Session, desk: ToolDesk, name: str, fault: str = "") -> ft.Control:
    """Return an entry: its label, what stands there, and its keys."""
    entry = desk.tool.entries[name]
    parts: list[ft.Control] = []
    if folds(desk, name):
        parts.append(_head(session, desk, name))
        if desk.open.value == name:
            parts.append(_large(session, desk, name))
    else:
        parts += [quiet(session, entry.label), _small(session, desk, name)]
    if entry.help and (desk.open.value == name or not folds(desk, name)):
        parts.append(quiet(session, entry.help))
    if fault:
        parts.append(ft.Semantics(content=sentence(session, fault, color=session.shade(theme.RED)), live_region=True))
    return ft.Column(parts, spacing=GAP, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _head(session: Session, desk: ToolDesk, name: str) -> ft.Control:
    """What stands in an entry whose pad is folded; a tap unfolds it."""
    entry, value = desk.tool.entries[name], desk.selection(name).value
    is_open = desk.open.value == name
    empty = value in (None, [], "", ())
    shown = ("点这里录入" if not entry.optional else "可以不录") if empty else entries.said(desk.tool, name, value)

    def turn(_: object) -> None:
        desk.unfold("" if is_open else name)

    return ft.MergeSemantics(
        ft.Container(
            ft.Row(
                [
                    ft.Column(
                        [
                            quiet(session, entry.label),
                            quiet(session, shown, theme.BODY)
                            if empty
                            else sentence(session, shown, theme.BODY, bold=True, lines=3),
                        ],
                        spacing=0,
                        expand=True,
                    ),
                    ft.Icon(
                        ft.Icons.EXPAND_LESS if is_open else ft.Icons.EXPAND_MORE, color=ft.Colors.ON_SURFACE_VARIANT
                    ),
                ]
            ),
            on_click=turn,
            ink=True,
            border=ft.Border.all(2 if is_open else 1, ft.Colors.PRIMARY if is_open else ft.Colors.OUTLINE_VARIANT),
            border_radius=10,
            padding=ft.Padding.symmetric(horizontal=12, vertical=6),
        )
    )


def _lines(controls: Sequence[ft.Control], most: int) -> ft.Control:
    """Keys in lines of equal width."""
    lines = [list(controls[at : at + most]) for at in range(0, len(controls), most)]
    if len(lines) > 1:
        lines[-1].extend(ft.Container(expand=True) for _ in range(most - len(lines[-1])))
    return ft.Column([ft.Row(line, spacing=GAP) for line in lines], spacing=GAP)


def a_line(number: int, room: float) -> int:
    """Return how many of so many keys stand beside one another in so many px, each wide enough for a finger."""
    most = max(1, min(A_LINE, int((room + GAP) // (theme.TARGET + GAP))))
    return ceil(number / ceil(number / most))


def _keys(session: Session, controls: Sequence[ft.Control]) -> ft.Control:
    return _lines(controls, a_line(len(controls), ROOM if session.layout.wide else session.layout.pane - 32))


def _small(session: Session, desk: ToolDesk, name: str) -> ft.Control:
    entry, now = desk.tool.entries[name], desk.selection(name).value

    def give(value: Any) -> Callable[[Any], Any]:
        def given(_: object) -> None:
            again = desk.selection(name).value == value and entry.optional
            desk.answer(name, None if again else value)

        return given

    def one(value: Any, text: str, spoken: str = "") -> ft.Control:
        return key(
            session,
            text,
            give(value),
            f"{entry.label}，{spoken or text}",
            size=theme.BODY,
            chosen=now == value,
            height=HIGH,
        )

    if entry.pad == "number":
        assert entry.minimum is not None and entry.maximum is not None
        numbers = range(entry.minimum, entry.maximum + 1)
        return _keys(session, [one(number, str(number)) for number in numbers])
    if entry.pad == "rank":
        return _keys(session, [one(rank, rank) for rank in entries.RANKS])
    if entry.pad == "level":
        return _keys(session, [one(level, entries.PAST if level == "A+" else level) for level in entries.LEVELS])
    if entry.pad == "seat":
        seats = games()[desk.tool.game].seats
        return _lines([one(seat, words) for seat, words in seats.items()], len(seats))
    longest = max(len(words) for words in entry.options.values())
    scale = min(session.settings.text_scale, LARGEST)
    most = max(1, min(len(entry.options), int((ROOM - 30) // (longest * theme.BODY * scale + AROUND))))
    return _lines([one(value, words) for value, words in entry.options.items()], most)


def _large(session: Session, desk: ToolDesk, name: str) -> ft.Control:
    pad = desk.tool.entries[name].pad
    if pad == "cards":
        return keyed(f"{desk.tool.id}-{name}", CardPicker, desk, name, False, ROOM if session.layout.wide else None)
    if pad == "auction":
        return keyed(f"{desk.tool.id}-{name}", BiddingPad, desk, name)
    if pad == "time":
        return _clock(session, desk, name)
    if pad == "text":
        return Pasted(desk, name, desk.version, session.settings.script, session.settings.text_scale)
    return _digits(session, desk, name)


def _clock(session: Session, desk: ToolDesk, name: str) -> ft.Control:
    def put(minutes: int) -> None:
        desk.answer(name, clock_of(minutes))

    def present() -> int:
        now = datetime.datetime.now()
        return now.hour * 60 + now.minute

    def step(by: int) -> Callable[[Any], Any]:
        def stepped(_: object) -> None:
            at = minutes_of(desk.selection(name).value)
            put((present() if at is None else at) + by)

        return stepped

    steps = (("−1时", -60), ("+1时", 60), ("−10分", -10), ("+10分", 10), ("−1分", -1), ("+1分", 1))
    return ft.Column(
        [
            _lines([key(session, word, step(by), size=theme.BODY, height=HIGH) for word, by in steps], 2),
            ft.Row([key(session, "现在", lambda _: put(present()), size=theme.BODY, height=HIGH)]),
        ],
        spacing=GAP,
    )


def _digits(session: Session, desk: ToolDesk, name: str) -> ft.Control:
    """Ten digits. A column of numbers takes one after the other; its last is the one being written."""
    entry = desk.tool.entries[name]
    column = entry.pad == "numbers"
    negative = column or (entry.minimum is not None and entry.minimum < 0)
    most = entries.LARGEST if entry.maximum is None else entry.maximum
    scale = 10**entry.decimals
    selected = desk.selection(name)

    def tap(pressed: str) -> Callable[[Any], Any]:
        def pressing(_: object) -> None:  # what stands now, not what was drawn last: fingers are faster
            value: Any
            if column:
                value, state = digits.in_column(list(selected.value or []), selected.by, pressed, most)
            else:  # with decimals the digits come in from the right, as into a till
                written = None if selected.value is None else round(selected.value * scale)
                value, state = digits.press(written, selected.by, pressed, most * scale)
                value = value / scale if entry.decimals and value is not None else value
            desk.answer(name, value)
            selected.by = state

        return pressing

    def step(by: int) -> Callable[[Any], Any]:
        def stepped(_: object) -> None:
            low, high = entry.minimum or 0, most
            desk.answer(name, min(high, max(low, (selected.value if selected.value is not None else low - by) + by)))
            selected.by = digits.FRESH

        return stepped

    def one(pressed: str, spoken: str = "", chosen: bool = False) -> ft.Control:
        return key(session, pressed, tap(pressed), f"{entry.label}，{spoken or pressed}", chosen=chosen, height=HIGH)

    def clear(_: object) -> None:
        desk.answer(name, [] if column else None)
        selected.by = ""

    keys = [one(each) for each in "123456789"]
    keys += [
        one("±", "换正负号", selected.by.endswith(digits.MINUS))
        if negative
        else key(session, "清空", clear, f"{entry.label}，清空", size=theme.BODY, height=HIGH),
        one("0"),
        one(digits.BACK, "删去一位"),
    ]
    parts: list[ft.Control] = [_lines(keys, 3)]
    if column:
        words = [
            one("下一个", chosen=selected.by.startswith(digits.NEXT)),
            key(session, "清空", clear, f"{entry.label}，清空"),
        ]
        parts += [
            _lines(words, 2),
            Pasted(desk, name, desk.version, session.settings.script, session.settings.text_scale),
        ]
    else:
        if not entry.decimals:
            parts.append(_lines([key(session, sign, step(by), f"{entry.label}{word}") for sign, word, by in STEPS], 2))
    return ft.Column(parts, spacing=GAP, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


@memo
@component
def Pasted(desk: ToolDesk, name: str, version: int, script: str, scale: float) -> ft.Control:
    """Show a field for what is pasted or typed; it leaves the text to the keyboard."""
    session = use_session()
    entry = desk.tool.entries[name]
    is_text = entry.pad == "text"

    def take(text: str) -> None:
        if is_text:
            desk.answer(name, text or None)
            return
        try:
            found = entries.read(desk.tool, name, text)
        except ValueError as fault:
            desk.refuse(name, str(fault))
            return
        desk.answer(name, found or [])

    field_ = ft.TextField(
        value=str(desk.selection(name).value or "") if is_text else "",
        label=session.say("粘贴，或一行行地写" if is_text else "也可以粘贴一列，用空格、逗号或换行隔开"),
        label_style=ft.TextStyle(size=session.px(theme.SMALL)),
        text_size=session.px(theme.BODY),
        multiline=True,
        min_lines=3 if is_text else 1,
        max_lines=8,
        on_change=lambda event: take(event.control.value),
    )
    typed_into(session, field_, name)
    ft.use_effect(lambda: None, [], cleanup=lambda: out_of(session, name))
    return field_
