"""学, papers: those on this device, those being taken, and how an exam room is opened."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import flet as ft

from app.exams.paper import PaperError, from_json, marks_text
from app.exams.shelf import PAPERS, SITTINGS, keep_paper, paper_named
from app.widgets.basics import leading_on, quiet, row, section_title
from app.widgets.columns import stretched
from app.widgets.fields import button
from app.widgets.pages import page
from app.widgets.sentences import sentence
from app.window import routes, theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.files import pick
from app.window.published import IS_SITE
from app.window.session import use_session

if TYPE_CHECKING:
    from app.exams.shelf import Sitting
    from app.window.session import Session

SHOWN = 20  # sittings listed


@component
def ExamsPane() -> ft.Control:
    """Show the papers of this device."""
    session = use_session()
    examining = session.examining
    ft.use_state(examining)
    ft.use_state(session.settings)
    shelf = examining.shelf

    async def open_file(_: object) -> None:
        from app.exams.own_questions import decoded

        picked = await pick("json")
        if picked is None:
            return
        try:
            name = keep_paper(shelf, from_json(decoded(picked.content), picked.name))
        except PaperError as fault:
            examining.said = str(fault)
            return
        examining.said = ""
        session.go(routes.paper_address(name))

    begin: list[ft.Control] = [
        button(session, "打开试卷文件", open_file, ft.Icons.FILE_OPEN_OUTLINED),
        button(session, "组一份试卷", on_tap(session.go, routes.tab_address("compose")), ft.Icons.ADD, filled=True),
    ]
    parts: list[ft.Control] = said(session)
    found = [(name, paper) for name in shelf.names(PAPERS) if (paper := paper_named(shelf, name)) is not None]
    parts.append(section_title(session, "试卷"))
    if not found:
        parts.append(block(quiet(session, "还没有试卷：组一份，或打开别人给的试卷文件。", theme.BODY)))
    for name, paper in found:
        about = f"{len(paper.items)} 题，{marks_text(paper.total)} 分，{paper.minutes} 分钟"
        parts.append(_row(session, paper.title, about, routes.paper_address(name)))
    taken = [each for name in shelf.names(SITTINGS)[:SHOWN] if (each := examining.sitting(name)) is not None]
    if taken:
        parts.append(section_title(session, "答过的"))
        parts.extend(_row(session, each.paper.title, _how(each), routes.sitting_address(each.name)) for each in taken)
    if not IS_SITE:
        parts.append(section_title(session, "考场"))
        how = "考生在同一网络里用自己的手机答题：把试卷存成文件，在命令行运行 zhicai exam serve 试卷.json，窗口里有地址和二维码。"
        parts.append(block(sentence(session, how, theme.BODY)))
    return page(session, "试卷", parts, pinned=begin)


def _how(sitting: Sitting) -> str:
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(sitting.room.started))
    if sitting.done:
        return f"{when}　{marks_text(sitting.marked.total)}/{marks_text(sitting.paper.total)} 分"
    left = sitting.left(time.time())
    return f"{when}　" + ("时间已到" if left <= 0 else f"正在答，还有 {int(left // 60) + 1} 分钟")


def _row(session: Session, title: str, about: str, address: str) -> ft.Control:
    words = ft.Column(
        [sentence(session, title, theme.LAW, bold=True), quiet(session, about, 15)], spacing=2, expand=True, tight=True
    )
    return row(leading_on(words, spacing=16), on_tap(session.go, address))


def said(session: Session) -> list[ft.Control]:
    """Return what went wrong last."""
    if not session.examining.said:
        return []
    text = sentence(session, session.examining.said, theme.BODY, color=session.shade(theme.RED))
    return [block(ft.Semantics(content=text, live_region=True))]


def block(*content: ft.Control) -> ft.Control:
    """Return what stands below one another with room around it."""
    return ft.Container(
        stretched(list(content), spacing=8),
        padding=ft.Padding.symmetric(horizontal=16, vertical=8),
    )
