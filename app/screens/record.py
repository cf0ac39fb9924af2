"""One ruling of the journal: what it rests on, what was corrected since, papers to print."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

import flet as ft

from app.base.form import Form
from app.base.opened import trees
from app.base.plain_text import LINE, joined, shown
from app.base.words import OWN_ERROR, OWN_ERROR_NOT_WRITTEN, counted_as, game_name
from app.brought.in_receipt import OWN, own_lines
from app.journal.numbers import form_number, moved_from
from app.journal.receipts import figures, readable
from app.journal.store import JournalError
from app.ruling.assignment import pair_words, place_words
from app.ruling.built_on import changed_by, rested_on, resting_on
from app.ruling.by_hand import TREE as BY_HAND
from app.ruling.corrected import changes
from app.ruling.counts_now import brought_by, changed_counts, counted_on, once
from app.ruling.placing import fill_place, offenders_of, place_of
from app.ruling.scene import Scene
from app.ruling.taking_back import bring_back, take_back
from app.ruling.to_look_at import clock, why, would_be
from app.ruling.wrong_pair import at_place, seat_of_another
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
from app.window.components import keyed, on_tap
from app.window.error_boundary import component, guarded
from app.window.library import journal, law_texts, own_store
from app.window.published import PAPERS
from app.window.session import use_session
from decision_trees.functions import RuleInputError
from decision_trees.games import every_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    from app.journal.entries import Entry, Remark
    from app.journal.records import EventBody, Place
    from app.ruling.built_on import Resting
    from app.window.session import Session
    from decision_trees.receipt import Replay


LINES_PINNED, LETTERS = 6, 24  # of so many letters, of what a correction changes; more are scrolled,
PINNED = 0.2  # of the height of the window
MOST = 60  # remarks, facts or clauses of one ruling shown
WITHDRAWN: tuple[ft.IconData, tuple[str, str], str] = (ft.Icons.UNDO, ("#5B5F66", "#B4B8C0"), "已撤回")
log = logging.getLogger("zhicai")


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
    for each in once((*rested_on(journal(), found), *counted_on(journal(), found))):
        body: list[ft.Control] = [sentence(session, would_be(each))]
        if each.upheld:
            body.append(sentence(session, "已记明：维持原裁定。"))
        else:
            keep = _try_to(session, partial(_uphold, session, each), "已存入日志")
            again = "照现在的次数重判" if each.how == "counted" else "照现在的牌局重判"
            if each.deal or each.how == "counted":
                body.append(button(session, again, on_tap(session.table.rule_anew, each), ft.Icons.GAVEL))
            body.append(button(session, "维持原裁定", keep, ft.Icons.CHECK))
        said.append(
            notice(session, ft.Icons.WARNING_AMBER, f"{why(journal(), each)}。", body, session.shade(theme.AMBER))
        )
    if resting := [*changed_by(journal(), found), *changed_counts(journal(), found)]:
        body = []
        for each in resting:
            state = "，已记明维持" if each.upheld else ""
            text = f"{clock(each.entry.at)} {shown(each.entry.body.title, LINE)}{state}"
            body.append(button(session, text, on_tap(session.go, routes.journal_address(each.entry.id)), ft.Icons.LINK))
            body.append(sentence(session, would_be(each)))
        what = "撤回" if found.withdrawn is not None else "更正或恢复"
        title = f"{what}以后会变的裁决"
        said.append(notice(session, ft.Icons.WARNING_AMBER, title, body, session.shade(theme.AMBER)))
    return (
        _stacked([ft.Container(each, padding=ft.Padding.only(left=16, right=16, top=12)) for each in said])
        if said
        else None
    )


def _uphold(session: Session, resting: Resting) -> None:
    text = f"{why(journal(), resting)}（{form_number(resting.on)}）。维持原裁定。"
    session.duty.journal().uphold(resting.entry.id, resting.keeps, text)
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
    counted = joined([f"{counted_as(kind)}{count}次" for kind, count in body.counts])
    if counted and found.withdrawn is not None:
        counted = f"不计入：已撤回（原为{counted}）"
    facts = [
        ("编号", "".join((form_number(found), moved_from(found)))),
        ("赛事", shown(event.name, LINE)),
        ("项目", shown(game_name(body.game), LINE)),
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
    if OWN in receipt:
        from app.brought.under_version import standing

        lines += [shown(line, 600) for line in standing(receipt, own_store())][:MOST]
    if not whole:
        lines.append("凭据由更新的版本写下，或有损坏，这里只列出读得懂的。")
    said: list[ft.Control] = [sentence(session, line) for line in lines]

    def replay(_: object) -> None:
        try:
            session.journal_view.replays = {**session.journal_view.replays, found.id: _replay(receipt)}
        except RuleInputError as refused:
            session.tell(str(refused))
        except Exception:  # a receipt of another shape than this version writes
            log.exception("a receipt cannot be replayed")
            session.tell("这份凭据读不懂，不能重走；记录原样留着")

    if (done := session.journal_view.replays.get(found.id)) is not None:
        text = "照原来的事实重走一遍，裁决相同。" if done.same else "照原来的事实重走一遍，有变化："
        icon = ft.Icons.CHECK_CIRCLE if done.same else ft.Icons.WARNING_AMBER
        said.append(notice(session, icon, text, [sentence(session, f"· {change}") for change in done.changes]))
        if counted_on(journal(), found):
            said.append(sentence(session, "重走用的是当时的次数；现在的次数不同，见上面。"))
    if found.body.outcome != BY_HAND:  # there is no way to go through
        said.append(button(session, "按凭据重走一遍", replay, ft.Icons.REPLAY))
    return card(session, "事实（裁决凭据）", said, ft.Icons.FACT_CHECK_OUTLINED)


def _replay(receipt: Mapping[str, Any]) -> Replay:
    """Go through a receipt again: its facts, and the books of one's own in the versions it names."""
    from decision_trees import receipt as receipts

    done = receipts.replay(receipt, law_texts(), trees())
    if OWN not in receipt:
        return done
    from app.brought.under_version import replayed

    other = tuple(replayed(receipt, own_store()))
    return receipts.Replay(done.same and not other, (*done.changes, *other), done.step)


def _try_to(
    session: Session, work: Callable[[], Any], message: str, rest: Callable[[], str] | None = None
) -> Callable[[object], None]:
    """Return what a button does that writes into the journal; what it says when it is done ends with the ``rest``."""
    journal_view = session.journal_view

    def run(_: object) -> None:
        try:
            work()
        except JournalError as refused:
            journal_view.form.fault = str(refused)
        else:
            session.duty.written()
            journal_view.ask("")
            session.tell(f"{message}{rest() if rest is not None else ''}")

    return run


def _to_look_at_again(found: Entry) -> str:
    """How many rulings are otherwise now that this one was corrected or taken back: they stand on its page."""
    now = journal().entry(found.id)
    number = len({each.entry.id for each in (*changed_by(journal(), now), *changed_counts(journal(), now))})
    return f"；有{number}条裁决因此要重看，见下面" if number else ""


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
            PlaceAnew(found),
            entry(session, view.placing, "player", "违规者（可不写）"),
            entry(session, view.placing, "remark", "备注（可不写）", lines=2),
        ]
    if view.asking == "wrong":
        body.append(sentence(session, "撤回以后，桌上的情况回到这条裁决以前。"))
        body += _law_of_own_error(session, found.body.game)
    if view.asking in ("withdraw", "wrong"):
        along = [each for each in brought_by(journal(), found) if each.withdrawn is None]
        if along:
            titles = "、".join(f"“{shown(each.body.title, LINE)}”" for each in along)
            body.append(sentence(session, f"它累计来的{titles}一并撤回。"))
        without = (found.id, *(each.id for each in along))
        for each in (*resting_on(journal(), found), *changed_counts(journal(), found, without)):
            title = f"撤回以后，{clock(each.entry.at)} 的“{shown(each.entry.body.title, LINE)}”"
            body.append(sentence(session, f"{title}：{would_be(each)}"))
        try:
            then = session.table.would_change(found, lambda book: take_back(book, found))
            body += [sentence(session, f"撤回以后，{each}") for each in (*then.counts, *then.tables)]
        except JournalError as refused:
            body.append(sentence(session, str(refused)))
    body.append(entry(session, view.form, "reason", label, lines=1 if view.asking == "correct" else 2))
    return card(session, title, body, ft.Icons.EDIT_NOTE)


@component
def PlaceAnew(found: Entry) -> ft.Control:
    """Ask where a ruling was given really; against whom follows the table, until somebody says otherwise."""
    session = use_session()
    form = session.journal_view.placing
    ft.use_state(form)
    place = place_of(form)
    ft.use_effect(lambda: follow_place(form, found), [place.table, place.round])
    return PlaceForm(form, found.event, found.body.game, True)


@component
def WillChange(found: Entry) -> ft.Control:
    """Say, above the button that writes a correction, all that will be otherwise."""
    session = use_session()
    form = session.journal_view.placing
    ft.use_state(form)
    place, offenders = place_of(form), offenders_of(form, journal().event(found.event).body)
    lines = ft.use_memo(
        lambda: [*_will_change(session, found, place, offenders)],
        [place, offenders, found, session.assignment.version],
    )
    if not lines:
        return ft.Container()
    few = sum(1 + len(part) // LETTERS for line in lines for part in line.split("\n")) <= LINES_PINNED
    said = stretched(
        [sentence(session, "存入以后：", theme.SMALL, bold=True), *(sentence(session, f"· {each}") for each in lines)],
        spacing=2,
        tight=True,
        scroll=None if few else ft.ScrollMode.AUTO,
    )
    return ft.Container(said, height=None if few else (session.page.height or 800) * PINNED)


def _will_change(session: Session, found: Entry, place: Place, offenders: tuple[str, ...]) -> Iterator[str]:
    if (place, offenders) == (found.body.place, found.body.offenders):
        return
    try:
        changes = session.table.corrections(found, place, offenders, {})
        then = session.table.would_change(found, lambda book: book.correct_all(changes))
    except JournalError as refused:
        yield str(refused)
        return
    if wrong := seat_of_another(journal(), found, place, offenders):
        yield wrong
    yield from then.counts
    for each in then.marked:
        yield f"{clock(each.entry.at)} 的“{shown(each.entry.body.title, LINE)}”要重看。{would_be(each)}"
    for entry_ in then.unmarked:
        yield f"{clock(entry_.at)} 的“{shown(entry_.body.title, LINE)}”不用再重看"
    yield from then.tables
    if not then:
        yield "次数、别的裁决、桌上的情况都不变"


def follow_place(form: Form, found: Entry) -> None:
    """Let the pair in the form be the one that sits at its table where the offender sat, where nobody chose another."""
    if form.chosen("pairs") not in (found.body.offenders, form.values.get("followed")):
        return
    pairs = at_place(journal(), found, place_of(form))
    form.values["followed"] = pairs
    if pairs != form.chosen("pairs"):
        form.put("pairs", pairs)


def _finishing(session: Session, found: Entry) -> list[ft.Control]:
    """The buttons of the form, which stay in view."""
    view, kept = session.journal_view, session.duty.journal

    def reason() -> str:
        return view.form.text("reason").strip()

    def put_right() -> None:
        placing = view.placing
        offenders = offenders_of(placing, journal().event(found.event).body)
        more = {"player": placing.text("player").strip() or None, "remark": placing.text("remark").strip()}
        session.table.correct(found, place_of(placing), offenders, more, reason())

    work: dict[str, Callable[[], Any]] = {
        "correct": put_right,
        "withdraw": lambda: _take_back(session, found, reason()),
        "wrong": lambda: _own_error(session, found, reason()),
        "note": lambda: kept().note(found.id, found.event, reason()),
        "appeal": lambda: kept().appeal(found.id, {"text": reason()}),
    }
    _, _, text, message = ASKED[view.asking]
    rest = partial(_to_look_at_again, found) if view.asking in ("correct", "withdraw", "wrong") else None
    save = button(
        session, text, _try_to(session, work[view.asking], message, rest), ft.Icons.SAVE_OUTLINED, filled=True
    )
    cancel = button(session, "取消", lambda _: view.ask(""))
    changes = [keyed("will-change", WillChange, found)] if view.asking == "correct" else []
    return [*changes, *fault(session, view.form), ft.Row([ft.Container(save, expand=True), cancel], spacing=12)]


def _take_back(session: Session, found: Entry, reason: str) -> None:
    take_back(session.duty.journal(), found, reason)
    session.table.follow_journal(found.id)


def _own_error(session: Session, found: Entry, reason: str) -> None:
    _take_back(session, found, f"{OWN_ERROR}：{reason}" if reason else OWN_ERROR)
    session.table.own_error(found)


def _law_of_own_error(session: Session, game: str) -> list[ft.Control]:
    """What the law says of a referee's wrong ruling, or that it does not say it."""
    begins = every_game()[game].wrong_ruling if game in every_game() else None
    if begins is None:
        return [sentence(session, OWN_ERROR_NOT_WRITTEN)]
    tree = trees().tree(begins.tree)
    said = f"接着看还能不能纠正、由谁更改、怎样对牌手说（{tree.title}）。"
    return [sentence(session, said), *clause_rows(session, tree.cites[:1])]


def _bring_back(session: Session, found: Entry) -> None:
    bring_back(session.duty.journal(), found)
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
    if found.body.game in trees().appeals:
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
