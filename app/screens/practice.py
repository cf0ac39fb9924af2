"""学, practice: one question a screen, then whether it was right, why, and the clause."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

import flet as ft

from app.base.words import GAMES
from app.ruling.wording import shaped
from app.study import bank
from app.study.drawing import picture_of
from app.widgets.basics import quiet
from app.widgets.columns import stretched
from app.widgets.pages import page
from app.widgets.picture import picture_view
from app.widgets.quiz import HIGH, explanation, in_reach, onward, options, verdict
from app.widgets.sentences import sentence
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import keyed, on_tap
from app.window.error_boundary import component
from app.window.session import use_session

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.ruling.picture import Picture
    from app.study.model import Question
    from app.window.session import Session
    from app.window.studying import Practice

SHORT = 60  # characters of a stem in large letters
WORDS, LINE, HEAD = 22, 25, 110  # characters and px of a line on a phone; px of what stands above the stem


@component
def PracticePane(game: str | None = None, topic: str | None = None) -> ft.Control:
    """Show the question that comes now; of one topic, or of the day's plan."""
    session = use_session()
    studying = session.studying
    ft.use_state(studying)
    sitting = studying.practice(game or studying.game, topic)
    return keyed(f"{sitting.game}-{topic}", Questions, sitting)


@component
def Questions(sitting: Practice) -> ft.Control:
    """Show the question of a sitting, and go on with it."""
    session = use_session()
    studying, topic = session.studying, sitting.topic
    ft.use_state(studying)
    ft.use_state(sitting)
    ft.use_state(session.settings)
    title = f"练习 · {GAMES[sitting.game]}"
    if topic is not None:
        title += next((f" {each.title}" for each in bank.topics(sitting.game) if each.id == topic), "")
    if sitting.now is None:
        return page(session, title, _finished(session, sitting))
    question, picked = sitting.now.question, sitting.picked
    parts: list[ft.Control] = [
        _head(session, sitting),
        sentence(session, shaped(question.stem), stem_size(question), bold=True),
    ]
    drawn = picture_of(question)
    if drawn is not None and (fits(session, question, drawn) or sitting.pictured == sitting.number):
        parts.append(picture_view(session, drawn))
    elif drawn is not None:
        parts.append(see_picture(session, lambda _: setattr(sitting, "pictured", sitting.number)))
    else:
        parts.extend(in_reach(session, (HEAD + ceil(len(question.stem) / WORDS) * LINE) * session.settings.text_scale))
    parts.extend(options(session, question.options, question.right, picked, lambda n: studying.pick(sitting, n)))
    if picked is not None:
        parts.append(explanation(session, question.why, question.cites))
    number = sitting.number
    pinned = []
    if picked is not None:
        pinned = [
            verdict(session, picked == question.right),
            onward(session, "下一题", lambda _: studying.next(sitting, number)),
        ]
    body = ft.Container(
        stretched(parts, spacing=8),
        padding=ft.Padding.only(left=16, right=16, top=8),
    )
    return page(session, title, [body], pinned=pinned, state=f"question-{number}")


def stem_size(question: Question) -> int:
    """How large the letters of a stem are: what is long has smaller ones."""
    return theme.LAW if len(question.stem) <= SHORT else theme.BODY


def fits(session: Session, question: Question, drawn: Picture, below: float = 0) -> bool:
    """Whether the question is likely to be on one screen with its picture; else that is folded: the stem tells the same.

    ``below``: px of what stands under the answers besides.
    """
    wide = 2 if session.layout.wide else 1
    stem = ceil(len(question.stem) / (WORDS * wide)) * LINE
    answers = sum(max(HIGH, ceil(len(each.text) / (WORDS * wide)) * LINE + 16) + 8 for each in question.options)
    calls = sum(70 + 26 * len(auction.rows) for auction in drawn.auctions)
    table = (150 + (100 if drawn.trick else 0)) * drawn.seated
    lying = 70 * len({each.seat for each in drawn.laid if each not in drawn.trick})
    needed = HEAD + below + stem + answers + calls + table + lying + 36 * bool(drawn.notes)
    return needed * session.settings.text_scale <= (session.page.height or 800)


def see_picture(session: Session, show: Callable[[object], object]) -> ft.Control:
    """Return the button that unfolds a picture."""
    return ft.Row(
        [
            ft.TextButton(
                written(session, "看图", theme.BODY),
                icon=ft.Icons.TABLE_RESTAURANT,
                on_click=show,
                height=max(theme.TARGET, session.px(40)),
            )
        ]
    )


def _head(session: Session, sitting: Practice) -> ft.Control:
    assert sitting.now is not None
    said = f"第 {sitting.number} 题 · {sitting.now.why}"
    if sitting.number > 1:
        said += f" · 这次答对 {sitting.right}"
    store = session.studying.store
    lines: list[ft.Control] = [quiet(session, said)]
    if store.notice:
        lines.append(sentence(session, store.notice, theme.SMALL, color=session.shade(theme.RED)))
    return ft.Column(lines, spacing=2)


def _finished(session: Session, sitting: Practice) -> list[ft.Control]:
    """The day's questions are done, or a topic has none."""
    studying = session.studying
    total = len(bank.subjects(sitting.game, sitting.topic))
    if not total:
        said = "这里还没有可以练的题。请回到“学习”另选。"
    elif sitting.number:
        said = f"今天的做完了：答了 {sitting.number} 题，答对 {sitting.right}。"
    else:
        said = "今天的都做完了，明天再来。"
    parts: list[ft.Control] = [
        ft.Icon(ft.Icons.CHECK_CIRCLE, size=56, color=ft.Colors.PRIMARY),
        written(session, said, theme.LAW, text_align=ft.TextAlign.CENTER),
    ]
    if total:
        parts.append(onward(session, "再练一些", lambda _: studying.go_on(sitting)))
    parts.append(
        ft.TextButton(
            written(session, "回到学习", theme.BODY),
            on_click=on_tap(session.go, routes.tab_address("learn")),
            height=max(theme.TARGET, session.px(40)),
        )
    )
    return [
        ft.Container(
            ft.Column(parts, spacing=16, horizontal_alignment=ft.CrossAxisAlignment.CENTER),
            padding=32,
            alignment=ft.Alignment.CENTER,
        )
    ]


@component
def TopicsPane() -> ft.Control:
    """Show the topics to practise, each with how much of it is known."""
    from app.screens.study import games_bar, ring_row

    session = use_session()
    studying = session.studying
    ft.use_state(studying)
    ft.use_state(session.settings)
    game, state = studying.game, studying.state()
    rows: list[ft.Control] = [games_bar(session)]
    for topic in bank.topics(game):
        subjects = bank.subjects(game, topic.id)
        known = sum(each.id in state.cards and state.cards[each.id].known for each in subjects)
        met = sum(each.id in state.cards for each in subjects)
        rows.append(
            ring_row(
                session,
                known / len(subjects),
                topic.title,
                f"{len(subjects)} 项，练过 {met}，会了 {known}",
                on_tap(session.go, routes.practice_address(game, topic.id)),
            )
        )
    return page(session, "练习：按题目范围", rows)
