"""赛程: the rounds of an event: who meets whom and why, results, and the way to standings, papers and the plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.base.background import aside
from app.base.form import Form
from app.base.plain_text import LINE, shown
from app.journal.records import Place
from app.journal.store import JournalError
from app.ruling.scene import Scene
from app.screens.competition_shared import chosen_round, form_of, round_chips, write
from app.tools.competition.meetings import BYE, Meeting, PlanError, Round
from app.tools.competition.next_round import next_round, swapped
from app.tools.competition.reading import competition_of
from app.tools.competition.tables import score_of
from app.widgets.basics import quiet, row, row_button, section_title
from app.widgets.chips import chips_of_many
from app.widgets.columns import stretched
from app.widgets.fields import button, entry, fault, fold
from app.widgets.links import provision_links
from app.widgets.pages import page
from app.widgets.segments import segments
from app.widgets.sentences import card, sentence
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.files import pick
from app.window.library import journal
from app.window.published import PAPERS, PartMissingError, need
from app.window.session import use_session

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from app.tools.competition.competition import Competition
    from app.tools.competition.entry import Read
    from app.window.session import Session
    from rules_data.model import GameId

PARTS = {"rounds": "对阵", "standings": "名次", "people": "变动", "papers": "印发", "plan": "设置"}
SHOWN = 40  # meetings built at once
STATES = {"bye": "轮空", "forfeit": "弃权", "off": "不赛", "open": "待定"}


@component
def CompetitionPane(record: str, part: str, meeting: str) -> ft.Control:
    """Show the rounds of an event, or what belongs to them."""
    session = use_session()
    form = form_of(session, record)
    ft.use_state(form)
    ft.use_state(session.assignment)
    try:
        event, found = competition_of(journal(), record)
    except JournalError as refused:
        return page(session, "赛程", [ft.Container(sentence(session, str(refused), theme.LAW), padding=16)])
    if found is None or part == "plan":
        from app.screens.competition_plan import plan_page

        return plan_page(session, record, event, found, form)
    if part == "result" and (chosen := found.meeting(meeting)) is not None:
        from app.screens.competition_result import result_page

        return result_page(session, record, found, chosen, form)
    head = ft.Container(
        segments(session, [(key, name) for key, name in PARTS.items()], part, lambda to: _turn(session, record, to)),
        padding=ft.Padding.only(left=16, right=16, top=12),
    )
    parts: Iterable[ft.Control]
    if part == "standings":
        from app.screens.competition_table import standings_parts

        parts = standings_parts(session, found, form)
    elif part == "people":
        from app.screens.competition_people import people_parts

        parts = people_parts(session, record, event, found, form)
    elif part == "papers":
        from app.screens.competition_papers import papers_parts

        parts = papers_parts(session, record, event, found, form)
    else:
        parts = _rounds(session, record, found, form)
    return page(
        session, shown(event.body.name, LINE), [head, *parts], state=f"competition-{part}-{form.number('round')}"
    )


def _turn(session: Session, record: str, part: str) -> None:
    form_of(session, record).fault = ""
    session.go(routes.competition_address(record, part), instead=True)


def _rounds(session: Session, record: str, found: Competition, form: Form) -> Sequence[ft.Control]:
    parts: list[ft.Control] = []
    if found.rounds:
        parts.append(round_chips(session, found, form))
    now = chosen_round(found, form)
    if now is not None:
        waiting = found.waiting(now)
        said = f"{now.title}：{sum(m.is_known for m in now.meetings)}桌" + (
            f"，还差{len(waiting)}桌" if waiting else "，已录完"
        )
        parts.append(section_title(session, said))
        most = form.number("meetings") or SHOWN
        game = found.rules.game
        parts += [
            _called(session, record, game, each, _meeting(session, record, found, each)) for each in now.meetings[:most]
        ]
        if len(now.meetings) > most:
            more = button(
                session, f"再显示一些（还有{len(now.meetings) - most}桌）", lambda _: form.put("meetings", most + SHOWN)
            )
            parts.append(ft.Container(more, padding=16))
    if found.plan.format == "swiss" and not found.finished and not (now and found.waiting(found.rounds[-1])):
        parts.append(ft.Container(_next(session, record, found, form), padding=16))
    if found.plan.format == "groups" and not any(m.in_bracket for m in found.meetings()):
        wait = "各组赛完、出线名次分清后，淘汰阶段的对阵自动排出；名次并列的，在“变动”里录抽签结果。"
        parts.append(ft.Container(quiet(session, wait, theme.BODY), padding=16))
    if form.fault:
        parts.append(ft.Container(ft.Column(fault(session, form)), padding=16))
    last = now is not None and found.plan.format == "swiss" and now is found.rounds[-1]
    if now is not None and last and all(found.result(meeting) is None for meeting in now.meetings):
        parts.append(_mend(session, record, found, now, form))
    if now is not None and found.waiting(now):
        parts.append(_many(session, record, found, now, form))
    if now is not None:
        parts.append(_reasons(session, now, form))
        parts.append(_seating(session, found, now, form))
    return parts


def call_to(session: Session, record: str, game: GameId, meeting: Meeting) -> None:
    """Go to a table of a round as its referee: the rulings of its game, begun there."""
    session.duty.attend(record, [game])
    session.duty.called_to(Scene(record, game, Place(meeting.table, meeting.round)))
    session.go(routes.rule_address(game))


def _called(session: Session, record: str, game: GameId, meeting: Meeting, shown: ft.Control) -> ft.Control:
    """A meeting, and beside it the way to a ruling at its table."""
    if not meeting.is_known or not meeting.table:
        return shown
    here = on_tap(call_to, session, record, game, meeting)
    call = row_button(session, ft.Icons.GAVEL, "裁决", f"在{meeting.table}桌裁决", here)
    return ft.Row([ft.Container(shown, expand=True), call], spacing=0, key=f"table-{meeting.id}")


def _meeting(session: Session, record: str, found: Competition, meeting: Meeting) -> ft.Control:
    outcome = found.outcome(meeting)

    def side(entrant: str | None, source: str, name: str) -> ft.Control:
        text = found.said(entrant) if entrant is not None else source or "待定"
        won = outcome.winner == name and entrant not in (None, BYE)
        return sentence(session, text, theme.BODY, bold=won)

    if outcome.state == "none":
        said = "录入" if meeting.is_known else "待定"
    elif outcome.state == "played":
        said = score_of(found, meeting).replace("（", "\n（")  # victory points below the IMPs
    else:
        said = STATES.get(outcome.state, "")
        if outcome.home is not None and outcome.away is not None and not outcome.games:
            said = f"{said} {outcome.home.main:g}:{outcome.away.main:g}"
    late = [str(each) for each in (meeting.home, meeting.away) if (str(each), meeting.round) in found.late]
    label = "　".join(part for part in (f"{meeting.table}桌" if meeting.table else "", meeting.stage) if part)
    content = ft.Row(
        [
            ft.Container(quiet(session, label or "—", theme.BODY), width=session.px(56)),
            ft.Column(
                [
                    side(meeting.home, meeting.sources[0], "home"),
                    side(meeting.away, meeting.sources[1], "away"),
                    *([quiet(session, f"{'、'.join(late)}号迟到", theme.BODY)] if late else []),
                ],
                spacing=2,
                expand=True,
            ),
            written(
                session,
                said,
                theme.BODY,
                weight=ft.FontWeight.W_600,
                text_align=ft.TextAlign.RIGHT,
                color=ft.Colors.PRIMARY if outcome.state in ("none", "open") else None,
            ),
        ],
        spacing=8,
    )
    if not meeting.is_known:
        return ft.Container(content, padding=ft.Padding.symmetric(horizontal=16, vertical=12))
    return row(
        content, on_tap(session.go, routes.competition_address(record, "result", meeting.id)), key=f"m-{meeting.id}"
    )


def _next(session: Session, record: str, found: Competition, form: Form) -> ft.Control:
    def pair(_: object) -> None:
        try:
            body = next_round(found)
        except PlanError as refused:
            form.fault = str(refused)
            return
        if write(session, record, body):
            form.put("round", body.number)
            session.tell(f"已编排第{body.number}轮")

    return button(session, f"编排第{len(found.rounds) + 1}轮", pair, ft.Icons.SHUFFLE, filled=True)


def _mend(session: Session, record: str, found: Competition, now: Round, form: Form) -> ft.Control:
    """A round by score that is not played yet can be paired anew, or two put in each other's places."""
    open_, turn = fold(session, form, "mending", "改这一轮的编排", ft.Icons.SWAP_HORIZ)
    chosen = tuple(form.values.get("swap") or ())

    def pick(entrant: str) -> None:
        two = tuple(e for e in chosen if e != entrant) if entrant in chosen else (*chosen, entrant)
        if len(two) < 2:
            form.put("swap", two)
            return
        try:
            body = swapped(found, now.number, *two)
        except PlanError as refused:
            form.put("swap", ())
            form.fault = str(refused)
            return
        form.put("swap", ())
        if write(session, record, body):
            session.tell(f"{two[0]}号与{two[1]}号已对调")

    def undo(_: object) -> None:
        try:
            for each in found.paired[now.number]:
                session.duty.journal().withdraw(each, "重新编排")
        except JournalError as refused:
            form.fault = str(refused)
            return
        form.put("round", None)
        session.duty.written()
        session.tell(f"第{now.number}轮的编排已撤回")

    parts: list[ft.Control] = [turn]
    if open_:
        names = [e for meeting in now.meetings for e in (meeting.home, meeting.away) if e]
        parts.append(quiet(session, "还没有成绩，裁判长可以对调：点两个编号，换过来。", theme.BODY))
        parts.append(chips_of_many(session, [(e, e) for e in names], chosen, pick))
        parts.append(button(session, "撤回这一轮，重新编排", undo, ft.Icons.UNDO))
    return ft.Container(
        stretched(parts, spacing=8),
        padding=ft.Padding.only(left=16, right=16, top=8),
    )


def _reasons(session: Session, now: Round, form: Form) -> ft.Control:
    open_, turn = fold(session, form, "reasons", "为什么这样排", ft.Icons.HELP_OUTLINE)
    cites = list(dict.fromkeys(cite for m in now.meetings for cite in m.cites))
    parts: list[ft.Control] = [turn]
    if open_:
        for meeting in now.meetings[:SHOWN]:
            if meeting.why:
                two = f"{meeting.home or '轮空'}—{meeting.away or '轮空'}"
                parts.append(quiet(session, f"{two}：{'；'.join(meeting.why)}。", theme.BODY))
        parts.append(provision_links(session, cites))
    return ft.Container(stretched(parts, spacing=8), padding=ft.Padding.all(16))


def _seating(session: Session, found: Competition, now: Round, form: Form) -> ft.Control:
    open_, turn = fold(session, form, "seating", "桌位图", ft.Icons.TABLE_RESTAURANT_OUTLINED)
    parts: list[ft.Control] = [turn]
    if open_:
        from app.screens.competition_bracket import seating

        parts.append(seating(session, found, now))
    return ft.Container(
        stretched(parts, spacing=8),
        padding=ft.Padding.only(left=16, right=16, bottom=16),
    )


# Many results at once


def take_many(session: Session, record: str, form: Form, read: Read) -> None:
    """Keep the results that could be read, and say what could not."""
    if read.results and not write(session, record, *read.results):
        return
    form.values["pasted"] = ""
    form.put("faults", read.faults)
    if read.results:
        session.tell(f"已录入{len(read.results)}桌")


def _many(session: Session, record: str, found: Competition, now: Round, form: Form) -> ft.Control:
    from app.tools.competition.entry import HOW, from_bytes, from_pasted

    def paste(_: object) -> None:
        take_many(session, record, form, from_pasted(found, now, form.text("pasted")))

    async def choose(_: object) -> None:
        picked = await pick("csv", "txt", "xlsx")
        if picked is None:
            return
        try:
            await need(PAPERS)
        except PartMissingError as missing:
            session.tell(str(missing))
            return
        take_many(session, record, form, await aside(from_bytes, found, now, picked.content))

    open_, turn = fold(session, form, "many", "成批录入（粘贴、CSV、XLSX）", ft.Icons.CONTENT_PASTE)
    body: list[ft.Control] = [turn]
    faults = tuple(form.values.get("faults") or ())
    body += [sentence(session, line, color=session.shade(theme.RED)) for line in faults[:12]]
    if open_:
        body += [
            quiet(session, HOW[found.plan.scoring], theme.BODY),
            entry(session, form, "pasted", "把成绩贴在这里", lines=4),
            button(session, "读入贴的成绩", paste, ft.Icons.CONTENT_PASTE),
            button(session, "从文件读入（CSV、XLSX）", choose, ft.Icons.UPLOAD_FILE),
        ]
    return card(session, "成批录入", body, ft.Icons.PLAYLIST_ADD)
