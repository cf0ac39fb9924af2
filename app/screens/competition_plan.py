"""赛程设置: the format, who meets by which table, what the text leaves open."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import flet as ft

from app.journal.competition import PlanBody
from app.screens.competition_shared import write
from app.tools.competition.meetings import PlanError
from app.tools.competition.planning import FORMATS, check, first_plan
from app.tools.competition.round_robin import METHODS
from app.tools.competition.scoring import SCORINGS, law_of
from app.tools.competition.swiss import FIRST, drawn
from app.widgets.basics import choice_chip, icon_button, quiet
from app.widgets.fields import button, caption, done_or_not, fault
from app.widgets.links import provision_links
from app.widgets.pages import page
from app.widgets.sentences import sentence
from app.window import routes, theme
from app.window.components import on_tap
from decision_trees.guandan.standings import SeriesMode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from app.base.form import Form
    from app.journal.entries import Event
    from app.tools.competition.competition import Competition
    from app.window.session import Session

DROPS = {"same": "落到相对应位置", "reverse": "逐轮上下对调"}
EQUALS = {"share": "并列或抽签", "among": "先比相互之间"}


def plan_page(session: Session, record: str, event: Event, found: Competition | None, form: Form) -> ft.Control:
    """Ask how the event is played."""
    body = event.body
    game = body.game or ""
    numbers = tuple(each.number for each in body.entrants)
    plan: PlanBody = form.values.get("plan") or (
        found.plan if found is not None else first_plan(game, numbers, body.tables, body.rounds)
    )

    def change(**what: Any) -> None:
        form.put("plan", replace(plan, **what))

    def save(_: object) -> None:
        try:
            check(plan, game)
        except PlanError as refused:
            form.fault = str(refused)
            return
        if write(session, record, plan):
            form.values["plan"] = None
            form.put("round", None)
            session.tell("已存赛程")
            session.go(routes.competition_address(record), instead=True)

    def leave(_: object) -> None:
        form.put("plan", None)
        session.back()

    parts: list[ft.Control] = [
        sentence(session, _who(plan, body.name)),
        caption(session, "赛制"),
        _chips(session, FORMATS, plan.format, lambda key: change(format=key)),
        *([provision_links(session, cites)] if (cites := law_of(game).forms.get(plan.format)) else []),
        *_of_format(session, plan, change),
        *_order(session, plan, numbers, change),
        caption(session, "记分"),
        _chips(
            session,
            {key: SCORINGS[key][0] for key in law_of(game).scorings},
            plan.scoring,
            lambda key: change(scoring=key),
        ),
    ]
    if plan.format not in ("single", "double") and len(law_of(game).tells_apart(plan.format, plan.scoring)) <= 1:
        parts += [
            caption(session, "同分怎么分（条文没有写，按规程）"),
            _chips(session, EQUALS, plan.equals, lambda key: change(equals=key)),
        ]
    if found is not None and found.results:
        parts.append(
            quiet(
                session, "已有成绩。改设置不删成绩：还在新赛程里的对阵，成绩照算；不在的留在日志里，不计。", theme.BODY
            )
        )
    content = ft.Container(
        ft.Column(parts, spacing=12, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        padding=ft.Padding.only(left=16, right=16, top=16),
    )
    below = [
        *fault(session, form),
        done_or_not(
            session,
            button(session, "存下赛程", save, ft.Icons.SAVE_OUTLINED, filled=True),
            button(session, "不存", leave),
        ),
    ]
    return page(session, "赛程设置", [content], pinned=below)


def _who(plan: PlanBody, name: str) -> str:
    if not plan.order:
        return f"“{name}”还没有参赛名单：先在赛事里录入名单，再排赛程。"
    return f"{name}：{len(plan.order)}对（队）。"


def _chips(session: Session, choices: Mapping[str, str], now: str, choose: Callable[[str], object]) -> ft.Control:
    return ft.Row(
        [choice_chip(session, name, key == now, on_tap(choose, key)) for key, name in choices.items()],
        wrap=True,
        spacing=8,
        run_spacing=8,
    )


def stepper(
    session: Session, label: str, now: float, choose: Callable[[float], object], least: int = 1, most: int = 999
) -> ft.Control:
    """Return a number that is changed by taps."""
    return ft.Row(
        [
            ft.Container(sentence(session, label), expand=True),
            icon_button(session, ft.Icons.REMOVE_CIRCLE_OUTLINE, f"{label}减一", lambda _: choose(max(least, now - 1))),
            ft.Container(
                ft.Text(
                    f"{now:g}", size=session.px(theme.LAW), weight=ft.FontWeight.W_600, text_align=ft.TextAlign.CENTER
                ),
                width=session.px(48),
            ),
            icon_button(session, ft.Icons.ADD_CIRCLE_OUTLINE, f"{label}加一", lambda _: choose(min(most, now + 1))),
        ],
        spacing=4,
    )


def _of_format(session: Session, plan: PlanBody, change: Callable[..., None]) -> Iterable[ft.Control]:
    number = len(plan.order)
    if plan.format in ("round_robin", "groups"):
        yield caption(session, "轮次表")
        yield _chips(session, METHODS, plan.method, lambda key: change(method=key))
        yield _chips(session, {"1": "单循环", "2": "双循环"}, str(plan.cycles), lambda key: change(cycles=int(key)))
    if plan.format == "groups":
        yield stepper(session, "分几组", plan.groups, lambda n: change(groups=int(n)), 2, max(2, min(26, number // 2)))
        yield stepper(session, "每组出线几对", plan.through, lambda n: change(through=int(n)), 1, 16)
    if plan.format == "swiss":
        yield stepper(
            session, "共几轮", plan.rounds, lambda n: change(rounds=int(n)), 1, max(1, number - 1 + number % 2)
        )
        yield caption(session, "第1轮（条文：按实力蛇形，或抽签）")
        yield _chips(session, FIRST, plan.first, lambda key: change(first=key))
        yield from _bye(session, plan, change)
    if plan.format in ("single", "groups"):
        text = {"": "不赛三、四名", "3": "加赛三、四名"}
        yield _chips(session, text, "3" if plan.third_place else "", lambda key: change(third_place=bool(key)))
    if plan.format == "double":
        yield caption(session, "负者落到负区哪里（附录六的图已丢失，由编排者定）")
        yield _chips(session, DROPS, plan.drop, lambda key: change(drop=key))
        finals = {"1": "决赛一场定", "2": "负区第一须胜两场"}
        yield caption(session, "决赛（附录六注：由规程定）")
        yield _chips(session, finals, str(plan.finals), lambda key: change(finals=int(key)))
    if plan.format in ("single", "double", "groups") and plan.scoring == "levels":
        modes = {"": "一局"} | {mode.value: mode.value for mode in SeriesMode}
        yield caption(session, "淘汰阶段每轮")
        yield _chips(session, modes, plan.series, lambda key: change(series=key))
    if plan.format in ("round_robin", "swiss"):
        yield stepper(
            session, "取前几名（算还差几分；0为不算）", plan.places, lambda n: change(places=int(n)), 0, number
        )


def _bye(session: Session, plan: PlanBody, change: Callable[..., None]) -> Iterable[ft.Control]:
    main, second = SCORINGS[plan.scoring][1:]
    now = plan.bye_points
    yield caption(session, "轮空怎样计分（条文没有写，按规程填）")
    if not now:
        yield button(session, "填轮空得分", lambda _: change(bye_points=(0, 0)), ft.Icons.EDIT_OUTLINED)
        return
    yield stepper(session, f"轮空得{main}", now[0], lambda n: change(bye_points=(_whole(n), now[1])), 0, 99)
    if second:
        yield stepper(session, f"轮空得{second}", now[1], lambda n: change(bye_points=(now[0], _whole(n))), 0, 99)


def _whole(number: float) -> float:
    return int(number) if float(number).is_integer() else number


def _order(
    session: Session, plan: PlanBody, numbers: tuple[str, ...], change: Callable[..., None]
) -> Iterable[ft.Control]:
    yield caption(session, "位置（1号位在前；淘汰和积分编排第1轮以实力强者在前）")
    if set(plan.order) != set(numbers):
        yield sentence(
            session, f"名单现有{len(numbers)}对，赛程里是{len(plan.order)}对。", color=session.shade(theme.AMBER)
        )
    shown = "、".join(plan.order[:24]) + ("…" if len(plan.order) > 24 else "")
    yield quiet(session, shown or "没有名单", theme.BODY)
    yield ft.Row(
        [
            button(session, "照名单次序", lambda _: change(order=numbers), ft.Icons.FORMAT_LIST_NUMBERED),
            button(session, "抽签", lambda _: change(order=drawn(numbers)), ft.Icons.CASINO_OUTLINED),
        ],
        wrap=True,
        spacing=8,
        run_spacing=8,
    )
