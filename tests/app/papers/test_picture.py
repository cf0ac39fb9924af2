"""A picture on paper: who sits where, for tables of four and of six, and nothing upon anything else."""

from __future__ import annotations

import io
from itertools import combinations
from typing import Any

import pytest
from pypdf import PdfReader

from app.papers.picture import picture_height, print_picture
from app.papers.sheet import MM, Sheet
from app.ruling.picture import Card, Laid, Picture, Place

FOUR = {"N": "北家", "E": "东家", "S": "南家", "W": "西家"}
SIX = {"A": "一号位", "B": "二号位", "C": "三号位", "D": "四号位", "E": "五号位", "F": "六号位"}


def placed(picture: Picture) -> dict[str, tuple[float, float]]:
    """Where each text of a picture stands on the sheet, in mm from the left and from the foot."""
    sheet = Sheet("图", "图", lambda text: text)
    print_picture(sheet, picture, "图")
    (page,) = PdfReader(io.BytesIO(sheet.finish())).pages
    found: dict[str, tuple[float, float]] = {}

    def note(text: str, _: Any, matrix: Any, *more: Any) -> None:
        if text.strip():
            found[text.strip()] = (matrix[4] * MM, matrix[5] * MM)

    page.extract_text(visitor_text=note)
    return found


def table(seats: dict[str, str], clockwise: bool, *laid: Laid) -> Picture:
    doer = next(iter(seats))
    return Picture(
        "",
        clockwise,
        tuple(Place(seat, name, ("违规者",) if seat == doer else ()) for seat, name in seats.items()),
        laid,
    )


def test_four_sit_as_on_a_map() -> None:
    at = placed(table(FOUR, True))
    assert at["北家"][1] > at["东家"][1] > at["南家"][1]
    assert at["西家"][0] < at["北家"][0] < at["东家"][0]


@pytest.mark.parametrize("clockwise", [False, True])
def test_six_sit_around_it_from_the_first_below(clockwise: bool) -> None:
    """The turn goes from below to the right where it runs against the clock, and to the left where it runs with it."""
    at = placed(table(SIX, clockwise))
    second, third = at["二号位"], at["三号位"]
    fifth, sixth = at["五号位"], at["六号位"]
    assert at["一号位"][1] < second[1] < third[1] < at["四号位"][1]
    assert at["一号位"][1] < sixth[1] < fifth[1] < at["四号位"][1]
    right, left = (sixth, second) if clockwise else (second, sixth)
    assert left[0] < at["一号位"][0] < right[0]
    assert "！违规者" in at and ("顺时针" if clockwise else "逆时针") in at


def test_the_cards_of_a_trick_of_six_lie_apart_and_before_those_who_played_them() -> None:
    cards = [Card(f"S{rank}", f"♠{rank}", f"黑桃{rank}") for rank in "345678"]
    laid = [Laid("played", "打出", (card,), seat, "") for card, seat in zip(cards, SIX, strict=True)]
    picture = table(SIX, False, *laid)
    assert len(picture.trick) == len(SIX)
    at = placed(picture)
    spots = {seat: at[rank] for seat, rank in zip(SIX, "345678", strict=True)}
    assert all(abs(a[0] - b[0]) > 6 or abs(a[1] - b[1]) > 9 for a, b in combinations(spots.values(), 2))
    assert spots["A"][1] < spots["B"][1] < spots["C"][1] < spots["D"][1]
    assert spots["F"][0] < spots["A"][0] < spots["B"][0] and spots["E"][0] < spots["D"][0] < spots["C"][0]
    assert picture_height(picture) < 120


def test_cards_before_seats_at_one_side_push_the_next_seat_down() -> None:
    cards = tuple(Card(f"H{rank}", f"♥{rank}", f"红心{rank}") for rank in "34567")
    at = placed(table(SIX, False, Laid("exposed", "露出", cards, "C", "")))
    assert at["三号位"][1] > at["露出"][1] > at["3"][1] > at["二号位"][1] + 9 > at["一号位"][1]
