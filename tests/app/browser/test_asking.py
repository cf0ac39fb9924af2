"""What goes to the page, and what comes from it: only to the window that was asked, and only what can be understood."""

from __future__ import annotations

import gc
import json
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from app.browser.asking import SCHEME, Listener, address, hear


def test_an_address_carries_what_is_asked_unharmed() -> None:
    asked: dict[str, Any] = {"say": {"name": "a/b?c#d", "lines": ["“100%”；../牌 & 红心"], "script": "hans"}}
    made = address(**asked)
    assert made.startswith(SCHEME) and json.loads(unquote(made.removeprefix(SCHEME))) == asked
    assert urlsplit(made).query == "" and urlsplit(made).fragment == "", "nothing in it ends the address early"


def test_a_window_hears_its_own_page_only() -> None:
    one, other = [], []  # type: ignore[var-annotated]
    listeners = Listener(one.append), Listener(other.append)
    assert hear(listeners[0].name, '{"saying": "words"}')
    assert (one, other) == ([{"saying": "words"}], [])


@pytest.mark.parametrize("said", ["", "{", "[1]", "3", "null", "[" * 100_000])
def test_what_cannot_be_understood_is_not_heard(said: str) -> None:
    heard: list[Any] = []
    listener = Listener(heard.append)
    assert not hear(listener.name, said) and heard == []


def test_a_window_that_is_gone_hears_nothing() -> None:
    name = Listener(lambda _: None).name
    gc.collect()
    assert not hear(name, "{}")
