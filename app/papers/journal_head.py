"""The head of the journal on a paper: as a short code to be typed and as a QR code, so that the journal can be held against it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.journal.heads import Code
    from app.papers.sheet import Sheet


def print_head(sheet: Sheet, code: Code) -> None:
    """Put it in the corner and below every page; before the title is written."""
    import segno

    sheet.corner(segno.make_qr(code.qr, error="m").matrix)
    sheet.note = sheet.say(f"日志头 {code.text}：在“日志”里核对时填它，看得出印出以前的有没有被改写。")
