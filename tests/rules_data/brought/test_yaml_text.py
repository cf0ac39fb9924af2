"""The small YAML writer: what it writes a real reader of YAML reads as what was given."""

from __future__ import annotations

from typing import Any

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_data.brought.yaml_text import dump

TEXTS = st.text(max_size=40) | st.sampled_from(
    [
        "",
        "是",
        "yes",
        "No",
        "null",
        "~",
        "1",
        "1.5",
        "2026-12-01",
        "第一条",
        "a: b",
        "- x",
        "#x",
        "甲\n乙",
        "甲\n\n乙",
        " 甲\n乙 ",
        "12:30",
        "表\t格",
        "'引'",
        '"引"',
        "{x}",
        "[x]",
        "终：",
        "终:",
        "\u2028",
        "\ufeff",
        "\x85",
        "\U0001f0a1",
        "0x1f",
        "1_000",
        ".inf",
        "甲\r\n乙",
        "|",
        "true",
    ]
)
SCALARS = TEXTS | st.none() | st.booleans() | st.integers(-(10**9), 10**9)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4), max_leaves=12
)
RECORDS = st.lists(st.dictionaries(TEXTS, VALUES, min_size=1, max_size=4), max_size=4)


@settings(max_examples=120, deadline=None)
@given(RECORDS)
def test_what_is_written_is_read_again(records: list[dict[str, Any]]) -> None:
    assert yaml.safe_load(dump(records)) == records


def test_it_looks_as_a_person_would_write_it() -> None:
    written = dump([{"id": "3.1", "label": "第三条一", "text": "甲。\n乙。", "children": [{"id": "p1", "line": 0}]}])
    assert written == (
        '- id: "3.1"\n  label: 第三条一\n  text: |-\n    甲。\n    乙。\n  children:\n    - id: p1\n      line: 0\n'
    )
