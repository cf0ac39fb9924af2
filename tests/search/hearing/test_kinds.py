"""What is said is filled, kind by kind, and what only sounds like it is not: sentences and facts made by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from search.hearing.numbers import minutes, seconds
from tests.search.hearing.test_facts import facts, same

KINDS: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("kinds.yaml").read_text(encoding="utf-8"))


def told(what: str) -> Iterator[Any]:
    for each in KINDS:
        for text, expected in each[what].items():
            yield pytest.param(each["tree"], text, expected, id=f"{each['kind']}: {text}")


@pytest.mark.parametrize(("tree", "text", "expected"), [*told("say")])
def test_what_is_said_is_heard(tree: str, text: str, expected: dict[str, Any]) -> None:
    found = facts(tree, text)
    assert all(name in found and same(tree, name, value, found[name]) for name, value in expected.items()), found


@pytest.mark.parametrize(("tree", "text", "names"), [*told("not")])
def test_what_is_not_said_is_not_heard(tree: str, text: str, names: list[str]) -> None:
    found = facts(tree, text)
    for each in names:
        name, _, value = each.partition("=")
        assert name not in found or (value and not same(tree, name, value, found[name])), found


@pytest.mark.parametrize(
    ("said", "lasting"),
    [
        ("半分钟", 30),
        ("一分半", 90),
        ("一分二十秒", 80),
        ("四十秒", 40),
        ("一刻钟", 900),
        ("两个半小时", 9000),
        ("半个钟头", 1800),
        ("三四十秒", None),
        ("分钟", None),
        ("十张", None),
    ],
)
def test_how_long(said: str, lasting: int | None) -> None:
    assert seconds(said) == lasting
    assert minutes(said) == (None if lasting is None or lasting % 60 else lasting // 60)
