"""赛程设置: the format, who meets by which table, what the text leaves open."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import flet as ft

from app.journal.competition import PlanBody
from app.screens.competition_shared import write
from app.screens.own_numbers import BYE, DEALS, ROUNDS, laid_down
from app.tools.competition import victory
from app.tools.competition.meetings import PlanError
from app.tools.competition.planning import FORMATS, check, first_plan
from app.tools.competition.round_robin import METHODS
from app.tools.competition.scoring import SCORINGS, law_of
from app.tools.competition.swiss import FIRST, drawn
from app.widgets.basics import icon_button, quiet
from app.widgets.chips import chips
from app.widgets.columns import stretched, wrapped
from app.widgets.fields import button, caption, done_or_not, entry, fault
from app.widgets.links import provision_links
from app.widgets.pages import page
from app.widgets.sentences import sentence
from app.window import routes, theme

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from app.base.form import Form
    from app.journal.entries import Event
    from app.tools.competition.competition import Competition
    from app.window.session import Session
    from decision_trees.event_law import EventLaw

VICTORY = "vp"  # on the form: the table of victory points as it is being written
DROPS = {"same": "落到相对应位置", "reverse": "逐轮上下对调"}
EQUALS = {"share": "并列或抽签", "among": "先比相互之间"}


def plan_page(session: Session, record: str, event: Event, found: Competition | None, form: Form) -> ft.Control:
    """Ask how the event is played."""
    game = event.body.game or ""
    plan: PlanBody = form.values.get("plan") or (found.plan if found is not None else _first(event, game))

    def save(_: object) -> None:
        try:
            ready = with_table(plan, form)
            check(ready, game)
        except PlanError as refused:
            form.fault = str(refused)
            return
        if write(session, record, ready):
            form.values |= {"plan": None, VICTORY: None}
            form.put("round", None)
            session.tell("已存赛程")
            session.go(routes.competition_address(record), instead=True)

    def leave(_: object) -> None:
        form.values[VICTORY] = None
        form.put("plan", None)
        session.back()

    content = ft.Container(
        stretched(_asked(session, event, plan, found, form), spacing=12),
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


def _first(event: Event, game: str) -> PlanBody:
    """The plan one begins with, where none is kept."""
    return first_plan(game, _numbers(event), event.body.tables, event.body.rounds)


def _numbers(event: Event) -> tuple[str, ...]:
    return tuple(each.number for each in event.body.entrants)


def _asked(
    session: Session, event: Event, plan: PlanBody, found: Competition | None, form: Form
) -> Iterable[ft.Control]:
    """What is asked of a plan, in order; what is chosen stands on the form until it is saved."""
    game = event.body.game or ""
    law = law_of(game)

    def change(**what: Any) -> None:
        form.put("plan", replace(plan, **what))

    yield sentence(session, _who(plan, event.body.name))
    yield caption(session, "赛制")
    yield _chips(session, FORMATS, plan.format, lambda key: change(format=key))
    if cites := law.forms.get(plan.format):
        yield provision_links(session, cites)
    said = partial(laid_down, session, event.id, game, ROUNDS, plan.rounds, lambda n: change(rounds=n))
    yield from _of_format(session, event, plan, law, change, said)
    yield stepper(session, "一轮（一局）打几副（0为不写）", plan.deals, lambda n: change(deals=int(n)), 0, 99)
    yield from laid_down(session, event.id, game, DEALS, plan.deals, lambda n: change(deals=n))
    yield from _order(session, plan, _numbers(event), change)
    yield caption(session, "记分")
    scorings = {key: SCORINGS[key][0] for key in law.scorings}
    yield _chips(session, scorings, plan.scoring, lambda key: change(scoring=key))
    yield from _victory(session, plan, form)
    if plan.format not in ("single", "double") and len(law.tells_apart(plan.format, plan.scoring)) <= 1:
        yield caption(session, "同分怎么分（条文没有写，按规程）")
        yield _chips(session, EQUALS, plan.equals, lambda key: change(equals=key))
    if found is not None and found.results:
        kept = "已有成绩。改设置不删成绩：还在新赛程里的对阵，成绩照算；不在的留在日志里，不计。"
        yield quiet(session, kept, theme.BODY)


def _who(plan: PlanBody, name: str) -> str:
    if not plan.order:
        return f"“{name}”还没有参赛名单：先在赛事里录入名单，再排赛程。"
    return f"{name}：{len(plan.order)}对（队）。"


def _chips(session: Session, choices: Mapping[str, str], now: str, choose: Callable[[str], object]) -> ft.Control:
    return chips(session, choices.items(), now, choose)


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


def rounds_said(session: Session, event: Event, plan: PlanBody) -> str:
    """That a regulation says another number of rounds than a round robin of so many has; nothing where it says none."""
    from app.tools.competition.planning import rounds_of

    have = rounds_of(plan)
    for brought, choice, _ in session.own.laid_down(session, event.id, event.body.game or "", ROUNDS):
        if choice.options and choice.options[0].isdecimal() and int(choice.options[0]) != have:
            return (
                f"《{brought.book.short}》写着“{choice.sentence}”；{len(plan.order)}对（队）循环是 {have} 轮，请核对。"
            )
    return ""


def _of_format(
    session: Session,
    event: Event,
    plan: PlanBody,
    law: EventLaw,
    change: Callable[..., None],
    rounds: Callable[[], Iterable[ft.Control]],
) -> Iterable[ft.Control]:
    """What is asked of a format; ``rounds``: what the event's own books say of how many there are."""
    number = len(plan.order)
    if plan.format in ("round_robin", "groups"):
        yield caption(session, "轮次表")
        yield _chips(session, METHODS, plan.method, lambda key: change(method=key))
        yield _chips(session, {"1": "单循环", "2": "双循环"}, str(plan.cycles), lambda key: change(cycles=int(key)))
    if plan.format == "round_robin" and (said := rounds_said(session, event, plan)):
        yield quiet(session, said, theme.BODY)
    if plan.format == "groups":
        yield stepper(session, "分几组", plan.groups, lambda n: change(groups=int(n)), 2, max(2, min(26, number // 2)))
        yield stepper(session, "每组出线几对", plan.through, lambda n: change(through=int(n)), 1, 16)
    if plan.format == "swiss":
        yield stepper(
            session, "共几轮", plan.rounds, lambda n: change(rounds=int(n)), 1, max(1, number - 1 + number % 2)
        )
        yield from rounds()
        yield caption(session, f"第1轮（{law.says_of('first')}）")
        yield _chips(session, FIRST, plan.first, lambda key: change(first=key))
        yield from _bye(session, plan, law, change)
        second = plan.bye_points[1] if plan.bye_points else 0
        now = int(plan.bye_points[0]) if plan.bye_points else -1
        yield from laid_down(
            session, event.id, event.body.game or "", BYE, now, lambda n: change(bye_points=(n, second))
        )
    if plan.format in ("single", "groups"):
        text = {"": "不赛三、四名", "3": "加赛三、四名"}
        yield _chips(session, text, "3" if plan.third_place else "", lambda key: change(third_place=bool(key)))
    if plan.format == "double":
        yield caption(session, f"负者落到负区哪里，由编排者定（{law.says_of('drop')}）")
        yield _chips(session, DROPS, plan.drop, lambda key: change(drop=key))
        finals = {"1": "决赛一场定", "2": "负区第一须胜两场"}
        yield caption(session, f"决赛（{law.says_of('finals')}）")
        yield _chips(session, finals, str(plan.finals), lambda key: change(finals=int(key)))
    if plan.format in ("single", "double", "groups") and law.series and plan.scoring in law.counted:
        modes = {"": "一局"} | {mode: mode for mode in law.series}
        yield caption(session, "淘汰阶段每轮")
        yield _chips(session, modes, plan.series, lambda key: change(series=key))
    if plan.format in ("round_robin", "swiss"):
        yield stepper(
            session, "取前几名（算还差几分；0为不算）", plan.places, lambda n: change(places=int(n)), 0, number
        )


def _victory(session: Session, plan: PlanBody, form: Form) -> Iterable[ft.Control]:
    """The event's own table of victory points, which no law text has."""
    if plan.scoring != "points" or plan.format in ("single", "double"):
        return
    if form.values.get(VICTORY) is None and plan.victory:
        form.values[VICTORY] = victory.written(plan.victory)
    if form.values.get(VICTORY) is None:
        text = "填VP表（录IMP，换算成VP计）"
        yield button(session, text, lambda _: form.put(VICTORY, ""), ft.Icons.TABLE_ROWS_OUTLINED)
        return
    yield caption(session, "VP表（按规程；清空就不用）")
    yield entry(session, form, VICTORY, "IMP差 胜方VP 负方VP", lines=6)
    yield quiet(session, victory.HOW, theme.BODY)


def with_table(plan: PlanBody, form: Form) -> PlanBody:
    """Return the plan with the table of victory points that is on the form. Raises PlanError for one that cannot be."""
    if plan.scoring != "points" or plan.format in ("single", "double"):
        return replace(plan, victory=())
    if form.values.get(VICTORY) is None:
        return plan
    text = form.text(VICTORY)
    return replace(plan, victory=victory.read_table(text) if text.strip() else ())


def _bye(session: Session, plan: PlanBody, law: EventLaw, change: Callable[..., None]) -> Iterable[ft.Control]:
    main, second = SCORINGS[plan.scoring][1:]
    if plan.victory:
        main = "VP"
    now = plan.bye_points
    yield caption(session, f"轮空怎样计分（{law.says_of('bye')}）")
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
    yield wrapped(
        [
            button(session, "照名单次序", lambda _: change(order=numbers), ft.Icons.FORMAT_LIST_NUMBERED),
            button(session, "抽签", lambda _: change(order=drawn(numbers)), ft.Icons.CASINO_OUTLINED),
        ]
    )
