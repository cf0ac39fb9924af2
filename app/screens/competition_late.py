"""迟到: who came late to a table, how late, what follows by the text in force; kept as a record of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.journal.competition import LateBody
from app.screens.competition_plan import stepper
from app.screens.competition_shared import write
from app.tools.competition import lateness
from app.widgets.basics import choice_chip, quiet
from app.widgets.fields import button, caption
from app.widgets.keys import key
from app.widgets.links import provision_links
from app.widgets.sentences import sentence
from app.window import routes, theme
from app.window.components import on_tap

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from app.base.form import Form
    from app.tools.competition.competition import Competition
    from app.tools.competition.meetings import Meeting
    from app.window.session import Session

MOST = 120  # minutes that can be tapped
KEYS = 16  # of them with a key each
KEY, HIGH = 44, 48  # px: eight in a row on a phone
INCLUDED = {True: "已含在级数里", False: "没有含，照加"}


def late_parts(
    session: Session, record: str, found: Competition, meeting: Meeting, form: Form, forfeit: Callable[[str], None]
) -> Iterable[ft.Control]:
    """Return what is asked of a side that came late; ``forfeit`` is told which side forfeits by it."""
    name = f"late {meeting.id}"
    now = dict(form.values.get(name) or {})

    def put(**what: object) -> None:
        form.put(name, {**now, **what})

    def choose(side: str) -> None:
        entrant = str(getattr(meeting, side))
        before = found.late.get((entrant, meeting.round))
        form.put(name, {} if now.get("side") == side else {"side": side, "body": before.body if before else None})

    yield caption(session, "哪一方迟到")
    sides = (("home", meeting.home), ("away", meeting.away))
    yield ft.Row(
        [choice_chip(session, found.said(who), now.get("side") == side, on_tap(choose, side)) for side, who in sides],
        wrap=True,
        spacing=8,
        run_spacing=8,
    )
    side = str(now.get("side") or "")
    if not side:
        return
    entrant = str(getattr(meeting, side))
    body: LateBody = now.get("body") or LateBody(entrant, meeting.round)

    def change(**what: object) -> None:
        put(body=LateBody(**{field: getattr(body, field) for field in LateBody.__dataclass_fields__} | what))

    yield ft.Row(
        [
            key(
                session,
                str(n),
                on_tap(_minutes, change, n),
                f"迟到{n}分钟",
                width=KEY,
                height=HIGH,
                chosen=n == body.minutes,
            )
            for n in range(1, KEYS + 1)
        ],
        wrap=True,
        spacing=3,
        run_spacing=4,
    )
    yield stepper(session, "迟到几分钟", body.minutes, lambda n: change(minutes=int(n)), 0, MOST)
    yield ft.Row([choice_chip(session, "另有几秒", body.over, lambda _: change(over=not body.over))])
    if not body.minutes and not body.over:
        return
    follows = lateness.follows(found.rules, body)
    yield sentence(session, follows.words + "。", theme.BODY)
    if follows.cites:
        yield provision_links(session, follows.cites)
    if follows.forfeit:
        yield button(session, f"{entrant}号按迟到弃权记", lambda _: forfeit(side), ft.Icons.GAVEL)
        return
    yield from _how_much(session, found, body, follows, change)

    def keep(_: object) -> None:
        if write(session, record, body):
            form.put(name, None)
            session.tell(f"已记：{entrant}号{lateness.said(found.rules, body)}")

    yield button(session, f"记下{entrant}号迟到", keep, ft.Icons.CHECK)
    if (ruled := found.rules.law.late_ruled) and follows.cites:
        yield quiet(session, "警告要计入本轮的次数，请同时按“迟到”裁决，记入日志。", theme.BODY)
        to_rule = on_tap(session.go, routes.tree_address(ruled))
        yield button(session, "按“迟到”裁决", to_rule, ft.Icons.BALANCE)


def _how_much(
    session: Session, found: Competition, body: LateBody, follows: lateness.Follows, change: Callable[..., None]
) -> Iterable[ft.Control]:
    """What the text leaves to be said: whether levels have it in them, or how much is taken off."""
    if follows.up:
        yield caption(session, "录的级数含没有含这次升级")
        yield ft.Row(
            [
                choice_chip(session, text, body.included is key, on_tap(_put, change, key))
                for key, text in INCLUDED.items()
            ],
            wrap=True,
            spacing=8,
            run_spacing=8,
        )
    if follows.asks:
        rules = found.rules
        yield stepper(session, f"{rules.main}扣加", body.main, lambda n: change(main=int(n)), -99, 99)
        if rules.second:
            yield stepper(session, f"{rules.second}扣加", body.second, lambda n: change(second=int(n)), -99, 99)


def _minutes(change: Callable[..., None], minutes: int) -> None:
    change(minutes=minutes)


def _put(change: Callable[..., None], included: bool) -> None:
    change(included=included)
