"""The frame around the screens: bar and pages on a phone, rail and two panes on a wide window."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft

from app.base.opened import trees
from app.base.words import game_name
from app.frame import panes
from app.screens.book import BookPane
from app.screens.changes import ChangesPane
from app.screens.clause import ClausePane
from app.screens.glossary import GlossaryPane
from app.screens.kept import KeptPane
from app.screens.lookup import LookupPane
from app.screens.tools import ToolsPane
from app.widgets.basics import quiet
from app.widgets.columns import stretched
from app.widgets.hall_bar import HallBar
from app.widgets.no_room import NoRoom
from app.widgets.running_clocks import RunningClocks
from app.widgets.sheets import SheetHost
from app.widgets.text import written
from app.widgets.toast import under_toast
from app.window import routes, theme
from app.window.components import keyed
from app.window.error_boundary import component
from app.window.published import called
from app.window.session import use_session
from app.window.tool_desk import tool_named

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.window.routes import Destination, DestinationKind
    from app.window.session import Session

LIST_WIDTH, RAIL = 420, 80
CLOCKS = "clocks"  # the name of their page among the tools

ICONS: dict[DestinationKind, tuple[ft.IconData, ft.IconData]] = {
    "lookup": (ft.Icons.SEARCH, ft.Icons.SEARCH),
    "rule": (ft.Icons.GAVEL_OUTLINED, ft.Icons.GAVEL),
    "rights": (ft.Icons.BALANCE_OUTLINED, ft.Icons.BALANCE),
    "learn": (ft.Icons.SCHOOL_OUTLINED, ft.Icons.SCHOOL),
    "tools": (ft.Icons.CONSTRUCTION_OUTLINED, ft.Icons.CONSTRUCTION),
}

TABS: dict[DestinationKind, tuple[str, str]] = {  # on the bar, and as the title of the window
    "lookup": ("查找", "查条文"),
    "rule": ("裁决", "裁决"),
    "rights": ("权利", "权利与义务"),
    "learn": ("学习", "学习"),
    "tools": ("工具", "工具与设置"),
}


def page_title(session: Session, destination: Destination) -> str:
    """Return what the browser shows as the title of a destination."""
    books = session.handbook.books
    if destination.kind == "clause" and (provision := session.find(destination.provision_id)):
        book = session.book_of(provision.id)
        return f"{game_name(book.game)} {provision.label} {provision.title or ''}".strip() + f" · {called()}"
    if destination.kind in ("book", "glossary", "changes") and destination.book in books:
        what = {"glossary": "术语 · ", "changes": "改了什么 · "}.get(destination.kind, "")
        return f"{what}{books[destination.book].short} · {called()}"
    if destination.kind == "ruling" and destination.tree_id in trees().trees:
        return f"裁定：{trees().tree(destination.tree_id).title} · {called()}"
    if destination.kind == "tool" and destination.tool == CLOCKS:
        return f"计时 · {called()}"
    if destination.kind == "tool" and (tool := tool_named(destination.tool or "")) is not None:
        return f"{tool.title} · {called()}"
    names = {
        "practice": "练习",
        "topics": "练习",
        "scenarios": "情景",
        "scenario": "情景",
        "tables": "活的牌桌",
        "living": "活的牌桌",
        "progress": "统计",
        "exams": "试卷",
        "compose": "组卷",
        "paper": "试卷",
        "results": "成绩",
        "sitting": "答题",
        "kept": "书签与笔记",
        "glossary": "术语",
        "changes": "改了什么",
        "own": "自己的规则书",
        "journal": "日志",
        "entry": "记录",
        "handover": "传给另一台手机",
        "hall": "会场",
        "events": "赛事",
        "event": "赛事",
        "competition": "赛程",
        "settings": "设置",
        "about": "关于",
        "licences": "许可",
        "lost": "没有这一页",
    }
    return f"{names.get(destination.kind) or TABS[destination.tab][1]} · {called()}"


def use_destination() -> Destination:
    """Return the destination the window is at; note it on the trail and in the window's title."""
    session = use_session()
    address = ft.use_route_location() or "/"
    destination = routes.parse(address)

    def arrive() -> None:
        session.page.title = session.say(page_title(session, destination))

    ft.use_effect(arrive, [address, session.settings.script])
    return destination


def _go_tab(session: Session, index: int) -> None:
    session.go(routes.tab_address(routes.TABS[index]))


def _bar(session: Session, tab: DestinationKind) -> ft.NavigationBar | ft.NavigationRail:
    """The tabs of a phone: below the screen, or beside it where the screen is low."""
    if session.layout.low:
        return _rail(session, tab)
    return ft.NavigationBar(
        selected_index=routes.TABS.index(tab),
        on_change=lambda event: _go_tab(session, event.control.selected_index),
        height=72 + 44 * (session.settings.text_scale - 1),
        destinations=[
            ft.NavigationBarDestination(
                icon=ft.Icon(icon, size=session.icon),
                selected_icon=ft.Icon(chosen, size=session.icon),
                label=session.say(TABS[each][0]),
            )
            for each, (icon, chosen) in ICONS.items()
        ],
    )


def _rail(session: Session, tab: DestinationKind) -> ft.NavigationRail:
    return ft.NavigationRail(
        selected_index=routes.TABS.index(tab),
        on_change=lambda event: _go_tab(session, event.control.selected_index),
        label_type=ft.NavigationRailLabelType.ALL,
        scrollable=True,  # a phone on its side is not high enough for five, with large letters
        min_width=max(RAIL, session.px(64)),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        destinations=[
            ft.NavigationRailDestination(
                icon=ft.Icon(icon, size=session.icon),
                selected_icon=ft.Icon(chosen, size=session.icon),
                label=session.say(TABS[each][0]),
            )
            for each, (icon, chosen) in ICONS.items()
        ],
    )


def _view(content: list[ft.Control], route: str, bar: ft.NavigationBar | ft.NavigationRail | None = None) -> ft.View:
    page: ft.Control = under_toast(ft.Column([RunningClocks(), NoRoom(), HallBar(), *content], spacing=0, expand=True))
    if isinstance(bar, ft.NavigationRail):
        page = ft.Row([bar, page], spacing=0, vertical_alignment=ft.CrossAxisAlignment.STRETCH)
    return ft.View(
        route=route,
        controls=[ft.SafeArea(page, expand=True, minimum_padding=0)],
        navigation_bar=bar if isinstance(bar, ft.NavigationBar) else None,
        padding=0,
        spacing=0,
    )


def _tab_pane(kind: DestinationKind) -> ft.Control:
    return ToolsPane() if kind == "tools" else LookupPane()


# On a phone: one page over the other, the bar below those of the first level.


def _tab_page(kind: DestinationKind) -> Callable[[], ft.View]:
    @component
    def TabPage() -> ft.View:
        session = use_session()
        destination = use_destination()
        return _view([_tab_pane(kind), *_sheets(destination, kind)], "/", _bar(session, kind))

    return TabPage


def _sheets(destination: Destination, kind: DestinationKind) -> list[ft.Control]:
    """A page that may lie under another shows sheets only while it is the one on top."""
    return [SheetHost()] if destination.kind == kind else []


@component
def BookPage() -> ft.View:
    """Show a book over the search."""
    session = use_session()
    destination = use_destination()
    return _view([BookPane(destination.book or ""), SheetHost()], ft.use_view_path(), _bar(session, "lookup"))


@component
def ClausePage() -> ft.View:
    """Show a clause over the search."""
    destination = use_destination()
    return _view([ClausePane(destination.provision_id), SheetHost()], "/clause")


@component
def ReadingPage() -> ft.View:
    """Show what is kept, the terms or the changes of a supplement over the search."""
    session = use_session()
    return _view([_reading(use_destination()), SheetHost()], ft.use_view_path(), _bar(session, "lookup"))


def _reading(destination: Destination) -> ft.Control:
    if destination.kind == "changes":
        return ChangesPane(destination.book or "")
    if destination.kind == "own":
        from app.screens.own_books import OwnBooksPane  # loaded when somebody brings a book

        return OwnBooksPane(destination.book or "", destination.part or "")
    return KeptPane() if destination.kind == "kept" else GlossaryPane(destination.book)


@component
def RulePage() -> ft.View:
    """Show the entry of 裁."""
    session = use_session()
    destination = use_destination()
    return _view([panes.rule(destination.game), *_sheets(destination, "rule")], "/", _bar(session, "rule"))


@component
def RulingPage() -> ft.View:
    """Show a ruling over the entry of 裁."""
    destination = use_destination()
    return _view([panes.ruling(destination.tree_id, destination.ruling), SheetHost()], "/ruling")


@component
def RightsPage() -> ft.View:
    """Show the rights of somebody at a stage."""
    session = use_session()
    destination = use_destination()
    return _view(
        [panes.rights(destination.game, destination.stage, destination.role), *_sheets(destination, "rights")],
        "/",
        _bar(session, "rights"),
    )


def _tool_page(kind: DestinationKind) -> Callable[[], ft.View]:
    @component
    def ToolPage() -> ft.View:
        session = use_session()
        use_destination()
        return _view([panes.OVER_TOOLS[kind]()], ft.use_view_path(), _bar(session, "tools"))

    return ToolPage


@component
def ToolPage() -> ft.View:
    """Show a tool over the grid of tools."""
    destination = use_destination()
    return _view([_one_tool(destination), SheetHost()], "/tool")


def _one_tool(destination: Destination) -> ft.Control:
    if destination.tool == CLOCKS:
        from app.screens.clocks import ClocksPane

        return ClocksPane()
    from app.screens.tool import ToolPane  # whoever opens no tool does not wait for it

    return keyed(destination.tool or "", ToolPane, destination.tool or "")


@component
def HallPage() -> ft.View:
    """Show the hall over the tools."""
    destination = use_destination()
    return _view([_hall(destination), SheetHost()], "/hall")


def _hall(destination: Destination) -> ft.Control:
    """The hall, loaded when somebody goes there."""
    from app.screens.hall import HallPane

    return HallPane(destination.record or "", destination.part or "")


@component
def LearnPage() -> ft.View:
    """Show what is due to be learned."""
    session = use_session()
    destination = use_destination()
    return _view([panes.study(destination), *_sheets(destination, "learn")], "/", _bar(session, "learn"))


@component
def StudyPage() -> ft.View:
    """Show a question, a scenario or how far one has come over 学."""
    destination = use_destination()
    pane = (
        panes.OVER_LEARNING[destination.kind](destination)
        if destination.kind in panes.OVER_LEARNING
        else ft.Container()
    )
    return _view([pane, SheetHost()], ft.use_view_path())


@component
def EntryPage() -> ft.View:
    """Show a ruling of the journal over the journal."""
    destination = use_destination()
    return _view([panes.entry(destination.record or ""), SheetHost()], "/entry")


@component
def EventPage() -> ft.View:
    """Show an event over the events."""
    destination = use_destination()
    return _view([panes.event(destination.record or ""), SheetHost()], "/event")


@component
def CompetitionPage() -> ft.View:
    """Show the rounds of an event over the events; where something is entered, its buttons stand where the tabs would."""
    session = use_session()
    destination = use_destination()
    bar = _bar(session, "tools") if destination.part not in ("result", "plan") else None
    return _view([_competition(destination), SheetHost()], "/competition", bar)


def _competition(destination: Destination) -> ft.Control:
    """What belongs to the rounds of an event; loaded when somebody goes there."""
    from app.screens.competition import CompetitionPane

    return CompetitionPane(destination.record or "", destination.part or "rounds", destination.meeting or "")


def _phone_routes() -> list[ft.Route]:
    pages: dict[DestinationKind, Callable[[], Any]] = {
        **dict.fromkeys(panes.OVER_LEARNING, StudyPage),
        **{kind: _tool_page(kind) for kind in panes.OVER_TOOLS},
        **{"entry": EntryPage, "competition": CompetitionPage, "event": EventPage, "tool": ToolPage, "hall": HallPage},
        **{"rule": RulePage, "ruling": RulingPage, "rights": RightsPage},
        **{"book": BookPage, "clause": ClausePage},
        **dict.fromkeys(("kept", "glossary", "changes", "own"), ReadingPage),
    }

    def at(path: str, kind: DestinationKind) -> ft.Route:
        return ft.Route(path=path, component=pages[kind])

    def over(place: str) -> list[ft.Route]:
        """What lies over the page of a place."""
        return [at(path, kind) for path, kind in routes.below(place)]

    return [
        ft.Route(path="learn", component=LearnPage, children=over("/learn")),
        at("rights", "rights"),
        *(at(f"rights/{path}", kind) for path, kind in routes.below("/rights")),
        *(at(f"rule/{path}", kind) for path, kind in routes.below("/rule") if kind == "rule"),
        ft.Route(
            path="rule",
            component=RulePage,
            children=[at(path, kind) for path, kind in routes.below("/rule") if kind == "ruling"],
        ),
        ft.Route(path="tools", component=_tab_page("tools"), children=over("/tools")),
        ft.Route(
            path="/",
            component=_tab_page("lookup"),
            children=[at(path, kind) for path, kind in routes.below("/") if routes.Destination(kind).tab == "lookup"],
        ),
    ]


# On a wide window: the rail, the list, and beside it the clause.


@component
def WidePage() -> ft.View:
    """Show list and clause side by side."""
    session = use_session()
    destination = use_destination()
    beside = ft.use_ref("lookup")
    if destination.kind in ("lookup", "book"):
        beside.current = destination.book or "lookup"
    ft.use_state(session.layout)
    rail = _rail(session, destination.tab)
    rail.visible = not session.layout.aloud
    side_by_side = ft.Row(
        [rail, *_panes(session, destination, beside.current or "lookup")],
        spacing=0,
        expand=True,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    return ft.View(
        route="/wide",
        controls=[
            ft.SafeArea(  # of a phone on its side too: its notch is beside the screen
                under_toast(stretched([RunningClocks(), NoRoom(), HallBar(), side_by_side], spacing=0)),
                expand=True,
                minimum_padding=0,
            ),
            SheetHost(),
        ],
        padding=0,
        spacing=0,
    )


def _panes(session: Session, destination: Destination, listed: str) -> list[ft.Control]:
    """What stands beside the rail; ``listed`` is what one looks things up in: the search, or a book."""
    where = destination
    if where.kind == "lost":
        return [ft.Container(NotFound(), expand=True)]
    if where.kind == "rights":
        return [ft.Container(panes.rights(where.game, where.stage, where.role), expand=True, key="main-rights")]
    if where.tab == "tools":
        main = ft.Container(_tool(session, where), expand=True, key=f"main-{where.kind}-{where.record or where.tool}")
        return _beside(ft.Container(ToolsPane(), width=LIST_WIDTH, key="list-tools"), main)
    if where.tab == "rule":
        ruling = panes.ruling(where.tree_id, where.ruling) if where.kind == "ruling" else _nothing_begun(session)
        main = ft.Container(ruling, expand=True, key=f"main-{where.game}-{where.tree}")
        listing: ft.Control = panes.rule(where.game, where.ruling)
        beside = _beside(ft.Container(listing, width=LIST_WIDTH, key="list-rule"), main)
        for each in beside[:-1]:
            each.visible = not session.layout.aloud  # it is only hidden: where it was scrolled to stays
        return beside
    if where.tab == "learn":
        shown = (
            panes.OVER_LEARNING[where.kind](where) if where.kind in panes.OVER_LEARNING else _nothing_learned(session)
        )
        key = f"main-{where.kind}-{where.game}-{where.stage}-{where.case}-{where.record}"
        main = ft.Container(shown, expand=True, key=key)
        return _beside(ft.Container(panes.study(where), width=LIST_WIDTH, key="list-learn"), main)
    listing = LookupPane() if listed == "lookup" else BookPane(listed)
    width = LIST_WIDTH + 80 * (session.settings.text_scale - 1)
    main = ft.Container(_read(session, where), expand=True, alignment=ft.Alignment.TOP_CENTER, key="main")
    return _beside(ft.Container(listing, width=width, key=f"list-{listed}"), main)


def _beside(listing: ft.Control, main: ft.Control) -> list[ft.Control]:
    """A list, and beside it what was chosen of it."""
    return [listing, ft.VerticalDivider(width=1), main]


def _read(session: Session, destination: Destination) -> ft.Control:
    """What is read: a clause, or what lies around the clauses; nothing before one is chosen."""
    if destination.kind in ("kept", "glossary", "changes", "own"):
        return _reading(destination)
    return ClausePane(destination.provision_id) if destination.kind == "clause" else _nothing_open(session)


def _tool(session: Session, destination: Destination) -> ft.Control:
    if destination.kind == "tools":
        return _nothing_chosen(session)
    if destination.kind in panes.OVER_TOOLS:
        return panes.OVER_TOOLS[destination.kind]()
    if destination.kind == "entry":
        return panes.entry(destination.record or "")
    if destination.kind == "competition":
        return _competition(destination)
    if destination.kind == "tool":
        return _one_tool(destination)
    if destination.kind == "hall":
        return _hall(destination)
    return panes.event(destination.record or "") if destination.kind == "event" else ft.Container()


def _nothing_open(session: Session) -> ft.Control:
    return _empty(session, ft.Icons.MENU_BOOK, "在左边查找或选一本规则书，条文显示在这里。")


def _nothing_learned(session: Session) -> ft.Control:
    return _empty(session, ft.Icons.SCHOOL, "在左边开始今天的练习，或选情景、练习、统计；题目显示在这里。")


def _nothing_chosen(session: Session) -> ft.Control:
    return _empty(session, ft.Icons.CONSTRUCTION_OUTLINED, "在左边选一样工具，或日志、赛事、设置；打开的显示在这里。")


def _nothing_begun(session: Session) -> ft.Control:
    return _empty(session, ft.Icons.GAVEL, "在左边说明发生了什么或选一种违规，逐步的裁定显示在这里。")


def _empty(session: Session, icon: ft.IconData, sentence: str) -> ft.Control:
    return ft.Container(
        ft.Column(
            [
                ft.Icon(icon, size=56, color=ft.Colors.OUTLINE),
                written(
                    session, sentence, theme.BODY, color=ft.Colors.ON_SURFACE_VARIANT, text_align=ft.TextAlign.CENTER
                ),
            ],
            alignment=ft.MainAxisAlignment.CENTER,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            spacing=16,
        ),
        padding=16,
        alignment=ft.Alignment.CENTER,
        expand=True,
    )


@component
def NotFound() -> ft.Control:
    """Say that an address names nothing."""
    session = use_session()
    return ft.Container(
        ft.Column(
            [
                quiet(session, "没有这一页。", theme.LAW),
                ft.FilledTonalButton(
                    session.say("回到查找"),
                    on_click=lambda _: session.go("/"),
                    height=max(theme.TARGET, session.px(40)),
                ),
            ],
            spacing=16,
            alignment=ft.MainAxisAlignment.CENTER,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        alignment=ft.Alignment.CENTER,
        expand=True,
        padding=24,
    )


PHONE = _phone_routes()
WIDE = [ft.Route(path="/:rest*", component=WidePage)]
