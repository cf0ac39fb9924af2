"""权利: who am I, and when; what I may, must and must not do then, and what I may ask, each with its clause."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import flet as ft

from app.base.opened import engine, trees
from app.base.words import GAMES
from app.ruling.entitled import Entitled, entitled
from app.ruling.heard import SURE, begun, denial, story, sure
from app.ruling.walk import start
from app.screens.rule import in_order_of_law
from app.widgets.basics import choice_chip, heading, icon_button, quiet, row, section_title
from app.widgets.chips import chip_line, chip_row, game_chips
from app.widgets.columns import stretched, wrapped
from app.widgets.dictating import Microphone, by_the_keyboard
from app.widgets.fields import button
from app.widgets.heard import heard_parts
from app.widgets.search_box import clear_button, search_box, search_field
from app.widgets.segments import segments
from app.widgets.sentences import GREEN, clause_chips, sentence
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import memo, on_tap
from app.window.error_boundary import component
from app.window.rights_view import AFTER
from app.window.session import use_session
from decision_trees.games import games
from decision_trees.law import open_question

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.ruling.heard import Told
    from app.window.session import Session
    from decision_trees.model import Tree
    from decision_trees.rights import Line, Mode, Rights, RightsStage, Role

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
FIELD = "rights"  # the name of the field, as the device knows it


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
        none = ft.Container(quiet(session, "这个项目的权利与义务还没有收录。", theme.LAW), padding=24)
        return stretched([_games(session), none, *_to_mark(session)], expand=True)
    rights = library[session.rights_view.game]
    box = CalledBox(session.rights_view.version, session.settings.script, session.settings.text_scale)
    searching = bool(session.rights_view.query.strip())
    asked = session.rights_view.role(rights) is None
    if session.layout.wide:
        below = Called() if searching else ft.Container(expand=True) if asked else _standpoint(session, rights)
        if searching and session.rights_view.told and session.rights_view.elsewhere is None:
            beside: ft.Control = _of_the_case(session)
        else:
            beside = _standpoints(session, rights) if asked else _lists(session, rights, ())
        return ft.Row(
            [
                ft.Container(
                    stretched([_called(session), box, by_the_keyboard(session), _games(session), below], spacing=0),
                    width=420 + 80 * (session.settings.text_scale - 1),
                ),
                ft.VerticalDivider(width=1),
                ft.Container(beside, expand=True, alignment=ft.Alignment.TOP_CENTER),
            ],
            spacing=0,
            expand=True,
            vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        )
    if searching:
        below = Called()
    elif asked:
        below = _standpoints(session, rights)
    else:
        below = _lists(session, rights, [_stages(session, rights), *_who(session, rights)])
    return stretched([_called(session), box, by_the_keyboard(session), _games(session), below], spacing=0, expand=True)


def _to_mark(session: Session) -> Iterator[ft.Control]:
    """The way to mark the rights in the text of a game that is known by it alone."""
    for each in session.own.of_game(session.rights_view.game):
        way = on_tap(session.go, routes.own_address(each.book.id, "rights"))
        mark = button(session, f"从《{each.book.short}》里标出来", way, ft.Icons.BADGE_OUTLINED, filled=True)
        yield ft.Container(mark, padding=ft.Padding.symmetric(horizontal=24))


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
            written(session, "按阶段找", theme.BODY),
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
        session.senses.hang_up(FIELD)
        session.rights_view.query = text
        if not text.strip():
            session.rights_view.denied = frozenset()

    def submitted() -> None:
        find(session)
        if session.rights_view.found and not session.rights_view.told:  # what was told is answered where it was told
            session.desk.begin(session.rights_view.found[0])

    field = search_field(session, session.rights_view.query, "发生了什么？", typed, submitted)
    microphone = Microphone(FIELD, lambda: session.rights_view.query, session.rights_view.put)
    return search_box(session, field, ft.Icons.GAVEL, "他们说发生了什么", ClearButton(), top=0, beside=(microphone,))


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
    told = {each.tree for each in rights_view.told}
    others = [_tree(session, trees().tree(found)) for found in rights_view.found if found not in told]
    if rights_view.elsewhere is not None:
        parts = [_elsewhere(session, trees().tree(rights_view.elsewhere).game)]
    elif rights_view.told:
        parts = [*_told(session), *([] if session.layout.wide else _entitled(session))]
        if others:
            parts += [section_title(session, "别的裁定"), *others]
    else:
        about = quiet(session, "点发生的事，答完几问，就在“各家要做什么”里点自己。")
        parts = [ft.Container(about, padding=ft.Padding.symmetric(horizontal=16)), *others]
        if not others and rights_view.answered == question:
            parts = [ft.Container(quiet(session, "没有找到。换个说法，或按阶段找。", theme.BODY), padding=16)]
    return ft.ListView(parts, expand=True, padding=ft.Padding.only(bottom=32), key="rights-called")


def find(session: Session) -> None:
    """Hear the story in the field, and search the irregularities of the game for it."""
    rights_view = session.rights_view
    question = (rights_view.query.strip(), rights_view.game)
    if question != rights_view.answered:
        if question[1] not in games():
            from app.ruling.own_story import named_in

            rights_view.found = tuple(tree.id for tree in named_in(*question, trees()))
            rights_view.told, rights_view.elsewhere, rights_view.answered = (), None, question
            return
        understood = story(*question)
        listed = [each.tree for each in understood.trees] if understood is not None else []
        hits = engine().search(question[0], game=question[1], kind="tree", limit=TREES).hits
        rights_view.found = tuple(hit.id for hit in hits)
        rights_view.told = _heard(session, listed)
        likely = understood.trees[0].score if understood is not None and understood.trees else 0.0
        other = sure(question[0], None) if likely < SURE else None
        rights_view.elsewhere = other if other is not None and trees().tree(other).game != question[1] else None
        rights_view.answered = question


# What was told: what everybody may do in it


def _heard(session: Session, listed: Sequence[str]) -> tuple[Told, ...]:
    rights_view = session.rights_view
    if not listed:
        return ()
    context = session.desk.context(session.desk.next_scene(rights_view.game))
    return tuple(begun(rights_view.query.strip(), tree, context, rights_view.denied) for tree in listed)


def _elsewhere(session: Session, game: str) -> ft.Control:
    """Say that what was told is of another game, with the way there."""
    return ft.Container(
        ft.Column(
            [
                quiet(session, f"听起来是{GAMES[game]}的事。", theme.LAW),
                ft.FilledTonalButton(
                    written(session, f"换到{GAMES[game]}", theme.BODY),
                    on_click=on_tap(_turn_to, session, game),
                    height=max(theme.TARGET, session.px(40)),
                ),
            ],
            spacing=8,
        ),
        padding=16,
    )


def _deny(session: Session, name: str) -> None:
    """Take back a fact that was heard and not said."""
    rights_view = session.rights_view
    if rights_view.case is not None and name in rights_view.case.heard:
        value = rights_view.case.heard[name].value
        rights_view.denied = rights_view.denied | {denial(name, value)}
        rights_view.told = _heard(session, [each.tree for each in rights_view.told])


def _told(session: Session) -> Iterator[ft.Control]:
    """What was heard, and which irregularity it is taken for."""
    rights_view, case = session.rights_view, session.rights_view.case
    if case is None:
        return
    yield from heard_parts(session, case, partial(_deny, session), "听错的点叉号拿掉，下面就不照它。")

    def look_at(tree: str) -> None:
        rights_view.looked_at = tree

    if len(rights_view.told) > 1:
        yield section_title(session, "是哪一种")
        chips = [
            choice_chip(session, trees().tree(each.tree).title, each is case, on_tap(look_at, each.tree))
            for each in rights_view.told
        ]
        yield ft.Container(wrapped(chips, between=4), padding=ft.Padding.symmetric(horizontal=16))


def _of_the_case(session: Session) -> ft.Control:
    margin = max(0, (session.layout.pane - theme.READING_WIDTH) / 2)
    return ft.ListView(
        [*_entitled(session)],
        expand=True,
        padding=ft.Padding.only(left=margin, right=margin, bottom=32),
        key=f"rights-of-{session.rights_view.game}",
    )


def _entitled(session: Session) -> Iterator[ft.Control]:
    """What holds for whom in the irregularity that was told, each line with its clause, and the way to its ruling."""
    case = session.rights_view.case
    if case is None:
        return
    tree = trees().tree(case.tree)
    context = session.desk.context(session.desk.next_scene(tree.game))
    walk = start(case.tree, {name: each.value for name, each in case.heard.items()}, context)
    yield ft.Container(heading(session, tree.title), padding=ft.Padding.only(left=16, right=16, top=16))
    if case.ruling:
        yield ft.Container(sentence(session, case.ruling, theme.LAW), padding=ft.Padding.only(left=16, right=16, top=4))
    yield ft.Container(
        ft.FilledTonalButton(
            written(session, "照听到的裁", theme.BODY),
            icon=ft.Icon(ft.Icons.GAVEL, size=session.icon),
            on_click=on_tap(_rule, session, case),
            height=max(theme.TARGET, session.px(40)),
        ),
        padding=ft.Padding.only(left=16, right=16, top=8),
        alignment=ft.Alignment.CENTER_LEFT,
    )
    for each in entitled(walk):
        yield from _holds(session, each, case.tree)


def _rule(session: Session, case: Told) -> None:
    session.senses.hang_up(FIELD)
    session.desk.begin(case.tree, heard=case.heard)


def _holds(session: Session, whom: Entitled, tree: str) -> Iterator[ft.Control]:
    who = written(session, whom.who, theme.LAW, weight=ft.FontWeight.W_600)
    yield ft.Container(ft.Semantics(content=who, heading_level=2), padding=ft.Padding.only(left=16, right=16, top=18))
    for mode, (name, icon, shade) in MODES.items():
        if lines := [line for line in whom.lines if line.mode == mode]:
            color = session.shade(shade)
            mark = ft.Icon(icon, color=color, size=session.px(18))
            said = written(session, name, theme.BODY, weight=ft.FontWeight.W_600, color=color)
            yield ft.Container(ft.Row([mark, said], spacing=6), padding=ft.Padding.only(left=16, right=16, top=8))
            yield from (_line(session, line, color, tree) for line in lines)


def _standpoint(session: Session, rights: Rights) -> ft.Control:
    return stretched(
        [_stages(session, rights), *_who(session, rights)], spacing=0, scroll=ft.ScrollMode.AUTO, expand=True
    )


def _standpoints(session: Session, rights: Rights) -> ft.Control:
    """Every time with who there is then, while nobody has said when and who: one tap says both."""
    margin = max(0, (session.layout.pane - theme.READING_WIDTH) / 2) if session.layout.wide else 0
    title = heading(session, "现在是什么时候，你是谁？", theme.LAW)
    parts: list[ft.Control] = [ft.Container(title, padding=ft.Padding.only(left=16, right=16, top=10))]
    for stage in rights.stages:
        roles = [_role(session, role, False, stage) for role in rights.present(stage.id)]
        when = sentence(session, stage.title, theme.BODY, bold=True)
        parts.append(
            ft.Container(
                stretched([when, quiet(session, stage.about), chip_row(roles)], spacing=4),
                padding=ft.Padding.only(left=16, right=16, top=14),
            )
        )
    return ft.ListView(
        parts,
        expand=True,
        padding=ft.Padding.only(left=margin, right=margin, bottom=32),
        key=f"rights-{session.rights_view.game}-standpoints",
    )


def _turn_to(session: Session, game: str) -> None:
    session.play(game)
    session.go(routes.rights_address(game))


def _games(session: Session) -> ft.Control:
    return game_chips(session, session.rights_view.game, lambda game: _turn_to(session, game), below_a_title=True)


def _stages(session: Session, rights: Rights) -> ft.Control:
    rights_view = session.rights_view

    def choose(stage: str) -> None:
        session.go(routes.rights_address(rights_view.game, stage))

    options = [(stage.id, stage.title) for stage in rights.stages]
    return ft.Container(
        segments(session, options, _chosen(session, rights)[0].id, choose),
        padding=ft.Padding.only(left=16, right=16, top=4, bottom=4),
    )


def _chosen(session: Session, rights: Rights) -> tuple[RightsStage, Role]:
    stage, role = session.rights_view.stage(rights), session.rights_view.role(rights)
    assert stage is not None and role is not None, "both were said"
    return stage, role


def _who(session: Session, rights: Rights) -> Iterator[ft.Control]:
    stage, role = _chosen(session, rights)
    yield ft.Container(quiet(session, stage.about), padding=ft.Padding.only(left=16, right=16, top=6))
    yield ft.Container(
        wrapped(_role(session, each, each.id == role.id, stage, True) for each in rights.present(stage.id)),
        padding=ft.Padding.only(left=16, right=16, top=8, bottom=4),
    )
    if role.about:
        yield ft.Container(quiet(session, f"{role.title}：{role.about}"), padding=ft.Padding.symmetric(horizontal=16))


def _role(session: Session, role: Role, chosen: bool, stage: RightsStage, here: bool = False) -> ft.Control:
    """A person to tap; ``here``: at the stage looked at, so that the name alone says who it is."""
    part = ft.Container(
        written(
            session,
            role.title,
            theme.LAW,
            semantics_label=None if here else session.say(f"{stage.title}：{role.title}"),
            weight=ft.FontWeight.W_600 if chosen else None,
            color=ft.Colors.ON_PRIMARY if chosen else None,
        ),
        on_click=lambda _: session.go(routes.rights_address(session.rights_view.game, stage.id, role.id)),
        ink=True,
        bgcolor=ft.Colors.PRIMARY if chosen else ft.Colors.SECONDARY_CONTAINER,
        border_radius=14,
        padding=ft.Padding.symmetric(horizontal=16, vertical=(ROLE - theme.LAW * 1.4) / 2),
    )
    return ft.MergeSemantics(ft.Semantics(content=part, selected=chosen, button=True))


def _lists(session: Session, rights: Rights, above: Sequence[ft.Control]) -> ft.Control:
    rights_view = session.rights_view
    stage, role = _chosen(session, rights)
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
        chip_line(chips),
        padding=ft.Padding.only(left=16, right=16, top=8),
    )


def _title(session: Session, name: str, icon: ft.IconData, color: str, count: int) -> ft.Control:
    return ft.Container(
        ft.Row(
            [
                ft.Icon(icon, color=color, size=session.px(22)),
                ft.Semantics(
                    content=written(session, name, theme.TITLE, weight=ft.FontWeight.W_600, color=color),
                    heading_level=2,
                ),
                quiet(session, f"{count} 条"),
            ],
            spacing=8,
        ),
        padding=ft.Padding.only(left=16, right=16, top=20, bottom=2),
    )


def _line(session: Session, line: Line, color: str, within: str = "") -> ft.Control:
    """One sentence with its clauses and how it is ruled; ``within`` a tree, whose ruling need not be named."""
    said: list[ft.Control] = [sentence(session, line.text, theme.LAW)]
    if line.note:
        said.append(quiet(session, line.note, 15))
    said.extend(quiet(session, _unsettled(session, id_), 15) for id_ in line.open)
    below: list[ft.Control] = [clause_chips(session, line.cites)]
    if line.layer:
        below.insert(0, quiet(session, f"{LAYERS[line.layer]}："))
    below.extend(
        _how_ruled(session, tree) for tree in dict.fromkeys(ruled.tree for ruled in line.ruled) if tree != within
    )
    said.append(wrapped(below, gap=6, between=10, vertical_alignment=ft.CrossAxisAlignment.CENTER))
    return ft.Container(
        stretched(said, spacing=0),
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
        written(session, f"怎么判：{trees().tree(tree_id).title}", 15),
        on_click=lambda _: session.desk.begin(tree_id),
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

    found = stretched(
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
        lambda _: session.desk.begin(tree.id),
        key=f"after-{tree.id}",
    )
