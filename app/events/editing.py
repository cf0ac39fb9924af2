"""One entrant of a list put right, added or taken out. What cannot be is said in one sentence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from app.journal.pairs import by_number
from app.journal.records import Entrant
from decision_trees.games import every_game

if TYPE_CHECKING:
    from collections.abc import Sequence

NAMED = 4  # entrants said by name
BETWEEN = re.compile(r"[、，,；;/／\s]+")


def in_order(entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Return entrants by their numbers, as they sit: 2 before 10, A2 before A10."""
    return tuple(sorted(entrants, key=lambda each: by_number(each.number or each.name)))


def put_in(
    entrants: Sequence[Entrant], former: Entrant | None, number: str, name: str, players: str, club: str
) -> tuple[Entrant, ...]:
    """Return the list with one entrant as it is written now: in place of a former one, or added.

    Raises ValueError where it has no number, has that of another, or says neither name nor player.
    """
    number, people = number.strip(), tuple(each for each in BETWEEN.split(players) if each)
    rest = [each for each in entrants if each != former]
    if not number:
        raise ValueError("请写这一对（队）的编号。")
    if not name.strip() and not people:
        raise ValueError(f"编号 {number} 没有名称也没有选手，请写一样。")
    if any(each.number.lower() == number.lower() for each in rest):
        raise ValueError(f"编号 {number} 已经有了，请换一个，或改那一个。")
    return in_order((*rest, Entrant(number, name.strip() or "/".join(people), people, club.strip())))


def one_short(entrants: Sequence[Entrant], game: str | None) -> tuple[Entrant, ...]:
    """Those that name a single player though a side of the game is more; who names none is entered by the name alone."""
    sides = every_game()[game].sides if game is not None and game in every_game() else {}
    return tuple(each for each in entrants if sides and len(each.players) == 1)


def said_of_one_short(short: Sequence[Entrant], game: str) -> str:
    """Say whose partner is missing."""
    seats = min(len(side) for side in every_game()[game].sides)
    named = "、".join(f"{each.number}号（{each.players[0]}）" for each in short[:NAMED])
    who = named if len(short) <= NAMED else f"{named}等{len(short)}个"
    return f"{who}只写了一名选手，{every_game()[game].name}一方是{seats}人；请补上同伴，或只写名称。"
