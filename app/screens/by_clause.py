"""Counting a ruling by a clause of an event's regulations: which one by it this is, and what of the ladder it puts down."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.journal.store import JournalError
from app.ruling.by_clause import by_clause_now, marks_now, marks_of, named_in, reach_of
from app.ruling.tally import WITHIN
from app.widgets.basics import choice_chip, quiet
from app.widgets.chips import chip_row
from app.widgets.sentences import sentence
from app.window import theme
from app.window.components import on_tap
from app.window.library import journal
from rules_data.brought.game_reading import steps_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.base.form import Form
    from app.ruling.scene import Scene
    from app.window.session import Session
    from rules_data.brought.game_model import Within
    from rules_data.brought.model import Brought
    from rules_data.model import Provision

CLAUSE, REACH, MARK = "by_clause", "reach", "mark_"  # on the form; of a mark with its kind


def put_down(form: Form, brought: Brought) -> tuple[tuple[str, ...], Within | None]:
    """What the form says a ruling is put on the record as: the kinds of the ladder, and within what its clause is counted."""
    marks = tuple(kind for kind in marks_of(brought.book.game) if form.values.get(MARK + kind))
    clause = _clause(form, brought)
    if clause is None or not _counts(form, clause):
        return marks, None
    return marks, form.text(REACH) or reach_of(clause)  # type: ignore[return-value]


def _clause(form: Form, brought: Brought) -> Provision | None:
    cite = form.text("cite")
    return next((p for p in brought.book.walk() if p.id == cite), None) if cite else None


def _counts(form: Form, clause: Provision) -> bool:
    """Whether rulings by a clause are counted: as somebody says, else as the clause does (第一次……第二次……)."""
    said = form.values.get(CLAUSE)
    return bool(steps_of(clause)) if said is None or said == "" else said is True


def counting(session: Session, form: Form, brought: Brought, scene: Scene) -> Iterator[ft.Control]:
    """Offer what is counted, say which one it is and what that comes to, and offer the words the clause has for it."""
    clause = _clause(form, brought)
    if clause is None:
        yield quiet(session, "选了依据哪一条，就看它累计不累计。")
        return
    on = _counts(form, clause)
    within: Within = form.text(REACH) or reach_of(clause)  # type: ignore[assignment]
    kinds = marks_of(brought.book.game)
    named = named_in(clause, kinds)
    offered = [choice_chip(session, "照本条累计", on, on_tap(form.put, CLAUSE, not on))]
    for kind in sorted(kinds, key=lambda each: each not in named):
        chosen = bool(form.values.get(MARK + kind))
        said = f"记{kinds[kind].title}" + ("（本条写到）" if kind in named else "")
        offered.append(choice_chip(session, said, chosen, on_tap(form.put, MARK + kind, not chosen)))
    yield chip_row(offered)
    if on:
        yield chip_row(
            [
                choice_chip(session, f"{name}累计", within == each, on_tap(form.put, REACH, each))
                for each, name in WITHIN.items()
            ]
        )
    marks, reach = put_down(form, brought)
    words = " ".join(" ".join(part for p in clause.walk() for part in (p.title, p.text) if part).split())
    try:
        now = by_clause_now(journal(), scene, clause, reach) if reach is not None else None
        told = marks_now(journal(), scene, marks)
    except JournalError:  # said where it is kept
        return
    if (on or marks) and not scene.pair:
        yield quiet(session, "选了违规方，就数出这是第几次。")
    red = session.shade(theme.RED)
    for each in ([now[1]] if now is not None else []) + told:
        yield ft.Semantics(content=sentence(session, each, theme.LAW, bold=True, color=red), live_region=True)
    says = now[2] if now is not None and now[2] else "" if steps_of(clause) else words
    if says and form.text("ruling").strip() != says:
        yield chip_row([choice_chip(session, f"照条文写：{says}", False, on_tap(form.put, "ruling", says))])
