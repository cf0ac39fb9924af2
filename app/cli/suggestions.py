"""Commands on what referees suggest of an event's books: listed beside the present text, taken or refused by the chief."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.brought import book, books_kept, now_said
from app.cli.competition import Name, _event, _journal
from app.cli.output import fail, prepare
from app.cli.whose_books import hall_of

if TYPE_CHECKING:
    from app.brought.suggested import Suggestion
    from app.journal.journal import Journal
    from rules_data.brought.model import Brought


def register(cli: typer.Typer) -> None:
    """Add the command to those of books; ``cli`` has these."""
    book.command()(suggestions)


def suggestions(
    event: Name,
    take: Annotated[int | None, typer.Option("--take", min=1, help="采用第几条。")] = None,
    refuse: Annotated[int | None, typer.Option("--refuse", min=1, help="不采用第几条。")] = None,
    why: Annotated[str, typer.Option("--why", help="不采用的理由。")] = "",
    by: Annotated[str, typer.Option("--by", help="裁判长的姓名。")] = "",
) -> None:
    """列出裁判建议怎样改这项赛事的规程；裁判长采用了的才算数。"""
    from app.brought import suggested
    from app.journal.store import JournalError

    prepare()
    with _journal() as records, books_kept() as store:
        found = _event(records, event).id
        every = suggested.suggestions(records, found)
        records.author = by or records.author
        for number in (take, refuse):
            if number is not None and number > len(every):
                fail(f"只有 {len(every)} 条建议。")
        if (take or refuse) is not None and hall_of(found) is not None:
            fail("这项赛事的规程由裁判长定，请在裁判长的电脑上采用。")
        try:
            if take is not None:
                made = suggested.take_up(records, store, found, every[take - 1], now_said())
                typer.echo(f"已采用：《{made.book.short}》第 {made.version} 版。")
            if refuse is not None:
                suggested.refuse(records, every[refuse - 1], why)
        except JournalError as fault:
            fail(fault, 1)
        every = suggested.suggestions(records, found)
        for number, one in enumerate(every, 1):
            _say(records, number, one, store.current().get(one.book))
    if not every:
        typer.echo("没有改规程的建议。")


def _say(records: Journal, number: int, one: Suggestion, now: Brought | None) -> None:
    from app.base.opened import handbook
    from app.brought.editions import marked
    from app.brought.suggested import STATES, suggested
    from app.journal.store import JournalError
    from rules_data.brought.comparing import compared

    answered = f"（{one.by}）" if one.by else ""
    typer.echo(f"{number}. {STATES[one.state]}{answered}  {one.said}  {one.author or '没有署名'} {one.at[:16]}")
    if one.why:
        typer.echo(f"    理由：{one.why}")
    if one.state != "waiting" or now is None:
        return
    try:
        made, _ = suggested(records, one)
    except JournalError as fault:
        typer.echo(f"    {fault}")
        return
    simplified = handbook().script.simplified
    for pair in compared(now.book, made.book, (), simplified):
        if pair.kind != "same":
            labels = "→".join(dict.fromkeys(p.label for p in (pair.old, pair.new) if p is not None))
            typer.echo(f"    {labels}：{marked(pair, simplified)}")
