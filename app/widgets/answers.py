"""How each kind of fact is answered: tapped where the answers can be counted, typed where they cannot."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import flet as ft

from app import theme
from app.desk import use_desk
from app.walk import SEATS
from app.widgets.basics import icon_button, quiet
from app.widgets.sentences import answer_button, shaped

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.desk import Desk
    from app.walk import Posed, Walk
    from decision_trees.model import Fact

COUNTABLE = 14  # numbers up to so many are shown as keys
PAUSE = 0.5  # seconds of silence before what is typed is judged
WRITTEN = {
    "auction": "从发牌人写起，如：N 1S P 1H（P 不叫，X 加倍，XX 再加倍）",
    "cards": "花色加牌点，如：♠AK5 ♥Q10 或 SA SK HQ",
    "card": "花色加牌点，如：♥A 或 HA",
    "call": "如：1S、2红心、3NT、P、X",
    "time": "如：21:30",
    "text": "写一句",
    "history": "写一句",
}


def answers(desk: Desk, walk: Walk, posed: Posed) -> list[ft.Control]:
    """Return the controls that answer what is asked."""
    fact, now = posed.fact, posed.known.value if posed.known else None

    def give(value: Any) -> Callable[[Any], Any]:
        return lambda _: walk.answer(posed.name, value)

    if fact.kind == "bool":
        return [
            answer_button(desk, "是", give(True), chosen=now is True, centred=True),
            answer_button(desk, "否", give(False), chosen=now is False, centred=True),
        ]
    if fact.kind == "choice":
        return [
            answer_button(desk, option.text, give(key), option.help, chosen=now == key)
            for key, option in fact.options.items()
        ]
    if fact.kind == "seat":
        return [_table(desk, give, now)]
    if fact.kind == "number":
        if _countable(fact):
            return [_keys(desk, fact, give, now)]
        return [Stepper(walk, posed.name, fact, now if isinstance(now, int | float) else None)]
    return [
        TypedField(walk, posed.name, fact.kind, desk.settings.script, desk.settings.text_scale),
        TypedVerdict(walk, posed.name, fact.kind, posed.entry),
    ]


# Seats and numbers


def _table(desk: Desk, give: Callable[[Any], Callable[[Any], Any]], now: Any) -> ft.Control:
    """The four seats as they sit, north up."""

    def seat(letter: str) -> ft.Control:
        return ft.Container(
            answer_button(desk, SEATS[letter], give(letter), chosen=now == letter, centred=True),
            width=max(104, desk.px(96)),
        )

    middle = ft.Container(
        ft.Icon(ft.Icons.EXPLORE_OUTLINED, size=36, color=ft.Colors.OUTLINE),
        width=64,
        height=64,
        alignment=ft.Alignment.CENTER,
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
        border_radius=12,
    )
    return ft.Column(
        [
            seat("N"),
            ft.Row([seat("W"), middle, seat("E")], alignment=ft.MainAxisAlignment.CENTER, spacing=12),
            seat("S"),
        ],
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        spacing=12,
    )


def _countable(fact: Fact) -> bool:
    low, high = fact.minimum, fact.maximum
    return low is not None and high is not None and low == int(low) and high == int(high) and high - low < COUNTABLE


def _keys(desk: Desk, fact: Fact, give: Callable[[Any], Callable[[Any], Any]], now: Any) -> ft.Control:
    assert fact.minimum is not None and fact.maximum is not None
    return ft.Row(
        [
            ft.Container(
                answer_button(desk, f"{number}", give(number), chosen=now == number, centred=True),
                width=max(76, desk.px(64)),
            )
            for number in range(int(fact.minimum), int(fact.maximum) + 1)
        ],
        wrap=True,
        spacing=8,
        run_spacing=8,
    )


@ft.component
def Stepper(walk: Walk, name: str, fact: Fact, now: float | None) -> ft.Control:
    """Ask for a number: less, more, or typed."""
    desk = use_desk()
    least = fact.minimum if fact.minimum is not None else 0
    value, set_value = ft.use_state(f"{now if now is not None else least:g}")

    def step(by: int) -> None:
        try:
            number = float(value) + by
        except ValueError:
            number = least
        if fact.minimum is not None:
            number = max(fact.minimum, number)
        if fact.maximum is not None:
            number = min(fact.maximum, number)
        set_value(f"{number:g}")

    field = ft.TextField(
        value=value,
        label=desk.say(f"{fact.label}{f'({fact.unit})' if fact.unit else ''}"),
        text_size=desk.px(theme.HEADLINE),
        text_align=ft.TextAlign.CENTER,
        keyboard_type=ft.KeyboardType.NUMBER,
        on_change=lambda event: set_value(event.control.value),
        on_submit=lambda _: walk.answer(name, value),
        expand=True,
    )
    return ft.Column(
        [
            ft.Row(
                [
                    icon_button(desk, ft.Icons.REMOVE, "减一", lambda _: step(-1)),
                    field,
                    icon_button(desk, ft.Icons.ADD, "加一", lambda _: step(1)),
                ],
                spacing=8,
            ),
            answer_button(desk, "继续", lambda _: walk.answer(name, value), centred=True),
        ],
        spacing=12,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


# What is typed


@ft.memo
@ft.component
def TypedField(walk: Walk, name: str, kind: str, script: str, scale: float) -> ft.Control:
    """Show the field for an answer in words.

    It is never written back to while somebody types: the text belongs to the keyboard.
    """
    desk = use_desk()
    jokers = kind in ("cards", "card") and walk.tree.game != "bridge"

    def typed(event: ft.ControlEvent) -> None:
        walk.keep_draft(name, event.control.value)
        walk.fault = ""
        walk.typing += 1

    def submitted(_: object) -> None:
        walk.answer(name, walk.draft(name))

    return ft.TextField(
        value=walk.draft(name),
        label=desk.say(WRITTEN[kind] + ("；大王 BJ，小王 LJ" if jokers else "")),
        label_style=ft.TextStyle(size=desk.px(theme.BODY)),
        text_size=desk.px(theme.LAW),
        multiline=kind in ("auction", "cards", "text"),
        min_lines=1,
        max_lines=4,
        shift_enter=True,
        autofocus=True,
        autocorrect=False,
        enable_suggestions=kind == "text",
        capitalization=ft.TextCapitalization.NONE,
        on_change=typed,
        on_submit=submitted,
    )


@ft.component
def TypedVerdict(walk: Walk, name: str, kind: str, entry: bool) -> ft.Control:
    """Say, as soon as nobody types any more, how the text is read or why it cannot be; and take it."""
    desk = use_desk()
    ft.use_state(walk)
    before: tuple[str, str | None] = ("", None)
    judged, judge = ft.use_state(before)
    text = walk.draft(name).strip()

    async def wait() -> None:
        await asyncio.sleep(PAUSE)
        judge((text, walk.check(name, text) if text else None))

    ft.use_effect(wait, [walk.typing])
    fault = walk.fault or (judged[1] if judged[0] == text else None)
    parts: list[ft.Control] = []
    if fault and text:
        parts.append(
            ft.Semantics(
                content=ft.Row(
                    [
                        ft.Icon(ft.Icons.ERROR_OUTLINE, color=desk.shade(theme.RED), size=desk.px(20)),
                        ft.Text(desk.say(fault), size=desk.px(theme.BODY), color=desk.shade(theme.RED), expand=True),
                    ],
                    spacing=8,
                    vertical_alignment=ft.CrossAxisAlignment.START,
                ),
                live_region=True,
            )
        )
    elif text and judged[0] == text and kind not in ("text", "time", "history"):
        parts.append(quiet(desk, f"读作 {shaped(walk.read_as(name, text))}", theme.BODY))
    parts.append(
        answer_button(
            desk, "录入并继续" if entry else "继续", lambda _: walk.answer(name, walk.draft(name)), centred=True
        )
    )
    return ft.Column(parts, spacing=12, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
