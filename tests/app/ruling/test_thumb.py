"""Where the answers stand: on a phone yes and no are in view at every size of the letters."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import flet as ft

from app.base.opened import handbook, trees
from app.ruling.ruling import Posed
from app.ruling.walk import Walk, start
from app.screens.thumb import answers_fit, fits
from app.window.session import Session


def sitting(scale: float, width: int = 412, height: int = 915) -> Session:
    session = Session(cast(ft.Page, SimpleNamespace(width=width, height=height)), handbook(), cast(Any, None))
    session.settings.text_scale = scale
    session.layout.pane = width
    return session


def first_questions() -> list[tuple[Walk, Posed]]:
    begun = [start(tree.id, {}) for tree in trees().trees.values() if not tree.part]
    return [(walk, posed) for walk in begun if (posed := walk.posed()) is not None]


def test_yes_and_no_stay_in_view_at_the_largest_letters() -> None:
    large, asked = sitting(2.0), [each for each in first_questions() if each[1].fact.kind == "bool"]
    assert any(not fits(large, *each) for each in asked), "some questions are too long to stay whole"
    assert all(answers_fit(large, *each) for each in asked)


def test_answers_that_would_hide_the_question_scroll() -> None:
    low = sitting(2.0, 360, 640)
    many = [each for each in first_questions() if each[1].fact.kind == "choice" and len(each[1].fact.options) > 5]
    assert many and not any(answers_fit(low, *each) for each in many)
    assert all(fits(sitting(1.0, 360, 2400), *each) or each[1].fact.kind != "bool" for each in first_questions())
