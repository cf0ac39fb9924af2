"""实际坐的不一样: who really sits at the table in this round, recorded with one tap; rulings given to the wrong pair follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.base.form import Form
from app.journal.competition import written
from app.journal.pairs import by_number
from app.journal.store import JournalError
from app.ruling import wrong_pair
from app.ruling.assignment import pair_words, place_words
from app.ruling.seating import drawn_at, seating_body, seating_words, sides_named
from app.screens.place_form import AT_ONCE
from app.widgets.basics import choice_chip, quiet
from app.widgets.chips import chip_row
from app.widgets.columns import stretched
from app.widgets.fields import button, caption, entry, fault
from app.widgets.sentences import sentence
from app.window import theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.library import journal
from app.window.session import use_session
from decision_trees.games import every_game

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from app.ruling.seating import Seating
    from app.ruling.walk import Walk
    from app.ruling.wrong_pair import Move
    from app.window.session import Session

    Keep = Callable[[Mapping[str, str], Mapping[str, str]], None]  # of pairs by their sides, and of substitutes

FORM = 0.5  # of the height of the window


def keep_seating(session: Session, walk: Walk, pairs: Mapping[str, str], substitutes: Mapping[str, str]) -> None:
    """Write who really sits at the table of a ruling; from now on that is used. Raises what the journal raises."""
    before, scene = session.table.seating(walk.scene), walk.scene
    session.duty.journal().save_competition(scene.event, [written(seating_body(scene.place, pairs, substitutes))])
    session.duty.written()
    session.table.seated_anew(walk, before)


@component
def SeatingForm(walk: Walk) -> ft.Control:
    """Ask who really sits where: the sides changed, another pair, a substitute."""
    session = use_session()
    form, _ = ft.use_state(Form())
    ft.use_state(form)
    none: tuple[Move, ...] = ()
    moves, show_moves = ft.use_state(none)
    scene = walk.scene
    event = session.duty.event_body(scene.event)
    seating = session.table.seating(scene)

    def close(_: object) -> None:
        walk.seating = False

    def keep(pairs: Mapping[str, str], substitutes: Mapping[str, str]) -> None:
        before = session.table.seating(walk.scene)
        try:
            keep_seating(session, walk, pairs, substitutes)
            now = session.table.seating(walk.scene)
            found = wrong_pair.misplaced(journal(), walk.scene, before, now) if now is not None else []
        except JournalError as refused:
            form.fault = str(refused)
            return
        session.tell(f"已记下这一轮的座位：{seating_words(event, scene.game, now)}" if now is not None else "已记下")
        show_moves(tuple(found))
        if not found and substitutes == (seating.substitutes if seating is not None else {}):
            close(None)

    if moves:
        parts = _moving(session, walk, form, moves, close)
    elif scene.place.table is None or scene.place.round is None:
        parts = [
            sentence(session, "先填桌号和轮次，座位才知道记在哪里。", theme.BODY),
            button(session, "关上", close, filled=True),
        ]
    else:
        parts = _asked(session, walk, form, seating, keep, close)
    return ft.Container(
        ft.Container(
            stretched(parts, spacing=10, tight=True, scroll=ft.ScrollMode.AUTO),
            height=(session.page.height or 800) * FORM if len(event.entrants) > 6 and not moves else None,
        ),
        padding=ft.Padding.only(left=16, right=16, bottom=14),
    )


def _asked(
    session: Session,
    walk: Walk,
    form: Form,
    seating: Seating | None,
    keep: Callable[[Mapping[str, str], Mapping[str, str]], None],
    close: Callable[[Any], None],
) -> list[ft.Control]:
    scene = walk.scene
    event, game = session.duty.event_body(scene.event), every_game()[scene.game]
    pairs = dict(seating.pairs) if seating is not None else {}
    instead = dict(seating.substitutes) if seating is not None else {}
    sides = sides_named(scene.game)
    known = seating_words(event, scene.game, seating) if seating is not None else "还不知道谁坐哪里"
    parts: list[ft.Control] = [
        sentence(session, f"{place_words(scene.place)}：{known}。", theme.BODY, bold=True),
        quiet(session, "点一下就记入日志，这一轮都照它；原来的编排不改。", theme.SMALL),
    ]
    if len(sides) == 2 and len(pairs) == 2:
        swapped = dict(zip(sides, reversed([pairs[side] for side in sides]), strict=True))
        words = "、".join(game.party_of(side[0]) for side in sides)
        parts.append(button(session, f"{words}对调", lambda _: keep(swapped, instead), ft.Icons.SWAP_VERT, filled=True))
    drawn = drawn_at(journal(), scene)
    if drawn and (drawn != pairs or instead):
        parts.append(button(session, "还是照赛程坐", lambda _: keep(drawn, {}), ft.Icons.UNDO))
    numbers = sorted((each.number or each.name for each in event.entrants), key=by_number)[:AT_ONCE]
    for side in sides:
        parts.append(caption(session, f"{game.party_of(side[0])}坐的是另一对："))
        chips = [
            choice_chip(
                session,
                pair_words(event, pair) if len(numbers) <= 12 else pair,
                pairs.get(side) == pair,
                on_tap(keep, _put(pairs, side, pair), instead),
                spoken=f"{game.party_of(side[0])}坐的是{pair_words(event, pair)}",
            )
            for pair in numbers
        ]
        parts.append(chip_row(chips))
    for pair in pairs.values():
        name = f"instead of {pair}"
        form.values.setdefault(name, instead.get(pair, ""))
        parts.append(entry(session, form, name, f"{pair_words(event, pair)}的替补（如：王五替李四）"))
    if pairs:

        def substitutes(_: object) -> None:
            keep(pairs, {pair: form.text(f"instead of {pair}").strip() for pair in pairs.values()})

        parts.append(button(session, "记下替补", substitutes, ft.Icons.SAVE_OUTLINED))
    return [*parts, *fault(session, form), button(session, "关上", close)]


def _put(pairs: Mapping[str, str], side: str, pair: str) -> dict[str, str]:
    """The seating with a pair on a side; where it sat on the other, the two change places."""
    there = pairs.get(side)
    out = {**pairs, side: pair}
    for other, each in pairs.items():
        if other != side and each == pair:
            if there is not None:
                out[other] = there
            else:
                del out[other]
    return out


def _moving(
    session: Session, walk: Walk, form: Form, moves: Sequence[Move], close: Callable[[Any], None]
) -> list[ft.Control]:
    event = session.duty.event_body(walk.scene.event)

    def carry_over(_: object) -> None:
        try:
            wrong_pair.move(session.duty.journal(), moves)
        except JournalError as refused:
            form.fault = str(refused)
            return
        session.duty.written()
        session.table.went_to(moves)
        counted = wrong_pair.counted(
            journal(), walk.scene, [each.right for each in moves] + [each.pair for each in moves]
        )
        session.tell("；".join(["已改过去", *counted]), 6)
        close(None)

    return [
        sentence(session, "这一轮在本桌已记的，对号跟着错了：", theme.BODY, bold=True),
        *(
            sentence(
                session, f"· {each.title}：{pair_words(event, each.pair)} → {pair_words(event, each.right)}", theme.BODY
            )
            for each in moves
        ),
        quiet(session, "改过去是一条更正：原来的照样留在日志里，累计的次数跟着走。", theme.SMALL),
        *fault(session, form),
        button(session, "都改到实际坐的一方", carry_over, ft.Icons.DRIVE_FILE_MOVE_OUTLINE, filled=True),
        button(session, "不改，我逐条看", close),
    ]
