"""Marks proposed for what was written: never everything for a wrong, a padded or a contradictory answer."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import pytest

from app.base.opened import handbook
from app.exams.clauses_named import reader
from app.exams.proposing import chosen, contradicted, proposed, said, share_of
from app.exams.twists import twisted
from app.study.parts import Part
from tests.benchmarks.written_marks import LATER, Tried, question, tried
from tests.benchmarks.written_trial import ASKED

if TYPE_CHECKING:
    from app.study.model import Question

LEAD = "bridge.opening_lead_face_up.require"


@cache
def everything() -> tuple[Tried, ...]:
    return (*tried(), *tried(LATER))


def test_sixty_answers_and_more_were_marked_by_hand_of_every_kind_and_game() -> None:
    assert len(everything()) >= 60
    assert {each.kind for each in everything()} == {
        "right", "words", "partly", "wrong", "padded", "contradictory", "empty",
    }  # fmt: skip
    assert {each.case.partition(".")[0] for each in everything()} == {"bridge", "guandan", "shengji"}


def test_no_wrong_padded_or_contradictory_answer_gets_everything() -> None:
    for each in everything():
        if each.kind in ("wrong", "padded", "contradictory"):
            assert each.proposal <= 9, f"{each.case} {each.kind}"


def test_a_wrong_ruling_never_gets_the_marks_of_its_part() -> None:
    for each in everything():
        if each.kind == "wrong":
            ruling = each.parts[1]
            assert ruling.share < 1, each.case


def test_what_contradicts_itself_is_noticed_in_most_and_no_right_answer_is_accused() -> None:
    found = [each for each in everything() if each.kind == "contradictory"]
    noticed = [each for each in found if any(part.doubts for part in each.parts)]
    assert len(noticed) >= 0.85 * len(found)
    for each in everything():
        if each.kind in ("right", "words"):
            assert all(part.clean for part in each.parts), (each.case, [part.doubts for part in each.parts])


def test_a_proposal_is_within_one_mark_of_the_reader_in_eight_of_ten_and_seldom_above_him() -> None:
    near = sum(abs(each.hand - each.proposal) <= 1 for each in everything())
    assert near / len(everything()) >= 0.8
    assert sum(each.proposal - each.hand > 1 for each in everything()) <= 3


def _ruling(name: str) -> tuple[Question, int]:
    about = question(name)
    return about, max(range(len(about.parts)), key=lambda n: about.parts[n].weight)


def _share(about: Question, at: int, ruling: str) -> float:
    texts = [ruling if n == at else part.model for n, part in enumerate(about.parts)]
    return share_of(about, proposed(about, texts, reader(handbook(), about.game)))


OTHER = {"东家": "南家", "南家": "西家", "西家": "北家", "北家": "东家", "南北方": "东西方", "东西方": "南北方"}
_NAMED = re.compile("|".join(OTHER))
_COUNTED = re.compile(r"(?<=[罚由升到第记停])(\d+|[一二三两])(?=[分墩次级])")


def test_the_ruling_on_somebody_else_gets_everything_in_none_of_ten() -> None:
    """The model in its own words, with one seat in the place of another: it is another ruling."""
    full, tried_ = [], 0
    for name in ASKED:
        about, at = _ruling(name)
        model = about.parts[at].model
        bracketed = [found.span() for found in re.finditer("（[^）]*）", model)]
        for found in _NAMED.finditer(model):
            if any(begin <= found.start() < end for begin, end in bracketed):
                continue  # 西家（南家的同伴）: who somebody is, not what is ruled
            tried_ += 1
            other = model[: found.start()] + OTHER[found[0]] + model[found.end() :]
            if _share(about, at, other) >= 1:
                full.append((name, other))
    assert tried_ >= 30
    assert len(full) <= 0.1 * tried_, full


def test_another_number_in_the_ruling_never_gets_everything() -> None:
    tried_ = 0
    for name in ASKED:
        about, at = _ruling(name)
        model = about.parts[at].model
        for found in _COUNTED.finditer(model):
            tried_ += 1
            other = model[: found.start()] + ("7" if found[0].isdigit() else "九") + model[found.end() :]
            assert _share(about, at, other) < 1, (name, other)
    assert tried_ >= 5


def test_the_model_in_its_own_words_is_accused_of_nothing() -> None:
    for name in ASKED:
        about = question(name)
        found = proposed(about, [part.model for part in about.parts], reader(handbook(), about.game))
        assert [part.doubts for part in found if part.doubts] == [], name


@pytest.mark.parametrize(
    ("model", "answer", "otherwise"),
    [
        ("收回，罚80分，由北家领出。", "牌收回，罚80分，由北家领出。", False),
        ("收回，罚80分，由北家领出。", "牌收回，罚60分，由北家领出。", True),
        ("打出它以前，东家不得打方块的小牌。", "打出它以前，南家不得打方块的小牌。", True),
        ("打出它以前，东家不得打方块的小牌。", "打出它以前，东家可以打方块的小牌。", True),
        ("场分：南北方2、东西方0。", "场分：东西方0、南北方2。", False),
        ("场分：南北方2、东西方0。", "场分：南北方0、东西方2。", True),
        ("罚10分给南北方。", "罚东家10分给南北方。", False),
    ],
)
def test_the_same_words_of_another_are_another_ruling(model: str, answer: str, otherwise: bool) -> None:
    assert bool(list(twisted(model, answer))) is otherwise


@pytest.mark.parametrize(
    ("written", "ids"),
    [
        ("第27条B款2、第50条D款2(a)", ["27B2", "50D2a"]),
        ("27B2，54D，56", ["27B2", "54D", "56"]),
        ("按六十四条A款1", ["64A1"]),
        ("打了27墩，第2次违例", []),
    ],
)
def test_clauses_are_read_as_people_write_them(written: str, ids: list[str]) -> None:
    assert sorted(reader(handbook(), "bridge")(written)) == sorted(f"bridge-1999:{each}" for each in ids)


def test_clauses_of_chinese_numbers_and_lists_are_read() -> None:
    read = reader(handbook(), "guandan")
    assert set(read("十九条1、3；第十六条三(1)，附件四8(3)")) == {
        "guandan-2017:19.1", "guandan-2017:19.3", "guandan-2017:16.3.1", "guandan-supplement:4.8.3",
    }  # fmt: skip


def test_the_model_answer_itself_gets_nearly_everything() -> None:
    for name in (LEAD, "guandan.wrong_tribute.level_card", "shengji.draw_out_of_turn.inserted"):
        about = question(name)
        found = proposed(about, [part.model for part in about.parts], reader(handbook(), about.game))
        assert share_of(about, found) >= 0.95 and all(each.clean for each in found), name


def test_every_other_ruling_of_the_tree_is_seen_to_be_wrong() -> None:
    for name in (LEAD, "guandan.wrong_tribute.level_card", "shengji.exposed_card.dropped_seven"):
        about = question(name)
        read = reader(handbook(), about.game)
        models = [part.model for part in about.parts]
        for rival in about.parts[1].against:
            found = proposed(about, [models[0], rival, *models[2:]], read)
            assert found[1].share <= 0.5, f"{name}: {rival}"


def test_the_model_with_another_ruling_beside_it_gets_at_most_a_third_of_its_part() -> None:
    for name in (LEAD, "guandan.wrong_tribute.level_card"):
        about = question(name)
        models = [part.model for part in about.parts]
        for rival in about.parts[1].against:
            both = [models[0], f"{models[1]}或者：{rival}", *models[2:]]
            found = proposed(about, both, reader(handbook(), about.game))
            assert share_of(about, found) < 1, f"{name}: {rival}"


def test_an_answer_that_names_every_clause_gets_nothing_for_clauses() -> None:
    about = question(LEAD)
    every = "、".join(f"第{law}条" for law in range(1, 94))
    found = proposed(about, [every, *(part.model for part in about.parts[1:])], reader(handbook(), "bridge"))
    assert found[0].share == 0 and share_of(about, found) <= 0.8


@pytest.mark.parametrize(
    ("point", "answer", "share"),
    [
        ("转1墩给东西方", "从南北方转一墩给东西方", 1.0),
        ("转1墩给东西方", "从南北方转两墩给东西方", 0.5),
        ("西家永远不叫", "西家以后都不能再叫牌", 1.0),
        ("西家永远不叫", "北家以后都不能再叫牌", 0.0),
        ("口头警告一次", "什么都不用做", 0.0),
        ("♦7收回手中", "方块7收回手里", 1.0),
        ("东西方由9升到Q", "东西方升到Q", 1.0),
        ("东西方由9升到Q", "东西方升到J", 0.0),
    ],
)
def test_a_point_is_said_or_not(point: str, answer: str, share: float) -> None:
    assert said(point, answer).share <= share if share < 1 else said(point, answer).share == 1


@pytest.mark.parametrize(
    ("point", "answer"),
    [
        ("♠K收回手中，不作罚张", "♠K不收回，留在桌上"),
        ("西家的叫牌取消", "西家的叫牌成立"),
        ("转1墩给东西方", "转2墩给东西方"),
    ],
)
def test_the_opposite_of_a_point_contradicts_it(point: str, answer: str) -> None:
    assert contradicted(point, answer) and not contradicted(point, point)


@pytest.mark.parametrize(
    ("part", "answer", "share"),
    [
        (Part("", "several", 1, options=("甲", "乙", "丙", "丁"), right=(0, 2)), "AC", 1.0),
        (Part("", "several", 1, options=("甲", "乙", "丙", "丁"), right=(0, 2)), "ABC", 0.5),
        (Part("", "several", 1, options=("甲", "乙", "丙", "丁"), right=(0, 2)), "ABCD", 0.0),
        (Part("", "several", 1, options=("甲", "乙", "丙", "丁"), right=(0, 2)), "", 0.0),
        (Part("", "one", 1, options=("甲", "乙"), right=(1,)), "B", 1.0),
        (Part("", "one", 1, options=("甲", "乙"), right=(1,)), "AB", 0.0),
        (Part("", "order", 1, options=("甲", "乙", "丙"), right=(2, 0, 1)), "CAB", 1.0),
        (Part("", "order", 1, options=("甲", "乙", "丙"), right=(2, 0, 1)), "CA", 0.0),
        (Part("", "fill", 1, accepted=("-50",)), "−50 分", 1.0),
        (Part("", "fill", 1, accepted=("-50",)), "50", 0.0),
        (Part("", "fill", 1, accepted=("6.5",)), "6.50", 1.0),
        (Part("", "fill", 1, accepted=("110",)), "+110", 1.0),
    ],
)
def test_what_needs_no_judgement_is_marked_by_itself(part: Part, answer: str, share: float) -> None:
    assert chosen(part, answer).share == share
