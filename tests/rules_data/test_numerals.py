"""Chinese numerals, as a person counts them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_data.numerals import to_chinese, to_int

PAIRS = {
    1: "一", 2: "二", 9: "九", 10: "十", 11: "十一", 19: "十九", 20: "二十", 21: "二十一", 28: "二十八", 40: "四十",
    90: "九十", 99: "九十九", 100: "一百", 101: "一百零一", 109: "一百零九", 110: "一百一十", 112: "一百一十二",
    123: "一百二十三", 200: "二百", 305: "三百零五", 999: "九百九十九", 1000: "一千", 1001: "一千零一", 1010: "一千零一十",
    1100: "一千一百", 2026: "二千零二十六", 9999: "九千九百九十九", 10_000: "一万", 10_001: "一万零一", 10_100: "一万零一百",
    12_345: "一万二千三百四十五", 30_020: "三万零二十",
}  # fmt: skip


@pytest.mark.parametrize(("number", "words"), PAIRS.items())
def test_pairs(number: int, words: str) -> None:
    assert to_chinese(number) == words
    assert to_int(words) == number


@given(st.integers(1, 99_999))
def test_there_and_back(number: int) -> None:
    assert to_int(to_chinese(number)) == number == to_int(str(number))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("二八", 28),
        ("二〇", 20),
        ("两", 2),
        ("零", 0),
        ("〇", 0),
        ("64", 64),
        ("007", 7),
        ("２８", 28),
        ("①", 1),
        ("⑩", 10),
        ("⑳", 20),
        ("百", 100),
        ("一百十", 110),
        ("1234", 1234),
        ("万", 10_000),
        ("二〇二六", 2026),
        ("一千二", 1002),
    ],
)
def test_other_ways_to_write_one(text: str, number: int) -> None:
    assert to_int(text) == number


@pytest.mark.parametrize(
    "text",
    ["", " ", "甲", "A", "1a", "-1", "1.5", "一甲", "①②", "123456", "第一", "+1", "千万", "万万"],
)
def test_what_is_no_numeral(text: str) -> None:
    with pytest.raises(ValueError, match="not a numeral"):
        to_int(text)


@pytest.mark.parametrize("number", [0, -1, 100_000])
def test_what_has_no_short_form(number: int) -> None:
    with pytest.raises(ValueError, match="Chinese numeral"):
        to_chinese(number)
