"""印发: papers, tables and the page of results, to print and to send round."""

from __future__ import annotations

from dataclasses import dataclass
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
    from collections.abc import Callable, Sequence

    from app.base.form import Form
    from app.journal.entries import Event
    from app.tools.competition.competition import Competition
    from app.tools.competition.meetings import Round
    from app.window.attempts import Safely
    from app.window.session import Session
    from rules_data.model import Script

_NOT_IN_NAMES = str.maketrans(dict.fromkeys('\\/:*?"<>|\n', " "))


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")


@dataclass(frozen=True, slots=True)
class Issue:
    """What is made of a competition to be given out: of all of it, or of the round that is chosen."""

    found: Competition
    name: str  # of the event, as it stands in the names of files
    script: Script
    chosen: Round | None

    async def standings(self) -> None:
        """Give out the standings."""
        from app.papers.competition import standings_paper

        await self._print("名次表", standings_paper, self.found, handbook(), printed_at=_now())

    async def schedule(self) -> None:
        """Give out who meets whom in every round."""
        from app.papers.competition import schedule_paper

        await self._print("对阵表", schedule_paper, self.found, self.found.rounds, handbook(), printed_at=_now())

    async def bracket(self) -> None:
        """Give out the bracket."""
        from app.papers.competition import bracket_paper

        await self._print("对阵图", bracket_paper, self.found, handbook(), printed_at=_now())

    async def round_sheet(self) -> None:
        """Give out who meets whom in the round."""
        from app.papers.competition import schedule_paper

        await self._print(
            self._of_round("对阵表"), schedule_paper, self.found, [self.round], handbook(), printed_at=_now()
        )

    async def cards(self) -> None:
        """Give out the cards of the round, one for each table."""
        from app.papers.competition import cards_paper

        await self._print(self._of_round("记录卡"), cards_paper, self.found, self.round, handbook())

    async def plan(self) -> None:
        """Give out where the tables of the round stand."""
        from app.papers.competition import plan_paper

        await self._print(self._of_round("桌位图"), plan_paper, self.found, self.round, handbook(), printed_at=_now())

    async def xlsx(self) -> None:
        """Give out the results as a workbook."""
        from app.papers.competition_files import as_xlsx

        await hand_over(f"成绩 {self.name}.xlsx", await aside(as_xlsx, self.found))

    async def csv(self) -> None:
        """Give out the results as plain tables."""
        from app.papers.competition_files import as_csv

        await hand_over(f"成绩 {self.name}.csv", await aside(as_csv, self.found))

    async def web(self) -> None:
        """Send round the page of results."""
        from app.papers.competition_files import as_html

        content = await aside(as_html, self.found, handbook(), printed_at=_now(), script=self.script)
        await share_file(f"成绩 {self.name}.html", content, "text/html")

    @property
    def round(self) -> Round:
        """The round that is chosen, where there is one."""
        assert self.chosen is not None
        return self.chosen

    def _of_round(self, paper: str) -> str:
        return f"{paper} {self.round.title}"

    async def _print(self, title: str, made: Callable[..., bytes], *of: object, **how: object) -> None:
        await hand_over(f"{title} {self.name}.pdf", await aside(made, *of, **how, script=self.script))


def papers_parts(session: Session, record: str, event: Event, found: Competition, form: Form) -> Sequence[ft.Control]:
    """Return what can be printed and sent."""
    name = shown(event.body.name, 40).translate(_NOT_IN_NAMES).strip()
    issue = Issue(found, name, session.settings.script, chosen_round(found, form))
    safely = attempts(session, "没有做成；请换一种，或核对参赛名单里的名称后再试。", PAPERS)
    of_round = (
        [round_chips(session, found, form), _of_round(session, issue, safely)] if issue.chosen is not None else []
    )
    return [*of_round, _of_all(session, issue, safely), _to_send(session, record, issue, safely)]


def _of_round(session: Session, issue: Issue, safely: Safely) -> ft.Control:
    """What is printed of the round that is chosen."""
    papers = [
        button(session, "本轮对阵表（PDF）", safely(issue.round_sheet), ft.Icons.PICTURE_AS_PDF),
        button(session, "本轮记录卡，每桌一张（PDF）", safely(issue.cards), ft.Icons.NOTE_ALT_OUTLINED),
        button(session, "本轮桌位图（PDF）", safely(issue.plan), ft.Icons.TABLE_RESTAURANT_OUTLINED),
    ]
    return card(session, issue.round.title, papers, ft.Icons.PRINT_OUTLINED)


def _of_all(session: Session, issue: Issue, safely: Safely) -> ft.Control:
    """What is printed of the whole competition."""
    papers = [
        button(session, "名次表（PDF）", safely(issue.standings), ft.Icons.PICTURE_AS_PDF),
        button(session, "各轮对阵表（PDF）", safely(issue.schedule), ft.Icons.PICTURE_AS_PDF),
    ]
    if any(m.in_bracket for m in issue.found.meetings()):
        papers.append(button(session, "对阵图（PDF）", safely(issue.bracket), ft.Icons.ACCOUNT_TREE_OUTLINED))
    return card(session, "全赛", papers, ft.Icons.PRINT_OUTLINED)


def _to_send(session: Session, record: str, issue: Issue, safely: Safely) -> ft.Control:
    """What is sent to others: a page, tables, the records themselves by codes."""

    def codes(_: object) -> None:
        session.handover.begin_competition(record)
        session.go(routes.tab_address("handover"))

    ways = [
        button(session, "成绩网页（一个文件，不上网也能看）", safely(issue.web), ft.Icons.LANGUAGE),
        button(session, "成绩表（XLSX）", safely(issue.xlsx), ft.Icons.TABLE_VIEW),
        button(session, "成绩表（CSV）", safely(issue.csv), ft.Icons.TABLE_ROWS),
        button(session, "用二维码传给另一台手机", codes, ft.Icons.QR_CODE_2),
        quiet(session, "赛程和成绩都在日志里：导出日志、合并日志时一起带走。", theme.BODY),
    ]
    return card(session, "发给别人", ways, ft.Icons.SHARE_OUTLINED)
