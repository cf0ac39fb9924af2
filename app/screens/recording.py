"""Putting a ruling into the journal with its scene, and what the journal counts for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft

from app.base.opened import trees
from app.base.plain_text import LINE, shown
from app.base.words import COUNTED, OWN_ERROR, OWN_ERROR_NOT_WRITTEN
from app.journal.records import Place
from app.journal.store import JournalError
from app.ruling.after_ladder import after_ladder
from app.ruling.assignment import pair_words, place_words, scene_words
from app.ruling.built_on import table_part
from app.ruling.heard import still_heard
from app.ruling.saving import DOES_NOT_FIT, REPLACED, UNHEARD, lacking, save
from app.ruling.tally import Occasion, counts_of
from app.screens.elsewhere import take_over_button
from app.screens.place_form import PlaceForm
from app.screens.scene_strip import entry_of, other_event
from app.widgets.basics import icon_button, quiet, section_title
from app.widgets.columns import stretched
from app.widgets.fields import button, done_or_not, entry, fault
from app.widgets.pages import beside_text, foot
from app.widgets.sentences import card, sentence
from app.widgets.text import written
from app.window import keeping, routes, theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.preferences import DEALS
from app.window.session import use_session
from decision_trees.engine import Ruled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from app.ruling.walk import Walk
    from app.window.session import Session


def not_the_first(session: Session, walk: Walk, now: Sequence[Occasion]) -> Iterator[ft.Control]:
    """Say, right below a ruling, that it is not this pair's first and what that comes to: the ruling alone would be too mild."""
    for each in now:
        if each.again:  # what it comes to cannot be said before something is asked
            red = session.shade(theme.RED)
            yield ft.Container(
                stretched(
                    [
                        ft.Row(
                            [
                                ft.Icon(ft.Icons.STAIRS, color=red, size=session.px(24)),
                                ft.Container(
                                    sentence(session, each.text, theme.LAW, bold=True, color=red), expand=True
                                ),
                            ],
                            spacing=10,
                            vertical_alignment=ft.CrossAxisAlignment.START,
                        ),
                        button(
                            session,
                            trees().tree(each.tree).title,
                            on_tap(session.desk.begin, each.tree, {}, walk),
                            ft.Icons.ARROW_FORWARD,
                        ),
                    ],
                    spacing=8,
                ),
                padding=ft.Padding.symmetric(horizontal=16, vertical=12),
                border=ft.Border(bottom=ft.BorderSide(1, red)),
            )


def what_follows(session: Session, walk: Walk, now: Sequence[Occasion], others: Sequence[str]) -> Iterator[ft.Control]:
    """Say, below a ruling, what its follow-ups come to for this pair by the journal."""
    lines = [sentence(session, f"· {text}") for text in (*(each.text for each in now), *others)]
    if lines:
        pair = pair_words(session.duty.event_body(walk.scene.event), walk.scene.pair)
        yield card(session, f"累计（{pair}，从日志数出）", lines, ft.Icons.STAIRS_OUTLINED)


# Saving


@component
def RecordPane(walk: Walk) -> ft.Control:
    """Ask table, round, deal and offender, and save."""
    session = use_session()
    form = walk.form
    ft.use_state(form)
    ft.use_state(walk)
    ft.use_state(session.assignment)
    ft.use_effect(
        lambda: session.table.place(walk), [form.changes]
    )  # what is ruled may hang on who it is: it is shown at once
    drawn: Any = ft.use_ref(None)
    step = walk.standing.step
    if not (walk.saving and isinstance(step, Ruled)):
        # It is going. Changed as it goes, it would stay in Flutter's tree for screen readers (flutter/flutter#189902).
        return drawn.current or ft.Container()

    def close(_: object) -> None:
        session.table.place(walk)
        walk.saving = False

    def keep(_: object) -> None:
        if record(session, walk):
            walk.saving = False

    below = [
        *take_over_button(session),
        *fault(session, form),
        done_or_not(
            session,
            button(session, REPLACED if walk.record else "存入日志", keep, ft.Icons.SAVE_OUTLINED, filled=True),
            button(session, "先不存", close),
        ),
    ]
    shown_now = stretched(
        [
            _title(session, close),
            _readable(session, _asked(session, walk, step)),
            foot(below, beside_text(session)),
        ],
        spacing=0,
        expand=True,
    )
    drawn.current = shown_now
    return shown_now


def _title(session: Session, close: Callable[[object], None]) -> ft.Control:
    """The bar above the form, with the way back to the ruling."""
    back = icon_button(session, ft.Icons.ARROW_BACK, "返回裁定", close)
    return ft.Container(
        ft.Row([back, sentence(session, "记录", theme.TITLE, bold=True)], spacing=4),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        padding=ft.Padding.symmetric(horizontal=4, vertical=6),
    )


def _readable(session: Session, said: Iterable[ft.Control]) -> ft.Control:
    """What is asked, scrolled, on a wide window no wider than can be read."""
    form = ft.Container(
        stretched(said, spacing=12),
        padding=16,
        width=min(theme.READING_WIDTH, session.layout.pane or theme.READING_WIDTH),
    )
    return ft.Column([form], scroll=ft.ScrollMode.AUTO, expand=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER)


def _asked(session: Session, walk: Walk, step: Ruled) -> Iterator[ft.Control]:
    """The ruling that will be kept, what is asked about it, and what it will count as."""
    scene, form = walk.scene, walk.form
    final = after_ladder(walk, step)
    yield sentence(session, final.step.outcome.ruling, theme.LAW, bold=True)
    yield quiet(session, shown(session.duty.event_body(scene.event).name, LINE), theme.BODY)
    yield from other_event(session, walk)
    carried = Place(scene.place.table, scene.place.round)
    if carried != Place() and carried == session.assignment.scene(scene.game).place:
        yield quiet(session, f"沿用上一次：{place_words(carried)}。不对就改。", theme.BODY)
    yield from _heard(session, walk)
    yield PlaceForm(form, scene.event, scene.game, True)
    yield entry(session, form, "player", "违规者（可不写）")
    yield entry(session, form, "remark", "备注（可不写）", lines=2)
    counts = tuple({kind: n for ruled in (step, *final.looked) for kind, n in counts_of(ruled)}.items())
    if counts:
        told = f"这一条记：{'、'.join(f'{COUNTED[kind]}{number}次' for kind, number in counts)}。"
        told += "与上一条是同一次，不重复计。" if walk.incident.record and walk.record is None else ""
        yield quiet(session, told, theme.BODY)
        yield from (sentence(session, each.text, theme.BODY, color=session.shade(theme.RED)) for each in final.asking)
    elif not form.chosen("pairs") and not form.text("other").strip():
        yield quiet(session, "没有选违规方，也可以存。", theme.BODY)


def _heard(session: Session, walk: Walk) -> Iterator[ft.Control]:
    """What was heard, to be agreed to with one tap before it goes into the journal."""
    if not (heard := still_heard(walk)) or walk.agreed:
        return

    def agree(_: object) -> None:
        walk.agreed = True
        walk.form.fault = ""

    yield section_title(session, "听到")
    for known in walk.chips():
        if known.name in heard:
            yield sentence(session, f"{known.label}：{walk.shown(known)}（“{heard[known.name]}”）", theme.BODY)
    yield button(session, "听得对", agree, ft.Icons.HEARING)


def record(session: Session, walk: Walk) -> bool:
    """Write the ruling with its scene; whether it is on disk. What is missing is said on the form.

    A ruling that was changed after it was saved is withdrawn and saved anew: both stay in the journal with what they rest on.
    """
    form, seen = walk.form, walk.standing.step
    form.fault = lacking(seen, walk.standing.step, walk.scene) if session.table.place(walk) else DOES_NOT_FIT
    if not form.fault and still_heard(walk) and not walk.agreed:
        form.fault = UNHEARD
    step = walk.standing.step
    if form.fault or not isinstance(step, Ruled):
        return False
    former = walk.record if entry_of(walk) is not None else None
    try:
        book = session.duty.journal()
        save(
            book,
            walk,
            after_ladder(walk, step),
            player=form.text("player"),
            remark=form.text("remark"),
            former=former,
            table=table_part(session.preferences.kept(DEALS), walk),
            own=session.own.in_receipt(
                session, walk.scene.event, walk.scene.game, after_ladder(walk, step).made.cites, step
            ),
        )
    except JournalError as refused:
        form.fault = str(refused)
        return False
    session.table.follow_journal(walk.record or "")
    session.duty.called_to(walk.scene)
    session.duty.written()
    session.journal_view.show_all_again()
    return True


@component
def OwnError(walk: Walk) -> ft.Control:
    """Offer the way in for a ruling that was wrong: what the law says of it, and one that is kept taken back before."""
    session = use_session()
    ft.use_state(walk)

    def begin(_: object) -> None:
        kept = entry_of(walk)
        if kept is not None and kept.withdrawn is None:
            session.journal_view.ask("wrong", kept.id)
            session.go(routes.journal_address(kept.id))
        elif not session.table.own_error_at(walk.scene):
            session.tell(OWN_ERROR_NOT_WRITTEN)

    return ft.Container(
        button(session, OWN_ERROR, begin, ft.Icons.ERROR_OUTLINE),
        padding=ft.Padding.only(left=16, right=16, top=16),
    )


@component
def RecordBar(walk: Walk) -> ft.Control:
    """Show the bar below an outcome: into the journal, or where it stands there, as the journal has it now."""
    session = use_session()
    ft.use_state(session.assignment)
    ft.use_state(walk)

    def open_form(_: object) -> None:
        session.table.fill_place(walk)
        walk.saving = True

    def open_record(_: object) -> None:
        session.go(routes.journal_address(walk.record or ""))

    entry_ = entry_of(walk)
    parts: list[ft.Control] = []
    if entry_ is not None and walk.recorded is walk.standing:
        where = scene_words(session.duty.event_body(entry_.event), entry_.body.place, entry_.body.offenders)
        stands, passing = entry_.withdrawn is None, keeping.passing()
        said = "记过，已撤回" if not stands else keeping.PASSING if passing else "已记入日志"
        sign = ft.Icons.UNDO if not stands else ft.Icons.WARNING_AMBER if passing else ft.Icons.CHECK_CIRCLE
        parts.append(
            ft.Semantics(
                content=ft.Row(
                    [
                        ft.Icon(
                            sign,
                            color=ft.Colors.PRIMARY if stands and not passing else session.shade(theme.AMBER),
                            size=session.px(20),
                        ),
                        written(session, f"{said}　{where}", theme.BODY, expand=True),
                    ],
                    spacing=8,
                ),
                live_region=True,
                expand=True,
            )
        )
        parts.append(button(session, "看记录", open_record))
    else:
        text = "记录" if entry_ is None else "裁定改了，再记"
        parts.append(ft.Container(button(session, text, open_form, ft.Icons.EDIT_NOTE, filled=True), expand=True))
    return ft.Container(
        ft.Row(parts, spacing=12),
        padding=ft.Padding.symmetric(horizontal=16 + beside_text(session), vertical=10),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
    )
