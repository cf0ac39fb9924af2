"""The ladder of a game that is known by its text alone: what the first, the second, the third one comes to, by a form."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import flet as ft

from app.base.form import Form
from app.ruling.tally import WITHIN
from app.screens.exams import block
from app.widgets.basics import icon_button, quiet, section_title
from app.widgets.chips import chips
from app.widgets.columns import panel
from app.widgets.fields import button, caption, counter, entry, fault
from app.widgets.links import provision_links
from app.widgets.pages import page
from app.widgets.text import written
from app.window import theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.session import use_session
from decision_trees.ladder_steps import COUNTED, ladder_faults
from rules_data.brought.game_model import LadderKind, LadderStep, OwnGame
from rules_data.brought.game_reading import steps_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.window.session import Session
    from rules_data.brought.game_model import CountedAs
    from rules_data.brought.model import Brought

INTRO = "记一次警告、违例或犯规，日志就数出这是第几次，并照这里说出怎样。写多少级、每级从第几次起，照规则。"
KINDS: tuple[CountedAs, ...] = ("warning", "violation", "foul")


@component
def LadderPane(brought: Brought) -> ft.Control:
    """Show the ladder, one kind at a time."""
    session = use_session()
    form = _form(session, brought)
    ft.use_state(form)
    kind: CountedAs = form.values.get("kind") or "warning"
    game = brought.own_game or OwnGame(name=brought.book.game)
    kept = next((each for each in game.ladder if each.kind == kind), None)
    parts: list[ft.Control] = [
        block(quiet(session, INTRO, theme.BODY)),
        block(
            chips(session, [(each, COUNTED[each]) for each in KINDS], kind, lambda each: _turn(session, brought, each))
        ),
    ]
    parts += _proposed(session, brought, form)
    parts.append(section_title(session, f"{COUNTED[kind]}怎样累计"))
    parts.append(
        block(
            caption(session, "在多大范围里数"),
            chips(session, [(w, WITHIN[w]) for w in WITHIN], form.values["within"], lambda w: form.put("within", w)),
            caption(session, "数谁的"),
            chips(
                session, [("pair", "这一方的"), ("player", "这个人的")], form.values["each"],
                lambda each: form.put("each", each),
            ),
        )
    )  # fmt: skip
    parts.append(section_title(session, "各级"))
    parts += [_step(session, brought, form, n) for n in range(form.number("steps") or 0)]

    def more(_: object) -> None:
        number = form.number("steps") or 0
        form.values[f"at{number}"] = (form.number(f"at{number - 1}") or 0) + 1 if number else 1
        form.put("steps", number + 1)

    said = f"{kept.by or '有人'}确认过，共 {len(kept.steps)} 级。" if kept is not None else "还没有确认，没有生效。"
    parts.append(block(button(session, "加一级", more, ft.Icons.ADD), quiet(session, said), *fault(session, form)))
    keep = button(session, "就照这样数", on_tap(_keep, session, brought), ft.Icons.CHECK, filled=True)
    return page(session, f"{game.name} · 判罚阶梯", parts, pinned=[keep], state="ladder")


def _form(session: Session, brought: Brought) -> Form:
    """What is being filled in for this book; begun with what is confirmed."""
    found = session.own.ladders.get(brought.book.id)
    if found is None:
        found = session.own.ladders[brought.book.id] = Form()
        _fill(found, brought, "warning")
    return found


def _fill(form: Form, brought: Brought, kind: CountedAs) -> None:
    game = brought.own_game or OwnGame(name=brought.book.game)
    kept = next((each for each in game.ladder if each.kind == kind), None)
    form.values.clear()
    form.values |= {"kind": kind, "within": kept.within if kept else "event", "each": kept.each if kept else "pair"}
    _put_steps(form, kept.steps if kept else ())
    form.put("kind", kind)


def _put_steps(form: Form, steps: tuple[LadderStep, ...]) -> None:
    for n, step in enumerate(steps):
        form.values |= {f"at{n}": step.at, f"says{n}": step.says, f"cite{n}": step.cite}
    form.put("steps", len(steps))


def _turn(session: Session, brought: Brought, kind: CountedAs) -> None:
    _fill(_form(session, brought), brought, kind)


def _proposed(session: Session, brought: Brought, form: Form) -> Iterator[ft.Control]:
    """The ladders the text seems to print, each taken with one tap, to be looked at and confirmed."""
    for steps in steps_in(brought.book, session.handbook.script.simplified):
        if tuple(_steps(form)) == steps:
            continue
        body: list[ft.Control] = [
            provision_links(session, (f"{brought.book.id}:{steps[0].cite}",)),
            *(written(session, f"第 {step.at} 次起：{step.says}", theme.BODY) for step in steps),
            button(session, "看来是这样，填进去", on_tap(_put_steps, form, steps), ft.Icons.DOWNLOAD_DONE),
        ]
        yield panel(body, f"ladder-of-{steps[0].cite}")


def _step(session: Session, brought: Brought, form: Form, n: int) -> ft.Control:
    def away(_: object) -> None:
        steps = [step for at, step in enumerate(_steps(form)) if at != n]
        _put_steps(form, tuple(steps))

    cite = form.text(f"cite{n}")
    where = [provision_links(session, (f"{brought.book.id}:{cite}",))] if cite else []
    head = ft.Row(
        [
            written(session, f"第 {n + 1} 级，从第几次起", theme.BODY, expand=True),
            icon_button(session, ft.Icons.DELETE_OUTLINE, f"删去第 {n + 1} 级", away),
        ]
    )
    body = [
        head,
        counter(session, form, f"at{n}", f"第 {n + 1} 级的次数", "次"),
        entry(session, form, f"says{n}", f"第 {n + 1} 级怎样判", lines=2),
        *where,
    ]
    return panel(body, f"ladder-step-{n}")


def _steps(form: Form) -> Iterator[LadderStep]:
    for n in range(form.number("steps") or 0):
        yield LadderStep(at=form.number(f"at{n}") or 0, says=form.text(f"says{n}").strip(), cite=form.text(f"cite{n}"))


def _keep(session: Session, brought: Brought) -> None:
    form = _form(session, brought)
    values = form.values
    kind = LadderKind(
        kind=values["kind"], within=values["within"], each=values["each"], steps=tuple(_steps(form)),
        by=session.assignment.author,
    )  # fmt: skip
    game = brought.own_game or OwnGame(name=brought.book.game)
    others = tuple(each for each in game.ladder if each.kind != kind.kind)
    if not kind.steps and len(others) < len(game.ladder):
        said = session.own.say_game(session, brought, replace(game, ladder=others), f"收回阶梯：{COUNTED[kind.kind]}")
        if said:
            session.tell("已收回，这一种不再累计")
        return
    if wrong := next(ladder_faults(kind), ""):
        form.fault = wrong
        return
    after = replace(game, ladder=(*others, kind))
    if session.own.say_game(session, brought, after, f"确认阶梯：{COUNTED[kind.kind]} {len(kind.steps)} 级"):
        session.tell("已确认，日志照它数")
