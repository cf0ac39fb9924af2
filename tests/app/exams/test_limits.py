"""What a blueprint rules for the whole paper, and the ready blueprints of three levels."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from app.base.opened import handbook
from app.exams.blueprint import Wanted, composed, from_bank, read_blueprint, read_plan, trees_about
from app.exams.limits import KINDS_OF_GLOSSARY, LEVELS, Limits, law, ready
from app.exams.paper import Paper, PaperError, as_json, from_json
from app.exams.room import Room
from decision_trees.games import games
from tests.app.exams.samples import paper
from tests.app.exams.test_room import NOW

TABLE = (
    "项目,主题,题型,最易,最难,题数,分值\n桥牌,藏牌,书面裁决,,,1,10\n"
    "规定,同一条至多,,,,2,\n规定,术语和对错至多,,,,1,\n规定,时间,,,,120,\n"
)


def test_lines_of_rules_stand_in_the_table_and_are_no_questions() -> None:
    lines, limits = read_plan(TABLE)
    assert limits == Limits(2, 1, 120) and len(lines) == 1 and read_blueprint(TABLE) == lines


@pytest.mark.parametrize(
    ("line", "said"),
    [("规定,同一条至多,,,,零,", "整数"), ("规定,随便,,,,2,", "不认识“随便”"), ("规定,时间,,,,0,", "1 至 600")],
)
def test_a_rule_that_is_none_is_refused_with_its_line(line: str, said: str) -> None:
    with pytest.raises(PaperError, match=f"第 6 行.*{said}"):
        read_plan(TABLE + line)


def test_three_questions_on_one_law_and_too_many_terms_do_not_stand_together() -> None:
    one = paper(1).items[0].question  # it cites law 27
    other = replace(one, subject="own:other", cites=("bridge-1999:27B2",))
    assert law(one) == law(other) == "bridge-1999:27"
    limits = Limits(per_law=2, glossary=1)
    assert limits.allow(other, [one]) and not limits.allow(other, [one, one])
    term = replace(one, kind="term", subject="term:x", cites=("bridge-1999:64A",))
    assert limits.allow(term, []) and not limits.allow(term, [term])


def test_a_word_names_the_trees_that_have_it_in_their_titles_and_a_line_asks_of_these_only() -> None:
    family = trees_about("bridge", "藏牌")
    assert {"bridge.revoke", "bridge.established_revoke"} <= family
    made = composed("考", 60, [Wanted("bridge", "藏牌", "书面裁决", number=2, marks=10)], from_bank, seed=2)
    assert all(item.question.subject.removeprefix("tree:") in family for item in made.items)
    with pytest.raises(PaperError, match="没有“没有的”这个主题"):
        composed("考", 60, [Wanted("bridge", "没有的")], from_bank)


def test_a_family_is_served_before_a_wider_line_and_stands_in_the_order_of_the_lines() -> None:
    lines = [Wanted("guandan", "贡还", "怎样裁定", number=4), Wanted("guandan", "贡错牌", "怎样裁定", number=1)]
    made = composed("考", 60, lines, from_bank, seed=5)
    assert made.items[-1].question.subject.removeprefix("tree:") in trees_about("guandan", "贡错牌")


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("level", LEVELS)
def test_every_ready_blueprint_reads_and_asks_for_rulings_terms_few_and_one_law_twice_at_most(
    game: str, level: int
) -> None:
    lines, limits = read_plan(ready(game, level))
    assert limits.per_law == 2 and limits.glossary is not None and limits.minutes is not None
    assert sum(line.kind in ("怎样裁定", "书面裁决", "连环裁决") for line in lines) >= 4
    if level > 1:
        assert sum(line.number for line in lines if line.kind == "书面裁决") >= 3


def test_a_ready_paper_keeps_what_its_blueprint_rules() -> None:
    lines, limits = read_plan(ready("bridge", 2))
    made = composed("考", 120, lines, from_bank, seed=5, books=handbook().books, limits=limits)
    questions = [item.question for item in made.items]
    assert len(questions) == sum(line.number for line in lines)
    assert max(Counter(map(law, questions)).values()) <= 2
    assert sum(each.kind in KINDS_OF_GLOSSARY for each in questions) <= (limits.glossary or 0)


def test_there_is_no_fourth_level() -> None:
    with pytest.raises(PaperError, match="国家级裁判员"):
        ready("bridge", 4)


def test_an_open_or_a_closed_book_is_declared_to_the_candidates_and_nothing_else_is_a_declaration() -> None:
    plain = paper(2)
    declared = replace(plain, book="open")
    assert plain.id == from_json(as_json(plain)).id and '"book"' not in as_json(plain)
    assert from_json(as_json(declared)) == declared and declared.id != plain.id
    room = Room(declared, "ABC234")
    room.apply(room.enter("7", "甲", NOW))
    assert "开卷" in room.state(room.candidates[1], NOW)["note"]
    with pytest.raises(PaperError, match="开卷"):
        from_json(as_json(Paper(plain.title, 30, plain.items, book="maybe")))
