"""学, progress: how much was practised, what is weak, what comes on which day; and the record given out and taken in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import flet as ft

from app.base.background import aside
from app.base.words import GAMES, TAUGHT
from app.study import bank
from app.study.answers import exported, imported
from app.study.mark_estimate import LEAST, PAPER
from app.study.plan import planned, read_date
from app.study.schedule import RECENT
from app.widgets.basics import quiet, row, section_title
from app.widgets.charts import bars, ring
from app.widgets.chips import game_chips
from app.widgets.columns import stretched
from app.widgets.fields import button, entry, fault
from app.widgets.mastery import MasteryMap
from app.widgets.pages import page
from app.widgets.sentences import sentence
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import keyed, on_tap
from app.window.error_boundary import component
from app.window.files import hand_over, pick
from app.window.published import PAPERS, PartMissingError, need
from app.window.session import use_session

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from app.study.schedule import State, Weak
    from app.window.session import Session

DAYS = 14  # of a chart
WEAK = 5  # topics named
FILE = "执裁答题记录.jsonl"
INSET = ft.Padding.symmetric(horizontal=16, vertical=4)


@component
def ProgressPane() -> ft.Control:
    """Show what the answers come to."""
    session = use_session()
    studying = session.studying
    ft.use_state(studying)
    ft.use_state(session.settings)
    state, now = studying.state(), datetime.now(UTC)

    parts: list[ft.Control] = []
    if not state.answers:
        parts.append(
            ft.Container(
                quiet(session, "还没有答过题。答过以后，这里有次数、对错和往后的安排。", theme.LAW), padding=16
            )
        )
    else:
        parts.append(_numbers(session, state, now))
        parts.extend(_days(session, state, now))
        parts.extend(_foretold(session, now))
        parts.append(section_title(session, f"{GAMES[studying.game]}：哪里牢，哪里不牢"))
        parts.append(game_chips(session, studying.game, session.play, among=TAUGHT))
        parts.append(keyed(f"mastery-{studying.game}", MasteryMap))
        weak = state.weak(now)[:WEAK]
        if weak:
            parts.append(section_title(session, f"薄弱的地方（近 {RECENT} 天）"))
            parts.extend(_weak(session, each) for each in weak)
    parts.append(keyed("plan", PlanForm))
    parts.append(_to_another_device(session))
    return page(session, "统计", parts)


def _days(session: Session, state: State, now: datetime) -> list[ft.Control]:
    """What was answered on each of the last days, and what is due on each of the next."""
    today = state.day(now)
    past, coming = state.history(now, DAYS), state.forecast(now, DAYS)
    before = [today - timedelta(days=back) for back in range(DAYS - 1, -1, -1)]
    after = [today + timedelta(days=n) for n in range(DAYS)]

    def told(days: Sequence[date], numbers: Sequence[int]) -> str:
        return "，".join(f"{day.month}月{day.day}日 {n}" for day, n in zip(days, numbers, strict=True) if n) or "没有"

    return [
        section_title(session, "最近每天答的题"),
        bars(session, past, _labels(before), f"最近每天答的题：{told(before, past)}"),
        section_title(session, "往后每天要复习的"),
        bars(session, coming, _labels(after), f"往后每天要复习的：{told(after, coming)}", ft.Colors.TERTIARY),
    ]


def _to_another_device(session: Session) -> ft.Control:
    """Give the record of answers out, and take in another device's."""
    studying = session.studying

    async def give_out(_: object) -> None:
        if await hand_over(FILE, exported(studying.answers()).encode()):
            session.tell(f"已导出 {len(studying.answers())} 次答题")

    async def take_in(_: object) -> None:
        picked = await pick("jsonl", "txt")
        if picked is None:
            return
        try:
            session.tell(studying.take_in(imported(picked.content.decode("utf-8-sig"))))
        except UnicodeDecodeError:
            session.tell(f"“{picked.name}”不是文本文件，请选执裁导出的答题记录")
        except ValueError as refused:
            session.tell(str(refused))

    offered = [
        quiet(session, "导出存成一个文件，在另一台设备上并入；同一次答题不会记两遍。", theme.BODY),
        button(session, "导出答题记录", give_out, ft.Icons.UPLOAD_FILE),
        button(session, "并入答题记录", take_in, ft.Icons.FILE_OPEN_OUTLINED),
    ]
    return stretched(
        [section_title(session, "带到另一台设备"), ft.Container(stretched(offered, spacing=8), padding=INSET)],
        spacing=0,
    )


def _foretold(session: Session, now: datetime) -> list[ft.Control]:
    """What an examination would give now; how many answers are missing while it cannot be said."""
    studying = session.studying
    found = studying.estimated(now, session.examining.shelf)
    game = GAMES[studying.game]
    if found is None:
        answered = sum(each.game == studying.game for each in studying.answers())
        said = f"答满 {LEAST} 题才估计考试的分数，{game}答了 {answered} 题。"
        return [
            section_title(session, f"{game}考试估分"),
            ft.Container(quiet(session, said, theme.BODY), padding=INSET),
        ]
    lines = [
        written(session, f"约 {found.mark:.0f} 分", theme.HEADLINE, weight=ft.FontWeight.W_600),
        quiet(
            session,
            f"现在考 {PAPER} 题，十份卷子里九份在 {found.low:.0f}—{found.high:.0f} 分。"
            f"照答过的 {found.answers} 题估的，不是考试成绩。",
            theme.BODY,
        ),
    ]
    return [
        section_title(session, f"{game}考试估分"),
        ft.Container(ft.MergeSemantics(stretched(lines, spacing=4)), padding=INSET),
    ]


@component
def PlanForm() -> ft.Control:
    """Ask for the day of an examination, and give out the plan up to it."""
    session = use_session()
    studying = session.studying
    form = studying.until
    ft.use_state(studying)
    ft.use_state(form)
    ft.use_state(session.settings)
    state, now = studying.state(), datetime.now(UTC)

    async def give(_: object) -> None:
        try:
            day = read_date(form.text("until"), state.day(now))
        except ValueError as refused:
            form.fault = str(refused)
            form.changes += 1
            return
        try:
            await need(PAPERS)
        except PartMissingError as missing:
            session.tell(str(missing))
            return
        from app.papers.study_plan import study_plan

        found = planned(state, studying.game, now, day)
        content = await aside(study_plan, found, session.say)
        if await hand_over(f"{GAMES[studying.game]}学习计划.pdf", content):
            session.tell(f"已存 {len(found.days)} 天的计划")

    return stretched(
        [
            section_title(session, "排到考试那天"),
            ft.Container(
                stretched(
                    [
                        entry(session, form, "until", f"{GAMES[studying.game]}考试的日期，像 2026-12-20"),
                        *fault(session, form),
                        button(session, "存学习计划（PDF）", give, ft.Icons.EVENT_NOTE),
                    ],
                    spacing=8,
                ),
                padding=INSET,
            ),
        ],
        spacing=0,
    )


def _labels(days: Sequence[object]) -> list[str]:
    return [str(getattr(day, "day", "")) for day in days]


def _numbers(session: Session, state: State, now: datetime) -> ft.Control:
    rate = state.right_rate(now)
    known = sum(card.known for card in state.cards.values())
    figures = [
        (f"{state.streak(now)}", "连续天数"),
        (f"{len(state.answers)}", "答题次数"),
        ("—" if rate is None else f"{round(rate * 100)}%", f"近 {RECENT} 天答对"),
        (f"{known}/{len(state.cards)}", "会了 / 练过"),
    ]
    return ft.Container(
        ft.Row(
            [
                ft.MergeSemantics(
                    ft.Column(
                        [
                            ft.Text(number, size=session.px(theme.HEADLINE), weight=ft.FontWeight.W_600),
                            quiet(session, words),
                        ],
                        spacing=0,
                        tight=True,
                        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
                    )
                )
                for number, words in figures
            ],
            alignment=ft.MainAxisAlignment.SPACE_AROUND,
            wrap=session.settings.text_scale > 1.3,
        ),
        padding=ft.Padding.symmetric(horizontal=8, vertical=12),
    )


def _weak(session: Session, weak: Weak) -> ft.Control:
    title = next((each.title for each in bank.topics(weak.game) if each.id == weak.topic), weak.topic)
    right = 1 - weak.wrong / weak.answers
    return row(
        ft.Row(
            [
                ring(session, right, f"答对 {round(right * 100)}%"),
                ft.Column(
                    [
                        sentence(session, f"{GAMES[weak.game]} · {title}", theme.LAW, bold=True),
                        quiet(session, f"答了 {weak.answers} 次，错了 {weak.wrong} 次，点这里练", 15),
                    ],
                    spacing=2,
                    tight=True,
                    expand=True,
                ),
                ft.Icon(ft.Icons.CHEVRON_RIGHT, color=ft.Colors.ON_SURFACE_VARIANT),
            ],
            spacing=16,
        ),
        on_tap(session.go, routes.practice_address(weak.game, weak.topic)),
    )
