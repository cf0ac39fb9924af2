"""学, the results of a paper: everybody's marks from the table of answers, marks corrected with a reason, the report."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import flet as ft

from app.base.background import aside
from app.exams.marking import marked, read_answers, right
from app.exams.paper import PaperError, marks_text
from app.exams.shelf import ANSWERS, correct, corrections_of, paper_named
from app.screens.exam_paper import guarded, title_of
from app.screens.exams import block, said
from app.widgets.basics import choice_chip, quiet, row, section_title
from app.widgets.fields import button, entry
from app.widgets.pages import page
from app.widgets.sentences import sentence
from app.window import theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.files import hand_over, pick
from app.window.session import use_session

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.base.form import Form
    from app.exams.marking import Answers, Correction, Marked
    from app.exams.paper import Paper
    from app.window.session import Session

EVERYBODY = "全体考生"
ALL = "\n"  # in place of a candidate's number, which has no line break


@component
def ResultsPane(name: str) -> ft.Control:
    """Show what candidates got for a paper; correct a mark."""
    session = use_session()
    examining = session.examining
    ft.use_state(examining)
    ft.use_state(examining.form)
    ft.use_state(session.settings)
    paper = ft.use_memo(lambda: paper_named(examining.shelf, name), [name])
    if paper is None:
        return page(session, "成绩", [block(sentence(session, "这台设备上没有这份试卷。", theme.LAW))])
    answers, made, fault = _kept(session, paper)

    async def choose_table() -> None:
        await bring(session, paper)

    parts: list[ft.Control] = [
        block(
            sentence(session, paper.title, theme.TITLE, bold=True),
            button(
                session,
                "选答案表（CSV 或考场的 room.log）" if not answers else "换一份答案表",
                guarded(session, choose_table),
                ft.Icons.UPLOAD_FILE,
                filled=not answers,
            ),
        ),
        *said(session),
    ]
    if fault:
        parts.append(block(sentence(session, fault, theme.BODY, color=session.shade(theme.RED))))
    if not answers:
        how = "考场结束后，在考官网页上下载答案表，在这里打开：看成绩、更正分数、出报告。"
        parts.append(block(quiet(session, how, theme.BODY)))
        return page(session, "成绩", parts, state=name)
    marks = [marked(paper, each, made) for each in answers]
    parts += [*_reports(session, paper, marks), *_made(session, made, answers), *_everybody(session, paper, marks)]
    return page(session, "成绩", parts, state=name)


def _kept(session: Session, paper: Paper) -> tuple[Sequence[Answers], tuple[Correction, ...], str]:
    """The answers and corrections that are kept of a paper, and what is wrong with them."""
    shelf = session.examining.shelf
    try:
        text = shelf.text(ANSWERS, paper.id)
        return (read_answers(paper, text) if text else ()), corrections_of(shelf, paper), ""
    except PaperError as fault:
        return (), (), str(fault)


async def bring(session: Session, paper: Paper) -> None:
    """Take in a table of answers, or the records of an exam room. Raises :class:`PaperError`, ``OSError``."""
    from app.exams.marking import answers_csv
    from app.exams.own_questions import decoded
    from app.exams.room import reopened
    from app.exams.room_damage import told
    from app.exams.room_records import records_in

    picked = await pick("csv", "log")
    if picked is None:
        return
    damage: tuple[str, ...] = ()
    if picked.name.lower().endswith(".log"):
        found = records_in(picked.content)
        room = reopened(paper, found.records)
        damage = told(room, found.losses)
        text = answers_csv(paper, room.everybody()).decode("utf-8-sig")
    else:
        text = decoded(picked.content)
    read_answers(paper, text)
    session.examining.shelf.keep(ANSWERS, paper.id, text)
    session.examining.said = "".join(damage)
    session.examining.form.put("candidate", "")
    session.examining.changes += 1


def _reports(session: Session, paper: Paper, marks: Sequence[Marked]) -> list[ft.Control]:
    async def give(form: str) -> None:
        from app.exams.analysis import analysis
        from app.exams.report import report, workbook

        found = await aside(analysis, paper, marks)
        made = (
            partial(report, paper, marks, found, session.say)
            if form == "pdf"
            else partial(workbook, paper, marks, found)
        )
        await hand_over(f"{title_of(paper)} 成绩.{form}", await aside(made))

    return [
        block(
            button(session, "成绩报告 PDF", guarded(session, partial(give, "pdf")), ft.Icons.ASSESSMENT),
            button(session, "成绩报告 XLSX", guarded(session, partial(give, "xlsx")), ft.Icons.TABLE_CHART),
        )
    ]


def _form(session: Session, paper: Paper, whose: Answers | None) -> ft.Control:
    """Which question's mark becomes what, why, and by whom; of one candidate, or of all."""
    form = session.examining.form

    def keep(_: object) -> None:
        try:
            made = entered(session.examining.form, paper, whose.number if whose is not None else "")
            correct(session.examining.shelf, paper, made)
        except PaperError as fault:
            form.fault = str(fault)
            form.changes += 1
            return
        for name in ("question", "marks", "reason"):
            form.put(name, "")
        session.examining.changes += 1

    named = _named(whose) if whose is not None else EVERYBODY
    return block(
        quiet(session, f"更正{named}的分数：只追加，不覆盖；报告里写出时间、理由和更正人。", theme.BODY),
        entry(session, form, "question", "第几题（A 卷的题号）；改总分的不填"),
        entry(session, form, "marks", "改为多少分；改总分的写加减多少"),
        entry(session, form, "reason", "理由"),
        entry(session, form, "author", "更正人"),
        *([sentence(session, form.fault, theme.BODY, color=session.shade(theme.RED))] if form.fault else []),
        button(session, "更正", keep, ft.Icons.EDIT_NOTE, filled=True),
    )


def _named(each: Answers) -> str:
    return f"{each.number} {each.name}".strip() if each.number != each.name else each.name


def entered(form: Form, paper: Paper, number: str) -> Correction:
    """The correction that is written in the form. Raises :class:`PaperError`."""
    from app.exams.marking import correction

    question, written = form.text("question").strip(), form.text("marks").strip().replace("＋", "+").replace("－", "-")
    if question and not question.isdecimal():
        raise PaperError(f"题号“{question[:10]}”应是整数；改总分的不填。")
    try:
        marks = float(written)
    except ValueError:
        raise PaperError(f"分数“{written[:10]}”应是一个数，如 2 或 1.5。" if written else "请写改为多少分。") from None
    item = int(question) - 1 if question else None
    return correction(paper, number, item, marks, form.text("reason"), form.text("author"))


def _made(session: Session, made: Sequence[Correction], answers: Sequence[Answers]) -> list[ft.Control]:
    if not made:
        return []
    names = {each.number: _named(each) for each in answers}
    lines = [
        sentence(session, f"{each.at}　{names.get(each.number, each.number) or EVERYBODY}：{what(each)}。", theme.BODY)
        for each in reversed(made)
    ]
    return [section_title(session, "已作的更正"), block(*lines)]


def what(each: Correction) -> str:
    """What a correction says: 第 3 题改为 2 分，理由：……（王考官）."""
    mark = f"总分 {each.marks:+g} 分" if each.item is None else f"第 {each.item + 1} 题改为 {marks_text(each.marks)} 分"
    return f"{mark}，理由：{each.reason}（{each.author}）"


def _everybody(session: Session, paper: Paper, marks: Sequence[Marked]) -> list[ft.Control]:
    from app.exams.report import ranked

    parts: list[ft.Control] = [section_title(session, f"考生 {len(marks)} 人，满分 {marks_text(paper.total)}")]
    chosen, turn = session.examining.form.text("candidate"), session.examining.form.put
    everybody = on_tap(turn, "candidate", "" if chosen == ALL else ALL)
    parts.append(block(choice_chip(session, f"更正{EVERYBODY}的分数", chosen == ALL, everybody)))
    if chosen == ALL:
        parts.append(_form(session, paper, None))
    for place, each in ranked(marks):
        answers = each.answers
        about = f"答对 {sum(right(paper, answers))}/{len(paper.items)} 题"
        if each.corrections:
            about += f"，更正 {len(each.corrections)} 处"
        words = ft.Column(
            [
                sentence(session, f"{place}　{_named(answers)}", theme.LAW, bold=True),
                quiet(session, about, theme.BODY),
            ],
            spacing=2,
            expand=True,
            tight=True,
        )
        total = sentence(session, f"{marks_text(each.total)} 分", theme.LAW, bold=True)
        parts.append(
            row(
                ft.Row([words, total], spacing=16),
                on_tap(turn, "candidate", "" if chosen == answers.number else answers.number),
                key=f"candidate-{answers.number}",
            )
        )
        if chosen == answers.number:
            parts.append(_form(session, paper, answers))
    return parts
