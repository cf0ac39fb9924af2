"""Papers of the whole journal, files for other referees, and moving to another device."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

import flet as ft

from app.base.background import aside
from app.base.plain_text import shown
from app.ruling.to_look_at import reasons
from app.screens.journal_check import printed_head
from app.screens.record_papers import NOT_IN_NAMES
from app.widgets.basics import quiet
from app.widgets.fields import button
from app.widgets.sentences import card
from app.window import keeping, routes
from app.window.attempts import attempts
from app.window.checking import kept as checkable
from app.window.files import hand_over, pick
from app.window.library import journal, law_texts, own_store
from app.window.published import IS_SITE, PAPERS, need

if TYPE_CHECKING:
    from app.journal.entries import Entry
    from app.journal.records import EventBody
    from app.window.session import Session

MOVE_ON = "把这个文件传到那台设备，在那里打开“日志”，用“并入别的裁判的日志”选它；两边的都留着，读几次都一样。"
BACKUP = (
    "备份是整本日志的一份拷贝。搬到另一台设备的文件带上日志、设置、书签和没判完的裁决，在那台设备上用“并入”读进去。"
)


@dataclass(frozen=True, slots=True)
class Outgoing:
    """What can be made of the journal: papers and tables of what is listed, files of all of it."""

    session: Session

    def listed(self) -> list[Entry]:
        """The rulings that are listed now."""
        view = self.session.journal_view
        event = None if view.all_events else self.session.duty.listed_event()
        return view.chosen(journal().entries(event, text=view.query.strip() or None))

    def doubts(self) -> dict[str, tuple[str, ...]]:
        """Why rulings are to be looked at again, by their names."""
        view = self.session.journal_view
        return reasons(journal(), journal().entries(None if view.all_events else self.session.duty.listed_event()))

    async def report(self) -> None:
        """Give out what is listed as a paper."""
        from app.papers.report import ruling_report

        await need(PAPERS)
        event = journal().event(self.session.duty.listed_event())
        content = await aside(
            ruling_report,
            self.listed(),
            event,
            law_texts(),
            printed_at=datetime.now().astimezone().isoformat(timespec="seconds"),
            script=self.session.settings.script,
            head=printed_head(),
            doubts=self.doubts(),
        )
        await hand_over(f"裁决汇总 {NOT_IN_NAMES.sub(' ', shown(event.body.name, 60))}.pdf", content)

    async def csv(self) -> None:
        """Give out what is listed as a plain table."""
        from app.papers.spreadsheet import as_csv

        await hand_over("裁决日志.csv", await aside(as_csv, self.listed(), _event_body, law_texts(), self.doubts()))

    async def xlsx(self) -> None:
        """Give out what is listed as a workbook."""
        from app.papers.spreadsheet import as_xlsx

        await need(PAPERS)
        await hand_over("裁决日志.xlsx", await aside(as_xlsx, self.listed(), _event_body, law_texts(), self.doubts()))

    async def export(self) -> None:
        """Give out all records as a file for others."""
        await give_out(self.session)

    async def merge(self) -> None:
        """Take in the records of another referee."""
        from app.screens.receiving import take_in_file

        picked = await pick("jsonl", "json", "txt", "zip")
        if picked is not None:
            await take_in_file(self.session, picked)

    async def move(self) -> None:
        """Give out all somebody has, to go on with on another device."""
        from app.handover.moving import packed
        from app.study.answers import exported

        session = self.session
        answers = session.studying.answers()
        books = session.own.exported()
        given = exported(answers) if answers else ""
        content = await aside(packed, _exported(), keeping.all_values(session), given, books)
        name = f"执裁搬家 {datetime.now():%Y%m%d-%H%M}.zip"
        if await hand_over(name, content):
            await keeping.given_out(session)
            lines = (
                f"日志、设置、书签、没判完的裁决{'、自己的规则书' if books else ''}和答题记录都在“{name}”里。",
                MOVE_ON,
            )
            session.journal_view.ask("")
            session.journal_view.ask("moved", said="\n".join(lines))

    async def backup(self) -> None:
        """Give out the file of the journal as it is."""
        content = await aside(checkable().content)
        if await hand_over(f"执裁日志备份 {datetime.now():%Y%m%d-%H%M}.sqlite", content):
            await keeping.given_out(self.session)
            self.session.tell("已备份")

    def show_codes(self, _: object) -> None:
        """Show what is listed to another phone."""
        self.session.handover.begin(entry.id for entry in self.listed())
        self.session.go(routes.tab_address("handover"))

    def read_codes(self, _: object) -> None:
        """Read what another phone shows."""
        from app.screens.receiving import read_codes

        read_codes(self.session)


def papers_card(session: Session) -> ft.Control:
    """Return the ways in which something goes out of the journal, and into it."""
    safely = attempts(session, "没有做成：日志里有一条读不懂的记录；可以先撤回它，或按桌号、对号缩小范围再试")
    of = Outgoing(session)
    ways: list[ft.Control] = [
        button(session, "裁决汇总（PDF）", safely(of.report), ft.Icons.PICTURE_AS_PDF),
        button(session, "表格（XLSX）", safely(of.xlsx), ft.Icons.TABLE_VIEW),
        button(session, "表格（CSV）", safely(of.csv), ft.Icons.TABLE_ROWS),
        button(session, "传给另一台手机", of.show_codes, ft.Icons.QR_CODE_2),
    ]
    if IS_SITE:
        ways.append(button(session, "读另一台手机的码", of.read_codes, ft.Icons.QR_CODE_SCANNER))
    if keeping.storage() is None:
        ways.append(button(session, "导出整本日志", safely(of.export), ft.Icons.UPLOAD_FILE))
    ways += [
        button(session, "并入别的裁判的日志", safely(of.merge), ft.Icons.MERGE),
        quiet(session, "导出的文件可以给别的裁判并入；同一份并入两次，什么也不变。"),
        button(session, "备份日志文件", safely(of.backup), ft.Icons.SAVE_ALT),
        button(session, "搬到另一台设备", safely(of.move), ft.Icons.PHONELINK_SETUP),
        quiet(session, BACKUP),
    ]
    return card(session, "打印与交换", ways, ft.Icons.PRINT_OUTLINED)


async def give_out(session: Session) -> None:
    """Give out the whole journal as a file, with the books of one's own that its rulings were given by."""
    from app.brought.along import with_books

    given = with_books(_exported(), own_store(), session.own.books())
    if await hand_over(f"执裁日志 {datetime.now():%Y%m%d-%H%M}.jsonl", given.encode()):
        await keeping.given_out(session)


def _exported() -> str:
    """The whole journal as a file for others."""
    from io import StringIO

    from app.journal.exchange import export

    text = StringIO()
    export(journal().store, text)
    return text.getvalue()


def _event_body(id_: str) -> EventBody:
    return journal().event(id_).body
