"""变动: who leaves, who comes late, points taken for penalties of the journal, lots between equals. All are new records."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import flet as ft

from app.journal.competition import AdjustBody, ChangeBody, LotsBody
from app.journal.store import JournalError
from app.screens.competition_plan import stepper
from app.screens.competition_shared import write
from app.tools.competition import lateness
from app.tools.competition.swiss import drawn
from app.widgets.basics import icon_button, quiet, row
from app.widgets.chips import chips, chips_of_many
from app.widgets.fields import button, caption, entry, fault
from app.widgets.links import provision_links
from app.widgets.sentences import card, sentence
from app.window import theme
from app.window.components import on_tap
from app.window.library import journal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.base.form import Form
    from app.journal.entries import Event
    from app.tools.competition.competition import Competition
    from app.window.session import Session

SHOWN = 60
DECIDED = {"bye": "不计，按轮空", "wins": "判对手胜（淘汰赛：进入下一轮）"}


def people_parts(session: Session, record: str, event: Event, found: Competition, form: Form) -> Sequence[ft.Control]:
    """Return what happens to those who take part."""
    chosen = form.text("who").strip()
    known = {*found.entrants, *(each.number for each in event.body.entrants)}
    if chosen not in known:
        chosen = ""
    return [
        card(session, "谁", _choice(session, event, found, form, chosen), ft.Icons.GROUPS_OUTLINED),
        *_draw_again(session, record, found),
        *(
            [_leave(session, record, found, form, chosen), _points(session, record, found, form, chosen)]
            if chosen
            else []
        ),
        _lots(session, record, found, form),
        _written(session, record, found),
    ]


def _choice(session: Session, event: Event, found: Competition, form: Form, chosen: str) -> list[ft.Control]:
    late = [each.number for each in event.body.entrants if each.number not in found.entrants]
    offered = [*found.entrants, *late][:SHOWN]
    if len(found.entrants) + len(late) > SHOWN:
        parts: list[ft.Control] = [entry(session, form, "who", "编号")]
    else:
        parts = [
            chips(
                session,
                [(each, found.said(each)) for each in offered],
                chosen,
                lambda each: form.put("who", "" if each == chosen else each),
            )
        ]
    if not chosen:
        parts.append(quiet(session, "先点一对（队），再记退赛、补报、扣分。", theme.BODY))
    return parts


def _leave(session: Session, record: str, found: Competition, form: Form, who: str) -> ft.Control:
    current = found.current
    number = form.number("from") or (current.number if current is not None else 1)

    def leave(_: object) -> None:
        if write(session, record, ChangeBody(who, "leave", number)):
            form.put("who", "")
            session.tell(f"已记：{who}号第{number}轮起退赛")

    def enter(_: object) -> None:
        if write(session, record, ChangeBody(who, "enter", number)):
            form.put("who", "")
            session.tell(f"已记：{who}号第{number}轮起参赛")

    body: list[ft.Control] = [
        stepper(session, "从第几轮起", number, lambda n: form.put("from", int(n)), 1, 99),
        button(session, f"{who}号退赛", leave, ft.Icons.LOGOUT),
    ]
    if who not in found.entrants:
        if found.plan.format == "swiss":
            body = [body[0], button(session, f"{who}号补报参赛（前面的轮次不计分）", enter, ft.Icons.LOGIN)]
        else:
            body = [quiet(session, "这种赛制各轮已排定，补报须在“设置”里重排。", theme.BODY)]
    elif (follows := found.following(who, number=found.left.get(who, number))) is not None:
        body.append(sentence(session, f"{'' if who in found.left else '退赛以后：'}{follows.says}。"))
        body += [quiet(session, f"按默认：{each}", theme.BODY) for each in follows.settled]
        if follows.cites:
            body.append(provision_links(session, follows.cites))
        if who in found.left and follows.rest in ("refer", "fill_up"):
            body += _decided(session, record, found, who)
    if who in found.left:
        body.append(sentence(session, f"已记第{found.left[who]}轮起退赛；记错了，在下面撤回。"))
    return card(session, "退赛、补报", body, ft.Icons.TRANSFER_WITHIN_A_STATION)


def _decided(session: Session, record: str, found: Competition, who: str) -> list[ft.Control]:
    """What the chief referee decides, where the text does not say what becomes of the meetings of somebody who left."""
    now = found.leaving[who]

    def decide(decided: str) -> None:
        if write(session, record, replace(now, decided=decided)):  # type: ignore[arg-type]
            session.tell(f"已记裁判长的决定：{DECIDED[decided]}")

    return [
        caption(session, "条文没有写，裁判长定他未赛的各场"),
        chips(session, DECIDED.items(), now.decided, decide),
    ]


def _draw_again(session: Session, record: str, found: Competition) -> list[ft.Control]:
    """The draw that is to be made again because somebody left before the first round."""
    gone = found.to_draw_again
    if not gone:
        return []
    follows = found.following(gone[0])
    still = [each for each in found.plan.order if each not in found.left]

    def draw(_: object) -> None:
        if write(session, record, found.drawn_again(drawn(still))):
            session.tell("已重新抽签，各轮重排")

    said = f"{'、'.join(f'{each}号' for each in gone)}在第一轮开始前退赛：{follows.says if follows else ''}。"
    parts = [
        sentence(session, said),
        button(session, "重新抽签，重排各轮", draw, ft.Icons.CASINO_OUTLINED, filled=True),
    ]
    if follows is not None:
        parts.append(provision_links(session, follows.cites))
    return [card(session, "重新抽签", parts, ft.Icons.CASINO_OUTLINED)]


def _points(session: Session, record: str, found: Competition, form: Form, who: str) -> ft.Control:
    main, second = float(form.values.get("main") or 0), float(form.values.get("second") or 0)
    current = found.current
    number = form.number("from") or (current.number if current is not None else 1)
    rulings = [e for e in journal().entries(record, pair=who, withdrawn=False, limit=8) if e.body.level == "penalty"]
    used = {each.body.ruling for each in found.added}
    chosen = form.text("ruling")

    def plain(value: float) -> int | float:
        return int(value) if value.is_integer() else value

    def save(_: object) -> None:
        if not main and not second:
            form.fault = "扣加的分都是0，没有存；请先点出扣几分（负数）或加几分。"
            return
        reason = next((e.body.title for e in rulings if e.id == chosen), "") or form.text("reason").strip()
        body = AdjustBody(who, number, main=plain(main), second=plain(second), reason=reason, ruling=chosen)
        if write(session, record, body):
            form.values |= {"main": 0, "second": 0, "ruling": "", "reason": ""}
            form.put("who", "")
            session.tell("已计入成绩")

    parts: list[ft.Control] = []
    if rulings:
        parts.append(caption(session, "日志里对他们的判罚（点一条，扣分就记在它名下）"))
        for each in rulings:
            said = f"第{each.body.place.round}轮 " if each.body.place.round else ""
            mark = "（已计入）" if each.id in used else ""
            parts.append(
                row(
                    sentence(session, f"{said}{each.body.title}{mark}", bold=each.id == chosen),
                    on_tap(form.put, "ruling", "" if each.id == chosen else each.id),
                    selected=each.id == chosen,
                    left=8,
                )
            )
    else:
        parts.append(
            quiet(session, "日志里没有对他们的判罚。一局判负、弃权请在那一桌录；这里记扣分、加分。", theme.BODY)
        )
    parts.append(stepper(session, f"{found.rules.main}扣加", main, lambda n: form.put("main", n), -99, 99))
    if found.rules.second:
        parts.append(stepper(session, f"{found.rules.second}扣加", second, lambda n: form.put("second", n), -99, 99))
    parts.append(entry(session, form, "reason", "理由（可不写）"))
    parts += fault(session, form)
    parts.append(button(session, f"计入{who}号的成绩", save, ft.Icons.CHECK))
    if cites := [each for each in found.rules.law.adjusted if each.partition(":")[0] in found.event.books]:
        parts.append(provision_links(session, cites))
    return card(session, "判罚计入成绩", parts, ft.Icons.GAVEL_OUTLINED)


def _lots(session: Session, record: str, found: Competition, form: Form) -> ft.Control:
    tied: list[list[str]] = []
    for group in range(len(found.groups)) if not found.is_knockout else ():
        rows = found.standings(group=group if found.plan.format == "groups" else None)
        by_rank: dict[int, list[str]] = {}
        for each in rows:
            if each.rank and each.shared and each.score.played:
                by_rank.setdefault(each.rank, []).append(each.entrant)
        tied += by_rank.values()
    parts: list[ft.Control] = []
    for those in tied[:8]:

        def draw(_: object, those: list[str] = those) -> None:
            order = drawn(those)
            if write(session, record, LotsBody(order)):
                session.tell(f"抽签：{'、'.join(order)}")

        names = "、".join(those)
        parts.append(sentence(session, f"{names}号各项都相等。"))
        parts.append(button(session, "由本机抽签", draw, ft.Icons.CASINO_OUTLINED))
        now = tuple(form.values.get("lots") or ())
        parts.append(quiet(session, "或按现场抽的次序逐个点：", theme.BODY))
        offered = [(each, f"{now.index(each) + 1}. {each}号" if each in now else f"{each}号") for each in those]
        parts.append(chips_of_many(session, offered, now, partial(_tap_lot, session, record, form, those)))
    if not parts:
        parts.append(quiet(session, "没有名次完全相同的。", theme.BODY))
    return card(session, "抽签", parts, ft.Icons.CASINO_OUTLINED)


def _tap_lot(session: Session, record: str, form: Form, those: list[str], entrant: str) -> None:
    now = [each for each in form.values.get("lots") or () if each in those]
    now = [each for each in now if each != entrant] if entrant in now else [*now, entrant]
    if len(now) == len(those):
        if write(session, record, LotsBody(tuple(now))):
            session.tell(f"抽签：{'、'.join(now)}")
        now = []
    form.put("lots", tuple(now))


def _written(session: Session, record: str, found: Competition) -> ft.Control:
    """What was written, to be taken back."""

    def take_back(id_: str) -> None:
        try:
            session.duty.journal().withdraw(id_, "记错了")
        except JournalError as refused:
            session.tell(str(refused))
            return
        session.duty.written()
        session.tell("已撤回，原来记的留在日志里")

    lines: list[tuple[str, str]] = [
        (id_, f"{found.said(body.entrant)}：第{body.round}轮起{'退赛' if body.change == 'leave' else '参赛'}")
        for id_, body in found.changes
    ]
    for each in found.added:
        body = each.body
        second = f" {found.rules.second}{body.second:+g}" if found.rules.second and body.second else ""
        main = f" {found.rules.main}{body.main:+g}" if body.main else ""
        lines.append((each.record, f"{found.said(body.entrant)}：{main}{second} {body.reason}（第{body.round}轮）"))
    for late in found.late.values():
        lines.append((late.record, f"{found.said(late.body.entrant)}：{lateness.said(found.rules, late.body)}"))
    if not lines:
        return ft.Container()
    return card(
        session,
        "记过的变动",
        [
            ft.Row(
                [
                    ft.Container(sentence(session, text), expand=True),
                    icon_button(session, ft.Icons.UNDO, f"撤回 {text}", on_tap(take_back, id_)),
                ]
            )
            for id_, text in lines
        ],
        ft.Icons.HISTORY,
    )
