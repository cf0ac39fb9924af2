"""裁, the outcome: the ruling in one sentence, and below it everything that has to be done, chosen, said and known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.base.opened import trees
from app.ruling.after_ladder import Final, after_ladder
from app.ruling.consequences import carried_out
from app.ruling.picture import picture, ruled
from app.ruling.wording import after_lines, settled_line
from app.screens.aloud import words_to_say
from app.screens.precedents import EarlierRulings
from app.screens.recording import OwnError, not_the_first, what_follows
from app.screens.seats import seats_card
from app.widgets.basics import leading_on, quiet, row
from app.widgets.claims import Claims, claims_under
from app.widgets.clause_row import clause_rows
from app.widgets.columns import stretched
from app.widgets.countdown import Countdown
from app.widgets.fields import button
from app.widgets.in_force import by_which_edition, own_changes, own_editions, own_settings
from app.widgets.picture import PictureCard
from app.widgets.sentences import (
    GROUNDS,
    LEVELS,
    answer_button,
    card,
    clause_chips,
    sentence,
    step_note,
)
from app.widgets.text import written
from app.window import theme
from app.window.components import on_tap
from decision_trees.law import open_question

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from app.ruling.walk import Walk
    from app.window.session import Session
    from decision_trees.engine import Ruled, Settled, Undecided
    from decision_trees.model import FollowUp

FOLDED = 2  # open questions; more of them are one line until somebody wants to see them


def outcome_parts(session: Session, walk: Walk, step: Ruled) -> Iterator[ft.Control]:
    """Yield the parts of the outcome: what it comes to first, then always in the same order."""
    final = after_ladder(walk, step)
    yield _band(session, final)
    yield from own_changes(session, step.entry.game, final.step.cites)
    yield from own_settings(session, walk.scene, step)
    yield from own_editions(session, walk.scene, final.step.cites)
    yield from not_the_first(session, walk, final.asking)
    for part in SECTIONS:
        yield from part(session, walk, final.step)
    yield from what_follows(session, walk, final.firsts, final.others)
    if claims := claims_under(final.standing):
        yield Claims(claims)
    yield EarlierRulings(walk, final.made)
    said = list(by_which_edition(session, walk.scene, final.step.cites))
    yield card(session, "依据", said, ft.Icons.MENU_BOOK)
    yield from clause_rows(session, final.step.cites)
    yield OwnError(walk)


def _band(session: Session, final: Final) -> ft.Control:
    step = final.step
    icon, pair, name = LEVELS[step.outcome.level]
    color = session.shade(pair)
    said: list[ft.Control] = [
        ft.Row(
            [
                ft.Icon(icon, color=color, size=session.px(28)),
                written(session, name, theme.BODY, weight=ft.FontWeight.W_600, color=color),
            ],
            spacing=8,
        ),
        ft.Semantics(content=sentence(session, step.outcome.ruling, 22, bold=True), heading_level=2),
    ]
    said.extend(sentence(session, figure.text, theme.LAW, bold=True) for figure in step.figures)
    said.extend(sentence(session, line, theme.LAW, bold=True) for line in after_lines(step))
    if final.replaced:
        said.append(sentence(session, f"起因：{final.made.outcome.ruling}", theme.BODY))
    if step.outcome.refer:
        said.append(sentence(session, "文本没有直接规定，由裁判长决定。", theme.BODY, color=color))
    return ft.Container(
        stretched(said, spacing=8),
        bgcolor=session.shade(GROUNDS[step.outcome.level]),
        border=ft.Border(left=ft.BorderSide(6, color)),
        padding=ft.Padding.only(left=14, right=16, top=14, bottom=16),
    )


def _carry_out(session: Session, walk: Walk, step: Ruled) -> Iterator[ft.Control]:
    if lines := carried_out(step):
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
        button(session, text, lambda _: walk.enter(names), ft.Icons.EDIT_OUTLINED),
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
            padding=ft.Padding.symmetric(vertical=12),
        )
    )


def _picture(session: Session, walk: Walk, step: Ruled) -> Iterator[ft.Control]:
    if (drawn := picture(walk.tree, walk.standing.facts, walk.standing.settled)) is not None:
        yield PictureCard(ruled(drawn, step.outcome))


def _deadline(session: Session, walk: Walk, step: Ruled) -> Iterator[ft.Control]:
    if (deadline := step.outcome.deadline) is not None:
        body = [
            sentence(session, deadline.text),
            *([Countdown(walk, deadline.length)] if deadline.length else []),
            clause_chips(session, deadline.cites),
        ]
        yield card(session, "时限", body, ft.Icons.TIMER_OUTLINED)


def _note(session: Session, walk: Walk, step: Ruled) -> Iterator[ft.Control]:
    if step.outcome.note:
        yield card(session, "说明", [sentence(session, step.outcome.note)], ft.Icons.INFO_OUTLINE)


def _left_open(session: Session, walk: Walk, step: Ruled) -> Iterator[ft.Control]:
    if step.settled:
        decide = walk.decisive()
        first = [settled for settled in step.settled if settled.id in decide]
        shown = step.settled if walk.unfolded else [] if len(first) > FOLDED else first
        questions = [_open(session, walk, settled) for settled in shown]
        if walk.unfolded or len(shown) < len(step.settled):
            questions.append(_fold(session, walk, len(first), len(step.settled) - len(first), len(shown)))
        yield card(session, "未定", questions, ft.Icons.HELP_OUTLINE)


def _follow_ups(session: Session, walk: Walk, step: Ruled) -> Iterator[ft.Control]:
    follow = [each for each in step.outcome.follow_ups if each.tree in trees().trees]
    if follow:
        yield card(session, "后续", [_follow(session, walk, each) for each in follow], ft.Icons.ARROW_FORWARD)


# What the text leaves open


def _fold(session: Session, walk: Walk, deciding: int, others: int, shown: int) -> ft.Control:
    """One line for the open questions not shown: those that decide, and those by which nothing here would change."""
    parts = [f"有{deciding}处没有定论，采用的答案决定了这条裁定"] if deciding and shown == 0 else []
    parts += [f"{'另有' if deciding else '有'}{others}处没有定论，怎样定都不改变这条裁定"] if others else []

    def turn(_: object) -> None:
        walk.unfolded = not walk.unfolded

    return ft.Row(
        [
            ft.Container(sentence(session, f"条文{'；'.join(parts)}。", theme.BODY), expand=True),
            ft.TextButton(
                written(session, "收起" if walk.unfolded else "看是哪些", theme.BODY),
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
                    written(session, "收起" if walk.deciding == settled.id else "另作决定", theme.BODY),
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
        stretched(body, spacing=6),
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
        stretched(
            [
                ft.Row(
                    [
                        ft.Icon(ft.Icons.HELP_OUTLINE, color=amber, size=session.px(28)),
                        written(
                            session,
                            f"文本没有定论，由{step.question.decides}决定",
                            theme.BODY,
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
    said = [
        sentence(session, trees().tree(follow.tree).title, theme.LAW, bold=True),
        sentence(session, follow.when, theme.BODY, color=ft.Colors.ON_SURFACE_VARIANT),
    ]
    return ft.Container(
        row(
            leading_on(ft.Column(list(said), spacing=2, expand=True), spacing=8),
            lambda _: session.desk.begin(follow.tree, follow.facts, walk, follows_up=True, charged=follow.charged),
            left=14,
        ),
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
        border_radius=12,
    )


SECTIONS: tuple[Callable[[Session, Walk, Ruled], Iterator[ft.Control]], ...] = (
    words_to_say, _carry_out, _fill_in, seats_card, _deadline, _note, _left_open, _follow_ups, _picture,
)  # fmt: skip
"""What stands below the band, whatever was ruled; a part with nothing to say yields nothing."""
