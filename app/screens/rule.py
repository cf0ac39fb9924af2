"""裁, the entry: say what happened, or find it among the irregularities of the stage."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import TYPE_CHECKING, Any

import flet as ft

from app import routes, theme
from app.boundary import component
from app.desk import use_desk
from app.library import engine, handbook, trees
from app.open_rulings import summary, to_go_on
from app.widgets.basics import choice_chip, icon_button, label_chip, quiet, row, section_title
from app.widgets.common_rulings import common_rulings
from app.widgets.sentences import sentence
from app.words import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from app.desk import Desk
    from decision_trees.model import Tree
    from search.engine import Hit

DEBOUNCE = 0.12  # seconds of silence awaited while somebody types
TREES, CLAUSES = 8, 12  # shown of each
HEARD = 3  # phrases shown under an irregularity
LISTING = 400  # px of the list on a wide window


@component
def RulePane(game: str | None = None) -> ft.Control:
    """Show the entry."""
    desk = use_desk()
    ft.use_state(desk.rulings)
    ft.use_state(desk.shelf)

    def follow_address() -> None:
        for each in GAMES:
            if each == game and desk.rulings.game != each:
                desk.rulings.choose(each)

    ft.use_effect(follow_address, [game])
    return ft.Column(
        [
            RuleBox(desk.rulings.version, desk.settings.script, desk.settings.text_scale),
            _games(desk),
            RuleFindings() if desk.rulings.query.strip() else _entries(desk),
        ],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


@ft.memo
@component
def RuleBox(version: int, script: str, scale: float) -> ft.Control:
    """Show the field; the text in it belongs to the keyboard, so it is built anew only when the app sets the text."""
    desk = use_desk()

    def typed(event: ft.ControlEvent) -> None:
        desk.rulings.query = event.control.value

    def submitted(_: object) -> None:
        find(desk)
        if desk.rulings.trees:
            desk.begin_ruling(desk.rulings.trees[0].id)

    field = ft.TextField(
        value=desk.rulings.query,
        hint_text=desk.say("发生了什么？"),
        hint_style=ft.TextStyle(size=desk.px(theme.LAW), color=ft.Colors.ON_SURFACE_VARIANT),
        text_size=desk.px(theme.LAW),
        border=ft.NoInputBorder(),
        expand=True,
        autocorrect=False,
        enable_suggestions=False,
        keyboard_type=ft.KeyboardType.WEB_SEARCH,
        content_padding=ft.Padding.symmetric(horizontal=0, vertical=14),
        on_change=typed,
        on_submit=submitted,
    )
    return ft.Container(
        ft.Row(
            [
                ft.Icon(ft.Icons.GAVEL, color=ft.Colors.ON_SURFACE_VARIANT),
                ft.MergeSemantics(ft.Semantics(content=field, label=desk.say("发生了什么")), expand=True),
                ClearButton(),
            ],
            spacing=10,
        ),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
        border_radius=28,
        padding=ft.Padding.only(left=16, right=4),
        margin=ft.Margin.only(left=12, right=12, top=10, bottom=2),
    )


@component
def ClearButton() -> ft.Control:
    """Show the button that empties the field."""
    desk = use_desk()
    ft.use_state(desk.rulings)
    if not desk.rulings.query:
        return ft.Container(width=theme.TARGET, height=theme.TARGET)
    return icon_button(desk, ft.Icons.CLOSE, "清除", lambda _: desk.rulings.clear())


def _games(desk: Desk) -> ft.Control:
    return ft.Container(
        ft.Row(
            [
                choice_chip(
                    desk, name, desk.rulings.game == game, lambda _, game=game: desk.go(routes.rule_address(game))
                )
                for game, name in GAMES.items()
            ],
            spacing=8,
            scroll=ft.ScrollMode.HIDDEN,
        ),
        padding=ft.Padding.symmetric(horizontal=12, vertical=4),
    )


# The irregularities of a stage


def _entries(desk: Desk) -> ft.Control:
    rulings, library = desk.rulings, trees()
    listed = library.of_game(rulings.game)
    if not listed:
        return ft.Container(
            quiet(desk, f"{GAMES[rulings.game]}的裁定还没有收录。可以先到“查”里查条文。", theme.LAW), padding=24
        )
    stages = [stage for stage in library.stages.get(rulings.game, ()) if any(t.stage == stage.id for t in listed)]
    width = LISTING if desk.layout.wide else desk.layout.pane
    chosen = rulings.stage if any(stage.id == rulings.stage for stage in stages) else stages[0].id
    parts: list[ft.Control] = list(_open_rulings(desk))
    if (tiles := common_rulings(desk, rulings.game, width)) is not None:
        parts.extend([section_title(desk, "常用"), tiles])
    parts.append(_stages(desk, [(stage.id, stage.title) for stage in stages], chosen))
    parts.extend(_tree_row(desk, tree) for tree in _in_order_of_law(t for t in listed if t.stage == chosen))
    return ft.Column(
        [
            ft.ListView(parts, expand=True, padding=ft.Padding.only(bottom=24), key=f"stages-{rulings.game}"),
        ],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _stages(desk: Desk, stages: list[tuple[str, str]], chosen: str) -> ft.Control:
    def choose(stage: str) -> None:
        desk.rulings.stage = stage

    if desk.settings.text_scale > 1.1:  # large letters: a row that scrolls
        control: ft.Control = ft.Row(
            [choice_chip(desk, title, id_ == chosen, lambda _, id_=id_: choose(id_)) for id_, title in stages],
            spacing=6,
            scroll=ft.ScrollMode.HIDDEN,
        )
    else:
        control = ft.Container(
            ft.Row(
                [_segment(desk, title, id_ == chosen, lambda _, id_=id_: choose(id_)) for id_, title in stages],
                spacing=0,
            ),
            border=ft.Border.all(1, ft.Colors.OUTLINE),
            border_radius=24,
            clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
        )
    return ft.Container(control, padding=ft.Padding.only(left=12, right=12, top=16, bottom=8))


def _segment(desk: Desk, title: str, chosen: bool, on_click: Callable[[Any], Any]) -> ft.Control:
    part = ft.Container(
        ft.Text(
            desk.say(title), size=desk.px(theme.BODY), weight=ft.FontWeight.W_600 if chosen else None, no_wrap=True
        ),
        on_click=on_click,
        ink=True,
        bgcolor=ft.Colors.SECONDARY_CONTAINER if chosen else None,
        height=theme.TARGET,
        alignment=ft.Alignment.CENTER,
    )
    return ft.MergeSemantics(ft.Semantics(content=part, selected=chosen), expand=True)


def _open_rulings(desk: Desk) -> Iterator[ft.Control]:
    """What was begun and can be gone on with: the ruling of this window, and those not in the journal yet, of any window."""
    own = desk.rulings.begun()
    if own is not None:
        said = "已记入日志" if own.record else "已裁定，点开再看" if own.done else f"裁到一半，已答 {own.asked} 问"
        yield _begun(desk, own.tree_id, own.id, summary(own)["where"], said)
    for name, kept in to_go_on(desk.rulings.kept, own.id if own is not None else None):
        said = "已裁定，还没有记" if kept.get("done") else f"裁到一半，已答 {kept.get('asked')} 问"
        yield _begun(desk, kept["tree"], name, str(kept.get("where") or ""), said)


def _begun(desk: Desk, tree_id: str, name: str, where: str, said: str) -> ft.Control:
    tree = trees().tree(tree_id)
    return ft.Container(
        row(
            ft.Row(
                [
                    ft.Icon(ft.Icons.HISTORY, color=ft.Colors.PRIMARY),
                    ft.Column(
                        [
                            sentence(desk, f"继续：{tree.title}", theme.BODY, bold=True),
                            quiet(desk, f"{where}　{said}" if where else said),
                        ],
                        spacing=0,
                        expand=True,
                    ),
                    ft.Icon(ft.Icons.CHEVRON_RIGHT, color=ft.Colors.ON_SURFACE_VARIANT),
                ],
                spacing=12,
            ),
            lambda _: desk.go(routes.tree_address(tree_id, name)),
        ),
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
        border_radius=12,
        margin=ft.Margin.only(left=12, right=12, bottom=6),
    )


def _tree_row(desk: Desk, tree: Tree) -> ft.Control:
    return row(
        ft.Row(
            [
                ft.Column(
                    [
                        sentence(desk, tree.title, theme.LAW, bold=True),
                        _heard(desk, tree),
                    ],
                    spacing=2,
                    expand=True,
                ),
                ft.Icon(ft.Icons.CHEVRON_RIGHT, color=ft.Colors.ON_SURFACE_VARIANT),
            ],
            spacing=8,
        ),
        lambda _: desk.begin_ruling(tree.id),
        selected=desk.layout.wide and _latest_tree(desk) == tree.id,
        key=f"tree-{tree.id}",
    )


def _latest_tree(desk: Desk) -> str | None:
    walk = desk.rulings.walks.get(desk.rulings.latest or "")
    return walk.tree_id if walk is not None else None


def _heard(desk: Desk, tree: Tree) -> ft.Text:
    said = quiet(desk, " · ".join(tree.heard[:HEARD]), 15)
    said.max_lines = 1
    said.overflow = ft.TextOverflow.ELLIPSIS
    return said


def _in_order_of_law(found: Iterable[Tree]) -> list[Tree]:
    """The order a referee knows: that of the laws the trees are about."""
    return sorted(found, key=lambda tree: min(_places().get(cited, 0) for cited in tree.cites[:1]))


@cache
def _places() -> Mapping[str, int]:
    every = (provision.id for book in handbook().books.values() for provision in book.walk())
    return {id_: place for place, id_ in enumerate(every)}


# What was found


@component
def RuleFindings() -> ft.Control:
    """Show the irregularities that fit what was typed, then clauses."""
    desk = use_desk()
    ft.use_state(desk.rulings)
    rulings = desk.rulings
    question = (rulings.query.strip(), rulings.game)

    async def answer() -> None:
        if question != rulings.answered:
            await asyncio.sleep(DEBOUNCE)
            find(desk)

    ft.use_effect(answer, list(question))
    return ft.ListView(list(_found(desk)), expand=True, padding=ft.Padding.only(bottom=24), key="rule-found")


def find(desk: Desk) -> None:
    """Search for what is in the field now: trees first, then clauses."""
    rulings = desk.rulings
    query = rulings.query.strip()
    if (query, rulings.game) == rulings.answered:
        return
    rulings.trees = engine().search(query, game=rulings.game, kind="tree", limit=TREES).hits
    meant = engine().search(query).ruling  # what is clearly said of another game is not forced into this one
    other = meant is not None and not meant.id.startswith(f"{rulings.game}.")
    rulings.elsewhere = meant if other and engine().search(query, game=rulings.game).ruling is None else None
    rulings.clauses = engine().search(query, game=rulings.game, kind="provision", limit=CLAUSES).hits
    rulings.answered = (query, rulings.game)


def _found(desk: Desk) -> Iterator[ft.Control]:
    rulings = desk.rulings
    if not rulings.answered[0]:
        return
    if rulings.elsewhere is not None:
        tree = trees().tree(rulings.elsewhere.id)
        yield section_title(desk, GAMES[tree.game])
        yield _tree_row(desk, tree)
    if rulings.trees:
        yield section_title(desk, "裁定" if rulings.elsewhere is None else GAMES[rulings.game])
        yield from (_tree_row(desk, trees().tree(hit.id)) for hit in rulings.trees)
    if rulings.clauses:
        yield section_title(desk, "条文")
        yield from (_clause_hit(desk, hit) for hit in rulings.clauses)
    if not rulings.trees and not rulings.clauses and rulings.elsewhere is None:
        yield ft.Container(
            quiet(
                desk,
                f"{GAMES[rulings.game]}里没有找到“{rulings.answered[0]}”。换个说法试试，如“叫低了”“有花色不跟”，或从上面按阶段找。",
                theme.LAW,
            ),
            padding=16,
        )


def _clause_hit(desk: Desk, hit: Hit) -> ft.Control:
    return row(
        ft.Row(
            [
                label_chip(desk, hit.label),
                ft.Text(
                    desk.say(hit.title or hit.snippet),
                    size=desk.px(theme.BODY),
                    expand=True,
                    max_lines=2,
                    overflow=ft.TextOverflow.ELLIPSIS,
                ),
            ],
            spacing=8,
            vertical_alignment=ft.CrossAxisAlignment.START,
        ),
        lambda _: desk.go_clause(hit.id),
        key=f"clause-{hit.id}",
    )
