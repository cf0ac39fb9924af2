"""迟到: who came late to a table, how late, what follows by the text in force; kept as a record of its own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import flet as ft

from app.journal.competition import LateBody
from app.screens.competition_plan import stepper
from app.screens.competition_shared import write
from app.tools.competition import lateness
from app.widgets.basics import choice_chip, quiet
from app.widgets.chips import chips
from app.widgets.columns import wrapped
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


@dataclass(frozen=True, slots=True)
class Entering:
    """Who came late to a meeting and how late, as it is being entered; it stands on the form until it is kept."""

    found: Competition
    meeting: Meeting
    form: Form

    @property
    def side(self) -> str:
        """The side that came late, or nothing before one is chosen."""
        return str(self._entered.get("side") or "")

    @property
    def entrant(self) -> str:
        """Who that side is."""
        return str(getattr(self.meeting, self.side))

    @property
    def body(self) -> LateBody:
        """What will be kept of it."""
        body: LateBody | None = self._entered.get("body")
        return body or LateBody(self.entrant, self.meeting.round)

    def choose(self, side: str) -> None:
        """Enter for a side, beginning with what is kept of it; chosen again it is let go."""
        before = self.found.late.get((str(getattr(self.meeting, side)), self.meeting.round))
        chosen = {"side": side, "body": before.body if before else None}
        self.form.put(self._name, {} if self.side == side else chosen)

    def change(self, **what: object) -> None:
        """Enter something else of the side that is chosen."""
        self.form.put(self._name, {**self._entered, "body": replace(self.body, **what)})  # type: ignore[arg-type]

    def done(self) -> None:
        """Leave nothing on the form: it is kept."""
        self.form.put(self._name, None)

    @property
    def _name(self) -> str:
        return f"late {self.meeting.id}"

    @property
    def _entered(self) -> dict[str, Any]:
        return dict(self.form.values.get(self._name) or {})


def late_parts(
    session: Session, record: str, found: Competition, meeting: Meeting, form: Form, forfeit: Callable[[str], None]
) -> Iterable[ft.Control]:
    """Return what is asked of a side that came late; ``forfeit`` is told which side forfeits by it."""
    late = Entering(found, meeting, form)
    yield caption(session, "哪一方迟到")
    sides = (("home", meeting.home), ("away", meeting.away))
    yield chips(session, [(side, found.said(who)) for side, who in sides], late.side, late.choose)
    if not late.side:
        return
    body = late.body
    yield _minutes(session, late)
    yield stepper(session, "迟到几分钟", body.minutes, lambda n: late.change(minutes=int(n)), 0, MOST)
    yield ft.Row([choice_chip(session, "另有几秒", body.over, lambda _: late.change(over=not body.over))])
    if body.minutes or body.over:
        yield from _what_follows(session, record, late, forfeit)


def _minutes(session: Session, late: Entering) -> ft.Control:
    """A key for each of the first minutes."""
    now = late.body.minutes
    keys = [
        key(session, str(n), on_tap(late.change, minutes=n), f"迟到{n}分钟", width=KEY, height=HIGH, chosen=n == now)
        for n in range(1, KEYS + 1)
    ]
    return wrapped(keys, gap=3, between=4)


def _what_follows(
    session: Session, record: str, late: Entering, forfeit: Callable[[str], None]
) -> Iterable[ft.Control]:
    """What the text in force makes of it, and the way to keep it."""
    found, entrant, body = late.found, late.entrant, late.body
    about = found.late_in(entrant, late.meeting.round)
    follows = lateness.follows(found.rules, body, *about)
    yield sentence(session, follows.words + "。", theme.BODY)
    if follows.cites:
        yield provision_links(session, follows.cites)
    if follows.forfeit:
        yield button(session, f"{entrant}号按迟到弃权记", on_tap(forfeit, late.side), ft.Icons.GAVEL)
        return
    yield from _how_much(session, late, follows)

    def keep(_: object) -> None:
        if write(session, record, body):
            late.done()
            session.tell(f"已记：{entrant}号{lateness.said(found.rules, body, *about)}")

    yield button(session, f"记下{entrant}号迟到", keep, ft.Icons.CHECK)
    if follows.counted and (asking := found.rules.law.late) is not None:
        yield quiet(session, "警告要计入本轮的次数，请同时按“迟到”裁决，记入日志。", theme.BODY)
        to_rule = on_tap(session.go, routes.tree_address(asking.tree))
        yield button(session, "按“迟到”裁决", to_rule, ft.Icons.BALANCE)


def _how_much(session: Session, late: Entering, follows: lateness.Follows) -> Iterable[ft.Control]:
    """What the text leaves to be said: whether levels have it in them, or how much is taken off."""
    rules, body = late.found.rules, late.body
    if follows.up:
        yield caption(session, "录的级数含没有含这次升级")
        yield chips(session, INCLUDED.items(), body.included, lambda included: late.change(included=included))
    if follows.asks:
        yield stepper(session, f"{rules.main}扣加", body.main, lambda n: late.change(main=int(n)), -99, 99)
        if rules.second:
            yield stepper(session, f"{rules.second}扣加", body.second, lambda n: late.change(second=int(n)), -99, 99)
