"""All that is needed to go on by paper when no computer is left: what is played next, what was ruled, and the journal itself."""

from __future__ import annotations

import io
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from app.brought.along import of_event, with_books
from app.journal.exchange import export
from app.papers import competition as papers
from app.papers.competition_files import as_html, as_xlsx
from app.papers.report import ruling_report
from app.tools.competition.reading import competition_of

if TYPE_CHECKING:
    from app.brought.kept import BookStore
    from app.journal.entries import Event
    from app.journal.journal import Journal
    from rules_data.handbook import Handbook


def write_all(
    journal: Journal, event: Event, handbook: Handbook, folder: Path, books: BookStore | None = None
) -> list[Path]:
    """Write the papers of an event into a folder, with the journal its books of one's own; return the files.

    Raises OSError, and what the journal raises.
    """
    now = datetime.now().astimezone().isoformat(timespec="seconds")
    out = io.StringIO()
    export(journal.store, out, journal.concerning(_ids(journal, event.id)))
    made = {
        "日志.jsonl": _with_its_books(out.getvalue(), event, books).encode(),
        "裁决汇总.pdf": ruling_report(journal.entries(event.id)[::-1], event, handbook, printed_at=now),
    }
    _, found = competition_of(journal, event.id)
    if found is not None:
        made["成绩.html"] = as_html(found, handbook, printed_at=now)
        made["成绩.xlsx"] = as_xlsx(found)
        made["对阵表.pdf"] = papers.schedule_paper(found, found.rounds, handbook, printed_at=now)
        if found.is_knockout:
            made["对阵图.pdf"] = papers.bracket_paper(found, handbook, printed_at=now)
        else:
            made["名次表.pdf"] = papers.standings_paper(found, handbook, printed_at=now)
        if (current := found.current) is not None:
            made["本轮记录卡.pdf"] = papers.cards_paper(found, current, handbook)
            made["本轮桌位图.pdf"] = papers.plan_paper(found, current, handbook, printed_at=now)
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in made.items():
        (folder / name).write_bytes(content)
    return [folder / name for name in made]


def _with_its_books(records: str, event: Event, books: BookStore | None) -> str:
    if books is None:
        return records
    return with_books(records, books, of_event(books.current(), event.id, event.body.game))


def _ids(journal: Journal, event: str) -> list[str]:
    return [each.id for each in journal.store.records(event)]
