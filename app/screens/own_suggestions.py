"""Changes to an event's books that referees suggest, each beside the present text; the chief takes or refuses it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.brought.suggested import STATES, answerable, suggested, waiting
from app.journal.store import JournalError
from app.screens.exams import block
from app.screens.own_edition import KINDS, clause_words
from app.widgets.basics import label_chip, quiet, row
from app.widgets.columns import panel, stretched
from app.widgets.fields import button, entry
from app.widgets.pages import page
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import on_tap
from app.window.library import journal, own_books
from rules_data.brought.comparing import compared

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.brought.suggested import Suggestion
    from app.window.session import Session
    from rules_data.brought.model import Brought

TITLE = "改规程的建议"
ABOUT = "本赛事的规程由裁判长定。裁判的改动先是建议：裁判长采用了才算，没有定的谁的手机上都不算。"
SUGGESTIONS = "suggestions"
"""In an address: what was suggested, instead of a book."""
SHOWN = 12  # clauses of one suggestion


def suggestions_page(session: Session) -> ft.Control:
    """Show what was suggested at the events at hand, the last first; what waits before what was answered."""
    every = session.suggesting.every(session)
    if not every:
        return page(session, TITLE, [block(quiet(session, f"现在没有建议。{ABOUT}", theme.BODY))])
    open_ = {each.id for each in waiting(one for _, one in every)}
    ordered = sorted(every, key=lambda each: each[1].id not in open_)
    parts = [block(quiet(session, ABOUT)), *(_one(session, event, each) for event, each in ordered)]
    return page(session, TITLE, parts)


def _one(session: Session, event: str, one: Suggestion) -> ft.Control:
    state = f"{STATES[one.state]}（{one.by}）" if one.by else STATES[one.state]
    body: list[ft.Control] = [
        ft.Row([label_chip(session, "建议" if one.state == "waiting" else "已定"), quiet(session, state)], spacing=8),
        written(session, one.said, theme.LAW),
        quiet(session, f"{one.author or '没有署名'}　{one.at[:16].replace('T', ' ')}"),
    ]
    if one.why:
        body.append(written(session, f"理由：{one.why}", theme.BODY))
    if one.state == "waiting":
        body += _texts(session, event, one)
        body += _keys(session, event, one)
    return panel(body, f"suggestion-{one.id}")


def _texts(session: Session, event: str, one: Suggestion) -> Iterator[ft.Control]:
    """The present text and the suggested one, clause by clause, and what of its sentences is decided otherwise."""
    try:
        made, _ = suggested(journal(), one)
    except JournalError as fault:
        yield written(session, str(fault), theme.BODY)
        return
    now = session.own.books().get(one.book)
    if now is None:
        yield quiet(session, "现在没有这一本；建议的全文：", theme.BODY)
        for top in made.book.provisions[:SHOWN]:
            yield written(session, f"{top.label}　{top.title or top.text or ''}", theme.BODY)
        yield from _left_out(session, made.book.provisions)
        return
    pairs = [
        each for each in compared(now.book, made.book, (), session.handbook.script.simplified) if each.kind != "same"
    ]
    if pairs:
        yield quiet(session, f"现在的和建议的，{len(pairs)} 处不同：")
    for pair in pairs[:SHOWN]:
        yield stretched([ft.Row([label_chip(session, KINDS[pair.kind])]), clause_words(session, pair)], spacing=4)
    yield from _left_out(session, pairs)
    for said in decisions(now, made):
        yield written(session, said, theme.BODY)


def _left_out(session: Session, every: Sequence[object]) -> Iterator[ft.Control]:
    if len(every) > SHOWN:
        yield quiet(session, f"还有 {len(every) - SHOWN} 条。")


def decisions(now: Brought, made: Brought) -> Iterator[str]:
    """What a suggestion decides otherwise of the sentences of a book, a line each: as it is now, and as it would be."""
    before, after = ({each.key: each for each in one.decided} for one in (now, made))
    says = {None: "没有定", True: "确认", False: "不算"}
    for key in dict.fromkeys((*before, *after)):
        old, new = before.get(key), after.get(key)
        if old == new:
            continue
        about = next((each for each in (new, old) if each is not None), None)
        sentence = _sentence(made, now, key) or (about.amendment.supplement_says if about and about.amendment else "")
        then = says[new.accepted if new is not None else None]
        yield f"“{sentence}”：现在{says[old.accepted if old is not None else None]}，建议{then}"


def _sentence(made: Brought, now: Brought, key: str) -> str:
    from app.base.opened import handbook
    from rules_data.brought.amending import proposals
    from rules_data.brought.settling import choices

    law = handbook()
    for one in (made, now):
        base = law.books.get(one.base or "")
        said = {each.key: each.sentence for each in proposals(one.book, base)}
        said |= {each.key: each.sentence for each in choices(one.book, base, law.script.simplified)}
        if key in said:
            return said[key]
    return ""


def _keys(session: Session, event: str, one: Suggestion) -> Iterator[ft.Control]:
    """What the chief can say; to others that they wait for him."""
    if session.suggesting.hall_of(session, event) is not None:
        yield quiet(session, "裁判长定了，会场同步时就知道。")
        return
    form = session.own.form
    name = f"why {one.id}"

    def no(_: object) -> None:
        session.suggesting.refuse(session, one, form.text(name).strip())
        form.values.pop(name, None)

    try:
        answerable(journal(), own_books().store, event, one)
    except JournalError as fault:
        yield written(session, str(fault), theme.BODY, color=session.shade(theme.AMBER))
    else:
        yield button(session, "采用", on_tap(session.suggesting.take_up, session, event, one), filled=True)
    yield entry(session, form, name, "不采用的理由（可以不写）")
    yield button(session, "不采用", no)


def to_suggestions(session: Session, every: Sequence[Suggestion]) -> Iterator[ft.Control]:
    """Lead to what was suggested; nothing where nothing was."""
    if not every:
        return
    left = len(waiting(every))
    sign = ft.Icon(ft.Icons.HOW_TO_VOTE_OUTLINED, color=ft.Colors.PRIMARY, size=session.px(20))
    text = f"{TITLE} {len(every)} 条" + (f"，{left} 条等裁判长定" if left else "，都定了")
    yield row(
        ft.Row([sign, written(session, text, theme.BODY, color=ft.Colors.PRIMARY, expand=True)], spacing=12),
        on_tap(session.go, routes.own_address(SUGGESTIONS)),
    )
