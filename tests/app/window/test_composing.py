"""Composing a paper in a window: a ready blueprint, what holds for the whole paper, one kind of ruling."""

from __future__ import annotations

import pytest

from app.base.form import Form
from app.base.opened import handbook
from app.exams.blueprint import Wanted
from app.exams.limits import Limits
from app.window.examining import Composing


@pytest.fixture
def composing() -> Composing:
    made = Composing()
    made.turn("guandan")
    return made


def test_a_ready_blueprint_brings_its_lines_and_its_rules(composing: Composing) -> None:
    """The second level of guandan as its table stands: 14 lines, two questions on a law, four on terms, two hours."""
    form = Form()
    composing.lines = (Wanted("guandan"),)
    composing.take_ready(2, form)
    assert len(composing.lines) == 14
    assert composing.lines[0] == Wanted("guandan", "抓牌", "怎样裁定", 0.35, 1.0, 3, 2.0)
    assert composing.lines[-1] == Wanted("guandan", "", "完整计算", 0.0, 1.0, 1, 10.0)
    assert composing.limits() == Limits(per_law=2, glossary=4)
    assert form.text("minutes") == "120"


def test_what_holds_for_the_whole_paper_is_kept_on_it(composing: Composing) -> None:
    form = Form()
    form.put("title", "闭卷小测")
    composing.add_line()
    composing.book, composing.per_law = "closed", 1
    made = composing.paper(form, handbook().books)
    assert made.book == "closed"
    laws = [item.question.cites[0] for item in made.items]
    assert len(made.items) == 5 and len(set(laws)) == 5


def test_one_kind_of_ruling_is_named_by_a_word_of_its_title(composing: Composing) -> None:
    form = Form()
    form.put("family", "越序")
    composing.name_family(form)
    composing.kind, composing.number = "outcome", 2
    composing.add_line()
    assert composing.lines == (Wanted("guandan", "越序", "outcome", 0.0, 1.0, 2, 2.0),)
    form.put("title", "越序")
    made = composing.paper(form, handbook().books)
    assert {item.question.subject for item in made.items} <= {
        "tree:guandan.play_out_of_turn",
        "tree:guandan.pass_out_of_turn",
        "tree:guandan.draw_out_of_turn",
    }


def test_a_word_no_ruling_has_is_refused(composing: Composing) -> None:
    form = Form()
    form.put("family", "首引")
    composing.name_family(form)
    assert composing.topic == ""
    assert form.fault == "掼蛋没有名称里有“首引”的裁决树；请换个词，如“查找”里裁决的名称。"


def test_it_follows_the_game_that_is_played_until_something_was_chosen(composing: Composing) -> None:
    composing.follow("shengji")
    assert composing.game == "shengji"
    composing.add_line()
    composing.follow("bridge")
    assert composing.game == "shengji"
