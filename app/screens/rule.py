"""裁, the entry: say what happened, or find it among the irregularities of the stage."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import TYPE_CHECKING, Any

import flet as ft

from app.base.opened import engine, handbook, trees
from app.base.words import GAMES
from app.ruling.open_rulings import how_far, summary, to_go_on
from app.screens.telling import FIELD, begin, begin_elsewhere, hear, story_parts, told_elsewhere
from app.widgets.basics import choice_chip, icon_button, label_chip, leading_on, quiet, row, section_title
from app.widgets.chips import game_chips
from app.widgets.columns import stretched
from app.widgets.common_rulings import common_rulings
from app.widgets.dictating import Microphone, by_the_keyboard
from app.widgets.search_box import clear_button, search_box, search_field
from app.widgets.sentences import sentence
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import memo, on_tap
from app.window.error_boundary import component
from app.window.session import use_session
from decision_trees.games import games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from app.window.session import Session
    from decision_trees.model import Tree
    from search.engine import Hit

DEBOUNCE = 0.12  # seconds of silence awaited while somebody types
TREES, CLAUSES = 8, 12  # shown of each
HEARD = 3  # phrases shown under an irregularity
LISTING = 400  # px of the list on a wide window


@component
def RulePane(game: str | None = None, beside: str | None = None) -> ft.Control:
    """Show the entry; ``beside`` it the ruling of this name is open."""
    session = use_session()
    ft.use_state(session.rulings)
    ft.use_state(session.shelf)

    def follow_address() -> None:
        for each in GAMES:
            if each == game and (session.rulings.game != each or not session.rulings.chosen):
                session.rulings.choose(each)

    ft.use_effect(follow_address, [game])
    return stretched(
        [
            RuleBox(session.rulings.version, session.settings.script, session.settings.text_scale),
            by_the_keyboard(session),
            _games(session),
            RuleFindings() if session.rulings.query.strip() else _entries(session, beside),
        ],
        spacing=0,
        expand=True,
    )


@memo
@component
def RuleBox(version: int, script: str, scale: float) -> ft.Control:
    """Show the field; the text in it belongs to the keyboard, so it is built anew only when the app sets the text."""
    session = use_session()

    def typed(text: str) -> None:
        session.senses.hang_up(FIELD)
        session.rulings.query = text
        if not text.strip():
            session.rulings.denied = frozenset()

    def submitted() -> None:
        find(session)
        if session.rulings.told:
            begin(session, session.rulings.told[0])
        elif session.rulings.trees:
            session.desk.begin(session.rulings.trees[0].id)

    field = search_field(session, session.rulings.query, "发生了什么？", typed, submitted)
    microphone = Microphone(FIELD, lambda: session.rulings.query, session.rulings.put)
    return search_box(session, field, ft.Icons.GAVEL, "发生了什么", ClearButton(), beside=(microphone,))


@component
def ClearButton() -> ft.Control:
    """Show the button that empties the field."""
    session = use_session()
    ft.use_state(session.rulings)
    return clear_button(session, session.rulings.query, session.rulings.clear)


def _turn_to(session: Session, game: str) -> None:
    session.play(game)
    session.go(routes.rule_address(game))


def _games(session: Session) -> ft.Control:
    return game_chips(session, session.rulings.game, lambda game: _turn_to(session, game))


# The irregularities of a stage


def _entries(session: Session, beside: str | None) -> ft.Control:
    rulings, library = session.rulings, trees()
    if rulings.game not in games():
        from app.screens.own_rulings import entries  # of a game that is known by its text alone

        return entries(session, OpenRulings(beside), [tree_row(session, t) for t in library.of_game(rulings.game)])
    listed = library.of_game(rulings.game)
    if not listed:
        return ft.Container(
            quiet(session, f"{GAMES[rulings.game]}的裁定还没有收录。可以先到“查找”里查条文。", theme.LAW), padding=24
        )
    stages = [stage for stage in library.stages.get(rulings.game, ()) if any(t.stage == stage.id for t in listed)]
    width = LISTING if session.layout.wide else session.layout.pane
    chosen = rulings.stage if any(stage.id == rulings.stage for stage in stages) else stages[0].id
    parts: list[ft.Control] = [OpenRulings(beside)]
    if (tiles := common_rulings(session, rulings.game, width)) is not None:
        parts.extend([section_title(session, "常用"), tiles])
    parts.append(_stages(session, [(stage.id, stage.title) for stage in stages], chosen))
    parts.extend(tree_row(session, tree) for tree in in_order_of_law(t for t in listed if t.stage == chosen))
    return stretched(
        [
            ft.ListView(parts, expand=True, padding=ft.Padding.only(bottom=24), key=f"stages-{rulings.game}"),
        ],
        spacing=0,
        expand=True,
    )


def _stages(session: Session, stages: list[tuple[str, str]], chosen: str) -> ft.Control:
    def choose(stage: str) -> None:
        session.rulings.stage = stage

    if session.settings.text_scale > 1.1:  # large letters: a row that scrolls
        control: ft.Control = ft.Row(
            [choice_chip(session, title, id_ == chosen, on_tap(choose, id_)) for id_, title in stages],
            spacing=6,
            scroll=ft.ScrollMode.HIDDEN,
        )
    else:
        control = ft.Container(
            ft.Row(
                [_segment(session, title, id_ == chosen, on_tap(choose, id_)) for id_, title in stages],
                spacing=0,
            ),
            border=ft.Border.all(1, ft.Colors.OUTLINE),
            border_radius=24,
            clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
        )
    return ft.Container(control, padding=ft.Padding.only(left=16, right=16, top=16, bottom=8))


def _segment(session: Session, title: str, chosen: bool, on_click: Callable[[Any], Any]) -> ft.Control:
    part = ft.Container(
        written(session, title, theme.BODY, weight=ft.FontWeight.W_600 if chosen else None, no_wrap=True),
        on_click=on_click,
        ink=True,
        bgcolor=ft.Colors.SECONDARY_CONTAINER if chosen else None,
        height=theme.TARGET,
        alignment=ft.Alignment.CENTER,
    )
    return ft.MergeSemantics(ft.Semantics(content=part, selected=chosen), expand=True)


@component
def OpenRulings(beside: str | None) -> ft.Control:
    """Show what was begun and can be gone on with: the ruling of this window, and those not in the journal yet, of any window.

    What is open ``beside`` them need not be opened.
    """
    session = use_session()
    ft.use_state(session.rulings)
    ft.use_state(session.open_rulings)
    return stretched(list(_open_rulings(session, beside)), spacing=0)


def _open_rulings(session: Session, beside: str | None) -> Iterator[ft.Control]:
    rulings, kept = session.rulings, session.open_rulings.kept
    own = rulings.begun()
    if own is not None and own.game == rulings.game and own.id != beside and not kept.get(own.id, {}).get("aside"):
        said = "已裁定，点开再看" if own.done and not own.record else how_far(summary(own))
        yield _begun(session, own.tree_id, own.id, summary(own).get("where", ""), said)
    for name, each in to_go_on(kept, rulings.game, own.id if own is not None else None):
        if name != beside:
            yield _begun(session, each["tree"], name, str(each.get("where") or ""), how_far(each))
    if (put := kept.get(rulings.aside)) and put.get("aside") and trees().tree(put["tree"]).game == rulings.game:
        yield _put_aside(session, rulings.aside, trees().tree(put["tree"]).title)


def _put_aside(session: Session, name: str, title: str) -> ft.Control:
    """Say what was put aside last, with the way back."""
    return ft.Container(
        ft.Row(
            [
                ft.Container(quiet(session, f"已收起“{title}”", theme.BODY), expand=True),
                ft.TextButton(
                    written(session, "撤消收起", theme.BODY),
                    on_click=lambda _: session.desk.put_aside(name, False),
                    height=theme.TARGET,
                ),
            ]
        ),
        padding=ft.Padding.only(left=16, right=8),
    )


def _begun(session: Session, tree_id: str, name: str, where: str, said: str) -> ft.Control:
    tree = trees().tree(tree_id)
    opened = row(
        ft.Row(
            [
                ft.Icon(ft.Icons.HISTORY, color=ft.Colors.PRIMARY),
                ft.Column(
                    [
                        sentence(session, f"继续：{tree.title}", theme.BODY, bold=True),
                        quiet(session, f"{where}　{said}" if where else said),
                    ],
                    spacing=0,
                    expand=True,
                ),
            ],
            spacing=12,
        ),
        lambda _: session.go(routes.tree_address(tree_id, name)),
        right=0,
    )
    away = icon_button(session, ft.Icons.CLOSE, f"收起：{tree.title}", lambda _: session.desk.put_aside(name, True))
    return ft.Container(
        ft.Row([ft.Container(opened, expand=True), away], spacing=0),
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
        border_radius=12,
        margin=ft.Margin.only(left=16, right=16, bottom=6),
    )


def tree_row(session: Session, tree: Tree, begin: Callable[[Any], Any] | None = None) -> ft.Control:
    """A tree to begin a ruling by, with how it is told at the table."""
    return row(
        leading_on(
            ft.Column(
                [sentence(session, tree.title, theme.LAW, bold=True), _heard(session, tree)], spacing=2, expand=True
            ),
            spacing=8,
        ),
        begin or (lambda _: session.desk.begin(tree.id)),
        selected=session.layout.wide and _latest_tree(session) == tree.id,
        key=f"tree-{tree.id}",
    )


def _latest_tree(session: Session) -> str | None:
    walk = session.rulings.walks.get(session.rulings.latest or "")
    return walk.tree_id if walk is not None else None


def _heard(session: Session, tree: Tree) -> ft.Text:
    said = quiet(session, " · ".join(tree.heard[:HEARD]), 15)
    said.max_lines = 1
    said.overflow = ft.TextOverflow.ELLIPSIS
    return said


def in_order_of_law(found: Iterable[Tree]) -> list[Tree]:
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
    session = use_session()
    ft.use_state(session.rulings)
    rulings = session.rulings
    question = (rulings.query.strip(), rulings.game)

    async def answer() -> None:
        if question != rulings.answered:
            await asyncio.sleep(DEBOUNCE)
            find(session)

    ft.use_effect(answer, list(question))
    return ft.ListView(list(_found(session)), expand=True, padding=ft.Padding.only(bottom=24), key="rule-found")


def find(session: Session) -> None:
    """Search for what is in the field now: trees first, then clauses."""
    rulings = session.rulings
    query = rulings.query.strip()
    if (query, rulings.game) == rulings.answered:
        return
    if rulings.game not in games():
        from app.screens.own_rulings import look

        look(session, query)
        rulings.answered = (query, rulings.game)
        return
    rulings.likely = hear(session, query)
    fits = engine().for_ruling(query, rulings.game, TREES, CLAUSES)
    rulings.trees, rulings.clauses = fits.trees, fits.provisions
    rulings.elsewhere = told_elsewhere(query, rulings.game, None if rulings.likely else fits.elsewhere)
    rulings.answered = (query, rulings.game)


def _found(session: Session) -> Iterator[ft.Control]:
    rulings = session.rulings
    if not rulings.answered[0]:
        return
    if not rulings.likely:
        yield from _elsewhere(session)
    yield from story_parts(session)
    if rulings.likely:
        yield from _elsewhere(session)
    others = [hit for hit in rulings.trees if all(hit.id != each.tree for each in rulings.told)]
    if rulings.game not in games():
        from app.ruling.own_story import named_in
        from app.screens.own_rulings import nothing_rules

        if rulings.unruled:
            yield nothing_rules(session)
        if named := named_in(rulings.query, rulings.game, trees()):
            yield section_title(session, "裁定")
            yield from (tree_row(session, tree) for tree in named)
    if others and not rulings.unruled:
        title = "裁定" if rulings.elsewhere is None else GAMES[rulings.game]
        yield section_title(session, f"别的{title}" if rulings.told else title)
        yield from (tree_row(session, trees().tree(hit.id)) for hit in others)
    if rulings.clauses:
        yield section_title(session, "条文")
        yield from (_clause_hit(session, hit) for hit in rulings.clauses)
    if rulings.game not in games():
        from app.screens.own_rulings import before

        yield from before(session)
    if not rulings.trees and not rulings.clauses and rulings.elsewhere is None and rulings.game in games():
        yield ft.Container(
            quiet(
                session,
                f"{GAMES[rulings.game]}里没有找到“{rulings.answered[0]}”。换个说法试试，如“叫低了”“有花色不跟”，或从上面按阶段找。",
                theme.LAW,
            ),
            padding=16,
        )


def _elsewhere(session: Session) -> Iterator[ft.Control]:
    """What is meant of another game."""
    if session.rulings.elsewhere is not None:
        tree = trees().tree(session.rulings.elsewhere)
        yield section_title(session, GAMES[tree.game])
        yield tree_row(session, tree, on_tap(begin_elsewhere, session, tree.id))


def _clause_hit(session: Session, hit: Hit) -> ft.Control:
    return row(
        ft.Row(
            [
                label_chip(session, hit.label),
                written(
                    session,
                    hit.title or hit.snippet,
                    theme.BODY,
                    expand=True,
                    max_lines=2,
                    overflow=ft.TextOverflow.ELLIPSIS,
                ),
            ],
            spacing=8,
            vertical_alignment=ft.CrossAxisAlignment.START,
        ),
        lambda _: session.go_clause(hit.id),
        key=f"clause-{hit.id}",
    )
