"""裁, walking a tree: one question a screen, what is known so far, and in the end the outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.base.opened import texts, trees
from app.base.words import game_name
from app.ruling.after_ladder import after_ladder
from app.ruling.heard import still_heard
from app.ruling.wording import USUAL, as_text
from app.screens.aloud import spoken
from app.screens.deal_pane import deal_bar, deal_parts
from app.screens.deal_strip import DealStrip
from app.screens.outcome import outcome_parts, undecided_parts
from app.screens.recording import RecordBar, RecordPane
from app.screens.scene_strip import SceneStrip
from app.screens.still import still_rows
from app.screens.thumb import answers_fit, fits
from app.widgets.answers import answers, finish_bar, other_way
from app.widgets.basics import heading, icon_button, no_wider, notice, quiet
from app.widgets.chips import chip_line
from app.widgets.columns import stretched, wrapped
from app.widgets.fields import button
from app.widgets.finishing import TOGETHER, has_room
from app.widgets.sentences import ANSWER, answer_button, card, sentence, shaped
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import keyed
from app.window.error_boundary import component
from app.window.preferences import RULING
from app.window.session import use_session
from app.window.state import Sheet
from decision_trees.engine import Ruled, Undecided

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from app.ruling.ruling import Posed
    from app.ruling.walk import Walk
    from app.window.session import Session
    from decision_trees.engine import Known
    from decision_trees.model import Usual

ORIGINS: dict[str, tuple[ft.IconData, str]] = {  # of facts that the referee did not simply answer
    "derived": (ft.Icons.SETTINGS, "推出的"),
    "corrected": (ft.Icons.EDIT, "改正的"),
    "chosen": (ft.Icons.SWAP_HORIZ, "选择的"),
}
HEARD = (ft.Icons.HEARING, "听到的")
PADS = ("auction", "cards", "card", "call")
IN_VIEW = 3  # facts shown under one another; more of them stand in a row that scrolls


@component
def RulingPane(tree_id: str, name: str | None = None) -> ft.Control:
    """Show where the ruling stands."""
    session = use_session()
    ft.use_state(session.rulings)
    fetched, set_fetched = ft.use_state("")

    async def fetch() -> None:
        if name is not None and session.desk.must_fetch(tree_id, name):
            await session.preferences.fetch(RULING + name)
            set_fetched(name)

    ft.use_effect(fetch, [tree_id, name])
    if tree_id not in trees().trees:
        return ft.Column(
            [
                ft.Row([icon_button(session, ft.Icons.ARROW_BACK, "返回", lambda _: session.back())]),
                ft.Container(quiet(session, "没有这一项裁定。请回到“裁决”重新选择。", theme.BODY), padding=16),
            ]
        )
    if name != fetched and session.desk.must_fetch(tree_id, name):
        return ft.Container(ft.ProgressRing(), alignment=ft.Alignment.CENTER, expand=True)
    walk = session.desk.at(tree_id, name)
    return keyed(f"walking-{walk.id}", Walking, walk, name is not None)


@component
def Walking(walk: Walk, named: bool) -> ft.Control:
    """Show one ruling being made; ``named``: at its own address."""
    session = use_session()
    ft.use_state(walk)
    step = walk.standing.step
    begun_before = ft.use_ref(walk.begun)

    def keep() -> None:
        session.table.follow_seat(walk)
        session.desk.keep_what_was_begun(walk)
        session.table.keep_deal(walk)  # also when all that was said was taken back
        if walk.begun and not begun_before.current and not named:  # now it is one of its kind: its address says so
            begun_before.current = True
            session.go(routes.tree_address(walk.tree_id, walk.id), instead=True)

    ft.use_effect(lambda: session.desk.turn_to(walk), [walk.id])
    saying = walk.saving or walk.placing  # where it is
    ft.use_effect(keep, [walk.standing, walk.record, walk.scene, walk.ticked, walk.timer, saying])

    def count() -> None:
        if walk.first_ruling():
            session.desk.count(walk.tree_id)

    ft.use_effect(count, [isinstance(step, Ruled)])
    ft.use_effect(session.settle, [walk.depth])
    if use_aloud(session, walk) and isinstance(step, Ruled):
        return spoken(session, walk, after_ladder(walk, step).step)
    if walk.saving and isinstance(step, Ruled):
        return keyed(f"recording-{walk.id}", RecordPane, walk)
    margin = max(0, (session.layout.pane - theme.READING_WIDTH) / 2)
    return stretched(
        [
            _bar(session, walk),
            ft.ProgressBar(
                value=walk.progress,
                bar_height=4,
                semantics_label=session.say("裁定的进度"),
                semantics_value=round(100 * walk.progress),
            ),
            *([] if session.layout.low else _strips(walk)),
            *_body(session, walk, margin),
            *([deal_bar(session, walk)] if walk.on_sheet else finish_bar(session, walk, walk.posed())),
            *([RecordBar(walk)] if isinstance(step, Ruled) and not (walk.editing or walk.dealing) else []),
        ],
        spacing=0,
        expand=True,
        key=f"ruling-{walk.id}",
    )


def use_aloud(session: Session, walk: Walk) -> bool:
    """Whether words of a ruling are shown to the table; while they are, nothing stands beside them."""
    step = walk.standing.step
    aloud = walk.reading is not None and isinstance(step, Ruled) and bool(step.outcome.tell)

    def alone(now: bool) -> None:
        session.layout.aloud = now

    ft.use_effect(lambda: alone(aloud), [aloud], cleanup=lambda: alone(False))
    return aloud


def _strips(walk: Walk) -> list[ft.Control]:
    """Where it is, against whom, and the deal: above what scrolls, and on a low screen with it, for the keys' sake."""
    return [SceneStrip(walk), DealStrip(walk)]


def _bar(session: Session, walk: Walk) -> ft.Control:
    step = walk.standing.step

    def text() -> str:
        return as_text(after_ladder(walk, step).step, texts()) if isinstance(step, Ruled) else ""

    async def copy(_: object) -> None:
        await session.copy(text(), "已复制裁定和条文")

    async def share(_: object) -> None:
        await session.share(walk.tree.title, text())

    title = (
        f"{game_name(walk.game)}　{walk.tree.title}" if session.duty.games_in_use() - {walk.game} else walk.tree.title
    )
    first = not walk.depth
    name = "返回" if first else "退回一步"
    buttons: list[ft.Control] = []
    if isinstance(step, Ruled):
        buttons.append(icon_button(session, ft.Icons.CONTENT_COPY, "复制裁定", copy))
        buttons.append(icon_button(session, ft.Icons.SHARE, "分享裁定", share))
    if walk.begun:
        buttons.append(icon_button(session, ft.Icons.RESTART_ALT, "重新开始", lambda _: session.desk.begin_again(walk)))
        buttons.append(icon_button(session, ft.Icons.CLOSE, "回到裁定列表", lambda _: session.desk.leave(walk)))
    return ft.Container(
        ft.Row(
            [
                icon_button(session, ft.Icons.ARROW_BACK if first else ft.Icons.UNDO, name, lambda _: session.back()),
                ft.Container(heading(session, title, theme.LAW, beside=True), expand=True),
                *buttons,
            ],
            spacing=0,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        padding=ft.Padding.symmetric(horizontal=4, vertical=6),
    )


def _body(session: Session, walk: Walk, margin: float) -> Iterator[ft.Control]:
    """What is known on top, the question and its answers at the bottom, under the thumb.

    Where they do not fit, the question scrolls with what is known below it and only the answers stay; pads and tables scroll too.
    """
    posed = None if walk.on_sheet else walk.posed()
    scrolling, staying, edge = _parts(session, walk), None, False
    if posed is not None and fits(session, walk, posed):
        scrolling, staying = _known(session, walk), _question(session, walk, posed)
    elif posed is not None and answers_fit(session, walk, posed):
        scrolling, staying, edge = _question_first(session, walk, posed), _given(session, walk, posed), True
    step = walk.standing.step
    # another outcome is read from its beginning
    come_to = step.outcome_id if isinstance(step, Ruled) else type(step).__name__
    key = f"{walk.tree_id}-{walk.asked}-{walk.editing}-{walk.keyed}-{walk.on_sheet}-{come_to}"

    def block(parts: Iterator[ft.Control], bottom: float) -> ft.Control:
        column = stretched(list(parts), spacing=0)
        return ft.Container(column, padding=ft.Padding.only(left=margin, right=margin, bottom=bottom))

    yield stretched(
        [*(_strips(walk) if session.layout.low else []), block(scrolling, 32 if staying is None else 0)],
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        key=key,
    )
    if staying is not None:
        yield ft.Container(
            block(staying, 20),
            border=ft.Border(top=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)) if edge else None,  # more scrolls above
            padding=ft.Padding.only(top=10) if edge else None,
            key=f"{key}-question",
        )


def _parts(session: Session, walk: Walk) -> Iterator[ft.Control]:
    step = walk.standing.step
    posed = walk.posed()
    if walk.on_sheet:
        yield from deal_parts(session, walk)
    elif posed is not None:
        if posed.fact.kind not in PADS:  # they need the room
            yield from _known(session, walk)
        yield from _question(session, walk, posed)
    elif isinstance(step, Undecided):
        yield from _known(session, walk)
        yield from undecided_parts(session, walk, step)
    elif isinstance(step, Ruled):
        yield from still_rows(session, walk)
        yield from outcome_parts(session, walk, step)
        if step.known:
            yield card(session, "事实（点一下可以改）", [], ft.Icons.FACT_CHECK_OUTLINED)
        yield from _known(session, walk, all_in_view=True)


# What is known


def _known(session: Session, walk: Walk, all_in_view: bool = False) -> Iterator[ft.Control]:
    if not isinstance(walk.standing.step, Ruled):  # a ruling says it above its sentence
        yield from still_rows(session, walk)
    chips = [_chip(session, walk, known) for known in walk.chips(latest_first=not all_in_view)]
    asking = not isinstance(walk.standing.step, Ruled) and not _nothing_told(walk)
    more = [*_more(session, walk)] if asking else []
    if not chips and not more:
        return
    scrolls = not all_in_view and len(chips) + len(more) > IN_VIEW
    # at the end of a line that scrolls nobody would see that there is more to enter
    shown = chip_line([*more, *chips]) if scrolls else wrapped([*chips, *more], between=0)
    yield ft.Container(shown, padding=ft.Padding.only(left=12, right=12, top=4))


def _small(session: Session, content: ft.Control, on_click: Callable[[Any], Any], dashed: bool = False) -> ft.Control:
    return ft.MergeSemantics(
        ft.Container(
            ft.Container(
                content,
                bgcolor=None if dashed else ft.Colors.SURFACE_CONTAINER_HIGH,
                border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
                border_radius=10,
                padding=ft.Padding.symmetric(horizontal=10, vertical=6),
            ),
            on_click=on_click,
            ink=True,
            border_radius=10,
            padding=ft.Padding.symmetric(vertical=8),
        )
    )


def _chip(session: Session, walk: Walk, known: Known) -> ft.Control:
    said: ft.Control = sentence(session, f"{known.label}：{walk.shown(known)}", theme.SMALL)
    heard = known.name in still_heard(walk)
    if heard or known.source in ORIGINS:
        icon, origin = HEARD if heard else ORIGINS[known.source]
        mark = ft.Icon(icon, size=session.px(16), color=ft.Colors.PRIMARY, semantics_label=session.say(origin))
        said = ft.Row([mark, said], spacing=4, tight=True)
    return _small(session, said, lambda _: walk.reopen(known))


def _more(session: Session, walk: Walk) -> Iterator[ft.Control]:
    """What may still be entered, as one chip."""
    if names := walk.entries():
        text = sentence(session, f"+ {walk.labels(names)}", theme.SMALL, color=ft.Colors.PRIMARY)
        yield _small(session, text, lambda _: walk.enter(names), dashed=True)


# The question


def _question(session: Session, walk: Walk, posed: Posed) -> Iterator[ft.Control]:
    yield from _asked(session, walk, posed)
    if usual := walk.usual():
        yield _usual(session, walk, usual)
    yield from _given(session, walk, posed)
    yield from _offered(session, walk)


def _question_first(session: Session, walk: Walk, posed: Posed) -> Iterator[ft.Control]:
    """What is asked, in view above answers that stay, then what else there is."""
    yield from _asked(session, walk, posed)
    if usual := walk.usual():
        yield _usual(session, walk, usual)
    yield from _offered(session, walk)
    yield from _known(session, walk)


def _asked(session: Session, walk: Walk, posed: Posed) -> Iterator[ft.Control]:
    said: list[ft.Control] = []
    if posed.known is None and not posed.entry:
        said.append(
            quiet(session, f"第 {walk.asked + 1} 问，{f'最多还有 {walk.ahead} 问' if walk.ahead else '最后一问'}")
        )
    elif posed.known is not None:
        said.append(
            quiet(
                session,
                f"现在是：{shaped(walk.shown(posed.known))}。{_origin(posed.known)}改了以后，后面仍适用的回答都保留。",
            )
        )
    else:
        left = f"第 {walk.entry_number} 项，共 {walk.series} 项。" if walk.series > 1 else ""
        ruled = isinstance(walk.standing.step, Ruled)
        said.append(quiet(session, f"录入以后，{'能算出的就写进裁定' if ruled else '能推出的就不再问'}。{left}"))
    if beside := [*other_way(session, walk, posed), *_why(session, posed)]:
        said = [ft.Row([ft.Column(said, expand=True), *beside], spacing=0)]
    said.append(ft.Semantics(content=sentence(session, posed.ask, 23, bold=True), heading_level=2))
    if posed.help:  # what is to be typed is shown as it is typed: 1H and not 1♥
        color = ft.Colors.ON_SURFACE_VARIANT
        said.append(
            quiet(session, posed.help, theme.BODY)
            if _typed(walk, posed)
            else sentence(session, posed.help, color=color)
        )
    yield ft.Container(
        stretched(said, spacing=6),
        padding=ft.Padding.only(left=16, right=16, top=8, bottom=12),
    )
    if posed.who or posed.explain:
        yield ft.Container(_theirs(session, posed), padding=ft.Padding.only(left=16, right=16, bottom=14))


def _typed(walk: Walk, posed: Posed) -> bool:
    return posed.typable and (walk.keyed or not posed.touchable)


def _given(session: Session, walk: Walk, posed: Posed) -> Iterator[ft.Control]:
    given = answers(session, walk, posed)
    if walk.fault and not _typed(walk, posed) and posed.fact.kind not in TOGETHER:
        given = [sentence(session, walk.fault, color=session.shade(theme.RED)), *given]
    if posed.known is not None and posed.known.source == "corrected":
        given.append(_restore(session, walk, posed))
    in_bar = posed.fact.kind in TOGETHER and not _typed(walk, posed) and has_room(session)
    if posed.entry and not in_bar:
        given.extend(_skip(session, walk, posed))
    yield ft.Container(
        stretched(given, spacing=12),
        padding=ft.Padding.symmetric(horizontal=16),
    )


def _nothing_told(walk: Walk) -> bool:
    """Whether a ruling has not begun, and nothing is known but what follows where nobody has said anything."""
    return not walk.begun and all(known.source == "derived" for known in walk.standing.step.known)


def _offered(session: Session, walk: Walk) -> Iterator[ft.Control]:
    below: list[ft.Control] = []
    if walk.editing is None and _nothing_told(walk):
        below.extend(_offer(session, walk))
    if below:
        yield ft.Container(
            stretched(below, spacing=8),
            padding=ft.Padding.only(left=16, right=16, top=14),
        )


def _why(session: Session, posed: Posed) -> list[ft.Control]:
    """The clause a question is asked for, beside which question it is."""
    if not posed.cites:
        return []
    return [
        ft.TextButton(
            written(session, "为什么问", theme.SMALL),
            icon=ft.Icons.MENU_BOOK,
            on_click=lambda _: session.show(Sheet("reference", posed.cites)),
            height=max(theme.TARGET, session.px(44)),
        )
    ]


def _usual(session: Session, walk: Walk, usual: Sequence[Usual]) -> ft.Control:
    """What mostly happened: one tap says all of it."""

    def agree(each: Usual) -> Callable[[Any], Any]:
        return lambda _: walk.answer_usual(each)

    return ft.Container(
        stretched(
            [
                quiet(session, USUAL),
                *(
                    no_wider(session, answer_button(session, each.say, agree(each), icon=ft.Icons.DONE_ALL))
                    for each in usual
                ),
            ],
            spacing=6,
        ),
        padding=ft.Padding.only(left=16, right=16, bottom=18),
    )


def _origin(known: Known) -> str:
    return "由已录入的推出。" if known.source == "derived" else ""


def _offer(session: Session, walk: Walk) -> Iterator[ft.Control]:
    if names := walk.entries():
        yield button(session, f"先录入{walk.labels(names)}（可跳过）", lambda _: walk.enter(names), ft.Icons.TOUCH_APP)


def _skip(session: Session, walk: Walk, posed: Posed) -> Iterator[ft.Control]:
    """The ways past what is being entered, which say what is passed over and that it can still be entered."""

    def quieter(text: str, on_click: Callable[[Any], Any]) -> ft.Control:
        return ft.TextButton(
            written(session, text, theme.BODY),
            on_click=on_click,
            height=max(ANSWER, session.px(48)),
        )

    if walk.entering:
        yield quieter(f"跳过“{walk.labels([posed.name])}”，接着录下一项", lambda _: walk.skip())
        yield quieter("其余都先不录，以后还能填", lambda _: walk.leave_entry())
    else:
        yield quieter(f"跳过“{walk.labels([posed.name])}”，以后还能填", lambda _: walk.leave_entry())


def _theirs(session: Session, posed: Posed) -> ft.Control:
    body: list[ft.Control] = [sentence(session, f"· {line}") for line in posed.explain]
    if posed.explain:
        body.insert(0, quiet(session, "选择以前必须说明：", theme.BODY))
    return notice(session, ft.Icons.PERSON, f"由{posed.who}决定" if posed.who else "须先说明", body)


def _restore(session: Session, walk: Walk, posed: Posed) -> ft.Control:
    return ft.TextButton(
        written(session, "恢复推出的答案", theme.BODY),
        icon=ft.Icons.SETTINGS_BACKUP_RESTORE,
        on_click=lambda _: walk.release(posed.name),
        height=max(theme.TARGET, session.px(44)),
    )
