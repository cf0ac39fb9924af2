"""How things are entered into a tool: keys under the thumb, and a keyboard only for what is pasted."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Any

import flet as ft

from app.tools import digits, entries
from app.widgets.basics import out_of, quiet, typed_into
from app.widgets.bidding_pad import BiddingPad
from app.widgets.card_picker import CardPicker
from app.widgets.columns import in_lines, stretched
from app.widgets.keys import LARGEST, key
from app.widgets.numbers import clock_of, minutes_of, present
from app.widgets.sentences import sentence
from app.window import theme
from app.window.components import keyed, memo, on_tap
from app.window.error_boundary import component
from app.window.session import use_session
from decision_trees.games import games

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.window.session import Session
    from app.window.tool_desk import ToolDesk
    from decision_trees.tools import Entry

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
    return stretched(parts, spacing=GAP)


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


def a_line(number: int, room: float) -> int:
    """Return how many of so many keys stand beside one another in so many px, each wide enough for a finger."""
    most = max(1, min(A_LINE, int((room + GAP) // (theme.TARGET + GAP))))
    return ceil(number / ceil(number / most))


def _keys(session: Session, controls: Sequence[ft.Control]) -> ft.Control:
    room = ROOM if session.layout.wide else session.layout.pane - 32
    return in_lines(controls, a_line(len(controls), room), GAP)


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
        return in_lines([one(seat, words) for seat, words in seats.items()], len(seats), GAP)
    longest = max(len(words) for words in entry.options.values())
    scale = min(session.settings.text_scale, LARGEST)
    most = max(1, min(len(entry.options), int((ROOM - 30) // (longest * theme.BODY * scale + AROUND))))
    return in_lines([one(value, words) for value, words in entry.options.items()], most, GAP)


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
    def step(by: int) -> None:
        at = minutes_of(desk.selection(name).value)
        desk.answer(name, clock_of((present() if at is None else at) + by))

    def to_now(_: object) -> None:
        desk.answer(name, clock_of(present()))

    steps = (("−1时", -60), ("+1时", 60), ("−10分", -10), ("+10分", 10), ("−1分", -1), ("+1分", 1))
    return ft.Column(
        [
            in_lines(
                [key(session, word, on_tap(step, by), size=theme.BODY, height=HIGH) for word, by in steps], 2, GAP
            ),
            ft.Row([key(session, "现在", to_now, size=theme.BODY, height=HIGH)]),
        ],
        spacing=GAP,
    )


@dataclass(frozen=True, slots=True)
class Digits:
    """What ten digits do to an entry: a number, or a column of them, whose last is the one being written.

    A tap goes by what stands now, not by what was drawn last: fingers are faster.
    """

    desk: ToolDesk
    name: str

    @property
    def entry(self) -> Entry:
        """What is entered."""
        return self.desk.tool.entries[self.name]

    @property
    def column(self) -> bool:
        """Whether it takes one number after the other."""
        return self.entry.pad == "numbers"

    @property
    def negative(self) -> bool:
        """Whether a number may be below nothing."""
        return self.column or (self.entry.minimum is not None and self.entry.minimum < 0)

    @property
    def most(self) -> int:
        """The largest number there may be."""
        return entries.LARGEST if self.entry.maximum is None else self.entry.maximum

    @property
    def state(self) -> str:
        """Where in the number one is: see :mod:`app.tools.digits`."""
        return self.desk.selection(self.name).by

    def press(self, pressed: str) -> None:
        """Take a key."""
        selected, scale = self.desk.selection(self.name), 10**self.entry.decimals
        value: Any
        if self.column:
            value, state = digits.in_column(list(selected.value or []), selected.by, pressed, self.most)
        else:  # with decimals the digits come in from the right, as into a till
            written = None if selected.value is None else round(selected.value * scale)
            value, state = digits.press(written, selected.by, pressed, self.most * scale)
            value = value / scale if self.entry.decimals and value is not None else value
        self.desk.answer(self.name, value)
        selected.by = state

    def step(self, by: int) -> None:
        """Go to the number above, or below."""
        selected, low = self.desk.selection(self.name), self.entry.minimum or 0
        now = selected.value if selected.value is not None else low - by
        self.desk.answer(self.name, min(self.most, max(low, now + by)))
        selected.by = digits.FRESH

    def clear(self) -> None:
        """Begin anew."""
        self.desk.answer(self.name, [] if self.column else None)
        self.desk.selection(self.name).by = ""


def _digits(session: Session, desk: ToolDesk, name: str) -> ft.Control:
    """Ten digits, and what else a number, or a column of them, is written with."""
    of = Digits(desk, name)
    label = of.entry.label

    def one(pressed: str, spoken: str = "", chosen: bool = False) -> ft.Control:
        press = on_tap(of.press, pressed)
        return key(session, pressed, press, f"{label}，{spoken or pressed}", chosen=chosen, height=HIGH)

    clear = on_tap(of.clear)
    sign = (
        one("±", "换正负号", of.state.endswith(digits.MINUS))
        if of.negative
        else key(session, "清空", clear, f"{label}，清空", size=theme.BODY, height=HIGH)
    )
    keys = [*(one(each) for each in "123456789"), sign, one("0"), one(digits.BACK, "删去一位")]
    parts: list[ft.Control] = [in_lines(keys, 3, GAP)]
    if of.column:
        following = one("下一个", chosen=of.state.startswith(digits.NEXT))
        parts += [
            in_lines([following, key(session, "清空", clear, f"{label}，清空")], 2, GAP),
            Pasted(desk, name, desk.version, session.settings.script, session.settings.text_scale),
        ]
    elif not of.entry.decimals:
        steps = [key(session, sign, on_tap(of.step, by), f"{label}{word}") for sign, word, by in STEPS]
        parts.append(in_lines(steps, 2, GAP))
    return stretched(parts, spacing=GAP)


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
