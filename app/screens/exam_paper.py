"""学, one paper: taken, printed, given out, and its results."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import flet as ft

from app.base.background import aside
from app.base.opened import handbook
from app.exams.paper import LETTERS, PaperError, as_json, marks_text
from app.exams.shelf import paper_named
from app.papers.wording import label, printed
from app.screens.exams import block, said
from app.widgets.basics import choice_chip, quiet, section_title
from app.widgets.fields import button, entry
from app.widgets.pages import page
from app.widgets.quiz import onward
from app.widgets.sentences import sentence
from app.window import routes, theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.files import hand_over
from app.window.published import PAPERS, PartMissingError, need
from app.window.session import use_session

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from app.exams.paper import Paper
    from app.window.session import Session

NOT_IN_NAMES = re.compile(r'[\\/:*?"<>|\x00-\x1f]+')


@component
def PaperPane(name: str) -> ft.Control:
    """Show a paper and what can be done with it."""
    session = use_session()
    examining = session.examining
    ft.use_state(examining)
    ft.use_state(examining.form)
    ft.use_state(session.settings)
    chosen, choose = ft.use_state(0)
    paper = ft.use_memo(lambda: paper_named(examining.shelf, name), [name])
    if paper is None:
        return page(session, "试卷", [block(sentence(session, "这台设备上没有这份试卷。", theme.LAW))])
    made: Paper = paper

    def begin(_: object) -> None:
        found = examining.begin(made, chosen, examining.form.text("person"))
        if found is not None:
            session.go(routes.sitting_address(found))

    about = f"{len(made.items)} 题，满分 {marks_text(made.total)} 分，{made.minutes} 分钟，编号 {made.id[:8]}"
    versions: list[ft.Control] = [
        choice_chip(session, f"{LETTERS[at]} 卷", at == chosen, on_tap(choose, at)) for at in range(made.versions)
    ]
    parts: list[ft.Control] = [
        block(
            sentence(session, made.title, theme.TITLE, bold=True),
            quiet(session, about, theme.BODY),
            *([sentence(session, made.note, theme.BODY)] if made.note else []),
            *([ft.Row(versions, wrap=True, spacing=8)] if made.versions > 1 else []),
            entry(session, examining.form, "person", "姓名，可以不填"),
            onward(session, "在这台设备上答题", begin),
        ),
        *said(session),
        *_papers(session, made, chosen),
        section_title(session, "题目"),
    ]
    parts += [
        block(sentence(session, f"{at}. {item.question.stem}（{marks_text(item.marks)} 分）", theme.BODY))
        for at, item in enumerate(made.items, 1)
    ]
    return page(session, "试卷", parts, state=name)


def title_of(paper: Paper) -> str:
    """A paper's title as part of a file's name."""
    return NOT_IN_NAMES.sub(" ", paper.title)[:60]


def guarded(session: Session, act: Callable[[], Awaitable[None]]) -> Callable[[object], Awaitable[None]]:
    """Something with files, of which is said what goes wrong."""

    async def do(_: object) -> None:
        try:
            await need(PAPERS)
            await act()
            session.examining.said = ""
        except (PaperError, PartMissingError) as fault:
            session.examining.said = str(fault)
        except OSError as fault:
            session.examining.said = f"文件没有存下：{fault.strerror or '写不进去'}；请换一个位置再试。"

    return do


def _papers(session: Session, paper: Paper, at: int) -> list[ft.Control]:
    """The ways out of the app: printed, for other programs, with results."""
    title = title_of(paper)
    named = f"{title} {LETTERS[at]}卷" if paper.versions > 1 else title
    book = handbook()

    async def question_paper() -> None:
        from app.exams.printed import question_paper as made

        await hand_over(f"{named} 试题.pdf", await aside(made, paper, paper.version(at), session.say))

    async def answer_sheet() -> None:
        from app.exams.printed import answer_sheet as made

        await hand_over(f"{named} 答题卡.pdf", await aside(made, paper, paper.version(at), session.say))

    async def key() -> None:
        from app.exams.printed import answer_key

        def text(cite: str) -> str:
            return printed(book.provision(cite)) if cite in book else ""

        content = await aside(answer_key, paper, lambda cite: label(cite, book), text, session.say)
        await hand_over(f"{title} 答案.pdf", content)

    async def file() -> None:
        await hand_over(f"{title}.json", as_json(paper).encode())

    async def gift() -> None:
        from app.exams.gift import as_gift

        await hand_over(f"{title}.gift.txt", as_gift(paper.items, paper.title).encode())

    async def moodle() -> None:
        from app.exams.moodle import as_moodle_xml

        await hand_over(f"{title}.xml", as_moodle_xml(paper, lambda cite: label(cite, book)))

    async def table() -> None:
        from app.exams.own_questions import as_csv

        await hand_over(f"{title}.csv", as_csv(paper.items))

    groups = (
        ("打印（PDF）", (
            ("试题", question_paper, ft.Icons.PRINT), ("答题卡", answer_sheet, ft.Icons.CHECKLIST),
            ("标准答案与解析", key, ft.Icons.KEY),
        )),
        ("存成文件", (
            ("试卷文件（开考场、给别人）", file, ft.Icons.SAVE_ALT), ("GIFT", gift, ft.Icons.SAVE_ALT),
            ("Moodle XML", moodle, ft.Icons.SAVE_ALT), ("CSV", table, ft.Icons.SAVE_ALT),
        )),
    )  # fmt: skip
    parts: list[ft.Control] = []
    for words, ways in groups:
        parts.append(section_title(session, words))
        parts.append(block(*(button(session, each, guarded(session, act), icon) for each, act, icon in ways)))
    results = on_tap(session.go, routes.results_address(paper.id))
    parts += [
        section_title(session, "成绩"),
        block(button(session, "看成绩、更正分数、出报告", results, ft.Icons.ASSESSMENT)),
    ]
    return parts
