"""Papers composed from the bank."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from functools import partial

import pytest

from app.base.opened import handbook
from app.exams.blueprint import LEVELS, Wanted, composed, from_bank, read_blueprint, searched
from app.exams.clashes import clashes, left_open
from app.exams.own_questions import own_question
from app.exams.paper import Item, PaperError, as_json, from_json
from app.study.answers import Answer
from app.study.bank import subjects
from app.study.difficulty import observed
from app.study.model import Question
from app.window.examining import Composing
from decision_trees.games import games
from rules_data.model import GameId
from tests.app.exams.samples import paper

WANTED = (
    Wanted("bridge", number=8, marks=2),
    Wanted("guandan", number=5, marks=1.5, hardest=0.7),
    Wanted("shengji", kind="术语的意思", number=3),
    Wanted("bridge", topic="竞叫", number=4, easiest=0.2),
)


def test_the_blueprint_is_kept_and_no_question_gives_another_away() -> None:
    books = handbook().books
    made = composed("卷", 60, WANTED, from_bank, seed=5, versions=2, books=books)
    assert [item.question.game for item in made.items] == ["bridge"] * 8 + ["guandan"] * 5 + ["shengji"] * 3 + [
        "bridge"
    ] * 4
    assert all(item.question.difficulty <= 0.7 for item in made.items[8:13])
    assert len({item.question.kind for item in made.items[13:16]}) == 1
    assert len({item.question.topic for item in made.items[16:]}) == 1
    assert made.total == 8 * 2 + 5 * 1.5 + 3 + 4
    assert not list(clashes([item.question for item in made.items]))
    assert not [item for item in made.items if left_open(item.question, books)]
    assert from_json(as_json(made)) == made
    assert composed("卷", 60, WANTED, from_bank, seed=5, versions=2, books=books) == made
    assert composed("卷", 60, WANTED, from_bank, seed=6, versions=2, books=books) != made


def numbered(line: Wanted, seed: int) -> Iterator[Question]:
    """A bank of ten subjects, each asked for ever."""
    for at in range(10_000):
        made = own_question("bridge", f"第{at}问？", (f"答案甲{at}", f"答案乙{at}"), 0)
        yield dataclasses.replace(made, subject=f"term:{at % 10}")


def test_a_subject_is_asked_once_and_what_cannot_be_had_is_said() -> None:
    made = composed("卷", 60, [Wanted("bridge", number=10)], numbered)
    assert len({item.question.subject for item in made.items}) == 10
    with pytest.raises(PaperError, match=r"第 1 行要 11 题.*只找到 10 题"):
        composed("卷", 60, [Wanted("bridge", number=11)], numbered)


def test_what_the_text_leaves_open_is_asked_only_where_the_stem_settles_it() -> None:
    books = handbook().books
    opened = next(each for book in books.values() for each in book.open_questions if each.at)
    ruling = dataclasses.replace(own_question("bridge", "怎样裁？", ("甲", "乙"), 0), subject="tree:x", cites=opened.at)
    assert opened.id in left_open(ruling, books)
    every = {each.id for book in books.values() for each in book.open_questions}
    settled = dataclasses.replace(ruling, settled=tuple((name, "x") for name in every))
    assert left_open(settled, books) == ()

    def draw(line: Wanted, seed: int) -> Iterator[Question]:
        yield ruling

    with pytest.raises(PaperError, match="只找到 0 题"):
        composed("卷", 60, [Wanted("bridge")], draw, books=books)


def test_questions_chosen_by_hand_that_clash_are_named() -> None:
    items = paper(3).items
    with pytest.raises(PaperError, match="自选的第 1 题和第 4 题不能同卷"):
        composed("卷", 60, [], numbered, by_hand=(*items, Item(items[0].question)))


def test_a_blueprint_is_read_and_its_faults_are_named() -> None:
    assert read_blueprint("项目,主题,题数,分值\n桥牌,竞叫,3,2\n\n掼蛋,,,\n") == (
        Wanted("bridge", "竞叫", number=3, marks=2),
        Wanted("guandan"),
    )
    for text, said in (
        ("", "第 1 行应是列名"),
        ("项目,难\n桥牌,1\n", "不认识“难”"),
        ("项目\n围棋\n", "第 2 行：没有“围棋”"),
        ("项目,题数\n桥牌,1.5\n", "第 2 行：题数应是整数"),
        ("项目,题数\n桥牌,0\n", "第 2 行：题数“0”"),
        ("项目\n", "没有一行"),
    ):
        with pytest.raises(PaperError, match=said):
            read_blueprint(text)
    for line in (Wanted("bridge", topic="没有的主题"), Wanted("bridge", kind="没有的题型")):
        with pytest.raises(PaperError, match="没有“没有的"):
            composed("卷", 60, [line], from_bank)


def test_a_bank_is_searched_by_words() -> None:
    questions = [item.question for item in paper(9).items]
    assert [each.stem for each in searched(questions, "第3题")] == [questions[2].stem]
    assert not list(searched(questions, "第3题 无此词"))


def test_what_everybody_here_got_wrong_is_hard_on_a_paper_whatever_was_estimated() -> None:
    line = Wanted("bridge", topic="术语", number=1, easiest=0.9)
    with pytest.raises(PaperError):
        composed("卷", 60, [line], from_bank)  # no estimate made beforehand is so high
    missed = subjects("bridge", "terms")[:30]
    wrong = [
        Answer(f"{number:026}", "one", "bridge", "terms", each.id, "", kind, right=False, took=1)
        for each in missed
        for kind in each.kinds
        for number in range(60)
    ]
    hard = partial(from_bank, hardness=observed(wrong))
    made = composed("卷", 60, [line], hard)
    assert made.items[0].question.subject in {each.id for each in missed}
    assert made.items[0].question.difficulty >= 0.9


@pytest.mark.parametrize("game", games())
def test_a_line_asks_for_easy_middle_or_hard_questions_by_a_tap(game: GameId) -> None:
    composing = Composing(game=game, number=4)
    for level in LEVELS:
        composing.level = level
        composing.add_line()
    made = composed("卷", 60, composing.lines, from_bank, books=handbook().books)
    for at, (_, easiest, hardest) in enumerate(LEVELS.values()):
        asked = made.items[4 * at : 4 * at + 4]
        assert all(easiest <= item.question.difficulty <= hardest for item in asked)
