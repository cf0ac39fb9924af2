"""JSON from elsewhere is held against the record classes as strictly as a library made for it would."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from app.journal.records import EventBody, RulingBody
from rules_data.records import misfit

ADAPTERS = {type_: TypeAdapter(type_) for type_ in (RulingBody, EventBody)}
GOOD: dict[Any, dict[str, Any]] = {
    RulingBody: {
        "game": "guandan", "tree": "guandan.x", "title": "甲", "outcome": "o", "ruling": "乙", "level": "none",
        "place": {"table": "1", "round": 2, "game": None, "deal": 3}, "offenders": ["1"], "player": None,
        "counts": [["violation", 1]], "chain": None, "cites": ["a:1"], "remark": "",
    },
    EventBody: {
        "name": "杯", "game": None, "books": ["b"], "settled": {"D-1": "x"}, "format": "games", "rounds": 3,
        "tables": ["1"], "entrants": [{"number": "1", "name": "甲", "players": ["乙"], "club": ""}],
        "referees": [], "chief": "", "venue": "",
    },
}  # fmt: skip
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 200)
    | st.sampled_from([1.0, 0.5])
    | st.sampled_from(["", "games", "x"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["number", "name", "round", "players", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)


def library_says(type_: Any, data: Any) -> tuple[Any, ...] | None:
    try:
        ADAPTERS[type_].validate_json(json.dumps(data), strict=True)
    except ValidationError as fault:
        return tuple(fault.errors()[0]["loc"])
    return None


@pytest.mark.parametrize("type_", [RulingBody, EventBody])
@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_it_says_what_the_library_says(type_: Any, data: st.DataObject) -> None:
    body = dict(GOOD[type_])
    names = [f.name for f in dataclasses.fields(type_)] + ["unknown"]
    for name in data.draw(st.lists(st.sampled_from(names), max_size=2)):
        if data.draw(st.booleans()):
            body[name] = data.draw(VALUES)
        else:
            body.pop(name, None)
    said, ours = library_says(type_, body), misfit(type_, body)
    assert (said is None) == (ours is None), (said, ours)
    if said is not None and ours is not None:
        assert said[:1] == ours[:1]


@given(VALUES)
@example([])
@example({})
def test_anything_is_answered(data: Any) -> None:
    for type_ in GOOD:
        assert (misfit(type_, data) is None) == (library_says(type_, data) is None)


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"place": {"round": "1"}}, ("place", "round")),
        ({"place": {"round": True}}, ("place", "round")),
        ({"counts": [["violation", 1.0]]}, ("counts", 0, 1)),
        ({"counts": [["violation"]]}, ("counts", 0)),
        ({"offenders": "1"}, ("offenders",)),
        ({"cites": ["a", 1]}, ("cites", 1)),
        ({"place": {"round": 1, "later": "x"}, "later": 1}, None),
    ],
)
def test_where(change: dict[str, Any], where: tuple[Any, ...] | None) -> None:
    assert misfit(RulingBody, GOOD[RulingBody] | change) == where
