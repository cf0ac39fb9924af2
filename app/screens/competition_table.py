"""名次: where everybody stands, what separates them, what a team still needs; the cross table."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import flet as ft

from app.tools.competition.meetings import GROUP_NAMES
from app.tools.competition.tables import course_of, cross_table
from app.widgets.basics import choice_chip, quiet, row, section_title
from app.widgets.chips import chips
from app.widgets.columns import stretched
from app.widgets.fields import button
from app.widgets.links import provision_links
from app.widgets.sentences import sentence
from app.widgets.text import written
from app.window import theme
from app.window.components import on_tap

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.base.form import Form
    from app.tools.competition.competition import Competition
    from app.tools.competition.standings import Need, Row
    from app.window.session import Session

SHOWN = 60
CROSS = 20  # entrants of a cross table on a screen


def standings_parts(session: Session, found: Competition, form: Form) -> Iterator[ft.Control]:
    """Yield the standings of an event, with what there is to choose of them above, and what they come from below."""
    groups = found.plan.format == "groups"
    group = min(form.number("group") or 0, len(found.groups) - 1) if groups else None
    after = form.number("after")
    if group is not None:
        named = [(at, f"{GROUP_NAMES[at]}组") for at in range(len(found.groups))]
        yield _around(chips(session, named, group, partial(form.put, "group")))
    if not found.is_knockout and len(found.rounds) > 1:
        yield _rounds(session, found, form)
    if found.has_bracket:
        from app.screens.competition_bracket import bracket

        yield bracket(session, found)
    yield from _ranked(session, found, form, group)
    if not found.is_knockout:
        yield _steps(session, found)
    those = found.entrants if group is None else found.groups[group]
    if found.plan.format in ("round_robin", "groups") and len(those) <= CROSS:
        yield _cross(session, found, those)
    if after is None and len(found.rounds) > 1:
        from app.screens.competition_bracket import course

        yield course(session, found)
    if groups and (places := found.places()):
        yield section_title(session, "淘汰阶段名次")
        yield from (_placed(session, found, each) for each in places)


def _rounds(session: Session, found: Competition, form: Form) -> ft.Control:
    """The rounds after which one may look back, and now."""
    after = form.number("after")
    shown = [choice_chip(session, "现在", after is None, on_tap(form.put, "after", None))]
    shown += [
        choice_chip(session, f"{each.number}轮后", after == each.number, on_tap(form.put, "after", each.number))
        for each in found.rounds
        if len(found.waiting(each)) < len(each.meetings)
    ]
    return _around(ft.Row(shown, spacing=8, scroll=ft.ScrollMode.AUTO))


def _around(chosen: ft.Control) -> ft.Control:
    return ft.Container(chosen, padding=ft.Padding.symmetric(horizontal=16, vertical=8))


def _ranked(session: Session, found: Competition, form: Form, group: int | None) -> Iterator[ft.Control]:
    """Everybody in order, a page at a time."""
    after = form.number("after")
    rows = found.standings(number=after, group=group)
    needed = found.needs(group) if after is None else {}
    state = "已赛完" if found.finished else "进行中，录入成绩即时更新"
    yield section_title(session, f"名次（{state}）")
    most = form.number("places") or SHOWN
    yield from (_row(session, found, each, needed.get(each.entrant), form) for each in rows[:most])
    if len(rows) > most:
        more = button(session, f"再显示一些（还有{len(rows) - most}名）", lambda _: form.put("places", most + SHOWN))
        yield ft.Container(more, padding=16)


def _row(session: Session, found: Competition, each: Row, need: Need | None, form: Form) -> ft.Control:
    """One of those that are ranked; a tap opens what the rank comes from."""
    opened = form.values.get("opened") == each.entrant
    said: list[ft.Control] = [
        sentence(session, found.said(each.entrant), theme.LAW, bold=True),
        quiet(session, _figures(found, each), theme.BODY),
    ]
    if each.note and each.note != "还在比赛":
        said.append(quiet(session, each.note, theme.BODY))
    late = found.lateness(each.entrant, form.number("after"))
    if opened:
        said += _made_up(session, found, each, late)
        said += [sentence(session, need.words + "。")] if need is not None else []
        said += [quiet(session, line, theme.BODY) for line in course_of(found, each.entrant)]
    elif late:
        said.append(quiet(session, f"迟到{len(late)}次", theme.BODY))
    rank = written(session, _rank(each), theme.TITLE, weight=ft.FontWeight.W_600, color=ft.Colors.PRIMARY)
    return row(
        ft.Row(
            [
                ft.Container(rank, width=session.px(44)),
                stretched(said, spacing=2, expand=True),
                *([quiet(session, "并列")] if each.shared else []),
            ],
            spacing=8,
            vertical_alignment=ft.CrossAxisAlignment.START,
        ),
        on_tap(form.put, "opened", None if opened else each.entrant),
        selected=opened,
    )


def _rank(each: Row) -> str:
    return f"{each.rank}" if each.rank else "—"


def _figures(found: Competition, each: Row) -> str:
    """What a rank goes by: meetings won where one lost one is out, else the sums."""
    rules, score = found.rules, each.score
    if found.is_knockout:
        return f"胜{score.won}　负{score.lost}"
    return f"{rules.main}{score.main:g}" + (f"　{rules.second}{score.second:g}" if rules.second else "")


def _made_up(
    session: Session, found: Competition, each: Row, late: Sequence[tuple[str, Sequence[str]]]
) -> Iterator[ft.Control]:
    """How the sums came about, and what separates one from the rank above."""
    rules, score = found.rules, each.score
    byes = f"，轮空{score.byes}" if score.byes else ""
    yield sentence(session, f"赛{score.played}场：胜{score.won}平{score.drawn}负{score.lost}{byes}")
    if any(step.key == "opponents" for step in found.steps()) and not found.is_knockout:
        yield sentence(session, f"对手分{score.opponents:g}")
    if score.adjusted or score.adjusted_second:
        second = f"，{rules.second}{score.adjusted_second:+g}" if score.adjusted_second and rules.second else ""
        yield sentence(session, f"其中扣加：{rules.main}{score.adjusted:+g}{second}")
    for said, cites in late:
        yield sentence(session, said + "。")
        yield provision_links(session, cites)
    if each.why:
        yield sentence(session, each.why + "。")
    if each.by is not None and each.by.cite:
        yield provision_links(session, [each.by.cite])


def _placed(session: Session, found: Competition, each: Row) -> ft.Control:
    said = f"{found.said(each.entrant)}　{each.note}" + ("（并列）" if each.shared else "")
    return ft.Container(
        ft.Row(
            [ft.Container(sentence(session, _rank(each), bold=True), width=session.px(44)), sentence(session, said)],
            spacing=8,
        ),
        padding=ft.Padding.symmetric(horizontal=16, vertical=6),
    )


def _steps(session: Session, found: Competition) -> ft.Control:
    steps = found.steps()
    names = "，再比".join(step.name for step in steps if step.key != "lots")
    parts: list[ft.Control] = [
        quiet(session, f"名次先比{names}；仍相同的并列或抽签。点一行看与上一名的差别。", theme.BODY)
    ]
    if any(step.key == "opponents" for step in steps):
        read = "仍相等的重新比" if found.regroups else "不再重比，直接比对手分"
        parts.append(
            quiet(
                session,
                f"三对以上比相互级分而只分开一部分时：{read}（条文没有写，可在赛事的未定问题里定）。",
                theme.BODY,
            )
        )
    parts.append(provision_links(session, [step.cite for step in steps if step.cite]))
    return ft.Container(stretched(parts, spacing=8), padding=ft.Padding.all(16))


def _cross(session: Session, found: Competition, those: Sequence[str]) -> ft.Control:
    """Everybody against everybody."""
    headings, rows = cross_table(found, those)
    size = session.px(theme.SMALL)
    grid = ft.DataTable(
        columns=[ft.DataColumn(label=ft.Text(session.say(each), size=size)) for each in headings],
        rows=[ft.DataRow([ft.DataCell(ft.Text(session.say(cell), size=size)) for cell in cells]) for cells in rows],
        column_spacing=14,
        horizontal_margin=10,
        heading_row_height=size * 2.4,
        data_row_min_height=size * 2.4,
        data_row_max_height=float("inf"),
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
        border_radius=8,
    )
    return ft.Container(
        ft.Column(
            [quiet(session, "循环表（行对列）", theme.BODY), ft.Row([grid], scroll=ft.ScrollMode.AUTO)], spacing=6
        ),
        padding=16,
    )
