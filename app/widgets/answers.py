"""How each kind of fact is answered: by touch, and what is said in words by typing."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any

import flet as ft

from app.ruling.bidding import Bidding, is_bid
from app.ruling.pack import RANKS, is_rank
from app.widgets.basics import no_wider, quiet
from app.widgets.bidding_pad import BiddingPad, CallKeys
from app.widgets.card_picker import CardPicker
from app.widgets.chips import chip_row
from app.widgets.columns import stretched
from app.widgets.finishing import TOGETHER, FinishBar
from app.widgets.keys import key
from app.widgets.numbers import TimeStepper, number_answers
from app.widgets.seat_table import seat_table
from app.widgets.sentences import answer_button, shaped
from app.widgets.text import written
from app.window import theme
from app.window.components import keyed, memo
from app.window.error_boundary import component
from app.window.session import use_session
from decision_trees.games import every_game
from decision_trees.notation import PIPS, SUIT_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.ruling.ruling import Posed
    from app.ruling.walk import Walk
    from app.window.session import Session
    from decision_trees.model import Fact

SEVERAL, SIGN = 4, 3  # so many answers of so few characters stand beside one another
PAUSE = 0.5  # seconds of silence before what is typed is judged
WRITTEN = {
    "auction": "从发牌人写起，如：N 1S P 1H",
    "cards": "花色加牌点，如：♠AK5 ♥Q10 或 SA SK HQ",
    "card": "花色加牌点，如：♥A 或 HA",
    "call": "如：1S、2红心、3NT、P、X",
    "time": "如：21:30",
    "text": "写一句",
    "history": "写一句",
}
BEGUN = {  # what is only a beginning: who deals, a level without its suit, a suit without its rank
    "auction": re.compile(r"[NESWnesw北东南西]?家?[:：]?|.*[\s,，、:：]([1-8]|[NESWnesw北东南西]家?[:：]?)", re.DOTALL),
    "call": re.compile(r"[1-8]"),
    "cards": re.compile(r"(.*\W)?([♠♥♦♣SHDCshdc]|黑桃?|红[心桃]?|方[块片]?|草花?|梅花?|[BLbl])", re.DOTALL),
}
BEGUN["card"] = BEGUN["cards"]
WRITTEN_TOO = {"auction": "P 不叫，X 加倍，XX 再加倍；越序的叫牌写明方位，如 E:1H"}


def answers(session: Session, walk: Walk, posed: Posed) -> list[ft.Control]:
    """Return the controls that answer what is asked."""
    fact, now = posed.fact, posed.known.value if posed.known else None

    def give(value: Any) -> Callable[[Any], Any]:
        return lambda _: walk.answer(posed.name, value)

    if fact.kind == "bool":
        both = [
            answer_button(session, text, give(value), chosen=now is value, centred=True, beside=True, digit=n)
            for n, (value, text) in enumerate(zip(in_order(fact), ("是", "否"), strict=True), start=1)
        ]
        return [no_wider(session, ft.Row(both, spacing=12))]
    if fact.kind == "choice" and _short(fact):
        keys = [
            key(
                session,
                _sign(each, option.text),
                give(each),
                option.text,
                width=58 if each in RANKS else 84,
                height=52,
                chosen=now == each,
            )
            for each, option in fact.options.items()
        ]
        return [chip_row(keys)]
    if fact.kind == "choice":
        return [
            no_wider(session, answer_button(session, option.text, give(key), option.help, chosen=now == key, digit=n))
            for n, (key, option) in enumerate(fact.options.items(), start=1)
        ]
    if fact.kind == "seat":
        return [seat_table(session, walk.tree.game, give, now, walk.seated())]
    if fact.kind == "number":
        return number_answers(session, walk, posed.name, fact, give, now)
    if walk.keyed and posed.typable:
        return _typed(session, walk, posed)
    if is_rank(fact):
        ranks = [key(session, rank, give(rank), width=58, height=52, chosen=now == rank) for rank in reversed(RANKS)]
        return [chip_row(ranks)]
    if not posed.touchable:
        return _typed(session, walk, posed)
    return [_touched(session, walk, posed)]


def in_order(fact: Fact) -> list[Any]:
    """Return the values that are answered with one tap, in the order in which they stand on the screen."""
    if fact.kind == "bool":
        return [True, False]
    return list(fact.options) if fact.kind == "choice" else []


def _short(fact: Fact) -> bool:
    """Whether the answers are signs rather than sentences, as ranks and suits are."""
    return len(fact.options) >= SEVERAL and all(len(o.text) <= SIGN and not o.help for o in fact.options.values())


def _sign(option: str, text: str) -> str:
    """Return what stands on the key of an answer; beside the name of a suit stands its sign."""
    return PIPS[option] + text if text == SUIT_NAMES.get(option) else text


def _touched(session: Session, walk: Walk, posed: Posed) -> ft.Control:
    if posed.fact.kind == "auction":
        return BiddingPad(walk, posed.name)
    if posed.fact.kind == "call":
        bids = is_bid(posed.fact)
        look = session.settings.text_scale, session.layout.dark
        return CallKeys(walk, posed.name, "" if bids else _floor(walk), True, *look, bids)
    if posed.fact.kind == "time":
        return TimeStepper(walk, posed.name, posed.entry)
    return CardPicker(walk, posed.name, posed.fact.kind == "card")


def finish_bar(session: Session, walk: Walk, posed: Posed | None) -> list[ft.Control]:
    """Return the bar under what takes more than one tap."""
    if posed is None or walk.keyed or posed.fact.kind not in TOGETHER:
        return []
    return [keyed(f"finish-{posed.name}", FinishBar, walk, posed)]


def _typed(session: Session, walk: Walk, posed: Posed) -> list[ft.Control]:
    return [
        TypedField(walk, posed.name, posed.fact.kind, session.settings.script, session.settings.text_scale),
        TypedVerdict(walk, posed.name, posed.fact.kind, posed.entry),
    ]


def other_way(session: Session, walk: Walk, posed: Posed) -> list[ft.Control]:
    """Return the button that turns from tapping to typing or back, of what can be answered both ways."""
    if not (posed.touchable and posed.typable) or is_rank(posed.fact):
        return []
    button = ft.TextButton(
        written(session, "改用点选" if walk.keyed else "键入", theme.BODY),
        icon=ft.Icons.TOUCH_APP if walk.keyed else ft.Icons.KEYBOARD,
        on_click=lambda _: walk.turn_keyed(posed.name),
        height=max(theme.TARGET, session.px(44)),
    )
    return [button]


def _auction(walk: Walk) -> Bidding | None:
    """The auction that is known, if one is."""
    for name, fact in walk.declared().items():
        if fact.kind == "auction" and (bidding := Bidding.read(walk.standing.facts.get(name))):
            return bidding
    return None


def _floor(walk: Walk) -> str:
    bidding = _auction(walk)
    return str(bidding.floor or "") if bidding else ""


# What is typed


def only_begun(kind: str, text: str) -> bool:
    """Whether what is typed so far is a beginning rather than wrong: the dealer of an auction, a suit without rank."""
    return not text or (kind in BEGUN and BEGUN[kind].fullmatch(text) is not None)


@memo
@component
def TypedField(walk: Walk, name: str, kind: str, script: str, scale: float) -> ft.Control:
    """Show the field for an answer in words.

    It is never written back to while somebody types: the text belongs to the keyboard.
    """
    session = use_session()
    jokers = kind in ("cards", "card") and every_game()[walk.tree.game].pack.jokers

    def typed(event: ft.Event[ft.TextField]) -> None:
        walk.keep_draft(name, event.control.value)
        walk.fault = ""
        walk.typing += 1

    def submitted(_: object) -> None:
        walk.answer(name, walk.draft(name))

    return ft.TextField(
        value=walk.draft(name),
        label=session.say(WRITTEN[kind] + ("；大王 BJ，小王 LJ" if jokers else "")),
        label_style=ft.TextStyle(size=session.px(theme.BODY)),
        helper=session.say(WRITTEN_TOO[kind]) if kind in WRITTEN_TOO else None,
        helper_style=ft.TextStyle(size=session.px(theme.SMALL)),
        helper_max_lines=3,
        text_size=session.px(theme.LAW),
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


@component
def TypedVerdict(walk: Walk, name: str, kind: str, entry: bool) -> ft.Control:
    """Say, as soon as nobody types any more, how the text is read or why it cannot be; and take it."""
    session = use_session()
    ft.use_state(walk)
    before: tuple[str, str | None] = ("", None)
    judged, judge = ft.use_state(before)
    text = walk.draft(name).strip()

    async def wait() -> None:
        await asyncio.sleep(PAUSE)
        if not only_begun(kind, text):  # nobody is told that what is not there yet is wrong
            judge((text, walk.check(name, text)))

    ft.use_effect(wait, [walk.typing])
    fault = walk.fault or (judged[1] if judged[0] == text else None)
    parts: list[ft.Control] = []
    if walk.fault or (fault and text):
        parts.append(
            ft.Semantics(
                content=ft.Row(
                    [
                        ft.Icon(ft.Icons.ERROR_OUTLINE, color=session.shade(theme.RED), size=session.px(20)),
                        written(session, fault or "", theme.BODY, color=session.shade(theme.RED), expand=True),
                    ],
                    spacing=8,
                    vertical_alignment=ft.CrossAxisAlignment.START,
                ),
                live_region=True,
            )
        )
    elif text and judged[0] == text and kind not in ("text", "time", "history"):
        parts.append(quiet(session, f"读作 {shaped(walk.read_as(name, text))}", theme.BODY))
    parts.append(
        answer_button(
            session, "录入并继续" if entry else "继续", lambda _: walk.answer(name, walk.draft(name)), centred=True
        )
    )
    return stretched(parts, spacing=12)
