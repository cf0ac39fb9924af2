"""What is printed of one ruling and handed on: the form of the ruling, of an appeal, the receipt, codes for another phone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app import __version__
from app.base.background import aside
from app.base.opened import trees
from app.base.plain_text import shown
from app.journal.numbers import form_number
from app.journal.receipts import report_file
from app.ruling.to_look_at import reasons
from app.screens.journal_check import printed_head
from app.window import routes
from app.window.files import hand_over
from app.window.library import journal, law_texts

if TYPE_CHECKING:
    from app.journal.entries import Entry
    from app.window.session import Session

NOT_IN_NAMES = re.compile(r'[\\/:*?"<>|]')


@dataclass(frozen=True, slots=True)
class RulingPapers:
    """What can be made of a ruling of the journal."""

    session: Session
    found: Entry

    async def ruling_form(self) -> None:
        """Give out the form of the ruling."""
        from app.papers.ruling_form import ruling_form

        doubts = reasons(journal(), journal().entries(self.found.event)).get(self.found.id, ())
        content = await aside(
            ruling_form,
            self.found,
            journal().event(self.found.event),
            law_texts(),
            receipt=journal().receipt(self.found.id),
            library=trees(),
            script=self.session.settings.script,
            head=printed_head(),
            doubts=doubts,
        )
        await hand_over(self._named("裁决单"), content)

    async def appeal_form(self) -> None:
        """Give out the form of an appeal against the ruling."""
        from app.papers.appeal_form import appeal_form

        content = await aside(
            appeal_form,
            self.found,
            journal().event(self.found.event),
            law_texts(),
            receipt=journal().receipt(self.found.id),
            script=self.session.settings.script,
        )
        await hand_over(self._named("申诉书"), content)

    async def report_wrong(self) -> None:
        """Give out the receipt, to report that the program ruled wrongly."""
        receipt = journal().receipt(self.found.id)
        if receipt is None:
            self.session.tell("这条记录没有凭据，报告时请写下事实和裁决")
            return
        kept = await hand_over(f"裁决凭据 {form_number(self.found)}.json", report_file(receipt, __version__))
        if kept:
            self.session.tell("凭据已存成文件；怎样报告见“关于执裁”")

    def hand(self, _: object) -> None:
        """Show the record to another phone."""
        self.session.handover.begin([self.found.id])
        self.session.go(routes.tab_address("handover"))

    def _named(self, paper: str) -> str:
        told = shown(f"{form_number(self.found)} {self.found.body.title}", 60)
        return f"{paper} {NOT_IN_NAMES.sub(' ', told)}.pdf"
