"""Words are found in an open law however they are written."""

from __future__ import annotations

import pytest

from app.reading.finding import find, occurrences
from rules_data.handbook import open_handbook

simplified = open_handbook().script.simplified


@pytest.mark.parametrize(
    ("text", "query", "found"),
    [
        ("不足叫牌，不足叫牌", "叫牌", ["叫牌", "叫牌"]),
        ("一方过 A 取胜", "过a", ["过 A"]),
        ("一方过\nＡ取胜", "过A", ["过\nＡ"]),
        ("得分:10", "得分：１０", ["得分:10"]),
        ("應用第64條", "应用第64条", ["應用第64條"]),
        ("应用第64条", "應用", ["应用"]),
        ("应用第64条", "", []),
        ("应用第64条", " ", []),
        ("啊啊啊", "啊啊", ["啊啊"]),
        ("安排 2 <sup>n</sup> 个队", "n个", ["2 <sup>n</sup> 个"[1:]]),
        ("安排 2 <sup>n</sup> 个队", "sup", []),
    ],
)
def test_scripts_width_capitals_and_white_space_make_no_difference(text: str, query: str, found: list[str]) -> None:
    assert [text[start:end].strip() for start, end in occurrences(text, query, simplified)] == [
        each.strip() for each in found
    ]


def test_places_come_in_printed_order_and_each_holds_the_words() -> None:
    law = open_handbook().provision("bridge-1999:64")
    found = find(law.walk(), "藏牌", simplified, lambda each: False)
    texts = {(each.id, part): getattr(each, part) or "" for each in law.walk() for part in ("heading", "text")}
    assert len(found) == sum(text.count("藏牌") for text in texts.values())
    assert all(texts[place.provision, place.part][place.start : place.end] == "藏牌" for place in found)
    order = [each.id for each in law.walk()]
    assert [order.index(place.provision) for place in found] == sorted(order.index(p.provision) for p in found)


def test_what_is_shown_as_a_table_is_not_counted() -> None:
    page = open_handbook().provision("guandan-2017:A4")
    assert find(page.walk(), "级差", simplified, lambda each: False)
    assert not find(page.walk(), "级差", simplified, lambda each: True)
