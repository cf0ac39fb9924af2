"""The linter of questions: nothing is wrong with what is generated, and everything wrong is found."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import pytest

from app.base.opened import trees
from app.ruling.picture import picture_of
from app.study import bank, lint
from app.study.making import NoQuestionError
from app.study.model import Option, Question
from app.study.worked import case_of
from decision_trees.games import games

GOOD = bank.make("term", "term:bridge/rho", 5)


def test_nothing_is_wrong_with_generated_questions() -> None:
    report = lint.check(500, 17)
    assert [f"{fault.question}：{fault.what}" for fault in report.faults] == []
    assert report.total == 500
    assert {game for game, _ in report.made} == set(games())
    assert {kind for _, kind in report.made} == {kind.id for kind in bank.kinds()}


def _options(question: Question, *texts: str) -> tuple[Option, ...]:
    return (question.answer, *(Option(text, "别的意思。") for text in texts))


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (replace(GOOD, options=_options(GOOD, "下家", "下 家"), right=0), "一样"),
        (
            replace(GOOD, options=_options(GOOD, "下家", "坐在庄家左手、在首引翻开以前不得看明手的那一个人"), right=0),
            "长一倍",
        ),
        (replace(GOOD, stem="下列哪一个说的是位于右方的对手？"), "离开选项"),
        (replace(GOOD, stem="位于右方的对手叫什么"), "问号"),
        (replace(GOOD, cites=()), "没有条款"),
        (replace(GOOD, cites=("bridge-1999:999",)), "没有条款“bridge-1999:999”"),
        (replace(GOOD, why=""), "没有说明"),
        (replace(GOOD, right=9), "没有正好一个答案"),
        (replace(GOOD, settled=(("bridge-1999/D-18", "perhaps"),)), "没有“perhaps”这个答案"),
        (replace(GOOD, stem=f"{'很' * 600}长吗？"), "太长"),
        (replace(GOOD, options=_options(GOOD, "{下家}", "对家"), right=0), "没有填好"),
        (replace(GOOD, stem="谁洗牌？位于右方的对手叫什么？"), "正好一个问题"),
        (replace(GOOD, why="最高13（按原始记录的一项没有填）。"), "不像人说的"),
        (replace(GOOD, why="“下家已接着叫牌”不成立时才用它。"), "不像人说的"),
        (replace(GOOD, why="“发生了什么”是“看了不止一家的牌”，“经过特许”成立时才用它。"), "不像人说的"),
        (replace(GOOD, options=(GOOD.answer, Option("下家", ""), Option("同伴", "别的意思。")), right=0), "为什么不对"),
        (replace(GOOD, options=_options(GOOD, "第三条(罚分)（罚分）", "同伴"), right=0), "说了两遍"),
        (replace(GOOD, stem=f"{'南家说了许多话，' * 90}怎样裁定？"), "一屏放不下"),
        (
            replace(
                GOOD,
                stem="南家先抓。“从谁数起？”条文没有写明，本题按“翻牌的人算1”处理。谁先抓？",
                options=(Option("翻牌的人算1，南家"), Option("下家算1，东家", "别的意思。"), Option("庄家", "不是。")),
                right=0,
            ),
            "题干说出了答案",
        ),
    ],
)
def test_what_is_wrong_is_found(changed: Question, said: str) -> None:
    assert any(said in fault for fault in lint.faults(changed)), list(lint.faults(changed))


def test_an_answer_that_the_data_contradict_is_found() -> None:
    right = bank.subjects("bridge", kind="right")[0]
    question = bank.make("right", right.id, 3)
    turned = replace(question, right=1 - question.right)
    assert any("权利表" in fault for fault in lint.faults(turned))
    outcome = bank.make("outcome", "tree:bridge.established_revoke", 1)
    assert any(
        "裁决树" in fault for fault in lint.faults(replace(outcome, right=(outcome.right + 1) % len(outcome.options)))
    )


def test_another_process_makes_the_same_questions() -> None:
    ids = [
        "outcome/tree:bridge.established_revoke/7",
        "error/tree:guandan.wrong_play_by_leader/50",
        "legal/rule:shengji/throw/9",
    ]
    program = f"from app.study import bank\nfor i in {ids!r}: print(bank.by_id(i))"

    def said(seed: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        return subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment
        ).stdout

    assert said("1") == said("2")


def _made(kind: str, subject: str, seed: int) -> Question:
    return bank.make(kind, subject, seed)


def test_a_picture_that_says_what_it_was_is_found() -> None:
    """题里画的桌面不说出是谁、做错了什么；裁决时画的说。"""
    for kind in ("irregularity", "outcome"):
        asked = _made(kind, "tree:shengji.lead_out_of_turn", 3)
        case = case_of(asked)
        assert case is not None
        told = picture_of(case)
        assert told is not None
        assert not any("图里" in each for each in lint.faults(asked))
        assert any("图里" in each for each in lint.faults(replace(asked, drawn=replace(asked.drawn, picture=told))))


def test_a_false_line_that_another_line_contradicts_is_found() -> None:
    for seed in range(40):
        try:
            question = _made("error", "tree:bridge.simultaneous_calls", seed)
        except NoQuestionError:  # not every story of this tree has room for a false line
            continue
        seat = next((s for s in ("东家", "南家", "西家", "北家") if s in question.why.partition("。")[0]), None)
        if seat is None:
            continue
        wrong = [o for i, o in enumerate(question.options) if i != question.right]
        told = replace(wrong[0], text=f"请{seat}继续。")
        assert not list(lint.faults(question))
        said = list(lint.faults(replace(question, options=(question.answer, told, *wrong[1:]), right=0)))
        assert said
        return
    raise AssertionError("no such question")


def test_a_choice_that_the_stem_has_already_told_is_found() -> None:
    """第53条、第57条：由庄家选择；题干里问他的，就说出了答案。"""
    question = _made("chooser", "tree:bridge.premature_play", 1)
    told = question.stem.replace("裁判说明以后", f"{question.answer.text}问能怎样。裁判说明以后")
    assert any("说出了由谁选择" in each for each in lint.faults(replace(question, stem=told)))


@pytest.mark.parametrize(
    ("may", "wrong"),
    [
        ("要求引梅花；禁止引梅花；不作限制", "要求引有关联的花色"),  # 第26条A款1：梅花就是有关联的花色
        (
            "接受；拒绝，要求东家引红心；拒绝，禁止东家引红心；拒绝，引牌不限制",
            "禁止引罚张花色红心",
        ),  # 第56条、第50条D款2
        ("接受（接着叫牌）；不接受", "不叫"),  # 第29条A款：下家接着不叫，就是接受
        ("接受；拒绝，由北家引牌", "收回"),  # 第56条：可以要求收回
    ],
)
def test_what_comes_to_the_same_as_what_may_be_chosen_is_found(may: str, wrong: str) -> None:
    question = _made("choice", "tree:bridge.major_penalty_card", 0)
    options = (Option(may.partition("；")[0]), Option(wrong, "不是这种情形。"))
    changed = replace(question, options=options, right=0, why=f"可以选择：{may}。")
    assert any("是一回事" in each for each in lint.faults(changed))


@pytest.mark.parametrize("game", games())
def test_every_game_in_which_somebody_chooses_asks_who_and_what(game: str) -> None:
    if any(outcome.choice for tree in trees().of_game(game) for outcome in tree.outcomes.values()):
        assert bank.subjects(game, kind="chooser") and bank.subjects(game, kind="choice")
