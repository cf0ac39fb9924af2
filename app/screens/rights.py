"""权: who am I, and when; what I may, must and must not do then, and what I may ask, each with its clause."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app import routes, theme
from app.boundary import component
from app.desk import use_desk
from app.library import trees
from app.standpoint import AFTER
from app.widgets.basics import choice_chip, heading, icon_button, quiet, row
from app.widgets.segments import segments
from app.widgets.sentences import GREEN, clause_chips, sentence
from app.words import GAMES
from decision_trees.engine import open_question

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.desk import Desk
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
HEARD = 3  # phrases shown under an irregularity


@component
def RightsPane(game: str | None, stage: str | None, role: str | None) -> ft.Control:
    """Show the rights of somebody at a stage; the address says whose, what was looked at last otherwise."""
    desk = use_desk()
    ft.use_state(desk.standpoint)
    library = trees().rights

    def follow_address() -> None:
        desk.standpoint.take(library, game, stage, role)
        desk.keep_standpoint()

    ft.use_effect(follow_address, [game, stage, role])
    if game in library:  # at once, not only when the effect has run
        desk.standpoint.take(library, game, stage, role)
    if stage == AFTER and desk.standpoint.game in library:
        return _after(desk)
    if desk.standpoint.game not in library:
        return ft.Column(
            [_games(desk), ft.Container(quiet(desk, "这个项目的权利与义务还没有收录。", theme.LAW), padding=24)],
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
            expand=True,
        )
    rights = library[desk.standpoint.game]
    if desk.layout.wide:
        return ft.Row(
            [
                ft.Container(
                    ft.Column(
                        [_games(desk), _stages(desk, rights), *_who(desk, rights), _demand(desk)],
                        scroll=ft.ScrollMode.AUTO,
                        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
                    ),
                    width=420 + 80 * (desk.settings.text_scale - 1),
                ),
                ft.VerticalDivider(width=1),
                ft.Container(_lists(desk, rights, ()), expand=True, alignment=ft.Alignment.TOP_CENTER),
            ],
            spacing=0,
            expand=True,
            vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        )
    return ft.Column(
        [
            _games(desk),
            _stages(desk, rights),
            _lists(desk, rights, [*_who(desk, rights)]),
        ],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _games(desk: Desk) -> ft.Control:
    return ft.Container(
        ft.Row(
            [
                choice_chip(
                    desk,
                    name,
                    desk.standpoint.game == game,
                    lambda _, game=game: desk.go(routes.rights_address(game)),
                )
                for game, name in GAMES.items()
            ],
            spacing=8,
            scroll=ft.ScrollMode.HIDDEN,
        ),
        padding=ft.Padding.only(left=12, right=12, top=8, bottom=4),
    )


def _stages(desk: Desk, rights: Rights) -> ft.Control:
    standpoint = desk.standpoint

    def choose(stage: str) -> None:
        desk.go(routes.rights_address(standpoint.game, stage))

    options = [(stage.id, stage.title) for stage in rights.stages]
    return ft.Container(
        segments(desk, options, standpoint.stage(rights).id, choose),
        padding=ft.Padding.only(left=12, right=12, top=4, bottom=4),
    )


def _who(desk: Desk, rights: Rights) -> Iterator[ft.Control]:
    standpoint = desk.standpoint
    stage, role = standpoint.stage(rights), standpoint.role(rights)
    yield ft.Container(quiet(desk, stage.about), padding=ft.Padding.only(left=16, right=16, top=6))
    yield ft.Container(
        ft.Row(
            [_role(desk, each, each.id == role.id, stage.id) for each in rights.present(stage.id)],
            wrap=True,
            spacing=8,
            run_spacing=8,
        ),
        padding=ft.Padding.only(left=12, right=12, top=8, bottom=4),
    )
    if role.about:
        yield ft.Container(quiet(desk, f"{role.title}：{role.about}"), padding=ft.Padding.symmetric(horizontal=16))


def _role(desk: Desk, role: Role, chosen: bool, stage: str) -> ft.Control:
    part = ft.Container(
        ft.Text(
            desk.say(role.title),
            size=desk.px(theme.LAW),
            weight=ft.FontWeight.W_600 if chosen else None,
            color=ft.Colors.ON_PRIMARY if chosen else None,
        ),
        on_click=lambda _: desk.go(routes.rights_address(desk.standpoint.game, stage, role.id)),
        ink=True,
        bgcolor=ft.Colors.PRIMARY if chosen else ft.Colors.SECONDARY_CONTAINER,
        border_radius=14,
        padding=ft.Padding.symmetric(horizontal=16, vertical=(ROLE - theme.LAW * 1.4) / 2),
    )
    return ft.MergeSemantics(ft.Semantics(content=part, selected=chosen, button=True))


def _lists(desk: Desk, rights: Rights, above: Sequence[ft.Control]) -> ft.Control:
    standpoint = desk.standpoint
    stage, role = standpoint.stage(rights), standpoint.role(rights)
    lists = rights.of(role.id, stage.id)
    mode = standpoint.mode if standpoint.mode and lists[standpoint.mode] else None
    parts: list[ft.Control] = [*above]
    if desk.layout.wide:
        title = heading(desk, f"{role.title} · {stage.title}")
        parts.append(ft.Container(title, padding=ft.Padding.only(left=16, right=16, top=16)))
    if any(lists.values()):
        parts.append(_filter(desk, lists, mode))
    else:
        why = rights.why_empty(role.id, stage.id) or "文本没有规定。"
        parts.append(ft.Container(quiet(desk, why, theme.LAW), padding=16))
    for each, (name, icon, shade) in MODES.items():
        if lists[each] and mode in (None, each):
            parts.append(_title(desk, name, icon, desk.shade(shade), len(lists[each])))
            parts.extend(_line(desk, line, desk.shade(shade)) for line in lists[each])
    if not desk.layout.wide:
        parts.append(_demand(desk))
    margin = max(0, (desk.layout.pane - theme.READING_WIDTH) / 2) if desk.layout.wide else 0
    return ft.ListView(
        parts,
        expand=True,
        padding=ft.Padding.only(left=margin, right=margin, bottom=32),
        key=f"rights-{standpoint.game}-{stage.id}-{role.id}",
    )


def _filter(desk: Desk, lists: object, mode: Mode | None) -> ft.Control:
    def choose(chosen: Mode | None) -> None:
        desk.standpoint.mode = None if chosen == mode else chosen

    found: dict[Mode, Sequence[Line]] = dict(lists)  # type: ignore[call-overload]
    chips = [
        choice_chip(desk, f"{MODES[each][0]} {len(found[each])}", mode == each, lambda _, each=each: choose(each))
        for each in MODES
        if found[each]
    ]
    return ft.Container(
        ft.Row(chips, spacing=8, scroll=ft.ScrollMode.HIDDEN),
        padding=ft.Padding.only(left=12, right=12, top=8),
    )


def _title(desk: Desk, name: str, icon: ft.IconData, color: str, count: int) -> ft.Control:
    return ft.Container(
        ft.Row(
            [
                ft.Icon(icon, color=color, size=desk.px(22)),
                ft.Semantics(
                    content=ft.Text(desk.say(name), size=desk.px(theme.TITLE), weight=ft.FontWeight.W_600, color=color),
                    heading_level=2,
                ),
                quiet(desk, f"{count} 条"),
            ],
            spacing=8,
        ),
        padding=ft.Padding.only(left=16, right=16, top=20, bottom=2),
    )


def _line(desk: Desk, line: Line, color: str) -> ft.Control:
    said: list[ft.Control] = [sentence(desk, line.text, theme.LAW)]
    if line.note:
        said.append(quiet(desk, line.note, 15))
    said.extend(quiet(desk, _unsettled(desk, id_), 15) for id_ in line.open)
    below: list[ft.Control] = [clause_chips(desk, line.cites)]
    if line.layer:
        below.insert(0, quiet(desk, f"{LAYERS[line.layer]}："))
    below.extend(_how_ruled(desk, tree) for tree in dict.fromkeys(ruled.tree for ruled in line.ruled))
    said.append(ft.Row(below, spacing=6, wrap=True, vertical_alignment=ft.CrossAxisAlignment.CENTER))
    return ft.Container(
        ft.Column(said, spacing=0, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        border=ft.Border(left=ft.BorderSide(3, color)),
        padding=ft.Padding.only(left=12, right=4, top=4),
        margin=ft.Margin.only(left=16, right=12, top=6),
    )


def _unsettled(desk: Desk, id_: str) -> str:
    question = open_question(desk.handbook.books, id_)
    default = next((option.text for option in question.options if option.key == question.default), None)
    answer = f"没有另作决定时：{default}" if default else f"由{question.decides}决定。"
    return f"条文没有定论：{question.question}{answer}"


def _how_ruled(desk: Desk, tree_id: str) -> ft.Control:
    return ft.TextButton(
        ft.Text(desk.say(f"怎么判：{trees().tree(tree_id).title}"), size=desk.px(15)),
        on_click=lambda _: desk.begin_ruling(tree_id),
        height=max(theme.TARGET, desk.px(40)),
    )


def _demand(desk: Desk) -> ft.Control:
    return ft.Container(
        ft.OutlinedButton(
            ft.Text(desk.say("有人违规了：他们能要求我做什么？"), size=desk.px(theme.BODY)),
            icon=ft.Icons.GAVEL,
            on_click=lambda _: desk.go(routes.rights_address(desk.standpoint.game, AFTER)),
            height=max(56, desk.px(48)),
        ),
        padding=ft.Padding.only(left=16, right=16, top=20, bottom=12),
    )


# After an irregularity


def _after(desk: Desk) -> ft.Control:
    game, standpoint = desk.standpoint.game, desk.standpoint
    library = trees()
    listed = library.of_game(game)
    stages = [stage for stage in library.stages.get(game, ()) if any(tree.stage == stage.id for tree in listed)]
    chosen = standpoint.trouble.get(game, stages[0].id if stages else "")

    def choose(stage: str) -> None:
        standpoint.trouble = {**standpoint.trouble, game: stage}

    return ft.Column(
        [
            ft.Row(
                [
                    icon_button(desk, ft.Icons.ARROW_BACK, "返回", lambda _: desk.go(routes.rights_address(game))),
                    ft.Container(heading(desk, "他们能要求我做什么？", theme.LAW), expand=True),
                ]
            ),
            ft.Container(
                quiet(desk, "选发生的违规，答完几问，就在“各家要做什么”里点自己。", theme.BODY),
                padding=ft.Padding.only(left=16, right=16, bottom=8),
            ),
            ft.Container(
                segments(desk, [(stage.id, stage.title) for stage in stages], chosen, choose),
                padding=ft.Padding.only(left=12, right=12, bottom=6),
            ),
            ft.ListView(
                [_tree(desk, tree) for tree in listed if tree.stage == chosen],
                expand=True,
                padding=ft.Padding.only(bottom=32),
                key=f"rights-after-{game}-{chosen}",
            ),
        ],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _tree(desk: Desk, tree: Tree) -> ft.Control:
    heard = quiet(desk, " · ".join(tree.heard[:HEARD]), 15)
    heard.max_lines = 1
    heard.overflow = ft.TextOverflow.ELLIPSIS
    return row(
        ft.Column([sentence(desk, tree.title, theme.LAW, bold=True), heard], spacing=2),
        lambda _: desk.begin_ruling(tree.id),
        key=f"after-{tree.id}",
    )
