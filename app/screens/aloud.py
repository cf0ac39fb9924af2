"""宣读: the words for each player, with what he may choose as a numbered list of buttons, and the same large enough to be shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft

from app.ruling.told import Line, addressed, chooser, lines_of, numbered, offered, said_to
from app.widgets.basics import quiet
from app.widgets.columns import stretched
from app.widgets.read_aloud import ReadAloud
from app.widgets.sentences import answer_button, card, clause_chips, sentence
from app.widgets.text import written
from app.window import theme
from app.window.components import keyed, on_tap

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.ruling.walk import Walk
    from app.window.session import Session
    from decision_trees.engine import Ruled
    from decision_trees.model import OutcomeChoice

SPOKEN = ((60, 46), (100, 38), (150, 32))  # up to so many characters, px of words shown to the table: they fill a phone
LONG = 28  # px of longer ones
ON_WIDE = 1.6  # times as large where the window is wide
AFTER = 0.7  # of the words: what comes of a choice, below it


def words_to_say(session: Session, walk: Walk, step: Ruled) -> Iterator[ft.Control]:
    """Yield the words for each player, and below those of whoever chooses his options; first what nobody is told to choose."""
    choice, told, waited_for = step.outcome.choice, addressed(step), chooser(step)
    body: list[ft.Control] = []
    if choice is not None and waited_for is None:  # the referee himself: what he says hangs on it
        body.extend(_options(session, walk, choice, False))
    for at, (who, words) in enumerate(told):
        body.append(_words(session, walk, at, who, words, said_to(step, who, words)))
        if choice is not None and waited_for == who:
            body.extend(_options(session, walk, choice, "商量" in words))
    if body:
        yield card(session, "宣读" if told else "选择", body, ft.Icons.RECORD_VOICE_OVER)


def read(said: tuple[Line, ...]) -> tuple[str, ...]:
    """Return what a voice reads of it, in order."""
    return tuple(part for line in said for part in line.parts)


def _words(session: Session, walk: Walk, at: int, who: str, words: str, said: tuple[Line, ...]) -> ft.Control:
    def show(_: object) -> None:
        walk.reading = at

    shown = ft.MergeSemantics(
        ft.Container(
            ft.Row(
                [
                    ft.Column(
                        [quiet(session, f"对{who}"), *(sentence(session, line, theme.LAW) for line in lines_of(words))],
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
            border_radius=12,
            padding=12,
        ),
        expand=True,
    )
    return ft.Container(
        ft.Row([shown, keyed(f"aloud-{at}", ReadAloud, f"{walk.id}-{at}", read(said), who, False)], spacing=0),
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
        border_radius=12,
    )


def _options(session: Session, walk: Walk, choice: OutcomeChoice, consult_said: bool) -> Iterator[ft.Control]:
    """The numbered options, each a button; who chooses where the words above do not say it."""
    chosen = walk.standing.facts.get(choice.fact)
    official = "裁判" in choice.who  # who has no partner
    consult = "" if official else {True: "，可以与同伴商量", False: "，不得与同伴商量", None: ""}[choice.consult]
    if not consult_said:
        yield sentence(session, f"由{choice.who}{'决定' if official else '选择'}{consult}：", theme.BODY)
    legal = list(offered(choice).items())
    for at, (key, option) in enumerate(legal):
        yield answer_button(
            session,
            numbered(option.text, at, legal),
            on_tap(walk.answer, choice.fact, key),
            option.help,
            chosen=chosen == key,
            icon=ft.Icons.CHEVRON_RIGHT,
        )
    for key, option in choice.options.items():
        if option.happened and not option.unavailable:
            yield answer_button(session, option.text, on_tap(walk.answer, choice.fact, key), chosen=chosen == key)
    for option in choice.options.values():
        if option.unavailable:
            yield quiet(session, f"不能选“{option.text}”：{option.unavailable}", theme.BODY)
    yield clause_chips(session, choice.cites)


def _large(session: Session, line: Line, size: int) -> ft.Control:
    words = sentence(session, line.text, size, bold=True)
    if not line.after:
        return words
    return stretched([words, sentence(session, line.after, round(size * AFTER))], spacing=4)


def spoken(session: Session, walk: Walk, step: Ruled) -> ft.Control:
    """Return the words for one player, large enough to turn the phone round; a tap goes back."""
    told = addressed(step)
    at = min(walk.reading or 0, len(told) - 1)
    who, words = told[at]
    said = said_to(step, who, words)
    length = sum(len(line.text) + len(line.after) * AFTER for line in said)
    size = next((px for most, px in SPOKEN if length <= most), LONG)
    size = round(size * ON_WIDE) if session.layout.wide else size

    def turn_to(number: int | None) -> None:
        walk.reading = number

    close = on_tap(turn_to, None)
    others = [("上一位", (at - 1) % len(told)), ("下一位", (at + 1) % len(told))] if len(told) > 1 else []
    turns = [_foot_button(ft.OutlinedButton, session, text, on_tap(turn_to, number)) for text, number in others]
    shown = stretched(
        [
            sentence(session, f"对{who}", theme.TITLE, color=ft.Colors.PRIMARY),
            *(_large(session, line, size) for line in said),
        ],
        spacing=16,
        scroll=ft.ScrollMode.AUTO,
    )
    below = [
        keyed(f"aloud-{at}", ReadAloud, f"{walk.id}-{at}", read(said), who, True),
        ft.Row([*turns, _foot_button(ft.FilledButton, session, "收起", close)], spacing=12),
    ]
    return stretched(
        [
            ft.Container(shown, expand=True, padding=24, on_click=close),
            ft.Container(stretched(below, spacing=12), padding=16),
        ],
        spacing=0,
        expand=True,
    )


def _foot_button(
    kind: type[ft.OutlinedButton | ft.FilledButton], session: Session, text: str, act: Callable[[Any], None]
) -> ft.Control:
    return kind(written(session, text, theme.BODY), on_click=act, height=56, expand=True)
