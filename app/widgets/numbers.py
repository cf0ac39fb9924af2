"""Numbers and times: keys where few are likely, steps where many are."""

from __future__ import annotations

import datetime
from math import ceil
from typing import TYPE_CHECKING, Any

import flet as ft

from app.widgets.basics import no_wider, quiet
from app.widgets.columns import in_lines, stretched
from app.widgets.keys import key
from app.widgets.sentences import answer_button
from app.widgets.text import written
from app.window import theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.session import use_session

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.ruling.walk import Walk
    from app.window.session import Session
    from decision_trees.model import Fact

COUNTABLE = 27  # numbers up to so many are shown as keys
LARGE_KEYS = 14  # up to so many, large ones
LIKELY = 6  # keys of a number without a bound
MEASURED = ("分", "分钟", "秒", "%")  # units of which no number is likelier than another
LEAP = 10
AROUND, GAP = 32, 8  # px beside the keys, and between them
HOUR, DAY = 60, 24 * 60


def number_answers(
    session: Session, walk: Walk, name: str, fact: Fact, give: Callable[[Any], Callable[[Any], Any]], now: Any
) -> list[ft.Control]:
    """Return what a number is answered with."""
    low, high = fact.minimum, fact.maximum
    if low is not None and high is not None and _whole(low) and _whole(high) and high - low < COUNTABLE:
        return [number_keys(session, range(int(low), int(high) + 1), give, now)]
    if low is None or high is not None or not _whole(low) or fact.unit in MEASURED:
        return [Stepper(walk, name, fact, now if isinstance(now, int | float) else None)]
    return [LikelyOrMore(walk, name, fact, give, now)]


@component
def LikelyOrMore(
    walk: Walk, name: str, fact: Fact, give: Callable[[Any], Callable[[Any], Any]], now: Any
) -> ft.Control:
    """Show the few numbers that are likely; the steps for others come when they are asked for."""
    session = use_session()
    low = int(fact.minimum or 0)
    likely = range(low, low + LIKELY)
    more, show_more = ft.use_state(isinstance(now, int | float) and now not in likely)
    if more:
        return Stepper(walk, name, fact, now if isinstance(now, int | float) else None)
    keys = number_keys(session, likely, give, now)
    link = ft.TextButton(
        written(session, f"更多的（{fact.label}）", theme.BODY),
        icon=ft.Icons.DIALPAD,
        on_click=lambda _: show_more(True),
        height=max(theme.TARGET, session.px(44)),
    )
    return stretched([keys, link], spacing=8)


def _whole(number: float) -> bool:
    return number == int(number)


def number_keys(
    session: Session, numbers: Sequence[int], give: Callable[[Any], Callable[[Any], Any]], now: Any
) -> ft.Control:
    """Return numbers of which one is tapped, in rows as wide as there is room."""
    large = len(numbers) <= LARGE_KEYS
    width, height = (76, 60) if large else (58, 52)
    room = min(session.layout.pane or theme.READING_WIDTH, theme.READING_WIDTH) - AROUND
    most = max(1, int((room + GAP) // (width * max(1.0, session.settings.text_scale * 0.75) + GAP)))
    columns = ceil(len(numbers) / ceil(len(numbers) / most))  # no row much shorter than the others
    keys = [key(session, f"{number}", give(number), height=height, chosen=now == number) for number in numbers]
    return no_wider(session, in_lines(keys, columns, GAP))


@component
def Stepper(walk: Walk, name: str, fact: Fact, now: float | None) -> ft.Control:
    """Ask for a number: less, more, or typed."""
    session = use_session()
    least = fact.minimum if fact.minimum is not None else 0
    begun = f"{now if now is not None else max(0.0, least):g}"
    value, set_value = ft.use_state(begun)
    latest = ft.use_ref(begun)  # fingers are faster than the screen: what stands now, not what was drawn last

    def put(text: str) -> None:
        latest.current = text
        set_value(text)

    def step(by: int) -> None:
        put(stepped(fact, latest.current or "", by))

    def done(_: object) -> None:
        walk.answer(name, latest.current)

    field = ft.TextField(
        value=value,
        label=session.say(fact.unit or "数"),  # the question above says of what; more does not fit between the keys
        text_size=session.px(theme.TITLE),
        text_align=ft.TextAlign.CENTER,
        keyboard_type=ft.KeyboardType.NUMBER,
        on_change=lambda event: put(event.control.value),
        on_submit=done,
        expand=True,
    )
    span = fact.maximum - fact.minimum if fact.maximum is not None and fact.minimum is not None else None
    leaps = [LEAP] if fact.unit in MEASURED or (span is not None and span > LEAP) else []
    less = [_step(session, -by, step) for by in (*leaps, 1)]
    more = [_step(session, by, step) for by in (1, *leaps)]
    return stretched(
        [ft.Row([*less, field, *more], spacing=6), answer_button(session, "继续", done, centred=True)], spacing=12
    )


def stepped(fact: Fact, written: str, by: int) -> str:
    """Return a number after a step, within what it may be; what is no number begins at the least."""
    try:
        number = float(written) + by
    except ValueError:
        number = fact.minimum if fact.minimum is not None else 0
    if fact.minimum is not None:
        number = max(fact.minimum, number)
    if fact.maximum is not None:
        number = min(fact.maximum, number)
    return f"{number:g}"


def _step(session: Session, by: int, step: Callable[[int], None]) -> ft.Control:
    sign, word = ("−", "减") if by < 0 else ("+", "加")
    return key(session, f"{sign}{abs(by)}", on_tap(step, by), f"{word}{abs(by)}", width=52, height=52)


# Times of day


def minutes_of(value: Any) -> int | None:
    """Return a time written 21:30 in minutes of the day."""
    try:
        hours, minutes = str(value).split(":")
        return int(hours) * HOUR + int(minutes)
    except ValueError:
        return None


def clock_of(minutes: int) -> str:
    """Return minutes of the day as 21:30."""
    hours, rest = divmod(minutes % DAY, HOUR)
    return f"{hours:02d}:{rest:02d}"


@component
def TimeStepper(walk: Walk, name: str, entry: bool) -> ft.Control:
    """Ask for a time of day: now, earlier, later."""
    session = use_session()
    selected = walk.selection(name)
    ft.use_state(selected)

    def standing() -> int:  # also asked when a key is tapped: fingers are faster than the screen
        at = minutes_of(selected.value)
        return present() if at is None else at

    def step(by: int) -> None:
        selected.value = clock_of(standing() + by)

    def to_now(_: object) -> None:
        selected.value = clock_of(present())

    time = ft.Text(
        clock_of(standing()), size=session.px(40), weight=ft.FontWeight.W_600, text_align=ft.TextAlign.CENTER
    )
    done = answer_button(
        session,
        "录入并继续" if entry else "继续",
        lambda _: walk.answer(name, clock_of(standing())),
        centred=True,
    )
    return stretched(
        [
            ft.Semantics(content=time, live_region=True),
            _time_steps(session, "小时", HOUR, (1,), step),
            _time_steps(session, "分钟", 1, (1, 10), step),
            ft.Row([key(session, "现在", to_now, height=52)]),
            done,
        ],
        spacing=10,
    )


def present() -> int:
    """Return the time now, in minutes of the day."""
    now = datetime.datetime.now()
    return now.hour * HOUR + now.minute


def _time_steps(
    session: Session, unit: str, minutes: int, steps: tuple[int, ...], step: Callable[[int], None]
) -> ft.Control:
    """Earlier and later by so many of a unit, which stands between."""
    earlier = [key(session, f"−{by}", on_tap(step, -by * minutes), f"减{by}{unit}", height=52) for by in steps]
    later = [key(session, f"+{by}", on_tap(step, by * minutes), f"加{by}{unit}", height=52) for by in steps]
    name = ft.Container(quiet(session, unit, theme.BODY), width=session.px(44), alignment=ft.Alignment.CENTER)
    return ft.Row([*reversed(earlier), name, *later], spacing=6)
