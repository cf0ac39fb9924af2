"""What the irregularities of bridge share: seats, what is said of a card, what players answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from app.study.table.bridge.bidding import SEATS, partner_of
from app.study.table.bridge.position import SIGNS, Position
from app.study.table.model import Act, Incident, Said

NAMES = {"N": "北家", "E": "东家", "S": "南家", "W": "西家"}
SUIT_NAMES = {"S": "黑桃", "H": "红心", "D": "方块", "C": "梅花"}
CALL_NAMES = {"P": "不叫", "X": "加倍", "XX": "再加倍"}
NEVER_LAPSES = 1000

Words = Mapping[str, Callable[[Position, "Incident[Position]", str], Said | None]]


def card_name(card: str) -> str:
    """♥10."""
    return SIGNS[card[0]] + ("10" if card[1] == "T" else card[1])


def call_name(call: str) -> str:
    """1♠, 不叫."""
    return CALL_NAMES.get(call) or call[0] + SIGNS.get(call[1:], call[1:])


def called(seat: str, call: str) -> Act:
    """Somebody calls."""
    return Act(
        seat,
        "call",
        (call,),
        f"{NAMES[seat]}叫 {call_name(call)}" if call[0].isdigit() else f"{NAMES[seat]}{call_name(call)}",
    )


def played(seat: str, card: str, *, leads: bool) -> Act:
    """Somebody plays a card."""
    return Act(seat, "play", (card,), f"{NAMES[seat]}{'引' if leads else '打'} {card_name(card)}")


def says(seat: str, words: str) -> Act:
    """Somebody says something."""
    return Act(seat, "say", (), f"{NAMES[seat]}：“{words}”")


def opponents(seat: str) -> tuple[str, str]:
    """The other side."""
    at = SEATS.index(seat)
    return SEATS[(at + 1) % 4], SEATS[(at + 3) % 4]


def caller(random: Random, seats: Sequence[str], often: float = 0.5) -> str | None:
    """Who calls the referee; None: nobody does."""
    return random.choice(list(seats)) if random.random() < often else None


def last_shown(acts: Sequence[Act], incident: Incident[Position]) -> bool:
    """An irregularity that is seen as soon as its last act is."""
    return bool(acts) and acts[-1] == incident.acts[-1]


def card_of(incident: Incident[Any]) -> str:
    """The card it is about; empty of a call."""
    more = incident.more
    return str(more.get("card", "")) if isinstance(more, Mapping) else ""


def side_of(seat: str) -> tuple[str, str]:
    """A player and his partner."""
    return seat, partner_of(seat)
