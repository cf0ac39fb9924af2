"""学, composing a paper: lines of a blueprint, questions chosen by hand, questions of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.base.background import aside
from app.base.opened import handbook
from app.base.words import GAMES, TAUGHT
from app.exams.blueprint import LEVELS
from app.exams.in_parts import TITLES, kinds_of
from app.exams.limits import LEVELS as READY_LEVELS
from app.exams.paper import BOOKS, PaperError, marks_text
from app.exams.shelf import keep_paper
from app.screens.exams import block
from app.study import bank
from app.widgets.basics import icon_button, quiet, row, section_title
from app.widgets.chips import chips
from app.widgets.fields import button, caption, entry, fault
from app.widgets.pages import page
from app.widgets.quiz import onward
from app.widgets.sentences import sentence
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.files import pick
from app.window.session import use_session

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.window.examining import Composing
    from app.window.session import Session


@component
def ComposePane() -> ft.Control:
    """Show what the paper has so far, and how to put more into it."""
    session = use_session()
    examining = session.examining
    composing, form = examining.composing, examining.form
    ft.use_state(examining)
    ft.use_state(composing)
    ft.use_state(form)
    ft.use_state(session.settings)

    async def compose(_: object) -> None:
        try:
            made = await aside(composing.paper, form, handbook().books, session.studying.store.all())
            name = keep_paper(examining.shelf, made)
        except PaperError as refused:
            form.fault = str(refused)
            return
        composing.clear()
        form.values.clear()
        form.version += 1
        session.go(routes.paper_address(name), instead=True)

    number = sum(line.number for line in composing.lines) + len(composing.chosen)
    marks = sum(line.number * line.marks for line in composing.lines) + sum(each.marks for each in composing.chosen)
    parts: list[ft.Control] = [
        block(
            entry(session, form, "title", "标题，如“二级裁判员理论考试”"),
            entry(session, form, "minutes", "时间（分钟），不填是 60"),
            entry(session, form, "versions", "平行卷份数（1 至 8），不填是 1"),
            entry(session, form, "seed", "种子，不填是 1；换一个种子就换一套题"),
            entry(session, form, "note", "写在卷首的话，可以不填"),
        ),
        *_whole_paper(session, composing),
        *_lines(session, composing),
        *_by_hand(session, composing),
        *_own(session, composing),
        *_chosen(session, composing),
    ]
    said = ft.Semantics(content=sentence(session, composing.said, theme.BODY), live_region=True)
    pinned = [
        *fault(session, form),
        *([block(said)] if composing.said else []),
        onward(session, f"组成试卷（{number} 题，{marks_text(float(marks))} 分）" if number else "组成试卷", compose),
    ]
    return page(session, "组卷", parts, pinned=pinned)


def _whole_paper(session: Session, composing: Composing) -> list[ft.Control]:
    """Return what holds for all of it: with the book or without, and how many questions of a kind at most."""

    def choose_book(book: str) -> None:
        composing.book = book

    return [
        section_title(session, "整张试卷"),
        block(
            caption(session, "规则书"),
            chips(
                session,
                [(key, words.partition("：")[0] or "不写明") for key, words in BOOKS.items()],
                composing.book,
                choose_book,
            ),
            *([quiet(session, f"卷首写“{BOOKS[composing.book]}”。", theme.BODY)] if composing.book else []),
            _stepper(session, "同一条至多出几题", composing.per_law, lambda n: setattr(composing, "per_law", n), 0),
            _stepper(session, "术语和对错至多几题", composing.glossary, lambda n: setattr(composing, "glossary", n), 0),
        ),
    ]


def _games(session: Session, composing: Composing) -> ft.Control:
    return chips(
        session, list(TAUGHT.items()), composing.game, composing.turn, "这一行出"
    )  # beside it is what one learns


def _lines(session: Session, composing: Composing) -> list[ft.Control]:
    game = composing.game
    topics = [("", "全部主题"), *((each.id, each.title) for each in bank.topics(game))]
    kinds = [("", "各种题型"), *((each.id, each.title) for each in bank.kinds())]
    kinds += [(kind, TITLES[kind]) for kind in kinds_of(game)]

    def choose_topic(topic: str) -> None:
        composing.topic = topic

    def choose_kind(kind: str) -> None:
        composing.kind = kind

    def choose_level(level: str) -> None:
        composing.level = level

    form = session.examining.form
    family = "" if any(composing.topic == key for key, _ in topics) else composing.topic
    parts: list[ft.Control] = [
        section_title(session, "从题库按细目出题"),
        block(
            _games(session, composing),
            caption(session, f"现成的细目（{GAMES[game]}），换掉下面已有的行"),
            chips(session, READY_LEVELS.items(), 0, lambda level: composing.take_ready(level, form)),
            caption(session, "主题"),
            chips(
                session, [*topics, *([(family, f"裁决：{family}")] if family else [])], composing.topic, choose_topic
            ),
            entry(session, form, "family", "或者一种裁决，写名称里的字，如“越序”"),
            button(session, "只出这种裁决的", lambda _: composing.name_family(form), ft.Icons.FILTER_ALT_OUTLINED),
            caption(session, "题型"),
            chips(session, kinds, composing.kind, choose_kind),
            caption(session, "难易"),
            chips(session, [(key, words) for key, (words, _, _) in LEVELS.items()], composing.level, choose_level),
            _stepper(session, "题数", composing.number, lambda n: setattr(composing, "number", n)),
            _stepper(session, "每题分值", composing.marks, lambda n: setattr(composing, "marks", n)),
            button(session, "加入这一行", on_tap(composing.add_line), ft.Icons.PLAYLIST_ADD),
        ),
    ]
    named = {**dict(kinds), **TITLES}
    for at, line in enumerate(composing.lines):
        titles = {each.id: each.title for each in bank.topics(line.game)}
        topic = titles.get(line.topic, line.topic) or "全部主题"
        level = next((words for words, *between in LEVELS.values() if between == [line.easiest, line.hardest]), None)
        if level is None:
            level = f"难度 {line.easiest:g} 至 {line.hardest:g}"
        about = "　".join(filter(None, (GAMES[line.game], topic, named.get(line.kind, line.kind), level)))
        words = f"{about}　{line.number} 题，每题 {marks_text(line.marks)} 分"
        parts.append(_removable(session, words, lambda _, at=at: composing.drop_line(at)))  # type: ignore[misc]
    return parts


def _stepper(session: Session, words: str, now: int, put: Callable[[int], None], least: int = 1) -> ft.Control:
    shown = f"{words} {now}" if now or least else f"{words}：不限"
    return ft.Row(
        [
            icon_button(session, ft.Icons.REMOVE_CIRCLE_OUTLINE, f"{words}减一", lambda _: put(max(least, now - 1))),
            written(session, shown, theme.LAW, text_align=ft.TextAlign.CENTER, expand=True),
            icon_button(session, ft.Icons.ADD_CIRCLE_OUTLINE, f"{words}加一", lambda _: put(min(100, now + 1))),
        ],
        spacing=0,
    )


def _removable(session: Session, words: str, drop: Callable[[object], None]) -> ft.Control:
    return ft.Container(
        ft.Row(
            [
                ft.Container(sentence(session, words, theme.BODY), expand=True),
                icon_button(session, ft.Icons.DELETE_OUTLINE, "去掉", drop),
            ]
        ),
        padding=ft.Padding.only(left=16, right=8),
    )


def _by_hand(session: Session, composing: Composing) -> list[ft.Control]:
    form = session.examining.form

    def look(_: object) -> None:
        composing.search(form.text("words"))

    parts: list[ft.Control] = [
        section_title(session, "自己从题库里挑"),
        block(
            entry(session, form, "words", f"找{GAMES[composing.game]}的条款、术语、情形"),
            button(session, "找", look, ft.Icons.SEARCH),
        ),
    ]
    for subject in composing.found:
        icon = ft.Icon(ft.Icons.ADD, color=ft.Colors.PRIMARY)
        words = ft.Container(sentence(session, subject.title, theme.BODY), expand=True)
        parts.append(row(ft.Row([words, icon]), on_tap(composing.take, subject)))
    return parts


def _own(session: Session, composing: Composing) -> list[ft.Control]:
    form = session.examining.form

    async def bring(_: object) -> None:
        picked = await pick("csv", "gift", "txt")
        if picked is not None:
            composing.bring(picked.name, picked.content, lambda cite: cite in handbook())

    return [
        section_title(session, "自己编的题"),
        block(
            quiet(session, f"项目：{GAMES[composing.game]}，每题 {composing.marks} 分（在上面改）。", theme.BODY),
            entry(session, form, "stem", "题干", lines=2),
            entry(session, form, "options", "选项，每行一个，对的前面写 *", lines=4),
            entry(session, form, "why", "解释，可以不填", lines=2),
            button(session, "加入这一题", lambda _: composing.write(form), ft.Icons.ADD),
            button(session, "从 CSV 或 GIFT 文件加入", bring, ft.Icons.FILE_OPEN_OUTLINED),
        ),
    ]


def _chosen(session: Session, composing: Composing) -> list[ft.Control]:
    parts: list[ft.Control] = []
    if composing.chosen:
        parts.append(section_title(session, f"挑好和自编的 {len(composing.chosen)} 题"))
    for at, item in enumerate(composing.chosen):
        words = f"{at + 1}. {item.question.stem}（{marks_text(item.marks)} 分）"
        parts.append(_removable(session, words, lambda _, at=at: composing.drop(at)))  # type: ignore[misc]
    return parts
