"""学: what is due today and one big button; below it everything else there is to learn with."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import flet as ft

from app.base.words import TAUGHT
from app.study import practice, scenarios
from app.study.bank import subjects
from app.widgets.basics import heading, quiet, row
from app.widgets.charts import ring
from app.widgets.chips import game_chips
from app.widgets.columns import stretched
from app.widgets.pages import foot
from app.widgets.quiz import onward
from app.widgets.sentences import sentence
from app.window import routes, theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.session import use_session

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.window.routes import DestinationKind
    from app.window.session import Session

BIG = 64  # px of the one big button

ENTRIES: dict[DestinationKind, tuple[ft.IconData, str, str]] = {
    "scenarios": (ft.Icons.TABLE_RESTAURANT, "情景", "像在牌桌上：问什么，怎样判，依据哪一条"),
    "tables": (ft.Icons.STYLE_OUTLINED, "活的牌桌", "一副牌自己叫、自己打，违规由你看出来、裁下去"),
    "topics": (ft.Icons.QUIZ_OUTLINED, "练习", "选一个范围，想练多少练多少"),
    "exams": (ft.Icons.ASSIGNMENT_OUTLINED, "试卷", "组卷、打印、答题、成绩；考场让考生用手机答"),
    "progress": (ft.Icons.INSIGHTS, "统计", "练了多少，哪里薄弱，往后每天多少"),
}


@component
def StudyPane() -> ft.Control:
    """Show what is due, and where one can go."""
    session = use_session()
    studying = session.studying
    ft.use_state(studying)
    ft.use_state(session.settings)
    now = datetime.now(UTC)
    state, game = studying.state(), studying.game
    plan = practice.plan(state, now, game)
    parts: list[ft.Control] = [
        ft.Container(heading(session, "学习"), padding=ft.Padding.only(left=16, top=12)),
        games_bar(session),
        _today(session, plan, state.streak(now)),
    ]
    if studying.store.notice:
        parts.append(
            ft.Container(
                sentence(session, studying.store.notice, theme.SMALL, color=session.shade(theme.RED)),
                padding=ft.Padding.symmetric(horizontal=16),
            )
        )
    done = scenarios.progress(game, None, studying.records())
    known = sum(card.known and card.game == game for card in state.cards.values())
    rings = {
        "scenarios": (done.part, f"{done.total} 个情景，做过 {done.done}，全对 {done.right}"),
        "topics": (known / max(1, len(subjects(game))), f"共 {len(subjects(game))} 项，会了 {known}"),
    }
    for kind, (icon, name, what) in ENTRIES.items():
        act = on_tap(session.go, routes.tab_address(kind))
        if kind in rings:
            part, said = rings[kind]
            parts.append(ring_row(session, part, name, said, act))
        else:
            parts.append(_entry(session, icon, name, what, act))
    listed = ft.ListView(parts, expand=True, padding=ft.Padding.only(bottom=24), key=f"study-{game}")
    return (
        listed if _roomy(session) else ft.Column([listed, foot([_begin_button(session, plan)])], spacing=0, expand=True)
    )


def _roomy(session: Session) -> bool:
    """Whether the button to begin stands with the day's count: on a phone it stands at the foot, under the thumb."""
    return session.layout.wide or session.layout.low


def _begin_button(session: Session, plan: practice.Plan) -> ft.Control:
    return onward(session, "开始练习" if plan.left else "再练一些", on_tap(_begin, session, not plan.left), BIG)


def games_bar(session: Session) -> ft.Control:
    """Return the games to choose from."""
    return game_chips(session, session.studying.game, session.play, among=TAUGHT)


def _today(session: Session, plan: practice.Plan, streak: int) -> ft.Control:
    said = [f"复习 {plan.due}", f"新题 {plan.new}"]
    if streak:
        said.append(f"连续 {streak} 天")
    count = ft.Row(
        [
            ft.Text(str(plan.left), size=session.px(52), weight=ft.FontWeight.W_600, color=ft.Colors.PRIMARY),
            ft.Column(
                [
                    sentence(session, "今天要答的题" if plan.left else "今天的做完了", theme.LAW, bold=True),
                    quiet(session, " · ".join(said), theme.BODY),
                ],
                spacing=0,
                tight=True,
                expand=True,
            ),
        ],
        spacing=16,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    parts: list[ft.Control] = [ft.MergeSemantics(count), *([_begin_button(session, plan)] if _roomy(session) else [])]
    return ft.Container(
        stretched(parts, spacing=12),
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
        border_radius=16,
        padding=16,
        margin=ft.Margin.symmetric(horizontal=16, vertical=8),
    )


def _begin(session: Session, more: bool) -> None:
    studying = session.studying
    sitting = studying.practice(studying.game, None)
    if sitting.picked is not None:
        studying.next(sitting, sitting.number)
    if more and sitting.now is None:
        studying.go_on(sitting)
    session.go(routes.tab_address("practice"))


def ring_row(session: Session, part: float, title: str, said: str, act: Callable[[Any], Any]) -> ft.Control:
    """Return a row with how far one has come."""
    return row(
        ft.Row(
            [ring(session, part, f"{round(part * 100)}%"), _words(session, title, said), _chevron()],
            spacing=16,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        act,
    )


def _entry(session: Session, icon: ft.IconData, title: str, said: str, act: Callable[[Any], Any]) -> ft.Control:
    sign = ft.Container(
        ft.Icon(icon, color=ft.Colors.PRIMARY),
        width=44 * theme.grown(session.settings.text_scale),
        alignment=ft.Alignment.CENTER,
    )
    return row(ft.Row([sign, _words(session, title, said), _chevron()], spacing=16), act)


def _words(session: Session, title: str, said: str) -> ft.Control:
    return ft.Column(
        [sentence(session, title, theme.LAW, bold=True), quiet(session, said, 15)], spacing=2, expand=True, tight=True
    )


def _chevron() -> ft.Control:
    return ft.Icon(ft.Icons.CHEVRON_RIGHT, color=ft.Colors.ON_SURFACE_VARIANT)
