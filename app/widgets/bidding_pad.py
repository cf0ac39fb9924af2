"""The auction as it is entered: the calls above, the keys below."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft

from app.ruling.bidding import ACTIONS, STRAINS, Bidding, Made
from app.widgets.basics import quiet
from app.widgets.columns import stretched
from app.widgets.keys import LARGEST, key, signs, two_lines
from app.widgets.seat_table import seat_table
from app.widgets.sentences import sentence
from app.window import theme
from app.window.components import memo, on_tap
from app.window.error_boundary import component
from app.window.session import use_session
from decision_trees.bridge.calls import Bid, highest_level, parse_call
from decision_trees.bridge.seats import Seat
from decision_trees.notation import PIPS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.widgets.picks import Picks
    from app.window.session import Session

GAP = 4
LINE = 37  # px, of the calls: all seven rows of keys stand above the bar of a phone
TALL = 800  # px of the window from which lines are kept free, so that the keys do not move under the finger
DEALER = "dealer"  # the fact
RESERVED = 2  # with a third the last row of keys would lie under the bar of a phone


@component
def BiddingPad(walk: Picks, name: str) -> ft.Control:
    """Ask for an auction: the dealer first, then call by call."""
    session = use_session()
    selected = walk.selection(name)
    ft.use_state(selected)
    bidding = begun(walk, selected.value)
    if bidding is None:

        def deal(letter: str) -> Callable[[Any], Any]:
            def choose(_: object) -> None:
                selected.put(Bidding(Seat(letter)).as_fact())

            return choose

        return stretched(
            [sentence(session, "谁发牌？", theme.LAW, bold=True), seat_table(session, walk.game, deal)], spacing=10
        )
    floor = bidding.floor
    return stretched(
        [
            _grid(session, walk, name, bidding),
            CallKeys(walk, name, str(floor or ""), False, session.settings.text_scale, session.layout.dark),
        ],
        spacing=10,
    )


def begun(walk: Picks, value: Any) -> Bidding | None:
    """Return the auction of a fact; before the first call that of the dealer, where the board or the sheet says who deals."""
    dealer = walk.known().get(DEALER)
    return Bidding.read(value) or (Bidding(Seat(dealer)) if isinstance(dealer, str) and dealer in set(Seat) else None)


# The calls made


def _grid(session: Session, walk: Picks, name: str, bidding: Bidding) -> ft.Control:
    """The calls in columns by seat, beginning with the dealer; a tap on a seat enters a call for it."""
    selected = walk.selection(name)
    seats = [bidding.dealer.after(turns) for turns in range(len(Seat))]
    caller = Seat(selected.by) if selected.by else bidding.next
    result = bidding.result

    def turn_to(seat: Seat) -> None:
        selected.put(selected.value, "" if seat is bidding.next else seat.value)

    heads: list[ft.Control] = []
    for seat in seats:
        dealt = "发牌" if seat is bidding.dealer else ""
        calls = seat is caller and (not result or bool(selected.by))
        below = "越序" if selected.by == seat.value else "轮到" if calls else dealt
        heads.append(_head(session, seat, below, calls, on_tap(turn_to, seat)))
    lines = _lines(bidding, seats)
    kept_free = RESERVED if (session.page.height or 0) >= TALL else 1
    lines += [[None] * len(seats) for _ in range(kept_free - len(lines))]
    if result:
        said = (
            f"记{caller.chinese}在叫牌结束以后叫的。"
            if selected.by
            else f"叫牌结束：{result}。以后又有人叫的，点他的方位再记。"
        )
    elif selected.by:
        said = f"记{caller.chinese}越序的叫牌；轮到的是{bidding.next.chinese}。"
    else:
        said = f"轮到{caller.chinese}。点别的方位，可以记他越序的叫牌。"
    rows = (
        ft.Row([_blank() if made is None else _call(session, made) for made in line], spacing=GAP) for line in lines
    )
    return stretched([ft.Row(heads, spacing=GAP), *rows, quiet(session, said)], spacing=GAP)


def _lines(bidding: Bidding, seats: Sequence[Seat]) -> list[list[Made | None]]:
    """The calls in lines, each below its seat; one out of turn may leave places free."""
    lines: list[list[Made | None]] = []
    before = len(seats)
    for made in bidding.made:
        column = seats.index(made.seat)
        if column <= before:
            lines.append([None] * len(seats))
        lines[-1][column] = made
        before = column if column < len(seats) - 1 else len(seats)
    return lines


def _head(session: Session, seat: Seat, below: str, chosen: bool, choose: Callable[[Any], Any]) -> ft.Control:
    """A seat above its calls, with what is said of it."""
    label = f"{seat.chinese}{'，' + below if below else ''}"
    height = max(48, two_lines(session, theme.BODY))
    return key(session, seat.chinese[0], choose, label, below, theme.BODY, chosen=chosen, height=height)


def _blank() -> ft.Control:
    return ft.Container(expand=True, height=LINE)


def _call(session: Session, made: Made) -> ft.Control:
    wrong = made.irregular
    color = session.shade(theme.RED)
    said = f"{made.seat.chinese} {call_name(made.call)}{'，' + wrong if wrong else ''}"
    spans = signs(session, session.say(call_sign(made.call)), theme.BODY, wrong)
    return ft.Container(
        ft.Text(
            spans=spans,
            style=ft.TextStyle(height=1.1, color=color if wrong else None),
            text_align=ft.TextAlign.CENTER,
            semantics_label=session.say(said),
        ),
        expand=True,
        alignment=ft.Alignment.CENTER,
        border=ft.Border.all(2, color) if wrong else None,
        border_radius=8,
        height=LINE * max(1.0, min(session.settings.text_scale, LARGEST) * 0.9),
    )


def call_sign(call: str) -> str:
    """Return a call as it stands on a key: 1♠, 3NT, 不叫."""
    return ACTIONS.get(call) or call[0] + PIPS.get(call[1:], call[1:])


def call_name(call: str) -> str:
    """Return a call in words."""
    return parse_call(call, over_seven=True).chinese


# The keys


@memo
@component
def CallKeys(
    walk: Picks, name: str, floor: str, single: bool, scale: float, dark: bool, bids: bool = False
) -> ft.Control:
    """Show the keys; bids that are not high enough stand back but can be entered: they may be what happened.

    ``bids``: nothing but a bid can be meant, as of a contract.
    """
    session = use_session()
    above, set_above = ft.use_state(False)
    selected = walk.selection(name)
    last = parse_call(floor, over_seven=True) if floor else None

    def enter(call: str) -> Callable[[Any], Any]:
        def entered(_: object) -> None:
            if single:
                walk.answer(name, call)
                return
            bidding = begun(walk, selected.value)
            if bidding is not None:
                selected.put(bidding.with_call(call, Seat(selected.by) if selected.by else None).as_fact())

        return entered

    def faint(call: str) -> bool:
        bid = parse_call(call, over_seven=True)
        return isinstance(bid, Bid) and isinstance(last, Bid) and not bid.supersedes(last)

    levels = [*range(1, highest_level() + 1), *([highest_level() + 1] if above else [])]
    actions = [key(session, word, enter(call), size=theme.BODY) for call, word in ACTIONS.items()]
    rows: list[ft.Control] = [
        *([] if bids else [ft.Row(actions, spacing=GAP)]),
        *(
            ft.Row(
                [
                    key(session, call_sign(call), enter(call), call_name(call), faint=faint(call))
                    for call in (f"{level}{strain}" for strain in STRAINS)
                ],
                spacing=GAP,
            )
            for level in levels
        ),
    ]
    if not above and not bids:  # a contract is of seven at most
        rows.append(ft.Row([key(session, "超过7线…", lambda _: set_above(True), size=theme.SMALL, faint=True)]))
    return stretched(rows, spacing=GAP)
