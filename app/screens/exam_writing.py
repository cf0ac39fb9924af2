"""学, a question in parts on a paper taken on this device: fields that are kept while one writes, and the model afterwards."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import TYPE_CHECKING

import flet as ft

from app.base.opened import handbook
from app.exams.paper import LETTERS, marks_text
from app.exams.printed_parts import numbered, part_marks, right_words
from app.exams.proposing import proposed
from app.ruling.wording import shaped
from app.screens.exams import block
from app.widgets.basics import quiet
from app.widgets.columns import stretched
from app.widgets.fields import entry
from app.widgets.quiz import explanation
from app.widgets.sentences import sentence
from app.window import theme
from app.window.error_boundary import component
from app.window.examining import field_of
from app.window.session import use_session

if TYPE_CHECKING:
    from app.exams.shelf import Sitting
    from app.study.parts import Part
    from app.window.session import Session

EVERY = 3.0  # seconds after which what was written is kept
HINTS = {
    "text": "写在这里", "fill": "填在这里", "one": "写一个字母", "several": "写全部对的字母，如 AC", "order": "写次序，如 CAB",
}  # fmt: skip
LINES = 4


@component
def WritingPane(sitting: Sitting, number: int) -> ft.Control:
    """Show the parts of a question with their fields; what is written is kept every few seconds and on leaving."""
    session = use_session()
    examining = session.examining
    form = examining.writing(sitting)
    item = sitting.paper.items[sitting.room.asked(sitting.one, number).item]

    def keep() -> None:
        if not sitting.done:
            for at in range(len(item.question.parts)):
                text = form.text(field_of(number, at))
                if text != sitting.text(number, at):
                    examining.do(partial(sitting.write, number, at, text, time.time()))

    async def keep_often() -> None:
        while not sitting.done:
            await asyncio.sleep(EVERY)
            keep()

    ft.use_effect(keep_often, [sitting.name, number], cleanup=keep)
    parts: list[ft.Control] = []
    for at, (part, marks) in enumerate(zip(item.question.parts, part_marks(item), strict=True)):
        asked = f"{numbered(at)} {part.ask}（{marks_text(round(marks, 2))} 分）"
        parts.append(sentence(session, asked, theme.LAW, bold=True))
        parts += _options(session, part)
        parts.append(entry(session, form, field_of(number, at), HINTS[part.form], LINES if part.form == "text" else 1))
    return stretched(
        [*parts, quiet(session, f"写了的每 {EVERY:.0f} 秒存一次，离开这一题时也存。", theme.BODY)], spacing=8
    )


def _options(session: Session, part: Part) -> list[ft.Control]:
    lines = [f"{LETTERS[at]}. {shaped(text)}" for at, text in enumerate(part.options)]
    return [sentence(session, each, theme.BODY) for each in lines]


def written_result(session: Session, sitting: Sitting, number: int) -> ft.Control:
    """Show what was written of a question, what would be right, and what a marker proposes for it."""
    from app.exams.clauses_named import reader

    item = sitting.paper.items[sitting.room.asked(sitting.one, number).item]
    question = item.question
    texts = [sitting.text(number, at) for at in range(len(question.parts))]
    found = proposed(question, texts, reader(handbook(), question.game))
    shown: list[ft.Control] = [sentence(session, f"{number}. {shaped(question.stem)}", theme.LAW, bold=True)]
    for at, (part, marks) in enumerate(zip(question.parts, part_marks(item), strict=True)):
        got = marks_text(round(found[at].share * marks, 2))
        shown.append(sentence(session, f"{numbered(at)} {part.ask}", theme.BODY, bold=True))
        shown.append(sentence(session, texts[at] or "没有作答", theme.BODY))
        shown.append(quiet(session, f"参考答案：{right_words(part)}", theme.BODY))
        how = "得" if part.form != "text" else "照要点对，建议"
        shown.append(quiet(session, f"{how} {got} / {marks_text(round(marks, 2))} 分", theme.BODY))
        shown += [quiet(session, f"留意：{each}", theme.BODY) for each in found[at].doubts]
    return block(*shown, explanation(session, question.why, question.cites))
