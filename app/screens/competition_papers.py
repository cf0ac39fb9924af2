"""印发: papers, tables and the page of results, to print and to send round."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import flet as ft

from app.base.background import aside
from app.base.opened import handbook
from app.base.plain_text import shown
from app.screens.competition_shared import chosen_round, round_chips
from app.widgets.basics import quiet
from app.widgets.fields import button
from app.widgets.sentences import card
from app.window import routes, theme
from app.window.attempts import attempts
from app.window.files import hand_over, share_file
from app.window.published import PAPERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.base.form import Form
    from app.journal.entries import Event
    from app.tools.competition.competition import Competition
    from app.window.session import Session

_NOT_IN_NAMES = str.maketrans(dict.fromkeys('\\/:*?"<>|\n', " "))


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")


def papers_parts(session: Session, record: str, event: Event, found: Competition, form: Form) -> Sequence[ft.Control]:
    """Return what can be printed and sent."""
    name = shown(event.body.name, 40).translate(_NOT_IN_NAMES).strip()
    script = session.settings.script
    now = chosen_round(found, form)

    safely = attempts(session, "没有做成；请换一种，或核对参赛名单里的名称后再试。", PAPERS)

    async def standings() -> None:
        from app.papers.competition import standings_paper

        content = await aside(standings_paper, found, handbook(), printed_at=_now(), script=script)
        await hand_over(f"名次表 {name}.pdf", content)

    async def schedule() -> None:
        from app.papers.competition import schedule_paper

        content = await aside(schedule_paper, found, found.rounds, handbook(), printed_at=_now(), script=script)
        await hand_over(f"对阵表 {name}.pdf", content)

    async def round_sheet() -> None:
        from app.papers.competition import schedule_paper

        assert now is not None
        content = await aside(schedule_paper, found, [now], handbook(), printed_at=_now(), script=script)
        await hand_over(f"对阵表 {now.title} {name}.pdf", content)

    async def cards() -> None:
        from app.papers.competition import cards_paper

        assert now is not None
        await hand_over(
            f"记录卡 {now.title} {name}.pdf", await aside(cards_paper, found, now, handbook(), script=script)
        )

    async def plan() -> None:
        from app.papers.competition import plan_paper

        assert now is not None
        content = await aside(plan_paper, found, now, handbook(), printed_at=_now(), script=script)
        await hand_over(f"桌位图 {now.title} {name}.pdf", content)

    async def bracket() -> None:
        from app.papers.competition import bracket_paper

        content = await aside(bracket_paper, found, handbook(), printed_at=_now(), script=script)
        await hand_over(f"对阵图 {name}.pdf", content)

    async def xlsx() -> None:
        from app.papers.competition_files import as_xlsx

        await hand_over(f"成绩 {name}.xlsx", await aside(as_xlsx, found))

    async def csv() -> None:
        from app.papers.competition_files import as_csv

        await hand_over(f"成绩 {name}.csv", await aside(as_csv, found))

    async def web() -> None:
        from app.papers.competition_files import as_html

        content = await aside(as_html, found, handbook(), printed_at=_now(), script=script)
        await share_file(f"成绩 {name}.html", content, "text/html")

    def codes(_: object) -> None:
        session.handover.begin_competition(record)
        session.go(routes.tab_address("handover"))

    parts: list[ft.Control] = []
    if now is not None:
        parts.append(round_chips(session, found, form))
        parts.append(
            card(
                session,
                now.title,
                [
                    button(session, "本轮对阵表（PDF）", safely(round_sheet), ft.Icons.PICTURE_AS_PDF),
                    button(session, "本轮记录卡，每桌一张（PDF）", safely(cards), ft.Icons.NOTE_ALT_OUTLINED),
                    button(session, "本轮桌位图（PDF）", safely(plan), ft.Icons.TABLE_RESTAURANT_OUTLINED),
                ],
                ft.Icons.PRINT_OUTLINED,
            )
        )
    whole = [
        button(session, "名次表（PDF）", safely(standings), ft.Icons.PICTURE_AS_PDF),
        button(session, "各轮对阵表（PDF）", safely(schedule), ft.Icons.PICTURE_AS_PDF),
    ]
    if any(m.in_bracket for m in found.meetings()):
        whole.append(button(session, "对阵图（PDF）", safely(bracket), ft.Icons.ACCOUNT_TREE_OUTLINED))
    parts.append(card(session, "全赛", whole, ft.Icons.PRINT_OUTLINED))
    parts.append(
        card(
            session,
            "发给别人",
            [
                button(session, "成绩网页（一个文件，不上网也能看）", safely(web), ft.Icons.LANGUAGE),
                button(session, "成绩表（XLSX）", safely(xlsx), ft.Icons.TABLE_VIEW),
                button(session, "成绩表（CSV）", safely(csv), ft.Icons.TABLE_ROWS),
                button(session, "用二维码传给另一台手机", codes, ft.Icons.QR_CODE_2),
                quiet(session, "赛程和成绩都在日志里：导出日志、合并日志时一起带走。", theme.BODY),
            ],
            ft.Icons.SHARE_OUTLINED,
        )
    )
    return parts
