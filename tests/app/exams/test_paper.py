from __future__ import annotations

import dataclasses
import json

import pytest

from app.base.opened import trees
from app.exams.clashes import clash, clashes
from app.exams.own_questions import own_question
from app.exams.paper import Item, Paper, PaperError, as_json, from_json
from app.ruling.picture import picture_of
from app.study.model import Drawn, Question
from tests.app.exams.samples import paper


def own(stem: str, *options: str, right: int = 0, subject: str = "") -> Question:
    made = own_question("bridge", stem, options, right)
    return dataclasses.replace(made, subject=subject) if subject else made


def test_a_paper_is_read_back_as_it_was_written() -> None:
    made = paper(5, versions=3)
    assert from_json(as_json(made)) == made
    assert from_json(as_json(made)).id == made.id != paper(6, versions=3).id


def test_a_drawn_table_and_an_auction_are_read_back() -> None:
    case = next(each for each in trees().cases.values() if picture_of(each) is not None)
    question = dataclasses.replace(
        own("谁先？", "北", "南"), drawn=Drawn(picture=picture_of(case), said="牌桌"), settled=(("some", ("a", 1)),)
    )
    calls = dataclasses.replace(own("叫牌到哪？", "北", "南"), drawn=Drawn(auction=("1S", "P", "2H"), dealer="E"))
    made = Paper("图", 10, (Item(question), Item(calls, 0.5)))
    assert from_json(as_json(made)) == made


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda d: d.pop("minutes"), "minutes"),
        (lambda d: d.update(minutes=0), "1 至 600 分钟"),
        (lambda d: d.update(title=" "), "没有标题"),
        (lambda d: d.update(items=[]), "没有题目"),
        (lambda d: d.update(versions=9), "平行卷"),
        (lambda d: d.update(format="else"), "不是执裁的试卷"),
        (lambda d: d["items"][1].update(marks=-1), "第 2 题的分值"),
        (lambda d: d["items"][1]["question"].update(right=7), "第 2 题有误：正确答案不在选项之中"),
        (lambda d: d["items"][1]["question"].update(options=[]), "第 2 题有误：有 0 个选项"),
        (lambda d: d["items"][0]["question"].update(stem=3), "第 1 题有误"),
    ],
)
def test_a_file_that_is_no_paper_is_refused_with_the_reason(change, said: str) -> None:  # type: ignore[no-untyped-def]
    data = json.loads(as_json(paper(3)))
    change(data)
    with pytest.raises(PaperError, match=said):
        from_json(json.dumps(data))


def test_a_torn_file_is_refused() -> None:
    with pytest.raises(PaperError, match="JSON"):
        from_json(as_json(paper(3))[:200])


def test_parallel_versions_ask_the_same_in_another_order() -> None:
    made = paper(10, versions=4)
    first, *others = made.all_versions()
    assert [each.item for each in first.asked] == list(range(10))
    for version in others:
        assert sorted(each.item for each in version.asked) == list(range(10))
        assert [each.item for each in version.asked] != list(range(10))
        assert all(sorted(each.options) == [0, 1, 2, 3] for each in version.asked)
        assert any(each.options != (0, 1, 2, 3) for each in version.asked)
    assert len({tuple(each.item for each in version.asked) for version in others}) == 3
    assert made.version(2) == paper(10, versions=4).version(2), "the same seed makes the same version"


def test_a_letter_leads_to_the_option_it_stands_at() -> None:
    for asked in paper(10, versions=2).version(1).asked:
        for option in range(4):
            assert asked.option(asked.letter(option)) == option
        assert asked.option("E") is None and asked.option("") is None and asked.letter(None) == ""


def test_what_must_stay_in_its_place_is_not_shuffled() -> None:
    items = (
        Item(own("几墩？", "1墩", "2墩", "3墩", "4墩")),
        Item(own("对吗？", "正确", "错误")),
        Item(own("哪些？", "甲", "乙", "丙", "以上都对")),
    )
    made = Paper("卷", 10, items, 3, 8)
    for version in made.all_versions():
        for asked in version.asked:
            if asked.item < 2:
                assert list(asked.options) == sorted(asked.options)
            else:
                assert asked.options[-1] == 3


def test_questions_that_give_each_other_away_are_found() -> None:
    asks = own("藏牌两墩时怎样罚？", "判给对方两墩牌", "不罚", "警告一次")
    tells = own("裁判员已判给对方两墩牌，谁可以申诉？", "双方", "只有受罚一方")
    apart = own("谁先出牌？", "庄家左手方", "庄家")
    assert "答案" in clash(asks, tells) and "答案" in clash(tells, asks)
    assert not clash(asks, apart)
    same = own("另一问？", "一", "二", subject=asks.subject)
    assert "知识点" in clash(asks, same)
    assert [(each.one, each.other) for each in clashes([asks, apart, tells])] == [(0, 2)]


def test_a_short_answer_gives_nothing_away_but_a_clause_does() -> None:
    assert not clash(own("谁？", "南家", "北家"), own("南家叫牌后呢？", "一一", "二二"))
    assert clash(own("依据哪条？", "第27条", "第64条"), own("按第27条怎样裁？", "一一", "二二"))
