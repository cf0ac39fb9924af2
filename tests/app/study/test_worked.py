"""Worked cases as questions: what is otherwise, what is still open, which clause decides."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from app.base.opened import trees
from app.study import bank, worked
from app.study.worked import supposed
from decision_trees.engine import Ruled
from decision_trees.model import Fact


def test_another_ruling_comes_of_what_is_said_to_be_otherwise() -> None:
    """第27条A款：下家接着叫牌，不足叫牌就成立。"""
    tree = "bridge.insufficient_bid"
    told = set()
    for case in worked.by_tree("bridge")[tree]:
        found = worked.ruled(case)
        assert found is not None
        for other in worked.otherwise(case, Random(3)):
            assert other.ruled.outcome_id != found.outcome_id
            if other.ruled.outcome_id == "condoned":
                told.add(other.told)
    assert "题里若是“下家已接着叫牌”" in told


def test_what_rests_on_an_open_question_is_settled_in_the_stem() -> None:
    """条文没有定论而影响裁决的，题干说明按哪一种处理，题目记下。"""
    seen = 0
    for case in worked.cases_of("shengji")[:120]:
        found = worked.ruled(case)
        if found is None:
            continue
        said, settled = worked.premises(case)
        assert dict(case.settled).items() <= dict(settled).items()
        for question in found.settled:
            if question.source == "undecided":  # the ruling itself leaves it to whoever decides it
                assert question.id not in dict(settled)
                continue
            if question.source == "event" or question.id in dict(settled):
                seen += question.id in dict(settled) and question.source != "event" and bool(said)
                continue
            for answer in ("other-than-any", *(o.key for o in _options(question.id))):
                again = worked.step(case, case.facts, {**case.settled, question.id: answer})
                assert not isinstance(again, Ruled) or again.outcome.ruling == found.outcome.ruling
    assert seen


def test_what_a_ruling_leaves_to_the_chief_referee_is_no_premise() -> None:
    """第二十一条二罚20分、具体罚分规则5罚10分：由裁判长定；题干不能说“按哪一种处理”。"""
    case = trees().cases["shengji.shengji.lead_out_of_turn.ace_undecided"]
    found = worked.ruled(case)
    assert found is not None and any(each.source == "undecided" for each in found.settled)
    said, settled = worked.premises(case)
    assert "按“”" not in said and None not in dict(settled).values()


def _options(id_: str) -> tuple[object, ...]:
    from app.base.opened import handbook

    book, _, number = id_.partition("/")
    return next(q.options for q in handbook().books[book].open_questions if q.id == number)


def test_the_deciding_clause_is_the_one_the_explanation_names_first() -> None:
    case = trees().cases["bridge.bridge.established_revoke.partner_won"]
    assert worked.decider(case) == "bridge-1999:64A2"


def test_a_case_is_found_by_what_a_stem_tells() -> None:
    question = bank.make("outcome", "tree:bridge.misdeal", 284577)
    case = worked.case_of(question)
    assert case is not None
    assert question.stem.startswith(case.situation)
    assert case.why == question.why


@pytest.mark.parametrize(
    ("label", "shown", "said"),
    [
        ("当时轮到谁叫", "违规者的下家（左手）", "是“当时轮到谁叫：违规者的下家（左手）”"),
        ("争什么", "下一副打哪一方的级", "是“争什么：下一副打哪一方的级”"),
        ("第二次藏牌", "是同一赛员在同一花色第二次藏牌", "“是同一赛员在同一花色第二次藏牌”"),
        ("引的花色", "黑桃", "是“引的花色：黑桃”"),
        ("发生了什么", "对方越序叫牌后，轮到的赛员径行叫了牌", "是“对方越序叫牌后，轮到的赛员径行叫了牌”"),
    ],
)
def test_what_is_supposed_is_said_so_that_it_can_be_understood_alone(label: str, shown: str, said: str) -> None:
    assert supposed(Fact(kind="choice", label=label), "any", label, shown) == said


@pytest.mark.parametrize(
    ("situation", "told"),
    [
        ("南北打到7。对手得多少？裁判长宣布这一局判负。", "南北打到7。裁判长宣布这一局判负。"),
        ("南家抓到两个大王。打几？谁领出？", "南家抓到两个大王。"),
        ("南家二游。东家说已经过A，下一副打几？南北方打9。", "南家二游。东家说：“已经过A，下一副打几？”南北方打9。"),
        ("裁判到桌旁。裁判问你出了什么？西家没有说话。", "裁判到桌旁。裁判问你出了什么？西家没有说话。"),
    ],
)
def test_a_stem_asks_nothing_before_its_own_question(situation: str, told: str) -> None:
    case = replace(next(iter(worked.cases_of("guandan"))), situation=situation)
    assert worked.told(case) == told
