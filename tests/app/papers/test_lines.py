"""Where Chinese lines break."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.papers.lines import CLOSING, OPENING, lines, units


def width(text: str) -> float:
    return sum(1 if ord(c) > 0x2000 else 0.5 for c in text)


@pytest.mark.parametrize(
    ("text", "room", "wanted"),
    [
        ("一二三四五六", 4, ["一二三四", "五六"]),
        ("一二三四，五六", 4, ["一二三", "四，五六"]),
        ("一二三“四五六”", 4, ["一二三", "“四五", "六”"]),
        ("（注：一二）三", 4, ["（注：一", "二）三"]),
        ("裁决第12条A款", 5, ["裁决第12条", "A款"]),
        ("选择：1♥ 或 2NT。", 6, ["选择：1♥ 或", "2NT。"]),
        ("一\n\n二", 9, ["一", "", "二"]),
        ("", 9, [""]),
        ("ABCDEFGHIJ", 3, ["ABCDEF", "GHIJ"]),
        ("他说了……对", 4, ["他说", "了……对"]),
    ],
)
def test_breaks(text: str, room: float, wanted: list[str]) -> None:
    assert lines(text, room, width) == wanted


@given(st.text(alphabet="一二三四五六A1 ，。“”（）、…—(),.♥\n", max_size=80), st.integers(8, 30))
def test_nothing_is_lost_and_nothing_sticks_out(text: str, room: int) -> None:
    found = lines(text, room, width)
    assert "".join(found).replace(" ", "") == text.replace(" ", "").replace("\n", "")
    assert all(width(line) <= room for line in found)


@given(st.text(alphabet="一二三四五六，。“”（）、", max_size=60))
def test_marks_stay_with_their_words(text: str) -> None:
    assert "".join(units(text)) == text
    for at, unit in enumerate(units(text)):
        assert at == 0 or unit[0] not in CLOSING
    assert all(unit[-1] not in OPENING for unit in list(units(text))[:-1])
