"""One tool: what it says on top, what is entered under the thumb; on a wide window side by side."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import flet as ft

from app.tools import entries, text
from app.tools.model import Answer, Refused, Wanting
from app.widgets.basics import icon_button, quiet
from app.widgets.columns import stretched
from app.widgets.pages import page
from app.widgets.sentences import GROUNDS, clause_chips, sentence
from app.widgets.tool_answers import grid, shown
from app.widgets.tool_pads import field, folds
from app.window import routes, theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.preferences import TOOLS
from app.window.session import use_session
from app.window.tool_desk import tool_named
from decision_trees.tools import asked

if TYPE_CHECKING:
    from app.tools.model import Outcome
    from app.window.session import Session
    from app.window.tool_desk import ToolDesk

SIDE_BY_SIDE = 620  # px of the pane from which entries and answer stand beside each other
FEW = 180  # letters of an answer that surely fit
HIGHEST = 0.42  # of the window that the answer takes at most on a phone
REST = 0.6  # s after the last key until the address says what is entered
TRIES = 500  # while something lies on the screen, or the browser is on its way
LONGEST = 1_500  # characters of an address; what is longer (a pasted match) is only kept


@component
def ToolPane(name: str) -> ft.Control:
    """Show a tool."""
    session = use_session()
    tool = tool_named(name)
    if tool is None:
        return page(
            session, "工具", [ft.Container(quiet(session, "没有这个工具，可能是网址写错了。", theme.BODY), padding=16)]
        )
    return Opened(session.tools.desk(tool))


@component
def Opened(desk: ToolDesk) -> ft.Control:
    """Show a tool that there is."""
    session = use_session()
    for name in desk.selections:
        ft.use_state(desk.selections[name])
    ft.use_state(desk.open)
    ft.use_state(session.layout)
    _use_kept(session, desk)
    outcome = desk.outcome()
    bar = _bar(session, desk.tool.title, _actions(session, desk))
    pads = _pads(session, desk, outcome)
    if session.layout.wide and session.layout.pane >= SIDE_BY_SIDE * theme.grown(session.settings.text_scale):
        answer = [_said(session, desk, outcome), *_more(session, outcome)]
        return ft.Column([bar, _side_by_side(session, pads, answer)], spacing=0, expand=True)
    body = ft.Container(
        stretched([*pads, *_more(session, outcome)], spacing=12),
        padding=ft.Padding.only(left=16, right=16, top=12, bottom=32),
    )
    return stretched(
        [
            bar,
            ft.Container(_said(session, desk, outcome), padding=ft.Padding.only(left=12, right=12, top=8)),
            stretched([body], expand=True, scroll=ft.ScrollMode.AUTO),
        ],
        spacing=0,
        expand=True,
    )


def _use_kept(session: Session, desk: ToolDesk) -> None:
    """Open a tool with what was entered last; keep what is entered, and say it in the address once fingers rest."""
    tool = desk.tool

    def keep() -> None:
        if desk.opened:
            session.tools.keep(desk, session.preferences)

    async def begin() -> None:
        await session.preferences.fetch(TOOLS)  # also where an address says all: see ToolDesks.keep
        desk.fetched = True
        if not desk.opened:
            desk.begin(session.preferences.kept(TOOLS).get(tool.id, {}), session.desk.of_the_table(desk.game))
        if desk.open.value is None:
            desk.unfold(_to_unfold(desk))
        keep()

    async def tell() -> None:  # begun anew with every key: nothing is drawn, and nobody waits for it
        bare = routes.tool_address(tool.name)
        for _ in range(TRIES if session.page.web else 0):
            await asyncio.sleep(REST)
            if session.trail.here != bare or any(each.fault for each in desk.selections.values()):
                return
            plain = entries.plain(tool, desk.values)
            address = routes.tool_address(tool.name, plain)
            if desk.opened and session.put_in_address(address if len(address) <= LONGEST else bare):
                desk.in_address = plain
                return

    entered = str(entries.plain(tool, desk.values))
    ft.use_effect(begin, [tool.id])
    ft.use_effect(keep, [entered])
    ft.use_effect(tell, [entered])


def _actions(session: Session, desk: ToolDesk) -> list[ft.Control]:
    """What can be done with what is entered and with what came out: they say what stands when they are tapped."""
    tool = desk.tool

    def told() -> str:
        address = routes.tool_address(tool.name, entries.plain(tool, desk.values))
        base = session.link_base()
        link = f"{base.rstrip('/')}{address}" if base else ""
        return session.say(text.shared(tool, desk.values, desk.outcome(), session.handbook, link))

    async def share(_: object) -> None:
        await session.share(tool.title, told(), "结果")

    async def copy(_: object) -> None:
        await session.copy(told(), "已复制")

    return [
        icon_button(session, ft.Icons.RESTART_ALT, "重新录入", on_tap(desk.empty)),
        icon_button(session, ft.Icons.CONTENT_COPY, "复制", copy),
        icon_button(session, ft.Icons.SHARE, "分享", share),
    ]


def _side_by_side(session: Session, pads: list[ft.Control], answer: list[ft.Control]) -> ft.Control:
    """What is entered, and beside it what comes out."""
    left = ft.Container(
        stretched(pads, spacing=12, scroll=ft.ScrollMode.AUTO),
        padding=16,
        width=min(theme.WIDEST, session.layout.pane / 2 + 20),
    )
    right = ft.Container(stretched(answer, spacing=12, scroll=ft.ScrollMode.AUTO), padding=16, expand=True)
    return ft.Row(
        [left, ft.VerticalDivider(width=1), right],
        spacing=0,
        expand=True,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _to_unfold(desk: ToolDesk) -> str:
    """The entry whose pad is open when a tool is: the first that is wanting, or the first where there are no other keys."""
    folded = [each for each in asked(desk.tool, desk.values) if folds(desk, each)]
    wanting = [
        each for each in folded if desk.selection(each).value in (None, [], "") and not desk.tool.entries[each].optional
    ]
    return (wanting or folded)[0] if wanting or len(folded) == len(desk.tool.entries) else ""


def _bar(session: Session, title: str, actions: list[ft.Control]) -> ft.Control:
    bar = page(session, title, [], actions)
    assert isinstance(bar, ft.Column)
    return bar.controls[0]


def _pads(session: Session, desk: ToolDesk, outcome: Outcome) -> list[ft.Control]:
    tool = desk.tool
    faults = {name: each.fault for name, each in desk.selections.items()}
    if isinstance(outcome, Refused) and outcome.name:
        faults[outcome.name] = outcome.why
    parts = [field(session, desk, name, faults[name]) for name in asked(tool, desk.values)]
    if desk.from_table:
        labels = "、".join(tool.entries[name].label for name in desk.from_table)
        parts.append(quiet(session, f"照本桌的牌局和赛事填入：{labels}。"))
    return parts


def _said(session: Session, desk: ToolDesk, outcome: Outcome) -> ft.Control:
    """What came out, in a band; or what is wanting, or wrong."""
    tool = desk.tool
    parts: list[ft.Control]
    ground: str = ft.Colors.SURFACE_CONTAINER
    if isinstance(outcome, Answer):
        parts = [
            ft.Semantics(content=sentence(session, outcome.said, theme.HEADLINE, bold=True), live_region=True),
            *([sentence(session, "，".join(outcome.working), theme.BODY)] if outcome.working else []),
            *(sentence(session, line, theme.BODY) for line in outcome.lines),
            clause_chips(session, outcome.cites),
        ]
        if outcome.kind != "plain":
            ground = session.shade(GROUNDS["none" if outcome.kind == "good" else "penalty"])
    elif isinstance(outcome, Wanting):
        labels = "、".join(tool.entries[name].label for name in outcome.names)
        parts = [
            quiet(session, tool.about + "。", theme.BODY),
            sentence(session, outcome.why or f"还要录入：{labels}。", theme.LAW),
            clause_chips(session, tool.cites),
        ]
    else:
        red = session.shade(theme.RED)
        said = "请改下面标红的一项。" if outcome.name else outcome.why
        parts = [
            ft.Semantics(content=sentence(session, said, theme.LAW, color=red), live_region=True),
            clause_chips(session, tool.cites),
        ]
    room = (session.page.height or 800) * (10 if session.layout.wide else HIGHEST)
    letters = sum(map(len, (outcome.said, *outcome.working, *outcome.lines))) if isinstance(outcome, Answer) else 0
    few = letters * session.settings.text_scale**2 < FEW  # twice as large is four times the room
    inner = stretched(parts, spacing=4, tight=True, scroll=None if session.layout.wide or few else ft.ScrollMode.AUTO)
    return ft.Container(
        inner,
        bgcolor=ground,
        border_radius=12,
        padding=ft.Padding.symmetric(horizontal=14, vertical=10),
        height=None if session.layout.wide or few else room,
    )


def _more(session: Session, outcome: Outcome) -> list[ft.Control]:
    """Tables and pictures of the answer."""
    if not isinstance(outcome, Answer):
        return []
    return [*(shown(session, each) for each in outcome.pictures), *(grid(session, each) for each in outcome.grids)]
