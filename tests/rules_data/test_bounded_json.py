"""JSON from outside is read within bounds, and what is beyond them is said in one clause."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules_data.bounded_json import DEPTH, DIGITS, SIZE, JsonFault, read_json


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "第 1 行第 1 个字符"),
        ("{", "双引号"),
        ('{"a": 1,}', "第 1 行"),
        ('{"a"\n:1\n', "第 3 行"),
        ("[1 2]", "逗号"),
        ('["a]', "收尾"),
        ("[1] [2]", "多了内容"),
        ("NaN", "NaN"),
        ('{"a": -Infinity}', "Infinity"),
        ("1e999", "1e999"),
        ("-1e999", "1e999"),
        ("9" * 5000, "5000 位"),
        ("-" + "9" * (DIGITS + 1), f"{DIGITS + 1} 位"),
        ("[" * 100_000, "层"),
        ("[" * 100_000 + "]" * 100_000, "层"),
        ('{"a":' * 100_000, "层"),
        ("[" * (DEPTH + 1) + "]" * (DEPTH + 1), "层"),
        ('"\\ud800"', "半个字符"),
        ('{"\\uDFFF": 1}', "半个字符"),
        (" " * (SIZE + 1), "个字"),
    ],
)
def test_what_is_beyond_the_bounds_is_said(text: str, said: str) -> None:
    with pytest.raises(JsonFault) as fault:
        read_json(text)
    assert said in str(fault.value)
    assert "\n" not in str(fault.value) and len(str(fault.value)) < 80


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("\ufeff[1]", [1]),
        ("9" * DIGITS, int("9" * DIGITS)),
        ("[" * DEPTH + "]" * DEPTH, json.loads("[" * DEPTH + "]" * DEPTH)),
        ("[" * (DEPTH - 1) + "7" + "]" * (DEPTH - 1), json.loads("[" * (DEPTH - 1) + "7" + "]" * (DEPTH - 1))),
        ('"\\ud83c\\udca1"', "\N{PLAYING CARD ACE OF SPADES}"),
        ('"[[[[[' + "{" * 200 + '"', "[[[[[" + "{" * 200),  # brackets in words are words
        ("[" + ",".join(["[]"] * 1000) + "]", [[]] * 1000),
        ("1e308", 1e308),
    ],
)
def test_what_is_within_the_bounds_is_read(text: str, value: Any) -> None:
    assert read_json(text) == value


_PLAIN = st.none() | st.booleans() | st.integers(-(10**DIGITS) + 1, 10**DIGITS - 1) | st.text(max_size=9)
_VALUES = st.recursive(
    _PLAIN | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


@given(_VALUES, st.booleans())
def test_what_was_written_as_json_is_read_back(value: Any, ascii_only: bool) -> None:
    assert read_json(json.dumps(value, ensure_ascii=ascii_only)) == value


@given(st.text(alphabet='[]{}":,\\ud8c01-+.eENIantify \n', max_size=60) | st.text(max_size=40))
@example("[" * 2000)
@example('{"a":' * 2000)
@example("1" * 4301)
@example("-Infinity")
@example('"\\ud800"')
def test_whatever_the_text_it_is_a_value_or_one_sentence(text: str) -> None:
    try:
        value = read_json(text)
    except JsonFault as fault:
        assert str(fault) and "\n" not in str(fault)
    else:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
