"""学, taking a paper on this device: one question a screen, the time left, all at a glance, handing in, what was right."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from math import ceil
from typing import TYPE_CHECKING

import flet as ft

from app.base.background import aside
from app.base.opened import handbook
from app.exams.drawing import drawn_picture
from app.exams.marking import right
from app.exams.paper import LETTERS, marks_text
from app.papers.wording import label
from app.ruling.wording import shaped
from app.screens.exam_writing import WritingPane, written_result
from app.screens.exams import block, said
from app.screens.practice import fits, see_picture, stem_size
from app.widgets.basics import no_wider, quiet
from app.widgets.chips import chip_row
from app.widgets.columns import stretched
from app.widgets.fields import button
from app.widgets.pages import page
from app.widgets.picture import picture_view
from app.widgets.quiz import HIGH, explanation, in_reach, onward, options
from app.widgets.sentences import sentence
from app.widgets.text import written
from app.window import theme
from app.window.components import keyed, on_tap
from app.window.error_boundary import component
from app.window.files import hand_over
from app.window.published import PAPERS, PartMissingError, need
from app.window.session import use_session
from decision_trees.written_questions import DRAWN

if TYPE_CHECKING:
    from app.exams.shelf import Sitting
    from app.window.session import Session

SOON = 300  # seconds: little time is left
BELOW = 120  # px of what stands under the answers: the mark, the way on
LETTERS_A_LINE, LINE, ABOVE = 19, 26, 100  # of a stem on a phone; px of a line, and of what stands above the stem


@component
def SittingPane(name: str) -> ft.Control:
    """Show where one is in a paper."""
    session = use_session()
    examining = session.examining
    ft.use_state(examining)
    ft.use_state(session.settings)
    sitting = examining.sitting(name)
    if sitting is None:
        return page(session, "答题", [block(sentence(session, "这台设备上没有这次答题。", theme.LAW))])
    if not sitting.done and sitting.left(time.time()) <= 0:
        examining.do(partial(sitting.tick, time.time()))
    if sitting.done:
        return _result(session, sitting)
    return _overview(session, sitting) if examining.overview else _question(session, sitting)


@component
def Clock(sitting: Sitting) -> ft.Control:
    """Show the time left; at its end the paper is handed in."""
    session = use_session()
    now, set_now = ft.use_state(time.time())

    async def tick() -> None:
        while not sitting.done:
            await asyncio.sleep(1 - time.time() % 1)
            if sitting.left(time.time()) <= 0:
                session.examining.do(partial(sitting.tick, time.time()))
                return
            set_now(time.time())

    ft.use_effect(tick, [sitting.name])
    left = max(0, round(sitting.left(now)))
    shown = f"{left // 3600}:" * (left >= 3600) + f"{left // 60 % 60:02d}:{left % 60:02d}"
    return written(
        session,
        f"还有 {shown}",
        theme.BODY,
        weight=ft.FontWeight.W_600,
        color=session.shade(theme.RED) if left < SOON else None,
    )


def _head(session: Session, sitting: Sitting, words: str) -> ft.Control:
    return ft.Row(
        [ft.Container(quiet(session, words, theme.BODY), expand=True), Clock(sitting)],
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _question(session: Session, sitting: Sitting) -> ft.Control:
    examining, number = session.examining, sitting.at
    asked = sitting.room.asked(sitting.one, number)
    item = sitting.paper.items[asked.item]
    chosen, flagged, count = sitting.letter(number), sitting.flagged(number), len(sitting.paper.items)
    drawn = drawn_picture(item.question)
    parts: list[ft.Control] = [
        _head(session, sitting, f"第 {number} 题，共 {count} 题（{marks_text(item.marks)} 分）"),
        sentence(session, shaped(item.question.stem), stem_size(item.question), bold=True),
    ]
    open_ = item.question.kind in DRAWN or examining.pictured == number  # hands that the stem does not tell
    if drawn is not None and (open_ or fits(session, item.question, drawn, BELOW)):
        parts.append(picture_view(session, drawn))
    elif drawn is not None:
        parts.append(see_picture(session, lambda _: setattr(examining, "pictured", number)))
    else:
        lines = ceil(len(item.question.stem) / LETTERS_A_LINE)
        parts.extend(in_reach(session, (ABOVE + lines * LINE) * session.settings.text_scale))
    if item.question.parts:
        parts.append(keyed(f"{sitting.name}-{number}", WritingPane, sitting, number))
    for place, option in enumerate(asked.options):
        letter = LETTERS[place]
        parts.append(_choice(session, sitting, letter, item.question.options[option].text, letter == chosen))
    parts.append(
        ft.TextButton(
            written(session, "取消标记" if flagged else "标记，回头再看", theme.BODY),
            icon=ft.Icons.FLAG if flagged else ft.Icons.OUTLINED_FLAG,
            on_click=lambda _: examining.do(partial(sitting.flag, number, not flagged, time.time())),
            height=max(theme.TARGET, session.px(40)),
        )
    )

    def overview(_: object) -> None:
        examining.overview = True

    turn = ft.Row(
        [
            _turn(session, "上一题", on_tap(examining.go, sitting, number - 1), number > 1),
            _turn(session, "总览", overview),
            _turn(session, "下一题", on_tap(examining.go, sitting, number + 1), number < count),
        ],
        spacing=8,
    )
    body = ft.Container(
        stretched(parts, spacing=8),
        padding=ft.Padding.only(left=16, right=16, top=8),
    )
    return page(session, sitting.paper.title, [body, *said(session)], pinned=[turn], state=f"exam-{number}")


def _turn(session: Session, words: str, act: object, possible: bool = True) -> ft.Control:
    return ft.OutlinedButton(
        written(session, words, theme.BODY),
        on_click=act,  # type: ignore[arg-type]
        disabled=not possible,
        height=max(HIGH, session.px(48)),
        expand=True,
    )


def _choice(session: Session, sitting: Sitting, letter: str, text: str, chosen: bool) -> ft.Control:
    """One of the options: marked when it is chosen, by colour, sign and word."""
    color = ft.Colors.PRIMARY if chosen else None
    parts: list[ft.Control] = [
        ft.Container(width=0, height=HIGH - 16),
        ft.Text(letter, size=session.px(theme.BODY), weight=ft.FontWeight.W_600, color=color),
        ft.Container(sentence(session, shaped(text), theme.BODY, bold=chosen), expand=True),
    ]
    if chosen:
        parts.append(
            ft.Icon(ft.Icons.CHECK_CIRCLE, color=color, size=session.px(22), semantics_label=session.say("已选"))
        )
    return no_wider(
        session,
        ft.MergeSemantics(
            ft.Container(
                ft.Row(parts, spacing=10, vertical_alignment=ft.CrossAxisAlignment.CENTER),
                on_click=lambda _: session.examining.choose(sitting, letter),
                ink=True,
                bgcolor=ft.Colors.PRIMARY_CONTAINER if chosen else ft.Colors.SECONDARY_CONTAINER,
                border=ft.Border.all(2, ft.Colors.PRIMARY) if chosen else None,
                border_radius=14,
                padding=ft.Padding.symmetric(horizontal=14, vertical=8),
                alignment=ft.Alignment.CENTER_LEFT,
            )
        ),
    )


def _overview(session: Session, sitting: Sitting) -> ft.Control:
    examining, count = session.examining, len(sitting.paper.items)
    empty = sum(not sitting.answered(number) for number in range(1, count + 1))
    told = (f"还有 {empty} 题没答。" if empty else "每题都答了。") + (
        f"标记了 {len(sitting.one.flagged)} 题。" if sitting.one.flagged else ""
    )
    cells = [_cell(session, sitting, number) for number in range(1, count + 1)]
    parts: list[ft.Control] = [
        _head(session, sitting, told),
        chip_row(cells),
    ]

    def ask(_: object) -> None:
        examining.asking = True

    def hand_in(_: object) -> None:
        examining.asking = False
        examining.do(partial(sitting.submit, time.time()))

    if examining.asking:
        parts.append(sentence(session, f"{told}交卷后不能再改。", theme.LAW, bold=True))
        pinned = [
            onward(session, "确定交卷", hand_in),
            button(session, "再看看", on_tap(examining.go, sitting, sitting.at)),
        ]
    else:
        pinned = [
            onward(session, "交卷", ask),
            button(session, "返回答题", on_tap(examining.go, sitting, sitting.at)),
        ]
    return page(session, sitting.paper.title, [block(*parts), *said(session)], pinned=pinned, state="exam-overview")


def _cell(session: Session, sitting: Sitting, number: int) -> ft.Control:
    letter, flagged = sitting.letter(number), sitting.flagged(number)
    given = f"答 {letter}" if letter else "写了" if sitting.answered(number) else "没答"
    letter = letter or ("写" if sitting.answered(number) else "")
    words = f"第 {number} 题，{given}{'，已标记' if flagged else ''}"
    side = max(HIGH, session.px(52))
    face = ft.Text(f"{number}{letter}", size=session.px(theme.BODY), weight=ft.FontWeight.W_600 if letter else None)
    return ft.Semantics(
        content=ft.Container(
            face,
            width=side,
            height=side,
            alignment=ft.Alignment.CENTER,
            on_click=on_tap(session.examining.go, sitting, number),
            ink=True,
            bgcolor=ft.Colors.PRIMARY_CONTAINER if letter else ft.Colors.SURFACE_CONTAINER_HIGH,
            border=ft.Border.all(3, session.shade(theme.RED)) if flagged else None,
            border_radius=12,
        ),
        label=session.say(words),
        button=True,
        exclude_semantics=True,
    )


def _result(session: Session, sitting: Sitting) -> ft.Control:
    marks, paper = sitting.marked, sitting.paper
    good = right(paper, marks.answers)

    async def sheet(_: object) -> None:
        from app.exams.report import result_sheet

        try:
            await need(PAPERS)
            book = handbook()
            content = await aside(result_sheet, paper, marks, lambda cite: label(cite, book), "", session.say)
            await hand_over("成绩单.pdf", content)
        except (PartMissingError, OSError) as fault:
            session.examining.said = str(fault)

    by = "时间到，已自动交卷。" if sitting.one.by == "time" else "已交卷。"
    parts: list[ft.Control] = [
        block(
            written(
                session,
                f"{marks_text(marks.total)} / {marks_text(paper.total)} 分",
                theme.HEADLINE,
                weight=ft.FontWeight.W_600,
            ),
            sentence(session, f"{by}答对 {sum(good)} 题，共 {len(paper.items)} 题。", theme.LAW),
            *([quiet(session, "书写的题没有算进去：照参考答案和要点自己评。", theme.BODY)] if marks.unmarked else []),
            button(session, "成绩单 PDF", sheet, ft.Icons.PICTURE_AS_PDF),
        ),
        *said(session),
    ]
    for number in range(1, len(paper.items) + 1):
        asked = sitting.room.asked(sitting.one, number)
        question, chosen = paper.items[asked.item].question, marks.answers.chosen[asked.item]
        if question.parts:
            parts.append(written_result(session, sitting, number))
            continue
        shown = [question.options[at] for at in asked.options]
        picked = asked.options.index(chosen) if chosen is not None else -1
        drawn = drawn_picture(question)
        parts.append(
            block(
                sentence(session, f"{number}. {shaped(question.stem)}", theme.LAW, bold=True),
                *([picture_view(session, drawn)] if drawn is not None else []),
                *([quiet(session, "没有作答", theme.BODY)] if chosen is None else []),
                *options(session, shown, asked.options.index(question.right), picked, lambda _: None, every=False),
                explanation(session, question.why, question.cites),
            )
        )
    return page(session, "成绩", parts, state="exam-result")
