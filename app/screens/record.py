"""One ruling of the journal: what it rests on, what was corrected since, papers to print."""

from __future__ import annotations

import logging
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

import flet as ft

from app.base.form import Form
from app.base.opened import handbook, trees
from app.base.plain_text import LINE, joined, shown
from app.base.words import COUNTED, GAMES, OWN_ERROR, OWN_ERROR_NOT_WRITTEN
from app.brought.in_receipt import own_lines
from app.journal.numbers import form_number
from app.journal.receipts import figures, readable
from app.journal.store import JournalError
from app.ruling.assignment import pair_words, place_words
from app.ruling.built_on import rested_on, resting_on
from app.ruling.corrected import changes
from app.ruling.placing import fill_place, offenders_of, place_of
from app.ruling.scene import Scene
from app.screens.place_form import PlaceForm
from app.screens.record_papers import RulingPapers
from app.widgets.basics import notice
from app.widgets.clause_row import clause_rows
from app.widgets.columns import stretched
from app.widgets.fields import button, entry, fault
from app.widgets.pages import page
from app.widgets.sentences import UNKNOWN_GROUND, card, level_ground, level_look, sentence, shaped
from app.widgets.text import written
from app.window import routes, theme
from app.window.attempts import attempts
from app.window.checking import kept as checkable
from app.window.components import on_tap
from app.window.error_boundary import component, guarded
from app.window.library import journal
from app.window.published import PAPERS
from app.window.session import use_session
from decision_trees.functions import RuleInputError
from decision_trees.games import games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from app.journal.entries import Entry, Remark
    from app.journal.records import EventBody
    from app.ruling.built_on import Resting
    from app.window.session import Session


MOST = 60  # remarks, facts or clauses of one ruling shown
WITHDRAWN: tuple[ft.IconData, tuple[str, str], str] = (ft.Icons.UNDO, ("#5B5F66", "#B4B8C0"), "已撤回")
log = logging.getLogger("zhicai")


def clock(at: str) -> str:
    """A time of the journal in words: 11月21日 14:05."""
    try:
        when = datetime.fromisoformat(at).astimezone()
    except (ValueError, OverflowError, OSError):
        return shown(at, 40)
    return f"{when.month}月{when.day}日 {when:%H:%M}"


@component
def EntryPane(record: str) -> ft.Control:
    """Show one ruling of the journal."""
    session = use_session()
    ft.use_state(session.assignment)
    ft.use_state(session.journal_view)
    ft.use_state(session.journal_view.form)
    ft.use_effect(session.settle, [session.journal_view.asking])
    wrong = ft.use_memo(lambda: _tampered(record), [record])
    try:
        found = journal().entry(record)
    except JournalError as refused:
        return page(session, "记录", [ft.Container(sentence(session, str(refused), theme.LAW), padding=16)])
    asking = session.journal_view.asking if session.journal_view.asks_about(found.id) else ""
    parts = (_head, _form) if asking else (_head, _built_on, _later, _facts, _receipt, _actions, _grounds)
    drawn = [guarded(partial(part, session, found)) for part in parts]
    drawn[:0] = [_doubted(session, wrong)] if wrong else []
    standing = (  # changed: what it is now comes into view
        f"{found.id}-{len(found.corrections)}-{found.withdrawn is None}-{asking}"
    )
    pinned = _finishing(session, found) if asking else []
    return page(session, "记录", [each for each in drawn if each is not None], pinned=pinned, state=standing)


def _tampered(record: str) -> tuple[str, ...]:
    """What is wrong with a record that is shown; a journal that cannot be looked at says so elsewhere."""
    try:
        return checkable().record_faults(record)
    except JournalError:
        return ()


def _doubted(session: Session, wrong: tuple[str, ...]) -> ft.Control:
    said: list[ft.Control] = [sentence(session, each) for each in wrong]
    body = notice(session, ft.Icons.GPP_BAD_OUTLINED, "核对不符", said, session.shade(theme.RED))
    return ft.Container(body, padding=16)


def _head(session: Session, found: Entry) -> ft.Control:
    body = found.body
    icon, pair, level = level_look(body.level) if found.withdrawn is None else WITHDRAWN
    color = session.shade(pair)
    head: list[ft.Control] = [_ruling(session, found, icon, color, level)]
    if found.withdrawn is not None:
        text = f"已撤回。{shown(found.withdrawn, lines=True)}" if found.withdrawn else "已撤回。"
        head.append(
            ft.Container(
                notice(session, ft.Icons.UNDO, "撤回", [sentence(session, text)], session.shade(theme.AMBER)),
                padding=16,
            )
        )
    return _stacked(head)


def _built_on(session: Session, found: Entry) -> ft.Control | None:
    """What a ruling taken back does to those built on it: said on both, with what they would be now."""
    said: list[ft.Control] = []
    for each in rested_on(journal(), found):
        body: list[ft.Control] = [sentence(session, each.now if each.falls else f"照现在的牌局：{each.now}")]
        if each.upheld:
            body.append(sentence(session, "已记明：维持原裁定。"))
        else:
            body += [
                button(session, "照现在的牌局重判", on_tap(session.table.rule_anew, each), ft.Icons.GAVEL),
                button(
                    session,
                    "维持原裁定",
                    _try_to(session, partial(_uphold, session, each), "已存入日志"),
                    ft.Icons.CHECK,
                ),
            ]
        title = f"它所依据的“{shown(each.on.body.title, LINE)}”已撤回"
        said.append(notice(session, ft.Icons.WARNING_AMBER, title, body, session.shade(theme.AMBER)))
    if found.withdrawn is not None and (resting := resting_on(journal(), found)):
        body = []
        for each in resting:
            state = "，已记明维持" if each.upheld else ""
            text = f"{clock(each.entry.at)} {shown(each.entry.body.title, LINE)}{state}"
            body.append(button(session, text, on_tap(session.go, routes.journal_address(each.entry.id)), ft.Icons.LINK))
            body.append(sentence(session, each.now if each.falls else f"照现在的牌局：{each.now}"))
        title = "撤回以后，照现在的牌局会变的裁决"
        said.append(notice(session, ft.Icons.WARNING_AMBER, title, body, session.shade(theme.AMBER)))
    return (
        _stacked([ft.Container(each, padding=ft.Padding.only(left=16, right=16, top=12)) for each in said])
        if said
        else None
    )


def _uphold(session: Session, resting: Resting) -> None:
    on = resting.on
    text = f"所依据的“{shown(on.body.title, LINE)}”（{form_number(on)}）已撤回，维持原裁定。"
    session.duty.journal().uphold(resting.entry.id, on.id, text)
    session.table.follow_journal(resting.entry.id)


def _stacked(parts: list[ft.Control]) -> ft.Control:
    return stretched(parts, spacing=0, tight=True)


def _ruling(session: Session, found: Entry, icon: ft.IconData, color: str, level: str) -> ft.Control:
    body = found.body
    return ft.Container(
        stretched(
            [
                ft.Row(
                    [
                        ft.Icon(icon, color=color, size=session.px(24)),
                        written(session, f"{shown(body.title, LINE)} · {level}", theme.BODY, color=color, expand=True),
                    ],
                    spacing=8,
                ),
                ft.Semantics(content=_ruled(session, found), heading_level=2),
                *(sentence(session, shown(each, lines=True), theme.BODY, bold=True) for each in _worked_out(found)),
            ],
            spacing=8,
        ),
        bgcolor=session.shade(level_ground(body.level) if found.withdrawn is None else UNKNOWN_GROUND),
        border=ft.Border(left=ft.BorderSide(6, color)),
        padding=ft.Padding.only(left=14, right=16, top=14, bottom=16),
    )


def _worked_out(found: Entry) -> list[str]:
    """What the ruling comes to in tricks and scores; nothing of one that no longer counts."""
    if found.withdrawn is not None:
        return []
    try:
        return figures(journal().receipt(found.id), found.body.ruling)
    except JournalError:  # said where the receipt is shown
        return []


def _ruled(session: Session, found: Entry) -> ft.Control:
    """The sentence of a ruling; struck out where it no longer counts."""
    said = shown(found.body.ruling, lines=True)
    if found.withdrawn is None:
        return sentence(session, said, 20, bold=True)
    return ft.Text(
        session.say(shaped(said)),
        style=ft.TextStyle(
            size=session.px(20),
            height=1.4,
            color=ft.Colors.ON_SURFACE_VARIANT,
            decoration=ft.TextDecoration.LINE_THROUGH,
        ),
    )


def _facts(session: Session, found: Entry) -> ft.Control:
    body = found.body
    event = journal().event(found.event).body
    counted = joined([f"{COUNTED.get(kind, kind)}{count}次" for kind, count in body.counts])
    if counted and found.withdrawn is not None:
        counted = f"不计入：已撤回（原为{counted}）"
    facts = [
        ("编号", form_number(found)),
        ("赛事", shown(event.name, LINE)),
        ("项目", GAMES.get(body.game, shown(body.game, LINE))),
        ("何处", shown(place_words(body.place), LINE)),
        ("违规方", joined([pair_words(event, pair) for pair in body.offenders], 60)),
        ("违规者", shown(body.player or "", LINE)),
        ("记于", clock(found.at) + ("（这台设备当时的时钟不对）" if found.id in journal().doubtful() else "")),
        ("裁判", shown(found.author, LINE)),
        ("计入", counted),
        ("备注", shown(body.remark, lines=True)),
    ]
    return card(
        session, "情况", [sentence(session, f"{name}：{text}") for name, text in facts if text], ft.Icons.INFO_OUTLINE
    )


def _later(session: Session, found: Entry) -> ft.Control | None:
    event = journal().event(found.event).body
    history = [
        *(_correction(each, event) for each in found.corrections),
        *(f"{clock(each.at)} 申诉：{shown(each.text, lines=True)}" for each in found.appeals),
        *(f"{clock(each.at)} 备注：{shown(each.text, lines=True)}" for each in found.notes),
    ]
    if not history:
        return None
    more = [f"还有 {len(history) - MOST} 条，导出里都在。"] if len(history) > MOST else []
    return card(session, "以后的记录", [sentence(session, line) for line in (*history[:MOST], *more)], ft.Icons.HISTORY)


def _correction(each: Remark, event: EventBody) -> str:
    said = "；".join(shown(change, 300) for change in changes(each, event)) or "没有改动"
    return f"{clock(each.at)} 更正：{said}（{shown(each.text, lines=True) or '未写原因'}）"


def _grounds(session: Session, found: Entry) -> ft.Control:
    return _stacked([card(session, "依据", [], ft.Icons.MENU_BOOK), *clause_rows(session, found.body.cites[:MOST])])


def _receipt(session: Session, found: Entry) -> ft.Control | None:
    try:
        receipt = journal().receipt(found.id)
    except JournalError as refused:
        return card(session, "事实（裁决凭据）", [sentence(session, str(refused))], ft.Icons.FACT_CHECK_OUTLINED)
    if receipt is None:
        return None
    given, whole = readable(receipt)
    sources = {"given": "", "derived": "（推出）", "corrected": "（改正）", "chosen": "（选择）"}
    lines = [
        f"{shown(fact['label'], LINE)}：{shown(fact['shown'], 600)}{sources.get(fact['source'], '')}"
        for fact in given["facts"][:MOST]
        if fact["name"] != "history"
    ]
    lines = list(dict.fromkeys(lines))  # a number and the words for it are one line
    lines += [
        f"未定：{shown(q['question'], 600)} 采用“{shown(q['text'], 600)}”"
        for q in given["open_questions"][:MOST]
        if q["answer"]
    ]
    lines += [shown(line, 600) for line in own_lines(receipt)][:MOST]
    if not whole:
        lines.append("凭据由更新的版本写下，或有损坏，这里只列出读得懂的。")
    said: list[ft.Control] = [sentence(session, line) for line in lines]

    def replay(_: object) -> None:
        from decision_trees import receipt as receipts

        try:
            session.journal_view.replays = {
                **session.journal_view.replays,
                found.id: receipts.replay(receipt, handbook(), trees()),
            }
        except RuleInputError as refused:
            session.tell(str(refused))
        except Exception:  # a receipt of another shape than this version writes
            log.exception("a receipt cannot be replayed")
            session.tell("这份凭据读不懂，不能重走；记录原样留着")

    if (done := session.journal_view.replays.get(found.id)) is not None:
        text = "照原来的事实重走一遍，裁决相同。" if done.same else "照原来的事实重走一遍，有变化："
        icon = ft.Icons.CHECK_CIRCLE if done.same else ft.Icons.WARNING_AMBER
        said.append(notice(session, icon, text, [sentence(session, f"· {change}") for change in done.changes]))
    said.append(button(session, "按凭据重走一遍", replay, ft.Icons.REPLAY))
    return card(session, "事实（裁决凭据）", said, ft.Icons.FACT_CHECK_OUTLINED)


def _try_to(session: Session, work: Callable[[], Any], message: str) -> Callable[[object], None]:
    """Return what a button does that writes into the journal."""
    journal_view = session.journal_view

    def run(_: object) -> None:
        try:
            work()
        except JournalError as refused:
            journal_view.form.fault = str(refused)
        else:
            session.duty.written()
            journal_view.ask("")
            session.tell(message)

    return run


ASKED: dict[str, tuple[str, str, str, str]] = {  # title, what is written, the button, what is said when it is done
    "correct": ("更正", "为什么更正（可不写）", "存入更正", "已更正"),
    "withdraw": ("撤回", "为什么撤回（可不写）", "撤回这条裁决", "已存入日志"),
    "wrong": (OWN_ERROR, "错在哪里（可不写）", "撤回这条，接着处理", "已撤回"),
    "note": ("备注", "写一句备注", "存入备注", "已存入日志"),
    "appeal": ("申诉", "谁、因为什么提出申诉", "记下申诉", "已存入日志"),
}


def _form(session: Session, found: Entry) -> ft.Control:
    """What is asked before something is added to a record."""
    view = session.journal_view
    title, label, _, _ = ASKED[view.asking]
    body: list[ft.Control] = []
    if view.asking == "correct":
        body += [
            PlaceForm(view.placing, found.event, found.body.game, True),
            entry(session, view.placing, "player", "违规者（可不写）"),
            entry(session, view.placing, "remark", "备注（可不写）", lines=2),
        ]
    if view.asking == "wrong":
        body.append(sentence(session, "撤回以后，桌上的情况回到这条裁决以前。"))
        body += _law_of_own_error(session, found.body.game)
    if view.asking in ("withdraw", "wrong"):
        for each in resting_on(journal(), found):
            title = f"撤回以后，{clock(each.entry.at)} 的“{shown(each.entry.body.title, LINE)}”"
            text = f"{title}：{each.now}" if each.falls else f"{title}照现在的牌局会是：{each.now}"
            body.append(sentence(session, text))
    body.append(entry(session, view.form, "reason", label, lines=1 if view.asking == "correct" else 2))
    return card(session, title, body, ft.Icons.EDIT_NOTE)


def _finishing(session: Session, found: Entry) -> list[ft.Control]:
    """The buttons of the form, which stay in view."""
    view, kept = session.journal_view, session.duty.journal

    def reason() -> str:
        return view.form.text("reason").strip()

    def put_right() -> None:
        placing = view.placing
        kept().correct(
            found.id,
            {
                "place": place_of(placing),
                "offenders": offenders_of(placing, journal().event(found.event).body),
                "player": placing.text("player").strip() or None,
                "remark": placing.text("remark").strip(),
            },
            reason(),
        )

    work: dict[str, Callable[[], Any]] = {
        "correct": put_right,
        "withdraw": lambda: _take_back(session, found, reason()),
        "wrong": lambda: _own_error(session, found, reason()),
        "note": lambda: kept().note(found.id, found.event, reason()),
        "appeal": lambda: kept().appeal(found.id, {"text": reason()}),
    }
    _, _, text, message = ASKED[view.asking]
    save = button(session, text, _try_to(session, work[view.asking], message), ft.Icons.SAVE_OUTLINED, filled=True)
    cancel = button(session, "取消", lambda _: view.ask(""))
    return [*fault(session, view.form), ft.Row([ft.Container(save, expand=True), cancel], spacing=12)]


def _take_back(session: Session, found: Entry, reason: str) -> None:
    session.duty.journal().withdraw(found.id, reason)
    session.table.follow_journal(found.id)


def _own_error(session: Session, found: Entry, reason: str) -> None:
    _take_back(session, found, f"{OWN_ERROR}：{reason}" if reason else OWN_ERROR)
    session.table.own_error(found)


def _law_of_own_error(session: Session, game: str) -> list[ft.Control]:
    """What the law says of a referee's wrong ruling, or that it does not say it."""
    begins = games()[game].wrong_ruling if game in games() else None
    if begins is None:
        return [sentence(session, OWN_ERROR_NOT_WRITTEN)]
    tree = trees().tree(begins.tree)
    said = f"接着看还能不能纠正、由谁更改、怎样对牌手说（{tree.title}）。"
    return [sentence(session, said), *clause_rows(session, tree.cites[:1])]


def _bring_back(session: Session, found: Entry) -> None:
    session.duty.journal().withdraw(found.withdrawal or "")
    session.table.follow_journal(found.id)


def _actions(session: Session, found: Entry) -> ft.Control:
    """What can be done with a ruling, in groups; one that cannot be read can only be taken back, or brought back."""
    changing = _changing(session, found)
    return changing if found.strange else _stacked([changing, _adding(session, found), *_papers(session, found)])


def _changing(session: Session, found: Entry) -> ft.Control:
    """The ways to put a ruling right, or to take it back; or to bring one back that was."""
    view = session.journal_view
    if found.withdrawn is not None:
        back = _try_to(session, lambda: _bring_back(session, found), "已恢复")
        return card(session, "恢复", [button(session, "恢复这条裁决", back, ft.Icons.REDO)], ft.Icons.EDIT)

    def correct(_: object) -> None:
        view.placing = Form({"player": found.body.player, "remark": found.body.remark})
        fill_place(view.placing, Scene(found.event, found.body.game, found.body.place, found.body.offenders))
        view.ask("correct", found.id, reason="")

    ways = [
        button(session, OWN_ERROR, lambda _: view.ask("wrong", found.id), ft.Icons.ERROR_OUTLINE),
        button(session, "撤回这条裁决", lambda _: view.ask("withdraw", found.id), ft.Icons.UNDO),
    ]
    if not found.strange:
        ways.insert(0, button(session, "更正桌号、对号、备注", correct, ft.Icons.EDIT))
    return card(session, "更正、撤回", ways, ft.Icons.EDIT)


def _adding(session: Session, found: Entry) -> ft.Control:
    """What can be added to a ruling."""
    view = session.journal_view
    ways = [
        button(session, "写备注", lambda _: view.ask("note", found.id), ft.Icons.EDIT_NOTE),
        button(session, "记下申诉", lambda _: view.ask("appeal", found.id), ft.Icons.CAMPAIGN_OUTLINED),
    ]
    return card(session, "补记", _beside(session, ways), ft.Icons.EDIT_NOTE)


def _papers(session: Session, found: Entry) -> Iterator[ft.Control]:
    """What is printed of a ruling and handed on, and the way through its tree once more."""
    safely = attempts(session, "这一张没有做成：记录里有读不懂的内容；记录原样留着", PAPERS)
    of = RulingPapers(session, found)
    papers = [button(session, "裁决单（PDF）", safely(of.ruling_form), ft.Icons.PICTURE_AS_PDF)]
    if found.body.game in GAMES:
        papers.append(button(session, "申诉书（PDF）", safely(of.appeal_form), ft.Icons.PICTURE_AS_PDF))
    to_hand = button(session, "传给另一台手机", of.hand, ft.Icons.QR_CODE_2)
    yield card(session, "打印与传送", [*_beside(session, papers), to_hand], ft.Icons.PICTURE_AS_PDF)
    ruled = [button(session, "程序判得不对：存凭据文件", safely(of.report_wrong), ft.Icons.REPORT_OUTLINED)]
    if found.body.tree in trees().trees:
        again = button(session, "再走一遍这种违规", lambda _: session.desk.begin(found.body.tree), ft.Icons.GAVEL)
        ruled.insert(0, again)
    yield card(session, "再看裁法", ruled, ft.Icons.GAVEL)


def _beside(session: Session, buttons: Sequence[ft.Control]) -> list[ft.Control]:
    """Short buttons side by side, or under one another where the letters are large."""
    if session.settings.text_scale > 1:
        return list(buttons)
    return [ft.Row([ft.Container(each, expand=True) for each in buttons], spacing=10)]
