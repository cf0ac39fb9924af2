"""One ruling of the journal: what it rests on, what was corrected since, papers to print."""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import TYPE_CHECKING

import flet as ft

from app import theme
from app.boundary import component
from app.desk import use_desk
from app.duty import place_words
from app.files import hand_over
from app.journal.store import JournalError
from app.library import handbook, journal, trees
from app.screens.recording import PlaceForm, offenders_of, place_of
from app.widgets.basics import notice
from app.widgets.fields import button, entry, fault
from app.widgets.pages import page
from app.widgets.sentences import GROUNDS, LEVELS, card, clause_rows, sentence
from app.words import COUNTED, GAMES
from decision_trees.functions import RuleInputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from app.desk import Desk
    from app.journal.entries import Entry


def clock(at: str) -> str:
    """A time of the journal in words: 11月21日 14:05."""
    try:
        when = datetime.fromisoformat(at).astimezone()
    except ValueError:
        return at
    return f"{when.month}月{when.day}日 {when:%H:%M}"


@component
def EntryPane(record: str) -> ft.Control:
    """Show one ruling of the journal."""
    desk = use_desk()
    ft.use_state(desk.duty)
    ft.use_state(desk.ledger)
    ft.use_state(desk.ledger.form)
    try:
        found = journal().entry(record)
    except JournalError as refused:
        return page(desk, "记录", [ft.Container(sentence(desk, str(refused), theme.LAW), padding=16)])
    return page(desk, "记录", list(_entry_parts(desk, found)))


def _entry_parts(desk: Desk, found: Entry) -> Iterator[ft.Control]:
    body = found.body
    icon, pair, level = LEVELS[body.level]  # type: ignore[index]
    color = desk.shade(pair)
    yield ft.Container(
        ft.Column(
            [
                ft.Row(
                    [
                        ft.Icon(icon, color=color, size=desk.px(24)),
                        ft.Text(
                            desk.say(f"{body.title} · {level}"), size=desk.px(theme.BODY), color=color, expand=True
                        ),
                    ],
                    spacing=8,
                ),
                ft.Semantics(content=sentence(desk, body.ruling, 20, bold=True), heading_level=2),
            ],
            spacing=8,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        bgcolor=desk.shade(GROUNDS[body.level]),  # type: ignore[index]
        border=ft.Border(left=ft.BorderSide(6, color)),
        padding=ft.Padding.only(left=14, right=16, top=14, bottom=16),
    )
    if found.withdrawn is not None:
        text = f"已撤回。{found.withdrawn}" if found.withdrawn else "已撤回。"
        yield ft.Container(
            notice(desk, ft.Icons.UNDO, "撤回", [sentence(desk, text)], desk.shade(theme.AMBER)), padding=16
        )
    event = journal().event(found.event).body
    facts = [
        ("赛事", event.name),
        ("项目", GAMES.get(body.game, body.game)),  # type: ignore[call-overload]
        ("何处", place_words(body.place)),
        ("违规方", "、".join(body.offenders)),
        ("违规者", body.player or ""),
        ("记于", clock(found.at)),
        ("裁判", found.author),
        ("计入", "、".join(f"{COUNTED[kind]}{count}次" for kind, count in body.counts)),
        ("备注", body.remark),
    ]
    yield card(desk, "情况", [sentence(desk, f"{name}：{text}") for name, text in facts if text], ft.Icons.INFO_OUTLINE)
    history = [
        *(f"{clock(each.at)} 更正：{each.text or '未写原因'}" for each in found.corrections),
        *(f"{clock(each.at)} 申诉：{each.text}" for each in found.appeals),
        *(f"{clock(each.at)} 备注：{each.text}" for each in found.notes),
    ]
    if history:
        yield card(desk, "以后的记录", [sentence(desk, line) for line in history], ft.Icons.HISTORY)
    yield from _receipt(desk, found)
    yield _actions(desk, found)
    yield card(desk, "依据", [], ft.Icons.MENU_BOOK)
    yield from clause_rows(desk, body.cites)


def _receipt(desk: Desk, found: Entry) -> Iterator[ft.Control]:
    receipt = journal().receipt(found.id)
    if receipt is None:
        return
    sources = {"given": "", "derived": "（推出）", "corrected": "（改正）", "chosen": "（选择）"}
    lines = [
        f"{fact['label']}：{fact['shown']}{sources.get(fact['source'], '')}"
        for fact in receipt.get("facts", ())
        if fact["name"] != "history"
    ]
    lines += [f"未定：{q['question']} 采用“{q['text']}”" for q in receipt.get("open_questions", ()) if q["answer"]]
    said: list[ft.Control] = [sentence(desk, line) for line in lines]

    def replay(_: object) -> None:
        from decision_trees import receipt as receipts

        try:
            desk.ledger.replays = {**desk.ledger.replays, found.id: receipts.replay(receipt, handbook(), trees())}
        except RuleInputError as refused:
            desk.tell(str(refused))

    if (done := desk.ledger.replays.get(found.id)) is not None:
        text = "照原来的事实重走一遍，裁决相同。" if done.same else "照原来的事实重走一遍，有变化："
        said.append(
            notice(
                desk,
                ft.Icons.CHECK_CIRCLE if done.same else ft.Icons.WARNING_AMBER,
                text,
                [sentence(desk, f"· {change}") for change in done.changes],
            )
        )
    said.append(button(desk, "按凭据重走一遍", replay, ft.Icons.REPLAY))
    yield card(desk, "事实（裁决凭据）", said, ft.Icons.FACT_CHECK_OUTLINED)


def _actions(desk: Desk, found: Entry) -> ft.Control:
    ledger = desk.ledger
    form = ledger.form

    def done(message: str) -> None:
        desk.duty.written()
        ledger.ask("")
        desk.tell(message)

    def try_to(work: Callable[[], Any], message: str) -> Callable[[object], None]:
        def run(_: object) -> None:
            try:
                work()
            except JournalError as refused:
                form.fault = str(refused)
            else:
                done(message)

        return run

    async def ruling_form(_: object) -> None:
        from app.papers.ruling_form import ruling_form

        content = await asyncio.to_thread(
            ruling_form,
            found,
            journal().event(found.event),
            handbook(),
            receipt=journal().receipt(found.id),
            library=trees(),
            script=desk.settings.script,
        )
        await hand_over(f"裁决单 {place_words(found.body.place)} {found.body.title}.pdf", content)

    async def appeal_form(_: object) -> None:
        from app.papers.appeal_form import appeal_form

        content = await asyncio.to_thread(
            appeal_form, found, journal().event(found.event), handbook(), script=desk.settings.script
        )
        await hand_over(f"申诉书 {place_words(found.body.place)} {found.body.title}.pdf", content)

    def correct(_: object) -> None:
        place = found.body.place
        desk.placing.values = {
            "table": place.table,
            "round": place.round,
            "game": place.game,
            "deal": place.deal,
            "pairs": found.body.offenders,
            "player": found.body.player,
            "remark": found.body.remark,
        }
        desk.placing.version += 1
        ledger.ask("correct", reason="")

    body: list[ft.Control] = []
    if ledger.asking == "correct":
        placing = desk.placing

        def put_right() -> None:
            desk.open_journal().correct(
                found.id,
                {
                    "place": place_of(placing),
                    "offenders": offenders_of(placing, journal().event(found.event).body),
                    "player": placing.text("player").strip() or None,
                    "remark": placing.text("remark").strip(),
                },
                form.text("reason").strip(),
            )

        body += [
            PlaceForm(True, found.body.game),
            entry(desk, placing, "player", "违规者（可不写）"),
            entry(desk, placing, "remark", "备注（可不写）", lines=2),
            entry(desk, form, "reason", "为什么更正（可不写）"),
            *fault(desk, form),
            button(desk, "存入更正", try_to(put_right, "已更正"), ft.Icons.SAVE_OUTLINED, filled=True),
        ]
    elif ledger.asking in ("withdraw", "note", "appeal"):
        label, text, work = {
            "withdraw": (
                "为什么撤回（可不写）",
                "撤回这条裁决",
                lambda: desk.open_journal().withdraw(found.id, form.text("reason").strip()),
            ),
            "note": (
                "写一句备注",
                "存入备注",
                lambda: desk.open_journal().note(found.id, found.event, form.text("reason").strip()),
            ),
            "appeal": (
                "谁、因为什么提出申诉",
                "记下申诉",
                lambda: desk.open_journal().appeal(found.id, {"text": form.text("reason").strip()}),
            ),
        }[ledger.asking]
        body += [
            entry(desk, form, "reason", label, lines=2),
            *fault(desk, form),
            button(desk, text, try_to(work, "已存入日志"), ft.Icons.SAVE_OUTLINED, filled=True),
        ]
    if body:
        body.append(button(desk, "取消", lambda _: ledger.ask("")))
        titles = {"correct": "更正", "withdraw": "撤回", "note": "备注", "appeal": "申诉"}
        return card(desk, titles[ledger.asking], body, ft.Icons.EDIT_NOTE)
    if found.withdrawn is None:
        body = [
            button(desk, "更正桌号、对号、备注", correct, ft.Icons.EDIT),
            button(desk, "撤回这条裁决", lambda _: ledger.ask("withdraw"), ft.Icons.UNDO),
        ]
    else:
        body = [
            button(
                desk,
                "恢复这条裁决",
                try_to(lambda: desk.open_journal().withdraw(found.withdrawal or ""), "已恢复"),
                ft.Icons.REDO,
            )
        ]
    body += [
        button(desk, "写备注", lambda _: ledger.ask("note"), ft.Icons.EDIT_NOTE),
        button(desk, "记下申诉", lambda _: ledger.ask("appeal"), ft.Icons.CAMPAIGN_OUTLINED),
        button(desk, "裁决单（PDF）", ruling_form, ft.Icons.PICTURE_AS_PDF),
        button(desk, "申诉书（PDF）", appeal_form, ft.Icons.PICTURE_AS_PDF),
        button(desk, "再走一遍这种违规", lambda _: desk.begin_ruling(found.body.tree), ft.Icons.GAVEL),
    ]
    return card(desk, "还可以", body, ft.Icons.MORE_HORIZ)
