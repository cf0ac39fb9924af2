"""Clocks, large, several at once: they are kept as the time at which they were begun, and run on while nobody looks."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import TYPE_CHECKING

import flet as ft

from app.base.opened import trees
from app.base.words import GAMES
from app.tools import clocks
from app.tools.clocks import Running
from app.widgets.basics import icon_button, quiet, section_title
from app.widgets.columns import stretched, wrapped
from app.widgets.fields import entry
from app.widgets.keys import key
from app.widgets.pages import page
from app.widgets.sentences import GROUNDS, clause_chips, sentence
from app.window import theme
from app.window.components import keyed, on_tap
from app.window.error_boundary import component
from app.window.preferences import CLOCKS
from app.window.session import use_session
from decision_trees.games import every_game

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.window.session import Session
    from decision_trees.clocks import Clock

TICK = 0.02  # seconds after a full one, so that it is surely over
HUGE = 64  # px of the time


@component
def ClocksPane() -> ft.Control:
    """Show the clocks that run, and those that can be begun."""
    session = use_session()
    desk = session.clocks
    ft.use_state(desk)
    ft.use_state(session.senses.can)
    ft.use_state(session.layout)
    known = trees().clocks

    async def open_kept() -> None:
        if not desk.opened:
            await session.preferences.fetch(CLOCKS)
            desk.take(session.preferences.kept(CLOCKS))
            session.bell.hear()

    ft.use_effect(open_kept, [])
    cards: list[ft.Control] = [
        keyed(_name(each), ClockCard, at, each, session.settings.text_scale, session.layout.dark)
        for at, each in enumerate(desk.running)
        if each.kind in known  # that of a text that was withdrawn is no more
    ]
    if not cards:
        cards = [
            ft.Container(
                quiet(session, "点下面的一种开始计时；可以同时开几个，离开这一页也照走。", theme.BODY), padding=16
            )
        ]
    parts: list[ft.Control] = [*cards]
    if session.layout.wide and desk.running:  # buttons are not wider than a hand
        beside: list[ft.Control] = [ft.Container(each, width=theme.WIDEST) for each in cards]
        parts = [wrapped(beside, gap=0)]
    where = entry(session, desk.form, "table", "在几号桌计时（可以不写）")
    parts.append(ft.Container(where, padding=ft.Padding.only(left=16, right=16, top=16)))
    order = sorted(GAMES, key=lambda game: game != session.settings.game)
    for game in order:
        own = [clock for clock in known.values() if clock.game == game]
        if own:
            parts += [section_title(session, f"{GAMES[game]}：开始计时"), _kinds(session, own)]
    clear = icon_button(session, ft.Icons.DELETE_SWEEP, "全部清除", lambda _: session.keep_clocks([]))
    return page(session, "计时", parts, [*_switch(session), *([clear] if desk.running else [])])


def _switch(session: Session) -> list[ft.Control]:
    """What is heard, or felt, where a step begins: on or off; nothing where this device can neither."""
    can, desk = session.senses.can, session.clocks
    if not can.sound and not can.shake:
        return []

    async def turn(event: ft.Event[ft.Switch]) -> None:
        session.keep_sound(event.control.value)
        if event.control.value:
            await session.senses.ring("step")  # this is how it sounds

    return [
        ft.Switch(
            label=session.say("声音" if can.sound else "震动"),
            label_position=ft.LabelPosition.LEFT,
            label_text_style=ft.TextStyle(size=session.px(theme.BODY)),
            value=desk.sound,
            on_change=turn,
            height=theme.TARGET,
        )
    ]


def _name(running: Running) -> str:
    """What tells a clock from the others, also when another comes before it."""
    return f"clock-{running.kind}-{running.who}-{running.began}"


def _kinds(session: Session, kinds: list[Clock]) -> ft.Control:
    columns = max(2, int((session.layout.pane or 360) // (180 * session.settings.text_scale)))

    def start(clock: Clock) -> None:
        sides = every_game()[clock.game].sides
        minutes = session.own.minutes_of(session, clock) if clock.minutes is not None else None
        table = session.clocks.form.text("table").strip().removesuffix("桌")[: clocks.TABLE]
        begun = clocks.begin(
            clock, time.time(), {side: session.say(words) for side, words in sides.items()}, minutes, table
        )
        session.keep_clocks([*begun, *session.clocks.running][: clocks.MOST])

    made: list[ft.Control] = [
        key(
            session,
            clock.title,
            on_tap(start, clock),
            f"{GAMES[clock.game]}{clock.title}，开始计时",
            size=theme.BODY,
            height=56,
            action=session.senses.unlocking(),
        )
        for clock in kinds
    ]
    lines = [made[at : at + columns] for at in range(0, len(made), columns)]
    lines[-1].extend(ft.Container(expand=True) for _ in range(columns - len(lines[-1])))
    return ft.Container(
        ft.Column([ft.Row(line, spacing=8) for line in lines], spacing=8), padding=ft.Padding.symmetric(horizontal=16)
    )


@component
def ClockCard(at: int, running: Running, scale: float, dark: bool) -> ft.Control:
    """Show one clock; it is drawn anew when what it shows changes."""
    session = use_session()
    clock = trees().clocks[running.kind]
    _, tick = ft.use_state(0)
    reading = clocks.read(clock, running, time.time())

    async def follow() -> None:
        while running.stopped is None:
            gone = running.elapsed(time.time())
            await asyncio.sleep(1 - gone % 1 + TICK)
            tick(int(time.time() * 1000))

    ft.use_effect(
        follow, [running], cleanup=lambda: None
    )  # with a cleanup Flet ends what waits, without one it would not
    title = f"{GAMES[clock.game]} · {clock.title}" + (f" · {running.whose}" if running.whose else "")
    left, shown = "还剩" if reading.left else "已超过", reading.shown.removeprefix("+")
    head = ft.Row(
        [
            ft.Container(sentence(session, title, theme.BODY, bold=True), expand=True),
            quiet(session, "已停" if running.stopped is not None else left),
        ]
    )
    large = ft.Text(
        shown,
        size=min(session.px(HUGE), 96),
        weight=ft.FontWeight.W_600,
        style=ft.TextStyle(height=1.0),
        semantics_label=session.say(f"{left} {shown}"),
    )
    said = ft.Semantics(content=sentence(session, reading.said, theme.LAW), live_region=True)
    keys = ft.Row(_clock_keys(session, at, clock, running, title), spacing=8)
    return ft.Container(
        stretched([head, large, said, clause_chips(session, reading.cites), keys], spacing=4),
        bgcolor=session.shade(GROUNDS[reading.level]),
        border_radius=12,
        padding=ft.Padding.symmetric(horizontal=14, vertical=10),
        margin=ft.Margin.only(left=12, right=12, top=8),
    )


def _clock_keys(session: Session, at: int, clock: Clock, running: Running, title: str) -> list[ft.Control]:
    """What can be done with a clock: longer or shorter, from the beginning, stopped, put away."""

    def change(to: Callable[[], Running | None]) -> None:
        listed = list(session.clocks.running)
        if at < len(listed) and listed[at] == running:
            now = to()
            listed[at : at + 1] = [] if now is None else [now]
            session.keep_clocks(listed)

    def one(text: str, spoken: str, to: Callable[[], Running | None], faint: bool = False) -> ft.Control:
        return key(session, text, on_tap(change, to), f"{title}，{spoken}", size=theme.BODY, faint=faint)

    lengths = (("−5分", "减5分钟", -5), ("+5分", "加5分钟", 5)) if running.minutes is not None else ()
    return [
        *(one(text, spoken, partial(clocks.lengthened, running, by)) for text, spoken, by in lengths),
        one("重来", "重来", lambda: clocks.again(running, time.time())),
        one("停", "停", lambda: clocks.stop(running, time.time()), faint=running.stopped is not None),
        one("清除", "清除", lambda: None),
    ]
