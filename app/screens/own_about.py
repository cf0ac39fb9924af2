"""What a book of one's own is called, since when it is in force, for which event it is meant: asked before, changed afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.base.form import Form
from app.screens.exams import block
from app.widgets.basics import choice_chip, quiet, row, section_title
from app.widgets.chips import chip_row
from app.widgets.fields import button, done_or_not, entry, fault
from app.widgets.pages import page
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.session import use_session
from rules_data.brought.days import dated

if TYPE_CHECKING:
    from app.window.session import Session
    from rules_data.brought.model import Brought

TITLE = "名称、施行日期、用在哪里"
LONGEST, SHORT, ISSUER = 60, 20, 40  # characters


@component
def AboutPane(brought: Brought, name: str) -> ft.Control:
    """Ask for them, with what stands there now."""
    session = use_session()
    form = form_of(session, brought)
    ft.use_state(form)

    def keep(_: object) -> None:
        if put(session, brought):
            session.own.abouts.pop(brought.book.id, None)
            session.tell("已改")
            session.go(
                routes.own_address(name) if name == "new" else routes.book_address(brought.book.id), instead=True
            )

    def leave(_: object) -> None:
        session.own.abouts.pop(brought.book.id, None)
        session.back()

    events = sorted({*session.duty.events_of(brought.book.game), *filter(None, [brought.event])})
    chosen = form.text("event")
    meant = [("", "所有赛事"), *((each, session.duty.event_body(each).name) for each in events)]
    parts: list[ft.Control] = [
        block(
            entry(session, form, "title", "名称（全称）", lines=2),
            entry(session, form, "short", "简称，引用时写它"),
            entry(session, form, "since", "施行日期，如：2026年12月1日"),
            entry(session, form, "issuer", "谁发布的（可不写）"),
        ),
        section_title(session, "用在哪里"),
        block(
            chip_row(choice_chip(session, said, chosen == id_, on_tap(form.put, "event", id_)) for id_, said in meant),
            *([] if events else [quiet(session, "还没有这个项目的赛事：在“工具”里建了赛事，就可以只用于它。")]),
            quiet(session, "只用于一项赛事的，别的赛事里不改动条文，也不算数；查找里都查得到。"),
        ),
    ]
    done = button(session, "存下", keep, ft.Icons.SAVE_OUTLINED, filled=True)
    below = [*fault(session, form), done_or_not(session, done, button(session, "不改", leave))]
    return page(session, TITLE, parts, pinned=below)


def form_of(session: Session, brought: Brought) -> Form:
    """What is being said of a book; it begins with what stands there."""
    found = session.own.abouts.get(brought.book.id)
    if found is None:
        book = brought.book
        found = session.own.abouts[brought.book.id] = Form()
        found.values |= {
            "title": book.title, "short": book.short, "since": book.in_force_since or "", "event": brought.event,
            "issuer": "" if book.issuer == "没有写明" else book.issuer,
        }  # fmt: skip
    return found


def put(session: Session, brought: Brought) -> bool:
    """Keep what the form says; whether it was. What is wrong with it stands in the form."""
    form = form_of(session, brought)
    title, short, since, issuer = (" ".join(form.text(key).split()) for key in ("title", "short", "since", "issuer"))
    if not title:
        form.fault = "名称不能空着，请写全称。"
    elif len(title) > LONGEST or len(short) > SHORT or len(issuer) > ISSUER:
        form.fault = f"太长了：名称至多 {LONGEST} 字，简称至多 {SHORT} 字，发布者至多 {ISSUER} 字。"
    elif since and dated(since) is None:
        form.fault = f"看不懂“{since[:20]}”：施行日期请写成 2026年12月1日 这样，没有就空着。"
    else:
        form.fault = ""
        return session.own.rename(session, brought, title, short, since, issuer, form.text("event"))
    return False


def about_row(session: Session, brought: Brought, name: str) -> ft.Control:
    """Lead to where they are changed."""
    sign = ft.Icon(ft.Icons.EDIT_OUTLINED, color=ft.Colors.PRIMARY, size=session.px(20))
    words = written(session, TITLE, theme.BODY, color=ft.Colors.PRIMARY, expand=True)
    return row(
        ft.Row([sign, words], spacing=12), on_tap(session.go, routes.own_address(name, "about")), key="own-about"
    )
