"""权利: who am I, and when; what I may, must and must not do then, and what I may ask, each with its clause."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import flet as ft

from app.base.opened import engine, trees
from app.base.words import GAMES
from app.screens.rule import in_order_of_law
from app.widgets.basics import choice_chip, heading, icon_button, quiet, row
from app.widgets.search_box import clear_button, search_box, search_field
from app.widgets.segments import segments
from app.widgets.sentences import GREEN, clause_chips, sentence
from app.window import routes, theme
from app.window.components import memo, on_tap
from app.window.error_boundary import component
from app.window.rights_view import AFTER
from app.window.session import use_session
from decision_trees.engine import open_question

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.window.session import Session
    from decision_trees.model import Tree
    from decision_trees.rights import Line, Mode, Rights, Role

MODES: dict[Mode, tuple[str, ft.IconData, tuple[str, str]]] = {
    "may": ("可以", ft.Icons.CHECK_CIRCLE, GREEN),
    "must": ("必须", ft.Icons.PRIORITY_HIGH, theme.AMBER),
    "must_not": ("不得", ft.Icons.BLOCK, theme.RED),
    "ask": ("可以问", ft.Icons.HELP_OUTLINE, ("#0B57A4", "#A8C8FF")),
}
LAYERS = {"added": "采用补充规定的比赛", "replaced": "没有补充规定的比赛"}
ROLE = 52  # px, the height of "who am I"
LARGE = 1.2  # from this scale of letters on
HEARD = 3  # phrases shown under an irregularity
TREES = 8  # shown of those that fit what was typed
DEBOUNCE = 0.12  # seconds of silence awaited while somebody types


@component
def RightsPane(game: str | None, stage: str | None, role: str | None) -> ft.Control:
    """Show the rights of somebody at a stage; the address says whose, what was looked at last otherwise."""
    session = use_session()
    ft.use_state(session.rights_view)
    library = trees().rights

    def follow_address() -> None:
        session.rights_view.take(library, game, stage, role)
        session.keep_standpoint()

    ft.use_effect(follow_address, [game, stage, role])
    if game in library:  # at once, not only when the effect has run
        session.rights_view.take(library, game, stage, role)
    if stage == AFTER and session.rights_view.game in library:
        return _after(session)
    if session.rights_view.game not in library:
        return ft.Column(
            [_games(session), ft.Container(quiet(session, "这个项目的权利与义务还没有收录。", theme.LAW), padding=24)],
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
            expand=True,
        )
    rights = library[session.rights_view.game]
    box = CalledBox(session.rights_view.version, session.settings.script, session.settings.text_scale)
    searching = bool(session.rights_view.query.strip())
    if session.layout.wide:
        below = Called() if searching else _standpoint(session, rights)
        return ft.Row(
            [
                ft.Container(
                    ft.Column(
                        [_called(session), box, _games(session), below],
                        spacing=0,
                        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
                    ),
                    width=420 + 80 * (session.settings.text_scale - 1),
                ),
                ft.VerticalDivider(width=1),
                ft.Container(_lists(session, rights, ()), expand=True, alignment=ft.Alignment.TOP_CENTER),
            ],
            spacing=0,
            expand=True,
            vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        )
    below = Called() if searching else _lists(session, rights, [_stages(session, rights), *_who(session, rights)])
    return ft.Column(
        [_called(session), box, _games(session), below],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


# What they can make me do: first of all, for then it is urgent


def _called(session: Session) -> ft.Control:
    """Return the question of somebody the director was called against, and the way to the irregularities by stage."""

    def by_stage(_: object) -> None:
        session.go(routes.rights_address(session.rights_view.game, AFTER))

    if session.settings.text_scale > LARGE:  # on one line all the same
        asked, way = "他们能要求我什么？", icon_button(session, ft.Icons.LIST, "按阶段找", by_stage)
    else:
        asked = "他们叫了裁判：能要求我做什么？"
        way = ft.TextButton(
            ft.Text(session.say("按阶段找"), size=session.px(theme.BODY)),
            on_click=by_stage,
            height=max(theme.TARGET, session.px(40)),
        )
    return ft.Container(
        ft.Row(
            [ft.Container(heading(session, asked, theme.BODY), expand=True), way],
            spacing=8,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        padding=ft.Padding.only(left=16, right=4, top=4),
    )


@memo
@component
def CalledBox(version: int, script: str, scale: float) -> ft.Control:
    """Show the field; the text in it belongs to the keyboard, so it is built anew only when the app sets the text."""
    session = use_session()

    def typed(text: str) -> None:
        session.rights_view.query = text

    def submitted() -> None:
        find(session)
        if session.rights_view.found:
            session.begin_ruling(session.rights_view.found[0])

    field = search_field(session, session.rights_view.query, "发生了什么？", typed, submitted)
    return search_box(session, field, ft.Icons.GAVEL, "他们说发生了什么", ClearButton(), top=0)


@component
def ClearButton() -> ft.Control:
    """Show the button that empties the field."""
    session = use_session()
    ft.use_state(session.rights_view)
    return clear_button(session, session.rights_view.query, session.rights_view.clear)


@component
def Called() -> ft.Control:
    """Show the irregularities that fit what was typed."""
    session = use_session()
    ft.use_state(session.rights_view)
    rights_view = session.rights_view
    question = (rights_view.query.strip(), rights_view.game)

    async def answer() -> None:
        if question != rights_view.answered:
            await asyncio.sleep(DEBOUNCE)
            find(session)

    ft.use_effect(answer, list(question))
    parts = [_tree(session, trees().tree(found)) for found in rights_view.found]
    if not parts and rights_view.answered == question:
        parts = [ft.Container(quiet(session, "没有找到。换个说法，或按阶段找。", theme.BODY), padding=16)]
    about = quiet(session, "点发生的事，答完几问，就在“各家要做什么”里点自己。")
    return ft.ListView(
        [ft.Container(about, padding=ft.Padding.symmetric(horizontal=16)), *parts],
        expand=True,
        padding=ft.Padding.only(bottom=32),
        key="rights-called",
    )


def find(session: Session) -> None:
    """Search the irregularities of the game for what is in the field now."""
    rights_view = session.rights_view
    question = (rights_view.query.strip(), rights_view.game)
    if question != rights_view.answered:
        hits = engine().search(question[0], game=question[1], kind="tree", limit=TREES).hits
        rights_view.found = tuple(hit.id for hit in hits)
        rights_view.answered = question


def _standpoint(session: Session, rights: Rights) -> ft.Control:
    return ft.Column(
        [_stages(session, rights), *_who(session, rights)],
        spacing=0,
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _turn_to(session: Session, game: str) -> None:
    session.play(game)
    session.go(routes.rights_address(game))


def _games(session: Session) -> ft.Control:
    return ft.Container(
        ft.Row(
            [
                choice_chip(
                    session,
                    name,
                    session.rights_view.game == game,
                    on_tap(_turn_to, session, game),
                )
                for game, name in GAMES.items()
            ],
            spacing=8,
            scroll=ft.ScrollMode.HIDDEN,
        ),
        padding=ft.Padding.only(left=16, right=16, top=8, bottom=4),
    )


def _stages(session: Session, rights: Rights) -> ft.Control:
    rights_view = session.rights_view

    def choose(stage: str) -> None:
        session.go(routes.rights_address(rights_view.game, stage))

    options = [(stage.id, stage.title) for stage in rights.stages]
    return ft.Container(
        segments(session, options, rights_view.stage(rights).id, choose),
        padding=ft.Padding.only(left=16, right=16, top=4, bottom=4),
    )


def _who(session: Session, rights: Rights) -> Iterator[ft.Control]:
    rights_view = session.rights_view
    stage, role = rights_view.stage(rights), rights_view.role(rights)
    yield ft.Container(quiet(session, stage.about), padding=ft.Padding.only(left=16, right=16, top=6))
    yield ft.Container(
        ft.Row(
            [_role(session, each, each.id == role.id, stage.id) for each in rights.present(stage.id)],
            wrap=True,
            spacing=8,
            run_spacing=8,
        ),
        padding=ft.Padding.only(left=16, right=16, top=8, bottom=4),
    )
    if role.about:
        yield ft.Container(quiet(session, f"{role.title}：{role.about}"), padding=ft.Padding.symmetric(horizontal=16))


def _role(session: Session, role: Role, chosen: bool, stage: str) -> ft.Control:
    part = ft.Container(
        ft.Text(
            session.say(role.title),
            size=session.px(theme.LAW),
            weight=ft.FontWeight.W_600 if chosen else None,
            color=ft.Colors.ON_PRIMARY if chosen else None,
        ),
        on_click=lambda _: session.go(routes.rights_address(session.rights_view.game, stage, role.id)),
        ink=True,
        bgcolor=ft.Colors.PRIMARY if chosen else ft.Colors.SECONDARY_CONTAINER,
        border_radius=14,
        padding=ft.Padding.symmetric(horizontal=16, vertical=(ROLE - theme.LAW * 1.4) / 2),
    )
    return ft.MergeSemantics(ft.Semantics(content=part, selected=chosen, button=True))


def _lists(session: Session, rights: Rights, above: Sequence[ft.Control]) -> ft.Control:
    rights_view = session.rights_view
    stage, role = rights_view.stage(rights), rights_view.role(rights)
    lists = rights.of(role.id, stage.id)
    mode = rights_view.mode if rights_view.mode and lists[rights_view.mode] else None
    parts: list[ft.Control] = [*above]
    if session.layout.wide:
        title = heading(session, f"{role.title} · {stage.title}")
        parts.append(ft.Container(title, padding=ft.Padding.only(left=16, right=16, top=16)))
    if any(lists.values()):
        parts.append(_filter(session, lists, mode))
    else:
        why = rights.why_empty(role.id, stage.id) or "文本没有规定。"
        parts.append(ft.Container(quiet(session, why, theme.LAW), padding=16))
    for each, (name, icon, shade) in MODES.items():
        if lists[each] and mode in (None, each):
            parts.append(_title(session, name, icon, session.shade(shade), len(lists[each])))
            parts.extend(_line(session, line, session.shade(shade)) for line in lists[each])
    margin = max(0, (session.layout.pane - theme.READING_WIDTH) / 2) if session.layout.wide else 0
    return ft.ListView(
        parts,
        expand=True,
        padding=ft.Padding.only(left=margin, right=margin, bottom=32),
        key=f"rights-{rights_view.game}-{stage.id}-{role.id}",
    )


def _filter(session: Session, lists: object, mode: Mode | None) -> ft.Control:
    def choose(chosen: Mode | None) -> None:
        session.rights_view.mode = None if chosen == mode else chosen

    found: dict[Mode, Sequence[Line]] = dict(lists)  # type: ignore[call-overload]
    chips = [
        choice_chip(session, f"{MODES[each][0]} {len(found[each])}", mode == each, on_tap(choose, each), True)
        for each in MODES
        if found[each]
    ]
    return ft.Container(
        ft.Row(chips, spacing=8, scroll=ft.ScrollMode.HIDDEN),
        padding=ft.Padding.only(left=16, right=16, top=8),
    )


def _title(session: Session, name: str, icon: ft.IconData, color: str, count: int) -> ft.Control:
    return ft.Container(
        ft.Row(
            [
                ft.Icon(icon, color=color, size=session.px(22)),
                ft.Semantics(
                    content=ft.Text(
                        session.say(name), size=session.px(theme.TITLE), weight=ft.FontWeight.W_600, color=color
                    ),
                    heading_level=2,
                ),
                quiet(session, f"{count} 条"),
            ],
            spacing=8,
        ),
        padding=ft.Padding.only(left=16, right=16, top=20, bottom=2),
    )


def _line(session: Session, line: Line, color: str) -> ft.Control:
    said: list[ft.Control] = [sentence(session, line.text, theme.LAW)]
    if line.note:
        said.append(quiet(session, line.note, 15))
    said.extend(quiet(session, _unsettled(session, id_), 15) for id_ in line.open)
    below: list[ft.Control] = [clause_chips(session, line.cites)]
    if line.layer:
        below.insert(0, quiet(session, f"{LAYERS[line.layer]}："))
    below.extend(_how_ruled(session, tree) for tree in dict.fromkeys(ruled.tree for ruled in line.ruled))
    said.append(ft.Row(below, spacing=6, wrap=True, vertical_alignment=ft.CrossAxisAlignment.CENTER))
    return ft.Container(
        ft.Column(said, spacing=0, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        border=ft.Border(left=ft.BorderSide(3, color)),
        padding=ft.Padding.only(left=12, right=4, top=4),
        margin=ft.Margin.only(left=16, right=12, top=6),
    )


def _unsettled(session: Session, id_: str) -> str:
    question = open_question(session.handbook.books, id_)
    default = next((option.text for option in question.options if option.key == question.default), None)
    answer = f"没有另作决定时：{default}" if default else f"由{question.decides}决定。"
    return f"条文没有定论：{question.question}{answer}"


def _how_ruled(session: Session, tree_id: str) -> ft.Control:
    return ft.TextButton(
        ft.Text(session.say(f"怎么判：{trees().tree(tree_id).title}"), size=session.px(15)),
        on_click=lambda _: session.begin_ruling(tree_id),
        height=max(theme.TARGET, session.px(40)),
    )


# After an irregularity


def _after(session: Session) -> ft.Control:
    game, rights_view = session.rights_view.game, session.rights_view
    library = trees()
    listed = library.of_game(game)
    stages = [stage for stage in library.stages.get(game, ()) if any(tree.stage == stage.id for tree in listed)]
    chosen = rights_view.trouble.get(game, stages[0].id if stages else "")

    def choose(stage: str) -> None:
        rights_view.trouble = {**rights_view.trouble, game: stage}

    found = ft.Column(
        [
            ft.Row(
                [
                    icon_button(
                        session, ft.Icons.ARROW_BACK, "返回", lambda _: session.go(routes.rights_address(game))
                    ),
                    ft.Container(heading(session, "他们能要求我做什么？", theme.LAW), expand=True),
                ]
            ),
            ft.Container(
                quiet(session, "选发生的违规，答完几问，就在“各家要做什么”里点自己。", theme.BODY),
                padding=ft.Padding.only(left=16, right=16, bottom=8),
            ),
            ft.Container(
                segments(session, [(stage.id, stage.title) for stage in stages], chosen, choose),
                padding=ft.Padding.only(left=16, right=16, bottom=6),
            ),
            ft.ListView(
                [_tree(session, tree) for tree in in_order_of_law(t for t in listed if t.stage == chosen)],
                expand=True,
                padding=ft.Padding.only(bottom=32),
                key=f"rights-after-{game}-{chosen}",
            ),
        ],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    if not session.layout.wide:
        return found
    found.expand = False
    found.width = theme.READING_WIDTH  # it stands alone: lines and the row of stages get no longer
    return ft.Row([found], expand=True, vertical_alignment=ft.CrossAxisAlignment.STRETCH)


def _tree(session: Session, tree: Tree) -> ft.Control:
    heard = quiet(session, " · ".join(tree.heard[:HEARD]), 15)
    heard.max_lines = 1
    heard.overflow = ft.TextOverflow.ELLIPSIS
    return row(
        ft.Column([sentence(session, tree.title, theme.LAW, bold=True), heard], spacing=2),
        lambda _: session.begin_ruling(tree.id),
        key=f"after-{tree.id}",
    )
