"""裁, the outcome: the ruling in one sentence, and below it everything that has to be done, chosen, said and known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.ruling.picture import picture
from app.ruling.tally import counted_now
from app.ruling.wording import carried_out, settled_line
from app.screens.recording import not_the_first, what_follows
from app.screens.seats import seats_card
from app.widgets.basics import quiet, row
from app.widgets.countdown import Countdown
from app.widgets.picture import PictureCard
from app.widgets.sentences import (
    GROUNDS,
    LEVELS,
    answer_button,
    card,
    clause_chips,
    clause_rows,
    sentence,
    step_note,
)
from app.window import theme
from app.window.components import on_tap
from app.window.library import trees
from decision_trees.engine import open_question

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.ruling.walk import Walk
    from app.window.session import Session
    from decision_trees.engine import Ruled, Settled, Undecided
    from decision_trees.model import FollowUp

SPOKEN = ((60, 46), (100, 38), (150, 32))  # up to so many characters, px of words shown to the table: they fill a phone
LONG = 28  # px of longer ones
FOLDED = 2  # open questions; more of them are one line until somebody wants to see them


def outcome_parts(session: Session, walk: Walk, step: Ruled) -> Iterator[ft.Control]:
    """Yield the parts of the outcome, the most urgent first."""
    outcome = step.outcome
    yield _band(session, step)
    now, others = counted_now(walk, step)  # once: the journal may be long
    yield from not_the_first(session, walk, now)
    if outcome.choice is not None:  # what may be chosen is explained first (bridge 10C1)
        yield from _say(session, walk, step)
        yield _choice(session, walk, step)
        yield from _carry_out(session, walk, step)
    else:
        yield from _carry_out(session, walk, step)
        yield from _say(session, walk, step)
    yield from _fill_in(session, walk, step)
    yield from seats_card(session, walk, step)
    if outcome.deadline is not None:
        yield card(
            session,
            "时限",
            [
                sentence(session, outcome.deadline.text),
                *([Countdown(walk, outcome.deadline.minutes)] if outcome.deadline.minutes else []),
                clause_chips(session, outcome.deadline.cites),
            ],
            ft.Icons.TIMER_OUTLINED,
        )
    if outcome.note:
        yield card(session, "说明", [sentence(session, outcome.note)], ft.Icons.INFO_OUTLINE)
    if step.settled:
        decide = walk.decisive()
        first = [settled for settled in step.settled if settled.id in decide]
        shown = step.settled if walk.unfolded else [] if len(first) > FOLDED else first
        questions = [_open(session, walk, settled) for settled in shown]
        if walk.unfolded or len(shown) < len(step.settled):
            questions.append(_fold(session, walk, len(first), len(step.settled) - len(first), len(shown)))
        yield card(session, "未定", questions, ft.Icons.HELP_OUTLINE)
    follow = [each for each in outcome.follow_ups if each.tree in trees().trees]
    if follow:
        yield card(session, "后续", [_follow(session, walk, each) for each in follow], ft.Icons.ARROW_FORWARD)
    yield from what_follows(session, walk, now, others)
    if (drawn := picture(walk.tree, walk.standing.facts, walk.standing.settled)) is not None:
        yield PictureCard(drawn)
    yield card(session, "依据", [], ft.Icons.MENU_BOOK)
    yield from clause_rows(session, step.cites)


def _band(session: Session, step: Ruled) -> ft.Control:
    icon, pair, name = LEVELS[step.outcome.level]
    color = session.shade(pair)
    said: list[ft.Control] = [
        ft.Row(
            [
                ft.Icon(icon, color=color, size=session.px(28)),
                ft.Text(session.say(name), size=session.px(theme.BODY), weight=ft.FontWeight.W_600, color=color),
            ],
            spacing=8,
        ),
        ft.Semantics(content=sentence(session, step.outcome.ruling, 22, bold=True), heading_level=2),
    ]
    said.extend(sentence(session, figure.text, theme.LAW, bold=True) for figure in step.figures)
    if step.outcome.refer:
        said.append(sentence(session, "文本没有直接规定，由裁判长决定。", theme.BODY, color=color))
    return ft.Container(
        ft.Column(said, spacing=8, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        bgcolor=session.shade(GROUNDS[step.outcome.level]),
        border=ft.Border(left=ft.BorderSide(6, color)),
        padding=ft.Padding.only(left=14, right=16, top=14, bottom=16),
    )


def _carry_out(session: Session, walk: Walk, step: Ruled) -> Iterator[ft.Control]:
    if lines := carried_out(step.outcome):
        yield card(session, "执行", [_line(session, walk, line) for line in lines], ft.Icons.CHECKLIST)


def _fill_in(session: Session, walk: Walk, step: Ruled) -> Iterator[ft.Control]:
    """What may still be entered so that the ruling says more: who sits where, the levels after it, the score."""
    for offer in step.offers:
        if offer.fault is not None:
            yield ft.Container(
                sentence(session, offer.text, theme.BODY, color=session.shade(theme.RED)),
                padding=ft.Padding.only(left=16, right=16, top=12),
            )
        yield _enter(session, walk, offer.text.rstrip("。") if offer.fault is None else "改一下", offer.needs)
    offered = {name for offer in step.offers for name in offer.needs}
    if names := [name for name in walk.entries() if name not in offered]:
        yield _enter(session, walk, f"填上{walk.labels(names)}，能算出更多", names)
    for known in step.ignored:
        yield ft.Container(
            quiet(session, f"{known.label}（{walk.shown(known)}）与本裁决无关：未定问题是那样处理的。", theme.SMALL),
            padding=ft.Padding.only(left=16, right=16, top=8),
        )


def _enter(session: Session, walk: Walk, text: str, names: Sequence[str]) -> ft.Control:
    return ft.Container(
        ft.OutlinedButton(
            ft.Text(session.say(text), size=session.px(theme.BODY)),
            icon=ft.Icons.EDIT_OUTLINED,
            on_click=lambda _: walk.enter(names),
            height=max(56, session.px(48)),
        ),
        padding=ft.Padding.only(left=16, right=16, top=12),
    )


def _line(session: Session, walk: Walk, line: str) -> ft.Control:
    done = line in walk.ticked
    return ft.MergeSemantics(
        ft.Container(
            ft.Row(
                [
                    ft.Icon(
                        ft.Icons.CHECK_BOX if done else ft.Icons.CHECK_BOX_OUTLINE_BLANK,
                        color=ft.Colors.PRIMARY,
                        semantics_label=session.say("已做" if done else "未做"),
                    ),
                    ft.Container(
                        sentence(session, line, theme.LAW, color=ft.Colors.ON_SURFACE_VARIANT if done else None),
                        expand=True,
                    ),
                ],
                spacing=12,
            ),
            on_click=lambda _: walk.tick(line),
            ink=True,
            border_radius=10,
            padding=ft.Padding.symmetric(vertical=10),
        )
    )


def _choice(session: Session, walk: Walk, step: Ruled) -> ft.Control:
    choice = step.outcome.choice
    assert choice is not None
    chosen = walk.standing.facts.get(choice.fact)
    official = "裁判" in choice.who  # who has no partner
    consult = "" if official else {True: "，可以与同伴商量", False: "，不得与同伴商量", None: ""}[choice.consult]
    body: list[ft.Control] = [
        sentence(session, f"由{choice.who}{'决定' if official else '选择'}{consult}。", theme.BODY),
        *(
            answer_button(
                session,
                option.text,
                on_tap(walk.answer, choice.fact, key),
                option.help,
                chosen=chosen == key,
                icon=ft.Icons.CHEVRON_RIGHT,
            )
            for key, option in choice.options.items()
            if not option.unavailable
        ),
        *(
            quiet(session, f"不能选“{option.text}”：{option.unavailable}", theme.BODY)
            for option in choice.options.values()
            if option.unavailable
        ),
        clause_chips(session, choice.cites),
    ]
    return card(session, "选择", body, ft.Icons.SWAP_HORIZ)


def _say(session: Session, walk: Walk, step: Ruled) -> Iterator[ft.Control]:
    if step.outcome.tell:
        words = [_words(session, walk, step, at) for at in range(len(step.outcome.tell))]
        yield card(session, "宣读", words, ft.Icons.RECORD_VOICE_OVER)


def _words(session: Session, walk: Walk, step: Ruled, at: int) -> ft.Control:
    who, words = list(step.outcome.tell.items())[at]

    def show(_: object) -> None:
        walk.reading = at

    return ft.MergeSemantics(
        ft.Container(
            ft.Row(
                [
                    ft.Column(
                        [
                            quiet(session, f"对{who}"),
                            sentence(session, f"“{words}”", theme.LAW),
                        ],
                        spacing=2,
                        expand=True,
                    ),
                    ft.Icon(
                        ft.Icons.OPEN_IN_FULL, color=ft.Colors.ON_SURFACE_VARIANT, semantics_label=session.say("放大")
                    ),
                ],
                spacing=10,
            ),
            on_click=show,
            ink=True,
            bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
            border_radius=12,
            padding=12,
        )
    )


def spoken(session: Session, walk: Walk, step: Ruled) -> ft.Control:
    """Return the words for one player, large enough to turn the phone round; a tap goes back."""
    told = list(step.outcome.tell.items())
    at = min(walk.reading or 0, len(told) - 1)
    who, words = told[at]

    def close(_: object) -> None:
        walk.reading = None

    def other(by: int) -> None:
        walk.reading = (at + by) % len(told)

    def turn(text: str, by: int) -> ft.Control:
        return ft.OutlinedButton(
            ft.Text(session.say(text), size=session.px(theme.BODY)),
            on_click=lambda _: other(by),
            height=56,
            expand=True,
        )

    below: list[ft.Control] = [turn("上一位", -1), turn("下一位", 1)] if len(told) > 1 else []
    return ft.Column(
        [
            ft.Container(
                ft.Column(
                    [
                        sentence(session, f"对{who}", theme.TITLE, color=ft.Colors.PRIMARY),
                        sentence(
                            session, words, next((px for most, px in SPOKEN if len(words) <= most), LONG), bold=True
                        ),
                    ],
                    spacing=16,
                    scroll=ft.ScrollMode.AUTO,
                    horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
                ),
                expand=True,
                padding=24,
                on_click=close,
            ),
            ft.Container(
                ft.Row(
                    [
                        *below,
                        ft.FilledButton(
                            ft.Text(session.say("收起"), size=session.px(theme.BODY)),
                            on_click=close,
                            height=56,
                            expand=True,
                        ),
                    ],
                    spacing=12,
                ),
                padding=16,
            ),
        ],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


# What the text leaves open


def _fold(session: Session, walk: Walk, deciding: int, others: int, shown: int) -> ft.Control:
    """One line for the open questions not shown: those that decide, and those by which nothing here would change."""
    parts = [f"{deciding} 处没有定论，采用的答案决定了这条裁定"] if deciding and shown == 0 else []
    parts += [f"{'另有 ' if deciding else ''}{others} 处没有定论，怎样定都不改变这条裁定"] if others else []

    def turn(_: object) -> None:
        walk.unfolded = not walk.unfolded

    return ft.Row(
        [
            ft.Container(sentence(session, f"条文有{'；'.join(parts)}。", theme.BODY), expand=True),
            ft.TextButton(
                ft.Text(session.say("收起" if walk.unfolded else "看是哪些"), size=session.px(theme.BODY)),
                on_click=turn,
                height=max(theme.TARGET, session.px(40)),
            ),
        ]
    )


def _open(session: Session, walk: Walk, settled: Settled) -> ft.Control:
    def decide(_: object) -> None:
        walk.deciding = None if walk.deciding == settled.id else settled.id

    own = settled.id in walk.standing.settled
    body: list[ft.Control] = [
        sentence(session, settled_line(settled) if not own else f"{settled.question} 本次裁定采用“{settled.text}”。"),
        ft.Row(
            [
                quiet(session, f"由{settled.decides}决定", theme.SMALL),
                ft.TextButton(
                    ft.Text(
                        session.say("收起" if walk.deciding == settled.id else "另作决定"), size=session.px(theme.BODY)
                    ),
                    on_click=decide,
                    height=max(theme.TARGET, session.px(40)),
                ),
            ],
            alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        ),
    ]
    if walk.deciding == settled.id:
        body.extend(_options(session, walk, settled.id, settled.answer))
    return ft.Container(
        ft.Column(body, spacing=6, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        border=ft.Border(left=ft.BorderSide(3, session.shade(theme.AMBER))),
        padding=ft.Padding.only(left=12),
    )


def _options(session: Session, walk: Walk, id_: str, now: str | None) -> Iterator[ft.Control]:
    question = open_question(session.handbook.books, id_)
    for option in question.options:
        evidence = f"依据：{option.evidence}" if option.evidence else "没有条文依据"
        default = "（默认）" if option.key == question.default else ""
        yield answer_button(
            session,
            option.text + default,
            on_tap(walk.settle, id_, option.key),
            evidence,
            chosen=option.key == now,
        )


def undecided_parts(session: Session, walk: Walk, step: Undecided) -> Iterator[ft.Control]:
    """Yield what the text leaves open, with the candidates; the decider chooses and the ruling goes on."""
    amber = session.shade(theme.AMBER)
    yield ft.Container(
        ft.Column(
            [
                ft.Row(
                    [
                        ft.Icon(ft.Icons.HELP_OUTLINE, color=amber, size=session.px(28)),
                        ft.Text(
                            session.say(f"文本没有定论，由{step.question.decides}决定"),
                            size=session.px(theme.BODY),
                            weight=ft.FontWeight.W_600,
                            color=amber,
                            expand=True,
                        ),
                    ],
                    spacing=8,
                ),
                ft.Semantics(content=sentence(session, step.question.question, 22, bold=True), heading_level=2),
                *([sentence(session, step.question.because, theme.BODY)] if step.question.because else []),
            ],
            spacing=8,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        bgcolor=session.shade(GROUNDS["restriction"]),
        border=ft.Border(left=ft.BorderSide(6, amber)),
        padding=ft.Padding.only(left=14, right=16, top=14, bottom=16),
    )
    yield card(
        session,
        f"请{step.question.decides}选定",
        [
            *_options(session, walk, step.id, None),
            step_note(session, "所作的决定只用于本次裁定，并记在裁定里。"),
        ],
        ft.Icons.GAVEL,
    )
    yield card(session, "有关条文", [], ft.Icons.MENU_BOOK)
    yield from clause_rows(session, step.question.at)


def _follow(session: Session, walk: Walk, follow: FollowUp) -> ft.Control:
    tree = trees().tree(follow.tree)
    return ft.Container(
        row(
            ft.Row(
                [
                    ft.Column(
                        [
                            sentence(session, tree.title, theme.LAW, bold=True),
                            sentence(session, follow.when, theme.BODY, color=ft.Colors.ON_SURFACE_VARIANT),
                        ],
                        spacing=2,
                        expand=True,
                    ),
                    ft.Icon(ft.Icons.CHEVRON_RIGHT, color=ft.Colors.ON_SURFACE_VARIANT),
                ],
                spacing=8,
            ),
            lambda _: session.begin_ruling(follow.tree, follow.facts, walk),
            left=14,
        ),
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
        border_radius=12,
    )
