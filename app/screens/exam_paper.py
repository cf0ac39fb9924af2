"""学, one paper: taken, printed, given out, and its results."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import flet as ft

from app.base.background import aside
from app.base.opened import handbook
from app.exams.paper import LETTERS, PaperError, as_json, marks_text
from app.exams.shelf import paper_named
from app.papers.wording import label, printed
from app.screens.exams import block, said
from app.widgets.basics import quiet, section_title
from app.widgets.chips import chips
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
    versions = chips(session, [(at, f"{LETTERS[at]} 卷") for at in range(made.versions)], chosen, choose)
    parts: list[ft.Control] = [
        block(
            sentence(session, made.title, theme.TITLE, bold=True),
            quiet(session, about, theme.BODY),
            *([sentence(session, made.note, theme.BODY)] if made.note else []),
            *([versions] if made.versions > 1 else []),
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


@dataclass(frozen=True, slots=True)
class PaperFiles:
    """What is made of a paper to be given out: printed, or as files for other programs."""

    session: Session
    paper: Paper
    at: int  # which of its versions

    async def question_paper(self) -> None:
        """Give out the questions, printed."""
        from app.exams.printed import question_paper

        version = self.paper.version(self.at)
        await hand_over(f"{self._named} 试题.pdf", await aside(question_paper, self.paper, version, self.session.say))

    async def answer_sheet(self) -> None:
        """Give out the sheet the answers are written on."""
        from app.exams.printed import answer_sheet

        version = self.paper.version(self.at)
        await hand_over(f"{self._named} 答题卡.pdf", await aside(answer_sheet, self.paper, version, self.session.say))

    async def key(self) -> None:
        """Give out what is right, and why, with the clauses as printed."""
        from app.exams.printed import answer_key

        book = handbook()

        def text(cite: str) -> str:
            return printed(book.provision(cite)) if cite in book else ""

        content = await aside(answer_key, self.paper, lambda cite: label(cite, book), text, self.session.say)
        await hand_over(f"{title_of(self.paper)} 答案.pdf", content)

    async def file(self) -> None:
        """Give out the paper itself, to open a room with or to hand on."""
        await self._keep("json", as_json(self.paper))

    async def gift(self) -> None:
        """Give out the questions in GIFT."""
        from app.exams.gift import as_gift

        await self._keep("gift.txt", as_gift(self.paper.items, self.paper.title))

    async def moodle(self) -> None:
        """Give out the questions for Moodle."""
        from app.exams.moodle import as_moodle_xml

        book = handbook()
        await hand_over(f"{title_of(self.paper)}.xml", as_moodle_xml(self.paper, lambda cite: label(cite, book)))

    async def table(self) -> None:
        """Give out the questions as a table."""
        from app.exams.own_questions import as_csv

        await hand_over(f"{title_of(self.paper)}.csv", as_csv(self.paper.items))

    @property
    def _named(self) -> str:
        title = title_of(self.paper)
        return f"{title} {LETTERS[self.at]}卷" if self.paper.versions > 1 else title

    async def _keep(self, ending: str, text: str) -> None:
        await hand_over(f"{title_of(self.paper)}.{ending}", text.encode())


def _papers(session: Session, paper: Paper, at: int) -> list[ft.Control]:
    """The ways out of the app: printed, for other programs, with results."""
    of = PaperFiles(session, paper, at)
    groups = (
        ("打印（PDF）", (
            ("试题", of.question_paper, ft.Icons.PRINT), ("答题卡", of.answer_sheet, ft.Icons.CHECKLIST),
            ("标准答案与解析", of.key, ft.Icons.KEY),
        )),
        ("存成文件", (
            ("试卷文件（开考场、给别人）", of.file, ft.Icons.SAVE_ALT), ("GIFT", of.gift, ft.Icons.SAVE_ALT),
            ("Moodle XML", of.moodle, ft.Icons.SAVE_ALT), ("CSV", of.table, ft.Icons.SAVE_ALT),
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
